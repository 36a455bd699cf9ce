/** The items of behaviour.md that have a test: a `B-123` in a test's title, or in the first line of a case, counts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A table of covered items per section, and the items without a test. `files` are paths of test files. */
export function coverage(folder: string, files: string[]): { table: string; missing: string[] } {
	const cases = readdirSync(join(folder, 'cases'), { recursive: true, encoding: 'utf8' }).filter((name) =>
		name.endsWith('.txt'),
	);
	const named = new Set(
		cases.flatMap((name) => itemsIn(/^.*/.exec(readFileSync(join(folder, 'cases', name), 'utf8'))?.[0] ?? '')),
	);
	for (const file of files) {
		const calls = readFileSync(file, 'utf8').matchAll(/\btest(?:\.\w+)?\(\s*[`'"]([^`'"\n]+)/g);
		for (const [, name = ''] of calls) for (const item of itemsIn(name)) named.add(item);
	}
	const missing: string[] = [];
	const lines = readFileSync(join(folder, 'behaviour.md'), 'utf8')
		.split(/^## /m)
		.flatMap((section) => {
			const items = [...section.matchAll(/^- (B-\d{3})/gm)].map(([, item = '']) => item);
			if (items.length === 0) return [];
			const without = items.filter((item) => !named.has(item));
			missing.push(...without);
			const [title = ''] = section.split('\n');
			return `  ${title.padEnd(60)} ${items.length - without.length} of ${items.length}`;
		});
	return { table: ['Acceptance items named by tests:', ...lines].join('\n'), missing };
}

/** Items in a title; `B-230 to B-238` names all of them. */
function itemsIn(name: string): string[] {
	const items = name.match(/B-\d{3}/g) ?? [];
	const ranges = [...name.matchAll(/B-(\d{3}) to B-(\d{3})/g)].flatMap(([, from, to]) =>
		Array.from(
			{ length: Number(to) - Number(from) + 1 },
			(_, index) => `B-${String(Number(from) + index).padStart(3, '0')}`,
		),
	);
	return [...items, ...ranges];
}

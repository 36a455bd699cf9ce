/** Which acceptance items have a test: every `B-123` in the name of a test, or of a file of `test/errors`, counts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Items that no test can show, each with the reason. */
const REASONS: Record<string, string> = {};

/** First and last item of each section of the acceptance list. */
const SECTIONS: [name: string, from: number, to: number][] = [
	['routes and files', 1, 16],
	['links, prefetch, navigation', 20, 54],
	['head', 60, 74],
	['layout', 80, 147],
	['docs pages and components', 149, 186],
	['colour mode and storage', 190, 205],
	['search', 210, 256],
	['blog', 260, 270],
	['build checks', 280, 294],
	['calls and limits', 300, 312],
];

/** A table of the items that tests name, by section. */
export function coverage(folder: string, files: string[]): string {
	const items = new Set<number>();
	for (const name of readdirSync(join(folder, 'errors')))
		for (const match of name.matchAll(/B-(\d{3})/g)) items.add(Number(match[1]));
	for (const file of files) {
		for (const call of readFileSync(join(folder, file), 'utf8').matchAll(/\btest(?:\.\w+)?\(\s*[`'"]([^`'"\n]+)/g)) {
			for (const match of (call[1] ?? '').matchAll(/B-(\d{3})/g)) items.add(Number(match[1]));
		}
	}
	const lines = SECTIONS.map(([name, from, to]) => {
		const covered = [...items].filter((item) => item >= from && item <= to).sort((a, b) => a - b);
		return `  ${name.padEnd(28)} ${String(covered.length).padStart(3)}  ${covered.map((item) => `B-${String(item).padStart(3, '0')}`).join(' ')}`;
	});
	const reasons = Object.entries(REASONS).map(([item, reason]) => `  ${item}: ${reason}`);
	return ['Acceptance items named by tests:', ...lines, ...reasons].join('\n');
}

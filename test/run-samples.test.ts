/**
 * Runs the programs of pages. A fence with `run` is a program; `run="server/index.ts"` starts that file of the page
 * first. Its expected output is in comments below its statements or after `console.log`, else in the next fence of
 * text, where `…` matches variable parts; white space is ignored. A test for Node's test runner must pass. The files
 * are those that readers have at that point of the page, as the sample checker sees them; the packages are those that
 * the page is checked against, in the versions that it tells readers to install.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertInstalled, compile, installsOf, pages, programsOf, run, says, versionOf } from './page-programs.ts';
import { fencesOf } from './page-samples.ts';
import { inLanes } from './programs.ts';

const PAGES_AT_LEAST = 30;
/** A folder that resolves the packages of the version, and that Git ignores. */
const outOf = (version: string): string => resolve(`content/samples/${version}/node_modules/.cache/run-${process.pid}`);

const programs = (await Promise.all(pages.map((page) => programsOf(page, { folder: outOf(versionOf(page)) })))).flat();

/** Two programs at a time, started before the tests; a failure gives its output. */
const printed = inLanes(2, programs, (program) =>
	compile(program)
		.then((packages) => assertInstalled(program, packages))
		.then(() => run(program))
		.catch((error: Error) => error.message),
);

for (const [index, { page, line, prints, entry }] of programs.entries()) {
	test(`${page}:${line}: ${entry} does what the page says`, async () => {
		const said = (await printed[index]) ?? '';
		if (prints === undefined) return assert.match(said, /ends with 0$/, said);
		assert.ok(prints, 'no comment below console.log and no fence of text says what it prints');
		if (!says(said, prints)) assert.is(said.trim(), prints.trim());
	});
}

/** Its fences for the new release are compiled against that one, by hand. */
const ABOUT_ANOTHER_RELEASE = 'content/docs/migration/upgrade-from-here.md';

test('pages install the versions that their samples are checked against', () => {
	assert.ok(pages.includes(ABOUT_ANOTHER_RELEASE));
	const wrong = pages.flatMap((page) => {
		if (page === ABOUT_ANOTHER_RELEASE) return [];
		const load = createRequire(resolve(`content/samples/${versionOf(page)}/package.json`));
		const { dependencies } = load('./package.json') as { dependencies: Record<string, string> };
		return [...installsOf(fencesOf(readFileSync(page, 'utf8')))].flatMap(([name, named]) => {
			if (!/^\d+\.\d+\.\d+/.test(named ?? '') || !Object.hasOwn(dependencies, name)) return [];
			const manifest = load.resolve
				.paths(name)
				?.map((folder) => join(folder, name, 'package.json'))
				.find(existsSync);
			const { version } = JSON.parse(readFileSync(manifest ?? '', 'utf8')) as { version: string };
			return version.replace(/^v/, '') === named
				? []
				: [`${page}: ${name}@${named} is installed, ${version} is checked`];
		});
	});
	assert.equal(wrong, []);
});

test('many pages have programs that run', () => {
	const counts = new Map<string, number>();
	for (const { page } of programs) counts.set(page, (counts.get(page) ?? 0) + 1);
	for (const [page, count] of counts) console.log(`${String(count).padStart(3)} ${page}`);
	console.log(`${programs.length} programs of ${counts.size} pages`);
	assert.ok(counts.size >= PAGES_AT_LEAST, `${counts.size} pages`);
});

test.after(() => {
	for (const version of ['10.x', '9.x']) rmSync(outOf(version), { recursive: true, force: true });
});

test.run();

/** How much of docsgen a plain page passes: files and functions that run from its text to its HTML. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doc, site } from './memory-site.ts';

/** Ceilings: who raises one says in the commit which idea every page has to pass, and why. There are 851 functions. */
const MOST = { files: 80, functions: 860 };
/** What reads, links and writes pages; the rest decides which pages, and talks to the disk. */
const OF_PAGES = /^(?:src\/(?:content|render)|templates)\//;

/** What runs while a page is built again, as `file function line`. */
async function passed(): Promise<string[]> {
	const plain = site({ 'content/docs/a.md': doc('A'), 'content/docs/b.md': doc('B') });
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	// From the start: a function that ran before has nothing to count its calls with.
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	await plain.build();
	await session.post('Profiler.takePreciseCoverage');
	plain.files['content/docs/b.md'] = doc('B', 'Another text, with a [link](a.md) and `code`.');
	await plain.build();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	await session.post('Profiler.disable');
	session.disconnect();
	const functions = new Set<string>();
	for (const { url, functions: all } of result) {
		// The test and its chunks.
		if (!url.startsWith(new URL('.', import.meta.url).href)) continue;
		const map = findSourceMap(url);
		assert.ok(map, 'tests run with source maps');
		const starts = lineStartsOf(url);
		for (const { functionName, ranges } of all) {
			const [{ count, startOffset } = { count: 0, startOffset: 0 }] = ranges;
			if (count === 0) continue;
			const line = starts.findLastIndex((start) => start <= startOffset);
			const entry = map.findEntry(line, startOffset - (starts[line] ?? 0));
			if (!('originalSource' in entry)) continue;
			const [file = ''] = /(?:src|templates)\/.*/.exec(entry.originalSource) ?? [];
			if (OF_PAGES.test(file)) functions.add(`${file} ${functionName} ${entry.originalLine}`);
		}
	}
	return [...functions];
}

function lineStartsOf(url: string): number[] {
	const text = readFileSync(fileURLToPath(url), 'utf8');
	const starts = [0];
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
	return starts;
}

test('a plain page passes few files and functions', async () => {
	// In a process of its own, because other tests may run in this one meanwhile, and V8 doesn't count calls that its
	// optimizer has inlined.
	const execArgv = [...process.execArgv, '--no-opt'];
	const child = fork(fileURLToPath(import.meta.url), [], { execArgv });
	const [functions] = (await once(child, 'message')) as [string[]];
	child.disconnect();
	const files = new Set(functions.map((one) => one.split(' ')[0]));
	assert.ok(files.size > 20, 'the coverage has files');
	assert.ok(files.size <= MOST.files, `${files.size} files:\n${[...files].sort().join('\n')}`);
	assert.ok(functions.length <= MOST.functions, `${functions.length} functions`);
});

if (process.send) process.send(await passed());
else test.run();

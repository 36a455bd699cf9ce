/** The benchmark is fair: distinct pages, the same for every rival, and whole processes are measured. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeCorpus, writeCorpus } from './corpus.ts';
import { median, run } from './measure.ts';
import { docsgen, rivals } from './rivals/all.ts';
import { HEAD, type Result, row } from './table.ts';

const COUNT = 250;
const pages = makeCorpus(COUNT);

function folder(use: (path: string) => void): void {
	const path = mkdtempSync(join(tmpdir(), 'docsgen-bench-test-'));
	try {
		use(path);
	} finally {
		rmSync(path, { recursive: true });
	}
}

function repeated(texts: string[]): string[] {
	return texts.filter((text, index) => texts.indexOf(text) !== index);
}

test('the same size gives the same corpus', () => {
	// `assert.ok`, because the difference would be two megabytes.
	assert.ok(JSON.stringify(makeCorpus(COUNT)) === JSON.stringify(pages));
});

test('no two pages share a title, a heading, a code block or a paragraph', () => {
	const titles = pages.map(({ title }) => title);
	const blocks = pages.map(({ body }) => [...body.matchAll(/^[ \t]*(```+)\w+\n([\s\S]*?)^[ \t]*\1$/gm)]);
	const code = blocks.flatMap((list) => list.map((match) => match[2] ?? ''));
	const outside = pages.map(({ body }) => body.replace(/^[ \t]*(```+)\w+\n[\s\S]*?^[ \t]*\1$/gm, ''));
	// A short heading may appear twice on a page, as in real texts.
	const headings = outside.flatMap((text) => [...new Set(text.match(/^#+ .*$/gm))]);
	const paragraphs = outside.flatMap((text) => text.split('\n').filter((line) => /^[A-Z].{40,}/.test(line)));
	assert.ok(code.length > COUNT && headings.length > COUNT && paragraphs.length > COUNT);
	for (const texts of [titles, code, headings, paragraphs]) assert.equal(repeated(texts), []);
});

test('links point to pages of the corpus, and no docsgen syntax is left', () => {
	const paths = new Set(pages.map(({ path }) => path));
	const fences = new Set<string>();
	for (const { body } of pages) {
		for (const match of body.matchAll(/\]\(\.\.\/(.*?)\.md\)/g)) assert.ok(paths.has(match[1] ?? ''), match[0]);
		for (const match of body.matchAll(/^[ \t]*```+(.+)$/gm)) fences.add(match[1] ?? '');
		for (const match of body.matchAll(/^:::.+$/gm)) assert.match(match[0], /^:::(?:tip|danger)$/);
	}
	assert.equal([...fences].sort(), ['bash', 'json', 'ts', 'tsx']);
});

test('every rival gets every page, with its code', () => {
	for (const rival of [docsgen, ...rivals])
		folder((site) => {
			rival.write(pages.slice(0, 30), site);
			for (const page of pages.slice(0, 30)) {
				const text = readFileSync(join(site, rival.source(page)), 'utf8');
				assert.ok(text.startsWith(`---\ntitle: ${page.title}\n---\n`), rival.name);
				const code = (markdown: string): number => markdown.match(/^[ \t>]*```/gm)?.length ?? 0;
				assert.is(code(text), code(page.body), rival.name);
			}
		});
});

test('a site is written into an empty folder', () => {
	folder((site) => {
		writeCorpus(site, 30);
		writeCorpus(site, 1);
		assert.equal(readdirSync(join(site, 'content/docs')).sort(), ['folder-000', 'index.md']);
	});
});

test('a measurement includes child processes', async () => {
	const work = "const end = Date.now() + 300; while (Date.now() < end) Buffer.alloc(9000); console.log('done');";
	const code = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(work)}], { stdio: 'inherit' })`;
	const cost = await run({ file: process.execPath, args: ['-e', code], cwd: tmpdir() });
	assert.is(cost.output, 'done\n');
	assert.ok(cost.wall >= 0.3);
	if (process.platform !== 'linux') return;
	const idle = await run({ file: process.execPath, args: ['-e', ''], cwd: tmpdir() });
	assert.ok(cost.cpu > idle.cpu && cost.memory > idle.memory * 1.5, JSON.stringify([cost, idle]));
});

test('a process that fails is an error with its output', async () => {
	const args = ['-e', "console.error('no such page'); process.exit(3)"];
	const error = await run({ file: process.execPath, args, cwd: tmpdir() }).catch((reason: Error) => reason);
	assert.match(String(error), /failed with 3:\nno such page/);
});

test('the table shows medians, and ratios within a round', () => {
	const costs = (...walls: number[]) => walls.map((wall) => ({ wall, cpu: wall * 2, memory: wall * 10, output: '' }));
	const result = (cold: number[]): Result => ({
		rival: docsgen,
		version: '1.0.0',
		cold: costs(...cold),
		warm: [],
		edit: costs(0.25),
		bytes: 2_340_000,
		failed: false,
	});
	assert.is(median([3, 1, 2]), 2);
	assert.is(median([4, 1, 2, 3]), 2.5);
	const line = row(1000, result([4, 20, 9, 99]), result([2, 5, 3]));
	assert.is(line, '| 1,000 | docsgen 1.0.0 | 14.50 | 3.00 | 29.00 | 3.00 | 990 | – | 0.25 | 2.3 | 4 |');
	assert.is(HEAD.split('\n')[0]?.split('|').length, line.split('|').length);
});

test.run();

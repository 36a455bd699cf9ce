/**
 * Speed as counts, bytes and ratios, which do not depend on the machine's load: a change that makes docsgen slow
 * changes one of them. `npm run bench` measures times.
 */
import fs, { appendFileSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PLAIN_PARSER } from '../src/cli/bundle/plugins.ts';
import { parsePage } from '../src/content/markdown/parse.ts';
import { identify } from '../src/content/model/identity.ts';
import { docsgenSite, makeCorpus } from './bench/corpus.ts';
import { buildFolder } from './disk-site.ts';
import { breakDisk } from './faulty-disk.ts';
import { type MemorySite, site } from './memory-site.ts';
import { openedIn } from './opened-files.ts';
import { run, temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

async function built(pages: number): Promise<MemorySite> {
	const made = site(docsgenSite(makeCorpus(pages)));
	const result = await made.build();
	assert.ok(result.ok, JSON.stringify(result.diagnostics.slice(0, 3)));
	return made;
}

const bytesOf = (made: MemorySite): number => made.outputs().reduce((sum, out) => sum + made.read(out).length, 0);

test('a second build runs no job; after an edit, only jobs that show the edit run', async () => {
	const made = await built(100);
	const again = await made.build();
	assert.equal([again.jobs, again.written], [0, 0]);
	const [page] = makeCorpus(100);
	made.files[`content/docs/${page?.path}.md`] += '\n\nA sentence that was not there, about quaggas.\n';
	const edited = await made.build();
	// The page, its Markdown copy, its search entry, the file of all texts; the search index's root file and some shards.
	assert.ok(edited.jobs <= 14, `${edited.jobs} jobs`);
	assert.ok(edited.written <= 14, `${edited.written} files`);
});

test('a build after an edit of a sentence opens few files, reads little JSON, and lists no folder of the output', async () => {
	const root = temporaryFolder('sentence');
	writeFiles(root, docsgenSite(makeCorpus(100)));
	// Later than all times of files, so that they are trusted.
	const build = () => buildFolder(root, { now: () => Date.now() + 60_000 });
	assert.ok((await build()).ok);
	const { path = '' } = makeCorpus(100)[7] ?? {};
	appendFileSync(join(root, `content/docs/${path}.md`), '\n\nA sentence that was not there, about quaggas.\n');
	const { parse } = JSON;
	const { readdirSync } = fs;
	let chars = 0;
	const listed: string[] = [];
	JSON.parse = (text: string, ...rest) => {
		chars += text.length;
		return parse(text, ...rest);
	};
	const noted = (folder: string, ...rest: []) => {
		listed.push(folder);
		return readdirSync(folder, ...rest);
	};
	Object.assign(fs, { readdirSync: noted });
	syncBuiltinESMExports();
	let jobs = 0;
	const opened = await openedIn(root, async () => {
		({ jobs } = await build());
	}).finally(() => {
		Object.assign(fs, { readdirSync });
		JSON.parse = parse;
		syncBuiltinESMExports();
	});
	assert.ok(jobs > 0);
	assert.ok(opened.length <= 40, `${opened.length} files: ${opened.join(' ')}`);
	// 361,000 today. The words of the corpus are this repository's, so an edited guide moves it by some percent.
	assert.ok(chars <= 390_000, `${chars} characters of JSON`);
	const output = listed.flatMap((folder) => (folder.startsWith(join(root, 'build/')) ? folder.slice(root.length) : []));
	assert.equal(
		output.filter((folder) => !folder.startsWith('/build/.docsgen')),
		[],
	);
});

test('the output of a page does not grow with the number of pages', async () => {
	const [small, large] = [await built(75), await built(225)];
	const ratio = bytesOf(large) / 225 / (bytesOf(small) / 75);
	assert.ok(ratio < 1.08, `${ratio.toFixed(3)} times the bytes per page`);
});

test('a build loads only the packages that it needs, and an unchanged one loads none', async () => {
	const folder = temporaryFolder('loaded');
	const root = join(folder, 'site');
	writeFiles(root, docsgenSite(makeCorpus(5)));
	const env = { NODE_OPTIONS: `--require=${resolve('test/loaded.cjs')}`, LOADED: join(folder, 'loaded.txt') };
	const loaded = async (): Promise<string[]> => {
		const { code, stderr } = await run(['build', '--site', root], { env });
		assert.is(code, 0, stderr);
		return readFileSync(env.LOADED, 'utf8').split('\n').filter(Boolean);
	};
	const cold = await loaded();
	assert.ok(cold.includes('esbuild'), 'the first build compiles the configuration');
	// Templates, styles and scripts were compiled when docsgen was installed.
	for (const name of ['lightningcss', 'typescript', 'chokidar', 'react-dom']) assert.not.ok(cold.includes(name), name);
	assert.equal(await loaded(), [], 'where nothing has changed, not even a parser is there');
});

/** Processor time of the fastest of some runs, in milliseconds: other load only adds to it. */
function quickest(task: () => void): number {
	const times = Array.from({ length: 7 }, () => {
		const start = process.cpuUsage();
		task();
		const { user } = process.cpuUsage(start);
		return user / 1000;
	});
	return Math.min(...times);
}

/** Work similar to parsing, with text and objects, that does not depend on docsgen. */
function calibration(text: string): number {
	let sum = 0;
	for (let turn = 0; turn < 20; turn++) {
		const words = new Map<string, number>();
		for (const [word] of text.matchAll(/[A-Za-z]+/g)) words.set(word, (words.get(word) ?? 0) + 1);
		sum += JSON.stringify([...words]).length + text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`).length;
	}
	return sum;
}

/** Highest ratio of the time to parse a page and the calibration with its text; measured 1.0 to 1.3. */
const PARSING_RATIO = 2.5;

test('parsing time stays within a fixed ratio to a comparable loop', () => {
	const sources = Object.entries(docsgenSite(makeCorpus(60))).filter(([path]) => path.endsWith('.md'));
	const options = { baseUrl: '/', components: [], allowScripts: false };
	const look = { text: () => undefined, media: () => undefined, package: () => undefined };
	const parsing = quickest(() => {
		for (const [path, text] of sources) {
			const identity = identify(path);
			if (identity) parsePage({ path, text, hash: path }, identity, options, look, PLAIN_PARSER);
		}
	});
	const loop = quickest(() => {
		for (const [, text] of sources) calibration(text);
	});
	const ratio = parsing / loop;
	assert.ok(ratio < PARSING_RATIO, `parsing takes ${ratio.toFixed(2)} times the loop`);
});

test('a static file is copied without reading it whole', async () => {
	const root = temporaryFolder('static');
	writeFiles(root, { ...docsgenSite(makeCorpus(1)), 'content/static/v.mp4': new Uint8Array(3_000_000).fill(7) });
	const disk = breakDisk({ fault: '', at: -1, under: root, looks: true });
	const { readSync } = fs;
	let most = 0;
	const measured = (file: number, buffer: Uint8Array, ...rest: [number, number, null]): number => {
		most = Math.max(most, buffer.byteLength);
		return readSync(file, buffer, ...rest);
	};
	Object.assign(fs, { readSync: measured });
	syncBuiltinESMExports();
	const { ok } = await buildFolder(root).finally(() => {
		Object.assign(fs, { readSync });
		disk.repair();
	});
	assert.ok(ok);
	assert.ok(disk.calls.includes('copyFileSync content/static/v.mp4'));
	assert.not.ok(disk.calls.includes('readFileSync content/static/v.mp4'));
	assert.ok(most > 0 && most <= 1 << 20, `${most} bytes at once`);
	assert.is(readFileSync(join(root, 'build/v.mp4')).length, 3_000_000);
});

test.run();

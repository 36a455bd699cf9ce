/**
 * The compiler of live samples in Chromium says what the compiler in Node says: the same code, text and line, for edits
 * that are made from the variants of the site's samples.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SampleProblem } from '../../src/extensions/typescript/client/questions.ts';
import { shortMessage } from '../../src/extensions/typescript/model/compiler-text.ts';
import type { LivePage } from '../../src/extensions/typescript/model/live.ts';
import { compileHere } from '../../src/extensions/typescript/samples/compile.ts';
import type { Work } from '../../src/extensions/typescript/samples/types.ts';
import { fencesOf, samplesOf, workspaceOf } from '../page-samples.ts';
import { repositorySite } from '../repository-site.ts';
import { serveFolder, stopAll, withPage } from './browser.ts';

const { outDir } = repositorySite();
const origin = await serveFolder(outDir);
test.after(stopAll);

type Texts = Record<string, string>;

/** The texts of a page's server and client, in each combination of their variants, whole and with a bracket missing. */
function editsOf(page: string): Texts[] {
	const samples = fencesOf(readFileSync(page, 'utf8')).map((fence) => samplesOf(fence, page));
	const at = samples.findIndex((variants) => variants.some(({ variant }) => variant !== undefined));
	const [server = [], client = []] = samples.slice(at).filter((variants) => variants.length > 0);
	const textsOf = (variants: typeof server): [string, string][] =>
		variants.map(({ files: [file] }) => [file?.name ?? '', file?.text ?? '']);
	const both = textsOf(server).flatMap((one) => textsOf(client).map((other) => Object.fromEntries([one, other])));
	const broken = both.map((texts) =>
		Object.fromEntries(
			Object.entries(texts).map(([name, text]) => [
				name,
				name.includes('client') ? text.replace(/\)(?!.*\))/s, '') : text,
			]),
		),
	);
	return [...new Map([...both, ...broken].map((texts) => [JSON.stringify(texts), texts])).values()];
}

const edits = ['content/pages/index.md', 'content/docs/main/quickstart.md'].flatMap(editsOf);

/** What the compiler says in Node, as `file:line code text`. */
async function saidInNode(): Promise<string[][]> {
	const root = process.cwd();
	const { packages } = workspaceOf('10.x');
	const folder = resolve('content/samples/10.x');
	const files = edits.flatMap((texts, index) =>
		Object.entries(texts).map(([name, text]) => {
			const own = join(folder, '.samples', 'page.md', String(index));
			return { path: join(own, name), folder: own, name, text };
		}),
	);
	const folders: Work['folders'] = {};
	for (const { folder: own, name, path } of files) folders[own] = { ...folders[own], [name]: path };
	const units = Object.values(folders).map((names, index) => ({
		key: String(index),
		files: Object.values(names),
		isolated: false,
		queries: [],
		shown: [],
	}));
	const roots = files.map(({ path }) => path);
	const { results } = await compileHere()([{ root, folder, packages, ambient: [], files, folders, roots, units }]);
	return results.map(([, { findings }], index) =>
		findings.map(
			({ file, line, code, message }) =>
				`${Object.keys(edits[index] ?? {})[file]}:${line} ${code} ${shortMessage(message)}`,
		),
	);
}

/** The same from the worker, for which a page of the site has the scripts. Each edit is a command of its own: a browser may take a minute for one. */
async function saidInPage(page: Page, live: LivePage, types: string[]): Promise<string[][]> {
	await page.evaluate((compiler) => {
		const worker = new Worker(compiler, { type: 'module' });
		const ask = (question: object): Promise<unknown> =>
			new Promise((settle, fail) => {
				worker.onmessage = ({ data }) => {
					if (data.kind === 'answer') settle(data.answer);
					if (data.kind === 'failure') fail(new Error(data.message));
				};
				worker.postMessage({ id: 1, question });
			});
		Object.assign(window, { testAsk: ask });
	}, `/${live.compiler}`);
	const ask = <T>(question: object): Promise<T> =>
		page.evaluate((one): Promise<T> => Reflect.get(window, 'testAsk')(one), question);
	const declarations = types.map((path) => new URL(path, `${origin}/`).href);
	const said: string[][] = [];
	for (const files of edits) {
		await ask({ kind: 'open', sample: 'one', files, types: declarations, options: live.options });
		const problems = await ask<SampleProblem[]>({ kind: 'diagnostics', sample: 'one' });
		said.push(problems.map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`));
	}
	return said;
}

test('twenty edits and more have the same errors in the page as in Node', async () => {
	assert.ok(edits.length >= 20, `${edits.length} edits`);
	const folder = join(outDir, 'assets/live');
	const pages = readdirSync(folder)
		.filter((name) => name.startsWith('page-'))
		.map((name): LivePage => JSON.parse(readFileSync(join(folder, name), 'utf8')));
	const [live] = pages;
	assert.ok(live);
	// All packages that the edits import, whichever samples have them.
	const types = [...new Set(pages.flatMap(({ samples }) => samples.flatMap((sample) => sample.types)))].filter((path) =>
		/\/(?:typescript|types-node|undici-types|buffer|trpc-\w+|zod|content-samples[\w.-]*)-\w{8}\.json$/.test(path),
	);
	const expected = await saidInNode();
	assert.ok(expected.filter((errors) => errors.length > 0).length >= 15, 'most edits are mistakes');
	await withPage(`${origin}/docs/`, {}, async (page) => {
		assert.equal(await saidInPage(page, live, types), expected);
	});
});

test.run();

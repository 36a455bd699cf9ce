/** `docsgen mcp`, asked by the protocol's own client: about this repository's site, and about broken ones. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INDEX_FORMAT, SETTINGS_FILE } from '../src/content/search/format.ts';
import { headingsOf, sectionByHeading } from '../src/extensions/mcp/sections.ts';
import { PROGRAM, run } from './program.ts';
import { repositorySite } from './repository-site.ts';
import { writeFiles } from './write-files.ts';

const { outDir } = repositorySite();
const stops: (() => Promise<unknown>)[] = [];

interface Asked {
	url: string;
	/** Paths of all requests. */
	paths: string[];
}

/** Serves texts by path, with status 404 for all others. */
async function serve(read: (path: string) => Promise<string | undefined>): Promise<Asked> {
	const paths: string[] = [];
	const server: Server = createServer((request, response) => {
		const path = request.url ?? '';
		paths.push(path);
		void read(path).then((text) => response.writeHead(text === undefined ? 404 : 200).end(text));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	stops.push(() => new Promise((resolve) => server.close(resolve)));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
}

const serveSite = (folder: string): Promise<Asked> =>
	serve((path) => readFile(join(folder, decodeURI(path)), 'utf8').catch(() => undefined));

/** Asks the program about a site: the text of each answer, with `problem` in front if the answer is an error. */
async function assistant(target: string) {
	const client = new Client({ name: 'test', version: '1.0.0' });
	const env = { PATH: process.env.PATH ?? '' };
	await client.connect(
		new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp', target], env, stderr: 'ignore' }),
	);
	stops.push(() => client.close());
	const ask = async (name: string, args: Record<string, unknown>): Promise<string> => {
		const { content, isError } = (await client.callTool({ name, arguments: args })) as CallToolResult;
		const [first] = content;
		return `${isError ? 'problem: ' : ''}${first?.type === 'text' ? first.text : ''}`;
	};
	return { client, ask };
}

test.after(async () => {
	for (const stop of stops.reverse()) await stop();
});

/** Question → words of the answer in the section that is found first. */
const QUESTIONS: Record<string, RegExp> = {
	'turn batching off': /httpLink|batching: \{\s*enabled: false/,
	'split large batches': /maxURLLength/,
	'pass a token in a header': /authorization/i,
	'throw an error with a status': /TRPCError/,
	'what getHTTPStatusCodeFromError returns': /status/i,
	'merge routers': /mergeRouters|router\(\{/,
	'infer the type of an output': /inferRouterOutputs/,
	'subscribe to events over WebSocket': /wsLink|applyWSSHandler/,
	'cache responses': /responseMeta|cache-control/i,
	'prefetch a query on the server with Next.js': /prefetch/,
};

test('ten questions about tRPC are answered from the published site', async () => {
	const { url, paths } = await serveSite(outDir);
	const { client, ask } = await assistant(`${url}/docs/server/routers`);
	assert.equal(
		(await client.listTools()).tools.map(({ name }) => name),
		['search_docs', 'read_page', 'list_pages'],
	);
	for (const [query, answer] of Object.entries(QUESTIONS)) {
		const found = await ask('search_docs', { query });
		const sections = [...found.matchAll(/^ {2}path: (\S+)(?:\n {2}heading: (.+))?/gm)].slice(0, 3);
		assert.is(sections.length, 3, `${query}: ${found}`);
		const texts = [];
		for (const [, path = '', heading] of sections) texts.push(await ask('read_page', { path, heading }));
		assert.match(texts.join('\n'), answer, query);
	}
	const repeated = paths.filter((path, index) => paths.indexOf(path) !== index);
	assert.equal(repeated, [], 'A file was requested twice.');
});

test('a search can be limited to a version and to a kind of page', async () => {
	const { ask } = await assistant(outDir);
	assert.match(await ask('search_docs', { query: 'context', version: '9.x' }), /path: \/docs\/v9\/context\n/);
	assert.match(await ask('search_docs', { query: 'createTRPCReact', kind: 'reference' }), /- createTRPCReact\n/);
	assert.not.match(await ask('search_docs', { query: 'createTRPCReact', kind: 'guide' }), /typedoc/);
	assert.is(await ask('search_docs', { query: 'qqqqq' }), 'Nothing found for "qqqqq".');
});

test('the table of contents is of one version', async () => {
	const { ask } = await assistant(outDir);
	const last = await ask('list_pages', {});
	assert.match(last, /^## Backend$/m);
	assert.not.match(last, /\/docs\/v9\//);
	const old = await ask('list_pages', { version: '9.x' });
	assert.match(old, /\/docs\/v9\/context\.md/);
	assert.not.match(old, /^## Backend$/m);
});

test('pages are found by path, by published URL and by anchor', async () => {
	const { ask } = await assistant(outDir);
	const page = await ask('read_page', { path: '/docs/server/context' });
	assert.match(page, /^# Context\n/);
	for (const path of ['/docs/server/context/', 'docs/server/context.md', 'https://trpc.io/docs/server/context'])
		assert.is(await ask('read_page', { path }), page, path);
	const section = await ask('read_page', { path: '/docs/server/context', heading: 'Inner and outer context' });
	assert.match(section, /^## Inner and outer context\n/);
	assert.not.match(section, /^## Reach the response/m);
	assert.is(await ask('read_page', { path: '/docs/server/context#inner-and-outer-context' }), section);
	assert.match(await ask('read_page', { path: '/' }), /^# tRPC/);
});

test('mistakes of an assistant are answered with what would be right', async () => {
	const { client, ask } = await assistant(outDir);
	const mistakes: [name: string, args: Record<string, unknown>, answer: RegExp][] = [
		['read_page', { path: '/docs/nowhere' }, /^problem: There is no page \/docs\/nowhere/],
		['read_page', { path: '/../../etc/passwd' }, /^problem: There is no page/],
		['read_page', { path: 'https://example.org/docs' }, /^problem: .*is not a page of/],
		['read_page', { path: '/docs/server/context', heading: 'X' }, /^problem: .*Its headings: .*Reach the response/],
		['search_docs', { query: 'context', version: '8.x' }, /^problem: There is no version "8.x". Versions: 10.x, 9.x/],
	];
	for (const [name, args, answer] of mistakes) assert.match(await ask(name, args), answer);
	const invalid: [name: string, args: Record<string, unknown>, answer: RegExp][] = [
		['find', {}, /There is no tool "find". Tools: search_docs/],
		['search_docs', {}, /search_docs needs the argument "query"/],
		['search_docs', { query: 5 }, /"query" must be a string/],
		['search_docs', { query: 'a', kind: 'video' }, /"kind" must be one of: guide, reference, post/],
		['list_pages', { page: '2' }, /list_pages has no argument "page"/],
	];
	for (const [name, args, answer] of invalid) {
		const error = await client.callTool({ name, arguments: args }).catch((error: { code: number }) => error);
		assert.is((error as { code: number }).code, -32602);
		assert.match(String(error), answer);
	}
});

test('sites that cannot be searched are problems of the call, and the server goes on', async () => {
	const settings = { baseUrl: '/', origin: '', versions: [{ name: '', label: '', isLast: true, index: '/i.json' }] };
	const sites: [read: (path: string) => string | undefined, answer: RegExp][] = [
		[() => undefined, /has no search index \(search.json\): it was not made with docsgen, or its search is off/],
		[() => 'Welcome', /has no search index/],
		[(path) => (path.endsWith(SETTINGS_FILE) ? '{"versions":[]}' : undefined), /has no search index/],
		[(path) => (path.endsWith(SETTINGS_FILE) ? JSON.stringify(settings) : undefined), /index is incomplete/],
		[
			(path) => JSON.stringify(path.endsWith(SETTINGS_FILE) ? settings : { format: INDEX_FORMAT - 1 }),
			new RegExp(`has format ${INDEX_FORMAT - 1}, and this docsgen reads format ${INDEX_FORMAT}`),
		],
	];
	for (const [read, answer] of sites) {
		const { url } = await serve(async (path) => read(path));
		const { client, ask } = await assistant(url);
		assert.match(await ask('search_docs', { query: 'x' }), answer);
		assert.match(await ask('search_docs', { query: 'x' }), answer);
		await client.close();
	}
	const broken = mkdtempSync(join(tmpdir(), 'docsgen-mcp-'));
	stops.push(async () => rmSync(broken, { recursive: true, force: true }));
	writeFiles(broken, { [SETTINGS_FILE]: '{' });
	assert.match(await (await assistant(broken)).ask('list_pages', {}), /^problem: .*has no search index/);
	const { ask } = await assistant('http://127.0.0.1:9/');
	assert.match(await ask('search_docs', { query: 'x' }), /^problem: 127\.0\.0\.1:9 does not answer: /);
});

test('a folder of sources is served as it is at the moment of the question', async () => {
	const root = mkdtempSync(join(tmpdir(), 'docsgen-mcp-'));
	stops.push(async () => rmSync(root, { recursive: true, force: true }));
	const page = (word: string): string => `# Apples\n\n## Harvest\n\nPick them in ${word}.\n`;
	writeFiles(root, {
		'site.config.ts': "export default { title: 'Fruit', url: 'https://fruit.example', baseUrl: '/fruit/' };\n",
		'content/docs/apples.md': page('September'),
	});
	const { client, ask } = await assistant(root);
	assert.match(await ask('search_docs', { query: 'September' }), /path: \/fruit\/docs\/apples\n {2}heading: Harvest/);
	writeFileSync(join(root, 'content/docs/apples.md'), page('October'));
	let text = '';
	while (!text.includes('October')) text = await ask('read_page', { path: '/fruit/docs/apples', heading: 'harvest' });
	assert.is(text, '## Harvest\n\nPick them in October.\n');
	assert.match(await ask('search_docs', { query: 'October' }), /Pick them in October/);
	await client.close();
});

test('the URL of a language gives its table of contents', async () => {
	const files: Record<string, string> = {
		'/fr/search.json': JSON.stringify({ baseUrl: '/', versions: [{ name: '', label: '', isLast: true }] }),
		'/llms.txt': '# Fruit\n',
		'/fr/llms.txt': '# Fruits\n',
	};
	const { url } = await serve(async (path) => files[path]);
	const { ask } = await assistant(`${url}/fr/docs/apples`);
	assert.is(await ask('list_pages', {}), '# Fruits\n');
});

test('a page that is not translated is read in the original, and a section by its anchor in the browser', async () => {
	const files: Record<string, string> = {
		'/search.json': JSON.stringify({ baseUrl: '/', versions: [{ name: '', label: '', isLast: true }] }),
		'/docs/oven.md': '# Oven\n\n## Heat\n\nHot.\n',
		'/docs/dough.md': '# Dough\n',
		'/fr/docs/dough.md': '# Pâte\n\n## La vapeur\n\nChaude.\n',
		'/fr/docs/dough/index.html':
			'<h1 id="top">P</h1><h2 class="x" id="steam">La&#x20;vapeur<a class="a" href="#steam"></a></h2>',
	};
	files['/fr/search.json'] = files['/search.json'] ?? '';
	const { url } = await serve(async (path) => files[path]);
	for (const target of [url, `${url}/fr/`]) {
		const { ask } = await assistant(target);
		assert.match(await ask('read_page', { path: '/fr/docs/oven' }), 'Hot.');
		assert.match(await ask('read_page', { path: '/fr/docs/oven#heat' }), '## Heat');
		assert.match(await ask('read_page', { path: '/fr/docs/dough#steam' }), '## La vapeur');
		assert.match(await ask('read_page', { path: '/fr/docs/dough#no' }), /problem: .*has no heading "no"/);
		assert.match(await ask('read_page', { path: '/docs/docs/oven' }), /problem: There is no page/);
		assert.match(
			await ask('read_page', { path: '/fr/docs/nowhere' }),
			/problem: There is no page \/fr\/docs\/nowhere\./,
		);
	}
});

test('the folder of a language in a built site is that language, with the pages above it', async () => {
	const root = mkdtempSync(join(tmpdir(), 'docsgen-mcp-'));
	stops.push(async () => rmSync(root, { recursive: true, force: true }));
	const settings = JSON.stringify({ baseUrl: '/fruit/', versions: [{ name: '', label: '', isLast: true }] });
	writeFiles(root, {
		'.docsgen': '',
		'search.json': settings,
		'llms.txt': '# Fruit\n',
		'docs/apples.md': '# Apples\n',
		'pt-BR/search.json': settings,
		'pt-BR/llms.txt': '# Frutas\n',
		'pt-BR/docs/pears.md': '# Peras\n',
	});
	for (const target of [join(root, 'pt-BR'), `${join(root, 'pt-BR')}/`]) {
		const { ask } = await assistant(target);
		assert.is(await ask('list_pages', {}), '# Frutas\n');
		assert.is(await ask('read_page', { path: '/fruit/pt-BR/docs/pears' }), '# Peras\n');
		assert.is(await ask('read_page', { path: '/fruit/pt-BR/docs/apples' }), '# Apples\n');
	}
	const { ask } = await assistant(root);
	assert.is(await ask('list_pages', {}), '# Fruit\n');
});

test('without a site, the command fails with a hint', async () => {
	const root = mkdtempSync(join(tmpdir(), 'docsgen-mcp-'));
	stops.push(async () => rmSync(root, { recursive: true, force: true }));
	const { code, stdout, stderr } = await run(['mcp', root]);
	assert.is(code, 1);
	assert.is(stdout, '');
	assert.match(stderr, /There is no site\.config\.ts and no search\.json in/);
	assert.is((await run(['mcp', 'https://'])).code, 1);
});

test('sections end at the next heading of their level; headings in code are text', () => {
	const markdown =
		'# A\n\n## B\n\n```sh\n# no heading\n```\n\n### `C()` now\n\nc\n\n## [D](/d)\n\nd\n\n## B\n\nsecond\n';
	assert.equal(headingsOf(markdown), ['B', '`C()` now', 'D', 'B']);
	assert.is(sectionByHeading(markdown, 'B'), '## B\n\n```sh\n# no heading\n```\n\n### `C()` now\n\nc\n');
	assert.is(sectionByHeading(markdown, 'c() now'), '### `C()` now\n\nc\n');
	assert.is(sectionByHeading(markdown, 'd'), '## [D](/d)\n\nd\n');
	assert.is(sectionByHeading(markdown, 'b-1'), '## B\n\nsecond\n');
	assert.is(sectionByHeading(markdown, 'no heading'), undefined);
});

test.run();

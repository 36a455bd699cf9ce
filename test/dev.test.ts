/** `docsgen dev` on a changing folder: its responses, its findings, and that nothing crashes it. */
import { EventEmitter, once } from 'node:events';
import fs, {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { DevStep } from '../src/cli/dev/dev.ts';
import { openInputs } from '../src/cli/disk/inputs.ts';
import { diskProject, type Project } from '../src/cli/disk/project.ts';
import { watchSite } from '../src/cli/disk/watch.ts';
import { starterFiles } from '../src/cli/init/starter.ts';
import type { Diagnostic } from '../src/content/model/page.ts';
import { OWN_MARK } from '../src/render/views/output-paths.ts';
import { closeAll, type Dev, dev, devIn } from './dev-server.ts';
import { buildFolder } from './disk-site.ts';
import { config, doc } from './memory-site.ts';
import { runHere, temporaryFolder } from './program.ts';
import { outputs } from './repository-site.ts';
import { writeFiles } from './write-files.ts';

type Files = Record<string, string>;

test.after.each(closeAll);

const small: Files = {
	'site.config.ts': config({}),
	'content/docs/index.md': doc('Home', 'Welcome.', 'slug: /'),
	'content/docs/guide.md': doc('Guide', 'First text.'),
};

const starter: Files = starterFiles({ title: 'Starter' });

const TAG = /<script type="module" src="[^"]*\/__docsgen\/dev\.js[^"]*"><\/script>/g;

test('one server serves all languages, and an edit of an original shows in its fallbacks', async () => {
	const d = await dev({
		...small,
		'site.config.ts': config({ locales: ['en', 'fr'] }),
		'content/docs/a.md': doc('A', 'Text.'),
		'content/fr/docs/index.md': doc('Accueil', 'Bienvenue.', 'slug: /'),
	});
	assert.match((await d.get('/fr/docs/')).text, 'Bienvenue.');
	assert.match((await d.get('/fr/docs/a')).text, '<div class="markdown" lang="en" dir="ltr"><p>Text.</p>');
	const missing = await d.get('/fr/docs/b');
	assert.equal([missing.status, /<html lang="(\w+)"/.exec(missing.text)?.[1]], [404, 'fr']);
	d.write({ 'content/docs/a.md': doc('A', 'Other text.') });
	await d.shows('/fr/docs/a', 'Other text.');
	d.write({ 'content/fr/docs/a.md': doc('A', 'Autre texte.') });
	await d.shows('/fr/docs/a', 'Autre texte.');
	d.remove('content/fr/docs/a.md');
	await d.shows('/fr/docs/a', 'Other text.');
	await d.close();
});

test('dev serves the built file plus one tag', async () => {
	for (const [files, baseUrl] of [
		[starter, undefined],
		[{ ...starter, 'content/static/robots.txt': 'Own' }, '/project/'],
	] as const) {
		const server = await dev(files, { baseUrl });
		const outDir = join(server.root, 'build');
		const result = await buildFolder(server.root, { baseUrl });
		assert.is(result.ok, true, JSON.stringify(result.diagnostics));
		for (const out of outputs(outDir, '').filter((path) => /\.\w+$/.test(path) && path !== OWN_MARK)) {
			const served = await server.get(`/${out.split('/').map(encodeURIComponent).join('/')}`);
			const file = readFileSync(join(outDir, out), 'utf8');
			if (!out.endsWith('.html')) assert.is(served.text, file, out);
			else {
				assert.is(served.text.match(TAG)?.length, 1, out);
				assert.is(served.text.replace(TAG, ''), file, out);
			}
		}
		await server.close();
	}
});

test('edited, new, renamed and deleted pages show immediately', async () => {
	const server = await dev(small);
	assert.match((await server.get('/docs/guide')).text, 'First text.');
	server.write({ 'content/docs/guide.md': doc('Guide', 'Second text.') });
	await server.shows('/docs/guide', 'Second text.');
	server.write({ 'content/docs/new/deep.md': doc('Deep', 'New text.') });
	await server.shows('/docs/new/deep', 'New text.');
	await server.shows('/docs/guide', 'Deep');
	renameSync(join(server.root, 'content/docs/new/deep.md'), join(server.root, 'content/docs/new/other.md'));
	await server.shows('/docs/new/other', 'New text.');
	assert.is((await server.get('/docs/new/deep')).status, 404);
	server.remove('content/docs/new');
	await server.until('the page is gone', async () => (await server.get('/docs/new/other')).status === 404);
	assert.not.match((await server.get('/docs/guide')).text, 'Deep');
	assert.equal(server.findings, []);
});

test('editors that write a new file and rename it over the old one', async () => {
	const server = await dev(small);
	for (const text of ['Second.', 'Third.', 'Fourth.']) {
		writeFileSync(join(server.root, 'content/docs/guide.md~'), doc('Guide', text));
		renameSync(join(server.root, 'content/docs/guide.md~'), join(server.root, 'content/docs/guide.md'));
		await server.shows('/docs/guide', text);
	}
	// Texts of equal length within one tick of the file system's clock.
	for (const text of ['AAAA', 'BBBB', 'CCCC']) {
		server.write({ 'content/docs/guide.md': doc('Guide', text) });
		await server.shows('/docs/guide', text);
	}
});

test('a broken page is reported and still served as far as possible; fixing it clears the report', async () => {
	const server = await dev(small);
	server.write({ 'content/docs/guide.md': '---\ntitle: [\n---\n\nText of the broken page.\n' });
	await server.until('the mistake is found', () =>
		server.findings.some(({ file }) => file === 'content/docs/guide.md'),
	);
	assert.is((await server.get('/docs/')).status, 200);
	const state = JSON.parse((await server.get('/__docsgen/state')).text) as { overlay: string };
	assert.match(state.overlay, 'content/docs/guide.md');
	server.write({ 'content/docs/guide.md': doc('Guide', 'Mended.') });
	await server.shows('/docs/guide', 'Mended.');
	assert.equal(server.findings, []);
	assert.is((JSON.parse((await server.get('/__docsgen/state')).text) as { overlay: string }).overlay, '');
});

test('a broken link is found on pages that were never requested, and cleared when its target appears', async () => {
	const server = await dev(small);
	server.write({ 'content/docs/other.md': doc('Other', '[gone](/docs/later)') });
	await server.until('the link is found', () => server.findings.some(({ code }) => code === 'broken-link'));
	server.write({ 'content/docs/later.md': doc('Later') });
	await server.until('it arrives', () => server.findings.length === 0);
});

test('a broken configuration is reported while the last valid one is served', async () => {
	const server = await dev(small);
	for (const broken of [
		'export default { title: ',
		'throw new Error("No")',
		config({ titel: 'x' }),
		'export const x = 1;',
	]) {
		server.write({ 'site.config.ts': broken });
		await server.until(`${broken} is found`, () => server.findings.some(({ file }) => file === 'site.config.ts'));
		assert.match((await server.get('/docs/guide')).text, 'First text.');
	}
	server.remove('site.config.ts');
	await server.until('its absence is found', () => server.findings.some(({ code }) => code === 'no-configuration'));
	server.write({ 'site.config.ts': config({ title: 'Another title' }) });
	await server.shows('/docs/guide', '<title>Guide | Another title</title>');
	assert.equal(server.findings, []);
});

test('a site that is broken from the start is served once it is fixed', async () => {
	const server = await dev({ ...small, 'site.config.ts': 'export default {' });
	const first = await server.get('/docs/guide');
	assert.is(first.status, 503);
	assert.is(first.text.match(TAG)?.length, 1, 'the open page hears of the mending');
	server.write({ 'site.config.ts': config({}) });
	await server.shows('/docs/guide', 'First text.');
});

test('templates, components and styles of the site', async () => {
	const server = await dev({ ...small, 'content/docs/guide.md': doc('Guide', 'First text.') });
	server.write({ 'templates/PageFoot.tsx': 'export function PageFoot() { return <footer>Own foot</footer>; }' });
	await server.shows('/docs/guide', '<footer>Own foot</footer>');
	server.write({ 'templates/PageFoot.tsx': 'export function PageFoot() { return <footer>Changed foot</footer>; }' });
	await server.shows('/docs/guide', '<footer>Changed foot</footer>');
	server.write({ 'templates/PageFoot.tsx': 'export function PageFoot() { return <footer>' });
	await server.until('the mistake is found', () => server.findings.some(({ code }) => code === 'compile-error'));
	assert.is((await server.get('/docs/guide')).status, 200);
	server.write({ 'templates/PageFoot.tsx': 'export function PageFoot() { throw new Error("Crashed foot"); }' });
	await server.until('the crash is answered', async () => (await server.get('/docs/guide')).status === 500);
	await server.until('and found', () => server.findings.some(({ message }) => message.includes('Crashed foot')));
	server.remove('templates');
	await server.shows('/docs/guide', 'First text.');
	server.write({
		'templates/components/Shout.tsx':
			'export function Shout({ children }) { return <strong className="shout">{children}</strong>; }',
		'content/docs/guide.md': doc('Guide', '<Shout>Loud</Shout>'),
	});
	await server.shows('/docs/guide', '<strong class="shout">Loud');
	server.write({ 'templates/styles/print.css': '.only-mine{color:red}' });
	await server.until('the style sheet has changed', async () => {
		const [, href = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec((await server.get('/docs/guide')).text) ?? [];
		return (await server.get(href)).text.includes('.only-mine');
	});
	await server.until('all is well', () => server.findings.length === 0);
});

test('a page keeps the styles that it was built with, whatever has changed since', async () => {
	const site = await dev(small);
	const sheetsOf = async (): Promise<string[]> =>
		[...(await site.get('/docs/guide')).text.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(([, href]) => href ?? '');
	const first = await sheetsOf();
	for (const mine of [1, 2, 3]) {
		site.write({ 'templates/styles/print.css': `.navbar { --mine: ${mine} }` });
		await site.until('the style sheet counts', async () => {
			const texts = (await sheetsOf()).map(async (href) => (await site.get(href)).text);
			return (await Promise.all(texts)).some((text) => text.replaceAll(' ', '').includes(`--mine:${mine}`));
		});
	}
	assert.ok(first.some((href) => href.startsWith('/assets/site-')));
	assert.not.equal(await sheetsOf(), first);
	for (const href of first) {
		const { status, type } = await site.get(href);
		assert.equal([status, type], [200, 'text/css; charset=utf-8'], href);
	}
});

test("the author's style sheet: what it says, imports, and no longer imports", async () => {
	const server = await dev({ ...small, 'content/theme.css': '' });
	const sheet = async (): Promise<string> => {
		const [, href = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec((await server.get('/docs/guide')).text) ?? [];
		return (await server.get(href)).text;
	};
	const shows = (rule: string, isThere = true): Promise<void> =>
		server.until(`${rule} counts`, async () => (await sheet()).includes(rule) === isThere);
	const unused = (count: number): Promise<void> =>
		server.until(
			`${count} unused files`,
			() => server.findings.filter(({ code }) => code === 'unused-file').length === count,
		);
	server.write({
		'content/theme.css': '/*! A license. */ .first { color: red } @layer components { .own { color: red } }',
	});
	await shows('.first{');
	server.write({
		'content/theme.css': "@import './more.css'; .second { color: red }",
		'content/more.css': '.more { color: blue }',
	});
	await shows('.second{');
	await shows('.more{');
	server.write({ 'content/more.css': '.other { color: green }' });
	await shows('.other{');
	await unused(0);
	server.write({ 'content/theme.css': '.third { color: red }' });
	await shows('.third{');
	await shows('.other{', false);
	await unused(1);
	server.write({ 'content/theme.css': '.fourth { color: }} red' });
	await server.until('the mistake is found', () => server.findings.some(({ file }) => file === 'content/theme.css'));
	server.write({ 'content/theme.css': '.fifth { color: red }' });
	await shows('.fifth{');
	server.write({
		'templates/components/Shout.tsx':
			'import \'../../content/theme.css\'; export const Shout = () => <b className="sixth" />;',
	});
	server.write({ 'content/theme.css': '.sixth { color: red }' });
	await shows('.sixth{');
	server.remove('content/theme.css');
	await server.until('its absence is found', () => server.findings.some(({ code }) => code === 'compile-error'));
});

test('other inputs of pages: partials, images, categories, authors, versions', async () => {
	const server = await dev({
		...small,
		'content/docs/guide.md': doc('Guide', "import Part from './_part.mdx';\n\n<Part />"),
		'content/docs/_part.mdx': 'Part one.',
		'content/docs/group/page.md': doc('Page'),
		'content/blog/2023-01-01-post.md': doc('Post', 'Text.', 'authors: [ada]'),
		'content/blog/authors.yml': 'ada:\n  name: Ada\n',
	});
	await server.shows('/docs/guide', 'Part one.');
	server.write({ 'content/docs/_part.mdx': 'Part two.' });
	await server.shows('/docs/guide', 'Part two.');
	server.write({ 'content/docs/group/_category_.json': '{ "label": "The group" }' });
	await server.shows('/docs/guide', 'The group');
	server.write({ 'content/blog/authors.yml': 'ada:\n  name: Countess\n' });
	await server.shows('/blog/2023/01/01/post', 'Countess');
	server.write({ 'content/versions.json': '["1.x"]', 'content/versions/1.x/guide.md': doc('Old guide') });
	await server.shows('/docs/guide', 'Old guide');
	server.write({ 'content/static/file.txt': 'One.' });
	await server.shows('/file.txt', 'One.');
	server.write({ 'content/static/file.txt': 'Two.' });
	await server.shows('/file.txt', 'Two.');
});

test('redirects work, unknown paths get the not-found page and its status', async () => {
	const server = await dev({ ...small, 'content/docs/guide.md': doc('Guide', 'Text.', 'redirect_from: /old') });
	const old = await server.get('/old');
	assert.is(old.status, 200);
	assert.match(old.text, 'url=/docs/guide');
	for (const path of [
		'/nowhere',
		'/docs/nowhere',
		'/docs/guide/deeper',
		'/%E0%A4%A',
		'/docs/guide.xyz',
		'/build/index.html',
	]) {
		const missing = await server.get(path);
		assert.is(missing.status, 404, path);
		assert.match(missing.text, 'Page Not Found', path);
	}
	for (const path of ['/docs/guide', '/docs/guide/', '/docs/guide.html', '/docs/guide/index.html', '/docs/guide?x=1'])
		assert.is((await server.get(path)).status, 200, path);
	assert.match((await server.get('/docs/guide.md')).type, /^text\/markdown/);
});

/** A request with headers that `fetch` does not allow. */
function raw(url: string, path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
	const { hostname, port } = new URL(url);
	return new Promise((resolve, reject) => {
		const sent = request({ hostname, port, path, headers }, (response) => {
			let text = '';
			response.on('data', (chunk: Buffer) => {
				text += chunk.toString();
			});
			response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
		});
		sent.on('error', reject);
		sent.end();
	});
}

test('dev answers only under its own names, only to its own pages, and serves only outputs', async () => {
	const server = await dev({ ...small, 'content/static/ok.txt': 'Fine.', '.env': 'SECRET=1', 'secret.txt': 'SECRET' });
	const { port } = new URL(server.url);
	const own = `localhost:${port}`;
	assert.is((await raw(server.url, '/docs/guide', { host: own })).status, 200);
	assert.is((await raw(server.url, '/docs/guide', { host: `evil.example:${port}` })).status, 403);
	for (const path of ['/docs/guide', '/__docsgen/events', '/__docsgen/state', '/__docsgen/dev.js'])
		assert.is((await raw(server.url, path, { host: own, origin: 'https://evil.example' })).status, 403, path);
	assert.is((await raw(server.url, '/docs/guide', { host: own, origin: `http://${own}` })).status, 200);
	for (const path of [
		'/../secret.txt',
		'/%2e%2e/secret.txt',
		'/..%2fsecret.txt',
		'/docs/../../secret.txt',
		'/.env',
		'/%2eenv',
		'/secret.txt',
		'/site.config.ts',
		'/content/docs/guide.md',
		'//etc/passwd',
		'/ok.txt%00.html',
		'/..\\secret.txt',
		'/ok.txt?raw',
	]) {
		const { status, text } = await raw(server.url, path, { host: own });
		assert.not.match(text, 'SECRET', path);
		if (!path.endsWith('?raw')) assert.is(status, 404, path);
	}
});

test('open pages are notified of every change and every finding', async () => {
	const server = await dev(small);
	const response = await fetch(`${server.url}__docsgen/events`);
	assert.match(response.headers.get('content-type') ?? '', 'text/event-stream');
	let heard = '';
	const reader = response.body?.getReader();
	const listening = (async () => {
		for (;;) {
			const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
			if (done) return;
			heard += Buffer.from(value ?? []).toString();
		}
	})().catch(() => undefined);
	const overlays = (): string[] =>
		[...heard.matchAll(/event: update\ndata: (.*)\n/g)].map(
			([, data = '']) => (JSON.parse(data) as { overlay: string }).overlay,
		);
	server.write({ 'content/docs/guide.md': doc('Guide', 'Second.') });
	await server.until('a change is heard', () => overlays().length > 0);
	assert.is(overlays().at(-1), '');
	server.write({ 'content/docs/guide.md': doc('Guide', '<Unknown />') });
	await server.until('a mistake is heard', () => (overlays().at(-1) ?? '').includes('Unknown'));
	server.write({ 'content/docs/guide.md': doc('Guide', 'Third.') });
	await server.until('the mending is heard', () => overlays().at(-1) === '');
	await reader?.cancel();
	await listening;
});

test('five thousand files that appear and disappear at once', async () => {
	const server = await dev(small);
	const folder = join(server.root, 'content/docs/many');
	mkdirSync(folder);
	for (let index = 0; index < 5000; index++)
		writeFileSync(join(folder, `p${index}.md`), `---\ntitle: P${index}\n---\n\nText ${index}.\n`);
	await server.shows('/docs/many/p4999', 'Text 4999.');
	const passes = server.passes;
	assert.ok(passes < 100, `${passes} passes`);
	rmSync(folder, { recursive: true });
	await server.until('they are gone', async () => (await server.get('/docs/many/p4999')).status === 404);
	server.write({ 'content/docs/guide.md': doc('Guide', 'After the flood.') });
	await server.shows('/docs/guide', 'After the flood.');
	await server.until('nothing is missed', () => server.findings.length === 0);
});

test('a connection survives a long pass', async () => {
	const server = await dev(small);
	assert.is((await fetch(server.url)).headers.get('keep-alive'), 'timeout=60');
});

test('a branch switch: every file is replaced, some are briefly missing', async () => {
	const server = await dev(small);
	const other = temporaryFolder('branch');
	writeFiles(other, {
		'docs/start.md': doc('Start', 'Another branch.', 'slug: /'),
		'pages/index.md': doc('Front', 'Front of the branch.'),
	});
	const content = join(server.root, 'content');
	renameSync(content, `${content}.away`);
	await wait(100);
	cpSync(other, content, { recursive: true });
	await server.shows('/', 'Front of the branch.');
	await server.shows('/docs/', 'Another branch.');
	assert.is((await server.get('/docs/guide')).status, 404);
	rmSync(content, { recursive: true });
	renameSync(`${content}.away`, content);
	await server.shows('/docs/guide', 'First text.');
	server.write({ 'content/docs/guide.md': doc('Guide', 'Still watched.') });
	await server.shows('/docs/guide', 'Still watched.');
});

test('unreadable files, circular links and folders named like pages', async () => {
	const server = await dev(small);
	mkdirSync(join(server.root, 'content/docs/folder.md'));
	symlinkSync('.', join(server.root, 'content/docs/circle'));
	symlinkSync('nowhere.md', join(server.root, 'content/docs/dangling.md'));
	server.write({ 'content/docs/guide.md': doc('Guide', 'Unmoved.'), 'content/docs/bytes.md': '\xff\xfe\x00' });
	await server.shows('/docs/guide', 'Unmoved.');
	unlinkSync(join(server.root, 'content/docs/circle'));
	server.write({ 'content/docs/guide.md': doc('Guide', 'Still unmoved.') });
	await server.shows('/docs/guide', 'Still unmoved.');
	assert.not.ok(
		server.findings.some(({ code }) => code === 'internal-error'),
		JSON.stringify(server.findings),
	);
});

test('a base URL that changes', async () => {
	const server = await dev(small);
	server.write({ 'site.config.ts': config({ baseUrl: '/base/' }) });
	const { origin } = new URL(server.url);
	await server.until(
		'pages answer under the new one',
		async () => (await fetch(`${origin}/base/docs/guide`)).status === 200,
	);
	assert.match(await (await fetch(`${origin}/base/docs/guide`)).text(), 'src="/base/__docsgen/dev.js');
	assert.is((await fetch(`${origin}/base/__docsgen/dev.js`)).status, 200);
});

test('dev writes only its cache, and closes immediately', async () => {
	const server = await dev(small);
	await server.get('/docs/guide');
	const stream = request(`${server.url}__docsgen/events`);
	stream.end();
	await once(stream, 'response');
	stream.on('error', () => undefined);
	await server.close();
	assert.not.ok(existsSync(join(server.root, 'build')));
	const refused = await fetch(server.url).then(
		() => false,
		() => true,
	);
	assert.ok(refused);
	stream.destroy();
});

const jobs = (steps: DevStep[]): string[] => steps.flatMap((step) => (step.kind === 'job' ? [step.out] : []));
const has = (steps: DevStep[], kind: DevStep['kind']): boolean => steps.some((step) => step.kind === kind);
const withoutJobs = (steps: DevStep[]): string[] => steps.flatMap(({ kind }) => (kind === 'job' ? [] : kind));
const isQuiet = (server: Dev): Promise<void> =>
	server.until('all is checked', () => {
		const kinds = server.steps.map(({ kind }) => kind);
		return kinds.lastIndexOf('checked') > kinds.lastIndexOf('pass');
	});

/** Enough pages for an error to show in counts. */
const many: Files = {
	...small,
	...Object.fromEntries(
		Array.from({ length: 30 }, (_, index) => [`content/docs/page-${index}.md`, doc(`Page ${index}`, 'One of many.')]),
	),
};

test('a requested page is built before everything else', async () => {
	const server = await dev(many);
	assert.match((await server.get('/docs/page-3')).text, 'One of many.');
	assert.equal(jobs(server.steps), ['docs/page-3/index.html']);
	await isQuiet(server);
	assert.not.ok(
		jobs(server.steps).some((out) => /^(?:assets\/search|search\.json|sitemap|llms)/.test(out)),
		'the checks need no search index',
	);
	assert.is(jobs(server.steps).length, 30 + 2 + 2, 'every page once, with those of the site itself');
});

test('an edit parses one file and builds one page', async () => {
	const server = await dev(many);
	// The search page shows the first twelve.
	await server.get('/docs/page-20');
	await isQuiet(server);
	server.steps.length = 0;
	server.write({ 'content/docs/page-20.md': doc('Page 20', 'Edited. See [another](./page-4.md).') });
	await server.until('the edit is seen', () => server.steps.length > 0);
	assert.match((await server.get('/docs/page-20')).text, 'Edited. See <a href="/docs/page-4">another</a>');
	assert.equal(server.steps.slice(0, 2), [
		{ kind: 'pass', parsed: 1 },
		{ kind: 'job', out: 'docs/page-20/index.html' },
	]);
	await isQuiet(server);
	assert.is(server.steps.filter(({ kind }) => kind === 'pass').length, 1);
	assert.equal(jobs(server.steps), ['docs/page-20/index.html'], 'no other page shows the edit');
	assert.equal(server.findings, []);
});

/** A server that waits for edits; `readsFor` edits files, and returns the names of those that were read for that. */
async function readingDev(root: string): Promise<{ server: Dev; readsFor: (files: Files) => Promise<string[]> }> {
	const project = diskProject(root, join(root, 'build'));
	const reads: string[] = [];
	const read = (name: string): Buffer | undefined => {
		reads.push(name);
		return project.read(name);
	};
	let readsOfPass: string[] = [];
	const onStep = ({ kind }: DevStep): void => {
		if (kind === 'pass') readsOfPass = reads.splice(0);
	};
	const server = await devIn({ ...project, read }, { onStep });
	await isQuiet(server);
	const readsFor = async (files: Files): Promise<string[]> => {
		reads.length = 0;
		await server.edit(() => server.write(files));
		return readsOfPass;
	};
	return { server, readsFor };
}

test('an edit of a page with broken links waits for this page alone, and its findings move with its lines', async () => {
	const root = temporaryFolder('dev');
	const broken = (lines: string): string => doc('Page', `Words.\n\n${lines}[One](/old/one), [two](/old/two.html).`);
	const names = Array.from({ length: 30 }, (_, index) => `content/docs/broken-${index}.md`);
	writeFiles(root, { ...small, ...Object.fromEntries(names.map((name) => [name, broken('')])) });
	const { server, readsFor } = await readingDev(root);
	const linesOf = (name: string): (number | undefined)[] =>
		server.findings.flatMap(({ code, file, line }) => (code === 'broken-link' && file === name ? line : []));
	const [first = '', second = ''] = names;
	const before = [...linesOf(first), ...linesOf(second)];
	assert.is(before.length, 4);
	assert.equal(await readsFor({ [first]: broken('One more line.\n\n') }), [first], 'no other file is read');
	assert.equal(
		linesOf(first),
		before.slice(0, 2).map((line = 0) => line + 2),
	);
	assert.equal(linesOf(second), before.slice(2));
	assert.is(
		server.findings.find(({ code, file }) => code === 'broken-link' && file === first)?.excerpt?.slice(0, 5),
		'[One]',
	);
});

test('an edit of an original reads this page alone, and its translations are told to be outdated, and current again', async () => {
	const root = temporaryFolder('dev');
	const [file, french] = ['content/docs/a.md', 'content/fr/docs/a.md'];
	writeFiles(root, {
		...small,
		'site.config.ts': config({ locales: ['en', 'fr'] }),
		[file]: doc('A', 'Text.'),
		// Its finding names the original.
		[french]: doc('A', 'Texte.', 'sidebar_position: 2'),
	});
	assert.is((await runHere(['translate', 'mark', join(root, french), '--site', root])).code, 0);
	const { server, readsFor } = await readingDev(root);
	const codes = (): string[] => server.findings.map(({ code }) => code);
	assert.equal(codes(), ['translation-structure']);
	for (const words of ['Other text.', 'Third text.', 'Text.']) {
		const reads = await readsFor({ [file]: doc('A', words) });
		await server.shows('/docs/a', words);
		const pages = reads.filter((name) => name.startsWith('content/'));
		assert.equal(pages, [file], 'no other page is read');
		const isSame = words === 'Text.';
		assert.equal(codes(), ['translation-structure', ...(isSame ? [] : ['translation-outdated'])]);
		assert.is((await server.get('/fr/docs/a')).text.includes('class="banner'), !isSame);
	}
});

test('the finding about an outdated translation moves with its line', async () => {
	const root = temporaryFolder('dev');
	const [file, french] = ['content/docs/a.md', 'content/fr/docs/a.md'];
	writeFiles(root, {
		...small,
		'site.config.ts': config({ locales: ['en', 'fr'] }),
		[file]: doc('A', 'Text.'),
		[french]: doc('A', 'Texte.'),
	});
	assert.is((await runHere(['translate', 'mark', join(root, french), '--site', root])).code, 0);
	writeFiles(root, { [file]: doc('A', 'Other text.') });
	const server = await devIn(diskProject(root, join(root, 'build')));
	await isQuiet(server);
	const lines = (): (number | undefined)[] =>
		server.findings.flatMap(({ code, line }) => (code === 'translation-outdated' ? line : []));
	const [before = 0] = lines();
	const marked = readFileSync(join(root, french), 'utf8');
	await server.edit(() => server.write({ [french]: marked.replace('---\n', '---\n# A comment.\n') }));
	assert.equal(lines(), [before + 1]);
});

test('a line above a block of code leaves the plan as it is', async () => {
	const page = (more: string): string => doc('Page', `${more}\`\`\`ts\nconst a = 1;\n\`\`\`\n`);
	const server = await dev({ ...many, 'content/docs/code.md': page('') });
	await isQuiet(server);
	server.write({ 'content/docs/code.md': page('A line.\n\n') });
	await server.shows('/docs/code', 'A line.');
	await isQuiet(server);
	server.steps.length = 0;
	await server.get('/docs/code');
	assert.equal(jobs(server.steps), []);
});

test('an open page is parsed in advance, which hides no edit that comes meanwhile', async () => {
	const root = temporaryFolder('dev');
	writeFiles(root, {
		...small,
		'content/docs/guide.md': doc('Guide', 'First text.\n\n```md file=./part.txt\n```'),
		'content/docs/part.txt': 'A part.',
	});
	const project = diskProject(root, join(root, 'build'));
	let rehearsals = -1;
	const read = (name: string): Buffer | undefined => {
		if (name === 'content/docs/guide.md' && rehearsals >= 0 && ++rehearsals === 3)
			writeFiles(root, { 'content/docs/guide.md': doc('Guide', 'Another text.\n\n```md file=./part.txt\n```') });
		return project.read(name);
	};
	const server = await devIn({ ...project, read });
	await isQuiet(server);
	rehearsals = 0;
	await server.get('/__docsgen/state/docs/guide');
	await server.shows('/docs/guide', 'Another text.');
	assert.ok(rehearsals >= 3);
	await isQuiet(server);
	const read8 = rehearsals;
	await server.get('/__docsgen/state/docs/guide');
	await isQuiet(server);
	assert.ok(rehearsals - read8 < 9, 'not without end');
});

test('an edit updates other pages that show the edited content', async () => {
	const server = await dev(many);
	await server.get('/docs/page-3');
	server.write({ 'content/docs/page-4.md': doc('Another name', 'One of many.') });
	await server.shows('/docs/page-4', '<h1>Another name</h1>');
	await server.shows('/docs/page-3', 'Another name');
	server.write({ 'content/docs/page-4.md': doc('Page 4', 'One of many.', 'slug: elsewhere') });
	await server.shows('/docs/elsewhere', 'One of many.');
	assert.is((await server.get('/docs/page-4')).status, 404);
	server.write({ 'content/docs/page-4.md': doc('Page 4', 'Bad [link](./nowhere.md).') });
	await server.shows('/docs/page-4', 'Bad <a');
	await server.until('the link is found', () => server.findings.some(({ code }) => code === 'broken-markdown-link'));
	server.write({ 'content/docs/page-4.md': doc('Page 4', 'No link.') });
	await server.shows('/docs/page-4', 'No link.');
	await server.until('it is gone', () => server.findings.length === 0);
});

test('the first response for a page already has its final content', async () => {
	const server = await dev({ ...many, 'content/docs/_category_.json': '{ "label": "Docs" }' });
	await isQuiet(server);
	const more = 'tags: [one]\nsidebar_label: Short';
	server.write({ 'content/docs/page-5.md': doc('Page 5', 'A tagged page.', more) });
	await server.shows('/docs/page-5', 'A tagged page.');
	await isQuiet(server);
	for (const [turn, body] of [
		'Another first paragraph, which describes the page.',
		'## A heading\n\n### A smaller one\n\n[There](./page-6.md), [here](#a-heading), [a file](../static/x.txt).',
		'```ts title="a.ts"\nconst a = 1;\n```\n\n:::tip\n\nA word.\n\n:::',
	].entries()) {
		server.steps.length = 0;
		server.write({ 'content/docs/page-5.md': doc(`Title ${turn}`, body, more) });
		await server.until('the edit is seen', () => server.steps.length > 0);
		assert.is(server.steps[0]?.kind, 'pass');
		const first = (await server.get('/docs/page-5')).text.replace(TAG, '');
		assert.match(first, `<title>Title ${turn} | Site</title>`);
		await isQuiet(server);
		assert.is((await server.get('/docs/page-5')).text.replace(TAG, ''), first);
	}
});

test('an edit is found even without a file event', async () => {
	const server = await dev(many);
	await isQuiet(server);
	server.steps.length = 0;
	// The periodic scan must find the edit before the system's event arrives.
	const until = performance.now() + 1500;
	while (performance.now() < until);
	server.write({ 'content/docs/page-5.md': doc('Page 5', 'Edited.') });
	await isQuiet(server);
	assert.equal(withoutJobs(server.steps), ['pass', 'checked']);
});

test('saving a page unchanged changes nothing', async () => {
	const server = await dev(many);
	await isQuiet(server);
	server.steps.length = 0;
	server.write({ 'content/docs/page-5.md': many['content/docs/page-5.md'] ?? '' });
	await wait(500);
	assert.equal(server.steps, []);
	server.write({ 'content/docs/page-5.md': doc('Page 5', 'Edited.') });
	await isQuiet(server);
	assert.equal(withoutJobs(server.steps), ['pass', 'checked']);
});

test('temporary files of editors are ignored', async () => {
	const server = await dev(small);
	await isQuiet(server);
	server.steps.length = 0;
	const folder = join(server.root, 'content/docs');
	writeFileSync(join(folder, '4913'), '');
	unlinkSync(join(folder, '4913'));
	writeFileSync(join(folder, 'guide.md~'), doc('Guide', 'Moved here.'));
	renameSync(join(folder, 'guide.md~'), join(folder, 'guide.md'));
	await server.shows('/docs/guide', 'Moved here.');
	assert.is(server.steps.filter(({ kind }) => kind !== 'job')[0]?.kind, 'pass');
});

const library: Files = {
	...small,
	'site.config.ts': config({ api: [{ id: 'lib', package: 'a-library', folder: 'lib' }] }),
	'content/docs/guide.md': doc('Guide', 'First text. See [the function](api:lib/greet) and [all](/docs/api/lib).'),
	'lib/package.json': '{ "name": "a-library", "version": "1.0.0", "types": "src/index.ts" }',
	'lib/src/index.ts': '/** Greets a reader. */\nexport function greet(name: string): string {\n\treturn name;\n}\n',
};

const errors = (server: Dev): Diagnostic[] => server.findings.filter(({ severity }) => severity === 'error');

test('pages are served while the API reference is generated, and links to it are not reported as broken', async () => {
	const server = await dev(library);
	assert.match((await server.get('/docs/guide')).text, 'First text.');
	assert.is((await server.get('/docs/nowhere')).status, 404);
	assert.not.ok(has(server.steps, 'pages'), 'nobody has waited');
	assert.equal(errors(server), []);
	const page = await server.get('/docs/api/lib/functions/greet');
	assert.ok(has(server.steps, 'pages'), 'a page of the reference is waited for');
	assert.match(page.text, 'Greets a reader.');
	await server.shows('/docs/guide', 'href="/docs/api/lib/functions/greet"');
	await isQuiet(server);
	assert.equal(errors(server), []);
	server.write({ 'lib/src/index.ts': '/** Greets all readers. */\nexport function greet(): void {}\n' });
	await server.shows('/docs/api/lib/functions/greet', 'Greets all readers.');
	await isQuiet(server);
	assert.equal(errors(server), []);
});

const sampled = (code: string): string => doc('Guide', `\`\`\`ts\n${code}\n\`\`\``);
const samples: Files = {
	...small,
	'site.config.ts': config({ samples: { current: { folder: 'lib', package: 'a-library' } } }),
	'content/docs/guide.md': sampled("import { size } from 'a-library';\nconst first: number = size;"),
	'lib/package.json': '{ "dependencies": { "a-library": "1.0.0" } }',
	'lib/node_modules/a-library/package.json': '{ "name": "a-library", "version": "1.0.0", "types": "index.d.ts" }',
	'lib/node_modules/a-library/index.d.ts': 'export const size: number;\n',
	'lib/node_modules/@types/node/package.json': '{ "name": "@types/node", "version": "1.0.0", "types": "index.d.ts" }',
	'lib/node_modules/@types/node/index.d.ts': 'export {};\n',
};

test('an edited sample shows immediately, the compiler’s findings later', async () => {
	const server = await dev(samples);
	assert.match((await server.get('/docs/guide')).text, 'first');
	assert.not.ok(has(server.steps, 'annotations'), 'the page has not waited for the compiler');
	await server.until('samples are checked', () => has(server.steps, 'annotations'));
	await isQuiet(server);
	assert.equal(server.findings, []);
	server.steps.length = 0;
	server.write({
		'content/docs/guide.md': sampled("import { size } from 'a-library';\nconst second: string = size;"),
	});
	await server.until('the edit is seen', () => server.steps.length > 0);
	assert.match((await server.get('/docs/guide')).text, 'second');
	assert.equal(
		server.steps.slice(0, 2).map(({ kind }) => kind),
		['pass', 'job'],
		'page first',
	);
	await server.until('the mistake is found', () =>
		errors(server).some(({ file, message }) => file === 'content/docs/guide.md' && message.includes('not assignable')),
	);
	server.write({ 'content/docs/guide.md': samples['content/docs/guide.md'] ?? '' });
	await server.until('it is forgotten', () => errors(server).length === 0);
	await isQuiet(server);
	assert.ok(server.steps.filter(({ kind }) => kind === 'annotations').length <= 2, 'asked once per edit at most');
	assert.equal(server.findings, []);
});

test('errors of an edited sample come first, from a compiler that has started with the page', async () => {
	const first = await dev(samples);
	await first.until('samples are checked', () => has(first.steps, 'annotations'));
	await isQuiet(first);
	await first.close();
	const project = diskProject(first.root, join(first.root, 'build'));
	let started = 0;
	const unchecked: (number | undefined)[] = [];
	const counted: Project = {
		...project,
		startHelper(command) {
			started++;
			return project.startHelper(command);
		},
	};
	let isBeforeTypes: boolean | undefined;
	const server = await devIn(counted, {
		onUpdate(findings, news) {
			unchecked.push(news.unchecked);
			if (findings.some(({ severity }) => severity === 'error')) isBeforeTypes ??= !has(server.steps, 'annotations');
		},
	});
	assert.is(started, 0, 'nothing is to be checked');
	await server.get('/docs/guide');
	await server.until('the compiler has started', () => started === 1);
	server.steps.length = 0;
	server.write({ 'content/docs/guide.md': sampled("import { size } from 'a-library';\nconst one: string = size;") });
	await server.until('the mistake is found', () => errors(server).length === 1);
	assert.ok(isBeforeTypes);
	await isQuiet(server);
	assert.equal([started, errors(server).length], [1, 1]);
	assert.equal(
		unchecked.filter((count, at) => count !== unchecked[at - 1]),
		[0, 1, 0],
	);
});

test('a closed watcher stays closed, even if a running pass requests another', async () => {
	const root = temporaryFolder('watch');
	writeFiles(root, small);
	const project = diskProject(root, join(root, 'build'));
	const inputs = openInputs(project, {});
	inputs.list('content');
	let changes = 0;
	const heard = { settled: () => {}, watchFailed: () => undefined, changed: () => changes++ };
	const watcher = await watchSite(project, { outDir: join(root, 'build'), inputs }, heard);
	await watcher.close();
	changes = 0;
	writeFiles(root, { 'content/docs/more/new.md': doc('New', 'Text.') });
	inputs.refresh();
	inputs.list('content');
	watcher.follow(inputs);
	await wait(100);
	writeFiles(root, { 'content/docs/more/new.md': doc('New', 'Other text.') });
	await wait(300);
	assert.is(changes, 0);
});

test('files are compared after the start, and whenever folders are added', async () => {
	const root = temporaryFolder('watch');
	writeFiles(root, { ...small, 'more/a.txt': 'x' });
	const inputs = openInputs(diskProject(root, join(root, 'build')), {});
	inputs.list('content');
	let comparisons = 0;
	const heard = { changed: () => {}, settled: () => void comparisons++, watchFailed: () => {} };
	const compared = async (): Promise<void> => {
		comparisons = 0;
		for (let turn = 0; comparisons === 0; turn++) {
			assert.ok(turn < 500, 'no comparison');
			await wait(20);
		}
	};
	const watcher = await watchSite(
		diskProject(root, join(root, 'build')),
		{ outDir: join(root, 'build'), inputs },
		heard,
	);
	try {
		for (let pause = 0; pause < 3; pause++) await compared();
		inputs.hash('more/a.txt');
		watcher.follow(inputs);
		await compared();
	} finally {
		await watcher.close();
	}
});

/** Runs a test where the system reports no changes of files; returns how often somebody asked to watch one. */
async function withoutEvents(work: () => Promise<void>): Promise<number> {
	const real = fs.watch;
	let asked = 0;
	const silent = (): unknown => {
		asked++;
		return Object.assign(new EventEmitter(), { close() {}, ref() {}, unref() {} });
	};
	Object.assign(fs, { watch: silent });
	syncBuiltinESMExports();
	try {
		await work();
	} finally {
		Object.assign(fs, { watch: real });
		syncBuiltinESMExports();
	}
	return asked;
}

test('without file events, dev finds a change all the same, says so and polls', async () => {
	const asked = await withoutEvents(async () => {
		const server = await dev(small);
		// Longer than it compares all files after the start.
		await wait(5500);
		server.write({ 'content/docs/guide.md': doc('Guide', 'One more sentence.') });
		await server.shows('/docs/guide', 'One more sentence.');
		await server.until('it says so', () => server.findings.some(({ code }) => code === 'file-watches'));
		server.write({ 'content/docs/guide.md': doc('Guide', 'And another.') });
		await server.shows('/docs/guide', 'And another.');
		await server.close();
	});
	assert.ok(asked > 0);
});

test('with --poll, dev needs no file events', async () => {
	const asked = await withoutEvents(async () => {
		const server = await dev(small, { poll: true });
		server.write({ 'content/docs/guide.md': doc('Guide', 'One more sentence.') });
		await server.shows('/docs/guide', 'One more sentence.');
		assert.equal(server.findings, []);
		await server.close();
	});
	assert.is(asked, 0);
});

test('a watcher that is closed while files vanish does not keep the process alive', async () => {
	const watches = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'FSEventWrap').length;
	const nobody = { changed: () => {}, settled: () => {}, watchFailed: () => {} };
	for (let turn = 0; turn < 16; turn++) {
		const root = temporaryFolder('dev');
		writeFiles(root, small);
		writeFiles(root, Object.fromEntries([...'abc'].map((name) => [`content/docs/${name}.md`, doc(name, 'Text.')])));
		const project = diskProject(root, join(root, 'build'));
		const inputs = openInputs(project, {});
		inputs.list('content');
		const watcher = await watchSite(project, { outDir: join(root, 'build'), inputs }, nobody);
		for (const name of 'abc') unlinkSync(join(root, `content/docs/${name}.md`));
		for (let step = 0; step < turn % 8; step++) await immediate();
		await watcher.close();
	}
	await wait(100);
	assert.is(watches(), 0);
});

test('if the system provides no file watches, dev says so and still sees edits', async () => {
	const real = fs.watch;
	const none = (): never => {
		throw Object.assign(new Error('no watches'), { code: 'ENOSPC' });
	};
	Object.assign(fs, { watch: none });
	syncBuiltinESMExports();
	try {
		const server = await dev(small);
		await server.until('it says so', () => server.findings.some(({ code }) => code === 'file-watches'));
		server.write({ 'content/docs/guide.md': doc('Guide', 'Edited.') });
		await server.shows('/docs/guide', 'Edited.');
		await closeAll();
	} finally {
		Object.assign(fs, { watch: real });
		syncBuiltinESMExports();
	}
});

test('a cache that vanishes while dev runs is recreated, and requests still succeed', async () => {
	const root = temporaryFolder('vanished');
	writeFiles(root, small);
	// Build first, so that the server's state is on the disk, not in its memory.
	await buildFolder(root);
	const server = await devIn(diskProject(root, join(root, 'build')));
	assert.is((await server.get('/docs/guide')).status, 200);
	for (const remove of [
		async () => rmSync(join(root, '.docsgen'), { recursive: true, force: true }),
		() => runHere(['clear', '--site', root]),
	]) {
		await remove();
		for (const path of ['/search.json', '/llms-full.txt', '/docs/guide'])
			assert.is((await server.get(path)).status, 200, path);
	}
});

test.run();

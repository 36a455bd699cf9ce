/** Regression tests of faults that reviews found, each with its number in the list of findings. */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import fs, {
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { Parser } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cacheFolder } from '../src/cli/disk/cache-folder.ts';
import { explainDiskError } from '../src/cli/disk/disk.ts';
import { startHelper, withoutHeapLimit } from '../src/cli/disk/helper-process.ts';
import { hasEnded } from '../src/cli/disk/processes.ts';
import { diskProject, type Project } from '../src/cli/disk/project.ts';
import { fields, resolveConfig } from '../src/content/model/config.ts';
import { FRONT_MATTER } from '../src/content/model/fields.ts';
import { hashOf } from '../src/content/model/hash.ts';
import type { Diagnostic } from '../src/content/model/page.ts';
import type { Table } from '../src/content/model/schema.ts';
import { checkCategory } from '../src/content/model/sidebars.ts';
import { buildFolder, serveDevFolder } from './disk-site.ts';
import { breakDisk } from './faulty-disk.ts';
import { type MemorySite, site } from './memory-site.ts';
import { contents, runHere, temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

const BASE: Record<string, string | Uint8Array> = {
	'site.config.ts': "export default { title: 'Site', url: 'https://example.com' };",
	'content/docs/index.md': '---\nslug: /\n---\n\n# Home\n',
	'content/docs/a.md': '# A\n',
};

const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

function siteWith(files: Record<string, string | Uint8Array> = {}): string {
	const root = join(temporaryFolder('faults'), 'site');
	writeFiles(root, { ...BASE, ...files });
	return root;
}

const codes = (diagnostics: Diagnostic[]): string[] => diagnostics.map(({ code }) => code).sort();

test('F1: an author’s own not-found page is published, and the site can be built and cleared again', async () => {
	const root = siteWith({ 'content/static/404.html': '<p>mine</p>' });
	assert.ok((await buildFolder(root)).ok);
	writeFiles(root, { 'content/docs/b.md': '# B\n' });
	assert.equal(codes((await buildFolder(root)).diagnostics), []);
	assert.is(readFileSync(join(root, 'build/404.html'), 'utf8'), '<p>mine</p>');
	assert.is((await runHere(['clear', '--site', root])).code, 0);
	assert.not.ok(existsSync(join(root, 'build')));
});

test('F3: a version that was copied but not listed is listed by the same command; one that differs is left alone', async () => {
	const root = siteWith({ 'content/versions/1.x/index.md': '---\nslug: /\n---\n\n# Home\n' });
	writeFiles(root, { 'content/versions/1.x/a.md': '# A\n' });
	assert.is((await runHere(['version', '1.x', '--site', root])).code, 0);
	assert.equal(JSON.parse(readFileSync(join(root, 'content/versions.json'), 'utf8')), ['1.x']);
	writeFiles(root, { 'content/versions/2.x/index.md': 'another' });
	assert.is((await runHere(['version', '2.x', '--site', root])).code, 1);
});

test('F4: a static file is copied without reading it whole', async () => {
	const root = siteWith({ 'content/static/v.mp4': new Uint8Array(3_000_000).fill(7) });
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

test('F5: text that is not UTF-8 is a finding with its position', async () => {
	const latin = Buffer.from('# Caf\u00e9\n', 'latin1');
	const { diagnostics } = await buildFolder(siteWith({ 'content/docs/latin.md': latin }));
	assert.equal(codes(diagnostics), ['encoding']);
	assert.match(diagnostics[0]?.message ?? '', 'content/docs/latin.md is not UTF-8: byte 5 does not begin a character.');
});

test('F6, F16: symbolic links that point outside the site, to a folder or to nothing are findings', async () => {
	const root = siteWith({ '../secret': 'SECRET' });
	mkdirSync(join(root, 'content/static'), { recursive: true });
	symlinkSync('/etc', join(root, 'content/docs/etc'));
	symlinkSync(join(root, '../secret'), join(root, 'content/static/leak.txt'));
	symlinkSync('/nowhere/at/all.md', join(root, 'content/docs/gone.md'));
	const { ok, diagnostics } = await buildFolder(root);
	assert.not.ok(ok);
	assert.equal(codes(diagnostics), ['refused-link', 'refused-link', 'refused-link']);
	rmSync(join(root, 'content/docs/etc'));
	rmSync(join(root, 'content/docs/gone.md'));
	rmSync(join(root, 'content/static/leak.txt'));
	symlinkSync(join(root, 'content/docs/a.md'), join(root, 'content/docs/again.md'));
	assert.ok((await buildFolder(root)).ok, 'a link to a file of the site is that file');
});

test('F7: a heap limit applies to the build, not to its compiler processes', () => {
	assert.is(withoutHeapLimit('--max-old-space-size=128 --enable-source-maps'), '--enable-source-maps');
	assert.is(withoutHeapLimit('--no-warnings --max_old_space_size 128'), '--no-warnings');
	assert.is(withoutHeapLimit('--max-old-space-size=128'), '');
	assert.is(withoutHeapLimit('--stack-size=2000'), '--stack-size=2000');
});

test('an idle compiler ends with the build that started it', async () => {
	const folder = temporaryFolder('alone');
	const deaf = join(folder, 'deaf.mjs');
	const code =
		"import { endWithParent } from './src/cli/disk/processes.ts'; endWithParent(); process.send(0, () => { for (;;); });";
	const bundle = { bundle: true, platform: 'node', format: 'esm', packages: 'external' } as const;
	buildSync({ stdin: { contents: code, resolveDir: '.' }, outfile: deaf, ...bundle });
	const start = `const child = require('node:child_process').fork(process.argv[1], { stdio: 'ignore' });
		child.once('message', () => console.log(child.pid));`;
	const parent = spawn(process.execPath, ['-e', start, deaf], { stdio: ['ignore', 'pipe', 'inherit'] });
	const [text] = (await once(parent.stdout, 'data')) as [Buffer];
	const pid = Number(text.toString());
	assert.not.ok(hasEnded(pid));
	parent.kill('SIGKILL');
	await once(parent, 'exit');
	for (let turn = 0; turn < 400 && !hasEnded(pid); turn++) await wait(50);
	const ended = hasEnded(pid);
	if (!ended) process.kill(pid, 'SIGKILL');
	assert.ok(ended);
});

test('F8, F21: a static file at the path of a page, and names that are equal on some disks', async () => {
	const shadow = await buildFolder(siteWith({ 'content/static/docs/a/index.html': 'x' }));
	assert.equal(codes(shadow.diagnostics), ['output-conflict']);
	const cases = await buildFolder(siteWith({ 'content/static/Logo.txt': 'x', 'content/static/logo.txt': 'x' }));
	assert.equal(codes(cases.diagnostics), ['output-conflict']);
	const forms = await buildFolder(siteWith({ 'content/static/\u00e9.txt': 'x', 'content/static/e\u0301.txt': 'x' }));
	assert.equal(codes(forms.diagnostics), ['output-conflict']);
});

test('C5: static dotfiles are published', async () => {
	const root = siteWith({ 'content/static/.nojekyll': '', 'content/static/.well-known/security.txt': 'x' });
	await buildFolder(root);
	for (const path of ['.nojekyll', '.well-known/security.txt']) assert.ok(existsSync(join(root, 'build', path)), path);
});

test('F10: a page of more than 5 MB is a finding before it is parsed', async () => {
	const { diagnostics } = await buildFolder(siteWith({ 'content/docs/large.md': 'a'.repeat(5_000_001) }));
	assert.equal(codes(diagnostics), ['page-too-large']);
});

test('F11: if the system provides no file watches, dev says so and still sees edits', async () => {
	const root = siteWith();
	const real = fs.watch;
	const none = (): never => {
		throw Object.assign(new Error('no watches'), { code: 'ENOSPC' });
	};
	Object.assign(fs, { watch: none });
	syncBuiltinESMExports();
	const heard = new Set<string>();
	let tell = (): void => undefined;
	const server = await serveDevFolder(root, {
		onUpdate(findings) {
			for (const { code } of findings) heard.add(code);
			tell();
		},
	});
	try {
		assert.ok(heard.has('file-watches'));
		const updated = new Promise<void>((resolve) => {
			tell = resolve;
		});
		writeFiles(root, { 'content/docs/a.md': '# Edited\n' });
		await updated;
		assert.match(await (await fetch(new URL('/docs/a', server.url))).text(), '<title>Edited');
	} finally {
		await server.close();
		Object.assign(fs, { watch: real });
		syncBuiltinESMExports();
	}
});

test('F12, F28: feeds remain valid XML, whatever authors write', async () => {
	const root = siteWith({
		'content/blog/authors.yml': 'ada:\n  name: "A<b>&\\"\\u0007"\n',
		'content/blog/2024-01-01-x.md': '---\ntitle: "Bell \\u0007 <&"\nauthors: [ada]\ntags: ["a<b&c"]\n---\n\nText\n',
	});
	assert.ok((await buildFolder(root)).ok);
	for (const feed of ['rss.xml', 'atom.xml']) {
		const text = readFileSync(join(root, 'build/blog', feed), 'utf8');
		assert.not.match(text, '\u0007', feed);
		assert.not.match(text, /="[^"]*<[^"]*"/, feed);
		let depth = 0;
		const parser = new Parser({ onopentag: () => depth++, onclosetag: () => depth-- }, { xmlMode: true });
		parser.end(text);
		assert.is(depth, 0);
	}
});

test('F16: a page that the disk does not let docsgen read is reported as missing, not left out', async () => {
	const first = siteWith();
	const count = breakDisk({ fault: '', at: -1, under: first, looks: true });
	await buildFolder(first);
	count.repair();
	const looks = [...count.calls.keys()].filter((at) => /^(?:stat|realpath)Sync .*\/a\.md$/.test(count.calls[at] ?? ''));
	assert.ok(looks.length > 0);
	for (const at of looks) {
		const root = siteWith();
		const disk = breakDisk({ fault: 'EACCES', at, under: root, looks: true });
		const result = await buildFolder(root).catch((error: NodeJS.ErrnoException) => error);
		disk.repair();
		if (result instanceof Error) assert.is(result.code, 'EACCES', result.stack);
		else if (result.ok) assert.ok(existsSync(join(root, 'build/docs/a/index.html')), count.calls[at]);
	}
});

test('F18: an unusable output folder is a finding', async () => {
	const root = siteWith();
	for (const outDir of ['/dev/null/x', 'n'.repeat(300), '/proc/self/x']) {
		const { code, stderr } = await runHere(['build', '--site', root, '--out-dir', outDir]);
		assert.is(code, 1, outDir);
		assert.match(stderr, /^error: /m, outDir);
		assert.not.match(stderr, /docsgen failed|\n {4}at /, outDir);
	}
});

test('F20, F24, F30: prototype properties are not authors, and no URL runs a script', async () => {
	const post = (fields: string) => ({
		'content/blog/authors.yml': 'ada:\n  name: Ada\n',
		'content/blog/2024-01-01-x.md': `---\n${fields}\n---\n\n# X\n`,
	});
	const unknown = await buildFolder(siteWith(post('authors: constructor')));
	assert.equal(codes(unknown.diagnostics), ['unknown-author']);
	const author = {
		'content/blog/authors.yml': 'ada:\n  name: Ada\n  url: "javascript:a()"\n  image_url: "java\\tscript:a()"\n',
	};
	const named = await buildFolder(siteWith({ ...post('authors: ada'), ...author }));
	assert.equal(
		named.diagnostics.map(({ file, line }) => `${file}:${line}`),
		['content/blog/authors.yml:3', 'content/blog/authors.yml:4'],
	);
	const fields = 'image: "javascript:a()"\ncustom_edit_url: "javascript:a()"';
	const [{ message } = {}, ...others] = (await buildFolder(siteWith(post(fields)))).diagnostics;
	assert.match(message ?? '', 'invalid values for field(s): image, custom_edit_url');
	assert.equal(others, []);
});

test('F22, F29: disk errors are explained in words', () => {
	const error = Object.assign(new Error('x'), { code: 'ENOSPC', syscall: 'write', path: '/site/build/a' });
	assert.match(explainDiskError(error)?.message ?? '', 'The disk is full: /site/build/a');
	assert.is(explainDiskError(new Error('x')), undefined);
});

test('A-15, F29: a site in a read-only folder is checked, and nothing is written to it', async () => {
	const root = siteWith();
	const outDir = join(root, 'build');
	const before = [...contents(root).keys()];
	const project = diskProject(
		root,
		outDir,
		cacheFolder(root, undefined, {}, () => false),
	);
	const { ok, diagnostics } = await buildFolder(root, { checkOnly: true }, project);
	rmSync(project.cacheFolder, { recursive: true, force: true });
	assert.equal([ok, diagnostics], [true, []]);
	assert.equal([...contents(root).keys()], before);
});

test('C5, C5b, P10: a cache that vanishes while dev runs is recreated, and requests still succeed', async () => {
	const root = siteWith();
	// Build first, so that the server's state is on the disk, not in its memory.
	await buildFolder(root);
	const server = await serveDevFolder(root, { onUpdate: () => undefined });
	try {
		const ask = async (path: string): Promise<number> => (await fetch(new URL(path, server.url))).status;
		assert.is(await ask('/docs/a'), 200);
		for (const remove of [
			async () => rmSync(join(root, '.docsgen'), { recursive: true, force: true }),
			() => runHere(['clear', '--site', root]),
		]) {
			await remove();
			for (const path of ['/search.json', '/llms-full.txt', '/docs/a']) assert.is(await ask(path), 200, path);
		}
	} finally {
		await server.close();
	}
});

test('F26: an edit that keeps size and time of a file is detected', async () => {
	const root = siteWith();
	const path = join(root, 'content/docs/a.md');
	const then = new Date(Date.now() - 3_600_000);
	utimesSync(path, then, then);
	await buildFolder(root);
	writeFileSync(path, '# B\n');
	utimesSync(path, then, then);
	await buildFolder(root);
	assert.match(readFileSync(join(root, 'build/docs/a/index.html'), 'utf8'), '<title>B');
});

test('F31: names of immutable files contain the hash of their bytes', async () => {
	const root = siteWith({ 'content/docs/a.md': '# A\n\n![x](./x.svg)\n', 'content/docs/x.svg': IMAGE });
	assert.ok((await buildFolder(root)).ok);
	// A script's name also depends on its imports, a search file's name on its content.
	const assets = [...contents(join(root, 'build'))].filter(([path]) => /^assets\/(?!search\/).*(?<!\.js)$/.test(path));
	assert.ok(assets.length > 2, `${assets.length} assets`);
	assert.is(assets.filter(([path]) => path.startsWith('assets/site-')).length, 1);
	const nameOf = (bytes: string): string => hashOf(Buffer.from(bytes, 'latin1')).slice(0, 8);
	for (const [path, bytes] of assets) assert.match(path, new RegExp(`-${nameOf(bytes)}\\.`), path);
});

test('A-11: samples need no Node types, and those that do get a hint how to install them', async () => {
	const sample = (name: string, code: string) => ({
		[`content/docs/${name}.md`]: `# A\n\n\`\`\`ts\n${code}\n\`\`\`\n`,
	});
	const root = siteWith({
		'lib/node_modules/a-library/package.json': '{ "name": "a-library", "version": "1.0.0", "types": "index.d.ts" }',
		'lib/node_modules/a-library/index.d.ts': 'export const size: number;',
		'lib/package.json': '{ "dependencies": { "a-library": "1.0.0" } }',
		'site.config.ts': `export default { title: 'Site', url: 'https://example.com', samples: { current: { folder: 'lib', package: 'a-library' } } };`,
		...sample('plain', "import { size } from 'a-library';\nsize.toFixed();"),
		...sample('path', "import { join } from 'node:path';\njoin('a');"),
		...sample('process', 'process.exit();'),
	});
	const { diagnostics } = await buildFolder(root);
	assert.equal(diagnostics.map(({ file, line }) => `${file}:${line}`).sort(), [
		'content/docs/path.md:4',
		'content/docs/process.md:4',
	]);
	for (const { hint } of diagnostics) assert.match(hint ?? '', 'npm install --save-dev @types/node, in lib');
	writeFiles(root, {
		'lib/node_modules/@types/node/package.json': '{ "name": "@types/node", "version": "1.0.0", "types": "index.d.ts" }',
		'lib/node_modules/@types/node/index.d.ts':
			"declare module 'node:path' { export function join(...parts: string[]): string }\ndeclare const process: { exit(): void };",
	});
	assert.equal((await buildFolder(root)).diagnostics, [], 'what was said before is not true any more');
});

test('findings of a first check reach its pages, also if a sample imports an installed package that is not a dependency', async () => {
	const library = (name: string): Record<string, string> => ({
		[`lib/node_modules/${name}/package.json`]: `{ "name": "${name}", "version": "1.0.0", "types": "index.d.ts" }`,
		[`lib/node_modules/${name}/index.d.ts`]: 'export const size: number;',
	});
	const fences = [
		"```ts twoslash\nimport { size } from 'a-library';\nconst twice = size * 2;\n```",
		"```ts\n// @errors: 2307\nimport { size } from 'installed';\nsize;\n```",
	];
	const root = siteWith({
		...library('a-library'),
		...library('installed'),
		'lib/package.json': '{ "dependencies": { "a-library": "1.0.0" } }',
		'site.config.ts': `export default { title: 'Site', url: 'https://example.com', samples: { current: { folder: 'lib', package: 'a-library' } } };`,
		'content/docs/a.md': `# A\n\n${fences.join('\n\n')}\n`,
	});
	assert.equal((await buildFolder(root)).diagnostics, []);
	const types = [...contents(join(root, 'build'))].filter(([out]) => out.startsWith('assets/types/'));
	assert.is(types.length, 1, 'its names have their types');
});

test('libraries below content/ are those of their folder, not others that are installed above it', async () => {
	const library = (folder: string, version: string): Record<string, string> => ({
		[`${folder}node_modules/a-library/package.json`]: `{ "version": "${version}", "types": "index.d.ts" }`,
		[`${folder}node_modules/a-library/index.d.ts`]: 'export const size: number;',
	});
	const root = siteWith({
		...library('', '2.0.0'),
		...library('content/lib/', '1.0.0'),
		'content/lib/package.json': '{ "dependencies": { "a-library": "1.0.0" } }',
		'site.config.ts': `export default { title: 'Site', url: 'https://example.com', samples: { current: { folder: 'content/lib', package: 'a-library' } } };`,
		'content/docs/a.md': "# A\n\n```ts\nimport { size } from 'a-library';\nsize.toFixed();\n```\n",
	});
	assert.equal((await buildFolder(root)).diagnostics, []);
	const pages = [...contents(join(root, 'build'))].map(([, text]) => String(text)).join('');
	assert.match(pages, 'checked with 1.0.0');
	assert.not.match(pages, 'checked with 2.0.0');
});

test('A-23: a server that stops while samples are checked does not report that', async () => {
	const empty = { '@types/node': 'export {};', 'a-library': 'export const size: number;' };
	const packages = Object.entries(empty).flatMap(([name, text]) => [
		[`lib/node_modules/${name}/package.json`, `{ "name": "${name}", "version": "1.0.0", "types": "index.d.ts" }`],
		[`lib/node_modules/${name}/index.d.ts`, text],
	]);
	const root = siteWith({
		...Object.fromEntries(packages),
		'lib/package.json': '{ "dependencies": { "a-library": "1.0.0" } }',
		'site.config.ts': `export default { title: 'Site', url: 'https://example.com', samples: { current: { folder: 'lib', package: 'a-library' } } };`,
		'content/docs/a.md': "# A\n\n```ts\nimport { size } from 'a-library';\nsize;\n```\n",
	});
	let told = 0;
	const checker = new EventEmitter();
	const [begun, ended] = [once(checker, 'start'), once(checker, 'exit')];
	const project: Project = {
		...diskProject(root, join(root, 'build')),
		startHelper(...about) {
			const child = startHelper(...about);
			child.on('exit', () => checker.emit('exit'));
			checker.emit('start');
			return child;
		},
	};
	const server = await serveDevFolder(root, { onUpdate: () => told++ }, project);
	await begun;
	told = 0;
	await server.close();
	await ended;
	await new Promise((resolve) => setImmediate(resolve));
	assert.is(told, 0);
});

/** Values that no file, address or text can have, and those that a field of text or of a count does not expect. */
const HOSTILE: Record<string, unknown> = {
	NUL: 'a\0b',
	'half of a character': 'a\ud800b',
	'a long name': 'n'.repeat(300),
	'a prototype': '__proto__',
	'a constructor': 'constructor',
	'a step up': '../../x',
	'a number': 7,
	nothing: 0,
	'less than nothing': -1.5,
};

/** Paths of the fields in a table, those of objects in it too. */
function fieldsOf(table: Table = {}, above: string[] = []): string[][] {
	return Object.entries(table).flatMap(([name, entry]) => {
		const path = [...above, name];
		return [path, ...fieldsOf((typeof entry === 'object' ? entry.check : entry).table, path)];
	});
}

const entry = (key: string, value: unknown): object => Object.fromEntries([[key, value]]);

/** What a field may hold with a value somewhere in it. */
function shapesOf(value: unknown): unknown[] {
	const key = String(value);
	const all = ['label', 'permalink', 'key', 'name', 'url', 'title', 'date', 'author', 'to', 'from', 'src', 'href'];
	const whole = Object.fromEntries(all.map((name) => [name, value]));
	const link = { type: 'generated-index', slug: value, title: value, description: value, keywords: [value] };
	return [value, [value], entry(key, value), entry(key, [value]), whole, [whole], link, { type: 'doc', id: value }];
}

const yaml = (path: string[], value: unknown): string =>
	JSON.stringify(path.reduceRight<unknown>((inner, name) => entry(name, inner), value));

/** A copy of an object with one field set. */
function withField(whole: object, [name = '', ...rest]: string[], value: unknown): object {
	const inner: unknown = Reflect.get(whole, name);
	const own = typeof inner === 'object' && inner !== null ? inner : {};
	return { ...whole, ...entry(name, rest.length === 0 ? value : withField(own, rest, value)) };
}

/** Builds a site, which must end with an output without NUL, or with findings. */
async function endsWell(what: string, s: MemorySite): Promise<Diagnostic[]> {
	const { ok, diagnostics } = await s.build().catch((error: Error) => {
		throw new Error(`${what}: ${error.message}`, { cause: error });
	});
	for (const out of ok ? s.outputs() : []) assert.not.ok(s.read(out).includes('\0'), `${what}: ${out}`);
	for (const { code, message } of diagnostics) {
		assert.not.match(`${code} ${message}`, /^render-crash|\n {4}at |\0/, what);
		assert.not.match(message, 'is not a function', what);
	}
	return diagnostics;
}

for (const [name, value] of Object.entries(HOSTILE)) {
	test(`N1, P7, N3: ${name} in each field that authors write`, async () => {
		const home = { 'content/docs/index.md': '# Home\n', 'content/docs/x/a.md': '# A\n' };
		for (const [index, shape] of shapesOf(value).entries()) {
			const files: Record<string, string> = { ...home };
			for (const path of fieldsOf(FRONT_MATTER.table)) {
				const page = `---\n${yaml(path, shape)}\n---\n\nText.\n`;
				files[`content/docs/${path.join('-')}.md`] = page;
				files[`content/blog/2024-01-01-${path.join('-')}.md`] = page;
			}
			for (const path of fieldsOf(checkCategory.table)) {
				files[`content/docs/c-${path.join('-')}/a.md`] = '# A\n';
				files[`content/docs/c-${path.join('-')}/_category_.json`] = yaml(path, shape);
			}
			await endsWell(`front matter and categories, ${index}`, site(files));
			const author = ['name', 'title', 'url', 'image_url', 'email', 'socials'].map((field) => [field, shape]);
			const all = { [`${value}`]: Object.fromEntries(author), ada: { name: 'Ada', socials: entry(`${value}`, value) } };
			const tags = entry(`${value}`, { label: shape, permalink: shape, description: shape });
			const tagged = `---\ntags: ${JSON.stringify([value])}\n---\n\n# T\n`;
			const more = {
				'content/blog/authors.yml': JSON.stringify(all),
				'content/blog/tags.yml': JSON.stringify(tags),
				'content/docs/tags.yml': JSON.stringify(tags),
				'content/docs/t.md': tagged,
				'content/blog/2024-01-01-t.md': tagged.replace('tags:', 'authors: ada\ntags:'),
			};
			await endsWell(`authors and tags, ${index}`, site({ ...home, ...more }));
			await endsWell(
				`versions, ${index}`,
				site({
					...home,
					'content/versions.json': JSON.stringify([shape, '1.x']),
					'content/versions/1.x/a.md': '# A\n',
				}),
			);
			const items = ['link', 'doc', 'ref', 'html', 'category', 'autogenerated', 'api'].map((type) => {
				const texts = ['id', 'label', 'href', 'value', 'dirName', 'className', 'description'].map((key) => [
					key,
					shape,
				]);
				return { type, ...Object.fromEntries(texts), ...(type === 'category' && { link: shape, items: [shape] }) };
			});
			const sidebars = JSON.stringify(entry(`${value}`, [...items, shape]));
			await endsWell(`sidebars, ${index}`, site({ ...home, 'content/docs/sidebars.json': sidebars }));
		}
	});

	test(`N1, P7, N3: ${name} in each field of the configuration`, async () => {
		const pages = { 'content/docs/index.md': '# Home\n', 'content/blog/2024-01-01-x.md': '# X\n' };
		const text = (raw: object): string => `export default ${JSON.stringify(raw)};`;
		for (const name of Object.keys(fields.table ?? {})) {
			// As many of its fields at once as are accepted: each alone would be thousands of sites.
			let accepted: object = { title: 'Site', url: 'https://example.com' };
			const refused = { ...accepted, ...entry(name, value) };
			for (const path of fieldsOf(fields.table).filter(([first]) => first === name))
				for (const shape of shapesOf(value)) {
					const raw = withField(accepted, path, shape);
					if (resolveConfig(raw).problems.length === 0) accepted = raw;
				}
			for (const raw of [accepted, refused]) await endsWell(text(raw), site({ ...pages, 'site.config.ts': text(raw) }));
		}
	});
}

test('N1, P7: a path with NUL or half of a character is a finding at its place', async () => {
	const page = (fields: string, body = 'Text.') => `---\n${fields}\n---\n\n${body}\n`;
	const s = site({
		'content/docs/index.md': '# Home\n',
		'content/docs/slug.md': page('slug: "/a\\0b"'),
		'content/docs/id.md': page('id: "a\\ud800b"'),
		'content/docs/redirect.md': page('redirect_from: ["/a\\0b"]'),
		'content/docs/tag.md': page('tags: [{ label: T, permalink: "a\\0b" }]'),
		'content/docs/image.md': page('image: "./a\\0b.png"'),
		'content/docs/body.md': '# Body\n\n![x](./a%00b.png)\n\n<img src={"./\\u0000.png"} />\n\n<video src="a%00.mp4">\n',
		'content/docs/fence.md': '# Fence\n\n```ts file=a%00b.ts\n```\n',
		'content/docs/c/_category_.json': '{ "link": { "type": "generated-index", "slug": "/a\\u0000b" } }',
	});
	const found = await endsWell('paths', s);
	const places = found.map(({ code, file, line }) => `${code} ${file?.slice('content/docs/'.length)}:${line}`);
	for (const place of [
		'invalid-slug slug.md:2',
		'invalid-route id.md:2',
		'invalid-route redirect.md:2',
		'invalid-route tag.md:2',
		'refused-file image.md:2',
		'refused-file body.md:3',
		'refused-file body.md:5',
		'refused-file body.md:7',
		'refused-file fence.md:3',
		'invalid-category c/_category_.json:1',
	])
		assert.ok(places.includes(place), `${place} is not in\n${places.join('\n')}`);
});

test('N2, P18: NUL by an escape in front matter is what it is in text', async () => {
	const fields = ['title', 'sidebar_label', 'description'].map((name) => `${name}: "a\\0b"`).join('\n');
	const s = site({
		'content/docs/index.md': `---\n${fields}\nkeywords: ["a\\0b"]\ntags: ["a\\0b"]\n---\n\nText {frontMatter.title}.\n`,
	});
	assert.equal(await endsWell('texts', s), []);
	assert.match(s.read('docs/index.html'), '<title>a\ufffdb');
});

test('N3, P11: versions, elements and sidebars may be named like properties of objects', async () => {
	for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
		const s = site({
			'content/docs/index.md': `# Home\n\n<${name}>\n\n<p>\n\nText\n\n</${name}>\n`,
			'content/versions.json': JSON.stringify([name]),
			[`content/versions/${name}/index.md`]: '# Home\n',
			[`content/versions/${name}/c/a.md`]: '# A\n',
			[`content/versions/${name}/c/_category_.json`]: '{ "label": "Named" }',
		});
		const found = (await endsWell(name, s)).filter(
			({ severity, code }) => severity === 'error' && code !== 'unclosed-tag',
		);
		assert.equal(found, [], name);
		const wanted = site({ 'content/docs/index.md': `---\ndisplayed_sidebar: ${name}\n---\n\n# Home\n` });
		assert.equal(codes(await endsWell(name, wanted)), ['unknown-sidebar']);
	}
});

test('N4, P20: a file and a folder whose names are one on some disks', async () => {
	const s = site({ 'content/docs/index.md': '# Home\n', 'content/static/x': 'x', 'content/static/X/y': 'y' });
	const [{ code, file, message } = {}, ...others] = (await s.build()).diagnostics;
	assert.equal([code, file, others], ['output-conflict', 'content/static/x', []]);
	assert.match(message ?? '', 'a folder "X", with X/y in it');
});

test('N: pages whose names are one on some disks are one finding, which names both', async () => {
	const s = site({
		'content/docs/index.md': '# Home\n',
		'content/docs/\u00e4.md': '# One\n',
		'content/docs/a\u0308.md': '# Two\n',
	});
	const [{ code, notes } = {}, ...others] = (await s.build()).diagnostics;
	assert.equal([code, others], ['duplicate-route', []]);
	for (const name of ['content/docs/\u00e4.md', 'content/docs/a\u0308.md']) assert.match(notes?.join() ?? '', name);
});

/** A file of a size that takes no room on the disk. */
function sparse(root: string, path: string, bytes: number): void {
	writeFiles(root, { [path]: '' });
	truncateSync(join(root, path), bytes);
}

test('Z1, Z2, P8: a file that is too large to be read is a finding that names it, or a download', async () => {
	const TOO_LARGE = 60_000_000;
	for (const path of ['content/blog/authors.yml', 'content/versions.json', 'content/docs/c/_category_.json']) {
		const root = siteWith({ 'content/docs/c/a.md': '# A\n', 'content/blog/2024-01-01-x.md': '# X\n' });
		sparse(root, path, TOO_LARGE);
		const { code, stderr } = await runHere(['build', '--site', root]);
		assert.is(code, 1, path);
		assert.match(stderr, `This file is too large: ${path}`, path);
	}
	const root = siteWith({ 'content/docs/a.md': '# A\n\n![x](./x.png)\n\n[d](./d.json)\n' });
	for (const path of ['content/docs/x.png', 'content/docs/d.json']) sparse(root, path, TOO_LARGE);
	const disk = breakDisk({ fault: '', at: -1, under: root, looks: true });
	const { diagnostics } = await buildFolder(root).finally(() => disk.repair());
	assert.equal(diagnostics, []);
	assert.not.ok(disk.calls.some((call) => /^readFileSync .*[xd]\.(?:png|json)$/.test(call)));
});

test('Z1, P8: a style sheet that is too large is a finding', async () => {
	const root = siteWith();
	sparse(root, 'content/theme.css', 60_000_000);
	const [{ message } = {}] = (await buildFolder(root)).diagnostics;
	assert.match(message ?? '', 'content/theme.css is too large');
});

test('Z3, P19: a page may have 5 MB with what it includes', async () => {
	const part = `${'Text. '.repeat(100)}\n\n`.repeat(5_000);
	const s = site({
		'content/docs/_part.md': part,
		'content/docs/code.ts': `// ${part.replaceAll('\n', ' ')}`,
		'content/docs/index.md': "import Part from './_part.md'\n\n# Home\n\n<Part />\n\n```ts file=code.ts\n```\n",
	});
	const found = (await s.check()).diagnostics.map(({ code, line, message }) => `${code} ${line} ${message}`);
	assert.is(found.length, 1, found.join('\n'));
	assert.match(found[0] ?? '', /^refused-file 7 .*has at most 5 MB with them/);
});

test('Z4, P23: styles that are nested too deeply are a finding at their place', async () => {
	const css = `b {}\n${'a{'.repeat(5_000)}${'}'.repeat(5_000)}`;
	const s = site({ 'content/docs/index.md': '# Home\n', 'content/theme.css': css });
	const [{ file, line, message } = {}] = (await s.check()).diagnostics;
	assert.equal([file, line], ['content/theme.css', 2]);
	assert.match(message ?? '', 'nested more than 100 deep');
});

test('Z4, P24: values that are nested too deeply are a finding', async () => {
	const deep = '['.repeat(5_000) + ']'.repeat(5_000);
	const sites: Record<string, string>[] = [
		{
			'content/docs/sidebars.ts': `let deep: any = []; for (let i = 0; i < 3000; i++) deep = [deep]; export default deep;`,
		},
		{ 'content/docs/sidebars.json': `{ "a": ${deep} }` },
		{ 'content/docs/a.mdx': `# A\n\n<Card a={${deep}} />\n` },
		{
			'content/docs/a.mdx': `export const a0 = [];\n${Array.from({ length: 500 }, (_, i) => `export const a${i + 1} = [a${i}];`).join('\n')}\n\n{a500}\n`,
		},
	];
	for (const files of sites) {
		const found = await endsWell(Object.keys(files).join(), site({ 'content/docs/index.md': '# Home\n', ...files }));
		assert.ok(found.length > 0);
	}
});

test('P21: an HTML tag that never ends is a finding', async () => {
	const s = site({ 'content/docs/index.md': '# Home\n\n<div id="foo"\n*hi*\n\nA `<b a="1"` and \\<b a="1".\n' });
	const found = (await s.check()).diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`);
	assert.equal(found, ['unfinished-tag 3:1']);
});

test.run();

/**
 * The output depends only on the input; it is published completely or not at all; no foreign file is lost; and no
 * unusual file crashes the program.
 */
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuildResult } from '../src/cli/build.ts';
import { cacheFolder } from '../src/cli/disk/cache-folder.ts';
import { diskProject } from '../src/cli/disk/project.ts';
import { toText } from '../src/cli/terminal/report.ts';
import { hashOf } from '../src/content/model/hash.ts';
import { callsOf, withFault } from './disk-faults.ts';
import { buildFolder } from './disk-site.ts';
import { config, doc, site } from './memory-site.ts';
import { assertSame, contents, type Outcome, run, runHere, temporaryFolder } from './program.ts';
import { RICH } from './rich-site.ts';
import { writeFiles } from './write-files.ts';

type Files = Record<string, string | Uint8Array>;

function folderWith(files: Files, name = 'robust'): string {
	const root = join(temporaryFolder(name), 'site');
	writeFiles(root, files);
	return root;
}

/** Asserts that there is no internal error and no stack trace. */
function assertCivil({ code, stdout, stderr }: Outcome, what: string): void {
	assert.ok(code === 0 || code === 1, `${what}: ended with ${code}`);
	assert.not.match(
		stdout + stderr,
		/docsgen failed|\n {4}at |internal-error|render-crash|ENOENT|EISDIR|ELOOP|TypeError/,
		what,
	);
	assert.is(code === 1, /\berror: /.test(stderr), `${what}: fails if, and only if, there is an error\n${stderr}`);
}

/* ---------------------------------------------------------------- the same input, the same bytes */

test('the same site gives the same bytes in other folders, time zones, languages and file orders', async () => {
	const first = folderWith(RICH, 'one');
	const second = folderWith(
		Object.fromEntries(Object.entries(RICH).reverse()),
		'a-folder-with-another-and-longer-name',
	);
	const one = await run(['build', '--site', first], {
		env: { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
	});
	assert.is(one.code, 0, one.stderr);
	const two = await run(['build', '--out-dir', '../elsewhere'], {
		cwd: second,
		env: { TZ: 'America/St_Johns', LANG: 'C', LC_ALL: 'C', NODE_ENV: 'development', HOME: '/nonexistent' },
	});
	assert.is(two.code, 0, two.stderr);
	assertSame(contents(join(second, '../elsewhere')), contents(join(first, 'build')), 'the other folder');
	for (const [path, bytes] of contents(join(first, 'build'))) {
		assert.not.ok(bytes.includes(first), `${path} names the folder`);
		assert.not.ok(bytes.includes(process.cwd()), `${path} names docsgen's folder`);
	}
});

test('a site with styles, components, an island and a plugin gives the same bytes in a folder of any name', async () => {
	const files: Files = {
		...RICH,
		'site.config.ts': config({ search: {}, markdown: { plugins: [{ plugin: './plugin.ts' }] } }),
		'plugin.ts': 'export default (markdown: { core: object }) => void markdown.core;',
		'content/theme.css': 'body { --mine: 1 }',
		'templates/styles/print.css': '.markdown p { color: red }',
		'templates/components/Mine.tsx': "import './mine.css';\nexport function Mine() { return <b>mine</b>; }",
		'templates/components/mine.css': '.mine { color: red }',
		'templates/components/Live.island.tsx': 'export function Live() { return <i>live</i>; }',
		'content/docs/mine.md': doc('Mine', '<Mine /> <Live />'),
	};
	let first: Map<string, string> | undefined;
	// Windows has no such names.
	const odd = ['star*[1] {a,b}', 'back\\slash', '日本 😀 %41 ?q #h', '`tick`$x "q"\n', '@scope+x,y;z&(b)!'];
	for (const name of ['plain', "O'Brien", ...(process.platform === 'win32' ? [] : odd)]) {
		const root = join(temporaryFolder('odd'), name);
		writeFiles(root, files);
		const { code, stderr } = await run(['build'], { cwd: root });
		assert.is(code, 0, `${name}: ${stderr}`);
		const built = contents(join(root, 'build'));
		first ??= built;
		assertSame(built, first, name);
		for (const [path, bytes] of built) assert.not.ok(bytes.includes(root), `${path} names the folder`);
	}
});

/* ---------------------------------------------------------------- complete or not at all */

/** Two states of one site: every page differs, and each has pages that the other lacks. */
function state(name: 'A' | 'B', pages: number): Files {
	const files: Files = { 'site.config.ts': RICH['site.config.ts'] ?? '' };
	const rich = Object.entries(RICH).filter(([path]) => path !== 'site.config.ts');
	for (const [path, content] of rich) files[path] = path.endsWith('.md') ? `${content}\n\nState ${name}.\n` : content;
	for (let index = 0; index < pages; index++)
		files[`content/docs/many/p${index}.md`] = doc(`P${index}`, `State ${name}. `.repeat(200));
	files[`content/docs/only-${name.toLowerCase()}/page.md`] = doc(`Only ${name}`);
	return files;
}

/** Changes the site's content from one state to the other. */
function become(root: string, files: Files): void {
	rmSync(join(root, 'content'), { recursive: true, force: true });
	writeFiles(root, files);
}

const expected = new Map<string, Map<string, string>>();

/** The output of a state, built once. */
async function expectedOutput(...[name, pages]: Parameters<typeof state>): Promise<Map<string, string>> {
	const known = expected.get(name + pages);
	if (known) return known;
	const root = folderWith(state(name, pages), 'expected');
	const { code, stderr } = await run(['build', '--site', root]);
	assert.is(code, 0, stderr);
	const output = contents(join(root, 'build'));
	expected.set(name + pages, output);
	return output;
}

test('two concurrent builds leave the output of one of them', async () => {
	const root = folderWith(state('A', 30), 'twice');
	for (const name of ['A', 'B'] as const) {
		become(root, state(name, 30));
		const outcomes = await Promise.all([run(['build', '--site', root]), run(['build', '--site', root])]);
		assert.ok(
			outcomes.some(({ code }) => code === 0),
			JSON.stringify(outcomes),
		);
		assert.is((await run(['build', '--site', root])).code, 0);
		assertSame(contents(join(root, 'build')), await expectedOutput(name, 30), name);
	}
});

test('two copies of a site that build into one folder', async () => {
	const [one, two] = [folderWith(state('A', 2), 'copy'), folderWith(state('B', 2), 'copy')];
	const outDir = join(temporaryFolder('shared'), 'out');
	for (const root of [one, two, one, one, two]) {
		const result = await buildFolder(root, { outDir });
		assert.is(result.ok, true, JSON.stringify(result.diagnostics));
		assertSame(contents(outDir), await expectedOutput(root === one ? 'A' : 'B', 2), root);
	}
});

/** What happens to an output between two builds, and the findings of the next one. */
const OUTPUT_DAMAGES: [what: string, found: string[], damage: (out: string) => void][] = [
	['a file is deleted', [], (out) => rmSync(join(out, 'docs/index.html'))],
	['all is deleted', [], (out) => rmSync(out, { recursive: true })],
	[
		'C4, P16: a file at the path of a folder',
		['foreign-file'],
		(out) => {
			rmSync(join(out, 'docs/group/a'), { recursive: true });
			writeFileSync(join(out, 'docs/group/a'), 'x');
		},
	],
	[
		'C4, P16: a folder at the path of a file',
		[],
		(out) => {
			rmSync(join(out, '404.html'));
			mkdirSync(join(out, '404.html'));
		},
	],
	[
		'F15: a page is edited by hand, and has an old time',
		[],
		(out) => {
			writeFileSync(join(out, 'docs/group/a/index.html'), 'tampered');
			utimesSync(join(out, 'docs/group/a/index.html'), new Date(0), new Date(0));
		},
	],
	['F15: a foreign file is added', ['foreign-file'], (out) => writeFileSync(join(out, 'CNAME'), 'example.com')],
];

test('after any damage, the output is what the build made, and nothing else; so is the next one', async () => {
	const root = folderWith(RICH, 'damaged');
	const out = join(root, 'build');
	const edit = (text: string): Promise<BuildResult> => {
		writeFiles(root, { 'content/static/file.txt': text });
		return buildFolder(root);
	};
	await edit('One.');
	// From the second output on, an unchanged file is a hard link to the previous one.
	await edit('Two.');
	const want = contents(out);
	for (const [what, found, damage] of OUTPUT_DAMAGES) {
		damage(out);
		const { diagnostics } = await buildFolder(root);
		assert.equal(
			// The folder is in no repository.
			diagnostics.flatMap(({ code }) => (code === 'no-history' ? [] : code)),
			found,
			what,
		);
		assertSame(contents(out), want, what);
		await edit('Three.');
		assertSame(contents(out), new Map([...want, ['file.txt', 'Three.']]), `${what}, then`);
		await edit('Two.');
	}
});

/* ---------------------------------------------------------------- no foreign file is lost */

test('an output folder with foreign files is rejected, and so is one that contains the site', async () => {
	const root = folderWith(RICH, 'refused');
	mkdirSync(join(root, 'mine'));
	writeFileSync(join(root, 'mine/thesis.md'), 'Precious.');
	writeFileSync(join(root, 'file'), 'Precious.');
	mkdirSync(join(root, 'content/static/empty'), { recursive: true });
	const before = contents(root);
	for (const outDir of [
		'.',
		'./',
		'..',
		'content',
		'content/docs',
		'content/static/empty',
		'content/new',
		'mine',
		'file',
		'templates/new',
		'/',
		'.docsgen',
	]) {
		const outcome = await runHere(['build', '--site', root, '--out-dir', outDir]);
		assert.is(outcome.code, 1, outDir);
		assertCivil(outcome, outDir);
		assert.match(outcome.stderr, 'foreign-output', outDir);
		const after = [...contents(root)].filter(([path]) => !path.startsWith('.docsgen/'));
		assertSame(new Map(after), before, outDir);
		const cleared = await runHere(['clear', '--site', root, '--out-dir', outDir]);
		assert.is(cleared.code, 1, `clear ${outDir}`);
		assertSame(
			new Map([...contents(root)].filter(([path]) => !path.startsWith('.docsgen/'))),
			before,
			`clear ${outDir}`,
		);
	}
});

test('an empty folder is fine, and so is a symbolic link, which stays one', async () => {
	const root = folderWith(RICH, 'link');
	const real = join(temporaryFolder('real'), 'www');
	mkdirSync(real);
	symlinkSync(real, join(root, 'build'));
	for (const turn of [1, 2]) {
		writeFiles(root, { 'content/static/file.txt': `Turn ${turn}.` });
		const { code, stderr } = await run(['build', '--site', root]);
		assert.is(code, 0, stderr);
		assert.is(readFileSync(join(real, 'file.txt'), 'utf8'), `Turn ${turn}.`);
	}
});

/* ---------------------------------------------------------------- unusual files */

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

test('unusual files become pages or findings or are ignored, and never crash', async () => {
	const cases: Record<string, Files | ((root: string) => void)> = {
		'a folder with the name of a page': (root) => mkdirSync(join(root, 'content/docs/folder.md')),
		'a folder with the name of the configuration of a category': (root) =>
			mkdirSync(join(root, 'content/docs/_category_.json')),
		'a link to itself': (root) => symlinkSync('loop.md', join(root, 'content/docs/loop.md')),
		'links to each other': (root) => {
			symlinkSync('two.md', join(root, 'content/docs/one.md'));
			symlinkSync('one.md', join(root, 'content/docs/two.md'));
		},
		'a link to a folder above': (root) => symlinkSync('..', join(root, 'content/docs/up')),
		'a dangling link': (root) => symlinkSync('nowhere.md', join(root, 'content/docs/dangling.md')),
		'a link to a page outside': (root) => {
			writeFileSync(join(root, '../outside.md'), doc('Outside'));
			symlinkSync('../../../outside.md', join(root, 'content/docs/linked.md'));
		},
		'broken UTF-8': { 'content/docs/odd.md': bytes(0x23, 0x20, 0xff, 0xfe, 0xc3, 0x28, 0x0a, 0xf0, 0x9f) },
		'UTF-16': { 'content/docs/odd.md': Buffer.from('\ufeff# Title\n\nText.', 'utf16le') },
		'NUL bytes': { 'content/docs/odd.md': doc('Nul', 'a\0b\0') },
		'an empty page': { 'content/docs/odd.md': '' },
		'a page of white space': { 'content/docs/odd.md': '\n \n\t\n' },
		'front matter alone': { 'content/docs/odd.md': '---\ntitle: Odd\n---' },
		'front matter that never ends': { 'content/docs/odd.md': '---\ntitle: Odd\n' },
		'an empty image': { 'content/docs/odd.md': '![x](./x.png)', 'content/docs/x.png': '' },
		'an image that is none': {
			'content/docs/odd.md': '![x](./x.png) ![y](./y.svg)',
			'content/docs/x.png': 'hello',
			'content/docs/y.svg': '<svg',
		},
		'long names': { [`content/docs/${'n'.repeat(200)}.md`]: doc('Long'), [`content/static/${'s'.repeat(250)}`]: 'x' },
		'names that are too long for a folder': { 'content/docs/odd.md': doc('Odd', 'Text.', `slug: /${'n'.repeat(300)}`) },
		'a very long title and tag': {
			'content/docs/odd.md': doc('t'.repeat(3000), 'Text.', `tags: [${'g'.repeat(300)}]`),
		},
		'names with spaces and signs': {
			'content/docs/a b.md': doc('Space'),
			'content/docs/50%.md': doc('Percent'),
			'content/docs/q?.md': doc('Question'),
			'content/docs/h#h.md': doc('Hash'),
			'content/docs/ünï-日本.md': doc('Letters', '[space](<./a b.md>)'),
			'content/docs/it\'s & "more".md': doc('Quotes'),
		},
		'names with dots': {
			'content/docs/a..b.md': doc('Dots'),
			'content/docs/v1.2.md': doc('Number'),
			'content/docs/.hidden.md': doc('Hidden'),
		},
		'names in upper and lower case': { 'content/docs/Same.md': doc('One'), 'content/docs/same.md': doc('Two') },
		'names that are those of outputs': {
			'content/docs/index.html.md': doc('Html'),
			'content/pages/404.md': doc('Own'),
			'content/pages/sitemap.xml.md': doc('Map'),
		},
		'a page where a file of ours is': {
			'content/static/docs/index.html': 'Own',
			'content/static/sitemap.xml': 'Own',
		},
		'a file where a folder of ours is': { 'content/static/docs': 'A file', 'content/static/blog': 'A file' },
		'a folder where a file of ours is': { 'content/static/404.html/x.txt': 'x', 'content/static/robots.txt/y': 'y' },
		'categories that are none': { 'content/docs/odd/a.md': doc('A'), 'content/docs/odd/_category_.json': '[1, 2]' },
		'categories with wrong fields': {
			'content/docs/odd/a.md': doc('A'),
			'content/docs/odd/_category_.yml': 'label: [1]\nposition: first\nlink: 7\n',
		},
		'sidebars that are none': { 'content/docs/sidebars.ts': 'export default 5;' },
		'sidebars that throw': { 'content/docs/sidebars.ts': 'throw new Error("No");' },
		'sidebars of anything': {
			'content/docs/sidebars.json': '{ "a": [null, 5, [], {}, { "type": "category" }, { "type": "doc" }], "b": 7 }',
		},
		'versions that are none': { 'content/versions.json': '{ "a": 1 }' },
		'versions with odd names': { 'content/versions.json': '["../up", "a/b", ""]' },
		'authors that are none': { 'content/blog/authors.yml': '- a\n- b\n' },
		'a configuration that is a function': { 'site.config.ts': 'export default () => ({});' },
		'a configuration that is a promise': {
			'site.config.ts': 'export default Promise.resolve({ title: "x", url: "https://x.y" });',
		},
		'a configuration with itself in it': {
			'site.config.ts': 'const c: any = { title: "x", url: "https://x.y" }; c.docs = c; export default c;',
		},
		'a configuration with a getter that throws': {
			'site.config.ts': 'export default { get title() { throw new Error("No"); }, url: "https://x.y" };',
		},
		'a configuration that is empty': { 'site.config.ts': '' },
		'no content': (root) => rmSync(join(root, 'content'), { recursive: true }),
		'content that is a file': (root) => {
			rmSync(join(root, 'content'), { recursive: true });
			writeFileSync(join(root, 'content'), 'x');
		},
	};
	for (const [name, change] of Object.entries(cases)) {
		const root = folderWith(
			{
				'site.config.ts': RICH['site.config.ts'] ?? '',
				'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
				'content/blog/2023-01-01-a.md': doc('A'),
			},
			'odd',
		);
		if (typeof change === 'function') change(root);
		else writeFiles(root, change);
		const { ok, diagnostics } = await buildFolder(root);
		assertCivil({ code: ok ? 0 : 1, stdout: '', stderr: toText(diagnostics) }, name);
		const again = await buildFolder(root);
		assert.is(again.ok, ok, `${name}, again`);
	}
});

test('published files can be read by everyone, and what programs leave is not published', async () => {
	const root = folderWith(RICH, 'left');
	const left = [
		'.DS_Store',
		'._a.png',
		'Thumbs.db',
		'desktop.ini',
		'.a.png.swp',
		'a.png~',
		'#a.js#',
		'~$a.docx',
		'.git',
	];
	for (const name of [...left, '__MACOSX/a.png', '.svn/entries', 'img/.DS_Store'])
		writeFiles(root, { [`content/static/${name}`]: 'left' });
	writeFiles(root, { 'content/static/.well-known/security.txt': 'Contact', 'content/static/__MACOSX/b.md': 'left' });
	// Emacs has a file open.
	symlinkSync('user@host.1234:5678', join(root, 'content/static/.#a.js'));
	chmodSync(join(root, 'content/static/file.txt'), 0o600);
	const { code, stderr } = await run(['build', '--site', root]);
	assert.is(code, 0, stderr);
	const built = contents(join(root, 'build'));
	for (const [path, text] of built) assert.is.not(text, 'left', path);
	assert.is(built.get('.well-known/security.txt'), 'Contact');
	assert.match(built.get('.docsgen') ?? '', '.well-known/security.txt');
	assert.is(statSync(join(root, 'build/file.txt')).mode & 0o444, 0o444);
});

test('a name that is not UTF-8 is a finding', async () => {
	if (process.platform !== 'linux') return;
	const root = folderWith(RICH, 'names');
	const named = (folder: string, end: string): Buffer =>
		Buffer.concat([Buffer.from(`${join(root, folder)}/caf`), Buffer.from([0xe9]), Buffer.from(end)]);
	for (const path of [named('content/docs', '.md'), named('content/static', '.txt')]) writeFileSync(path, doc('Café'));
	mkdirSync(named('content/docs', ''));
	const { code, stderr } = await runHere(['build', '--site', root]);
	assert.is(code, 1);
	for (const name of ['content/docs/caf\ufffd', 'content/docs/caf\ufffd.md', 'content/static/caf\ufffd.txt'])
		assert.match(stderr, `The name of ${name} is not UTF-8`);
});

test('a byte order mark and Windows line endings change nothing', async () => {
	const plain = folderWith(RICH, 'plain');
	const texts = Object.entries(RICH).map(([path, content]): [string, string | Uint8Array] => {
		if (typeof content !== 'string') return [path, content];
		const lines = content.replace(/\n/g, '\r\n');
		return [path, /\.mdx?$/.test(path) ? `\ufeff${lines}` : lines];
	});
	const windows = folderWith(Object.fromEntries(texts), 'windows');
	assert.is((await buildFolder(plain)).ok, true);
	const result = await buildFolder(windows);
	assert.is(result.ok, true, JSON.stringify(result.diagnostics));
	const isText = ([path]: [string, string]): boolean => path !== 'file.txt';
	assertSame(
		new Map([...contents(join(windows, 'build'))].filter(isText)),
		new Map([...contents(join(plain, 'build'))].filter(isText)),
		'Windows',
	);
});

test('an unreadable page is a finding, not a missing page', async () => {
	const s = site({ 'content/docs/index.md': doc('Home', 'Text.', 'slug: /'), 'content/docs/secret.md': doc('Secret') });
	await s.build();
	if (process.getuid?.() === 0) return;
	const root = folderWith(s.files, 'unreadable');
	await run(['build', '--site', root]);
	chmodSync(join(root, 'content/docs/secret.md'), 0);
	const outcome = await run(['build', '--site', root]);
	assertCivil(outcome, 'unreadable');
	assert.is(outcome.code, 1);
	assert.match(outcome.stderr, 'content/docs/secret.md');
	assert.ok(existsSync(join(root, 'build/docs/secret/index.html')));
});

/* ---------------------------------------------------------------- a cache full of garbage */

const GARBAGE: Record<string, (text: Buffer) => Uint8Array> = {
	empty: () => Buffer.alloc(0),
	'cut in half': (text) => text.subarray(0, text.length >> 1),
	noise: (text) => Buffer.from(text.map((byte, index) => (index % 7 === 0 ? byte ^ 0x55 : byte))),
	null: () => Buffer.from('null'),
	'an empty object': () => Buffer.from('{}'),
	'an empty list': () => Buffer.from('[]'),
	'a number': () => Buffer.from('5'),
};

/** Damage that cleaners, backups and broken disks do to a whole cache. */
const DAMAGES: Record<string, (cache: string, names: string[]) => void> = {
	'a file in the place of the cache': (cache) => {
		rmSync(cache, { recursive: true });
		writeFileSync(cache, 'x');
	},
	'no cache': (cache) => rmSync(cache, { recursive: true }),
	'a link to nothing in the place of the cache': (cache) => {
		rmSync(cache, { recursive: true });
		symlinkSync('/nowhere/at/all', cache);
	},
	'folders in the place of all files': (cache, names) => {
		for (const name of names) {
			rmSync(join(cache, name));
			mkdirSync(join(cache, name, 'deep'), { recursive: true });
		}
	},
	'every second file removed': (cache, names) => {
		for (const [index, name] of names.entries()) if (index % 2 === 0) rmSync(join(cache, name));
	},
};

/** Kinds of damage that are tried on each single file: one bad file among good ones is the harder case. */
const TELLING = new Set(['cut in half', 'noise', 'an empty object']);

test('F25, C1 to C3, P12, P15: the output is correct with any content in the cache, which is then a good one', async () => {
	const changed = {
		'content/docs/index.md': doc('Home', 'Changed.', 'slug: /'),
		'content/static/file.txt': 'Changed.',
	};
	const root = folderWith(RICH, 'garbage');
	await buildFolder(root);
	const want = contents(join(root, 'build'));
	const other = folderWith({ ...RICH, ...changed }, 'garbage-changed');
	await buildFolder(other);
	const wantChanged = contents(join(other, 'build'));
	const cache = join(root, '.docsgen');
	const original = join(root, '../original');
	cpSync(root, original, { recursive: true, preserveTimestamps: true });
	const names = [...contents(cache).keys()].filter((path) => !path.startsWith('output-'));
	assert.ok(names.length >= 5, names.join(' '));
	const spoil = (paths: string[], garbage: (text: Buffer) => Uint8Array): void => {
		for (const path of paths) writeFileSync(join(cache, path), garbage(readFileSync(join(cache, path))));
	};
	const cases: [what: string, damage: () => void][] = [
		...Object.entries(DAMAGES).map(([what, damage]): [string, () => void] => [what, () => damage(cache, names)]),
		...Object.entries(GARBAGE).flatMap(([kind, garbage]) =>
			[names, ...(TELLING.has(kind) ? names.map((name) => [name]) : [])].map((paths): [string, () => void] => [
				`${kind} in ${paths.length > 1 ? 'all files' : paths[0]}`,
				() => spoil(paths, garbage),
			]),
		),
	];
	const build = async (output: Map<string, string>, what: string): Promise<void> => {
		const result = await buildFolder(root).catch((error: Error) => error);
		if (result instanceof Error) throw new Error(what, { cause: result });
		assert.ok(result.ok, `${what}: ${JSON.stringify(result.diagnostics)}`);
		assertSame(contents(join(root, 'build')), output, what);
	};
	for (const [what, damage] of cases) {
		for (const [files, output] of [
			[{}, want],
			[changed, wantChanged],
		] as const) {
			rmSync(root, { recursive: true });
			cpSync(original, root, { recursive: true, preserveTimestamps: true });
			damage();
			writeFiles(root, files);
			await build(output, what);
		}
		assert.is((await buildFolder(root)).jobs, 0, `${what}: remembered again`);
	}
});

const SMALL: Files = {
	'site.config.ts': config({}),
	'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
	'content/docs/a.md': '# A\n',
};

const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

test('text that is not UTF-8 is a finding with its position', async () => {
	const { diagnostics } = await site({ 'content/docs/latin.md': Buffer.from('# Caf\u00e9\n', 'latin1') }).build();
	assert.equal(
		diagnostics.map(({ code, message }) => `${code} ${message}`),
		['encoding content/docs/latin.md is not UTF-8: byte 5 does not begin a character.'],
	);
});

test('a page that the disk does not let docsgen read is reported as missing, not left out', async () => {
	const first = folderWith(SMALL, 'denied');
	const calls = await callsOf(first, () => buildFolder(first), true);
	const looks = [...calls.keys()].filter((at) => /^(?:stat|realpath)Sync .*\/a\.md$/.test(calls[at] ?? ''));
	assert.ok(looks.length > 0);
	// In a first build: a later one looks twice, so it would find the page.
	for (const at of looks) {
		const root = folderWith(SMALL, 'denied');
		const fault = { fault: 'EACCES', at, under: root, looks: true };
		const { result, error } = await withFault(fault, () => buildFolder(root));
		if (error) assert.is(error.code, 'EACCES', error.stack);
		else if (result?.ok) assert.ok(existsSync(join(root, 'build/docs/a/index.html')), calls[at]);
	}
});

test('a site in a read-only folder is checked, and nothing is written to it', async () => {
	const root = folderWith(SMALL, 'read-only');
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

test('names of immutable files contain the hash of their bytes', async () => {
	const root = folderWith(
		{ ...SMALL, 'content/docs/a.md': '# A\n\n![x](./x.svg)\n', 'content/docs/x.svg': IMAGE },
		'assets',
	);
	assert.ok((await buildFolder(root)).ok);
	// A script's name also depends on its imports, a search file's name on its content.
	const assets = [...contents(join(root, 'build'))].filter(([path]) => /^assets\/(?!search\/).*(?<!\.js)$/.test(path));
	assert.ok(assets.length > 2, `${assets.length} assets`);
	assert.is(assets.filter(([path]) => path.startsWith('assets/site-')).length, 1);
	const nameOf = (bytes: string): string => hashOf(Buffer.from(bytes, 'latin1')).slice(0, 8);
	for (const [path, bytes] of assets) assert.match(path, new RegExp(`-${nameOf(bytes)}\\.`), path);
});

test.run();

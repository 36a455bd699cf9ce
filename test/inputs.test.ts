/**
 * Incremental results equal those of a clean build: random chains of edits, copies, moves and restored caches over all
 * inputs of a site, in `build`, `check` and `dev`. DOCSGEN_LONG=1 draws 300 chains.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuildResult } from '../src/cli/build.ts';
import { type Inputs, openInputs } from '../src/cli/disk/inputs.ts';
import { diskProject } from '../src/cli/disk/project.ts';
import { OWN_MARK } from '../src/render/views/output-paths.ts';
import { closeAll, type Dev, dev, devIn } from './dev-server.ts';
import { buildFolder, serveDevFolder } from './disk-site.ts';
import { memoryProject } from './memory-project.ts';
import { config, doc, site } from './memory-site.ts';
import { assertSame, contents, temporaryFolder } from './program.ts';
import fc, { IS_LONG } from './properties.ts';
import { writeFiles } from './write-files.ts';

test.after.each(closeAll);

const env: Record<string, string | undefined> = { ...process.env };
const CONFIG = (more = ''): string =>
	`export default { title: 'Site', url: 'https://example.com', onBrokenLinks: 'ignore', onBrokenAnchors: 'ignore', include: ['data'], ownHostFiles: ['_headers'], ${more} };`;

/** A site with every kind of input. */
const SITE: Record<string, string> = {
	'site.config.ts': `import { label } from './data/label';\n${CONFIG("tagline: label + ' ' + process.env.SITE_WORD")}`,
	'data/label.ts': "export const label = 'Label';",
	'data/nav.ts': "export const nav = 'Nav';",
	'data/part.md': 'A part from outside.',
	'data/note.ts': "export const note = 'Note';",
	'data/sample.ts': 'export const answer = 42;',
	'content/docs/index.md': '---\nslug: /\n---\n\n# Home\n\nText.\n\n[a](./a.md)\n',
	'content/docs/a.md': "---\ntitle: A\n---\n\nimport Part from '../../data/part.md'\n\n<Part />\n\n<Stamp />\n",
	'content/docs/sidebars.ts':
		"import { nav } from '../../data/nav';\nexport default { docs: [{ type: 'category', label: nav, items: ['index', 'a'] }] };",
	'content/blog/2024-01-01-post.md': '---\ntitle: Post\nauthors: [ada]\n---\n\nText. <Stamp />\n',
	'content/blog/authors.yml': 'ada:\n  name: Ada\n',
	'content/static/robots-note.txt': 'static',
	'templates/components/Stamp.tsx':
		"import { note } from '../../data/note';\nexport function Stamp() { return <b>{note}</b>; }",
};

interface Edit {
	path: string;
	/** Undefined removes the file. */
	text: string | undefined;
}

const file = (path: string, ...texts: (string | undefined)[]): fc.Arbitrary<Edit> =>
	fc.record({ path: fc.constant(path), text: fc.constantFrom(...texts) });

/** Everything that can change a result: two forms of each, and its absence. */
const edit = fc.oneof(
	file('data/label.ts', "export const label = 'One';", "export const label = 'Two';"),
	file('data/nav.ts', "export const nav = 'First';", "export const nav = 'Second';"),
	file('data/note.ts', "export const note = 'N1';", "export const note = 'N2';"),
	// Precedes note.ts for an import without an extension.
	file('data/note.tsx', "export const note = 'TSX';", undefined),
	file('data/part.md', 'Part one.', 'Part two, with [a link](/docs/).', undefined),
	file('content/docs/a.md', '# Only text', SITE['content/docs/a.md'], '# Stamped\n\n<Stamp />\n'),
	file('content/docs/b.md', '# B\n\n![x](./x.svg)\n', undefined),
	file('content/docs/x.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', undefined),
	file('content/docs/sidebars.ts', SITE['content/docs/sidebars.ts'], undefined),
	file('content/docs/_category_.json', '{ "label": "G" }', '{', undefined),
	file('content/versions.json', '["1.x"]', undefined),
	file('content/versions/1.x/index.md', '---\nslug: /\n---\n\n# Old\n', '---\nslug: /\n---\n\n# Older\n', undefined),
	file('content/blog/2024-01-01-post.md', '---\ntitle: Post\n---\n\nOther. <Stamp />\n', undefined),
	file('content/blog/authors.yml', 'ada:\n  name: Countess\n', SITE['content/blog/authors.yml']),
	file('content/pages/more.md', '---\ntitle: More\ntags: [one]\n---\n\n<Stamp />\n', undefined),
	file('content/static/robots-note.txt', 'static', 'changed', undefined),
	file('content/static/_headers', '/*\n  X-Own: 1\n', undefined),
	file('content/theme.css', ':root { --accent: red }', ':root { --accent: blue }', undefined),
	file('templates/Footer.tsx', 'export function Footer() { return <footer>Mine</footer>; }', undefined),
	file('templates/components/Stamp.tsx', 'export default function Stamp() { return <i>own</i>; }'),
	file('templates/styles/print.css', '@media print { body { color: red } }', undefined),
	file('site.config.ts', CONFIG(), SITE['site.config.ts'], CONFIG("titel: 'wrong'"), CONFIG('search: false')),
);

const BODIES = [
	'Text.',
	'Other text.',
	'## Heading\n\nText with a [link](/docs/a).',
	'[to a](./a.md)',
	'![pixel](/pixel.png)',
	"import P from '/content/docs/_part.mdx';\n\n<P />",
	'# Own heading\n\n- list',
	'<Unknown />',
	'```ts\nconst x = 1;\n```\n\n:::odd\n\nx\n\n:::',
];
const FIELDS = [
	'tags: [two]',
	'sidebar_position: 2',
	'draft: true',
	'unlisted: true',
	'slug: /moved',
	'redirect_from: /old',
	'pagination_next: a',
	'title: 5',
];

const pages = (paths: string[], fields: string[]): fc.Arbitrary<Edit> =>
	fc.record({
		path: fc.constantFrom(...paths),
		text: fc.option(
			fc
				.tuple(
					fc.constantFrom('One', 'Two'),
					fc.constantFrom(...BODIES),
					fc.constantFrom('', 'tags: [one, two]', ...fields),
				)
				.map((parts) => doc(...parts)),
			{ nil: undefined, freq: 5 },
		),
	});

/** Correct and incorrect content of authors. */
const writing = fc.oneof(
	pages(
		['a', 'b', 'group/c', 'group/index', 'deep/er/d'].map((name) => `content/docs/${name}.md`),
		FIELDS,
	),
	pages(['content/blog/2023-01-01-x.md', 'content/blog/2023-02-02-y.md'], ['authors: [ada]']),
	file(
		'site.config.ts',
		config({}),
		config({ title: 'Renamed' }),
		config({ tagline: 'Changed' }),
		config({ search: {} }),
	),
	file('site.config.ts', config({ onBrokenLinks: 'ignore', onBrokenAnchors: 'ignore' }), config({ titel: 'wrong' })),
	file('content/docs/_part.mdx', 'Part.', 'Another [part](/docs/).', undefined),
	file('content/static/pixel.png', 'x', 'yy', undefined),
	file('content/docs/group/_category_.json', '{ "label": "G" }', '{ "position": 1 }', '{', undefined),
	file(
		'content/docs/sidebars.json',
		'{ "docs": ["index", "a"] }',
		'{ "s": [{ "type": "autogenerated", "dirName": "." }] }',
		undefined,
	),
	file('content/versions.json', '["1.x"]', undefined),
	file('content/blog/authors.yml', 'ada:\n  name: Ada\n', 'ada:\n  name: Countess\n', undefined),
);

const TREES = { locales: ['en', 'fr', 'de'], onBrokenLinks: 'ignore', onBrokenAnchors: 'ignore' };
/** Translations, and the files around them. */
const translating = fc.oneof(
	pages(
		['docs/a', 'docs/b', 'docs/group/c', 'docs/2-deep/er/d', 'versions/1.x/index'].map(
			(name) => `content/fr/${name}.md`,
		),
		FIELDS,
	),
	pages(['content/fr/blog/2023-01-01-x.md', 'content/fr/blog/2023-03-03-z.md'], ['authors: [ada]']),
	pages(['content/docs/a.md', 'content/docs/b.md'], FIELDS),
	file('content/fr/docs/_part.mdx', 'Partie.', undefined),
	file('content/fr/static/pixel.png', 'zzz', undefined),
	file('content/fr/docs/group/_category_.json', '{ "label": "Groupe" }', '{', undefined),
	file('content/fr/texts.json', '{ "Site": "Le site" }', '{ "Nothing": "Rien" }', undefined),
	file('content/fr/words.json', '{ "onThisPage": "Ici" }', undefined),
	file(
		'site.config.ts',
		config(TREES),
		config({ ...TREES, locales: ['en', 'fr'] }),
		config({ ...TREES, locales: ['fr'] }),
	),
);

/** Edits of a page that show only where its body is shown. */
const TEXT = SITE['content/docs/index.md'];
const texts = file(
	'content/docs/index.md',
	...['', '\nOkapis.\n', '\nMore *okapis*, and zebras.\n'].map((more) => TEXT + more),
);

/** Events that affect the whole site. */
const event = fc.constantFrom('copy', 'copy and remove', 'touch', 'restore', 'restart', 'word', 'hand');
const step = fc.oneof({ arbitrary: edit, weight: 4 }, { arbitrary: texts, weight: 4 }, { arbitrary: event, weight: 2 });

/** Counts builds that made outputs without linking: only texts were edited. */
class EditCount {
	count = 0;
	private labels: string[] = [];
	progress = (label: string): void => void this.labels.push(label);

	add({ jobs }: BuildResult): void {
		if (jobs > 0 && !this.labels.includes('Linking pages')) this.count++;
		this.labels = [];
	}
}

function write(root: string, { path, text }: Edit): void {
	const target = join(root, path);
	if (text === undefined) {
		rmSync(target, { force: true });
		return;
	}
	mkdirSync(dirname(target), { recursive: true });
	writeFileSync(target, text);
}

const buildAt = (root: string, options: Parameters<typeof buildFolder>[1] = {}): Promise<BuildResult> =>
	buildFolder(root, { env, ...options });

function outputOf(root: string): Map<string, string> {
	return existsSync(join(root, 'build')) ? contents(join(root, 'build')) : new Map();
}

/** Copies a site's sources into a new folder without build results. */
function clean(root: string): string {
	const copy = join(temporaryFolder('clean'), 'site');
	for (const name of ['site.config.ts', 'data', 'content', 'templates'])
		if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name), { recursive: true });
	return copy;
}

const withoutRoot = (result: BuildResult, root: string): string =>
	JSON.stringify(result.diagnostics).replaceAll(root, '<site>');

/** A site on disk, and the operations on it. */
class Story {
	root = join(temporaryFolder('inputs'), 'site');
	private snapshot: string | undefined;
	private good = new Map<string, string>();
	readonly edits = new EditCount();

	constructor(files = SITE) {
		for (const [path, text] of Object.entries(files)) write(this.root, { path, text });
	}

	happen(what: Edit | string): void {
		if (typeof what !== 'string') {
			write(this.root, what);
			return;
		}
		if (what === 'touch') utimesSync(join(this.root, 'content/docs/index.md'), new Date(), new Date());
		if (what === 'word') env.SITE_WORD = env.SITE_WORD === 'one' ? 'two' : 'one';
		if (what.startsWith('copy')) this.move(what === 'copy and remove');
		if (what === 'restore') this.restore();
		if (what === 'hand') this.changeOutput();
	}

	/** Edits a page of the output by hand; it stays so until a build succeeds. */
	private changeOutput(): void {
		const page = 'docs/index.html';
		if (!this.good.has(page)) return;
		const text = `${this.good.get(page)}<!-- by hand -->`;
		writeFileSync(join(this.root, 'build', page), text, 'latin1');
		this.good.set(page, text);
	}

	/** Restores an older cache in a new checkout, as CI services do. */
	private restore(): void {
		const cache = join(this.root, '.docsgen');
		if (this.snapshot && existsSync(this.snapshot)) {
			rmSync(cache, { recursive: true, force: true });
			cpSync(this.snapshot, cache, { recursive: true });
		} else {
			this.snapshot = join(temporaryFolder('cache'), 'cache');
			cpSync(cache, this.snapshot, { recursive: true });
		}
	}

	private move(remove: boolean): void {
		const next = join(temporaryFolder('inputs'), 'site');
		if (remove) renameSync(this.root, next);
		else cpSync(this.root, next, { recursive: true, preserveTimestamps: true });
		this.root = next;
	}

	async check(): Promise<void> {
		const fresh = clean(this.root);
		const [expected, checked, actual] = [
			await buildAt(fresh),
			await buildAt(this.root, { checkOnly: true }),
			await buildAt(this.root, { progress: this.edits.progress }),
		];
		this.edits.add(actual);
		assert.is(withoutRoot(actual, this.root), withoutRoot(expected, fresh), 'findings of build');
		assert.is(withoutRoot(checked, this.root), withoutRoot(expected, fresh), 'findings of check');
		if (expected.ok) this.good = outputOf(fresh);
		assertSame(outputOf(this.root), this.good, 'the output of a clean build');
		rmSync(dirname(fresh), { recursive: true, force: true });
	}
}

const CHAINS = IS_LONG ? 300 : 6;

test('after any chain of edits, copies and restored caches, build and check give the result of a clean build', async () => {
	let count = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
			const story = new Story();
			await story.check();
			for (const what of steps) {
				story.happen(what);
				await story.check();
			}
			count += story.edits.count;
			rmSync(dirname(story.root), { recursive: true, force: true });
		}),
		{ numRuns: CHAINS },
	);
	assert.ok(count >= CHAINS / 2, `${count} builds were of edited texts alone`);
});

/** Random chains of edits in memory, each built warm and cold. */
async function chains(
	edit: fc.Arbitrary<Edit>,
	runs: number,
	files: Record<string, string> = {},
	least = 0,
): Promise<void> {
	let good = 0;
	const edited = new EditCount();
	await fc.assert(
		fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async (edits) => {
			const warm = site({
				...files,
				'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
				'content/docs/a.md': doc('A'),
				'content/versions/1.x/index.md': doc('Old', 'Text.', 'slug: /'),
			});
			const outputs = ({ outputs, read }: typeof warm) => new Map(outputs().map((out) => [out, read(out)]));
			await warm.build();
			for (const { path, text } of edits) {
				if (text === undefined) delete warm.files[path];
				else warm.files[path] = text;
				const before = outputs(warm);
				const result = await warm.build({ progress: edited.progress });
				const { ok, diagnostics } = result;
				edited.add(result);
				const cold = site({ ...warm.files });
				const expected = await cold.build();
				assert.equal([ok, diagnostics], [expected.ok, expected.diagnostics]);
				// A build that fails changes nothing.
				assertSame(outputs(warm), ok ? outputs(cold) : before, path);
				if (ok) good++;
			}
		}),
		{ numRuns: IS_LONG ? 250 : runs },
	);
	assert.ok(good > runs, `${good} builds were good: the edits are not all mistakes`);
	assert.ok(edited.count >= least, `${edited.count} of ${good} builds were of edited texts alone`);
}

test('after any chain of writing, output and findings are those of a cold build', () => chains(writing, 25));

test('after any chain of translating, output and findings are those of a cold build', () =>
	chains(fc.oneof(translating, writing), 12, { 'site.config.ts': config(TREES) }));

test('after any chain of edits, dev serves the files of a clean build plus one tag', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
			const { root } = new Story();
			const server = await serveDevFolder(root, { production: true, env, watch: false });
			try {
				for (const change of edits) write(root, change);
				await server.refresh();
				const fresh = clean(root);
				const built = await buildAt(fresh);
				if (!built.ok) return;
				for (const [out, text] of contents(join(fresh, 'build'))) {
					if (out === OWN_MARK) continue;
					const path = out.replace(/(?:^|\/)index\.html$/, '/').replace(/^\//, '');
					const answer = Buffer.from(await (await fetch(new URL(path, server.url))).arrayBuffer()).toString('latin1');
					const plain = answer.replace(/<script type="module" src="\/__docsgen[^>]*><\/script>/, '');
					assert.ok(plain === text, `dev serves ${out} as it is built`);
				}
			} finally {
				await server.close();
				rmSync(dirname(root), { recursive: true, force: true });
			}
		}),
		{ numRuns: Math.ceil(CHAINS / 2) },
	);
});

/** Pages that stay the same but for what is below their first paragraph. */
const TEXTS = ['content/docs/a.md', 'content/docs/b.md', 'content/fr/docs/b.md', 'content/versions/1.x/index.md'];
const textOf = (path: string, more: string): string =>
	doc(`Page ${path.replace(/\W/g, ' ')}`, `First.\n\n${more}\n\n## Heading\n\n[A](/docs/a) ${more}`);
const sentence = fc
	.tuple(
		fc.constantFrom(...TEXTS),
		fc.constantFrom('Zebras.', 'Two *okapis*.', 'Zebras, and\nmore lines.\n\n- an item', ''),
	)
	.map(([path, more]): Edit => ({ path, text: textOf(path, more) }));

/** The files that a site of these edits begins with. */
const WRITTEN: Record<string, string> = {
	'site.config.ts': config(TREES),
	'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
	'content/versions.json': '["1.x"]',
	...Object.fromEntries(TEXTS.map((path) => [path, textOf(path, 'At first.')])),
};
const mixed = fc.oneof(
	{ arbitrary: sentence, weight: 6 },
	{ arbitrary: writing, weight: 1 },
	{ arbitrary: translating, weight: 1 },
);

test('after any chain of edits, most of them of a sentence, output and findings are those of a cold build', () =>
	chains(mixed, 12, WRITTEN, 20));

/** Waits until an edit is shown and all is done. */
async function editIn(server: Dev, what: Edit): Promise<void> {
	await server.edit(() => write(server.root, what));
	await server.until('the edit is shown', () => server.steps.some(({ kind }) => kind === 'pass'));
	await server.settles();
}

test('after each edit of a chain, most of them of a sentence, dev serves the files of a clean build', async () => {
	let good = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(mixed, { minLength: 3, maxLength: 8 }), async (edits) => {
			const files = { ...WRITTEN };
			const server = await dev(files, { production: true });
			try {
				await server.settles();
				for (const { path, text } of edits) {
					if (files[path] === text) continue;
					await editIn(server, { path, text });
					if (text === undefined) delete files[path];
					else files[path] = text;
					const built = site({ ...files });
					if (!(await built.build()).ok) continue;
					good++;
					for (const out of built.outputs()) {
						const { text: answer } = await server.get(`/${out.replace(/(^|\/)index\.html$/, '$1')}`);
						const plain = answer.replace(/<script type="module" src="\/__docsgen[^>]*><\/script>/, '');
						assert.ok(plain === built.read(out), `dev serves ${out} as it is built after ${path}`);
					}
				}
			} finally {
				await server.close();
			}
		}),
		{ numRuns: IS_LONG ? 100 : 4 },
	);
	assert.ok(good > 4, `${good} builds were good`);
});

test('dev reads no other file for an edit of a sentence', async () => {
	const asked: string[] = [];
	const root = temporaryFolder('sentence');
	const files = { 'content/docs/index.md': doc('Home', '', 'slug: /') };
	for (const [path, text] of Object.entries(files)) write(root, { path, text });
	write(root, { path: 'site.config.ts', text: config({ locales: ['en', 'fr'] }) });
	write(root, { path: 'content/fr/docs/index.md', text: doc('Accueil', '', 'slug: /') });
	const project = diskProject(root, join(root, 'build'));
	const read = (path: string): Buffer | undefined => {
		asked.push(path);
		return project.read(path);
	};
	const server = await devIn({ ...project, read });
	await server.settles();
	const path = 'content/docs/a.md';
	const readFor = async (body: string): Promise<string[]> => {
		asked.length = 0;
		await editIn(server, { path, text: doc('A', body) });
		return [...new Set(asked)].filter((name) => /^(?:content|site\.config)/.test(name));
	};
	await readFor('Text.\n\nOne.');
	assert.equal(await readFor('Text.\n\nTwo.'), [path]);
	assert.match((await server.get('/docs/a')).text, 'Two.');
	assert.match((await server.get('/fr/docs/a')).text, 'Two.', 'where it is not translated');
	assert.ok((await readFor('Text.\n\n[Three](./index.md).')).includes('site.config.ts'), 'a link is a fact');
	assert.match((await server.get('/docs/a')).text, 'Three');
});

test('a file that was hashed within moments of its last change is hashed again', () => {
	let digest = 'old';
	let now = 0;
	const stat = { path: 'a', size: 1, modified: 9000, changed: 9000, inode: 1 };
	const project = { ...memoryProject({}), stat: () => stat, digest: () => digest };
	const open = (known = {}) => openInputs(project, { known, now: () => now });
	for (const [seen, found] of [
		[10_000, 'new'],
		[12_000, 'old'],
	] as const) {
		now = seen;
		digest = 'old';
		const first = open();
		first.hash('a');
		digest = 'new';
		assert.is(open(first.records()).hash('a'), found);
	}
});

const changedIn = (inputs: Inputs): string[] => [...inputs.changed()].flatMap((name) => name ?? []);

test('a change that a pass has already seen is not reported again, however many events arrive', () => {
	const project = memoryProject({ 'content/docs/a.md': 'A', 'part.md': 'Part' });
	const inputs = openInputs(project);
	inputs.list('content');
	for (const name of ['content/docs/a.md', 'part.md', 'missing.md']) inputs.hash(name);
	assert.equal(changedIn(inputs), []);
	for (const name of ['content/docs/a.md', 'part.md', 'missing.md', 'content/docs/a.md~', 'elsewhere'])
		assert.not.ok(inputs.hasChanged(name), name);
	project.files['content/docs/a.md'] = 'B';
	project.files['content/docs/new.md'] = 'New';
	project.files['missing.md'] = 'Here';
	delete project.files['part.md'];
	const changed = ['content/docs/a.md', 'content/docs/new.md', 'missing.md', 'part.md'];
	assert.equal(changedIn(inputs).sort(), changed);
	for (const name of [...changed, 'content/docs']) assert.ok(inputs.hasChanged(name), name);
	inputs.refresh();
	inputs.list('content');
	for (const name of changed) inputs.hash(name);
	for (const name of changed) assert.not.ok(inputs.hasChanged(name), name);
	// Taken back, after a pass that read it without its hash.
	project.files['content/docs/new.md'] = 'Newer';
	inputs.refresh();
	inputs.list('content');
	inputs.read('content/docs/new.md');
	project.files['content/docs/new.md'] = 'New';
	assert.ok(inputs.hasChanged('content/docs/new.md'), 'an edit that is taken back');
	// Written twice within a clock tick, and read in between.
	const stat = { path: 'content/docs/a.md', size: 1, modified: 9000, changed: 9000, inode: 1 };
	const twice = openInputs({ ...project, stat: () => stat });
	twice.hash('content/docs/a.md');
	project.files['content/docs/a.md'] = 'C';
	assert.ok(twice.hasChanged('content/docs/a.md'));
});

test('a comparison looks at one file in each step', () => {
	const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`content/docs/${index}.md`, 'Text']));
	const project = memoryProject(files);
	let looks = 0;
	const counting = {
		...project,
		stat(name: string) {
			looks++;
			return project.stat(name);
		},
		*list(folder: string) {
			for (const stat of project.list(folder)) {
				looks++;
				yield stat;
			}
		},
	};
	const inputs = openInputs(counting);
	inputs.list('content');
	inputs.hash('missing.md');
	looks = 0;
	const most: number[] = [];
	for (const name of inputs.changed()) {
		assert.is(name, undefined);
		most.push(looks);
		looks = 0;
	}
	assert.is(Math.max(...most), 1);
	assert.ok(most.length > 40, 'each file is listed, and compared');
});

test('C1: files outside the content folder are seen by the fast path and by check', async () => {
	const story = new Story();
	await buildAt(story.root);
	for (const [path, text] of [
		['data/part.md', 'Another part.'],
		['data/nav.ts', "export const nav = 'Another';"],
		['data/note.ts', "export const note = 'Noted';"],
	] as const)
		write(story.root, { path, text });
	assert.is((await buildAt(story.root)).unchanged < outputOf(story.root).size, true);
	const page = readFileSync(join(story.root, 'build/docs/a/index.html'), 'utf8');
	for (const word of ['Another part.', 'Another', 'Noted']) assert.match(page, word);
});

test('C2: feeds are rebuilt when a component in a post changes', async () => {
	const story = new Story();
	await buildAt(story.root);
	write(story.root, { path: 'data/note.ts', text: "export const note = 'STAMP-TWO';" });
	await buildAt(story.root);
	for (const feed of ['rss.xml', 'atom.xml', 'feed.json'])
		assert.match(readFileSync(join(story.root, 'build/blog', feed), 'utf8'), 'STAMP-TWO');
});

test('A-1: a copied site is built with its own configuration', async () => {
	const story = new Story();
	await buildAt(story.root);
	story.happen('copy');
	write(story.root, { path: 'site.config.ts', text: CONFIG().replace("'Site'", "'Copy'") });
	await buildAt(story.root);
	assert.match(readFileSync(join(story.root, 'build/docs/index.html'), 'utf8'), 'Copy</title>');
});

test('an edit that keeps size and time of a file is detected', async () => {
	const root = temporaryFolder('kept');
	writeFiles(root, { 'site.config.ts': config({}), 'content/docs/a.md': '# A\n' });
	const path = join(root, 'content/docs/a.md');
	const then = new Date(Date.now() - 3_600_000);
	utimesSync(path, then, then);
	await buildFolder(root);
	writeFileSync(path, '# B\n');
	utimesSync(path, then, then);
	await buildFolder(root);
	assert.match(readFileSync(join(root, 'build/docs/a/index.html'), 'utf8'), '<title>B');
});

test.run();

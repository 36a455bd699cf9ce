/**
 * A result is as fresh as everything that it was read from: of the files that a build opens, one has another byte, and the
 * next build and the next pass of `dev` give what a build without a cache gives. DOCSGEN_LONG=1 changes every file.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuildResult } from '../src/cli/build.ts';
import { diskProject, type Project } from '../src/cli/disk/project.ts';
import { closeAll, devIn } from './dev-server.ts';
import { buildFolder } from './disk-site.ts';
import { helperHere } from './helpers-here.ts';
import { config, doc } from './memory-site.ts';
import { openedIn } from './opened-files.ts';
import { contents, temporaryFolder } from './program.ts';
import fc, { IS_LONG } from './properties.ts';
import { writeFiles } from './write-files.ts';

test.after.each(closeAll);

interface Repository {
	/** The site is in the folder `site`. */
	files: Record<string, string>;
	/** Linked packages: name → folder. */
	links?: Record<string, string>;
	/** Files that a build must open. */
	reads: string[];
	/** How many of its files to change. */
	draws: number;
}

/** The name of a package with its version, and what its types are. */
const manifest = (name: string, more: Record<string, unknown> = {}): string =>
	JSON.stringify({ name, version: '1.0.0', ...more });

const OVEN = {
	'packages/oven/package.json': manifest('@bakery/oven', { types: 'src/index.ts' }),
	'packages/oven/src/index.ts': "export { bake } from './bake.js';\nexport type { Bread } from '@bakery/bread';\n",
	'packages/oven/src/bake.ts':
		"import type { Bread } from '@bakery/bread';\n/** Bakes {@link Bread}. */\nexport function bake(bread: Bread): string { return bread.name; }\n",
	'packages/bread/package.json': manifest('@bakery/bread', { exports: { '.': { types: './index.d.ts' } } }),
	'packages/bread/index.d.ts': '/** A loaf. */\nexport interface Bread { name: string; heat: number }\n',
	'node_modules/spoon/package.json': manifest('spoon', { types: 'index.d.ts' }),
	'node_modules/spoon/index.d.ts': 'export declare const spoon: number;\n',
};
/** Longer than dev compares all files after its start. */
const COMPARED_MS = 5500;

const LINKS = { '@bakery/oven': 'packages/oven', '@bakery/bread': 'packages/bread' };

const REPOSITORIES: Record<string, Repository> = {
	plain: {
		files: {
			'package.json': manifest('bakery'),
			'site/site.config.ts': `import pkg from '../package.json';\nimport { label } from './data/label';\n${config({ include: ['data', { folder: '../docs', at: 'docs/more' }] }).replace('export default {', 'export default { tagline: label + pkg.version,')}`,
			'site/data/label.ts': "export const label = 'Label';\n",
			'site/data/part.md': 'A part from outside.\n',
			'site/data/sample.js': 'const answer = 42;\n',
			'site/content/docs/index.md': doc(
				'Home',
				"import Part from '../../data/part.md'\n\n<Part />\n\n```js file=../../data/sample.js\n```\n\n[More](./more/a.md)",
				'slug: /',
			),
			'site/content/docs/sidebars.ts':
				"import { label } from '../../data/label';\nexport default { docs: [{ type: 'category', label, items: ['index'] }] };\n",
			'site/content/docs/_category_.json': '{ "label": "All" }\n',
			'site/content/blog/2024-01-01-post.md': doc('Post', 'Text.', 'authors: [ada]\ntags: [news]'),
			'site/content/blog/authors.yml': 'ada:\n  name: Ada\n',
			'site/content/blog/tags.yml': 'news:\n  label: News\n',
			'site/content/static/note.txt': 'As it is.\n',
			'site/content/theme.css': ':root { --accent: red }\n',
			'docs/a.md': doc('More', '![A drawing](./a.svg)'),
			'docs/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20"/>\n',
		},
		reads: ['package.json', 'site/data/label.ts', 'docs/a.md', 'docs/a.svg', 'site/data/sample.js'],
		draws: 4,
	},
	'own templates, plugins, languages': {
		files: {
			'site/site.config.ts': config({
				tagline: 'Something of everything',
				locales: ['en', 'fr'],
				markdown: { plugins: ['./plugin.ts', 'shout'] },
			}),
			'site/plugin.ts':
				"import { mark } from './mark';\nexport default (md: any) => { md.core.ruler.push('mark', (state: any) => { for (const token of state.tokens) for (const child of token.children ?? []) if (child.type === 'text') child.content += mark; }); };\n",
			'site/mark.ts': "export const mark = ' marked';\n",
			'site/node_modules/shout/package.json': manifest('shout', { main: 'index.js' }),
			'site/node_modules/shout/index.js': 'module.exports = () => {};\n',
			'site/templates/Footer.tsx':
				"import { text } from './parts/text';\nimport styles from './footer.module.css';\nexport function Footer() { return <footer className={styles.all}>{text}</footer>; }\n",
			'site/templates/parts/text.ts': "export const text = 'Ours';\n",
			'site/templates/footer.module.css': '.all { color: red }\n',
			'site/templates/components/Stamp.tsx': 'export default function Stamp() { return <b>Stamp</b>; }\n',
			'site/content/docs/index.md': doc('Home', 'Text. <Stamp />', 'slug: /'),
			'site/content/docs/a.md': doc('A', 'Text.'),
			'site/content/words.json': '{ "search": "Find" }\n',
			'site/content/fr/texts.json': '{ "Something of everything": "Un peu de tout" }\n',
			'site/content/fr/docs/index.md': doc('Accueil', 'Texte.', 'slug: /'),
			'site/content/fr/words.json': '{ "search": "Chercher" }\n',
		},
		reads: ['site/mark.ts', 'site/templates/parts/text.ts', 'site/content/fr/words.json'],
		draws: 4,
	},
	'samples of a workspace': {
		files: {
			...OVEN,
			'site/site.config.ts': config({ samples: { current: { folder: 'samples', package: '@bakery/oven' } } }),
			'site/content/docs/index.md': doc(
				'Home',
				"```ts twoslash\n// @include: oven\nimport { bake } from '@bakery/oven';\nconst text: string = bake({ ...bread, heat: spoon });\n```",
				'slug: /',
			),
			'site/samples/package.json': JSON.stringify({ dependencies: { '@bakery/oven': '*', spoon: '*' } }),
			'site/samples/setups/oven.ts':
				"import type { Bread } from '@bakery/oven';\nimport { spoon } from 'spoon';\ndeclare const bread: Bread;\n",
			'site/samples/setups/all.d.ts': 'declare const everywhere: number;\n',
		},
		links: LINKS,
		reads: ['packages/oven/src/bake.ts', 'packages/bread/index.d.ts', 'packages/bread/package.json'],
		draws: 3,
	},
	'reference of a workspace': {
		files: {
			...OVEN,
			'site/site.config.ts': config({
				api: [{ id: 'oven', package: '@bakery/oven', folder: '../packages/oven', examples: 'examples.ts' }],
			}),
			'site/examples.ts': 'export type Baker = string;\n',
			'site/content/docs/index.md': doc('Home', '[Bake](api:oven/bake)', 'slug: /'),
			'site/content/reference/oven/bake.md': 'A note.\n',
		},
		links: LINKS,
		reads: ['packages/oven/src/bake.ts', 'packages/bread/index.d.ts', 'site/examples.ts'],
		draws: 3,
	},
};

function write({ files, links = {} }: Repository): string {
	const root = temporaryFolder('fresh');
	writeFiles(root, files);
	for (const [name, folder] of Object.entries(links)) {
		const link = join(root, 'node_modules', name);
		mkdirSync(dirname(link), { recursive: true });
		symlinkSync(join('../..', folder), link);
	}
	return root;
}

const projectIn = (root: string): Project => ({
	...diskProject(join(root, 'site'), join(root, 'site/build')),
	startHelper: helperHere,
});

const buildIn = (root: string): Promise<BuildResult> => buildFolder(join(root, 'site'), {}, projectIn(root));

/** Builds a copy of a repository without any cache. */
async function coldBuild(root: string): Promise<{ result: BuildResult; outputs: Map<string, string> }> {
	const copy = temporaryFolder('fresh-cold');
	cpSync(root, copy, {
		recursive: true,
		verbatimSymlinks: true,
		filter: (path) => !/\/site\/(?:build|\.docsgen)(?:\/|$)/.test(path),
	});
	const result = await buildIn(copy);
	const outputs = result.ok ? outputsIn(copy) : new Map();
	rmSync(copy, { recursive: true });
	return { result, outputs };
}

const outputsIn = (root: string): Map<string, string> => contents(join(root, 'site/build'));

/** The file with another letter at the place that a number from 0 to 999 selects. */
function withOtherByte(text: string, at: number): string {
	const letters = [...text.matchAll(/[a-z]/g)];
	const { index, 0: letter = '' } = letters[Math.floor((at * letters.length) / 1000)] ?? { index: 0 };
	return text.slice(0, index) + (letter === 'x' ? 'y' : 'x') + text.slice(index + 1);
}

const messages = ({ diagnostics }: Pick<BuildResult, 'diagnostics'>): string[] =>
	diagnostics.map(({ severity, file, line, message }) => `${severity} ${file}:${line} ${message}`).sort();

/** Fails unless both have the same files with the same bytes; names the first that differ. */
function assertOutputs(actual: Map<string, string>, expected: Map<string, string>, what: string): void {
	const names = [...new Set([...actual.keys(), ...expected.keys()])];
	const other = names.filter((name) => actual.get(name) !== expected.get(name));
	assert.equal(other, [], `${what}: outputs that a build without a cache makes otherwise`);
}

for (const [kind, repository] of Object.entries(REPOSITORIES)) {
	test(`${kind}: a changed byte of any file that a build opens is in the next build, and in dev`, async () => {
		const root = write(repository);
		let first: BuildResult | undefined;
		const opened = await openedIn(root, async () => {
			first = await buildIn(root);
		});
		assert.equal(first && messages(first), [], 'a good site');
		for (const file of repository.reads) assert.ok(opened.includes(file), `${file} is read`);
		// The files of an installed package change only with its version.
		const files = opened.filter(
			(file) => !/^site\/(?:build|\.docsgen)\//.test(file) && !/node_modules\/.*(?<!package\.json)$/.test(file),
		);
		const server = await devIn(projectIn(root), { production: true });
		await server.settles();
		const draws = fc.sample(fc.tuple(fc.nat(files.length - 1), fc.nat(999)), 200);
		const places = IS_LONG
			? files.map((_, index): [number, number] => [index, draws[index]?.[1] ?? 0])
			: draws.slice(0, repository.draws);
		for (const [index, at] of places) {
			const file = files[index] ?? '';
			const path = join(root, file);
			const text = readFileSync(path, 'utf8');
			const what = `${file} at ${at}`;
			writeFileSync(path, withOtherByte(text, at));
			const cold = await coldBuild(root);
			const warm = await buildIn(root);
			assert.equal(messages(warm), messages(cold.result), `${what}: findings of build`);
			if (warm.ok) assertOutputs(outputsIn(root), cold.outputs, what);
			const pages = [...cold.outputs].filter(([out]) => out.endsWith('.html') && out !== '404.html');
			const errors = (all: BuildResult['diagnostics']): string =>
				messages({ diagnostics: all.filter(({ severity }) => severity === 'error') }).join('\n');
			const isServed = async ([out, page]: [string, string]): Promise<boolean> => {
				const { text: answer } = await server.get(`/${out.replace(/(?:^|\/)index\.html$/, '/').replace(/^\//, '')}`);
				const plain = answer.replace(/<script type="module" src="\/__docsgen[^>]*><\/script>/, '');
				return Buffer.from(plain).toString('latin1') === page;
			};
			for (const page of pages)
				await server.until(`${what}: dev serves ${page[0]} as it is built`, () => isServed(page));
			const isReported = (): boolean => errors(server.findings) === errors(cold.result.diagnostics);
			await server.until(`${what}: dev reports ${errors(cold.result.diagnostics) || 'nothing'}`, isReported);
			writeFileSync(path, text);
		}
	});
}

/** A site with these files in `site`, samples of `@bakery/kit`, and more files of the repository. */
const withKit = (more: Repository['files']): Repository => ({
	files: {
		'site/site.config.ts': config({ samples: { current: { folder: '.', package: '@bakery/kit' } } }),
		'site/package.json': JSON.stringify({ dependencies: { '@bakery/kit': '*' } }),
		'site/content/docs/index.md': doc(
			'Home',
			"```ts\nimport { bake } from '@bakery/kit';\nbake({ name: 'rye' });\n```",
			'slug: /',
		),
		...more,
	},
	reads: [],
	draws: 0,
});

const KIT = {
	'kit/package.json': manifest('@bakery/kit', { types: 'index.d.ts' }),
	'kit/index.d.ts': 'export declare function bake(bread: { name: string }): void;\n',
};
const WRONG = 'export declare function bake(bread: { id: number }): void;\n';

const errorsOf = (result: BuildResult): string[] => result.diagnostics.map(({ code }) => code);

test('a link that leads to another checkout of a package is another package', async () => {
	const other = Object.fromEntries(Object.entries(KIT).map(([path, text]) => [`other/${path}`, text]));
	const root = write(withKit({ ...KIT, ...other, 'other/kit/index.d.ts': WRONG }));
	const link = join(root, 'node_modules/@bakery/kit');
	mkdirSync(dirname(link), { recursive: true });
	symlinkSync('../../kit', link);
	assert.equal(errorsOf(await buildIn(root)), []);
	rmSync(link);
	symlinkSync('../../other/kit', link);
	assert.equal(errorsOf(await buildIn(root)), ['sample-error']);
});

test('a file that comes first in the order of the compiler takes the place of another', async () => {
	const root = write({ ...withKit(KIT), links: { '@bakery/kit': 'kit' } });
	writeFiles(root, { 'kit/index.d.ts': "export * from './bake.js';\n", 'kit/bake.d.ts': KIT['kit/index.d.ts'] });
	assert.equal(errorsOf(await buildIn(root)), []);
	writeFiles(root, { 'kit/bake.ts': 'export function bake(bread: { id: number }): void {}\n' });
	assert.equal(errorsOf(await buildIn(root)), ['sample-error']);
	rmSync(join(root, 'kit/bake.ts'));
	assert.equal(errorsOf(await buildIn(root)), []);
	writeFiles(root, { 'site/node_modules/@bakery/kit/package.json': KIT['kit/package.json'] });
	writeFiles(root, { 'site/node_modules/@bakery/kit/index.d.ts': WRONG });
	assert.equal(errorsOf(await buildIn(root)), ['sample-error'], 'a package nearer to the site');
});

test('dev sees sources below a folder that it watches for another file', async () => {
	const root = write({
		files: {
			'package.json': manifest('kit'),
			'src/index.ts': "export * from './deep/bake.ts';\n",
			'src/deep/bake.ts': '/** Bakes one. */\nexport function bake(): void {}\n',
			'site/site.config.ts': `import pkg from '../package.json';\n${config({
				api: [{ id: 'kit', package: 'kit', folder: '..', entryPoints: { '.': 'src/index.ts' } }],
			}).replace('export default {', 'export default { tagline: pkg.version,')}`,
			'site/content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
		},
		reads: [],
		draws: 0,
	});
	const server = await devIn(projectIn(root));
	await server.shows('/docs/api/kit/functions/bake', 'Bakes one');
	await server.settles();
	// The comparisons of all files after the start would find the change as well.
	await wait(COMPARED_MS);
	writeFiles(root, { 'src/deep/bake.ts': '/** Bakes two. */\nexport function bake(): void {}\n' });
	await server.shows('/docs/api/kit/functions/bake', 'Bakes two');
});

test.run();

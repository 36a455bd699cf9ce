/**
 * The weight of a first visit, in bytes and requests, never in seconds: HTML, styles and scripts, gzipped as by
 * servers, without interaction.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { starterFiles } from '../src/cli/init/starter.ts';
import { elements } from './elements.ts';
import { config, doc, type MemorySite, site } from './memory-site.ts';
import { repositorySite } from './repository-site.ts';

/** Limits in bytes for a page and its parts. */
const PAGE = 30_000;
const STYLES = 13_350;
/** Of a docs page without rare parts. */
const STYLES_OF_DOCS = 12_000;
const SCRIPTS = 6_400;
/** Additional bytes at the first sign of a reader. */
const INTERACTIVE = 6_800;
const REQUESTS = 5;
/** The words for scripts, in a language other than the first. */
const MESSAGES = 1_900;

/** Exceptions: long pages, each with its own limit. */
const LONG: Record<string, number> = {
	// The guide from 9.x to 10.x shows every API change next to the old API, on one page.
	'docs/migrate-from-v9-to-v10/index.html': 35_600,
	// The second hour shows every file of one project, from the server to its deployment.
	'docs/second-hour/index.html': 34_700,
	// The index of the server names all symbols, also the folded internals.
	'docs/typedoc/server/index.html': 31_900,
};

const { outDir } = repositorySite();
const names = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
const pages = names.filter((name) => name.endsWith('.html') && !name.startsWith('assets/'));
const read = (name: string): string => readFileSync(join(outDir, name), 'utf8');
const gzipped = (text: string): number => gzipSync(text, { level: 6 }).length;

const weights = new Map<string, number>();
const weigh = (name: string): number => {
	const weight = weights.get(name) ?? gzipped(read(name));
	weights.set(name, weight);
	return weight;
};

/** Output paths of the files that a browser with scripts fetches immediately for a page. */
function assetsOf(html: string): Record<'styles' | 'scripts' | 'images', string[]> {
	const shown = html.replace(/<noscript>.*?<\/noscript>/gs, '');
	const paths = (selector: string, name: string, wanted = (_: Record<string, string>): boolean => true): string[] => [
		...new Set(
			elements(shown, selector)
				.filter(({ attributes }) => wanted(attributes))
				.map(({ attributes }) => (attributes[name] ?? '').replace(/^\//, '')),
		),
	];
	// Of lazy variants, only the visible one is fetched.
	const lazy = paths('img.logo', 'src', ({ loading }) => loading === 'lazy');
	return {
		styles: paths('link[rel="stylesheet"]', 'href'),
		scripts: paths('script[src]', 'src'),
		images: [...paths('img', 'src', ({ loading }) => loading !== 'lazy'), ...lazy.slice(0, lazy.length / 2)],
	};
}

const sum = (list: string[]): number => list.reduce((total, name) => total + weigh(name), 0);

test('a page of this site weighs at most 30 kB, including styles and scripts', () => {
	assert.ok(pages.length > 400, `${pages.length} pages`);
	const heavy: string[] = [];
	for (const name of pages) {
		const { styles, scripts } = assetsOf(read(name));
		const total = weigh(name) + sum(styles) + sum(scripts);
		if (total > (LONG[name] ?? PAGE)) heavy.push(`${name}: ${total} bytes`);
	}
	assert.equal(heavy, []);
});

test('every page in the list of exceptions really exceeds the limit', () => {
	for (const name of Object.keys(LONG)) {
		const { styles, scripts } = assetsOf(read(name));
		assert.ok(weigh(name) + sum(styles) + sum(scripts) > PAGE, `${name} fits: take it from the list`);
	}
});

test('styles and scripts of a first visit are small, also with the interactive scripts', () => {
	for (const name of ['index.html', 'docs/server/procedures/index.html', 'blog/tinyrpc-client/index.html']) {
		const { styles, scripts } = assetsOf(read(name));
		assert.ok(sum(styles) <= STYLES, `${name}: ${sum(styles)} bytes of styles`);
		assert.ok(sum(scripts) <= SCRIPTS, `${name}: ${sum(scripts)} bytes of scripts`);
	}
	const interactive = names.filter((name) => /^assets\/interactive-\w+\.js$/.test(name));
	assert.is(interactive.length, 1);
	assert.ok(sum(interactive) <= INTERACTIVE, `${sum(interactive)} bytes that answer readers`);
});

test('a docs page requests at most five files', () => {
	for (const name of pages.filter((page) => page.startsWith('docs/'))) {
		const { styles, scripts, images } = assetsOf(read(name));
		const count = 1 + styles.length + scripts.length + images.length;
		// Pages with rare components load separate style sheets.
		assert.ok(count <= REQUESTS + styles.length - 1, `${name}: ${count} requests`);
	}
});

for (const look of ['plain', 'warm', 'compact'] as const)
	test(`a docs page of a new site with the look ${look} is as light, with as few requests`, async () => {
		const made = site(starterFiles({ title: 'My docs', look }));
		assert.equal((await made.build()).diagnostics, []);
		const docs = made.outputs().filter((out) => /^docs\/.*\.html$/.test(out));
		assert.ok(docs.length > 3);
		for (const name of docs) {
			const { styles, scripts, images } = assetsOf(made.read(name));
			const files = [name, ...styles, ...scripts, ...images];
			const total = files.reduce((size, file) => size + gzipped(made.read(file)), 0);
			const ofStyles = styles.reduce((size, file) => size + gzipped(made.read(file)), 0);
			assert.ok(ofStyles <= STYLES_OF_DOCS, `${name}: ${ofStyles} bytes of styles`);
			assert.ok(total <= PAGE, `${name}: ${total} bytes`);
			assert.ok(files.length <= REQUESTS + styles.length - 1, `${name} asks for ${files.join(', ')}`);
		}
	});

test('in another language, a page requests one more file, with the words for its scripts', async () => {
	const made = site({
		'site.config.ts': config({ locales: ['en', 'fr', 'ru'] }),
		'content/docs/index.md': doc('Page'),
		'content/fr/docs/index.md': doc('Page'),
		'content/ru/docs/index.md': doc('Страница'),
	});
	assert.equal((await made.build()).diagnostics, []);
	const scriptsOf = (page: string): string[] => assetsOf(made.read(page)).scripts;
	const first = scriptsOf('docs/index.html');
	assert.is(first.length, 2);
	const weight = first.reduce((size, file) => size + gzipped(made.read(file)), 0);
	assert.ok(weight <= SCRIPTS + 100, `${weight} bytes of scripts`);
	for (const locale of ['fr', 'ru']) {
		const [messages = '', ...others] = scriptsOf(`${locale}/docs/index.html`);
		assert.equal(others, first);
		const bytes = gzipped(made.read(messages));
		assert.ok(bytes <= MESSAGES, `${messages}: ${bytes} bytes`);
	}
	const scripts = made.outputs().filter((out) => /^assets\/main-.*\.js$/.test(out));
	assert.is(scripts.length, 1, 'one set of scripts');
});

test('types of names are in a separate style sheet, which also works without scripts', () => {
	const html = read('docs/server/procedures/index.html');
	const [sheet] = elements(html, '[data-types]').map(({ attributes }) => attributes['data-types'] ?? '');
	assert.match(sheet ?? '', /^\/assets\/types\/\w{8}\.css$/);
	assert.match(html, `<noscript><link rel="stylesheet" href="${sheet}"></noscript>`);
	const css = read((sheet ?? '').slice(1));
	const numbers = new Set(elements(html, '[data-t]').map(({ attributes }) => attributes['data-t']));
	assert.ok(numbers.size > 10);
	for (const number of numbers) assert.ok(css.includes(`[data-t="${number}"]:is(`), `type ${number}`);
});

test('every checked sample names the version that it was checked against', () => {
	for (const [name, version] of [
		['docs/server/procedures/index.html', '10.27.1'],
		['docs/v9/router/index.html', '9.27.4'],
	] as const) {
		const html = read(name);
		const samples = ['pre.language-ts', 'pre.language-tsx'].flatMap((selector) => elements(html, selector)).length;
		const labels = html.split(`>checked with ${version}</p>`).length - 1;
		assert.ok(labels > 3 && labels <= samples, `${name}: ${labels} of ${samples}`);
	}
});

/** A docs tree of four parts with `folders` folders each, and 25 pages of equal length per folder. */
async function tree(folders: number): Promise<MemorySite> {
	const files: Record<string, string> = {};
	for (const part of [1, 2, 3, 4])
		for (let folder = 1; folder <= folders; folder++)
			for (let page = 10; page < 35; page++)
				files[`content/docs/part-${part}/folder-${folder}/page-${page}.md`] = doc(`Page ${page}`, 'Words. '.repeat(50));
	const made = site(files);
	const result = await made.build();
	assert.ok(result.ok);
	return made;
}

test('pages of a site of 400 pages are no larger than those of 200, except for folder names', async () => {
	const heaviest = (made: MemorySite): number =>
		Math.max(
			...made
				.outputs()
				.filter((out) => /page-\d+\/index\.html$/.test(out))
				.map((out) => gzipped(made.read(out))),
		);
	const small = heaviest(await tree(2));
	const large = heaviest(await tree(4));
	assert.ok(large <= small + 120, `${large} bytes instead of ${small}`);
});

test.run();

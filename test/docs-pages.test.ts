/** The HTML of docs pages, where a case of `cases/pages/docs` would be too long or needs bytes: large sidebars, pictures. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { elements, texts, values } from './elements.ts';
import { config, doc, type MemorySite, site } from './memory-site.ts';

async function built(
	files: Record<string, string | Uint8Array>,
	fields?: Record<string, unknown>,
): Promise<MemorySite> {
	const s = site(fields ? { ...files, 'site.config.ts': config(fields) } : files);
	const result = await s.build();
	assert.is(result.ok, true, JSON.stringify(result.diagnostics, undefined, 1));
	return s;
}

const SIDEBAR = 'nav[aria-label="Docs sidebar"]';
const sidebars = (items: unknown): string => JSON.stringify({ docs: items });

test('a large sidebar leaves out closed categories and has the URL of the whole', async () => {
	const files: Record<string, string> = {};
	const items = Array.from({ length: 20 }, (_, group) => ({
		type: 'category',
		label: `Group ${group}`,
		items: Array.from({ length: 10 }, (_, index) => {
			files[`content/docs/g${group}/p${index}.md`] = doc(`Page ${group}.${index}`);
			return `g${group}/p${index}`;
		}),
	}));
	const s = await built({ ...files, 'content/docs/sidebars.json': sidebars(items) });
	const html = s.read('docs/g3/p4/index.html');
	assert.is(elements(html, `${SIDEBAR} a`).length, 20 + 10);
	const source = values(html, `${SIDEBAR} ul`, 'data-source')[0] ?? '';
	assert.is(elements(s.read(source.slice(1)), 'a').length, 20 + 200);
	assert.equal(texts(html, `${SIDEBAR} [aria-current="page"]`), ['Page 3.4']);
});

test('a page of a large sidebar contains a part of each long list, with links to the entries before and after', async () => {
	const files: Record<string, string> = {};
	const items = Array.from({ length: 200 }, (_, group) => {
		files[`content/docs/g${group}.md`] = doc(`Page ${group}`);
		return { type: 'category', label: `Group ${group}`, items: [`g${group}`] };
	});
	const flat = Array.from({ length: 120 }, (_, number) => {
		files[`content/docs/flat${number}.md`] = doc(`Flat ${number}`);
		return `flat${number}`;
	});
	const all = [{ type: 'category', label: 'Flat', items: flat }, ...items];
	const s = await built({ ...files, 'content/docs/sidebars.json': sidebars(all) });
	const links = (out: string): number => elements(s.read(out), `${SIDEBAR} a`).length;
	const more = (out: string): [string, string | undefined][] =>
		elements(s.read(out), `${SIDEBAR} .sidebar-more a`).map(({ text, attributes }) => [text, attributes.href]);
	assert.is(links('docs/g110/index.html'), 45 + 1 + 2);
	assert.equal(more('docs/g110/index.html'), [
		['90 more above', '/docs/g88'],
		['66 more below', '/docs/g134'],
	]);
	assert.equal(more('docs/flat0/index.html'), [
		['90 more below', '/docs/flat30'],
		['171 more below', '/docs/g29'],
	]);
	assert.equal(more('docs/flat119/index.html').slice(0, 1), [['90 more above', '/docs/flat89']]);
	for (const out of ['docs/g110/index.html', 'docs/flat0/index.html', 'docs/flat119/index.html']) {
		const current = elements(s.read(out), `${SIDEBAR} [aria-current="page"]`);
		assert.equal(
			current.map(({ attributes }) => attributes.href),
			[`/${out.replace('/index.html', '')}`],
		);
	}
	const source = values(s.read('docs/g110/index.html'), `${SIDEBAR} ul`, 'data-source')[0] ?? '';
	assert.is(elements(s.read(source.slice(1)), 'a').length, 1 + 120 + 200 * 2);
});

test('sites without the menu of tools have no rules for it', async () => {
	const files = { 'content/docs/a.md': doc('A') };
	const rules = async (theme: Record<string, unknown>): Promise<string> => {
		const s = await built(files, { theme });
		return values(s.read('docs/a/index.html'), 'link[rel="stylesheet"]', 'href')
			.map((href) => s.read(href.slice(1)))
			.join('');
	};
	assert.not.match(await rules({}), /tools-menu|layer page-tools/);
	assert.match(await rules({ pageTools: ['markdown'] }), '.tools-menu{');
});

/** A PNG of 1 by 1 pixel. */
const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

test('B-177: images have their size and load lazily', async () => {
	const s = await built({
		'content/docs/page.md': doc('Page', '![A pixel](./pixel.png) ![Static](/img/pixel.png)'),
		'content/docs/pixel.png': PIXEL,
		'content/static/img/pixel.png': PIXEL,
	});
	const images = elements(s.read('docs/page/index.html'), 'main .markdown img').map(({ attributes }) => attributes);
	for (const image of images) assert.equal([image.width, image.height, image.loading], ['1', '1', 'lazy']);
	for (const { src = '' } of images) {
		assert.match(src, /^\/assets\/media\/pixel-[0-9a-f]{8}\.png$/);
		assert.ok(s.outputs().includes(src.slice(1)));
	}
});

test.run();

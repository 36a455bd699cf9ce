/** The offline index of a site in memory: what it finds, in which order, and that its bytes are only the site's. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SearchIndex } from '../../src/content/search/engine.ts';
import type { IndexMeta, SearchSettings } from '../../src/content/search/format.ts';
import { doc, type MemorySite, site } from '../memory-site.ts';
import { siteFiles } from './site.ts';

const settingsOf = (built: MemorySite): SearchSettings => JSON.parse(built.read('search.json')) as SearchSettings;

const addressOf = (built: MemorySite, version: string): string =>
	settingsOf(built).versions.find(({ name }) => name === version)?.index ?? '';

async function open(built: MemorySite, version = 'current', read: string[] = []): Promise<SearchIndex> {
	const address = addressOf(built, version);
	return SearchIndex.open(async (name) => {
		read.push(name);
		return JSON.parse(built.read(new URL(name, `http://site${address}`).pathname.slice(1)));
	});
}

async function urls(index: SearchIndex, query: string): Promise<string[]> {
	return (await index.search(query)).hits.map(({ url }) => url);
}

const built = site(siteFiles());
assert.ok((await built.build()).ok);
const index = await open(built);

test('names in code, beginnings, typing errors, Chinese and Japanese', async () => {
	const first: Record<string, string> = {
		'proxy client': '/docs/client',
		httpBatchLink: '/docs/links',
		'batch link': '/docs/links',
		maxurl: '/docs/links#options',
		quokka: '/docs/client#zebra-crossing',
		quoka: '/docs/client#zebra-crossing',
		uqokka: '/docs/client#zebra-crossing',
		rotuers: '/docs/routers',
		型安全: '/docs/japanese',
		購読: '/docs/japanese#購読',
		订阅: '/docs/chinese#订阅',
		路由: '/docs/chinese',
	};
	for (const [query, url] of Object.entries(first)) assert.is((await urls(index, query))[0], url, query);
	assert.equal(await urls(index, 'xyzzyplugh'), []);
	assert.equal(await urls(index, '!?'), []);
});

test('the page that is named so comes before those that mention it', async () => {
	const found = await urls(index, 'routers');
	assert.is(found[0], '/docs/routers');
	assert.ok(found.some((url) => url.startsWith('/blog')));
});

test('each version finds its own docs and the pages without version', async () => {
	const old = await open(built, '9.x');
	assert.ok((await urls(old, 'wombat'))[0]?.startsWith('/docs/v9'));
	assert.equal(await urls(old, 'quokka'), []);
	assert.equal(await urls(index, 'wombat'), []);
	assert.ok((await urls(old, 'platypus'))[0]?.startsWith('/blog'));
});

test('a hit says what was found, with marks', async () => {
	const [hit] = (await index.search('quokka')).hits;
	assert.equal(hit?.headings, [[{ text: 'Zebra crossing', mark: false }]]);
	assert.equal(hit?.title, [{ text: 'The client', mark: false }]);
	assert.ok(hit?.inText);
	assert.equal(hit?.excerpt, [
		{ text: 'Only here: ', mark: false },
		{ text: 'quokka', mark: true },
		{ text: '.', mark: false },
	]);
});

test('pages of hits do not overlap and end', async () => {
	const all = (await index.search('saffron', { limit: 100 })).hits.map(({ url }) => url);
	const pages = [];
	for (let offset = 0; offset < 100; offset += 15) {
		pages.push(...(await index.search('saffron', { offset, limit: 15 })).hits.map(({ url }) => url));
	}
	assert.equal(pages, all);
	assert.ok(all.length >= 40);
});

test('the reference stands below guides, unless it is named exactly', async () => {
	const files = siteFiles(undefined, {
		'content/docs/typedoc/widget.md': doc('createWidget', 'createWidget makes a widget. '.repeat(20)),
		'content/docs/widgets.md': doc('Widgets', 'How to make a widget with createWidget.'),
	});
	const other = site(files);
	assert.ok((await other.build()).ok);
	const found = await open(other);
	assert.is((await urls(found, 'widget'))[0], '/docs/widgets');
	assert.is((await urls(found, 'createWidget'))[0], '/docs/typedoc/widget');
});

test('only what a question needs is read', async () => {
	const read: string[] = [];
	const fresh = await open(built, 'current', read);
	await fresh.search('quokka');
	assert.ok(read.length <= 4, read.join());
	const meta = JSON.parse(built.read(addressOf(built, 'current').slice(1))) as IndexMeta;
	assert.not.ok(read.includes(`${meta.words}.json`));
	await fresh.search('quokka');
	assert.ok(read.length <= 4, 'nothing is read twice');
});

test('the same site gives the same bytes; an edit changes no page but its own', async () => {
	const again = site(siteFiles());
	await again.build();
	const outs = built.outputs().filter((out) => out.includes('search'));
	assert.ok(outs.length > 10);
	for (const out of outs) assert.is(again.read(out), built.read(out), out);
	again.changed();
	again.files['content/docs/client.md'] = doc('The client', 'Made by hand.');
	await again.build();
	assert.equal(
		again.changed().filter((out) => out.endsWith('.html')),
		['docs/client/index.html'],
	);
	assert.equal(await urls(await open(again), 'quokka'), []);
});

test('an edit of one page changes only the files of the index that hold its words', async () => {
	const vocabulary = Array.from({ length: 4000 }, (_, number) => `word${((number * 7919) % 4000).toString(36)}`);
	const pages = Array.from({ length: 60 }, (_, number): [string, string] => [
		`content/docs/many/p${number}.md`,
		doc(`P${number}`, vocabulary.filter((_, index) => (index * 31 + number * 17) % 23 < 2).join(' ')),
	]);
	const large = site({ ...siteFiles(), ...Object.fromEntries(pages) });
	assert.ok((await large.build()).ok);
	const before = large.outputs().filter((out) => out.startsWith('assets/search/'));
	large.changed();
	large.files['content/docs/many/p7.md'] += '\n\nA quagga.\n\n## A new heading';
	assert.ok((await large.build()).ok);
	const changed = large.changed().filter((out) => out.startsWith('assets/search/'));
	assert.ok(before.length > 80, `${before.length} files`);
	// The page itself, the beginnings of both versions' indexes, frequent words, and the shards of new words.
	assert.ok(changed.length <= 8, `${changed.length} of ${before.length} files`);
	assert.equal(await urls(await open(large), 'quagga'), ['/docs/many/p7']);
});

test('a site that wants no search has none of it', async () => {
	const without = site({
		...siteFiles(),
		'site.config.ts': "export default { title: 'Site', url: 'https://example.com', search: false };",
	});
	await without.build();
	assert.equal(
		without.outputs().filter((out) => out === 'search.json' || out.startsWith('assets/search/')),
		[],
	);
});

test('B-071 the page preconnects to the service', async () => {
	const hosted = site(
		siteFiles({ appId: 'APP', apiKey: 'key', indexName: 'trpc', hosts: ['https://search.example.com'] }),
	);
	assert.ok((await hosted.build()).ok);
	assert.match(
		hosted.read('docs/routers/index.html'),
		/<link rel="preconnect" href="https:\/\/search\.example\.com" crossorigin="anonymous"/,
	);
	assert.match(hosted.read('_headers'), /connect-src 'self' https:\/\/search\.example\.com/);
});

test('B-074 the search page is not for crawlers', () => {
	assert.match(built.read('search/index.html'), /<meta name="robots" content="noindex, follow"/);
	assert.not.match(built.read('sitemap.xml'), /\/search/);
});

test.run();

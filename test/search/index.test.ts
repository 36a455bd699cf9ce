/** The offline index of a site in memory: hits, ranking, and reproducible bytes. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadLanguage } from '../../src/cli/disk/languages.ts';
import { isBeginning } from '../../src/client/search/hit.ts';
import { SearchIndex } from '../../src/content/search/engine.ts';
import {
	type IndexMeta,
	type IndexShard,
	PAGE_KIND,
	type SearchSettings,
	unpackPostings,
} from '../../src/content/search/format.ts';
import type { IndexedPage } from '../../src/render/model/search-index.ts';
import { indexFiles } from '../../src/render/search/make-index.ts';
import { termsOf } from '../../src/render/search/terms.ts';
import { doc, type MemorySite, site } from '../memory-site.ts';
import { indexed } from './indexed.ts';
import { siteFiles } from './site.ts';

const settingsOf = (built: MemorySite): SearchSettings => JSON.parse(built.read('search.json')) as SearchSettings;

const addressOf = (built: MemorySite, version: string): string =>
	settingsOf(built).versions.find(({ name }) => name === version)?.index ?? '';

async function open(built: MemorySite, version = 'current', read: string[] = []): Promise<SearchIndex> {
	const address = addressOf(built, version);
	return SearchIndex.open(async (name) => {
		read.push(name);
		return JSON.parse(built.read(new URL(name, `http://site${address}`).pathname.slice(1)));
	}, loadLanguage);
}

async function urls(index: SearchIndex, query: string): Promise<string[]> {
	return (await index.search(query)).hits.map(({ url }) => url);
}

const built = site(siteFiles());
assert.ok((await built.build()).ok);
const index = await open(built);

test('names in code, prefixes, typing errors, Chinese and Japanese', async () => {
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

test('a page with the query as its name precedes pages that mention it', async () => {
	const found = await urls(index, 'routers');
	assert.is(found[0], '/docs/routers');
	assert.ok(found.some((url) => url.startsWith('/blog')));
});

test('each version finds its own docs and pages without a version', async () => {
	const old = await open(built, '9.x');
	assert.ok((await urls(old, 'wombat'))[0]?.startsWith('/docs/v9'));
	assert.equal(await urls(old, 'quokka'), []);
	assert.equal(await urls(index, 'wombat'), []);
	assert.ok((await urls(old, 'platypus'))[0]?.startsWith('/blog'));
});

test('a hit shows what matched, highlighted', async () => {
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

test('a hit by a keyword of the front matter or by the URL shows neither', async () => {
	const page = '---\ntitle: Hooks\nkeywords: [old hooks, createReactQueryHooks]\n---\n\nText.\n';
	const more = site(siteFiles(undefined, { 'content/docs/setup-guide.md': page }));
	assert.ok((await more.build()).ok);
	const hooks = await open(more);
	for (const query of ['createReactQueryHooks', 'setup']) {
		const [hit] = (await hooks.search(query)).hits;
		assert.equal(hit?.excerpt, [{ text: 'Text.', mark: false }]);
	}
});

test('an excerpt starts at a sentence, and cuts no token', async () => {
	const long = 'It goes on and on, with more words than any excerpt shows to a reader, so that it is cut. ';
	const pages = {
		a: `${long}${long}Baking bread needs quokkas and patience. ${long}`,
		b: `${long}${long}Install zod@3.22.1 and numbat and wait. ${long}`,
		c: `${long}${long}Every site has its own dingo-10.27.1-beta below. ${long}`,
	};
	const made = await searched(
		Object.fromEntries(
			Object.entries(pages).map(([name, text]) => [`content/docs/${name}.md`, `# ${name}\n\n${text}\n`]),
		),
	);
	const shown = async (query: string): Promise<string> =>
		(await made.search(query, { words: 6 })).hits[0]?.excerpt.map(({ text }) => text).join('') ?? '';
	assert.match(await shown('quokkas'), /^Baking bread needs quokkas/);
	assert.match(await shown('numbat'), /^Install zod@3\.22\.1 and numbat/);
	assert.match(await shown('27.1-beta'), /\bdingo-10\.27\.1-beta\b/);
});

test('a hit lists the headings above it, and no earlier siblings', async () => {
	const trail = async (query: string): Promise<string[] | undefined> =>
		(await index.search(query)).hits[0]?.headings.map((parts) => parts.map(({ text }) => text).join(''));
	assert.equal(await trail('another'), ['Create a router', 'Nest a router']);
	assert.equal(await trail('become'), ['Merge them']);
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

/** The search index of a site with these pages. */
async function searched(pages: Record<string, string>, search: unknown = {}): Promise<SearchIndex> {
	const config = { title: 'Site', url: 'https://example.com', search };
	const made = site({ 'site.config.ts': `export default ${JSON.stringify(config)};`, ...pages });
	assert.ok((await made.build()).ok);
	return open(made);
}

/** A site of many pages that say the letters of names, and a page for each name. */
const NAMES = [
	'C',
	'C++',
	'C#',
	'F#',
	'.NET',
	'R',
	'Node.js',
	'v10',
	'@bakery/kit',
	'--dry-run',
	'==',
	'=>',
	'A*',
	'$ref',
];
const named = await searched({
	...Object.fromEntries(
		NAMES.map((name, index) => [`content/docs/name-${index}.md`, doc(`"${name}"`, `How to use ${name} at home.`)]),
	),
	...Object.fromEntries(
		Array.from({ length: 40 }, (_, index) => [
			`content/docs/other-${index}.md`,
			doc(
				`${['C types', 'R and C', 'Net', 'Node', 'Kits of the bakery', 'Dry run', 'A guide to refs'][index % 7]} ${index}`,
				'## C\n\nC, R, c; r.\n\n## Dry and run\n\nThe net of the node: v1, v9, v100. `a == b`, `a => b`, C#, C++, .NET, bakery/kit.\n\n## C again\n\nC and R.',
			),
		]),
	),
	'content/docs/operators.md': doc('Operators', 'Two.\n\n## Equality: `===`\n\nStrict.\n\n## The `|` sign\n\nA pipe.'),
});

test('Pagefind/pagefind#639: the page whose title is a name with signs, or of one letter, is first', async () => {
	for (const [index, name] of NAMES.entries())
		for (const query of new Set([name, name.toLowerCase(), `"${name}"`]))
			assert.is((await urls(named, query))[0], `/docs/name-${index}`, query);
	for (const [query, url] of [
		['===', '/docs/operators#equality-'],
		['|', '/docs/operators#the--sign'],
		['the c# language', '/docs/name-2'],
		['use c++ at home', '/docs/name-1'],
		['bakery/kit', '/docs/name-8'],
		['node js', '/docs/name-6'],
	] as const)
		assert.is((await urls(named, query))[0], url, query);
	assert.equal(await urls(named, '<=>'), [], 'what no page has');
	const [hit] = (await named.search('c#')).hits;
	assert.equal(hit?.title, [{ text: 'C#', mark: true }]);
});

test('a name with signs is found by its letters, and letters that people type in another way', async () => {
	const found = await searched({
		'content/docs/dry.md': doc('Options', 'Text.\n\n## Flags\n\nUse dry-run and @bakery/kit.'),
		'content/docs/strasse.md': doc('Straße', 'Zum Smørrebrød in Łódź.'),
		'content/docs/isik.md': doc('Işık', 'Text.'),
		'content/docs/elka.md': doc('Ёлка', 'Мой дом.'),
		'content/docs/moi.md': doc('Мои', 'Text.'),
		'content/docs/sisyphos.md': doc('Σίσυφος', 'Text.'),
	});
	for (const [query, url] of [
		['--dry-run', '/docs/dry#flags'],
		['bakery kit', '/docs/dry#flags'],
		['strasse', '/docs/strasse'],
		['STRASSE', '/docs/strasse'],
		['smorrebrod lodz', '/docs/strasse'],
		['isik', '/docs/isik'],
		['IŞIK', '/docs/isik'],
		['елка', '/docs/elka'],
		['мои', '/docs/moi'],
		['мой', '/docs/elka'],
		['ΣΙΣΥΦΟΣ', '/docs/sisyphos'],
		['ｓｔｒａｓｓｅ', '/docs/strasse'],
	] as const)
		assert.is((await urls(found, query))[0], url, query);
});

test('synonyms may have signs', async () => {
	const found = await searched(
		{ 'content/docs/c.md': doc('C', 'Text.'), 'content/docs/sharp.md': doc('"C#"', 'Text.') },
		{ synonyms: [['C#', 'csharp']] },
	);
	assert.equal(await urls(found, 'csharp'), ['/docs/sharp']);
});

const { guide, reference, deprecated } = PAGE_KIND;

test('the reference ranks below guides, unless it is named exactly', async () => {
	const found = await indexed({
		'/createWidget': {
			kind: reference,
			title: 'createWidget',
			sections: [['', 'createWidget makes a widget. '.repeat(20)]],
		},
		'/widgets': { kind: guide, title: 'Widgets', sections: [['', 'How to make a widget with createWidget.']] },
	});
	assert.is((await urls(found, 'widget'))[0], '/widgets');
	assert.is((await urls(found, 'createWidget'))[0], '/createWidget');
});

test('a guide about a symbol ranks above its reference page, a deprecated one last', async () => {
	const found = await indexed({
		'/makeClient': {
			kind: reference,
			title: 'makeClient',
			sections: [
				['', 'Makes a client.'],
				['Returns', 'makeClient, a client.'],
			],
		},
		'/makeOld': {
			kind: deprecated,
			title: 'makeOld',
			sections: [
				['', 'Use makeClient.'],
				['Returns', 'client'],
			],
		},
		'/makeOldBetter': { kind: reference, title: 'makeOldBetter', sections: [['', 'Makes what makeOld made.']] },
		'/client': {
			kind: guide,
			title: 'Set up the client',
			sections: [
				['', 'Text.'],
				['Options of `makeClient`', 'Many.'],
			],
		},
	});
	assert.is((await urls(found, 'makeClient()'))[0], '/client#Options of `makeClient`');
	const { hits } = await found.search('make');
	assert.is(hits.at(-1)?.page, '/makeOld');
	const references = (await found.search('make', { kind: reference })).hits.map(({ page }) => page);
	assert.equal([...new Set(references)].sort(), ['/makeClient', '/makeOld', '/makeOldBetter']);
});

test('word forms match in prose, never in code; long words allow two typing errors', async () => {
	const found = await searched({
		'content/docs/context.md': doc('Context', 'What every call knows.\n\n## Extend the context\n\nAdd to it.'),
		'content/docs/generic.md': doc('Generics', 'Nothing else.\n\n## More\n\nOther text about the context.'),
		'content/docs/subscriptions.md': doc('Subscriptions', 'Events.'),
		'content/docs/names.md': doc('Names', 'Call `fooQueries` here.'),
	});
	assert.is((await urls(found, 'extended contexts'))[0], '/docs/context#extend-the-context');
	assert.is((await urls(found, 'extending contexts'))[0], '/docs/context#extend-the-context');
	for (const typo of ['subscribtions', 'sucsriptions', 'subscrpitions', 'subscripttionss']) {
		assert.is((await urls(found, typo))[0], '/docs/subscriptions', typo);
	}
	assert.equal(await urls(found, 'subxyzptions'), []);
	const { hits } = await found.search('fooQuery');
	assert.ok(
		hits.every(({ excerpt }) => excerpt.every(({ text, mark }) => !mark || text !== 'fooQueries')),
		'a name has no forms',
	);
});

test('words that are nowhere find nothing, alone, in a name, or with a word that is everywhere', async () => {
	const parts = Array.from({ length: 100 }, (_, part) => `## Part ${part}\n\nA router and its query.`);
	const found = await searched({ 'content/docs/long.md': doc('Guide', parts.join('\n\n')) });
	assert.is((await found.search('router query')).count, 100);
	for (const query of ['rabbitmq', 'rabbitmq router', 'useGitlabQuery'])
		assert.equal(await urls(found, query), [], query);
});

test('configured synonyms are found', async () => {
	const found = await searched(
		{ 'content/docs/a.md': doc('WebSockets', 'Open a line.'), 'content/docs/b.md': doc('Other', 'Text.') },
		{ synonyms: [['ws', 'websocket', 'websockets']] },
	);
	assert.equal(await urls(found, 'ws'), ['/docs/a']);
});

test('word forms of synonyms are synonyms as well', async () => {
	const found = await searched(
		{ 'content/docs/a.md': doc('Roles', 'Who may do what.'), 'content/docs/b.md': doc('Other', 'Text.') },
		{ synonyms: [['role', 'permission']] },
	);
	assert.equal(await urls(found, 'permissions'), ['/docs/a']);
});

test('a name in code counts more than an equally rare word', async () => {
	const found = await searched({
		'content/docs/list.md': doc('List', 'Whether the property exists. That is all.'),
		'content/docs/use.md': doc('Use', 'It is made with createCaller. That is all.'),
	});
	assert.is((await urls(found, 'exists createCaller'))[0], '/docs/use');
});

test('adjacent words in a heading rank above the same words apart, in any form', async () => {
	const found = await searched({
		'content/docs/apart.md': doc('Apart', 'Text.\n\n## Error of a known format\n\nText.'),
		'content/docs/close.md': doc('Close', 'Text.\n\n## Known error formats\n\nText.'),
	});
	assert.is((await urls(found, 'error format'))[0], '/docs/close#known-error-formats');
	assert.is((await urls(found, 'the known formats'))[0], '/docs/apart#error-of-a-known-format');
});

test('an adjacent word is not a correction of a typing error', async () => {
	const read: string[] = [];
	const fresh = await open(built, 'current', read);
	await fresh.search('sesson');
	const meta = JSON.parse(built.read(addressOf(built, 'current').slice(1))) as IndexMeta;
	assert.ok(read.includes(`${meta.words}.json`));
	const words = JSON.parse(built.read(`assets/search/${meta.words}.json`)) as string[];
	assert.ok(words.length > 0 && words.every((word) => !word.includes(' ')));
});

test('a whole name counts more than its parts, also while it is typed', async () => {
	const found = await searched({
		'content/docs/usecontext.md': doc('useContext', 'A hook.'),
		'content/docs/context.md': doc('Context', 'Use the context of trpc. '.repeat(30)),
		'content/docs/use.md': doc('Use trpc', 'Use trpc with a context, use it.'),
		'content/docs/package.md': doc("'@trpc/server'", 'The package.'),
		'content/docs/server.md': doc('Server', 'The trpc server. '.repeat(30)),
	});
	assert.is((await urls(found, 'trpc.useContext()'))[0], '/docs/usecontext');
	assert.is((await urls(found, "'@trpc/server'"))[0], '/docs/package');
	const [hit] = (await found.search('useContext')).hits;
	assert.equal(hit?.title, [{ text: 'useContext', mark: true }]);
	const [other] = (await found.search('useContext')).hits.filter(({ page }) => page === '/docs/use');
	assert.ok(!other || other.title.every(({ mark }) => !mark), 'parts of a known name are not marked');
});

test('all words in one section of a long page come before one of them in a title', async () => {
	const filler = Array.from({ length: 30 }, (_, part) => `## Part ${part}\n\n${'Nothing of note. '.repeat(20)}`);
	const found = await searched({
		'content/docs/long.md': doc(
			'Guide',
			[...filler, '## Else\n\nHow cookies cross origins with headers.'].join('\n\n'),
		),
		'content/docs/cookies.md': doc('Cookies', 'Short.'),
		'content/docs/headers.md': doc('Headers', 'Short.'),
		'content/docs/origins.md': doc('Origins', 'Short.'),
	});
	assert.is((await urls(found, 'cookies headers origins'))[0], '/docs/long#else');
});

test('all hits are counted and returned page by page; further hits of a page follow it', async () => {
	const found = await searched(
		Object.fromEntries(
			Array.from({ length: 120 }, (_, page): [string, string] => [
				`content/docs/p${page}.md`,
				doc(`P${page}`, 'saffron\n\n## One\n\nsaffron\n\n## Two\n\nsaffron\n\n## Three\n\nsaffron'),
			]),
		),
	);
	const { count, hits } = await found.search('saffron', { limit: 1000 });
	assert.is(count, 480);
	assert.is(new Set(hits.map(({ url }) => url)).size, 480);
	const pages = hits.slice(0, 30).map(({ page }) => page);
	assert.ok(
		pages.every((page, at) => pages.indexOf(page) === at || pages[at - 1] === page),
		pages.join(),
	);
});

test('search restricted to one kind of page', async () => {
	const posts = (await index.search('router', { kind: PAGE_KIND.post })).hits;
	assert.ok(posts.length > 0 && posts.every(({ url }) => url.startsWith('/blog')));
	const guides = (await index.search('router', { kind: PAGE_KIND.guide })).hits;
	assert.ok(guides.length > 0 && guides.every(({ url }) => url.startsWith('/docs') || url === '/'));
});

test('a word of one or two letters waits for the next letter', () => {
	for (const query of ['r', 'ro', 'router s', 'how to me', 'a b']) assert.ok(isBeginning(query), query);
	for (const query of ['rou', 'router', 'router set', '購', '購読 サ']) assert.not.ok(isBeginning(query), query);
});

test('results that the next key would replace are not fetched', async () => {
	const read: string[] = [];
	const fresh = await open(built, 'current', read);
	await fresh.search('saffron', { isWanted: () => false });
	assert.ok(read.length <= 3, read.join());
});

test('only the files that a query needs are read', async () => {
	const read: string[] = [];
	const fresh = await open(built, 'current', read);
	await fresh.search('quokka');
	assert.ok(read.length <= 4, read.join());
	const meta = JSON.parse(built.read(addressOf(built, 'current').slice(1))) as IndexMeta;
	assert.not.ok(read.includes(`${meta.words}.json`));
	await fresh.search('quokka');
	assert.ok(read.length <= 4, 'nothing is read twice');
});

test('the same site gives the same bytes; an edit changes only its own page, and the file of beginnings', async () => {
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
		['docs/client/index.html', 'search/index.html'],
	);
	assert.equal(await urls(await open(again), 'quokka'), []);
});

test('an edit of one page changes only the index files with its words', async () => {
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
	// The page itself, the root files of both versions' indexes, frequent words, and the shards of new words.
	assert.ok(changed.length <= 8, `${changed.length} of ${before.length} files`);
	assert.equal(await urls(await open(large), 'quagga'), ['/docs/many/p7']);
});

test('browsers get the texts and the public settings of the configuration', async () => {
	const hosted = { appId: 'APP', apiKey: 'public', indexName: 'docs', facetFilters: ['audience:public'] };
	const configured = site(
		siteFiles(undefined, {
			'site.config.ts': `export default ${JSON.stringify({
				title: 'Site',
				url: 'https://docs.example.com',
				search: { placeholder: 'Ask', path: 'find', hosted: { ...hosted, index: { settings: { hitsPerPage: 7 } } } },
			})};`,
		}),
	);
	assert.ok((await configured.build()).ok);
	const { placeholder, route, service } = settingsOf(configured);
	assert.equal([placeholder, route, service?.settings], ['Ask', '/find', hosted]);
});

test('a site without search has none of its files', async () => {
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

test('B-074 the search page is not indexed by crawlers', () => {
	assert.match(built.read('search/index.html'), /<meta name="robots" content="noindex, follow"/);
	assert.not.match(built.read('sitemap.xml'), /\/search/);
});

test('a very frequent word keeps only its 500 most relevant positions', () => {
	const times = (section: number): number => 1 + ((section * 7) % 30);
	const body = Array.from({ length: 720 }, (_, section) => ({
		...{ id: `s${section}`, level: 2 },
		heading: section === 700 ? 'Bread' : '',
		text: 'bread '.repeat(times(section)),
	}));
	const page: IndexedPage = {
		...{ url: '/', title: 'Page', kind: guide, group: '', description: '', keywords: [], hasOwnDescription: false },
		...{ bodyHash: 'body', name: '12345678' },
	};
	const { files } = indexFiles([page], { terms: () => termsOf(body), group: (_, count) => count() }, ['en']);
	const postings = [...files.values()]
		.map((text) => JSON.parse(text) as Partial<IndexShard>)
		.flatMap(({ words = [], postings = [] }) => postings[words.indexOf('bread')] ?? []);
	const kept = unpackPostings(postings[0] ?? '').map(({ section }) => section);
	assert.is(kept.length, 500);
	assert.equal(
		kept,
		kept.toSorted((a, b) => a - b),
	);
	assert.ok(kept.includes(701), 'the one in a heading; the page itself comes before its sections');
	const dropped = body.map((_, section) => section).filter((section) => !kept.includes(section + 1));
	// Frequencies are quantized: 8 to 13 are equal.
	assert.ok(Math.max(...dropped.map(times)) <= 13);
	assert.ok(Math.min(...kept.map((section) => times(section - 1))) >= 8);
});

test.run();

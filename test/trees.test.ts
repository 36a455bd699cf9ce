/** A site in several languages: translations, pages without one, links, search engines, the search, edits. */
import { DomUtils, parseDocument } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PLAIN_PARSER } from '../src/cli/bundle/plugins.ts';
import { toText } from '../src/cli/terminal/report.ts';
import { parsePage } from '../src/content/markdown/parse.ts';
import { resolveConfig } from '../src/content/model/config.ts';
import { hashOf } from '../src/content/model/hash.ts';
import { identify } from '../src/content/model/identity.ts';
import type { FileReader } from '../src/content/model/page.ts';
import { ENGLISH_WORDS } from '../src/content/model/words.ts';
import { linkSites } from '../src/content/site/site.ts';
import { element, elements } from './elements.ts';
import { config, doc, type MemorySite, site } from './memory-site.ts';

const LOCALES = ['en', 'fr', { locale: 'ar', calendar: 'islamic-umalqura' }];
const PLAIN = { title: 'Site', url: 'https://example.com' };
const CONFIG = {
	locales: LOCALES,
	editUrl: 'https://github.com/bakery/docs/edit/main/site',
	tagline: 'Bread by API',
	blog: {},
	search: {},
	navbar: {
		items: [
			{ type: 'docSidebar', sidebarId: 'docs', label: 'Docs' },
			{ to: '/docs/oven', label: 'The oven' },
			{ type: 'localeDropdown' },
		],
	},
	footer: { links: [{ title: 'More', items: [{ label: 'Installation', to: '/docs/install' }] }] },
};
const FILES = {
	'site.config.ts': config(CONFIG),
	'content/docs/install.md': doc(
		'Install',
		'See [the oven](./oven.md#heat), [a path](/docs/oven) and [a guide](guides/first.md).\n\n## On Linux\n\n![Oven](./oven.svg)\n\n## On Windows\n\nText.\n\n### Details\n\nText.',
		'sidebar_position: 1\ntags: [setup]',
	),
	'content/docs/oven.md': doc('Oven', '## Heat\n\nTo [Windows](./install.md#on-windows).'),
	'content/docs/oven.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
	'content/docs/guides/_category_.json': JSON.stringify({
		label: 'Guides',
		link: { type: 'generated-index', description: 'All guides' },
	}),
	'content/docs/guides/first.md': doc('First'),
	'content/docs/tags.yml': 'setup:\n  label: Setting up\n',
	'content/blog/2026-01-14-first.md': doc('First post'),
	'content/blog/2026-02-14-second.md': doc('Second post'),
	'content/pages/index.md': '# Home\n\nTo the [docs](/docs/install).\n',
	'content/fr/docs/01-install.md': doc(
		'Installer',
		'Voir [le four](./oven.md#heat), [un chemin](/docs/oven) et [un guide](guides/first.md).\n\n## Sous Linux\n\n![Four](./oven.svg)\n\n## Sous Windows\n\nTexte.\n\n### Détails\n\nTexte.',
		'slug: installer\nsidebar_position: 99\ntags: [autre]',
	),
	'content/fr/docs/oven.svg': '<svg xmlns="http://www.w3.org/2000/svg"><title>Four</title></svg>',
	'content/fr/docs/guides/_category_.json': JSON.stringify({ label: 'Modes d’emploi' }),
	'content/fr/blog/2026-01-14-first.md': doc('Premier article'),
	'content/fr/blog/2026-03-01-paris.md': doc('À Paris'),
	'content/fr/texts.json': JSON.stringify({
		'Bread by API': 'Du pain par API',
		'The oven': 'Le four',
		'Setting up': 'Mise en place',
	}),
	'content/ar/docs/install.md': doc('التثبيت', '## قسم\n\nنص'),
};

async function built(files: Record<string, string> = {}): Promise<MemorySite> {
	const s = site({ ...FILES, ...files });
	const { ok, diagnostics } = await s.build();
	// The French page has another position and other tags than its original.
	assert.is(toText(diagnostics.filter(({ code }) => code !== 'translation-structure')), '');
	assert.ok(ok);
	return s;
}

const hrefs = (html: string, selector: string): (string | undefined)[] =>
	elements(html, selector).map(({ attributes }) => attributes.href);

test('a translation has its own words and slug, and the structure of the original', async () => {
	const s = await built();
	const html = s.read('fr/docs/installer/index.html');
	assert.equal([element(html, 'html').attributes.lang, element(html, 'h1').text], ['fr', 'Installer']);
	assert.equal(
		elements(html, '.sidebar a').map(({ text, attributes, outer }) => [
			text,
			attributes.href,
			elements(outer, 'span')[0]?.attributes.lang,
		]),
		[
			['Installer', '/fr/docs/installer', undefined],
			['Modes d’emploi', '/fr/docs/category/guides', undefined],
			['First', '/fr/docs/guides/first', 'en'],
			['Oven', '/fr/docs/oven', 'en'],
		],
	);
	assert.match(html, 'href="/fr/docs/tags/setting-up"');
	assert.match(html, '>Mise en place<');
	assert.match(html, 'https://github.com/bakery/docs/edit/main/site/content/fr/docs/01-install.md');
	assert.match(s.read('fr/llms.txt'), '> Du pain par API');
	assert.match(s.read('fr/docs/category/guides/index.html'), 'All guides');
});

test('links, images and anchors stay in the language', async () => {
	const s = await built();
	const html = s.read('fr/docs/installer/index.html');
	assert.equal(hrefs(html, '.markdown p a'), ['/fr/docs/oven#heat', '/fr/docs/oven', '/fr/docs/guides/first']);
	assert.equal(
		['h2', 'h3'].flatMap((tag) => elements(html, `.markdown ${tag}`).map(({ attributes }) => attributes.id)),
		['on-linux', 'on-windows', 'details'],
	);
	const french = element(html, '.markdown img').attributes.src ?? '';
	assert.match(s.read(french.slice(1)), 'Four');
	assert.equal(hrefs(s.read('fr/docs/oven/index.html'), '.markdown p a'), ['/fr/docs/installer#on-windows']);
	assert.equal(hrefs(html, '.panel-primary a').slice(0, 2), ['/fr/docs/installer', '/fr/docs/oven']);
	assert.equal(hrefs(html, '.footer a'), ['/fr/docs/installer']);
	assert.equal(new Set(hrefs(html, '.brand')), new Set(['/fr/']));
	// The outline of the Arabic page differs: its headings have ids of their own, and the link is no mistake.
	const arabic = s.read('ar/docs/install/index.html');
	assert.equal(element(arabic, '.markdown h2').attributes.id, 'قسم');
	assert.equal(hrefs(s.read('ar/docs/oven/index.html'), '.markdown p a'), ['/ar/docs/install#on-windows']);
});

test('a page without a translation shows the original, with a notice', async () => {
	const s = await built();
	const html = s.read('ar/docs/oven/index.html');
	assert.equal([element(html, 'html').attributes.lang, element(html, 'html').attributes.dir], ['ar', 'rtl']);
	for (const selector of ['h1', '.markdown', '.toc ul']) {
		const { lang, dir } = element(html, selector).attributes;
		assert.equal([lang, dir], ['en', 'ltr'], selector);
	}
	assert.match(element(html, '.banner').text, 'لم تُترجم هذه الصفحة بعد');
	assert.equal(hrefs(html, '.banner a'), [
		'https://github.com/bakery/docs/new/main/site/content/ar/docs?filename=oven.md',
	]);
	assert.match(html, 'Direct link to Heat', 'words in the text are in its language');
	assert.equal(hrefs(html, 'link[rel="canonical"]'), ['https://example.com/docs/oven']);
	assert.equal(hrefs(html, 'link[hreflang]'), []);
	assert.not.ok(s.outputs().includes('ar/docs/oven.md'));
	assert.match(html, 'href="/docs/oven.md"');
	for (const [out, there, absent] of [
		['sitemap.xml', '/fr/docs/installer<', '/fr/docs/oven<'],
		['fr/llms.txt', '/fr/docs/installer.md', 'oven'],
		['fr/llms-full.txt', 'Sous Linux', 'Heat'],
		['fr/blog/rss.xml', 'Premier article', 'Second post'],
	] as const) {
		assert.match(s.read(out), there, out);
		assert.not.match(s.read(out), absent, out);
	}
	assert.not.match(s.read('docs/oven/index.html'), 'class="banner');
	assert.match(s.read('fr/blog/index.html'), 'À Paris');
	assert.not.match(s.read('blog/index.html'), 'À Paris');
});

test('cards and lists say the language of docs that are not translated', async () => {
	const s = await built({ 'content/docs/oven.md': doc('Oven', '## Heat', 'tags: [setup]') });
	for (const [out, selector, expected] of [
		['ar/docs/category/guides/index.html', '.card', ['First en ltr']],
		['ar/search/index.html', '.card', ['التثبيت', 'Guides en ltr', 'Oven en ltr']],
		['ar/docs/tags/setting-up/index.html', '.listed', ['Oven en ltr', 'التثبيت']],
		['docs/tags/setting-up/index.html', '.listed', ['Install', 'Oven']],
	] as const) {
		const names = elements(s.read(out), `${selector} h2`).map(({ text }) => text.trim());
		const said = elements(s.read(out), selector).map(({ attributes: { lang, dir } }, at) =>
			[names[at], lang, dir].filter(Boolean).join(' '),
		);
		assert.equal(said.sort(), [...expected].sort(), out);
	}
});

test('the same page in other languages: menu, alternates, sitemap', async () => {
	const s = await built();
	const addresses = new Map(
		s.outputs().flatMap((out) => (out.endsWith('.html') ? [[`/${out.replace(/\/?index\.html$/, '')}`, out]] : [])),
	);
	const alternatesOf = (out: string): Record<string, string> =>
		Object.fromEntries(
			elements(s.read(out), 'link[hreflang]').map(({ attributes }) => [
				attributes.hreflang ?? '',
				(attributes.href ?? '').replace('https://example.com', ''),
			]),
		);
	assert.equal(alternatesOf('fr/docs/installer/index.html'), {
		en: '/docs/install',
		fr: '/fr/docs/installer',
		ar: '/ar/docs/install',
		'x-default': '/docs/install',
	});
	assert.equal(alternatesOf('docs/oven/index.html'), { en: '/docs/oven', 'x-default': '/docs/oven' });
	assert.equal(alternatesOf('fr/blog/2026/03/01/paris/index.html'), {
		fr: '/fr/blog/2026/03/01/paris',
		'x-default': '/fr/blog/2026/03/01/paris',
	});
	let count = 0;
	for (const [address, out] of addresses) {
		if (out.endsWith('404.html')) continue;
		const alternates = alternatesOf(out);
		for (const other of Object.values(alternates)) {
			count++;
			const there = addresses.get(other.replace(/(.)\/$/, '$1'));
			assert.ok(there, `${other}, an alternate of ${address}, is a page`);
			assert.equal(alternatesOf(there), alternates, `${other} and ${address} have the same alternates`);
		}
	}
	assert.ok(count > 30);
	assert.match(
		s.read('sitemap.xml'),
		'<url><loc>https://example.com/fr/docs/installer</loc><xhtml:link rel="alternate" hreflang="en" href="https://example.com/docs/install"/>',
	);
	const menu = (out: string) => hrefs(s.read(out), '.navbar .dropdown-menu a');
	assert.equal(menu('fr/docs/installer/index.html'), ['/docs/install', '/fr/docs/installer', '/ar/docs/install']);
	assert.equal(menu('docs/oven/index.html'), ['/docs/oven', '/fr/docs/oven', '/ar/docs/oven']);
	assert.equal(menu('fr/blog/2026/03/01/paris/index.html'), ['/', '/fr/blog/2026/03/01/paris', '/ar/']);
	assert.equal(menu('fr/404.html'), ['/', '/fr/404', '/ar/']);
	assert.match(s.read('docs/install/index.html'), '<meta property="og:locale:alternate" content="fr">');
});

test('each language has its own search, not-found page and files for programs', async () => {
	const s = await built();
	for (const [out, text] of [
		['search.json', '"placeholder":"Search docs"'],
		['fr/search.json', '"placeholder":"Rechercher dans la documentation"'],
		['fr/search.json', '"route":"/fr/search"'],
		['fr/search/index.html', 'data-folder="fr/"'],
		['fr/search/index.html', '<a href="/fr/llms.txt">'],
		['fr/404.html', 'Page introuvable'],
		['fr/manifest.json', '/fr/docs/installer-'],
		['fr/opensearch.xml', '/fr/search?q='],
	] as const)
		assert.match(s.read(out), text, out);
	assert.not.match(s.read('fr/search/index.html'), 'name="version"', 'no menu of one version');
	const index = (file: string): string => JSON.parse(s.read(file)).versions[0].index;
	assert.match(index('fr/search.json'), '/assets/search/fr/');
	assert.not.match(s.read('manifest.json'), '/fr/');
});

test('an edit changes the page in the languages that show it, and nothing is parsed or made twice', async () => {
	const s = await built();
	s.changed();
	assert.equal((await s.build()).jobs, 0);
	const notSearch = (out: string): boolean => !out.includes('search');
	s.files['content/docs/oven.md'] = doc('Oven', '## Heat\n\nTo [Windows](./install.md#on-windows). More.');
	await s.build();
	assert.equal(s.changed().filter(notSearch), [
		'ar/docs/oven/index.html',
		'docs/oven.md',
		'docs/oven/index.html',
		'fr/docs/oven/index.html',
		'llms-full.txt',
		'llms.txt',
	]);
	s.files['content/fr/docs/01-install.md'] += '\nTexte.\n';
	await s.build();
	assert.equal(s.changed().filter(notSearch), [
		'fr/docs/installer.md',
		'fr/docs/installer/index.html',
		'fr/llms-full.txt',
	]);
	s.files['content/fr/docs/oven.md'] = doc('Four', '## Chauffer\n\nTexte.');
	await s.build();
	assert.match(s.read('fr/docs/oven/index.html'), '<h2 id="heat"');
	assert.not.match(s.read('fr/docs/oven/index.html'), 'class="banner');
	const clean = site({ ...s.files } as Record<string, string>);
	await clean.build();
	assert.equal(s.outputs(), clean.outputs());
	for (const out of s.outputs()) assert.is(s.read(out), clean.read(out), out);
	delete s.files['content/fr/docs/oven.md'];
	await s.build();
	assert.match(s.read('fr/docs/oven/index.html'), 'class="banner');
});

test('an original that is shown in nine languages is stored once, and a heading added to it breaks nothing', async () => {
	const languages = ['de', 'es', 'fr', 'it', 'ja', 'ko', 'ru', 'zh-Hans'];
	const texts = Object.fromEntries(languages.map((locale) => [`content/${locale}/texts.json`, '{}']));
	const s = site({
		'site.config.ts': config({ locales: ['en', ...languages] }),
		'content/docs/a.md': doc('A', '## One\n\n[Two](./b.md#two)'),
		'content/docs/b.md': doc('B', '## Two'),
		'content/fr/docs/a.md': doc('A', '## Un\n\n[Deux](./b.md#two)'),
		'content/fr/docs/b.md': doc('B', '## Deux'),
		...texts,
	});
	assert.is(toText((await s.build()).diagnostics.filter(({ severity }) => severity !== 'info')), '');
	const pages = s.outputs().filter((out) => out.endsWith('docs/a/index.html'));
	assert.is(pages.length, 9);
	s.files['content/docs/a.md'] = doc('A', '## Zero\n\n## One\n\n[Zero](#zero), [two](./b.md#two)');
	s.files['content/docs/b.md'] = doc('B', '## Two\n\n[Zero](./a.md#zero)');
	assert.is(toText((await s.build()).diagnostics.filter(({ severity }) => severity !== 'info')), '');
	assert.match(s.read('fr/docs/a/index.html'), '<h2 id="un"');
});

test('old versions are built in a language if they have a page in it', async () => {
	const s = site({
		'site.config.ts': config({
			locales: ['en', 'fr', 'de'],
			navbar: { items: [{ type: 'docsVersionDropdown' }, { type: 'localeDropdown' }] },
		}),
		'content/versions.json': '["2.x", "1.x"]',
		'content/docs/a.md': doc('A'),
		'content/versions/2.x/a.md': doc('A'),
		'content/versions/1.x/a.md': doc('A'),
		'content/fr/versions/1.x/a.md': doc('A en français'),
		'content/de/docs/a.md': doc('A auf Deutsch'),
	});
	assert.is(toText((await s.build()).diagnostics.filter(({ severity }) => severity !== 'info')), '');
	for (const [out, is] of [
		['fr/docs/1.x/a/index.html', true],
		['fr/docs/a/index.html', true],
		['de/docs/1.x/a/index.html', false],
		['de/docs/a/index.html', true],
		['de/docs/next/a/index.html', true],
	] as const)
		assert.is(s.outputs().includes(out), is, out);
	const menu = elements(s.read('docs/1.x/a/index.html'), '.navbar [data-role="locales"] .dropdown-menu a');
	assert.equal(
		menu.map(({ attributes }) => attributes.href),
		['/docs/1.x/a', '/fr/docs/1.x/a', '/de/docs/a'],
	);
	// Versions that a language lacks are in the first one, at the same doc.
	const versionsOn = (out: string): string[] =>
		elements(s.read(out), '.navbar [data-role="versions"] .dropdown-menu a').map(({ text, attributes }) =>
			[text, attributes.href, attributes.hreflang, attributes.lang, attributes.dir].filter(Boolean).join(' '),
		);
	assert.equal(versionsOn('docs/a/index.html').slice(1), ['2.x /docs/a', '1.x /docs/1.x/a']);
	assert.equal(versionsOn('fr/docs/a/index.html').slice(1), ['2.x /fr/docs/a', '1.x /fr/docs/1.x/a']);
	assert.equal(versionsOn('de/docs/a/index.html').slice(1), ['2.x /de/docs/a', '1.x /docs/1.x/a en en']);
});

/** Texts with Latin words that no element around them says to be English, and English ones of which the direction is missing. */
function unmarked(html: string): string[] {
	const found: string[] = [];
	const visit = (nodes: ReturnType<typeof parseDocument>['children'], lang?: string, dir?: string): void => {
		for (const node of nodes) {
			// Names inside of Arabic sentences are isolated.
			const isMixed =
				node.type === 'text' && /\p{Script=Arabic}|^\u2068.*\u2069$|^(?:DuckDuckGo|Ann)$/u.test(node.data.trim());
			if (node.type === 'text' && !isMixed && /[a-z]{2}/i.test(node.data) && (lang !== 'en' || dir !== 'ltr'))
				found.push(node.data.trim());
			if (node.type === 'text' && /\p{Script=Arabic}/u.test(node.data) && lang === 'en') found.push(node.data.trim());
			if (node.type !== 'tag' || ['code', 'kbd', 'svg'].includes(node.name)) continue;
			visit(node.children, node.attribs.lang ?? lang, node.attribs.dir ?? dir);
		}
	};
	visit(DomUtils.getElementsByTagName('body', parseDocument(html).children));
	return [...new Set(found)];
}

test('on pages of another language, every text that is not translated says its language and its direction', async () => {
	const posts = Object.fromEntries(
		[1, 2, 3].map((day) => [
			`content/blog/2026-01-0${day}-post.md`,
			doc(`Post ${day}?`, 'Some text.\n\n<!-- truncate -->\n\nMore.', 'tags: [bread]\nauthors: [ann]'),
		]),
	);
	const s = site({
		'site.config.ts': config({
			title: 'Bakery',
			tagline: 'Bread by API',
			locales: ['en', 'ar'],
			editUrl: 'https://github.com/bakery/docs/edit/main/site',
			blog: {},
			search: {},
			announcementBar: { id: 'a', content: 'Version 2 is out: <a href="/docs/oven">install it</a>.' },
			navbar: {
				items: [
					{ type: 'docSidebar', sidebarId: 'docs', label: 'Docs' },
					{ type: 'doc', docId: 'oven' },
					{ to: '/docs/oven', label: 'The oven?' },
					{ type: 'dropdown', label: 'More!', items: [{ label: 'Inner', to: '/blog' }] },
					{ type: 'html', value: '<b>Sale!</b>' },
					{ type: 'docsVersionDropdown' },
					{ type: 'localeDropdown' },
				],
			},
			footer: {
				links: [{ title: 'Even more', items: [{ label: 'Installation', to: '/docs/oven' }, { html: '<i>Hi.</i>' }] }],
				copyright: 'Bakery. Made with flour.',
			},
		}),
		'content/docs/sidebars.ts': `export default { docs: [
			{ type: 'doc', id: 'oven', label: 'Own label?' }, 'dough', { type: 'link', label: 'Elsewhere', href: 'https://example.org' },
			{ type: 'html', value: '<b>Wow.</b>' },
			{ type: 'category', label: 'Guides?', link: { type: 'generated-index', description: 'All guides.' }, items: ['guides/first'] },
			{ type: 'category', label: 'Last', items: [{ type: 'autogenerated', dirName: 'more' }] },
		] };`,
		'content/docs/oven.md': doc(
			'Oven?',
			'## Heat?\n\nText.\n\n<DocCardList />',
			'tags: [hot]\ndescription: About heat.',
		),
		'content/docs/dough.md': doc('Dough', 'Text.', 'tags: [hot]'),
		'content/ar/docs/dough.md': doc('العجين', 'نص.'),
		'content/ar/texts.json': '{ "Docs": "الوثائق" }',
		'content/docs/guides/first.md': doc('First!'),
		'content/docs/more/_category_.json': '{ "label": "Deep!", "link": { "type": "doc", "id": "more/index" } }',
		'content/docs/more/index.md': doc('Deep'),
		'content/docs/more/folder/a.md': doc('A page'),
		'content/blog/authors.yml': 'ann:\n  name: Ann\n  title: Baker.\n  page: true\n  description: Bakes.\n',
		'content/pages/index.md': doc('Home!', 'Text.', 'layout: landing'),
		'content/pages/plain.md': doc('Plain'),
		...posts,
	});
	assert.is(toText((await s.build()).diagnostics), '');
	const pages = s.outputs().filter((out) => /^ar\/.*\.html$/.test(out));
	const kinds = [
		'docs/oven',
		'docs/category/guides',
		'docs/tags',
		'docs/tags/hot',
		'blog',
		'blog/archive',
		'blog/tags',
	];
	for (const name of [...kinds, 'blog/tags/bread', 'blog/authors', 'blog/authors/ann', 'plain', 'search', '404.html'])
		assert.ok(
			pages.some((out) => out === `ar/${name}` || out === `ar/${name}/index.html`),
			name,
		);
	const missing = pages.flatMap((out) => unmarked(s.read(out)).map((text) => `${out}: ${text}`));
	assert.is(missing.join('\n'), '');
	assert.is(
		pages
			.flatMap((out) =>
				/ lang=/.test(
					s.read(out.replace('ar/', '')).replace(/<html lang="en"|<a[^>]* hreflang[^>]*>(?:<span[^>]*>)?/g, ''),
				)
					? out
					: [],
			)
			.join(),
		'',
		'and in the first language none',
	);
});

test('from right to left, the label of a version keeps its own direction', async () => {
	const s = site({
		'site.config.ts': config({ locales: ['en', 'ar'], navbar: { items: [{ type: 'docsVersionDropdown' }] } }),
		'content/versions.json': '["1.x"]',
		'content/docs/a.md': doc('A'),
		'content/versions/1.x/a.md': doc('A'),
		'content/ar/versions/1.x/a.md': doc('ألف'),
	});
	assert.is(toText((await s.build()).diagnostics), '');
	assert.match(element(s.read('ar/docs/a/index.html'), '.badge').text, '\u20681.x\u2069');
	assert.not.match(s.read('docs/a/index.html'), '\u2068');
});

test('hosts learn the not-found page of each language', async () => {
	const s = await built({ 'site.config.ts': config({ ...CONFIG, hosts: ['netlify', 'nginx'] }) });
	assert.match(s.read('_redirects'), '/fr/* /fr/404.html 404\n');
	assert.match(s.read('nginx.conf'), 'error_page 404 /fr/404.html;');
});

/** Freezes a value and everything in it; maps and sets refuse changes. */
function deepFreeze<T>(value: T): T {
	if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
	const refuse = () => {
		throw new Error('This map or set is frozen.');
	};
	if (value instanceof Map || value instanceof Set) Object.assign(value, { set: refuse, add: refuse, delete: refuse });
	Object.freeze(value);
	const inside = value instanceof Map || value instanceof Set ? value : Object.values(value);
	for (const one of inside) deepFreeze(one);
	return value;
}

test('linking changes nothing that it is given: twice, it gives the same sites', () => {
	const texts: Record<string, string> = { Guides: 'Modes d’emploi' };
	const { languages, problems } = resolveConfig({ ...PLAIN, ...CONFIG, locales: ['en', 'fr'] }, {}, () => {
		return { words: ENGLISH_WORDS, texts };
	});
	assert.equal(problems, []);
	const [first, ...others] = languages ?? [];
	assert.ok(first);
	const none: FileReader = { text: () => undefined, media: () => undefined, package: () => undefined };
	const files: Record<string, string> = {
		...FILES,
		'content/docs/two.md': doc('Two', '[Broken](./nowhere.md)', 'tags: [setup]\nredirect_from: /two'),
		'content/fr/docs/oven.md': doc('Four', 'Texte.', 'translated_from: "abcdef"'),
		'content/versions/1.x/oven.md': doc('Old oven'),
	};
	const pages = Object.entries(files).flatMap(([path, text]) => {
		const identity = identify(path, ['en', 'fr']);
		const source = { path, text, hash: hashOf(text) };
		const options = { baseUrl: '/', components: [], allowScripts: false, records: true };
		return identity ? [parsePage(source, identity, options, none, PLAIN_PARSER).page] : [];
	});
	const guides = { type: 'generated-index' as const };
	const shown = { collapsible: true, collapsed: true };
	const input = {
		pages,
		drafts: false,
		listedVersions: ['1.x'],
		sidebars: new Map([
			[
				'current',
				{
					file: 'content/docs/sidebars.ts',
					config: {
						docs: [
							{ type: 'doc' as const, id: 'oven' },
							{ type: 'link' as const, label: 'Oven', href: '/docs/oven' },
							{ type: 'category' as const, label: 'Guides', link: guides, items: [], ...shown },
							{ type: 'autogenerated' as const, dirName: 'guides' },
						],
					},
				},
			],
		]),
		folders: new Map([['current', new Map()]]),
		translatedFolders: new Map([['fr', new Map()]]),
		authors: {},
		authorsFile: 'content/blog/authors.yml',
		tags: new Map([['current', { setup: { label: 'Setting up' } }]]),
	};
	const link = () => linkSites(deepFreeze([first, ...others]), deepFreeze(input));
	const sites = link();
	assert.equal(
		sites.map(({ locale, pages }) => [locale, [...pages.values()].filter((page) => page.locale !== locale).length]),
		[
			['en', 0],
			['fr', 5],
		],
	);
	assert.equal(link(), sites);
});

test.run();

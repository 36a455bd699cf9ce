/** The HTML around every page: navbar, its menus, announcement, footer. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { element, elements, texts, values } from './elements.ts';
import { config, doc, type MemorySite, site } from './memory-site.ts';

async function built(files: Record<string, string>): Promise<MemorySite> {
	const s = site(files);
	const result = await s.build();
	assert.is(result.ok, true, JSON.stringify(result.diagnostics, undefined, 1));
	return s;
}

const docs: Record<string, string> = {
	'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
	'content/docs/guide.md': doc('Guide'),
	'content/docs/new.md': doc('New'),
	'content/pages/index.md': doc('Front'),
	'content/pages/about.md': doc('About'),
	'content/static/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
	'content/static/dark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};
const oldDocs: Record<string, string> = {
	'content/versions.json': '["1.x"]',
	'content/versions/1.x/index.md': doc('Old home', 'Text.', 'slug: /'),
	'content/versions/1.x/guide.md': doc('Old guide'),
};
const VERSIONS = { lastVersion: 'current', versions: { current: { label: '2.x' }, '1.x': { path: 'v1' } } };

/** A site with these items in its navbar. */
function withItems(items: unknown[], more: Record<string, unknown> = {}, files = docs): Promise<MemorySite> {
	return built({ ...files, 'site.config.ts': config({ navbar: { items }, ...more }) });
}

const BAR = 'nav[aria-label="Main"]';
const MENU = 'nav[aria-label="Menu"]';

test('B-100: the navbar is a landmark and does not hide unless configured', async () => {
	const s = await withItems([]);
	assert.not.ok('data-hide-on-scroll' in element(s.read('about/index.html'), BAR).attributes);
	const hiding = await built({ ...docs, 'site.config.ts': config({ navbar: { hideOnScroll: true } }) });
	assert.ok('data-hide-on-scroll' in element(hiding.read('about/index.html'), BAR).attributes);
});

test('B-102, B-103: the brand has a logo per color mode and the title, and links to the home page', async () => {
	const navbar = {
		title: 'My site',
		logo: { src: 'logo.svg', srcDark: '/dark.svg', alt: 'The logo' },
		brandContextPage: '/about',
	};
	const s = await built({ ...docs, 'site.config.ts': config({ navbar, baseUrl: '/base/' }) });
	const html = s.read('docs/guide/index.html');
	const brand = element(html, `${BAR} a.brand`);
	assert.is(brand.attributes.href, '/base/');
	assert.is(brand.attributes['data-context-page'], '/base/about');
	assert.is(brand.text, 'My site');
	assert.equal(values(html, `${BAR} a.brand img`, 'src'), ['/base/logo.svg', '/base/dark.svg']);
	assert.equal(values(html, `${BAR} a.brand img`, 'alt'), ['The logo', 'The logo']);
	assert.is(elements(html, '#mobile-sidebar a.brand').length, 1, 'also in the menu of narrow screens');
});

test('B-104: all kinds of items show on the left or right, in the navbar and in the menu', async () => {
	const s = await withItems(
		[
			{ to: '/about', label: 'About', position: 'left' },
			{ label: 'More', position: 'left', items: [{ to: '/docs/guide', label: 'Inner' }] },
			{ type: 'doc', docId: 'guide', label: 'A doc', position: 'left' },
			{ type: 'docSidebar', sidebarId: 'docs', label: 'A sidebar', position: 'left' },
			{ type: 'docsVersionDropdown' },
			{ type: 'localeDropdown' },
			{ type: 'html', value: '<em>Raw</em>' },
			{ type: 'search' },
		],
		{ docs: VERSIONS, search: {} },
		{ ...docs, ...oldDocs, 'content/docs/sidebars.json': '{ "docs": ["guide", "new"] }' },
	);
	const html = s.read('about/index.html');
	assert.equal(texts(html, `${BAR} .navbar-left .navbar-link`), ['About', 'More', 'Inner', 'A doc', 'A sidebar']);
	assert.equal(texts(html, `${BAR} .navbar-right .navbar-link`), ['2.x', '2.x', '1.x', 'English', 'English']);
	assert.is(element(html, `${BAR} em`).text, 'Raw');
	assert.is(elements(html, `${BAR} .search-button`).length, 1);
	assert.equal(texts(html, `${MENU} summary`), ['More', 'Versions', 'Languages']);
	assert.is(element(html, `${MENU} em`).text, 'Raw');
});

test('B-020, B-105: external links have an icon and open a new tab; icon-only items have a name', async () => {
	const s = await withItems([
		{ href: 'https://example.org', label: 'Elsewhere' },
		{ href: 'https://github.com/a/b', ariaLabel: 'The code', icon: 'github' },
		{ to: '/about', label: 'About' },
	]);
	const html = s.read('index.html');
	const [elsewhere, code, about] = elements(html, `${BAR} .navbar-link`);
	for (const link of [elsewhere, code]) {
		assert.is(link?.attributes.target, '_blank');
		assert.is(link?.attributes.rel, 'noopener noreferrer');
	}
	assert.is(elsewhere?.inner.match(/<svg/g)?.length, 1, 'the icon for other sites');
	assert.is(code?.attributes['aria-label'], 'The code');
	assert.is(code?.inner.match(/<svg/g)?.length, 1, 'its own icon only');
	assert.is(about?.attributes.target, undefined);
	assert.is(texts(html, `${MENU} .navbar-link`)[1], 'The code', 'named where there is room');
});

test('B-025, B-026: which items are active', async () => {
	const s = await withItems([
		{ to: '/docs', label: 'Docs', activeBaseRegex: 'DOCS(/?)$' },
		{ to: '/docs/guide', label: 'Guide' },
		{ to: '/docs', label: 'Parent' },
		{ to: '/about', label: 'Based', activeBasePath: '/docs' },
		{ href: 'https://example.org/docs', label: 'Elsewhere' },
		{ to: '/', label: 'Home' },
	]);
	const active = (out: string): string[] => texts(s.read(out), `${BAR} .navbar-link[aria-current="page"]`);
	assert.equal(active('docs/index.html'), ['Docs', 'Parent', 'Based']);
	assert.equal(active('docs/guide/index.html'), ['Guide', 'Based'], 'nearer than its parent; a pattern decides');
	assert.equal(active('index.html'), ['Home']);
	assert.equal(texts(s.read('about/index.html'), `${BAR} .navbar-link.active`), []);
	assert.equal(texts(s.read('docs/index.html'), `${BAR} .navbar-link.active`), active('docs/index.html'));
});

test('B-106: a doc item links to the shown version, else the latest, and is active in the doc’s whole sidebar', async () => {
	const s = await withItems(
		[
			{ type: 'doc', docId: 'guide' },
			{ type: 'doc', docId: 'new', label: 'New' },
		],
		{ docs: VERSIONS },
		{ ...docs, ...oldDocs },
	);
	const hrefs = (out: string): string[] => values(s.read(out), `${BAR} .navbar-link`, 'href');
	assert.equal(texts(s.read('index.html'), `${BAR} .navbar-link`), ['guide', 'New']);
	assert.equal(hrefs('about/index.html'), ['/docs/guide', '/docs/new']);
	assert.equal(hrefs('docs/v1/index.html'), ['/docs/v1/guide', '/docs/new']);
	const active = (out: string): string[] => texts(s.read(out), `${BAR} .navbar-link.active`);
	assert.equal(active('docs/index.html'), ['guide'], 'another doc of the same sidebar: the first of two');
	assert.equal(active('docs/new/index.html'), ['New'], 'the doc itself');
	assert.equal(active('docs/v1/index.html'), ['guide']);
	assert.equal(active('about/index.html'), []);
});

test('B-106, B-291: an item for a draft is left out without a finding', async () => {
	const files = { ...docs, 'content/docs/guide.md': doc('Guide', 'Text.', 'draft: true') };
	const s = await withItems([{ type: 'doc', docId: 'guide', label: 'Guide' }], {}, files);
	assert.equal(texts(s.read('index.html'), `${BAR} .navbar-link`), []);
});

test('B-107: a sidebar item links to the sidebar’s first page and is active in the whole sidebar', async () => {
	const s = await withItems(
		[{ type: 'docSidebar', sidebarId: 'second', label: 'Second' }],
		{},
		{
			...docs,
			'content/docs/more.md': doc('More'),
			'content/docs/sidebars.json': JSON.stringify({
				first: ['index', 'guide'],
				second: [{ type: 'category', label: 'Group', items: ['new', 'more'] }],
			}),
		},
	);
	assert.equal(values(s.read('docs/index.html'), `${BAR} .navbar-link`, 'href'), ['/docs/new']);
	const active = (out: string): number => elements(s.read(out), `${BAR} .navbar-link.active`).length;
	assert.equal(['docs/more/index.html', 'docs/new/index.html', 'docs/guide/index.html'].map(active), [1, 1, 0]);
});

test('B-108: the search box is at the position of its item, else last on the right', async () => {
	const order = (html: string): string[] =>
		[
			...html
				.slice(html.indexOf('<nav class="navbar"'), html.indexOf('navbar-toggle'))
				.matchAll(/Before|After|search-box/g),
		].map(([text]) => text);
	const items = [{ to: '/about', label: 'Before' }];
	const placed = await withItems(
		[
			{ type: 'search', position: 'left' },
			{ to: '/about', label: 'After' },
		],
		{ search: {} },
	);
	assert.equal(order(placed.read('index.html')), ['search-box', 'After']);
	const added = await withItems(items, { search: {} });
	assert.equal(order(added.read('index.html')), ['Before', 'search-box']);
	const none = await withItems([...items, { type: 'search' }], { search: false });
	assert.equal(order(none.read('index.html')), ['Before'], 'without a search there is no box');
});

test('B-111, B-112: the attributes of a dropdown', async () => {
	const s = await withItems([
		{ label: 'Plain', items: [{ to: '/about', label: 'About' }] },
		{ label: 'Leading', to: '/docs', items: [{ to: '/about', label: 'About' }] },
	]);
	const [plain, leading] = elements(s.read('index.html'), `${BAR} .dropdown-trigger`);
	for (const trigger of [plain, leading]) {
		assert.is(trigger?.attributes['aria-haspopup'], 'true');
		assert.is(trigger?.attributes['aria-expanded'], 'false');
	}
	assert.is(plain?.tag, 'button');
	assert.equal([leading?.tag, leading?.attributes.href], ['a', '/docs']);
});

test('B-113: in the menu, a dropdown is a list, open if it contains the current page', async () => {
	const s = await withItems([{ label: 'More', items: [{ to: '/about', label: 'About' }] }]);
	const open = (out: string): boolean => 'open' in element(s.read(out), `${MENU} details`).attributes;
	assert.equal([open('about/index.html'), open('docs/index.html')], [true, false]);
});

test('B-114, B-115: the version menu in configured order, linking to the same doc, with the shown version marked', async () => {
	const s = await withItems([{ type: 'docsVersionDropdown' }], { docs: VERSIONS }, { ...docs, ...oldDocs });
	const menu = (out: string): (string | undefined)[][] =>
		elements(s.read(out), `${BAR} .dropdown-menu a`).map(({ text, attributes }) => [
			text,
			attributes.href,
			attributes['aria-current'],
			attributes['data-version'],
		]);
	const label = (out: string): string => element(s.read(out), `${BAR} .dropdown-trigger`).text;
	assert.equal(menu('docs/guide/index.html'), [
		['2.x', '/docs/guide', 'page', 'current'],
		['1.x', '/docs/v1/guide', undefined, '1.x'],
	]);
	assert.equal(menu('docs/v1/guide/index.html')[1], ['1.x', '/docs/v1/guide', 'page', '1.x']);
	assert.equal(menu('docs/new/index.html')[1], ['1.x', '/docs/v1/', undefined, '1.x'], 'else the main doc');
	assert.equal(
		[label('docs/guide/index.html'), label('docs/v1/index.html'), label('about/index.html')],
		['2.x', '1.x', '2.x'],
	);
	assert.is(element(s.read('index.html'), `${MENU} summary`).text, 'Versions');
});

test('B-115: a single version is a plain link', async () => {
	const s = await withItems([{ type: 'docsVersionDropdown' }]);
	const html = s.read('about/index.html');
	assert.is(elements(html, `${BAR} .dropdown`).length, 0);
	assert.equal(values(html, `${BAR} .navbar-link`, 'href'), ['/docs/']);
});

test('B-116: the language menu links to the same path in each language', async () => {
	const locales = [
		{ locale: 'en', label: 'English' },
		{ locale: 'de', label: 'Deutsch', htmlLang: 'de-CH', url: '/de' },
	];
	const s = await withItems([{ type: 'localeDropdown' }], { locales });
	const html = s.read('docs/guide/index.html');
	assert.equal(
		elements(html, `${BAR} .dropdown-menu a`).map(({ text, attributes }) => [text, attributes.href, attributes.lang]),
		[
			['English', '/docs/guide', 'en'],
			['Deutsch', '/de/docs/guide', 'de-CH'],
		],
	);
	assert.is(element(html, `${MENU} summary`).text, 'Languages');
});

test('B-120: the toggle of narrow screens has a name and its target', async () => {
	const html = (await withItems([])).read('about/index.html');
	const toggle = element(html, `${BAR} [aria-label="Toggle navigation bar"]`);
	const panel = element(html, `#${toggle.attributes.popovertarget}`);
	assert.ok('popover' in panel.attributes);
	assert.is(elements(panel.inner, '[aria-label="Close navigation bar"]').length, 1);
	assert.is(elements(panel.inner, '.theme-toggle').length, 1, 'the colour toggle is inside');
});

test('B-090, B-094: the announcement bar has its HTML and colors, and a button if it can be closed', async () => {
	const announcementBar = {
		id: 'ten',
		content: 'Version <b>10</b> is <a href="/about">out</a>',
		backgroundColor: '#123456',
		textColor: 'rgb(1 2 3)',
	};
	const s = await built({ ...docs, 'site.config.ts': config({ announcementBar }) });
	const html = s.read('docs/guide/index.html');
	const bar = element(html, '.announcement');
	assert.is(bar.text, 'Version 10 is out');
	assert.is(element(bar.inner, 'b').text, '10');
	assert.is(elements(bar.inner, 'button[aria-label="Close"]').length, 1);
	assert.ok(html.indexOf('class="announcement"') < html.indexOf('<nav class="navbar"'));
	const css = s.read(s.outputs().find((out) => /\bsite-\w+\.css$/.test(out)) ?? '');
	assert.match(css, '--announcement-background:#123456');
	assert.match(css, /--announcement-color:(?:rgb\(1 2 3\)|#010203)/);
	const fixed = await built({
		...docs,
		'site.config.ts': config({ announcementBar: { ...announcementBar, isCloseable: false } }),
	});
	assert.is(elements(fixed.read('index.html'), '.announcement button').length, 0);
	assert.is(elements((await built(docs)).read('index.html'), '.announcement').length, 0);
});

test('B-130: a footer of columns, with logo, copyright and raw HTML', async () => {
	const footer = {
		links: [
			{
				title: 'Learn',
				items: [
					{ label: 'Guide', to: '/docs/guide' },
					{ label: 'Elsewhere', href: 'https://example.org' },
					{ html: '<i>Raw</i>' },
				],
			},
			{ title: 'More', items: [{ label: 'About', to: '/about' }] },
		],
		logo: { src: 'logo.svg', srcDark: 'dark.svg', alt: 'Logo', href: '/about', width: 40, height: 40 },
		copyright: 'Ours, <b>2023</b>',
	};
	const html = (await built({ ...docs, 'site.config.ts': config({ footer }) })).read('about/index.html');
	assert.equal(texts(html, 'footer .footer-title'), ['Learn', 'More']);
	assert.equal(texts(html, 'footer .footer-columns a'), ['Guide', 'Elsewhere', 'About']);
	assert.is(element(html, 'footer .footer-columns i').text, 'Raw');
	const [, elsewhere] = elements(html, 'footer .footer-columns a');
	assert.equal([elsewhere?.attributes.target, elsewhere?.inner.includes('<svg')], ['_blank', true]);
	assert.equal(values(html, 'footer img', 'src'), ['/logo.svg', '/dark.svg']);
	assert.is(element(html, 'footer .footer-copyright b').text, '2023');
});

test('B-130: a footer of one row', async () => {
	const footer = {
		links: [
			{ label: 'Guide', to: '/docs/guide' },
			{ label: 'About', to: '/about' },
		],
	};
	const s = await built({ ...docs, 'site.config.ts': config({ footer }) });
	assert.equal(texts(s.read('index.html'), 'footer .footer-row a'), ['Guide', 'About']);
	assert.match(
		s.read(s.outputs().find((out) => /\bsite-\w+\.css$/.test(out)) ?? ''),
		/\.footer-row[^}]*content:"·"|content: ?" ?· ?"/,
	);
});

test('B-130: mixing columns and a row fails the build', async () => {
	const footer = {
		links: [
			{ label: 'Guide', to: '/docs/guide' },
			{ title: 'More', items: [] },
		],
	};
	const result = await site({ ...docs, 'site.config.ts': config({ footer }) }).build();
	assert.is(result.ok, false);
	assert.match(result.diagnostics[0]?.message ?? '', 'footer.links');
});

test('B-194: without a switch, there is no toggle', async () => {
	const s = await built({ ...docs, 'site.config.ts': config({ colorMode: { disableSwitch: true } }) });
	assert.is(elements(s.read('index.html'), '.theme-toggle').length, 0);
});

test('an item is not active on paths that only share its prefix', async () => {
	const s = await withItems(
		[{ to: '/docs', label: 'Docs' }],
		{},
		{ ...docs, 'content/pages/docs-old/x.md': doc('Old') },
	);
	const active = (out: string): string[] => texts(s.read(out), `${BAR} .navbar-link.active`);
	assert.equal(active('docs-old/x/index.html'), []);
	assert.equal(active('docs/guide/index.html'), ['Docs']);
});

test('B-108: ids in HTML are in the navbar, not in its copy; the version is filled in', async () => {
	const value = '<b id="mine" class="x">v{version}</b><i title="a id=b" ID=two>y</i>';
	const s = await withItems([{ type: 'html', value }], { version: '1<2' });
	const html = s.read('about/index.html');
	assert.is(element(html, `${BAR} b`).attributes.id, 'mine');
	assert.equal(element(html, `${MENU} b`).attributes, { class: 'x' });
	assert.not.ok('id' in element(html, `${MENU} i`).attributes);
	assert.is(element(html, `${MENU} b`).inner, 'v1&lt;2');
});

test('languages: defaults of a tag, URLs on other hosts, refusals', async () => {
	const locales = ['ar', { locale: 'pt-BR', url: 'https://br.example/docs/' }, { locale: 'zh-Hant', url: '/zh' }];
	const s = await withItems([{ type: 'localeDropdown' }], { locales });
	const html = s.read('about/index.html');
	assert.equal([element(html, 'html').attributes.lang, element(html, 'html').attributes.dir], ['ar', 'rtl']);
	assert.equal(
		elements(html, 'nav .dropdown-menu a').map(({ text, attributes }) => [text, attributes.href]),
		[
			['العربية', '/about'],
			['Português (Brasil)', 'https://br.example/docs/about'],
			['繁體中文', '/zh/about'],
		],
	);
	for (const [wrong, message] of [
		['zh_CN', 'must be the tag of a language'],
		[{ locale: 'AR', url: '/x' }, 'must differ from the others; "AR" is taken'],
		[{ locale: 'fr', path: 'docs' }, 'must have another "path": "docs" is a folder of the site already'],
		['pages', 'must have another "path": "pages" is a folder of the site already'],
	] as const) {
		const files = { ...docs, 'site.config.ts': config({ locales: ['ar', wrong] }) };
		assert.match((await site(files).build()).diagnostics[0]?.message ?? '', message);
	}
	const none = site({ ...docs, 'site.config.ts': config({ locales: [] }) });
	assert.match((await none.build()).diagnostics[0]?.message ?? '', 'locales must have a language');
});

test.run();

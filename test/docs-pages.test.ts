/** The HTML of docs pages: sidebar, breadcrumbs, paginator, banners, tags, table of contents, components. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { element, elements, texts, values } from './elements.ts';
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

/** The page of the only doc of a site, with this body. */
async function page(body: string, more = ''): Promise<string> {
	return (await built({ 'content/docs/page.md': doc('Page', body, more) })).read('docs/page/index.html');
}

const SIDEBAR = 'nav[aria-label="Docs sidebar"]';
const sidebars = (items: unknown): string => JSON.stringify({ docs: items });

const tree: Record<string, string> = {
	'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
	'content/docs/one.md': doc('One'),
	'content/docs/two.md': doc('Two', 'Text.', 'sidebar_label: Second'),
	'content/docs/three.md': doc('Three'),
	'content/docs/four.md': doc('Four', 'Text.', 'description: About four.'),
	'content/docs/outside.md': doc('Outside'),
	'content/docs/sidebars.json': sidebars([
		'index',
		{ type: 'category', label: 'Plain', items: ['one', 'two'] },
		{
			type: 'category',
			label: 'Linked',
			link: { type: 'doc', id: 'three' },
			items: ['four', { type: 'link', label: 'Away', href: 'https://example.org' }],
		},
		{
			type: 'category',
			label: 'Generated',
			link: { type: 'generated-index', title: 'All of it', description: 'Everything.', slug: '/all' },
			items: [
				{ type: 'doc', id: 'four', label: 'Four again' },
				{ type: 'category', label: 'Inner', items: ['one', 'two'] },
				{ type: 'category', label: 'Single', description: 'Just one.', items: ['one'] },
			],
		},
	]),
};

const versions: Record<string, string> = {
	'content/versions.json': '["2.x", "1.x"]',
	'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
	'content/docs/guide.md': doc('Guide'),
	'content/versions/2.x/index.md': doc('Home', 'Text.', 'slug: /'),
	'content/versions/2.x/guide.md': doc('Guide'),
	'content/versions/1.x/index.md': doc('Home', 'Text.', 'slug: /'),
	'content/versions/1.x/guide.md': doc('Guide'),
	'content/versions/1.x/gone.md': doc('Gone'),
};

/** Labels of the sidebar's categories, and whether they are open. */
function categories(html: string): Record<string, boolean> {
	return Object.fromEntries(
		elements(html, `${SIDEBAR} .sidebar-category .sidebar-row a`).map(({ text, attributes }) => [
			text,
			attributes['aria-expanded'] === 'true',
		]),
	);
}

test('B-140: the sidebar is a landmark, without a hide button and without auto-collapse', async () => {
	const html = (await built(tree)).read('docs/one/index.html');
	assert.not.ok('data-auto-collapse' in element(html, SIDEBAR).attributes);
	assert.is(elements(html, `${SIDEBAR} [aria-label="Collapse sidebar"]`).length, 0);
	const other = await built(tree, { docs: { sidebar: { hideable: true, autoCollapseCategories: true } } });
	const html2 = other.read('docs/one/index.html');
	assert.ok(
		'data-auto-collapse' in element(html2, SIDEBAR).attributes,
		'B-147: both are there for sites that want them',
	);
	assert.is(elements(html2, `${SIDEBAR} [aria-label="Collapse sidebar"]`).length, 1);
});

test('B-141: categories of the current page are open, the others closed', async () => {
	const s = await built(tree);
	const closed = { Plain: false, Linked: false, Generated: false, Inner: false, Single: false };
	assert.equal(categories(s.read('docs/index.html')), closed);
	assert.equal(categories(s.read('docs/three/index.html')), { ...closed, Linked: true });
	assert.equal(categories(s.read('docs/all/index.html')), { ...closed, Generated: true });
	const open = await built({
		...tree,
		'content/docs/sidebars.json': sidebars([
			{ type: 'category', label: 'Open', collapsed: false, items: ['one'] },
			{ type: 'category', label: 'Fixed', collapsible: false, items: ['two'] },
		]),
	});
	const html = open.read('docs/one/index.html');
	assert.is(categories(html).Open, true);
	const fixed = elements(html, `${SIDEBAR} .sidebar-row a`)[1];
	assert.is(fixed?.attributes['aria-expanded'], undefined, 'what cannot be closed says nothing of it');
});

test('entries of the sidebar have badges, which are part of the name of their link', async () => {
	const s = await built({
		...tree,
		'content/docs/two.md': doc('Two', 'Text.', 'sidebar_badge: New'),
		'content/docs/three.md': doc('Three', 'Text.', 'sidebar_badge: Beta'),
		'content/docs/sidebars.json': sidebars([
			'one',
			'two',
			{ type: 'doc', id: 'two', label: 'Again', badge: 'Old' },
			{ type: 'category', label: 'Linked', link: { type: 'doc', id: 'three' }, items: ['four'] },
			{
				type: 'category',
				label: 'Plain',
				badge: 'Soon',
				items: ['outside', { type: 'link', label: 'Away', href: '/docs/one', badge: '1' }],
			},
		]),
	});
	const html = s.read('docs/one/index.html');
	const names = ['One', 'Two New', 'Again Old', 'Linked Beta', 'Four', 'Plain Soon', 'Outside', 'Away 1'];
	assert.equal(texts(html, `${SIDEBAR} a`), names);
	assert.equal(texts(html, `${SIDEBAR} a .badge`), ['New', 'Old', 'Beta', 'Soon', '1']);
});

test('a generated sidebar has the badges of docs and folders, and a badge is a text', async () => {
	const s = await built({
		'content/docs/a.md': doc('A'),
		'content/docs/deep/_category_.json': '{ "label": "Deep", "badge": "New" }',
		'content/docs/deep/b.md': doc('B', 'Text.', 'sidebar_badge: 2nd'),
	});
	assert.equal(texts(s.read('docs/a/index.html'), `${SIDEBAR} a`), ['A', 'Deep New', 'B 2nd']);
	const bad = site({ 'content/docs/a.md': doc('A', 'Text.', 'sidebar_badge: [New]') });
	const [found] = (await bad.build()).diagnostics;
	assert.is(found?.line, 3);
	assert.match(found?.notes?.join() ?? '', /"sidebar_badge" must be a string/);
});

test('`theme.pageTools` puts the tools of a page into a menu, in its order', async () => {
	const files = { 'content/docs/a.md': doc('A'), 'content/blog/2024-01-02-post.md': doc('Post') };
	const command = 'npx -y -p docsgen -p @modelcontextprotocol/sdk docsgen mcp https://example.com/base/';
	const tools = ['assistant', 'markdown', 'copy'];
	const s = await built(files, { baseUrl: '/base/', theme: { pageTools: tools } });
	for (const [out, copy] of [
		['docs/a/index.html', '/base/docs/a.md'],
		['blog/2024/01/02/post/index.html', '/base/blog/2024/01/02/post.md'],
	] as const) {
		const html = s.read(out);
		const menu = element(html, '[popover].tools-menu');
		const toggle = element(html, '.page-tools button');
		assert.is(toggle.attributes.popovertarget, menu.attributes.id);
		assert.is(toggle.attributes.class, undefined, 'it works without scripts');
		const entries = texts(html, '.tools-menu li');
		assert.is(entries.length, 3);
		assert.match(entries[0] ?? '', command);
		assert.is(element(html, '.tools-menu .tools-assistant').attributes['data-copy'], command);
		assert.is(entries[1], 'Open as Markdown');
		assert.equal(values(html, '.tools-menu a', 'href'), [copy, copy]);
		assert.is(elements(html, '.tools-menu button')[1]?.attributes.class, 'scripted');
	}
	const only = await built(files, { theme: { pageTools: ['copy'] } });
	const toggle = element(only.read('docs/a/index.html'), '.page-tools button');
	assert.is(toggle.attributes.class, 'scripted', 'without scripts, the menu would be empty');
	const none = await built(files, { theme: { pageTools: [] } });
	assert.equal(elements(none.read('docs/a/index.html'), '.page-tools, .tools-menu'), []);
	const wrong = site({ ...files, 'site.config.ts': config({ search: false, theme: { pageTools: tools } }) });
	const [found] = (await wrong.build()).diagnostics;
	assert.match(found?.message ?? '', 'theme.pageTools must not have "assistant" if "search" is false');
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

test('B-142, B-144: labels have their state, and link to their page or their first page', async () => {
	const html = (await built(tree)).read('docs/index.html');
	const labels = elements(html, `${SIDEBAR} .sidebar-row a`).map(({ text, attributes }) => [text, attributes.href]);
	assert.equal(labels.slice(0, 3), [
		['Plain', '/docs/one'],
		['Linked', '/docs/three'],
		['Generated', '/docs/all'],
	]);
	const buttons = values(html, `${SIDEBAR} button`, 'aria-label');
	assert.equal(buttons, [
		"Toggle the collapsible sidebar category 'Linked'",
		"Toggle the collapsible sidebar category 'Generated'",
	]);
	assert.equal(values(html, `${SIDEBAR} button`, 'aria-expanded'), ['false', 'false']);
});

test('B-143: one entry is current, its categories are active, and Tab skips closed lists', async () => {
	const s = await built(tree);
	const html = s.read('docs/two/index.html');
	assert.equal(texts(html, `${SIDEBAR} [aria-current="page"]`), ['Second']);
	const first = s.read('docs/one/index.html');
	assert.equal(texts(first, `${SIDEBAR} [aria-current="page"]`), ['One'], 'the doc, not the category that leads to it');
	assert.equal(texts(s.read('docs/all/index.html'), `${SIDEBAR} [aria-current="page"]`), ['Generated']);
	assert.equal(texts(html, `${SIDEBAR} .sidebar-category.active .sidebar-row a`), ['Plain']);
	const lists = elements(html, `${SIDEBAR} .sidebar-category ul`);
	assert.equal(
		lists.map(({ attributes }) => 'hidden' in attributes),
		[false, true, true, true, true],
	);
});

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

test('B-149: docs tags have a list and a page for each', async () => {
	const s = await built({
		'content/docs/a.md': doc('A', 'Text.', 'tags: [One, { label: Two, permalink: second }]\ndescription: About A.'),
		'content/docs/b.md': doc('B', 'Text.', 'tags: [One]'),
	});
	assert.equal(
		elements(s.read('docs/a/index.html'), '.tag-line a').map(({ text, attributes }) => [text, attributes.href]),
		[
			['One', '/docs/tags/one'],
			['Two', '/docs/tags/second'],
		],
	);
	assert.is(element(s.read('docs/tags/index.html'), 'h1').text, 'Tags');
	assert.equal(texts(s.read('docs/tags/index.html'), 'main .tag'), ['One 2', 'Two 1']);
	const one = s.read('docs/tags/one/index.html');
	assert.is(element(one, 'h1').text, '2 docs tagged with "One"');
	assert.equal(values(one, 'main article a', 'href'), ['/docs/a', '/docs/b']);
	assert.match(element(one, 'main').text, 'About A.');
	const second = s.read('docs/tags/second/index.html');
	assert.is(element(second, 'h1').text, 'One doc tagged with "Two"');
	assert.equal(
		elements(second, 'main header a').map(({ text, attributes }) => [text, attributes.href]),
		[['View All Tags', '/docs/tags']],
	);
	assert.not.ok(
		(await built(tree)).outputs().some((out) => out.includes('tags')),
		'no tags, no pages',
	);
});

test('B-150, B-151: an older version links to the same doc, else to the main doc', async () => {
	const s = await built(versions);
	const html = s.read('docs/1.x/guide/index.html');
	const banner = element(html, 'main [role="alert"]');
	assert.is(
		banner.text,
		'This is documentation for Site 1.x, which is no longer actively maintained.For up-to-date documentation, see the latest version (2.x).',
	);
	assert.equal(texts(banner.inner, 'b'), ['1.x', 'latest version']);
	const latest = element(banner.inner, 'a').attributes;
	assert.equal([latest.href, latest['data-version']], ['/docs/guide', '2.x']);
	assert.is(element(s.read('docs/1.x/gone/index.html'), 'main [role="alert"] a').attributes.href, '/docs/');
	assert.is(elements(s.read('docs/guide/index.html'), '[role="alert"]').length, 0);
});

test('B-152: an unreleased version has a banner', async () => {
	const html = (await built(versions)).read('docs/next/guide/index.html');
	assert.match(element(html, '[role="alert"]').text, /^This is unreleased documentation for Site Next version\./);
	assert.is(element(html, '[role="alert"] a').attributes.href, '/docs/guide');
});

test('B-153: a badge names the version if there are several', async () => {
	const s = await built(versions);
	const badge = (out: string): string[] => texts(s.read(out), 'main .badge');
	assert.equal(badge('docs/guide/index.html'), ['Version: 2.x']);
	assert.equal(badge('docs/1.x/guide/index.html'), ['Version: 1.x']);
	assert.equal(texts((await built(tree)).read('docs/one/index.html'), '.badge'), []);
	const without = await built(versions, { docs: { versions: { '2.x': { badge: false } } } });
	assert.equal(texts(without.read('docs/guide/index.html'), '.badge'), []);
});

test('B-154: breadcrumbs', async () => {
	const s = await built(tree);
	const html = s.read('docs/two/index.html');
	const crumbs = element(html, 'nav[aria-label="Breadcrumbs"]');
	assert.is(element(crumbs.inner, 'a[aria-label="Home page"]').attributes.href, '/docs/', 'a site without a home page');
	assert.equal(texts(crumbs.inner, '[itemprop="name"]'), ['Plain', 'Second']);
	assert.is(elements(crumbs.inner, 'a').length, 1, 'neither a category without a page nor the page itself is a link');
	assert.is(element(crumbs.inner, 'ol').attributes.itemtype, 'https://schema.org/BreadcrumbList');
	assert.equal(values(crumbs.inner, 'li [itemprop="position"]', 'value'), ['1', '2']);
	const four = element(s.read('docs/four/index.html'), 'nav[aria-label="Breadcrumbs"]');
	assert.equal(
		elements(four.inner, 'a[itemprop="item"]').map(({ text, attributes }) => [text, attributes.href]),
		[['Linked', '/docs/three']],
	);
	assert.is(
		elements(s.read('docs/outside/index.html'), 'nav[aria-label="Breadcrumbs"]').length,
		0,
		'absent without sidebar',
	);
	const off = await built(tree, { docs: { breadcrumbs: false } });
	assert.is(elements(off.read('docs/two/index.html'), 'nav[aria-label="Breadcrumbs"]').length, 0);
});

test('B-155: previous and next in sidebar order, including category pages', async () => {
	const s = await built(tree);
	const pager = (out: string): (string | undefined)[][] =>
		elements(s.read(out), 'nav[aria-label="Docs pages"] a').map(({ text, attributes }) => [text, attributes.href]);
	assert.equal(pager('docs/index.html'), [['NextOne', '/docs/one']]);
	assert.equal(pager('docs/one/index.html'), [
		['PreviousHome', '/docs/'],
		['NextSecond', '/docs/two'],
	]);
	assert.equal(pager('docs/two/index.html')[1], ['NextLinked', '/docs/three']);
	assert.equal(pager('docs/four/index.html'), [
		['PreviousLinked', '/docs/three'],
		['NextGenerated', '/docs/all'],
	]);
	assert.equal(pager('docs/all/index.html')[0], ['PreviousFour', '/docs/four']);
	assert.equal(pager('docs/outside/index.html'), []);
});

test('B-155: front matter overrides or removes previous and next', async () => {
	const s = await built({
		...tree,
		'content/docs/one.md': doc('One', 'Text.', 'pagination_next: four\npagination_prev: null'),
		'content/docs/four.md': doc('Four', 'Text.', 'pagination_label: The fourth'),
	});
	const html = s.read('docs/one/index.html');
	assert.equal(texts(html, 'nav[aria-label="Docs pages"] a'), ['NextThe fourth']);
});

test('B-156: the edit link', async () => {
	const files = { ...tree, 'content/docs/one.md': doc('One', 'Text.', 'custom_edit_url: null') };
	const more = { ...files, 'content/docs/two.md': doc('Two', 'Text.', 'custom_edit_url: https://example.org/two') };
	const s = await built(more, { editUrl: 'https://example.org/edit' });
	const edit = (out: string): (string | undefined)[][] =>
		elements(s.read(out), 'main .edit-link').map(({ text, attributes }) => [text, attributes.href, attributes.target]);
	assert.equal(edit('docs/three/index.html'), [
		['Edit this page', 'https://example.org/edit/content/docs/three.md', '_blank'],
	]);
	assert.equal(edit('docs/one/index.html'), []);
	assert.is(edit('docs/two/index.html')[0]?.[1], 'https://example.org/two');
	assert.equal(texts((await built(tree)).read('docs/three/index.html'), '.edit-link'), []);
});

test('a page says where to report a problem with it: title, URL and version are in the address', async () => {
	const reportUrl = 'https://example.org/new?title=Docs:%20{title}&body={url}%20({version})';
	const made = await built(tree, { reportUrl });
	const [link] = elements(made.read('docs/three/index.html'), 'main .edit-link');
	assert.is(link?.text.trim(), 'Report a problem');
	const { searchParams } = new URL(link?.attributes.href ?? '');
	assert.match(searchParams.get('title') ?? '', /^Docs: ./);
	assert.match(searchParams.get('body') ?? '', /^https:\/\/[^ ]*\/docs\/three \(.+\)$/);
	const { diagnostics } = await site({
		...tree,
		'site.config.ts': config({ reportUrl: 'https://example.org/new?page={page}' }),
	}).build();
	assert.match(diagnostics.map(({ message }) => message).join(), 'it may contain {title}, {url} and {version}');
});

test('B-157: date and author of the last change, if configured', async () => {
	const update = (text: string): Record<string, string> => ({
		'content/docs/a.md': doc('A', 'Text.', `last_update: ${text}`),
	});
	const shown = async (text: string, docs = { showLastUpdate: true }): Promise<string[]> =>
		texts((await built(update(text), { docs })).read('docs/a/index.html'), '.updated');
	assert.equal(await shown('{ date: 2023-01-14, author: Ada }'), ['Last updated on Jan 14, 2023 by Ada']);
	assert.equal(await shown('{ date: 2023-01-14T23:30:00-05:00 }'), ['Last updated on Jan 14, 2023']);
	assert.equal(await shown('{ author: Ada }'), ['Last updated by Ada']);
	assert.equal(await shown('{ date: 2023-01-14 }', { showLastUpdate: false }), []);
	const html = (await built(update('{ date: 2023-01-14 }'), { docs: { showLastUpdate: true } })).read(
		'docs/a/index.html',
	);
	assert.match(element(html, '.updated time').attributes.datetime ?? '', /^2023-01-14/);
});

test('B-158: exactly one h1', async () => {
	const headings = async (text: string): Promise<string[]> =>
		texts((await built({ 'content/docs/page.md': text })).read('docs/page/index.html'), 'h1');
	assert.equal(await headings(doc('Title')), ['Title']);
	assert.equal(await headings('# Own\n\nText.'), ['Own']);
	assert.equal(await headings(doc('Title', '# Own\n\nText.')), ['Own']);
	assert.equal(await headings('Text without a title.'), ['Page'], 'after its file');
});

test('B-159: a generated category page', async () => {
	const s = await built(tree);
	const html = s.read('docs/all/index.html');
	assert.is(element(html, 'h1').text, 'All of it');
	assert.match(element(html, 'main').text, 'Everything.');
	assert.equal(
		elements(html, 'main .card').map((card) => [
			...texts(card.inner, 'a'),
			...values(card.inner, 'a', 'href'),
			...texts(card.inner, 'p'),
		]),
		[
			['Four again', '/docs/four', 'About four.'],
			['Inner', '/docs/one', '2 items'],
			['Single', '/docs/one', 'Just one.'],
		],
	);
	assert.is(elements(html, 'nav[aria-label="Docs pages"] a').length >= 1, true);
	assert.is(elements(html, 'main .edit-link').length, 0);
});

test('B-160: the table of contents has levels 2 to 3, nested; pages can override the levels', async () => {
	const body = '## Two\n\n### Three\n\n#### Four\n\n## Two `b` again\n\n##### Five';
	const toc = (html: string): string[] => values(html, 'nav.toc a', 'href');
	const html = await page(body);
	assert.equal(toc(html), ['#two', '#three', '#two-b-again']);
	assert.equal(values(html, 'nav.toc li li a', 'href'), ['#three']);
	assert.equal(texts(html, 'nav.toc code'), ['b'], 'with the markup of the heading');
	assert.equal(toc(await page(body, 'toc_min_heading_level: 3\ntoc_max_heading_level: 5')), [
		'#three',
		'#four',
		'#five',
	]);
	const hidden = await page(body, 'hide_table_of_contents: true');
	assert.is(elements(hidden, 'nav.toc').length + elements(hidden, '.toc-block').length, 0);
	const none = await page('Text.');
	assert.is(elements(none, 'nav.toc').length + elements(none, '.toc-block').length, 0);
	const wide = await built(
		{ 'content/docs/page.md': doc('Page', body) },
		{ tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 4 } },
	);
	assert.equal(toc(wide.read('docs/page/index.html')), ['#two', '#three', '#four', '#two-b-again']);
});

test('B-162: on narrow screens, "On this page" contains the headings, initially closed', async () => {
	const html = await page('## Two');
	const block = element(html, '.toc-block');
	assert.equal([block.tag, 'open' in block.attributes], ['details', false]);
	assert.is(element(block.inner, 'summary').text, 'On this page');
	assert.ok(html.indexOf('toc-block') < html.indexOf('<h2'), 'above the text');
});

test('B-170: headings have stable ids and a link with an accessible name', async () => {
	const html = await page('## A heading\n\n### A heading\n\n## Other {#own-id}\n\n## `code` & *more*');
	assert.equal(
		[...values(html, 'main h2[id]', 'id'), ...values(html, 'main h3[id]', 'id')],
		['a-heading', 'own-id', 'code--more', 'a-heading-1'],
	);
	assert.equal(
		elements(html, 'main h2 a').map(({ attributes }) => [attributes.href, attributes['aria-label']]),
		[
			['#a-heading', 'Direct link to A heading'],
			['#own-id', 'Direct link to Other'],
			['#code--more', 'Direct link to code & more'],
		],
	);
});

test('B-171: admonitions', async () => {
	const types = ['note', 'tip', 'info', 'caution', 'danger', 'secondary', 'important', 'success', 'warning'];
	const html = await page(types.map((type) => `:::${type}\n\nText.\n\n:::`).join('\n\n'));
	const shown = elements(html, '.admonition').map(({ attributes }) => attributes.class?.replace(/.*admonition-/, ''));
	assert.equal(shown, [...types.slice(0, 5), 'note', 'info', 'tip', 'danger']);
	const titled = await page(':::tip My *title*\n\nText.\n\n:::');
	assert.is(element(titled, '.admonition-title').inner, 'My <em>title</em>');
	const odd = site({ 'content/docs/page.md': doc('Page', ':::warnin\n\nText.\n\n:::\n\n:::odd\n\nText.\n\n:::') });
	const result = await odd.build();
	assert.equal(
		result.diagnostics.map(({ severity, file, hint }) => [severity, file, hint?.slice(0, 24)]),
		[
			['warning', 'content/docs/page.md', 'Did you mean "warning"?'],
			['warning', 'content/docs/page.md', 'The kinds are note, tip,'],
		],
	);
	assert.is(elements(odd.read('docs/page/index.html'), '.admonition-info').length, 2);
});

test('B-172, B-173: code blocks', async () => {
	const code = ['```ts title="a.ts" {1,3-4} showLineNumbers', 'const one = 1;', 'two();', 'three();', 'four();', '```'];
	const html = await page(code.join('\n'));
	assert.match(element(html, '.code').text, 'a.ts');
	const lines = elements(html, '.code pre .line');
	assert.equal(
		lines.map(({ attributes }) => attributes.class?.includes('hl')),
		[true, false, true, true],
	);
	const commented = [
		'```js',
		'// highlight-next-line',
		'one();',
		'// highlight-start',
		'two();',
		'// highlight-end',
		'three();',
		'```',
	];
	const marked = await page(commented.join('\n'));
	assert.not.match(marked.slice(marked.indexOf('<main')), 'highlight-next-line');
	assert.equal(texts(marked, '.code pre .hl'), ['one();', 'two();']);
	assert.is(element(marked, '.code pre').text, 'one(); two(); three();');
	assert.is(element(html, '.code').attributes['data-widget'], 'code', 'where scripts put the copy button');
});

test('B-175: tabs have roles, and every panel contains its text', async () => {
	const html = await page(
		'<Tabs groupId="pm">\n<TabItem value="npm" label="With npm">\n\nNpm text.\n\n</TabItem>\n<TabItem value="yarn" default>\n\nYarn text.\n\n</TabItem>\n</Tabs>',
	);
	assert.equal(
		elements(html, '[role="tablist"] [role="tab"]').map(({ text, attributes }) => [text, attributes['aria-selected']]),
		[
			['With npm', 'false'],
			['yarn', 'true'],
		],
	);
	assert.equal(texts(html, '[role="tabpanel"]'), ['With npmNpm text.', 'yarnYarn text.']);
	assert.is(element(html, '.tabs').attributes['data-tab-group'], 'pm');
});

test('B-176: details', async () => {
	const html = await page('<details open>\n<summary>More **here**</summary>\n\nInner *text*.\n\n</details>');
	const details = element(html, 'main details');
	assert.ok('open' in details.attributes);
	assert.is(element(details.inner, 'summary strong').text, 'here');
	assert.is(element(details.inner, 'em').text, 'text');
});

/** A PNG of 1 by 1 pixel. */
const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

test('B-177: images have their size and load lazily; a missing one fails the build', async () => {
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
	const missing = site({ 'content/docs/page.md': doc('Page', 'Text.\n\n![Gone](./gone.png)') });
	const result = await missing.build();
	assert.is(result.ok, false);
	const [finding] = result.diagnostics;
	assert.equal([finding?.file, finding?.line], ['content/docs/page.md', 7]);
	assert.match(finding?.message ?? '', /Image .*gone\.png used in content\/docs\/page\.md not found\./);
});

test('B-178: links to files become links to pages, in every version', async () => {
	const s = await built({
		...versions,
		'content/versions/1.x/guide.md': doc('Guide', '[a](./gone.md#here) [b](../../docs/guide.md) [c](./index.md?x=1)\n'),
		'content/versions/1.x/gone.md': doc('Gone', '## Here'),
	});
	assert.equal(values(s.read('docs/1.x/guide/index.html'), 'main .markdown a', 'href'), [
		'/docs/1.x/gone#here',
		'/docs/next/guide',
		'/docs/1.x/?x=1',
	]);
});

test('B-179: only docs pages have the back-to-top button', async () => {
	const s = await built({ ...tree, 'content/pages/about.md': doc('About') });
	assert.is(elements(s.read('docs/one/index.html'), '[aria-label="Scroll back to top"]').length, 1);
	assert.is(elements(s.read('about/index.html'), '[aria-label="Scroll back to top"]').length, 0);
});

test('B-004: a page without sidebar', async () => {
	const s = await built({ ...tree, 'content/docs/outside.md': doc('Outside', 'Text.', 'displayed_sidebar: null') });
	const html = s.read('docs/outside/index.html');
	for (const label of ['Docs sidebar', 'Breadcrumbs', 'Docs pages'])
		assert.is(elements(html, `[aria-label="${label}"]`).length, 0, label);
	const shown = await built({ ...tree, 'content/docs/outside.md': doc('Outside', 'Text.', 'displayed_sidebar: docs') });
	assert.is(elements(shown.read('docs/outside/index.html'), SIDEBAR).length, 1);
});

test('files with spaces, quotes and non-Latin letters get valid URLs', async () => {
	const names = ['a b', 'it\'s "so" & more', 'ünï-日本'];
	const s = await built(
		Object.fromEntries(
			names.map((name, index) => [
				`content/docs/${name}.md`,
				doc(`Page ${index}`, `[next](<./${names[(index + 1) % 3]}.md>)`),
			]),
		),
		{ baseUrl: '/base/' },
	);
	const addresses = ['/base/docs/a%20b', "/base/docs/it's%20%22so%22%20&%20more", '/base/docs/ünï-日本'];
	for (const [index, name] of names.entries()) {
		const html = s.read(`docs/${name}/index.html`);
		assert.equal(values(html, `${SIDEBAR} a`, 'href').sort(), [...addresses].sort());
		assert.equal(texts(html, `${SIDEBAR} [aria-current="page"]`), [`Page ${index}`]);
		assert.equal(values(html, 'main .markdown a', 'href'), [addresses[(index + 1) % 3]]);
		const canonical = element(html, 'link[rel="canonical"]').attributes.href ?? '';
		assert.is(canonical, new URL(addresses[index] ?? '', 'https://example.com').href);
		assert.ok(s.read('sitemap.xml').includes(`<loc>${canonical.replaceAll('&', '&amp;')}</loc>`), canonical);
	}
});

test('a page as Markdown, for other programs', async () => {
	const s = await built({
		...tree,
		'content/docs/one.md': doc('One', 'See [two](./two.md#x).\n\n## X'),
		'content/docs/two.md': doc('Two', '## X'),
	});
	const html = s.read('docs/one/index.html');
	const link = elements(html, 'main a').find(({ text }) => text === 'Open as Markdown');
	assert.is(link?.attributes.href, '/docs/one.md');
	assert.is(s.read('docs/one.md'), '# One\n\nSee [two](https://example.com/docs/two#x).\n\n## X\n');
});

test('only the page of a top-level category shows the category’s drawing', async () => {
	const category = (label: string, drawing: string | undefined, link: object, item: string) => ({
		type: 'category',
		label,
		drawing,
		link,
		items: [{ type: 'category', label: `Inside ${label}`, drawing: '<svg id="inside"/>', items: [item] }],
	});
	const s = await built({
		'content/docs/sidebars.json': sidebars([
			category('One', '<svg id="one"></svg>', { type: 'doc', id: 'one' }, 'one-more'),
			category('Two', '<svg id="two"></svg>', { type: 'generated-index', slug: '/two' }, 'two-more'),
			category('Three', undefined, { type: 'doc', id: 'three' }, 'three-more'),
		]),
		...Object.fromEntries(
			['one', 'one-more', 'two-more', 'three', 'three-more'].map((id) => [`content/docs/${id}.md`, doc(id)]),
		),
	});
	const drawn = (id: string): string[] => values(s.read(`docs/${id}/index.html`), 'main svg[id]', 'id');
	assert.equal(drawn('one'), ['one']);
	assert.equal(drawn('two'), ['two']);
	for (const id of ['one-more', 'two-more', 'three', 'three-more']) assert.equal(drawn(id), [], id);
});

test('a code block has its copy button from the start, and the color of the end that its name stands for', async () => {
	const html = await page(
		'```js title="src/server.js"\na\n```\n\n```js title="my-client.js"\nb\n```\n\n```js title="observer.js"\nc\n```',
	);
	const classes = elements(html, '.code .code-title').map(({ attributes }) => attributes.class);
	assert.equal(classes, ['code-title near', 'code-title far', 'code-title']);
	assert.equal(texts(html, '.code button[aria-label="Copy code to clipboard"]'), ['Copy', 'Copy', 'Copy']);
});

test.run();

/** The blog's output: lists, posts, tags, archive, feeds. */
import { DomUtils, parseDocument } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { element, elements, texts, values } from './elements.ts';
import { config, doc, type MemorySite, site } from './memory-site.ts';

async function built(files: Record<string, string>, fields?: Record<string, unknown>): Promise<MemorySite> {
	const s = site(fields ? { ...files, 'site.config.ts': config(fields) } : files);
	const result = await s.build();
	assert.is(result.ok, true, JSON.stringify(result.diagnostics, undefined, 1));
	return s;
}

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

/** `count` posts, a day apart; the newest has the highest number. */
function posts(count: number): Record<string, string> {
	return Object.fromEntries(
		Array.from({ length: count }, (_, index) => {
			const day = String(index + 1).padStart(2, '0');
			return [`content/blog/2023-03-${day}-p${index + 1}.md`, doc(`Post ${index + 1}`)];
		}),
	);
}

const three: Record<string, string> = {
	'content/blog/authors.yml':
		'ada:\n  name: Ada\n  title: Countess\n  url: https://example.org/ada\n  image_url: /img/ada.png\n',
	'content/static/img/ada.png': 'no image',
	'content/blog/2021-05-09-first.md': doc('First', 'Of *old*.', 'tags: [Beta, alpha]'),
	'content/blog/second.md': doc(
		'Second & "more"',
		'The **start**.\n\n<!--truncate-->\n\nThe [rest](./2021-05-09-first.md) ![Ada](/img/ada.png).\n\n## A heading',
		'date: 2023-01-14\nauthors: [ada, { name: Bob, email: bob@example.org }]\ntags: [alpha]\ndescription: About it.',
	),
	'content/blog/2022-02-02-third.md': doc('Third', words(201), 'slug: /the-third\nauthor: Cleo\nauthor_title: Queen'),
};

const RECENT = 'nav[aria-label="Blog recent posts navigation"]';

test('B-260: ten posts per page, newest first, with links to newer and older pages', async () => {
	const s = await built(posts(21));
	const titles = (out: string): string[] => texts(s.read(out), 'main .post-title');
	const pager = (out: string): (string | undefined)[][] =>
		elements(s.read(out), 'nav[aria-label="Blog list page navigation"] a').map(({ text, attributes }) => [
			text,
			attributes.href,
		]);
	assert.equal(titles('blog/index.html').slice(0, 2), ['Post 21', 'Post 20']);
	assert.is(titles('blog/index.html').length, 10);
	assert.is(titles('blog/page/2/index.html')[0], 'Post 11');
	assert.equal(titles('blog/page/3/index.html'), ['Post 1']);
	assert.not.ok(s.outputs().includes('blog/page/4/index.html'));
	assert.equal(pager('blog/index.html'), [['Older Entries', '/blog/page/2']]);
	assert.equal(pager('blog/page/2/index.html'), [
		['Newer Entries', '/blog'],
		['Older Entries', '/blog/page/3'],
	]);
	assert.equal(pager('blog/page/3/index.html'), [['Newer Entries', '/blog/page/2']]);
	const few = await built(posts(3), { blog: { postsPerPage: 2 } });
	assert.ok(few.outputs().includes('blog/page/2/index.html'));
	assert.equal(pager('blog/index.html').length, 1);
});

test('B-261: reading time, in lists and posts', async () => {
	const s = await built({
		'content/blog/2023-01-01-a.md': doc('A', words(200)),
		'content/blog/2023-01-02-b.md': doc('B', words(201)),
		'content/blog/2023-01-03-c.md': doc('C', words(1001)),
		'content/blog/2023-01-04-d.md': doc('D', '.'),
	});
	assert.equal(texts(s.read('blog/index.html'), '.post-date'), [
		'January 4, 2023 · One min read',
		'January 3, 2023 · 6 min read',
		'January 2, 2023 · 2 min read',
		'January 1, 2023 · One min read',
	]);
	assert.is(element(s.read('blog/2023/01/02/b/index.html'), '.post-date').text, 'January 2, 2023 · 2 min read');
	const off = await built(posts(1), { blog: { showReadingTime: false } });
	assert.equal(texts(off.read('blog/index.html'), '.post-date'), ['March 1, 2023']);
});

test("B-262: the date is from front matter, else from the file name; the day is the author's, without a zone in UTC", async () => {
	const s = await built({
		'content/blog/2023-01-14-name.md': doc('Name'),
		'content/blog/2020-01-01-both.md': doc('Both', 'Text.', 'date: 2023-01-13T23:30:00-02:00'),
		'content/blog/2023-01-12-folder/index.md': doc('Folder'),
	});
	const dates = elements(s.read('blog/index.html'), 'time').map(({ text, attributes }) => [text, attributes.datetime]);
	assert.equal(dates, [
		['January 13, 2023', '2023-01-13T23:30:00.000-02:00'],
		['January 14, 2023', '2023-01-14T00:00:00.000Z'],
		['January 12, 2023', '2023-01-12T00:00:00.000Z'],
	]);
	assert.ok(s.outputs().includes('blog/2023/01/12/folder/index.html'));
	const result = await site({ 'content/blog/undated.md': doc('Undated') }).build();
	assert.is(result.ok, false);
	assert.is(result.diagnostics[0]?.code, 'post-without-date');
});

test('B-263: the truncate marker shortens a post in lists only', async () => {
	const s = await built(three);
	const list = s.read('blog/index.html');
	assert.equal(
		elements(list, 'main .read-more').map(({ text, attributes }) => [text, attributes['aria-label'], attributes.href]),
		[['Read More', 'Read more about Second & "more"', '/blog/second']],
	);
	assert.match(list, 'The <strong>start</strong>.');
	assert.not.match(element(list, 'main').inner, 'A heading');
	assert.match(list, 'Of <em>old</em>.', 'without a marker the whole post is listed');
	const post = s.read('blog/second/index.html');
	assert.match(post, /The <strong>start<\/strong>\.[\s\S]*The <a href="\/blog\/2021\/05\/09\/first">rest<\/a>/);
	assert.not.match(post, /truncate|Read More/);
	const mdx = await built({ 'content/blog/2023-01-01-a.mdx': doc('A', 'One.\n\n{/* truncate */}\n\nTwo.') });
	assert.not.match(mdx.read('blog/index.html'), 'Two.');
	const spaced = await built({ 'content/blog/2023-01-01-a.md': doc('A', 'One.\n\n<!--   truncate   -->\n\nTwo.') });
	assert.not.match(spaced.read('blog/index.html'), 'Two.');
});

test('B-264: the page of a post', async () => {
	const s = await built(three, { editUrl: 'https://example.org/edit' });
	const html = s.read('blog/second/index.html');
	assert.is(element(html, 'h1').text, 'Second & "more"');
	const [ada, bob] = elements(html, '.author');
	assert.equal(values(ada?.inner ?? '', 'img', 'src'), ['/img/ada.png']);
	assert.equal(values(ada?.inner ?? '', 'a', 'href'), ['https://example.org/ada']);
	assert.is(ada?.text, 'AdaCountess');
	assert.is(bob?.text, 'Bob');
	assert.is(element(s.read('blog/the-third/index.html'), '.author').text, 'CleoQueen', 'the short form');
	assert.match(element(html, '.tag-line').text, /^Tags: ?alpha$/);
	assert.equal(values(html, '.tag-line a', 'href'), ['/blog/tags/alpha']);
	assert.equal(values(html, '.edit-link', 'href'), ['https://example.org/edit/content/blog/second.md']);
	assert.equal(values(html, 'nav.toc a', 'href'), ['#a-heading']);
	const pager = (out: string): (string | undefined)[][] =>
		elements(s.read(out), 'nav[aria-label="Blog post page navigation"] a').map(({ text, attributes }) => [
			text,
			attributes.href,
		]);
	assert.equal(pager('blog/second/index.html'), [['Older PostThird', '/blog/the-third']]);
	assert.equal(pager('blog/the-third/index.html'), [
		['Newer PostSecond & "more"', '/blog/second'],
		['Older PostFirst', '/blog/2021/05/09/first'],
	]);
});

test('B-265: recent posts are next to the text, with the current one marked', async () => {
	const s = await built(posts(7));
	const html = s.read('blog/2023/03/06/p6/index.html');
	assert.equal(texts(html, `${RECENT} a`), ['Post 7', 'Post 6', 'Post 5', 'Post 4', 'Post 3']);
	assert.equal(texts(html, `${RECENT} [aria-current="page"]`), ['Post 6']);
	assert.match(element(html, RECENT).text, /^Recent posts/);
	assert.equal(texts(s.read('blog/2023/03/01/p1/index.html'), `${RECENT} [aria-current]`), []);
	for (const out of ['blog/index.html', 'blog/archive/index.html'])
		assert.is(elements(s.read(out), RECENT).length, 1, out);
	const all = await built(posts(7), { blog: { sidebarCount: 'ALL' } });
	assert.is(texts(all.read('blog/index.html'), `${RECENT} a`).length, 7);
	assert.match(element(all.read('blog/index.html'), RECENT).text, /^All posts/);
	const none = await built(posts(2), { blog: { sidebarCount: 0 } });
	assert.is(elements(none.read('blog/index.html'), RECENT).length, 0);
});

test('B-266: the archive groups by year, oldest first; posts in a year are newest first', async () => {
	const s = await built({ ...three, 'content/blog/2021-06-01-later.md': doc('Later') });
	const html = s.read('blog/archive/index.html');
	assert.is(element(html, 'h1').text, 'Archive');
	assert.equal(texts(html, 'main h2'), ['2021', '2022', '2023']);
	assert.equal(
		elements(html, 'main .archive a').map(({ text, attributes }) => [text, attributes.href]),
		[
			['June 1, 2021 - Later', '/blog/2021/06/01/later'],
			['May 9, 2021 - First', '/blog/2021/05/09/first'],
			['February 2, 2022 - Third', '/blog/the-third'],
			['January 14, 2023 - Second & "more"', '/blog/second'],
		],
	);
});

test('B-267: tags by initial letter, with counts', async () => {
	const html = (await built(three)).read('blog/tags/index.html');
	assert.is(element(html, 'h1').text, 'Tags');
	assert.equal(texts(html, 'main h2'), ['A', 'B']);
	assert.equal(
		elements(html, 'main .tag').map(({ text, attributes }) => [text, attributes.href]),
		[
			['alpha 2', '/blog/tags/alpha'],
			['Beta 1', '/blog/tags/beta'],
		],
	);
});

test('B-268, B-312: the page of a tag', async () => {
	const s = await built(three);
	const alpha = s.read('blog/tags/alpha/index.html');
	assert.is(element(alpha, 'h1').text, '2 posts tagged with "alpha"');
	assert.equal(texts(alpha, 'main .post-title'), ['Second & "more"', 'First']);
	assert.is(elements(alpha, 'main .read-more').length, 1, 'the same list as the index');
	assert.equal(
		elements(alpha, 'main .list-head a').map(({ text, attributes }) => [text, attributes.href]),
		[['View All Tags', '/blog/tags']],
	);
	assert.is(element(s.read('blog/tags/beta/index.html'), 'h1').text, 'One post tagged with "Beta"');
	const many = await built(
		Object.fromEntries(
			Object.entries(posts(11)).map(([path, text]) => [path, text.replace('---\n\n', 'tags: [t]\n---\n\n')]),
		),
	);
	assert.equal(texts(many.read('blog/tags/t/page/2/index.html'), 'main .post-title'), ['Post 1']);
	const untagged = await built(posts(1));
	assert.not.ok(untagged.outputs().some((out) => out.includes('/tags/')));
});

test('an author with a page: posts link to it, and it lists them like the page of a tag', async () => {
	const keys = { ada: '[ada]', bob: '[Bob]', cleo: '[cleo, ada]' };
	const s = await built(
		{
			'content/blog/authors.yml': [
				'ada: { name: Ada, title: Countess, url: https://example.org/ada, page: true, description: "Wrote <it>." }',
				'Bob: { name: Bob, page: { permalink: /the-bob } }',
				'cleo: { name: Cleo, url: https://example.org/cleo, page: false }',
				'dan: { name: Dan, page: true }',
			].join('\n'),
			...Object.fromEntries(
				Object.entries(keys).map(([name, authors], index) => [
					`content/blog/2023-01-0${index + 1}-${name}.md`,
					doc(name, 'Text.', `authors: ${authors}\ntags: [t]`),
				]),
			),
			'content/blog/2023-01-05-hidden.md': doc('Hidden', 'Text.', 'authors: [ada]\nunlisted: true'),
		},
		{ baseUrl: '/base/', blog: { postsPerPage: 1 } },
	);
	const links = (out: string, within: string): (string | undefined)[][] =>
		elements(s.read(out), `main ${within}`).map(({ text, attributes }) => [text, attributes.href]);
	assert.equal(links('blog/2023/01/03/cleo/index.html', '.author a'), [
		['Cleo', 'https://example.org/cleo'],
		['Ada', '/base/blog/authors/ada'],
	]);
	assert.equal(links('blog/2023/01/05/hidden/index.html', '.author a'), [['Ada', 'https://example.org/ada']]);
	assert.equal(links('blog/authors/index.html', 'a'), [
		['Ada 2', '/base/blog/authors/ada'],
		['Bob 1', '/base/blog/authors/the-bob'],
	]);
	assert.is(element(s.read('blog/authors/index.html'), 'h1').text, 'Authors');
	const first = 'blog/authors/ada/index.html';
	assert.is(element(s.read(first), 'h1').text, '2 posts by Ada');
	assert.equal(values(s.read(first), 'meta[name="description"]', 'content'), ['Wrote <it>.']);
	assert.equal(links(first, '.list-head a'), [['View All Authors', '/base/blog/authors']]);
	assert.equal(links(first, '.author a')[0], ['Ada', 'https://example.org/ada']);
	assert.is(texts(s.read(first), '.author')[0], 'AdaCountess');
	assert.match(s.read(first), 'Wrote &lt;it&gt;.</p>');
	assert.equal(texts(s.read(first), '.post-title'), ['cleo']);
	assert.equal(texts(s.read('blog/authors/ada/page/2/index.html'), '.post-title'), ['ada']);
	assert.is(element(s.read('blog/authors/the-bob/index.html'), 'h1').text, 'One post by Bob');
	assert.equal(
		s.outputs().filter((out) => out.includes('authors/')),
		[
			'blog/authors/ada/index.html',
			'blog/authors/ada/page/2/index.html',
			'blog/authors/index.html',
			'blog/authors/the-bob/index.html',
		],
	);
	assert.match(s.read('sitemap.xml'), '/base/blog/authors/ada</loc>');
	assert.equal(links('blog/tags/t/index.html', '.list-head a'), [['View All Tags', '/base/blog/tags']]);
});

test('two authors cannot have the same page', async () => {
	const s = site({
		'content/blog/authors.yml':
			'ada: { name: Ada, page: true }\nbob: { name: Bob, page: false }\ncleo:\n  name: Cleo\n  page: { permalink: /ada }\n',
		'content/blog/2023-01-01-a.md': doc('A', 'Text.', 'authors: [ada, bob, cleo]'),
	});
	const [found, ...others] = (await s.build()).diagnostics;
	assert.equal(others, []);
	assert.equal([found?.code, found?.file, found?.line], ['invalid-authors', 'content/blog/authors.yml', 5]);
	assert.match(JSON.stringify(found), 'must have another permalink; \\"ada\\" is taken');
});

/** Texts of all elements `name` inside a parent element, in an XML document. */
function inner(xml: string, parent: string, name: string): string[] {
	const document = parseDocument(xml, { xmlMode: true });
	return DomUtils.getElementsByTagName(parent, document).flatMap((element) =>
		DomUtils.getElementsByTagName(name, element.children, false).map((found) => DomUtils.textContent(found)),
	);
}

test('B-269: RSS', async () => {
	const rss = (await built(three)).read('blog/rss.xml');
	assert.equal(inner(rss, 'item', 'title'), ['Second & "more"', 'Third', 'First']);
	assert.equal(inner(rss, 'item', 'link'), [
		'https://example.com/blog/second',
		'https://example.com/blog/the-third',
		'https://example.com/blog/2021/05/09/first',
	]);
	assert.is(inner(rss, 'item', 'pubDate')[0], 'Sat, 14 Jan 2023 00:00:00 GMT');
	assert.is(inner(rss, 'item', 'description')[0], 'About it.');
	assert.equal(inner(rss, 'item', 'dc:creator'), ['Ada, Bob', 'Cleo']);
	assert.equal(inner(rss, 'item', 'category'), ['alpha', 'Beta', 'alpha']);
	const [content = ''] = inner(rss, 'item', 'content:encoded');
	assert.match(content, 'The <strong>start</strong>.');
	assert.match(content, '<a href="https://example.com/blog/2021/05/09/first">rest</a>');
	assert.match(content, /<img src="https:\/\/example\.com\/assets\/media\/ada-/);
	assert.match(content, 'href="https://example.com/blog/second#a-heading"');
});

test('B-269: Atom', async () => {
	const atom = (await built(three)).read('blog/atom.xml');
	assert.equal(inner(atom, 'entry', 'title'), ['Second & "more"', 'Third', 'First']);
	assert.equal(values(atom, 'entry link', 'href'), [
		'https://example.com/blog/second',
		'https://example.com/blog/the-third',
		'https://example.com/blog/2021/05/09/first',
	]);
	assert.is(inner(atom, 'entry', 'published')[0], '2023-01-14T00:00:00.000Z');
	assert.is(inner(atom, 'entry', 'updated')[0], '2023-01-14T00:00:00.000Z');
	assert.is(inner(atom, 'entry', 'summary')[0], 'About it.');
	assert.equal(inner(atom, 'author', 'name'), ['Ada', 'Bob', 'Cleo']);
	assert.equal(values(atom, 'entry category', 'term'), ['alpha', 'Beta', 'alpha']);
	assert.match(inner(atom, 'entry', 'content')[0] ?? '', 'The <strong>start</strong>.');
});

test('B-269: feeds contain all posts, regardless of the page size; their titles are configurable', async () => {
	const s = await built(posts(25), {
		blog: { feeds: { title: 'News', description: 'What is new', copyright: 'Ours' } },
	});
	assert.is(inner(s.read('blog/rss.xml'), 'item', 'title').length, 25);
	assert.is(inner(s.read('blog/atom.xml'), 'entry', 'title').length, 25);
	assert.is((JSON.parse(s.read('blog/feed.json')) as { items: unknown[] }).items.length, 25);
	assert.equal(inner(s.read('blog/rss.xml'), 'channel', 'title'), ['News']);
	assert.equal(inner(s.read('blog/rss.xml'), 'channel', 'copyright'), ['Ours']);
});

test('B-270: microdata of lists and posts, inside the elements that it describes', async () => {
	const s = await built(three);
	const list = s.read('blog/index.html');
	assert.is(element(list, 'main').attributes.itemtype, 'https://schema.org/Blog');
	const [first] = elements(list, 'main article');
	assert.equal(
		[first?.attributes.itemtype, first?.attributes.itemprop],
		['https://schema.org/BlogPosting', 'blogPost'],
	);
	const post = element(s.read('blog/second/index.html'), 'main article');
	assert.is(post.attributes.itemtype, 'https://schema.org/BlogPosting');
	for (const html of [first?.inner ?? '', post.inner]) {
		assert.is(element(html, '[itemprop="headline"]').text, 'Second & "more"');
		assert.match(element(html, '[itemprop="datePublished"]').attributes.datetime ?? '', /^2023-01-14/);
		assert.is(element(html, 'data[itemprop="description"]').attributes.value, 'About it.');
		assert.equal(texts(html, '[itemprop="author"] [itemprop="name"]'), ['Ada', 'Bob']);
		assert.match(element(html, '[itemprop="articleBody"]').text, 'The start.');
	}
	assert.is(elements(element(list, 'head').inner, '[itemprop]').length, 0, 'nothing of it has slipped into the head');
});

test('B-291: drafts are in no list or feed; unlisted posts have only their page', async () => {
	const s = await built({
		...posts(2),
		'content/blog/2023-04-01-draft.md': doc('Draft', 'Text.', 'draft: true\ntags: [secret]'),
		'content/blog/2023-04-02-quiet.md': doc('Quiet', 'Text.', 'unlisted: true\ntags: [quiet]'),
	});
	assert.not.ok(s.outputs().some((out) => /draft|secret|tags/.test(out)));
	assert.ok(s.outputs().includes('blog/2023/04/02/quiet/index.html'));
	for (const out of [
		'blog/index.html',
		'blog/archive/index.html',
		'blog/rss.xml',
		'blog/feed.json',
		'sitemap.xml',
		'llms.txt',
	])
		assert.not.match(s.read(out), /Draft|Quiet|\/draft|\/quiet/, out);
	assert.is(
		elements(s.read('blog/2023/04/02/quiet/index.html'), 'nav[aria-label="Blog post page navigation"]').length,
		0,
	);
});

test('a site without posts has no blog', async () => {
	const s = await built({ 'content/docs/a.md': doc('A') });
	assert.not.ok(s.outputs().some((out) => out.startsWith('blog')));
});

test('posts in folders by year and month, tags from tags.yml, authors with socials', async () => {
	const s = await built({
		'content/blog/2024/03/04-name/index.md': doc('Folders', 'Text.', 'tags: [news, Other]\nauthors: [ada, bob]'),
		'content/blog/tags.yml': 'news:\n  label: The news\n  permalink: /n\n  description: What is new.\n',
		'content/blog/authors.yml':
			'ada: { name: Ada, socials: { github: ada-l } }\nbob: { name: Bob, imageURL: /b.png, page: true, description: He }\n',
		'content/static/b.png': 'x',
	});
	const html = s.read('blog/2024/03/04/name/index.html');
	assert.match(html, 'datetime="2024-03-04T00:00:00.000Z"');
	assert.match(html, 'href="https://github.com/ada-l"');
	assert.match(s.read('blog/tags/n/index.html'), 'One post tagged with &quot;The news&quot;');
	assert.match(s.read('blog/tags/n/index.html'), '<meta name="description" content="What is new."');
	assert.ok(s.outputs().includes('blog/tags/other/index.html'));
});

test('lists show several posts, which may share heading ids', async () => {
	const post = doc('A', '## Same', 'tags: [one]');
	const s = await built({ 'content/blog/2023-01-01-a.md': post, 'content/blog/2023-01-02-b.md': post });
	for (const out of ['blog/index.html', 'blog/tags/one/index.html'])
		assert.is(s.read(out).match(/id="body[01]-same"/g)?.length, 2, out);
});

test('B-264: a first heading that repeats the title of a post is dropped; a different one is kept', async () => {
	const s = await built({
		'content/blog/2024-01-01-own.md': '# Own\n\nText.\n',
		'content/blog/2024-01-02-same.md': doc('Same', '# Same\n\nText.'),
		'content/blog/2024-01-03-other.md': doc('Other', '# A heading of its own\n\nText.'),
	});
	const headings = (name: string): string[] => {
		const html = s.read(`blog/2024/01/${name}/index.html`);
		return ['article h1', 'article h2'].flatMap((selector) => elements(html, selector).map(({ text }) => text));
	};
	assert.equal(headings('01/own'), ['Own']);
	assert.equal(headings('02/same'), ['Same']);
	assert.equal(headings('03/other'), ['Other', 'A heading of its own']);
	assert.match(s.read('blog/2024/01/03/other.md'), '# Other\n\n## A heading of its own');
});

test.run();

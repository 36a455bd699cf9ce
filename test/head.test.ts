/** The head of a page, and the attributes of `<html>`. */
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

const meta = (html: string, name: string): string[] => [
	...values(html, `meta[name="${name}"]`, 'content'),
	...values(html, `meta[property="${name}"]`, 'content'),
];

const files: Record<string, string> = {
	'content/docs/guide.md': doc('Guide', 'First *paragraph*, with `code`.\n\nSecond.'),
	'content/pages/index.md': doc('Front', 'Text.', 'description: The front page.'),
	'content/blog/2023-01-14-post.md': doc(
		'A post',
		'Words.',
		'authors:\n  - { name: Ada, url: "https://example.org/ada" }\n  - { name: Bob }\ntags: [one, two]',
	),
};

test('B-060, B-061: only the home page has a container for the banner, hidden by the style sheet and empty', async () => {
	const s = await built(files, { baseUrl: '/base/' });
	const home = s.read('index.html');
	assert.is(element(home, '#base-url-banner').text, '');
	assert.match(home, '\\nCurrent configured base URL = /base/\\n');
	assert.is(elements(s.read('docs/guide/index.html'), '#base-url-banner').length, 0);
	assert.not.match(s.read('docs/guide/index.html'), 'did not load properly');
	assert.match(s.read(s.outputs().find((out) => /\bsite-\w+\.css$/.test(out)) ?? ''), /#base-url-banner\b/);
	assert.not.match(home.replace(/<script>[\s\S]*?<\/script>/g, ''), 'did not load properly');
});

test('B-062, B-063: URLs are absolute, with base URL and without query', async () => {
	const s = await built(files, { baseUrl: '/base/' });
	const html = s.read('docs/guide/index.html');
	const url = 'https://example.com/base/docs/guide';
	assert.equal(values(html, 'link[rel="canonical"]', 'href'), [url]);
	assert.equal(meta(html, 'og:url'), [url]);
	assert.equal(
		elements(html, 'link[rel="alternate"][hreflang]').map(({ attributes }) => [attributes.hreflang, attributes.href]),
		[
			['en', url],
			['x-default', url],
		],
	);
});

test('B-064: language and direction, character set and viewport first, icon', async () => {
	const s = await built(
		{ ...files, 'content/static/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
		{ favicon: 'icon.svg' },
	);
	const html = s.read('docs/guide/index.html');
	assert.match(
		html,
		/^<!doctype html><html lang="en" dir="ltr"[^>]*><head><meta charset="utf-8"><meta name="viewport"/,
	);
	assert.equal(values(html, 'link[rel="icon"]', 'href'), ['/icon.svg']);
	const rtl = await built(files, { locales: [{ locale: 'ar', label: 'العربية', direction: 'rtl' }] });
	assert.match(rtl.read('index.html'), '<html lang="ar" dir="rtl"');
});

test('every page has an icon, because without one browsers ask for /favicon.ico', async () => {
	const icons = async (more: Record<string, string>, fields: Record<string, unknown> = {}): Promise<string[]> => {
		const s = await built({ ...files, ...more }, fields);
		const [page, home] = ['docs/guide/index.html', '404.html'].map((out) =>
			values(s.read(out), 'link[rel="icon"]', 'href'),
		);
		assert.equal(page, home);
		return page ?? [];
	};
	const [letter = ''] = await icons({}, { theme: { colors: { accent: { light: '#a1b2c3', dark: '#fff' } } } });
	assert.match(decodeURIComponent(letter), /^data:image\/svg\+xml,<svg .*fill="#a1b2c3".*>S<\/text><\/svg>$/);
	assert.match(decodeURIComponent((await icons({}, { title: '«émile»' })).join()), '>É<');
	const ico = { 'content/static/favicon.ico': 'an icon' };
	assert.equal(await icons(ico, { baseUrl: '/base/' }), ['/base/favicon.ico']);
	const own = { tag: 'link', attributes: { rel: 'shortcut icon', href: '/own.png' } };
	assert.equal(await icons({ 'content/static/own.png': '' }, { head: [own] }), [], 'an icon in `head`');
});

test('B-065: titles', async () => {
	const s = await built({ ...files, 'content/pages/about.md': '# Heading only\n', 'content/pages/bare.md': 'Text.' });
	const titles = (out: string): string[] => [...texts(s.read(out), 'title'), ...meta(s.read(out), 'og:title')];
	assert.equal(titles('docs/guide/index.html'), ['Guide | Site', 'Guide | Site']);
	assert.equal(titles('about/index.html'), ['Heading only | Site', 'Heading only | Site']);
	assert.equal(titles('index.html'), ['Front | Site', 'Front | Site']);
	assert.equal(titles('404.html'), ['Page Not Found | Site', 'Page Not Found | Site']);
	const home = await built({ 'content/pages/index.md': 'Text.' });
	assert.equal(texts(home.read('index.html'), 'title'), ['Site'], 'without a title of its own');
});

test('B-066: description from front matter or the first paragraph, keywords, and card', async () => {
	const s = await built({
		...files,
		'content/docs/words.md': doc('Words', 'Text.', 'description: My "own" & words\nkeywords: [a, b c]'),
	});
	const guide = s.read('docs/guide/index.html');
	assert.equal(meta(guide, 'description'), ['First paragraph, with code.']);
	assert.equal(meta(guide, 'og:description'), ['First paragraph, with code.']);
	assert.equal(meta(guide, 'twitter:card'), ['summary_large_image']);
	const words = s.read('docs/words/index.html');
	assert.equal(meta(words, 'description'), ['My "own" & words']);
	assert.equal(meta(words, 'keywords'), ['a,b c']);
});

test('B-067: the social image is from a service; front matter overrides it, a default is its fallback', async () => {
	const service = 'https://images.example';
	const s = await built(
		{
			...files,
			'content/docs/own.md': doc('Own', 'Text.', 'image: img/own.png'),
			'content/docs/beside.md': doc('Beside', 'Text.', 'image: ./beside.png'),
			'content/docs/beside.png': 'x',
			'content/static/img/own.png': '',
			'content/static/img/default.png': '',
		},
		{
			socialImage: {
				docs: `${service}/docs?title={title}&description={description}&permalink={permalink}`,
				posts: `${service}/blog?title={title}&author={author}&date={date}&time={readingTime}`,
				default: 'img/default.png',
			},
		},
	);
	const image = (out: string): string[] => [...meta(s.read(out), 'og:image'), ...meta(s.read(out), 'twitter:image')];
	const twice = (text: string): string[] => [text, text];
	assert.equal(
		image('docs/guide/index.html'),
		twice(`${service}/docs?title=Guide&description=First%20paragraph%2C%20with%20code.&permalink=%2Fdocs%2Fguide`),
	);
	assert.equal(
		image('blog/2023/01/14/post/index.html'),
		twice(`${service}/blog?title=A%20post&author=Ada%2C%20Bob&date=Jan%2014%2C%202023&time=One%20min%20read`),
	);
	assert.equal(image('docs/own/index.html'), twice('https://example.com/img/own.png'));
	const [beside = ''] = image('docs/beside/index.html');
	assert.match(beside, /^https:\/\/example\.com\/assets\/media\/beside-[\da-f]{8}\.png$/);
	assert.is(s.read(new URL(beside).pathname.slice(1)), 'x');
	for (const out of ['index.html', 'blog/index.html', '404.html'])
		assert.equal(image(out), twice('https://example.com/img/default.png'), out);
});

test('B-067: a missing social image is a finding with its line', async () => {
	for (const image of ['./nope.png', 'img/nope.png', '/img/nope.png']) {
		const { diagnostics } = await site({ 'content/docs/a.md': doc('A', 'Text.', `image: ${image}`) }).build();
		assert.equal(
			diagnostics.map(({ code, file, line }) => [code, file, line]),
			[['missing-image', 'content/docs/a.md', 3]],
			image,
		);
	}
});

test('B-068: additional tags of posts', async () => {
	const s = await built(files);
	const html = s.read('blog/2023/01/14/post/index.html');
	assert.equal(meta(html, 'og:type'), ['article']);
	assert.equal(meta(html, 'article:published_time'), ['2023-01-14T00:00:00.000Z']);
	assert.equal(meta(html, 'article:author'), ['https://example.org/ada']);
	assert.equal(meta(html, 'article:tag'), ['one,two']);
	assert.equal(meta(s.read('docs/guide/index.html'), 'og:type'), []);
});

test('B-069: tags for crawlers', async () => {
	const s = await built({ ...files, 'content/versions.json': '["1.x"]', 'content/versions/1.x/guide.md': doc('Old') });
	const tags = (out: string): string[][] =>
		['docs_locale', 'docs_tag', 'docs_version', 'docsearch:language', 'docsearch:docs_tag', 'docsearch:version'].map(
			(name) => meta(s.read(out), name),
		);
	const expected = (tag: string, version?: string): string[][] => {
		const shown = version === undefined ? [] : [version];
		return [['en'], [tag], shown, ['en'], [tag], shown];
	};
	assert.equal(tags('docs/next/guide/index.html'), expected('docs-default-current', 'current'));
	assert.equal(tags('docs/guide/index.html'), expected('docs-default-1.x', '1.x'));
	assert.equal(tags('index.html'), expected('default'));
	assert.equal(tags('blog/2023/01/14/post/index.html'), expected('default'));
	assert.equal(tags('blog/index.html'), expected('blog_posts_list'));
	assert.equal(tags('blog/tags/index.html'), expected('blog_tags_list'));
	assert.equal(tags('blog/tags/one/index.html'), expected('blog_tags_posts'));
});

test('B-070, B-071: feeds, search description and connection to the search service on every page', async () => {
	const hosted = { appId: 'ABC123', apiKey: 'public', indexName: 'site' };
	const s = await built(files, { search: { hosted } });
	for (const out of ['index.html', 'docs/guide/index.html', '404.html']) {
		const html = s.read(out);
		const links = elements(html, 'link').map(({ attributes }) => [attributes.rel, attributes.title, attributes.href]);
		for (const link of [
			['alternate', 'Site RSS Feed', '/blog/rss.xml'],
			['alternate', 'Site Atom Feed', '/blog/atom.xml'],
			['search', 'Site', '/opensearch.xml'],
		])
			assert.ok(
				links.some((found) => JSON.stringify(found) === JSON.stringify(link)),
				`${out} ${link}`,
			);
		const connect = element(html, 'link[rel="preconnect"]').attributes;
		assert.match(connect.href ?? '', /^https:\/\/abc123-dsn\.algolia\.net$/i);
		assert.ok('crossorigin' in connect);
	}
	const plain = await built({ 'content/docs/a.md': doc('A') }, { blog: false, search: false });
	assert.is(elements(plain.read('docs/a/index.html'), 'link[rel="alternate"][type]').length, 0);
	assert.is(elements(plain.read('docs/a/index.html'), 'link[rel="search"]').length, 0);
	assert.not.ok(plain.outputs().includes('opensearch.xml'));
});

test('B-072: elements from the page’s own head win, without duplicates', async () => {
	const head = [
		'<head>',
		'  <title>Own title</title>',
		'  <meta name="description" content="Own description" />',
		'  <meta property="og:image" content="https://example.org/own.png" />',
		'  <meta name="theme-color" content="red" />',
		'  <link rel="canonical" href="https://example.org/canonical" />',
		'</head>',
	].join('\n');
	const s = await built({ ...files, 'content/docs/own.md': doc('Own', `${head}\n\nText.`) });
	const html = s.read('docs/own/index.html');
	assert.equal(texts(html, 'head title'), ['Own title | Site']);
	assert.equal(meta(html, 'description'), ['Own description']);
	assert.equal(meta(html, 'og:image'), ['https://example.org/own.png']);
	assert.equal(meta(html, 'theme-color'), ['red']);
	assert.equal(values(html, 'link[rel="canonical"]', 'href'), ['https://example.org/canonical']);
	assert.is(elements(element(html, 'body').inner, 'title').length, 0, 'none of it is left in the text');
});

test('B-073: nested heads and forbidden elements are warnings, and the page is still built', async () => {
	const s = site({
		...files,
		'content/docs/nested.md': doc('Nested', '<head>\n<head>\n<title>Inner</title>\n</head>\n</head>\n\nText.'),
		'content/docs/invalid.md': doc('Invalid', '<head>\n<div>Wrong</div>\n</head>\n\nText.'),
		'content/docs/title.md': doc('Title', '<head>\n<title><b>Bold</b></title>\n</head>\n\nText.'),
	});
	const result = await s.build();
	assert.is(result.ok, true, JSON.stringify(result.diagnostics, undefined, 1));
	const messages = (file: string): string =>
		result.diagnostics
			.filter((finding) => finding.file === `content/docs/${file}.md`)
			.map((finding) => `${finding.severity}: ${finding.message}`)
			.join('\n');
	assert.match(messages('nested'), /^warning: .*nest/im);
	assert.match(messages('invalid'), /^warning: Only elements types .* are allowed/im);
	assert.match(messages('title'), /^warning: .*string/im);
	for (const name of ['nested', 'invalid', 'title']) assert.match(s.read(`docs/${name}/index.html`), '<p>Text.</p>');
});

test('B-074: pages that are hidden from search engines only', async () => {
	const s = await built({ ...files, 'content/docs/quiet.md': doc('Quiet', 'Text.', 'unlisted: true') }, { search: {} });
	assert.equal(meta(s.read('search/index.html'), 'robots'), ['noindex, follow']);
	assert.equal(meta(s.read('docs/quiet/index.html'), 'robots'), ['noindex, nofollow']);
	assert.equal(meta(s.read('docs/guide/index.html'), 'robots'), []);
	const sitemap = s.read('sitemap.xml');
	assert.match(sitemap, '<loc>https://example.com/docs/guide</loc>');
	assert.not.match(sitemap, /search|404|quiet/);
	const hidden = await built(files, { noIndex: true });
	assert.equal(meta(hidden.read('docs/guide/index.html'), 'robots'), ['noindex, nofollow']);
	assert.match(hidden.read('robots.txt'), 'Disallow: /');
});

test('B-074: the sitemap has the dates of last changes that are known', async () => {
	const s = await built({
		...files,
		'content/docs/changed.md': doc('Changed', 'Text.', 'last_update: { date: 2024-02-03T04:05:06+02:00 }'),
		'content/docs/whose.md': doc('Whose', 'Text.', 'last_update: { author: Ada }'),
		'content/blog/2023-01-14-post.md': doc('Post', 'Text.'),
		'content/blog/2023-01-15-edited.md': doc('Edited', 'Text.', 'last_update: { date: 2023-02-01 }'),
	});
	const dates = [...s.read('sitemap.xml').matchAll(/<url><loc>https:\/\/example\.com([^<]*)<\/loc>(.*)<\/url>/g)];
	const dateOf = Object.fromEntries(dates.map(([, path = '', date = '']) => [path, date]));
	assert.is(dateOf['/docs/changed'], '<lastmod>2024-02-03T04:05:06.000+02:00</lastmod>');
	assert.is(dateOf['/blog/2023/01/14/post'], '<lastmod>2023-01-14</lastmod>');
	assert.is(dateOf['/blog/2023/01/15/edited'], '<lastmod>2023-02-01</lastmod>');
	for (const path of ['/docs/guide', '/docs/whose', '/blog']) assert.is(dateOf[path], '', path);
});

test('B-190, B-194: the start script’s inputs for the color mode', async () => {
	const mode = async (colorMode: Record<string, unknown>): Promise<(string | undefined)[]> => {
		const { attributes } = element((await built(files, { colorMode })).read('index.html'), 'html');
		return [attributes['data-mode'], attributes['data-theme']];
	};
	assert.equal(await mode({}), [undefined, undefined], 'the system decides until the reader does');
	assert.equal(await mode({ respectPrefersColorScheme: false, defaultMode: 'dark' }), ['dark', 'dark']);
	assert.equal(await mode({ disableSwitch: true }), ['system', undefined]);
});

test('B-302: analytics in production only, other scripts also in dev', async () => {
	const s = site({
		...files,
		'site.config.ts': config({ analytics: { trackingId: 'G-TEST' }, scripts: ['https://widgets.example/w.js'] }),
	});
	await s.build();
	const html = s.read('index.html');
	assert.equal(values(html, 'script[src]', 'src').filter((src) => src.startsWith('https:')).length, 2);
	assert.ok(
		elements(html, 'script[src]').every(({ attributes }) => 'async' in attributes || attributes.type === 'module'),
	);
	await s.build({ production: false });
	assert.not.match(s.read('index.html'), 'G-TEST');
	assert.match(s.read('index.html'), '<script src="https://widgets.example/w.js" async');
});

test('B-062: no alternate URL for a language without a known site', async () => {
	const locales = [
		{ locale: 'en', label: 'English' },
		{ locale: 'de', label: 'Deutsch', url: '/de' },
	];
	const s = await built(files, { locales });
	assert.equal(values(s.read('docs/guide/index.html'), 'link[rel="alternate"][hreflang]', 'hreflang'), [
		'en',
		'x-default',
	]);
});

test('a site below its language is not the default one, and its locale has an underscore', async () => {
	const s = await built(files, { locales: ['en-GB'], baseUrl: '/en-gb/' });
	const html = s.read('docs/guide/index.html');
	assert.equal(values(html, 'link[rel="alternate"][hreflang]', 'hreflang'), ['en-GB']);
	assert.equal(meta(html, 'og:locale'), ['en_GB']);
	const script = await built(files, { locales: ['zh-Hant-TW'] });
	assert.equal(meta(script.read('docs/guide/index.html'), 'og:locale'), ['zh_TW']);
});

test('keywords and image of a generated category page, and elements on all pages', async () => {
	const link = { type: 'generated-index', slug: '/all', keywords: ['a', 'b'], image: 'img/all.png' };
	const s = await built(
		{
			...files,
			'content/docs/sidebars.json': JSON.stringify({
				docs: [{ type: 'category', label: 'All', link, items: ['guide'] }],
			}),
		},
		{ head: [{ tag: 'meta', attributes: { name: 'author', content: 'Ada' } }] },
	);
	const html = s.read('docs/all/index.html');
	assert.equal(meta(html, 'keywords'), ['a,b']);
	assert.equal(meta(html, 'og:image'), ['https://example.com/img/all.png']);
	for (const out of ['index.html', '404.html', 'docs/guide/index.html'])
		assert.equal(meta(s.read(out), 'author'), ['Ada']);
});

test('the policy: scripts from other hosts can send data to their host, and to more if configured', async () => {
	const s = await built(files, {
		scripts: ['https://plausible.io/js/script.js'],
		contentSecurityPolicy: { 'img-src': ['http://localhost:1'], 'media-src': ['https://media.example'] },
	});
	const policy = s.read('_headers');
	for (const part of [
		/script-src [^;]*https:\/\/plausible\.io[; ]/,
		/connect-src 'self' https:\/\/plausible\.io;/,
		/img-src 'self' data: https: http:\/\/localhost:1;/,
		/media-src 'self' https:\/\/media\.example$/m,
	])
		assert.match(policy, part);
	const wrong = site({
		...files,
		'site.config.ts': config({ contentSecurityPolicy: { 'img-source': ['x; script-src *'] } }),
	});
	assert.match((await wrong.build()).diagnostics[0]?.message ?? '', 'did you mean "img-src"?');
});

test.run();

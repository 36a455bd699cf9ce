/** Routes, files and heads of a built site. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withoutNumber } from '../src/content/model/identity.ts';
import type { Route } from '../src/content/model/page.ts';
import { checkRoutes } from '../src/content/site/routes.ts';
import { config, doc, site } from './memory-site.ts';

async function built(files: Record<string, string>): Promise<ReturnType<typeof site>> {
	const s = site(files);
	const result = await s.build();
	assert.is(result.ok, true, JSON.stringify(result.diagnostics, undefined, 1));
	return s;
}

const versions = config({
	docs: { lastVersion: 'current', versions: { current: { label: '2.x' }, '1.x': { path: 'v1' } } },
	navbar: { items: [{ type: 'docsVersionDropdown' }] },
	search: {},
});

const twoVersions: Record<string, string> = {
	'site.config.ts': versions,
	'content/versions.json': '["1.x"]',
	'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
	'content/docs/guide.md': doc('Guide'),
	'content/docs/new.md': doc('New'),
	'content/versions/1.x/index.md': doc('Old home', 'Text.', 'slug: /'),
	'content/versions/1.x/guide.md': doc('Old guide'),
	'content/pages/index.md': doc('Front'),
};

test('B-002, B-003: a route is a folder with an index; the not-found page is at the root', async () => {
	const s = await built(twoVersions);
	for (const out of [
		'index.html',
		'docs/index.html',
		'docs/guide/index.html',
		'docs/v1/index.html',
		'docs/v1/guide/index.html',
		'404.html',
		'search/index.html',
	]) {
		assert.ok(s.outputs().includes(out), out);
	}
});

test('B-006, B-007: manifest keys end with three hex characters derived from the route', async () => {
	const s = await built(twoVersions);
	const keys = Object.keys(JSON.parse(s.read('manifest.json')) as Record<string, string[]>);
	const guide = keys.find((key) => key.startsWith('/docs/guide-'));
	assert.match(guide ?? '', /^\/docs\/guide-[0-9a-f]{3}$/);
	const again = await built(twoVersions);
	assert.ok(again.read('manifest.json').includes(`"${guide}"`));
	const other = await built({ ...twoVersions, 'content/docs/guide.md': doc('Another title') });
	assert.not.ok(other.read('manifest.json').includes(`"${guide}"`));
});

test('B-009: longer docs prefixes come first, home next to last, the wildcard last', async () => {
	const s = await built(twoVersions);
	const keys = Object.keys(JSON.parse(s.read('manifest.json')) as Record<string, string[]>).map((key) =>
		key.slice(0, key.lastIndexOf('-')),
	);
	assert.ok(keys.indexOf('/docs/v1/') < keys.indexOf('/docs/'));
	assert.equal(keys.slice(-2), ['/', '*']);
});

test('B-062 to B-066, B-069: the head of a page', async () => {
	const s = await built({
		...twoVersions,
		'content/docs/guide.md': doc('Guide', 'First paragraph.', 'keywords: [a, b]'),
	});
	const html = s.read('docs/guide/index.html');
	for (const part of [
		'<html lang="en" dir="ltr"',
		'<title>Guide | Site</title>',
		'<meta property="og:title" content="Guide | Site">',
		'<meta name="description" content="First paragraph.">',
		'<meta name="keywords" content="a,b">',
		'<meta property="og:url" content="https://example.com/docs/guide">',
		'<link rel="canonical" href="https://example.com/docs/guide">',
		'<link rel="alternate" href="https://example.com/docs/guide" hreflang="en">',
		'<link rel="alternate" href="https://example.com/docs/guide" hreflang="x-default">',
		'<meta name="docs_tag" content="docs-default-current">',
		'<meta name="docsearch:version" content="current">',
	])
		assert.ok(html.includes(part), part);
	assert.match(html, /^<!doctype html><html[^>]*><head><meta charset="utf-8"><meta name="viewport"/);
});

test('B-074: the sitemap lists indexable pages', async () => {
	const s = await built({ ...twoVersions, 'content/docs/secret.md': doc('Secret', 'Text.', 'unlisted: true') });
	const sitemap = s.read('sitemap.xml');
	assert.ok(sitemap.includes('<loc>https://example.com/docs/guide</loc>'));
	for (const path of ['/search', '404', '/docs/secret']) assert.not.ok(sitemap.includes(path), path);
	assert.match(s.read('search/index.html'), '<meta name="robots" content="noindex, follow">');
});

test('B-114, B-150, B-151: versions link to the same doc, else to the main doc', async () => {
	const s = await built(twoVersions);
	const old = s.read('docs/v1/guide/index.html');
	assert.match(old, 'which is no longer actively maintained');
	assert.match(old, /href="\/docs\/guide"/);
	assert.match(s.read('docs/new/index.html'), /href="\/docs\/v1\/"/);
	assert.not.match(s.read('docs/guide/index.html'), 'no longer actively maintained');
});

test('B-024: internal paths get the base URL once', async () => {
	const s = await built({
		...twoVersions,
		'site.config.ts': versions.replace('"title"', '"baseUrl":"/base/","title"'),
		'content/docs/guide.md': doc('Guide', '[a](/docs/new) [b](/base/docs/new) [c](./new.md)'),
	});
	const html = s.read('docs/guide/index.html');
	for (const label of ['a', 'b', 'c']) assert.match(html, `<a href="/base/docs/new">${label}</a>`);
	assert.not.match(html, '/base/base/');
});

test('redirects point to the end of a chain', async () => {
	const s = await built({
		...twoVersions,
		'site.config.ts': versions.replace(
			'"title"',
			'"redirects":[{"from":"/one","to":"/two"},{"from":"/two","to":"/docs/guide"}],"title"',
		),
	});
	assert.match(s.read('one/index.html'), 'url=/docs/guide');
	assert.match(s.read('one/index.html'), '<link rel="canonical" href="https://example.com/docs/guide">');
});

test('llms.txt names every doc with its Markdown copy', async () => {
	const s = await built(twoVersions);
	assert.match(s.read('llms.txt'), '- [Guide](https://example.com/docs/guide.md)');
	assert.match(s.read('docs/guide.md'), /^# Guide\n/);
	assert.match(s.read('llms-full.txt'), 'Source: https://example.com/docs/guide');
});

test('B-024: a base URL that is also a prefix of the site’s paths', async () => {
	const s = await built({
		'site.config.ts': config({
			baseUrl: '/docs/',
			navbar: { items: [{ to: '/docs/writing', label: 'Writing' }] },
			redirects: [{ from: '/old', to: '/docs/writing' }],
		}),
		'content/docs/index.md': doc('Home', '[a](/docs/writing) [b](./writing.md) [c](docs/writing)', 'slug: /'),
		'content/docs/writing.md': doc('Writing', '[home](/docs/)'),
	});
	const html = s.read('docs/index.html');
	for (const label of ['a', 'b', 'c']) assert.match(html, `<a href="/docs/docs/writing">${label}</a>`);
	assert.match(html, /class="navbar-link[^"]*" href="\/docs\/docs\/writing"/);
	assert.match(s.read('old/index.html'), 'url=/docs/docs/writing');
	assert.match(
		s.read('docs/writing/index.html'),
		'<link rel="canonical" href="https://example.com/docs/docs/writing">',
	);
});

test('names that begin with a version keep it; number prefixes for sorting are removed', () => {
	assert.equal(withoutNumber('7.0-foo'), { name: '7.0-foo' });
	assert.equal(withoutNumber('2021-11-blog'), { name: '2021-11-blog' });
	assert.equal(withoutNumber('07-foo'), { name: 'foo', order: 7 });
});

test('a path segment has at most 240 bytes', () => {
	const route = (slug: string): Route => ({
		...{
			path: `/${slug}`,
			locale: 'en',
			translationKey: `/${slug}`,
			kind: 'page',
			title: '',
			description: '',
			indexable: true,
			detail: { kind: 'page' },
		},
	});
	assert.equal(checkRoutes([route('x'.repeat(240)), route(`${'x'.repeat(240)}/y`)], [], []), []);
	assert.is(checkRoutes([route('x'.repeat(241))], [], []).length, 1);
	assert.is(checkRoutes([route('ä'.repeat(121))], [], []).length, 1);
});

test.run();

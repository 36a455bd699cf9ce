/** Path matching against a table: exact, strict, sensitive, parameters, wildcard, lists, cache (B-010 to B-016). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cachedPatterns, exactly, type Match, type MatchOptions, match } from '../../src/client/shell/match.ts';
import { PATTERN_CACHE_LIMIT } from '../../src/content/model/contract.ts';

type Options = Omit<MatchOptions, 'path'>;
/** Pattern, path, options, and the matched part with the parameters; undefined if nothing matches. */
type Row = [path: string, pathname: string, options: Options, url?: string, params?: Match['params']];

const EXACT = { exact: true };
const STRICT = { strict: true };
const BOTH = { exact: true, strict: true };
const CASE = { sensitive: true };

/** Rows checked so far. */
let count = 0;

function check(rows: Row[]): void {
	for (const [path, pathname, options, url, params = {}] of rows) {
		const wanted = url === undefined ? undefined : { path, url, isExact: url === pathname, params };
		const about = `${path} on ${pathname} ${JSON.stringify(options)}`;
		assert.equal(match(pathname, { path, ...options }), wanted, about);
		count++;
	}
}

test('B-010: a pattern matches a prefix that ends at a slash, or with exact the whole path', () =>
	check([
		['/docs/quickstart', '/docs/quickstart', {}, '/docs/quickstart'],
		['/docs/quickstart', '/docs/quickstart/x', {}, '/docs/quickstart'],
		['/docs/quickstart', '/docs/quickstart/x/y', {}, '/docs/quickstart'],
		['/docs/quickstart', '/docs/quickstartx', {}],
		['/docs/quickstart', '/docs/quick', {}],
		['/docs/quickstart', '/x/docs/quickstart', {}],
		['/docs', '/docs/v9', {}, '/docs'],
		['/docs/v9', '/docs', {}],
		['/', '/', {}, '/'],
		['/', '/docs', {}, '/'],
		['/docs/quickstart', '/docs/quickstart', EXACT, '/docs/quickstart'],
		['/docs/quickstart', '/docs/quickstart/x', EXACT],
		['/docs/quickstart', '/docs/quickstartx', EXACT],
		['/', '/', EXACT, '/'],
		['/', '/docs', EXACT],
	]));

test('B-011: a trailing slash is optional on both sides, unless strict', () =>
	check([
		['/docs', '/docs/', {}, '/docs/'],
		['/docs/', '/docs', {}, '/docs'],
		['/docs/', '/docs/', {}, '/docs/'],
		['/docs/', '/docs/x', {}, '/docs'],
		['/docs', '/docs/', EXACT, '/docs/'],
		['/docs/', '/docs', EXACT, '/docs'],
		['/docs', '/docs//', EXACT],
		['/docs', '/docs', BOTH, '/docs'],
		['/docs', '/docs/', BOTH],
		['/docs/', '/docs', BOTH],
		['/docs/', '/docs/', BOTH, '/docs/'],
		['/docs', '/docs/x', STRICT, '/docs'],
		['/docs/', '/docs', STRICT],
		['/docs/', '/docs/x', STRICT, '/docs/'],
	]));

test('B-012: matching ignores case unless sensitive', () =>
	check([
		['/docs/quickstart', '/docs/Quickstart', {}, '/docs/Quickstart'],
		['/DOCS', '/docs', EXACT, '/docs'],
		['/docs/quickstart', '/docs/Quickstart', CASE],
		['/docs/quickstart', '/docs/quickstart', CASE, '/docs/quickstart'],
		['/docs/:Name', '/docs/X', {}, '/docs/X', { Name: 'X' }],
		['/docs/:name', '/Docs/x', CASE],
	]));

test('B-013: parameters', () =>
	check([
		['/blog/:post', '/blog/hello', EXACT, '/blog/hello', { post: 'hello' }],
		['/blog/:post', '/blog/', EXACT],
		['/blog/:post', '/blog', {}],
		['/blog/:post', '/blog/a/b', EXACT],
		['/blog/:post', '/blog/a/b', {}, '/blog/a', { post: 'a' }],
		['/:section/:page', '/docs/intro', EXACT, '/docs/intro', { section: 'docs', page: 'intro' }],
		['/posts/:id(\\d+)', '/posts/42', EXACT, '/posts/42', { id: '42' }],
		['/posts/:id(\\d+)', '/posts/new', EXACT],
		['/posts/:kind(a|b)', '/posts/b', EXACT, '/posts/b', { kind: 'b' }],
		['/posts/:kind(a|b)', '/posts/c', EXACT],
		['/page/:tab?', '/page/one', EXACT, '/page/one', { tab: 'one' }],
		['/page/:tab?', '/page', EXACT, '/page', { tab: undefined }],
		['/page/:tab?', '/page/', EXACT, '/page/', { tab: undefined }],
		['/page/:tab?/end', '/page/end', EXACT, '/page/end', { tab: undefined }],
		['/page/:tab?/end', '/page/x/end', EXACT, '/page/x/end', { tab: 'x' }],
		['/files/:rest+', '/files/a', EXACT, '/files/a', { rest: 'a' }],
		['/files/:rest+', '/files/a/b/c', EXACT, '/files/a/b/c', { rest: 'a/b/c' }],
		['/files/:rest+', '/files', EXACT],
		['/files/:rest*', '/files', EXACT, '/files', { rest: undefined }],
		['/files/:rest*', '/files/a/b', EXACT, '/files/a/b', { rest: 'a/b' }],
		['/files/:rest(\\d+)+', '/files/1/22', EXACT, '/files/1/22', { rest: '1/22' }],
		['/files/:rest(\\d+)+', '/files/1/x', EXACT],
		['/v:major.:minor', '/v1.2', EXACT, '/v1.2', { major: '1', minor: '2' }],
		['/:name-page', '/intro-page', EXACT, '/intro-page', { name: 'intro' }],
		['/blog/:post', '/blog/a%20b', EXACT, '/blog/a%20b', { post: 'a b' }],
		['/blog/:post', '/blog/%C3%A9', EXACT, '/blog/%C3%A9', { post: 'é' }],
	]));

test('B-013: a bare star and bare groups are numbered', () =>
	check([
		['*', '/any/thing', EXACT, '/any/thing', { 0: '/any/thing' }],
		['*', '/', EXACT, '/', { 0: '/' }],
		['/docs/*', '/docs/a/b', EXACT, '/docs/a/b', { 0: 'a/b' }],
		['/docs/*', '/docs/', EXACT, '/docs/', { 0: '' }],
		['/docs/*', '/doc', EXACT],
		['/*/end', '/a/b/end', EXACT, '/a/b/end', { 0: 'a/b' }],
		['/a/(\\d+)/:name', '/a/7/x', EXACT, '/a/7/x', { 0: '7', name: 'x' }],
		['/a/*/b/*', '/a/1/b/2', EXACT, '/a/1/b/2', { 0: '1', 1: '2' }],
	]));

test('regex characters match literally', () =>
	check([
		['/a.b', '/a.b', EXACT, '/a.b'],
		['/a.b', '/axb', EXACT],
		['/a[b]', '/a[b]', EXACT, '/a[b]'],
		['/a$', '/a$', EXACT, '/a$'],
		['/a|b', '/b', {}],
		[exactly('/a:b*(c)\\d'), '/a:b*(c)\\d', EXACT, '/a:b*(c)\\d'],
	]));

test('B-016: invalid percent-encoding matches nothing', () =>
	check([
		['/docs', '/docs/%E0%A4%A', {}],
		['*', '/%', EXACT],
		['/:name', '/%zz', EXACT],
		['/:name', '/%25', EXACT, '/%25', { name: '%' }],
	]));

test('the table has at least 60 rows', () => {
	assert.ok(count >= 60, `${count} rows`);
});

test('B-014: a list matches by its first matching pattern; the result names it', () => {
	const path = ['/docs/v9', '/docs/:page', '/docs', '*'];
	assert.equal(match('/docs/v9/intro', { path }), { path: '/docs/v9', url: '/docs/v9', isExact: false, params: {} });
	const page = { path: '/docs/:page', url: '/docs/intro', isExact: true, params: { page: 'intro' } };
	assert.equal(match('/docs/intro', { path }), page);
	assert.is(match('/docs', { path })?.path, '/docs');
	assert.is(match('/blog', { path })?.path, '*');
	assert.is(match('/blog', { path: [] }), undefined);
});

test('B-015: the cache has a limit, and patterns beyond it still match', () => {
	const limit = PATTERN_CACHE_LIMIT;
	assert.is(limit, 10_000);
	for (let index = 0; index < limit + 5; index++) assert.ok(match(`/p${index}`, { path: `/p${index}`, exact: true }));
	assert.is(cachedPatterns(), limit);
	assert.equal(match('/new/x', { path: '/new/:name' })?.params, { name: 'x' });
	assert.is(match('/other', { path: '/new/:name' }), undefined);
	assert.is(cachedPatterns(), limit);
});

test.run();

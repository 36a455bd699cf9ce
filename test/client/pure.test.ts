/** The parts of the shell that need no browser: URLs, routes, active links, and effects of scrolling. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hashId, isPage, type PageLink, pageKey } from '../../src/client/kit/address.ts';
import { inSlices } from '../../src/client/kit/async.ts';
import type { Scrolled } from '../../src/client/kit/scroll.ts';
import { read, remove, write } from '../../src/client/kit/storage.ts';
import { findRoute, isActive, nearestRoutes, pathOfKey } from '../../src/client/shell/routes.ts';
import { collapseDuration, showsBackToTop, showsNavbar } from '../../src/client/widgets/movement.ts';
import { currentHeading } from '../../src/client/widgets/scroll-spy.ts';
import {
	FRAME_BUDGET,
	LOADING_DELAY,
	MOBILE_BREAKPOINT,
	PATTERN_CACHE_LIMIT,
	PROGRESS_DELAY,
	STORAGE,
} from '../../src/content/model/contract.ts';

test('B-005: a page has one key with and without slash, .html and /index.html', () => {
	for (const path of ['/docs/a', '/docs/a/', '/docs/a.html', '/docs/a/index.html']) assert.is(pageKey(path), '/docs/a');
	for (const path of ['/', '/index.html', '']) assert.is(pageKey(path), '');
	assert.is(pageKey('/docs/index'), '/docs/index');
	assert.is(pageKey('/docs/xhtml'), '/docs/xhtml');
});

test('B-021, B-022: which links are pages of the site in this window', () => {
	const base = new URL('https://example.com/');
	const is = (href: string, attributes: Record<string, string> = {}, site = base): boolean => {
		const link: PageLink = {
			target: attributes.target ?? '',
			getAttribute: (name) => ({ href, ...attributes })[name] ?? null,
			hasAttribute: (name) => name in attributes,
		};
		return isPage(new URL(href, 'https://example.com/docs/here'), link, site);
	};
	for (const href of ['/', '/docs/a', 'b', '/docs/a?x=1#y', '/docs/a.html', '/docs/1.x', '/docs/v1.2'])
		assert.ok(is(href), href);
	for (const href of [
		'#x',
		'mailto:a@b.c',
		'https://example.org/',
		'//example.org/a',
		'/rss.xml',
		'/a.md',
		'/img/a.png',
	])
		assert.not.ok(is(href), href);
	assert.ok(is('/docs/a', { target: '_self' }));
	const opened: Record<string, string>[] = [
		{ target: '_blank' },
		{ target: 'other' },
		{ download: '' },
		{ hreflang: 'de' },
		{ rel: 'external' },
	];
	for (const more of opened) assert.not.ok(is('/docs/a', more), JSON.stringify(more));
	const project = new URL('https://example.com/project/');
	assert.ok(is('/project/docs', {}, project));
	assert.ok(is('/project', {}, project));
	assert.not.ok(is('/projects', {}, project));
	assert.not.ok(is('/', {}, project));
});

test('B-046: a hash gives an id, decoded if possible', () => {
	assert.is(hashId('#a'), 'a');
	assert.is(hashId('#gr%C3%B6%C3%9Fe'), 'größe');
	assert.is(hashId('#100%'), '100%');
	assert.is(hashId(''), '');
});

const MANIFEST = {
	'/docs/v1/-abc': ['docs/v1/index.html'],
	'/docs/-123': ['docs/index.html'],
	'/docs/quick-start-0ff': ['docs/quick-start/index.html'],
	'/docs/Upper-0f1': ['docs/Upper/index.html'],
	'/docs/upper-0f2': ['docs/upper/index.html'],
	'/docs/größe-0f3': ['docs/größe/index.html'],
	'/-456': ['index.html'],
	'*-789': ['404.html'],
};

test('B-006, B-007: the path in a key is everything before its last dash', () => {
	assert.is(pathOfKey('/docs/quick-start-0ff'), '/docs/quick-start');
	assert.is(pathOfKey('*-789'), '*');
});

test('B-005, B-012: a route is found regardless of case, slash and .html; the closest match wins', () => {
	const find = (path: string): string | undefined => findRoute(MANIFEST, path);
	assert.is(find('/docs/quick-start'), '/docs/quick-start');
	assert.is(find('/docs/Quick-Start'), '/docs/quick-start');
	assert.is(find('/docs/quick-start/'), '/docs/quick-start');
	assert.is(find('/docs/quick-start.html'), '/docs/quick-start');
	assert.is(find('/docs/QUICK-START/index.html'), '/docs/quick-start');
	assert.is(find('/docs'), '/docs/');
	assert.is(find('/docs/index.html'), '/docs/');
	assert.is(find('/index.html'), '/');
	assert.is(find('/docs/Upper'), '/docs/Upper');
	assert.is(find('/docs/upper/'), '/docs/upper');
	assert.is(find('/docs/gr%C3%B6%C3%9Fe'), '/docs/größe');
});

test('B-016: unknown paths and invalid percent-encoding are no routes', () => {
	for (const path of ['/nothing', '/docs/quick', '*', '/*', '/docs/%E0%A4%A'])
		assert.is(findRoute(MANIFEST, path), undefined);
});

test('pages with paths similar to an unknown one, most similar first', () => {
	assert.equal(nearestRoutes(MANIFEST, '/docs/quickstrt', 2), ['/docs/quick-start']);
	assert.equal(nearestRoutes(MANIFEST, '/docs/uper', 1), ['/docs/Upper']);
	// Letters that have changed places.
	assert.equal(nearestRoutes({ '/docs/start-1': [], '/docs/oven-1': [] }, '/docs/strat', 2), ['/docs/start']);
	assert.is(
		nearestRoutes({ '/docs/b/other-1': [], '/old/deep/b/name-1': [], ...MANIFEST }, '/docs/b/name', 1)[0],
		'/old/deep/b/name',
	);
	const folder = { '/docs/move/starlight-1': [], '/docs/start/tasks-1': [], '/docs/start/begin-1': [] };
	assert.equal(nearestRoutes(folder, '/docs/start/', 2), ['/docs/start/tasks', '/docs/start/begin']);
	assert.equal(nearestRoutes(MANIFEST, '/zebra', 4), []);
	assert.equal(nearestRoutes(MANIFEST, '/docs/%E0%A4%A', 0), []);
});

test('B-025, B-026: active links', () => {
	const active = (path: string, pathname: string, more = {}, base = '/'): boolean =>
		isActive({ path, ...more }, pathname, base);
	assert.ok(active('/docs', '/docs'));
	assert.ok(active('/docs/', '/docs'));
	assert.ok(active('/docs', '/docs/a/b'));
	assert.not.ok(active('/docs', '/docsx'));
	assert.ok(active('/', '/'));
	assert.not.ok(active('/', '/docs'));
	assert.ok(active('/project/', '/project/', {}, '/project/'));
	assert.not.ok(active('/project/', '/project/docs', {}, '/project/'));
	assert.ok(active('/docs/one', '/docs/guide/x', { basePath: '/docs/guide' }));
	assert.not.ok(active('/docs/one', '/docs/other', { basePath: '/docs/guide' }));
	const first = { regex: 'docs(/?)$', basePath: '/docs' };
	for (const path of ['/docs', '/docs/', '/DOCS']) assert.ok(active('/docs', path, first), path);
	assert.not.ok(active('/docs', '/docs/a', first));
});

const scrolled = (before: number, now: number, jumped = false): Scrolled => ({ before, now, jumped });
/** Of a page of 5,000 px in a window of 800 px. */
const below = ({ now }: Scrolled): number => 5000 - 800 - now;

test('B-101: a hiding navbar: down hides, up shows, at the top it always shows, at the end it stays', () => {
	const shows = (shown: boolean, movement: Scrolled): boolean => showsNavbar(shown, movement, below(movement), 60);
	assert.not.ok(shows(true, scrolled(500, 600)), 'down');
	assert.ok(shows(false, scrolled(600, 500)), 'up');
	assert.ok(shows(true, scrolled(0, 59)), 'within its own height');
	assert.not.ok(shows(true, scrolled(600, 300, true)), 'a jump to a hash');
	assert.not.ok(shows(false, scrolled(4200, 4150)), 'bouncing at the end');
	assert.ok(shows(true, scrolled(4200, 4150)), 'shown already');
});

test('B-179: the back-to-top button shows on scrolling up beyond 300 px', () => {
	const shows = (shown: boolean, movement: Scrolled): boolean => showsBackToTop(shown, movement, below(movement));
	assert.ok(shows(false, scrolled(600, 500)));
	assert.not.ok(shows(true, scrolled(500, 600)), 'down');
	assert.not.ok(shows(true, scrolled(400, 299)), 'above 300 px');
	assert.ok(shows(true, scrolled(400, 300)));
	assert.not.ok(shows(true, scrolled(600, 500, true)), 'a jump to a hash');
});

test('B-161: the heading to highlight', () => {
	const at = (...tops: number[]): number =>
		currentHeading(
			tops.map((top) => ({ top, bottom: top + 40 })),
			60,
			800,
		);
	assert.is(at(), -1, 'no headings');
	assert.is(at(100, 900), 0, 'the first is in the top half');
	assert.is(at(600, 900), -1, 'the first is further down');
	assert.is(at(-200, 100), 1, 'the next is in the top half');
	assert.is(at(-200, 600), 0, 'the next is further down: the one before');
	assert.is(at(-200, 361), 0, 'not wholly in the top half');
	assert.is(at(-200, 360), 1, 'wholly in the top half');
	assert.is(at(-200, 60), 1, 'exactly at the navbar');
	assert.is(at(-200, -50), 1, 'past the last');
});

test('B-161: the heading to highlight at the end of a page', () => {
	const at = (chosen: number, ...tops: number[]): number =>
		currentHeading(
			tops.map((top) => ({ top, bottom: top + 40 })),
			60,
			800,
			{ isAtEnd: true, chosen },
		);
	assert.is(at(-1), -1, 'no headings');
	assert.is(at(-1, -900, 100, 500, 700), 3, 'the last of several short sections');
	assert.is(at(2, -900, 100, 500, 700), 2, 'the one that a reader has chosen');
	assert.is(at(1, -900, 60, 500, 700), 1, 'the chosen one is at the navbar');
	assert.is(at(0, -900, 100, 500, 700), 3, 'the chosen one is above the window');
});

test('B-145: the duration of the collapse animation depends on the height', () => {
	const lengths = [36, 100, 300, 600].map(collapseDuration);
	assert.equal(lengths, [192, 239, 312, 376]);
	assert.is(collapseDuration(0), 0);
});

test('B-204: using storage while a page is being built throws', () => {
	for (const use of [() => read('theme'), () => write('theme', 'dark'), () => remove('theme')])
		assert.throws(use, /not available while a page is built/);
});

test('B-205: the complete list of keys', () => {
	const { preferredVersion, tabs, recentSearch, favoriteSearch, searchHosts, ...plain } = STORAGE;
	assert.equal(Object.values(plain).sort(), ['announcement.dismissed', 'announcement.id', 'theme']);
	const keys = [preferredVersion('p'), tabs('g'), recentSearch('0'), favoriteSearch('1'), searchHosts('app')];
	const wanted = ['docs-preferred-version-p', 'tabs.g', 'search.recent.0', 'search.favorites.1', 'search.hosts.app'];
	assert.equal(keys, wanted);
});

test('B-310: limits', () => {
	assert.is(PROGRESS_DELAY, 200);
	assert.is(LOADING_DELAY, 200);
	assert.is(MOBILE_BREAKPOINT, 996);
	assert.is(PATTERN_CACHE_LIMIT, 10_000);
	assert.is(FRAME_BUDGET, 5);
});

test('B-311: work in slices keeps its order and yields to other tasks', async () => {
	const done: number[] = [];
	let between = 0;
	const timer = setInterval(() => between++, 0);
	const busy = (item: number): void => {
		const end = performance.now() + 2;
		while (performance.now() < end);
		done.push(item);
	};
	const items = Array.from({ length: 20 }, (_, index) => index);
	await inSlices(items, busy);
	clearInterval(timer);
	assert.equal(done, items);
	assert.ok(between >= 3, `${between} pauses`);
	const first: number[] = [];
	const promise = inSlices([1, 2], (item) => first.push(item));
	assert.equal(first, [1, 2], 'little work is done at once');
	await promise;
});

test.run();

/** The shell on the site of this repository: its own pages, no violation of the policy, the weight of its scripts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { HTTPRequest, Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { repositorySite } from '../repository-site.ts';
import {
	attributeOf,
	clickLink,
	giveSign,
	isMarked,
	markDocument,
	NARROW,
	saving,
	serveFolder,
	stopAll,
	until,
	untilHeading,
	untilPainted,
	untilStill,
	WIDE,
	withPage,
} from './browser.ts';

const { outDir } = repositorySite();
const origin = await serveFolder(outDir);

test.after(stopAll);

const PAGES = [
	'/',
	'/media',
	'/blog',
	'/blog/archive',
	'/search',
	'/docs/',
	'/docs/quickstart',
	'/docs/server/introduction',
	'/docs/server/adapters/express',
	'/docs/landing-intro/Step1',
	'/docs/v9/react-queries',
];

/** Milliseconds after which a page has been painted without its fonts. */
const FONT_DELAY_MS = 800;

test('late fonts shift nothing', async () => {
	for (const path of ['/', '/docs/quickstart', '/docs/concepts', '/blog']) {
		let late = 0;
		const intercept = (request: HTTPRequest): boolean => {
			if (!request.url().endsWith('.woff2')) return false;
			late++;
			setTimeout(() => void request.continue(), FONT_DELAY_MS);
			return true;
		};
		const before = (): void => {
			const shifts: number[] = [];
			Object.assign(globalThis, { shifts });
			new PerformanceObserver((list) => {
				for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
			}).observe({ type: 'layout-shift', buffered: true });
		};
		await withPage(origin + path, { intercept, before }, async (page) => {
			assert.ok(late > 0, `${path} asks for no face`);
			await until(page, () => [...document.fonts].some(({ status }) => status === 'loaded'));
			await page.evaluate(() => document.fonts.ready.then(() => undefined));
			await untilStill(page);
			const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
			assert.equal(shifts, [], path);
		});
	}
});

test('every kind of page opens without an error, a warning or a violation, and is swapped without a reload', async () => {
	for (const view of [WIDE, NARROW]) {
		await withPage(origin + (PAGES[0] ?? ''), { view }, async (page) => {
			await markDocument(page);
			for (const path of PAGES.slice(1)) {
				await page.$eval(
					'main',
					(main, href) => main.insertAdjacentHTML('beforeend', `<a class="x" href="${href}">x</a>`),
					path,
				);
				const title = /<title>([^<]*)/.exec(await (await fetch(origin + path)).text())?.[1] ?? '';
				await clickLink(page, 'main a.x');
				await until(page, (text) => document.title === text, title).catch(async () =>
					assert.is(await page.title(), title, `${view.width} px: ${path}`),
				);
				await untilStill(page);
			}
			assert.ok(await isMarked(page));
		});
	}
	for (const path of PAGES) await withPage(origin + path, {}, async () => undefined);
});

test('B-304: at most 10 kB of script before the reader interacts', async () => {
	for (const path of PAGES) {
		await withPage(origin + path, {}, async (page) => {
			const listed = await page.$$eval('script[src]', (all) => all.map((script) => script.getAttribute('src') ?? ''));
			const sizes = listed.map((name) => gzipSync(readFileSync(join(outDir, name)), { level: 9 }).length);
			const total = sizes.reduce((sum, size) => sum + size, 0);
			assert.ok(listed.length <= 2 && total <= 10_000, `${path} loads ${total} bytes in ${listed.length} files`);
		});
	}
});

test('B-026: "Docs" is active on /docs and /docs/ only', async () => {
	const docs = '.navbar-left a[href="/docs"]';
	for (const [path, active] of [
		['/docs', true],
		['/docs/', true],
		['/docs/quickstart', false],
		['/docs/v9/', false],
	] as const) {
		await withPage(origin + path, {}, async (page) => {
			assert.is(await page.$eval(docs, (link) => link.classList.contains('active')), active, path);
		});
	}
});

test('text, code and tables end at one line; no code is cut, and a wider window never makes it narrower', async () => {
	const paths = [
		'/',
		'/docs/quickstart',
		'/docs/server/validators',
		'/docs/server/middlewares',
		'/docs/server/authorization',
	];
	for (const path of paths) {
		await withPage(origin + path, {}, async (page) => {
			let narrowest = 0;
			for (const width of [1000, 1024, 1110, 1125, 1200, 1210, 1280, 1440, 1920]) {
				await page.setViewport({ width, height: 900 });
				const { cut, own, edges } = await page.evaluate(() => {
					const blocks = [...document.querySelectorAll('main pre')].filter((pre) => pre.getClientRects().length > 0);
					const code = document.querySelector('.page-doc main .markdown > .code');
					const parts = document.querySelectorAll(
						'.page-doc main :is(.page-head, .markdown > :is(p, .code, .table-scroll))',
					);
					return {
						edges: [...new Set([...parts].map((part) => Math.round(part.getBoundingClientRect().right)))],
						cut: blocks.filter((pre) => pre.scrollWidth > pre.clientWidth).map((pre) => pre.textContent?.slice(0, 60)),
						own: code?.clientWidth ?? 0,
					};
				});
				assert.equal(cut, [], `${path} at ${width} px`);
				assert.ok(edges.length < 2, `${path} at ${width} px: edges at ${edges}`);
				assert.ok(own >= narrowest, `${path} at ${width} px: ${own} px of code after ${narrowest}`);
				narrowest = own;
			}
		});
	}
});

test('the type of a name is in a bubble below it, which readers can enter; nothing of it loads before', async () => {
	await withPage(`${origin}/docs/server/procedures`, {}, async (page) => {
		const loaded = (): Promise<string[]> =>
			page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
		assert.equal(
			(await loaded()).filter((url) => /type-bubble|assets\/types/.test(url)),
			[],
		);
		const name = await page.$('.code a[data-t]');
		await name?.evaluate((one) => one.scrollIntoView({ block: 'center' }));
		await name?.hover();
		await page.waitForSelector('.type-bubble:not([hidden]) .k');
		const below = await page.evaluate(() => {
			const bubble = document.querySelector('.type-bubble:not([hidden])');
			const described = document.querySelector(`[aria-describedby="${bubble?.id}"]`);
			const [a, b] = [described, bubble].map((one) => one?.getBoundingClientRect());
			return a && b && Math.abs(a.bottom - b.top) < 4 && b.left <= a.left && b.right >= a.left;
		});
		assert.ok(below, 'below its name');
		const link = await page.$('.type-bubble:not([hidden]) a');
		await link?.hover();
		await new Promise((resolve) => setTimeout(resolve, 400));
		assert.ok(await page.$('.type-bubble:not([hidden]):hover'), 'the pointer is in it');
		const href = await attributeOf(page, '.type-bubble:not([hidden]) a', 'href');
		assert.match(href ?? '', /^\/docs\/typedoc\//);
		await page.keyboard.press('Escape');
		assert.not.ok(await page.$('.type-bubble:not([hidden])'));
		await page.focus('.code [data-t][tabindex="0"]');
		await page.waitForSelector('.type-bubble:not([hidden])');
	});
});

for (const scheme of ['light', 'dark'])
	test(`forced colors (${scheme}): icons, focus rings and selected items can be seen`, async () => {
		const media = { 'prefers-color-scheme': scheme, 'forced-colors': 'active' };
		for (const path of ['/', '/docs/quickstart', '/search', '/404.html']) {
			await withPage(origin + path, { media }, async (page) => {
				await page.keyboard.press('Tab');
				await page.keyboard.press('Tab');
				const hidden = await page.evaluate(() => {
					const ground = getComputedStyle(document.body).backgroundColor;
					const canvas =
						ground === 'rgba(0, 0, 0, 0)' ? getComputedStyle(document.documentElement).backgroundColor : ground;
					const shown = (element: Element): boolean => element.getClientRects().length > 0;
					const lines = [...document.querySelectorAll('.icon:not(.icon-mark)')].filter(shown);
					const texts = [...document.querySelectorAll('mark, [aria-current], .active, .button, .badge')].filter(shown);
					const ring = document.activeElement && getComputedStyle(document.activeElement);
					return [
						...lines.filter((icon) => getComputedStyle(icon).stroke === canvas).map((icon) => icon.outerHTML),
						...texts
							.filter((text) => {
								const { color, backgroundColor } = getComputedStyle(text);
								return color === (backgroundColor === 'rgba(0, 0, 0, 0)' ? canvas : backgroundColor);
							})
							.map((text) => text.outerHTML.slice(0, 100)),
						...(ring?.outlineStyle === 'none' || ring?.outlineColor === canvas ? ['the focus ring'] : []),
					];
				});
				assert.equal(hidden, [], path);
			});
		}
	});

test('B-004, B-140: the landing page’s steps have no sidebar; other docs keep theirs during navigation', async () => {
	await withPage(`${origin}/docs/quickstart`, { media: { 'prefers-reduced-motion': 'reduce' } }, async (page) => {
		await markDocument(page);
		await clickLink(page, '.sidebar a[href="/docs/server/routers"]');
		await until(page, () => location.pathname === '/docs/server/routers' && document.title.includes('outer'));
		assert.is(await attributeOf(page, '.sidebar a[href="/docs/server/routers"]', 'aria-current'), 'page');
		for (let step = 0; step < 4; step++) {
			const before = await page.title();
			await clickLink(page, '.paginator-next');
			await until(page, (title) => document.title !== title, before);
			assert.is((await page.$$('.sidebar [aria-current="page"]')).length, 1);
		}
		assert.ok(await isMarked(page));
	});
	await withPage(`${origin}/docs/landing-intro/Step1`, {}, async (page) => assert.is(await page.$('.sidebar'), null));
});

test('B-032, B-304: hovering a link fetches a style sheet that only its page has, once', async () => {
	const isDrawings = (path: string): boolean => path.includes('/drawings-');
	await withPage(`${origin}/docs/server/procedures`, {}, async (page, { requests }) => {
		await giveSign(page);
		await until(page, () => document.querySelector('link[rel="prefetch"]') !== null);
		assert.equal(requests.filter((path) => path.endsWith('.css')).filter(isDrawings), [], 'nobody has come to it');
		await page.hover('.sidebar a[href="/docs/server/middlewares"]');
		await until(page, () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/drawings-')));
		await clickLink(page, '.sidebar a[href="/docs/server/middlewares"]');
		await untilHeading(page, 'Middlewares');
		const sizes = await page.evaluate(() => {
			const { href } = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][href*="/drawings-"]') ?? {
				href: '',
			};
			return performance.getEntriesByName(href).map((entry) => (entry as PerformanceResourceTiming).transferSize);
		});
		assert.is(sizes.filter((size) => size > 0).length, 1, 'the second time from the browser’s own memory');
	});
	await withPage(`${origin}/docs/server/procedures`, { before: saving }, async (page, { requests }) => {
		await giveSign(page);
		await page.hover('.sidebar a[href="/docs/server/middlewares"]');
		await new Promise((resolve) => setTimeout(resolve, 400));
		assert.not.ok(requests.some(isDrawings));
	});
});

test('the pulse in a drawing waits until it is in view, runs once, and stays still with reduced motion', async () => {
	const runs = (page: Page): Promise<boolean> =>
		page.$eval('.diagram:not(.diagram-tall) > .d-pulse', (pulse) => pulse.getAnimations().length > 0);
	for (const motion of ['no-preference', 'reduce']) {
		await withPage(`${origin}/docs/links/splitLink`, { media: { 'prefers-reduced-motion': motion } }, async (page) => {
			assert.not.ok(await runs(page), 'nobody is there yet');
			await page.$eval('.diagram', (drawing) => drawing.scrollIntoView({ block: 'center', behavior: 'instant' }));
			await untilPainted(page);
			await untilPainted(page);
			assert.is(await runs(page), motion === 'no-preference');
			await until(page, () => !document.querySelector('.d-pulse')?.getAnimations().length);
		});
	}
});

test('B-186: unknown paths show the not-found page', async () => {
	for (const path of ['/nothing', '/docs/nothing', '/docs/v9/nothing']) {
		await withPage(origin + path, { expected: /404/ }, async (page) => untilHeading(page, 'Page Not Found'));
	}
});

test.run();

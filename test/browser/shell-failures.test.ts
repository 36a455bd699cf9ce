/** Parts that fail to load or crash: readers see the error, and keep the page. */
import type { HTTPRequest, Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
	attributeOf,
	clickLink,
	isMarked,
	isShown,
	markDocument,
	NARROW,
	serveSite,
	stopAll,
	textOf,
	until,
	untilHeading,
	untilPainted,
	untilStill,
	withPage,
} from './browser.ts';
import { largeSite, shellSite } from './shell-site.ts';

const site = await serveSite(shellSite());
const at = (path: string): string => site.origin + path;
const large = await serveSite(largeSite());

test.after(stopAll);

const PART = "::-p-xpath(//nav[@aria-label='Docs sidebar']//a[normalize-space()='Part 2'])";

test('B-044: a part of the page that fails to load shows a red box with the error and "Retry"', async () => {
	let broken = true;
	const intercept = (request: HTTPRequest): boolean => {
		const fails = broken && request.url().includes('/sidebars/');
		if (fails) void request.respond({ status: 503, body: 'busy' });
		return fails;
	};
	await withPage(`${large.origin}/docs/`, { intercept, expected: /503/ }, async (page) => {
		await page.click(PART);
		await page.waitForSelector('.load-error');
		const box = await page.$eval('.load-error', (element) => {
			const { backgroundColor, color, textAlign } = getComputedStyle(element);
			return [backgroundColor, color, textAlign];
		});
		assert.equal(box, ['rgb(250, 56, 62)', 'rgb(255, 255, 255)', 'center']);
		assert.match(await textOf(page, '.load-error'), 'could not be loaded: status 503');
		assert.is(await textOf(page, '.load-error button'), 'Retry');
		const refused = page.waitForResponse((response) => response.status() === 503);
		await page.click('.load-error button');
		await refused;
		await page.waitForSelector('.load-error');
		broken = false;
		await page.click('.load-error button');
		await page.waitForSelector('.sidebar a[href="/docs/part2/page3"]');
		assert.is(await page.$('.load-error'), null);
	});
});

test('B-044: a search page whose script fails to load shows an error, and its retry keeps the typed query', async () => {
	let broken = true;
	const intercept = (request: HTTPRequest): boolean => {
		const fails = broken && /\/page-\w+\.js/.test(request.url());
		if (fails) void request.abort('failed');
		return fails || !broken;
	};
	await withPage(at('/search'), { intercept, expected: /ERR_FAILED/ }, async (page) => {
		await page.waitForSelector('.search-failure:not([hidden])');
		assert.match(await textOf(page, '.search-failure'), 'The search could not be loaded.');
		await page.type('main input[type="search"]', 'long');
		// End interception, which sometimes blocks requests of a worker forever.
		broken = false;
		await page.setRequestInterception(false);
		await Promise.all([page.waitForNavigation(), page.click('.search-failure button')]);
		assert.is(new URL(page.url()).search, '?q=long');
		await page.waitForSelector('.search-results a');
		assert.not.ok(await isShown(page, '.search-failure'));
	});
});

test('B-045: a loading part shows nothing for 200 ms, then a loading message', async () => {
	const waiting: HTTPRequest[] = [];
	const intercept = (request: HTTPRequest): boolean => {
		const held = request.url().includes('/sidebars/');
		if (held) waiting.push(request);
		return held;
	};
	await withPage(`${large.origin}/docs/`, { intercept }, async (page) => {
		const time = await page.evaluate(async () => {
			const labels = [...document.querySelectorAll<HTMLElement>('.sidebar .sidebar-row > a')];
			// An observer sees a change when it happens; a timer may be late on a busy machine.
			const appears = (selector: string): Promise<number> =>
				new Promise((resolve) => {
					new MutationObserver((_, observer) => {
						if (!document.querySelector(selector)) return;
						observer.disconnect();
						resolve(performance.now());
					}).observe(document.body, { childList: true, subtree: true });
				});
			const [start, end] = [appears('.sidebar-place'), appears('.loading')];
			labels.find((label) => label.textContent === 'Part 2')?.click();
			return (await end) - (await start);
		});
		assert.ok(time >= 190, `${time} ms`);
		assert.not.equal(await page.$eval('.loading', (sign) => getComputedStyle(sign).animationName), 'none');
		for (const request of waiting) void request.continue();
		await page.waitForSelector('.sidebar a[href="/docs/part2/page3"]');
		assert.is(await page.$('.loading'), null);
	});
});

test('B-060: the banner for a wrong base URL is only on the home page, and hidden if scripts or styles load', async () => {
	const banner = '#base-url-banner';
	const html = await (await fetch(at('/'))).text();
	assert.not.match(html.replace(/<script>.*?<\/script>/gs, ''), 'Your site did not load properly');
	await withPage(at('/'), {}, async (page) => {
		assert.is(await textOf(page, banner), '');
		assert.not.ok(await isShown(page, banner));
	});
	await withPage(at('/docs/'), {}, async (page) => assert.is(await page.$(banner), null));
	const without =
		(...types: string[]) =>
		(request: HTTPRequest): boolean => {
			const blocked = types.includes(request.resourceType());
			if (blocked) void request.abort('failed');
			return blocked;
		};
	const expected = /ERR_FAILED/;
	await withPage(at('/'), { intercept: without('script'), expected, ready: false }, async (page) => {
		assert.match(await textOf(page, banner), 'Your site did not load properly');
		assert.not.ok(await isShown(page, banner), 'styles have loaded');
	});
	await withPage(at('/'), { intercept: without('script', 'stylesheet'), expected, ready: false }, async (page) => {
		assert.ok(await isShown(page, banner));
	});
	await withPage(at('/'), { intercept: without('stylesheet'), expected }, async (page) => {
		assert.is(await textOf(page, banner), '', 'the site’s script has run');
	});
});

test('B-061: the text of the banner', async () => {
	const blocked = (request: HTTPRequest): boolean => {
		const is = ['script', 'stylesheet'].includes(request.resourceType());
		if (is) void request.abort('failed');
		return is;
	};
	const lines = (page: Page): Promise<string[]> =>
		page.$eval('#base-url-banner', (banner) => (banner.textContent ?? '').split('\n'));
	const open = { intercept: blocked, expected: /ERR_FAILED/, ready: false };
	await withPage(at('/'), open, async (page) => {
		assert.equal(await lines(page), [
			'Your site did not load properly.',
			'A very common reason is a wrong base URL configuration.',
			'Current configured base URL = / (default value)',
			'We suggest trying base URL = /',
		]);
	});
	const below = await serveSite(shellSite(), '/project/');
	await withPage(`${below.origin}/project/`, open, async (page) => {
		assert.equal((await lines(page)).slice(2), [
			'Current configured base URL = /project/',
			'We suggest trying base URL = /project/',
		]);
	});
});

test('if the main script fails to load, the page is as it is without scripts', async () => {
	const intercept = (request: HTTPRequest): boolean => {
		const blocked = request.resourceType() === 'script';
		if (blocked) void request.abort('failed');
		return blocked;
	};
	await withPage(at('/docs/tabs'), { intercept, expected: /ERR_FAILED/, ready: false }, async (page) => {
		assert.is(await attributeOf(page, 'html', 'data-scripted'), null);
		assert.ok(await isShown(page, '.tab-panel[aria-label="JavaScript"]'));
		assert.not.ok(await isShown(page, '.theme-toggle'));
		await page.click('.sidebar a[href="/docs/code"]');
		await until(page, () => document.querySelector('main h1')?.textContent === 'Code');
	});
});

/* ---------------------------------------------------------------- crashes */

const CHAIN = 'Outer\n\nCause:\nInner\n\nCause:\nInnermost';

/** Widgets with code blocks crash while `testBroken` is set. */
const breakCode = (): void => {
	Object.assign(window, { testBroken: true });
	const { observe } = ResizeObserver.prototype;
	ResizeObserver.prototype.observe = function (element, ...words) {
		if (element.localName !== 'pre' || !Reflect.get(window, 'testBroken')) return observe.call(this, element, ...words);
		throw new Error('Outer', { cause: new Error('Inner', { cause: new TypeError('Innermost') }) });
	};
};
const fix = (page: Page): Promise<unknown> => page.evaluate(() => Object.assign(window, { testBroken: false }));

test('B-180, B-182: a crash inside the page shows the chain of errors and "Try again" in the shell', async () => {
	for (const view of [undefined, NARROW]) {
		await withPage(at('/docs/'), { before: breakCode, expected: /Outer/, view }, async (page) => {
			await clickLink(page, 'main a[href="/docs/code"]');
			await untilHeading(page, 'Code');
			await page.waitForSelector('main .crash');
			assert.is(await textOf(page, '.crash h2'), 'This page crashed.');
			assert.is(await page.$eval('.crash pre', (pre) => pre.textContent), CHAIN);
			assert.is(await textOf(page, '.crash button'), 'Try again');
			assert.is(await page.title(), 'Code | Shell');
			assert.ok(await isShown(page, '.markdown .code'), 'the text is still there');
			assert.ok(await isShown(page, '.navbar'));
			const before = (await page.$$('.crash')).length;
			await page.click('.crash button');
			await untilPainted(page);
			assert.is((await page.$$('.crash')).length, before, 'it crashed again');
			await fix(page);
			for (let left = before; left > 0; left--) {
				await page.click('.crash button');
				await until(page, (count) => document.querySelectorAll('.crash').length === count, left - 1);
			}
			assert.ok(await page.$('[aria-label="Toggle word wrap"]'));
		});
	}
});

test('B-180: a crash while the next page is swapped in', async () => {
	const before = (): void => {
		Object.assign(window, { testBroken: true });
		const { replaceWith } = Element.prototype;
		Element.prototype.replaceWith = function (...words) {
			if (!Reflect.get(window, 'testBroken') || this.localName !== 'main') return replaceWith.apply(this, words);
			throw new Error('Outer');
		};
	};
	await withPage(at('/docs/'), { before, expected: /Outer/ }, async (page) => {
		await markDocument(page);
		await clickLink(page, 'main a[href="/docs/code"]');
		await page.waitForSelector('main .crash');
		await untilStill(page);
		await fix(page);
		await page.click('.crash button');
		await untilHeading(page, 'Code');
		assert.is(await page.$('.crash'), null);
		assert.ok(await isMarked(page));
	});
});

test('B-181, B-182: a crash of the shell itself shows above everything, and in the title', async () => {
	const before = (): void => {
		Object.assign(window, { testBroken: true });
		const { removeAttribute } = Element.prototype;
		Element.prototype.removeAttribute = function (name) {
			if (name === 'disabled' && Reflect.get(window, 'testBroken') && this.closest('.navbar')) {
				throw new Error('Outer', { cause: new Error('Inner', { cause: new TypeError('Innermost') }) });
			}
			removeAttribute.call(this, name);
		};
	};
	await withPage(at('/docs/'), { before, expected: /Outer/ }, async (page) => {
		await page.waitForSelector('body > .crash');
		assert.is(await textOf(page, '.crash h2'), 'This page crashed');
		assert.is(await page.$eval('.crash pre', (pre) => pre.textContent), CHAIN);
		assert.is(await page.title(), 'Page Error');
		assert.ok(await isShown(page, 'main'));
		await clickLink(page, 'main a[href="/docs/code"]');
		await untilHeading(page, 'Code');
		await fix(page);
		await page.click('.crash button');
		await until(page, () => document.querySelector('.crash') === null);
		assert.is(await attributeOf(page, '.navbar > .theme-toggle', 'disabled'), null);
	});
});

test.run();

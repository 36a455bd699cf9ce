/**
 * Every page without scripts, served like a host: it fits a phone, and what scripts would open can be reached by pointer
 * and keyboard. What is the same with scripts is in the files of the shell.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPreview } from '../../src/cli/http/server.ts';
import { IS_ALL } from '../properties.ts';
import { outputs, repositorySite } from '../repository-site.ts';
import { pagesOf, tellingPages } from '../telling-pages.ts';
import { complaintsOf, NARROW, openBrowser, prefer } from './open.ts';
import { everyPage, KINDS, stillPages } from './still.ts';

const { outDir } = repositorySite();
const server = await createPreview({ root: outDir, port: 0 });
if (server.kind === 'failed') throw new Error(server.diagnostic.message);
const origin = server.url.replace(/\/$/, '');
const browser = await openBrowser();

const pages = pagesOf(outDir);
const examined = new Set(tellingPages(pages).map(({ address }) => address));
/** In a plain run, those that differ in kind. */
const addresses = IS_ALL ? pages.map(({ address }) => address) : [...examined];

const still = stillPages(browser);

/** Waits until a condition is true, up to a limit; the assertion after it reports a failure. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
	for (let turn = 0; turn < 100 && !(await isSo()); turn++) await wait(50);
}

/** Elements beyond the right edge of the window, if the page scrolls horizontally. */
function overflow(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		if (scrollWidth <= clientWidth) return [];
		return [...document.querySelectorAll('body *')]
			.filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
			.slice(-3)
			.map((element) => `${scrollWidth} of ${clientWidth} px: ${element.outerHTML.slice(0, 150)}`);
	});
}

const complaints: string[][] = [];
const tooWide: string[] = [];
const narrow = { ...NARROW, width: 360, isMobile: false, hasTouch: false };
await everyPage(
	addresses,
	async () => {
		const page = await still(narrow);
		complaints.push(complaintsOf(page, origin));
		return page;
	},
	async (page, address) => {
		await page.goto(origin + address);
		tooWide.push(...(await overflow(page)).map((text) => `${address} ${text}`));
	},
);

test.after(async () => {
	await browser.close();
	await server.close();
});

test('no page is wider than a window of 360 px', () => {
	assert.equal(tooWide, []);
});

test('no page logs an error or requests another host', () => {
	assert.equal(complaints.flat(), []);
});

test('with scripts, no page logs an error either: the security policy allows everything that pages need', async () => {
	const complaints: string[][] = [];
	const open = async (): Promise<Page> => {
		const page = await browser.newPage();
		complaints.push(complaintsOf(page, origin));
		return page;
	};
	await everyPage([...examined], open, async (page, address) => {
		await page.goto(origin + address, { waitUntil: 'load' });
	});
	assert.equal(complaints.flat(), []);
});

test('feeds, sitemap and OpenSearch description are well-formed XML', async () => {
	const page = await browser.newPage();
	for (const out of outputs(outDir, '.xml')) {
		const error = await page.evaluate(
			(text) =>
				new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror')?.textContent ?? '',
			readFileSync(join(outDir, out), 'utf8'),
		);
		assert.is(error, '', out);
	}
	await page.close();
});

/* ---------------------------------------------------------------- reading without scripts */

const shown = (page: Page, selector: string): Promise<boolean> =>
	page.$eval(selector, (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
const path = (page: Page): string => new URL(page.url()).pathname;

test('B-082: with the keyboard, focus has an outline', async () => {
	const page = await still();
	await page.goto(`${origin}/docs/quickstart`);
	for (const selector of ['.brand', '.dropdown-trigger', '.sidebar a', 'main a']) {
		await page.focus(selector);
		const outline = await page.$eval(selector, (element) => getComputedStyle(element).outlineStyle);
		assert.is.not(outline, 'none', selector);
	}
	await page.close();
});

test('the navbar does not cover the target of a heading link', async () => {
	const page = await still();
	await page.goto(`${origin}/docs/quickstart`);
	const [id] = await page.$$eval('.markdown h2[id]', (headings) => headings.slice(1).map((heading) => heading.id));
	await page.goto(`${origin}/docs/quickstart#${id}`);
	const [heading, bar] = await page.evaluate((name) => {
		const top = document.getElementById(name ?? '')?.getBoundingClientRect().top ?? 0;
		return [top, document.querySelector('nav[aria-label="Main"]')?.getBoundingClientRect().bottom ?? 0];
	}, id);
	assert.ok((heading ?? 0) >= (bar ?? 0), `heading at ${heading}, navbar to ${bar}`);
	await page.close();
});

test('B-110 to B-112, B-114: dropdowns open by pointer and by keyboard, and their links work', async () => {
	const page = await still();
	await page.goto(`${origin}/docs/server/context`);
	for (const role of ['plain', 'versions']) {
		const menu = `.navbar .dropdown[data-role="${role}"] > .dropdown-menu`;
		const trigger = `.navbar .dropdown[data-role="${role}"] > .dropdown-trigger`;
		assert.not.ok(await shown(page, menu), role);
		await page.hover(trigger);
		assert.ok(await shown(page, menu), `${role} opens under the pointer`);
		await page.mouse.move(640, 700);
		assert.not.ok(await shown(page, menu), `${role} closes`);
		await page.focus(trigger);
		assert.ok(await shown(page, menu), `${role} opens on focus`);
		await page.keyboard.press('Tab');
		const first = await page.evaluate(() => document.activeElement?.closest('.dropdown-menu') !== null);
		assert.ok(first, `the next stop is the first entry of ${role}`);
		await page.focus('.brand');
		assert.not.ok(await shown(page, menu), `${role} closes when focus moves on`);
	}
	await page.hover('.navbar .dropdown[data-role="versions"] > .dropdown-trigger');
	const versions = await page.$$eval('.navbar .dropdown[data-role="versions"] .dropdown-menu a', (links) =>
		links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
	);
	assert.equal(versions, [
		['10.x', '/docs/server/context', 'page'],
		['9.x', '/docs/v9/context', null],
	]);
	await Promise.all([
		page.waitForNavigation(),
		page.click('.navbar .dropdown[data-role="versions"] li:nth-child(2) a'),
	]);
	assert.is(path(page), '/docs/v9/context');
	await page.focus('.navbar .dropdown[data-role="plain"] > .dropdown-trigger');
	await page.keyboard.press('Tab');
	await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
	assert.is(path(page), '/docs/reactjs/introduction');
	await page.close();
});

test('B-113, B-120, B-123: the mobile menu opens, closes in four ways, and its links work', async () => {
	const page = await still(NARROW);
	const toggle = '[aria-label="Toggle navigation bar"]';
	const panel = '#mobile-sidebar';
	await page.goto(`${origin}/docs/server/context`);
	assert.not.ok(await shown(page, '.navbar-items'), 'items have left the bar');
	assert.not.ok(await shown(page, panel));
	const open = async (): Promise<void> => {
		await page.tap(toggle);
		assert.ok(await shown(page, panel));
	};
	const closed = async (how: string): Promise<void> => {
		assert.not.ok(await shown(page, panel), how);
	};
	await open();
	await page.tap('[aria-label="Close navigation bar"]');
	await closed('by its button');
	await open();
	await page.keyboard.press('Escape');
	await closed('by Escape');
	await open();
	await page.touchscreen.tap(10, 400);
	await closed('by a tap beside it');
	await page.focus(toggle);
	await page.keyboard.press('Enter');
	assert.ok(await shown(page, panel), 'by keyboard');
	await page.keyboard.press('Escape');
	await open();
	await page.tap(`${panel} .panel-primary details > summary`);
	assert.ok(await shown(page, `${panel} .panel-primary details a`), 'a dropdown is a list that opens');
	const labels = await page.$$eval(`${panel} summary`, (list) => list.map((summary) => summary.textContent));
	assert.equal(labels, ['Guides', 'Versions']);
	await Promise.all([page.waitForNavigation(), page.tap(`${panel} .panel-primary a[href="/blog"]`)]);
	assert.is(path(page), '/blog');
	await open();
	await Promise.all([page.waitForNavigation(), page.tap(`${panel} nav[aria-label="Blog recent posts navigation"] a`)]);
	assert.match(path(page), /^\/blog\/./);
	await page.close();
});

test('B-175: without scripts, the text of every tab is visible, under its label', async () => {
	const page = await still();
	await page.goto(`${origin}/docs/getting-started`);
	const tabs = await page.$$eval('.tabs', (list) =>
		list.map((group) => ({
			list: group.querySelector('[role="tablist"]')?.checkVisibility(),
			panels: [...group.querySelectorAll('.tab-panel')].map((panel) => panel.checkVisibility()),
			labels: [...group.querySelectorAll('.tab-label')].map((label) => label.checkVisibility()),
		})),
	);
	assert.ok(tabs.length > 0);
	for (const { list, panels, labels } of tabs) {
		assert.is(list, false, 'buttons that do nothing do not show');
		assert.ok(panels.length > 1 && panels.every(Boolean) && labels.every(Boolean));
	}
	await page.close();
});

test('elements that need scripts are hidden without them', async () => {
	const page = await still();
	for (const address of KINDS) {
		await page.goto(origin + address);
		const buttons = await page.$$eval('button', (list) =>
			list.filter((button) => button.checkVisibility()).map((button) => button.outerHTML.slice(0, 120)),
		);
		// Focus alone opens the menu of a dropdown's trigger.
		assert.equal(
			buttons.filter((html) => !html.includes('popovertarget') && !html.includes('dropdown-trigger')),
			[],
			address,
		);
	}
	await page.close();
});

test('B-192: without scripts, the colors follow the system', async () => {
	const page = await still();
	await page.goto(`${origin}/docs/quickstart`);
	const colours = (): Promise<string[]> =>
		page.evaluate(() => {
			const { backgroundColor, color, colorScheme } = getComputedStyle(document.documentElement);
			const logo = [...document.querySelectorAll('.brand img')].find((image) => image.checkVisibility());
			return [backgroundColor, color, colorScheme, logo?.getAttribute('src') ?? ''];
		});
	await prefer(page, 'light');
	const light = await colours();
	await prefer(page, 'dark');
	const dark = await colours();
	for (const index of [0, 1, 3]) assert.is.not(light[index], dark[index]);
	assert.is(light[3], '/img/logo.svg');
	assert.is(dark[3], '/img/logo-dark.svg');
	await page.close();
});

test('an old URL redirects without scripts', async () => {
	const page = await still();
	await page.goto(`${origin}/docs/main/quickstart`);
	if (path(page) !== '/docs/quickstart') await page.waitForNavigation();
	assert.is(path(page), '/docs/quickstart');
	await page.close();
});

test('with scripts, an old URL keeps its query and hash', async () => {
	const page = await browser.newPage();
	await page.goto(`${origin}/docs/main/quickstart?x=1#next-steps`);
	await until(() => new URL(page.url()).pathname === '/docs/quickstart');
	assert.is(page.url(), `${origin}/docs/quickstart?x=1#next-steps`);
	await page.close();
});

test('printed pages leave out bars and menus', async () => {
	const page = await still();
	await page.goto(`${origin}/docs/quickstart`);
	await page.emulateMediaType('print');
	for (const selector of ['.navbar', '.panel', 'nav.toc']) assert.not.ok(await shown(page, selector), selector);
	assert.ok(await shown(page, '.markdown'));
	await page.close();
});

test.run();

/** axe-core on representative pages of every template, in both color modes, at 1280 and 390 px. */
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LOOKS } from '../../src/content/model/config.ts';
import { guideSite } from '../guide/site.ts';
import { IS_ALL } from '../properties.ts';
import { repositorySite } from '../repository-site.ts';
import { starterSite } from '../starter-site.ts';
import { pagesOf, tellingPages } from '../telling-pages.ts';
import { inBothModes, withAxe } from './axe.ts';
import { serveFolder, stopAll } from './browser.ts';
import { NARROW, openBrowser, prefer, WIDE } from './open.ts';
import { everyPage, KINDS, stillPages } from './still.ts';

const { outDir } = repositorySite();
const origin = await serveFolder(outDir);
const browser = await openBrowser();
const still = stillPages(browser);
const FLAT = { ...NARROW, isMobile: false, hasTouch: false };

test.after(async () => {
	await browser.close();
	await stopAll();
});

/** Violations on a page in its current state, at some widths. */
async function examine(page: Page, views: (typeof WIDE)[]): Promise<string[]> {
	const found: string[] = [];
	for (const view of views) {
		await page.setViewport(view);
		found.push(...(await inBothModes(page)).map((text) => `${page.url()} (${view.width} px) ${text}`));
	}
	return found;
}

/** Violations on the representative pages of the site in `root`, of which there must be at least `least`. */
async function violationsIn(root: string, least: number, views: (typeof WIDE)[]): Promise<string[]> {
	const pages = pagesOf(root);
	const examined = tellingPages(pages).map(({ address }) => address);
	assert.ok(examined.length > least, `${examined.length} of ${pages.length} pages`);
	const served = root === outDir ? origin : await serveFolder(root);
	const found: string[] = [];
	await everyPage(examined, still, async (page, address) => {
		await prefer(page, 'light');
		await page.goto(served + address);
		await withAxe(page, async () => void found.push(...(await examine(page, views))));
	});
	return found;
}

test('axe-core finds nothing on a page of any template', async () => {
	assert.equal(await violationsIn(outDir, 40, IS_ALL ? [WIDE, FLAT] : [FLAT]), []);
});

test('axe-core finds nothing on pages of the guide', async () => {
	assert.equal(await violationsIn((await guideSite()).outDir, 4, [WIDE]), []);
});

for (const look of Object.keys(LOOKS))
	test(`axe-core finds nothing on any page of a new site with the look ${look}`, async () => {
		assert.equal(await violationsIn(await starterSite(look), 4, [WIDE]), []);
	});

test('axe-core finds nothing with every menu, tab and details block open', async () => {
	const found: string[] = [];
	await everyPage(KINDS, still, async (page, address) => {
		for (const view of [WIDE, FLAT]) {
			await page.setViewport(view);
			await page.goto(origin + address);
			await withAxe(page, async () => {
				await page.evaluate((narrow) => {
					for (const element of document.querySelectorAll('details')) element.open = true;
					for (const element of document.querySelectorAll('.sidebar-list[hidden]')) element.removeAttribute('hidden');
					if (narrow) document.querySelector<HTMLElement>('[popover]')?.showPopover();
					else document.querySelector<HTMLElement>('.dropdown-trigger')?.focus();
				}, view === FLAT);
				found.push(...(await examine(page, [view])));
			});
		}
	});
	assert.equal(found, []);
});

test.run();

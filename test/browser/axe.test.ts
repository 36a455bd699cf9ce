/** What axe-core finds on pages that stand for all of their template, in both colour modes, at 1280 and 390 px. */
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPreview } from '../../src/cli/http/server.ts';
import { repositorySite } from '../repository-site.ts';
import { pagesOf, tellingPages } from '../telling-pages.ts';
import { inBothModes, withAxe } from './axe.ts';
import { NARROW, openBrowser, prefer, WIDE } from './open.ts';
import { everyPage, KINDS, stillPages } from './still.ts';

const { outDir } = await repositorySite();
const server = await createPreview({ root: outDir, port: 0 });
if (server.kind === 'failed') throw new Error(server.diagnostic.message);
const origin = server.url.replace(/\/$/, '');
const browser = await openBrowser();
const still = stillPages(browser);
const VIEWS = [WIDE, { ...NARROW, isMobile: false, hasTouch: false }];

test.after(async () => {
	await browser.close();
	await server.close();
});

/** What axe-core finds on a page as it is, at both widths. */
async function examine(page: Page, address: string): Promise<string[]> {
	const found: string[] = [];
	for (const view of VIEWS) {
		await page.setViewport(view);
		found.push(...(await inBothModes(page)).map((text) => `${address} (${view.width} px) ${text}`));
	}
	return found;
}

test('axe-core finds nothing on a page of any template', async () => {
	const pages = pagesOf(outDir);
	const examined = tellingPages(pages).map(({ address }) => address);
	assert.ok(examined.length > 40, `${examined.length} of ${pages.length} pages`);
	const found: string[] = [];
	await everyPage(examined, still, async (page, address) => {
		await prefer(page, 'light');
		await page.goto(origin + address);
		await withAxe(page, async () => void found.push(...(await examine(page, address))));
	});
	assert.equal(found, []);
});

test('axe-core finds nothing where everything that opens is open', async () => {
	const found: string[] = [];
	await everyPage(KINDS, still, async (page, address) => {
		for (const view of [WIDE, NARROW]) {
			await page.setViewport({ ...view, isMobile: false, hasTouch: false });
			await page.goto(origin + address);
			await withAxe(page, async () => {
				await page.evaluate((narrow) => {
					for (const element of document.querySelectorAll('details')) element.open = true;
					for (const element of document.querySelectorAll('.sidebar-list[hidden]')) element.removeAttribute('hidden');
					if (narrow) document.querySelector<HTMLElement>('[popover]')?.showPopover();
					else document.querySelector<HTMLElement>('.dropdown-trigger')?.focus();
				}, view === NARROW);
				found.push(...(await inBothModes(page)).map((text) => `${address} (${view.width} px) ${text}`));
			});
		}
	});
	assert.equal(found, []);
});

test.run();

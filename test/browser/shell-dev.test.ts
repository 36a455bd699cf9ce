/** The shell with `docsgen dev`: the same pages, and pages that change while they are open. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeFiles } from '../write-files.ts';
import {
	attributeOf,
	clickLink,
	isMarked,
	isShown,
	markDocument,
	NARROW,
	scrollTo,
	scrollTop,
	serveDev,
	stopAll,
	textOf,
	until,
	untilHeading,
	untilTabs,
	withPage,
} from './browser.ts';
import { largeSite, shellSite } from './shell-site.ts';

const files = shellSite();
const dev = await serveDev(files);
const at = (path: string): string => dev.origin + path;

test.after(stopAll);

const STILL = { 'prefers-reduced-motion': 'reduce' };

test('B-040, B-050, B-186: pages are swapped without a reload, including the not-found page', async () => {
	for (const view of [undefined, NARROW]) {
		await withPage(at('/docs/long'), { view, expected: /404/ }, async (page) => {
			await markDocument(page);
			await scrollTo(page, 700);
			await clickLink(page, '.sidebar a[href="/docs/code"]');
			await untilHeading(page, 'Code');
			assert.is(await scrollTop(page), 0);
			assert.is(await page.title(), 'Code | Shell');
			await page.goBack();
			await untilHeading(page, 'Long');
			await until(page, () => Math.abs(scrollY - 700) < 2);
			await page.$eval('main', (main) => main.insertAdjacentHTML('beforeend', '<a class="x" href="/nothing">x</a>'));
			await clickLink(page, 'main a.x');
			await untilHeading(page, 'Page Not Found');
			assert.ok(await isMarked(page));
		});
	}
});

test('B-191, B-175, B-142: color mode switch, tabs and sidebar work', async () => {
	await withPage(at('/docs/tabs'), { media: STILL }, async (page) => {
		await page.click('.navbar > .theme-toggle');
		assert.is(await attributeOf(page, 'html', 'data-theme'), 'dark');
		await untilTabs(page);
		await page.click('.tabs [data-tab-value="js"]');
		assert.is((await page.$$('.tab-panel.selected[aria-label="JavaScript"]')).length, 2);
		await page.click('.sidebar [role="button"]');
		assert.ok(await isShown(page, '.sidebar a[href="/docs/guide/two"]'));
	});
});

test('a large sidebar loads its missing entries', async () => {
	const large = await serveDev(largeSite());
	await withPage(`${large.origin}/docs/`, { media: STILL }, async (page) => {
		await page.click("::-p-xpath(//nav[@aria-label='Docs sidebar']//a[normalize-space()='Part 2'])");
		await page.waitForSelector('.sidebar a[href="/docs/part2/page3"]');
	});
});

test('a page that changes while it is open keeps its scroll position, color mode and widgets', async () => {
	const text = files['content/docs/tabs.md'] ?? '';
	await withPage(at('/docs/tabs'), { media: STILL }, async (page) => {
		await markDocument(page);
		await page.click('.navbar > .theme-toggle');
		await untilTabs(page);
		await page.click('.tabs [data-tab-value="js"]');
		await page.click('.sidebar [role="button"]');
		await scrollTo(page, 500);
		writeFiles(dev.folder, { 'content/docs/tabs.md': text.replace('Between.', 'Between, changed.') });
		await dev.refresh();
		await until(page, () => document.querySelector('main')?.textContent?.includes('Between, changed.'));
		await until(page, () => document.querySelector<HTMLButtonElement>('.navbar > .theme-toggle')?.disabled === false);
		assert.ok(await isMarked(page));
		assert.is(await scrollTop(page), 500);
		assert.is(await attributeOf(page, 'html', 'data-theme'), 'dark');
		assert.is((await page.$$('.tab-panel.selected[aria-label="JavaScript"]')).length, 2);
		assert.ok(await isShown(page, '.sidebar a[href="/docs/guide/two"]'), 'what was open is open');
		await untilTabs(page);
		await page.click('.tabs [data-tab-value="ts"]');
		assert.is((await page.$$('.tab-panel.selected[aria-label="TypeScript"]')).length, 2);
		await page.click('.navbar > .theme-toggle');
		assert.is(await attributeOf(page, 'html', 'data-theme'), 'light');
		await page.click('.sidebar [role="button"]');
		assert.not.ok(await isShown(page, '.sidebar a[href="/docs/guide/two"]'));
		assert.is((await page.$$('.sidebar [role="button"]')).length, 3);
	});
});

test('after a change, visits show the changed page, even if the old one was prefetched', async () => {
	await withPage(at('/docs/'), {}, async (page) => {
		await markDocument(page);
		await page.hover('main a[href="/docs/code"]');
		await clickLink(page, 'main a[href="/docs/code"]');
		await untilHeading(page, 'Code');
		await page.goBack();
		await untilHeading(page, 'Introduction');
		const code = files['content/docs/code.md'] ?? '';
		writeFiles(dev.folder, {
			'content/docs/code.md': code.replace('A block:', 'A changed block:'),
			'content/docs/intro.md': `${files['content/docs/intro.md']}\n\nMore.\n`,
		});
		await dev.refresh();
		await until(page, () => document.querySelector('main')?.textContent?.includes('More.'));
		await clickLink(page, 'main a[href="/docs/code"]');
		await untilHeading(page, 'Code');
		assert.match(await textOf(page, '.markdown'), 'A changed block:');
		assert.ok(await isMarked(page));
		const count = async (selector: string): Promise<number> => (await page.$$(selector)).length;
		assert.is(await count('.markdown [aria-label="Toggle word wrap"]'), await count('.markdown [data-widget="code"]'));
	});
});

test.run();

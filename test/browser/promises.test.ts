/** What the guide says of the look of pages: tables, columns, cards, images and landing pages, on wide and narrow screens. */
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doc } from '../memory-site.ts';
import { giveSign, NARROW, serveSite, stopAll, until, WIDE, withPage } from './browser.ts';

const site = await serveSite({
	'site.config.ts': "export default { title: 'Site', url: 'https://example.com', favicon: 'icon.svg' };",
	'content/static/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1000"/>',
	'content/pages/index.md': doc(
		'Home',
		'<Hero title="Home">\n\nText.\n\n</Hero>\n\n<Band title="Why">\n\nText.\n\n</Band>',
		'layout: landing',
	),
	'content/docs/index.md': doc(
		'Tables',
		`| Bread | Hours | Price |\n| --- | --- | --- |\n| Rye | 14 | 5.50 |\n\n| A | B |\n| --- | --- |\n| ${'x'.repeat(300)} | y |\n`,
		'slug: /',
	),
	'content/docs/scrolling.md': doc(
		'Scrolling',
		`<table><tr><td>Rye</td>${'<td>1000000000</td>'.repeat(20)}</tr></table>\n\n| Bread | Hours |\n| --- | --- |\n${'| Rye | 14 |\n'.repeat(60)}\n| Bread |\n| --- |\n${'| Rye |\n'.repeat(12)}`,
	),
	'content/docs/blocks.md': doc(
		'Blocks',
		'<Columns>\n<Column title="One">\n\nText.\n\n</Column>\n<Column title="Two">\n\nText.\n\n</Column>\n</Columns>\n\n<Cards>\n<Card title="Card" href="./target.md">\n\nText of the card.\n\n</Card>\n</Cards>\n',
	),
	'content/docs/target.md': doc('Target'),
	'content/docs/images.md': doc(
		'Images',
		'![Large](/icon.svg)\n\n![Still](/icon.svg){.no-zoom}\n\n[![Linked](/icon.svg)](./target.md)\n',
	),
});
const at = (path: string): string => site.origin + path;

test.after(stopAll);

const tops = (page: Page, selector: string): Promise<number[]> =>
	page.$$eval(selector, (all) => all.map((element) => Math.round(element.getBoundingClientRect().top)));
const widths = (page: Page, selector: string): Promise<number[]> =>
	page.$$eval(selector, (all) => all.map((element) => Math.round(element.getBoundingClientRect().width)));

test('a table that is too wide scrolls; on phones, rows of three columns are entries with the names of their columns', async () => {
	const cells = 'main table:first-of-type tbody tr:first-child td';
	await withPage(at('/docs/'), {}, async (page) => {
		const [first = 0, ...others] = (await tops(page, cells)).slice(0, 3);
		for (const top of others) assert.is(top, first, 'one row');
		const scrolls = await page.$$eval('.table-scroll', (all) => all.map((box) => box.scrollWidth > box.clientWidth));
		assert.equal(scrolls, [false, true]);
	});
	await withPage(at('/docs/'), { view: NARROW }, async (page) => {
		const [title = 0, hours = 0, price = 0] = (await tops(page, cells)).slice(0, 3);
		assert.ok(title < hours && hours < price, `${title} ${hours} ${price}`);
		const names = await page.$$eval('main table tbody tr:first-child td', (all) =>
			all.slice(0, 3).map((cell) => getComputedStyle(cell, '::before').content),
		);
		assert.equal(names, ['none', '"Hours"', '"Price"']);
	});
});

test('the first column of a table that scrolls stays, and so does the head of a long one that fits', async () => {
	const nth = (index: number): string => `main .table-scroll:nth-of-type(${index})`;
	const edge = (page: Page, selector: string, side: 'left' | 'right' | 'top'): Promise<number> =>
		page.$eval(selector, (element, side) => Math.round(element.getBoundingClientRect()[side]), side);
	for (const view of [WIDE, NARROW]) {
		for (const dir of ['ltr', 'rtl'] as const) {
			await withPage(at('/docs/scrolling'), { view, media: { 'prefers-reduced-motion': 'reduce' } }, async (page) => {
				await page.evaluate((value) => {
					document.documentElement.dir = value;
				}, dir);
				await giveSign(page);
				await page.waitForSelector(`${nth(2)}:not([tabindex])`);
				const [start, line] = dir === 'ltr' ? (['left', 200] as const) : (['right', -200] as const);
				const first = `${nth(1)} td:first-child`;
				const opacity = (): Promise<string> => page.$eval(first, (cell) => getComputedStyle(cell, '::after').opacity);
				const before = await edge(page, first, start);
				assert.is(await opacity(), '0', 'nothing is behind it');
				await page.$eval(nth(1), (box, by) => box.scrollBy({ left: by, behavior: 'instant' }), line);
				await until(page, (selector) => (document.querySelector(selector)?.scrollLeft ?? 0) !== 0, nth(1));
				assert.is(await edge(page, first, start), before, `${dir}: the first column stays`);
				await until(
					page,
					(selector) => {
						const cell = document.querySelector(selector);
						return cell !== null && getComputedStyle(cell, '::after').opacity === '1';
					},
					first,
				);
			});
		}
		await withPage(at('/docs/scrolling'), { view }, async (page) => {
			await giveSign(page);
			await page.waitForSelector(`${nth(2)}:not([tabindex])`);
			await page.$eval(`${nth(2)} tr:nth-child(40)`, (row) => row.scrollIntoView({ behavior: 'instant' }));
			const padding = await page.evaluate(() =>
				Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop),
			);
			const top = await edge(page, `${nth(2)} th`, 'top');
			assert.ok(Math.abs(top - padding) <= 1, `the head is below the bars: ${top} of ${padding}`);
			const hidden = await page.$eval(`${nth(3)} th`, (head) => getComputedStyle(head).position);
			assert.is(hidden, 'static', 'a short table');
		});
	}
	// The first cell of this one is wider than the window.
	await withPage(at('/docs/'), { view: NARROW }, async (page) => {
		await giveSign(page);
		await page.waitForSelector(`${nth(1)}:not([tabindex])`);
		assert.is(await page.$eval(`${nth(2)} td`, (cell) => getComputedStyle(cell).position), 'static');
	});
});

test('columns are side by side, and stack on narrow screens', async () => {
	const columns = async (view?: typeof NARROW): Promise<number[]> => {
		let found: number[] = [];
		await withPage(at('/docs/blocks'), view ? { view } : {}, async (page) => {
			found = await tops(page, '.columns > *');
		});
		return found;
	};
	const [left, right] = await columns();
	assert.is(left, right);
	const [first = 0, second = 0] = await columns(NARROW);
	assert.ok(first < second);
});

test('the whole card is the link', async () => {
	await withPage(at('/docs/blocks'), {}, async (page) => {
		const text = await page.$eval('.card > :last-child', (element) => {
			const { left, top } = element.getBoundingClientRect();
			return document
				.elementFromPoint(left + 2, top + 2)
				?.closest('a')
				?.getAttribute('href');
		});
		assert.is(text, '/docs/target');
	});
});

test('a landing page and its bands are as wide as the window', async () => {
	await withPage(at('/'), {}, async (page) => {
		const window = await page.evaluate(() => document.documentElement.clientWidth);
		assert.equal(await widths(page, 'main, .band'), [window, window]);
	});
});

test('an image does not open at full size with .no-zoom, or in a link', async () => {
	await withPage(at('/docs/images'), {}, async (page) => {
		await until(page, () => document.querySelector('img.zoomable') !== null);
		assert.equal(await page.$$eval('img.zoomable', (images) => images.map(({ alt }) => alt)), ['Large']);
		await page.click('img[alt="Linked"]');
		await until(page, () => location.pathname === '/docs/target');
	});
});

test.run();

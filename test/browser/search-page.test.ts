/** The search page in a browser, with a service on loopback and with only the offline index (B-250 to B-256). */
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { faults, NO_INDEX, texts } from '../search/modal.ts';
import { NEVER } from '../search/service.ts';
import { hostedSite, offlineSite, resetServices, type Searched } from '../search/setup.ts';
import {
	attributeOf,
	type OpenOptions,
	stopAll,
	textOf,
	until,
	untilHeading,
	untilPainted,
	withPage,
} from './browser.ts';

const SITES: Record<'offline' | 'hosted', Searched> = { offline: await offlineSite(), hosted: await hostedSite() };
const MODES = ['offline', 'hosted'] as const;

function on(
	mode: (typeof MODES)[number],
	query: string,
	look: (page: Page, site: Searched) => Promise<void>,
	options: OpenOptions = {},
) {
	const site = SITES[mode];
	resetServices(site);
	return withPage(`${site.origin}/search${query}`, options, (page) => look(page, site));
}

const FIELD = 'main input';
const RESULT = '.search-found';

async function ask(page: Page, query: string): Promise<void> {
	await page.$eval(FIELD, (field) => (field as HTMLInputElement).select());
	await page.keyboard.type(query);
}

for (const mode of MODES) {
	test(`B-250 (${mode}) the field contains q and has the focus; typing updates the URL without new history entries`, () =>
		on(mode, '?q=router', async (page) => {
			await page.waitForSelector(RESULT);
			assert.is(await page.$eval(FIELD, (field) => (field as HTMLInputElement).value), 'router');
			assert.ok(await page.evaluate(() => document.activeElement?.matches('main input')));
			const entries = await page.evaluate(() => history.length);
			await ask(page, 'saffron & step');
			assert.is(await page.evaluate(() => new URL(location.href).searchParams.get('q')), 'saffron & step');
			await page.$eval(FIELD, (field) => (field as HTMLInputElement).select());
			await page.keyboard.press('Backspace');
			assert.is(await page.evaluate(() => location.search), '');
			assert.is(await page.evaluate(() => history.length), entries);
		}));

	test(`B-251 (${mode}) heading, title, label and placeholder`, () =>
		on(mode, '', async (page) => {
			assert.is(await textOf(page, 'h1'), 'Search the documentation');
			assert.is(await page.title(), 'Search the documentation | Site');
			assert.equal(
				[await attributeOf(page, FIELD, 'aria-label'), await attributeOf(page, FIELD, 'placeholder')],
				['Search', 'Type your search here'],
			);
			await page.waitForFunction(() => document.activeElement?.matches('main input'));
			await ask(page, 'router');
			await untilHeading(page, 'Search results for "router"');
			await until(page, () => document.title === 'Search results for "router" | Site');
		}));

	test(`B-252 (${mode}) the first version is selected; choosing another one searches again`, () =>
		on(mode, '?q=router', async (page) => {
			await page.waitForSelector(RESULT);
			assert.equal(await texts(page, 'select[name="version"] option'), ['10.x', '9.x']);
			assert.is(await page.$eval('select[name="version"]', (select) => (select as HTMLSelectElement).value), 'current');
			const links = () => page.$$eval('.search-found a', (all) => all.map((link) => link.getAttribute('href') ?? ''));
			assert.not.ok((await links()).some((href) => href.startsWith('/docs/v9')));
			await page.select('select[name="version"]', '9.x');
			await until(page, () => document.querySelector('.search-found a[href^="/docs/v9"]'));
			assert.not.ok((await links()).some((href) => /^\/docs\/(?!v9)/.test(href)));
		}));

	test(`B-253 (${mode}) the search starts 300 ms after the last change`, () =>
		on(mode, '', async (page, { service }) => {
			await page.waitForFunction(() => document.activeElement?.matches('main input'));
			await page.keyboard.type('router', { delay: 20 });
			await page.waitForSelector(RESULT);
			assert.ok((await texts(page, RESULT)).length <= 15);
			if (service) {
				assert.equal(
					service.queries().map(({ query }) => query),
					['router'],
				);
				assert.is(service.queries()[0]?.hitsPerPage, 15);
				assert.equal(service.queries()[0]?.facetFilters, [
					'language:en',
					['docs_tag:default', 'docs_tag:docs-default-current'],
				]);
			}
		}));

	test(`B-254 (${mode}) the count, and title, breadcrumb, excerpt and highlights of each hit`, () =>
		on(mode, '?q=quokka', async (page) => {
			await page.waitForSelector(RESULT);
			assert.is(await textOf(page, '.search-count'), 'One document found');
			assert.is(await textOf(page, '.search-found h2 a'), 'Zebra crossing');
			assert.equal(await texts(page, '.search-crumbs li'), ['Documentation', 'The client']);
			assert.is(await textOf(page, '.search-found mark'), 'quokka');
			await page.goto(`${SITES[mode].origin}/search?q=router`);
			await until(page, () => /^\d+ documents found$/.test(document.querySelector('.search-count')?.textContent ?? ''));
		}));

	test(`B-255 (${mode}) scrolling to the end loads the next results, without duplicates`, () =>
		on(mode, '?q=saffron', async (page) => {
			await page.waitForSelector(RESULT);
			await until(page, () => {
				scrollTo(0, document.documentElement.scrollHeight);
				const results = document.querySelector('.search-results');
				return !results?.querySelector('.search-end') && !results?.textContent?.includes('Fetching');
			});
			const links = await page.$$eval('.search-found a', (all) => all.map((link) => link.getAttribute('href')));
			assert.ok(links.length >= 40, String(links.length));
			assert.is(new Set(links).size, links.length);
		}));

	test(`B-256 (${mode}) no results, and nothing for an empty query`, () =>
		on(mode, '?q=xyzzyplugh', async (page) => {
			await until(page, () => document.querySelector('.search-nothing')?.textContent === 'No results were found');
			await ask(page, ' ');
			await until(page, () => document.querySelector('.search-results')?.textContent === '');
		}));
}

test('B-256 without results, the page offers wider searches and places to start', () =>
	on('offline', '?q=router', async (page) => {
		const chosen = (): Promise<string[]> =>
			page.$$eval('main select', (menus) => menus.map((menu) => (menu as HTMLSelectElement).value));
		await page.waitForSelector(RESULT);
		assert.not.ok(await page.$('.search-start.shown'));
		await page.select('select[name="kind"]', 'reference');
		await page.waitForSelector('.search-start.shown');
		assert.equal(await texts(page, '.search-ways button'), ['Search everything', 'Search 9.x']);
		await page.click('.search-ways button');
		await page.waitForSelector(RESULT);
		assert.equal(await chosen(), ['current', '']);
		assert.not.ok(await page.$('.search-start.shown'));
		assert.ok(await page.evaluate(() => document.activeElement?.matches('main input')));
	}));

test('B-253 results of an outdated query are dropped', () =>
	on('hosted', '', async (page, { service }) => {
		service?.behave({ delay: (query) => (query === 'router' ? 800 : 0) });
		const late = page.waitForResponse((response) => response.request().postData()?.includes('"router"') ?? false);
		await page.waitForFunction(() => document.activeElement?.matches('main input'));
		await ask(page, 'router');
		await page.waitForRequest((request) => request.postData()?.includes('"router"') ?? false);
		await ask(page, 'quokka');
		await page.waitForSelector(RESULT);
		await late;
		await untilPainted(page);
		assert.equal(await texts(page, '.search-found h2'), ['Zebra crossing']);
	}));

test('B-255 the page says that it is fetching the next results', () =>
	on('hosted', '?q=saffron', async (page, { service }) => {
		await page.waitForSelector(RESULT);
		service?.behave(NEVER);
		await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
		await until(page, () =>
			/Fetching new results\.\.\./.test(document.querySelector('.search-results')?.textContent ?? ''),
		);
	}));

test('B-255 all pages of a list have one source, however late', () =>
	on('hosted', '?q=saffron', async (page, { service }) => {
		await page.waitForSelector(RESULT);
		const count = await textOf(page, '.search-count');
		// Longer than the limit for the first response of the service.
		service?.behave({ delay: 700 });
		await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
		await until(page, () => document.querySelectorAll('.search-found').length > 15);
		assert.is(await textOf(page, '.search-count'), count);
		const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
		assert.equal(
			files.filter((name) => name.includes('search-worker')),
			[],
			'the own index was not asked',
		);
	}));

test('B-256 a spinner while waiting, replaced by a failure', () =>
	on(
		'hosted',
		'',
		async (page, { service, second }) => {
			service?.behave({ delay: 600 });
			await page.waitForFunction(() => document.activeElement?.matches('main input'));
			await ask(page, 'router');
			await page.waitForSelector('.search-spinner');
			await page.waitForSelector(RESULT);
			for (const host of [service, second]) host?.behave({ status: 400 });
			await ask(page, 'saffron');
			await until(page, () =>
				/Unable to fetch results/.test(document.querySelector('.search-results')?.textContent ?? ''),
			);
			assert.is(await page.$('.search-spinner'), null);
			assert.match(await textOf(page, '.search-results'), /You might want to check your network connection\./);
		},
		NO_INDEX,
	));

for (const scheme of ['light', 'dark']) {
	const media = { 'prefers-color-scheme': scheme };
	const isFine = async (page: Page, state: string): Promise<void> =>
		assert.equal(await faults(page, 'main'), [], state);

	test(`B-254 (${scheme}) axe finds nothing with queries and results`, () =>
		on(
			'offline',
			'',
			async (page) => {
				await page.waitForFunction(() => document.activeElement?.matches('main input'));
				await isFine(page, 'nothing asked');
				await ask(page, 'saffron');
				await page.waitForSelector(RESULT);
				await isFine(page, 'results');
				await ask(page, 'xyzzyplugh');
				await until(page, () => document.querySelector('.search-nothing')?.textContent === 'No results were found');
				await isFine(page, 'no results');
			},
			{ media },
		));

	test(`B-256 (${scheme}) axe finds nothing while waiting or after a failure`, () =>
		on(
			'hosted',
			'?q=saffron',
			async (page, { service, second }) => {
				await page.waitForSelector(RESULT);
				for (const host of [service, second]) host?.behave(NEVER);
				await ask(page, 'router');
				await page.waitForSelector('.search-spinner');
				await isFine(page, 'waiting');
				for (const host of [service, second]) host?.behave({ status: 400 });
				await page.reload();
				await page.waitForSelector('.search-hint[role="alert"]');
				await isFine(page, 'failure');
			},
			{ ...NO_INDEX, media },
		));
}

test('without a query, the page has places to start, with and without scripts', async () => {
	const shown = (page: Page): Promise<boolean> =>
		page.$eval(
			'.search-start',
			(element) => element.querySelectorAll('a[href]').length > 0 && element.checkVisibility(),
		);
	await on('offline', '', async (page) => {
		await page.waitForSelector('.search-start', { visible: true });
		await ask(page, 'router');
		await page.waitForSelector(RESULT);
		assert.is(await shown(page), false);
	});
	await on('offline', '?q=router', async (page) => assert.is(await shown(page), false));
	await on('offline', '', async (page) => assert.is(await shown(page), true), { scripts: false });
});

test('without scripts, the page offers alternatives', () =>
	on(
		'offline',
		'',
		async (page) => {
			const text = await textOf(page, 'noscript');
			assert.match(text, /site:docs\.example\.com/);
			assert.ok(await page.$('noscript a[href="/llms.txt"]'));
			const room = (selector: string): Promise<number> =>
				page.$eval(selector, (element) => element.getBoundingClientRect().left);
			assert.ok((await room('noscript li')) > (await room('h1')), 'there is room for the bullets');
		},
		{ scripts: false },
	));

test.after(async () => {
	await stopAll();
	await SITES.hosted.service?.close();
	await SITES.hosted.second?.close();
});

test.run();

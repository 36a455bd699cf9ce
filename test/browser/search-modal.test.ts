/** The search modal in a browser, with a service on loopback and with only the offline index (B-210 to B-242). */
import type { HTTPRequest, Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
	active,
	FIELD,
	faults,
	follow,
	isOpen,
	NO_INDEX,
	OPTION,
	openModal,
	press,
	searchFor,
	settled,
	stored,
	texts,
	type,
	untilClosed,
	value,
} from '../search/modal.ts';
import { NEVER } from '../search/service.ts';
import { hostedSite, offlineSite, resetServices, type Searched } from '../search/setup.ts';
import {
	attributeOf,
	isMarked,
	isShown,
	markDocument,
	NARROW,
	type OpenOptions,
	scrollTo,
	scrollTop,
	stopAll,
	textOf,
	until,
	untilHeading,
	untilPainted,
	withPage,
} from './browser.ts';

const SITES: Record<'offline' | 'hosted', Searched> = {
	offline: await offlineSite(),
	hosted: await hostedSite({ externalUrlRegex: '^https://elsewhere\\.example/' }),
};
const MODES = ['offline', 'hosted'] as const;
const RECENT = { offline: 'search.recent.offline', hosted: 'search.recent.trpc' };
const FAVORITES = { offline: 'search.favorites.offline', hosted: 'search.favorites.trpc' };

/** Opens a page of a mode's site. */
function on(
	mode: (typeof MODES)[number],
	look: (page: Page, site: Searched, requests: string[]) => Promise<void>,
	options: OpenOptions & { path?: string } = {},
) {
	const site = SITES[mode];
	resetServices(site);
	return withPage(`${site.origin}${options.path ?? '/docs/routers'}`, options, (page, { requests }) =>
		look(page, site, requests),
	);
}

const BUTTON = '.search-button';

/** Delays every script that loads later. */
const slowScripts = (request: HTTPRequest): boolean => {
	if (request.resourceType() !== 'script' || /\/main-/.test(request.url())) return false;
	setTimeout(() => void request.continue().catch(() => undefined), 400);
	return true;
};

test('B-210 button, Ctrl or Cmd + K and / open the modal, Escape closes it', () =>
	on('offline', async (page) => {
		await page.click(BUTTON);
		await page.waitForSelector(FIELD);
		await press(page, 'Escape');
		await untilClosed(page);
		for (const keys of [['Control', 'k'], ['Meta', 'k'], ['/']]) {
			await press(page, ...keys);
			await page.waitForSelector(FIELD);
			await until(page, (field) => document.activeElement === document.querySelector(field), FIELD);
			await page.keyboard.type('router');
			await press(page, 'Escape');
			await untilClosed(page);
		}
	}));

test('B-211 Ctrl + K also closes, and works in fields; a slash in a field is text', () =>
	on(
		'offline',
		async (page) => {
			await page.focus('main input');
			await page.keyboard.type('a/b');
			assert.is(await page.$eval('main input', (field) => (field as HTMLInputElement).value), 'a/b');
			assert.is(await isOpen(page), false);
			await openModal(page);
			await page.keyboard.type('/');
			assert.is(await value(page), '/');
			await press(page, 'Control', 'k');
			await untilClosed(page);
		},
		{ path: '/search' },
	));

test('B-211 keys typed into a field stay there, also in a shadow root', () =>
	on('offline', async (page) => {
		await page.evaluate(() => {
			const fields =
				'<textarea></textarea><div contenteditable="true"><b tabindex="0">x</b></div><div role="textbox" tabindex="0"></div>';
			const others = '<input type="search"><input type="url"><select></select>';
			const open = document.createElement('div');
			open.attachShadow({ mode: 'open' }).innerHTML = fields + others;
			const main = document.querySelector('main');
			main?.insertAdjacentHTML('beforeend', fields + others);
			main?.append(open);
		});
		/** Sends keys to each field, all before any script may load; returns by key the fields that lost theirs. */
		const taken = (...keys: KeyboardEventInit[]): Promise<string[][]> =>
			page.evaluate((inits) => {
				const own = 'textarea, [contenteditable] > b, [role], input:not([type=checkbox]), select';
				const host = [...document.querySelectorAll('main div')].find(({ shadowRoot }) => shadowRoot);
				const fields = [
					...document.querySelectorAll(`main :is(${own})`),
					...(host?.shadowRoot?.querySelectorAll(own) ?? []),
				];
				return inits.map((init) =>
					fields
						.filter(
							(field) =>
								!field.dispatchEvent(
									new KeyboardEvent('keydown', { bubbles: true, cancelable: true, composed: true, ...init }),
								),
						)
						.map((field) => field.outerHTML),
				);
			}, keys);
		for (const time of ['before the scripts answer', 'after that']) {
			const [slash, command = []] = await taken({ key: '/' }, { key: 'k', ctrlKey: true });
			assert.equal(slash, [], time);
			assert.ok(command.length > 0 && command.every((html) => /input|select/.test(html)), `${time}: ${command}`);
			await page.waitForSelector(FIELD);
			await press(page, 'Escape');
			await untilClosed(page);
		}
	}));

test('Pagefind/pagefind#1283: Enter and Escape of an input method stay there, also in Safari', () =>
	on('offline', async (page) => {
		await searchFor(page, 'routers');
		for (const composing of [{ isComposing: true }, { keyCode: 229 }])
			for (const key of ['Enter', 'Escape', 'ArrowDown']) {
				const isFree = await page.$eval(
					FIELD,
					(field, init) =>
						field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })),
					{ key, ...composing },
				);
				assert.ok(isFree, `${key} with ${JSON.stringify(composing)}`);
				assert.ok(await isOpen(page), key);
			}
		assert.is(await active(page), 0);
		assert.is(new URL(page.url()).pathname, '/docs/routers');
		await press(page, 'Escape');
		await untilClosed(page);
	}));

test('B-212 the button shows "Search" and its shortcut', () =>
	on('offline', async (page) => {
		assert.is(await textOf(page, '.search-button-label'), 'Search');
		assert.equal(await texts(page, `${BUTTON} kbd`), ['Ctrl', 'K']);
	}));

test('B-214 a letter typed on the button starts the query', () =>
	on('offline', async (page) => {
		await page.focus(BUTTON);
		await page.keyboard.type('router');
		await page.waitForSelector(FIELD);
		await until(page, (field) => (document.querySelector(field) as HTMLInputElement | null)?.value === 'router', FIELD);
	}));

test('B-210 letters typed while the code loads are not lost, and the button shows that it is loading', () =>
	on(
		'offline',
		async (page) => {
			await page.keyboard.type('/router');
			await page.waitForSelector(`${BUTTON}[aria-busy="true"]`);
			await page.keyboard.type('s');
			await page.waitForSelector(FIELD);
			await page.keyboard.type(' a');
			assert.is(await value(page), 'routers a');
		},
		{ intercept: slowScripts },
	));

test('B-215 selected text becomes the query, up to 64 characters, and is selected', () =>
	on('offline', async (page) => {
		await openModal(page);
		assert.is(await value(page), '');
		assert.is(await attributeOf(page, FIELD, 'placeholder'), 'Search docs');
		assert.is(await attributeOf(page, FIELD, 'maxlength'), '64');
		await press(page, 'Escape');
		await untilClosed(page);
		await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('main p:last-of-type') as Node));
		await openModal(page);
		assert.is((await value(page)).length, 64);
		assert.is(await page.$eval(FIELD, (field) => (field as HTMLInputElement).selectionEnd), 64);
		await press(page, 'Escape');
		await untilClosed(page);
		await page.evaluate(() => getSelection()?.removeAllRanges());
		await openModal(page);
		assert.is(await value(page), '', 'a selection is searched for once');
		await type(page, 'router');
		await press(page, 'Escape');
		await untilClosed(page);
		await openModal(page);
		assert.is(await value(page), 'router', 'what was typed stays');
	}));

test('B-216 the page behind keeps its position, Tab stays inside, a press on the backdrop closes', () =>
	on('offline', async (page) => {
		await page.$eval(BUTTON, (button) => (button as HTMLElement).focus({ preventScroll: true }));
		await scrollTo(page, 200);
		await openModal(page);
		assert.is(await scrollTop(page), 200);
		assert.is(await page.evaluate(() => getComputedStyle(document.documentElement).overflow), 'hidden');
		for (let step = 0; step < 8; step++) {
			await page.keyboard.press('Tab');
			assert.ok(await page.evaluate(() => document.activeElement?.closest('.search-dialog') !== null), `step ${step}`);
		}
		await page.$eval(BUTTON, (button) => (button as HTMLElement).focus({ preventScroll: true }));
		assert.ok(
			await page.evaluate(() => document.activeElement?.closest('.search-dialog') !== null),
			'nothing behind takes the focus',
		);
		await page.mouse.click(5, 400);
		await untilClosed(page);
		assert.is(await scrollTop(page), 200);
		assert.ok(await page.evaluate(() => document.activeElement?.matches('.search-button')));
	}));

test('B-217 "Clear the query" shows with a query; on phones, full screen with "Cancel"', () =>
	on(
		'offline',
		async (page) => {
			await openModal(page);
			assert.is(await page.$('[aria-label="Clear the query"]'), null);
			await type(page, 'router');
			await page.click('[aria-label="Clear the query"]');
			assert.is(await value(page), '');
			const { width, height } = await page.$eval('.search-window', (element) =>
				element.getBoundingClientRect().toJSON(),
			);
			assert.equal([width, height], await page.evaluate(() => [innerWidth, innerHeight]));
			await page.click('.search-cancel');
			await untilClosed(page);
		},
		{ view: NARROW },
	));

test('B-222 newest first, no duplicates, at most seven, fewer with favorites', () =>
	on('offline', async (page) => {
		const titles = async (): Promise<string[]> => (await stored(page, RECENT.offline)).map(({ title }) => title);
		for (const number of [0, 1, 2, 3, 4, 5, 6, 7, 6]) {
			await searchFor(page, `recipe ${number}`);
			await follow(page);
		}
		assert.equal(
			await titles(),
			[6, 7, 5, 4, 3, 2, 1].map((number) => `Recipe ${number}`),
		);
		await openModal(page);
		await page.waitForSelector('[aria-label="Save this search"]');
		await page.click('[aria-label="Save this search"]');
		await page.waitForSelector('[aria-label="Remove this search from favorites"]');
		assert.is((await titles()).length, 4);
	}));

for (const mode of MODES) {
	test(`B-213 (${mode}) a page loads nothing of the search; hovering the button loads it`, () =>
		on(mode, async (page, _site, requests) => {
			const before = requests.length;
			assert.not.ok(
				requests.some((request) => /search|react/.test(request)),
				requests.join(),
			);
			await page.hover(BUTTON);
			await until(page, () =>
				performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/search.json')),
			);
			assert.ok(requests.length > before);
		}));

	test(`B-215 (${mode}) a query that was not followed is restored and selected`, () =>
		on(mode, async (page) => {
			await searchFor(page, 'saffron');
			await press(page, 'Escape');
			await untilClosed(page);
			await openModal(page);
			assert.is(await value(page), 'saffron');
			await page.keyboard.type('router');
			assert.is(await value(page), 'router');
		}));

	test(`B-220 (${mode}) the start screen offers recent and favorite searches`, () =>
		on(mode, async (page) => {
			await openModal(page);
			await until(page, () => document.querySelector('.search-hint')?.textContent === 'No recent searches');
			await type(page, 'router');
			await settled(page, 'router');
			await follow(page);
			await openModal(page);
			await until(page, () => document.querySelector('.search-group-name')?.textContent === 'Recent');
			await page.click('[aria-label="Save this search"]');
			await until(page, () => document.querySelector('.search-group-name')?.textContent === 'Favorite');
		}));

	test(`B-221 (${mode}) entries become favorites and can be removed, also under reduced motion`, () =>
		on(
			mode,
			async (page) => {
				for (const query of ['router', 'saffron']) {
					await searchFor(page, query);
					await follow(page);
				}
				await openModal(page);
				await page.waitForSelector('[aria-label="Save this search"]');
				assert.is((await stored(page, RECENT[mode])).length, 2);
				await page.click('[aria-label="Save this search"]');
				await page.waitForSelector('[aria-label="Remove this search from favorites"]');
				assert.equal([(await stored(page, RECENT[mode])).length, (await stored(page, FAVORITES[mode])).length], [1, 1]);
				await page.click('[aria-label="Remove this search from history"]');
				await page.click('[aria-label="Remove this search from favorites"]');
				await until(page, () => document.querySelector('.search-hint')?.textContent === 'No recent searches');
			},
			{ media: { 'prefers-reduced-motion': 'reduce' } },
		));

	test(`B-222 (${mode}) a text hit stores its page`, () =>
		on(mode, async (page) => {
			await searchFor(page, 'quokka');
			await follow(page);
			assert.equal((await stored(page, RECENT[mode]))[0], {
				href: '/docs/client',
				title: 'The client',
				place: 'Documentation',
			});
			assert.is(await page.evaluate(() => location.hash), '#zebra-crossing');
		}));

	test(`B-231 (${mode}) groups of at most five, sections below their page, highlighted matches`, () =>
		on(mode, async (page) => {
			await searchFor(page, 'router');
			await until(page, () => document.querySelectorAll('.search-group').length > 1);
			assert.ok((await texts(page, '.search-group-name')).includes('Blog'));
			const sizes = await page.$$eval('.search-group', (groups) =>
				groups.map((group) => group.querySelectorAll('[role=option]').length),
			);
			assert.ok(Math.max(...sizes) <= 5, sizes.join());
			assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 20);
			assert.ok(await page.$('.search-option-sub'));
			assert.ok((await texts(page, `${OPTION} mark`)).every((text) => /rout/i.test(text)));
		}));

	test(`B-232 (${mode}) the first hit is active, arrows wrap, the pointer activates, the field names the active option`, () =>
		on(mode, async (page) => {
			await searchFor(page, 'saffron');
			await until(page, () => document.querySelectorAll('[role="option"]').length === 5);
			assert.is(await active(page), 0);
			await press(page, 'ArrowUp');
			assert.is(await active(page), 4);
			await press(page, 'ArrowDown');
			assert.is(await active(page), 0);
			await press(page, 'ArrowDown');
			const id = await attributeOf(page, FIELD, 'aria-activedescendant');
			assert.is(await page.$$eval('[role="option"]', (options) => options[1]?.id), id);
			assert.is(
				await page.$eval(FIELD, (field) =>
					document.getElementById(field.getAttribute('aria-controls') ?? '')?.matches('[role="listbox"]'),
				),
				true,
			);
			const third = (await page.$$(OPTION))[2];
			await third?.hover();
			await until(
				page,
				() => document.querySelectorAll('[role="option"]')[2]?.getAttribute('aria-selected') === 'true',
			);
		}));

	test(`B-233 (${mode}) Enter opens the hit without a full load and closes; with Ctrl it opens a tab and the modal stays`, () =>
		on(mode, async (page) => {
			await markDocument(page);
			await openModal(page);
			await press(page, 'Enter');
			assert.ok(await isOpen(page));
			await type(page, 'httpBatchLink');
			await settled(page, 'httpBatchLink');
			const tab = new Promise<string>((resolve) => {
				page.browserContext().once('targetcreated', (target) => resolve(target.url()));
			});
			await press(page, 'Control', 'Enter');
			await tab;
			assert.ok(await isOpen(page));
			await page.bringToFront();
			await page.focus(FIELD);
			await press(page, 'Enter');
			await untilClosed(page);
			await untilHeading(page, 'httpBatchLink');
			assert.ok(await isMarked(page));
		}));

	test(`B-235 (${mode}) "See all" opens the search page with the query`, () =>
		on(mode, async (page) => {
			await openModal(page);
			assert.is(await page.$('.search-all'), null);
			await type(page, 'router & co');
			await type(page, 'saffron step');
			await settled(page, 'saffron step');
			const all = await textOf(page, '.search-all');
			assert.match(all, /^See all \d+ results$/);
			assert.ok(Number(/\d+/.exec(all)?.[0]) >= 40, all);
			await page.click('.search-all');
			await untilClosed(page);
			await untilHeading(page, 'Search results for "saffron step"');
			assert.is(await page.evaluate(() => location.search), '?q=saffron%20step');
		}));

	test(`B-236 (${mode}) no results: suggests up to three earlier groups`, () =>
		on(mode, async (page) => {
			await searchFor(page, 'router');
			await until(page, () => document.querySelectorAll('.search-group').length > 1);
			await type(page, 'xyzzyplugh');
			await until(page, () => document.querySelector('.search-hint-title')?.textContent?.includes('xyzzyplugh'));
			assert.is(await textOf(page, '.search-hint-title'), 'No results for "xyzzyplugh"');
			assert.match(await textOf(page, '.search-hint'), /Try searching for:/);
			const names = await texts(page, '.search-hint button');
			assert.ok(names.length > 0 && names.length <= 3);
			await page.click('.search-hint button');
			assert.is(await value(page), (names[0] ?? '').toLowerCase());
		}));

	test(`B-238 (${mode}) the footer names the keys and the provider`, () =>
		on(mode, async (page) => {
			await searchFor(page, 'router');
			assert.equal(
				await page.$$eval('.search-keys [role="img"]', (keys) => keys.map((key) => key.getAttribute('aria-label'))),
				['Enter key', 'Arrow up', 'Arrow down', 'Escape key'],
			);
			assert.equal(await texts(page, '.search-keys li'), ['to select', 'to navigate', 'esc to close']);
			assert.is(
				await textOf(page, '.search-by'),
				mode === 'hosted' ? 'Search by Algolia' : 'Search by MiniSearch, offline',
			);
			assert.equal(
				[await attributeOf(page, '.search-by', 'target'), await attributeOf(page, '.search-by', 'rel')],
				['_blank', 'noopener noreferrer'],
			);
		}));

	test(`B-240 (${mode}) a page of 9.x finds only 9.x and pages without a version`, () =>
		on(
			mode,
			async (page, site) => {
				await searchFor(page, 'router');
				await until(page, () => document.querySelectorAll('.search-group').length > 1);
				const hrefs = await page.$$eval('[role="option"]', (links) =>
					links.map((link) => link.getAttribute('href') ?? ''),
				);
				assert.ok(hrefs.some((href) => href.startsWith('/docs/v9')));
				assert.ok(hrefs.some((href) => href.startsWith('/blog')));
				assert.not.ok(
					hrefs.some((href) => /^\/docs\/(?!v9)/.test(href)),
					hrefs.join(),
				);
				if (site.service) {
					assert.equal(site.service.queries().at(-1)?.facetFilters, [
						'language:en',
						['docs_tag:default', 'docs_tag:docs-default-9.x'],
					]);
				}
			},
			{ path: '/docs/v9/' },
		));
}

test('B-230 each change searches; only the latest results show; equal queries are sent once', () =>
	on('hosted', async (page, { service }) => {
		await openModal(page);
		await type(page, 'recipe');
		await settled(page, 'recipe');
		assert.ok((service?.queries().length ?? 0) >= 'recipe'.length, 'each change asks');
		// The results of the first query arrive after those of the second.
		service?.behave({ delay: (query) => (query === 'router' ? 380 : 0) });
		const late = page.waitForResponse((response) => response.request().postData()?.includes('"router"') ?? false);
		await type(page, 'router');
		await until(page, () => document.querySelector('.icon-busy'));
		await type(page, 'saffron');
		await settled(page, 'saffron');
		await late;
		await untilPainted(page);
		assert.ok((await texts(page, '.search-option-main')).every((text) => /saffron/i.test(text)));
		service?.behave(undefined);
		await type(page, 'router');
		await settled(page, 'router');
		await type(page, 'saffron');
		await settled(page, 'saffron');
		const known = service?.queries().map(({ query }) => query) ?? [];
		assert.is(known.filter((query) => query === 'saffron').length, 1);
	}));

test('B-230 with the offline index, only the latest results show', () =>
	on('offline', async (page) => {
		await searchFor(page, 'router');
		await type(page, 'saffron');
		await settled(page, 'saffron');
		assert.ok((await texts(page, '.search-option-main')).every((text) => /saffron/i.test(text)));
	}));

test('B-234 hits become paths of the site, or stay absolute if they match the pattern', () =>
	on('hosted', async (page, { service }) => {
		const hit = (url: string): Record<string, unknown> => ({
			objectID: url,
			url,
			type: 'lvl1',
			hierarchy: { lvl0: 'Group', lvl1: url },
		});
		service?.behave({
			hits: [
				'https://docs.example.com/docs/routers#merge-them',
				'https://elsewhere.example/a',
				'javascript:alert(1)',
				'//evil.example/x',
			].map(hit),
		});
		await openModal(page);
		await type(page, 'anything');
		await page.waitForSelector(OPTION);
		assert.equal(await page.$$eval('[role="option"]', (links) => links.map((link) => link.getAttribute('href'))), [
			'/docs/routers#merge-them',
			'https://elsewhere.example/a',
			'/x',
		]);
	}));

test('B-237 if both providers fail, the failure shows until the query changes', () =>
	on(
		'hosted',
		async (page, { service, second }) => {
			await openModal(page);
			for (const way of [{ status: 403 }, { status: 500 }, { text: 'no JSON' }]) {
				service?.behave(way);
				second?.behave(way);
				await type(page, `router ${Object.values(way)}`);
				await until(
					page,
					() => document.querySelector('.search-hint-title')?.textContent === 'Unable to fetch results',
				);
				await page.waitForNetworkIdle({ idleTime: 100 });
				assert.match(
					await textOf(page, '.search-hint'),
					/Unable to fetch resultsYou might want to check your network connection\./,
				);
			}
		},
		NO_INDEX,
	));

test('B-237 if the offline index cannot be fetched, the same failure shows', () =>
	on(
		'offline',
		async (page) => {
			await openModal(page);
			await type(page, 'router');
			await until(page, () => document.querySelector('.search-hint-title')?.textContent === 'Unable to fetch results');
		},
		NO_INDEX,
	));

test('B-241 a query requests twenty hits, snippets and highlights, with id and key', () =>
	on('hosted', async (page, { service }) => {
		await searchFor(page, 'router');
		const query = service?.queries().at(-1);
		assert.is(query?.indexName, 'trpc');
		assert.is(query?.hitsPerPage, 20);
		assert.equal(query?.attributesToRetrieve, [
			...Array.from({ length: 7 }, (_, level) => `hierarchy.lvl${level}`),
			'content',
			'type',
			'url',
		]);
		assert.ok((query?.attributesToSnippet as string[] | undefined)?.includes('content:10'));
		assert.equal(
			[query?.snippetEllipsisText, query?.highlightPreTag, query?.highlightPostTag],
			['…', '<mark>', '</mark>'],
		);
		const headers = service?.asked.at(-1)?.headers;
		assert.equal(
			[headers?.['x-algolia-application-id'], headers?.['x-algolia-api-key'], headers?.cookie],
			['TESTAPP', 'public-key', undefined],
		);
	}));

test('B-241 on phones snippets have five words', () =>
	on(
		'hosted',
		async (page, { service }) => {
			await searchFor(page, 'router');
			assert.ok((service?.queries().at(-1)?.attributesToSnippet as string[] | undefined)?.includes('content:5'));
		},
		{ view: NARROW },
	));

test('B-242 a failing host is skipped for the next; with none left, the offline index answers and says so', () =>
	on(
		'hosted',
		async (page, { service, second }) => {
			service?.behave({ status: 503 });
			await openModal(page);
			await page.keyboard.type('r');
			await settled(page, 'r');
			await type(page, 'router');
			await settled(page, 'router');
			assert.is(await textOf(page, '.search-by'), 'Search by Algolia');
			const asked = service?.asked.length;
			await type(page, 'saffron');
			await settled(page, 'saffron');
			assert.is(service?.asked.length, asked, 'the failed host rests');
			assert.ok(
				await page.evaluate(() =>
					Object.keys(localStorage).every((key) => /^search\.(?:hosts\.TESTAPP|recent|favorites)/.test(key)),
				),
			);
			second?.behave({ status: 503 });
			await type(page, 'zebra');
			await settled(page, 'zebra');
			assert.is(await textOf(page, '.search-by'), 'Search by MiniSearch, offline');
			assert.ok(await isShown(page, '.search-fallback'));
		},
		{ expected: /503|The search service is not available/ },
	));

/** Holds messages to the worker until all are released at once, in order. */
const HELD: OpenOptions = {
	before: () => {
		const post = Worker.prototype.postMessage;
		const held: { query: string; go(): void }[] = [];
		Worker.prototype.postMessage = function (message: { query: string }): void {
			held.push({ query: message.query, go: () => post.call(this, message) });
		};
		Object.assign(window, {
			isAsked: (query: string) => held.some((one) => one.query === query),
			letThrough() {
				Worker.prototype.postMessage = post;
				for (const { go } of held) go();
			},
		});
	},
};
const untilAsked = (page: Page, query: string): Promise<void> =>
	until(page, (text) => (window as unknown as { isAsked(query: string): boolean }).isAsked(text), query);
const letThrough = (page: Page): Promise<void> =>
	page.evaluate(() => (window as unknown as { letThrough(): void }).letThrough());

test('B-230 an aborted query gives its results when it is repeated', () =>
	on(
		'offline',
		async (page) => {
			await openModal(page);
			for (const query of ['saffron', 'router']) {
				await type(page, query);
				await untilAsked(page, query);
			}
			await letThrough(page);
			await settled(page, 'router');
			await type(page, 'saffron');
			await settled(page, 'saffron');
		},
		HELD,
	));

test('B-242 a late failure of an earlier query does not discard the results of the latest', () =>
	on(
		'hosted',
		async (page, { service, second }) => {
			let refuse = (): void => undefined;
			const refused = new Promise<void>((resolve) => {
				refuse = resolve;
			});
			const until = (query: string): Promise<void> | undefined => (query === 'saffro' ? refused : undefined);
			for (const one of [service, second]) one?.behave({ status: 503, until });
			await openModal(page);
			// Without this, a busy browser asks for the second query only.
			const asked = page.waitForRequest((request) => request.postData()?.includes('saffro') ?? false);
			await type(page, 'saffro');
			await asked;
			await type(page, 'saffron');
			await untilAsked(page, 'saffron');
			refuse();
			await untilAsked(page, 'saffro');
			await letThrough(page);
			await settled(page, 'saffron');
		},
		{ ...HELD, expected: /503|The search service is not available/ },
	));

test('B-242 a hanging service: the offline index answers, says so, and is asked first from then on', () =>
	on('hosted', async (page, { service, second }) => {
		for (const one of [service, second]) one?.behave(NEVER);
		await openModal(page);
		await type(page, 'router');
		await settled(page, 'router');
		assert.is(await textOf(page, '.search-by'), 'Search by MiniSearch, offline');
		assert.ok(await isShown(page, '.search-fallback'));
		const asked = service?.asked.length;
		await type(page, 'saffron');
		await settled(page, 'saffron');
		assert.is(service?.asked.length, asked, 'what hangs is not asked again');
	}));

test('B-242 a late answer of the service does not replace what a reader looks at; the next question is its own again', () =>
	on('hosted', async (page, { service, second }) => {
		let answer = (): void => undefined;
		const released = new Promise<void>((resolve) => {
			answer = resolve;
		});
		for (const one of [service, second]) one?.behave({ until: released });
		await searchFor(page, 'recipe');
		assert.is(await textOf(page, '.search-by'), 'Search by MiniSearch, offline');
		const answered = page.waitForResponse((response) => response.url().includes('/queries') && response.ok());
		answer();
		await answered;
		await untilPainted(page);
		assert.is(await textOf(page, '.search-by'), 'Search by MiniSearch, offline');
		await type(page, 'saffron');
		await settled(page, 'saffron');
		assert.is(await textOf(page, '.search-by'), 'Search by Algolia');
	}));

test('B-242 the service answers late, but before the own index: its answer is shown, and stays', () =>
	on(
		'hosted',
		async (page, { service, second }) => {
			let answer = (): void => undefined;
			const released = new Promise<void>((resolve) => {
				answer = resolve;
			});
			for (const one of [service, second]) one?.behave({ until: released });
			await openModal(page);
			for (const query of ['recip', 'recipe']) await type(page, query);
			await untilAsked(page, 'recipe');
			answer();
			await settled(page, 'recipe');
			assert.is(await textOf(page, '.search-by'), 'Search by Algolia');
			await letThrough(page);
			await untilPainted(page);
			assert.is(await textOf(page, '.search-by'), 'Search by Algolia');
			assert.not.ok(await isShown(page, '.search-fallback'));
		},
		HELD,
	));

for (const service of ['hosted', 'offline'] as const)
	test(`B-231 ${service}: each heading comes once, and a page never below its own section`, () =>
		on(service, async (page) => {
			await searchFor(page, 'router');
			const names = await texts(page, '.search-group-name');
			assert.is(new Set(names).size, names.length, names.join());
			const below = await page.$$eval('.search-option-sub', (links) => links.map((link) => link.getAttribute('href')));
			assert.equal(
				below.filter((href) => !href?.includes('#')),
				[],
			);
		}));

test('B-232 the window has one height, whatever it shows', () =>
	on('offline', async (page) => {
		const heights = new Set<number>();
		const measure = async (): Promise<void> => {
			heights.add(await page.$eval('.search-window', (element) => element.getBoundingClientRect().height));
		};
		await openModal(page);
		await measure();
		for (const query of ['ro', 'router']) {
			await type(page, query);
			await settled(page, query);
			await measure();
		}
		await type(page, 'routerzzqwx');
		await page.waitForSelector('.search-ways');
		await measure();
		assert.is(heights.size, 1, [...heights].join());
	}));

for (const scheme of ['light', 'dark'])
	test(`B-232 (${scheme}, forced colors) marks and the active hit can be seen`, () =>
		on(
			'offline',
			async (page) => {
				await searchFor(page, 'router');
				const colors = await page.$$eval('.search-option mark', (marks) =>
					marks.map((mark) => [getComputedStyle(mark).color, getComputedStyle(document.body).color]),
				);
				assert.ok(colors.length > 0);
				for (const [mark, text] of colors) assert.is(mark, text);
				assert.is(
					await page.$eval('[aria-selected="true"]', (option) => getComputedStyle(option).outlineStyle),
					'solid',
				);
			},
			{ media: { 'prefers-color-scheme': scheme, 'forced-colors': 'active' } },
		));

for (const scheme of ['light', 'dark']) {
	const options = { media: { 'prefers-color-scheme': scheme } };
	const isFine = async (page: Page, state: string): Promise<void> =>
		assert.equal(await faults(page, '.search-dialog'), [], state);

	test(`B-232 (${scheme}) axe finds nothing in any state`, () =>
		on(
			'offline',
			async (page) => {
				await openModal(page);
				await page.waitForSelector('.search-hint');
				await isFine(page, 'nothing remembered');
				await type(page, 'router');
				await settled(page, 'router');
				await isFine(page, 'results');
				assert.is(await page.$('.search-dialog footer'), null, 'a second landmark beside the footer of the page');
				await follow(page);
				await openModal(page);
				await page.waitForSelector('.search-row');
				await isFine(page, 'recent');
				await page.click('[title="Save this search"]');
				await until(page, () => document.querySelector('.search-group')?.textContent?.includes('Favorite'));
				await isFine(page, 'favorites');
				await type(page, 'xyzzyplugh');
				await page.waitForSelector('.search-hint-title');
				await isFine(page, 'no results');
			},
			options,
		));

	test(`B-232 (${scheme}) axe finds nothing while a service is slow, or if both providers fail`, () =>
		on(
			'hosted',
			async (page, { service, second }) => {
				await searchFor(page, 'router');
				for (const one of [service, second]) one?.behave(NEVER);
				await type(page, 'saffron');
				await page.waitForSelector(`${FIELD}[aria-busy="true"]`);
				await isFine(page, 'waiting');
				await page.waitForSelector('.search-fallback');
				await isFine(page, 'the own index');
			},
			options,
		));

	test(`B-237 (${scheme}) axe finds nothing on a failure`, () =>
		on(
			'offline',
			async (page) => {
				await openModal(page);
				await type(page, 'router');
				await page.waitForSelector('.search-hint[role="alert"]');
				await isFine(page, 'failure');
			},
			{ ...options, ...NO_INDEX },
		));
}

test.after(async () => {
	await stopAll();
	await SITES.hosted.service?.close();
	await SITES.hosted.second?.close();
});

test.run();

/** Titles, hits, queries and `?q=` are data: under the site's strict policy, none of them runs or breaks anything. */
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FIELD, openModal, press, untilClosed } from '../search/modal.ts';
import { PAYLOADS } from '../search/payloads.ts';
import { hostedSite, offlineSite } from '../search/setup.ts';
import { stopAll, until, untilPainted, withPage } from './browser.ts';

const titled = Object.fromEntries(
	PAYLOADS.map((payload, index): [string, string] => [
		`content/docs/hostile/page-${index}.md`,
		`---\ntitle: ${JSON.stringify(payload)}\ndescription: ${JSON.stringify(payload)}\n---\n\nText of hostile number${index}.\n`,
	]),
);
const offline = await offlineSite(titled);
const hosted = await hostedSite();

/** Asserts that no injected script ran or was requested; `withPage` reports violations of the policy. */
async function unharmed(page: Page): Promise<void> {
	assert.is(await page.evaluate(() => 'pwned' in window), false);
}

/** Pastes a text into the field. */
async function paste(page: Page, text: string): Promise<void> {
	await page.$eval(FIELD, (field) => (field as HTMLInputElement).select());
	await page.keyboard.sendCharacter(text);
}

test('the corpus has at least fifty payloads', () => {
	assert.ok(PAYLOADS.length >= 50);
	assert.is(new Set(PAYLOADS).size, PAYLOADS.length);
});

test('titles and descriptions of pages, shown by the modal and the search page', () =>
	withPage(`${offline.origin}/docs/routers`, {}, async (page) => {
		await openModal(page);
		for (const [index, payload] of PAYLOADS.entries()) {
			await paste(page, `number${index}`);
			await until(
				page,
				(text) =>
					[...document.querySelectorAll('.search-option')].some((option) =>
						option.textContent?.includes(text.trim().slice(0, 40)),
					),
				payload,
			);
			await unharmed(page);
		}
		await page.goto(`${offline.origin}/search?q=hostile`);
		await page.waitForSelector('.search-found');
		await until(
			page,
			(count) => {
				scrollTo(0, document.documentElement.scrollHeight);
				return document.querySelectorAll('.search-found').length >= count;
			},
			PAYLOADS.length,
		);
		await untilPainted(page);
		await unharmed(page);
	}));

test('queries, typed', () =>
	withPage(`${offline.origin}/docs/routers`, {}, async (page) => {
		await openModal(page);
		for (const payload of PAYLOADS) {
			await paste(page, payload);
			await new Promise((resume) => setTimeout(resume, 60));
			await unharmed(page);
		}
		await press(page, 'Escape');
		await untilClosed(page);
	}));

test('?q=, on the search page', () =>
	withPage(`${offline.origin}/search`, {}, async (page) => {
		for (const payload of PAYLOADS) {
			await page.goto(`${offline.origin}/search?q=${encodeURIComponent(payload)}`);
			await until(
				page,
				(text) => document.querySelector('h1')?.textContent === `Search results for "${text.trim()}"`,
				payload,
			);
			await page.waitForSelector('.search-results > *');
			await unharmed(page);
		}
	}));

test('hits of the service, in every field', () =>
	// Hovering a hit preloads its page, and these URLs do not exist.
	withPage(`${hosted.origin}/docs/routers`, { expected: /status of 404/ }, async (page) => {
		const value = (payload: string) => ({ value: `${payload} <mark>${payload}</mark>`, matchLevel: 'full' });
		hosted.service?.behave({
			hits: PAYLOADS.slice(0, 70).map((payload, index) => {
				const hierarchy = {
					lvl0: index % 13 === 0 ? payload : `Group ${index % 13}`,
					lvl1: payload,
					lvl2: payload,
					lvl3: null,
				};
				return {
					objectID: payload,
					url: index % 2 ? payload : `https://docs.example.com/docs/${encodeURIComponent(payload)}#${payload}`,
					type: ['lvl1', 'lvl2', 'content'][index % 3],
					hierarchy,
					content: payload,
					_snippetResult: { content: value(payload), hierarchy: { lvl1: value(payload), lvl2: value(payload) } },
					_highlightResult: { hierarchy: { lvl1: value(payload) } },
				};
			}),
		});
		await openModal(page);
		await paste(page, 'anything');
		await page.waitForSelector('[role="option"]');
		await unharmed(page);
		const hrefs = await page.$$eval('[role="option"]', (links) =>
			links.map((link) => (link as HTMLAnchorElement).protocol),
		);
		assert.ok(
			hrefs.every((protocol) => protocol === 'http:' || protocol === 'https:'),
			hrefs.join(),
		);
		const count = await page.$$eval('[role="option"]', (links) => links.length);
		for (let step = 0; step < count; step++) await press(page, 'ArrowDown');
		await page.goto(`${hosted.origin}/search?q=anything`);
		await page.waitForSelector('.search-found');
		await unharmed(page);
		assert.not.ok(
			await page.$$eval('.search-found a', (links) =>
				links.some((link) => !/^https?:$/.test((link as HTMLAnchorElement).protocol)),
			),
		);
	}));

test('stored searches are not trusted', () =>
	withPage(`${offline.origin}/docs/routers`, {}, async (page) => {
		await page.evaluate((payloads) => {
			const entries = payloads.map((payload, index) => ({
				href: index % 2 ? payload : '/docs/routers',
				external: index % 3 === 0,
				title: payload,
				place: payload,
			}));
			localStorage.setItem('search.recent.offline', JSON.stringify([...entries, null, 7, { title: {} }]));
			localStorage.setItem('search.favorites.offline', '{"no": "list"}');
		}, PAYLOADS);
		await openModal(page);
		await page.waitForSelector('.search-row, .search-hint');
		await unharmed(page);
		assert.not.ok(
			await page.$$eval('.search-option', (links) =>
				links.some((link) => !/^https?:$/.test((link as HTMLAnchorElement).protocol)),
			),
		);
	}));

test.after(async () => {
	await stopAll();
	await hosted.service?.close();
	await hosted.second?.close();
});

test.run();

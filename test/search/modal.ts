/** Actions of a reader in the search modal. */
import axe from 'axe-core';
import type { Page } from 'puppeteer';
import { type OpenOptions, until } from '../browser/browser.ts';

export const DIALOG = '.search-dialog';
export const FIELD = `${DIALOG} input`;
export const OPTION = `${DIALOG} [role="option"]`;

/** Blocks the files of the offline index. */
export const NO_INDEX: OpenOptions = {
	expected: /./,
	intercept(request) {
		if (!/assets\/search\/|search-worker/.test(request.url())) return false;
		void request.abort();
		return true;
	},
};

/** Presses the last key while the others are held. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
	const last = keys.pop() as 'Enter';
	for (const key of keys) await page.keyboard.down(key as 'Control');
	await page.keyboard.press(last);
	for (const key of keys.reverse()) await page.keyboard.up(key as 'Control');
}

/** Opens the modal with the keyboard. */
export async function openModal(page: Page): Promise<void> {
	await press(page, 'Control', 'k');
	await page.waitForSelector(FIELD);
	await until(page, (field) => document.activeElement === document.querySelector(field), FIELD);
}

/** Replaces the query in the open modal. */
export async function type(page: Page, query: string): Promise<void> {
	await page.$eval(FIELD, (field) => (field as HTMLInputElement).select());
	await page.keyboard.type(query);
}

/** Opens the modal, types a query, and waits for results. */
export async function searchFor(page: Page, query: string): Promise<void> {
	await openModal(page);
	await type(page, query);
	await settled(page, query);
}

/** Waits until the results of this query show: the "See all" link contains it. Fails with the current screen. */
export async function settled(page: Page, query: string): Promise<void> {
	await until(
		page,
		(text) =>
			document
				.querySelector('.search-all')
				?.getAttribute('href')
				?.endsWith(`?q=${encodeURIComponent(text)}`),
		query,
	).catch(async (error: Error) => {
		const shown = await page.evaluate(
			(field) => [
				document.querySelector<HTMLInputElement>(field)?.value,
				document.querySelector('[role="dialog"]')?.textContent,
			],
			FIELD,
		);
		throw new Error(`No answer to "${query}" is shown, but ${JSON.stringify(shown)}`, { cause: error });
	});
	await until(page, () => document.querySelector('[role="option"][aria-selected="true"]'));
}

export function isOpen(page: Page): Promise<boolean> {
	return page.evaluate(() => document.querySelector('.search-dialog') !== null);
}

export async function untilClosed(page: Page): Promise<void> {
	await until(page, () => !document.querySelector('.search-dialog'));
}

export function value(page: Page): Promise<string> {
	return page.$eval(FIELD, (field) => (field as HTMLInputElement).value);
}

/** Texts of all elements that match. */
export function texts(page: Page, selector: string): Promise<string[]> {
	return page.$$eval(selector, (elements) => elements.map((element) => element.textContent?.trim() ?? ''));
}

/** Index of the active option. */
export function active(page: Page): Promise<number> {
	return page.$$eval('[role="option"]', (options) =>
		options.findIndex((option) => option.getAttribute('aria-selected') === 'true'),
	);
}

export function stored(page: Page, key: string): Promise<{ title: string; href: string }[]> {
	return page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '[]'), key);
}

/** Presses Enter, and waits until the modal is closed and the page has loaded and faded in. */
export async function follow(page: Page): Promise<void> {
	const asked = await page.evaluate(
		() => document.querySelector('[role="option"][aria-selected="true"]')?.getAttribute('href') ?? '',
	);
	await press(page, 'Enter');
	await untilClosed(page);
	await until(page, (href) => location.href.endsWith(href), asked);
	await page.waitForNetworkIdle({ idleTime: 100 });
	await until(page, () => document.getAnimations().length === 0);
}

/** Violations that axe-core finds in an element. */
export async function faults(page: Page, selector: string): Promise<string[]> {
	await page.evaluate(axe.source);
	return page.evaluate(async (where) => {
		const { axe } = window as unknown as { axe: typeof import('axe-core') };
		const { violations } = await axe.run(where);
		return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
	}, selector);
}

/** Pages without scripts, opened in parallel in the browser of the test file. */
import type { Browser, Page } from 'puppeteer';
import { prefer, WIDE } from './open.ts';

/** Pages that are checked in parallel. */
const SIDE_BY_SIDE = 2;

/** One page of each kind of the repository's site, and those with the most content. */
export const KINDS = [
	'/',
	'/media',
	'/search',
	'/404.html',
	'/blog',
	'/blog/archive',
	'/blog/tags',
	'/blog/tags/trpc',
	'/blog/introducing-trpc',
	'/docs/',
	'/docs/quickstart',
	'/docs/server/introduction',
	'/docs/server/adapters/express',
	'/docs/landing-intro/Step1',
	'/docs/v9/react-queries',
];

/** Opens pages without scripts in a browser. */
export function stillPages(browser: Browser): (view?: typeof WIDE) => Promise<Page> {
	return async (view = WIDE) => {
		const page = await browser.newPage();
		await page.setJavaScriptEnabled(false);
		await page.setViewport(view);
		await prefer(page, 'light');
		return page;
	};
}

/** Runs `look` on every URL, several in parallel; `open` creates the pages. */
export async function everyPage(
	list: string[],
	open: () => Promise<Page>,
	look: (page: Page, address: string) => Promise<void>,
): Promise<void> {
	const queue = [...list];
	await Promise.all(
		Array.from({ length: SIDE_BY_SIDE }, async () => {
			const page = await open();
			for (let address = queue.shift(); address !== undefined; address = queue.shift()) await look(page, address);
			await page.close();
		}),
	);
}

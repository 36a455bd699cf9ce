/** Videos: a poster that requests nothing from another site until the reader plays the video. */
import type { HTTPRequest, Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { attributeOf, clickLink, saving, serveSite, stopAll, until, withPage } from './browser.ts';

const PLAYER = 'https://www.youtube-nocookie.com/embed/x4mu-jOiA0Q?autoplay=1';
const PAGE = 'https://www.youtube.com/watch?v=x4mu-jOiA0Q';

const site = await serveSite({
	'site.config.ts': `export default { title: 'Videos', url: 'https://example.org' };`,
	'content/docs/video.md': `---\ntitle: Video\n---\n\n<Video id="x4mu-jOiA0Q" title="How it works" minutes={20} />\n`,
	'content/docs/part.md': `---\ntitle: Part\n---\n\n<Video id="https://youtu.be/x4mu-jOiA0Q?t=1m30s" title="A part" />\n`,
	'content/docs/plain.md': '---\ntitle: Plain\n---\n\n[Video](./video.md)\n',
});

test.after(stopAll);

/** Responds for the other site, and records requests. */
function otherSite(asked: string[]): (request: HTTPRequest) => boolean {
	return (request) => {
		if (request.url().startsWith(site.origin)) return false;
		asked.push(request.url());
		void request.respond({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Player</title>' });
		return true;
	};
}

/** Waits until the widget of an element has its listener; before, the poster is a link. */
async function listening(page: Page, selector: string): Promise<void> {
	const session = await page.createCDPSession();
	for (let frame = 0; frame < 600; frame++) {
		const { result } = await session.send('Runtime.evaluate', { expression: `document.querySelector('${selector}')` });
		const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
		if (listeners.some(({ type }) => type === 'click')) return;
		await page.evaluate(() => new Promise(requestAnimationFrame));
	}
	throw new Error(`Nothing listens at ${selector}`);
}

test('a click replaces the poster with the player and focuses it', async () => {
	const asked: string[] = [];
	await withPage(`${site.origin}/docs/video`, { intercept: otherSite(asked) }, async (page) => {
		assert.is(await page.$eval('a.video', (poster) => poster.textContent), 'How it works YouTube · 20 min');
		assert.equal(asked, []);
		await page.click('a.video');
		await page.waitForSelector('iframe.video');
		assert.is(await attributeOf(page, 'iframe.video', 'src'), PLAYER);
		assert.is(await page.$('a.video'), null);
		assert.ok(await page.evaluate(() => document.activeElement?.matches('iframe.video')));
		assert.equal(asked, [PLAYER]);
	});
});

test('the player starts where the URL says', async () => {
	const asked: string[] = [];
	await withPage(`${site.origin}/docs/part`, { intercept: otherSite(asked) }, async (page) => {
		await page.click('a.video');
		await page.waitForSelector('iframe.video');
		assert.is(await attributeOf(page, 'iframe.video', 'src'), `${PLAYER}&start=90`);
	});
});

test('the Enter key does the same, also on a page that was swapped in', async () => {
	const asked: string[] = [];
	await withPage(`${site.origin}/docs/plain`, { intercept: otherSite(asked) }, async (page) => {
		await clickLink(page, 'main a[href="/docs/video"]');
		await page.waitForSelector('a.video');
		await listening(page, 'a.video');
		await page.focus('a.video');
		await page.keyboard.press('Enter');
		await page.waitForSelector('iframe.video');
		assert.equal(asked, [PLAYER]);
	});
});

test('without scripts, or with a modifier key, the poster is a link', async () => {
	await withPage(`${site.origin}/docs/video`, { scripts: false }, async (page) => {
		assert.is(await attributeOf(page, 'a.video', 'href'), PAGE);
		assert.is(await attributeOf(page, 'a.video', 'target'), '_blank');
	});
	const asked: string[] = [];
	await withPage(`${site.origin}/docs/video`, { intercept: otherSite(asked) }, async (page) => {
		await until(page, () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/video-')));
		await page.$eval('a.video', (poster) => {
			poster.addEventListener('click', (event) => {
				document.title = String(event.defaultPrevented);
				event.preventDefault();
			});
			poster.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }));
		});
		assert.is(await page.title(), 'false');
		assert.ok(await page.$('a.video'));
		assert.equal(asked, []);
	});
});

test('only pages with videos load the code for videos', async () => {
	const files = (requests: string[]): string[] =>
		requests.filter((path) => /\/(?:video-\w+\.css|rare-widgets-\w+\.js)$/.test(path));
	// Without prefetching, which loads parts of other pages.
	await withPage(`${site.origin}/docs/plain`, { before: saving }, async (page, { requests }) => {
		await page.waitForNetworkIdle();
		assert.equal(files(requests), []);
	});
	await withPage(`${site.origin}/docs/video`, { before: saving }, async (page, { requests }) => {
		await until(page, () =>
			performance.getEntriesByType('resource').some(({ name }) => /rare-widgets-\w+\.js/.test(name)),
		);
		assert.is(files(requests).length, 2);
	});
});

test.run();

/** `docsgen dev` in an open browser: saved changes show in place, findings in an overlay. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Serving, serveDevFolder } from '../disk-site.ts';
import { config, doc } from '../memory-site.ts';
import { temporaryFolder } from '../program.ts';
import { writeFiles } from '../write-files.ts';
import { complaintsOf, openBrowser, WIDE } from './open.ts';

type Files = Record<string, string>;

const browser = await openBrowser();
const servers = new Set<Serving>();

/** A page that is long enough to scroll. */
function long(middle: string): string {
	const part = (name: string): string =>
		Array.from({ length: 30 }, (_, index) => `## ${name} ${index}\n\nWords of ${name} ${index}.`).join('\n\n');
	return `${part('Before')}\n\n${middle}\n\n<details>\n<summary>More</summary>\n\nInner.\n\n</details>\n\n${part('After')}`;
}

const settings = { favicon: 'icon.svg' };
const files: Files = {
	'site.config.ts': config(settings),
	'content/static/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
	'content/docs/index.md': doc('Home', 'Welcome.', 'slug: /'),
	'content/docs/guide.md': doc('Guide', long('The middle.')),
};

async function serve(root: string, port = 0): Promise<Serving> {
	const server = await serveDevFolder(root, { port });
	servers.add(server);
	return server;
}

interface Open {
	root: string;
	server: Serving;
	page: Page;
	complaints: string[];
}

/** Serves the site, opens a page, and marks it; a reload loses the mark. */
async function open(path: string, prepare?: (page: Page, root: string) => Promise<void>): Promise<Open> {
	const root = temporaryFolder('dev-browser');
	writeFiles(root, files);
	const server = await serve(root);
	const page = await browser.newPage();
	await page.setViewport(WIDE);
	const complaints = complaintsOf(page, new URL(server.url).origin);
	await prepare?.(page, root);
	await page.goto(server.url.replace(/\/$/, '') + path);
	await page.evaluate(() => Object.assign(window, { isSamePage: true }));
	return { root, server, page, complaints };
}

const isSamePage = (page: Page): Promise<boolean> => page.evaluate(() => 'isSamePage' in window);
const textOf = (page: Page): Promise<string> => page.$eval('body', (body) => body.innerText);
const overlayOf = (page: Page): Promise<string> =>
	page.evaluate(() => document.querySelector('docsgen-overlay')?.shadowRoot?.textContent ?? '');

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
	for (let turn = 0; turn < 400; turn++) {
		if (await isSo().catch(() => false)) return;
		await wait(50);
	}
	throw new Error(`Never so: ${what}`);
}

const shows = (page: Page, text: string): Promise<void> =>
	until(`the page shows ${text}`, async () => (await textOf(page)).includes(text));

async function close({ page, server }: Open): Promise<void> {
	await page.close();
	servers.delete(server);
	await server.close();
}

test.after(async () => {
	await browser.close();
	for (const server of servers) await server.close();
});

test('a saved change shows, and the reader keeps the scroll position', async () => {
	const opened = await open('/docs/guide');
	const { page, root, complaints } = opened;
	await page.evaluate(() => {
		document.querySelector('.markdown details')?.setAttribute('open', '');
		document.querySelector('#after-10')?.scrollIntoView();
		document.querySelector<HTMLElement>('#after-10 a')?.focus({ preventScroll: true });
	});
	const place = (): Promise<(number | boolean | string | undefined)[]> =>
		page.evaluate(() => [
			Math.round(window.scrollY),
			document.querySelector('.markdown details')?.hasAttribute('open'),
			document.activeElement?.getAttribute('href') ?? '',
		]);
	const before = await place();
	assert.ok(Number(before[0]) > 1000);
	writeFiles(root, { 'content/docs/guide.md': doc('Guide', long('The new middle.')) });
	await shows(page, 'The new middle.');
	assert.equal(await place(), before);
	assert.ok(await isSamePage(page), 'it was not loaded anew');
	writeFiles(root, { 'content/docs/guide.md': doc('New title', `New first paragraph.\n\n${long('The new middle.')}`) });
	await shows(page, 'New first paragraph.');
	assert.is(await page.title(), 'New title | Site');
	assert.is(
		await page.evaluate(() => document.querySelectorAll('.markdown h2').length),
		60,
		'nothing is lost or doubled',
	);
	assert.ok(await isSamePage(page));
	assert.equal(complaints, []);
	await close(opened);
});

test('an edit sends its page with the news: the browser asks for nothing', async () => {
	const opened = await open('/docs/guide');
	const { page, root } = opened;
	const more = async (text: string, middle = text): Promise<string[]> => {
		const asked: string[] = [];
		const note = (request: { url(): string }): void => {
			const { pathname } = new URL(request.url());
			if (/^\/docs\/guide|__docsgen/.test(pathname)) asked.push(pathname);
		};
		page.on('request', note);
		writeFiles(root, { 'content/docs/guide.md': doc('Guide', long(middle)) });
		await shows(page, text);
		// The news of the check that follows has nothing to ask for either.
		await wait(1500);
		page.off('request', note);
		return asked;
	};
	await page.waitForNetworkIdle();
	assert.equal(await more('A new middle.'), []);
	assert.equal(await more('A new heading', '## A new heading\n\nText.'), [], 'the same for what the plan depends on');
	await close(opened);
});

test('an updated page equals a freshly loaded one', async () => {
	const opened = await open('/docs/guide');
	const { page, root } = opened;
	const texts = [
		doc('Guide', '# Own heading\n\n- a\n- b\n\n| a |\n|---|\n| b |\n'),
		doc('Guide', long('x'), 'tags: [one, two]'),
		doc('Guide', '```ts title="a.ts"\nconst a = 1;\n```\n\n:::tip\n\nText.\n\n:::'),
		doc('Guide', long('Last.')),
	];
	for (const [index, text] of texts.entries()) {
		const title = `Turn ${index}`;
		writeFiles(root, { 'content/docs/guide.md': text.replace('title: Guide', `title: ${title}`) });
		await until(`${title} shows`, async () => (await page.title()).startsWith(title));
		const content = (from: Page): Promise<string> => from.$eval('main', (main) => (main as HTMLElement).innerText);
		const fresh = await browser.newPage();
		await fresh.setViewport(WIDE);
		await fresh.goto(page.url());
		// Buttons are added at the first sign of a reader.
		for (const one of [page, fresh]) {
			// The first move in a new tab only gives the pointer a position.
			await one.bringToFront();
			await one.mouse.move(1, 1);
			await one.mouse.move(9, 9);
			await one.waitForFunction(() => document.adoptedStyleSheets.length > 0);
			await one.waitForFunction(
				() =>
					document.querySelectorAll('.code').length ===
					document.querySelectorAll('[aria-label="Toggle word wrap"]').length,
			);
		}
		// The interactive scripts load in each at a different time.
		await until(`${title} is the same`, async () => (await content(page)) === (await content(fresh)));
		await fresh.close();
	}
	await close(opened);
});

test('styles change without a flash of unstyled content', async () => {
	const opened = await open('/docs/guide');
	const { page, root } = opened;
	const sheets = (): Promise<number> => page.evaluate(() => document.querySelectorAll('link[rel="stylesheet"]').length);
	const before = await sheets();
	writeFiles(root, { 'templates/styles/print.css': '.markdown p { color: rgb(1, 2, 3) }' });
	await until('the new style holds', () =>
		page.$eval('.markdown p', (text) => getComputedStyle(text).color === 'rgb(1, 2, 3)'),
	);
	assert.is(await sheets(), before);
	assert.ok(await isSamePage(page));
	await close(opened);
});

test('A-26: the first template, style sheet and component of a site show without a reload', async () => {
	const opened = await open('/docs/guide', async (_, folder) =>
		writeFiles(folder, { 'site.config.ts': config({ ...settings, footer: { copyright: 'Whoever' } }) }),
	);
	const { page, root, complaints } = opened;
	await shows(page, 'Whoever');
	await page.evaluate(() => document.querySelector('#after-10')?.scrollIntoView());
	const place = (): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
	const before = await place();
	writeFiles(root, { 'templates/Footer.tsx': 'export function Footer() {\n\treturn <footer>My footer</footer>;\n}\n' });
	await shows(page, 'My footer');
	writeFiles(root, { 'templates/styles/print.css': '.navbar { --mine: 1 }' });
	const mine = (): Promise<string | undefined> =>
		page.$eval('.navbar', (bar) => getComputedStyle(bar).getPropertyValue('--mine'));
	await until('the style sheet counts', async () => (await mine()) === '1');
	writeFiles(root, {
		'templates/components/Mine.tsx': 'export function Mine() {\n\treturn <p>My component</p>;\n}\n',
		'content/docs/guide.md': doc('Guide', long('<Mine />')),
	});
	await shows(page, 'My component');
	assert.ok(await isSamePage(page), 'it was not loaded anew');
	assert.is(await place(), before);
	assert.equal(complaints, []);
	await close(opened);
});

test('a change shows on other pages that mention it', async () => {
	const opened = await open('/docs/');
	const { page, root } = opened;
	writeFiles(root, { 'content/docs/new.md': doc('A new page') });
	await shows(page, 'A new page');
	rmSync(join(root, 'content/docs/new.md'));
	await until('it is gone', async () => !(await textOf(page)).includes('A new page'));
	await close(opened);
});

test('findings show in an overlay, and disappear when they are fixed', async () => {
	const opened = await open('/docs/guide');
	const { page, root, complaints } = opened;
	assert.is(await overlayOf(page), '');
	writeFiles(root, { 'content/docs/guide.md': doc('Guide', '<Unknown />') });
	await until('the overlay shows', async () => (await overlayOf(page)).includes('Unknown'));
	assert.match(await overlayOf(page), 'content/docs/guide.md');
	await page.reload();
	await until('it shows on a page that is loaded now', async () => (await overlayOf(page)).includes('Unknown'));
	const card = await page.evaluate(
		() => (document.querySelector('docsgen-overlay')?.shadowRoot?.firstElementChild?.clientHeight ?? 0) / innerHeight,
	);
	assert.ok(card > 0.05 && card < 0.7, 'the page stays visible');
	await page.evaluate(() =>
		document.querySelector('docsgen-overlay')?.shadowRoot?.querySelector<HTMLElement>('.close')?.click(),
	);
	assert.is(await overlayOf(page), '', 'a button puts it away');
	await page.reload();
	await until('it is there again', async () => (await overlayOf(page)).includes('Unknown'));
	await page.keyboard.press('Escape');
	assert.is(await overlayOf(page), '', 'Escape puts it away');
	writeFiles(root, { 'content/docs/guide.md': doc('Guide', '<Unknown />\n\nMore words.') });
	await shows(page, 'More words.');
	assert.is(await overlayOf(page), '', 'the same findings stay away');
	writeFiles(root, { 'site.config.ts': config({ ...settings, titel: 'x' }) });
	await until('the next mistake shows', async () => (await overlayOf(page)).includes('titel'));
	writeFiles(root, { 'site.config.ts': config(settings), 'content/docs/guide.md': doc('Guide', 'Mended.') });
	await shows(page, 'Mended.');
	await until('the overlay is gone', async () => (await overlayOf(page)) === '');
	assert.equal(complaints, []);
	await close(opened);
});

test('a deleted page comes back when its file does', async () => {
	const opened = await open('/docs/guide');
	const { page, root } = opened;
	rmSync(join(root, 'content/docs/guide.md'));
	await shows(page, 'Page Not Found');
	writeFiles(root, { 'content/docs/guide.md': doc('Guide', 'Back again.') });
	await shows(page, 'Back again.');
	await close(opened);
});

test('an open page is led to its new address when its file is renamed, in one step or in two', async () => {
	const opened = await open('/docs/guide?x=1#after-3');
	const { page, root, complaints } = opened;
	const at = (path: string): string => join(root, 'content/docs', path);
	const leads = (to: string): Promise<void> =>
		until(`it leads to ${to}`, async () => {
			const { pathname, search, hash } = new URL(page.url());
			return pathname + search + hash === to && (await textOf(page)).includes('The middle.');
		});
	renameSync(at('guide.md'), at('handbook.md'));
	await leads('/docs/handbook?x=1#after-3');
	rmSync(at('handbook.md'));
	await shows(page, 'Page Not Found');
	writeFiles(root, { 'content/docs/group/größe.md': doc('Other title', long('The middle.')) });
	await leads(`/docs/group/${encodeURIComponent('größe')}?x=1#after-3`);
	writeFiles(root, { 'content/docs/group/größe.md': doc('Title', `New text. ${long('The middle.')}`, 'slug: /size') });
	await leads('/docs/size?x=1#after-3');
	const unexpected = complaints.filter((text) => !/status of 404/.test(text));
	assert.equal(unexpected, [], 'between the two steps there is no page');
	await close(opened);
});

test('a change during page load is not missed', async () => {
	const opened = await open('/docs/guide', async (page, root) => {
		await page.setRequestInterception(true);
		page.on('request', async (request) => {
			if (request.url().includes('/__docsgen/dev.js')) {
				writeFiles(root, { 'content/docs/guide.md': doc('Guide', 'Changed meanwhile.') });
				await wait(2500);
			}
			await request.continue();
		});
	});
	await shows(opened.page, 'Changed meanwhile.');
	await close(opened);
});

test('eight tabs load, show each change, and still do when the one with the stream is closed', async () => {
	const opened = await open('/docs/guide');
	const { page: first, root, server } = opened;
	const others: Page[] = [];
	for (let count = 1; count < 8; count++) {
		const page = await browser.newPage();
		others.push(page);
		await page.goto(first.url(), { waitUntil: 'domcontentloaded', timeout: 20_000 });
	}
	writeFiles(root, { 'content/docs/guide.md': doc('Guide', 'For all of them.') });
	for (const page of [first, ...others]) await shows(page, 'For all of them.');
	await first.close();
	writeFiles(root, { 'content/docs/guide.md': doc('Guide', '<Unknown />') });
	for (const page of others) await until('the overlay shows', async () => (await overlayOf(page)).includes('Unknown'));
	writeFiles(root, { 'content/docs/guide.md': doc('Guide', 'For the others.') });
	for (const page of others) await shows(page, 'For the others.');
	for (const page of others) await page.close();
	servers.delete(server);
	await server.close();
});

test('open pages reconnect to a restarted server', async () => {
	const opened = await open('/docs/guide');
	const { page, root, server } = opened;
	const port = Number(new URL(server.url).port);
	servers.delete(server);
	await server.close();
	writeFiles(root, { 'content/docs/guide.md': doc('Guide', 'After the pause.') });
	const again = await serve(root, port);
	await shows(page, 'After the pause.');
	await close({ ...opened, server: again });
});

test.run();

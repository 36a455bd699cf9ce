/**
 * Browser tests of the shell: builds a site from files in memory, serves it like a host, and opens it in pages that
 * report every error and every violation of the security policy. `stopAll` stops everything that is started here.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, HTTPRequest, Page } from 'puppeteer';
import * as assert from 'uvu/assert';
import { diskProject, type Project } from '../../src/cli/disk/project.ts';
import { createPreview } from '../../src/cli/http/server.ts';
import { toText } from '../../src/cli/terminal/report.ts';
import { buildFolder, type Serving, serveDevFolder } from '../disk-site.ts';
import { sharing } from '../memory-project.ts';
import { recordSite, writeSites } from '../site-bytes.ts';
import { writeFiles } from '../write-files.ts';
import { NARROW, openBrowser, saidBy, WIDE } from './open.ts';

export { NARROW, WIDE };

/** A served site. */
export interface Served {
	/** Without a trailing slash. */
	origin: string;
	/** Folder of the site's files, and of its output. */
	folder: string;
	outDir: string;
	/** Rebuilds after files have changed. */
	rebuild(): Promise<void>;
}

const stops: (() => unknown)[] = [];
let browser: Promise<Browser> | undefined;

function projectOf(folder: string, outDir: string): Project {
	const project = diskProject(folder, outDir);
	const isShared = (name: string): boolean => /^(?:templates|scripts|dev)(?:-|$)/.test(name);
	return existsSync(join(folder, 'templates')) ? project : { ...project, store: sharing(project.store, isShared) };
}

function folderOf(files: Record<string, string>): string {
	const folder = mkdtempSync(join(tmpdir(), 'docsgen-shell-'));
	stops.push(() => rmSync(folder, { recursive: true, force: true }));
	writeFiles(folder, files);
	return folder;
}

/** Builds a site and serves it below `baseUrl`. Throws with the report if it has errors. */
export async function serveSite(files: Record<string, string>, baseUrl = '/'): Promise<Served> {
	const folder = folderOf(files);
	const outDir = join(folder, 'build');
	const rebuild = async (): Promise<void> => {
		const result = await buildFolder(folder, { baseUrl }, projectOf(folder, outDir));
		if (!result.ok) throw new Error(toText(result.diagnostics));
		recordSite(folder, baseUrl);
	};
	await rebuild();
	return { origin: await serveFolder(outDir, baseUrl), folder, outDir, rebuild };
}

/** Serves a built site; returns its origin. */
export async function serveFolder(root: string, baseUrl = '/'): Promise<string> {
	const server = await createPreview({ root, baseUrl, port: 0 });
	if (server.kind === 'failed') throw new Error(server.diagnostic.message);
	stops.push(() => server.close());
	return new URL(server.url).origin;
}

/** Serves a site with `docsgen dev`; `refresh` makes it check for changed files. */
export async function serveDev(files: Record<string, string>): Promise<{ origin: string; folder: string } & Serving> {
	const folder = folderOf(files);
	const server = await serveDevFolder(folder, { watch: false }, projectOf(folder, join(folder, 'build')));
	stops.push(() => server.close());
	return { ...server, folder, origin: new URL(server.url).origin };
}

/** Stops everything; call it after the last test. */
export async function stopAll(): Promise<void> {
	await (await browser)?.close();
	for (const stop of stops.splice(0).reverse()) await stop();
	await writeSites();
}

export interface OpenOptions {
	/** `NARROW`, or `WIDE` (default). */
	view?: typeof WIDE;
	/** Runs in the page before its scripts. */
	before?: () => void;
	/** Responds to a request and returns true, or returns false. */
	intercept?: (request: HTTPRequest) => boolean;
	/** Media features; the default is a light color scheme and no reduced motion. */
	media?: Record<string, string>;
	/** False disables the page's scripts. */
	scripts?: boolean;
	/** False does not wait for the main script, because it will not load or redirects. */
	ready?: boolean;
	/** A context whose pages share storage. */
	context?: BrowserContext;
	/** Messages that the test expects. */
	expected?: RegExp;
}

/** A page of a site, with its messages. */
export interface OpenPage {
	page: Page;
	/** Warnings and errors so far. */
	said: string[];
	/** Paths and queries of requests so far. */
	requests: string[];
}

/** Opens `url`, runs `test`, closes. Fails on an unexpected error, violation or warning in the page. */
export async function withPage(
	url: string,
	options: OpenOptions,
	test: (page: Page, open: OpenPage) => Promise<void>,
): Promise<void> {
	browser ??= openBrowser();
	const context = options.context ?? (await (await browser).createBrowserContext());
	const page = await context.newPage();
	const said: string[] = [];
	const requests: string[] = [];
	page.on('console', (message) => said.push(...saidBy(message)));
	page.on('pageerror', (error) => said.push(String(error)));
	await page.setViewport(options.view ?? WIDE);
	await page.setJavaScriptEnabled(options.scripts ?? true);
	const media = { 'prefers-color-scheme': 'light', 'prefers-reduced-motion': 'no-preference', ...options.media };
	const features = Object.entries(media).map(([name, value]) => ({ name, value }));
	// Puppeteer's own method refuses forced colors.
	if ('forced-colors' in media) await (await page.createCDPSession()).send('Emulation.setEmulatedMedia', { features });
	else await page.emulateMediaFeatures(features);
	page.on('request', (request) => {
		const { pathname, search } = new URL(request.url());
		requests.push(pathname + search);
	});
	if (options.intercept) {
		const { intercept } = options;
		await page.setRequestInterception(true);
		page.on('request', (request) => {
			if (!request.isInterceptResolutionHandled() && !intercept(request)) void request.continue();
		});
	}
	if (options.before) await page.evaluateOnNewDocument(options.before);
	try {
		await page.goto(url, { waitUntil: 'load' });
		if (options.scripts !== false && options.ready !== false) await page.waitForSelector('html[data-ready]');
		// Give the pointer a position, so that the next move is a movement.
		await page.mouse.move(0, 0);
		await test(page, { page, said, requests });
		const problems = said.filter((text) => !options.expected?.test(text));
		assert.equal(problems, [], 'the page reports');
	} finally {
		await page.close();
		if (!options.context) await context.close();
	}
}

/** A new context, for pages that share storage. */
export async function newContext(): Promise<BrowserContext> {
	browser ??= openBrowser();
	return (await browser).createBrowserContext();
}

/* ---------------------------------------------------------------- helpers for pages */

/** Milliseconds to wait for one thing in a page. */
const PATIENCE_MS = 15_000;

/** Waits until a condition is true; it runs in the page. The error has the condition. */
export async function until<T extends unknown[]>(
	page: Page,
	condition: (...values: T) => unknown,
	...values: T
): Promise<void> {
	const how = { timeout: PATIENCE_MS, polling: 20 };
	try {
		await page.waitForFunction(condition as (...values: unknown[]) => unknown, how, ...values);
	} catch (cause) {
		const what = `${condition}${values.length > 0 ? ` with ${JSON.stringify(values)}` : ''}`;
		throw new Error(`${page.url()}: waited ${PATIENCE_MS / 1000} s for ${what}`, { cause });
	}
}

/** Milliseconds to wait for the compiler: its first answer takes seconds, or minutes where other programs run. */
const COMPILER_MS = 180_000;

/**
 * Waits until a condition about the compiler is true; it runs in the page. Each look is one command, because puppeteer's
 * own waits are one command as a whole, and end when a command may take no longer.
 */
export async function untilCompiled<T extends unknown[]>(
	page: Page,
	condition: (...values: T) => unknown,
	...values: T
): Promise<void> {
	const end = Date.now() + COMPILER_MS;
	while (!(await page.evaluate(condition as (...values: unknown[]) => unknown, ...values))) {
		if (Date.now() > end)
			throw new Error(`${page.url()}: waited ${COMPILER_MS / 1000} s for ${condition} with ${JSON.stringify(values)}`);
		await new Promise((done) => setTimeout(done, 50));
	}
}

/** Marks the document; a full load loses the mark. */
export async function markDocument(page: Page): Promise<void> {
	await page.evaluate(() => Object.assign(window, { testMark: true }));
}

/** True while the document still has its mark. */
export function isMarked(page: Page): Promise<boolean> {
	return page.evaluate(() => 'testMark' in window);
}

/** Waits until the page with this h1 has faded in: until then it receives no pointer events. */
export async function untilHeading(page: Page, heading: string): Promise<void> {
	await until(page, (text) => document.querySelector('main h1')?.textContent?.trim() === text, heading);
	await untilStill(page);
}

/** Waits until no view transition is running. */
export async function untilStill(page: Page): Promise<void> {
	// A transition starts a frame after its page was swapped in; until it ends, it takes the clicks.
	await untilPainted(page);
	await until(page, () =>
		document.getAnimations().every(({ effect }) => {
			const pseudo = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
			return !pseudo?.startsWith('::view-transition');
		}),
	);
}

/** Clicks a link by script, like the keyboard, wherever it is. */
export async function clickLink(page: Page, selector: string): Promise<void> {
	await page.$eval(selector, (element) => (element as HTMLElement).click());
}

/** Moves the pointer, wherever it was, and waits until the interactive scripts have run. */
export async function giveSign(page: Page): Promise<void> {
	await page.mouse.move(1, 1);
	await page.mouse.move(1, 600);
	await until(page, () => document.documentElement.dataset.ready === 'answers');
}

/** Waits until the script of tabs has run, which arrives after the main script: it hides the other panels. */
export async function untilTabs(page: Page): Promise<void> {
	await page.waitForSelector('.tab-panel[hidden="until-found"]');
}

/** Text of the first element that matches. */
export function textOf(page: Page, selector: string): Promise<string> {
	return page.$eval(selector, (element) => element.textContent?.trim() ?? '');
}

/** An attribute of the first element that matches. */
export function attributeOf(page: Page, selector: string, name: string): Promise<string | null> {
	return page.$eval(selector, (element, attribute) => element.getAttribute(attribute), name);
}

/** True if the element takes up space. */
export function isShown(page: Page, selector: string): Promise<boolean> {
	return page.$$eval(selector, (elements) =>
		elements.some((element) => {
			const { width, height } = element.getBoundingClientRect();
			return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
		}),
	);
}

/** Describes the focused element: its text, label or name. */
export function focused(page: Page): Promise<string> {
	return page.evaluate(() => {
		const element = document.activeElement;
		return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
	});
}

export function scrollTop(page: Page): Promise<number> {
	return page.evaluate(() => Math.round(scrollY));
}

/** Scrolls like a reader, in one step. Resolves when scripts have received the event. */
export async function scrollTo(page: Page, top: number): Promise<void> {
	await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
	await untilPainted(page);
}

/** Waits until all changes so far are painted. A page in a background tab paints nothing. */
export async function untilPainted(page: Page): Promise<void> {
	await page.evaluate(() => {
		Object.assign(window, { testFrames: 0 });
		requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { testFrames: 2 })));
	});
	await until(page, () => document.hidden || Reflect.get(window, 'testFrames') === 2);
}

/** For `before`: the page is in a background tab, where nothing that needs a frame ever happens. */
export function inBackground(): void {
	Object.defineProperty(Document.prototype, 'hidden', { get: () => true });
	Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' });
	window.requestAnimationFrame = () => 0;
	const { animate } = Element.prototype;
	Element.prototype.animate = function (...words) {
		const animation = animate.apply(this, words);
		animation.pause();
		return animation;
	};
	const never = new Promise<undefined>(() => undefined);
	const transition = { ready: never, finished: never, updateCallbackDone: never, skipTransition: () => undefined };
	Document.prototype.startViewTransition = () => transition as unknown as ViewTransition;
}

/** For `before`: the reader saves data, so nothing is prefetched (B-033). */
export function saving(): void {
	Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
}

/** The HTML of other pages: cached, and fetched early when a reader is likely to need it (B-032). */
import { all, around, BASE_URL, get, listen, pageKey, pageOf, root, savesData } from '../kit/kit.ts';

/** Limits of the cache: a number of pages, and their age in milliseconds, after which the site may have changed. */
const PAGE_LIMIT = 30;
const FRESH_MS = 300_000;

interface CachedPage {
	at: number;
	text: Promise<string>;
}

const pages = new Map<string, CachedPage>();
/** The cache mode of requests: `forgetPages` changes it. */
let cache: RequestCache = 'default';

/** Marks HTML as the not-found page of a docsgen site. */
const NOT_FOUND = 'page-not-found';

/**
 * HTML of the page at `path`, or of the not-found page if there is none. Rejects if there is no response, for an error
 * status, and if the path is a file that is not a page.
 */
export function loadPage(path: string): Promise<string> {
	const key = pageKey(path);
	const known = pages.get(key);
	if (known && performance.now() - known.at < FRESH_MS) return known.text;
	const text = fetchPage(path);
	pages.delete(key);
	pages.set(key, { at: performance.now(), text });
	text.catch(() => pages.delete(key));
	const [oldest] = pages.keys();
	if (pages.size > PAGE_LIMIT && oldest !== undefined) pages.delete(oldest);
	return text;
}

/** Empties the cache; from now on, every page is revalidated. */
export function forgetPages(): void {
	pages.clear();
	cache = 'no-cache';
}

/** Uses the browser's cache for what this window has just fetched, usually by prefetching. */
function cacheFor(path: string): RequestCache {
	const fetched = performance.getEntriesByName(new URL(path, location.href).href).at(-1);
	const isFresh = fetched && performance.now() - fetched.startTime < FRESH_MS;
	return cache === 'default' && isFresh ? 'force-cache' : cache;
}

async function fetchPage(path: string): Promise<string> {
	const response = await fetch(path, { cache: cacheFor(path), headers: { accept: 'text/html' } });
	if (response.status === 404) return notFoundPage(await response.text());
	if (!response.ok || !/\bhtml\b/.test(response.headers.get('content-type') ?? ''))
		throw new Error(`${path} is not a page: status ${response.status}`);
	return response.text();
}

/** Some hosts serve their own error page: then fetches the site's. */
async function notFoundPage(text: string): Promise<string> {
	if (text.includes(NOT_FOUND)) return text;
	return (await get(new URL('404.html', BASE_URL), { cache })).text();
}

/** Parses a page. Parsers without scripting treat the content of `noscript` as elements, so it is removed. */
export function parseHtml(text: string): Document {
	const page = new DOMParser().parseFromString(text, 'text/html');
	for (const element of all('noscript', page)) element.remove();
	return page;
}

/** Loads the code that swaps pages, when the reader approaches a link. */
export const loadSwapping = () => import('./swap.ts');

const preloaded = new Set<string>();

/** Fetches a link's target page, and the style sheets that only that page has. */
function preload(event: Event): void {
	const link = around<HTMLAnchorElement>(event, 'a[href]');
	const url = link && pageOf(link);
	if (!url || savesData()) return;
	const key = pageKey(url.pathname);
	if (preloaded.has(key) || key === pageKey(location.pathname)) return;
	preloaded.add(key);
	Promise.all([loadPage(url.pathname), loadSwapping()])
		.then(([text, { missingSheets }]) => Promise.all(missingSheets(parseHtml(text)).map((href) => fetch(href))))
		.catch(() => preloaded.delete(key));
}

/** Fetches a page when a pointer, a finger or the focus reaches a link to it (B-032), unless the reader saves data. */
export function startPreload(): void {
	for (const type of ['pointerover', 'touchstart', 'focusin']) listen(root, type, preload, { passive: true });
}

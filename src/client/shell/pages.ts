/** The HTML of other pages: fetched once, ahead of time where a reader is likely to want it (B-032). */
import { all, around, BASE_URL, get, listen, pageKey, pageOf, root, savesData } from '../kit/kit.ts';

/** Pages that are kept at most, and for how many milliseconds: later the site may have changed. */
const KEPT = 30;
const FRESH = 300_000;

interface Kept {
	at: number;
	text: Promise<string>;
}

const pages = new Map<string, Kept>();
/** How to fetch: dev says that everything may have changed. */
let cache: RequestCache = 'default';

/** What says that HTML is the not-found page of a docsgen site. */
const NOT_FOUND = 'page-not-found';

/**
 * Text of the page at `path`; paths that have none get the text of the not-found page. Rejects where there is no
 * answer, the server failed, or the path is a file that is no page.
 */
export function loadPage(path: string): Promise<string> {
	const key = pageKey(path);
	const known = pages.get(key);
	if (known && performance.now() - known.at < FRESH) return known.text;
	const text = fetchPage(path);
	pages.delete(key);
	pages.set(key, { at: performance.now(), text });
	text.catch(() => pages.delete(key));
	const [oldest] = pages.keys();
	if (pages.size > KEPT && oldest !== undefined) pages.delete(oldest);
	return text;
}

/** From now on every page is asked for anew. */
export function forgetPages(): void {
	pages.clear();
	cache = 'no-cache';
}

/** What this window has fetched a moment ago, most often ahead of a click, is not asked for again. */
function cacheFor(path: string): RequestCache {
	const fetched = performance.getEntriesByName(new URL(path, location.href).href).at(-1);
	const isFresh = fetched && performance.now() - fetched.startTime < FRESH;
	return cache === 'default' && isFresh ? 'force-cache' : cache;
}

async function fetchPage(path: string): Promise<string> {
	const response = await fetch(path, { cache: cacheFor(path), headers: { accept: 'text/html' } });
	if (response.status === 404) return notFoundPage(await response.text());
	if (!response.ok || !/\bhtml\b/.test(response.headers.get('content-type') ?? ''))
		throw new Error(`${path} is not a page: status ${response.status}`);
	return response.text();
}

/** Some hosts answer with a page of their own. */
async function notFoundPage(text: string): Promise<string> {
	if (text.includes(NOT_FOUND)) return text;
	return (await get(new URL('404.html', BASE_URL), { cache })).text();
}

/** A page as a document. Read without scripts, `noscript` would be like any other element: it is left out. */
export function parsePage(text: string): Document {
	const page = new DOMParser().parseFromString(text, 'text/html');
	for (const element of all('noscript', page)) element.remove();
	return page;
}

/** What puts a page in, loaded when a reader comes near a link. */
export const loadSwapping = () => import('./swap.ts');

const preloaded = new Set<string>();

/** Fetches the page that a link leads to, and the style sheets that it has more than this one. */
function preload(event: Event): void {
	const link = around<HTMLAnchorElement>(event, 'a[href]');
	const url = link && pageOf(link);
	if (!url || savesData()) return;
	const key = pageKey(url.pathname);
	if (preloaded.has(key) || key === pageKey(location.pathname)) return;
	preloaded.add(key);
	Promise.all([loadPage(url.pathname), loadSwapping()])
		.then(([text, { missingSheets }]) => Promise.all(missingSheets(parsePage(text)).map((href) => fetch(href))))
		.catch(() => preloaded.delete(key));
}

/** Pages ahead of time, when a pointer, a finger or the focus comes to a link (B-032). As sparing as `prefetch.ts`. */
export function startPreload(): void {
	for (const type of ['pointerover', 'touchstart', 'focusin']) listen(root, type, preload, { passive: true });
}

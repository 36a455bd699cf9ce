/** The HTML of other pages: fetched once, ahead of time where a reader is likely to want it (B-032). */
import { BASE_URL, pageKey } from '../kit/kit.ts';

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
	if (!response.ok) throw new Error(`${path} was answered with status ${response.status}`);
	if (!/\bhtml\b/.test(response.headers.get('content-type') ?? '')) throw new Error(`${path} is not a page`);
	return response.text();
}

/** Some hosts answer with a page of their own. */
async function notFoundPage(text: string): Promise<string> {
	if (text.includes(NOT_FOUND)) return text;
	const response = await fetch(new URL('404.html', BASE_URL), { cache });
	if (!response.ok) throw new Error('The site has no page for addresses without one');
	return response.text();
}

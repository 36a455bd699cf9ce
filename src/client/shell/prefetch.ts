/**
 * Prefetches the pages of links that come into view (B-030): each path once, one page at a time, the link nearest to
 * the middle of the window first, and up to a byte limit. Never for readers who save data (B-033). Errors are ignored.
 */
import { all, find, inSlices, listen, make, pageKey, pageOf, root, savesData } from '../kit/kit.ts';

/** Transferred bytes after which prefetching stops until the next page: at most 300 kB with the last page. */
const BYTE_LIMIT = 260_000;
/** Bytes counted for a page if the browser does not report its size. */
const UNKNOWN_BYTES = 10_000;

const prefetched = new Set<string>();
const waiting: URL[] = [];
let observer: IntersectionObserver | undefined;
let isBusy = false;
let spent = 0;

/** Fetches the page into the browser's cache, with low priority. */
async function prefetch({ pathname }: URL): Promise<void> {
	const key = pageKey(pathname);
	if (savesData() || prefetched.has(key) || key === pageKey(location.pathname)) return;
	prefetched.add(key);
	const link = make('link', { rel: 'prefetch', href: pathname });
	if (link.relList.supports('prefetch'))
		await new Promise((resolve) => {
			link.onload = link.onerror = resolve;
			find('head')?.append(link);
		});
	else await (await fetch(pathname, { priority: 'low' })).text();
	spent += (performance.getEntriesByName(link.href).at(-1) as PerformanceResourceTiming)?.transferSize ?? UNKNOWN_BYTES;
}

/** Queues the URLs ahead of those that wait: they are the most recent in view. */
async function prefetchSoon(urls: URL[]): Promise<void> {
	waiting.unshift(...urls);
	if (isBusy) return;
	isBusy = true;
	while (waiting.length > 0 && spent < BYTE_LIMIT)
		for (const url of waiting.splice(0, 1)) await prefetch(url).catch(() => undefined);
	isBusy = false;
}

/** Distance of a link from the middle of the window, in CSS pixels. */
function distance({ boundingClientRect: { x, y, width, height } }: IntersectionObserverEntry): number {
	return Math.hypot(x + (width - innerWidth) / 2, y + (height - innerHeight) / 2);
}

export function startPrefetch(): void {
	if ('IntersectionObserver' in window) {
		observer = new IntersectionObserver((entries) => {
			const near = entries.filter(({ isIntersecting }) => isIntersecting).sort((a, b) => distance(a) - distance(b));
			for (const { target } of near) observer?.unobserve(target);
			void prefetchSoon(near.flatMap(({ target }) => pageOf(target as HTMLAnchorElement) ?? []));
		});
	}
	void prefetchLinks();
	listen(root, 'docsgen:page', () => void prefetchLinks());
}

/** Observes the links of the page; without an IntersectionObserver, prefetches them all (B-031). */
async function prefetchLinks(): Promise<void> {
	spent = 0;
	const links: Element[] = [];
	await inSlices(all<HTMLAnchorElement>('a[href]'), (link) => {
		const url = pageOf(link);
		if (url && observer) links.push(link);
		else if (url) void prefetchSoon([url]);
	});
	// All at once, so that one report has them all to sort: of single reports, the last link would be fetched first.
	for (const link of links) observer?.observe(link);
}

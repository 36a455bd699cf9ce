/**
 * Pages ahead of time, as assets when a link comes into view (B-030). Never for readers who save data (B-033), each path
 * once, errors silent. What is nearest to the middle of the window comes first, one page at a time, and no more than a
 * reader may have use for.
 */
import { all, find, inSlices, listen, make, pageKey, pageOf, root, savesData } from '../kit/kit.ts';

/** Bytes, as they travel, after which nothing is fetched until the reader follows a link: 300 kB with the last page. */
const MOST = 260_000;
/** What a page counts where the browser does not tell. */
const USUAL = 10_000;

const seen = new WeakSet<Element>();
const prefetched = new Set<string>();
const waiting: URL[] = [];
let observer: IntersectionObserver | undefined;
let isBusy = false;
let spent = 0;

/** Fetches the page's assets, with the least priority, into the browser's own cache. */
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
	spent += (performance.getEntriesByName(link.href).at(-1) as PerformanceResourceTiming)?.transferSize ?? USUAL;
}

/** Takes these before what waits already: the reader has come to them since. */
async function prefetchSoon(urls: URL[]): Promise<void> {
	waiting.unshift(...urls);
	if (isBusy) return;
	isBusy = true;
	while (waiting.length > 0 && spent < MOST)
		for (const url of waiting.splice(0, 1)) await prefetch(url).catch(() => undefined);
	isBusy = false;
}

/** How far a link is from where the reader looks, in CSS pixels. */
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

/** Watches the links that are new to the page; where nothing can be watched, takes them all at once (B-031). */
async function prefetchLinks(): Promise<void> {
	spent = 0;
	const links = all<HTMLAnchorElement>('a[href]').filter((link) => !seen.has(link));
	await inSlices(links, (link) => {
		const url = pageOf(link);
		if (url) seen.add(link);
		if (url && !observer) void prefetchSoon([url]);
	});
	// Together: of links that are reported one after the other the last would come first, wherever it is.
	for (const link of links) if (seen.has(link)) observer?.observe(link);
}

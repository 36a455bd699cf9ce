/**
 * Pages ahead of time: as assets when a link comes into view (B-030), as text when a pointer or finger comes to it
 * (B-032). Never for readers who save data (B-033), each path once, errors silent.
 */
import { pageKey } from './address.ts';
import { all, around, find, listen, make, root } from './dom.ts';
import { pageOf } from './links.ts';
import { loadSwapping } from './navigate.ts';
import { loadPage } from './pages.ts';
import { inSlices } from './slices.ts';

const seen = new WeakSet<Element>();
const prefetched = new Set<string>();
const preloaded = new Set<string>();
let observer: IntersectionObserver | undefined;

/** B-033: without the connection API nothing is saved. */
function savesData(): boolean {
	const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } };
	return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true;
}

/** Fetches the page's assets, with the least priority, into the browser's own cache. */
function prefetch(url: URL): void {
	const key = pageKey(url.pathname);
	if (savesData() || prefetched.has(key) || key === pageKey(location.pathname)) return;
	prefetched.add(key);
	const link = make('link', { rel: 'prefetch', href: url.pathname });
	if (link.relList.supports('prefetch')) find('head')?.append(link);
	else fetch(url.pathname, { priority: 'low' }).catch(() => undefined);
}

function preload(event: Event): void {
	const link = around<HTMLAnchorElement>(event, 'a[href]');
	const url = link && pageOf(link);
	if (!url || savesData()) return;
	const key = pageKey(url.pathname);
	if (preloaded.has(key) || key === pageKey(location.pathname)) return;
	preloaded.add(key);
	loadPage(url.pathname).catch(() => preloaded.delete(key));
	loadSwapping().catch(() => undefined);
}

export function startPrefetch(): void {
	if ('IntersectionObserver' in window) {
		observer = new IntersectionObserver((entries) => {
			void inSlices(entries, ({ isIntersecting, target }) => {
				if (!isIntersecting) return;
				observer?.unobserve(target);
				const url = pageOf(target as HTMLAnchorElement);
				if (url) prefetch(url);
			});
		});
	}
	listen(root, 'pointerover', preload, { passive: true });
	listen(root, 'touchstart', preload, { passive: true });
	prefetchLinks();
}

/** Watches the links that are new to the page; where nothing can be watched, takes them all at once (B-031). */
export function prefetchLinks(): void {
	const links = all<HTMLAnchorElement>('a[href]').filter((link) => !seen.has(link));
	void inSlices(links, (link) => {
		const url = pageOf(link);
		if (!url) return;
		seen.add(link);
		if (observer) observer.observe(link);
		else prefetch(url);
	});
}

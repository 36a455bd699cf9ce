/**
 * Pages ahead of time, as assets when a link comes into view (B-030). Never for readers who save data (B-033), each
 * path once, errors silent.
 */
import { pageKey } from '../kit/address.ts';
import { all, find, make } from '../kit/dom.ts';
import { pageOf } from '../kit/links.ts';
import { savesData } from '../kit/saving.ts';
import { inSlices } from '../kit/slices.ts';

const seen = new WeakSet<Element>();
const prefetched = new Set<string>();
let observer: IntersectionObserver | undefined;

/** Fetches the page's assets, with the least priority, into the browser's own cache. */
function prefetch(url: URL): void {
	const key = pageKey(url.pathname);
	if (savesData() || prefetched.has(key) || key === pageKey(location.pathname)) return;
	prefetched.add(key);
	const link = make('link', { rel: 'prefetch', href: url.pathname });
	if (link.relList.supports('prefetch')) find('head')?.append(link);
	else fetch(url.pathname, { priority: 'low' }).catch(() => undefined);
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

/**
 * Notifies third-party scripts of in-page navigation: page views (B-300) and new content (B-303). Their scripts are in
 * the head of production builds only; if they are blocked, nothing happens.
 */
import { all, REFRESH } from '../kit/kit.ts';

/** A global function by its dotted name. An element with that id is not an own property of `window`. */
function globalFunction(name: string): ((...words: unknown[]) => void) | undefined {
	const parts = name.split('.');
	if (!Object.hasOwn(window, parts[0] ?? '')) return undefined;
	let owner: unknown;
	let value: unknown = window;
	for (const part of parts) {
		owner = value;
		value = Object(value)[part];
	}
	return typeof value === 'function' ? value.bind(owner) : undefined;
}

/**
 * Reports a page view with the page's URL and title, and its path without `.html`. A hash with a value, such as shared
 * code, stays in the browser.
 */
export function countView(url: URL, title: string): void {
	const { href, pathname, search, hash } = new URL(url.href.replace(/#\w+=.*/, ''));
	const path = pathname.replace(/\/index\.html$/, '/').replace(/\.html$/, '');
	globalFunction('gtag')?.('event', 'page_view', {
		page_title: title,
		page_location: href,
		page_path: path + search + hash,
	});
}

/** Calls the refresh functions of third-party scripts on the new page. */
export function refreshScripts(): void {
	for (const script of all(`script[${REFRESH}]`)) {
		try {
			globalFunction(script.getAttribute(REFRESH) ?? '')?.();
		} catch (error) {
			console.warn('The script of another service failed.', error);
		}
	}
}

/**
 * What other services hear of in-page navigation: page views (B-300), and that there is new text in the page (B-303).
 * Their scripts are in the head of production builds only; where they are blocked nothing happens.
 */
import { all, REFRESH } from '../kit/kit.ts';

/** A function by its dotted name. Elements with such an id are no properties of the window itself. */
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

/** Counts a page: its address and title at the time it was put in. Its path is counted without `.html`. */
export function countView({ href, pathname, search, hash }: URL, title: string): void {
	const path = pathname.replace(/\/index\.html$/, '/').replace(/\.html$/, '');
	globalFunction('gtag')?.('event', 'page_view', {
		page_title: title,
		page_location: href,
		page_path: path + search + hash,
	});
}

/** Lets the scripts of other services look at the new page. */
export function refreshScripts(): void {
	for (const script of all(`script[${REFRESH}]`)) {
		try {
			globalFunction(script.getAttribute(REFRESH) ?? '')?.();
		} catch (error) {
			console.warn('The script of another service failed.', error);
		}
	}
}

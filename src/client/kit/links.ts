/** Where the site is, and the links in the page as addresses of it. */
import { isPage } from './address.ts';

/** The site, as an address: everything below it is ours. */
export const BASE_URL = new URL('..', import.meta.url);

/** The address that the document was loaded at. */
export const FIRST_ADDRESS = location.href;

/** Where a link leads, if that is a page of the site in this window; else undefined. */
export function pageOf(link: HTMLAnchorElement): URL | undefined {
	const href = link.getAttribute('href');
	if (href === null || !URL.canParse(href, location.href)) return undefined;
	const url = new URL(href, location.href);
	const facts = {
		href,
		target: link.target,
		download: link.hasAttribute('download'),
		otherLanguage: link.hasAttribute('hreflang'),
	};
	return isPage(url, facts, BASE_URL) ? url : undefined;
}

/** True for a click that asks for nothing special (B-021). */
export function isPlain(event: MouseEvent): boolean {
	return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

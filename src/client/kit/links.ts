/** The site's base URL, and the URLs of links to its pages. */
import { isPage } from './address.ts';

/** Base URL of the site: every URL below it belongs to the site. */
export const BASE_URL = new URL('..', import.meta.url);

/** The URL that the document was loaded from. */
export const FIRST_URL = location.href;

/** The URL of a link that opens a page of the site in this window; undefined for any other link. */
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

/** True for a click with the main button and without modifier keys (B-021). */
export function isPlain(event: MouseEvent): boolean {
	return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

/** Which URLs are pages of the site, and when two URLs are the same page. Also runs without a document. */

/** Base URL of the site: every URL below it belongs to the site. */
export const BASE_URL = new URL('..', import.meta.url);

/** Any extension but `.html` names a file, which the browser opens. */
const FILE = /\.(?!html?$)[a-z][a-z0-9]{1,9}$/i;

/**
 * The path that identifies a page: without `/index.html`, `.html` (B-005) or a trailing slash. The home page's key is
 * the base URL without its slash: `''` for `/`.
 */
export function pageKey(pathname: string): string {
	return pathname.replace(/(?:\/index)?\.html$/, '').replace(/\/$/, '');
}

/** What decides how a link opens. With `hreflang`, it leads to another language, a separate site (B-116); with `rel=external`, to what something else serves. */
export type PageLink = Pick<HTMLAnchorElement, 'target' | 'getAttribute' | 'hasAttribute'>;

/** True if a link to `url` opens a page of the site at `base` in this window (B-021, B-022). */
export function isPage(url: URL, link: PageLink, base: URL): boolean {
	return (
		url.origin === base.origin &&
		(url.pathname.startsWith(base.pathname) || `${url.pathname}/` === base.pathname) &&
		!link.getAttribute('href')?.startsWith('#') &&
		!link.hasAttribute('download') &&
		!link.hasAttribute('hreflang') &&
		link.getAttribute('rel') !== 'external' &&
		(link.target === '' || link.target === '_self') &&
		!FILE.test(url.pathname)
	);
}

/** The URL of a link that opens a page of the site in this window; undefined for any other link. */
export function pageOf(link: HTMLAnchorElement): URL | undefined {
	const href = link.getAttribute('href');
	if (href === null || !URL.canParse(href, location.href)) return undefined;
	const url = new URL(href, location.href);
	return isPage(url, link, BASE_URL) ? url : undefined;
}

/** True for a click with the main button and without modifier keys (B-021). */
export function isPlain(event: MouseEvent): boolean {
	return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

/** A decoded part of a URL; undefined if its percent-encoding is invalid. */
export function decodedHash(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

/** The id in a hash, decoded if possible (B-046). */
export function hashId(hash: string): string {
	return decodedHash(hash.slice(1)) ?? hash.slice(1);
}

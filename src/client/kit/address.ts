/**
 * Which URLs are pages of the site, and when two URLs are the same page. Pure: reads no document.
 */

/** Facts about a link, besides its URL, that decide how it opens. */
export interface LinkFacts {
	/** The `target` attribute, or an empty string. */
	target: string;
	download: boolean;
	/** The attribute as written. */
	href: string;
	/** The link points to another language, which is a separate site (B-116). */
	otherLanguage: boolean;
}

/** Any extension but `.html` names a file, which the browser opens. */
const FILE = /\.(?!html?$)[a-z][a-z0-9]{1,9}$/i;

/**
 * The path that identifies a page: without `/index.html`, `.html` (B-005) or a trailing slash. The home page's key is
 * the base URL without its slash: `''` for `/`.
 */
export function pageKey(pathname: string): string {
	return pathname.replace(/(?:\/index)?\.html$/, '').replace(/\/$/, '');
}

/** True if a link with these facts opens a page of the site at `base` in this window (B-021, B-022). */
export function isPage(url: URL, facts: LinkFacts, base: URL): boolean {
	return (
		url.origin === base.origin &&
		(url.pathname.startsWith(base.pathname) || `${url.pathname}/` === base.pathname) &&
		!facts.href.startsWith('#') &&
		!facts.download &&
		!facts.otherLanguage &&
		(facts.target === '' || facts.target === '_self') &&
		!FILE.test(url.pathname)
	);
}

/** The id in a hash, decoded if it is valid percent-encoding (B-046). */
export function hashId(hash: string): string {
	const text = hash.slice(1);
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

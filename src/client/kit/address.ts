/**
 * Which addresses are pages of the site, and when two of them are the same page. Pure: strings and URLs in, answers
 * out.
 */

/** What decides over a link besides its address. */
export interface LinkFacts {
	/** The `target` attribute, empty where there is none. */
	target: string;
	download: boolean;
	/** The attribute as written. */
	href: string;
	/** The link leads to another language, which is a site of its own (B-116). */
	otherLanguage: boolean;
}

/** Names of pages end in nothing or `.html`; what ends otherwise is a file and left to the browser. */
const FILE = /\.(?!html?$)[a-z][a-z0-9]{1,9}$/i;

/**
 * The path that a page is known by: without `/index.html`, `.html` (B-005) and slash at the end. The home page of a
 * site is its base URL without the slash, so `''` for `/`.
 */
export function pageKey(pathname: string): string {
	return pathname.replace(/(?:\/index)?\.html$/, '').replace(/\/$/, '');
}

/** True where a link with these facts leads to a page of the site at `base`, in this window (B-021, B-022). */
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

/** The id that a hash names, decoded where that is possible (B-046). */
export function hashId(hash: string): string {
	const text = hash.slice(1);
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** URLs as authors write them. */

/** Decodes percent-encoding; undefined if it is malformed. */
export function decoded(text: string, decode = decodeURIComponent): string | undefined {
	try {
		return decode(text);
	} catch {
		return undefined;
	}
}

/** Decodes percent-encoding; returns a malformed text unchanged. */
export function decodedOrSame(text: string, decode = decodeURIComponent): string {
	return decoded(text, decode) ?? text;
}

/** Whether a browser may run code from the URL. `media` allows images, video, audio and fonts in `data:`. */
export function runsScript(address: string, media: boolean): boolean {
	if (!address.includes(':')) return false;
	// Browsers ignore control characters and white space in the scheme.
	const plain = address
		.slice(0, 200)
		.replace(/[\s\p{Cc}]/gu, '')
		.toLowerCase();
	if (/^(?:javascript|vbscript|livescript):/.test(plain)) return true;
	if (!plain.startsWith('data:')) return false;
	return !(media ? /^data:(?:image|video|audio|font)\//.test(plain) : /^data:image\/(?!svg)/.test(plain));
}

/** Whether a text starts with the name of a host, but has no protocol. A file such as `guide.pdf` is no host. */
export function lacksProtocol(text: string): boolean {
	if (/^[\w-]+\.(?:html?|mdx?|pdf|txt|xml|json|zip|svg|png|jpe?g|gif|webp)$/i.test(text)) return false;
	return /^(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i.test(text);
}

/** Hosts reserved for examples (RFC 2606, section 3): no site can be published there. */
const EXAMPLE_HOST = /(?:^|\.)example\.(?:com|net|org)$/;

/** Whether a full URL has a host that is only an example. */
export function isExample(url: string): boolean {
	return EXAMPLE_HOST.test(new URL(url).hostname);
}

/** Where a site is published: its origin, the path below it with slashes at both ends, and its collections there. */
export interface Home {
	url: string;
	baseUrl: string;
	docs?: { path: string };
	blog?: { path: string };
}

/**
 * The path, with query and hash, that a full URL of the site's home page, docs or blog leads to. Undefined for other
 * hosts, for other paths, which other programs may serve, and for a site whose URL is only an example.
 */
export function ownPath(written: string, { url, baseUrl, docs, blog }: Home): string | undefined {
	if (!/^(?:https?:)?\/\//i.test(written) || !URL.canParse(written, url)) return undefined;
	const { host, pathname, search, hash } = new URL(written, url);
	const path = `${pathname.replace(/\/$/, '')}/`;
	if (host !== new URL(url).host || isExample(url) || !path.startsWith(baseUrl)) return undefined;
	const isIn = (collection?: { path: string }): boolean =>
		collection !== undefined && path.startsWith(`${baseUrl}${collection.path}/`.replace(/\/+$/, '/'));
	return path === baseUrl || isIn(docs) || isIn(blog) ? pathname + search + hash : undefined;
}

/** `pathname:///x` is a path on this host served by something else; it is not link-checked. */
const PROTOCOL = 'pathname://';

/** The browser's path for a `pathname://` URL; undefined for all other URLs. */
export function hostPath(written: string, baseUrl: string): string | undefined {
	return written.startsWith(PROTOCOL) ? baseUrl + written.slice(PROTOCOL.length).replace(/^\/+/, '') : undefined;
}

/** The browser's paths of all `pathname://` URLs in plain data, such as a configuration. */
export function hostPathsIn(data: unknown, baseUrl: string): string[] {
	const found = JSON.stringify(data ?? null).matchAll(new RegExp(`"(${PROTOCOL}[^"\\\\]*)"`, 'g'));
	return [...found].flatMap(([, written = '']) => hostPath(written, baseUrl) ?? []);
}

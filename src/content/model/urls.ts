/** Attributes with URLs: HTML's, from the index of attributes in its standard, and SVG's. */

/**
 * The kind of the URLs in an attribute. `page`: a page or a file that readers can open. `file`: a file that a browser
 * loads with the page. `host`: a program of the host, which no build can look at.
 */
export type UrlKind = 'page' | 'file' | 'host';

function of(kind: UrlKind, elements: string): [string, UrlKind][] {
	return elements.split(' ').map((element) => [element, kind]);
}

/** Elements of SVG with a URL in `href`, or in `xlink:href` as before SVG 2. */
const SVG = of(
	'file',
	'use image feimage textpath mpath pattern lineargradient radialgradient filter animate animatemotion animatetransform set',
);

/** Attribute → element → kind. */
const KINDS: ReadonlyMap<string, ReadonlyMap<string, UrlKind>> = new Map(
	Object.entries<[string, UrlKind][]>({
		action: of('page', 'form'),
		background: of('file', 'body table td th'),
		cite: of('page', 'blockquote q del ins'),
		data: of('file', 'object'),
		formaction: of('host', 'button input'),
		href: [...of('page', 'a area link'), ...of('host', 'base'), ...SVG],
		imagesrcset: of('file', 'link'),
		longdesc: of('page', 'img'),
		ping: of('host', 'a area'),
		poster: of('file', 'video'),
		src: [...of('page', 'iframe frame'), ...of('file', 'audio embed img input script source track video')],
		srcset: of('file', 'img source'),
		'xlink:href': [...of('page', 'a'), ...SVG],
	}).map(([attribute, elements]) => [attribute, new Map(elements)]),
);

/** Kinds of link elements that browsers load. */
const LOADED = /\b(?:stylesheet|icon|apple-touch-icon|mask-icon|manifest|preload|modulepreload|prefetch)\b/i;

/** The kind of the URLs in an attribute of an element; undefined if it has none. */
export function urlKind(element: string, attribute: string, values: ReadonlyMap<string, unknown>): UrlKind | undefined {
	const kind = KINDS.get(attribute)?.get(element.toLowerCase());
	if (element === 'link' && kind === 'page') {
		const rel = String(values.get('rel') ?? '');
		// HTML 4.2.4: a link element without `rel` links to nothing.
		if (!rel.trim()) return undefined;
		if (LOADED.test(rel)) return 'file';
	}
	// Other methods than GET ask a program.
	if (element === 'form' && kind === 'page' && !/^(?:get)?$/i.test(String(values.get('method') ?? ''))) return 'host';
	return kind;
}

/** Attributes with URLs, and the attributes that `urlKind` reads. */
export const URL_ATTRIBUTES: ReadonlySet<string> = new Set([...KINDS.keys(), 'rel', 'method']);

/** A candidate of `srcset`: its URL, and what follows it. */
const CANDIDATE = /[\s,]*([^\s,](?:\S*[^\s,])?)(?:,+|(\s+[^,]*)(?:,|$)|$)/g;

/** The URLs in the value of an attribute; `srcset` and `ping` have several (HTML 2.3.7, 4.8.4.2). */
export function urlsIn(attribute: string, value: string): string[] {
	const urls: string[] = [];
	mapUrls(attribute, value, (url) => {
		urls.push(url);
		return url;
	});
	return urls;
}

/** The value of an attribute with other URLs. */
export function mapUrls(attribute: string, value: string, change: (url: string) => string): string {
	if (attribute === 'srcset' || attribute === 'imagesrcset')
		return [...value.matchAll(CANDIDATE)]
			.map(([, url = '', size = '']) => `${change(url)}${size.trimEnd()}`)
			.join(', ');
	if (attribute === 'ping') return value.split(/\s+/).filter(Boolean).map(change).join(' ');
	return change(value.trim());
}

/** Attributes with CSS: `style`, and the SVG attributes that allow a `url()`. */
export const CSS_ATTRIBUTES: ReadonlySet<string> = new Set(
	'style fill stroke filter mask clip-path cursor marker marker-start marker-mid marker-end'.split(' '),
);

/** The value of a CSS property or the text of a style sheet with other URLs in `url()`. */
export function mapCssUrls(css: string, change: (url: string) => string): string {
	return css.replace(
		/\burl\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'()]*))\s*\)/gi,
		(whole, double?: string, single?: string, bare?: string) => {
			const url = double ?? single ?? bare ?? '';
			const changed = change(url);
			if (changed === url) return whole;
			return /[\s"'()\\]/.test(changed) ? `url("${changed.replace(/["\\]/g, '\\$&')}")` : `url(${changed})`;
		},
	);
}

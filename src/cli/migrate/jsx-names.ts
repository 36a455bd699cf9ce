/** JSX spellings, and their HTML equivalents. */

function words(text: string): ReadonlySet<string> {
	return new Set(text.trim().split(/\s+/));
}

/** Elements without content and end tag. */
export const VOID = words('area base br col embed hr img input link meta param source track wbr');

const UNITLESS = words(`
	animation-iteration-count aspect-ratio border-image-outset border-image-slice border-image-width column-count
	columns flex flex-grow flex-positive flex-shrink flex-negative flex-order fill-opacity flood-opacity font-weight
	grid-area grid-column grid-column-end grid-column-span grid-column-start grid-row grid-row-end grid-row-span
	grid-row-start line-clamp line-height opacity order orphans scale stop-opacity stroke-dasharray stroke-dashoffset
	stroke-miterlimit stroke-opacity stroke-width tab-size widows z-index zoom
`);

const RENAMED: Record<string, string> = {
	className: 'class',
	htmlFor: 'for',
	httpEquiv: 'http-equiv',
	acceptCharset: 'accept-charset',
	xlinkHref: 'xlink:href',
	xlinkTitle: 'xlink:title',
	xmlnsXlink: 'xmlns:xlink',
	xmlSpace: 'xml:space',
	xmlLang: 'xml:lang',
};

/** SVG attributes with a hyphen; in other names, capitals stay as they are. */
const HYPHENATED =
	/^(?:accent|alignment|baseline|cap|clip|color|dominant|enable|fill|flood|font|image|letter|lighting|marker|overline|paint|pointer|shape|stop|strikethrough|stroke|text|underline|unicode|vector|word|writing)[A-Z](?!ath|nits)/;

/** The HTML (or SVG) name of an attribute in JSX spelling. */
export function attributeName(name: string): string {
	if (Object.hasOwn(RENAMED, name)) return RENAMED[name] ?? name;
	return HYPHENATED.test(name) && name !== 'textLength' ? hyphenated(name) : name;
}

function hyphenated(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A style object of JSX as declarations; numbers get the unit px where CSS needs one. */
export function styleText(style: Record<string, unknown>): string {
	const declarations: string[] = [];
	for (const [name, value] of Object.entries(style)) {
		if (typeof value !== 'string' && typeof value !== 'number') continue;
		const property = name.startsWith('--') ? name : hyphenated(name).replace(/^ms-/, '-ms-');
		const unit = typeof value === 'number' && value !== 0 && !UNITLESS.has(property) && !name.startsWith('--');
		declarations.push(`${property}:${String(value).trim()}${unit ? 'px' : ''}`);
	}
	return declarations.join(';');
}

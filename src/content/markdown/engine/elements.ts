/**
 * Facts about HTML's elements and attributes that Markdown pages need.
 */

function words(text: string): ReadonlySet<string> {
	return new Set(text.trim().split(/\s+/));
}

/** Elements without content and end tag. */
export const VOID_ELEMENTS = words('area base br col embed hr img input link meta param source track wbr');

/** Elements that end a paragraph; a line with only their tags is a block. */
export const BLOCK = words(`
	address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset
	figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu
	nav noframes noscript ol optgroup option p param pre search section summary style script table tbody td template
	textarea tfoot th thead title tr track ul video audio svg math object canvas map base meta
`);

/** Elements that contain only text and inline elements: a paragraph inside them gets no `<p>`. */
export const PHRASING_ONLY = words(`
	a abbr b bdi bdo button caption cite code data dfn dt em h1 h2 h3 h4 h5 h6 i kbd label legend mark option output p
	pre q rp rt ruby s samp small span strong sub summary sup time u var
`);

/** Elements that may be in a paragraph, but are blocks on separate lines. */
export const EMBEDDED = words('svg math audio video canvas object iframe img map');

/** All elements of HTML, including obsolete ones. */
export const ELEMENTS: ReadonlySet<string> = new Set([
	...VOID_ELEMENTS,
	...BLOCK,
	...PHRASING_ONLY,
	...EMBEDDED,
	...words(
		'acronym applet bdo big blink data datalist del font frame frameset ins label marquee meter nobr noscript output picture plaintext progress slot strike summary tt xmp menuitem portal selectedcontent',
	),
	...words('select script style template time title textarea input'),
]);

/** Elements with an optional end tag → the elements that close them implicitly. */
export const OPTIONAL_END: ReadonlyMap<string, ReadonlySet<string>> = new Map([
	['p', BLOCK],
	['li', words('li')],
	['dt', words('dt dd')],
	['dd', words('dt dd')],
	['tr', words('tr tbody tfoot')],
	['td', words('td th tr tbody tfoot')],
	['th', words('td th tr tbody tfoot')],
	['thead', words('tbody tfoot')],
	['tbody', words('tbody tfoot')],
	['option', words('option optgroup')],
	['colgroup', words('thead tbody tr')],
]);

/** Elements of other languages, with elements of their own. */
export const FOREIGN = words('svg math');

/** Elements without Markdown inside. */
export const RAW = words('svg math pre style script textarea head');

/** Elements with text instead of markup. */
export const RAW_TEXT = words('style script textarea title');

/** Attributes with URLs. */
export const ADDRESS = words(`
	action background cite codebase data formaction href longdesc manifest ping poster profile src srcset usemap
	xlink:href by from to values
`);

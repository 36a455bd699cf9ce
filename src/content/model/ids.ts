/** Where HTML names elements: ids, and what refers to them by other means than a link. */

/** Attributes with ids, or lists of them (HTML and WAI-ARIA). */
const REFERENCES = new Set(
	`for form headers list itemref popovertarget commandfor interestfor anchor aria-activedescendant aria-actions
	aria-controls aria-describedby aria-details aria-errormessage aria-flowto aria-labelledby aria-owns`.split(/\s+/),
);

/** An attribute and its element, both in lower case. */
interface Attribute {
	tag: string;
	name: string;
	/** The element's `type`. */
	type: unknown;
}

/**
 * The value of an attribute with other ids; undefined if it has none. `isOwn`: it names the element itself, or a group of
 * the page: of maps, of options, and of texts of which one is open.
 */
export function mapIds(
	{ tag, name, type }: Attribute,
	value: string,
	map: (id: string, isOwn: boolean) => string,
): string | undefined {
	const isNamed = /^(?:a|map|details)$/.test(tag) || (tag === 'input' && type === 'radio');
	const refer = (id: string): string => map(id, false);
	if (name === 'id' || (name === 'name' && isNamed)) return map(value, true);
	if (REFERENCES.has(name)) return value.replace(/\S+/g, refer);
	if (name === 'usemap') return value.replace(/^#(.+)/, (_, id: string) => `#${map(id, true)}`);
	if (name === 'begin' || name === 'end')
		return value.replace(/(^|;)(\s*)([\w-]+)(?=\.)/g, (_, before, space, id) => before + space + refer(id));
	return undefined;
}

/**
 * Attributes that React would write in camel case, in the lower case of HTML. Spread them into an element.
 * Knows attribute names only; what they mean is the business of the template that uses them.
 */

type Attributes = Record<string, string>;

/** A property of the surrounding microdata item. What readers do not see is `<data>`: React moves `<meta>` to the head. */
export function property(name: string): Attributes {
	return { itemprop: name };
}

/** A microdata item of a schema.org type, e.g. `BlogPosting`; with `name`, itself a property of the one around it. */
export function item(type: string, name?: string): Attributes {
	const scope = { itemscope: '', itemtype: `https://schema.org/${type}` };
	return name === undefined ? scope : { itemprop: name, ...scope };
}

/** Makes a button open, or close, the popover with this id: works without scripts. */
export function popoverTarget(id: string, action: 'toggle' | 'hide' = 'toggle'): Attributes {
	return action === 'toggle' ? { popovertarget: id } : { popovertarget: id, popovertargetaction: action };
}

/** How a link to another site opens. */
export const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** True for addresses with a scheme or a host of their own. */
export function isExternal(href: string): boolean {
	return /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(href);
}

/** Where a link leads. Other sites open in a new tab and learn nothing about this one (B-020). */
export function linkTo(href: string, external = isExternal(href)): { href: string; target?: string; rel?: string } {
	return external ? { href, ...NEW_TAB } : { href };
}

/** Text that is already HTML. */
export function html(text: string): { dangerouslySetInnerHTML: { __html: string } } {
	return { dangerouslySetInnerHTML: { __html: text } };
}

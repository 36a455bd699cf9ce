/**
 * Attributes to spread into an element, in lowercase where React would expect camel case; the contract between templates
 * and browser scripts; and the placeholders that the renderer replaces. The only template file that imports the contract.
 */
import { ATTRIBUTE, BASE_URL_BANNER, ISLAND, SKIP_TARGET, SLOT, slotMark } from '../src/content/model/contract.ts';
import type { TextLanguage } from '../src/render/model/view.ts';

export { ATTRIBUTE, BASE_URL_BANNER, ISLAND, SKIP_TARGET, SLOT, slotMark };

type Attributes = Record<string, string>;

/** A property of the surrounding microdata item. Use `<data>` for invisible ones: React moves `<meta>` to the head. */
export function property(name: string): Attributes {
	return { itemprop: name };
}

/** A microdata item of a schema.org type, e.g. `BlogPosting`; with `name`, also a property of the item around it. */
export function item(type: string, name?: string): Attributes {
	const scope = { itemscope: '', itemtype: `https://schema.org/${type}` };
	return name === undefined ? scope : { itemprop: name, ...scope };
}

/** Makes a button toggle or close the popover with this id, without scripts. */
export function popoverTarget(id: string, action: 'toggle' | 'hide' = 'toggle'): Attributes {
	return action === 'toggle' ? { popovertarget: id } : { popovertarget: id, popovertargetaction: action };
}

/** The language of a text, if it is not the page's. */
export function language({ lang, dir }: TextLanguage = {}): TextLanguage {
	return { lang, dir };
}

/** Attributes of a link that opens in a new tab. */
export const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** True for URLs with a host, with or without a scheme. */
export function isExternal(href: string): boolean {
	return /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(href);
}

/**
 * Attributes of a link. Other sites open in a new tab and get no referrer (B-020). With `rel="external"`, scripts neither
 * fetch nor open it as a page of the site.
 */
export function linkTo(
	href: string,
	external = isExternal(href),
	rel?: string,
): { href: string; target?: string; rel?: string } {
	return external ? { href, ...NEW_TAB } : { href, rel };
}

/** Inserts HTML as it is. */
export function html(text: string): { dangerouslySetInnerHTML: { __html: string } } {
	return { dangerouslySetInnerHTML: { __html: text } };
}

/** Id of the panel that contains the menus on narrow screens. */
export const PANEL = 'mobile-sidebar';

/** The widgets that scripts can mount; an element requests one with `data-widget`. */
export type Widget =
	| 'announcement'
	| 'back-to-top'
	| 'code'
	| 'copy'
	| 'copy-page'
	| 'mobile-sidebar'
	| 'navbar'
	| 'search-box'
	| 'search-page'
	| 'sidebar'
	| 'tabs'
	| 'theme'
	| 'toc'
	| 'variants'
	| 'video';

/** Attributes of an element on which scripts mount a widget. */
export function widget(name: Widget): Attributes {
	return { [ATTRIBUTE.widget]: name };
}

/** A placeholder that the renderer replaces with HTML: `sidebar`, `footer`, `body:0`. */
export function slot(name: string): ReturnType<typeof html> {
	return html(slotMark(name));
}

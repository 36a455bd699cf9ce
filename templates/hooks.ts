/**
 * The contract between templates and browser scripts, and the placeholders that the renderer replaces.
 * The only template file that imports the contract.
 */
import { ATTRIBUTE, BASE_URL_BANNER, ISLAND, SKIP_TARGET, SLOT, slotMark } from '../src/content/model/contract.ts';
import { html } from './attributes.ts';

export { ATTRIBUTE, BASE_URL_BANNER, ISLAND, SKIP_TARGET, SLOT, slotMark };

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
export function widget(name: Widget): Record<string, string> {
	return { [ATTRIBUTE.widget]: name };
}

/** A placeholder that the renderer replaces with HTML: `sidebar`, `footer`, `body:0`. */
export function slot(name: string): { dangerouslySetInnerHTML: { __html: string } } {
	return html(slotMark(name));
}

/**
 * What templates and the scripts in the browser have agreed on, and the marks the renderer replaces.
 * The only template file that knows where the contract is.
 */
import { ATTRIBUTE, BASE_URL_BANNER, ISLAND, SKIP_TARGET, SLOT, slotMark } from '../src/content/model/contract.ts';
import { html } from './attributes.ts';

export { ATTRIBUTE, BASE_URL_BANNER, ISLAND, SKIP_TARGET, SLOT, slotMark };

/** Id of the panel that holds the menus on narrow screens. */
export const PANEL = 'mobile-sidebar';

/** Every widget that scripts may mount; an element asks for one by `data-widget`. */
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

/** Asks scripts to mount a widget on the element. */
export function widget(name: Widget): Record<string, string> {
	return { [ATTRIBUTE.widget]: name };
}

/** The inside of an element whose text the renderer puts in: `sidebar`, `footer`, `body:0`. */
export function slot(name: string): { dangerouslySetInnerHTML: { __html: string } } {
	return html(slotMark(name));
}

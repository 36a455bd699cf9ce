/** What is a link, or closed, for readers without scripts and a button, or closed, for the others. */
import { all } from './dom.ts';

/** Labels without a page of their own, and triggers of menus. */
const BUTTONS = 'a.dropdown-trigger, .sidebar-category:not([data-linked]) > .sidebar-row > a[aria-expanded]';
const PANEL_TOGGLE = '[popovertarget]:not([popovertargetaction], [aria-expanded])';

/** Names the buttons in `part` (B-111, B-120, B-142). */
export function nameButtons(part: ParentNode): void {
	for (const link of all(BUTTONS, part)) link.setAttribute('role', 'button');
	for (const toggle of all(PANEL_TOGGLE, part)) toggle.setAttribute('aria-expanded', 'false');
}

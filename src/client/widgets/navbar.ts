/** The bar at the top: its menus, and hiding on scroll where that is configured (B-101). */

import { onScroll, root, together, type Undo } from '../kit/kit.ts';
import { mountDropdowns } from './dropdown.ts';
import { showsNavbar } from './hiding.ts';

/** On the navbar: out of sight. */
const HIDDEN = 'data-hidden';

export function mountNavbar(navbar: HTMLElement): Undo {
	const dropdowns = mountDropdowns(navbar);
	if (!navbar.hasAttribute('data-hide-on-scroll')) return dropdowns;
	const scrolling = onScroll((now, before, jumped) => {
		const page = { now, before, jumped, viewport: innerHeight, page: root.scrollHeight };
		navbar.toggleAttribute(HIDDEN, !showsNavbar(!navbar.hasAttribute(HIDDEN), navbar.offsetHeight, page));
	});
	return together(dropdowns, scrolling);
}

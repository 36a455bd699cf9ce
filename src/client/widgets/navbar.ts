/** The navbar and its menus, and the back-to-top button. `aria-expanded` holds whether a menu is open. */
import { all, around, find, isPlain, listen, onScroll, root, together, type Undo, wantsStill } from '../kit/kit.ts';
import { showsBackToTop, showsNavbar } from './movement.ts';

const TRIGGER = '.dropdown-trigger';
const triggerOf = (dropdown: Element): HTMLElement | null => find(TRIGGER, dropdown);

function setOpen(dropdown: Element, open: boolean): void {
	triggerOf(dropdown)?.setAttribute('aria-expanded', String(open));
}

function isOpen(dropdown: Element): boolean {
	return triggerOf(dropdown)?.getAttribute('aria-expanded') === 'true';
}

/** Opens and closes menus by hover, click, Enter and Escape (B-110 to B-117), including those of later pages. */
function mountDropdowns(navbar: HTMLElement): Undo {
	const closeAll = (but?: Element | null): void => {
		for (const dropdown of all('.dropdown', navbar)) if (dropdown !== but && isOpen(dropdown)) setOpen(dropdown, false);
	};
	const closeOutside = (event: Event): void => closeAll(around(event, '.dropdown'));
	return together(
		listen<PointerEvent>(navbar, 'pointerover', (event) => {
			const dropdown = around(event, '.dropdown');
			if (event.pointerType === 'touch' || !dropdown) return;
			closeAll(dropdown);
			setOpen(dropdown, true);
		}),
		listen<PointerEvent>(navbar, 'pointerout', (event) => {
			const dropdown = around(event, '.dropdown');
			const to = event.relatedTarget;
			if (event.pointerType === 'touch' || !dropdown || (to instanceof Node && dropdown.contains(to))) return;
			setOpen(dropdown, false);
		}),
		// A mouse has opened the menu by hovering, so its click follows the link (B-112); a first tap opens the menu.
		listen<PointerEvent>(navbar, 'click', (event) => {
			const trigger = around(event, TRIGGER);
			const dropdown = trigger?.parentElement;
			if (!dropdown || isOpen(dropdown) || !isPlain(event)) return;
			if (event.pointerType === 'mouse' && trigger.matches('a')) return;
			event.preventDefault();
			setOpen(dropdown, true);
		}),
		listen<KeyboardEvent>(navbar, 'keydown', (event) => {
			const dropdown = around(event, TRIGGER)?.parentElement;
			if ((event.key !== 'Enter' && event.key !== ' ') || !dropdown || event.ctrlKey || event.metaKey) return;
			event.preventDefault();
			setOpen(dropdown, !isOpen(dropdown));
		}),
		listen<KeyboardEvent>(root, 'keydown', (event) => {
			const open = event.key === 'Escape' && all('.dropdown', navbar).find(isOpen);
			if (!open) return;
			setOpen(open, false);
			triggerOf(open)?.focus();
		}),
		listen(root, 'pointerdown', closeOutside),
		listen(root, 'focusin', closeOutside),
		listen(root, 'docsgen:visit', () => closeAll()),
	);
}

/** An attribute of the navbar while it is hidden. */
const HIDDEN = 'data-hidden';

/** The navbar's menus, and hiding on scroll if configured (B-101). */
export function mountNavbar(navbar: HTMLElement): Undo {
	const dropdowns = mountDropdowns(navbar);
	if (!navbar.hasAttribute('data-hide-on-scroll')) return dropdowns;
	const scrolling = onScroll((now, before, jumped) => {
		const page = { now, before, jumped, viewport: innerHeight, page: root.scrollHeight };
		navbar.toggleAttribute(HIDDEN, !showsNavbar(!navbar.hasAttribute(HIDDEN), navbar.offsetHeight, page));
	});
	return together(dropdowns, scrolling);
}

/** Shows the button while the reader scrolls up a long page (B-179). */
export function mountBackToTop(button: HTMLElement): Undo {
	return together(
		onScroll((now, before, jumped) => {
			const page = root.scrollHeight;
			button.hidden = !showsBackToTop(!button.hidden, { now, before, jumped, viewport: innerHeight, page });
		}),
		listen(button, 'click', () => scrollTo({ top: 0, behavior: wantsStill() ? 'instant' : 'smooth' })),
	);
}

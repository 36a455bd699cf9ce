/**
 * The navbar and its menus, the side panel until it is first opened, and the back-to-top button. `aria-expanded` holds
 * whether a menu is open.
 */
import {
	all,
	around,
	find,
	isPlain,
	isStill,
	listen,
	listenKeys,
	onScroll,
	root,
	together,
	type Undo,
} from '../kit/kit.ts';
import { showsBackToTop, showsNavbar } from './movement.ts';

const TRIGGER = '.dropdown-trigger';
const triggerOf = (dropdown: Element): HTMLElement | null => find(TRIGGER, dropdown);

function setOpen(dropdown: Element, open: boolean): void {
	triggerOf(dropdown)?.setAttribute('aria-expanded', String(open));
}

function isOpen(dropdown: Element): boolean {
	return triggerOf(dropdown)?.getAttribute('aria-expanded') === 'true';
}

/** Unfolds the rows of items that don't fit into the first one, until the reader is done with them. */
function mountFold(navbar: HTMLElement): Undo {
	const more = find('.navbar-more > button', navbar);
	if (!more) return () => undefined;
	const unfold = (open: boolean): void => more.setAttribute('aria-expanded', String(open));
	const leave = (event: Event): void => {
		if (!around(event, '.navbar-fold')) unfold(false);
	};
	return together(
		listen(more, 'click', () => unfold(more.ariaExpanded === 'false')),
		listenKeys(root, ({ key }) => {
			if (key === 'Escape') unfold(false);
		}),
		listen(root, 'pointerdown', leave),
		listen(root, 'focusin', leave),
		listen(root, 'docsgen:visit', () => unfold(false)),
	);
}

/** Opens and closes menus by hover, click, Enter, arrow keys and Escape (B-110 to B-117), including those of later pages. */
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
		listenKeys(navbar, (event) => {
			const dropdown = around(event, TRIGGER)?.parentElement;
			if ((event.key !== 'Enter' && event.key !== ' ') || !dropdown || event.ctrlKey || event.metaKey) return;
			event.preventDefault();
			setOpen(dropdown, !isOpen(dropdown));
		}),
		// Arrow keys open a menu and move in it, as well as Tab does; Home and End lead to its ends.
		listenKeys(navbar, (event) => {
			const dropdown = around(event, '.dropdown');
			const links = dropdown ? all('.dropdown-menu a', dropdown) : [];
			const at = links.indexOf(event.target as HTMLElement);
			const to = {
				ArrowDown: at + 1,
				ArrowUp: at < 0 ? -1 : at - 1,
				...(at >= 0 && { Home: 0, End: -1 }),
			}[event.key];
			if (to === undefined || !dropdown) return;
			event.preventDefault();
			setOpen(dropdown, true);
			links.at(to % links.length)?.focus();
		}),
		listenKeys(root, (event) => {
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

/** CSS pixels of the page below the window. */
const below = (): number => root.scrollHeight - innerHeight - scrollY;

/** The navbar's menus, and hiding on scroll if configured (B-101). */
export function mountNavbar(navbar: HTMLElement): Undo {
	const menus = together(mountDropdowns(navbar), mountFold(navbar));
	if (!navbar.hasAttribute('data-hide-on-scroll')) return menus;
	const scrolling = onScroll((scrolled) => {
		navbar.toggleAttribute(HIDDEN, !showsNavbar(!navbar.hasAttribute(HIDDEN), scrolled, below(), navbar.offsetHeight));
	});
	return together(menus, scrolling);
}

/** Loads the scripts of the side panel when it is first opened as the mobile menu. */
export function mountPanel(panel: HTMLElement): Undo {
	const toggle = find(`[popovertarget="${panel.id}"]:not([popovertargetaction])`);
	let undo: Undo | undefined;
	let gone = false;
	const load = (): void => {
		stop();
		import('./mobile-sidebar.ts')
			.then(({ mountMobileSidebar }) => {
				if (!gone) undo = mountMobileSidebar(panel);
			})
			.catch((error: unknown) => console.warn('The menu works without scripts.', error));
	};
	const stop = together(
		listen(panel, 'beforetoggle', load),
		...(toggle ? [listen(toggle, 'pointerover', load), listen(toggle, 'focus', load)] : []),
	);
	if (panel.matches(':popover-open')) load();
	return () => {
		gone = true;
		stop();
		undo?.();
	};
}

/** Shows the button while the reader scrolls up a long page (B-179). */
export function mountBackToTop(button: HTMLElement): Undo {
	return together(
		onScroll((scrolled) => {
			button.hidden = !showsBackToTop(!button.hidden, scrolled, below());
		}),
		listen(button, 'click', () => scrollTo({ top: 0, behavior: isStill() ? 'instant' : 'smooth' })),
	);
}

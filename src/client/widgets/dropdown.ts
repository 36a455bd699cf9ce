/** Menus of the navbar: by hover, click, Enter and Escape (B-110 to B-117). Open is what `aria-expanded` says. */
import { all, around, find, isPlain, listen, root, together, type Undo } from '../kit/kit.ts';

const TRIGGER = '.dropdown-trigger';
const triggerOf = (dropdown: Element): HTMLElement | null => find(TRIGGER, dropdown);

function setOpen(dropdown: Element, open: boolean): void {
	triggerOf(dropdown)?.setAttribute('aria-expanded', String(open));
}

function isOpen(dropdown: Element): boolean {
	return triggerOf(dropdown)?.getAttribute('aria-expanded') === 'true';
}

/** All dropdowns of a navbar, also those that come with another page. */
export function mountDropdowns(navbar: HTMLElement): Undo {
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
		// A mouse has opened the menu by then and follows the link (B-112); a finger has not: its first tap opens.
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

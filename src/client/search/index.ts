/**
 * The search modal's door to the page: opening, closing, and getting ready. In the top layer as a popover and covering
 * all of the page: a modal `<dialog>` would make the page behind inert, and a long page's styles cost a tenth of a
 * second for that. What inertness gives besides is done here: focus stays inside and goes back (B-216).
 */

import css from 'docsgen:styles/search.css';
import { find, listen, make, root, together, type Undo, wear } from '../kit/kit.ts';
import { keepTabInside } from '../widgets/keep-inside.ts';
import { Modal } from './modal.ts';
import { warm } from './service.ts';

export { warm };

/** On the root while the modal is open. A class there makes browsers look at every element anew. */
const OPEN = 'data-search-open';

let dialog: HTMLElement | undefined;
let modal: Modal | undefined;
/** Ends what lasts while the modal is open. */
let end: Undo | undefined;

interface Opening {
	query: string;
	/** The reader typed it just now: the next letter goes on with it. */
	typed?: boolean;
}

/** Opens the modal with a query, else with the last one that led nowhere; does nothing while it is open. */
export function openSearch({ query, typed = false }: Opening): void {
	if (end) return;
	wear(css);
	warm().catch(() => undefined);
	dialog ??= makeDialog();
	const place = dialog;
	// Such as an enlarged image: nothing beside a modal dialog takes keys.
	find<HTMLDialogElement>('dialog[open]')?.close();
	const before = document.activeElement;
	root.setAttribute(OPEN, '');
	find('body')?.append(place);
	// Browsers without popovers show it where it stands.
	place.showPopover?.();
	end = together(
		listen<KeyboardEvent>(root, 'keydown', (event) => {
			keepTabInside(event, place);
			// A search field would take the key for itself and only clear its text.
			if (event.key !== 'Escape' || event.isComposing) return;
			event.preventDefault();
			closeSearch();
		}),
		listen(root, 'focusin', ({ target }) => {
			if (target instanceof Node && !place.contains(target)) place.focus({ preventScroll: true });
		}),
		listen(root, 'docsgen:visit', closeSearch),
		watchBack(),
		() => {
			place.remove();
			root.removeAttribute(OPEN);
			if (before instanceof HTMLElement) before.focus({ preventScroll: true });
		},
	);
	modal?.open(query || modal.query(), !typed);
}

/** Closes the modal; focus and scroll are where they were. */
export function closeSearch(): void {
	const undo = end;
	end = undefined;
	undo?.();
}

/** The back gesture of phones closes the modal, where the browser tells of it. */
function watchBack(): Undo {
	const { CloseWatcher } = window as { CloseWatcher?: new () => EventTarget & { destroy(): void } };
	if (!CloseWatcher) return () => undefined;
	const watcher = new CloseWatcher();
	return together(listen(watcher, 'close', closeSearch), () => watcher.destroy());
}

function makeDialog(): HTMLElement {
	const place = make('div', {
		class: 'search-dialog',
		role: 'dialog',
		'aria-modal': 'true',
		'aria-label': 'Search',
		popover: 'manual',
		tabindex: '-1',
	});
	// A press on what covers the page is one on the dialog itself: its content covers the rest of it.
	listen(place, 'mousedown', (event) => {
		if (event.target !== place) return;
		event.preventDefault();
		closeSearch();
	});
	modal = new Modal(closeSearch);
	place.append(modal.element);
	return place;
}

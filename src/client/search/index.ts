/**
 * Opens, closes and preloads the search modal. It is a popover that covers the page: a modal `<dialog>` would make the
 * page inert, which costs a tenth of a second of style calculation on a long page. The rest of what inertness gives is
 * done here: focus stays inside and returns when the modal closes (B-216).
 */

import css from 'docsgen:styles/search.css';
import { adoptStyles, find, listen, listenKeys, make, root, together, type Undo } from '../kit/kit.ts';
import { keepTabInside } from '../widgets/keep-inside.ts';
import { Modal } from './modal.ts';
import { warm } from './service.ts';

export { warm };

/** An attribute of `<html>` while the modal is open. A class would make browsers restyle every element. */
const OPEN = 'data-search-open';

let dialog: HTMLElement | undefined;
let modal: Modal | undefined;
/** Undoes everything that lasts while the modal is open; undefined while it is closed. */
let end: Undo | undefined;

/**
 * Opens the modal with a query; does nothing while it is open. `typed`: the reader has just typed the query, and the
 * next letter continues it.
 */
export function openSearch(query: string, typed: boolean): void {
	if (end) return;
	adoptStyles(css);
	warm().catch(() => undefined);
	dialog ??= makeDialog();
	const place = dialog;
	// Close an open modal dialog, such as an enlarged image: it would keep the keys from the search.
	find<HTMLDialogElement>('dialog[open]')?.close();
	const before = document.activeElement;
	root.setAttribute(OPEN, '');
	find('body')?.append(place);
	// Browsers without popovers show it in place.
	place.showPopover?.();
	end = together(
		listenKeys(root, (event) => {
			keepTabInside(event, place);
			// A search field would only clear its text.
			if (event.key !== 'Escape') return;
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
	modal?.open(query, typed);
}

/** Closes the modal; restores focus and scroll position. */
export function closeSearch(): void {
	const undo = end;
	end = undefined;
	undo?.();
}

/** Closes the modal on the back gesture of phones, if the browser reports it. */
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
		'aria-label': WORDS.search,
		popover: 'manual',
		tabindex: '-1',
	});
	// A press outside the window hits the dialog itself, which covers the page.
	listen(place, 'mousedown', (event) => {
		if (event.target !== place) return;
		event.preventDefault();
		closeSearch();
	});
	modal = new Modal(closeSearch);
	place.append(modal.element);
	return place;
}

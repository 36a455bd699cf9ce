/**
 * The search modal's door to the page: opening, closing, and getting ready. A native dialog keeps the page behind it
 * still and gives the focus back (B-216).
 */

import css from 'docsgen:styles/search.css';
import { listen, make, root, wear } from '../kit/kit.ts';
import { Modal } from './modal.ts';
import { warm } from './service.ts';

/** On the root while the modal is open. A class there makes browsers look at every element anew. */
const OPEN = 'data-search-open';

let dialog: HTMLDialogElement | undefined;
let modal: Modal | undefined;

/** Fetches what the first search will need: to be called when a reader is likely to search. */
export function warmSearch(): void {
	warm();
}

export interface Opening {
	query: string;
	/** The reader typed it just now: the next letter goes on with it. */
	typed?: boolean;
}

/** Opens the modal with a query, else with the last one that led nowhere; does nothing while it is open. */
export function openSearch({ query, typed = false }: Opening): void {
	wear(css);
	warm();
	const place = dialog ?? makeDialog();
	if (place.open) return;
	root.setAttribute(OPEN, '');
	place.showModal();
	modal?.open(query || modal.query(), !typed);
}

/** Closes the modal; focus and scroll are where they were. */
export function closeSearch(): void {
	dialog?.close();
}

function makeDialog(): HTMLDialogElement {
	const place = make('dialog', { class: 'search', 'aria-label': 'Search' });
	// Escape and all other ways of closing end here.
	listen(place, 'close', () => {
		// The event comes late: a reader may have opened it again.
		if (place.open) return;
		root.removeAttribute(OPEN);
	});
	// A press on the backdrop is one on the dialog itself: its content covers the rest of it.
	listen(place, 'mousedown', (event) => {
		if (event.target !== place) return;
		event.preventDefault();
		closeSearch();
	});
	listen<KeyboardEvent>(place, 'keydown', (event) => {
		if (event.key === 'Tab') keepInside(event, place);
		// A search field would take the key for itself and only clear its text.
		if (event.key !== 'Escape' || event.isComposing) return;
		event.preventDefault();
		closeSearch();
	});
	listen(root, 'docsgen:visit', closeSearch);
	modal = new Modal(closeSearch);
	place.append(modal.element);
	root.querySelector('body')?.append(place);
	dialog = place;
	return place;
}

/** Tab goes round inside of the dialog, not on to the browser's own bars. */
function keepInside(event: KeyboardEvent, place: HTMLElement): void {
	const stops = [...place.querySelectorAll<HTMLElement>('input, button, a[href]')].filter(
		(element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
	);
	const edge = event.shiftKey ? stops[0] : stops.at(-1);
	if (!stops.includes(event.target as HTMLElement) || event.target === edge) {
		event.preventDefault();
		(event.shiftKey ? stops.at(-1) : stops[0])?.focus();
	}
}

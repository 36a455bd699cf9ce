/**
 * The search modal's door to the page: opening, closing, and getting ready. A native dialog keeps the page behind it
 * still and gives the focus back (B-216); React lives inside of it only.
 */

import css from 'docsgen:styles/search.css';
import { createRoot, type Root } from 'react-dom/client';
import { listen, make, root, wear } from '../kit.ts';
import { Modal } from './Modal.tsx';
import { warm } from './service.ts';

let dialog: HTMLDialogElement | undefined;
let tree: Root | undefined;
let opening = 0;

/** Fetches what the first search will need: to be called when a reader is likely to search. */
export function warmSearch(): void {
	warm();
}

/** Opens the modal with a query, which is selected; does nothing while it is open. */
export function openSearch({ query }: { query: string }): void {
	wear(css);
	warm();
	const place = dialog ?? makeDialog();
	if (place.open) return;
	tree ??= createRoot(place);
	// Every opening begins anew.
	tree.render(<Modal key={++opening} start={query} close={closeSearch} />);
	root.classList.add('search-open');
	place.showModal();
}

/** Opens the modal or closes it (B-211). */
export function toggleSearch(options: { query: string }): void {
	if (dialog?.open) closeSearch();
	else openSearch(options);
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
		root.classList.remove('search-open');
		tree?.render(null);
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

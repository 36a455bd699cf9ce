/** The parts of the search that are visible without interaction: the keys on its button, and the search page. */
import { find, type Undo } from '../kit/dom.ts';

/** Shows ⌘ as the shortcut key on Apple devices (B-212). */
export function mountSearchKeys(button: HTMLElement): undefined {
	const key = find('kbd', button);
	if (key && /mac|iphone|ipad|ipod/i.test(navigator.platform)) key.textContent = '⌘';
}

/** Loads the script of the search page. */
export function mountSearchPage(element: HTMLElement): Undo {
	let undo: Undo | undefined;
	let gone = false;
	import('./page.tsx').then(
		({ startSearchPage }) => {
			if (!gone) undo = startSearchPage(element);
		},
		// The error box and its button are in the page, so they need nothing to load (B-044). The browser logs the error.
		() => find('.search-failure', element)?.removeAttribute('hidden'),
	);
	return () => {
		gone = true;
		undo?.();
	};
}

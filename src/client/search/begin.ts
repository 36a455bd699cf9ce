/** What a page shows of the search before anyone touches it: the keys on its button, and the search page itself. */
import { find, type Undo } from '../kit/dom.ts';

/** B-212. */
export function mountSearchKeys(button: HTMLElement): undefined {
	const key = find('kbd', button);
	if (key && /mac|iphone|ipad|ipod/i.test(navigator.platform)) key.textContent = '⌘';
}

/** The search page: its texts are there, its work is loaded. */
export function mountSearchPage(element: HTMLElement): Undo {
	let undo: Undo | undefined;
	let gone = false;
	import('./page.tsx').then(
		({ startSearchPage }) => {
			if (!gone) undo = startSearchPage(element);
		},
		// B-044. The box and its button are in the page: nothing more needs to arrive for them. The browser logs the rest.
		() => find('.search-failure', element)?.removeAttribute('hidden'),
	);
	return () => {
		gone = true;
		undo?.();
	};
}

/** What a page shows of the search before anyone touches it: the keys on its button, and the search page itself. */
import { find, type Undo } from '../dom.ts';

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
		(error: unknown) => console.warn('The search could not be loaded.', error),
	);
	return () => {
		gone = true;
		undo?.();
	};
}

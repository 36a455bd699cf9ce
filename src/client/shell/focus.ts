/** Keyboard focus: outlines only while the keyboard is used, the skip link, and the start of a new page. */
import { around, byId, find, listen, listenKeys, root, SKIP_TARGET } from '../kit/kit.ts';

const CLASS = 'navigation-with-keyboard';

/** Shows outlines for keyboard users (B-081), and makes the skip link work (B-082). */
export function startFocus(): void {
	const body = find('body');
	listenKeys(root, (event) => {
		if (event.key === 'Tab') body?.classList.add(CLASS);
	});
	listen(root, 'mousedown', () => body?.classList.remove(CLASS));
	listen<MouseEvent>(root, 'click', (event) => {
		const target = around(event, '.skip-link') && (find('main') ?? byId(SKIP_TARGET));
		if (!target) return;
		event.preventDefault();
		focusOn(target);
		target.scrollIntoView();
	});
}

/** Focuses any element without scrolling: the next Tab continues from there. */
export function focusOn(element: HTMLElement): void {
	const focusable = element.hasAttribute('tabindex');
	if (!focusable) element.tabIndex = -1;
	element.focus({ preventScroll: true });
	if (!focusable) element.removeAttribute('tabindex');
}

/** Makes the next Tab reach the skip link (B-051). */
export function focusOnTop(): void {
	const top = find('.skip');
	if (top) focusOn(top);
}

/**
 * What a reader sees when a script of ours fails while it builds a part of the page: what went wrong, and a way to
 * try again (B-180 to B-182). The text of the page, which needs no script, stays below it.
 */
import css from 'docsgen:styles/crash.css';
import { find, make, wear } from '../kit/kit.ts';

/** Messages of an error and its causes (B-180). */
export function errorChain(error: unknown): string {
	const messages: string[] = [];
	for (let cause = error; cause instanceof Error && messages.length < 10; cause = cause.cause)
		messages.push(cause.message);
	return messages.length > 0 ? messages.join('\n\nCause:\n') : String(error);
}

const TITLE = 'Page Error';

/** What is shown in the place of something that crashed. "Try again" calls `again`, which may show the next crash. */
export function crashBox(heading: string, error: unknown, again: () => void): HTMLElement {
	wear(css);
	const button = make('button', { type: 'button', class: 'button' }, 'Try again');
	const box = make(
		'div',
		{ class: 'crash', role: 'alert' },
		make('h2', {}, heading),
		button,
		make('pre', {}, errorChain(error)),
	);
	button.onclick = () => {
		box.remove();
		again();
	};
	return box;
}

/**
 * Shows that building `element` failed: inside `main` where it belongs to the page, else above everything, with
 * another title for the window (B-181). "Try again" calls `again`.
 */
export function showCrash(element: Element, error: unknown, again: () => void): void {
	const main = element.closest('main');
	const place = main ?? find('body');
	const title = find('title');
	const before = title?.textContent ?? '';
	const box = crashBox(main ? 'This page crashed.' : 'This page crashed', error, () => {
		// Another page may have come since, with its own.
		if (title?.textContent === TITLE) title.textContent = before;
		again();
	});
	if (!main && title) title.textContent = TITLE;
	place?.prepend(box);
}

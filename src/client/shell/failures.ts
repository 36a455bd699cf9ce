/**
 * What a page shows for a part that loads slowly or that a script failed to build: the error, and a button to try
 * again. The page's text needs no script and stays.
 */
import css from 'docsgen:styles/failures.css';
import { adoptStyles, find, LOADING_DELAY, make } from '../kit/kit.ts';

/** The messages of an error and its causes (B-180). */
function errorChain(error: unknown): string {
	const messages: string[] = [];
	for (let cause = error; cause instanceof Error && messages.length < 10; cause = cause.cause)
		messages.push(cause.message);
	return messages.length > 0 ? messages.join('\n\nCause:\n') : String(error);
}

/** A button that removes the box around it and calls `again`. */
function retryButton(label: string, again: () => void, attributes: Record<string, string> = {}): HTMLElement {
	adoptStyles(css);
	const button = make('button', { type: 'button', ...attributes }, label);
	button.onclick = () => {
		button.parentElement?.remove();
		again();
	};
	return button;
}

/** A box that replaces something that crashed. "Try again" calls `again`, which may show the next crash. */
export function crashBox(heading: string, error: unknown, again: () => void): HTMLElement {
	const button = retryButton(WORDS.tryAgain, again, { class: 'button' });
	const chain = make('pre', {}, errorChain(error));
	return make('div', { class: 'crash', role: 'alert' }, make('h2', {}, heading), button, chain);
}

/**
 * Shows that building `element` failed: in `main` if the element is inside it (B-181), else above everything and in the
 * window's title (B-182).
 */
export function showCrash(element: Element, error: unknown, again: () => void): void {
	const main = element.closest('main');
	const place = main ?? find('body');
	const title = find('title');
	const before = title?.textContent ?? '';
	const box = crashBox(main ? WORDS.contentCrashed : WORDS.pageCrashed, error, () => {
		// Another page may have set its own title since.
		if (title?.textContent === WORDS.pageError) title.textContent = before;
		again();
	});
	if (!main && title) title.textContent = WORDS.pageError;
	place?.prepend(box);
}

/** A box that replaces something that failed to load; "Retry" calls `again` (B-044). */
export function failure(error: unknown, again: () => void): HTMLElement {
	const text = make('p', {}, error instanceof Error ? error.message : String(error));
	return make('div', { class: 'load-error', role: 'alert' }, text, retryButton(WORDS.retry, again));
}

/** Runs `load`. Shows "Loading …" in `place` after a delay (B-045), and on failure the error with "Retry". */
export async function loadInto(place: HTMLElement, load: () => Promise<void>): Promise<void> {
	adoptStyles(css);
	const sign = make('p', { class: 'loading', role: 'status' }, WORDS.loading);
	const timer = setTimeout(() => place.append(sign), LOADING_DELAY);
	try {
		await load();
	} catch (error) {
		place.append(failure(error, () => void loadInto(place, load)));
	} finally {
		clearTimeout(timer);
		sign.remove();
	}
}

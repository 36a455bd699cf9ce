/**
 * What a reader sees of a part of the page that is late, or that a script of ours failed to build: what went wrong, and
 * a way to try again. The text of the page, which needs no script, stays beside it.
 */
import css from 'docsgen:styles/failures.css';
import { find, LOADING_DELAY, make, wear } from '../kit/kit.ts';

/** Messages of an error and its causes (B-180). */
function errorChain(error: unknown): string {
	const messages: string[] = [];
	for (let cause = error; cause instanceof Error && messages.length < 10; cause = cause.cause)
		messages.push(cause.message);
	return messages.length > 0 ? messages.join('\n\nCause:\n') : String(error);
}

/** A button that takes the box around it away and calls `again`. */
function retryButton(label: string, again: () => void, attributes: Record<string, string> = {}): HTMLElement {
	wear(css);
	const button = make('button', { type: 'button', ...attributes }, label);
	button.onclick = () => {
		button.parentElement?.remove();
		again();
	};
	return button;
}

/** A box in the place of something that crashed. "Try again" calls `again`, which may show the next crash. */
export function crashBox(heading: string, error: unknown, again: () => void): HTMLElement {
	const button = retryButton('Try again', again, { class: 'button' });
	const chain = make('pre', {}, errorChain(error));
	return make('div', { class: 'crash', role: 'alert' }, make('h2', {}, heading), button, chain);
}

const TITLE = 'Page Error';

/**
 * Shows that building `element` failed: inside `main` where it belongs to the page, else above everything, with
 * another title for the window (B-181, B-182).
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

/** A box in the place of something that did not arrive; "Retry" calls `again` (B-044). */
export function failure(error: unknown, again: () => void): HTMLElement {
	const text = make('p', {}, error instanceof Error ? error.message : String(error));
	return make('div', { class: 'load-error', role: 'alert' }, text, retryButton('Retry', again));
}

/**
 * Runs `load`, which fills `place` or something else. Shows nothing at first, then that it loads (B-045); on
 * failure a box with the error and "Retry". Resolves when it has loaded, at whichever attempt.
 */
export function loadInto(place: HTMLElement, load: () => Promise<void>): Promise<void> {
	wear(css);
	return new Promise((resolve) => {
		const attempt = async (): Promise<void> => {
			const sign = make('p', { class: 'loading', role: 'status' }, 'Loading …');
			const timer = setTimeout(() => place.append(sign), LOADING_DELAY);
			try {
				await load();
				resolve();
			} catch (error) {
				place.append(failure(error, attempt));
			} finally {
				clearTimeout(timer);
				sign.remove();
			}
		};
		void attempt();
	});
}

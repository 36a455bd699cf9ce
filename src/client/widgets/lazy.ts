/** A part of the page that arrives later than the rest: a sign that it is coming, and a way out when it is not. */
import css from 'docsgen:styles/loading.css';
import { LOADING_DELAY, make, wear } from '../kit/kit.ts';

/**
 * Runs `load`, which fills `place` or something else. Shows nothing at first, then that it loads (B-045); on
 * failure a box with the error and "Retry" (B-044). Resolves when it has loaded, at whichever attempt.
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

/** A box with the error and "Retry", which calls `again` (B-044). */
export function failure(error: unknown, again: () => void): HTMLElement {
	wear(css);
	const button = make('button', { type: 'button' }, 'Retry');
	const text = make('p', {}, error instanceof Error ? error.message : String(error));
	const box = make('div', { class: 'load-error', role: 'alert' }, text, button);
	button.onclick = () => {
		box.remove();
		again();
	};
	return box;
}

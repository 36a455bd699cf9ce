/** The progress bar, shown when a page takes longer than a moment to load (B-041, B-042). */
import { find, make, PROGRESS_DELAY, wantsStill } from '../kit/kit.ts';

let timer: ReturnType<typeof setTimeout> | undefined;
let bar: HTMLElement | undefined;

/** Starts the wait for a page; replaces an earlier one. */
export function startProgress(): void {
	stopProgress();
	timer = setTimeout(show, PROGRESS_DELAY);
}

/** Ends the wait: the page is there or no longer wanted. */
export function stopProgress(): void {
	clearTimeout(timer);
	bar?.remove();
	bar = undefined;
}

function show(): void {
	bar = make('div', { class: 'progress-bar' });
	find('body')?.append(bar);
	if (wantsStill()) return;
	bar.animate(
		{ clipPath: ['inset(0 100% 0 0)', 'inset(0 30% 0 0)', 'inset(0 5% 0 0)'], offset: [0, 0.15, 1] },
		{ duration: 8000, easing: 'ease-out', fill: 'forwards' },
	);
}

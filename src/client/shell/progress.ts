/** The bar that says that a page is on its way, shown where it takes longer than a moment (B-041, B-042). */
import { find, make, PROGRESS_DELAY, wantsStill } from '../kit/kit.ts';

let timer: ReturnType<typeof setTimeout> | undefined;
let bar: HTMLElement | undefined;

/** Begins to wait; an earlier wait is over. */
export function startProgress(): void {
	stopProgress();
	timer = setTimeout(show, PROGRESS_DELAY);
}

/** The page is there, or nobody waits for it any more. */
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

/** Durations, and when scrolling shows or hides the navbar and the back-to-top button. Pure. */
import type { Scrolled } from '../kit/kit.ts';

/** CSS pixels from the top within which the button is not needed (B-179). */
const NEAR_TOP_PX = 300;

/**
 * Whether the back-to-top button shows after a scroll (B-179): `shown` is whether it did before, `below` are the CSS
 * pixels of the page below the window.
 */
export function showsBackToTop(shown: boolean, { now, before, jumped }: Scrolled, below: number): boolean {
	if (jumped || now >= before || now < NEAR_TOP_PX) return false;
	return shown || below > 0;
}

/** Whether a navbar of `height` that hides on scroll shows after a scroll (B-101). */
export function showsNavbar(shown: boolean, { now, before, jumped }: Scrolled, below: number, height: number): boolean {
	if (now < height) return true;
	if (jumped || now > before) return false;
	// At the end of a page, overscroll may bounce back: that is not scrolling up.
	return shown || (now < before && below > height);
}

/** Length of the collapse animation for content `height` CSS pixels tall, in milliseconds (B-145). */
export function collapseDuration(height: number): number {
	if (height === 0) return 0;
	const lines = height / 36;
	return Math.round((4 + 15 * lines ** 0.25 + lines / 5) * 10);
}

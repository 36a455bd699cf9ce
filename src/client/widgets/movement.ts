/** How long things move, and when scrolling shows or hides the navbar and the button back to the top. Pure. */

/** A movement of the page. All lengths in CSS pixels. */
export interface Scrolled {
	now: number;
	before: number;
	/** To a hash, not by the reader. */
	jumped: boolean;
	/** Height of the window and of the whole page. */
	viewport: number;
	page: number;
}

/** Distance from the top below which the way back is short enough (B-179). */
const FAR = 300;

/** Whether "Scroll back to top" shows after a movement: `shown` is whether it did before (B-179). */
export function showsBackToTop(shown: boolean, { now, before, jumped, viewport, page }: Scrolled): boolean {
	if (jumped || now >= before || now < FAR) return false;
	return shown || now + viewport < page;
}

/** Whether a navbar of `height` that hides on scroll shows after a movement (B-101). */
export function showsNavbar(
	shown: boolean,
	height: number,
	{ now, before, jumped, viewport, page }: Scrolled,
): boolean {
	if (now < height) return true;
	if (jumped || now > before) return false;
	// At its end a page may bounce: that is no scrolling up.
	return shown || (now < before && now + viewport < page - height);
}

/** Length of the collapse animation for content `height` CSS pixels tall, in milliseconds (B-145). */
export function collapseDuration(height: number): number {
	if (height === 0) return 0;
	const lines = height / 36;
	return Math.round((4 + 15 * lines ** 0.25 + lines / 5) * 10);
}

/** One scroll listener, which distinguishes a jump to a hash from the reader's own scrolling. */
import { listen, type Undo } from './dom.ts';

/** A scroll of the page. */
export interface Scrolled {
	/** CSS pixels from the top. */
	now: number;
	before: number;
	/** Caused by a hash, not by the reader. */
	jumped: boolean;
}

type ScrollListener = (scrolled: Scrolled) => void;

/** Milliseconds after a jump, or after the last event of a smooth one, in which scrolling counts as part of it. */
const JUMP_MS = 100;

const listeners = new Set<ScrollListener>();
/** Undefined until the first scroll: reading the position earlier would force a layout. */
let last: number | undefined;
let jumpEnd = 0;
let listening = false;

/** Call when the page is about to scroll, or has just scrolled, to a hash. */
export function markJump(): void {
	jumpEnd = performance.now() + JUMP_MS;
}

export function onScroll(listener: ScrollListener): Undo {
	listeners.add(listener);
	if (!listening) {
		listening = true;
		listen(window, 'scroll', notify, { passive: true });
	}
	return () => void listeners.delete(listener);
}

function notify(): void {
	const now = scrollY;
	const before = last ?? now;
	last = now;
	const jumped = performance.now() < jumpEnd;
	if (jumped) markJump();
	for (const listener of listeners) listener({ now, before, jumped });
}

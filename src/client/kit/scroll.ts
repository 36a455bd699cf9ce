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

/**
 * Frames after a jump, or after the last event of a smooth one, in which scrolling counts as part of it. Not a time:
 * events of scrolling come with frames, which are late on a busy machine.
 */
const JUMP_FRAMES = 6;

const listeners = new Set<ScrollListener>();
/** Undefined until the first scroll: reading the position earlier would force a layout. */
let last: number | undefined;
let jumpFrames = 0;
let listening = false;

/** Call when the page is about to scroll, or has just scrolled, to a hash. */
export function markJump(): void {
	if (jumpFrames === 0) requestAnimationFrame(countFrame);
	jumpFrames = JUMP_FRAMES;
}

function countFrame(): void {
	if (--jumpFrames > 0) requestAnimationFrame(countFrame);
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
	const jumped = jumpFrames > 0;
	if (jumped) markJump();
	for (const listener of listeners) listener({ now, before, jumped });
}

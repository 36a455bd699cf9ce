/** One listener for scrolling, which knows a jump to a hash from a reader's own scrolling. */
import { listen, type Undo } from './dom.ts';

/** `before` and `now` in CSS pixels from the top; `jumped`: the page moved to a hash, not the reader. */
type ScrollListener = (now: number, before: number, jumped: boolean) => void;

/** Milliseconds after a jump, or after the last event of a smooth one, in which scrolling belongs to it. */
const JUMP = 100;

const listeners = new Set<ScrollListener>();
/** Unknown before the first movement: asking would make the browser lay the page out early. */
let last: number | undefined;
let jumpEnd = 0;
let listening = false;

/** The page is about to scroll, or has just scrolled, to a hash. */
export function markJump(): void {
	jumpEnd = performance.now() + JUMP;
}

export function onScroll(listener: ScrollListener): Undo {
	listeners.add(listener);
	if (!listening) {
		listening = true;
		listen(window, 'scroll', hear, { passive: true });
	}
	return () => void listeners.delete(listener);
}

function hear(): void {
	const now = scrollY;
	const before = last ?? now;
	last = now;
	const jumped = performance.now() < jumpEnd;
	if (jumped) markJump();
	for (const listener of listeners) listener(now, before, jumped);
}

/**
 * The scene that samples with variants play by themselves: a change at the near end, a pulse along the wire, and the
 * compiler's verdict at the far end. It plays once, when it is in view and the reader is idle, and any action of the
 * reader ends it. All variants have the same height, so the layout never shifts.
 */
import { find, isPointerStill, listen, together, type Undo, wantsStill, whenLoaded } from '../kit/kit.ts';

/** Milliseconds: idle time before the scene, until the far end reacts, until the scene resets. */
const IDLE_MS = 1500;
const TRAVEL_MS = 900;
const READING_MS = 6000;

/** Stacked samples start below the first screen: a reader who scrolls may be on the way to them. */
const STACKED = '(width <= 62.25em)';
const APPROACH_EVENTS = ['pointermove', 'pointerdown', 'wheel', 'touchstart', 'scroll'];
const EVENTS = [...APPROACH_EVENTS, 'keydown', 'focusin', 'change'];

export interface Scene {
	/** Shows the samples in a variant, or the first one only. */
	show(name: string, count?: number): void;
	/** Selects a variant's radio button. */
	choose(name: string): void;
}

/** Plays variant `name` once, unless the reader acts first or prefers reduced motion. */
export function playOnce(element: HTMLElement, name: string, { show, choose }: Scene): Undo {
	const wire = find('.bridge-wire', element);
	if (!wire || wantsStill()) return () => undefined;
	const stacked = matchMedia(STACKED).matches;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let inView = false;
	let playing = false;
	const later = (step: () => void, milliseconds: number): void => {
		timer = setTimeout(step, milliseconds);
	};
	const rest = (): void => {
		clearTimeout(timer);
		if (inView) later(begin, IDLE_MS);
	};
	const begin = (): void => {
		observer.disconnect();
		playing = true;
		choose(name);
		show(name, 1);
		later(answer, TRAVEL_MS);
	};
	const answer = (): void => {
		show(name);
		later(end, READING_MS);
	};
	const end = (): void => {
		stop();
		choose('');
		show('');
	};
	// A scene that has started jumps to its end, so that the reader can continue to look at it.
	const interrupt = (event: Event): void => {
		if (isPointerStill(event)) return;
		if (stacked && !playing && APPROACH_EVENTS.includes(event.type)) rest();
		else stop();
		if (playing) show(name);
	};
	const observer = new IntersectionObserver(
		([entry]) => {
			inView = entry?.isIntersecting ?? false;
			if (stacked || inView) rest();
			else stop();
		},
		// Stacked: the wire in the middle of the window, with the ends of both samples. Side by side: nearly all of both.
		stacked ? { rootMargin: '-30% 0px' } : { threshold: 0.8 },
	);
	whenLoaded(() => observer.observe((stacked ? undefined : wire.parentElement) ?? wire));
	const unlisten = together(...EVENTS.map((type) => listen(window, type, interrupt, { capture: true, passive: true })));
	const stop = (): void => {
		clearTimeout(timer);
		observer.disconnect();
		unlisten();
	};
	return stop;
}

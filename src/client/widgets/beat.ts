/**
 * The one scene that samples with variants play by themselves: a change at the near end, a pulse along the wire, and
 * what the compiler says at the far end. Once, at rest, where it is in view; a reader who does anything comes first.
 * All variants have the same height, so nothing moves.
 */
import { find, listen, rests, together, type Undo, wantsStill, whenLoaded } from '../kit/kit.ts';

/** Milliseconds: at rest before it begins, until the far end answers, until all is as before. */
const REST = 1500;
const TRAVEL = 900;
const READING = 6000;

/** Below each other, the samples are further down than the first screen: who scrolls is only on the way to them. */
const STACKED = '(width <= 62.25em)';
const WAY = ['pointermove', 'pointerdown', 'wheel', 'touchstart', 'scroll'];
const SIGNS = [...WAY, 'keydown', 'focusin', 'change'];

export interface Scene {
	/** Shows the samples in a variant, or the first one only. */
	show(name: string, count?: number): void;
	/** Lets the choice say what is shown. */
	choose(name: string): void;
}

/** Plays `name` once, or never. */
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
		if (inView) later(begin, REST);
	};
	const begin = (): void => {
		observer.disconnect();
		playing = true;
		choose(name);
		show(name, 1);
		later(answer, TRAVEL);
	};
	const answer = (): void => {
		show(name);
		later(end, READING);
	};
	const end = (): void => {
		stop();
		choose('');
		show('');
	};
	// What has begun is shown to its end at once: a reader who looks at it may go on looking.
	const give = (event: Event): void => {
		if (rests(event)) return;
		if (stacked && !playing && WAY.includes(event.type)) rest();
		else stop();
		if (playing) show(name);
	};
	const observer = new IntersectionObserver(
		([entry]) => {
			inView = entry?.isIntersecting ?? false;
			if (stacked || inView) rest();
			else stop();
		},
		// The wire in the middle, with the ends of both samples, or all of both.
		stacked ? { rootMargin: '-30% 0px' } : { threshold: 0.8 },
	);
	whenLoaded(() => observer.observe((stacked ? undefined : wire.parentElement) ?? wire));
	const deaf = together(...SIGNS.map((type) => listen(window, type, give, { capture: true, passive: true })));
	const stop = (): void => {
		clearTimeout(timer);
		observer.disconnect();
		deaf();
	};
	return stop;
}

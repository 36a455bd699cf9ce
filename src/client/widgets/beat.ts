/**
 * The one scene that samples with variants play by themselves: a change at the near end, a pulse along the wire, and
 * what the compiler says at the far end. Once, at rest, where all of it is in view; a reader who does anything comes
 * first.
 */
import { find, listen, rests, together, type Undo, wantsStill, whenLoaded } from '../kit/kit.ts';

/** Milliseconds: at rest before it begins, until the far end answers, until all is as before. */
const REST = 1500;
const TRAVEL = 900;
const READING = 6000;

/** Below each other, samples of another height would move what follows. */
const SIDE_BY_SIDE = '(width > 62.25em)';
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll', 'focusin'];

export interface Scene {
	/** Shows the samples in a variant, or the first one only. */
	show(name: string, count?: number): void;
	/** Lets the choice say what is shown. */
	choose(name: string): void;
}

/** Plays `name` once, or never. */
export function playOnce(element: HTMLElement, name: string, { show, choose }: Scene): Undo {
	const wire = find('.bridge-wire', element);
	if (!wire || wantsStill() || !matchMedia(SIDE_BY_SIDE).matches) return () => undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let playing = false;
	const later = (step: () => void, milliseconds: number): void => {
		timer = setTimeout(step, milliseconds);
	};
	const begin = (): void => {
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
		stop();
		if (playing) show(name);
	};
	const observer = new IntersectionObserver(
		([entry]) => {
			observer.disconnect();
			if (entry?.isIntersecting) later(begin, REST);
			else stop();
		},
		{ threshold: 0.8 },
	);
	whenLoaded(() => observer.observe(wire.parentElement ?? wire));
	const deaf = together(...SIGNS.map((type) => listen(window, type, give, { capture: true, passive: true })));
	const stop = (): void => {
		clearTimeout(timer);
		observer.disconnect();
		deaf();
	};
	return stop;
}

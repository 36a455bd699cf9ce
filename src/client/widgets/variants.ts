/**
 * Blocks of code in the variant that the reader chooses, with the compiler's verdict. All variants have the same height,
 * so the layout never shifts.
 */
import css from 'docsgen:styles/variants.css';
import {
	adoptStyles,
	all,
	find,
	isPointerStill,
	listen,
	make,
	prefersStill,
	together,
	type Undo,
	whenLoaded,
} from '../kit/kit.ts';

export function mountVariants(element: HTMLElement): Undo {
	adoptStyles(css);
	const show = (name: string): void => {
		const shown = put(element, name);
		const errors = shown.flatMap((block) => remarks(block, '.code-error'));
		element.classList.toggle('variants-wrong', errors.length > 0);
		// For screen readers: the changed lines and completions, which others see.
		const spoken = shown.flatMap((block) => remarks(block, '.hl, .code-type'));
		find('.variants-said', element)?.replaceChildren(
			errors.length === 0 ? WORDS.noErrors : WORDS.errors({ count: errors.length }),
			make('span', { class: 'visually-hidden' }, ` ${spoken.join('. ')}`),
			make('span', { class: 'variants-errors' }, ` ${errors.join('. ')}`),
		);
		travel(element);
	};
	// The browser may have restored a choice.
	const chosen = find<HTMLInputElement>('input:checked', element);
	if (chosen && chosen.value !== '') show(chosen.value);
	const stop = listen(element, 'change', ({ target }) => {
		if (target instanceof HTMLInputElement) show(target.value);
	});
	const { beat } = element.dataset;
	if (beat === undefined || chosen?.value !== '') return stop;
	return together(stop, playOnce(element, beat));
}

/** Shows the first `count` blocks in a variant, or as they are if they lack it; returns what is shown. */
function put(element: HTMLElement, name: string, count?: number): HTMLElement[] {
	return blocksIn(element)
		.slice(0, count)
		.flatMap((variants) => {
			const chosen = variants.find((variant) => variant.dataset.variant === name) ?? variants[0];
			for (const variant of variants) variant.hidden = variant !== chosen;
			return chosen ?? [];
		});
}

/** Sends a pulse along the wire: a new element restarts its animation. */
function travel(element: HTMLElement): void {
	const wire = find('.bridge-wire', element);
	wire?.replaceWith(wire.cloneNode(true));
}

/** The variants of each block, the initial one first. */
function blocksIn(element: HTMLElement): HTMLElement[][] {
	const blocks: HTMLElement[][] = [];
	for (const variant of all('[data-variant]', element)) {
		if (variant.dataset.variant === '') blocks.push([]);
		blocks.at(-1)?.push(variant);
	}
	return blocks;
}

function remarks(block: HTMLElement, selector: string): string[] {
	const title = find('.code-title', block)?.textContent ?? '';
	return all(selector, block).map(({ textContent }) => `${title}: ${textContent?.trim()}`);
}

/** Milliseconds: idle time before the scene, until the far end reacts, until the scene resets. */
const IDLE_MS = 1500;
const TRAVEL_MS = 900;
const READING_MS = 6000;

/** Stacked blocks start below the first screen: a reader who scrolls may be on the way to them. */
const STACKED = '(width <= 68em)';
const APPROACH_EVENTS = ['pointermove', 'pointerdown', 'wheel', 'touchstart', 'scroll'];
const EVENTS = [...APPROACH_EVENTS, 'keydown', 'focusin', 'change'];

/**
 * Plays variant `name` once: a change at the near end, a pulse along the wire, and the compiler's verdict at the far
 * end. It starts when it is in view and the reader is idle, and any action of the reader ends it. It is not announced,
 * because the reader did not start it, and there is none for readers who prefer reduced motion.
 */
function playOnce(element: HTMLElement, name: string): Undo {
	const wire = find('.bridge-wire', element);
	if (!wire || prefersStill()) return () => undefined;
	const stacked = matchMedia(STACKED).matches;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let inView = false;
	let playing = false;
	const choose = (value: string): void => {
		for (const input of all<HTMLInputElement>('input', element)) input.checked = input.value === value;
	};
	const rest = (): void => {
		clearTimeout(timer);
		if (inView) timer = setTimeout(begin, IDLE_MS);
	};
	const begin = (): void => {
		observer.disconnect();
		playing = true;
		choose(name);
		put(element, name, 1);
		travel(element);
		timer = setTimeout(answer, TRAVEL_MS);
	};
	const answer = (): void => {
		put(element, name);
		timer = setTimeout(end, READING_MS);
	};
	const end = (): void => {
		stop();
		choose('');
		put(element, '');
	};
	// A scene that has started jumps to its end, so that the reader can continue to look at it.
	const interrupt = (event: Event): void => {
		if (isPointerStill(event)) return;
		if (stacked && !playing && APPROACH_EVENTS.includes(event.type)) rest();
		else stop();
		if (playing) put(element, name);
	};
	const observer = new IntersectionObserver(
		([entry]) => {
			inView = entry?.isIntersecting ?? false;
			if (stacked || inView) rest();
			else stop();
		},
		// Stacked: the wire in the middle of the window, with the ends of both blocks. Side by side: nearly all of both.
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

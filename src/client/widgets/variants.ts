/** Samples in the variant that a reader has chosen, and what the compiler says of it. */
import css from 'docsgen:styles/variants.css';
import { all, find, listen, make, together, type Undo, wear } from '../kit/kit.ts';
import { playOnce, type Scene } from './beat.ts';

const NO_ERRORS = 'The compiler has no objection.';

export function mountVariants(element: HTMLElement): Undo {
	wear(css);
	const samples = samplesIn(element);
	const said = find('.variants-said', element);
	const put = (name: string, count = samples.length): HTMLElement[] =>
		samples.slice(0, count).flatMap((variants) => {
			const chosen = variants.find((variant) => variant.dataset.variant === name) ?? variants[0];
			for (const variant of variants) variant.hidden = variant !== chosen;
			return chosen ?? [];
		});
	const travel = (): void => {
		// A new element begins its animation anew: the type travels once more.
		const wire = find('.bridge-wire', element);
		wire?.replaceWith(wire.cloneNode(true));
	};
	const show = (name: string): void => {
		const shown = put(name);
		const errors = shown.flatMap((sample) => remarks(sample, '.code-error'));
		element.classList.toggle('variants-wrong', errors.length > 0);
		// What others see at once: lines that are another, what completes.
		const heard = shown.flatMap((sample) => remarks(sample, '.hl, .code-type'));
		const count = errors.length === 1 ? '1 error.' : `${errors.length} errors.`;
		said?.replaceChildren(
			errors.length === 0 ? NO_ERRORS : count,
			make('span', { class: 'visually-hidden' }, ` ${heard.join('. ')}`),
			make('span', { class: 'variants-errors' }, ` ${errors.join('. ')}`),
		);
		travel();
	};
	// A browser may remember a choice.
	const chosen = find<HTMLInputElement>('input:checked', element);
	if (chosen && chosen.value !== '') show(chosen.value);
	const stop = listen(element, 'change', ({ target }) => {
		if (target instanceof HTMLInputElement) show(target.value);
	});
	const { beat } = element.dataset;
	if (beat === undefined || chosen?.value !== '') return stop;
	return together(stop, playOnce(element, beat, sceneOf(element, put, travel)));
}

/** What plays by itself is not announced: nobody has asked for it. */
function sceneOf(element: HTMLElement, put: (name: string, count?: number) => unknown, travel: () => void): Scene {
	return {
		show: (name, count) => {
			put(name, count);
			if (count !== undefined) travel();
		},
		choose: (name) => {
			for (const input of all<HTMLInputElement>('input', element)) input.checked = input.value === name;
		},
	};
}

/** The variants of each sample, what it is at first before all others. */
function samplesIn(element: HTMLElement): HTMLElement[][] {
	const samples: HTMLElement[][] = [];
	for (const variant of all('[data-variant]', element)) {
		if (variant.dataset.variant === '') samples.push([]);
		samples.at(-1)?.push(variant);
	}
	return samples;
}

function remarks(sample: HTMLElement, selector: string): string[] {
	const title = find('.code-title', sample)?.textContent ?? '';
	return all(selector, sample).map(({ textContent }) => `${title}: ${textContent?.trim()}`);
}

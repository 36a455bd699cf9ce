/** Samples in the variant that the reader chooses, with the compiler's verdict. */
import css from 'docsgen:styles/variants.css';
import { adoptStyles, all, find, listen, make, together, type Undo } from '../kit/kit.ts';
import { playOnce, type Scene } from './beat.ts';

const NO_ERRORS = 'The compiler has no objection.';

export function mountVariants(element: HTMLElement): Undo {
	adoptStyles(css);
	const samples = samplesIn(element);
	const verdict = find('.variants-said', element);
	const put = (name: string, count = samples.length): HTMLElement[] =>
		samples.slice(0, count).flatMap((variants) => {
			const chosen = variants.find((variant) => variant.dataset.variant === name) ?? variants[0];
			for (const variant of variants) variant.hidden = variant !== chosen;
			return chosen ?? [];
		});
	const travel = (): void => {
		// A new element restarts its animation.
		const wire = find('.bridge-wire', element);
		wire?.replaceWith(wire.cloneNode(true));
	};
	const show = (name: string): void => {
		const shown = put(name);
		const errors = shown.flatMap((sample) => remarks(sample, '.code-error'));
		element.classList.toggle('variants-wrong', errors.length > 0);
		// For screen readers: the changed lines and completions, which others see.
		const spoken = shown.flatMap((sample) => remarks(sample, '.hl, .code-type'));
		const count = errors.length === 1 ? '1 error.' : `${errors.length} errors.`;
		verdict?.replaceChildren(
			errors.length === 0 ? NO_ERRORS : count,
			make('span', { class: 'visually-hidden' }, ` ${spoken.join('. ')}`),
			make('span', { class: 'variants-errors' }, ` ${errors.join('. ')}`),
		);
		travel();
	};
	// The browser may have restored a choice.
	const chosen = find<HTMLInputElement>('input:checked', element);
	if (chosen && chosen.value !== '') show(chosen.value);
	const stop = listen(element, 'change', ({ target }) => {
		if (target instanceof HTMLInputElement) show(target.value);
	});
	const { beat } = element.dataset;
	if (beat === undefined || chosen?.value !== '') return stop;
	return together(stop, playOnce(element, beat, sceneOf(element, put, travel)));
}

/** The scene that plays by itself; it is not announced, because the reader did not start it. */
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

/** The variants of each sample, the initial one first. */
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

/** Samples in the variant that a reader has chosen, and what the compiler says of it. */
import css from 'docsgen:styles/variants.css';
import { all, find, listen, make, type Undo, wear } from '../kit/kit.ts';

const NO_ERRORS = 'The compiler has no objection.';

export function mountVariants(element: HTMLElement): Undo {
	wear(css);
	const samples = samplesIn(element);
	const said = find('.variants-said', element);
	const show = (name: string): void => {
		const shown = samples.flatMap((variants) => {
			const chosen = variants.find((variant) => variant.dataset.variant === name) ?? variants[0];
			for (const variant of variants) variant.hidden = variant !== chosen;
			return chosen ?? [];
		});
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
		// A new element begins its animation anew: the type travels once more.
		const wire = find('.bridge-wire', element);
		wire?.replaceWith(wire.cloneNode(true));
	};
	// A browser may remember a choice.
	const chosen = find<HTMLInputElement>('input:checked', element);
	if (chosen && chosen.value !== '') show(chosen.value);
	return listen(element, 'change', ({ target }) => {
		if (target instanceof HTMLInputElement) show(target.value);
	});
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

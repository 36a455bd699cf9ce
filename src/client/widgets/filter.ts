/** A box that filters the lists of an index by name; without scripts, there is no box and everything is listed. */
import { all, listen, make, type Undo } from '../kit/kit.ts';

export function mountFilter(place: HTMLElement): Undo {
	const lists = all('dl.api-index', place.parentElement ?? place).map((list) => ({
		list,
		heading: list.previousElementSibling,
		rows: all('dt', list).map((term) => ({
			term,
			text: term.nextElementSibling,
			name: term.textContent.toLowerCase(),
		})),
	}));
	const input = make('input', { type: 'search', 'aria-label': WORDS.filterByName, placeholder: WORDS.filterByName });
	const status = make('span', { role: 'status', class: 'api-flag' });
	place.replaceChildren(input, ' ', status);
	const filter = (): void => {
		const words = input.value.toLowerCase().split(/\s+/);
		let count = 0;
		for (const { list, heading, rows } of lists) {
			let shown = 0;
			for (const { term, text, name } of rows) {
				const isHidden = !words.every((word) => name.includes(word));
				term.hidden = isHidden;
				text?.toggleAttribute('hidden', isHidden);
				if (!isHidden) shown++;
			}
			list.hidden = shown === 0;
			heading?.toggleAttribute('hidden', shown === 0);
			count += shown;
		}
		status.textContent = input.value === '' ? '' : WORDS.found({ count });
	};
	return listen(input, 'input', filter);
}

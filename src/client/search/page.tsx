/**
 * The search page: its field and its menu are there before this script; results are put below them (B-250 to B-256).
 * The address always says what is shown, so it can be kept and sent on.
 */
import css from 'docsgen:styles/search-page.css';
import { createRoot } from 'react-dom/client';
import { PAGE_KIND } from '../../content/search/format.ts';
import { find, listen, rewrite, root, together, type Undo, wear } from '../kit/kit.ts';
import { PageResults, type WiderSearch } from './PageResults.tsx';
import { settings } from './service.ts';

/** Milliseconds after the last change before it is searched (B-253). */
const REST = 300;

/** Starts the page inside of `element`; returns how to take it back. */
export function startSearchPage(element: HTMLElement): Undo {
	const input = find<HTMLInputElement>('input', element);
	const select = find<HTMLSelectElement>('select[name="version"]', element);
	const kinds = find<HTMLSelectElement>('select[name="kind"]', element);
	const place = find('.search-results', element);
	const heading = find('h1', element);
	const start = find('.search-start', element);
	if (!input || !place || !heading) throw new Error('The search page lacks its elements');
	wear(css);
	const tree = createRoot(place);
	let timer: ReturnType<typeof setTimeout> | undefined;

	const show = (): void => {
		const query = input.value.trim();
		heading.textContent = headingFor(query);
		start?.classList.toggle('shown', query === '');
		settings().then(
			({ siteTitle }) => {
				document.title = `${headingFor(query)} | ${siteTitle}`;
			},
			() => undefined,
		);
		const chosen = kinds?.value ?? '';
		const kind = chosen in PAGE_KIND ? PAGE_KIND[chosen as keyof typeof PAGE_KIND] : undefined;
		const asked = { query, version: select?.value, kind };
		const results = <PageResults key={JSON.stringify(asked)} {...asked} wider={wider()} onNothing={offerPlaces} />;
		tree.render(query === '' ? null : results);
	};
	const offerPlaces = (): void => start?.classList.add('shown');
	/** What the menus offer besides what is chosen: all kinds, and the other versions. */
	const wider = (): WiderSearch[] =>
		[kinds, select].flatMap((menu) =>
			[...(menu?.options ?? [])]
				.filter(({ selected, value }) => !selected && (menu === select || value === ''))
				.map(({ value, text }) => ({
					label: `Search ${menu === select ? text : text.toLowerCase()}`,
					choose() {
						if (menu) menu.value = value;
						show();
						input.focus();
					},
				})),
		);
	const fromAddress = (): void => {
		const query = (new URL(location.href).searchParams.get('q') ?? '').trim();
		if (query !== input.value.trim()) input.value = query;
		show();
	};
	// What was typed before the script came stays.
	if (input.value.trim() === '') fromAddress();
	else toAddress(input.value);
	show();
	input.focus();
	return together(
		listen(input, 'input', () => {
			toAddress(input.value);
			clearTimeout(timer);
			timer = setTimeout(show, REST);
		}),
		listen(input, 'keydown', (event) => {
			if ((event as KeyboardEvent).key !== 'Enter') return;
			event.preventDefault();
			clearTimeout(timer);
			show();
		}),
		...[select, kinds].flatMap((menu) => (menu ? [listen(menu, 'change', show)] : [])),
		listen(root, 'docsgen:address', fromAddress),
		() => {
			clearTimeout(timer);
			tree.unmount();
		},
	);
}

/** B-251. */
function headingFor(query: string): string {
	return query === '' ? 'Search the documentation' : `Search results for "${query}"`;
}

/** B-250: the query is part of the address, without entries of its own in the history. */
function toAddress(query: string): void {
	const url = new URL(location.href);
	if (query.trim() === '') url.searchParams.delete('q');
	else url.searchParams.set('q', query.trim());
	rewrite(history.state, url.href);
}

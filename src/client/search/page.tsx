/**
 * The search page: its field and menus are in the HTML; this script adds the results (B-250 to B-256). The URL always
 * contains the query, so that readers can bookmark and share it.
 */
import css from 'docsgen:styles/search-page.css';
import { createRoot } from 'react-dom/client';
import { PAGE_KIND } from '../../content/search/format.ts';
import { adoptStyles, find, listen, listenKeys, rewrite, root, together, type Undo } from '../kit/kit.ts';
import { PageResults, type WiderSearch } from './PageResults.tsx';
import { settings } from './service.ts';

/** Milliseconds without a change before the search starts (B-253). */
const TYPING_PAUSE_MS = 300;

/** Starts the page inside `element`; returns its undo function. */
export function startSearchPage(element: HTMLElement): Undo {
	const input = find<HTMLInputElement>('input', element);
	const select = find<HTMLSelectElement>('select[name="version"]', element);
	const kinds = find<HTMLSelectElement>('select[name="kind"]', element);
	const place = find('.search-results', element);
	const heading = find('h1', element);
	const start = find('.search-start', element);
	if (!input || !place || !heading) throw new Error('The search page lacks its elements');
	adoptStyles(css);
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
	/** The menus' other choices that may find more: all kinds, and the other versions. */
	const wider = (): WiderSearch[] =>
		[kinds, select].flatMap((menu) =>
			[...(menu?.options ?? [])]
				.filter(({ selected, value }) => !selected && (menu === select || value === ''))
				.map(({ value, text }) => ({
					label: menu === select ? WORDS.searchVersion({ version: text }) : WORDS.searchEverything,
					choose() {
						if (menu) menu.value = value;
						show();
						input.focus();
					},
				})),
		);
	const readQuery = (): void => {
		const query = (new URL(location.href).searchParams.get('q') ?? '').trim();
		if (query !== input.value.trim()) input.value = query;
		show();
	};
	// Keep text that was typed before the script loaded.
	if (input.value.trim() === '') readQuery();
	else writeQuery(input.value);
	show();
	input.focus();
	return together(
		listen(input, 'input', () => {
			writeQuery(input.value);
			clearTimeout(timer);
			timer = setTimeout(show, TYPING_PAUSE_MS);
		}),
		listenKeys(input, (event) => {
			if (event.key !== 'Enter') return;
			event.preventDefault();
			clearTimeout(timer);
			show();
		}),
		...[select, kinds].flatMap((menu) => (menu ? [listen(menu, 'change', show)] : [])),
		listen(root, 'docsgen:address', readQuery),
		() => {
			clearTimeout(timer);
			tree.unmount();
		},
	);
}

/** The page's heading and title (B-251). */
function headingFor(query: string): string {
	return query === '' ? WORDS.searchDocumentation : WORDS.searchResultsFor({ query });
}

/** Puts the query into the URL without adding a history entry (B-250). */
function writeQuery(query: string): void {
	const url = new URL(location.href);
	if (query.trim() === '') url.searchParams.delete('q');
	else url.searchParams.set('q', query.trim());
	rewrite(history.state, url.href);
}

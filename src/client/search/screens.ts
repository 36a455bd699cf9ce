/** The screens below the modal's field, as elements: results, earlier searches, nothing found, a failure. */
import type { SearchSettings } from '../../content/search/format.ts';
import { all, find, make } from '../kit/kit.ts';
import { type Answer, grouped, type Hit, kindOf, type Span } from './hit.ts';
import { icon, type SearchIconName } from './icons.ts';
import { type Entry, entryOf, forget, remember, remembered, saveMemory } from './memory.ts';
import { peopleToAsk } from './service.ts';

/** Id of the list that the field controls. */
export const LIST = 'search-list';
/** What arrow keys move through: a link, or a row's first cell with one. */
export const OPTION = '[role="option"], .search-row > :first-child';

/** A text with marks, never parsed as HTML. */
function marked(spans: readonly Span[]): (Node | string)[] {
	return spans.map(({ text, mark }) => (mark ? make('mark', {}, text) : text));
}

/** A line of text, which may be in another language than the page. */
const line = (className: string, ...children: (Node | string)[]): HTMLElement =>
	make('span', { class: className, dir: 'auto' }, ...children);

const path = (...parts: (Node | string)[][]): HTMLElement =>
	line('search-option-path', ...parts.map((part) => make('span', {}, ...part)));

function linkTo(href: string, name: SearchIconName, ...texts: HTMLElement[]): HTMLAnchorElement {
	const content = make('span', { class: 'search-option-texts' }, ...texts);
	return make('a', { class: 'search-option', href, tabindex: '-1' }, icon(name), content);
}

function group(name: string, role: string, members: HTMLElement[]): HTMLElement {
	// It may be in another language, but stays in line with the others.
	const heading = make('div', { class: 'search-group-name', role: 'presentation' }, make('bdi', {}, name));
	return make('div', { role, class: 'search-group', 'aria-label': name }, heading, ...members);
}

/** A list of groups: of options, or a grid of rows. */
function listOf(role: 'listbox' | 'grid', name: string, groups: HTMLElement[]): HTMLElement {
	return make('div', { role, id: LIST, 'aria-label': name }, ...groups);
}

/** Results under group headings, sections under their pages (B-231, B-232). Opening one remembers it (B-222). */
export function results(answer: Answer, settings: SearchSettings): HTMLElement {
	const groups = grouped(answer.hits).map(({ name, hits }) =>
		group(
			name,
			'group',
			hits.map(({ hit, sub }) => {
				const link = found(hit, sub);
				link.setAttribute('role', 'option');
				for (const type of ['click', 'auxclick']) link.addEventListener(type, () => remember(settings, entryOf(hit)));
				return link;
			}),
		),
	);
	return listOf('listbox', WORDS.searchResults, groups);
}

const ICONS = { page: 'page', heading: 'hash', text: 'text' } as const;

function found(hit: Hit, sub: boolean): HTMLAnchorElement {
	const kind = kindOf(hit);
	const main = kind === 'text' ? hit.excerpt : (hit.headings.at(-1) ?? hit.title);
	// A section below its page does not repeat the page's title.
	const above = kind === 'text' ? hit.headings : hit.headings.slice(0, -1);
	const trail = kind === 'page' ? [] : sub ? above : [hit.title, ...above];
	const isText = kind === 'text';
	const texts = [line(isText ? 'search-option-excerpt' : 'search-option-main', ...marked(main))];
	if (trail.length > 0) texts.push(path(...trail.map(marked)));
	if (!isText && hit.excerpt.length > 0) texts.push(line('search-option-excerpt', ...marked(hit.excerpt)));
	const link = linkTo(hit.url, ICONS[kind], ...texts);
	if (hit.lang) link.lang = hit.lang;
	if (sub) link.classList.add('search-option-sub');
	link.append(icon('enter'));
	return link;
}

/** A row of a grid: a cell that arrow keys reach, and a cell with buttons. */
function row(link: HTMLAnchorElement, ...buttons: HTMLElement[]): HTMLElement {
	const cells = [make('span', { role: 'gridcell', tabindex: '-1' }, link)];
	if (buttons.length > 0) cells.push(make('span', { role: 'gridcell', class: 'search-row-actions' }, ...buttons));
	return make('div', { role: 'row', class: 'search-row' }, ...cells);
}

const SUGGESTED = 4;

/** Links on the current page as suggestions: its neighbors in the sidebar, and the navbar items. */
function suggestions(): HTMLElement[] {
	const here = find('.sidebar-list [aria-current="page"]');
	const list = here?.closest('.sidebar-list');
	const section = list ? all<HTMLAnchorElement>(':scope > li > a:not([aria-current], [target])', list) : [];
	const bar = all<HTMLAnchorElement>('.navbar-left a[href^="/"]:not([aria-current="page"])');
	const rowsOf = (links: HTMLAnchorElement[]): HTMLElement[] =>
		links
			.slice(0, SUGGESTED)
			.map(({ href, textContent }) => row(linkTo(href, 'page', line('search-option-main', textContent))));
	return [
		...(section.length > 0 ? [group(WORDS.inThisSection, 'rowgroup', rowsOf(section))] : []),
		...(bar.length > 0 ? [group(WORDS.placesToStart, 'rowgroup', rowsOf(bar))] : []),
	];
}

/** Recent and favorite searches (B-220, B-221), else suggestions; `again` is called when the reader has changed them. */
export function startScreen(settings: SearchSettings, again: () => void): HTMLElement {
	const action = (name: string, shape: SearchIconName, act: () => void): HTMLElement => {
		const button = make('button', { type: 'button', title: name, 'aria-label': name }, icon(shape));
		button.addEventListener('click', () => {
			act();
			again();
		});
		return button;
	};
	const earlier = (name: string, entries: Entry[], isFavorite: boolean): HTMLElement[] => {
		const rows = entries.map((entry) => {
			const title = line('search-option-main', entry.title);
			const link = linkTo(entry.href, isFavorite ? 'star' : 'recent', title, path([entry.place]));
			link.addEventListener('click', () => remember(settings, entry));
			const remove = isFavorite ? WORDS.removeFromFavorites : WORDS.removeFromHistory;
			const buttons = [action(remove, 'close', () => forget(settings, entry))];
			if (!isFavorite) buttons.unshift(action(WORDS.saveSearch, 'star', () => saveMemory(settings, entry)));
			return row(link, ...buttons);
		});
		return rows.length > 0 ? [group(name, 'rowgroup', rows)] : [];
	};
	const { recent, favorite } = remembered(settings);
	const groups = [...earlier(WORDS.recent, recent, false), ...earlier(WORDS.favorite, favorite, true)];
	if (groups.length > 0) return listOf('grid', WORDS.earlierSearches, groups);
	const hint = make('p', { class: 'search-hint' }, WORDS.noRecentSearches);
	const places = suggestions();
	return places.length > 0 ? make('div', {}, listOf('grid', WORDS.suggestions, places), hint) : hint;
}

/** Nothing found (B-236); `earlier` are group names of earlier results. */
export function nothing(
	settings: SearchSettings,
	query: string,
	earlier: readonly string[],
	repeat: (query: string) => void,
): HTMLElement {
	const element = hint(WORDS.noResultsFor({ query }));
	if (earlier.length > 0) {
		const names = earlier.map((name) => {
			const button = make('button', { type: 'button' }, name);
			button.addEventListener('click', () => repeat(name.toLowerCase()));
			return make('li', {}, button);
		});
		element.append(make('p', {}, WORDS.trySearching), make('ul', {}, ...names));
	}
	element.append(make('p', {}, WORDS.fewerWords));
	const href = `${settings.route}?${new URLSearchParams({ q: query })}`;
	const ways = [
		make('a', { href }, WORDS.chooseOnPage),
		...peopleToAsk().map(({ href, label }) => make('a', { href, target: '_blank', rel: 'noopener noreferrer' }, label)),
	];
	element.append(make('ul', { class: 'search-ways' }, ...ways.map((link) => make('li', {}, link))));
	return element;
}

/** The search failed (B-237). */
export function failureScreen(): HTMLElement {
	const element = hint(WORDS.unableToFetch);
	element.setAttribute('role', 'alert');
	element.append(make('p', {}, WORDS.checkConnection));
	return element;
}

function hint(title: string): HTMLElement {
	return make('div', { class: 'search-hint' }, make('p', { class: 'search-hint-title' }, title));
}

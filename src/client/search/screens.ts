/** The screens below the modal's field, as elements: results, earlier searches, nothing found, a failure. */
import type { SearchSettings } from '../../content/search/format.ts';
import { all, find, make } from '../kit/kit.ts';
import { type Answer, grouped, type Hit, type Span } from './hit.ts';
import { type IconName, icon } from './icons.ts';
import { type Entry, entryOf, forget, type Memory, remember, remembered, save } from './memory.ts';
import { peopleToAsk } from './service.ts';

/** A screen, and the options that arrow keys move through. */
export interface Screen {
	element: HTMLElement;
	options: Option[];
}

export interface Option {
	/** The element that is marked as active and that `aria-activedescendant` names. */
	element: HTMLElement;
	link: HTMLAnchorElement;
}

/** Id of the list that the field controls. */
export const LIST = 'search-list';

/** A text with marks, never parsed as HTML. */
function marked(spans: readonly Span[]): (Node | string)[] {
	return spans.map(({ text, mark }) => (mark ? make('mark', {}, text) : text));
}

const span = (className: string, ...children: (Node | string)[]): HTMLElement =>
	make('span', { class: className }, ...children);

const path = (...parts: (Node | string)[][]): HTMLElement =>
	span('search-option-path', ...parts.map((part) => make('span', {}, ...part)));

function linkTo(href: string, name: IconName, ...texts: HTMLElement[]): HTMLAnchorElement {
	const content = span('search-option-texts', ...texts);
	return make('a', { class: 'search-option', href, tabindex: '-1' }, icon(name), content);
}

function group(name: string, role: string, members: HTMLElement[]): HTMLElement {
	const heading = make('div', { class: 'search-group-name', role: 'presentation' }, name);
	return make('div', { role, class: 'search-group', 'aria-label': name }, heading, ...members);
}

/** Results under group headings, sections under their pages (B-231, B-232). */
export function results(answer: Answer, opened: (hit: Hit) => void): Screen {
	const options: Option[] = [];
	const groups = grouped(answer).map((one) =>
		group(
			one.name,
			'group',
			one.hits.map(({ hit, sub }) => {
				const link = found(hit, sub);
				link.setAttribute('role', 'option');
				link.id = `${LIST}-${options.length}`;
				link.addEventListener('click', () => opened(hit));
				link.addEventListener('auxclick', () => opened(hit));
				options.push({ element: link, link });
				return link;
			}),
		),
	);
	return { element: make('div', { role: 'listbox', id: LIST, 'aria-label': 'Search results' }, ...groups), options };
}

const ICONS = { page: 'page', heading: 'hash', text: 'text' } as const;

function found(hit: Hit, sub: boolean): HTMLAnchorElement {
	const heading = hit.headings.at(-1);
	const main = hit.kind === 'text' ? hit.excerpt : hit.kind === 'heading' && heading ? heading : hit.title;
	// A section below its page does not repeat the page's title.
	const above = hit.kind === 'text' ? hit.headings : hit.headings.slice(0, -1);
	const trail = hit.kind === 'page' ? [] : sub ? above : [hit.title, ...above];
	const texts = [span('search-option-main', ...marked(main))];
	if (trail.length > 0) texts.push(path(...trail.map(marked)));
	if (hit.kind !== 'text' && hit.excerpt.length > 0) texts.push(path(marked(hit.excerpt)));
	const link = linkTo(hit.href, ICONS[hit.kind], ...texts);
	if (sub) link.classList.add('search-option-sub');
	link.append(icon('enter'));
	return link;
}

/** Links on the current page as suggestions: its neighbors in the sidebar, and the navbar items. */
function suggestions(): { name: string; links: HTMLAnchorElement[] }[] {
	const here = find('.sidebar-list [aria-current="page"]');
	const list = here?.closest('.sidebar-list');
	const section = list ? all<HTMLAnchorElement>(':scope > li > a:not([aria-current], [target])', list) : [];
	const bar = all<HTMLAnchorElement>('.navbar-left a[href^="/"]:not([aria-current])');
	return [
		{ name: 'In this section', links: section.slice(0, SUGGESTED) },
		{ name: 'Places to start', links: bar.slice(0, SUGGESTED) },
	].filter(({ links }) => links.length > 0);
}

const SUGGESTED = 4;

/**
 * Recent and favorite searches (B-220, B-221), else a few suggestions; `again` is called with the remaining entries
 * when the reader moves or removes one.
 */
export function start(
	settings: SearchSettings,
	again: (memory: Memory) => void,
	memory = remembered(settings),
): Screen {
	const options: Option[] = [];
	/** A row of the grid: a cell that arrow keys reach, and cells with actions. */
	const row = (link: HTMLAnchorElement, ...more: HTMLElement[]): HTMLElement => {
		const cell = make('span', { role: 'gridcell', tabindex: '-1', id: `${LIST}-${options.length}` }, link);
		options.push({ element: cell, link });
		return make('div', { role: 'row', class: 'search-row' }, cell, ...more);
	};
	const action = (name: string, shape: IconName, act: () => Memory): HTMLElement => {
		const button = make('button', { type: 'button', title: name, 'aria-label': name }, icon(shape));
		button.addEventListener('click', () => again(act()));
		return button;
	};
	const earlier = (name: string, entries: Entry[], isFavorite: boolean): HTMLElement[] => {
		const rows = entries.map((entry) => {
			const title = span('search-option-main', entry.title);
			const link = linkTo(entry.href, isFavorite ? 'star' : 'recent', title, path([entry.place]));
			link.addEventListener('click', () => void remember(settings, entry));
			const remove = `Remove this search from ${isFavorite ? 'favorites' : 'history'}`;
			const actions = make('span', { role: 'gridcell', class: 'search-row-actions' });
			if (!isFavorite) actions.append(action('Save this search', 'star', () => save(settings, entry)));
			actions.append(action(remove, 'close', () => forget(settings, entry)));
			return row(link, actions);
		});
		return rows.length > 0 ? [group(name, 'rowgroup', rows)] : [];
	};
	const groups = [...earlier('Recent', memory.recent, false), ...earlier('Favorite', memory.favorite, true)];
	if (groups.length > 0)
		return { element: make('div', { role: 'grid', id: LIST, 'aria-label': 'Earlier searches' }, ...groups), options };
	const hint = make('p', { class: 'search-hint' }, 'No recent searches');
	const places = suggestions().map(({ name, links }) => {
		const texts = links.map(({ href, textContent }) => linkTo(href, 'page', span('search-option-main', textContent)));
		return group(
			name,
			'rowgroup',
			texts.map((link) => row(link)),
		);
	});
	if (places.length === 0) return { element: hint, options };
	const grid = make('div', { role: 'grid', id: LIST, 'aria-label': 'Suggestions' }, ...places);
	return { element: make('div', {}, grid, hint), options };
}

/** Nothing found (B-236); `earlier` are group names of earlier results. */
export function nothing(
	settings: SearchSettings | undefined,
	query: string,
	earlier: readonly string[],
	repeat: (query: string) => void,
): Screen {
	const element = hint(`No results for "${query}"`);
	if (earlier.length > 0) {
		const names = earlier.map((name) => {
			const button = make('button', { type: 'button' }, name);
			button.addEventListener('click', () => repeat(name.toLowerCase()));
			return make('li', {}, button);
		});
		element.append(make('p', {}, 'Try searching for:'), make('ul', {}, ...names));
	}
	element.append(make('p', {}, 'Fewer words or another spelling may help.'));
	const ways = peopleToAsk().map(({ href, label }) =>
		make('a', { href, target: '_blank', rel: 'noopener noreferrer' }, label),
	);
	const href = `${settings?.route}?${new URLSearchParams({ q: query })}`;
	if (settings) ways.unshift(make('a', { href }, 'Choose version and kind on the search page'));
	element.append(make('ul', { class: 'search-ways' }, ...ways.map((link) => make('li', {}, link))));
	return { element, options: [] };
}

/** The search failed (B-237). */
export function failure(): Screen {
	const element = hint('Unable to fetch results');
	element.setAttribute('role', 'alert');
	element.append(make('p', {}, 'You might want to check your network connection.'));
	return { element, options: [] };
}

function hint(title: string): HTMLElement {
	return make('div', { class: 'search-hint' }, make('p', { class: 'search-hint-title' }, title));
}

/** Adds an opened hit to the recent searches (B-222). */
export function keepOpened(settings: SearchSettings | undefined, hit: Hit): void {
	if (settings) remember(settings, entryOf(hit));
}

/** The entries that a page of a large docs sidebar comes without: fetched when a reader asks. */
import { find, make } from '../kit/kit.ts';
import { loadInto } from './lazy.ts';

const LIST = ':scope > .sidebar-list';

const wholes = new Map<string, Promise<HTMLElement>>();

/** The whole sidebar, of which the page has a part; never put into the page itself. */
function wholeSidebar(source: string): Promise<HTMLElement> {
	const known = wholes.get(source);
	if (known) return known;
	const whole = fetchSidebar(source);
	wholes.set(source, whole);
	whole.catch(() => wholes.delete(source));
	return whole;
}

async function fetchSidebar(source: string): Promise<HTMLElement> {
	const response = await fetch(source);
	if (!response.ok) throw new Error(`The entries could not be loaded: status ${response.status}`);
	const page = new DOMParser().parseFromString(await response.text(), 'text/html');
	return page.body;
}

/** Puts the entries of a category that came without into it, hidden, and hands them over; at most once. */
export async function fillCategory(category: HTMLElement, then: (list: HTMLElement) => void): Promise<void> {
	const source = category.closest<HTMLElement>('[data-source]')?.dataset.source;
	if (source === undefined || find(':scope > .sidebar-list, :scope > .sidebar-place', category)) return;
	const place = make('div', { class: 'sidebar-place' });
	category.append(place);
	await loadInto(place, async () => {
		const list = entriesAt(await wholeSidebar(source), placeOf(category));
		list.hidden = true;
		place.replaceWith(list);
		then(list);
	});
}

/** Puts the entries that a long list came without into it, in the place of the one that stands for them. */
export async function fillMore(more: HTMLElement, then: (list: HTMLElement) => void): Promise<void> {
	const { parentElement: list } = more;
	const source = more.closest<HTMLElement>('[data-source]')?.dataset.source;
	if (!list || source === undefined || find(':scope > .sidebar-place', more)) return;
	const place = make('div', { class: 'sidebar-place' });
	more.append(place);
	await loadInto(place, async () => {
		const outer = list.closest('.sidebar-category');
		const entries = entriesAt(await wholeSidebar(source), outer ? placeOf(outer) : []);
		const from = indexOf(more);
		const missing = [...entries.children].slice(from, from + Number(more.dataset.count));
		const hadFocus = more.contains(document.activeElement);
		more.replaceWith(...missing);
		then(list);
		const first = missing[0];
		if (first && hadFocus) find('a', first)?.focus();
	});
}

/** Index of an entry in its whole list: those that are left out count, too. */
function indexOf(entry: Element): number {
	let index = 0;
	for (let before = entry.previousElementSibling; before; before = before.previousElementSibling) {
		index += Number((before as HTMLElement).dataset.count ?? 1);
	}
	return index;
}

/** Indexes of a category and those around it, outermost first. */
function placeOf(category: Element): number[] {
	const outer = category.parentElement?.closest('.sidebar-category');
	return outer ? [...placeOf(outer), indexOf(category)] : [indexOf(category)];
}

function entriesAt(whole: HTMLElement, place: number[]): HTMLElement {
	let list = find(LIST, whole);
	for (const index of place) {
		const category = list?.children[index];
		list = category ? find(LIST, category) : null;
	}
	if (!list) throw new Error('The entries are not in the sidebar any more');
	// A copy: the sidebar of another page may need the same entries.
	return list.cloneNode(true) as HTMLElement;
}

/** Sidebar entries that pages of a large sidebar leave out: fetched when a reader opens them. */

import { find, get, make, nameButtons, once } from '../kit/kit.ts';
import { loadInto } from '../shell/failures.ts';

const LIST = ':scope > .sidebar-list';

const wholes = new Map<string, () => Promise<HTMLElement>>();

/** The whole sidebar, of which the page has a part; never inserted into the page itself. */
function wholeSidebar(source: string): Promise<HTMLElement> {
	const load = async (): Promise<HTMLElement> =>
		new DOMParser().parseFromString(await (await get(source)).text(), 'text/html').body;
	const whole = wholes.get(source) ?? once(load);
	wholes.set(source, whole);
	return whole();
}

/** Calls `put`, at most once, with the whole sidebar and a placeholder in `entry` that shows that it is loading. */
async function fill(entry: HTMLElement, put: (whole: HTMLElement, place: HTMLElement) => void): Promise<void> {
	const source = entry.closest<HTMLElement>('[data-source]')?.dataset.source;
	if (source === undefined || find(':scope > .sidebar-list, :scope > .sidebar-place', entry)) return;
	const place = make('div', { class: 'sidebar-place' });
	entry.append(place);
	await loadInto(place, async () => put(await wholeSidebar(source), place));
}

/** Inserts the missing entries of a category, hidden, and passes their list to `then`. */
export function fillCategory(category: HTMLElement, then: (list: HTMLElement) => unknown): Promise<void> {
	return fill(category, (whole, place) => {
		const list = wholeOf(category, whole);
		list.hidden = true;
		place.replaceWith(list);
		nameButtons(list);
		then(list);
	});
}

/** Replaces the placeholder entry `more` of a long list with the missing entries. */
export function fillMore(more: HTMLElement): Promise<void> {
	return fill(more, (whole) => {
		const entries = wholeOf(more.parentElement?.closest('.sidebar-category'), whole);
		const from = indexOf(more);
		const missing = [...entries.children].slice(from, from + Number(more.dataset.count));
		const hadFocus = more.contains(document.activeElement);
		more.replaceWith(...missing);
		nameButtons();
		const first = missing[0];
		if (first && hadFocus) find('a', first)?.focus();
	});
}

/** Index of an entry in its whole list, including entries that are left out. */
function indexOf(entry: Element): number {
	let index = 0;
	for (let before = entry.previousElementSibling; before; before = before.previousElementSibling) {
		index += Number((before as HTMLElement).dataset.count ?? 1);
	}
	return index;
}

/** A copy of the whole list of a category, or of the sidebar's; another page may need the same entries. */
function wholeOf(category: Element | null | undefined, whole: HTMLElement): HTMLElement {
	const outer = category && wholeOf(category.parentElement?.closest('.sidebar-category'), whole).children;
	const place = outer ? outer[indexOf(category)] : whole;
	const list = place && find(LIST, place);
	if (!list) throw new Error(WORDS.sidebarChanged);
	return list.cloneNode(true) as HTMLElement;
}

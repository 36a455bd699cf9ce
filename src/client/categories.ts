/** The entries of categories that a page of a large docs sidebar comes without: fetched when a reader asks. */
import { find, make } from './kit.ts';
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

/** Indexes of a category and those around it, outermost first. */
function placeOf(category: Element): number[] {
	const list = category.parentElement;
	const outer = list?.closest('.sidebar-category');
	const index = [...(list?.children ?? [])].indexOf(category);
	return outer ? [...placeOf(outer), index] : [index];
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

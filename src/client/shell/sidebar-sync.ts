/** Updates the docs sidebar for another page without losing the reader's open categories. */
import { all, find } from '../kit/kit.ts';

const listOf = (category: Element): HTMLElement | null => find(':scope > .sidebar-list', category);

/**
 * Updates `sidebar` to the state of `next`, the same sidebar on another page. Open categories stay open, and the new
 * page's category opens (B-141). Returns false, and changes nothing, if the two are different sidebars.
 */
export function syncSidebar(sidebar: HTMLElement, next: HTMLElement): boolean {
	const list = listOf(sidebar);
	const nextList = listOf(next);
	if (!list || !nextList || !sameItems(list, nextList)) return false;
	syncList(list, nextList);
	return true;
}

const LINK = ':scope > a, :scope > .sidebar-row > a';

/** Entries of both lists paired by index, and whether the whole lists are equally long: either may be partial. */
function pairs(list: HTMLElement, next: HTMLElement) {
	const [entries, length] = entriesOf(list);
	const [others, otherLength] = entriesOf(next);
	const both = [...entries].map(([index, item]) => [item, others.get(index)] as const);
	return { both, isSameLength: length === otherLength };
}

/** Entries by their index in the whole list, and the length of the whole list. */
function entriesOf(list: HTMLElement): [entries: Map<number, Element>, length: number] {
	const entries = new Map<number, Element>();
	let index = 0;
	for (const item of list.children) {
		const count = (item as HTMLElement).dataset.count;
		if (count === undefined) entries.set(index, item);
		index += Number(count ?? 1);
	}
	return [entries, index];
}

/** Whether both are parts of the same list, and `list` has the current entry of `next`. */
function sameItems(list: HTMLElement, next: HTMLElement): boolean {
	const name = (item: Element): string => {
		const link = find(LINK, item);
		return link ? `${link.getAttribute('href')} ${link.textContent}` : (item.textContent ?? '');
	};
	const { both, isSameLength } = pairs(list, next);
	const others = new Set(both.map(([, other]) => other));
	const isCurrent = (item: Element): boolean =>
		item.matches('.active') || find(LINK, item)?.hasAttribute('aria-current') === true;
	return (
		list.dataset.source === next.dataset.source &&
		isSameLength &&
		both.every(([item, other]) => !other || name(item) === name(other)) &&
		[...next.children].every((item) => others.has(item) || !isCurrent(item))
	);
}

function syncList(list: HTMLElement, next: HTMLElement): void {
	for (const [item, other] of pairs(list, next).both) {
		if (other) syncItem(item, other);
		else unmark(item);
	}
}

/** Removes the current-page marks of an entry that `next` leaves out: the current entry is never left out. */
function unmark(item: Element): void {
	for (const entry of [item, ...all('.active', item)]) entry.classList.remove('active');
	for (const link of all('[aria-current]', item)) link.removeAttribute('aria-current');
}

function syncItem(item: Element, next: Element): void {
	const entered = next.classList.contains('active') && !item.classList.contains('active');
	item.className = next.className;
	const link = find(LINK, item);
	const current = find(LINK, next)?.getAttribute('aria-current');
	if (current) link?.setAttribute('aria-current', current);
	else link?.removeAttribute('aria-current');
	const list = listOf(item);
	const nextList = listOf(next);
	if (list && nextList) {
		if (sameItems(list, nextList)) syncList(list, nextList);
		else list.replaceWith(nextList);
	} else if (nextList) item.append(nextList);
	if (entered) enter(item);
}

/** Opens the new page's category, without animation: the whole page changes anyway. */
function enter(category: Element): void {
	setOpen(category, true);
	find(':scope > .sidebar-place', category)?.remove();
	if (!category.closest('[data-auto-collapse]')) return;
	for (const sibling of category.parentElement?.children ?? [])
		if (sibling !== category && sibling.matches('.sidebar-category')) setOpen(sibling, false);
}

function setOpen(category: Element, open: boolean): void {
	for (const control of all(':scope > .sidebar-row > [aria-expanded]', category)) {
		control.setAttribute('aria-expanded', String(open));
		const list = listOf(category);
		if (list) list.hidden = !open;
	}
}

/**
 * Updates the docs sidebar for another page without losing the reader's open categories. Of a large sidebar, each page
 * has a part of the entries; those that readers have opened stay.
 */
import { all, find } from '../kit/kit.ts';

const LINK = ':scope > a, :scope > .sidebar-row > a';
const CATEGORY = '.sidebar-category';
const listOf = (category: Element): HTMLElement | null => find(':scope > .sidebar-list', category);
const nameOf = (link: Element | null): string => `${link?.getAttribute('href')} ${link?.textContent}`;

/**
 * Updates `sidebar` to the state of `next`, the same sidebar on another page. Open categories stay open, and the new
 * page's categories open (B-141). Returns false, and changes nothing, if the two are different sidebars.
 */
export function syncSidebar(sidebar: HTMLElement, next: HTMLElement): boolean {
	const list = listOf(sidebar);
	const nextList = listOf(next);
	if (!list || !nextList || identityOf(list) !== identityOf(nextList)) return false;
	const left = new Set(all('.active', list));
	for (const item of left) item.classList.remove('active');
	for (const link of all('[aria-current]', list)) link.removeAttribute('aria-current');
	enter(list, nextList, left);
	return true;
}

/** The URL of the whole list, of which pages have parts; else all links. */
function identityOf(list: HTMLElement): string {
	return list.dataset.source ?? all('a', list).map(nameOf).join();
}

/** Marks the entries that lead to the current page in `next`, and opens those that were not on the path just left. */
function enter(list: HTMLElement, next: HTMLElement, left: Set<Element>): void {
	for (const item of next.children) {
		const nextLink = find(LINK, item);
		const current = nextLink?.getAttribute('aria-current');
		if (!current && !item.matches('.active')) continue;
		// A category without a page has the same link as its first page.
		const isSame = (one: Element): boolean =>
			nameOf(find(LINK, one)) === nameOf(nextLink) && one.matches(CATEGORY) === item.matches(CATEGORY);
		const own = [...list.children].find(isSame);
		if (!own) {
			// The next page has another part of this list.
			list.replaceWith(next);
			return;
		}
		own.className = item.className;
		if (current) find(LINK, own)?.setAttribute('aria-current', current);
		const ownList = listOf(own);
		const nextList = listOf(item);
		if (ownList && nextList) enter(ownList, nextList, left);
		else if (nextList) own.append(nextList);
		if (!left.has(own) && own.matches('.active')) open(own);
	}
}

/** Opens a category, without animation: the whole page changes anyway. */
function open(category: Element): void {
	setOpen(category, true);
	find(':scope > .sidebar-place', category)?.remove();
	if (!category.closest('[data-auto-collapse]')) return;
	for (const sibling of category.parentElement?.children ?? [])
		if (sibling !== category && sibling.matches(CATEGORY)) setOpen(sibling, false);
}

function setOpen(category: Element, open: boolean): void {
	for (const control of all(':scope > .sidebar-row > [aria-expanded]', category)) {
		control.setAttribute('aria-expanded', String(open));
		const list = listOf(category);
		if (list) list.hidden = !open;
	}
}

/** The docs sidebar on the step to another page: everything stays as the reader has set it up. */
import { all, find } from './kit.ts';

const listOf = (category: Element): HTMLElement | null => find(':scope > .sidebar-list', category);

/**
 * Makes `sidebar` show the page that `next` is of. Categories that are open stay open, the one that is entered opens
 * (B-141). False where the two are different sidebars, and nothing was done.
 */
export function syncSidebar(sidebar: HTMLElement, next: HTMLElement): boolean {
	const list = listOf(sidebar);
	const nextList = listOf(next);
	if (!list || !nextList || !sameItems(list, nextList)) return false;
	syncList(list, nextList);
	return true;
}

const LINK = ':scope > a, :scope > .sidebar-row > a';

function sameItems(list: HTMLElement, next: HTMLElement): boolean {
	const name = (item: Element): string => {
		const link = find(LINK, item);
		return link ? `${link.getAttribute('href')} ${link.textContent}` : (item.textContent ?? '');
	};
	return (
		list.dataset.source === next.dataset.source &&
		list.children.length === next.children.length &&
		[...list.children].every((item, index) => name(item) === name(next.children[index] ?? item))
	);
}

function syncList(list: HTMLElement, next: HTMLElement): void {
	const others = [...next.children];
	for (const [index, item] of [...list.children].entries()) {
		const other = others[index];
		if (other) syncItem(item, other);
	}
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

/** Opens the category of the page that is entered, at once: the whole page changes anyway. */
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

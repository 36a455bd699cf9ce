/**
 * The docs sidebar: categories open and close (B-141 to B-147), including those whose entries load on demand.
 * `sidebar-sync.ts` updates it for another page.
 */

import { all, around, find, isPlain, listen, listenKeys, root, together, type Undo } from '../kit/kit.ts';
import { slide } from './collapse.ts';

/** An attribute of `<html>` while the reader has hidden the sidebar. */
const HIDDEN = 'data-sidebar-hidden';

export function mountSidebar(sidebar: HTMLElement): Undo {
	describeHiding(sidebar);
	return together(
		listen<MouseEvent>(sidebar, 'click', (event) => {
			if (around(event, '.sidebar-hide')) {
				root.toggleAttribute(HIDDEN);
				describeHiding(sidebar);
			} else if (around(event, '.sidebar-more > a')) clickMore(event);
			else clickRow(event);
		}),
		listenKeys(sidebar, (event) => {
			const label = around(event, 'a[role="button"]');
			if (event.key !== ' ' || !label) return;
			event.preventDefault();
			label.click();
		}),
	);
}

/** Labels the button that hides or shows the sidebar (B-147). */
function describeHiding(sidebar: HTMLElement): void {
	const button = find('.sidebar-hide', sidebar);
	const label = root.hasAttribute(HIDDEN) ? WORDS.expandSidebar : WORDS.collapseSidebar;
	button?.setAttribute('aria-label', label);
	button?.setAttribute('title', label);
}

/** A label with a page navigates and opens, but never closes; its button or a label without a page toggles (B-142). */
function clickRow(event: MouseEvent): void {
	const category = around(event, '.sidebar-row')?.parentElement;
	if (!category) return;
	const label = around(event, 'a[aria-expanded]');
	if (label && !isPlain(event)) return;
	const linked = category.hasAttribute('data-linked');
	if (label && !linked) event.preventDefault();
	if (label && linked) setOpen(category, true);
	else if (label || around(event, '.sidebar-toggle')) setOpen(category, !isOpen(category));
}

const controls = (category: Element): HTMLElement[] => all(':scope > .sidebar-row > [aria-expanded]', category);
const listOf = (category: Element): HTMLElement | null => find(':scope > .sidebar-list', category);

function isOpen(category: Element): boolean {
	return controls(category)[0]?.getAttribute('aria-expanded') === 'true';
}

function setOpen(category: HTMLElement, open: boolean): void {
	if (open === isOpen(category)) return;
	for (const control of controls(category)) control.setAttribute('aria-expanded', String(open));
	const list = listOf(category);
	if (list) slide(list, open);
	else if (open) fill(category);
	if (open) closeSiblings(category);
}

/** Adds the entries that the list leaves out. Without scripts, the link goes to the nearest of their pages. */
function clickMore(event: MouseEvent): void {
	const more = around(event, '.sidebar-more');
	if (!more || !isPlain(event)) return;
	event.preventDefault();
	void import('./left-out.ts').then(({ fillMore }) => fillMore(more));
}

/** Loads the entries of a category that the page leaves out. */
function fill(category: HTMLElement): void {
	void import('./left-out.ts').then(({ fillCategory }) =>
		fillCategory(category, (list) => isOpen(category) && slide(list, true)),
	);
}

function closeSiblings(category: HTMLElement): void {
	if (!category.closest('[data-auto-collapse]')) return;
	for (const sibling of all(':scope > .sidebar-category', category.parentElement ?? category))
		if (sibling !== category && isOpen(sibling) && controls(sibling).length > 0) setOpen(sibling, false);
}

/**
 * Widgets: which there are, and putting them on the elements that ask for them by `data-widget`. A page begins with
 * those that show before anyone touches it; what only answers readers joins them later.
 */
import { WIDGET } from '../../content/model/contract.ts';
import { inSlices } from './async.ts';
import { all, root, type Undo } from './dom.ts';

/** Makes an element do what it is for; returns how to take that back, if anything is to be taken back. */
type Mount = (element: HTMLElement) => Undo | undefined;

/** By name; several may share a name, each does its part. */
const widgets = new Map<string, Mount[]>();
const mounted = new Map<Element, Map<Mount, Undo | undefined>>();

/** From now on, elements that ask for one of these get it; those in the page wait for the next `mount`. */
export function addWidgets(more: Record<string, Mount>): void {
	for (const [name, widget] of Object.entries(more)) widgets.set(name, [...(widgets.get(name) ?? []), widget]);
}

/** Mounts every widget in `part` that is not mounted yet, in document order, resting in between (B-311). */
export function mount(part: HTMLElement): Promise<void> {
	return inSlices(all(`[${WIDGET}]`, part), mountOn);
}

function mountOn(element: HTMLElement): void {
	// The page may have changed during a rest.
	if (!element.isConnected) return;
	for (const widget of widgets.get(element.dataset.widget ?? '') ?? []) mountOne(element, widget);
}

function mountOne(element: HTMLElement, widget: Mount): void {
	const own = mounted.get(element) ?? new Map<Mount, Undo | undefined>();
	if (own.has(widget)) return;
	mounted.set(element, own);
	// Also one that fails counts as mounted: only the reader tries again.
	own.set(widget, undefined);
	try {
		own.set(widget, widget(element));
	} catch (error) {
		crash(element, error, () => {
			own.delete(widget);
			if (element.isConnected) mountOne(element, widget);
		});
	}
}

/** Takes back what was mounted in `part`. */
export function unmount(part: HTMLElement): void {
	for (const [element, own] of mounted) {
		if (!part.contains(element)) continue;
		mounted.delete(element);
		for (const undo of own.values()) undo?.();
	}
}

/** Shows that building `element` failed with `error`; `again` builds it once more. */
type ShowCrash = (element: Element, error: unknown, again: () => void) => void;

let load: (() => Promise<{ showCrash: ShowCrash }>) | undefined;

/** Says what shows crashes, and how it is loaded. */
export function showCrashesBy(loader: () => Promise<{ showCrash: ShowCrash }>): void {
	load = loader;
}

/** Building `element` failed with `error`; `again` builds it once more. */
export function crash(...what: Parameters<ShowCrash>): void {
	console.error(what[1]);
	load?.()
		.then(({ showCrash }) => showCrash(...what))
		.catch(() => undefined);
}

/** Starts a part of the scripts; a failure is shown, and stops no other part. */
export function start(part: () => void): void {
	try {
		part();
	} catch (error) {
		crash(root, error, () => start(part));
	}
}

/** Labels without a page of their own, and triggers of menus. */
const BUTTONS = 'a.dropdown-trigger, .sidebar-category:not([data-linked]) > .sidebar-row > a[aria-expanded]';
const PANEL_TOGGLE = '[popovertarget]:not([popovertargetaction], [aria-expanded])';

/** Names the buttons in `part` (B-111, B-120, B-142). */
export function nameButtons(part: ParentNode): void {
	for (const link of all(BUTTONS, part)) link.setAttribute('role', 'button');
	for (const toggle of all(PANEL_TOGGLE, part)) toggle.setAttribute('aria-expanded', 'false');
}

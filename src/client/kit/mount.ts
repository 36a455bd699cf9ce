/**
 * The registered widgets, and mounting them on the elements that name them in `data-widget`. A page starts with the
 * widgets that are visible without interaction; those that only react to readers are added later.
 */
import { WIDGET } from '../../content/model/contract.ts';
import { inSlices } from './async.ts';
import { all, root, type Undo } from './dom.ts';

/** Adds a widget's behavior to an element; returns its undo function, if it needs one. */
type Mount = (element: HTMLElement) => Undo | undefined;

const widgets = new Map<string, Mount>();
const mounted = new Map<Element, Undo | undefined>();

/** Registers widgets by name. Elements that are already on the page get them with the next `mount`. */
export function addWidgets(more: Record<string, Mount>): void {
	for (const [name, widget] of Object.entries(more)) widgets.set(name, widget);
}

/** Mounts every widget in `part` that is not mounted yet, in document order and in time slices (B-311). */
export function mount(part = root): Promise<void> {
	return inSlices(all(`[${WIDGET}]`, part), mountOn);
}

function mountOn(element: HTMLElement): void {
	const widget = widgets.get(element.dataset.widget ?? '');
	// The page may have changed between two slices.
	if (!widget || mounted.has(element) || !element.isConnected) return;
	// A widget that fails counts as mounted: only the reader's "Try again" repeats it.
	mounted.set(element, undefined);
	try {
		mounted.set(element, widget(element));
	} catch (error) {
		reportCrash(element, error, () => {
			mounted.delete(element);
			mountOn(element);
		});
	}
}

/** Undoes all widgets that are mounted in `part`. */
export function unmount(part: HTMLElement): void {
	unmountWhere((element) => part.contains(element));
}

/** Undoes the widgets on the elements that `isLeaving` names. */
export function unmountWhere(isLeaving: (element: Element) => boolean): void {
	for (const [element, undo] of mounted) {
		if (!isLeaving(element)) continue;
		mounted.delete(element);
		undo?.();
	}
}

/** Shows that building `element` failed with `error`; `again` retries. */
type ShowCrash = (element: Element, error: unknown, again: () => void) => void;

let load: (() => Promise<{ showCrash: ShowCrash }>) | undefined;

/** Sets the loader of the code that shows crashes. */
export function setCrashLoader(loader: () => Promise<{ showCrash: ShowCrash }>): void {
	load = loader;
}

/** Logs and shows that building `element` failed with `error`; `again` retries. */
export function reportCrash(...what: Parameters<ShowCrash>): void {
	console.error(what[1]);
	load?.()
		.then(({ showCrash }) => showCrash(...what))
		.catch(() => undefined);
}

/** Runs a part of the scripts; a failure is shown and does not stop the others. */
export function start(part: () => void): void {
	try {
		part();
	} catch (error) {
		reportCrash(root, error, () => start(part));
	}
}

/** Sidebar labels without a page, and menu triggers. */
const BUTTONS = 'a.dropdown-trigger, .sidebar-category:not([data-linked]) > .sidebar-row > a[aria-expanded]';
const PANEL_TOGGLE = '[popovertarget]:not([popovertargetaction], [aria-expanded])';

/** Gives links and toggles in `part` that act as buttons their ARIA attributes (B-111, B-120, B-142). */
export function nameButtons(part: ParentNode = root): void {
	for (const link of all(BUTTONS, part)) link.setAttribute('role', 'button');
	for (const toggle of all(PANEL_TOGGLE, part)) toggle.setAttribute('aria-expanded', 'false');
}

/**
 * The entries of the window's history that belong to the site, and where the reader stood on each (B-050). Positions
 * live in the entries themselves, so they survive a reload; the browser's own restoring is switched off only while
 * the document lives, so a first load is the browser's affair (B-049).
 */
import { listen, whenLoaded } from './dom.ts';

/** What an entry carries. */
interface Entry {
	/** Tells entries apart. */
	key: string;
	/** From the left and the top, in CSS pixels. */
	scroll?: [number, number];
	/** The entry is there only so that a step back closes the mobile sidebar (B-122). */
	panel?: boolean;
}

let count = 0;
let current: Entry = { key: '' };
const positions = new Map<string, [number, number]>();

function newKey(): string {
	return `${performance.timeOrigin.toString(36)}-${count++}`;
}

function entryOf(state: unknown): Entry | undefined {
	return typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string'
		? (state as Entry)
		: undefined;
}

/** Safari and Firefox throw where an address is written too often; the entry then keeps what it had. */
function rewrite(entry: Entry, href = location.href): void {
	try {
		history.replaceState(entry, '', href);
	} catch (error) {
		console.warn('The place in the page could not be written down.', error);
	}
}

/** Writes down where the reader stands on the present entry. */
function remember(): void {
	current = { ...current, scroll: [scrollX, scrollY] };
	positions.set(current.key, [scrollX, scrollY]);
	rewrite(current);
}

export function startEntries(): void {
	const entry = entryOf(history.state);
	const left = history.scrollRestoration === 'manual' ? entry?.scroll : undefined;
	current = entry ?? { key: newKey() };
	if (!entry) rewrite(current);
	const takeOver = (): void => {
		history.scrollRestoration = 'manual';
	};
	whenLoaded(takeOver);
	listen(window, 'pageshow', takeOver);
	listen(window, 'pagehide', () => {
		history.scrollRestoration = 'auto';
	});
	// When a hash link makes an entry, some browsers have scrolled already.
	listen(window, 'scroll', () => positions.set(current.key, [scrollX, scrollY]), { passive: true });
	// A step back from another site to an entry that was left within this one.
	if (left) scrollTo({ left: left[0], top: left[1], behavior: 'instant' });
}

/** Makes `href` the address of a new entry, or of the present one where it is the same or only closes the panel. */
export function enter(href: string): void {
	remember();
	history.scrollRestoration = 'manual';
	const entry: Entry = { key: newKey() };
	if (href === location.href || current.panel) rewrite(entry, href);
	else history.pushState(entry, '', href);
	current = entry;
}

/** Gives the present page a second entry, for the mobile sidebar. */
export function enterPanel(): void {
	remember();
	const entry: Entry = { key: newKey(), scroll: [scrollX, scrollY], panel: true };
	history.pushState(entry, '');
	current = entry;
}

/** True while the present entry is the sidebar's. */
export function inPanel(): boolean {
	return current.panel === true;
}

/**
 * To be called when the browser has moved to another entry. Returns where the reader stood on it, or `new` for one
 * that a hash link has just made.
 */
export function arrive(state: unknown): [number, number] | 'new' {
	const entry = entryOf(state);
	if (!entry) {
		current = { key: newKey() };
		remember();
		return 'new';
	}
	// The page has not moved yet: this is where the reader stood on the entry that is left.
	positions.set(current.key, [scrollX, scrollY]);
	current = entry;
	return positions.get(entry.key) ?? entry.scroll ?? [0, 0];
}

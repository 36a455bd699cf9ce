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
/** False while the page of the present entry has not come: where the reader stands is on another one. */
let isShown = true;
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
export function rewrite(state: unknown, href = location.href): void {
	try {
		history.replaceState(state, '', href);
	} catch (error) {
		console.warn('The history could not be changed.', error);
	}
}

/** Keeps in mind where the reader stands on the present entry. */
function note(): void {
	if (isShown) positions.set(current.key, [scrollX, scrollY]);
}

/** Writes it down, too. */
function remember(): void {
	note();
	current = { ...current, scroll: positions.get(current.key) ?? current.scroll };
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
	listen(window, 'scroll', note, { passive: true });
	// A step back from another site to an entry that was left within this one.
	if (left) scrollTo({ left: left[0], top: left[1], behavior: 'instant' });
}

/**
 * Makes `href` the address of a new entry, or of the present one where it is the same or only closes the panel.
 * `here` says whether its page is the one that is shown. A `panel` is always an entry of its own.
 */
export function enter(href: string, here: boolean, panel?: true): void {
	remember();
	isShown = here;
	history.scrollRestoration = 'manual';
	const entry: Entry = { key: newKey(), panel };
	if (!panel && (href === location.href || current.panel)) rewrite(entry, href);
	else history.pushState(entry, '', href);
	current = entry;
}

/** The page of the present entry has come, and the reader has been brought to their place on it. */
export function settled(): void {
	isShown = true;
}

/**
 * To be called when the browser has moved to another entry; `here` says whether its page is the one that is shown.
 * Returns where the reader stood on it, or `new` for one that a hash link has just made.
 */
export function arrive(state: unknown, here: boolean): [number, number] | 'new' {
	const entry = entryOf(state);
	// The page has not moved yet, unless to a hash: this is where the reader stood on the entry that is left.
	if (entry) note();
	isShown = here;
	current = entry ?? { key: newKey() };
	if (!entry) {
		remember();
		return 'new';
	}
	return positions.get(entry.key) ?? entry.scroll ?? [0, 0];
}

/**
 * The window's history entries that belong to the site, and the scroll position of each (B-050). Positions are stored
 * in the entries, so they survive a reload. The browser's scroll restoration is off only while the document is open:
 * on a first load the browser restores the position (B-049).
 */
import { listen, whenLoaded } from './dom.ts';

/** The state of a history entry. */
interface HistoryEntry {
	/** Identifies the entry. */
	key: string;
	/** From the left and the top, in CSS pixels. */
	scroll?: [number, number];
	/** The entry exists only so that going back closes the mobile sidebar (B-122). */
	panel?: boolean;
}

/** The URL that the document was loaded from. */
export const FIRST_URL = location.href;

let count = 0;
let current: HistoryEntry = { key: '' };
/** False while the current entry's page is loading: the scroll position is still the previous page's. */
let isShown = true;
const positions = new Map<string, [number, number]>();

function newKey(): string {
	return `${performance.timeOrigin.toString(36)}-${count++}`;
}

function entryOf(state: unknown): HistoryEntry | undefined {
	return typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string'
		? (state as HistoryEntry)
		: undefined;
}

/** Replaces the entry's state and URL. Does nothing where Safari and Firefox throw because of too many changes. */
export function rewrite(state: unknown, href = location.href): void {
	try {
		history.replaceState(state, '', href);
	} catch (error) {
		console.warn('The history could not be changed.', error);
	}
}

/** Records the scroll position of the current entry in memory. */
function notePosition(): void {
	if (isShown) positions.set(current.key, [scrollX, scrollY]);
}

/** Records the scroll position, and stores it in the current entry. */
function storePosition(): void {
	notePosition();
	current = { ...current, scroll: positions.get(current.key) ?? current.scroll };
	rewrite(current);
}

export function startHistory(): void {
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
	// When a hash link creates an entry, some browsers have already scrolled.
	listen(window, 'scroll', notePosition, { passive: true });
	// The reader came back from another site to an entry that was left by in-page navigation.
	if (left) scrollTo({ left: left[0], top: left[1], behavior: 'instant' });
}

/**
 * Adds an entry for `href`, or replaces the current one if `href` is the same or the current one only closes the panel.
 * `here` is whether the entry's page is already shown. A `panel` always gets a new entry.
 */
export function pushEntry(href: string, here: boolean, panel?: true): void {
	storePosition();
	isShown = here;
	history.scrollRestoration = 'manual';
	const entry: HistoryEntry = { key: newKey(), panel };
	if (!panel && (href === location.href || current.panel)) rewrite(entry, href);
	else history.pushState(entry, '', href);
	current = entry;
}

/** Call when the current entry's page is shown and scrolled to its position. */
export function markShown(): void {
	isShown = true;
}

/**
 * Call when the browser has moved to another entry; `here` is whether the entry's page is already shown. Returns the
 * entry's scroll position, or `new` for an entry that a hash link has just created.
 */
export function restoreEntry(state: unknown, here: boolean): [number, number] | 'new' {
	const entry = entryOf(state);
	// The page has not scrolled yet, except to a hash: this is the position on the entry that the reader leaves.
	if (entry) notePosition();
	isShown = here;
	current = entry ?? { key: newKey() };
	if (!entry) {
		storePosition();
		return 'new';
	}
	return positions.get(entry.key) ?? entry.scroll ?? [0, 0];
}

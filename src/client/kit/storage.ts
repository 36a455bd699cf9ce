/**
 * Everything that is remembered in the browser goes through here: local storage, with the keys of the contract
 * (B-205). Where there is none, a page remembers for itself as long as it is open (B-203); nothing here ever throws
 * in a browser (B-204).
 */

interface Memory {
	getItem(key: string): string | null;
	setItem(key: string, value: string): void;
	removeItem(key: string): void;
}

let memory: Memory | undefined;

function open(): Memory {
	if (typeof document === 'undefined') throw new Error('There is no storage while a page is being built.');
	memory ??= browserStorage() ?? pageStorage();
	return memory;
}

/** Reading the property throws where readers have forbidden storage, and gives null in some web views. */
function browserStorage(): Memory | undefined {
	try {
		return localStorage ?? undefined;
	} catch (error) {
		console.warn('Storage is not available: choices are kept for this page only.', error);
		return undefined;
	}
}

function pageStorage(): Memory {
	const values = new Map<string, string>();
	return {
		getItem: (key) => values.get(key) ?? null,
		setItem: (key, value) => void values.set(key, value),
		removeItem: (key) => void values.delete(key),
	};
}

function attempt<T>(what: string, key: string, act: (memory: Memory) => T): T | null {
	const place = open();
	try {
		return act(place);
	} catch (error) {
		console.error(`Storage: ${what} "${key}" failed.`, error);
		return null;
	}
}

/** The stored value, null where there is none or it cannot be read. Throws while a page is being built. */
export function read(key: string): string | null {
	return attempt('reading', key, (place) => place.getItem(key));
}

/** Stores a value; a failure is logged and nothing else. */
export function write(key: string, value: string): void {
	attempt('writing', key, (place) => place.setItem(key, value));
}

/** Forgets a value; a failure is logged and nothing else. */
export function remove(key: string): void {
	attempt('deleting', key, (place) => place.removeItem(key));
}

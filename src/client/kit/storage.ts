/**
 * Everything that is remembered in the browser goes through here: local storage, with the keys of the contract
 * (B-205). Where there is none, a page remembers for itself as long as it is open (B-203); nothing here ever throws
 * in a browser (B-204).
 */

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

let memory: Memory | undefined;

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

/** Throws while a page is being built. In a browser, a failure is logged and nothing else. */
function use(method: keyof Memory, key: string, value = ''): string | null {
	if (typeof document === 'undefined') throw new Error('Storage is not available while a page is built.');
	memory ??= browserStorage() ?? pageStorage();
	try {
		return memory[method](key, value) ?? null;
	} catch (error) {
		console.error(`Storage: ${method} "${key}" failed.`, error);
		return null;
	}
}

/** The stored value, null where there is none or it cannot be read. */
export const read = (key: string): string | null => use('getItem', key);

/** Stores a value. */
export const write = (key: string, value: string): unknown => use('setItem', key, value);

/** Forgets a value. */
export const remove = (key: string): unknown => use('removeItem', key);

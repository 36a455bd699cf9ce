/**
 * All access to local storage, with the keys of the contract (B-205). Without storage, values last as long as the page
 * is open (B-203). Never throws in a browser (B-204).
 */

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

let memory: Memory | undefined;

/** The property throws if the reader has blocked storage, and is null in some web views. */
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

/** Throws while a page is being built. In a browser, a failure is only logged. */
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

/** The stored value; null if there is none or it cannot be read. */
export const read = (key: string): string | null => use('getItem', key);

/** Stores a value until it is removed. */
export const write = (key: string, value: string): unknown => use('setItem', key, value);

/** Removes a value. */
export const remove = (key: string): unknown => use('removeItem', key);

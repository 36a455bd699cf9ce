/** Plain values that are saved one by one, so that a change writes and reads few. A value that another docsgen version has saved does not exist. */
import { hashOf } from '../../content/model/hash.ts';
import { DOCSGEN_HASH } from '../disk/package.ts';
import type { Store } from '../disk/store.ts';

/** Kind in the store of the pages with texts that outputs show. */
export const SHOWN = 'shown';

export interface Entries<T> {
	has(key: string): boolean;
	/** Undefined if there is none, or if it is damaged. */
	get(key: string): T | undefined;
	put(key: string, value: T): void;
	/** Puts the value of a key that determines it, if it is new. */
	add(key: string, value: () => T): void;
	/** All values; `keyOf` is the key of one. */
	all(keyOf: (value: T) => string): T[];
	/** Drops all entries except these. */
	sweep(used: Iterable<string>): void;
}

/** Opens the entries of a kind. */
export function openEntries<T>(store: Store, kind: string): Entries<T> {
	const nameOf = (key: string): string => hashOf(DOCSGEN_HASH + key);
	const read = (name: string): T | undefined => {
		const bytes = store.get(kind, name);
		return bytes && (JSON.parse(bytes.toString()) as T);
	};
	const put = (key: string, value: T): void => store.put(kind, nameOf(key), JSON.stringify(value));
	return {
		has: (key) => store.has(kind, nameOf(key)),
		get: (key) => read(nameOf(key)),
		put,
		add(key, value) {
			if (!store.has(kind, nameOf(key))) put(key, value());
		},
		all: (keyOf) =>
			store.keys(kind).flatMap((name) => {
				const value = read(name);
				return value !== undefined && nameOf(keyOf(value)) === name ? value : [];
			}),
		sweep: (used) => store.sweep(kind, new Set(Array.from(used, nameOf))),
	};
}

/**
 * Plain values that are saved one by one, so that a change writes and reads few. What another version of docsgen has saved
 * doesn't exist: its values may have another shape.
 */
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
	all(): T[];
	/** Drops all entries except these. */
	sweep(used: Iterable<string>): void;
}

/** Opens the entries of a kind. */
export function openEntries<T>(store: Store, kind: string): Entries<T> {
	const nameOf = (key: string): string => DOCSGEN_HASH + hashOf(key);
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
		all: () => store.keys(kind).flatMap((name) => (name.startsWith(DOCSGEN_HASH) ? (read(name) ?? []) : [])),
		sweep: (used) => store.sweep(kind, new Set(Array.from(used, nameOf))),
	};
}

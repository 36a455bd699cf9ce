/**
 * The texts of pages between parsing and rendering, and between builds. Each part is stored as a kind of its own, so
 * that a step reads only what it needs: an edit reads the Markdown of all pages, but renders few.
 */
import { deserialize, serialize } from 'node:v8';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import type { Body, ParseResult } from '../../content/model/page.ts';
import type { ReadBody } from '../../render/model/job.ts';
import type { CountedBodies, IndexMemory, IndexRows, Terms } from '../../render/model/search-index.ts';
import { termsOf } from '../../render/search/terms.ts';
import { CacheLost } from '../disk/disk.ts';
import { DOCSGEN_HASH } from '../disk/package.ts';
import type { Store } from '../disk/store.ts';
import { type Entries, openEntries } from './entries.ts';

const KINDS = ['html', 'markdown', 'sections', 'fences', 'terms'] as const;
type Kind = (typeof KINDS)[number];

/** A body in its stored form. */
export type PackedBody = Record<Kind, Uint8Array>;

/** Store kind of the counted words of groups of pages. */
const GROUPS = 'groups';

const ROWS = 'rows';

/** Getters throw `CacheLost` if the store is damaged. */
export interface Bodies {
	put(hash: string, packed: PackedBody): void;
	get: ReadBody;
	terms: CountedBodies['terms'];
	group: CountedBodies['group'];
	keepRows: NonNullable<CountedBodies['keepRows']>;
	/** The rows that were kept for an index, by the name of its first file. */
	rows(meta: string): IndexMemory;
	has(hash: string): boolean;
	/** Drops all bodies except these. */
	sweep(used: ReadonlySet<string>): void;
}

/** Packs a body for the thread that stores it. As JSON, because the buffers of `serialize` are larger than their content. */
export function packBody({ json, body }: Pick<ParseResult, 'json' | 'body'>): PackedBody {
	return {
		html: Buffer.from(json.html),
		markdown: Buffer.from(json.markdown),
		sections: Buffer.from(json.sections),
		fences: Buffer.from(json.fences),
		terms: serialize(termsOf(body.sections)),
	};
}

/** Opens the bodies in a store. They are read for each use: keeping them would cost more time and memory than it saves. */
export function openBodies(store: Store): Bodies {
	/** Groups requested since the last sweep. */
	const groups = new Set<string>();
	/** Names of rows and places that were kept since the last sweep. */
	const kept = new Set<string>();
	const rows = openEntries<IndexRows>(store, ROWS);
	/** The names of rows by index, which languages may share, and places by name. */
	const texts = openEntries<string>(store, ROWS);
	const readRows = <T>(from: Entries<T>, name: string): T => {
		const value = from.get(name);
		if (value === undefined) throw new CacheLost('the words of the search');
		return value;
	};

	const read = (kind: Kind, hash: string): Buffer => {
		const bytes = store.get(kind, hash);
		if (!bytes) throw new CacheLost(`what it knew of a page (${hash})`);
		return bytes;
	};

	return {
		put(hash, packed) {
			for (const kind of KINDS) store.put(kind, hash, packed[kind]);
		},
		get: <K extends keyof Body>(part: K, hash: string) => JSON.parse(read(part, hash).toString()) as Body[K],
		terms: (hash) => deserialize(read('terms', hash)) as Terms,
		group<T>(key: string, count: () => T): T {
			const name = hashOf(DOCSGEN_HASH + key);
			groups.add(name);
			const bytes = store.get(GROUPS, name);
			if (bytes) return deserialize(bytes) as T;
			const group = count();
			store.put(GROUPS, name, serialize(group));
			return group;
		},
		keepRows(meta, own, places) {
			const name = hashOfValue(own);
			texts.add(meta, () => name);
			rows.add(name, () => own);
			for (const [place, packed] of places) texts.add(place, () => packed);
			for (const key of [meta, name, ...Object.values(own.full)]) kept.add(key);
		},
		rows(meta) {
			return { rows: readRows(rows, readRows(texts, meta)), places: (name) => readRows(texts, name) };
		},
		has: (hash) => KINDS.every((kind) => store.has(kind, hash)),
		sweep(used) {
			for (const kind of KINDS) store.sweep(kind, used);
			// A pass of `docsgen dev` without a search requests no groups.
			if (groups.size > 0) store.sweep(GROUPS, groups);
			groups.clear();
			if (kept.size > 0) rows.sweep(kept);
			kept.clear();
		},
	};
}

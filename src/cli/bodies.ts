/**
 * Where bodies are kept between parsing and rendering, and between builds: in memory while there is room, and in
 * packs in the cache. A pack is written once and never changed, so a second process may read while one writes.
 */
import { hashOf } from '../content/hash.ts';
import type { Body } from '../content/types.ts';
import type { Cache } from './project.ts';

/** Characters of JSON kept in memory; what is older is read again from its pack. */
const MEMORY_LIMIT = 32_000_000;
/** Bytes after which a pack is written. */
const PACK_SIZE = 8_000_000;
/** Packs beyond which all are written anew as one. */
const PACK_LIMIT = 12;

/** What the cache promised to have is not there, or is damaged: with an empty cache the build would go well. */
export class CacheLost extends Error {}

/** Characters in front of a body in its pack: the hash of its bytes. */
const CHECK = 16;

/** [pack, offset, length] by body hash. */
export type PackIndex = Record<string, [pack: string, offset: number, length: number]>;

export interface Bodies {
	put(hash: string, body: Body): void;
	/** The same for a body that is JSON already. */
	putBytes(hash: string, json: Uint8Array): void;
	get(hash: string): Body;
	has(hash: string): boolean;
	/** Writes what is not yet in a pack, drops packs of which nothing is needed, and returns the index. */
	save(needed: ReadonlySet<string>): PackIndex;
}

/** Bodies over a cache; `index` is what the last `save` returned. */
export function openBodies(cache: Cache, index: PackIndex): Bodies {
	const packed = new Map(Object.entries(index).filter(([, place]) => Array.isArray(place) && place.length === 3));
	const memory = new Map<string, Body>();
	const pending = new Map<string, Buffer>();
	let memorySize = 0;
	let pendingSize = 0;

	const remember = (hash: string, body: Body, size: number): void => {
		memory.set(hash, body);
		memorySize += size;
		while (memorySize > MEMORY_LIMIT && memory.size > 1) {
			const [oldest] = memory.keys();
			if (oldest === undefined) break;
			memory.delete(oldest);
			memorySize -= pending.get(oldest)?.length ?? packed.get(oldest)?.[2] ?? 0;
		}
	};
	const flush = (): void => {
		if (pending.size === 0) return;
		const bytes = Buffer.concat([...pending.values()]);
		const pack = `bodies-${hashOf(bytes)}.pack`;
		cache.write(pack, bytes);
		let offset = 0;
		for (const [hash, { length }] of pending) {
			packed.set(hash, [pack, offset, length]);
			offset += length;
		}
		pending.clear();
		pendingSize = 0;
	};
	const keep = (hash: string, json: Buffer): void => {
		const bytes = Buffer.concat([Buffer.from(hashOf(json)), json]);
		pending.set(hash, bytes);
		pendingSize += bytes.length;
		if (pendingSize > PACK_SIZE) flush();
	};
	const bytesOf = (hash: string): Buffer | undefined => {
		const place = packed.get(hash);
		return pending.get(hash) ?? (place && cache.readRange(...place));
	};

	return {
		put(hash, body) {
			if (packed.has(hash) || pending.has(hash)) return;
			const bytes = Buffer.from(JSON.stringify(body));
			keep(hash, bytes);
			remember(hash, body, bytes.length);
		},
		putBytes(hash, json) {
			if (!packed.has(hash) && !pending.has(hash)) keep(hash, Buffer.from(json.buffer, json.byteOffset, json.length));
		},
		get(hash) {
			const known = memory.get(hash);
			if (known) return known;
			const bytes = bytesOf(hash);
			const json = bytes?.subarray(CHECK);
			if (!json || bytes?.toString('latin1', 0, CHECK) !== hashOf(json))
				throw new CacheLost(`The cache has lost a page's text (${hash}). Run "docsgen clear" and build again.`);
			const body = JSON.parse(json.toString()) as Body;
			remember(hash, body, json.length);
			return body;
		},
		has: (hash) => pending.has(hash) || packed.has(hash),
		save(needed) {
			for (const hash of [...packed.keys()]) if (!needed.has(hash)) packed.delete(hash);
			for (const hash of [...pending.keys()]) if (!needed.has(hash)) pending.delete(hash);
			const packs = new Set([...packed.values()].map(([pack]) => pack));
			if (packs.size > PACK_LIMIT) {
				for (const hash of packed.keys()) pending.set(hash, bytesOf(hash) ?? Buffer.alloc(0));
				packed.clear();
				packs.clear();
			}
			flush();
			for (const [pack] of packed.values()) packs.add(pack);
			for (const name of cache.names()) if (name.endsWith('.pack') && !packs.has(name)) cache.remove(name);
			return Object.fromEntries(packed);
		},
	};
}

/**
 * Bytes by name that outlive a process: many in one file of the cache, a pack. A pack is written once and never
 * changed, so a second process may read while one writes.
 */
import { hashOf } from '../../content/model/hash.ts';
import type { Cache } from './project.ts';
import { seal, unseal } from './sealed.ts';

/** Bytes after which a pack is written. */
const PACK_SIZE = 4_000_000;
/** Packs of less than half of that, in what is needed of them, beyond which they are written anew together. */
const SMALL_LIMIT = 12;
/** Packs kept in memory whole: entries in order are now in this one, now in that. */
const WHOLE_LIMIT = 3;

/** What the cache promised to have is not there, or is damaged: with an empty cache the build would go well. */
export class CacheLost extends Error {}

/** [pack, offset, length] by name. */
export type PackIndex = Record<string, [pack: string, offset: number, length: number]>;

export interface Packs {
	put(name: string, bytes: Uint8Array): void;
	/** Throws `CacheLost` where they are not what was put. */
	get(name: string): Buffer;
	has(name: string): boolean;
	/** Writes what is not yet in a pack, and returns the index. */
	share(): PackIndex;
	/** Writes what is not yet in a pack, drops packs of which nothing is needed, and returns the index. */
	save(needed: ReadonlySet<string>): PackIndex;
}

/** Packs of which little is needed. */
function smallPacks(places: Iterable<PackIndex[string]>): Set<string> {
	const sizes = new Map<string, number>();
	for (const [pack, , length] of places) sizes.set(pack, (sizes.get(pack) ?? 0) + length);
	return new Set([...sizes].filter(([, size]) => size < PACK_SIZE / 2).map(([pack]) => pack));
}

/**
 * Packs over a cache; `index` is what the last `save` returned, `kind` begins the names of their files. Entries that
 * are read one after the other (`inOrder`) are taken from whole packs.
 */
export function openPacks(cache: Cache, kind: string, index: PackIndex, { inOrder = false } = {}): Packs {
	const packed = new Map(Object.entries(index).filter(([, place]) => Array.isArray(place) && place.length === 3));
	const pending = new Map<string, Buffer>();
	let pendingSize = 0;
	/** Packs that were read whole, the last one last. */
	const whole = new Map<string, Buffer | undefined>();

	const flush = (): void => {
		if (pending.size === 0) return;
		const bytes = Buffer.concat([...pending.values()]);
		const pack = `${kind}-${hashOf(bytes)}.pack`;
		cache.write(pack, bytes);
		let offset = 0;
		for (const [name, { length }] of pending) {
			packed.set(name, [pack, offset, length]);
			offset += length;
		}
		pending.clear();
		pendingSize = 0;
	};
	const fromPack = ([pack, offset, length]: PackIndex[string]): Buffer | undefined => {
		if (!inOrder) return cache.readRange(pack, offset, length);
		const bytes = whole.has(pack) ? whole.get(pack) : cache.read(pack);
		whole.delete(pack);
		whole.set(pack, bytes);
		for (const oldest of whole.keys()) if (whole.size > WHOLE_LIMIT) whole.delete(oldest);
		return bytes?.subarray(offset, offset + length);
	};
	const read = (name: string): Buffer | undefined => {
		const place = packed.get(name);
		return pending.get(name) ?? (place && fromPack(place));
	};

	return {
		put(name, content) {
			if (packed.has(name) || pending.has(name)) return;
			const bytes = seal(content);
			pending.set(name, bytes);
			pendingSize += bytes.length;
			if (pendingSize > PACK_SIZE) flush();
		},
		get(name) {
			const content = unseal(read(name));
			if (!content)
				throw new CacheLost(
					`The cache has lost what it knew of a page (${name}). Run "docsgen clear" and build again.`,
				);
			return content;
		},
		has: (name) => pending.has(name) || packed.has(name),
		share() {
			flush();
			return Object.fromEntries(packed);
		},
		save(needed) {
			for (const name of [...packed.keys()]) if (!needed.has(name)) packed.delete(name);
			for (const name of [...pending.keys()]) if (!needed.has(name)) pending.delete(name);
			const small = smallPacks(packed.values());
			if (small.size > SMALL_LIMIT) {
				for (const [name, place] of [...packed]) {
					if (!small.has(place[0])) continue;
					pending.set(name, fromPack(place) ?? Buffer.alloc(0));
					packed.delete(name);
				}
			}
			flush();
			const packs = new Set([...packed.values()].map(([pack]) => pack));
			const isOurs = (name: string): boolean => name.startsWith(`${kind}-`) && name.endsWith('.pack');
			for (const name of cache.names()) if (isOurs(name) && !packs.has(name)) cache.remove(name);
			return Object.fromEntries(packed);
		},
	};
}

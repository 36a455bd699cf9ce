/** The bodies of pages between parsing and rendering, and between builds: in memory while there is room, and in packs. */
import type { Body } from '../content/types.ts';
import { openPacks, type PackIndex } from './packs.ts';
import type { Cache } from './project.ts';

/** Characters of JSON kept in memory; what is older is read again from its pack. */
const MEMORY_LIMIT = 32_000_000;

export interface Bodies {
	put(hash: string, body: Body): void;
	/** The same for a body that is JSON already. */
	putBytes(hash: string, json: Uint8Array): void;
	/** Throws `CacheLost` where the cache is damaged. */
	get(hash: string): Body;
	has(hash: string): boolean;
	/** Keeps what is needed for the next process; returns the index that finds it. */
	save(needed: ReadonlySet<string>): PackIndex;
}

/** Bodies over a cache; `index` is what the last `save` returned. */
export function openBodies(cache: Cache, index: PackIndex): Bodies {
	const packs = openPacks(cache, 'bodies', index);
	const memory = new Map<string, { body: Body; size: number }>();
	let memorySize = 0;

	const remember = (hash: string, body: Body, size: number): void => {
		memory.set(hash, { body, size });
		memorySize += size;
		for (const [oldest, entry] of memory) {
			if (memorySize <= MEMORY_LIMIT || memory.size === 1) break;
			memory.delete(oldest);
			memorySize -= entry.size;
		}
	};

	return {
		put(hash, body) {
			if (packs.has(hash)) return;
			const json = Buffer.from(JSON.stringify(body));
			packs.put(hash, json);
			remember(hash, body, json.length);
		},
		putBytes: packs.put,
		get(hash) {
			const known = memory.get(hash);
			if (known) return known.body;
			const json = packs.get(hash);
			const body = JSON.parse(json.toString()) as Body;
			remember(hash, body, json.length);
			return body;
		},
		has: packs.has,
		save: packs.save,
	};
}

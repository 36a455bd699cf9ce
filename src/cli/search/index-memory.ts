/** What is remembered of search indexes: within a process as it is, for the next one as files of the cache. */
import { hashOf } from '../../content/hash.ts';
import { packIndex, unpackIndex } from '../../render/search/index-bytes.ts';
import type { IndexMemory, IndexState } from '../../render/search/types.ts';
import type { Cache } from '../project.ts';
import { seal, unseal } from '../sealed.ts';
import { DOCSGEN_HASH } from '../version.ts';

const KIND = 'search-';

export interface CachedIndexes extends IndexMemory {
	/** Writes what has been made since, and removes what is of no use any more. */
	save(): void;
}

/** Only what this docsgen wrote is ever read: another one may make other indexes. */
function fileOf(id: string): string {
	return `${KIND}${hashOf(`${DOCSGEN_HASH} ${id}`)}.bin`;
}

export function openIndexMemory(cache: Cache): CachedIndexes {
	const known = new Map<string, IndexState | undefined>();
	const unsaved = new Set<string>();
	return {
		recall(id) {
			if (!known.has(id)) {
				const bytes = unseal(cache.read(fileOf(id)));
				known.set(id, bytes && unpackIndex(bytes));
			}
			return known.get(id);
		},
		keep(id, state) {
			if (known.get(id) !== state) unsaved.add(id);
			known.set(id, state);
		},
		save() {
			if (unsaved.size === 0) return;
			for (const id of unsaved) {
				const state = known.get(id);
				if (state) cache.write(fileOf(id), seal(packIndex(state)));
			}
			unsaved.clear();
			const files = new Set([...known.keys()].map(fileOf));
			for (const name of cache.names()) if (name.startsWith(KIND) && !files.has(name)) cache.remove(name);
		},
	};
}

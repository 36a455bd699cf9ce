/** A map that holds at most so many bytes and forgets what was not asked for longest. */
export interface BoundedCache<V> {
	get(key: string): V | undefined;
	/** Keeps `value`, which weighs `size` bytes; what is heavier than the whole cache is not kept. */
	set(key: string, value: V, size: number): void;
	delete(key: string): void;
}

export function createBoundedCache<V>(limit: number): BoundedCache<V> {
	const entries = new Map<string, { value: V; size: number }>();
	let total = 0;

	function remove(key: string): void {
		total -= entries.get(key)?.size ?? 0;
		entries.delete(key);
	}

	return {
		get(key) {
			const entry = entries.get(key);
			if (entry === undefined) return undefined;
			// A Map lists in order of insertion: moved to the end, the entry is the last to go.
			entries.delete(key);
			entries.set(key, entry);
			return entry.value;
		},
		set(key, value, size) {
			remove(key);
			if (size > limit) return;
			entries.set(key, { value, size });
			total += size;
			for (const oldest of entries.keys()) {
				if (total <= limit) break;
				remove(oldest);
			}
		},
		delete: remove,
	};
}

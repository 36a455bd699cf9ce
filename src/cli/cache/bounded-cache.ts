/** A map that holds a limited number of bytes and drops the least recently used entries. */
export function createBoundedCache<V>(limit: number) {
	const entries = new Map<string, { value: V; size: number }>();
	let total = 0;

	function remove(key: string): void {
		total -= entries.get(key)?.size ?? 0;
		entries.delete(key);
	}

	return {
		get(key: string): V | undefined {
			const entry = entries.get(key);
			if (entry === undefined) return undefined;
			// A Map iterates in insertion order: the entry moves to the end and is dropped last.
			entries.delete(key);
			entries.set(key, entry);
			return entry.value;
		},
		/** Keeps `value`, which has `size` bytes; a value larger than the whole cache is not kept. */
		set(key: string, value: V, size: number): void {
			remove(key);
			if (size > limit) return;
			entries.set(key, { value, size });
			total += size;
			for (const oldest of entries.keys()) {
				if (total <= limit) break;
				remove(oldest);
			}
		},
	};
}

/** The annotations of pages between the provider that makes them and rendering, and between builds. */

import type { FenceAnnotation } from '../../content/model/annotation.ts';
import { hashOfValue } from '../../content/model/hash.ts';
import { CacheLost } from '../disk/disk.ts';
import type { Store } from '../disk/store.ts';

/** Store kind of the annotations of a page, by the hash of the list. */
const KIND = 'annotations';

export interface AnnotationCache {
	/** Returns the hash of the list; keeps the list only if the page shows it. */
	put(annotations: FenceAnnotation[], isShown: boolean): string;
	/** Throws `CacheLost` if the store is damaged. */
	get(hash: string): FenceAnnotation[];
	/** Drops all annotations except these. */
	sweep(used: ReadonlySet<string>): void;
}

export function openAnnotations(store: Store): AnnotationCache {
	return {
		put(annotations, isShown) {
			const hash = hashOfValue(annotations);
			if (isShown && !store.has(KIND, hash)) store.put(KIND, hash, JSON.stringify(annotations));
			return hash;
		},
		get(hash) {
			const text = store.get(KIND, hash)?.toString();
			if (text === undefined) throw new CacheLost('the annotations of a page');
			return JSON.parse(text) as FenceAnnotation[];
		},
		sweep: (used) => store.sweep(KIND, used),
	};
}

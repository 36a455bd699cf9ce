/** Forms of words of prose: `query` and `queries` have the same stem. Names in code and short words have no forms. Safe in a browser. */
import { stemmer } from 'stemmer';

/** Words of prose have forms, names in code and short words none. */
export function isProse(word: string): boolean {
	return word.length >= 4 && word.length <= 16 && /^[a-z]+$/.test(word);
}

/** What all forms of a word have in common; a name in code is its own. */
export function stemOf(word: string): string {
	return isProse(word) ? stemmer(word) : word;
}

/** What all forms of a word begin with: `quer` for `query` and `queries`. */
export function rootOf(word: string): string[] {
	const root = isProse(word) ? stemmer(word).replace(/[iey]$/, '') : '';
	return root.length >= 3 ? [root] : [];
}

/** Stems of English words, the same for `query` and `queries`; names in code and short words have none. Runs in browsers. */
import { stemmer } from 'stemmer';

/** Whether a word has a stem: names in code and short words have none. */
export function isProse(word: string): boolean {
	return word.length >= 4 && word.length <= 16 && /^[a-z]+$/.test(word);
}

/** The stem of a word; a word without stem is returned unchanged. */
export function stemOf(word: string): string {
	return isProse(word) ? stemmer(word) : word;
}

/** The common prefix of all forms of a word: `quer` for `query` and `queries`; empty if it is too short. */
export function rootOf(word: string): string[] {
	const root = isProse(word) ? stemmer(word).replace(/[iey]$/, '') : '';
	return root.length >= 3 ? [root] : [];
}

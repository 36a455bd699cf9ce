/** Stems of words, the same for `query` and `queries`; names in code and short words have none. Runs in browsers. */
import { stemmer } from 'stemmer';
import type { Language } from './language.ts';

/** Whether a word has an English stem. */
function isProse(word: string): boolean {
	return word.length >= 4 && word.length <= 16 && /^[a-z]+$/.test(word);
}

/** The English stem of a word; a word without stem is returned unchanged. */
export function stemOf(word: string): string {
	return isProse(word) ? stemmer(word) : word;
}

/** Included for words in Latin letters, unless they are of another language. */
export const ENGLISH_FORMS: Language = {
	has: isProse,
	stem: stemmer,
	roots: (stem) => [stem.replace(/[iey]$/, '')].filter((root) => root.length >= 3),
};

/** The forms of words in the languages of an index. */
export class WordForms {
	constructor(private readonly languages: readonly Language[]) {}

	/** The stems of a word, each with the number of its language: two words are forms of one if they share a stem. */
	keysOf(word: string): string[] {
		return this.languages.flatMap((own, number) => (own.has(word) ? [`${number} ${own.stem(word)}`] : []));
	}

	/** The beginnings of all forms of a word, without those that are too short. */
	rootsOf(word: string): string[] {
		const roots = this.languages.flatMap((own) => (own.has(word) ? own.roots(own.stem(word), word) : []));
		return [...new Set(roots)];
	}

	/** Other spellings of a word as it is typed. */
	spellingsOf(typed: string): string[] {
		return this.languages.flatMap(({ spellings }) => spellings?.(typed) ?? []);
	}
}

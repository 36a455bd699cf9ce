/**
 * Counts the words of a page for the index. The counts are computed when a page is parsed and cached with it, so that
 * building an index reads no text again.
 */
import type { Section } from '../../content/model/page.ts';
import { pairsOf } from '../../content/search/query.ts';
import { isStopWord, LONGEST_WORD, runsOf, signedWords, wordsOf } from '../../content/search/words.ts';
import type { Terms } from '../model/search-index.ts';

/** Counts are capped at this number: the index does not distinguish larger ones, and the sum of two fits a byte. */
const MAX_COUNT = 100;

const IN_TEXT = 1;
const IN_HEADING = 2 ** 8;
/** Added once for a word in the title of a page, twice for a word that is the whole title. */
export const IN_TITLE = 2 ** 16;

/** Packs the frequencies of a word in the heading and in the text of a section into one number. */
export function countsOf(heading: number, text: number): number {
	return Math.min(heading, MAX_COUNT) * IN_HEADING + Math.min(text, MAX_COUNT) * IN_TEXT;
}

function sum(one: number, other: number): number {
	const [heading, text] = [((one >> 8) & 255) + ((other >> 8) & 255), (one & 255) + (other & 255)];
	return ((one >> 16) + (other >> 16)) * IN_TITLE + countsOf(heading, text);
}

/** Word → its sections in ascending order, each followed by its packed counts. */
export class Places extends Map<string, number[]> {
	/** Adds a place. Call it in the order of sections; counts in the same section are added. */
	add(word: string, section: number, counts: number): void {
		const places = this.get(word);
		if (!places) this.set(word, [section, counts]);
		else if (places[places.length - 2] !== section) places.push(section, counts);
		else places.push(sum(places.pop() ?? 0, counts));
	}

	/** Adds the places of a page; `first` is the number of its first section. */
	addTerms({ words, places }: Pick<Terms, 'words' | 'places'>, first: number): void {
		let at = 0;
		for (const word of places.length > 0 ? words.split('\n') : []) {
			const end = at + 1 + 2 * (places[at] ?? 0);
			for (at++; at < end; at += 2) this.add(word, first + (places[at] ?? 0), places[at + 1] ?? 0);
		}
	}

	/** The places of all words, in the form of `Terms`. */
	terms(): Pick<Terms, 'words' | 'places'> {
		const all = [...this.values()];
		const places = new Uint32Array(all.reduce((size, own) => size + 1 + own.length, 0));
		let at = 0;
		for (const own of all) {
			places[at] = own.length / 2;
			places.set(own, at + 1);
			at += 1 + own.length;
		}
		return { words: [...this.keys()].join('\n'), places };
	}
}

/** The sections of a page, always starting with the page itself, even without text above the first heading. */
export function withIntro(sections: readonly Section[]): readonly Section[] {
	return sections[0]?.id === '' ? sections : [{ id: '', heading: '', level: 1, text: '' }, ...sections];
}

/** Counts the words of a page. */
export function termsOf(sections: readonly Section[]): Terms {
	const places = new Places();
	const countText = (text: string, which: 'all' | 'telling', section: number, once: number): number => {
		let total = 0;
		for (const [run, count] of counted(runsOf(text))) {
			const words = wordsOfRun(run)[which];
			for (const word of words) places.add(word, section, once * Math.min(count, MAX_COUNT));
			total += words.length * count;
		}
		// Names with signs do not count for the length: their letters do.
		for (const word of signedIn(text, which)) places.add(word, section, once);
		return total;
	};
	/** A name in code is a heading as a whole; its parts are text: in a list of fields, `socialImage` is about no image. */
	const countHeading = (heading: string, section: number): number => {
		const [whole = '', ...parts] = isNameInCode(heading) ? wordsIn(heading, 'all') : [];
		if (parts.length === 0) return countText(heading, 'all', section, IN_HEADING);
		places.add(whole, section, IN_HEADING);
		for (const part of parts) places.add(part, section, IN_TEXT);
		return 1;
	};
	const lengths = withIntro(sections).flatMap(({ heading, keywords = [], text }, section) => {
		// Pairs do not count for the length of a heading.
		for (const pair of [heading, ...keywords].flatMap(pairsOf)) places.add(pair, section, IN_HEADING);
		const ofKeywords = keywords.reduce((sum, keyword) => sum + countText(keyword, 'all', section, IN_HEADING), 0);
		return [countHeading(heading, section) + ofKeywords, countText(text, 'telling', section, IN_TEXT)];
	});
	return { lengths: Uint32Array.from(lengths), ...places.terms() };
}

/** How often each text occurs, in the order in which they first do. */
export function counted(texts: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}

/** Whether a heading is one name in code with several parts: `no-table`, `socialImage`. */
function isNameInCode(heading: string): boolean {
	return /^\p{Ll}[\p{L}\p{N}_-]*(?:\(\))?$/u.test(heading) && /[-_\p{Lu}]/u.test(heading);
}

/** The words of a text, with repetitions; `telling` leaves out stop words such as "the". */
export function wordsIn(text: string, which: 'all' | 'telling'): string[] {
	return runsOf(text).flatMap((run) => wordsOfRun(run)[which]);
}

/** The names with signs and the operators of a text, with repetitions. */
export function signedIn(text: string, which: 'all' | 'telling'): string[] {
	return signedWords(text).flatMap(({ word }) => (which === 'telling' && isStopWord(word) ? [] : [word]));
}

/** A run that is a word as it is. */
const PLAIN_WORD = new RegExp(`^[a-z\\d]{1,${LONGEST_WORD}}$`);
/** Cache of the words of other runs of letters: most occur repeatedly. */
const runs = new Map<string, Record<'all' | 'telling', readonly string[]>>();
const MAX_CACHED_RUNS = 20_000;

function wordsOfRun(run: string): Record<'all' | 'telling', readonly string[]> {
	// Most runs are one word, which takes less time than a look into a large map.
	if (PLAIN_WORD.test(run)) return { all: [run], telling: isStopWord(run) ? [] : [run] };
	const known = runs.get(run);
	if (known) return known;
	const all = wordsOf(run).map(({ word }) => word);
	const made = { all, telling: all.filter((word) => !isStopWord(word)) };
	if (runs.size >= MAX_CACHED_RUNS) runs.clear();
	runs.set(run, made);
	return made;
}

/**
 * The words of one page, counted: what an index keeps of its text. Made when the page is parsed and remembered with
 * it, so that an index of a thousand pages reads no text again.
 */
import type { Section } from '../../content/model/page.ts';
import { pairsOf } from '../../content/search/query.ts';
import { isStopWord, runsOf, wordsOf } from '../../content/search/words.ts';
import type { Terms } from '../model/search-index.ts';

/** Counts above this one look the same to an index, and the sum of two has room in a byte. */
const MOST = 100;

const IN_TEXT = 1;
const IN_HEADING = 2 ** 8;
/** Counts twice where a word is the whole title of a page, once where it is in it. */
export const IN_TITLE = 2 ** 16;

/** How often a word stands in the heading and in the text of a section, as one number. */
export function countsOf(heading: number, text: number): number {
	return Math.min(heading, MOST) * IN_HEADING + Math.min(text, MOST) * IN_TEXT;
}

function sum(one: number, other: number): number {
	const [heading, text] = [((one >> 8) & 255) + ((other >> 8) & 255), (one & 255) + (other & 255)];
	return ((one >> 16) + (other >> 16)) * IN_TITLE + countsOf(heading, text);
}

/** Where words are: for each of them sections in order, each followed by what is counted there. */
export class Places extends Map<string, number[]> {
	/** Adds a place. Those of a word come in the order of their sections; what is counted in one section adds up. */
	add(word: string, section: number, counts: number): void {
		const places = this.get(word);
		if (!places) this.set(word, [section, counts]);
		else if (places[places.length - 2] !== section) places.push(section, counts);
		else places.push(sum(places.pop() ?? 0, counts));
	}

	/** Adds the places of a page whose sections begin at `first`. */
	addTerms({ words, places }: Pick<Terms, 'words' | 'places'>, first: number): void {
		let at = 0;
		for (const word of places.length > 0 ? words.split('\n') : []) {
			const end = at + 1 + 2 * (places[at] ?? 0);
			for (at++; at < end; at += 2) this.add(word, first + (places[at] ?? 0), places[at + 1] ?? 0);
		}
	}

	/** The same as it is remembered. */
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

/** The sections of a page with the page itself in front, whether or not it has text above its first heading. */
export function withIntro(sections: readonly Section[]): readonly Section[] {
	return sections[0]?.id === '' ? sections : [{ id: '', heading: '', level: 1, text: '' }, ...sections];
}

/** Counts the words of a page. */
export function termsOf(sections: readonly Section[]): Terms {
	const places = new Places();
	const countText = (text: string, which: 'all' | 'telling', section: number, once: number): number => {
		let total = 0;
		for (const run of runsOf(text)) {
			const words = wordsOfRun(run)[which];
			for (const word of words) places.add(word, section, once);
			total += words.length;
		}
		return total;
	};
	const lengths = withIntro(sections).flatMap(({ heading, text }, section) => {
		// Pairs of words make no heading longer.
		for (const pair of pairsOf(heading)) places.add(pair, section, IN_HEADING);
		return [countText(heading, 'all', section, IN_HEADING), countText(text, 'telling', section, IN_TEXT)];
	});
	return { lengths: Uint32Array.from(lengths), ...places.terms() };
}

/** The words of a text, each as often as it stands there; `telling` ones are not empty words such as "the". */
export function wordsIn(text: string, which: 'all' | 'telling'): string[] {
	return runsOf(text).flatMap((run) => wordsOfRun(run)[which]);
}

/** Runs of letters that came before: most come again. */
const runs = new Map<string, Record<'all' | 'telling', readonly string[]>>();
const REMEMBERED_RUNS = 100_000;

function wordsOfRun(run: string): Record<'all' | 'telling', readonly string[]> {
	const known = runs.get(run);
	if (known) return known;
	const all = wordsOf(run).map(({ word }) => word);
	const made = { all, telling: all.filter((word) => !isStopWord(word)) };
	if (runs.size >= REMEMBERED_RUNS) runs.clear();
	runs.set(run, made);
	return made;
}

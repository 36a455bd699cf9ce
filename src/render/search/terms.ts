/**
 * The words of one page, counted: what an index keeps of its text. Made when the page is parsed and remembered with
 * it, so that an index of a thousand pages reads no text again.
 */
import type { Section } from '../../content/model/page.ts';
import { pairsOf } from '../../content/search/query.ts';
import { isEmptyWord, runsOf, wordsOf } from '../../content/search/words.ts';
import type { Terms } from '../model/search-index.ts';

/** Counts above this one look the same to an index, and the sum of two leaves room in `countsOf`. */
const MOST = 100;

/** What a word adds to the counts of a place. */
const IN_TEXT = 1;
const IN_HEADING = 256;

/** How often a word stands in the heading and in the text of a section, as one number. */
export function countsOf(heading: number, text: number): number {
	return Math.min(heading, MOST) * IN_HEADING + Math.min(text, MOST) * IN_TEXT;
}

/** The sections of a page with the page itself in front, whether or not it has text above its first heading. */
export function withIntro(sections: readonly Section[]): readonly Section[] {
	return sections[0]?.id === '' ? sections : [{ id: '', heading: '', level: 1, text: '' }, ...sections];
}

/** Counts the words of a page. */
export function termsOf(sections: readonly Section[]): Terms {
	/** By word: sections, each with the counts there. */
	const found = new Map<string, number[]>();
	const count = (word: string, section: number, once: number): void => {
		const places = found.get(word);
		if (!places) found.set(word, [section, once]);
		else if (places.at(-2) !== section) places.push(section, once);
		else places[places.length - 1] = plus(places.at(-1) ?? 0, once);
	};
	const countText = (text: string, which: 'all' | 'telling', section: number, once: number): number => {
		let total = 0;
		for (const run of runsOf(text)) {
			const words = wordsOfRun(run)[which];
			for (const word of words) count(word, section, once);
			total += words.length;
		}
		return total;
	};
	const lengths = withIntro(sections).flatMap(({ heading, text }, section) => {
		// Pairs of words make no heading longer.
		for (const pair of pairsOf(heading)) count(pair, section, IN_HEADING);
		return [countText(heading, 'all', section, IN_HEADING), countText(text, 'telling', section, IN_TEXT)];
	});
	const places = [...found.values()].flatMap((own) => [own.length / 2, ...own]);
	return { lengths: Uint32Array.from(lengths), words: [...found.keys()].join('\n'), places: Uint32Array.from(places) };
}

/** One more of a heading or of a text, up to `MOST`. */
function plus(counts: number, once: number): number {
	const isFull = once === IN_TEXT ? counts % IN_HEADING >= MOST : counts >= MOST * IN_HEADING;
	return isFull ? counts : counts + once;
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
	const made = { all, telling: all.filter((word) => !isEmptyWord(word)) };
	if (runs.size >= REMEMBERED_RUNS) runs.clear();
	runs.set(run, made);
	return made;
}

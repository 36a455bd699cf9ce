/**
 * The words of one page, counted: what an index keeps of its text. Made when the page is parsed and remembered with
 * it, so that an index of a thousand pages is joined from numbers without reading a text again.
 */

import type { Section } from '../../content/model/page.ts';
import { pairsOf } from '../../content/search/query.ts';
import { isEmptyWord, runsOf, wordsOf } from '../../content/search/words.ts';
import type { SectionLengths, Terms } from '../model/search-index.ts';

/** Counts above this one are not told apart; see `STEPS` in the index format. */
const MOST = 255;
/** Sections and lengths are written with 16 bits. */
const LIMIT = 65_535;

/** How often a word stands in the heading and in the text of a section, as one number. */
export function countsOf(heading: number, text: number): number {
	return Math.min(heading, MOST) * 256 + Math.min(text, MOST);
}

/** The sections of a page with the page itself in front, whether or not it has text above its first heading. */
export function withIntro(sections: readonly Section[]): readonly Section[] {
	return sections[0]?.id === '' ? sections : [{ id: '', heading: '', level: 1, text: '' }, ...sections];
}

/** Counts the words of a page. */
export function termsOf(sections: readonly Section[]): Terms {
	const counter = new Counter();
	const lengths = withIntro(sections)
		.slice(0, LIMIT)
		.map(
			({ heading, text }, section): SectionLengths => ({
				heading: counter.countHeading(heading, section),
				text: Math.min(counter.count(text, section, 'telling', 1), LIMIT),
			}),
		);
	return { lengths, ...counter.terms() };
}

/** The words of a text, each as often as it stands there; of running text only those that tell something. */
export function wordsIn(text: string, which: 'all' | 'telling'): string[] {
	return runsOf(text).flatMap((run) => [...wordsOfRun(run)[which]].map((id) => lexicon[id] ?? ''));
}

/* ---------------------------------------------------------------- counting */

/** Counts words by numbers: a text has the same few words again and again, and numbers need no hashing. */
class Counter {
	/** By number of a word: its places, two numbers each. */
	private readonly places = new Map<number, number[]>();

	/** Counts the words of a text in a section, `once` for each; returns how many they are. */
	count(text: string, section: number, which: 'all' | 'telling', once: 1 | 256): number {
		let total = 0;
		for (const run of runsOf(text)) {
			for (const id of wordsOfRun(run)[which]) {
				total++;
				this.countId(id, section, once);
			}
		}
		return total;
	}

	private countId(id: number, section: number, once: 1 | 256): void {
		const known = this.places.get(id);
		if (known === undefined) {
			this.places.set(id, [section, once]);
			return;
		}
		const last = known.length - 1;
		if (known[last - 1] === section) known[last] = plus(known[last] ?? 0, once);
		else known.push(section, once);
	}

	/** Counts the words of a heading, and its pairs of words, which are no longer heading. */
	countHeading(heading: string, section: number): number {
		for (const pair of pairsOf(heading)) this.countId(numberOf(pair), section, 256);
		return Math.min(this.count(heading, section, 'all', 256), LIMIT);
	}

	terms(): Pick<Terms, 'words' | 'places'> {
		let words = '';
		let length = 0;
		for (const list of this.places.values()) length += list.length + 1;
		const places = new Uint16Array(length);
		let at = 0;
		for (const [id, list] of this.places) {
			words += `${lexicon[id]}\n`;
			places[at++] = list.length / 2;
			places.set(list, at);
			at += list.length;
		}
		return { words: Buffer.from(words), places };
	}
}

/** One more of a heading (256) or of a text (1), as long as there is room for it. */
function plus(counts: number, once: 1 | 256): number {
	const isFull = once === 1 ? counts % 256 === MOST : counts >= MOST * 256;
	return isFull ? counts : counts + once;
}

/** The numbers of a run's words. `telling` are those that are not empty. */
interface RunWords {
	all: readonly number[];
	telling: readonly number[];
}

/** Words by number, and runs of letters that came before: most come again. Nothing outside sees a number. */
const lexicon: string[] = [];
const numbers = new Map<string, number>();
const runs = new Map<string, RunWords>();
/** Runs that are remembered at most. */
const REMEMBERED = 100_000;

function wordsOfRun(run: string): RunWords {
	const known = runs.get(run);
	if (known) return known;
	const words = wordsOf(run).map(({ word }) => word);
	const made = { all: words.map(numberOf), telling: words.filter((word) => !isEmptyWord(word)).map(numberOf) };
	if (runs.size >= REMEMBERED) runs.clear();
	runs.set(run, made);
	return made;
}

function numberOf(word: string): number {
	const known = numbers.get(word);
	if (known !== undefined) return known;
	numbers.set(word, lexicon.length);
	return lexicon.push(word) - 1;
}

/* ---------------------------------------------------------------- bytes */

/** Terms as bytes: two counts, lengths and places with 16 bits each, then the words. */
export function packTerms({ lengths, words, places }: Terms): Uint8Array {
	const numbers = new Uint16Array(4 + lengths.length * 2 + places.length);
	const counts = new Uint32Array(numbers.buffer, 0, 2);
	counts.set([lengths.length, places.length]);
	numbers.set(
		lengths.flatMap(({ heading, text }) => [heading, text]),
		4,
	);
	numbers.set(places, 4 + lengths.length * 2);
	return Buffer.concat([Buffer.from(numbers.buffer), words]);
}

/** Reads what `packTerms` wrote. */
export function unpackTerms(bytes: Uint8Array): Terms {
	// A piece of a pack may begin anywhere, numbers may not.
	const { buffer } = Uint8Array.from(bytes);
	const [sections = 0, length = 0] = new Uint32Array(buffer, 0, 2);
	const lengths = new Uint16Array(buffer, 8, sections * 2);
	const end = 8 + (sections * 2 + length) * 2;
	return {
		lengths: Array.from({ length: sections }, (_, section) => ({
			heading: lengths[section * 2] ?? 0,
			text: lengths[section * 2 + 1] ?? 0,
		})),
		words: new Uint8Array(buffer, end),
		places: new Uint16Array(buffer, 8 + sections * 4, length),
	};
}

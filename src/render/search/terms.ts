/**
 * The words of one page, counted: what an index keeps of its text. Made when the page is parsed and remembered with
 * it, so that an index of a thousand pages is joined from numbers without reading a text again.
 */
import { isEmptyWord, runsOf, wordsOf } from '../../content/search/words.ts';
import type { Section } from '../../content/types.ts';

/** What is counted in one section of a page. */
export interface SectionLengths {
	heading: number;
	text: number;
}

/** The words of a page; the first section is the page itself, above its first heading. */
export interface Terms {
	lengths: SectionLengths[];
	/** Each word once, in the order of its first place. */
	words: string[];
	/** For each word: the number of its places, and for each place the section and `countsOf`. */
	places: Uint16Array;
}

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
	const places = new Map<string, number[]>();
	const lengths = withIntro(sections)
		.slice(0, LIMIT)
		.map(({ heading, text }, section): SectionLengths => {
			const count = (words: readonly string[], once: number): number => {
				for (const word of words) {
					const known = places.get(word);
					if (!known) places.set(word, [section, once]);
					else if (known.at(-2) !== section) known.push(section, once);
					else known[known.length - 1] = plus(known.at(-1) ?? 0, once);
				}
				return words.length;
			};
			const inHeading = count(wordsIn(heading, 'all'), 256);
			const inText = count(wordsIn(text, 'telling'), 1);
			return { heading: Math.min(inHeading, LIMIT), text: Math.min(inText, LIMIT) };
		});
	return {
		lengths,
		words: [...places.keys()],
		places: Uint16Array.from([...places.values()].flatMap((list) => [list.length / 2, ...list])),
	};
}

/** One more of a heading (256) or of a text (1), as long as there is room for it. */
function plus(counts: number, once: number): number {
	const isFull = once === 1 ? counts % 256 === MOST : counts >= MOST * 256;
	return isFull ? counts : counts + once;
}

/** Runs of letters whose words are remembered at most. */
const REMEMBERED = 100_000;
/** The words of runs that came before: most come again. `telling` are those that are not empty. */
const runs = new Map<string, { all: string[]; telling: string[] }>();

/** The words of a text, each as often as it stands there; of running text only those that tell something. */
export function wordsIn(text: string, which: 'all' | 'telling'): string[] {
	return runsOf(text).flatMap((run) => (runs.get(run) ?? learn(run))[which]);
}

function learn(run: string): { all: string[]; telling: string[] } {
	const all = wordsOf(run).map(({ word }) => word);
	const known = { all, telling: all.filter((word) => !isEmptyWord(word)) };
	if (runs.size >= REMEMBERED) runs.clear();
	runs.set(run, known);
	return known;
}

/* ---------------------------------------------------------------- bytes */

/** Terms as bytes: two counts, lengths and places with 16 bits each, then the words in lines. */
export function packTerms({ lengths, words, places }: Terms): Uint8Array {
	const numbers = new Uint16Array(4 + lengths.length * 2 + places.length);
	const counts = new Uint32Array(numbers.buffer, 0, 2);
	counts.set([lengths.length, places.length]);
	numbers.set(
		lengths.flatMap(({ heading, text }) => [heading, text]),
		4,
	);
	numbers.set(places, 4 + lengths.length * 2);
	return Buffer.concat([Buffer.from(numbers.buffer), Buffer.from(words.join('\n'))]);
}

/** Reads what `packTerms` wrote. */
export function unpackTerms(bytes: Uint8Array): Terms {
	// A piece of a pack may begin anywhere, numbers may not.
	const { buffer } = Uint8Array.from(bytes);
	const [sections = 0, length = 0] = new Uint32Array(buffer, 0, 2);
	const lengths = new Uint16Array(buffer, 8, sections * 2);
	const end = 8 + (sections * 2 + length) * 2;
	const text = Buffer.from(buffer, end).toString();
	return {
		lengths: Array.from({ length: sections }, (_, section) => ({
			heading: lengths[section * 2] ?? 0,
			text: lengths[section * 2 + 1] ?? 0,
		})),
		words: text === '' ? [] : text.split('\n'),
		places: new Uint16Array(buffer, 8 + sections * 4, length),
	};
}

/**
 * The words of an index in order, each with all places it stands at, packed. It is what an index is cut from, and what
 * is remembered of it: the next table is this one with the words of edited pages exchanged.
 */
import { type Posting, packPostings, unpackPostings } from '../../content/search/format.ts';
import type { Places } from './places.ts';
import type { WordTable } from './types.ts';

/** Places that a shard has of one word: those of a word that stands almost everywhere where it matters most. */
const POSTINGS_LIMIT = 500;
/** Added to the rank of words that stand in a title or heading. */
const IN_HEADING = 2 ** 31;

/** Numbers of sections, the last one excluded. */
export type SectionRange = readonly [from: number, to: number];

/** Makes a table from nothing. */
export function makeTable(places: Places): WordTable {
	const rows = new Rows();
	for (const [word, postings] of places.postings()) rows.add(word, postings);
	return rows.table();
}

/**
 * Makes a table from the last one: pages are gone that stood in some sections with some words, others have come.
 * Returns the words, too, that are not what they were.
 */
export function exchange(
	last: WordTable,
	gone: { places: Places; sections: SectionRange[] },
	come: Places,
): { table: WordTable; changed: Set<string> } {
	const left = new Map([...gone.places.postings()].map(([word, postings]) => [word, packPostings(postings)]));
	const changes = new Map<string, Posting[]>();
	for (const [word, postings] of come.postings()) {
		if (left.get(word) !== packPostings(postings)) changes.set(word, postings);
		left.delete(word);
	}
	for (const word of left.keys()) changes.set(word, []);
	const isGone = ({ section }: Posting): boolean => gone.sections.some(([from, to]) => section >= from && section < to);
	const rows = new Rows();
	let at = 0;
	for (const [word, postings] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
		for (; (last.words[at] ?? word) < word; at++) rows.copy(last, at);
		const known = last.words[at] === word ? unpackPostings(last.postings[at++] ?? '') : [];
		const all = [...known.filter((posting) => !isGone(posting)), ...postings];
		if (all.length > 0)
			rows.add(
				word,
				all.sort((a, b) => a.section - b.section),
			);
	}
	for (; at < last.words.length; at++) rows.copy(last, at);
	return { table: rows.table(), changed: new Set(changes.keys()) };
}

/** What a shard has of a word's places. */
export function limited(packed: string, size: number): string {
	return packed.length === size ? packed : packPostings(weightiest(unpackPostings(packed)));
}

/** Words of titles and headings, then frequent ones, the most frequent first. */
export function byRank({ words, ranks }: WordTable, isMeant: (word: string) => boolean): string[] {
	const numbers = words.keys();
	const meant = [...numbers].filter((index) => (ranks[index] ?? 0) > 2 && isMeant(words[index] ?? ''));
	return meant.sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b).map((index) => words[index] ?? '');
}

class Rows {
	private readonly words: string[] = [];
	private readonly postings: string[] = [];
	private readonly ranks: number[] = [];
	private readonly sizes: number[] = [];

	add(word: string, postings: Posting[]): void {
		const packed = packPostings(postings);
		const isHead = postings.some(({ title, heading }) => title > 0 || heading > 0);
		this.words.push(word);
		this.postings.push(packed);
		this.ranks.push(postings.length + (isHead ? IN_HEADING : 0));
		// Steps, not counts: the same whether it has just been counted or was packed before.
		const some = postings.length > POSTINGS_LIMIT ? packPostings(weightiest(unpackPostings(packed))) : packed;
		this.sizes.push(some.length);
	}

	copy({ words, postings, ranks, sizes }: WordTable, index: number): void {
		this.words.push(words[index] ?? '');
		this.postings.push(postings[index] ?? '');
		this.ranks.push(ranks[index] ?? 0);
		this.sizes.push(sizes[index] ?? 0);
	}

	table(): WordTable {
		const { words, postings, ranks, sizes } = this;
		return { words, postings, ranks: Uint32Array.from(ranks), sizes: Uint32Array.from(sizes) };
	}
}

/** The places that matter most, in order. */
function weightiest(postings: Posting[]): Posting[] {
	if (postings.length <= POSTINGS_LIMIT) return postings;
	const weight = ({ title, heading, text }: Posting): number => title * 1000 + heading * 100 + text;
	return postings
		.toSorted((a, b) => weight(b) - weight(a) || a.section - b.section)
		.slice(0, POSTINGS_LIMIT)
		.sort((a, b) => a.section - b.section);
}

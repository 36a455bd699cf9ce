/** One word of an index, with the places it stands at, packed. */
import { type Posting, packPostings, unpackPostings } from '../../content/search/format.ts';
import type { Row } from '../model/search-index.ts';

/** Places that a shard has of one word: those of a word that stands almost everywhere where it matters most. */
const POSTINGS_LIMIT = 500;
/** Added to the rank of words that stand in a title or heading. */
const IN_HEADING = 2 ** 31;

/** A word with its places, and how much it matters as a suggestion. */
export function rowOf(word: string, postings: readonly Posting[]): Row {
	const isHead = postings.some(({ title, heading }) => title > 0 || heading > 0);
	const rank = postings.length + (isHead ? IN_HEADING : 0);
	const all = packPostings(postings);
	// Weighed as an index tells them, so that it makes no difference whether they come from pages or from a row.
	return postings.length <= POSTINGS_LIMIT
		? { word, packed: all, rank }
		: { word, packed: packPostings(weightiest(unpackPostings(all))), rank, all };
}

/** All places of a word, as far as an index tells them apart. */
export function placesOf({ packed, all = packed }: Row): Posting[] {
	return unpackPostings(all);
}

/** The places that matter most, in order. */
function weightiest(postings: Posting[]): Posting[] {
	const weight = ({ title, heading, text }: Posting): number => title * 1000 + heading * 100 + text;
	return postings
		.toSorted((a, b) => weight(b) - weight(a) || a.section - b.section)
		.slice(0, POSTINGS_LIMIT)
		.sort((a, b) => a.section - b.section);
}

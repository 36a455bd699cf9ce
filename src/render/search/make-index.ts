/**
 * The files of an offline index, made from the counted words of its pages. A file is named after what it says, and an
 * edit of one page changes few of them: a page keeps its section numbers while others grow, and which word begins a
 * shard hardly depends on others.
 */
import { hashOf } from '../../content/model/hash.ts';
import {
	digitOf,
	INDEX_FORMAT,
	type IndexMeta,
	type IndexShard,
	type IndexWords,
	lengthCode,
	NAME_LENGTH,
	type Posting,
	packNumber,
	packPostings,
	roomOf,
	unpackPostings,
} from '../../content/search/format.ts';
import { isPair, pairsOf } from '../../content/search/query.ts';
import { wholeOf } from '../../content/search/words.ts';
import type { CountedBodies, IndexedPage, SearchPage } from '../model/search-index.ts';
import { countsOf, wordsIn } from './terms.ts';

/** Places that a shard has of one word: those where it matters most. */
const PLACES_PER_WORD = 500;

/** Characters of a shard: at least, so that there are not too many, and at most, so that none is slow to fetch. */
const SHARD_LEAST = 5500;
const SHARD_MOST = 13_500;
/** One word in so many may begin a shard. */
const CUT_EVERY = 64;

/** Words kept for comparing with typing errors; the shortest, and the fewest sections that one of them is in. */
const TYPO_WORDS = 5000;
const TYPO_LENGTH = 4;
const TYPO_SECTIONS = 3;

/** The files of an index by their names, which are hashes of them; `meta` names the one that names the others. */
export interface IndexFiles {
	meta: string;
	files: Map<string, string>;
}

/** The files of an index of these pages. `synonyms` are groups of folded words. */
export function indexFiles(
	pages: readonly IndexedPage[],
	bodies: CountedBodies,
	synonyms: string[][] = [],
): IndexFiles {
	const places: Places = new Map();
	const perPage = { kinds: '', names: '', sections: '', titleLengths: '', lengths: '' };
	let first = 0;
	for (const page of pages) {
		const { sections, titleLength, lengths } = addPage(places, page, bodies, first);
		first += roomOf(sections);
		perPage.kinds += digitOf(page.kind);
		perPage.names += page.name;
		perPage.sections += packNumber(sections);
		perPage.titleLengths += digitOf(titleLength);
		perPage.lengths += lengths;
	}
	const files = new Map<string, string>();
	const add = (value: IndexMeta | IndexWords | IndexShard): string => {
		const text = JSON.stringify(value);
		const name = hashOf(text).slice(0, NAME_LENGTH);
		files.set(name, text);
		return name;
	};
	const rows = [...places.keys()].sort().map((word) => rowOf(word, places.get(word) ?? []));
	const shards = shardsOf(rows);
	const meta = add({
		format: INDEX_FORMAT,
		...perPage,
		words: add(mostFrequent(rows)),
		shards: shards.map(add).join(''),
		starts: shards.slice(1).map(({ words }) => words[0] ?? ''),
		synonyms,
	});
	return { meta, files };
}

/* ---------------------------------------------------------------- pages and their words */

/**
 * By word, in the order of sections: one number per place, which is the section times `PLACE` plus what is counted
 * there. A large site has a million of them; as objects they would be most of what a build needs.
 */
type Places = Map<string, number[]>;
const PLACE = 2 ** 20;
/** A place counts twice this where the word is the whole title of the page, once where it is in it. */
const IN_TITLE = 2 ** 16;

/** Adds a place, or what is counted to the last one where that is in the same section. */
function addPlace(places: Places, word: string, section: number, counts: number): void {
	const own = places.get(word);
	if (!own) {
		places.set(word, [section * PLACE + counts]);
		return;
	}
	const last = own.length - 1;
	const place = own[last] ?? 0;
	if (Math.floor(place / PLACE) === section) own[last] = place + counts;
	else own.push(section * PLACE + counts);
}

/** Adds a page whose sections begin at `first`; pages come in the order of their sections. */
function addPage(
	places: Places,
	page: SearchPage,
	bodies: CountedBodies,
	first: number,
): { sections: number; titleLength: number; lengths: string } {
	const title = wordsIn(page.title, 'all');
	const keywords = page.keywords.flatMap((keyword) => wordsIn(keyword, 'all'));
	const description = page.hasOwnDescription ? wordsIn(page.description, 'telling') : [];
	const whole = wholeOf(page.title);
	for (const word of new Set([...title, ...pairsOf(page.title)])) addPlace(places, word, first, IN_TITLE);
	if (whole !== '') addPlace(places, whole, first, 2 * IN_TITLE);
	const headed = counted([...keywords, ...page.keywords.flatMap(pairsOf)]);
	for (const [word, count] of headed) addPlace(places, word, first, countsOf(count, 0));
	for (const [word, count] of counted(description)) addPlace(places, word, first, countsOf(0, count));
	const terms = page.bodyHash === undefined ? undefined : bodies.terms(page.bodyHash);
	let at = 0;
	for (const word of terms?.words ?? []) {
		const end = at + 1 + 2 * (terms?.places[at] ?? 0);
		for (at++; at < end; at += 2) addPlace(places, word, first + (terms?.places[at] ?? 0), terms?.places[at + 1] ?? 0);
	}
	const [intro = [0, 0], ...others] = terms?.lengths ?? [];
	// The first section is the page itself: its keywords are its heading.
	const lengths = [[keywords.length, description.length + intro[1]], ...others];
	return {
		sections: lengths.length,
		titleLength: title.length,
		lengths: lengths.flat().map(lengthCode).join(''),
	};
}

function counted(words: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts;
}

/* ---------------------------------------------------------------- words and their shards */

interface Row {
	word: string;
	/** `packPostings` of its places. */
	packed: string;
	/** How many sections have it, and whether a title or heading has. */
	sections: number;
	isHead: boolean;
}

function rowOf(word: string, places: readonly number[]): Row {
	const postings = places.map(postingOf);
	const sections = postings.length;
	const isHead = postings.some(({ title, heading }) => title > 0 || heading > 0);
	const packed = packPostings(postings);
	// Weighed as an index tells them: frequencies are in steps there.
	const most = sections > PLACES_PER_WORD ? packPostings(weightiest(unpackPostings(packed))) : packed;
	return { word, packed: most, sections, isHead };
}

function postingOf(place: number): Posting {
	const counts = place % PLACE;
	return {
		section: Math.floor(place / PLACE),
		title: counts >> 16,
		heading: (counts >> 8) & 255,
		text: counts & 255,
	};
}

/** The places that matter most, in order. */
function weightiest(postings: Posting[]): Posting[] {
	const weight = ({ title, heading, text }: Posting): number => title * 1000 + heading * 100 + text;
	return postings
		.toSorted((a, b) => weight(b) - weight(a) || a.section - b.section)
		.slice(0, PLACES_PER_WORD)
		.sort((a, b) => a.section - b.section);
}

/** Words of titles and headings, then those in most sections; in order. */
function mostFrequent(rows: readonly Row[]): IndexWords {
	return rows
		.filter(({ sections, isHead }) => isHead || sections >= TYPO_SECTIONS)
		.filter(({ word }) => word.length >= TYPO_LENGTH && !isPair(word))
		.sort((a, b) => Number(b.isHead) - Number(a.isHead) || b.sections - a.sections || (a.word < b.word ? -1 : 1))
		.slice(0, TYPO_WORDS)
		.map(({ word }) => word)
		.sort();
}

/** Cuts rows that come in order into shards. */
function shardsOf(rows: readonly Row[]): IndexShard[] {
	let shard: IndexShard = { words: [], postings: [] };
	const shards = [shard];
	let size = 0;
	for (const { word, packed } of rows) {
		const own = word.length + packed.length + 6;
		if (size > 0 && (size + own > SHARD_MOST || (size >= SHARD_LEAST && mayBegin(word)))) {
			shard = { words: [], postings: [] };
			shards.push(shard);
			size = 0;
		}
		shard.words.push(word);
		shard.postings.push(packed);
		size += own;
	}
	return shards;
}

/** Chosen by the word alone: an edit moves few cuts. */
function mayBegin(word: string): boolean {
	let hash = 0;
	for (let index = 0; index < word.length; index++) hash = (Math.imul(hash, 31) + word.charCodeAt(index)) | 0;
	return (Math.imul(hash, 0x9e3779b1) >>> 8) % CUT_EVERY === 0;
}

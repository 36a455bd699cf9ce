/**
 * The files of an offline index, made from the counted words of its pages. A file is named after what it says, and an
 * edit of one page changes few of them: a page keeps its section numbers while others grow, and which word begins a
 * shard hardly depends on others.
 */
import { hashOf } from '../../content/model/hash.ts';
import {
	codeOf,
	digitOf,
	INDEX_FORMAT,
	type IndexMeta,
	type IndexShard,
	type IndexWords,
	lengthCode,
	NAME_LENGTH,
	packNumber,
	packPostings,
	roomOf,
} from '../../content/search/format.ts';
import { isPair, pairsOf } from '../../content/search/query.ts';
import { wholeOf } from '../../content/search/words.ts';
import type { CountedBodies, IndexedPage, SearchPage } from '../model/search-index.ts';
import { countsOf, IN_TITLE, Places, wordsIn } from './terms.ts';

/** Places that a shard has of one word: those where it matters most. */
const PLACES_PER_WORD = 500;

/** A word as a shard has it: its packed places, how many sections have it, and whether a title or heading has. */
type Row = { word: string; packed: string; sections: number; isHead: boolean };

/** `places` are as `Places` has them. */
function rowOf(word: string, places: readonly number[]): Row {
	const sections: number[] = [];
	const codes: number[] = [];
	let isHead = false;
	for (let at = 0; at < places.length; at += 2) {
		const counts = places[at + 1] ?? 0;
		sections.push(places[at] ?? 0);
		codes.push(codeOf({ title: counts >> 16, heading: (counts >> 8) & 255, text: counts & 255 }));
		isHead ||= counts > 255;
	}
	const kept = codes.length > PLACES_PER_WORD ? weightiest(codes) : undefined;
	const ofKept = (numbers: number[]): number[] => (kept ? numbers.filter((_, index) => kept[index]) : numbers);
	const packed = packPostings(ofKept(sections), ofKept(codes));
	return { word, packed, sections: sections.length, isHead };
}

/** Tells which of the places with these codes matter most; of those that matter the same, the first ones. */
function weightiest(codes: readonly number[]): boolean[] {
	const found: number[] = [];
	for (const code of codes) found[code] = (found[code] ?? 0) + 1;
	let [least, room] = [found.length - 1, PLACES_PER_WORD];
	for (; (found[least] ?? 0) <= room; least--) room -= found[least] ?? 0;
	return codes.map((code) => code > least || (code === least && room-- > 0));
}

/** Characters of a shard: at least, so that there are not too many, and at most, so that none is slow to fetch. */
const SHARD_LEAST = 5500;
const SHARD_MOST = 13_500;
/** One word in so many may begin a shard. */
const CUT_EVERY = 64;

/** Words kept for comparing with typing errors; the shortest, and the fewest sections that one of them is in. */
const TYPO_WORDS = 5000;
const TYPO_LENGTH = 4;
const TYPO_SECTIONS = 3;

/** What an index has of every page. */
const PER_PAGE = ['kinds', 'names', 'sections', 'titleLengths', 'lengths'] as const;

/** The files of an index by their names, which are hashes of them; `meta` names the one that names the others. */
interface IndexFiles {
	meta: string;
	files: Map<string, string>;
}

/** The files of an index of these pages. `synonyms` are groups of folded words. */
export function indexFiles(
	pages: readonly IndexedPage[],
	bodies: CountedBodies,
	synonyms: string[][] = [],
): IndexFiles {
	const places = new Places();
	const perPage = { kinds: '', names: '', sections: '', titleLengths: '', lengths: '' };
	let first = 0;
	for (const group of groupsOf(pages)) {
		const key = hashOf(group.map(({ name }) => name).join());
		const counted = bodies.group(key, () => countGroup(group, bodies));
		places.addTerms(counted, first);
		first += counted.room;
		for (const field of PER_PAGE) perPage[field] += counted[field];
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

/** Neighboring pages, which are counted together; where a group begins depends on its first page alone. */
function groupsOf(pages: readonly IndexedPage[]): IndexedPage[][] {
	const groups: IndexedPage[][] = [];
	for (const page of pages) {
		const group = groups.at(-1);
		if (group && !mayBegin(page.url)) group.push(page);
		else groups.push([page]);
	}
	return groups;
}

/** The words of some pages, what the index has of each page, and the section numbers that they take. */
function countGroup(pages: readonly IndexedPage[], bodies: CountedBodies) {
	const places = new Places();
	const group = { kinds: '', names: '', sections: '', titleLengths: '', lengths: '', room: 0 };
	for (const page of pages) {
		const terms = page.bodyHash === undefined ? undefined : bodies.terms(page.bodyHash);
		const own = addOwnWords(places, page, group.room);
		if (terms) places.addTerms(terms, group.room);
		const [, intro = 0, ...others] = terms?.lengths ?? [];
		// The first section is the page itself: its keywords are its heading.
		const lengths = [own.keywords, own.description + intro, ...others];
		group.room += roomOf(lengths.length / 2);
		group.kinds += digitOf(page.kind);
		group.names += page.name;
		group.sections += packNumber(lengths.length / 2);
		group.titleLengths += digitOf(own.title);
		group.lengths += lengths.map(lengthCode).join('');
	}
	return { ...group, ...places.terms() };
}

/** Adds the words of a page that are not in its text, and says how many there are. */
function addOwnWords(
	places: Places,
	page: SearchPage,
	section: number,
): Record<'title' | 'keywords' | 'description', number> {
	const add = (word: string, counts: number): void => places.add(word, section, counts);
	const title = wordsIn(page.title, 'all');
	const keywords = page.keywords.flatMap((keyword) => wordsIn(keyword, 'all'));
	const description = page.hasOwnDescription ? wordsIn(page.description, 'telling') : [];
	const whole = wholeOf(page.title);
	for (const word of new Set([...title, ...pairsOf(page.title)])) add(word, IN_TITLE);
	if (whole !== '') add(whole, 2 * IN_TITLE);
	for (const [word, count] of counted([...keywords, ...page.keywords.flatMap(pairsOf)])) add(word, countsOf(count, 0));
	for (const [word, count] of counted(description)) add(word, countsOf(0, count));
	return { title: title.length, keywords: keywords.length, description: description.length };
}

function counted(words: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts;
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

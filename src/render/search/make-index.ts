/**
 * Builds the files of an offline index from the counted words of its pages. A file's name is the hash of its content,
 * and an edit of one page changes few files: pages keep their section numbers while others grow, and the first words of
 * shards hardly depend on other words.
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
import { COMPOUND_LENGTH, hasCompounds } from '../../content/search/language.ts';
import { isPair, pairsOf } from '../../content/search/query.ts';
import { wholesOf } from '../../content/search/words.ts';
import type { CountedBodies, IndexedPage, SearchPage, Terms } from '../model/search-index.ts';
import { countsOf, IN_TITLE, Places, signedIn, wordsIn } from './terms.ts';

/** Maximum number of places of a word in a shard; those with the most weight are kept. */
const PLACES_PER_WORD = 500;

/** An entry of a shard: the word, its packed places, its number of sections, and whether it is in a title or heading. */
type Row = { word: string; packed: string; sections: number; isHead: boolean };

/** The counted words of a group of pages; `first` is the number of its first section in the index. */
type Group = Pick<Terms, 'words' | 'places'> & { first: number };

/** Where a group has the places of a word, and the next group that has it. */
type Found = { group: Group; at: number; next: Found | undefined };

/** Word → the first group that has it. Copies no places: most of the time of an edit would go into that. */
function find(groups: readonly Group[]): Map<string, Found> {
	const found = new Map<string, Found>();
	for (const group of groups.toReversed()) {
		let at = 0;
		for (const word of group.words === '' ? [] : group.words.split('\n')) {
			found.set(word, { group, at, next: found.get(word) });
			at += 1 + 2 * (group.places[at] ?? 0);
		}
	}
	return found;
}

function rowOf(word: string, found: Found | undefined): Row {
	const sections: number[] = [];
	const codes: number[] = [];
	let isHead = false;
	for (let one = found; one; one = one.next) {
		const { first, places } = one.group;
		for (let at = one.at + 1; at <= one.at + 2 * (places[one.at] ?? 0); at += 2) {
			const counts = places[at + 1] ?? 0;
			sections.push(first + (places[at] ?? 0));
			codes.push(codeOf({ title: counts >> 16, heading: (counts >> 8) & 255, text: counts & 255 }));
			isHead ||= counts > 255;
		}
	}
	const kept = codes.length > PLACES_PER_WORD ? heaviest(codes, PLACES_PER_WORD) : undefined;
	const ofKept = (numbers: number[]): number[] => (kept ? numbers.filter((_, index) => kept[index]) : numbers);
	const packed = packPostings(ofKept(sections), ofKept(codes));
	return { word, packed, sections: sections.length, isHead };
}

/** Whether each code is among the `limit` highest; of equal ones, the first are kept. */
function heaviest(codes: readonly number[], limit: number): boolean[] {
	const found: number[] = [];
	for (const code of codes) found[code] = (found[code] ?? 0) + 1;
	let [least, room] = [found.length - 1, limit];
	for (; least >= 0 && (found[least] ?? 0) <= room; least--) room -= found[least] ?? 0;
	return codes.map((code) => code > least || (code === least && room-- > 0));
}

/** Minimum size of a shard in characters, to limit their number, and maximum size, to limit the time to fetch one. */
const MIN_SHARD_CHARS = 5500;
const MAX_SHARD_CHARS = 13_500;
/** One in this many words can be the first of a shard. */
const WORDS_PER_BOUNDARY = 64;

/** Words for correcting typos: maximum number, minimum length, and minimum number of sections. */
const TYPO_WORDS = 5000;
const TYPO_LENGTH = 4;
const TYPO_SECTIONS = 3;
/** Maximum number of compounds. */
const COMPOUND_WORDS = 20_000;

/** Fields of the index with data of every page. */
const PER_PAGE = ['kinds', 'names', 'sections', 'titleLengths', 'lengths'] as const;

/** The files of an index by name; names are hashes. `meta` is the name of the first file, which lists the others. */
interface IndexFiles {
	meta: string;
	files: Map<string, string>;
}

/** Builds the files of an index. `languages` are tags, and `synonyms` groups of folded words. */
export function indexFiles(
	pages: readonly IndexedPage[],
	bodies: CountedBodies,
	languages: string[],
	synonyms: string[][] = [],
): IndexFiles {
	const groups: Group[] = [];
	const perPage = { kinds: '', names: '', sections: '', titleLengths: '', lengths: '' };
	let first = 0;
	for (const group of groupsOf(pages)) {
		const key = hashOf(group.map(({ name }) => name).join());
		const counted = bodies.group(key, () => countGroup(group, bodies));
		groups.push({ first, words: counted.words, places: counted.places });
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
	const found = find(groups);
	const rows = [...found.keys()].sort().map((word) => rowOf(word, found.get(word)));
	const shards = shardsOf(rows);
	const meta = add({
		format: INDEX_FORMAT,
		...perPage,
		words: add(hasCompounds(languages) ? withCompounds(rows) : mostFrequent(rows)),
		shards: shards.map(add).join(''),
		starts: shards.slice(1).map(({ words }) => words[0] ?? ''),
		synonyms,
		languages,
	});
	return { meta, files };
}

/** Groups of adjacent pages, which are counted together. Whether a page starts a group depends only on its URL. */
function groupsOf(pages: readonly IndexedPage[]): IndexedPage[][] {
	const groups: IndexedPage[][] = [];
	for (const page of pages) {
		const group = groups.at(-1);
		if (group && !isBoundary(page.url)) group.push(page);
		else groups.push([page]);
	}
	return groups;
}

/** The words of a group of pages, the index's data of each page, and the number of section numbers (`room`). */
function countGroup(pages: readonly IndexedPage[], bodies: CountedBodies) {
	const places = new Places();
	const group = { kinds: '', names: '', sections: '', titleLengths: '', lengths: '', room: 0 };
	for (const page of pages) {
		const terms = page.bodyHash === undefined ? undefined : bodies.terms(page.bodyHash);
		const own = addOwnWords(places, page, group.room);
		if (terms) places.addTerms(terms, group.room);
		const [, intro = 0, ...others] = terms?.lengths ?? [];
		// The first section is the page itself, with its keywords as heading.
		const lengths = [own.keywords, own.description + intro, ...others];
		group.room += roomOf(lengths.length / 2);
		group.kinds += digitOf(page.kind);
		group.names += page.name;
		group.sections += packNumber(lengths.length / 2);
		group.titleLengths += digitOf(own.title);
		group.lengths += lengths.map(lengthCode).join('');
	}
	// Sorting the words of all groups is faster when each group is in order.
	return { ...group, ...places.terms([...places.keys()].sort()) };
}

/** Adds the words of a page's title, keywords and description; returns their numbers. */
function addOwnWords(
	places: Places,
	page: SearchPage,
	section: number,
): Record<'title' | 'keywords' | 'description', number> {
	const add = (word: string, counts: number): void => places.add(word, section, counts);
	const title = wordsIn(page.title, 'all');
	const keywords = page.keywords.flatMap((keyword) => wordsIn(keyword, 'all'));
	const description = page.hasOwnDescription ? wordsIn(page.description, 'telling') : [];
	// Pairs and names with signs do not count for the length of a title.
	for (const word of new Set([...title, ...pairsOf(page.title), ...signedIn(page.title, 'all')])) add(word, IN_TITLE);
	for (const whole of wholesOf(page.title)) add(whole, 2 * IN_TITLE);
	const more = page.keywords.flatMap((keyword) => [...pairsOf(keyword), ...signedIn(keyword, 'all')]);
	for (const [word, count] of counted([...keywords, ...more])) add(word, countsOf(count, 0));
	const signed = page.hasOwnDescription ? signedIn(page.description, 'telling') : [];
	for (const [word, count] of counted([...description, ...signed])) add(word, countsOf(0, count));
	return { title: title.length, keywords: keywords.length, description: description.length };
}

function counted(words: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts;
}

/** Words for correcting typos, in the order of `rows`: those in titles and headings before others, then by frequency. */
function mostFrequent(rows: readonly Row[]): IndexWords {
	const usable = rows.filter(
		({ word, sections, isHead }) =>
			word.length >= TYPO_LENGTH && (isHead || sections >= TYPO_SECTIONS) && !isPair(word),
	);
	const mostSections = usable.reduce((most, { sections }) => Math.max(most, sections), 0);
	const codes = usable.map(({ sections, isHead }) => sections + (isHead ? mostSections : 0));
	const kept = heaviest(codes, TYPO_WORDS);
	return usable.flatMap(({ word }, index) => (kept[index] ? word : []));
}

/** The same, and the words that may be compounds, in order. */
function withCompounds(rows: readonly Row[]): IndexWords {
	const long = rows.flatMap(({ word }) =>
		word.length >= COMPOUND_LENGTH && /^\p{L}+$/u.test(word) && !isPair(word) ? word : [],
	);
	return [...new Set([...mostFrequent(rows), ...long.slice(0, COMPOUND_WORDS)])];
}

/** Splits sorted rows into shards. */
function shardsOf(rows: readonly Row[]): IndexShard[] {
	let shard: IndexShard = { words: [], postings: [] };
	const shards = [shard];
	let size = 0;
	for (const { word, packed } of rows) {
		const own = word.length + packed.length + 6;
		if (size > 0 && (size + own > MAX_SHARD_CHARS || (size >= MIN_SHARD_CHARS && isBoundary(word)))) {
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

/** Whether a word or URL can start a shard or group. Depends only on its text, so that an edit moves few boundaries. */
function isBoundary(word: string): boolean {
	let hash = 0;
	for (let index = 0; index < word.length; index++) hash = (Math.imul(hash, 31) + word.charCodeAt(index)) | 0;
	return (Math.imul(hash, 0x9e3779b1) >>> 8) % WORDS_PER_BOUNDARY === 0;
}

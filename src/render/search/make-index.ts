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
	PackedReader,
	packNumber,
	packPostings,
	roomOf,
	unpackCodes,
} from '../../content/search/format.ts';
import { COMPOUND_LENGTH, hasCompounds } from '../../content/search/language.ts';
import { isPair, pairsOf } from '../../content/search/query.ts';
import { wholesOf } from '../../content/search/words.ts';
import type { CountedBodies, IndexedPage, IndexRows, SearchPage } from '../model/search-index.ts';
import { counted, countsOf, IN_TITLE, Places, signedIn, wordsIn } from './terms.ts';

/** The least `codeOf` of a word in a heading. */
const HEAD_CODE = codeOf({ title: 0, heading: 1, text: 0 });

/** Maximum number of places of a word in a shard; those with the most weight are kept. */
const PLACES_PER_WORD = 500;

/** A word: its number of sections, and whether it is in a title or heading. */
export type WordRow = { word: string; sections: number; isHead: boolean };

/** An entry of a shard: its packed places, and all of them if only those with the most weight are packed. */
export type Row = WordRow & { packed: string; full?: string };

/**
 * The counted words of a group of pages. Each word has a line in `words`, which are in order, and two in `places`: twice
 * the number of its sections, and one more if it's in a title or heading, its first section, and how many sections later
 * its last one is; then its packed postings without the number of the first section. So the postings of all groups are
 * joined without unpacking them: they are most of an index.
 */
interface Group {
	words: string;
	places: string;
}

function packGroup(places: Places): Group {
	const words = [...places.keys()].sort();
	const lines = words.map((word) => {
		const postings: Postings = { sections: [], codes: [] };
		addPlaces(postings, places.get(word) ?? [], 0);
		const { sections, codes } = postings;
		const [first = 0] = sections;
		const about = [2 * codes.length + (isHead(codes) ? 1 : 0), first, (sections.at(-1) ?? first) - first];
		const rest = packPostings(sections, codes).slice(packNumber(first).length);
		return `${about.map(packNumber).join('')}\n${rest}\n`;
	});
	// Sorting here makes the words of all groups a merge of sorted lists.
	return { words: words.map((word) => `${word}\n`).join(''), places: lines.join('') };
}

/** Reads a text line by line. Each line has an end. */
class Lines {
	private at = 0;

	constructor(private readonly text: string) {}

	/** Undefined after the last one. */
	next(): string | undefined {
		const end = this.text.indexOf('\n', this.at);
		if (end < 0) return undefined;
		const line = this.text.slice(this.at, end);
		this.at = end + 1;
		return line;
	}
}

/** The next word of a group, of which `first` is the number of the first section in the index. */
interface Place {
	word: string;
	first: number;
	words: Lines;
	places: Lines;
}

function isBefore(one: Place | undefined, other: Place | undefined): boolean {
	if (!one || !other) return other === undefined;
	return one.word < other.word || (one.word === other.word && one.first < other.first);
}

/** Moves the first place of a heap to where it belongs. */
function settle(heap: Place[]): void {
	const [moved] = heap;
	let at = 0;
	for (let child = 1; moved && child < heap.length; child = 2 * at + 1) {
		if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
		const next = heap[child];
		if (!next || isBefore(moved, next)) break;
		heap[at] = next;
		heap[child] = moved;
		at = child;
	}
}

/** The rows of all words, in order. One by one, because all of them at once would be most of the memory of a build. */
function* rowsOf(groups: readonly (Group & { first: number })[]): Generator<Row> {
	const heap = groups
		.map(({ first, words, places }) => ({ first, words: new Lines(words), places: new Lines(places) }))
		.flatMap((group): Place[] => {
			const word = group.words.next();
			return word === undefined ? [] : [{ ...group, word }];
		})
		.sort((one, other) => (isBefore(one, other) ? -1 : 1));
	while (heap[0]) {
		const { word } = heap[0];
		const row = { word, sections: 0, isHead: false, packed: '' };
		let since = 0;
		for (let place = heap[0]; place?.word === word; place = heap[0]) {
			const about = new PackedReader(place.places.next() ?? '');
			const count = about.number();
			const first = place.first + about.number();
			row.sections += count >> 1;
			row.isHead ||= count % 2 === 1;
			row.packed += packNumber(first - since) + (place.places.next() ?? '');
			since = first + about.number() + 1;
			const next = place.words.next();
			if (next !== undefined) place.word = next;
			else {
				const last = heap.pop();
				if (last && heap.length > 0) heap[0] = last;
			}
			settle(heap);
		}
		yield limited(row);
	}
}

/** The sections of a word, in order, and the `codeOf` of each. */
export type Postings = { sections: number[]; codes: number[] };

/** Adds places, which are sections with their counts; `first` is added to the numbers of sections. */
export function addPlaces({ sections, codes }: Postings, places: ArrayLike<number>, first: number): void {
	for (let at = 0; at < places.length; at += 2) {
		const counts = places[at + 1] ?? 0;
		sections.push(first + (places[at] ?? 0));
		codes.push(codeOf({ title: counts >> 16, heading: (counts >> 8) & 255, text: counts & 255 }));
	}
}

function isHead(codes: readonly number[]): boolean {
	return codes.some((code) => code >= HEAD_CODE);
}

export function rowOf(word: string, { sections, codes }: Postings): Row {
	return limited({ word, sections: codes.length, isHead: isHead(codes), packed: packPostings(sections, codes) });
}

/** A row with the number of places that a shard may have. */
function limited(row: Row): Row {
	if (row.sections <= PLACES_PER_WORD) return row;
	const { sections, codes } = unpackCodes(row.packed);
	const kept = heaviest(codes, PLACES_PER_WORD);
	const ofKept = (numbers: number[]): number[] => numbers.filter((_, index) => kept[index]);
	return { ...row, packed: packPostings(ofKept(sections), ofKept(codes)), full: row.packed };
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

/** Rows in the form in which they are kept. */
export function packRows(rows: readonly WordRow[]): Pick<IndexRows, 'words' | 'counts'> {
	return {
		words: rows.map(({ word }) => word).join('\n'),
		counts: rows.map(({ sections, isHead }) => 2 * sections + Number(isHead)),
	};
}

/** Inverse of `packRows`. */
export function unpackRows({ words, counts }: Pick<IndexRows, 'words' | 'counts'>): WordRow[] {
	const all = words.split('\n');
	return counts.map((count, index) => ({ word: all[index] ?? '', sections: count >> 1, isHead: count % 2 === 1 }));
}

/** All places of a word under their name. */
export function namedPlaces(packed: string): [name: string, packed: string] {
	return [hashOf(packed), packed];
}

/** Builds the files of an index. `languages` are tags, and `synonyms` groups of folded words. */
export function indexFiles(
	pages: readonly IndexedPage[],
	bodies: CountedBodies,
	languages: string[],
	synonyms: string[][] = [],
): IndexFiles & { rows: IndexRows; places: ReadonlyMap<string, string> } {
	const groups: (Group & { first: number })[] = [];
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
		const [name, text] = namedFile(value);
		files.set(name, text);
		return name;
	};
	const words: WordRow[] = [];
	const full: [string, string][] = [];
	const places = new Map<string, string>();
	const writer = new ShardWriter();
	const shards: { name: string; start: string }[] = [];
	const finish = (): void => {
		for (const shard of writer.finished()) shards.push({ name: add(shard), start: shard.words[0] ?? '' });
	};
	for (const row of rowsOf(groups)) {
		if (writer.begins(row.word, row.packed)) finish();
		writer.add(row);
		if (isListable(row, languages)) words.push({ word: row.word, sections: row.sections, isHead: row.isHead });
		if (row.full === undefined) continue;
		const [name, packed] = namedPlaces(row.full);
		places.set(name, packed);
		full.push([row.word, name]);
	}
	finish();
	if (shards.length === 0) shards.push({ name: add({ words: [], postings: [] }), start: '' });
	const meta = add({
		format: INDEX_FORMAT,
		...perPage,
		words: add(listedWords(words, languages)),
		shards: shards.map(({ name }) => name).join(''),
		starts: shards.slice(1).map(({ start }) => start),
		synonyms,
		languages,
	});
	return { meta, files, rows: { ...packRows(words), full: Object.fromEntries(full) }, places };
}

/** A file of an index: its name and its text. */
export function namedFile(value: IndexMeta | IndexWords | IndexShard): [name: string, text: string] {
	const text = JSON.stringify(value);
	return [hashOf(text).slice(0, NAME_LENGTH), text];
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
		const { title, lengths } = countPage(places, page, bodies, group.room);
		group.room += roomOf(lengths.length / 2);
		group.kinds += digitOf(page.kind);
		group.names += page.name;
		group.sections += packNumber(lengths.length / 2);
		group.titleLengths += digitOf(title);
		group.lengths += lengths.map(lengthCode).join('');
	}
	return { ...group, ...packGroup(places) };
}

/**
 * Adds the words of a page, with its sections from number `first`. Returns the number of words in its title, and those in
 * the heading and the text of each section.
 */
export function countPage(
	places: Places,
	page: SearchPage,
	bodies: Pick<CountedBodies, 'terms'>,
	first: number,
): { title: number; lengths: number[] } {
	const terms = page.bodyHash === undefined ? undefined : bodies.terms(page.bodyHash);
	const own = addOwnWords(places, page, first);
	if (terms) places.addTerms(terms, first);
	const [, intro = 0, ...others] = terms?.lengths ?? [];
	// The first section is the page itself, with its keywords as heading.
	return { title: own.title, lengths: [own.keywords, own.description + intro, ...others] };
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

/** Whether a word may correct typos. */
function isUsable({ word, sections, isHead }: WordRow): boolean {
	return word.length >= TYPO_LENGTH && (isHead || sections >= TYPO_SECTIONS) && !isPair(word);
}

function isLong({ word }: WordRow): boolean {
	return word.length >= COMPOUND_LENGTH && /^\p{L}+$/u.test(word) && !isPair(word);
}

/** Whether a word may be among the `listedWords`. */
export function isListable(row: WordRow, languages: string[]): boolean {
	return isUsable(row) || (hasCompounds(languages) && isLong(row));
}

/**
 * Words for correcting typos, in the order of `rows`, which `isListable` is true for: those in titles and headings
 * before others, then by frequency. In languages with compounds, the words that may be compounds follow.
 */
export function listedWords(rows: readonly WordRow[], languages: string[]): IndexWords {
	const usable = hasCompounds(languages) ? rows.filter(isUsable) : rows;
	const mostSections = usable.reduce((most, { sections }) => Math.max(most, sections), 0);
	const codes = usable.map(({ sections, isHead }) => sections + (isHead ? mostSections : 0));
	const kept = heaviest(codes, TYPO_WORDS);
	const frequent = usable.flatMap(({ word }, index) => (kept[index] ? word : []));
	if (!hasCompounds(languages)) return frequent;
	const long = rows.filter(isLong).map(({ word }) => word);
	return [...new Set([...frequent, ...long.slice(0, COMPOUND_WORDS)])];
}

/** Fills shards with rows in their order. */
export class ShardWriter {
	private readonly shards: IndexShard[] = [];
	private shard: IndexShard = { words: [], postings: [] };
	private size = 0;

	/** Whether a row begins a shard. Without its postings, whether it does with any. */
	begins(word: string, packed?: string): boolean {
		if (this.size === 0) return false;
		const isFull = packed !== undefined && this.size + sizeOf(word, packed) > MAX_SHARD_CHARS;
		return isFull || (this.size >= MIN_SHARD_CHARS && isBoundary(word));
	}

	get isEmpty(): boolean {
		return this.size === 0;
	}

	add({ word, packed }: Pick<Row, 'word' | 'packed'>): void {
		if (this.begins(word, packed)) this.end();
		this.shard.words.push(word);
		this.shard.postings.push(packed);
		this.size += sizeOf(word, packed);
	}

	/** The shards of the rows so far; the next row begins another one. */
	finished(): IndexShard[] {
		if (this.size > 0) this.end();
		return this.shards.splice(0);
	}

	private end(): void {
		this.shards.push(this.shard);
		this.shard = { words: [], postings: [] };
		this.size = 0;
	}
}

function sizeOf(word: string, packed: string): number {
	return word.length + packed.length + 6;
}

/** Whether a word or URL can start a shard or group. Depends only on its text, so that an edit moves few boundaries. */
function isBoundary(word: string): boolean {
	let hash = 0;
	for (let index = 0; index < word.length; index++) hash = (Math.imul(hash, 31) + word.charCodeAt(index)) | 0;
	return (Math.imul(hash, 0x9e3779b1) >>> 8) % WORDS_PER_BOUNDARY === 0;
}

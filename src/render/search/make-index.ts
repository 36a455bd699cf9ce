/**
 * The files of an offline index from the counted words of its pages. A file is named after what it says, and an edit
 * of one page changes few of them: a page keeps its section numbers while others grow, and shards are cut at words
 * that are chosen by themselves.
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
	roomOf,
} from '../../content/search/format.ts';
import { isPair } from '../../content/search/query.ts';
import type { CountedBodies, IndexEntry, IndexedPage, IndexMemory, Row } from '../model/search-index.ts';
import { type OwnLengths, Places } from './places.ts';
import { byRank, placesOf, rowOf } from './word-table.ts';

/** Words kept for comparing with typing errors. */
const TYPO_WORDS = 5000;
/** Shortest word that typing errors are looked for in. */
const TYPO_LENGTH = 4;

/** The files of an index by their names, which are hashes of them; `meta` names the one that names the others. */
export interface IndexFiles {
	meta: string;
	files: Map<string, string>;
}

/** Pages that may have changed since the last index; with more it is made anew. */
const FEW = 20;

/** What an index of some pages says: the same, whether or not the last one is at hand. */
export function gatherIndex(pages: readonly IndexedPage[], bodies: CountedBodies, last?: IndexMemory): IndexMemory {
	const changes = last && changesOf(last, pages, bodies);
	if (!last || !changes) return gathered(pages, bodies);
	if (changes.length === 0) return last;
	const entries = [...last.entries];
	for (const { at, entry } of changes) entries[at] = entry;
	return { entries, rows: exchanged(last.rows, changes) };
}

/** The files of an index. `synonyms` are groups of folded words. */
export function indexFiles({ entries, rows }: IndexMemory, synonyms: string[][]): IndexFiles {
	const files = new Map<string, string>();
	const add = (value: IndexMeta | IndexWords | IndexShard): string => {
		const text = JSON.stringify(value);
		const name = hashOf(text).slice(0, NAME_LENGTH);
		files.set(name, text);
		return name;
	};
	const all = (say: (entry: IndexEntry) => string): string => entries.map(say).join('');
	const shards = cut(rows);
	const meta = add({
		format: INDEX_FORMAT,
		kinds: all(({ page }) => digitOf(page.kind)),
		names: all(({ page }) => page.name),
		sections: all(({ sections }) => packNumber(sections)),
		titleLengths: all(({ titleLength }) => titleLength),
		lengths: all(({ lengths }) => lengths),
		words: add(
			byRank(rows, (word) => word.length >= TYPO_LENGTH && !isPair(word))
				.slice(0, TYPO_WORDS)
				.sort(),
		),
		shards: shards
			.map((shard) => add({ words: shard.map(({ word }) => word), postings: shard.map(({ packed }) => packed) }))
			.join(''),
		starts: shards.slice(1).map(([row]) => row?.word ?? ''),
		synonyms,
	});
	return { meta, files };
}

/* ---------------------------------------------------------------- pages and their words */

function gathered(pages: readonly IndexedPage[], bodies: CountedBodies): IndexMemory {
	const places = new Places();
	let first = 0;
	const entries = pages.map((page) => {
		const entry = addPage(places, page, bodies, first);
		first += roomOf(entry.sections);
		return entry;
	});
	// One word after the other: the places of all of them together would be most of what a large build needs.
	return { entries, rows: Array.from(places.postings(), ([word, postings]) => rowOf(word, postings)) };
}

function addPage(places: Places, page: IndexedPage, bodies: CountedBodies, first: number): IndexEntry {
	const terms = page.bodyHash === undefined ? undefined : bodies.terms(page.bodyHash);
	const own = places.addPage(page, terms, first);
	const sections = terms?.lengths ?? [{ heading: 0, text: 0 }];
	const lengths = sections.map(({ heading, text }, index) =>
		index === 0 ? firstCodes(own, text) : codes(heading, text),
	);
	return { page, sections: sections.length, titleLength: digitOf(own.title), lengths: lengths.join('') };
}

/** A page that is not as the last index knew it. */
interface Change {
	/** Which page, and the numbers of its sections: from `first` to `end`. */
	at: number;
	first: number;
	end: number;
	entry: IndexEntry;
	/** Words that it has more often, less often or elsewhere, with the places it has now. */
	words: Map<string, Posting[]>;
}

/**
 * Undefined where pages came, went or moved, where many changed, or where there is no knowing what words they had.
 */
function changesOf(
	{ entries }: IndexMemory,
	pages: readonly IndexedPage[],
	bodies: CountedBodies,
): Change[] | undefined {
	if (entries.length !== pages.length) return undefined;
	const changes: Change[] = [];
	let end = 0;
	for (const [at, before] of entries.entries()) {
		const page = pages[at];
		const first = end;
		end += roomOf(before.sections);
		if (!page || page.name === before.page.name) continue;
		const { bodyHash } = before.page;
		if (changes.length === FEW || (bodyHash !== undefined && !bodies.has(bodyHash))) return undefined;
		const had = alone(before.page, bodies, first);
		const has = alone(page, bodies, first);
		if (first + roomOf(has.entry.sections) !== end) return undefined;
		const words = [...new Set([...had.words.keys(), ...has.words.keys()])]
			.map((word) => [word, had.words.get(word), has.words.get(word) ?? []] as const)
			.filter(([, before, now]) => JSON.stringify(before) !== JSON.stringify(now))
			.map(([word, , now]) => [word, now] as const);
		changes.push({ at, first, end, entry: has.entry, words: new Map(words) });
	}
	return changes;
}

/** What an index says of one page, and the words that it has. */
function alone(
	page: IndexedPage,
	bodies: CountedBodies,
	first: number,
): { entry: IndexEntry; words: Map<string, Posting[]> } {
	const places = new Places();
	const entry = addPage(places, page, bodies, first);
	return { entry, words: new Map(places.postings()) };
}

/** Rows with the places that some pages have now instead of those that they had. */
function exchanged(rows: readonly Row[], changes: readonly Change[]): Row[] {
	const words = new Set(changes.flatMap((change) => [...change.words.keys()]));
	const known = new Map(rows.filter(({ word }) => words.has(word)).map((row) => [row.word, placesOf(row)]));
	for (const { first, end, words } of changes) {
		for (const [word, now] of words) {
			const others = (known.get(word) ?? []).filter(({ section }) => section < first || section >= end);
			known.set(
				word,
				[...others, ...now].sort((a, b) => a.section - b.section),
			);
		}
	}
	const made = [...known].flatMap(([word, postings]) => (postings.length === 0 ? [] : [rowOf(word, postings)]));
	const kept = rows.filter(({ word }) => !words.has(word));
	return [...kept, ...made].sort((a, b) => (a.word < b.word ? -1 : 1));
}

function codes(heading: number, text: number): string {
	return lengthCode(heading) + lengthCode(text);
}

/** The page's first section stands for the page itself: its keywords are in the place of a heading. */
function firstCodes({ keywords, description }: OwnLengths, text: number): string {
	return codes(keywords, description + text);
}

/* ---------------------------------------------------------------- shards */

/** Characters of a shard: at least, so that there are not too many, and at most, so that none is slow to fetch. */
const SHARD_LEAST = 5500;
const SHARD_MOST = 13_500;
/** One word in so many may begin a shard. */
const CUT_EVERY = 64;

/** Cuts the words into shards. Which word begins one hardly depends on others: an edit moves few cuts. */
function cut(rows: readonly Row[]): Row[][] {
	const shards: Row[][] = [[]];
	let size = 0;
	for (const row of rows) {
		const own = row.word.length + row.packed.length + 6;
		if (size > 0 && (size + own > SHARD_MOST || (size >= SHARD_LEAST && mayBegin(row.word)))) {
			shards.push([]);
			size = 0;
		}
		shards.at(-1)?.push(row);
		size += own;
	}
	return shards;
}

function mayBegin(word: string): boolean {
	let hash = 0;
	for (let index = 0; index < word.length; index++) hash = (Math.imul(hash, 31) + word.charCodeAt(index)) | 0;
	return (Math.imul(hash, 0x9e3779b1) >>> 8) % CUT_EVERY === 0;
}

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
	packNumber,
	roomOf,
} from '../../content/search/format.ts';
import type { CountedBodies, IndexEntry, IndexedPage, IndexMemory, Row } from '../model/search-index.ts';
import { type OwnLengths, Places } from './places.ts';
import { byRank, rowsOf } from './word-table.ts';

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
	if (last && pages.length === last.entries.length && changedIn(last, pages).length === 0) return last;
	const wanted = last && changedWords(last, pages, bodies);
	const places = new Places(wanted);
	let first = 0;
	const entries = pages.map((page) => {
		const entry = addPage(places, page, bodies, first);
		first += roomOf(entry.sections);
		return entry;
	});
	const rows = rowsOf(places);
	return { entries, rows: last && wanted ? merged(last.rows, rows, wanted) : rows };
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
		words: add(byRank(rows, (word) => word.length >= TYPO_LENGTH).slice(0, TYPO_WORDS)),
		shards: shards
			.map((shard) => add({ words: shard.map(({ word }) => word), postings: shard.map(({ packed }) => packed) }))
			.join(''),
		starts: shards.slice(1).map(([row]) => row?.word ?? ''),
		synonyms,
	});
	return { meta, files };
}

/* ---------------------------------------------------------------- pages and their words */

function addPage(places: Places, page: IndexedPage, bodies: CountedBodies, first: number): IndexEntry {
	const terms = page.bodyHash === undefined ? undefined : bodies.terms(page.bodyHash);
	const own = places.addPage(page, terms, first);
	const sections = terms?.lengths ?? [{ heading: 0, text: 0 }];
	const lengths = sections.map(({ heading, text }, index) =>
		index === 0 ? firstCodes(own, text) : codes(heading, text),
	);
	return { page, sections: sections.length, titleLength: digitOf(own.title), lengths: lengths.join('') };
}

/** Pages beside what the last index has in their places, where that is not the same. */
function changedIn({ entries }: IndexMemory, pages: readonly IndexedPage[]): [before: IndexEntry, page: IndexedPage][] {
	return entries.flatMap((entry, at): [IndexEntry, IndexedPage][] => {
		const page = pages[at];
		return page && page.name !== entry.page.name ? [[entry, page]] : [];
	});
}

/**
 * The words that a few pages have more often, less often or elsewhere than in the last index. Undefined where pages
 * came, went or moved, where many changed, or where there is no knowing what words they had.
 */
function changedWords(
	last: IndexMemory,
	pages: readonly IndexedPage[],
	bodies: CountedBodies,
): ReadonlySet<string> | undefined {
	const changed = changedIn(last, pages);
	if (last.entries.length !== pages.length || changed.length > FEW) return undefined;
	const wanted = new Set<string>();
	for (const [before, page] of changed) {
		const { bodyHash } = before.page;
		if (bodyHash !== undefined && !bodies.has(bodyHash)) return undefined;
		const had = alone(before.page, bodies);
		const has = alone(page, bodies);
		if (roomOf(has.sections) !== roomOf(before.sections)) return undefined;
		for (const word of [...had.words.keys(), ...has.words.keys()])
			if (had.words.get(word) !== has.words.get(word)) wanted.add(word);
	}
	return wanted;
}

/** The words of a page with its own places of each, as text. */
function alone(page: IndexedPage, bodies: CountedBodies): { sections: number; words: Map<string, string> } {
	const places = new Places();
	const { sections } = addPage(places, page, bodies, 0);
	const words = [...places.postings()].map(([word, postings]) => [word, JSON.stringify(postings)] as const);
	return { sections, words: new Map(words) };
}

/** Rows with others in the place of those of some words, in order. */
function merged(rows: readonly Row[], others: readonly Row[], words: ReadonlySet<string>): Row[] {
	const all = [...rows.filter(({ word }) => !words.has(word)), ...others];
	return all.sort((a, b) => (a.word < b.word ? -1 : 1));
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

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
	type IndexWords,
	lengthCode,
	NAME_LENGTH,
	type Posting,
	packNumber,
	roomOf,
} from '../../content/search/format.ts';
import type { CountedBodies, IndexEntry, IndexedPage, IndexMemory, Row, Shard } from '../model/search-index.ts';
import { type OwnLengths, Places } from './places.ts';
import { type Exchange, exchanged, shardsOf } from './shards.ts';
import { placesOf, rowOf } from './word-table.ts';

/** Words kept for comparing with typing errors. */
const TYPO_WORDS = 5000;

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
	return { entries, shards: exchanged(last.shards, exchangesOf(changes)) };
}

/** The files of an index. `synonyms` are groups of folded words. */
export function indexFiles({ entries, shards }: IndexMemory, synonyms: string[][]): IndexFiles {
	const files = new Map<string, string>();
	const add = (value: IndexMeta | IndexWords): string => {
		const text = JSON.stringify(value);
		const name = hashOf(text).slice(0, NAME_LENGTH);
		files.set(name, text);
		return name;
	};
	const all = (say: (entry: IndexEntry) => string): string => entries.map(say).join('');
	for (const { name, text } of shards) files.set(name, text);
	const meta = add({
		format: INDEX_FORMAT,
		kinds: all(({ page }) => digitOf(page.kind)),
		names: all(({ page }) => page.name),
		sections: all(({ sections }) => packNumber(sections)),
		titleLengths: all(({ titleLength }) => titleLength),
		lengths: all(({ lengths }) => lengths),
		words: add(mostFrequent(shards)),
		shards: shards.map(({ name }) => name).join(''),
		starts: shards.slice(1).map(({ first }) => first),
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
	return { entries, shards: shardsOf(rowsOf(places)) };
}

function* rowsOf(places: Places): Generator<Row> {
	for (const [word, postings] of places.postings()) yield rowOf(word, postings);
}

/** Words of titles and headings, then those in most sections; in order. */
function mostFrequent(shards: readonly Shard[]): IndexWords {
	const words = shards.flatMap(({ frequent }) => frequent);
	words.sort(([a, rankOfA], [b, rankOfB]) => rankOfB - rankOfA || (a < b ? -1 : 1));
	return words
		.slice(0, TYPO_WORDS)
		.map(([word]) => word)
		.sort();
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

/** By word: the places that some pages have now instead of those that they had. */
function exchangesOf(changes: readonly Change[]): Map<string, Exchange> {
	const words = new Set(changes.flatMap((change) => [...change.words.keys()]));
	return new Map(
		[...words].map((word): [string, Exchange] => [
			word,
			(row) => {
				let places = row ? placesOf(row) : [];
				for (const { first, end, words } of changes) {
					const now = words.get(word);
					if (!now) continue;
					const others = places.filter(({ section }) => section < first || section >= end);
					places = [...others, ...now].sort((a, b) => a.section - b.section);
				}
				return places.length === 0 ? undefined : rowOf(word, places);
			},
		]),
	);
}

function codes(heading: number, text: number): string {
	return lengthCode(heading) + lengthCode(text);
}

/** The page's first section stands for the page itself: its keywords are in the place of a heading. */
function firstCodes({ keywords, description }: OwnLengths, text: number): string {
	return codes(keywords, description + text);
}

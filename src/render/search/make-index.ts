/**
 * The files of an offline index from the counted words of its pages. A file is named after what it says, and an edit
 * of one page changes few of them: a page keeps its section numbers while others grow, and shards are cut at words
 * that are chosen by themselves. With what is remembered of the last index, an edit costs what its words cost.
 */
import { hashOf } from '../../content/hash.ts';
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
import { type OwnLengths, Places } from './places.ts';
import type { CountedBodies, IndexedPage, IndexState, PageRow, Shard, WordTable } from './types.ts';
import { byRank, exchange, limited, makeTable, type SectionRange } from './word-table.ts';

/** Words kept for comparing with typing errors. */
const TYPO_WORDS = 5000;
/** Shortest word that typing errors are looked for in. */
const TYPO_LENGTH = 4;
/** One page in so many may be another before all is made anew. */
const FEW = 8;

/** The files of an index by their names, which are hashes of them; `meta` names the one that names the others. */
export interface IndexFiles {
	meta: string;
	files: Map<string, () => string>;
	state: IndexState;
}

/** Makes the index of some pages. The result does not depend on `last`, the time does. */
export function makeIndex(pages: IndexedPage[], bodies: CountedBodies, last?: IndexState): IndexFiles {
	const made = (last && fromLast(pages, bodies, last)) ?? fromNothing(pages, bodies);
	const files = new Map<string, () => string>();
	const add = (value: IndexMeta | IndexWords): string => {
		const text = JSON.stringify(value);
		const name = nameOf(text);
		files.set(name, () => text);
		return name;
	};
	const { table, changed } = made;
	const shards = nameShards(table, last, changed);
	for (const shard of shards) files.set(shard.name, () => shardText(table, shard));
	const all = (pick: (row: PageRow) => string): string => made.pages.map(pick).join('');
	const meta = add({
		format: INDEX_FORMAT,
		kinds: all(({ page }) => digitOf(page.kind)),
		names: all(({ page }) => page.name),
		sections: all(({ sections }) => packNumber(sections)),
		titleLengths: all(({ titleLength }) => titleLength),
		lengths: all(({ lengths }) => lengths),
		words: add(byRank(table, (word) => word.length >= TYPO_LENGTH).slice(0, TYPO_WORDS)),
		shards: shards.map(({ name }) => name).join(''),
		starts: shards.slice(1).map(({ from }) => table.words[from] ?? ''),
	});
	const isSame = last !== undefined && made.pages === last.pages;
	return { meta, files, state: isSame ? last : { pages: made.pages, table, shards } };
}

function nameOf(text: string): string {
	return hashOf(text).slice(0, NAME_LENGTH);
}

/* ---------------------------------------------------------------- pages */

interface Made {
	pages: PageRow[];
	table: WordTable;
	/** Words that are not what they were; undefined where there was nothing. */
	changed?: Set<string>;
}

function fromNothing(pages: IndexedPage[], bodies: CountedBodies): Made {
	const places = new Places();
	const rows: PageRow[] = [];
	let first = 0;
	for (const page of pages) {
		const row = addPage(page, first, bodies, places);
		rows.push(row);
		first += roomOf(row.sections);
	}
	return { pages: rows, table: makeTable(places) };
}

/** Undefined where too much is new, or has been forgotten. */
function fromLast(pages: IndexedPage[], bodies: CountedBodies, last: IndexState): Made | undefined {
	const known = new Map(last.pages.map((row) => [row.page.name, row]));
	const most = pages.length / FEW;
	const come = new Places();
	const rows: PageRow[] = [];
	let first = 0;
	let news = 0;
	for (const page of pages) {
		const row = known.get(page.name);
		const stays = row?.first === first;
		if (!stays && ++news > most) return undefined;
		const own = stays ? row : addPage(page, first, bodies, come);
		rows.push(own);
		if (stays) known.delete(page.name);
		first += roomOf(own.sections);
	}
	if (known.size > most) return undefined;
	if (news === 0 && known.size === 0) return { pages: last.pages, table: last.table, changed: new Set() };
	const gone = { places: new Places(), sections: [] as SectionRange[] };
	for (const { page, first, sections } of known.values()) {
		if (page.bodyHash !== undefined && !bodies.has(page.bodyHash)) return undefined;
		addPage(page, first, bodies, gone.places);
		gone.sections.push([first, first + sections]);
	}
	return { pages: rows, ...exchange(last.table, gone, come) };
}

function addPage(page: IndexedPage, first: number, bodies: CountedBodies, places: Places): PageRow {
	const terms = page.bodyHash === undefined ? undefined : bodies.terms(page.bodyHash);
	const own = places.addPage(page, terms, first);
	const sections = terms?.lengths ?? [{ heading: 0, text: 0 }];
	const lengths = sections.map(({ heading, text }, index) =>
		index === 0 ? firstCodes(own, text) : codes(heading, text),
	);
	return { page, first, sections: sections.length, titleLength: digitOf(own.title), lengths: lengths.join('') };
}

function codes(heading: number, text: number): string {
	return lengthCode(heading) + lengthCode(text);
}

/** The page's first section stands for its title, too. */
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
function cut({ words, sizes }: WordTable): [from: number, to: number][] {
	const cuts: [from: number, to: number][] = [];
	let from = 0;
	let size = 0;
	for (const [index, word] of words.entries()) {
		const own = word.length + (sizes[index] ?? 0) + 6;
		if (size + own > SHARD_MOST || (size >= SHARD_LEAST && mayBegin(word))) {
			if (index > from) cuts.push([from, index]);
			from = index;
			size = 0;
		}
		size += own;
	}
	return [...cuts, [from, words.length]];
}

function mayBegin(word: string): boolean {
	let hash = 0;
	for (let index = 0; index < word.length; index++) hash = (Math.imul(hash, 31) + word.charCodeAt(index)) | 0;
	return (Math.imul(hash, 0x9e3779b1) >>> 8) % CUT_EVERY === 0;
}

/** A shard of the same words and places as before has the same name: its text need not be made for that. */
function nameShards(table: WordTable, last: IndexState | undefined, changed: Set<string> | undefined): Shard[] {
	const { words } = table;
	const known = new Map<string, Shard>();
	if (last && changed) for (const shard of last.shards) known.set(last.table.words[shard.from] ?? '', shard);
	const sorted = [...(changed ?? [])].sort();
	let next = 0;
	return cut(table).map(([from, to]) => {
		const [first = '', end] = [words[from], words[to]];
		const before = next;
		while (next < sorted.length && (end === undefined || (sorted[next] ?? '') < end)) next++;
		// As many words as before, from the same one on, and none that has come or gone or stands elsewhere.
		const same = next === before ? known.get(first) : undefined;
		const isSame = same !== undefined && same.to - same.from === to - from;
		return { from, to, name: isSame ? same.name : nameOf(shardText(table, { from, to })) };
	});
}

function shardText({ words, postings, sizes }: WordTable, { from, to }: Omit<Shard, 'name'>): string {
	const shard: IndexShard = {
		words: words.slice(from, to),
		postings: postings.slice(from, to).map((packed, index) => limited(packed, sizes[from + index] ?? 0)),
	};
	return JSON.stringify(shard);
}

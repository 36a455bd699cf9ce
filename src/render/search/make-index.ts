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
import type { CountedBodies, IndexedPage } from '../model/search-index.ts';
import { type OwnLengths, Places } from './places.ts';
import { byRank, type Row, rowsOf } from './word-table.ts';

/** Words kept for comparing with typing errors. */
const TYPO_WORDS = 5000;
/** Shortest word that typing errors are looked for in. */
const TYPO_LENGTH = 4;

/** The files of an index by their names, which are hashes of them; `meta` names the one that names the others. */
export interface IndexFiles {
	meta: string;
	files: Map<string, string>;
}

/** Makes the index of some pages. `synonyms` are groups of folded words. */
export function makeIndex(pages: IndexedPage[], bodies: CountedBodies, synonyms: string[][]): IndexFiles {
	const files = new Map<string, string>();
	const add = (value: IndexMeta | IndexWords | IndexShard): string => {
		const text = JSON.stringify(value);
		const name = hashOf(text).slice(0, NAME_LENGTH);
		files.set(name, text);
		return name;
	};
	const places = new Places();
	const facts = { kinds: '', names: '', sections: '', titleLengths: '', lengths: '' };
	let first = 0;
	for (const page of pages) {
		const terms = page.bodyHash === undefined ? undefined : bodies.terms(page.bodyHash);
		const own = places.addPage(page, terms, first);
		const sections = terms?.lengths ?? [{ heading: 0, text: 0 }];
		facts.kinds += digitOf(page.kind);
		facts.names += page.name;
		facts.sections += packNumber(sections.length);
		facts.titleLengths += digitOf(own.title);
		facts.lengths += sections
			.map(({ heading, text }, index) => (index === 0 ? firstCodes(own, text) : codes(heading, text)))
			.join('');
		first += roomOf(sections.length);
	}
	const rows = rowsOf(places);
	const shards = cut(rows);
	const meta = add({
		format: INDEX_FORMAT,
		...facts,
		words: add(byRank(rows, (word) => word.length >= TYPO_LENGTH).slice(0, TYPO_WORDS)),
		shards: shards
			.map((shard) => add({ words: shard.map(({ word }) => word), postings: shard.map(({ packed }) => packed) }))
			.join(''),
		starts: shards.slice(1).map(([row]) => row?.word ?? ''),
		synonyms,
	});
	return { meta, files };
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

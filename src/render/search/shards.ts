/**
 * The words of an index, cut into shards. Which word begins one hardly depends on others: an edit moves few cuts, and
 * what stands between two of them is not even read.
 */
import { hashOf } from '../../content/model/hash.ts';
import { type IndexShard, NAME_LENGTH } from '../../content/search/format.ts';
import { isPair } from '../../content/search/query.ts';
import type { Row, Shard } from '../model/search-index.ts';

/** Characters of a shard: at least, so that there are not too many, and at most, so that none is slow to fetch. */
const SHARD_LEAST = 5500;
const SHARD_MOST = 13_500;
/** One word in so many may begin a shard. */
const CUT_EVERY = 64;

/** Shortest word that typing errors are looked for in, and the sections that it is in at least. */
const TYPO_LENGTH = 4;
const TYPO_RANK = 3;

/** Shards of words that come in order. */
export function shardsOf(rows: Iterable<Row>): Shard[] {
	const cutter = new Cutter();
	for (const row of rows) cutter.add(row);
	return cutter.end();
}

/** Makes a word's row from the one that it has; undefined where there is none. */
export type Exchange = (row: Row | undefined) => Row | undefined;

/** Shards in which some words have other rows, as `shardsOf` cuts all of them. */
export function exchanged(shards: readonly Shard[], exchanges: ReadonlyMap<string, Exchange>): Shard[] {
	const cutter = new Cutter();
	const words = [...exchanges.keys()].sort();
	let next = 0;
	for (const [index, shard] of shards.entries()) {
		const end = shards[index + 1]?.first;
		const from = next;
		while (next < words.length && (end === undefined || (words[next] ?? '') < end)) next++;
		if (from === next) cutter.take(shard);
		else for (const row of exchangedIn(shard, words.slice(from, next), exchanges)) cutter.add(row);
	}
	return cutter.end();
}

function exchangedIn(shard: Shard, words: string[], exchanges: ReadonlyMap<string, Exchange>): Row[] {
	const rows = new Map(rowsOf(shard).map((row) => [row.word, row]));
	for (const word of words) {
		const row = exchanges.get(word)?.(rows.get(word));
		if (row) rows.set(word, row);
		else rows.delete(word);
	}
	return [...rows.values()].sort((a, b) => (a.word < b.word ? -1 : 1));
}

class Cutter {
	private readonly shards: Shard[] = [];
	/** What has come since the last cut: rows, or a shard as it was. */
	private rows: Row[] = [];
	private whole: Shard | undefined;
	private size = 0;

	add(row: Row): void {
		if (this.isCutBefore(row.word, sizeOf(row))) this.cut();
		if (this.whole) this.rows = rowsOf(this.whole);
		this.whole = undefined;
		this.rows.push(row);
		this.size += sizeOf(row);
	}

	/** Adds all rows of a shard: without a look at them, where it still begins at a cut. */
	take(shard: Shard): void {
		if (this.size > 0 && !this.isCutBefore(shard.first, shard.firstSize)) {
			for (const row of rowsOf(shard)) this.add(row);
			return;
		}
		this.cut();
		this.whole = shard;
		this.size = shard.size;
	}

	end(): Shard[] {
		this.cut();
		return this.shards.length === 0 ? [shardOf([])] : this.shards;
	}

	private isCutBefore(word: string, size: number): boolean {
		return this.size > 0 && (this.size + size > SHARD_MOST || (this.size >= SHARD_LEAST && mayBegin(word)));
	}

	private cut(): void {
		if (this.size > 0) this.shards.push(this.whole ?? shardOf(this.rows));
		this.rows = [];
		this.whole = undefined;
		this.size = 0;
	}
}

function sizeOf({ word, packed }: Row): number {
	return word.length + packed.length + 6;
}

function mayBegin(word: string): boolean {
	let hash = 0;
	for (let index = 0; index < word.length; index++) hash = (Math.imul(hash, 31) + word.charCodeAt(index)) | 0;
	return (Math.imul(hash, 0x9e3779b1) >>> 8) % CUT_EVERY === 0;
}

/** What of its rows a shard's file does not tell. */
interface Beside {
	ranks: number[];
	/** By the number of a row that has it. */
	all: [row: number, places: string][];
}

function shardOf(rows: readonly Row[]): Shard {
	const file: IndexShard = { words: rows.map(({ word }) => word), postings: rows.map(({ packed }) => packed) };
	const beside: Beside = {
		ranks: rows.map(({ rank }) => rank),
		all: rows.flatMap(({ all }, row): Beside['all'] => (all === undefined ? [] : [[row, all]])),
	};
	const text = JSON.stringify(file);
	const [first] = rows;
	return {
		name: hashOf(text).slice(0, NAME_LENGTH),
		text,
		beside: JSON.stringify(beside),
		first: first?.word ?? '',
		firstSize: first ? sizeOf(first) : 0,
		size: rows.reduce((sum, row) => sum + sizeOf(row), 0),
		frequent: rows
			.filter(({ word, rank }) => rank >= TYPO_RANK && word.length >= TYPO_LENGTH && !isPair(word))
			.map(({ word, rank }) => [word, rank]),
	};
}

/** The rows of a shard, in the order of their words. */
export function rowsOf({ text, beside }: Shard): Row[] {
	const { words, postings } = JSON.parse(text) as IndexShard;
	const { ranks, all } = JSON.parse(beside) as Beside;
	const rows = words.map((word, at): Row => ({ word, packed: postings[at] ?? '', rank: ranks[at] ?? 0 }));
	for (const [at, places] of all) rows[at] = { ...rows[at], all: places } as Row;
	return rows;
}

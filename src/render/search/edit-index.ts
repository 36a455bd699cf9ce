/**
 * Brings an index up to date after edits of texts, by the words that pages got or lost: reads and writes only the shards
 * with these words. The result has the bytes of an index that is made from all pages.
 */
import { hashOfValue } from '../../content/model/hash.ts';
import {
	type IndexMeta,
	type IndexShard,
	lengthCode,
	NAME_LENGTH,
	PackedReader,
	roomOf,
	unpackCodes,
} from '../../content/search/format.ts';
import type { CountedBodies, IndexedPage, IndexMemory, IndexRows } from '../model/search-index.ts';
import {
	addPlaces,
	countPage,
	isListable,
	listedWords,
	namedFile,
	namedPlaces,
	type Postings,
	packRows,
	type Row,
	rowOf,
	ShardWriter,
	unpackRows,
	type WordRow,
} from './make-index.ts';
import { Places } from './terms.ts';

/** A page with another body: as it is in the index, and as it's now. */
export interface IndexEdit {
	before: IndexedPage;
	now: IndexedPage;
}

interface EditedIndex {
	/** Name of the first file. */
	meta: string;
	/** New files by name. */
	files: Map<string, string>;
	rows: IndexRows;
	/** New places of words by name. */
	places: ReadonlyMap<string, string>;
}

/** The places of a word on a page: its own sections are those from `first` to before `end`. */
type OwnPlaces = Postings & { first: number; end: number };

/** The shards after an edit, which languages with the same words share. */
type EditedShards = ReturnType<typeof editShards>;

/** Returns the text of a file of an index. */
type Read = (name: string) => string;

/** Edits indexes, one by one. `edit` returns undefined if an edit changes more than the words of sections. */
export class IndexEditor {
	private readonly known = new Map<string, EditedShards>();

	constructor(private readonly bodies: Pick<CountedBodies, 'terms'>) {}

	edit(meta: IndexMeta, edits: readonly IndexEdit[], memory: IndexMemory, read: Read): EditedIndex | undefined {
		const edited = editPages(meta, edits, this.bodies);
		if (!edited) return undefined;
		const key = hashOfValue([meta.shards, meta.words, memory.rows, [...edited.words]]);
		const shards = this.known.get(key) ?? editShards(meta, edited.words, memory, read);
		this.known.set(key, shards);
		// An index without a word has an empty shard.
		if (shards.names.length === 0) return undefined;
		const [list, text] = namedFile(listedWords(shards.words, meta.languages));
		const { names, starts, full, places } = shards;
		const [name, first] = namedFile({
			...meta,
			...edited.meta,
			words: list,
			shards: names.join(''),
			starts: starts.slice(1),
		});
		const files = new Map([...shards.files, [list, text], [name, first]]);
		return { meta: name, files, rows: { ...packRows(shards.words), full }, places };
	}
}

/** Names of the files of pages, or of shards. */
export function namesIn(names: string): string[] {
	return Array.from({ length: names.length / NAME_LENGTH }, (_, index) =>
		names.slice(index * NAME_LENGTH, (index + 1) * NAME_LENGTH),
	);
}

/** The data of pages after the edits, and the places of each word that one of them got or lost. */
function editPages(
	meta: IndexMeta,
	edits: readonly IndexEdit[],
	bodies: Pick<CountedBodies, 'terms'>,
): { meta: Pick<IndexMeta, 'names' | 'lengths'>; words: Map<string, OwnPlaces[]> } | undefined {
	const names = namesIn(meta.names);
	const lengths = [...meta.lengths];
	const words = new Map<string, OwnPlaces[]>();
	const byName = new Map(edits.map((edit) => [edit.before.name, edit]));
	const counts = new PackedReader(meta.sections);
	let first = 0;
	let section = 0;
	for (const [index, name] of names.entries()) {
		const count = counts.number();
		const edit = byName.get(name);
		if (edit) {
			const [before, now] = [new Places(), new Places()];
			countPage(before, edit.before, bodies, 0);
			const own = countPage(now, edit.now, bodies, 0);
			if (own.lengths.length !== 2 * count) return undefined;
			names[index] = edit.now.name;
			lengths.splice(2 * section, 2 * count, ...own.lengths.map(lengthCode));
			for (const [word, places] of changesBetween(before, now)) {
				const postings: Postings = { sections: [], codes: [] };
				addPlaces(postings, places, first);
				words.set(word, [...(words.get(word) ?? []), { ...postings, first, end: first + roomOf(count) }]);
			}
		}
		first += roomOf(count);
		section += count;
	}
	return { meta: { names: names.join(''), lengths: lengths.join('') }, words };
}

/** The words with other places than before, and their places now. */
function changesBetween(before: Places, now: Places): [string, number[]][] {
	return [...new Set([...before.keys(), ...now.keys()])].flatMap((word): [string, number[]][] => {
		const places = now.get(word) ?? [];
		return String(before.get(word) ?? []) === String(places) ? [] : [[word, places]];
	});
}

/** All shards after an edit. One without a change keeps its file. */
function editShards(meta: IndexMeta, changes: ReadonlyMap<string, OwnPlaces[]>, memory: IndexMemory, read: Read) {
	const old = namesIn(meta.shards).map((name, index) => ({ name, start: meta.starts[index - 1] ?? '' }));
	const edit = new RowEdit(memory);
	const edited = new Map<number, ShardRow[]>();
	const rowsIn = (index: number): ShardRow[] => {
		const shard = JSON.parse(read(old[index]?.name ?? '')) as IndexShard;
		return shard.words.map((word, at) => ({ word, packed: shard.postings[at] ?? '' }));
	};
	for (const [index, own] of byShard(changes.keys(), old)) {
		const before = rowsIn(index);
		const now = edit.rows(before, new Map(own.map((word) => [word, changes.get(word) ?? []])));
		edited.set(index, now);
		const isFirstSame = now[0]?.word === before[0]?.word && now[0]?.packed === before[0]?.packed;
		// The shard before may have room for another first row.
		if (index > 0 && !isFirstSame && !edited.has(index - 1)) edited.set(index - 1, rowsIn(index - 1));
	}
	const writer = new ShardWriter();
	const found: { name: string; start: string }[] = [];
	const files = new Map<string, string>();
	const finish = (): void => {
		for (const shard of writer.finished()) {
			const [name, text] = namedFile(shard);
			files.set(name, text);
			found.push({ name, start: shard.words[0] ?? '' });
		}
	};
	for (const [index, shard] of old.entries()) {
		const rows = edited.get(index);
		const isApart = !rows && (writer.isEmpty || writer.begins(shard.start));
		const all = isApart ? [] : (rows ?? rowsIn(index));
		if (isApart || (!rows && writer.begins(shard.start, all[0]?.packed))) {
			finish();
			found.push(shard);
		} else for (const row of all) writer.add(row);
	}
	finish();
	const { full, places } = edit;
	const words = withWords(unpackRows(memory.rows), edit.changed, meta.languages);
	return { names: found.map(({ name }) => name), starts: found.map(({ start }) => start), files, words, full, places };
}

type ShardRow = Pick<Row, 'word' | 'packed'>;

/** Edits the rows of words. */
class RowEdit {
	/** By word; undefined if no page has it any more. */
	readonly changed = new Map<string, Row | undefined>();
	readonly full: IndexRows['full'];
	readonly places = new Map<string, string>();

	constructor(private readonly memory: IndexMemory) {
		this.full = { ...memory.rows.full };
	}

	/** The rows of a shard, in order, after an edit of some words. */
	rows(before: readonly ShardRow[], words: ReadonlyMap<string, OwnPlaces[]>): ShardRow[] {
		const rows = new Map(before.map((row) => [row.word, row]));
		for (const [word, own] of words) {
			const name = Object.hasOwn(this.full, word) ? this.full[word] : undefined;
			const all = name === undefined ? rows.get(word)?.packed : this.memory.places(name);
			const postings = withPlaces(unpackCodes(all ?? ''), own);
			const row = postings.sections.length > 0 ? rowOf(word, postings) : undefined;
			this.changed.set(word, row);
			if (row) rows.set(word, row);
			else rows.delete(word);
			delete this.full[word];
			if (row?.full === undefined) continue;
			const [hash, packed] = namedPlaces(row.full);
			Object.defineProperty(this.full, word, { value: hash, enumerable: true, configurable: true, writable: true });
			this.places.set(hash, packed);
		}
		return [...rows.values()].sort((a, b) => (a.word < b.word ? -1 : 1));
	}
}

/** Number of the shard that has or would have a word → the words of it. */
function byShard(words: Iterable<string>, shards: readonly { start: string }[]): Map<number, string[]> {
	const found = new Map<number, string[]>();
	for (const word of words) {
		let [low, high] = [0, shards.length - 1];
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			if ((shards[middle]?.start ?? '') <= word) low = middle;
			else high = middle - 1;
		}
		found.set(low, [...(found.get(low) ?? []), word]);
	}
	return found;
}

/** The places of a word, with other ones in the sections of edited pages, which are in order. */
function withPlaces(all: Postings, edits: readonly OwnPlaces[]): Postings {
	const now: Postings = { sections: [], codes: [] };
	let at = 0;
	const take = (end: number): void => {
		for (; at < all.sections.length && (all.sections[at] ?? 0) < end; at++) {
			now.sections.push(all.sections[at] ?? 0);
			now.codes.push(all.codes[at] ?? 0);
		}
	};
	for (const { first, end, sections, codes } of edits) {
		take(first);
		for (const [index, section] of sections.entries()) {
			now.sections.push(section);
			now.codes.push(codes[index] ?? 0);
		}
		while (at < all.sections.length && (all.sections[at] ?? 0) < end) at++;
	}
	take(Number.POSITIVE_INFINITY);
	return now;
}

/** The listed words, with changed rows. */
function withWords(words: WordRow[], changed: ReadonlyMap<string, Row | undefined>, languages: string[]): WordRow[] {
	const others = words.filter(({ word }) => !changed.has(word));
	const added = [...changed.values()].flatMap((row) =>
		row && isListable(row, languages) ? { word: row.word, sections: row.sections, isHead: row.isHead } : [],
	);
	return [...others, ...added].sort((a, b) => (a.word < b.word ? -1 : 1));
}

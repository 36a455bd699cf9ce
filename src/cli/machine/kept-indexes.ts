/** What was last said by search indexes, between builds: an edit of one page changes a few of their words. */
import type { IndexEntry, IndexMemories, IndexMemory, Row } from '../../render/model/search-index.ts';
import { DOCSGEN_HASH } from './package.ts';
import type { Cache } from './project.ts';
import { seal, unseal } from './sealed.ts';

const FILE = 'search-indexes.json';

/** Columns of all rows, which are read quicker than an object for each: words and places have newlines between them. */
interface Columns {
	entries: readonly IndexEntry[];
	words: string;
	packed: string;
	ranks: number[];
	/** By the number of a row that has it. */
	all: [row: number, places: string][];
}

/** Indexes over a cache; read when the first is asked for. One that is damaged, or of another docsgen, is not there. */
export class KeptIndexes implements IndexMemories {
	private known: Map<string, IndexMemory> | undefined;
	private isSaved = true;

	constructor(private readonly cache: Cache) {}

	get(version: string): IndexMemory | undefined {
		return this.load().get(version);
	}

	set(version: string, index: IndexMemory): void {
		if (this.get(version) === index) return;
		this.load().set(version, index);
		this.isSaved = false;
	}

	/** Writes what has changed. */
	save(): void {
		if (this.isSaved || !this.known) return;
		const columns = [...this.known].map(([version, index]) => [version, toColumns(index)]);
		this.cache.write(FILE, seal(JSON.stringify({ docsgen: DOCSGEN_HASH, indexes: columns })));
		this.isSaved = true;
	}

	private load(): Map<string, IndexMemory> {
		this.known ??= new Map(this.read().map(([version, columns]) => [version, fromColumns(columns)]));
		return this.known;
	}

	private read(): [version: string, Columns][] {
		const text = unseal(this.cache.read(FILE))?.toString();
		if (text === undefined) return [];
		const { docsgen, indexes } = JSON.parse(text) as { docsgen: string; indexes: [string, Columns][] };
		return docsgen === DOCSGEN_HASH ? indexes : [];
	}
}

function toColumns({ entries, rows }: IndexMemory): Columns {
	const column = (say: (row: Row) => string): string => rows.map(say).join('\n');
	return {
		entries,
		words: column(({ word }) => word),
		packed: column(({ packed }) => packed),
		ranks: rows.map(({ rank }) => rank),
		all: rows.flatMap(({ all }, row): [number, string][] => (all === undefined ? [] : [[row, all]])),
	};
}

function fromColumns({ entries, words, packed, ranks, all }: Columns): IndexMemory {
	const places = packed.split('\n');
	const names = ranks.length === 0 ? [] : words.split('\n');
	const rows = names.map((word, at): Row => ({ word, packed: places[at] ?? '', rank: ranks[at] ?? 0 }));
	for (const [at, places] of all) rows[at] = { ...rows[at], all: places } as Row;
	return { entries, rows };
}

/** What was last said by search indexes, between builds: an edit of one page changes a few of their words. */
import type { IndexEntry, IndexMemories, IndexMemory, Shard } from '../../render/model/search-index.ts';
import { DOCSGEN_HASH } from './package.ts';
import type { Cache } from './project.ts';
import { seal, unseal } from './sealed.ts';

const FILE = 'search-indexes.txt';

/** The first line of the file. Texts of shards are lines of their own, two for each: few are read as more than a line. */
interface Head {
	docsgen: string;
	indexes: [version: string, index: { entries: readonly IndexEntry[]; shards: Omit<Shard, 'text' | 'beside'>[] }][];
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
		const indexes = Array.from(this.known, ([version, { entries, shards }]): Head['indexes'][number] => [
			version,
			{ entries, shards: shards.map(({ text: _, beside: __, ...shard }) => shard) },
		]);
		const texts = [...this.known.values()].flatMap(({ shards }) =>
			shards.flatMap(({ text, beside }) => [text, beside]),
		);
		const head: Head = { docsgen: DOCSGEN_HASH, indexes };
		this.cache.write(FILE, seal([JSON.stringify(head), ...texts].join('\n')));
		this.isSaved = true;
	}

	private load(): Map<string, IndexMemory> {
		this.known ??= this.read();
		return this.known;
	}

	private read(): Map<string, IndexMemory> {
		const [head = '', ...texts] = unseal(this.cache.read(FILE))?.toString().split('\n') ?? [];
		if (head === '') return new Map();
		const { docsgen, indexes } = JSON.parse(head) as Head;
		if (docsgen !== DOCSGEN_HASH) return new Map();
		let line = 0;
		const next = (): string => texts[line++] ?? '';
		return new Map(
			indexes.map(([version, { entries, shards }]) => [
				version,
				{ entries, shards: shards.map((shard) => ({ ...shard, text: next(), beside: next() })) },
			]),
		);
	}
}

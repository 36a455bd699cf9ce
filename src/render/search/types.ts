/** What the search knows of pages, and what is remembered of an index. Plain data. */
import type { Terms } from './terms.ts';

/** A page as the search knows it: facts, and the name of its body. */
export interface SearchPage {
	/** Address with base URL. */
	url: string;
	title: string;
	/** Heading that its results stand under. */
	group: string;
	description: string;
	/** The description is not the beginning of the text: its words count, too. */
	hasOwnDescription: boolean;
	/** Of the front matter, and the last part of the address. */
	keywords: string[];
	/** One of `PAGE_KIND`. */
	kind: number;
	/** Absent for pages without text, such as those of categories. */
	bodyHash?: string;
}

/** A page of an index, with the name of its own file, which tells it from any other. */
export interface IndexedPage extends SearchPage {
	name: string;
}

/** A page, and what an index says of it besides its words. */
export interface PageRow {
	page: IndexedPage;
	/** Number of its first section. */
	first: number;
	sections: number;
	/** As `IndexMeta` has them. */
	titleLength: string;
	lengths: string;
}

export interface Shard {
	/** Index of its first word, and of the first word after it. */
	from: number;
	to: number;
	name: string;
}

/** What is remembered of an index, to make the next one from. Plain data. */
export interface IndexState {
	pages: PageRow[];
	table: WordTable;
	shards: Shard[];
}

/** The words of an index in order, and where they stand. */
export interface WordTable {
	words: string[];
	/** By word: `packPostings` of all its places. */
	postings: string[];
	/** By word: in how many sections it stands, more than any other if in a title or heading. */
	ranks: Uint32Array;
	/** By word: characters of `limited`. */
	sizes: Uint32Array;
}

/** The counted words of bodies, by hash. Those of old bodies may have been forgotten. */
export interface CountedBodies {
	has(hash: string): boolean;
	terms(hash: string): Terms;
}

/** What is remembered of search indexes, by the name of their version. */
export interface IndexMemory {
	recall(id: string): IndexState | undefined;
	keep(id: string, state: IndexState): void;
}

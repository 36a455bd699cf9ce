/** The data of pages in the search. Plain data. */

/** The words of a page; its first section is the page itself, above its first heading. */
export interface Terms {
	/** Two per section: the number of words in the heading and in the text. */
	lengths: Uint32Array;
	/** Each word once, one per line. */
	words: string;
	/** For each word: the number of its places, and for each place the section and `countsOf`. */
	places: Uint32Array;
}

/** A page in the search: facts, and the hash of its body. */
export interface SearchPage {
	/** URL with base URL. */
	url: string;
	title: string;
	/** Heading above its results. */
	group: string;
	/** Tag of the language of its text, if it isn't the site's. */
	lang?: string;
	description: string;
	/** The description is not taken from the text, so its words count as well. */
	hasOwnDescription: boolean;
	/** Keywords from front matter, and the last segment of the URL. */
	keywords: string[];
	/** One of `PAGE_KIND`. */
	kind: number;
	/** Absent for pages without text, such as category pages. */
	bodyHash?: string;
}

/** A page of an index, with the unique name of its file. */
export type IndexedPage = SearchPage & { name: string };

/** The counted words of bodies, by hash. */
export interface CountedBodies {
	terms(hash: string): Terms;
	/** The cached result for a group of bodies, as plain data; calls `count` if there is none for the key. */
	group<T>(key: string, count: () => T): T;
	/** Keeps what an edit of the index with this first file needs. */
	keepRows?(meta: string, rows: IndexRows, places: ReadonlyMap<string, string>): void;
}

/** Facts of words that an index doesn't contain, but an edit of it needs. */
export interface IndexRows {
	/** The words that may be listed, one a line. */
	words: string;
	/** For each: twice its number of sections, and one more if it's in a title or heading. */
	counts: number[];
	/** Word → the name of all its places, if its shard has only those with the most weight. */
	full: Record<string, string>;
}

/** `places` returns all places of a word, packed, by their name in `rows`. */
export interface IndexMemory {
	rows: IndexRows;
	places(name: string): string;
}

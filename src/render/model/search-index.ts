/** What the search knows of pages. Plain data. */

/** What is counted in one section of a page. */
export interface SectionLengths {
	heading: number;
	text: number;
}

/** The words of a page; the first section is the page itself, above its first heading. */
export interface Terms {
	lengths: SectionLengths[];
	/** Each word once, in the order of its first place: UTF-8, with a newline after each. */
	words: Uint8Array;
	/** For each word: the number of its places, and for each place the section and `countsOf`. */
	places: Uint16Array;
}

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

/** The counted words of bodies, by hash. */
export interface CountedBodies {
	terms(hash: string): Terms;
	has(hash: string): boolean;
}

/** A word of an index with the places it stands at. */
export interface Row {
	word: string;
	/** `packPostings` of the places that the index has. */
	packed: string;
	/** The same of all places, where those are more. */
	all?: string;
	/** In how many sections it stands, more than any other if in a title or heading. */
	rank: number;
}

/** What an index says of one page as a whole, in the digits of the format. */
export interface IndexEntry {
	page: IndexedPage;
	sections: number;
	titleLength: string;
	lengths: string;
}

/** A part of an index: the words from one cut to the next, as the text of their file. */
export interface Shard {
	/** Of the file. */
	name: string;
	/** An `IndexShard` as JSON. */
	text: string;
	/** What of its rows the file does not tell, as JSON. */
	beside: string;
	/** Its first word, and what that adds to its size. */
	first: string;
	firstSize: number;
	/** By which it is cut. */
	size: number;
	/** Words that typing errors may be compared with. */
	frequent: [word: string, rank: number][];
}

/** What is kept of an index: the next one is made from it and from what has changed. Plain data, never changed. */
export interface IndexMemory {
	entries: readonly IndexEntry[];
	/** In the order of their words. */
	shards: readonly Shard[];
}

/** The indexes that were made last, by the name of their version. */
export interface IndexMemories {
	get(version: string): IndexMemory | undefined;
	set(version: string, index: IndexMemory): void;
}

/** What the search knows of pages. Plain data. */

/** The words of a page; its first section is the page itself, above its first heading. */
export interface Terms {
	/** Two per section: how many words are in the heading and in the text. */
	lengths: Uint32Array;
	/** Each word once, by line. */
	words: string;
	/** For each word: the number of its places, and for each place the section and `countsOf`. */
	places: Uint32Array;
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
export type IndexedPage = SearchPage & { name: string };

/** The counted words of bodies, by hash. */
export interface CountedBodies {
	terms(hash: string): Terms;
	/** What was counted under a key before, of several bodies: plain data. Counted now where there is nothing. */
	group<T>(key: string, count: () => T): T;
}

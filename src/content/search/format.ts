/**
 * The offline index as files, and the settings that tell a browser where they are. An index is cut by first letters
 * of words into shards, so that a reader fetches the words that are asked for and the pages that are shown, at any
 * size of the site. Safe in a browser; imports nothing.
 */

/** Grows with every change to what the files mean: old files are never read by new code. */
export const INDEX_FORMAT = 5;

/** Output path of the settings: a fixed name, so that no page changes when the index does. */
export const SETTINGS_FILE = 'search.json';

/** What the browser needs to know before it can search. Addresses carry the base URL. */
export interface SearchSettings {
	/** Language of the records: the first locale of the site. */
	locale: string;
	siteTitle: string;
	/** Origin of the published site: addresses of hits below it are the site's own. */
	origin: string;
	baseUrl: string;
	placeholder: string;
	/** Address of the search page. */
	route: string;
	/** Address of the worker's module; absent where scripts are not built. */
	worker?: string;
	/** In the order of the configuration; the last released one is `isLast`. */
	versions: SearchVersion[];
	hosted?: HostedSettings;
}

/** What can be searched at once: the docs of a version and all pages without one. */
export interface SearchVersion {
	/** `current`, `9.x`; empty where a site has no docs. */
	name: string;
	label: string;
	isLast: boolean;
	/** Facet value of the hosted service (B-240). */
	tag: string;
	/** Address of the offline index: its `IndexMeta`. Its other files lie beside it. */
	index: string;
}

export interface HostedSettings {
	appId: string;
	apiKey: string;
	indexName: string;
	facetFilters: string[];
	/** Hits whose address matches stay absolute. */
	externalUrlRegex?: string;
	/** Origins asked in turn instead of the service's own, e.g. of a test. */
	hosts?: string[];
}

/** The file an index begins with. Strings hold one character per entry, see `numberOf`. */
export interface IndexMeta {
	format: number;
	/** One character per page: its `PAGE_KIND`. */
	kinds: string;
	/** Sections per page, in packed numbers; their numbers leave the room of `roomOf`. */
	sections: string;
	/** Names of the pages' files, `NAME_LENGTH` characters each, as all names of files. */
	names: string;
	/** Words in titles, one character per page. */
	titleLengths: string;
	/** Words in the heading and in the text of every section, two characters per section (`lengthCode`). */
	lengths: string;
	/** First word of every shard but the first. */
	starts: string[];
	/** Names of the shards' files. */
	shards: string;
	/** Name of the file of `IndexWords`. */
	words: string;
	/** Groups of words that mean the same, folded. */
	synonyms: string[][];
}

/** An aside is a doc in no sidebar; `deprecated` is a page of the reference about what should not be used any more. */
export const PAGE_KIND = { guide: 0, reference: 1, post: 2, aside: 3, deprecated: 4 } as const;
/** By `PAGE_KIND`: the kind that readers choose. */
export const SHOWN_KIND: readonly number[] = [
	PAGE_KIND.guide,
	PAGE_KIND.reference,
	PAGE_KIND.post,
	PAGE_KIND.guide,
	PAGE_KIND.reference,
];
export const NAME_LENGTH = 8;

/** Numbers that a page's sections take: it may get some more without moving those of the pages after it. */
export function roomOf(sections: number): number {
	return Math.ceil(sections / 8) * 8;
}

/** A shard: its words in order, and for each of them where it stands, packed by `packPostings`. */
export interface IndexShard {
	words: string[];
	postings: string[];
}

/** Frequent words in order, which typing errors are compared with. */
export type IndexWords = string[];

/** A page as results show it. */
export interface IndexPage {
	/** Address with base URL. */
	url: string;
	title: string;
	/** Heading that its results stand under. */
	group: string;
	/** [id, heading, level, text]; the first has no heading: it is the page itself. */
	sections: [id: string, heading: string, level: number, text: string][];
}

/* ---------------------------------------------------------------- packed numbers */

/** Every printable ASCII character that JSON writes as itself. */
const DIGITS = [...Array(95).keys()]
	.map((code) => String.fromCharCode(code + 32))
	.filter((c) => c !== '"' && c !== '\\');
const HALF = 46;
const VALUES = new Map(DIGITS.map((digit, value) => [digit, value]));

/** A number from 0 to 91 as one character. */
export function digitOf(value: number): string {
	return DIGITS[Math.max(0, Math.min(91, value))] ?? ' ';
}

/** The number that one character stands for. */
export function numberOf(digit: string): number {
	return VALUES.get(digit) ?? 0;
}

/** Any whole number in as few characters as it needs. */
export function packNumber(value: number): string {
	let text = digitOf(value % HALF);
	for (let rest = Math.floor(value / HALF); rest > 0; rest = Math.floor(rest / HALF)) {
		text = digitOf(HALF + (rest % HALF)) + text;
	}
	return text;
}

/** Reads packed numbers one after the other. */
export class PackedReader {
	#at = 0;

	constructor(private readonly text: string) {}

	get done(): boolean {
		return this.#at >= this.text.length;
	}

	digit(): number {
		return numberOf(this.text.charAt(this.#at++));
	}

	number(): number {
		let value = 0;
		for (;;) {
			const digit = this.digit();
			value = value * HALF + (digit % HALF);
			if (digit < HALF || this.done) return value;
		}
	}
}

/** Where a word stands in a section, and how often. */
export interface Posting {
	section: number;
	/** 2 where the word is the whole title. */
	title: number;
	heading: number;
	text: number;
}

/** Frequencies are kept in steps: 0, 1, 2, 3, 5, 8, 14, 24 and more. */
const STEPS = [0, 1, 2, 3, 5, 8, 14, 24];

function stepOf(frequency: number): number {
	let step = 0;
	while (step < 7 && frequency >= (STEPS[step + 1] ?? Number.POSITIVE_INFINITY)) step++;
	return step;
}

/** How often a word stands in a section, as a number that grows with its weight there. */
export function codeOf({ title, heading, text }: Omit<Posting, 'section'>): number {
	return Math.min(title, 2) * 24 + Math.min(heading, 2) * 8 + stepOf(text);
}

/** Sections in order, each with its `codeOf`. */
export function packPostings(sections: readonly number[], codes: readonly number[]): string {
	const since = (index: number): number => (sections[index] ?? 0) - (sections[index - 1] ?? -1) - 1;
	return codes.map((code, index) => packNumber(since(index)) + digitOf(code)).join('');
}

export function unpackPostings(packed: string): Posting[] {
	const reader = new PackedReader(packed);
	const postings: Posting[] = [];
	let section = -1;
	while (!reader.done) {
		section += reader.number() + 1;
		const code = reader.digit();
		postings.push({
			section,
			title: Math.floor(code / 24),
			heading: Math.floor(code / 8) % 3,
			text: STEPS[code % 8] ?? 0,
		});
	}
	return postings;
}

/** A number of words as one character, exact to an eighth. */
export function lengthCode(words: number): string {
	return digitOf(words < 8 ? words : Math.min(91, Math.round(8 + 6 * Math.log2(words / 8))));
}

export function lengthOf(code: string): number {
	const value = numberOf(code);
	return value < 8 ? value : Math.round(8 * 2 ** ((value - 8) / 6));
}

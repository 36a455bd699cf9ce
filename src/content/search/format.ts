/**
 * The files of the offline index, and the settings with their URLs. An index is split alphabetically into shards, so
 * that a browser fetches only the words of the query and the pages in the results. Runs in browsers; imports nothing.
 */

/** Increase it with every change of the format, so that new code never reads old files. */
export const INDEX_FORMAT = 8;

/** Output path of the settings: fixed, so that pages stay the same when the index changes. */
export const SETTINGS_FILE = 'search.json';

/** Settings of the search in the browser. URLs include the base URL. */
export interface SearchSettings {
	/** Language of the records: the first locale of the site. */
	locale: string;
	siteTitle: string;
	/** Origin of the published site: hits with URLs below it belong to the site. */
	origin: string;
	baseUrl: string;
	placeholder: string;
	/** URL of the search page. */
	route: string;
	/** URL of the worker's module; absent if scripts are not built. */
	worker?: string;
	/** URLs of the modules with the forms of words, by the name of the language (`languageOf`). */
	languages: Record<string, string>;
	/** In the order of the configuration; the last released one is `isLast`. */
	versions: SearchVersion[];
	service?: SearchService;
}

/** The scope of a search: the docs of a version, and all pages that belong to no version. */
export interface SearchVersion {
	/** `current`, `9.x`; empty for a site without docs. */
	name: string;
	label: string;
	isLast: boolean;
	/** Tag of its pages, for a service (B-240). */
	tag: string;
	/** URL of the offline index: its `IndexMeta`. Its other files are in the same folder. */
	index: string;
}

/** A version by its name or label; without one, the last released version. */
export function findVersion(versions: readonly SearchVersion[], wanted?: string): SearchVersion | undefined {
	if (wanted === undefined) return versions.find(({ isLast }) => isLast);
	return versions.find(({ name }) => name === wanted) ?? versions.find(({ label }) => label === wanted);
}

/** A service that answers readers' questions before the site's own index does. */
export interface SearchService {
	/** The module of an extension that asks it, by its name in `ExtensionScripts.services`. */
	client: string;
	/** Named to readers as the source of results. */
	name: string;
	href: string;
	/** A path on a grid of 24 × 24. */
	icon: string;
	/** Readers' earlier searches belong to it. */
	index: string;
	/** Plain data for the client. */
	settings: unknown;
}

/** The first file of an index. Strings have one character per entry, see `numberOf`. */
export interface IndexMeta {
	format: number;
	/** One character per page: its `PAGE_KIND`. */
	kinds: string;
	/** Sections per page, in packed numbers; section numbers have the gaps of `roomOf`. */
	sections: string;
	/** Names of the pages' files, `NAME_LENGTH` characters each, like all file names here. */
	names: string;
	/** Words in titles, one character per page. */
	titleLengths: string;
	/** Words in the heading and in the text of every section, two characters per section (`lengthCode`). */
	lengths: string;
	/** First word of every shard except the first. */
	starts: string[];
	/** Names of the shards' files. */
	shards: string;
	/** Name of the file of `IndexWords`. */
	words: string;
	/** Groups of synonyms, folded. */
	synonyms: string[][];
	/** Tags of the languages of its pages. */
	languages: string[];
}

/** `aside`: a doc in no sidebar. `deprecated`: a page of the reference about a deprecated symbol. */
export const PAGE_KIND = { guide: 0, reference: 1, post: 2, aside: 3, deprecated: 4 } as const;
/** `PAGE_KIND` → its kind in the readers' filter. */
export const SHOWN_KIND: readonly number[] = [
	PAGE_KIND.guide,
	PAGE_KIND.reference,
	PAGE_KIND.post,
	PAGE_KIND.guide,
	PAGE_KIND.reference,
];
export const NAME_LENGTH = 8;

/** Section numbers reserved for a page: it can grow a little without renumbering the pages after it. */
export function roomOf(sections: number): number {
	return Math.ceil(sections / 8) * 8;
}

/** A shard: its words in order, and the postings of each, packed by `packPostings`. */
export interface IndexShard {
	words: string[];
	postings: string[];
}

/** Frequent words in order, to correct typos. */
export type IndexWords = string[];

/** The data of a page in results. */
export interface IndexPage {
	/** URL with base URL. */
	url: string;
	title: string;
	/** Heading above its results. */
	group: string;
	/** Tag of the language of its texts, if it isn't the site's. */
	lang?: string;
	/** The first section is the page itself and has no heading. */
	sections: [id: string, heading: string, level: number, text: string][];
}

/* ---------------------------------------------------------------- packed numbers */

/** Printable ASCII characters that JSON does not escape. */
const DIGITS = [...Array(95).keys()]
	.map((code) => String.fromCharCode(code + 32))
	.filter((c) => c !== '"' && c !== '\\');
const HALF = 46;
/** By the code of the digit. */
const VALUES = new Uint8Array(128);
for (const [value, digit] of DIGITS.entries()) VALUES[digit.charCodeAt(0)] = value;

/** A number from 0 to 91 as one character. */
export function digitOf(value: number): string {
	return DIGITS[Math.max(0, Math.min(91, value))] ?? ' ';
}

/** Inverse of `digitOf`. */
export function numberOf(digit: string): number {
	return VALUES[digit.charCodeAt(0)] ?? 0;
}

/** A non-negative integer in as few characters as possible. */
export function packNumber(value: number): string {
	let text = digitOf(value % HALF);
	for (let rest = Math.floor(value / HALF); rest > 0; rest = Math.floor(rest / HALF)) {
		text = digitOf(HALF + (rest % HALF)) + text;
	}
	return text;
}

/** Reads a sequence of packed numbers. */
export class PackedReader {
	#at = 0;

	constructor(private readonly text: string) {}

	get done(): boolean {
		return this.#at >= this.text.length;
	}

	digit(): number {
		return VALUES[this.text.charCodeAt(this.#at++)] ?? 0;
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

/** The frequencies of a word in a section. */
export interface Posting {
	section: number;
	/** 2 if the word is the whole title. */
	title: number;
	heading: number;
	text: number;
}

/** Frequencies are rounded down to these steps. */
const STEPS = [0, 1, 2, 3, 5, 8, 14, 24];

function stepOf(frequency: number): number {
	let step = 0;
	while (step < 7 && frequency >= (STEPS[step + 1] ?? Number.POSITIVE_INFINITY)) step++;
	return step;
}

/** Packs the frequencies of a word in a section into one number; it increases with the word's weight. */
export function codeOf({ title, heading, text }: Omit<Posting, 'section'>): number {
	return Math.min(title, 2) * 24 + Math.min(heading, 2) * 8 + stepOf(text);
}

/** Packs section numbers, ascending, and the `codeOf` of each. */
export function packPostings(sections: readonly number[], codes: readonly number[]): string {
	const since = (index: number): number => (sections[index] ?? 0) - (sections[index - 1] ?? -1) - 1;
	return codes.map((code, index) => packNumber(since(index)) + digitOf(code)).join('');
}

/** Inverse of `packPostings`. */
export function unpackCodes(packed: string): { sections: number[]; codes: number[] } {
	const reader = new PackedReader(packed);
	const found: { sections: number[]; codes: number[] } = { sections: [], codes: [] };
	let section = -1;
	while (!reader.done) {
		section += reader.number() + 1;
		found.sections.push(section);
		found.codes.push(reader.digit());
	}
	return found;
}

export function unpackPostings(packed: string): Posting[] {
	const { sections, codes } = unpackCodes(packed);
	return codes.map((code, index) => ({
		section: sections[index] ?? 0,
		title: Math.floor(code / 24),
		heading: Math.floor(code / 8) % 3,
		text: STEPS[code % 8] ?? 0,
	}));
}

/** A number of words as one character, with an error of at most an eighth. */
export function lengthCode(words: number): string {
	return digitOf(words < 8 ? words : Math.min(91, Math.round(8 + 6 * Math.log2(words / 8))));
}

export function lengthOf(code: string): number {
	const value = numberOf(code);
	return value < 8 ? value : Math.round(8 * 2 ** ((value - 8) / 6));
}

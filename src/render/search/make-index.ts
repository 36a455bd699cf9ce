/**
 * The files of an offline index from the counted words of its pages. A file is named after what it says, and an edit
 * of one page changes few of them: a page keeps its section numbers while others grow, and shards are cut at words
 * that are chosen by themselves.
 */
import { hashOf } from '../../content/hash.ts';
import {
	digitOf,
	INDEX_FORMAT,
	type IndexMeta,
	type IndexShard,
	type IndexWords,
	lengthCode,
	NAME_LENGTH,
	type Posting,
	packNumber,
	packPostings,
	roomOf,
} from '../../content/search/format.ts';
import { folded } from '../../content/search/words.ts';
import type { SearchPage } from '../types.ts';
import { countsOf, type Terms, wordsIn } from './terms.ts';

/** Places kept of a word that stands almost everywhere: those where it matters most. */
const POSTINGS_LIMIT = 500;
/** Words kept for comparing with typing errors. */
const TYPO_WORDS = 5000;
/** Shortest word that typing errors are looked for in. */
const TYPO_LENGTH = 4;

/** A page of an index, with the name of its own file. */
export interface IndexedPage extends SearchPage {
	name: string;
	terms: Terms | undefined;
}

/** The text of each file by its name, which is a hash of it; `meta` names the one that names the others. */
export interface IndexFiles {
	meta: string;
	files: Map<string, string>;
}

/** Makes the index of some pages. Reads each page's terms once, one after the other. */
export function makeIndex(pages: Iterable<IndexedPage>): IndexFiles {
	const places = new Places();
	const meta = { kinds: '', names: '', sections: '', titleLengths: '', lengths: '' };
	let first = 0;
	for (const page of pages) {
		const sections = page.terms?.lengths ?? [{ heading: 0, text: 0 }];
		const own = places.addPage(page, first);
		first += roomOf(sections.length);
		meta.kinds += digitOf(page.kind);
		meta.names += page.name;
		meta.sections += packNumber(sections.length);
		meta.titleLengths += digitOf(own.title);
		// The page's first section stands for its title, too.
		meta.lengths += sections
			.map(({ heading, text }, index) =>
				index === 0
					? lengthCode(own.keywords) + lengthCode(own.description + text)
					: lengthCode(heading) + lengthCode(text),
			)
			.join('');
	}
	const files = new Map<string, string>();
	const add = (value: IndexMeta | IndexShard | IndexWords): string => {
		const text = JSON.stringify(value);
		const name = hashOf(text).slice(0, NAME_LENGTH);
		files.set(name, text);
		return name;
	};
	const shards = shardsOf(places.postings());
	return {
		files,
		meta: add({
			format: INDEX_FORMAT,
			...meta,
			words: add(places.typoWords()),
			shards: shards.map(add).join(''),
			starts: shards.slice(1).map(({ words: [word = ''] }) => word),
		}),
	};
}

/* ---------------------------------------------------------------- places */

/** One place of a word as three numbers; the page's title counts in the third as `IN_TITLE` or `WHOLE_TITLE`. */
const IN_TITLE = 1 << 16;
const WHOLE_TITLE = 1 << 17;

/** Numbers in a row that grows. */
class Numbers {
	values = new Uint32Array(1 << 16);
	length = 0;

	push(value: number): void {
		if (this.length === this.values.length) {
			const more = new Uint32Array(this.length * 2);
			more.set(this.values);
			this.values = more;
		}
		this.values[this.length++] = value;
	}
}

/** Where every word of an index stands. Rows of numbers, because there are a million places in a large site. */
class Places {
	private readonly ids = new Map<string, number>();
	private readonly word = new Numbers();
	private readonly slot = new Numbers();
	private readonly counts = new Numbers();
	/** By word: how many places it has, and whether one of them is in a title or heading. */
	private readonly totals: number[] = [];
	private readonly isHead: boolean[] = [];

	/** Adds a page whose sections begin at `first`; returns how many words its own texts have. */
	addPage(page: IndexedPage, first: number): { title: number; keywords: number; description: number } {
		const title = wordsIn(page.title, 'all');
		const whole = folded(page.title).replace(/[^\p{L}\p{N}]+/gu, '');
		for (const word of title) this.add(word, first, word === whole ? WHOLE_TITLE : IN_TITLE);
		const keywords = page.keywords.flatMap((keyword) => wordsIn(keyword, 'all'));
		for (const word of keywords) this.add(word, first, countsOf(1, 0));
		const description = page.hasOwnDescription ? wordsIn(page.description, 'telling') : [];
		for (const word of description) this.add(word, first, countsOf(0, 1));
		if (page.terms) this.addTerms(page.terms, first);
		return { title: title.length, keywords: keywords.length, description: description.length };
	}

	private addTerms({ words, places }: Terms, first: number): void {
		let at = 0;
		for (const word of words) {
			const id = this.idOf(word);
			for (let left = places[at++] ?? 0; left > 0; left--, at += 2) {
				this.addById(id, first + (places[at] ?? 0), places[at + 1] ?? 0);
			}
		}
	}

	private add(word: string, slot: number, counts: number): void {
		this.addById(this.idOf(word), slot, counts);
	}

	private addById(id: number, slot: number, counts: number): void {
		this.word.push(id);
		this.slot.push(slot);
		this.counts.push(counts);
		this.totals[id] = (this.totals[id] ?? 0) + 1;
		if (counts >= 256) this.isHead[id] = true;
	}

	private idOf(word: string): number {
		const known = this.ids.get(word);
		if (known !== undefined) return known;
		this.ids.set(word, this.ids.size);
		this.totals.push(0);
		this.isHead.push(false);
		return this.ids.size - 1;
	}

	/** All words in order, with their packed places. */
	*postings(): Generator<[word: string, packed: string]> {
		// Places are sorted by word in one pass: a page after the other is the order they need among themselves.
		const ends = new Uint32Array(this.totals.length);
		let end = 0;
		for (const [id, total] of this.totals.entries()) ends[id] = end += total;
		const sorted = new Uint32Array(this.word.length);
		for (let place = this.word.length - 1; place >= 0; place--) {
			const id = this.word.values[place] ?? 0;
			const at = (ends[id] ?? 0) - 1;
			ends[id] = at;
			sorted[at] = place;
		}
		for (const [word, id] of [...this.ids].sort(([a], [b]) => (a < b ? -1 : 1))) {
			const begin = ends[id] ?? 0;
			yield [word, packPostings(weightiest(this.postingsOf(sorted.subarray(begin, begin + (this.totals[id] ?? 0)))))];
		}
	}

	/** The places of one word; those in one section become one. */
	private postingsOf(places: Uint32Array): Posting[] {
		const postings: Posting[] = [];
		for (const place of places) {
			const section = this.slot.values[place] ?? 0;
			const counts = this.counts.values[place] ?? 0;
			const title = counts >= WHOLE_TITLE ? 2 : counts >= IN_TITLE ? 1 : 0;
			const heading = (counts % IN_TITLE) >> 8;
			const text = counts % 256;
			const last = postings.at(-1);
			if (last?.section !== section) {
				postings.push({ section, title, heading, text });
				continue;
			}
			last.title = Math.max(last.title, title);
			last.heading += heading;
			last.text += text;
		}
		return postings;
	}

	/** Words of headings and frequent words, most frequent first. */
	typoWords(): string[] {
		const words = [...this.ids].filter(
			([word, id]) => word.length >= TYPO_LENGTH && (this.isHead[id] || (this.totals[id] ?? 0) > 2),
		);
		const rank = (id: number): number => (this.isHead[id] ? 2 ** 32 : 0) + (this.totals[id] ?? 0);
		return words
			.sort(([a, idA], [b, idB]) => rank(idB) - rank(idA) || (a < b ? -1 : 1))
			.slice(0, TYPO_WORDS)
			.map(([word]) => word);
	}
}

function weightiest(postings: Posting[]): Posting[] {
	if (postings.length <= POSTINGS_LIMIT) return postings;
	const weight = ({ title, heading, text }: Posting): number => title * 1000 + heading * 100 + Math.min(text, 50);
	return postings
		.toSorted((a, b) => weight(b) - weight(a) || a.section - b.section)
		.slice(0, POSTINGS_LIMIT)
		.sort((a, b) => a.section - b.section);
}

/* ---------------------------------------------------------------- shards */

/** Characters of a shard: at least, so that there are not too many, and at most, so that none is slow to fetch. */
const SHARD_LEAST = 6000;
const SHARD_MOST = 15_000;
/** One word in so many may begin a shard. */
const CUT_EVERY = 64;

/** Cuts the words into shards. Which word begins one hardly depends on others: an edit moves few cuts. */
function shardsOf(words: Iterable<[word: string, packed: string]>): IndexShard[] {
	const shards: IndexShard[] = [];
	let shard: IndexShard = { words: [], postings: [] };
	let size = 0;
	for (const [word, packed] of words) {
		const own = word.length + packed.length + 6;
		if (size + own > SHARD_MOST || (size >= SHARD_LEAST && mayBegin(word))) {
			if (shard.words.length > 0) shards.push(shard);
			shard = { words: [], postings: [] };
			size = 0;
		}
		shard.words.push(word);
		shard.postings.push(packed);
		size += own;
	}
	return [...shards, shard];
}

function mayBegin(word: string): boolean {
	let hash = 0;
	for (let index = 0; index < word.length; index++) hash = (Math.imul(hash, 31) + word.charCodeAt(index)) | 0;
	return (Math.imul(hash, 0x9e3779b1) >>> 8) % CUT_EVERY === 0;
}

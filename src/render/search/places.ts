/** Where the words of pages stand, gathered page by page and given back word by word. */
import type { Posting } from '../../content/search/format.ts';
import { pairsOf } from '../../content/search/query.ts';
import { wholeOf } from '../../content/search/words.ts';
import type { SearchPage, Terms } from '../model/search-index.ts';
import { countsOf, wordsIn } from './terms.ts';

/** One place of a word as three numbers; the page's title counts in the third as `IN_TITLE` or `WHOLE_TITLE`. */
const IN_TITLE = 1 << 16;
const WHOLE_TITLE = 1 << 17;

/** The same numbers with room for as many more. */
function doubled<T extends Uint8Array | Uint32Array>(numbers: T): T {
	const more = new (numbers.constructor as new (length: number) => T)(numbers.length * 2);
	more.set(numbers);
	return more;
}

/** Numbers in a row that grows. */
class Numbers {
	values = new Uint32Array(1 << 12);
	length = 0;

	push(value: number): void {
		if (this.length === this.values.length) this.values = doubled(this.values);
		this.values[this.length++] = value;
	}
}

const NEWLINE = 10;

/** Words by number. They come and stay as bytes: most have come before, and no string is made to find that out. */
class Lexicon {
	/** UTF-8, each word followed by a newline. */
	private bytes = new Uint8Array(1 << 16);
	private end = 0;
	private readonly starts = new Numbers();
	private readonly hashes = new Numbers();
	/** Numbers of words, one more each, at the place their hash says or the next one that was free (power of two). */
	private table = new Uint32Array(1 << 12);

	/** Number of the word between two places of `from`; `end` is that of the newline after it. */
	idOf(from: Uint8Array, start: number, end: number): number {
		// FNV-1a.
		let hash = 0x811c9dc5;
		for (let at = start; at < end; at++) hash = Math.imul(hash ^ (from[at] ?? 0), 0x01000193);
		hash >>>= 0;
		const mask = this.table.length - 1;
		let slot = hash & mask;
		for (let id = this.table[slot] ?? 0; id > 0; id = this.table[slot] ?? 0) {
			if (this.hashes.values[id - 1] === hash && this.isAt(id - 1, from, start, end)) return id - 1;
			slot = (slot + 1) & mask;
		}
		const id = this.starts.length;
		this.table[slot] = id + 1;
		this.keep(hash, from.subarray(start, end + 1));
		return id;
	}

	private isAt(id: number, from: Uint8Array, start: number, end: number): boolean {
		let own = this.starts.values[id] ?? 0;
		// The newline is compared, too: no word is taken for the beginning of another.
		for (let at = start; at <= end; at++, own++) if (this.bytes[own] !== from[at]) return false;
		return true;
	}

	private keep(hash: number, word: Uint8Array): void {
		this.starts.push(this.end);
		this.hashes.push(hash);
		while (this.end + word.length > this.bytes.length) this.bytes = doubled(this.bytes);
		this.bytes.set(word, this.end);
		this.end += word.length;
		if (this.starts.length * 2 > this.table.length) this.rehash();
	}

	private rehash(): void {
		this.table = new Uint32Array(this.table.length * 2);
		const mask = this.table.length - 1;
		for (let id = 0; id < this.hashes.length; id++) {
			let slot = (this.hashes.values[id] ?? 0) & mask;
			while (this.table[slot] !== 0) slot = (slot + 1) & mask;
			this.table[slot] = id + 1;
		}
	}

	/** All words in the order of their numbers. */
	words(): string[] {
		return Buffer.from(this.bytes.buffer, 0, this.end).toString().split('\n').slice(0, -1);
	}
}

/** How many words a page's own texts have. */
export interface OwnLengths {
	title: number;
	keywords: number;
	description: number;
}

/** Rows of numbers, because there are a million places in a large site. */
export class Places {
	private readonly lexicon = new Lexicon();
	private readonly word = new Numbers();
	private readonly slot = new Numbers();
	private readonly counts = new Numbers();
	/** By word: how many places it has. */
	private readonly totals: number[] = [];

	/** Adds a page whose sections begin at `first`. Pages are added in the order of their sections. */
	addPage(page: SearchPage, terms: Terms | undefined, first: number): OwnLengths {
		const title = wordsIn(page.title, 'all');
		const whole = wholeOf(page.title);
		for (const word of [...title, ...pairsOf(page.title)]) this.add(word, first, IN_TITLE);
		if (whole !== '') this.add(whole, first, WHOLE_TITLE);
		const keywords = page.keywords.flatMap((keyword) => wordsIn(keyword, 'all'));
		const pairs = page.keywords.flatMap((keyword) => pairsOf(keyword));
		for (const word of [...keywords, ...pairs]) this.add(word, first, countsOf(1, 0));
		const description = page.hasOwnDescription ? wordsIn(page.description, 'telling') : [];
		for (const word of description) this.add(word, first, countsOf(0, 1));
		if (terms) this.addTerms(terms, first);
		return { title: title.length, keywords: keywords.length, description: description.length };
	}

	private addTerms({ words, places }: Terms, first: number): void {
		let at = 0;
		for (let start = 0, end = 0; start < words.length; start = end + 1) {
			end = words.indexOf(NEWLINE, start);
			const id = this.lexicon.idOf(words, start, end);
			const last = at + 1 + (places[at] ?? 0) * 2;
			for (at++; at < last; at += 2) this.addById(id, first + (places[at] ?? 0), places[at + 1] ?? 0);
		}
	}

	private add(word: string, slot: number, counts: number): void {
		const bytes = Buffer.from(`${word}\n`);
		this.addById(this.lexicon.idOf(bytes, 0, bytes.length - 1), slot, counts);
	}

	private addById(id: number, slot: number, counts: number): void {
		this.word.push(id);
		this.slot.push(slot);
		this.counts.push(counts);
		this.totals[id] = (this.totals[id] ?? 0) + 1;
	}

	/** All words in order, with their places. */
	*postings(): Generator<[word: string, postings: Posting[]]> {
		// Places are sorted by word in one pass: a page after the other is the order they need among themselves.
		const ends = new Uint32Array(this.totals.length);
		let end = 0;
		for (const [id, total = 0] of this.totals.entries()) ends[id] = end += total;
		const sorted = new Uint32Array(this.word.length);
		for (let place = this.word.length - 1; place >= 0; place--) {
			const id = this.word.values[place] ?? 0;
			const at = (ends[id] ?? 0) - 1;
			ends[id] = at;
			sorted[at] = place;
		}
		const ids = new Map(this.lexicon.words().map((word, id) => [word, id]));
		for (const word of [...ids.keys()].sort()) {
			const id = ids.get(word) ?? 0;
			const begin = ends[id] ?? 0;
			yield [word, this.postingsOf(sorted.subarray(begin, begin + (this.totals[id] ?? 0)))];
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
}

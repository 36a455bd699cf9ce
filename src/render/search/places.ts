/** Where the words of pages stand, gathered page by page and given back word by word. */
import type { Posting } from '../../content/search/format.ts';
import { folded } from '../../content/search/words.ts';
import { countsOf, type Terms, wordsIn } from './terms.ts';
import type { SearchPage } from './types.ts';

/** One place of a word as three numbers; the page's title counts in the third as `IN_TITLE` or `WHOLE_TITLE`. */
const IN_TITLE = 1 << 16;
const WHOLE_TITLE = 1 << 17;

/** Numbers in a row that grows. */
class Numbers {
	values = new Uint32Array(1 << 12);
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

/** How many words a page's own texts have. */
export interface OwnLengths {
	title: number;
	keywords: number;
	description: number;
}

/** Rows of numbers, because there are a million places in a large site. */
export class Places {
	private readonly ids = new Map<string, number>();
	private readonly word = new Numbers();
	private readonly slot = new Numbers();
	private readonly counts = new Numbers();
	/** By word: how many places it has. */
	private readonly totals: number[] = [];

	/** Adds a page whose sections begin at `first`. Pages are added in the order of their sections. */
	addPage(page: SearchPage, terms: Terms | undefined, first: number): OwnLengths {
		const title = wordsIn(page.title, 'all');
		const whole = folded(page.title).replace(/[^\p{L}\p{N}]+/gu, '');
		for (const word of title) this.add(word, first, word === whole ? WHOLE_TITLE : IN_TITLE);
		const keywords = page.keywords.flatMap((keyword) => wordsIn(keyword, 'all'));
		for (const word of keywords) this.add(word, first, countsOf(1, 0));
		const description = page.hasOwnDescription ? wordsIn(page.description, 'telling') : [];
		for (const word of description) this.add(word, first, countsOf(0, 1));
		if (terms) this.addTerms(terms, first);
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
	}

	private idOf(word: string): number {
		const known = this.ids.get(word);
		if (known !== undefined) return known;
		this.ids.set(word, this.ids.size);
		this.totals.push(0);
		return this.ids.size - 1;
	}

	/** All words in order, with their places. */
	*postings(): Generator<[word: string, postings: Posting[]]> {
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

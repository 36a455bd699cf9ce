/**
 * The files of an offline index, made from the counted words of its pages. A file is named after what it says, and an
 * edit of one page changes few of them: a page keeps its section numbers while others grow, and which word begins a
 * shard hardly depends on others.
 */
import { hashOf } from '../../content/model/hash.ts';
import {
	codeOf,
	digitOf,
	INDEX_FORMAT,
	type IndexMeta,
	type IndexShard,
	type IndexWords,
	lengthCode,
	NAME_LENGTH,
	packNumber,
	packPostings,
	roomOf,
} from '../../content/search/format.ts';
import { isPair, pairsOf } from '../../content/search/query.ts';
import { wholeOf } from '../../content/search/words.ts';
import type { CountedBodies, IndexedPage, SearchPage, Terms } from '../model/search-index.ts';
import { countsOf, wordsIn } from './terms.ts';

/** Places that a shard has of one word: those where it matters most. */
const PLACES_PER_WORD = 500;

/** A place counts twice this where the word is the whole title of the page, once where it is in it. */
const IN_TITLE = 2 ** 16;

/** A word as a shard has it: its packed places, how many sections have it, and whether a title or heading has. */
type Row = { word: string; packed: string; sections: number; isHead: boolean };

/** How many sections have a word, and where the last of its places is. */
type Chain = { sections: number; last: number };

class Places {
	private readonly chains = new Map<string, Chain>();
	/** Three for each place: where the one before it in the chain is, its section, and what is counted there. */
	private numbers = new Uint32Array(3 * 2 ** 12);
	private end = 0;

	/** Adds the places of a page whose sections begin at `first`. */
	addTerms({ words, places }: Terms, first: number): void {
		let at = 0;
		for (const word of places.length > 0 ? words.split('\n') : []) {
			const chain = this.chainOf(word);
			const end = at + 1 + 2 * (places[at] ?? 0);
			for (at++; at < end; at += 2) this.put(chain, first + (places[at] ?? 0), places[at + 1] ?? 0);
		}
	}

	/** All words in order. */
	rows(): Row[] {
		return [...this.chains.keys()].sort().map((word) => this.row(word, this.chainOf(word)));
	}

	chainOf(word: string): Chain {
		const chain = this.chains.get(word) ?? { sections: 0, last: 0 };
		if (chain.sections === 0) this.chains.set(word, chain);
		return chain;
	}

	/** Adds a place. Those of a word come in the order of their sections; what is counted in one section adds up. */
	put(chain: Chain, section: number, counts: number): void {
		const { end, numbers } = this;
		if (chain.sections > 0 && numbers[chain.last + 1] === section) {
			numbers[chain.last + 2] = (numbers[chain.last + 2] ?? 0) + counts;
			return;
		}
		if (end === numbers.length) {
			this.numbers = new Uint32Array(2 * end);
			this.numbers.set(numbers);
		}
		this.numbers[end] = chain.last;
		this.numbers[end + 1] = section;
		this.numbers[end + 2] = counts;
		chain.last = end;
		chain.sections++;
		this.end += 3;
	}

	private row(word: string, { sections: count, last }: Chain): Row {
		const sections = new Array<number>(count);
		const codes = new Array<number>(count);
		let isHead = false;
		for (let at = last, index = count - 1; index >= 0; index--) {
			const counts = this.numbers[at + 2] ?? 0;
			sections[index] = this.numbers[at + 1] ?? 0;
			codes[index] = codeOf({ title: counts >> 16, heading: (counts >> 8) & 255, text: counts & 255 });
			isHead ||= counts > 255;
			at = this.numbers[at] ?? 0;
		}
		const kept = count > PLACES_PER_WORD ? weightiest(codes) : undefined;
		const ofKept = (numbers: number[]): number[] => (kept ? numbers.filter((_, index) => kept[index]) : numbers);
		const packed = packPostings(ofKept(sections), ofKept(codes));
		return { word, packed, sections: count, isHead };
	}
}

/** Tells which of the places with these codes matter most; of those that matter the same, the first ones. */
function weightiest(codes: readonly number[]): boolean[] {
	const found: number[] = [];
	for (const code of codes) found[code] = (found[code] ?? 0) + 1;
	let [least, room] = [found.length - 1, PLACES_PER_WORD];
	for (; (found[least] ?? 0) <= room; least--) room -= found[least] ?? 0;
	return codes.map((code) => code > least || (code === least && room-- > 0));
}

/** Characters of a shard: at least, so that there are not too many, and at most, so that none is slow to fetch. */
const SHARD_LEAST = 5500;
const SHARD_MOST = 13_500;
/** One word in so many may begin a shard. */
const CUT_EVERY = 64;

/** Words kept for comparing with typing errors; the shortest, and the fewest sections that one of them is in. */
const TYPO_WORDS = 5000;
const TYPO_LENGTH = 4;
const TYPO_SECTIONS = 3;

/** The files of an index by their names, which are hashes of them; `meta` names the one that names the others. */
interface IndexFiles {
	meta: string;
	files: Map<string, string>;
}

/** The files of an index of these pages. `synonyms` are groups of folded words. */
export function indexFiles(
	pages: readonly IndexedPage[],
	bodies: CountedBodies,
	synonyms: string[][] = [],
): IndexFiles {
	const places = new Places();
	const perPage = { kinds: '', names: '', sections: '', titleLengths: '', lengths: '' };
	let first = 0;
	for (const page of pages) {
		const { sections, titleLength, lengths } = addPage(places, page, bodies, first);
		first += roomOf(sections);
		perPage.kinds += digitOf(page.kind);
		perPage.names += page.name;
		perPage.sections += packNumber(sections);
		perPage.titleLengths += digitOf(titleLength);
		perPage.lengths += lengths;
	}
	const files = new Map<string, string>();
	const add = (value: IndexMeta | IndexWords | IndexShard): string => {
		const text = JSON.stringify(value);
		const name = hashOf(text).slice(0, NAME_LENGTH);
		files.set(name, text);
		return name;
	};
	const rows = places.rows();
	const shards = shardsOf(rows);
	const meta = add({
		format: INDEX_FORMAT,
		...perPage,
		words: add(mostFrequent(rows)),
		shards: shards.map(add).join(''),
		starts: shards.slice(1).map(({ words }) => words[0] ?? ''),
		synonyms,
	});
	return { meta, files };
}

/** Adds a page whose sections begin at `first`; pages come in the order of their sections. */
function addPage(
	places: Places,
	page: SearchPage,
	bodies: CountedBodies,
	first: number,
): { sections: number; titleLength: number; lengths: string } {
	const title = wordsIn(page.title, 'all');
	const keywords = page.keywords.flatMap((keyword) => wordsIn(keyword, 'all'));
	const description = page.hasOwnDescription ? wordsIn(page.description, 'telling') : [];
	const whole = wholeOf(page.title);
	for (const word of new Set([...title, ...pairsOf(page.title)])) places.put(places.chainOf(word), first, IN_TITLE);
	if (whole !== '') places.put(places.chainOf(whole), first, 2 * IN_TITLE);
	const headed = counted([...keywords, ...page.keywords.flatMap(pairsOf)]);
	for (const [word, count] of headed) places.put(places.chainOf(word), first, countsOf(count, 0));
	for (const [word, count] of counted(description)) places.put(places.chainOf(word), first, countsOf(0, count));
	const terms = page.bodyHash === undefined ? undefined : bodies.terms(page.bodyHash);
	if (terms) places.addTerms(terms, first);
	const [, intro = 0, ...others] = terms?.lengths ?? [];
	// The first section is the page itself: its keywords are its heading.
	const lengths = [keywords.length, description.length + intro, ...others];
	return { sections: lengths.length / 2, titleLength: title.length, lengths: lengths.map(lengthCode).join('') };
}

function counted(words: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts;
}

/** Words of titles and headings, then those in most sections; in order. */
function mostFrequent(rows: readonly Row[]): IndexWords {
	return rows
		.filter(({ sections, isHead }) => isHead || sections >= TYPO_SECTIONS)
		.filter(({ word }) => word.length >= TYPO_LENGTH && !isPair(word))
		.sort((a, b) => Number(b.isHead) - Number(a.isHead) || b.sections - a.sections || (a.word < b.word ? -1 : 1))
		.slice(0, TYPO_WORDS)
		.map(({ word }) => word)
		.sort();
}

/** Cuts rows that come in order into shards. */
function shardsOf(rows: readonly Row[]): IndexShard[] {
	let shard: IndexShard = { words: [], postings: [] };
	const shards = [shard];
	let size = 0;
	for (const { word, packed } of rows) {
		const own = word.length + packed.length + 6;
		if (size > 0 && (size + own > SHARD_MOST || (size >= SHARD_LEAST && mayBegin(word)))) {
			shard = { words: [], postings: [] };
			shards.push(shard);
			size = 0;
		}
		shard.words.push(word);
		shard.postings.push(packed);
		size += own;
	}
	return shards;
}

/** Chosen by the word alone: an edit moves few cuts. */
function mayBegin(word: string): boolean {
	let hash = 0;
	for (let index = 0; index < word.length; index++) hash = (Math.imul(hash, 31) + word.charCodeAt(index)) | 0;
	return (Math.imul(hash, 0x9e3779b1) >>> 8) % CUT_EVERY === 0;
}

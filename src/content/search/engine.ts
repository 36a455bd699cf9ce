/**
 * The offline search: a question to hits, from index files that are fetched piece by piece. MiniSearch scores the
 * words; what a reader means by several of them (typing errors, parts of names, the page about it before the page that
 * mentions it) is decided here. Knows no network and no document: files come through a function.
 */
import MiniSearch from 'minisearch';
import {
	type IndexMeta,
	type IndexPage,
	type IndexShard,
	type IndexWords,
	lengthOf,
	NAME_LENGTH,
	numberOf,
	PAGE_KIND,
	PackedReader,
	type Posting,
	roomOf,
	unpackPostings,
} from './format.ts';
import { excerptOf, markedText, type Span } from './marks.ts';
import { parseQuery, type QueryWord } from './query.ts';
import { stemsOf } from './words.ts';

/** Reads a JSON file by its address relative to the index's own, which is the empty one. Rejects where it cannot. */
export type ReadFile = (name: string) => Promise<unknown>;

/** One result: a page, or a section of one. All texts are plain; `mark` says what was asked for. */
export interface FoundSection {
	/** Address with base URL and anchor. */
	url: string;
	page: string;
	group: string;
	title: Span[];
	/** Headings from the page's title down to this section's own; empty for the page itself. */
	headings: Span[][];
	/** A piece of the text around what was asked for. */
	excerpt: Span[];
	/** True where the words stand in the text alone. */
	inText: boolean;
}

export interface Found {
	hits: FoundSection[];
	/** All sections that match. */
	count: number;
}

/** Shards fetched for one word that is still being typed. */
const PREFIX_SHARDS = 3;
/** Words a beginning may stand for. */
const PREFIX_WORDS = 40;
/** Places that the words one beginning may stand for have together: beyond that they tell nothing. */
const PREFIX_PLACES = 2500;
/** Sections whose order is decided with care. */
const CANDIDATES = 300;

/** How often a word stands in a section. */
type Frequencies = Record<string, number>;

interface Term {
	weight: number;
	/** Index of the word of the question. */
	of: number;
}

export class SearchIndex {
	private readonly shards = new Map<number, Promise<void>>();
	private readonly postings = new Map<string, Posting[]>();
	/** Sorted words of loaded shards. */
	private readonly loaded = new Map<number, string[]>();
	private readonly pages = new Map<number, Promise<IndexPage>>();
	private words: Promise<IndexWords> | undefined;
	/** By page: the number of its first section, and how many sections the pages before it have. */
	private readonly firstOf: number[] = [];
	private readonly before: number[] = [];
	/** By number of a section. */
	private readonly pageOf: number[] = [];
	private count = 0;

	private constructor(
		private readonly read: ReadFile,
		private readonly meta: IndexMeta,
	) {
		const reader = new PackedReader(meta.sections);
		for (let page = 0; !reader.done; page++) {
			const sections = reader.number();
			this.firstOf.push(this.pageOf.length);
			this.before.push(this.count);
			this.count += sections;
			for (let room = roomOf(sections); room > 0; room--) this.pageOf.push(page);
		}
	}

	/** Opens an index. */
	static async open(read: ReadFile): Promise<SearchIndex> {
		return new SearchIndex(read, (await read('')) as IndexMeta);
	}

	/** The `limit` best sections from `offset` on. */
	async search(query: string, { offset = 0, limit = 20, words = 10 } = {}): Promise<Found> {
		const asked = parseQuery(query);
		if (asked.length === 0) return { hits: [], count: 0 };
		const ranked = await this.rank(asked);
		const marks = [...new Set([...asked.map(({ word }) => word), ...ranked.terms.keys()])];
		const chosen = ranked.sections.slice(offset, offset + limit);
		const hits = await Promise.all(
			chosen.map(async ({ section, inText }) => {
				const page = this.pageOf[section] ?? 0;
				return found(await this.page(page), section - (this.firstOf[page] ?? 0), { marks, inText, words });
			}),
		);
		return { hits: hits.flatMap((hit) => hit ?? []), count: ranked.sections.length };
	}

	/* ------------------------------------------------------------ words */

	private shardOf(word: string): number {
		const { starts } = this.meta;
		let [low, high] = [0, starts.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((starts[middle] ?? '') <= word) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/** Reads the file of one of several names. */
	private readNamed(names: string, number: number): Promise<unknown> {
		return this.read(`${names.slice(number * NAME_LENGTH, (number + 1) * NAME_LENGTH)}.json`);
	}

	private load(shard: number): Promise<void> {
		const known = this.shards.get(shard);
		if (known) return known;
		const loading = this.readNamed(this.meta.shards, shard).then((value) => {
			const { words, postings } = value as IndexShard;
			for (const [index, word] of words.entries()) this.postings.set(word, unpackPostings(postings[index] ?? ''));
			this.loaded.set(shard, words);
		});
		this.shards.set(shard, loading);
		loading.catch(() => this.shards.delete(shard));
		return loading;
	}

	/** Loads what may hold these words, and the words that the beginnings may become. */
	private async loadFor(exact: string[], beginnings: string[]): Promise<void> {
		const needed = new Set(exact.map((word) => this.shardOf(word)));
		for (const beginning of beginnings) {
			const first = this.shardOf(beginning);
			const last = beginning.length < 2 ? first : this.shardOf(`${beginning}\uffff`);
			for (let shard = first; shard <= Math.min(last, first + PREFIX_SHARDS - 1); shard++) needed.add(shard);
		}
		await Promise.all([...needed].map((shard) => this.load(shard)));
	}

	private startingWith(beginning: string): string[] {
		const found: string[] = [];
		for (let shard = this.shardOf(beginning); this.loaded.has(shard); shard++) {
			const words = this.loaded.get(shard) ?? [];
			let index = lowerBound(words, beginning);
			for (; index < words.length; index++) {
				const word = words[index] ?? '';
				if (!word.startsWith(beginning)) return found;
				found.push(word);
			}
		}
		return found;
	}

	/** What the words of the question may mean, with how surely. */
	private async expand(asked: QueryWord[]): Promise<Map<string, Term>> {
		const last = asked.length - 1;
		const beginnings = asked.filter((entry, index) => index === last || entry.word.length >= 3);
		await this.loadFor(
			asked.flatMap(({ word, parts, joined }) => [word, ...parts, ...stemsOf(word), ...(joined ? [joined] : [])]),
			beginnings.flatMap(({ word }) => [word, ...stemsOf(word).filter((stem) => stem.length >= 4)]),
		);
		const terms = new Map<string, Term>();
		const add = (word: string, weight: number, of: number): boolean => {
			if (!this.postings.has(word)) return false;
			if ((terms.get(word)?.weight ?? 0) < weight) terms.set(word, { weight, of });
			return true;
		};
		const unknown: number[] = [];
		asked.forEach(({ word, parts, joined }, of) => {
			let known = add(word, 1, of);
			for (const stem of stemsOf(word)) {
				known = add(stem, 0.8, of) || known;
				if (stem.length < 4) continue;
				for (const other of this.startingWith(stem).slice(0, PREFIX_WORDS)) add(other, 0.5, of);
			}
			if (of === last || word.length >= 3) {
				const longer = this.startingWith(word)
					.filter((candidate) => candidate !== word)
					.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
					.slice(0, PREFIX_WORDS);
				let places = 0;
				for (const candidate of longer) {
					places += this.postings.get(candidate)?.length ?? 0;
					if (places > PREFIX_PLACES) break;
					const share = word.length / candidate.length;
					const full = candidate.length - word.length <= 2 ? 0.8 : 0.25 + 0.4 * share;
					known = add(candidate, known && word.length < 3 ? 0.1 : full, of) || known;
				}
			}
			if (joined) add(joined, 1.2, of);
			for (const part of parts) add(part, known ? 0.25 : 0.7, of);
			if (!known && parts.length === 0) unknown.push(of);
		});
		await Promise.all(unknown.map((of) => this.correct(asked[of]?.word ?? '', of, add)));
		return terms;
	}

	/** Words that differ by one typing error from one that nothing is known of. */
	private async correct(word: string, of: number, add: (word: string, weight: number, of: number) => boolean) {
		if (word.length < 5) return;
		this.words ??= this.readNamed(this.meta.words, 0).then((value) => value as IndexWords);
		const frequent = await this.words.catch(() => [] as IndexWords);
		const near = [...frequent, ...[...this.loaded.values()].flat()].filter((candidate) => isOneAway(word, candidate));
		const whole = near.filter((candidate) => Math.abs(candidate.length - word.length) <= 1);
		const meant = [...new Set(whole.length > 0 ? whole : near)].slice(0, 6);
		await this.loadFor(meant, meant);
		for (const candidate of meant) {
			add(candidate, 0.6, of);
			for (const longer of this.startingWith(candidate).slice(0, PREFIX_WORDS)) add(longer, 0.5, of);
		}
	}

	/* ------------------------------------------------------------ ranking */

	private engine(terms: ReadonlyMap<string, Term>): MiniSearch {
		const { lengths, titleLengths } = this.meta;
		const documents: Record<string, number> = {};
		const fieldLength: Record<string, number[]> = {};
		const index = [...terms.keys()].sort().map((word): [string, Record<string, Frequencies>] => {
			const fields: [Frequencies, Frequencies, Frequencies] = [{}, {}, {}];
			for (const { section, title, heading, text } of this.postings.get(word) ?? []) {
				documents[section] = section;
				if (title > 0) fields[0][section] = title;
				if (heading > 0) fields[1][section] = heading;
				if (text > 0) fields[2][section] = text;
			}
			return [word, Object.fromEntries(fields.map((field, number) => [String(number), field]))];
		});
		for (const section of Object.values(documents)) {
			const page = this.pageOf[section] ?? 0;
			const index = section - (this.firstOf[page] ?? 0);
			const at = ((this.before[page] ?? 0) + index) * 2;
			fieldLength[section] = [
				index === 0 ? numberOf(titleLengths.charAt(page)) : 0,
				lengthOf(lengths.charAt(at)),
				lengthOf(lengths.charAt(at + 1)),
			];
		}
		return MiniSearch.loadJS(
			{
				documentCount: this.count,
				nextId: this.pageOf.length,
				documentIds: documents,
				fieldIds: { title: 0, heading: 1, text: 2 },
				fieldLength,
				averageFieldLength: [2, 3, 60],
				storedFields: {},
				dirtCount: 0,
				index,
				serializationVersion: 2,
			},
			{ fields: ['title', 'heading', 'text'], tokenize: (text) => text.split('\n'), processTerm: (term) => term },
		);
	}

	private async rank(asked: QueryWord[]) {
		const terms = await this.expand(asked);
		if (terms.size === 0) return { sections: [], terms };
		const results = this.engine(terms).search([...terms.keys()].join('\n'), {
			boost: { title: 7, heading: 3, text: 1 },
			boostTerm: (term) => terms.get(term)?.weight ?? 0,
			prefix: false,
			fuzzy: false,
		});
		const scored = this.weigh(results.slice(0, CANDIDATES), asked, terms);
		return { sections: scored, terms };
	}

	/** Scores of MiniSearch, times how much of the question a section and its page answer. */
	private weigh(
		results: { id: number; score: number; match: Record<string, string[]> }[],
		asked: QueryWord[],
		terms: ReadonlyMap<string, Term>,
	): { section: number; score: number; inText: boolean }[] {
		const matches = results.map(({ id, score, match }) => {
			const head = new Array<number>(asked.length).fill(0);
			const any = new Array<number>(asked.length).fill(0);
			for (const [word, fields] of Object.entries(match)) {
				const term = terms.get(word);
				if (!term) continue;
				any[term.of] = Math.max(any[term.of] ?? 0, Math.min(1, term.weight));
				if (fields.some((field) => field !== 'text'))
					head[term.of] = Math.max(head[term.of] ?? 0, Math.min(1, term.weight));
			}
			return { section: id, page: this.pageOf[id] ?? 0, score, head, any };
		});
		const titles = new Map<number, number[]>();
		for (const { section, page, head } of matches) if (this.firstOf[page] === section) titles.set(page, head);
		const share = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / asked.length;
		// The pages that are named by the one word that is asked for: `createWidget` means that symbol.
		const exact = new Set(
			(asked.length === 1 ? (this.postings.get(asked[0]?.word ?? '') ?? []) : [])
				.filter(({ title }) => title === 2)
				.map(({ section }) => this.pageOf[section]),
		);
		const support = new Map<number, number>();
		for (const { page, score, any } of matches) {
			support.set(page, (support.get(page) ?? 0) + score * share(any) ** 2);
		}
		return matches
			.map(({ section, page, score, head, any }) => {
				const title = titles.get(page) ?? [];
				const withTitle = any.map((value, index) => Math.max(value, title[index] ?? 0));
				const isPage = this.firstOf[page] === section;
				const titleLength = Math.max(1, numberOf(this.meta.titleLengths.charAt(page)));
				const titleMatches = title.filter((value) => value >= 0.6).length;
				// A page named like the question is what is asked for.
				const named =
					titleMatches === asked.length ? (isPage ? 1.6 : 0.5) * Math.min(1, asked.length / titleLength + 0.2) : 0;
				const coverage = share(withTitle) ** 2;
				const kind = numberOf(this.meta.kinds.charAt(page));
				const factor =
					kind === PAGE_KIND.reference && !exact.has(page)
						? 0.1
						: kind === PAGE_KIND.aside
							? 0.35
							: kind === PAGE_KIND.post
								? 0.7
								: 1;
				return {
					section,
					score:
						(score + 0.2 * (support.get(page) ?? 0)) *
						coverage *
						(1 + named + 0.6 * share(head) + 0.4 * share(title)) *
						factor,
					inText: head.every((value) => value === 0) && !isPage,
				};
			})
			.sort((a, b) => b.score - a.score || a.section - b.section);
	}

	/* ------------------------------------------------------------ pages */

	private page(number: number): Promise<IndexPage> {
		const known = this.pages.get(number);
		if (known) return known;
		const loading = this.readNamed(this.meta.names, number).then((value) => value as IndexPage);
		this.pages.set(number, loading);
		loading.catch(() => this.pages.delete(number));
		return loading;
	}
}

function found(
	page: IndexPage,
	index: number,
	{ marks, inText, words }: { marks: string[]; inText: boolean; words: number },
): FoundSection | undefined {
	const section = page.sections[index];
	if (!section) return undefined;
	const [id, , , text] = section;
	const trail: string[] = [];
	let level = Number.POSITIVE_INFINITY;
	for (let at = index; at > 0; at--) {
		const [, heading, own] = page.sections[at] ?? ['', '', 0, ''];
		if (own < level) {
			trail.unshift(heading);
			level = own;
		}
	}
	return {
		url: id === '' ? page.url : `${page.url}#${id}`,
		page: page.url,
		group: page.group,
		title: markedText(page.title, marks),
		headings: trail.map((heading) => markedText(heading, marks)),
		excerpt: excerptOf(text, marks, words),
		inText,
	};
}

function lowerBound(words: readonly string[], word: string): number {
	let [low, high] = [0, words.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((words[middle] ?? '') < word) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** True where `word` becomes `candidate`, or its beginning, by one letter more, less, other, or two exchanged. */
export function isOneAway(word: string, candidate: string): boolean {
	let same = 0;
	while (same < word.length && word[same] === candidate[same]) same++;
	const rest = word.slice(same);
	const other = candidate.slice(same);
	if (rest === '') return true;
	const replaced = other !== '' && other.startsWith(rest.slice(1), 1);
	const surplus = other.startsWith(rest.slice(1));
	const missing = other.startsWith(rest, 1);
	const exchanged = rest[0] === other[1] && rest[1] === other[0] && other.startsWith(rest.slice(2), 2);
	return replaced || surplus || missing || exchanged;
}

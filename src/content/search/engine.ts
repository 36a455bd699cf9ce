/**
 * The offline search: finds hits for a query in index files, which it fetches as needed. MiniSearch's radix tree holds
 * the loaded words, and finds them by prefix and edit distance; the ranking is here. Independent of network and DOM:
 * a function reads the files.
 */
import SearchableMap from 'minisearch/SearchableMap';
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
	SHOWN_KIND,
	unpackPostings,
} from './format.ts';
import { COMPOUND_LENGTH, hasCompounds, LAST_PART_LENGTH, type Language, languageOf } from './language.ts';
import { excerptOf, markedText, type Span } from './marks.ts';
import { isPair, parseQuery, type Query } from './query.ts';
import { ENGLISH_FORMS, WordForms } from './stems.ts';
import { isStopWord } from './words.ts';

/** Reads a JSON file by its URL relative to the index; the empty name is the index itself. Rejects on failure. */
export type ReadFile = (name: string) => Promise<unknown>;

/** Loads the module of a language by its name (`languageOf`); undefined if it can't. */
export type LoadLanguage = (name: string) => Promise<Language | undefined>;

/** One result: a page, or a section of one. All texts are plain; spans with `mark` match the query. */
export interface FoundSection {
	/** URL with base URL and anchor. */
	url: string;
	page: string;
	group: string;
	title: Span[];
	/** Headings below the page's title, down to the section's; empty for the page itself. */
	headings: Span[][];
	/** Part of the text around the matches. */
	excerpt: Span[];
	/** Tag of the language of its texts, if it isn't the site's. */
	lang?: string | undefined;
	/** The query matches only the text, not the title or headings. */
	inText: boolean;
}

export interface Found {
	/** The best page first, with its best sections; the remaining sections of all pages are last. */
	hits: FoundSection[];
	/** Number of all matching sections. */
	count: number;
	/** The result was no longer wanted, so hits are left out. */
	aborted?: true;
}

/** Maximum number of shards to fetch for a word that is still being typed. */
const PREFIX_SHARDS = 3;
/** Maximum number of words that a prefix expands to. */
const PREFIX_WORDS = 40;
/** Maximum number of postings of those words together: more would match almost everything. */
const PREFIX_POSTINGS = 2500;
/** Maximum number of corrections of a misspelled word. */
const NEAR_WORDS = 6;
/** Maximum number of compounds that a word expands to. */
const COMPOUNDS = 12;
/** Minimum length of a word to correct one typo, and two. */
const ONE_TYPO = 5;
const TWO_TYPOS = 8;

/** The constants of the ranking, each with a question that loses its rank without it (`test/search/questions.txt`). */
const RANK = {
	// Certainty of a term that differs from the query's word.
	synonym: 0.7, // "use https"
	spelled: 0.95, // Another spelling of a word: "Groesse", or the word without its article.
	sameStem: 0.85, // Another form of a word: "run two trpc servers".
	beginning: 0.5, // A longer word: "midd" while it is typed.
	lastPart: 0.4, // A compound with the word at its end: "meldung" for "Fehlermeldung".
	near: 0.45, // A correction: "usemutaion".
	part: 0.6, // A part of a name that no page has: "connectionParams".
	partOfKnown: 0.15, // A part of a name that pages have: "maxBatchSize".
	minMarked: 0.3, // From this certainty on, a term is marked in texts: not a part of a known name.
	// Weight of a place of the word, relative to text.
	title: 5, // "what is trpc"
	heading: 3.3, // And keywords: "is anything loading indicator".
	pageTitle: 0.3, // The page's title for its sections, relative to that title: "show toast when any mutation fails".
	codeName: 1.5, // A name in code, relative to an equally rare word: "when is createContext called".
	inHead: 0.5, // Bonus of a section with the query in its title or heading: "what is a procedure".
	inOne: 0.5, // Bonus of a section with the whole query: "cookies headers origins" is not three pages.
	titled: 0.5, // Bonus of a page with the query in its title or keywords: "loading spinner".
	sections: 3, // Number of a page's best sections that count for the page: "pass user to procedures".
	kind: [1, 0.15, 0.3, 0.35, 0.05], // Weights by `PAGE_KIND`: "observables" means a guide.
	kindNamed: [2, 1, 1.8, 1.2, 0.4], // The same for a page with the query as its title: "@trpc/server".
	belowGuide: 0.99, // A reference page, relative to the best guide about the same name: "mergeRouters".
	minPresent: 0.24, // Minimum share of the query in the best section: "rabbitmq router" finds nothing.
	hitsPerPage: 3, // Hits per page before the next page's hits.
	pageFirst: 0.4, // A page precedes its best section from this share of the section's score on.
};

/** A word of the index that matches words of the query. */
interface Term {
	word: string;
	/** Certainty of the match, from 0 to 1. */
	weight: number;
	/** Indexes of the query's words. */
	of: number[];
	/** Number of sections that its rarity follows from. */
	sections: number;
}

/** The matches in one section. */
interface Match {
	/** By word of the query: its score, at least 0. */
	score: number[];
	/** By word of the query: the weight of its best term anywhere, and in title, heading or keywords. */
	any: number[];
	head: number[];
}

interface Ranked {
	section: number;
	inText: boolean;
}

interface Entry extends Ranked {
	page: number;
	score: number;
	/** Share of the query that the page's title contains. */
	inTitle: number;
	/** Share of the query that the section contains. */
	present: number;
	/** Title or heading contain the whole query. */
	isAbout: boolean;
}

/** A page with its sections, the best first. */
interface RankedPage {
	page: number;
	score: number;
	sections: Entry[];
}

export interface SearchOptions {
	/** Number of hits to skip. */
	offset?: number;
	limit?: number;
	/** Number of words in an excerpt. */
	words?: number;
	/** One of `PAGE_KIND`: guide, reference or post; absent: all. */
	kind?: number | undefined;
	/** Called before pages are fetched; false aborts the search. */
	isWanted?: () => boolean;
}

export class SearchIndex {
	private readonly shards = new Map<number, Promise<void>>();
	/** Words of loaded shards → postings. */
	private readonly known = new SearchableMap<Posting[]>();
	/** Pairs of words (`pairsOf`) of loaded shards → postings. */
	private readonly pairs = new Map<string, Posting[]>();
	private readonly pages = new Map<number, Promise<IndexPage>>();
	private words: Promise<SearchableMap<number>> | undefined;
	private readonly stems = new Map<string, string[]>();
	/** By page: the number of its first section, and the total sections of the pages before it. */
	private readonly firstOf: number[] = [];
	private readonly before: number[] = [];
	/** Section number → page. */
	private readonly pageOf: number[] = [];
	private readonly synonyms = new Map<string, string[]>();
	private count = 0;

	private constructor(
		private readonly read: ReadFile,
		private readonly meta: IndexMeta,
		private readonly forms: WordForms,
	) {
		const reader = new PackedReader(meta.sections);
		for (let page = 0; !reader.done; page++) {
			const sections = reader.number();
			this.firstOf.push(this.pageOf.length);
			this.before.push(this.count);
			this.count += sections;
			for (let room = roomOf(sections); room > 0; room--) this.pageOf.push(page);
		}
		for (const group of meta.synonyms) {
			for (const form of new Set(group.flatMap((word) => this.keysOf(word)))) {
				this.synonyms.set(form, [...(this.synonyms.get(form) ?? []), ...group]);
			}
		}
	}

	/** Reads the index's first file. */
	static async open(read: ReadFile, load: LoadLanguage): Promise<SearchIndex> {
		const meta = (await read('')) as IndexMeta;
		const names = new Set(meta.languages.map(languageOf));
		const loaded = await Promise.all([...names].map((name) => (name === undefined ? undefined : load(name))));
		const isLatin = meta.languages.some(
			(tag) => languageOf(tag) !== undefined && new Intl.Locale(tag).maximize().script === 'Latn',
		);
		// Between Arabic or Chinese words, Latin letters are English.
		const hasEnglish = !isLatin || meta.languages.some((tag) => /^en\b/.test(tag));
		const languages = loaded.flatMap((one) => one ?? []);
		return new SearchIndex(read, meta, new WordForms([...languages, ...(hasEnglish ? [ENGLISH_FORMS] : [])]));
	}

	/** The best sections for a query. */
	async search(
		text: string,
		{ offset = 0, limit = 20, words = 10, kind, isWanted }: SearchOptions = {},
	): Promise<Found> {
		const query = parseQuery(text, (typed) => this.forms.spellingsOf(typed));
		if (query.words.length === 0) return { hits: [], count: 0 };
		const terms = await this.expand(query);
		const kindOf = (page: number): number => numberOf(this.meta.kinds.charAt(page));
		const ranked = this.rank(query, terms).filter(
			({ section }) => kind === undefined || SHOWN_KIND[kindOf(this.pageOf[section] ?? 0)] === kind,
		);
		if (isWanted?.() === false) return { hits: [], count: ranked.length, aborted: true };
		const marks = [...new Set(terms.filter(({ weight }) => weight >= RANK.minMarked).map(({ word }) => word))];
		const hits = await Promise.all(
			ranked.slice(offset, offset + limit).map(async ({ section, inText }) => {
				const page = this.pageOf[section] ?? 0;
				return found(await this.page(page), section - (this.firstOf[page] ?? 0), { marks, inText, words });
			}),
		);
		return { hits: hits.flatMap((hit) => hit ?? []), count: ranked.length };
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

	/** Reads the file at an index of `names`. */
	private readNamed(names: string, number: number): Promise<unknown> {
		return this.read(`${names.slice(number * NAME_LENGTH, (number + 1) * NAME_LENGTH)}.json`);
	}

	private load(shard: number): Promise<void> {
		const known = this.shards.get(shard);
		if (known) return known;
		const loading = this.readNamed(this.meta.shards, shard).then((value) => {
			const { words, postings } = value as IndexShard;
			for (const [index, word] of words.entries()) {
				(isPair(word) ? this.pairs : this.known).set(word, unpackPostings(postings[index] ?? ''));
			}
		});
		this.shards.set(shard, loading);
		loading.catch(() => this.shards.delete(shard));
		return loading;
	}

	/** Loads the shards with these words, and with words that start with these prefixes. */
	private async loadFor(exact: string[], prefixes: string[]): Promise<void> {
		const needed = new Set(exact.map((word) => this.shardOf(word)));
		for (const prefix of prefixes) {
			const first = this.shardOf(prefix);
			const last = prefix.length < 2 ? first : this.shardOf(`${prefix}\uffff`);
			for (let shard = first; shard <= Math.min(last, first + PREFIX_SHARDS - 1); shard++) needed.add(shard);
		}
		await Promise.all([...needed].map((shard) => this.load(shard)));
	}

	/** Longer words with a prefix, the shortest first, up to `PREFIX_WORDS` and `PREFIX_POSTINGS`. */
	private startingWith(prefix: string): string[] {
		const words = [...this.known.atPrefix(prefix).keys()].filter((word) => word !== prefix);
		words.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
		let postings = 0;
		const isTooMany = (word: string): boolean => {
			postings += this.known.get(word)?.length ?? 0;
			return postings > PREFIX_POSTINGS;
		};
		const end = words.slice(0, PREFIX_WORDS).findIndex(isTooMany);
		return words.slice(0, end < 0 ? PREFIX_WORDS : end);
	}

	/** The terms that match the words of the query, with their weights; loads their shards first. */
	private async expand({ words, signed, wholes }: Query): Promise<Term[]> {
		const last = words.length - 1;
		await this.loadFor(
			[
				...wholes,
				...signed.map(({ word }) => word),
				...words.flatMap(({ word, also, parts, joined, pair = word, hook = word }) => [
					...[...this.alike(word), ...this.alike(joined), ...also],
					...[...parts, pair, hook],
				]),
			],
			words.flatMap(({ word, also }, of) => [
				...(of === last ? [word] : []),
				...[word, ...also].flatMap((one) => this.forms.rootsOf(one)),
			]),
		);
		const terms: Term[] = [];
		const add = (word: string, weight: number, of: number[], sections = this.sectionsOf(word)): boolean => {
			if (this.sectionsOf(word) > 0) terms.push({ word, weight, of, sections });
			return this.sectionsOf(word) > 0;
		};
		/** Adds a word, its synonyms, and the other forms of both. */
		const addForms = (word: string | undefined, weight: number, ...of: number[]): boolean => {
			const known = this.alike(word).map((other) => {
				const own = other === word ? weight : RANK.synonym * weight;
				const forms = this.formsOf(other);
				// All forms are as rare as the most frequent one: a rare form says no more.
				const sections = Math.max(...[other, ...forms].map((form) => this.sectionsOf(form)));
				return [
					add(other, own, of, sections),
					...forms.map((form) => add(form, RANK.sameStem * own, of, sections)),
				].includes(true);
			});
			return known.includes(true);
		};
		const compounds = await this.endingWith(words.map(({ word, parts }) => (parts.length === 0 ? word : '')));
		const unknown: number[] = [];
		const named = new Set(signed.flatMap(({ word, of }) => (add(word, 1, of) ? of : [])));
		for (const [of, { word, also, parts, joined, pair, hook }] of words.entries()) {
			// `c` is only a part of the name `c#`.
			const own = named.has(of) ? RANK.part : 1;
			// Names in code have no other forms.
			let isKnown = parts.length === 0 ? addForms(word, own, of) : add(word, own, [of]);
			for (const other of also) isKnown = addForms(other, RANK.spelled * own, of) || isKnown;
			if ((of === last && own === 1) || (!isKnown && word.length >= 3)) {
				for (const longer of this.startingWith(word)) isKnown = add(longer, RANK.beginning, [of]) || isKnown;
			}
			for (const longer of compounds[of] ?? []) isKnown = add(longer, RANK.lastPart, [of]) || isKnown;
			addForms(joined, 1, of, of + 1);
			if (pair !== undefined) add(pair, 1, [of, of + 1]);
			if (hook !== undefined) add(hook, 1, [of]);
			// A name with an unknown part is not found by its other parts: it may be a typing error, or nowhere.
			const isMade = parts.length > 0 && parts.every((part) => isStopWord(part) || this.sectionsOf(part) > 0);
			if (isKnown || isMade) for (const part of parts) add(part, isKnown ? RANK.partOfKnown : RANK.part, [of]);
			else unknown.push(of);
		}
		if (words.length > 1) for (const whole of wholes) add(whole, 1, [...words.keys()]);
		await Promise.all(
			unknown.map(async (of) => {
				for (const word of await this.correct(words[of]?.word ?? '')) addForms(word, RANK.near, of);
			}),
		);
		return terms;
	}

	/** A word and its synonyms; they apply to all of its forms. */
	private alike(word: string | undefined): string[] {
		if (word === undefined) return [];
		return [...new Set([word, ...this.keysOf(word).flatMap((key) => this.synonyms.get(key) ?? [])])];
	}

	/** What the forms of a word share; for a word without forms, the word. */
	private keysOf(word: string): string[] {
		return [word, ...this.forms.keysOf(word)];
	}

	/** Loaded words with the same stem. */
	private formsOf(word: string): string[] {
		const keys = new Set(this.forms.keysOf(word));
		const known = this.forms.rootsOf(word).flatMap((root) => [...this.known.atPrefix(root).keys()]);
		return [...new Set(known)].filter(
			(other) => other !== word && this.forms.keysOf(other).some((key) => keys.has(key)),
		);
	}

	/** The words of the list, which is loaded once. */
	private listed(): Promise<SearchableMap<number>> {
		this.words ??= this.readNamed(this.meta.words, 0).then((value) => {
			const tree = new SearchableMap<number>();
			for (const frequent of value as IndexWords) tree.set(frequent, 0);
			return tree;
		});
		return this.words.catch(() => {
			this.words = undefined;
			return new SearchableMap<number>();
		});
	}

	/** Compounds that end with each of these words or a form of it, the shortest first; loads their shards. */
	private async endingWith(words: readonly string[]): Promise<string[][]> {
		if (!hasCompounds(this.meta.languages)) return [];
		const listed = [...(await this.listed()).keys()].filter((word) => word.length >= COMPOUND_LENGTH);
		const found = words.map((word) => {
			const long = [word, ...this.stemsOf(word)].filter((end) => end.length >= LAST_PART_LENGTH);
			if (word.length < LAST_PART_LENGTH || long.length === 0) return [];
			const isCompound = (other: string): boolean =>
				other.length >= word.length + LAST_PART_LENGTH - 1 &&
				[other, ...this.stemsOf(other)].some((text) => long.some((end) => text.endsWith(end) && text !== end));
			return listed
				.filter(isCompound)
				.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
				.slice(0, COMPOUNDS);
		});
		await this.loadFor(found.flat(), []);
		return found;
	}

	/** The stems of a listed word, which are computed once. */
	private stemsOf(word: string): string[] {
		const stems = this.stems.get(word) ?? this.forms.keysOf(word).map((key) => key.slice(key.indexOf(' ') + 1));
		this.stems.set(word, stems);
		return stems;
	}

	/** Corrections of an unknown word: the nearest words, frequent ones first. */
	private async correct(word: string): Promise<string[]> {
		if (word.length < ONE_TYPO) return [];
		const tree = await this.listed();
		const most = word.length < TWO_TYPOS ? 1 : 2;
		// Rare words are not in the list, but may be in loaded shards.
		const loaded = [...this.known.fuzzyGet(word, 2)].map(([near, [, distance]]): [string, [number, number]] => [
			near,
			[1, distance],
		]);
		const near = [...new Map([...loaded, ...tree.fuzzyGet(word, 2)])]
			.map(([candidate, [rank, distance]]) => ({
				candidate,
				rank,
				distance: exchanged(word, candidate) ? 1 : distance,
			}))
			.filter(({ distance }) => distance <= most)
			.sort((a, b) => a.distance - b.distance || a.rank - b.rank);
		const nearest = near.filter(({ distance }) => distance === near[0]?.distance).slice(0, NEAR_WORDS);
		const meant = nearest.map(({ candidate }) => candidate);
		await this.loadFor(
			meant.flatMap((other) => this.alike(other)),
			meant.flatMap((other) => this.forms.rootsOf(other)),
		);
		return meant;
	}

	/* ------------------------------------------------------------ ranking */

	/** The matches in all sections that contain a term. A word of the query counts once, by its best term. */
	private matches(count: number, terms: readonly Term[]): Map<number, Match> {
		const matches = new Map<number, Match>();
		const { lengths, titleLengths } = this.meta;
		for (const { word, weight, of, sections } of terms) {
			const postings = this.postingsOf(word);
			const rarity = this.rarity(sections);
			for (const { section, title, heading, text } of postings) {
				const page = this.pageOf[section] ?? 0;
				const index = section - (this.firstOf[page] ?? 0);
				const at = ((this.before[page] ?? 0) + index) * 2;
				const score =
					weight *
					rarity *
					(RANK.title * saturated(title, numberOf(titleLengths.charAt(page)), 2) +
						RANK.heading * saturated(heading, lengthOf(lengths.charAt(at)), 3) +
						saturated(text, lengthOf(lengths.charAt(at + 1)), 60));
				let match = matches.get(section);
				if (!match) {
					const none = (): number[] => new Array<number>(count).fill(0);
					match = { score: none(), any: none(), head: none() };
					matches.set(section, match);
				}
				for (const number of of) {
					raise(match.score, number, score);
					raise(match.any, number, weight);
					if (title > 0 || heading > 0) raise(match.head, number, weight);
				}
			}
		}
		return matches;
	}

	private postingsOf(word: string): readonly Posting[] {
		return this.known.get(word) ?? this.pairs.get(word) ?? [];
	}

	/** Number of sections with a loaded word. */
	private sectionsOf(word: string): number {
		return this.postingsOf(word).length;
	}

	/** Inverse document frequency (BM25) of a word that occurs in `sections` sections. */
	private rarity(sections: number): number {
		return Math.log(1 + (this.count - sections + 0.5) / (sections + 0.5));
	}

	/** The pages with the query as title; of a name with signs, its letters count only if no title has the signs. */
	private named({ words, signed, wholes }: Query): Set<number | undefined> {
		const pagesOf = (word: string): (number | undefined)[] =>
			this.postingsOf(word).flatMap(({ title, section }) => (title === 2 ? [this.pageOf[section]] : []));
		const [whole = '', ...others] = wholes;
		const own = pagesOf(whole);
		if (signed.length > 0 && own.length > 0) return new Set(own);
		if (words.length === 1) others.push(words[0]?.word ?? '');
		return new Set([...own, ...others.flatMap(pagesOf)]);
	}

	/** All matching sections, in the order of results. */
	private rank(query: Query, terms: readonly Term[]): Ranked[] {
		const matches = this.matches(query.words.length, terms);
		const entries = this.entries(matches, shareOf(this.weightsOf(query.words, terms)));
		if (!entries.some(({ present }) => present >= RANK.minPresent)) return [];
		return inOrder(this.rankedPages(entries, query), this.firstOf);
	}

	/** The weight of each word of the query: the rarer, the more. */
	private weightsOf(words: Query['words'], terms: readonly Term[]): number[] {
		return words.map(({ parts }, number) => {
			const own = terms.filter(({ of, weight }) => of.includes(number) && weight > RANK.partOfKnown);
			const exact = own.filter(({ weight }) => weight === 1);
			const counts = (exact.length > 0 ? exact : own).map(({ word }) => this.known.get(word)?.length ?? 0);
			// An unknown word weighs as much as one in eight sections.
			const rarity = this.rarity(Math.min(this.count / 2, counts.length > 0 ? Math.max(...counts) : 8));
			return exact.length > 0 && parts.length > 0 ? RANK.codeName * rarity : rarity;
		});
	}

	/** The matching sections with their scores. */
	private entries(matches: ReadonlyMap<number, Match>, share: ReturnType<typeof shareOf>): Entry[] {
		return [...matches].map(([section, { score, any, head }]) => {
			const page = this.pageOf[section] ?? 0;
			const isFirst = section === this.firstOf[page];
			const title = matches.get(this.firstOf[page] ?? 0);
			// The page's title counts for its sections as well.
			const together = any.map((value, number) => Math.max(value, title?.head[number] ?? 0));
			const ofTitle = (number: number): number => (isFirst ? 0 : RANK.pageTitle * (title?.score[number] ?? 0));
			const sum = score.reduce((total, value, number) => total + Math.max(value, ofTitle(number)), 0);
			return {
				section,
				page,
				score: sum * share(together.map(Math.sqrt)) * (1 + RANK.inHead * share(head) + RANK.inOne * share(any) ** 4),
				inTitle: share(title?.head ?? []),
				present: share(together.map(Math.sign)),
				isAbout: head.every((value) => value === 1),
				inText: !isFirst && head.every((value) => value === 0),
			};
		});
	}

	/** The pages of these sections, the best first, each with its sections in order. */
	private rankedPages(entries: readonly Entry[], query: Query): RankedPage[] {
		const exact = this.named(query);
		const kindOf = (page: number): number => numberOf(this.meta.kinds.charAt(page));
		const isShownAs = (page: number, kind: number): boolean => SHOWN_KIND[kindOf(page)] === kind;
		const pages = new Map<number, Entry[]>();
		for (const entry of entries) {
			const known = pages.get(entry.page);
			if (known) known.push(entry);
			else pages.set(entry.page, [entry]);
		}
		const ranked = [...pages].map(([page, sections]) => {
			sections.sort(byScore);
			const best = sections.slice(0, RANK.sections).reduce((sum, { score }) => sum + score, 0);
			const ofKind = (exact.has(page) ? RANK.kindNamed : RANK.kind)[kindOf(page)] ?? 1;
			return { page, sections, score: best * (1 + RANK.titled * (sections[0]?.inTitle ?? 0)) * ofKind };
		});
		// The guide about a name precedes the reference page of that name.
		const isGuide = ({ page, sections }: RankedPage): boolean =>
			isShownAs(page, PAGE_KIND.guide) && sections.some(({ isAbout }) => isAbout);
		const guides = query.words.length === 1 ? ranked.filter(isGuide) : [];
		const limit = RANK.belowGuide * Math.max(0, ...guides.map(({ score }) => score));
		const named = ranked.filter(({ page }) => exact.has(page) && isShownAs(page, PAGE_KIND.reference));
		if (limit > 0) for (const entry of named) entry.score = Math.min(entry.score, limit);
		// The guide with this name precedes all pages that mention it, even if many do, as with "C".
		const top = Math.max(0, ...ranked.map(({ score }) => score));
		for (const entry of ranked) if (exact.has(entry.page) && kindOf(entry.page) === PAGE_KIND.guide) entry.score += top;
		return ranked.sort((a, b) => b.score - a.score || a.page - b.page);
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
	const title = markedText(page.title, marks);
	const headings = trail.map((heading) => markedText(heading, marks));
	const excerpt = excerptOf(text, marks, words);
	const url = id === '' ? page.url : `${page.url}#${id}`;
	return { url, page: page.url, group: page.group, lang: page.lang, title, headings, excerpt, inText };
}

/** BM25 of one field, from a word's frequency in it, the field's length and the average length of such fields. */
function saturated(frequency: number, length: number, average: number): number {
	if (frequency === 0) return 0;
	return 0.5 + (frequency * 2.2) / (frequency + 1.2 * (0.3 + (0.7 * length) / average));
}

/** The weighted mean of a value for each word of the query. */
function shareOf(weights: readonly number[]): (values: readonly number[]) => number {
	const all = weights.reduce((sum, weight) => sum + weight, 0);
	return (values) => values.reduce((sum, value, number) => sum + value * (weights[number] ?? 0), 0) / all;
}

function byScore(a: Entry, b: Entry): number {
	return b.score - a.score || a.section - b.section;
}

/** The best sections of each page, the page itself first if it is nearly as good; then all others. */
function inOrder(pages: readonly RankedPage[], firstOf: readonly number[]): Entry[] {
	const shown: Entry[] = [];
	const rest: Entry[] = [];
	for (const { page, sections } of pages) {
		const [best] = sections;
		const first = sections.find(
			({ section, score, present }) =>
				section === firstOf[page] && score >= (best?.score ?? 0) * RANK.pageFirst && present >= (best?.present ?? 0),
		);
		const order = first ? [first, ...sections.filter((entry) => entry !== first)] : sections;
		shown.push(...order.slice(0, RANK.hitsPerPage));
		rest.push(...order.slice(RANK.hitsPerPage));
	}
	return [...shown, ...rest.sort(byScore)];
}

function raise(values: number[], at: number, value: number): void {
	values[at] = Math.max(values[at] ?? 0, value);
}

/** Whether the words differ only by two swapped adjacent letters, which counts as one typo. */
function exchanged(word: string, candidate: string): boolean {
	if (word.length !== candidate.length) return false;
	let at = 0;
	while (at < word.length && word[at] === candidate[at]) at++;
	return (
		word[at] === candidate[at + 1] && word[at + 1] === candidate[at] && word.slice(at + 2) === candidate.slice(at + 2)
	);
}

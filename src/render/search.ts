/**
 * The offline search index: which pages it holds (facts), and its files (bodies). One record per heading section, per
 * docs version; bodies are read one after the other and none is kept. Pure, the same bytes for the same site.
 */
import { DOCS_PLUGIN_ID } from '../content/contract.ts';
import { joinRoute } from '../content/docs.ts';
import { hashOf, hashOfValue } from '../content/hash.ts';
import { withBase } from '../content/links.ts';
import {
	digitOf,
	INDEX_FORMAT,
	type IndexMeta,
	type IndexPage,
	lengthCode,
	NAME_LENGTH,
	PAGE_KIND,
	type Posting,
	packNumber,
	packPostings,
	SETTINGS_FILE,
	type SearchSettings,
} from '../content/search/format.ts';
import { folded, isEmptyWord, runsOf, wordsOf } from '../content/search/words.ts';
import type { Site, SiteVersion } from '../content/site.ts';
import type { Body, Page, Route } from '../content/types.ts';
import { searchTag } from './head.ts';
import type { Job, PlanInput, SearchIndexInput, SearchPage } from './types.ts';

/** Words of text that share one shard, about: a shard is some 6 kB compressed. */
const WORDS_PER_SHARD = 7000;
/** Places kept of a word that stands almost everywhere: those where it matters most. */
const POSTINGS_LIMIT = 500;
/** Words kept for comparing with typing errors. */
const TYPO_WORDS = 5000;
/** Shortest word that typing errors are looked for in. */
const TYPO_LENGTH = 4;

/* ---------------------------------------------------------------- plan */

/** Whether an output of this name is one of the search. */
export function isSearchOutput(out: string): boolean {
	return out === SETTINGS_FILE || out.startsWith('assets/search/');
}

/** Every output of the search: settings, one index per version, one file per page. Reads facts only. */
export function searchJobs(input: PlanInput): Job[] {
	const { site } = input;
	if (!site.config.search) return [];
	const jobs = new Map<string, Job>();
	const versions = site.versions.length > 0 ? site.versions : [undefined];
	const folders = versions.map((version) => {
		const pages = pagesOf(site, version);
		const names = pages.map((page) => {
			const key = hashOfValue([INDEX_FORMAT, page]);
			const name = key.slice(0, NAME_LENGTH);
			const out = `assets/search/p/${name}.json`;
			jobs.set(out, { out, key, kind: 'search-page', page });
			return name;
		});
		const key = hashOfValue([INDEX_FORMAT, pages]);
		const words = pages.reduce((sum, page) => sum + page.words, 0);
		const index = { key, pages, names, shards: Math.max(1, Math.round(words / WORDS_PER_SHARD)) };
		const folder = `assets/search/${version?.name ?? 'site'}-${key.slice(0, NAME_LENGTH)}`;
		for (const part of ['meta', 'words', ...Array.from({ length: index.shards }, (_, shard) => shard)]) {
			const out = `${folder}/${part}.json`;
			jobs.set(out, { out, key: hashOf(`${key}/${part}`), kind: 'search-index', index, part: String(part) });
		}
		return folder;
	});
	const text = `${JSON.stringify(settingsOf(input, folders))}\n`;
	return [...jobs.values(), { out: SETTINGS_FILE, key: hashOf(text), kind: 'text', text }];
}

/** What the browser is told. */
function settingsOf({ site, assets }: PlanInput, folders: string[]): SearchSettings {
	const { config } = site;
	const base = (path: string): string => withBase(config.baseUrl, path);
	const worker = [...assets.files.keys()].find((out) => out.startsWith('assets/search-worker-'));
	const hosted = config.search?.hosted;
	return {
		locale: config.locales[0]?.locale ?? 'en',
		siteTitle: config.title,
		origin: config.url,
		baseUrl: config.baseUrl,
		placeholder: config.search?.placeholder ?? '',
		route: base(joinRoute(config.search?.path ?? 'search')),
		...(worker === undefined ? {} : { worker: base(`/${worker}`) }),
		versions: folders.map((folder, index) => {
			const version = site.versions[index];
			return {
				name: version?.name ?? '',
				label: version?.label ?? '',
				isLast: version?.isLast ?? true,
				tag: version ? `docs-${DOCS_PLUGIN_ID}-${version.name}` : 'default',
				index: base(`/${folder}/`),
			};
		}),
		...(hosted ? { hosted: { ...hosted, facetFilters: hosted.facetFilters ?? [] } } : {}),
	};
}

/** The pages that readers of a version find: its docs, and every page without a version (B-240). */
export function pagesOf(site: Site, version: SiteVersion | undefined): SearchPage[] {
	const tag = version && `docs-${DOCS_PLUGIN_ID}-${version.name}`;
	return site.routes
		.filter((route) => route.indexable && (searchTag(route) === tag || isLoose(route)))
		.map((route) => searchPage(site, version, route));
}

/** Pages that belong to no version and are not lists of others. */
function isLoose(route: Route): boolean {
	return route.version === undefined && (route.kind === 'page' || route.kind === 'blog-post');
}

function searchPage(site: Site, version: SiteVersion | undefined, route: Route): SearchPage {
	const { config } = site;
	const page = route.pagePath === undefined ? undefined : site.pages.get(route.pagePath);
	return {
		url: withBase(config.baseUrl, route.path),
		title: route.title,
		group: groupOf(site, version, route),
		description: route.description,
		keywords: [...(page?.data.keywords ?? []), route.path.split('/').findLast((part) => part !== '') ?? ''],
		kind: kindOf(version, route),
		...(page ? { bodyHash: page.bodyHash } : {}),
		words: page ? wordsIn(page) : 0,
	};
}

function wordsIn(page: Page): number {
	return page.words + page.title.split(' ').length;
}

/** Routes of the generated API reference. */
const REFERENCE = /\/typedoc(?:\/|$)/;

function kindOf(version: SiteVersion | undefined, route: Route): number {
	if (route.kind === 'blog-post') return PAGE_KIND.post;
	if (REFERENCE.test(route.path)) return PAGE_KIND.reference;
	const place = version?.places.get(route.path);
	return route.kind === 'doc' && place?.stop === undefined ? PAGE_KIND.aside : PAGE_KIND.guide;
}

/** The heading that results stand under: the outermost category of the sidebar, else what kind of page it is. */
function groupOf(site: Site, version: SiteVersion | undefined, route: Route): string {
	if (route.kind === 'blog-post') return site.config.blog?.title ?? 'Blog';
	if (route.version === undefined) return site.config.title;
	if (REFERENCE.test(route.path)) return 'API reference';
	const place = version?.places.get(route.path);
	const branch = place?.stop === undefined ? undefined : place.sidebar.stops[place.stop]?.branch;
	const outermost = branch?.[0] === undefined ? undefined : place?.sidebar.items[branch[0]];
	return outermost?.kind === 'category' ? outermost.label : 'Documentation';
}

/* ---------------------------------------------------------------- files */

export type ReadBody = (hash: string) => Body;

/** `p/<name>.json`: a page as results show it. */
export function renderSearchPage(page: SearchPage, body: ReadBody): string {
	const file: IndexPage = {
		url: page.url,
		title: page.title,
		group: page.group,
		sections: sectionsOf(page, body).map(({ id, heading, level, text }) => [id, heading, level, text]),
	};
	return JSON.stringify(file);
}

interface SearchSection {
	id: string;
	heading: string;
	level: number;
	text: string;
}

/** The sections of a page; the first is the page itself, with its description where it begins with a heading. */
export function sectionsOf(page: SearchPage, body: ReadBody): SearchSection[] {
	const sections = page.bodyHash === undefined ? [] : body(page.bodyHash).sections;
	const hasIntro = sections[0]?.id === '';
	const intro = hasIntro ? (sections[0]?.text ?? '') : '';
	const text = intro === '' || intro.includes(page.description) ? intro : `${page.description} ${intro}`;
	return [
		{ id: '', heading: '', level: 1, text: (text || page.description).trim() },
		...sections.slice(hasIntro ? 1 : 0),
	];
}

/** The last index that was made: its parts are asked for one after the other. */
let last: { key: string; parts: Map<string, string> } | undefined;

/** One file of an index: `meta`, `words`, or the number of a shard. */
export function renderSearchIndex(index: SearchIndexInput, part: string, body: ReadBody): string {
	if (last?.key !== index.key) last = { key: index.key, parts: makeIndex(index, body) };
	return last.parts.get(part) ?? '';
}

/** All files of an index. */
export function makeIndex(index: SearchIndexInput, body: ReadBody): Map<string, string> {
	const places = new Places();
	const counts: string[] = [];
	const titleLengths: string[] = [];
	const lengths: string[] = [];
	for (const page of index.pages) {
		const sections = sectionsOf(page, body);
		counts.push(packNumber(sections.length));
		for (const [place, { heading, text }] of sections.entries()) {
			places.begin();
			// A page's first section stands for its title, too.
			if (place === 0) titleLengths.push(digitOf(places.addTitle(page.title)));
			lengths.push(
				lengthCode(places.add(place === 0 ? page.keywords.join(' ') : heading, 'heading')),
				lengthCode(places.add(text, 'text')),
			);
		}
	}
	const sorted = places.words();
	const packed = sorted.map((word) => packPostings(weightiest(places.of(word))));
	const cuts = cutsOf(sorted, packed, index.shards);
	const parts = new Map<string, string>([
		[
			'meta',
			JSON.stringify({
				format: INDEX_FORMAT,
				kinds: index.pages.map((page) => digitOf(page.kind)).join(''),
				names: index.names.join(''),
				sections: counts.join(''),
				titleLengths: titleLengths.join(''),
				lengths: lengths.join(''),
				starts: cuts.slice(1).map((cut) => sorted[cut] ?? '\uffff'),
			} satisfies IndexMeta),
		],
		['words', JSON.stringify(places.typoWords())],
	]);
	cuts.forEach((cut, shard) => {
		const end = cuts[shard + 1] ?? sorted.length;
		parts.set(String(shard), JSON.stringify({ words: sorted.slice(cut, end), postings: packed.slice(cut, end) }));
	});
	return parts;
}

/** What one occurrence adds to the count of a word in a section: three counts in one number. */
const ONCE = { title: 2 ** 32, heading: 2 ** 20, text: 1 } as const;
/** What marks a word as a whole title. */
const WHOLE = 2 ** 44;
/** Occurrences in the text of one section that are counted at most. */
const MANY = 2 ** 19;

/** A word, and where it stands: section and counts, one after the other, so that a place needs no object. */
interface Slot {
	word: string;
	places: number[];
	/** It stands in a title or heading. */
	head: boolean;
}

/** Runs of letters whose words are remembered at most. */
const REMEMBERED = 200_000;

/** Where every word of an index stands. */
class Places {
	readonly #slots = new Map<string, Slot>();
	/** The words of runs that came before: most come again. `telling` are those that are not empty. */
	readonly #runs = new Map<string, { all: Slot[]; telling: Slot[] }>();
	#section = -1;

	/** The next section begins. */
	begin(): void {
		this.#section++;
	}

	/** Adds the words of a field of the section; returns how many they are. Empty words of texts do not count. */
	add(source: string, field: keyof typeof ONCE): number {
		const once = ONCE[field];
		let total = 0;
		for (const run of runsOf(source)) {
			const { all, telling } = this.#runs.get(run) ?? this.#learn(run);
			for (const slot of field === 'text' ? telling : all) {
				if (++total > MANY) return MANY;
				const { places } = slot;
				const last = places.length - 1;
				if (field !== 'text') slot.head = true;
				if (places[last - 1] === this.#section) places[last] = (places[last] ?? 0) + once;
				else places.push(this.#section, once);
			}
		}
		return total;
	}

	/** Adds a title; a word that is all of it counts as that. */
	addTitle(title: string): number {
		const total = this.add(title, 'title');
		const whole = this.#slots.get(folded(title).replace(/[^\p{L}\p{N}]+/gu, ''));
		const last = (whole?.places.length ?? 0) - 1;
		if (whole && whole.places[last - 1] === this.#section) whole.places[last] = (whole.places[last] ?? 0) + WHOLE;
		return total;
	}

	#learn(run: string): { all: Slot[]; telling: Slot[] } {
		const all = wordsOf(run).map(({ word }) => {
			const slot = this.#slots.get(word) ?? { word, places: [], head: false };
			this.#slots.set(word, slot);
			return slot;
		});
		const known = { all, telling: all.filter(({ word }) => !isEmptyWord(word)) };
		if (this.#runs.size >= REMEMBERED) this.#runs.clear();
		this.#runs.set(run, known);
		return known;
	}

	words(): string[] {
		return [...this.#slots.values()]
			.filter(({ places }) => places.length > 0)
			.map(({ word }) => word)
			.sort();
	}

	of(word: string): Posting[] {
		const places = this.#slots.get(word)?.places ?? [];
		const postings: Posting[] = [];
		for (let at = 0; at < places.length; at += 2) {
			const count = places[at + 1] ?? 0;
			postings.push({
				section: places[at] ?? 0,
				title: count >= WHOLE ? 2 : Math.min(1, Math.floor(count / ONCE.title)),
				heading: Math.floor((count % ONCE.title) / ONCE.heading),
				text: count % ONCE.heading,
			});
		}
		return postings;
	}

	/** Words of headings and frequent words, most frequent first. */
	typoWords(): string[] {
		return [...this.#slots.values()]
			.filter(({ word, places, head }) => word.length >= TYPO_LENGTH && (head || places.length > 2))
			.sort(
				(a, b) => Number(b.head) - Number(a.head) || b.places.length - a.places.length || (a.word < b.word ? -1 : 1),
			)
			.slice(0, TYPO_WORDS)
			.map(({ word }) => word);
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

/** Index of the first word of every shard, so that shards are about equal in size. */
function cutsOf(words: string[], packed: string[], shards: number): number[] {
	const sizes = words.map((word, index) => word.length + (packed[index]?.length ?? 0) + 6);
	const share = sizes.reduce((sum, size) => sum + size, 0) / shards;
	const cuts = [0];
	let size = 0;
	sizes.forEach((own, index) => {
		if (cuts.length < shards && size >= share * cuts.length) cuts.push(index);
		size += own;
	});
	while (cuts.length < shards) cuts.push(words.length);
	return cuts;
}

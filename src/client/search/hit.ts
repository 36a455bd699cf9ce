/** One result as readers see it, whoever found it. Texts are plain; nothing of a hit is ever HTML. */
import type { FoundSection } from '../../content/search/engine.ts';
import type { SearchVersion } from '../../content/search/format.ts';
import type { Span } from '../../content/search/marks.ts';

export type { Span };

export interface Hit {
	/** Tells hits of one answer apart. */
	id: string;
	/** Path with base URL and anchor, or an address of another site. */
	href: string;
	/** Leaves the site: loads fully. */
	external: boolean;
	/** The same without anchor. */
	page: string;
	/** What was found: a page by its title, a section by its heading, or words in the text. */
	kind: 'page' | 'heading' | 'text';
	/** The heading that it stands under in the list. */
	group: string;
	/** Title of the page. */
	title: Span[];
	/** Headings below the title, down to the section. */
	headings: Span[][];
	excerpt: Span[];
}

export interface Question {
	query: string;
	version: SearchVersion;
	/** From 0. */
	page: number;
	/** Hits per page. */
	size: number;
	/** Words of an excerpt. */
	words: number;
	/** One of `PAGE_KIND`; absent: all. */
	kind?: number | undefined;
}

export interface Answer {
	hits: Hit[];
	/** All hits there are. */
	count: number;
	/** It has no hits, for another question came in between. */
	aborted?: true | undefined;
	by: 'hosted' | 'offline';
}

/** A hit of the offline index. */
export function fromSection(section: FoundSection): Hit {
	const { url, page, group, title, headings, excerpt, inText } = section;
	const kind = inText ? 'text' : headings.length > 0 ? 'heading' : 'page';
	return { id: url, href: url, external: false, page, kind, group, title, headings, excerpt };
}

/** Hits that the modal shows of the site's own index before it fetches the others: each may cost the file of its page. */
export const FIRST_HITS = 5;

/** True where the last word has just begun: the next key makes what it may mean useless. */
export function isBeginning(query: string): boolean {
	return /(?:^|\s)[a-z\d]{1,2}$/i.test(query);
}

export function plain(spans: readonly Span[]): string {
	return spans.map(({ text }) => text).join('');
}

/** Most hits of one group in the modal (B-231), and how many of them leave room for other pages. */
const GROUP_LIMIT = 5;
const BELOW_LIMIT = 3;

interface Group {
	name: string;
	/** `sub` hits stand under the hit of their page. */
	hits: { hit: Hit; sub: boolean }[];
}

/**
 * Hits under their top-level headings, sections under their pages (B-231). Pages keep the order of the ranking: a
 * heading stands above every stretch of pages that it is common to. What more hits add stands below what fewer give.
 */
export function grouped(hits: readonly Hit[]): Group[] {
	const groups: Group[] = [];
	let page = '';
	for (const hit of hits) {
		const sub = hit.page === page;
		let group = groups.at(-1);
		if (!sub && group?.name !== hit.group) {
			group = { name: hit.group, hits: [] };
			groups.push(group);
		}
		page = hit.page;
		if (group && group.hits.length < (sub ? BELOW_LIMIT : GROUP_LIMIT)) group.hits.push({ hit, sub });
	}
	return groups;
}

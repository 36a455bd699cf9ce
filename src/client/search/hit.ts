/** A search result, from either provider. All its texts are plain text, never HTML. */
import type { FoundSection } from '../../content/search/engine.ts';
import type { SearchVersion } from '../../content/search/format.ts';
import type { Span } from '../../content/search/marks.ts';

export type { Span };

export interface Hit {
	/** Identifies the hit within its answer. */
	id: string;
	/** Path with base URL and anchor, or the URL of another site. */
	href: string;
	/** Links to another site: needs a full load. */
	external: boolean;
	/** `href` without its anchor. */
	page: string;
	/** The part that matched: a page's title, a section's heading, or the text. */
	kind: 'page' | 'heading' | 'text';
	/** The heading of its group in the list. */
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
	/** Words per excerpt. */
	words: number;
	/** One of `PAGE_KIND`; absent: all kinds. */
	kind?: number | undefined;
}

export interface Answer {
	hits: Hit[];
	/** Number of hits on all pages. */
	count: number;
	/** The search was aborted for another question; there are no hits. */
	aborted?: true | undefined;
	by: 'hosted' | 'offline';
}

/** Converts a result of the offline index. */
export function fromSection(section: FoundSection): Hit {
	const { url, page, group, title, headings, excerpt, inText } = section;
	const kind = inText ? 'text' : headings.length > 0 ? 'heading' : 'page';
	return { id: url, href: url, external: false, page, kind, group, title, headings, excerpt };
}

/** Hits of the site's own index that the modal shows first: each hit may require fetching its page's file. */
export const FIRST_HITS = 5;

/** True if the last word has only one or two letters: the next key will replace its results. */
export function isBeginning(query: string): boolean {
	return /(?:^|\s)[a-z\d]{1,2}$/i.test(query);
}

export function plain(spans: readonly Span[]): string {
	return spans.map(({ text }) => text).join('');
}

/** Most hits of a group in the modal (B-231). Sections stop at the second limit, to leave room for other pages. */
const GROUP_LIMIT = 5;
const BELOW_LIMIT = 3;

interface Group {
	name: string;
	/** `sub` hits are listed under their page's hit. */
	hits: { hit: Hit; sub: boolean }[];
}

/**
 * Groups hits under their top-level headings, sections under their pages (B-231). The index returns hits in two parts,
 * so its pages keep the order of the ranking: a heading may appear again, and more hits only add to the end.
 */
export function grouped({ hits, by }: Pick<Answer, 'hits' | 'by'>): Group[] {
	const groups: Group[] = [];
	let group: Group | undefined;
	let page = '';
	for (const hit of hits) {
		const sub = hit.page === page;
		if (!sub && group?.name !== hit.group) {
			group = by === 'hosted' ? groups.find(({ name }) => name === hit.group) : undefined;
			group ??= groups[groups.push({ name: hit.group, hits: [] }) - 1];
		}
		page = hit.page;
		if (group && group.hits.length < (sub ? BELOW_LIMIT : GROUP_LIMIT)) group.hits.push({ hit, sub });
	}
	return groups;
}

/** A search result, from either provider. All its texts are plain text, never HTML. */
import type { Found, FoundSection } from '../../content/search/engine.ts';
import type { SearchVersion } from '../../content/search/format.ts';

export type { Span } from '../../content/search/marks.ts';

/** A page or a section, as the site's own index gives it. Of a service, `url` may belong to another site. */
export type Hit = FoundSection;

export interface Question {
	/** A newer question of the same asker replaces this one. */
	asker: 'modal' | 'page';
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

export interface Answer extends Pick<Found, 'hits' | 'count'> {
	by: 'service' | 'offline';
}

/** Hits of the site's own index in the modal: each may require fetching its page's file. */
export const OWN_HITS = 10;

/** True if the last word has only one or two letters: the next key will replace its results. */
export function isBeginning(query: string): boolean {
	return /(?:^|\s)[a-z\d]{1,2}$/i.test(query);
}

/** The part that matched: a page's title, a section's heading, or the text. */
export function kindOf({ inText, headings }: Hit): 'page' | 'heading' | 'text' {
	if (inText) return 'text';
	return headings.length > 0 ? 'heading' : 'page';
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
 * Groups hits under their top-level headings, each heading once, and sections under their pages (B-231). A page that
 * ranks below its own section isn't repeated.
 */
export function grouped(hits: readonly Hit[]): Group[] {
	const groups = new Map<string, Group>();
	let page = '';
	for (const hit of hits) {
		const sub = hit.page === page;
		page = hit.page;
		const group = groups.get(hit.group) ?? { name: hit.group, hits: [] };
		groups.set(hit.group, group);
		if (sub && kindOf(hit) === 'page') continue;
		if (group.hits.length < (sub ? BELOW_LIMIT : GROUP_LIMIT)) group.hits.push({ hit, sub });
	}
	return [...groups.values()];
}

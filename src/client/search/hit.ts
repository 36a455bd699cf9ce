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
}

export interface Answer {
	hits: Hit[];
	/** All hits there are. */
	count: number;
	by: 'hosted' | 'offline';
}

/** A hit of the offline index. */
export function fromSection(section: FoundSection): Hit {
	const { url, page, group, title, headings, excerpt, inText } = section;
	const kind = inText ? 'text' : headings.length > 0 ? 'heading' : 'page';
	return { id: url, href: url, external: false, page, kind, group, title, headings, excerpt };
}

export function plain(spans: readonly Span[]): string {
	return spans.map(({ text }) => text).join('');
}

/** Most hits of one group in the modal (B-231). */
const GROUP_LIMIT = 5;

export interface Group {
	name: string;
	/** `sub` hits stand under the hit of their page. */
	hits: { hit: Hit; sub: boolean }[];
}

/** Hits under their top-level headings, sections under their pages, best first (B-231). */
export function grouped(hits: readonly Hit[]): Group[] {
	const groups = new Map<string, Hit[]>();
	for (const hit of hits) {
		const members = groups.get(hit.group);
		if (!members) groups.set(hit.group, [hit]);
		else if (members.length < GROUP_LIMIT) members.push(hit);
	}
	return [...groups].map(([name, members]) => {
		const pages = [...new Set(members.map(({ page }) => page))];
		return {
			name,
			hits: pages.flatMap((page) => {
				const own = members.filter((hit) => hit.page === page);
				const first = own.find(({ kind }) => kind === 'page');
				const rest = own.filter((hit) => hit !== first).map((hit) => ({ hit, sub: first !== undefined }));
				return first ? [{ hit: first, sub: false }, ...rest] : rest;
			}),
		};
	});
}

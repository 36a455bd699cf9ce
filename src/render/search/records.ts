/**
 * The records of the hosted search: one per heading section and one per page, per docs version and language, in the
 * form that search boxes of the Algolia protocol read. The same sections as in the offline index. Pure.
 */

import { DOCS_PLUGIN_ID } from '../../content/contract.ts';
import { hashOf } from '../../content/hash.ts';
import { PAGE_KIND } from '../../content/search/format.ts';
import type { Site } from '../../content/site.ts';
import { absoluteUrl } from '../head.ts';
import type { ReadBody } from '../types.ts';
import { pagesOf, sectionsOf } from './pages.ts';

type Level = 'lvl0' | 'lvl1' | 'lvl2' | 'lvl3' | 'lvl4' | 'lvl5' | 'lvl6';

export interface SearchRecord {
	objectID: string;
	url: string;
	url_without_anchor: string;
	anchor: string;
	type: 'content' | Level;
	hierarchy: Record<Level, string | null>;
	content: string | null;
	language: string;
	docs_tag: string;
	/** Larger is better; the order in the page last. */
	weight: { page_rank: number; level: number; position: number };
}

/** Bytes that a record of the hosted service may have, with some room. */
const CONTENT_LIMIT = 6000;

/** Settings of an index that holds these records. */
export const INDEX_SETTINGS = {
	searchableAttributes: [
		'unordered(hierarchy.lvl1)',
		'unordered(hierarchy.lvl2)',
		'unordered(hierarchy.lvl3)',
		'unordered(hierarchy.lvl4)',
		'unordered(hierarchy.lvl5)',
		'unordered(hierarchy.lvl6)',
		'content',
	],
	attributesForFaceting: ['type', 'language', 'docs_tag'],
	attributesToRetrieve: ['hierarchy', 'content', 'type', 'url', 'url_without_anchor', 'anchor'],
	attributesToHighlight: ['hierarchy', 'content'],
	attributesToSnippet: ['content:10'],
	attributeForDistinct: 'url',
	distinct: true,
	camelCaseAttributes: ['hierarchy', 'content'],
	customRanking: ['desc(weight.page_rank)', 'desc(weight.level)', 'asc(weight.position)'],
	ranking: ['words', 'filters', 'typo', 'attribute', 'proximity', 'exact', 'custom'],
	minWordSizefor1Typo: 5,
	minWordSizefor2Typos: 9,
	ignorePlurals: true,
} as const;

const RANKS = new Map<number, number>([
	[PAGE_KIND.guide, 100],
	[PAGE_KIND.post, 60],
	[PAGE_KIND.reference, 30],
	[PAGE_KIND.aside, 10],
]);

/** All records of a site, page by page; bodies are read one at a time. */
export function* searchRecords(site: Site, body: ReadBody): Generator<SearchRecord> {
	const language = site.config.locales[0]?.locale ?? 'en';
	const loose = pagesOf(site, undefined);
	const looseUrls = new Set(loose.map(({ url }) => url));
	const sets = [
		{ tag: 'default', pages: loose },
		...site.versions.map((version) => ({
			tag: `docs-${DOCS_PLUGIN_ID}-${version.name}`,
			pages: pagesOf(site, version).filter(({ url }) => !looseUrls.has(url)),
		})),
	];
	for (const { tag, pages } of sets) {
		for (const page of pages) {
			const url = page.url.startsWith('/') ? site.config.url + page.url : absoluteUrl(site.config, page.url);
			const trail: (string | null)[] = [page.group, page.title, null, null, null, null, null];
			let position = 0;
			for (const { id, heading, level, text } of sectionsOf(page, body)) {
				const depth = id === '' ? 1 : Math.min(6, Math.max(2, level));
				trail.fill(null, depth);
				trail[depth] = id === '' ? page.title : heading;
				const record = (type: SearchRecord['type'], content: string | null): SearchRecord => ({
					objectID: hashOf(`${language} ${tag} ${url}#${id} ${type}`),
					url: id === '' ? url : `${url}#${id}`,
					url_without_anchor: url,
					anchor: id,
					type,
					hierarchy: hierarchyOf(trail),
					content,
					language,
					docs_tag: tag,
					weight: { page_rank: RANKS.get(page.kind) ?? 0, level: 100 - depth * 10, position: position++ },
				});
				yield record(`lvl${depth}` as Level, null);
				if (text !== '') yield record('content', text.slice(0, CONTENT_LIMIT));
			}
		}
	}
}

function hierarchyOf([lvl0, lvl1, lvl2, lvl3, lvl4, lvl5, lvl6]: (string | null)[]): SearchRecord['hierarchy'] {
	const or = (text: string | null | undefined): string | null => text ?? null;
	return {
		lvl0: or(lvl0),
		lvl1: or(lvl1),
		lvl2: or(lvl2),
		lvl3: or(lvl3),
		lvl4: or(lvl4),
		lvl5: or(lvl5),
		lvl6: or(lvl6),
	};
}

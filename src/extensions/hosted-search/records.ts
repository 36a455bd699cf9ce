/**
 * The records of the hosted search: one for the heading of each page and section, and one or more for its text, by docs
 * version and language, in the format of the Algolia protocol. The offline index has the same sections. Pure.
 */
import { hashOf } from '../../content/model/hash.ts';
import { PAGE_KIND, SHOWN_KIND } from '../../content/search/format.ts';
import type { SearchedPage } from '../../extension.ts';
import { bytesOf, partsOf } from './parts.ts';

type Level = 'lvl0' | 'lvl1' | 'lvl2' | 'lvl3' | 'lvl4' | 'lvl5' | 'lvl6';

export interface SearchRecord {
	objectID: string;
	url: string;
	url_without_anchor: string;
	anchor: string;
	type: 'content' | Level;
	hierarchy: Record<Level, string | null>;
	content: string | null;
	/** Guide, reference or post of `PAGE_KIND`. */
	kind: number;
	/** Docs versions that include it in their search. */
	version: string[];
	lang: string;
	language: string;
	docs_tag: string;
	/** Larger is better, except `position`: the order on the page. */
	weight: { pageRank: number; level: number; position: number };
}

/** Maximum bytes of a record as JSON. The service refuses more than 10,000 on its free plan, 100,000 on the others. */
const RECORD_BYTES = 9_800;
/** Maximum bytes of a heading in a record. Of a longer one, the records of the section's text have every word. */
const HEADING_BYTES = 400;

/** Settings of a new index: the public defaults of DocSearch, with the facets for our filters (B-240). */
export const INDEX_SETTINGS = {
	searchableAttributes: [...[0, 1, 2, 3, 4, 5, 6].map((level) => `unordered(hierarchy.lvl${level})`), 'content'],
	attributesForFaceting: ['type', 'lang', 'language', 'version', 'docs_tag', 'kind'],
	attributesToRetrieve: ['hierarchy', 'content', 'anchor', 'url', 'url_without_anchor', 'type'],
	attributesToHighlight: ['hierarchy', 'content'],
	attributesToSnippet: ['content:10'],
	camelCaseAttributes: ['hierarchy', 'content'],
	attributeForDistinct: 'url',
	distinct: true,
	customRanking: ['desc(weight.pageRank)', 'desc(weight.level)', 'asc(weight.position)'],
	ranking: ['words', 'filters', 'typo', 'attribute', 'proximity', 'exact', 'custom'],
	minWordSizefor1Typo: 3,
	minWordSizefor2Typos: 7,
	allowTyposOnNumericTokens: false,
	minProximity: 1,
	ignorePlurals: true,
	advancedSyntax: true,
	attributeCriteriaComputedBy: 'min',
	removeWordsIfNoResults: 'allOptional',
	separatorsToIndex: '_',
} as const;

const RANKS = new Map<number, number>([
	[PAGE_KIND.guide, 100],
	[PAGE_KIND.post, 60],
	[PAGE_KIND.reference, 30],
	[PAGE_KIND.aside, 10],
	[PAGE_KIND.deprecated, 5],
]);

/** The records of a page. `ranks` are `weight.pageRank` by path prefix. */
export function* recordsOf(page: SearchedPage, ranks: Readonly<Record<string, number>> = {}): Generator<SearchRecord> {
	const { url, language, tag, versions } = page;
	const trail: (string | null)[] = [headOf(page.group), null, null, null, null, null, null];
	const pageRank = rankOf(page, ranks);
	let position = 0;
	for (const { id, heading, level, text } of page.sections()) {
		const depth = id === '' ? 1 : Math.min(6, Math.max(2, level));
		const whole = id === '' ? page.title : heading;
		const head = headOf(whole);
		trail.fill(null, depth);
		trail[depth] = head;
		const record = (type: SearchRecord['type'], content: string | null, part = 0): SearchRecord => ({
			objectID: hashOf([language, tag, `${url}#${id}`, type, ...(part > 0 ? [part] : [])].join(' ')),
			url: id === '' ? url : `${url}#${id}`,
			url_without_anchor: url,
			anchor: id,
			type,
			hierarchy: hierarchyOf(trail),
			content,
			kind: SHOWN_KIND[page.kind] ?? page.kind,
			version: versions,
			lang: language,
			language,
			docs_tag: tag,
			weight: { pageRank, level: 100 - depth * 10, position: position + part },
		});
		yield record(`lvl${depth}` as Level, null);
		position++;
		const room = Math.max(RECORD_BYTES - bytesOf(record('content', '')), HEADING_BYTES);
		const parts = partsOf(head === whole ? text : `${whole} ${text}`, room);
		for (const [part, words] of parts.entries()) yield record('content', words, part);
		position += parts.length;
	}
}

/** A title or heading as a record has it. */
function headOf(text: string): string {
	return partsOf(text, HEADING_BYTES)[0] ?? '';
}

/** The rank for the page's path, else by the kind of page. */
function rankOf({ path, kind }: SearchedPage, ranks: Readonly<Record<string, number>>): number {
	const own = Object.entries(ranks).filter(([start]) => path.startsWith(start));
	return own.sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? RANKS.get(kind) ?? 0;
}

function hierarchyOf(trail: (string | null)[]): SearchRecord['hierarchy'] {
	return Object.fromEntries(trail.map((text, level) => [`lvl${level}`, text])) as SearchRecord['hierarchy'];
}

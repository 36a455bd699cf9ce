/**
 * The hosted service, in the Algolia query protocol (B-240 to B-242). Its responses are not trusted: hits without a web
 * URL are dropped, highlighting is parsed as text, and a malformed response is a failure.
 */
import { liteClient } from 'algoliasearch/lite';
import { read, write } from '../../../client/kit/kit.ts';
import type { Answer, Hit, Question, Span } from '../../../client/search/hit.ts';
import { STORAGE } from '../../../content/model/contract.ts';
import type { SearchSettings } from '../../../content/search/format.ts';
import { type HostedSettings, hostOf, hostsCache } from '../service.ts';

type Client = ReturnType<typeof liteClient>;

const LEVELS = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'] as const;
const HIERARCHY = LEVELS.map((level) => `hierarchy.${level}`);
const MARK = { start: '<mark>', end: '</mark>' };

let client: Client | undefined;

function clientOf({ appId, apiKey, hosts }: HostedSettings): Client {
	const own = hosts ? { hosts: hosts.map(hostOf) } : {};
	client ??= liteClient(appId, apiKey, { hostsCache: hostsCache(storedHosts(appId)), ...own });
	return client;
}

/** Milliseconds before a failed host is tried again (B-242). */
const HOST_PAUSE_MS = 120_000;

/**
 * Stores which hosts have failed under a key of the contract (B-205). The methods of a state, which a storage loses, are
 * made when it is read.
 */
function storedHosts(appId: string) {
	const key = STORAGE.searchHosts(appId);
	const all = (): Record<string, unknown> => {
		try {
			const value: unknown = JSON.parse(read(key) ?? '{}');
			return isRecord(value) ? value : {};
		} catch {
			return {};
		}
	};
	return {
		get(origin: string): object | undefined {
			const known = all()[origin];
			if (!isRecord(known) || typeof known.lastUpdate !== 'number') return undefined;
			const isPaused = Date.now() - known.lastUpdate <= HOST_PAUSE_MS;
			const { status, lastUpdate } = known;
			const isUp = (): boolean => status === 'up' || !isPaused;
			const isTimedOut = (): boolean => status === 'timed out' && isPaused;
			return { status, lastUpdate, isUp, isTimedOut };
		},
		set(origin: string, state: object): void {
			const { status, lastUpdate } = state as Record<string, unknown>;
			write(key, JSON.stringify({ ...all(), [origin]: { status, lastUpdate } }));
		},
	};
}

function hostedOf({ service }: SearchSettings): HostedSettings {
	return service?.settings as HostedSettings;
}

/** The filters for language and version, and the configured ones (B-240). */
function facetFilters(settings: SearchSettings, tag: string): (string | string[])[] {
	const tags = tag === 'default' ? ['docs_tag:default'] : ['docs_tag:default', `docs_tag:${tag}`];
	return [`language:${settings.locale}`, tags, ...hostedOf(settings).facetFilters];
}

/**
 * Queries the service; its client remembers the responses, so an equal question sends nothing (B-230). Rejects if no
 * host responds, and for a malformed response.
 */
export async function answerQuestion(settings: SearchSettings, question: Question): Promise<Omit<Answer, 'by'>> {
	const hosted = hostedOf(settings);
	const { query, version, page, size, words, kind } = question;
	const snippets = [...LEVELS.slice(1).map((level) => `hierarchy.${level}:${words}`), `content:${words}`];
	const response: unknown = await clientOf(hosted).search({
		requests: [
			{
				indexName: hosted.indexName,
				query,
				page,
				hitsPerPage: size,
				facetFilters: [...facetFilters(settings, version.tag), ...(kind === undefined ? [] : [`kind:${kind}`])],
				attributesToRetrieve: [...HIERARCHY, 'content', 'type', 'url'],
				attributesToSnippet: snippets,
				snippetEllipsisText: '…',
				highlightPreTag: MARK.start,
				highlightPostTag: MARK.end,
			},
		],
	});
	const result = isRecord(response) && Array.isArray(response.results) ? (response.results[0] as unknown) : undefined;
	if (!isRecord(result) || !Array.isArray(result.hits)) throw new Error('The search service gave no list of hits');
	const hits = result.hits.flatMap((hit: unknown) => toHit(hit, settings) ?? []);
	return { hits: byPage(hits), count: typeof result.nbHits === 'number' ? result.nbHits : hits.length };
}

const isWhole = ({ inText, headings }: Hit): boolean => !inText && headings.length === 0;

/** Sorts hits by page, in the order of each page's best hit; the page itself precedes its sections (B-231). */
function byPage(hits: readonly Hit[]): Hit[] {
	return [...new Set(hits.map(({ page }) => page))].flatMap((page) => {
		const own = hits.filter((hit) => hit.page === page);
		return [...own.filter(isWhole), ...own.filter((hit) => !isWhole(hit))];
	});
}

/* ---------------------------------------------------------------- hits */

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** Splits a text with marks into spans; any other tag remains text. */
function spansOf(marked: string): Span[] {
	return marked.split(MARK.start).flatMap((part, index) => {
		if (index === 0) return part === '' ? [] : [{ text: part.replaceAll(MARK.end, ''), mark: false }];
		const [inside = '', ...outside] = part.split(MARK.end);
		return [
			{ text: inside, mark: true },
			{ text: outside.join(''), mark: false },
		].filter(({ text }) => text !== '');
	});
}

/** A path of this site with its base URL, or an external URL unchanged; undefined if it is not a web URL (B-234). */
function mapUrl(url: string, settings: SearchSettings): string | undefined {
	// An empty URL would resolve to the home page.
	if (url === '' || !URL.canParse(url, settings.origin)) return undefined;
	const parsed = new URL(url, settings.origin);
	if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return undefined;
	const pattern = hostedOf(settings).externalUrlRegex;
	if (pattern !== undefined && new RegExp(pattern).test(url)) return parsed.href;
	const { baseUrl } = settings;
	// Two leading slashes would name a host.
	const path = parsed.pathname.replace(/^\/{2,}/, '/');
	const based = baseUrl === '/' || path.startsWith(baseUrl) || `${path}/` === baseUrl ? path : baseUrl + path.slice(1);
	return based + parsed.hash;
}

function toHit(hit: unknown, settings: SearchSettings): Hit | undefined {
	if (!isRecord(hit)) return undefined;
	const url = mapUrl(textOf(hit.url), settings);
	if (url === undefined) return undefined;
	const own = isRecord(hit.hierarchy) ? hit.hierarchy : {};
	const snippet = isRecord(hit._snippetResult) ? hit._snippetResult : {};
	const highlight = isRecord(hit._highlightResult) ? hit._highlightResult : {};
	const levels = LEVELS.map((level) => marked(level, own, [highlight.hierarchy, snippet.hierarchy]));
	const [, title = [], ...rest] = levels;
	return {
		url,
		page: url.replace(/#.*$/, ''),
		group: textOf(own.lvl0) || settings.siteTitle,
		title: title.length > 0 ? title : (levels[0] ?? []),
		headings: rest.filter((spans) => spans.length > 0),
		excerpt: marked('content', hit, [snippet]),
		inText: hit.type === 'content',
	};
}

function marked(name: string, own: Record<string, unknown>, results: unknown[]): Span[] {
	for (const result of results) {
		const found = isRecord(result) ? result[name] : undefined;
		if (isRecord(found) && typeof found.value === 'string') return spansOf(found.value);
	}
	const text = textOf(own[name]);
	return text === '' ? [] : [{ text, mark: false }];
}

/** The field `search.hosted` of the configuration, and what it means to pages: a client in the browser, origins. */
import { type Config, type ConfigSection, regex } from '../../content/model/config.ts';
import { check, list, number, object, record, required, string } from '../../content/model/schema.ts';
import type { SearchService } from '../../content/search/format.ts';
import type { HostedSettings } from './service.ts';

const FIELDS = {
	/** Hosted service that uses the Algolia protocol. Default: only the offline index. */
	hosted: object({
		/** Application id, unless `DOCSGEN_SEARCH_APP_ID` overrides it. */
		appId: required(string),
		/** Public search-only key, unless `DOCSGEN_SEARCH_API_KEY` overrides it. */
		apiKey: required(string),
		/** Name of the index. */
		indexName: required(string),
		/** Added to the filters for language and version. */
		facetFilters: list(string),
		/** Regular expression. Hits with a matching URL keep it absolute. */
		externalUrlRegex: regex,
		/** Origins to query in turn instead of the service's, such as a proxy or your own server. */
		hosts: list(string),
		/** Additional data that `docsgen search push` writes. */
		index: object({
			/** Index settings that every push applies. Other settings of an existing index are kept. */
			settings: record(check<unknown>('a value', (value) => value)),
			/** `weight.pageRank` of pages by path prefix. The longest prefix wins. */
			pageRank: record(number),
		}),
	}),
};

type Fields = typeof FIELDS;

declare module '../../content/model/config.ts' {
	interface SearchFields extends Fields {}
}

export type HostedSearch = NonNullable<NonNullable<Config['search']>['hosted']>;

/** If only the environment sets id and key, the index is named after the site's title. */
const complete: ConfigSection['complete'] = ({ title, search }, env) => {
	if (!search) return;
	const { hosted } = search;
	const appId = env('DOCSGEN_SEARCH_APP_ID') ?? hosted?.appId;
	const apiKey = env('DOCSGEN_SEARCH_API_KEY') ?? hosted?.apiKey;
	const indexName = hosted?.indexName ?? title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
	if (appId && apiKey) search.hosted = { ...hosted, appId, apiKey, indexName };
};

/** Origins that the client asks (B-242). */
function originsOf({ hosts, appId }: HostedSearch): string[] {
	if (hosts) return hosts.map((host) => new URL(host).origin);
	const id = appId.toLowerCase();
	return [`https://${id}-dsn.algolia.net`, ...[1, 2, 3].map((host) => `https://${id}-${host}.algolianet.com`)];
}

/** What readers' browsers get: all but what only pushes need. */
function serviceOf({ index: _, facetFilters = [], ...hosted }: HostedSearch): SearchService {
	return {
		client: 'hosted',
		name: 'Algolia',
		href: 'https://www.algolia.com/developers/',
		icon: 'M12 4a8 8 0 1 0 8 8V4Zm0 4v4l3 2',
		index: hosted.indexName,
		settings: { ...hosted, facetFilters } satisfies HostedSettings,
	};
}

export const SEARCH_SECTION: ConfigSection = {
	search: FIELDS,
	elsewhere: { algolia: 'search.hosted' },
	untranslated: ['hosted'],
	complete,
	policy: ({ search }): Record<string, string[]> => (search?.hosted ? { 'connect-src': originsOf(search.hosted) } : {}),
	preconnect: ({ search }) =>
		search?.hosted ? [search.hosted.hosts?.[0] ?? `https://${search.hosted.appId}-dsn.algolia.net`] : [],
	service: ({ search }) => search?.hosted && serviceOf(search.hosted),
};

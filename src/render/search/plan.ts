/** Every output of the search: settings, an index per docs version with its files, a file per page. */
import { DOCS_PLUGIN_ID } from '../../content/contract.ts';
import { joinRoute } from '../../content/docs.ts';
import { hashOf, hashOfValue } from '../../content/hash.ts';
import { withBase } from '../../content/links.ts';
import { INDEX_FORMAT, NAME_LENGTH, SETTINGS_FILE, type SearchSettings } from '../../content/search/format.ts';
import type { Job, PlanInput } from '../types.ts';
import { makeIndex } from './make-index.ts';
import { pagesOf } from './pages.ts';

/** Output folder of the indexes. All names in it are hashes: what they name never changes. */
export const SEARCH_FOLDER = 'assets/search';

/** Whether an output of this name is one of the search. */
export function isSearchOutput(out: string): boolean {
	return out === SETTINGS_FILE || out.startsWith(`${SEARCH_FOLDER}/`);
}

/** The jobs of a site's search; none where it wants no search. Indexes are made here: their files say their names. */
export function searchJobs(input: PlanInput): Job[] {
	const { site, bodies, indexes } = input;
	if (!site.config.search) return [];
	const jobs = new Map<string, Job>();
	const outOf = (name: string): string => `${SEARCH_FOLDER}/${name}.json`;
	const versions = site.versions.length > 0 ? site.versions : [undefined];
	const metas = versions.map((version) => {
		const pages = pagesOf(site, version).map((page) => {
			const key = hashOfValue([INDEX_FORMAT, page]);
			const name = key.slice(0, NAME_LENGTH);
			jobs.set(outOf(name), { out: outOf(name), key, kind: 'search-page', page });
			return { ...page, name };
		});
		const id = version?.name ?? '';
		const { meta, files, state } = makeIndex(pages, bodies, indexes.recall(id));
		indexes.keep(id, state);
		for (const [name, text] of files) jobs.set(outOf(name), { out: outOf(name), key: name, kind: 'text', text });
		return outOf(meta);
	});
	const text = `${JSON.stringify(settingsOf(input, metas))}\n`;
	return [...jobs.values(), { out: SETTINGS_FILE, key: hashOf(text), kind: 'text', text: () => text }];
}

/** What the browser is told. */
function settingsOf({ site, assets }: PlanInput, metas: string[]): SearchSettings {
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
		versions: metas.map((meta, number) => {
			const version = site.versions[number];
			return {
				name: version?.name ?? '',
				label: version?.label ?? '',
				isLast: version?.isLast ?? true,
				tag: version ? `docs-${DOCS_PLUGIN_ID}-${version.name}` : 'default',
				index: base(`/${meta}`),
			};
		}),
		...(hosted ? { hosted: { ...hosted, facetFilters: hosted.facetFilters ?? [] } } : {}),
	};
}

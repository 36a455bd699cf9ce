/** All outputs of the search: settings, the files of an index per docs version, a file per page. */

import { posix } from 'node:path';
import { DOCS_PLUGIN_ID } from '../../content/model/contract.ts';
import { hashOfValue } from '../../content/model/hash.ts';
import { INDEX_FORMAT, NAME_LENGTH, SETTINGS_FILE, type SearchSettings } from '../../content/search/format.ts';
import { languageOf } from '../../content/search/language.ts';
import { wholesOf } from '../../content/search/words.ts';
import { joinRoute } from '../../content/site/docs.ts';
import { withBase } from '../../content/site/links.ts';
import type { Site } from '../../content/site/site.ts';
import type { SiteVersion } from '../../content/site/version.ts';
import type { Job } from '../model/job.ts';
import type { JobGroup, PlanInput } from '../model/plan.ts';
import type { IndexedPage, SearchPage } from '../model/search-index.ts';
import { indexFiles } from './make-index.ts';
import { pagesOf } from './pages.ts';

/** Output folder of the indexes. All names in it are hashes, so its files never change. */
export const SEARCH_FOLDER = 'assets/search';

/**
 * All outputs of a site's search. Names of index files are hashes of their content, so planning builds them, and stores
 * them in `texts`.
 */
export function searchJobs(input: PlanInput, texts: Map<string, string>): JobGroup[] {
	const { site, bodies } = input;
	const { search } = site.config;
	// A site without docs has one index.
	const versions = search ? (site.versions.length > 0 ? site.versions : [undefined]) : [];
	let known: IndexedPage[][] | undefined;
	const searched = (): IndexedPage[][] => {
		known ??= versions.map((version) => indexedPages(site, version));
		return known;
	};
	// Each language has a folder, so that asking for its index does not make the others.
	const folder = SEARCH_FOLDER + site.config.root;
	const settings = settingsOut(site);
	const outOf = (name: string): string => `${folder}/${name}.json`;
	const contains = (out: string): boolean => out === settings || posix.dirname(out) === folder;
	const pageJobs = (): Job[] =>
		searched()
			.flat()
			.map(({ name, ...page }) => ({ out: outOf(name), kind: 'search-page', input: { page } }));
	const indexJobs = (): Job[] => {
		if (!search) return [];
		const synonyms = search.synonyms.map((words) => words.map((word) => wholesOf(word)[0] ?? ''));
		const jobs: Job[] = [];
		const metas = searched().map((pages) => {
			const { meta, files, rows, places } = indexFiles(pages, bodies, languagesOf(site), synonyms);
			bodies.keepRows?.(meta, rows, places);
			for (const [name, text] of files) {
				texts.set(name, text);
				jobs.push({ out: outOf(name), kind: 'index', input: { name } });
			}
			return outOf(meta);
		});
		// Their bodies may be others when jobs are planned again.
		known = undefined;
		const text = `${JSON.stringify(settingsOf(input, metas))}\n`;
		return [...jobs, { out: settings, kind: 'text', input: { text } }];
	};
	return [
		{ contains, name: outOf('page'), make: pageJobs },
		{ contains, name: outOf('index'), make: indexJobs, isDeferred: true },
	];
}

/** Output path of the settings of a language. */
export function settingsOut({ config }: Site): string {
	return `${config.root}/${SETTINGS_FILE}`.slice(1);
}

/** Tags of the languages of a site's pages: its own, and those of pages that are not translated. */
function languagesOf({ config, routes }: Site): string[] {
	return [
		...new Set([config.locale.locale, ...routes.filter(({ indexable }) => indexable).map(({ locale }) => locale)]),
	];
}

/** The pages in the search of a version, each with the name of its file. */
function indexedPages(site: Site, version: SiteVersion | undefined): IndexedPage[] {
	return pagesOf(site, version).map((page) => ({
		...page,
		name: searchPageName(page),
	}));
}

/** Name of the file of a page. */
export function searchPageName(page: SearchPage): string {
	return hashOfValue([INDEX_FORMAT, page]).slice(0, NAME_LENGTH);
}

/** The settings for the browser. */
function settingsOf({ site, assets }: PlanInput, metas: string[]): SearchSettings {
	const { config } = site;
	const base = (path: string): string => withBase(config.baseUrl, path);
	const files = [...assets.files.keys()];
	const worker = files.find((out) => out.startsWith('assets/search-worker-'));
	const languages = [...new Set(languagesOf(site).map(languageOf))].flatMap((name) => {
		const out = name && files.find((file) => file.startsWith(`assets/search-${name}-`));
		return out ? [[name, base(`/${out}`)]] : [];
	});
	return {
		locale: config.locale.locale,
		siteTitle: config.title,
		origin: config.url,
		baseUrl: config.baseUrl,
		placeholder: config.search?.placeholder ?? '',
		route: base(joinRoute(config.search?.path ?? 'search')),
		...(worker === undefined ? {} : { worker: base(`/${worker}`) }),
		languages: Object.fromEntries(languages),
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
		service: config.extended.service,
	};
}

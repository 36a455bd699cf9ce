/** The pages in the search: their facts, and the file of each with the data for results. */
import type { Config } from '../../content/model/config.ts';
import { DOCS_PLUGIN_ID } from '../../content/model/contract.ts';
import type { Page, Route, Section } from '../../content/model/page.ts';
import { type IndexPage, PAGE_KIND } from '../../content/search/format.ts';
import { withBase } from '../../content/site/links.ts';
import type { Site } from '../../content/site/site.ts';
import type { SiteVersion } from '../../content/site/version.ts';
import type { ReadBody } from '../model/job.ts';
import type { SearchPage } from '../model/search-index.ts';
import { searchTag } from '../views/head.ts';
import { languageOfText } from '../views/languages.ts';
import { withIntro } from './terms.ts';

/** The pages in the search of a version: its docs, and all pages that belong to no version (B-240). */
export function pagesOf(site: Site, version: SiteVersion | undefined): SearchPage[] {
	const tag = version && `docs-${DOCS_PLUGIN_ID}-${version.name}`;
	return site.routes
		.filter((route) => route.indexable && (searchTag(route) === tag || isLoose(route)))
		.map((route) => searchPage(site, version, route));
}

/** Whether a page belongs to no version and is not a list of other pages. */
function isLoose(route: Route): boolean {
	return route.version === undefined && (route.kind === 'page' || route.kind === 'blog-post');
}

function searchPage(site: Site, version: SiteVersion | undefined, route: Route): SearchPage {
	const { config } = site;
	const page = route.pagePath === undefined ? undefined : site.pages.get(route.pagePath);
	const kind = kindOf(version, route, page);
	return {
		url: withBase(config.baseUrl, route.path),
		title: route.title,
		...langOf(config, route),
		group: groupOf(site, version, route, kind),
		description: route.description,
		keywords: [...(page?.data.keywords ?? []), route.path.split('/').findLast((part) => part !== '') ?? ''],
		kind,
		...(page ? { bodyHash: page.bodyHash } : {}),
		hasOwnDescription: page?.data.description !== undefined || page?.description !== route.description,
	};
}

/** Lists that aren't translated are in the language of their texts as well. */
function langOf(config: Config, { locale }: Route): Pick<SearchPage, 'lang'> {
	const { lang } = languageOfText(config, locale);
	return lang === undefined ? {} : { lang };
}

function kindOf(version: SiteVersion | undefined, route: Route, page: Page | undefined): number {
	if (route.kind === 'blog-post') return PAGE_KIND.post;
	if (page?.virtual) return page.virtual.status === 'deprecated' ? PAGE_KIND.deprecated : PAGE_KIND.reference;
	const place = version?.places.get(route.path);
	return route.kind === 'doc' && place?.stop === undefined ? PAGE_KIND.aside : PAGE_KIND.guide;
}

/** The heading above results: the outermost category of the sidebar, else the kind of page. */
function groupOf(site: Site, version: SiteVersion | undefined, route: Route, kind: number): string {
	const { words } = site.config;
	if (route.kind === 'blog-post') return site.config.blog?.title ?? words.blog;
	if (route.version === undefined) return site.config.title;
	if (kind === PAGE_KIND.reference) return words.apiReference;
	if (kind === PAGE_KIND.deprecated) return words.deprecatedApi;
	const place = version?.places.get(route.path);
	const branch = place?.stop === undefined ? undefined : place.sidebar.stops[place.stop]?.branch;
	const outermost = branch?.[0] === undefined ? undefined : place?.sidebar.items[branch[0]];
	return outermost?.kind === 'category' ? outermost.label : words.documentation;
}

/* ---------------------------------------------------------------- files */

/** The file with a page's data for results. */
export function renderSearchPage(page: SearchPage, body: ReadBody): string {
	const file: IndexPage = {
		url: page.url,
		title: page.title,
		group: page.group,
		...(page.lang === undefined ? {} : { lang: page.lang }),
		sections: sectionsOf(page, body).map(({ id, heading, level, text }) => [id, heading, level, text]),
	};
	return JSON.stringify(file);
}

/** The sections of a page; the first is the page itself, with its own description unless its text includes it. */
export function sectionsOf(page: SearchPage, body: ReadBody): Section[] {
	const [intro, ...sections] = withIntro(page.bodyHash === undefined ? [] : body('sections', page.bodyHash));
	const own = intro?.text ?? '';
	const text = !page.hasOwnDescription || own.includes(page.description) ? own : `${page.description}\n${own}`;
	return [{ id: '', heading: '', level: 1, text: text.trim() }, ...sections];
}

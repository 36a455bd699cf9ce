/** Views of docs pages: docs, generated category pages, tags. */

import { REPORT_PLACES } from '../../content/model/config.ts';
import { realPath } from '../../content/model/mounts.ts';
import { compareNames } from '../../content/model/names.ts';
import type { Heading, Page, Route, SidebarCategory, SidebarItem } from '../../content/model/page.ts';
import { plural } from '../../content/model/words.ts';
import { byTag, mediumDate } from '../../content/site/blog.ts';
import { listedDoc } from '../../content/site/docs.ts';
import { leadsTo, localAddress, withBase } from '../../content/site/links.ts';
import { localeOfLabel, pathOfText } from '../../content/site/locale.ts';
import { firstRoute, type Stop } from '../../content/site/sidebar.ts';
import type { Site } from '../../content/site/site.ts';
import type { SiteVersion, TaggedDoc } from '../../content/site/version.ts';
import type {
	BannerView,
	CardView,
	ContentView,
	CrumbView,
	DocsFrame,
	LinkView,
	NeighbourView,
	PaginatorView,
	TocView,
} from '../model/view.ts';
import { absoluteUrl } from './head.ts';
import { languageOfLabel, languageOfText, textView, withDirection } from './languages.ts';
import { markdownOut } from './output-paths.ts';
import { ownHtml } from './own-html.ts';

type Content<K extends ContentView['kind']> = Extract<ContentView, { kind: K }>;

/** Nested table of contents of the headings between two levels (B-160). */
function tocView(headings: Heading[], min: number, max: number): TocView[] {
	const root: TocView[] = [];
	const open: { level: number; children: TocView[] }[] = [{ level: 0, children: root }];
	for (const heading of headings) {
		if (heading.level < min || heading.level > max) continue;
		while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
		const entry: TocView = { id: heading.id, html: heading.html, children: [] };
		(open.at(-1)?.children ?? root).push(entry);
		open.push({ level: heading.level, children: entry.children });
	}
	return root;
}

/** A page's table of contents, with the heading levels of the page, else of the site (B-160). */
export function pageToc(site: Site, page: Page): TocView[] {
	if (page.data.hide_table_of_contents) return [];
	const { minHeadingLevel, maxHeadingLevel } = site.config.tableOfContents;
	return tocView(
		page.headings,
		page.data.toc_min_heading_level ?? minHeadingLevel,
		page.data.toc_max_heading_level ?? maxHeadingLevel,
	);
}

/** URL of "Edit this page" (B-156). */
export function editUrl(site: Site, page: Page): string | undefined {
	if (page.data.custom_edit_url === null) return undefined;
	const { editUrl, include } = site.config;
	return page.data.custom_edit_url ?? (editUrl && joined(editUrl, realPath(include.mounts, page.path)));
}

/** URL of "Report a problem", with the page that readers have open. */
export function reportUrl({ config }: Site, { path, title, version = '' }: Route): string | undefined {
	const values = { title, version, url: absoluteUrl(config, path) };
	return config.reportUrl?.replace(/\{(\w+)\}/g, (mark, name) => {
		const place = REPORT_PLACES.find((one) => one === name);
		return place ? encodeURIComponent(values[place]) : mark;
	});
}

/** A URL with a relative path at its end. */
function joined(url: string, path: string): string {
	const whole = `${url}/${path}`;
	return path.startsWith('../') && URL.canParse(whole) ? new URL(whole).href : whole;
}

/** Links to tag pages. */
export function tagLinks(tags: TaggedDoc['tags'], site: Site): LinkView[] {
	return tags.map(({ label, route }) => ({
		label,
		...languageOfLabel(site, label),
		href: withBase(site.config.baseUrl, route),
		external: false,
	}));
}

function tagsOf(site: Site, version: SiteVersion, page: Page): TaggedDoc['tags'] {
	return site.taggedDocs.get(version.name)?.find((entry) => entry.doc.page === page)?.tags ?? [];
}

export function docView(
	site: Site,
	version: SiteVersion,
	route: Route,
	page: Page,
	checkedAgainst?: string,
): Content<'doc'> {
	const { config } = site;
	const { data } = page;
	const shows = config.docs?.showLastUpdate && data.last_update;
	const iso = shows ? data.last_update?.date : undefined;
	return {
		kind: 'doc',
		...textView(site, page),
		...frame(site, version, route, page),
		heading: headingOf(page),
		eyebrow: page.virtual?.kind,
		toc: pageToc(site, page),
		tags: tagLinks(tagsOf(site, version, page), site),
		editUrl: editUrl(site, page),
		reportUrl: reportUrl(site, route),
		updated: shows
			? { iso, label: iso === undefined ? undefined : mediumDate(iso, config), author: data.last_update?.author }
			: undefined,
		markdownHref: withBase(config.baseUrl, `/${markdownOut(pathOfText(site, route))}`),
		checkedAgainst,
	};
}

/** The h1 above the text, unless the page hides it or has its own; a landing page has it in its `Hero`. */
function headingOf({ data, ownHeading, title, components }: Page): string | undefined {
	const hasHero = data.layout === 'landing' && components.includes('Hero');
	return data.hide_title || ownHeading || hasHero ? undefined : title;
}

export function singlePageView(site: Site, route: Route, page: Page): Content<'page'> {
	const layout = page.data.layout === 'landing' ? 'landing' : 'page';
	const toc = layout === 'landing' ? [] : pageToc(site, page);
	return {
		kind: 'page',
		...textView(site, page),
		layout,
		heading: headingOf(page),
		toc,
		editUrl: editUrl(site, page),
		reportUrl: reportUrl(site, route),
	};
}

export function categoryView(site: Site, version: SiteVersion, route: Route): Content<'category'> {
	const place = version.places.get(route.path);
	const trail = route.detail.kind === 'category' ? route.detail.trail : [];
	const category = categoryAt(place?.sidebar.items ?? [], trail);
	return {
		kind: 'category',
		...frame(site, version, route),
		heading: route.title,
		headingLanguage: languageOfLabel(site, route.title),
		description: route.description,
		descriptionLanguage: languageOfLabel(site, route.description),
		cards: (category?.items ?? []).flatMap((item) => card(item, site, version)),
	};
}

/** Cards for the entries of the page's category: the one that links to it, else the one that contains it. */
export function siblingCards(site: Site, version: SiteVersion, route: string): CardView[] {
	const stop = stopOf(version, route);
	const { items = [] } = version.places.get(route)?.sidebar ?? {};
	const siblings = stop?.branch.length ? (categoryAt(items, stop.branch)?.items ?? []) : stop ? items : [];
	const cards = siblings.flatMap((item) =>
		item.kind === 'doc' && item.route === route ? [] : card(item, site, version),
	);
	// They are inside of the page's text, which may be in another language than the site.
	const isOther = version.docs.some((doc) => doc.route === route && doc.page.locale !== site.locale);
	return isOther ? cards.map((one) => ({ ...one, ...withDirection(site.config, one) })) : cards;
}

/** Maximum number of cards on the empty search page. */
const MAX_PLACES = 12;

/** Cards for the first entries in the sidebar of the last version's main doc. */
export function firstPlaces(site: Site): CardView[] {
	const last = site.versions.find((version) => version.isLast);
	const sidebar = last?.main && last.places.get(last.main.route)?.sidebar;
	return last && sidebar ? sidebar.items.flatMap((item) => card(item, site, last)).slice(0, MAX_PLACES) : [];
}

/** The category at a trail of indexes in a sidebar. */
function categoryAt(items: SidebarItem[], trail: number[]): SidebarCategory | undefined {
	const [index = -1, ...rest] = trail;
	const item = items[index];
	if (item?.kind !== 'category') return undefined;
	return rest.length === 0 ? item : categoryAt(item.items, rest);
}

/** B-159. */
function card(item: SidebarItem, site: Site, version: SiteVersion): CardView[] {
	if (item.kind === 'html') return [];
	const view = (href: string | undefined, description: string, locale: string): CardView[] => {
		if (href === undefined) return [];
		const { kind, label } = item;
		const language = languageOfText(site.config, item.locale);
		const own = languageOfText(site.config, locale);
		const descriptionLanguage = own.lang === language.lang ? undefined : withDirection(site.config, own);
		const address = localAddress(site.base, href);
		return [{ kind, label, ...language, description, descriptionLanguage, href: address, ...leadsTo(address, href) }];
	};
	const docId = item.kind === 'link' ? undefined : item.kind === 'doc' ? item.id : item.docId;
	const page = version.docById.get(docId ?? '')?.page;
	const localeOf = (text: string): string =>
		page && text === page.description ? page.locale : localeOfLabel(site, text);
	if (item.kind === 'doc') return view(item.route, page?.description ?? '', page?.locale ?? site.locale);
	const { description = '' } = item;
	if (item.kind === 'link') return view(item.href, description, localeOf(description));
	const href = item.route ?? firstRoute(item.items);
	const { words } = site.config;
	return item.description === undefined
		? view(href, plural(words.items, item.items.length, words), site.locale)
		: view(href, description, localeOf(description));
}

/**
 * The stop of a route in its sidebar, or the next one in a direction. Pages that are displayed with another sidebar are
 * no neighbors: their own neighbors are there, and could lead back.
 */
export function stopOf({ places }: SiteVersion, route: string, direction: -1 | 0 | 1 = 0): Stop | undefined {
	const { sidebar, stop } = places.get(route) ?? {};
	if (!sidebar || stop === undefined) return undefined;
	const isNear = ({ route }: Stop): boolean => {
		const other = places.get(route);
		return !other?.isChosen || other.sidebar === sidebar;
	};
	if (direction === 0) return sidebar.stops[stop];
	return direction > 0 ? sidebar.stops.slice(stop + 1).find(isNear) : sidebar.stops.slice(0, stop).findLast(isNear);
}

function frame(site: Site, version: SiteVersion, route: Route, page?: Page): DocsFrame {
	const stop = stopOf(version, route.path);
	const drawing = drawingOf(version, route);
	return {
		crumbs: site.config.docs?.breadcrumbs && stop ? crumbs(site, stop) : [],
		banner: banner(site, version, page),
		badge: version.badge ? version.label : undefined,
		paginator: paginator(site, version, route, page),
		hasSidebar: version.places.has(route.path),
		drawing: drawing === undefined ? undefined : ownHtml(site.base, drawing),
	};
}

/** The drawing above a page's title: only pages that a first-level category links to have one. */
export function drawingOf(version: SiteVersion, route: Route): string | undefined {
	const { index, branch: [top = -1, ...inner] = [] } = stopOf(version, route.path) ?? {};
	const category = version.places.get(route.path)?.sidebar.items[top];
	if (index !== undefined || inner.length > 0 || category?.kind !== 'category') return undefined;
	return category.drawing;
}

/** B-154: the categories around the page, then the page itself without link. */
function crumbs(site: Site, stop: Stop): CrumbView[] {
	const above = stop.categories.map(
		(category): CrumbView => ({
			label: category.label,
			...languageOfText(site.config, category.locale),
			href: category.route === undefined ? undefined : withBase(site.config.baseUrl, category.route),
		}),
	);
	return [...above, { label: stop.label, ...languageOfText(site.config, stop.locale) }];
}

/** B-150, B-151, B-152: links to the same doc in the last version, else to its main doc. */
function banner(site: Site, version: SiteVersion, page?: Page): BannerView | undefined {
	const last = site.versions.find((candidate) => candidate.isLast);
	if (version.banner === 'none' || !last) return undefined;
	const id = page === undefined ? undefined : version.docs.find((doc) => doc.page === page)?.id;
	const doc = listedDoc(last, id) ?? last.main;
	return {
		kind: version.banner,
		siteTitle: site.config.title,
		label: version.label,
		latest: {
			label: last.label,
			href: withBase(site.config.baseUrl, doc?.route ?? `${last.path}/`),
			version: last.name,
		},
	};
}

/** B-155: previous and next page in the sidebar; front matter can replace or remove them. */
function paginator(site: Site, version: SiteVersion, route: Route, page?: Page): PaginatorView {
	return {
		previous: neighbour(site, version, page?.data.pagination_prev, stopOf(version, route.path, -1)),
		next: neighbour(site, version, page?.data.pagination_next, stopOf(version, route.path, 1)),
	};
}

function neighbour(
	site: Site,
	version: SiteVersion,
	override: string | null | undefined,
	stop: Stop | undefined,
): NeighbourView | undefined {
	if (override === null) return undefined;
	const doc = listedDoc(version, override ?? stop?.docId);
	const route = override === undefined ? stop?.route : doc?.route;
	if (route === undefined) return undefined;
	const own = doc?.page.data.pagination_label ?? (override === undefined ? undefined : doc?.label);
	const [label = '', locale] = own === undefined ? [stop?.label, stop?.locale] : [own, doc?.page.locale];
	return { label, ...languageOfText(site.config, locale), href: withBase(site.config.baseUrl, route) };
}

/** B-149. */
export function docsTagsView(site: Site, version: SiteVersion): Content<'tags'> {
	return tagsView(byTag(site.taggedDocs.get(version.name) ?? []), site);
}

/** Tags by first letter, upper case (B-267); names of people are in no language. */
export function tagsView(
	found: { tag: { label: string; route: string }; items: unknown[] }[],
	site: Site,
	isNames = false,
): Content<'tags'> {
	const { baseUrl, words } = site.config;
	const groups = new Map<string, Content<'tags'>['groups'][number]>();
	for (const { tag, items } of found) {
		const letter = [...tag.label.toUpperCase()][0] ?? '';
		const group = groups.get(letter) ?? { letter, tags: [] };
		groups.set(letter, group);
		group.tags.push({
			label: tag.label,
			...(isNames ? {} : languageOfLabel(site, tag.label)),
			href: withBase(baseUrl, tag.route),
			count: items.length,
		});
	}
	return {
		kind: 'tags',
		heading: words.tags,
		groups: [...groups.values()].sort((a, b) => compareNames(a.letter, b.letter)),
	};
}

export function docsTagView(site: Site, version: SiteVersion, route: Route): Content<'docs-tag'> {
	const tag = route.detail.kind === 'docs-tag' ? route.detail.tag : '';
	const found = byTag(site.taggedDocs.get(version.name) ?? []).find((entry) => entry.tag.route === tag);
	const all = tag.slice(0, tag.lastIndexOf('/'));
	return {
		kind: 'docs-tag',
		heading: route.title,
		all: withBase(site.config.baseUrl, all),
		items: (found?.items ?? []).map(({ doc }) => ({
			title: doc.page.title,
			...languageOfText(site.config, doc.page.locale),
			description: doc.page.description,
			href: withBase(site.config.baseUrl, doc.route),
		})),
	};
}

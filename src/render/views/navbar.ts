/**
 * The navbar on one page: the targets of its items, and which items are active.
 */
import type { Config, NavbarEntry } from '../../content/model/config.ts';
import type { Route } from '../../content/model/page.ts';
import { listedDoc } from '../../content/site/docs.ts';
import {
	entryAddress,
	isInside,
	leadsTo,
	leavesSite,
	routeKey,
	withBase,
	withoutBase,
} from '../../content/site/links.ts';
import type { Site } from '../../content/site/site.ts';
import type { SiteVersion } from '../../content/site/version.ts';
import type { NavbarItemView } from '../model/view.ts';
import { type Alternates, languageOfLabel } from './languages.ts';
import { ownHtml } from './own-html.ts';
import { withVersion } from './site.ts';

interface Here {
	site: Site;
	config: Config;
	alternates: Alternates;
	route: Route;
	/** URL of the page with base URL. */
	address: string;
	/** The version of the page, else the last one: the target of doc items. */
	version: SiteVersion | undefined;
}

/** The items of the navbar on `route`. Without a search item in the configuration, it is last on the right (B-108). */
export function navbarView(site: Site, route: Route, alternates: Alternates): NavbarItemView[] {
	const { config } = site;
	const last = site.versions.find((version) => version.isLast) ?? site.versions[0];
	const version = site.versions.find((candidate) => candidate.name === route.version) ?? last;
	const here: Here = { site, config, alternates, route, address: withBase(config.baseUrl, route.path), version };
	const items = itemViews(config.navbar.items, here);
	const hasSearch = items.some((item) => item.kind === 'search');
	return hasSearch || !config.search ? items : [...items, { kind: 'search', position: 'right' }];
}

const itemViews = (items: NavbarEntry[], here: Here): NavbarItemView[] => items.flatMap((item) => itemView(item, here));

function itemView(item: NavbarEntry, here: Here): NavbarItemView[] {
	const shape = { position: item.position, className: item.className };
	switch (item.type) {
		case 'html':
			return [htmlItem(item.value, shape, here)];
		case 'search':
			return here.config.search ? [{ kind: 'search', ...shape }] : [];
		case 'doc':
		case 'docSidebar':
			return docsItem(item, shape, here);
		case 'docsVersionDropdown':
			return versionItem(item, shape, here);
		case 'localeDropdown':
			return localeItem(item, shape, here);
		case 'dropdown':
			return [dropdown(item, shape, here)];
		case 'default':
			return [linkItem(item, shape, here)];
	}
}

const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;
const ATTRIBUTE = /\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?/g;

/** The copy in the menu of narrow screens has no ids, because they must be unique. */
function htmlItem(value: string, shape: Shape, { config, site }: Here): NavbarItemView {
	const html = ownHtml(site.base, withVersion(config, value));
	const menuHtml = html.replace(TAG, (tag) =>
		tag.replace(ATTRIBUTE, (attribute) => (/^\s*id\b/i.test(attribute) ? '' : attribute)),
	);
	return { kind: 'html', html, menuHtml, ...languageOfLabel(site, value), ...shape };
}

type Shape = { position: 'left' | 'right'; className?: string };
type LinkItem = Extract<NavbarItemView, { kind: 'link' }>;
type Item<K extends NavbarEntry['type']> = Extract<NavbarEntry, { type: K }>;

function linkItem(item: Item<'default'>, shape: Shape, here: Here): LinkItem {
	const href = entryAddress(here.site.base, item) ?? here.config.baseUrl;
	return {
		kind: 'link',
		label: item.label ?? '',
		...languageOfLabel(here.site, item.label ?? item.ariaLabel ?? ''),
		href,
		...leadsTo(href, item.href ?? item.to),
		ariaLabel: item.ariaLabel,
		icon: item.icon,
		...shape,
		active: isActive(href, item, here),
		// A link to a part of the page is not the page.
		current: !href.includes('#') && isSame(href, here),
		pattern: patternOf(item, here),
	};
}

/** Only for the not-found page: it can be shown at any URL, so scripts decide which item is active. */
function patternOf(
	{ activeBasePath, activeBaseRegex: regex }: { activeBasePath?: string; activeBaseRegex?: string },
	here: Here,
): { basePath?: string; regex?: string } | undefined {
	if (here.route.kind !== 'not-found' || (activeBasePath ?? regex) === undefined) return undefined;
	const basePath = activeBasePath === undefined ? undefined : baseOf(here.config, activeBasePath);
	return { basePath, regex };
}

/** Outside the docs, the target of an item depends on the reader's preferred version (B-202). */
function versionHrefs(
	here: Here,
	routeIn: (version: SiteVersion) => string | undefined,
): Record<string, string> | undefined {
	const { kind, version } = here.route;
	if (version !== undefined || (here.site.versions.length < 2 && kind !== 'not-found')) return undefined;
	const hrefs = here.site.versions.flatMap((version): [string, string][] => {
		const route = routeIn(version);
		return route === undefined ? [] : [[version.name, withBase(here.config.baseUrl, route)]];
	});
	return Object.fromEntries(hrefs);
}

function isSame(href: string, here: Here): boolean {
	return routeKey(href.replace(/[?#].*$/, '')) === routeKey(here.address);
}

/** B-025, B-026: the pattern decides, else the base path, else the link itself or a parent path of the page. */
function isActive(href: string, item: { activeBasePath?: string; activeBaseRegex?: string }, here: Here): boolean {
	const address = here.address;
	if (item.activeBaseRegex !== undefined) return new RegExp(item.activeBaseRegex, 'i').test(address);
	if (item.activeBasePath !== undefined) return isInside(address, baseOf(here.config, item.activeBasePath));
	if (leavesSite(href)) return false;
	if (isSame(href, here)) return true;
	const parent = href.replace(/[?#].*$/, '').replace(/\/$/, '');
	const home = withBase(here.config.baseUrl, here.config.root).replace(/\/$/, '');
	return parent !== home && address.startsWith(`${parent}/`);
}

/** A base path in the language of the site. */
function baseOf(config: Config, path: string): string {
	const inside = withoutBase(config, path);
	return withBase(config.baseUrl, leavesSite(inside) ? inside : config.root + inside);
}

function dropdown(item: Item<'dropdown'>, shape: Shape, here: Here): NavbarItemView {
	const items = itemViews(item.items, here);
	const href = entryAddress(here.site.base, item);
	const active =
		(href !== undefined && isActive(href, item, here)) || items.some((inner) => inner.kind === 'link' && inner.active);
	return {
		kind: 'dropdown',
		label: item.label,
		mobileLabel: item.label,
		...languageOfLabel(here.site, item.label),
		href,
		...leadsTo(href ?? '', item.href ?? item.to),
		active,
		role: 'plain',
		items,
		...shape,
	};
}

/**
 * B-106, B-107: a link to a doc, or to the first page of a sidebar, in the page's version, else in the last one; left
 * out if both lack it.
 */
function docsItem(item: Item<'doc'> | Item<'docSidebar'>, shape: Shape, here: Here): NavbarItemView[] {
	const isDoc = item.type === 'doc';
	const routeIn = (version: SiteVersion): string | undefined =>
		isDoc ? listedDoc(version, item.docId)?.route : version.sidebars.get(item.sidebarId)?.first;
	const last = here.site.versions.find((version) => version.isLast);
	const version = [here.version, last].find((candidate) => candidate && routeIn(candidate) !== undefined);
	const route = version && routeIn(version);
	if (!version || route === undefined) return [];
	const href = withBase(here.config.baseUrl, route);
	const current = isSame(href, here);
	const sidebar = isDoc ? version.places.get(route)?.sidebar.id : item.sidebarId;
	const label = item.label ?? (isDoc ? item.docId : item.sidebarId);
	const isInside = sidebar !== undefined && here.route.version === version.name && here.route.sidebar === sidebar;
	return [
		{
			kind: 'link',
			label,
			...languageOfLabel(here.site, label),
			href,
			external: false,
			active: item.activeBaseRegex === undefined ? isInside || (isDoc && current) : isActive(href, item, here),
			current,
			versionHrefs: versionHrefs(here, routeIn),
			...shape,
		},
	];
}

/** B-114, B-115: links to the same doc in each version, else to its main page. */
function versionItem(item: Item<'docsVersionDropdown'>, shape: Shape, here: Here): NavbarItemView[] {
	const { site, route, config, version } = here;
	if (!version) return [];
	const docId = route.detail.kind === 'doc' ? route.detail.id : undefined;
	// Versions that the language doesn't have are in the first one.
	const original = here.alternates.original(site);
	const all = (original ?? site).versions.map((there) => {
		const own = site.versions.find(({ name }) => name === there.name);
		return { candidate: own ?? there, language: own ? {} : languageOfSite(original) };
	});
	const links = all.map(({ candidate, language }): LinkItem => {
		const isHere = docId !== undefined && candidate.name === route.version;
		const doc = (isHere ? candidate.docById.get(docId) : listedDoc(candidate, docId)) ?? candidate.main;
		const href = withBase(config.baseUrl, doc?.route ?? `${candidate.path}/`);
		return {
			kind: 'link',
			label: candidate.label,
			...language,
			href,
			external: false,
			active: route.version === candidate.name,
			current: isSame(href, here),
			position: shape.position,
			version: candidate.name,
		};
	});
	const items = [...itemViews(item.dropdownItemsBefore, here), ...links, ...itemViews(item.dropdownItemsAfter, here)];
	const own = links.find((link) => link.version === version.name);
	const [only] = items;
	if (items.length === 1 && only?.kind === 'link') return [{ ...only, ...shape }];
	return [
		{
			kind: 'dropdown',
			label: version.label,
			mobileLabel: config.words.versions,
			href: own?.href,
			external: false,
			active: route.version !== undefined,
			role: 'versions',
			items,
			...shape,
		},
	];
}

/** Attributes of a link to a page of another language. */
function languageOfSite(site: Site | undefined): Pick<LinkItem, 'lang' | 'dir' | 'hreflang'> {
	const { htmlLang, direction } = site?.config.locale ?? {};
	return { lang: htmlLang, dir: direction, hreflang: htmlLang };
}

/** B-116. */
function localeItem(item: Item<'localeDropdown'>, shape: Shape, here: Here): NavbarItemView[] {
	const links = here.alternates.menu(here.site, here.route).map(({ isCurrent, ...link }): LinkItem => {
		const { position } = shape;
		return { kind: 'link', ...link, external: false, position, active: isCurrent, current: isCurrent };
	});
	return [
		{
			kind: 'dropdown',
			label: here.config.locale.label,
			mobileLabel: here.config.words.languages,
			external: false,
			active: false,
			role: 'locales',
			items: [...itemViews(item.dropdownItemsBefore, here), ...links, ...itemViews(item.dropdownItemsAfter, here)],
			...shape,
		},
	];
}

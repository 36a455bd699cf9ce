/**
 * Docs sidebars. Pages with the same open branch share one text; the current entry is marked for each page.
 */

import { escapeAttribute } from '../../content/model/html.ts';
import type { SidebarItem } from '../../content/model/page.ts';
import { lookOf } from '../../content/model/sidebars.ts';
import { leadsTo, localAddress, withBase } from '../../content/site/links.ts';
import { routeOf } from '../../content/site/sidebar.ts';
import type { Site } from '../../content/site/site.ts';
import type { SiteSidebar } from '../../content/site/version.ts';
import type { SidebarItemView, SidebarView } from '../model/view.ts';
import { languageOfLabel, languageOfText } from './languages.ts';
import { ownHtml } from './own-html.ts';

/**
 * A sidebar with more entries leaves some out, so that pages do not grow with the site: closed categories only link to
 * their first page, where they are open; a long list shows a window and links to the entries before and after it.
 * Scripts fetch the rest.
 */
export const WHOLE_SIDEBAR_LIMIT = 150;
/** A list with more entries shows a window of three steps. */
const LIST_LIMIT = 60;
const STEP_ENTRIES = 15;

interface SidebarOptions {
	site: Pick<Site, 'base' | 'config' | 'ownTexts'>;
	hideable: boolean;
	/** Indexes from the root to the innermost open category, and the index of the page in it. */
	trail: number[];
	/** URL of the whole sidebar, for sidebars that leave entries out. */
	source?: string;
}

/** The view of `sidebar` with one branch open. With `source`, it leaves out closed categories and distant entries. */
export function sidebarView(sidebar: SiteSidebar, options: SidebarOptions): SidebarView {
	return {
		hideable: options.hideable,
		source: options.source,
		items: listViews(sidebar.items, options.trail, options),
	};
}

/** The window around an entry in a list of this length; adjacent entries share it. */
export function shownPart(length: number, index = 0): [from: number, to: number] {
	if (length <= LIST_LIMIT) return [0, length];
	const start = (Math.floor(index / STEP_ENTRIES) - 1) * STEP_ENTRIES;
	return [Math.max(0, start), Math.min(length, start + 3 * STEP_ENTRIES)];
}

function listViews(items: SidebarItem[], trail: number[] | undefined, options: SidebarOptions): SidebarItemView[] {
	if (options.source === undefined) return itemViews(items, 0, trail, options);
	const [from, to] = shownPart(items.length, trail?.[0]);
	const more = (hidden: SidebarItem[], where: 'above' | 'below'): SidebarItemView[] => {
		const route = hidden.map(routeOf).find((route) => route !== undefined) ?? '/';
		return hidden.length === 0
			? []
			: [{ kind: 'more', count: hidden.length, where, href: withBase(options.site.base.baseUrl, route) }];
	};
	return [
		...more(items.slice(0, from).reverse(), 'above'),
		...itemViews(items.slice(from, to), from, trail, options),
		...more(items.slice(to), 'below'),
	];
}

/** Views of entries; `from` is the index of the first. */
function itemViews(
	items: SidebarItem[],
	from: number,
	trail: number[] | undefined,
	options: SidebarOptions,
): SidebarItemView[] {
	return items.map((item, index): SidebarItemView => {
		const { base, config } = options.site;
		if (item.kind === 'html')
			return {
				kind: 'html',
				html: ownHtml(base, item.html),
				...languageOfLabel(options.site, item.html),
				defaultStyle: item.defaultStyle,
				className: item.className,
			};
		const shown = { label: item.label, ...languageOfText(config, item.locale), ...lookOf(item) };
		const linkView = (written: string): SidebarItemView => {
			const href = localAddress(base, written);
			return { kind: 'link', ...shown, href, ...leadsTo(href, written) };
		};
		if (item.kind === 'link') return linkView(item.href);
		if (item.kind === 'doc') return linkView(item.route);
		// There is nothing to open.
		if (item.items.length === 0 && item.route !== undefined) return linkView(item.route);
		const active = trail !== undefined && trail[0] === from + index;
		const collapsed = item.collapsible && item.collapsed && !active;
		return {
			kind: 'category',
			...shown,
			href: withBase(base.baseUrl, routeOf(item) ?? '/'),
			linked: item.route !== undefined,
			collapsible: item.collapsible,
			collapsed,
			active,
			items:
				collapsed && options.source !== undefined
					? []
					: listViews(item.items, active ? trail.slice(1) : undefined, options),
		};
	});
}

/**
 * Marks the current page (B-143) in the text of a sidebar: one entry with the URL `href`, in the open list if it is
 * there. A category without a page has the URL of its first page as well, and is never marked.
 */
export function markCurrent(html: string, href: string, { items }: SidebarView): string {
	const attribute = ` href="${escapeAttribute(href).replaceAll("'", '&#x27;')}"`;
	const places = html.split(attribute);
	if (places.length === 1) return html;
	// Nearly all pages have one entry: a large sidebar isn't walked for them.
	if (places.length === 2) return places.join(`${attribute} aria-current="page"`);
	const linksIn = (item: SidebarItemView): number =>
		item.kind === 'html' ? item.html.split(attribute).length - 1 : Number(item.href === href);
	const same = entriesOf(items).flatMap((item) => Array<SidebarItemView>(linksIn(item)).fill(item));
	const entry = openEntry(items, href) ?? same.find((one) => leadsToPage(one, href)) ?? same[0];
	// A site's own template may write fewer links, or more.
	const before = same.length === places.length - 1 && entry ? same.indexOf(entry) + 1 : places.length - 1;
	const at = places.slice(0, before).join(attribute) + attribute;
	return `${at} aria-current="page"${places.slice(before).join(attribute)}`;
}

/** All entries of a sidebar, from top to bottom. */
function entriesOf(items: SidebarItemView[]): SidebarItemView[] {
	return items.flatMap((item) => (item.kind === 'category' ? [item, ...entriesOf(item.items)] : [item]));
}

/** The entry of a page: the innermost open category, or the first one in it that leads to the page. */
function openEntry(items: SidebarItemView[], href: string): SidebarItemView | undefined {
	const open = items.find((item) => item.kind === 'category' && item.active);
	if (open?.kind !== 'category') return items.find((item) => leadsToPage(item, href));
	return leadsToPage(open, href) ? open : openEntry(open.items, href);
}

/** Whether an entry is a link to a page, and not to the first page of what it contains. */
function leadsToPage(item: SidebarItemView, href: string): boolean {
	return (item.kind === 'link' || (item.kind === 'category' && item.linked)) && item.href === href;
}

/** Number of all entries in a sidebar. */
export function countEntries(items: SidebarItem[]): number {
	return items.reduce((sum, item) => sum + 1 + (item.kind === 'category' ? countEntries(item.items) : 0), 0);
}

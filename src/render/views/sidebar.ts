/**
 * Docs sidebars. Pages with the same open branch share one text; the current entry is marked for each page.
 */

import { escapeAttribute } from '../../content/model/html.ts';
import type { SidebarItem } from '../../content/model/page.ts';
import { leadsTo, localAddress, withBase } from '../../content/site/links.ts';
import { routeOf } from '../../content/site/sidebar.ts';
import type { Site, SiteSidebar } from '../../content/site/site.ts';
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
		const { className } = item;
		const { base, config } = options.site;
		if (item.kind === 'html')
			return {
				kind: 'html',
				html: ownHtml(base, item.html),
				...languageOfLabel(options.site, item.html),
				defaultStyle: item.defaultStyle,
				className,
			};
		const shown = { label: item.label, ...languageOfText(config, item.locale), badge: item.badge, className };
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
 * Marks the entry with the URL `href` as the current page (B-143): the last one, because a category without a page has
 * its first page's URL as well, and precedes it.
 */
export function markCurrent(html: string, href: string): string {
	const attribute = ` href="${escapeAttribute(href).replaceAll("'", '&#x27;')}"`;
	const at = html.lastIndexOf(attribute);
	if (at < 0) return html;
	const end = at + attribute.length;
	return `${html.slice(0, end)} aria-current="page"${html.slice(end)}`;
}

/** Number of all entries in a sidebar. */
export function countEntries(items: SidebarItem[]): number {
	return items.reduce((sum, item) => sum + 1 + (item.kind === 'category' ? countEntries(item.items) : 0), 0);
}

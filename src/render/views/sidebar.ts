/**
 * A docs sidebar as the pages of one branch share it: rendered once per open branch, then marked per page.
 */

import { escapeAttribute } from '../../content/model/html.ts';
import type { SidebarItem } from '../../content/model/page.ts';
import { isExternal, withBase } from '../../content/site/links.ts';
import { routeOf } from '../../content/site/sidebar.ts';
import type { SiteSidebar } from '../../content/site/site.ts';
import type { SidebarItemView, SidebarView } from '../model/view.ts';

/**
 * A sidebar with more entries leaves some out: at 10,000 pages no page may carry the whole tree. Closed categories lead
 * to their first page, whose sidebar has them open; a long list is shown in part and leads to what comes before and
 * after; scripts fetch the rest. So what a page carries does not grow with the site.
 */
export const WHOLE_SIDEBAR_LIMIT = 150;
/** Entries of one list beyond which a part of it is shown, and entries in a third of such a part. */
const LIST_LIMIT = 60;
const THIRD = 15;

interface SidebarOptions {
	baseUrl: string;
	hideable: boolean;
	/** Indexes from the root to the innermost open category, then that of the page in it. */
	trail: number[];
	/** Where the whole sidebar can be fetched, for sidebars that leave entries out. */
	source?: string;
}

/** The view of `sidebar` with one branch open. With `source`, it leaves out what is closed or far away. */
export function sidebarView(sidebar: SiteSidebar, options: SidebarOptions): SidebarView {
	return {
		hideable: options.hideable,
		source: options.source,
		items: listViews(sidebar.items, options.trail, options),
	};
}

/** The part of a list of this length that is shown around an entry: neighbours share it. */
export function shownPart(length: number, index = 0): [from: number, to: number] {
	if (length <= LIST_LIMIT) return [0, length];
	const begin = (Math.floor(index / THIRD) - 1) * THIRD;
	return [Math.max(0, begin), Math.min(length, begin + 3 * THIRD)];
}

function listViews(items: SidebarItem[], trail: number[] | undefined, options: SidebarOptions): SidebarItemView[] {
	if (options.source === undefined) return itemViews(items, 0, trail, options);
	const [from, to] = shownPart(items.length, trail?.[0]);
	const more = (hidden: SidebarItem[], where: 'above' | 'below'): SidebarItemView[] => {
		const route = hidden.map(routeOf).find((route) => route !== undefined) ?? '/';
		return hidden.length === 0
			? []
			: [{ kind: 'more', count: hidden.length, where, href: withBase(options.baseUrl, route) }];
	};
	return [
		...more(items.slice(0, from).reverse(), 'above'),
		...itemViews(items.slice(from, to), from, trail, options),
		...more(items.slice(to), 'below'),
	];
}

/** Views of entries of which the first has the index `from`. */
function itemViews(
	items: SidebarItem[],
	from: number,
	trail: number[] | undefined,
	options: SidebarOptions,
): SidebarItemView[] {
	return items.map((item, index): SidebarItemView => {
		const { className } = item;
		if (item.kind === 'html') return { kind: 'html', html: item.html, defaultStyle: item.defaultStyle, className };
		if (item.kind === 'category') {
			const active = trail !== undefined && trail[0] === from + index;
			const collapsed = item.collapsible && item.collapsed && !active;
			return {
				kind: 'category',
				label: item.label,
				href: withBase(options.baseUrl, routeOf(item) ?? '/'),
				linked: item.route !== undefined,
				collapsible: item.collapsible,
				collapsed,
				active,
				className,
				items:
					collapsed && options.source !== undefined
						? []
						: listViews(item.items, active ? trail.slice(1) : undefined, options),
			};
		}
		const href = item.kind === 'doc' ? withBase(options.baseUrl, item.route) : withBase(options.baseUrl, item.href);
		return { kind: 'link', label: item.label, href, external: isExternal(href), className };
	});
}

/**
 * Marks the entry that leads to `href` as the current page (B-143). A category without a page of its own has its first
 * page's address too, and stands before it: the last one is meant.
 */
export function markCurrent(html: string, href: string): string {
	const attribute = ` href="${escapeAttribute(href).replaceAll("'", '&#x27;')}"`;
	const at = html.lastIndexOf(attribute);
	if (at < 0) return html;
	const end = at + attribute.length;
	return `${html.slice(0, end)} aria-current="page"${html.slice(end)}`;
}

/** How many entries a sidebar has in all. */
export function countEntries(items: SidebarItem[]): number {
	return items.reduce((sum, item) => sum + 1 + (item.kind === 'category' ? countEntries(item.items) : 0), 0);
}

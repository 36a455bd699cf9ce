/**
 * A docs sidebar as the pages of one branch share it: rendered once per open branch, then marked per page.
 */
import { isExternal, withBase } from '../content/links.ts';
import { firstRoute } from '../content/sidebar.ts';
import type { SiteSidebar } from '../content/site.ts';
import type { SidebarItem } from '../content/types.ts';
import { escapeHtml } from './escape.ts';
import type { SidebarItemView, SidebarView } from './view.ts';

/**
 * A sidebar with more entries leaves out what is in closed categories: at 10,000 pages no page may carry the whole
 * tree. Closed categories lead to their first page, whose sidebar has them open, and scripts fetch the rest.
 */
export const WHOLE_SIDEBAR_LIMIT = 150;

export interface SidebarOptions {
	baseUrl: string;
	hideable: boolean;
	/** Indexes from the root to the innermost open category. */
	branch: number[];
	/** Where the whole sidebar can be fetched, for sidebars that leave entries out. */
	source?: string;
}

/** The view of `sidebar` with one branch open. With `source`, closed categories are empty. */
export function sidebarView(sidebar: SiteSidebar, options: SidebarOptions): SidebarView {
	return {
		hideable: options.hideable,
		source: options.source,
		items: itemViews(sidebar.items, options.branch, options),
	};
}

function itemViews(items: SidebarItem[], branch: number[] | undefined, options: SidebarOptions): SidebarItemView[] {
	return items.map((item, index): SidebarItemView => {
		const { className } = item;
		if (item.kind === 'html') return { kind: 'html', html: item.html, defaultStyle: item.defaultStyle, className };
		if (item.kind === 'category') {
			const active = branch !== undefined && branch[0] === index;
			const collapsed = item.collapsible && item.collapsed && !active;
			const route = item.route ?? firstRoute(item.items) ?? '/';
			return {
				kind: 'category',
				label: item.label,
				href: withBase(options.baseUrl, route),
				linked: item.route !== undefined,
				collapsible: item.collapsible,
				collapsed,
				active,
				className,
				items:
					collapsed && options.source !== undefined
						? []
						: itemViews(item.items, active ? branch.slice(1) : undefined, options),
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
	const attribute = ` href="${escapeHtml(href).replaceAll("'", '&#x27;')}"`;
	const at = html.lastIndexOf(attribute);
	if (at < 0) return html;
	const end = at + attribute.length;
	return `${html.slice(0, end)} aria-current="page"${html.slice(end)}`;
}

/** How many entries a sidebar has in all. */
export function countEntries(items: SidebarItem[]): number {
	return items.reduce((sum, item) => sum + 1 + (item.kind === 'category' ? countEntries(item.items) : 0), 0);
}

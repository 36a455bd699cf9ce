/** Converts sidebars that refer to pages by URL, as in VitePress and Starlight, to doc ids. */
import type { SidebarItemConfig } from './docsgen.ts';
import { fieldsOf, type Move, route, textOf } from './old-site.ts';
import { docIdOf, frontMatterOf, markdownOf } from './page-files.ts';
import { remark } from './remarks.ts';

/** Data for finding docs by their old URL. */
export interface Addressed {
	move: Move;
	/** Doc ids by URL. */
	ids: Map<string, string>;
	/** Whether the page of a URL shows the sidebar being made. */
	isOwn: (address: string) => boolean;
}

/** A path without its extension and trailing slash, which browsers and hosts ignore. */
export function bareAddress(address: string): string {
	return route(address.replace(/(?:^|\/)index(?:\.html|\.md)?$/, '').replace(/\.(?:html|md)$/, ''));
}

export function docsByAddress({ files }: Move): Map<string, string> {
	return new Map(
		[...files].flatMap(([path, moved]): [string, string][] =>
			moved.address === undefined || !path.startsWith('content/docs/')
				? []
				: [[bareAddress(moved.address), docIdOf(path, moved)]],
		),
	);
}

/** An entry for a page, or a link to anything else; empty if the page does not exist. */
export function linkEntry(link: string, label: string, { ids, isOwn, move }: Addressed): SidebarItemConfig[] {
	if (/^(?:[a-z]+:|\/\/)/i.test(link)) return [{ type: 'link', label, href: link }];
	const address = bareAddress(link.replace(/[?#].*$/, ''));
	const id = ids.get(address);
	if (link.includes('#') && (id !== undefined || link.startsWith('#')))
		return [{ type: 'link', label, href: route(link) }];
	if (id !== undefined) return [{ type: isOwn(address) ? 'doc' : 'ref', id, ...(label === '' ? {} : { label }) }];
	const page = [...move.files.values()].find(
		(moved) => moved.address !== undefined && bareAddress(moved.address) === address,
	);
	if (page) {
		const title = label || (page.source === undefined ? '' : titleIn(page.source)) || move.config.title;
		return [{ type: 'link', label: title, href: address }];
	}
	// A list that docsgen makes: the posts, for example.
	const list = move.addresses.get(address);
	if (list !== undefined) return [{ type: 'link', label: label || listTitle(move), href: list }];
	remark(move, 'Docs that sidebars name but do not exist', link);
	return [];
}

function listTitle({ config: { blog } }: Move): string {
	return textOf(fieldsOf(blog).title) ?? 'Blog';
}

/** A category; without `collapsed`, it is always open. */
export function category(
	label: string,
	items: SidebarItemConfig[],
	{ collapsed, link }: { collapsed?: boolean; link?: SidebarItemConfig },
): SidebarItemConfig[] {
	const { type, id } = fieldsOf(link);
	const leads =
		(type === 'doc' || type === 'ref') && typeof id === 'string' ? { link: { type: 'doc' as const, id } } : {};
	if (items.length === 0) return link ? [link] : [];
	const closes = collapsed === undefined ? { collapsible: false } : collapsed ? {} : { collapsed };
	return [{ type: 'category', label, ...closes, ...leads, items }];
}

/** Text without markup. */
export function labelOf(value: unknown): string {
	return (textOf(value) ?? '').replace(/<[^>]*>/g, '').trim();
}

const grouped = (items: unknown[]): Record<string, unknown>[] => items as Record<string, unknown>[];

/** The title of a nested menu as an item: docsgen's menus have one level. */
function headOfGroup(label: unknown): Record<string, unknown>[] {
	return typeof label === 'string' && label !== ''
		? [{ type: 'html', value: `<strong>${label.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</strong>` }]
		: [];
}

/** Items of the navbar: `text` and `link`, or `items`. */
export function barItem(value: unknown): Record<string, unknown>[] {
	const { text, link, items, activeMatch } = fieldsOf(value);
	const label = labelOf(text);
	if (Array.isArray(items)) {
		const inner = items
			.flatMap(barItem)
			.flatMap((item) => (Array.isArray(item.items) ? [...headOfGroup(item.label), ...grouped(item.items)] : [item]));
		return inner.length > 0
			? [{ type: 'dropdown', label: label || textOf(inner[0]?.label) || 'More', items: inner }]
			: [];
	}
	if (typeof link !== 'string') return [];
	const active = activeMatch instanceof RegExp ? activeMatch.source : textOf(activeMatch);
	return [
		{
			// The configuration may compute the text.
			label: label || link,
			...(/^(?:[a-z]+:|\/\/)/i.test(link) ? { href: link } : { to: siteLink(link) }),
			...(active === undefined ? {} : { activeBaseRegex: active }),
		},
	];
}

function siteLink(link: string): string {
	const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(link) ?? [];
	return bareAddress(path) + rest;
}

/** Icons by the hosts of their networks. */
const ICONS: [icon: string, host: RegExp][] = [
	['github', /(?:^|\.)github\.com$/],
	['discord', /(?:^|\.)discord(?:\.gg|\.com|app\.com)$/],
	['x', /(?:^|\.)(?:x|twitter)\.com$/],
];

/** The icon for a link, or else a visible name: `name`, which may be empty, or its host. */
export function iconOrName(name: string, href: string): { icon: string; ariaLabel: string } | { label: string } {
	const host = URL.canParse(href) ? new URL(href).hostname : '';
	const [icon] = ICONS.find(([own, pattern]) => own === name || pattern.test(host)) ?? [];
	const label = (name || icon || host || href).replace(/^\w/, (letter) => letter.toUpperCase());
	return icon === undefined ? { label } : { icon, ariaLabel: label };
}

/** A link to a social account; `label` overrides the name of its icon. */
export function socialItem(name: string, href: string, label?: string): Record<string, unknown> {
	const shown = iconOrName(name, href);
	return { href, ...shown, ...(label === undefined ? {} : 'icon' in shown ? { ariaLabel: label } : { label }) };
}

/** The title of an old page, from its front matter or its first heading; `''` without one. */
export function titleIn(source: string): string {
	const { title } = frontMatterOf(source);
	return title ?? labelOf(/^#[ \t]+(.+?)[ \t]*(?:\{[^}]*\})?(?:[ \t]+#+)?[ \t]*$/m.exec(markdownOf(source))?.[1]);
}

/** Reads the navigation that themes of Jekyll take from `_data`, in the forms that they have in common: titles, links, lists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readYaml, type SidebarItemConfig } from './docsgen.ts';
import { type Addressed, bareAddress, category, docsByAddress, labelOf, linkEntry } from './links-sidebar.ts';
import { type Fields, fieldsOf, filesBelow, listOf, type Move, textOf } from './old-site.ts';

const DATA = /\.(?:ya?ml|json)$/;
/** Names of files and keys that hold a sidebar, and of those that hold the bar at the top. */
const NAVIGATION = /(?:^|[_\-/])(?:nav\w*|sidebars?|toc|menus?|docs|tutorials)(?:[_\-/.]|$)/i;
const AT_TOP = /primary|main|header|top/i;

/** The values of `_data`: `_data/docs/nav.yml` is `docs.nav`. */
export function jekyllData(root: string): Fields {
	const data: Fields = {};
	for (const file of filesBelow(join(root, '_data')).filter((name) => DATA.test(name))) {
		const parts = file.replace(DATA, '').split('/');
		const last = parts.pop() ?? '';
		let inner = data;
		for (const part of parts) {
			const folder = { ...fieldsOf(inner[part]) };
			inner[part] = folder;
			inner = folder;
		}
		inner[last] = readYaml(readFileSync(join(root, '_data', file), 'utf8')).value;
	}
	return data;
}

/** The sidebar of the lists in `data`, the one with the most pages first; undefined if none names two. */
export function sidebarInData(data: Fields, move: Move): SidebarItemConfig[] | undefined {
	const ids = docsByAddress(move);
	const lists = Object.entries(data).flatMap(([name, value]) => listsIn(name, value));
	const counted = lists
		.map((list) => {
			const trial = entriesOf(list, { move: { ...move, remarks: [] }, ids, isOwn: () => true });
			return { list, count: JSON.stringify(trial).split('"type":"doc"').length - 1 };
		})
		.filter(({ count }) => count > 1)
		.toSorted((a, b) => b.count - a.count);
	const all = counted.flatMap(({ list }) => entriesOf(list, { move, ids, isOwn: () => true }));
	return all.length > 0 ? all : undefined;
}

/** The lists of a file by its name, or by the names of its fields: `main` and `docs` in `navigation.yml`. */
function listsIn(name: string, value: unknown): unknown[][] {
	if (!NAVIGATION.test(name) || AT_TOP.test(name)) return [];
	if (Array.isArray(value)) return [value];
	return Object.entries(fieldsOf(value)).flatMap(([key, inner]) =>
		Array.isArray(inner) ? (AT_TOP.test(key) ? [] : [inner]) : listsIn(`${name}/${key}`, inner),
	);
}

/** The entries of a list: names or URLs of pages, pages with a title, or titles with a list of their own in any field. */
function entriesOf(list: unknown[], addressed: Addressed): SidebarItemConfig[] {
	return list.flatMap((item): SidebarItemConfig[] => {
		if (typeof item === 'string') return pageOf(item, '', addressed);
		const fields = fieldsOf(item);
		const label = labelOf(fields.title ?? fields.label ?? fields.text ?? fields.name);
		const link = ['url', 'link', 'href', 'path', 'page', 'permalink', 'doc', 'slug'].flatMap(
			(name) => textOf(fields[name]) ?? [],
		)[0];
		const inner = Object.values(fields).flatMap(listOf);
		const own = link === undefined || /^(?:#|$)/.test(link) ? [] : pageOf(link, label, addressed);
		const below = inner.length === 0 ? [] : entriesOf(inner, addressed);
		if (below.length === 0) return own;
		return label === '' ? [...own, ...below] : category(label, below, { collapsed: true, link: own[0] });
	});
}

/** A page by its URL, or by its name alone if one page has it. */
function pageOf(link: string, label: string, addressed: Addressed): SidebarItemConfig[] {
	if (link.includes('/') || addressed.ids.has(bareAddress(link))) return linkEntry(link, label, addressed);
	const [found, ...others] = [...addressed.ids.keys()].filter((address) => address.endsWith(bareAddress(link)));
	return linkEntry(found === undefined || others.length > 0 ? link : found, label, addressed);
}

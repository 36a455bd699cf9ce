/** The part of a sidebar that lists an API reference: a category for the package, in it one for each kind. */
import type { Doc } from '../docs.ts';
import type { SidebarCategory, SidebarItem } from '../types.ts';

/** Kinds in the order in which they are listed, by the folders of their pages. */
const KINDS: readonly [folder: string, label: string][] = [
	['classes', 'Classes'],
	['functions', 'Functions'],
	['variables', 'Variables'],
	['interfaces', 'Interfaces'],
	['types', 'Types'],
	['enums', 'Enums'],
	['namespaces', 'Namespaces'],
];

/** Before the kind of what a package does not export. */
const INTERNALS = 'internals';

/** The category of the package that `docs` are about; nothing where it has no pages. */
export function apiCategory(docs: Doc[]): SidebarItem[] {
	const index = docs.find(({ page }) => page.api && page.api.kind === undefined);
	const kinds = KINDS.flatMap(([folder, label]): SidebarCategory[] => {
		const items = symbolItems(docs.filter(({ page }) => page.api?.kind === folder));
		return items.length === 0 ? [] : [{ kind: 'category', label, collapsible: true, collapsed: true, items }];
	});
	const inner = symbolItems(docs.filter(({ page }) => page.api?.kind?.startsWith(`${INTERNALS}/`)));
	if (inner.length > 0)
		kinds.push({ kind: 'category', label: 'Internals', collapsible: true, collapsed: true, items: inner });
	if (!index) return kinds;
	return [
		{
			kind: 'category',
			label: index.label,
			route: index.route,
			docId: index.id,
			description: index.page.description,
			collapsible: true,
			collapsed: true,
			items: kinds,
		},
	];
}

/** By name; where two entry points have one of the same name, it is said which is which. */
function symbolItems(docs: Doc[]): SidebarItem[] {
	const count = new Map<string, number>();
	for (const { label } of docs) count.set(label, (count.get(label) ?? 0) + 1);
	const name = ({ label, page }: Doc): string =>
		(count.get(label) ?? 0) > 1 && page.api?.entry ? `${label} (${page.api.entry})` : label;
	return docs
		.map((doc): SidebarItem => ({ kind: 'doc', id: doc.id, label: name(doc), route: doc.route }))
		.sort((a, b) => compare('label' in a ? a.label : '', 'label' in b ? b.label : ''));
}

function compare(a: string, b: string): number {
	const [x, y] = [a.toLowerCase(), b.toLowerCase()];
	if (x !== y) return x < y ? -1 : 1;
	return a < b ? -1 : 1;
}

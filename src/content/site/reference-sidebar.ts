/** The part of a sidebar that lists an API reference: a category for the package, in it the groups of its index. */

import type { SidebarCategory, SidebarItem } from '../model/page.ts';
import type { Doc } from './docs.ts';

/** The category of the package that `docs` are about; nothing where it has no pages. */
export function apiCategory(docs: Doc[]): SidebarItem[] {
	const index = docs.find(({ page }) => page.api?.groups);
	if (!index) return [];
	const byName = new Map(docs.map((doc) => [doc.page.name, doc]));
	const folded = { kind: 'category', collapsible: true, collapsed: true } as const;
	const groups = (index.page.api?.groups ?? []).map(
		([label, pages]): SidebarCategory => ({
			...folded,
			label,
			items: symbolItems(pages.flatMap((name) => byName.get(name) ?? [])),
		}),
	);
	const { label, route, id: docId, page } = index;
	return [{ ...folded, label, route, docId, description: page.description, items: groups }];
}

/** Where two entry points have something of the same name, it is said which is which, and what is deprecated. */
function symbolItems(docs: Doc[]): SidebarItem[] {
	const count = new Map<string, number>();
	for (const { label } of docs) count.set(label, (count.get(label) ?? 0) + 1);
	return docs.map(({ id, label, route, page: { api } }) => {
		const marks = [(count.get(label) ?? 0) > 1 ? api?.entry : '', api?.status].filter(Boolean);
		return {
			kind: 'doc',
			id,
			label: marks.length > 0 ? `${label} (${marks.join(', ')})` : label,
			route,
			...(api?.status ? { className: `api-${api.status}` } : {}),
		};
	});
}

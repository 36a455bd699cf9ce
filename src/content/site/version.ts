/** A docs version with its docs and sidebars, and what names them. */

import type { Config } from '../model/config.ts';
import type { KnownTags } from '../model/fields.ts';
import { CONFIG_FILE } from '../model/identity.ts';
import { compareNames } from '../model/names.ts';
import type { Diagnostic, Page, SidebarItem } from '../model/page.ts';
import { nearest } from '../model/schema.ts';
import type { FolderSettings } from '../model/sidebars.ts';
import { type PageTag, pageTags } from './blog.ts';
import { checkIds, type Doc, docId, joinRoute, listDocs, listedDoc, type VersionFrame } from './docs.ts';
import { withoutBase } from './links.ts';
import { localeOfLabel, overlayFolders, type TranslatedFiles } from './locale.ts';
import { type CategoryRoute, firstRoute, readingOrder, resolveSidebars, type Stop } from './sidebar.ts';

export interface SiteVersion extends VersionFrame {
	docs: Doc[];
	docById: Map<string, Doc>;
	/** The listed doc at the version's path, else the first doc in its sidebars, else its first listed doc. */
	main: Doc | undefined;
	/** Where its sidebars are declared; a folder, if they are generated. */
	sidebarsFile: string;
	sidebars: Map<string, SiteSidebar>;
	/** Route → sidebar and position in it. */
	places: Map<string, SidebarPlace>;
}

export interface SiteSidebar {
	id: string;
	items: SidebarItem[];
	/** In reading order. */
	stops: Stop[];
	first: string | undefined;
}

interface SidebarPlace {
	sidebar: SiteSidebar;
	/** Index into the sidebar's stops; undefined for a page shown with this sidebar but not in it. */
	stop?: number;
	/** The page's front matter names the sidebar. */
	isChosen?: boolean;
}

/** A doc with tags. */
export interface TaggedDoc {
	doc: Doc;
	tags: PageTag[];
}

/** Files and texts that decide how a version looks in a language. */
export interface VersionInput extends Pick<TranslatedFiles, 'sidebars' | 'folders'> {
	config: Config;
	/** `_category_` files of each language: tag → version → folder → settings. */
	translatedFolders: Map<string, Map<string, Map<string, FolderSettings>>>;
	/** As in `Site`. */
	ownTexts: ReadonlySet<string | undefined> | undefined;
}

/** The docs of a version that have tags. */
export function docsWithTags(version: SiteVersion, config: Config, known: KnownTags | undefined): TaggedDoc[] {
	const base = joinRoute(version.path, config.docs?.tagsPath ?? 'tags');
	return version.docs
		.filter((doc) => doc.page.data.tags?.length && !doc.page.data.unlisted)
		.map((doc) => ({ doc, tags: pageTags(doc.page, base, known) }));
}

/** A version of the docs, with the pages of its categories. Drafts are only for better messages. */
export function linkVersion(
	frame: VersionFrame,
	built: Page[],
	drafts: Page[],
	input: VersionInput,
): { version: SiteVersion; categories: CategoryRoute[]; diagnostics: Diagnostic[] } {
	const docs = listDocs(frame, built);
	const declared = input.sidebars.get(frame.name);
	const sidebarsFile = declared?.file ?? frame.folder;
	const resolved = resolveSidebars({
		frame,
		config: declared?.config,
		file: sidebarsFile,
		docs,
		drafts: drafts.filter((page) => page.version === frame.name).map(docId),
		folders: overlayFolders(
			input.folders.get(frame.name) ?? new Map(),
			input.translatedFolders.get(input.config.locale.locale)?.get(frame.name),
		),
		packages: [...new Set(input.config.extended.groups.map(({ id }) => id))],
		withoutBase: (path) => withoutBase(input.config, path),
		localeOf: (text) => localeOfLabel(input, text),
	});
	const sidebars = new Map<string, SiteSidebar>();
	const places = new Map<string, SidebarPlace>();
	for (const [id, items] of Object.entries(resolved.sidebars)) {
		const sidebar: SiteSidebar = { id, items, stops: readingOrder(items), first: firstRoute(items) };
		sidebars.set(id, sidebar);
		sidebar.stops.forEach((stop, index) => {
			if (!places.has(stop.route)) places.set(stop.route, { sidebar, stop: index });
		});
	}
	const docById = new Map(docs.map((doc) => [doc.id, doc]));
	const diagnostics = [
		...resolved.diagnostics,
		...checkIds(docs),
		...displaySidebars(docs, sidebars, places, frame),
		...checkNeighbours(docs, docById, drafts, frame),
	];
	const firstStop = [...sidebars.values()].flatMap((sidebar) => sidebar.stops).find((stop) => stop.docId !== undefined);
	const listed = docs.filter(({ page }) => !page.data.unlisted);
	const main =
		listed.find((doc) => doc.route === `${frame.path}/`) ??
		listedDoc({ docById }, firstStop?.docId) ??
		listed[0] ??
		docs[0];
	return {
		version: { ...frame, docs, docById, main, sidebarsFile, sidebars, places },
		categories: resolved.categories,
		diagnostics,
	};
}

/** Applies `displayed_sidebar` from front matter: a sidebar other than the one that contains the doc, or none. */
function displaySidebars(
	docs: Doc[],
	sidebars: Map<string, SiteSidebar>,
	places: Map<string, SidebarPlace>,
	frame: VersionFrame,
): Diagnostic[] {
	return docs.flatMap((doc): Diagnostic[] => {
		const wanted = doc.page.data.displayed_sidebar;
		if (wanted === null) places.delete(doc.route);
		if (typeof wanted !== 'string') return [];
		const sidebar = sidebars.get(wanted);
		const place = { file: doc.page.path, line: doc.page.lines.displayed_sidebar };
		if (!sidebar) return [{ ...unknownId('unknown-sidebar', wanted, frame, sidebars.keys()), ...place }];
		const stop = sidebar.stops.findIndex((candidate) => candidate.route === doc.route);
		places.set(doc.route, { sidebar, isChosen: true, ...(stop < 0 ? {} : { stop }) });
		return [];
	});
}

/** `pagination_next` and `pagination_prev` must name docs. */
function checkNeighbours(docs: Doc[], docById: Map<string, Doc>, drafts: Page[], frame: VersionFrame): Diagnostic[] {
	const draftIds = new Set(drafts.filter((page) => page.version === frame.name).map(docId));
	return docs.flatMap(({ page }) =>
		(['pagination_next', 'pagination_prev'] as const).flatMap((field): Diagnostic[] => {
			const id = page.data[field];
			if (typeof id !== 'string' || draftIds.has(id)) return [];
			const place = { file: page.path, line: page.lines[field] };
			if (!docById.has(id)) return [{ ...unknownId('unknown-doc', id, frame, docById.keys()), ...place }];
			return listedDoc({ docById }, id) ? [] : [{ ...unlistedDoc(id), ...place }];
		}),
	);
}

function unlistedDoc(id: string): Diagnostic {
	return {
		code: 'unlisted-doc',
		severity: 'warning',
		message: `The doc "${id}" is unlisted, so nothing links to it here.`,
		hint: 'Remove "unlisted" from its front matter, or the link from here.',
		about: { words: [id] },
	};
}

/** B-283, B-284. */
function unknownId(
	code: 'unknown-doc' | 'unknown-sidebar',
	id: string,
	version: VersionFrame | undefined,
	ids: Iterable<string> = [],
): Diagnostic {
	const available = [...ids].sort(compareNames);
	const near = nearest(id, available);
	const [kind, missing] = code === 'unknown-doc' ? ['doc', "Couldn't find any"] : ['sidebar', "Can't find any"];
	const message = `${missing} ${kind} with id "${id}" in version "${version?.name ?? ''}".\nAvailable ${kind} ids are:`;
	return {
		code,
		severity: 'error',
		message: [message, ...available.map((name) => `- ${name}`)].join('\n'),
		hint: near ? `Did you mean "${near}"?` : undefined,
		about: { words: [id] },
	};
}

/** Docs and sidebars in the navbar must exist in the last version: pages outside the docs link there. */
export function checkNavbar(config: Config, versions: SiteVersion[], drafts: Page[]): Diagnostic[] {
	const last = versions.find((version) => version.isLast) ?? versions[0];
	const items = config.navbar.items.flatMap((item) => {
		if (item.type === 'dropdown') return item.items;
		const around = 'dropdownItemsBefore' in item ? [...item.dropdownItemsBefore, ...item.dropdownItemsAfter] : [];
		return [item, ...around];
	});
	return items.flatMap((item): Diagnostic[] => {
		if (item.type !== 'doc' && item.type !== 'docSidebar') return [];
		const at = { file: CONFIG_FILE, notes: [`Navbar item: ${JSON.stringify(item)}`] };
		if (item.type === 'doc') {
			const isDraft = drafts.some((page) => page.version === last?.name && docId(page) === item.docId);
			if (isDraft || (last && listedDoc(last, item.docId))) return [];
			if (last?.docById.has(item.docId)) return [{ ...unlistedDoc(item.docId), ...at }];
			return [{ ...unknownId('unknown-doc', item.docId, last, last?.docById.keys()), ...at }];
		}
		const sidebar = last?.sidebars.get(item.sidebarId);
		if (!sidebar) return [{ ...unknownId('unknown-sidebar', item.sidebarId, last, last?.sidebars.keys()), ...at }];
		if (sidebar.first === undefined) {
			const { groups } = config.extended;
			const hasNoGroup = groups.length > 0 && !groups.some(({ version }) => version === last?.name);
			return [
				{
					code: 'empty-sidebar',
					severity: 'error',
					message: `Sidebar "${item.sidebarId}" has no pages, but a navbar item links to it.`,
					hint: hasNoGroup
						? `It is the sidebar of version "${last?.name}", for which ${CONFIG_FILE} has no package.`
						: 'Add a page to the sidebar, or remove the item.',
					about: { words: [item.sidebarId] },
					...at,
				},
			];
		}
		return [];
	});
}

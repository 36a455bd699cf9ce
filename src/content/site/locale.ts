/**
 * The pages of a language: translations where there are some, and elsewhere the pages of the first language. A site takes
 * its structure, such as order, tags and dates, from the first language; a translation has its own words.
 */
import type { Config } from '../model/config.ts';
import type { Authors, FrontMatter, KnownTags } from '../model/fields.ts';
import { CONTENT } from '../model/identity.ts';
import { slugify } from '../model/names.ts';
import type { Diagnostic, Page, Route, SidebarItem } from '../model/page.ts';
import type { CategoryFile, FolderSettings, SidebarEntry } from '../model/sidebars.ts';
import { type Texts, translated, withTexts } from '../model/texts.ts';
import { joinRoute } from './docs.ts';
import { inLanguage, nearestFile } from './links.ts';

/** Where a page is in the first language; for a page of that language, its own path. */
export function sourceOf({ original, path }: Pick<Page, 'original' | 'path'>): string {
	return original ?? path;
}

/** The common name of a page and its translation: numbers and extensions of files may differ. */
export function translatedName({ collection, version, name }: Pick<Page, 'collection' | 'version' | 'name'>): string {
	return `${collection}/${version ?? ''}/${name}`;
}

/** Front matter fields that a translation sets itself; the original sets all others. */
const OWN = [
	'title',
	'description',
	'sidebar_label',
	'pagination_label',
	'keywords',
	'custom_edit_url',
	'last_update',
	'translated_from',
	'redirect_from',
	'extra',
] as const satisfies (keyof FrontMatter)[];

/** The pages of a language. A draft of a translation is none. */
export function overlay(pages: Page[], locale: string, drafts: boolean): Page[] {
	const own = pages.filter((page) => page.locale === locale && (drafts || !page.data.draft));
	const translations = new Map(own.map((page) => [translatedName(page), page]));
	const used = new Set<Page>();
	const shared = pages.filter((page) => page.locale === undefined);
	const result = shared.map((original) => {
		const translation = translations.get(translatedName(original));
		if (!translation) return fallback(original);
		used.add(translation);
		return withStructure(original, translation);
	});
	return [...result, ...own.filter((page) => !used.has(page))];
}

/** Docs and pages of a language that are translations of none, often because the original was renamed. */
export function orphans(pages: Page[], locale: string): Diagnostic[] {
	const originals = new Map(pages.flatMap((page) => (page.locale ? [] : [[translatedName(page), page.path]])));
	const own = pages.filter((page) => page.locale === locale);
	const translated = new Set(own.map(translatedName));
	const free = [...originals].flatMap(([name, path]) => (translated.has(name) ? [] : path));
	return own.flatMap((page): Diagnostic[] => {
		// Posts may be for the readers of one language.
		if (page.collection === 'blog' || originals.has(translatedName(page))) return [];
		const original = sourceOf(page);
		const near = nearestFile(original, free);
		const hint = near
			? `Did you mean ${near.replace(CONTENT, `${CONTENT}/${locale}`)}, the place of the translation of ${near}?`
			: `The translation of content/docs/x.md is content/${locale}/docs/x.md.`;
		const message = `${page.path} translates no page: there is no ${original}.`;
		return [{ code: 'translation-orphan', severity: 'warning', file: page.path, line: 1, column: 1, message, hint }];
	});
}

/** Fields of translations that have no effect, because the original has another value. */
export function ignoredFields(pages: Page[], locale: string): Diagnostic[] {
	const originals = new Map(pages.flatMap((page) => (page.locale ? [] : [[translatedName(page), page]])));
	return pages.flatMap((page): Diagnostic[] => {
		const original = originals.get(translatedName(page));
		if (page.locale !== locale || !original) return [];
		const { data } = withStructure(original, page);
		const fields = (Object.keys(page.data) as (keyof FrontMatter)[]).filter((field) => field !== 'draft');
		const ignored = fields.filter((field) => JSON.stringify(page.data[field]) !== JSON.stringify(data[field]));
		return ignored.map((field) => {
			const place = { file: page.path, line: page.lines[field] ?? 1, column: 1 };
			const message = `"${field}" has no effect in a translation: ${original.path} has the value for all languages.`;
			const hint = `Remove it here, or change it there.`;
			return { code: 'translation-structure', severity: 'info', ...place, message, hint };
		});
	});
}

/** Its own language reports its findings and has its redirects. */
function fallback(page: Page): Page {
	return { ...page, isFallback: true, diagnostics: [], data: { ...page.data, redirect_from: undefined } };
}

function withStructure(original: Page, page: Page): Page {
	const own = Object.fromEntries(OWN.map((field) => [field, page.data[field]]));
	const data = { ...original.data, ...own } as FrontMatter;
	data.slug = page.data.slug ?? original.data.slug;
	data.image = page.data.image ?? original.data.image;
	return { ...page, original: original.path, order: original.order, data };
}

/** Sets slugs made from labels before the labels are translated, so that URLs are the same in all languages. */
function pinned<T extends Pick<CategoryFile, 'label' | 'link'>>(settings: T, folder: string): T {
	const { link } = settings;
	if (link?.type !== 'generated-index' || link.slug !== undefined) return settings;
	const name = settings.label ?? folder.split('/').at(-1) ?? '';
	return { ...settings, link: { ...link, slug: joinRoute('category', slugify(name)) } };
}

function pinnedEntry(entry: SidebarEntry): SidebarEntry {
	return entry.type === 'category' ? { ...pinned(entry, entry.label), items: entry.items.map(pinnedEntry) } : entry;
}

/** Files besides pages with texts that a language translates. */
export interface TranslatedFiles {
	/** By version name; absent if the version has no `sidebars.ts`. */
	sidebars: Map<string, { file: string; config: Record<string, SidebarEntry[]> }>;
	/** By version name: `_category_` files by folder inside the version. */
	folders: Map<string, Map<string, FolderSettings>>;
	authors: Authors;
	/** By version name or `blog`. */
	tags: Map<string, KnownTags>;
}

/** The files with the texts of a language. */
export function filesWith({ sidebars, folders, tags, authors }: TranslatedFiles, texts: Texts): TranslatedFiles {
	const pinnedTag = ([key, tag]: [string, KnownTags[string]]): [string, KnownTags[string]] => {
		const { label = key, permalink = slugify(label) } = tag;
		return [key, { ...tag, label, permalink }];
	};
	const files: TranslatedFiles = {
		sidebars: mapped(sidebars, ({ file, config }) => {
			const lists = Object.entries(config).map(([id, entries]) => [id, entries.map(pinnedEntry)]);
			return { file, config: Object.fromEntries(lists) };
		}),
		folders: mapped(folders, (settings) => mapped(settings, pinned)),
		tags: mapped(tags, (known) => Object.fromEntries(Object.entries(known).map(pinnedTag))),
		authors,
	};
	return withTexts(files, translated(texts));
}

function mapped<T, U>(map: Map<string, T>, make: (value: T, key: string) => U): Map<string, U> {
	return new Map([...map].map(([key, value]) => [key, make(value, key)]));
}

/** Settings of folders in a language: the original's, with its own labels and descriptions. */
export function overlayFolders(
	original: Map<string, FolderSettings>,
	own: Map<string, FolderSettings> = new Map(),
): Map<string, FolderSettings> {
	const merged = [...own].map(([folder, { label, description, link: words, file, line }]): [string, FolderSettings] => {
		const { link, ...settings } = original.get(folder) ?? { collapsible: true, collapsed: true, file, line };
		const texts = words?.type === 'generated-index' ? { title: words.title, description: words.description } : {};
		return [
			folder,
			{
				...settings,
				label: label ?? settings.label,
				description: description ?? settings.description,
				link: link?.type === 'generated-index' ? { ...link, ...texts } : link,
			},
		];
	});
	return new Map([...original, ...merged]);
}

/** The path in the site's language of a page outside docs and blog. The home page's ends with a slash. */
export function withLocalePrefix({ locale: { path } }: Pick<Config, 'locale'>, slug: string): string {
	if (path === '') return slug;
	return slug === '/' ? `/${path}/` : joinRoute(path, slug);
}

/** A path without the folder of its language. */
export function withoutLocalePrefix({ locale: { path } }: Pick<Config, 'locale'>, route: string): string {
	return path === '' ? route : route.slice(path.length + 1);
}

/**
 * Pairs of routes in the first language and another one, with the same page or the same list. A page of the other
 * language with a translated slug is found by its file.
 */
export function sameRoutes(
	first: Route[],
	routes: Route[],
	config: Config,
	pages: Map<string, Page>,
): [Route, Route][] {
	const byName = new Map(
		routes.map((route) => {
			const page = route.pagePath === undefined ? undefined : pages.get(route.pagePath);
			return [page ? sourceOf(page) : withoutLocalePrefix(config, route.path), route];
		}),
	);
	return first.flatMap((route): [Route, Route][] => {
		// From a page that is not found, the language menu leads to the home page.
		const here = route.kind === 'not-found' ? undefined : byName.get(route.pagePath ?? route.path);
		return here ? [[route, here]] : [];
	});
}

/** Points the links of a sidebar to the pages of the language. */
export function placeLinks(items: SidebarItem[], config: Config): void {
	for (const item of items) {
		if (item.kind === 'category') placeLinks(item.items, config);
		if (item.kind === 'link') item.href = inLanguage(config, item.href);
	}
}

/**
 * The pages of a language: translations where there are some, and elsewhere the pages of the first language. A site takes
 * its structure, such as order, tags and dates, from the first language; a translation has its own words.
 */
import type { Config } from '../model/config.ts';
import type { Authors, FrontMatter, KnownTags } from '../model/fields.ts';
import { CONTENT } from '../model/identity.ts';
import { slugify } from '../model/names.ts';
import type { Diagnostic, Page, Route } from '../model/page.ts';
import type { CategoryFile, FolderSettings, SidebarEntry } from '../model/sidebars.ts';
import { type Texts, translated, withTexts } from '../model/texts.ts';
import { joinRoute } from './docs.ts';
import { nearestFile } from './links.ts';

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

/** Pages by the name that they share with their translations. */
function byName(pages: Page[], locale: string): Map<string, Page> {
	return new Map(pages.flatMap((page) => (page.locale === locale ? [[translatedName(page), page]] : [])));
}

/** Whether a translation has nothing to read, and its original has: a copy that failed, or work that has not begun. */
function isUnwritten(original: Page, page: Page): boolean {
	return page.empty === true && !original.empty;
}

/**
 * The pages of a language: those of the first one (`original`), translated where they are. Drafts of translations and
 * those without text are skipped.
 */
export function overlay(pages: Page[], locale: string, original: string, drafts: boolean): Page[] {
	const own = pages.filter((page) => page.locale === locale && (drafts || !page.data.draft));
	const translations = byName(own, locale);
	const used = new Set<Page>();
	const shared = pages.filter((page) => page.locale === original);
	const result = shared.map((original) => {
		const translation = translations.get(translatedName(original));
		if (!translation) return untranslated(original);
		used.add(translation);
		if (isUnwritten(original, translation)) return untranslated(original);
		return withStructure(original, translation);
	});
	return [...result, ...own.filter((page) => !used.has(page))];
}

/**
 * Docs and pages that are translations of none, often because the original was renamed, those without text, and fields that have no effect
 * in a translation, because the original has another value.
 */
export function misplaced(pages: Page[], locale: string, original: string): Diagnostic[] {
	const originals = byName(pages, original);
	const own = pages.filter((page) => page.locale === locale);
	return [...orphans(own, originals, locale), ...unwritten(own, originals), ...ignoredFields(own, originals)];
}

function unwritten(own: Page[], originals: Map<string, Page>): Diagnostic[] {
	return own.flatMap((page): Diagnostic[] => {
		const original = originals.get(translatedName(page));
		if (!original || page.data.draft || !isUnwritten(original, page)) return [];
		const message = `${page.path} has no text, so readers get its original, ${original.path}.`;
		const hint = 'Write its text. To start from a copy, delete it and run "npx docsgen translate add".';
		return [{ code: 'translation-empty', severity: 'warning', file: page.path, line: 1, column: 1, message, hint }];
	});
}

function orphans(own: Page[], originals: Map<string, Page>, locale: string): Diagnostic[] {
	const translated = new Set(own.map(translatedName));
	const free = [...originals].flatMap(([name, { path }]) => (translated.has(name) ? [] : path));
	return own.flatMap((page): Diagnostic[] => {
		// Posts may be for the readers of one language.
		if (page.collection === 'blog' || originals.has(translatedName(page))) return [];
		const near = nearestFile(page.translationKey, free);
		const hint = near
			? `Did you mean ${near.replace(CONTENT, `${CONTENT}/${locale}`)}, the place of the translation of ${near}?`
			: `The translation of content/docs/x.md is content/${locale}/docs/x.md.`;
		const message = `${page.path} translates no page: there is no ${page.translationKey}.`;
		return [{ code: 'translation-orphan', severity: 'warning', file: page.path, line: 1, column: 1, message, hint }];
	});
}

function ignoredFields(own: Page[], originals: Map<string, Page>): Diagnostic[] {
	return own.flatMap((page): Diagnostic[] => {
		const original = originals.get(translatedName(page));
		if (!original) return [];
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
function untranslated(page: Page): Page {
	return { ...page, diagnostics: [], data: { ...page.data, redirect_from: undefined } };
}

function withStructure(original: Page, page: Page): Page {
	const own = Object.fromEntries(OWN.map((field) => [field, page.data[field]]));
	const data = { ...original.data, ...own } as FrontMatter;
	data.slug = page.data.slug ?? original.data.slug;
	data.image = page.data.image ?? original.data.image;
	return { ...page, translationKey: original.path, order: original.order, data };
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

/** The texts outside pages that a language has: translations, words, and those of its own `_category_` files. */
export function ownTexts(
	{ texts, words }: Pick<Config, 'texts' | 'words'>,
	folders: ReadonlyMap<string, ReadonlyMap<string, FolderSettings>> = new Map(),
): Set<string | undefined> {
	const settings = [...folders.values()].flatMap((ofVersion) => [...ofVersion.values()]);
	const ofFolders = settings.flatMap(({ label, description, link }) => [
		...[label, description],
		...(link?.type === 'generated-index' ? [link.title, link.description] : []),
	]);
	const said = Object.values(words).flatMap((word) => (typeof word === 'string' ? word : []));
	return new Set([...Object.values(texts), ...said, ...ofFolders]);
}

/** Tag of the language of a text outside pages, such as a label: the first one, unless the language has the text. */
export function localeOfLabel(
	{
		config: { locale, locales },
		ownTexts: own,
	}: { config: Config; ownTexts: ReadonlySet<string | undefined> | undefined },
	text: string,
): string {
	return (own?.has(text) === false ? locales[0]?.locale : undefined) ?? locale.locale;
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

/** Routes before `withLocales`. */
export type NewRoute = Omit<Route, 'locale' | 'translationKey'>;

/**
 * The routes of a site with their language and translation key; `original` is the site in the first language. A list is in the language as soon as its version, or the blog, has a page in it.
 */
export function withLocales(
	routes: NewRoute[],
	{
		config,
		pages,
		begun,
	}: { config: Pick<Config, 'locale' | 'root'>; pages: ReadonlyMap<string, Page>; begun: ReadonlySet<string> },
	original: { routes: Route[] },
): Route[] {
	const { locale } = config.locale;
	// From a page that is not found, the language menu leads to the home page.
	const others = original.routes.filter(({ kind }) => kind !== 'not-found');
	const originals = new Map(others.map((route) => [route.pagePath ?? route.path, route]));
	return routes.map((route): Route => {
		const page = pages.get(route.pagePath ?? '');
		const same = originals.get(page?.translationKey ?? route.path.slice(config.root.length));
		if (!same) return { ...route, locale, translationKey: route.path };
		const ofList = begun.has(route.version ?? 'blog') ? locale : same.locale;
		return { ...route, locale: page?.locale ?? ofList, translationKey: same.path };
	});
}

/** Names of the versions, and of the collections besides docs, that have a page in the language. */
export function begunIn(locale: string, pages: Page[]): Set<string> {
	return new Set(
		pages.filter((page) => page.locale === locale).map(({ version, collection }) => version ?? collection),
	);
}

/** The path of a route in the language of its text. */
export function pathOfText({ locale }: { locale: string }, route: Route): string {
	return route.locale === locale ? route.path : route.translationKey;
}

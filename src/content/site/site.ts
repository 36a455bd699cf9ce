/**
 * Links the facts of all pages into one site: versions, sidebars, posts, routes and the targets of links.
 * Reads facts, never bodies, and runs completely in every build.
 */

import type { Config } from '../model/config.ts';
import type { KnownTags } from '../model/fields.ts';
import { hashOfValue } from '../model/hash.ts';
import { isIndexed } from '../model/head.ts';
import { CONFIG_FILE, CONTENT } from '../model/identity.ts';
import { isExcluded } from '../model/mounts.ts';
import { compareNames } from '../model/names.ts';
import type { Diagnostic, Origin, Page, Route, SidebarItem } from '../model/page.ts';
import { nearest } from '../model/schema.ts';
import type { FolderSettings } from '../model/sidebars.ts';
import { plural } from '../model/words.ts';
import { byTag, checkTagUse, listPosts, type PageTag, type Post, pageTags, postsBy } from './blog.ts';
import {
	checkIds,
	type Doc,
	docId,
	joinRoute,
	listDocs,
	listedDoc,
	listVersions,
	slugOf,
	type VersionFrame,
} from './docs.ts';
import {
	type LinkBase,
	type LinkTargets,
	NearFiles,
	resolveLinks,
	routeKey,
	type SymbolTarget,
	withoutBase,
} from './links.ts';
import {
	begunIn,
	filesWith,
	localeOfLabel,
	misplaced,
	type NewRoute,
	overlay,
	overlayFolders,
	ownTexts,
	type TranslatedFiles,
	withLocales,
} from './locale.ts';
import { checkRoutes, inheritedRedirects, orderRoutes, type Redirect, resolveRedirects } from './routes.ts';
import { type CategoryRoute, firstRoute, readingOrder, resolveSidebars, type Stop } from './sidebar.ts';
import { checkTranslations, type Translation, translationsOf } from './translations.ts';

/** Data from files that are not pages. */
export interface SiteFiles extends TranslatedFiles {
	/** Labels in `content/versions.json`, newest first. */
	listedVersions: string[];
	/** `_category_` files of each language: tag → version → folder → settings. */
	translatedFolders: Map<string, Map<string, Map<string, FolderSettings>>>;
	authorsFile: string;
	/** Files in the `static` folder of a language: tag → paths inside it. */
	translatedStatic?: ReadonlyMap<string, readonly string[]>;
}

/** The input of the linking step. */
interface SiteInput extends SiteFiles {
	/** In all languages. */
	pages: Page[];
	/** Drafts are built as if they were published. */
	drafts: boolean;
}

type LanguageInput = SiteInput & { config: Config };

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

export interface Site {
	/** Tag of the language of its readers. */
	locale: string;
	config: Config;
	base: LinkBase;
	versions: SiteVersion[];
	posts: Post[];
	/** In matching order (B-009), the not-found route last. */
	routes: Route[];
	redirects: Redirect[];
	/** Source path → page, for every page that is built. */
	pages: Map<string, Page>;
	routeOf: Map<string, Route>;
	/** Source path → the URL of each of the page's links. */
	hrefs: Map<string, string[]>;
	/** By version name: docs with tags. */
	taggedDocs: Map<string, TaggedDoc[]>;
	/** The texts outside pages that its language has (`localeOfLabel`); absent for the first language, which has all. */
	ownTexts: ReadonlySet<string | undefined> | undefined;
	/** By `Page.translationKey`; empty for the first language. */
	translations: Map<string, Translation>;
	diagnostics: Diagnostic[];
}

/**
 * Links all pages into a site per language; the first one is that of the pages in no folder. Mistakes become findings;
 * the result is usable in any case.
 */
export function linkSites([config, ...others]: [Config, ...Config[]], input: SiteInput): [Site, ...Site[]] {
	const site = linkSite({ ...input, config });
	const inOther = (other: Config): Site =>
		linkSite({ ...input, ...filesWith(input, other.texts), config: other }, site);
	return [site, ...others.map(inOther)];
}

/** `original` is the site in the first language, if this is another one. */
function linkSite(input: LanguageInput, original?: Site): Site {
	const { config, drafts: hasDrafts } = input;
	const { locale } = config.locale;
	const pages = original
		? overlay(input.pages, locale, original.locale, hasDrafts)
		: input.pages.filter((page) => page.locale === locale);
	const built = pages.filter((page) => hasDrafts || !page.data.draft);
	const drafts = pages.filter((page) => !hasDrafts && page.data.draft);
	const builtPages = new Map(built.map((page) => [page.path, page]));
	const listed = listVersions(config, input.listedVersions, (name) =>
		pages.some((page) => page.collection === 'docs' && page.version === name),
	);
	const begun = begunIn(locale, built);
	const frames = listed.versions.filter(
		({ name, isLast }) => !original || isLast || name === 'current' || begun.has(name),
	);
	const own = original && ownTexts(config, input.translatedFolders.get(locale));
	const linked = frames.map((frame) => linkVersion(frame, built, drafts, { ...input, ownTexts: own }));
	const versions = linked.map(({ version }) => version);
	const { posts, ...ofPosts } = listPosts(config, built, input);
	const taggedDocs = new Map(
		versions.map((version) => [version.name, tagged(version, config, input.tags.get(version.name))]),
	);
	const newRoutes = [
		...versions.flatMap((version) => docRoutes(version)),
		...linked.flatMap(({ version, categories }) => categories.map((page) => categoryRoute(version, page))),
		...versions.flatMap((version) => docTagRoutes(version, taggedDocs.get(version.name) ?? [], config)),
		...blogRoutes(config, posts, input.authorsFile),
		...pageRoutes(built, config),
		...systemRoutes(config),
	];
	const routes = withLocales(newRoutes, { config, pages: builtPages, begun }, original);
	const routeOf = new Map(
		routes.flatMap((route): [string, Route][] => (route.pagePath === undefined ? [] : [[route.pagePath, route]])),
	);
	const base = linkBase(config, routes, original, input.translatedStatic?.get(locale));
	const redirects = resolveRedirects(config, built, routes);
	const inherited = original ? inheritedRedirects(original.redirects, redirects.redirects, routes, base) : [];
	const targets = linkTargets({ config, locale, base, routeOf }, { frames, built, drafts }, original);
	const links = built.flatMap((page) => {
		const route = routeOf.get(page.path);
		return route ? [{ page, ...resolveLinks(page, route.path, targets) }] : [];
	});
	const translations: Site['translations'] = original ? translationsOf(original.pages, built, locale) : new Map();
	const isOwn = ({ locale: of }: { locale: string }): boolean => of === locale;
	// The first language has the findings about what all languages share, and each the findings about its own pages.
	const shared = [
		...listed.diagnostics,
		...linked.flatMap(({ diagnostics }) => diagnostics),
		...ofPosts.diagnostics,
		...(original ? [] : checkTags(versions, built, input)),
		...checkNavbar(config, versions, drafts),
	].filter(({ file = '' }) => !original || isOwn(builtPages.get(file) ?? original));
	return {
		locale,
		config,
		base,
		versions,
		posts,
		routes: orderRoutes(routes),
		redirects: [...redirects.redirects, ...inherited],
		pages: builtPages,
		routeOf,
		hrefs: new Map(links.map(({ page, hrefs }) => [page.path, hrefs])),
		taggedDocs,
		ownTexts: own,
		translations,
		diagnostics: [
			...shared,
			...(original ? misplaced(input.pages, locale, original.locale) : []),
			...redirects.diagnostics,
			...checkRoutes(
				routes.filter(isOwn),
				redirects.redirects,
				built,
				original && [original.routes, routes.filter((route) => !isOwn(route))],
			),
			...links.filter(({ page }) => isOwn(page)).flatMap(({ diagnostics }) => diagnostics),
			...built.flatMap((page) => page.diagnostics),
			...checkTranslations(translations.values()),
		],
	};
}

function linkBase(
	{ url, baseUrl, docs, blog, root }: Config,
	routes: Route[],
	original: Site | undefined,
	files: readonly string[] = [],
): LinkBase {
	const other = routes.filter(({ translationKey, path }) => translationKey !== path);
	const paths = [
		...files.map((file) => [routeKey(`/${file}`), `${root}/${file}`] as const),
		...other.map(({ translationKey, path }) => [routeKey(translationKey), path] as const),
	];
	return { url, baseUrl, docs, blog, root, localizedPaths: original && new Map(paths) };
}

function checkTags(versions: SiteVersion[], built: Page[], { config, tags }: LanguageInput): Diagnostic[] {
	const ofDocs = versions.flatMap(({ name, folder, path }) => {
		const docs = built.filter((page) => page.version === name);
		const base = joinRoute(path, config.docs?.tagsPath ?? 'tags');
		return checkTagUse(docs, base, tags.get(name), `${folder}/tags.yml`);
	});
	if (!config.blog) return ofDocs;
	const posts = built.filter(({ collection }) => collection === 'blog');
	const base = joinRoute(config.blog.path, 'tags');
	return [...ofDocs, ...checkTagUse(posts, base, tags.get('blog'), `${CONTENT}/blog/tags.yml`)];
}

function linkVersion(
	frame: VersionFrame,
	built: Page[],
	drafts: Page[],
	input: LanguageInput & Pick<Site, 'ownTexts'>,
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
		if (!sidebar)
			return [
				{
					...unknownSidebar(wanted, [frame], [...sidebars.keys()]),
					file: doc.page.path,
					line: doc.page.lines.displayed_sidebar,
				},
			];
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
			if (!docById.has(id)) return [{ ...unknownDoc(id, [frame], [...docById.keys()]), ...place }];
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

/** B-283. */
function unknownDoc(id: string, versions: VersionFrame[], available: string[]): Diagnostic {
	const names = versions.map(({ name }) => name).join(', ');
	const message = `Couldn't find any doc with id "${id}" in version "${names}".\nAvailable doc ids are:`;
	return unknownId('unknown-doc', message, id, available);
}

/** B-284. */
function unknownSidebar(id: string, versions: VersionFrame[], available: string[]): Diagnostic {
	const names = versions.map(({ name }) => name).join(', ');
	const message = `Can't find any sidebar with id "${id}" in version "${names}".\nAvailable sidebar ids are:`;
	return unknownId('unknown-sidebar', message, id, available);
}

function unknownId(code: string, message: string, id: string, available: string[]): Diagnostic {
	const near = nearest(id, available);
	return {
		code,
		severity: 'error',
		message: [message, ...available.toSorted(compareNames).map((name) => `- ${name}`)].join('\n'),
		hint: near ? `Did you mean "${near}"?` : undefined,
		about: { words: [id] },
	};
}

/** Docs and sidebars in the navbar must exist in the last version: pages outside the docs link there. */
function checkNavbar(config: Config, versions: SiteVersion[], drafts: Page[]): Diagnostic[] {
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
			return [{ ...unknownDoc(item.docId, last ? [last] : [], [...(last?.docById.keys() ?? [])]), ...at }];
		}
		const sidebar = last?.sidebars.get(item.sidebarId);
		if (!sidebar)
			return [{ ...unknownSidebar(item.sidebarId, last ? [last] : [], [...(last?.sidebars.keys() ?? [])]), ...at }];
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

/* ---------------------------------------------------------------- routes */

function docRoutes(version: SiteVersion): NewRoute[] {
	return version.docs.map((doc) => ({
		path: doc.route,
		kind: 'doc',
		title: doc.page.title,
		description: doc.page.description,
		pagePath: doc.page.path,
		version: version.name,
		sidebar: version.places.get(doc.route)?.sidebar.id,
		indexable: !version.noIndex && isIndexed(doc.page),
		detail: { kind: 'doc', id: doc.id },
	}));
}

function categoryRoute(version: SiteVersion, page: CategoryRoute): NewRoute {
	return {
		path: page.route,
		kind: 'category',
		title: page.title,
		description: page.description,
		version: version.name,
		sidebar: page.sidebar,
		indexable: !version.noIndex,
		origin: page.origin,
		detail: { kind: 'category', label: page.title, trail: page.trail, keywords: page.keywords, image: page.image },
	};
}

function tagged(version: SiteVersion, config: Config, known: KnownTags | undefined): TaggedDoc[] {
	const base = joinRoute(version.path, config.docs?.tagsPath ?? 'tags');
	return version.docs
		.filter((doc) => doc.page.data.tags?.length && !doc.page.data.unlisted)
		.map((doc) => ({ doc, tags: pageTags(doc.page, base, known) }));
}

/** B-149: a version has tag pages only if its docs have tags. */
function docTagRoutes(version: SiteVersion, docs: TaggedDoc[], config: Config): NewRoute[] {
	if (docs.length === 0) return [];
	const base = joinRoute(version.path, config.docs?.tagsPath ?? 'tags');
	const shared = { description: '', version: version.name, indexable: !version.noIndex };
	const origin = { what: 'the list of tags', file: CONFIG_FILE, words: ['tagsPath', 'docs'] };
	return [
		{ path: base, kind: 'docs-tags', title: config.words.tags, ...shared, origin, detail: { kind: 'docs-tags' } },
		...byTag(docs).map(
			({ tag, items }): NewRoute => ({
				origin: tagOrigin(tag, items[0]?.doc.page),
				path: tag.route,
				kind: 'docs-tag',
				title: plural(config.words.docsTagged, items.length, config.words, { tag: tag.label }),
				...shared,
				description: tag.description || titlesOf(items.map(({ doc }) => doc.page)),
				detail: { kind: 'docs-tag', tag: tag.route },
			}),
		),
	];
}

/** Describes a list by what is on it. */
function titlesOf(pages: Page[]): string {
	return pages
		.slice(0, 5)
		.map(({ title }) => title)
		.join(', ');
}

/** A tag's page comes from the first page with the tag. */
function tagOrigin({ label, written }: PageTag, page: Page | undefined): Origin {
	const what = `the page of the tag "${label}"`;
	return { what, file: page?.path ?? CONFIG_FILE, line: page?.lines.tags, words: [written] };
}

function blogRoutes(config: Config, posts: Post[], authorsFile: string): NewRoute[] {
	const blog = config.blog;
	if (!blog || posts.length === 0) return [];
	const base = joinRoute(blog.path);
	const listed = posts.filter((post) => !post.unlisted);
	const origin = (what: string): Origin => ({ what, file: CONFIG_FILE, words: ['blog'] });
	const shared = { description: blog.description, indexable: true };
	return [
		...posts.map((post): NewRoute => {
			const at = listed.indexOf(post);
			return {
				path: post.route,
				kind: 'blog-post',
				title: post.page.title,
				description: post.page.description,
				pagePath: post.page.path,
				indexable: isIndexed(post.page),
				detail: {
					kind: 'blog-post',
					newer: at > 0 ? listed[at - 1]?.page.path : undefined,
					older: at < 0 ? undefined : listed[at + 1]?.page.path,
				},
			};
		}),
		...paged(listed, blog.postsPerPage, base).map(
			({ path, ...detail }): NewRoute => ({
				path,
				kind: 'blog-list',
				title: blog.title,
				origin: origin('the list of posts'),
				...shared,
				detail: { kind: 'blog-list', ...detail },
			}),
		),
		{
			path: joinRoute(base, 'archive'),
			kind: 'blog-archive',
			title: config.words.archive,
			origin: origin('the archive of posts'),
			...shared,
			description: config.words.archive,
			detail: { kind: 'blog-archive' },
		},
		...(['tags', 'authors'] as const).flatMap((by) => groupRoutes(by, posts, blog, config.words, authorsFile)),
	];
}

/** The pages of all tags and of each tag, or the same for authors. */
function groupRoutes(
	by: 'tags' | 'authors',
	posts: Post[],
	blog: NonNullable<Config['blog']>,
	words: Config['words'],
	authorsFile: string,
): NewRoute[] {
	const groups = postsBy(by, posts);
	if (groups.length === 0) return [];
	return [
		{
			path: joinRoute(blog.path, by),
			kind: 'blog-tags',
			title: words[by],
			origin: { what: `the list of ${by}`, file: CONFIG_FILE, words: ['blog'] },
			indexable: true,
			description: '',
			detail: { kind: 'blog-tags' },
		},
		...groups.flatMap(({ tag, items }) =>
			paged(items, blog.postsPerPage, tag.route).map(
				({ path, ...detail }): NewRoute => ({
					path,
					kind: 'blog-tag',
					origin:
						by === 'tags'
							? tagOrigin(tag, items[0]?.page)
							: { what: `the page of the author "${tag.label}"`, file: authorsFile, words: [tag.written] },
					title:
						by === 'tags'
							? plural(words.postsTagged, items.length, words, { tag: tag.label })
							: plural(words.postsBy, items.length, words, { author: tag.label }),
					indexable: true,
					description:
						tag.description ||
						titlesOf(items.map(({ page }) => page).filter((page) => detail.posts.includes(page.path))),
					detail: { kind: 'blog-tag', tag: tag.route, ...detail },
				}),
			),
		),
	];
}

/** B-260: `base`, `base/page/2`, … */
function paged(
	posts: Post[],
	perPage: number,
	base: string,
): { path: string; page: number; pages: number; posts: string[] }[] {
	const pages = Math.max(1, Math.ceil(posts.length / perPage));
	return Array.from({ length: pages }, (_, index) => ({
		path: index === 0 ? base : joinRoute(base, 'page', String(index + 1)),
		page: index + 1,
		pages,
		posts: posts.slice(index * perPage, (index + 1) * perPage).map((post) => post.page.path),
	}));
}

function pageRoutes(built: Page[], config: Config): NewRoute[] {
	return built
		.filter((page) => page.collection === 'pages')
		.map((page) => ({
			path: config.root + slugOf(page),
			kind: 'page',
			title: page.title,
			description: page.description,
			pagePath: page.path,
			indexable: isIndexed(page),
			detail: { kind: 'page' },
		}));
}

function systemRoutes(config: Config): NewRoute[] {
	const search: NewRoute[] = config.search
		? [
				{
					path: joinRoute(config.search.path),
					kind: 'search',
					origin: { what: 'the search page', file: CONFIG_FILE, words: ['search'] },
					title: config.words.searchDocumentation,
					description: '',
					indexable: false,
					detail: { kind: 'search' },
				},
			]
		: [];
	return [
		...search,
		{
			path: `${config.root}/404`,
			kind: 'not-found',
			origin: { what: 'the page for URLs that do not exist', file: CONFIG_FILE },
			title: config.words.notFound,
			description: '',
			indexable: false,
			detail: { kind: 'not-found' },
		},
	];
}

/* ---------------------------------------------------------------- links */

/** The targets of `api:` links: in the page's own docs version, else in the released one, else in any other. */
function symbolsOf(frames: VersionFrame[], built: Page[], routeOf: Map<string, Route>): LinkTargets['symbols'] {
	const own = new Map<string, Map<string, string>>();
	for (const { path, version = '', virtual } of built) {
		const route = routeOf.get(path)?.path;
		if (!virtual || route === undefined) continue;
		const symbols = own.get(version) ?? new Map();
		own.set(version, symbols);
		for (const name of virtual.symbols) symbols.set(name, route);
	}
	const released = frames.find(({ isLast }) => isLast)?.name;
	const seenFrom = new Map<string | undefined, ReadonlyMap<string, SymbolTarget>>();
	return ({ version }) => {
		const known = seenFrom.get(version);
		if (known) return known;
		// The last one counts.
		const order = [...frames.map(({ name }) => name).reverse(), released, version];
		const targets = order.flatMap((name = '') => {
			const isUsual = name === version || name === (released ?? name);
			const target = (route: string): SymbolTarget => (isUsual ? { route } : { route, otherVersion: name });
			return [...(own.get(name) ?? [])].map(([symbol, route]): [string, SymbolTarget] => [symbol, target(route)]);
		});
		const symbols = new Map(targets);
		seenFrom.set(version, symbols);
		return symbols;
	};
}

/** All possible targets of links. Drafts are only for better messages. */
function linkTargets(
	{ config, locale, base, routeOf }: Pick<Site, 'config' | 'locale' | 'base' | 'routeOf'>,
	{ frames, built, drafts }: { frames: VersionFrame[]; built: Page[]; drafts: Page[] },
	original: Site | undefined,
): LinkTargets {
	const byVersion = new Map(frames.map((frame) => [frame.name, frame]));
	const routes = new Map([...(original?.routeOf ?? []), ...routeOf].map(([path, route]) => [path, route.path]));
	for (const { path: file, translationKey: key } of original ? built : []) {
		const path = routeOf.get(file)?.path;
		// A translation may name a page by its place in either tree.
		const names = [key, key.replace(CONTENT, `${CONTENT}/${locale}`)];
		if (path !== undefined) for (const name of names) routes.set(name, path);
	}
	const symbols = built.flatMap(({ path, version, virtual }) => (virtual ? [[path, version, virtual.symbols]] : []));
	const unbuilt = drafts.map((page) => page.path);
	const { localizedPaths = [], ...home } = base;
	let near: NearFiles | undefined;
	return {
		...base,
		key: hashOfValue([home, [...localizedPaths], [...routes], frames, symbols, unbuilt, config.include.mounts]),
		routeOf: routes,
		near: () => {
			near ??= new NearFiles(routes.keys());
			return near;
		},
		routes: new Set(routes.values()),
		drafts: new Set(unbuilt),
		isExcluded: (path) => isExcluded(config.include.mounts, path),
		symbols: symbolsOf(frames, built, routeOf),
		roots: (page: Page) => {
			const frame = page.version === undefined ? undefined : byVersion.get(page.version);
			return [frame?.folder ?? `${CONTENT}/${page.collection}`, CONTENT];
		},
		versionLabel: ({ version }: Page) => (version === undefined ? undefined : byVersion.get(version)?.label),
	};
}

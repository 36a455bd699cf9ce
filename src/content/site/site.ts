/**
 * Links the facts of all pages into one site: versions, sidebars, posts, routes and the targets of links.
 * Reads facts, never bodies, and runs completely in every build.
 */

import type { Config } from '../model/config.ts';
import { hashOfValue } from '../model/hash.ts';
import { CONTENT } from '../model/identity.ts';
import { isExcluded } from '../model/mounts.ts';
import type { Diagnostic, Page, Route } from '../model/page.ts';
import { checkTagUse, listPosts, type Post } from './blog.ts';
import { joinRoute, listVersions, type VersionFrame } from './docs.ts';
import { type LinkBase, type LinkTargets, NearFiles, resolveLinks, routeKey, type SymbolTarget } from './links.ts';
import { begunIn, filesWith, misplaced, overlay, ownTexts, type TranslatedFiles, withLocales } from './locale.ts';
import { blogRoutes, categoryRoute, docRoutes, docTagRoutes, pageRoutes, systemRoutes } from './page-routes.ts';
import { checkRoutes, inheritedRedirects, orderRoutes, type Redirect, resolveRedirects } from './routes.ts';
import { checkTranslations, type Translation, translationsOf } from './translations.ts';
import {
	checkNavbar,
	docsWithTags,
	linkVersion,
	type SiteVersion,
	type TaggedDoc,
	type VersionInput,
} from './version.ts';

/** Data from files that are not pages. */
export interface SiteFiles extends TranslatedFiles, Pick<VersionInput, 'translatedFolders'> {
	/** Labels in `content/versions.json`, newest first. */
	listedVersions: string[];
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
 * Links all pages into a site per language; the first language has the pages in no folder. Mistakes become findings;
 * the result is usable in any case.
 */
export function linkSites([config, ...others]: [Config, ...Config[]], input: SiteInput): [Site, ...Site[]] {
	const site = linkFirst({ ...input, config });
	const over = (other: Config): Site => linkOver(site, { ...input, ...filesWith(input, other.texts), config: other });
	return [site, ...others.map(over)];
}

/** The first language, in which the site has its structure. It has the findings about what all languages share. */
function linkFirst(input: LanguageInput): Site {
	const { config } = input;
	const { locale } = config.locale;
	const own = input.pages.filter((page) => page.locale === locale);
	const { site, built, diagnostics, ...contents } = contentsOf({ ...input, ownTexts: undefined }, own, () => true);
	const routes = contents.routes.map((route): Route => ({ ...route, locale, translationKey: route.path }));
	const routeOf = byPage(routes);
	const { url, baseUrl, docs, blog, root } = config;
	const base = { url, baseUrl, docs, blog, root };
	const redirects = resolveRedirects(config, built, routes);
	const links = linksOf(
		built,
		routeOf,
		linkTargets({ config, base, routeOf }, { ...contents, built }, pathsOf(routeOf)),
	);
	return {
		...site,
		base,
		routes: orderRoutes(routes),
		routeOf,
		redirects: redirects.redirects,
		hrefs: hrefsOf(links),
		translations: new Map(),
		diagnostics: [
			...diagnostics,
			...checkTags(site.versions, built, input),
			...checkNavbar(config, site.versions, contents.drafts),
			...redirects.diagnostics,
			...checkRoutes(routes, redirects.redirects, built),
			...[...links, ...built].flatMap((one) => one.diagnostics),
		],
	};
}

/** Another language over the first one (`original`). It has the findings about its own pages. */
function linkOver(original: Site, input: LanguageInput): Site {
	const { config } = input;
	const { locale } = config.locale;
	const all = overlay(input.pages, locale, original.locale, input.drafts);
	const begun = begunIn(
		locale,
		all.filter((page) => input.drafts || !page.data.draft),
	);
	const { site, built, ...contents } = contentsOf(
		{ ...input, ownTexts: ownTexts(config, input.translatedFolders.get(locale)) },
		all,
		({ name, isLast }) => isLast || name === 'current' || begun.has(name),
	);
	const routes = withLocales(contents.routes, { config, pages: site.pages, begun }, original);
	const routeOf = byPage(routes);
	const base = localBase(config, routes, input.translatedStatic?.get(locale));
	const { redirects, ...ofRedirects } = resolveRedirects(config, built, routes);
	const paths = localPaths(original, locale, built, routeOf);
	const links = linksOf(built, routeOf, linkTargets({ config, base, routeOf }, { ...contents, built }, paths));
	const translations = translationsOf(original.pages, built, locale);
	const isOwn = ({ locale: of }: { locale: string }): boolean => of === locale;
	const shared = [...contents.diagnostics, ...checkNavbar(config, site.versions, contents.drafts)];
	const reported = [original.routes, routes.filter((route) => !isOwn(route))];
	return {
		...site,
		base,
		routes: orderRoutes(routes),
		routeOf,
		redirects: [...redirects, ...inheritedRedirects(original.redirects, redirects, routes, base)],
		hrefs: hrefsOf(links),
		translations,
		diagnostics: [
			...shared.filter(({ file = '' }) => isOwn(site.pages.get(file) ?? original)),
			...misplaced(input.pages, locale, original.locale),
			...ofRedirects.diagnostics,
			...checkRoutes(routes.filter(isOwn), redirects, built, reported),
			...links.filter(({ page }) => isOwn(page)).flatMap((one) => one.diagnostics),
			...built.flatMap((page) => page.diagnostics),
			...checkTranslations(translations.values()),
		],
	};
}

/** The pages and lists of a language: versions, posts, tags, and the routes of all. */
function contentsOf(
	input: LanguageInput & VersionInput,
	pages: Page[],
	isShown: (frame: VersionFrame) => boolean | undefined,
) {
	const { config, drafts: hasDrafts, ownTexts } = input;
	const built = pages.filter((page) => hasDrafts || !page.data.draft);
	const drafts = pages.filter((page) => !hasDrafts && page.data.draft);
	const listed = listVersions(config, input.listedVersions, (name) =>
		pages.some((page) => page.collection === 'docs' && page.version === name),
	);
	const frames = listed.versions.filter(isShown);
	const linked = frames.map((frame) => linkVersion(frame, built, drafts, input));
	const versions = linked.map(({ version }) => version);
	const { posts, ...ofPosts } = listPosts(config, built, input);
	const taggedDocs = new Map(
		versions.map((version) => [version.name, docsWithTags(version, config, input.tags.get(version.name))]),
	);
	const byPath = new Map(built.map((page) => [page.path, page]));
	const categories = linked.flatMap((one) => one.categories.map((page) => categoryRoute(one.version, page)));
	const routes = [
		...versions.flatMap(docRoutes),
		...categories,
		...versions.flatMap((version) => docTagRoutes(version, taggedDocs.get(version.name) ?? [], config)),
		...blogRoutes(config, posts, input.authorsFile),
		...pageRoutes(built, config),
		...systemRoutes(config),
	];
	const site = { locale: config.locale.locale, config, versions, posts, pages: byPath, taggedDocs, ownTexts };
	const diagnostics = [listed, ...linked, ofPosts].flatMap((one) => one.diagnostics);
	return { site, built, drafts, frames, routes, diagnostics };
}

function byPage(routes: Route[]): Map<string, Route> {
	return new Map(
		routes.flatMap((route): [string, Route][] => (route.pagePath === undefined ? [] : [[route.pagePath, route]])),
	);
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

/* ---------------------------------------------------------------- links */

function localBase(
	{ url, baseUrl, docs, blog, root }: Config,
	routes: Route[],
	files: readonly string[] = [],
): LinkBase {
	const other = routes.filter(({ translationKey, path }) => translationKey !== path);
	const localizedPaths = new Map([
		...files.map((file) => [routeKey(`/${file}`), `${root}/${file}`] as const),
		...other.map(({ translationKey, path }) => [routeKey(translationKey), path] as const),
	]);
	return { url, baseUrl, docs, blog, root, localizedPaths };
}

function pathsOf(routeOf: Map<string, Route>): Map<string, string> {
	return new Map([...routeOf].map(([file, { path }]) => [file, path]));
}

/** The paths of pages in a language by source path: a translation may name a page by its place in either tree. */
function localPaths(original: Site, locale: string, built: Page[], routeOf: Map<string, Route>): Map<string, string> {
	const paths = pathsOf(new Map([...original.routeOf, ...routeOf]));
	for (const { path: file, translationKey: key } of built) {
		const path = routeOf.get(file)?.path;
		const names = [key, key.replace(CONTENT, `${CONTENT}/${locale}`)];
		if (path !== undefined) for (const name of names) paths.set(name, path);
	}
	return paths;
}

function hrefsOf(links: { page: Page; hrefs: string[] }[]): Site['hrefs'] {
	return new Map(links.map(({ page, hrefs }) => [page.path, hrefs]));
}

function linksOf(built: Page[], routeOf: Map<string, Route>, targets: LinkTargets) {
	return built.flatMap((page) => {
		const route = routeOf.get(page.path);
		return route ? [{ page, ...resolveLinks(page, route.path, targets) }] : [];
	});
}

/** The targets of `api:` links: in the page's own docs version, else in the released one, else in any other. */
function symbolsOf(frames: VersionFrame[], built: Page[], routeOf: Map<string, Route>): LinkTargets['symbols'] {
	const own = new Map<string, Map<string, string>>();
	for (const { path, version = '', virtual } of built) {
		const route = routeOf.get(path)?.path;
		if (!virtual || route === undefined) continue;
		const symbols = own.get(version) ?? new Map();
		own.set(version, symbols);
		for (const name of virtual.symbols) symbols.set(name, route);
		for (const [name, id] of Object.entries(virtual.sections ?? {}))
			symbols.set(name, `${route}#${encodeURIComponent(id)}`);
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

/** All possible targets of links; `paths` are those of pages by source path. Drafts are only for better messages. */
function linkTargets(
	{ config, base, routeOf }: Pick<Site, 'config' | 'base' | 'routeOf'>,
	{ frames, built, drafts }: { frames: VersionFrame[]; built: Page[]; drafts: Page[] },
	paths: Map<string, string>,
): LinkTargets {
	const byVersion = new Map(frames.map((frame) => [frame.name, frame]));
	const symbols = built.flatMap(({ path, version, virtual }) =>
		virtual ? [[path, version, virtual.symbols, virtual.sections]] : [],
	);
	const unbuilt = drafts.map((page) => page.path);
	const { localizedPaths = [], ...home } = base;
	let near: NearFiles | undefined;
	return {
		...base,
		key: hashOfValue([home, [...localizedPaths], [...paths], frames, symbols, unbuilt, config.include.mounts]),
		routeOf: paths,
		near: () => {
			near ??= new NearFiles(paths.keys());
			return near;
		},
		routes: new Set(paths.values()),
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

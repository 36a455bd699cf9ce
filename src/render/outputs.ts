/**
 * Outputs for programs: sitemap, robots.txt, opensearch, llms.txt, route manifest, redirects, feeds.
 */

import { hash as digest } from 'node:crypto';
import { alternatesOf, canonicalOf, headOf, isIndexed } from '../content/model/head.ts';
import { escapeAttribute } from '../content/model/html.ts';
import type { Page, Route, SidebarItem } from '../content/model/page.ts';
import { say } from '../content/model/words.ts';
import { type Post, postsInFeeds } from '../content/site/blog.ts';
import { joinRoute, listedDoc } from '../content/site/docs.ts';
import { leavesSite, withBase } from '../content/site/links.ts';
import type { Redirect } from '../content/site/routes.ts';
import type { Site } from '../content/site/site.ts';
import type { SiteVersion } from '../content/site/version.ts';
import { REDIRECT_SCRIPT } from './hosts.ts';
import type { FeedPost, FeedView, Job, MarkdownView } from './model/job.ts';
import type { Plan, PlanInput } from './model/plan.ts';
import { absoluteAssetUrl, absoluteUrl, assetUrl, FEEDS, isSameUrl } from './views/head.ts';
import type { Alternates } from './views/languages.ts';
import { markdownOut, outOf, pageOut } from './views/output-paths.ts';

/** The name of an output, and the function that plans it. */
type NamedJob = [out: string, make: () => Job];

function text(out: string, content: () => string): NamedJob {
	return [out, () => ({ out, kind: 'text', input: { text: content() } })];
}

/** Outputs for programs about all languages. */
export function sharedJobs({ site, sites }: PlanInput, alternates: Alternates): NamedJob[] {
	return [text('sitemap.xml', () => sitemap(sites, alternates)), text('robots.txt', () => robots(site))];
}

/** Outputs for programs in one language, except feeds and search. */
export function languageJobs(input: PlanInput, plan: Plan): NamedJob[] {
	const { site } = input;
	const outOf = (name: string): string => `${site.config.root}/${name}`.slice(1);
	return [
		...(site.config.search ? [text(outOf('opensearch.xml'), () => openSearch(site))] : []),
		text(outOf('llms.txt'), () => llms(site)),
		[fullTextOut(site), () => fullText(input)],
		text(outOf('manifest.json'), () => manifest(input, plan)),
		...site.redirects.map((redirect) => text(pageOut(redirect.from), () => redirectPage(site, redirect))),
	];
}

/**
 * B-074: every page that search engines may list, with the date of its last change where one is known. A page
 * is left out if its author names another one as the original.
 */
function sitemap(sites: Site[], alternates: Alternates): string {
	const found = sites
		.flatMap(({ config, locale, pages, posts, routes, hrefs }) => {
			const published = new Map(posts.map((post) => [post.page.path, post.date]));
			const listed = routes.filter((route) => route.indexable && route.locale === locale && !config.noIndex);
			return listed.flatMap((route) => {
				const { path, pagePath = '' } = route;
				const page = pages.get(pagePath);
				const head = page ? headOf(page, hrefs.get(pagePath) ?? [], config.url) : [];
				const url = absoluteUrl(config, path);
				if (!isSameUrl(canonicalOf(head) ?? url, url)) return [];
				const changed = page?.data.last_update?.date ?? published.get(pagePath);
				const same = [...new Map([...alternates.withDefault(route), ...alternatesOf(head)])].map(
					([tag, href]) =>
						`<xhtml:link rel="alternate" hreflang="${escapeAttribute(tag)}" href="${escapeAttribute(href)}"/>`,
				);
				return [{ url, changed, same }];
			});
		})
		.sort((a, b) => (a.url < b.url ? -1 : 1));
	const entries = found
		.map(({ url, changed, same }) => {
			// In W3C Datetime, a day needs no time.
			const date = changed && `<lastmod>${changed.replace('T00:00:00.000Z', '')}</lastmod>`;
			return `<url><loc>${escapeAttribute(url)}</loc>${date ?? ''}${same.join('')}</url>\n`;
		})
		.join('');
	const more =
		sites.length > 1 || found.some(({ same }) => same.length > 0) ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${more}>\n${entries}</urlset>\n`;
}

function robots({ config }: Site): string {
	return config.noIndex
		? 'User-agent: *\nDisallow: /\n'
		: `User-agent: *\nAllow: /\n\nSitemap: ${absoluteUrl(config, '/sitemap.xml')}\n`;
}

/** B-070. */
function openSearch({ base, config }: Site): string {
	const target = `${absoluteUrl(config, joinRoute(config.search?.path ?? 'search'))}?q={searchTerms}`;
	const icon =
		config.favicon === undefined
			? ''
			: `<Image height="16" width="16">${escapeAttribute(new URL(assetUrl(base, config.favicon), config.url).href)}</Image>\n`;
	return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeAttribute(config.title.slice(0, 16))}</ShortName>
<Description>${escapeAttribute(say(config.words.searchSite, { site: config.title }))}</Description>
<InputEncoding>UTF-8</InputEncoding>
${icon}<Url type="text/html" method="get" template="${escapeAttribute(target)}"/>
</OpenSearchDescription>
`;
}

/* ---------------------------------------------------------------- llms.txt */

/**
 * The site as a list of links for language models (llmstxt.org): the guides of the last version in sidebar order,
 * posts, the index of each package, and the guides of other versions.
 */
function llms(site: Site): string {
	const { config } = site;
	const lines = [`# ${config.title}`, '', `> ${config.tagline || config.title}`, ''];
	lines.push(`The whole documentation in one file: ${absoluteUrl(config, `${config.root}/${FULL_TEXT}`)}`, '');
	const section = (title: string, links: string[]): void => {
		if (links.length > 0) lines.push(`## ${title}`, '', ...new Set(links), '');
	};
	const guides = (version: SiteVersion, prefix: string): void => {
		const listed = new Set<string>();
		for (const { items } of version.sidebars.values()) {
			const loose = items.filter((item) => item.kind === 'doc');
			section(
				`${prefix}Docs`,
				loose.flatMap((item) => entries(item, site, version, listed)),
			);
			for (const item of items)
				if (item.kind === 'category') section(prefix + item.label, entries(item, site, version, listed));
		}
	};
	const last = site.versions.find((version) => version.isLast);
	if (last) guides(last, '');
	section(
		'Blog',
		postsInFeeds(site)
			.filter(({ page }) => isIndexed(page))
			.map((post) => entry(site, post.page, post.route)),
	);
	const packages = [...(last?.docById.values() ?? [])].filter(
		({ page }) => page.virtual?.groups && page.locale === site.locale,
	);
	section(
		'API reference',
		packages.map(({ page, route }) => entry(site, page, route)),
	);
	for (const version of site.versions) if (version !== last && !version.noIndex) guides(version, `${version.label}: `);
	return lines.join('\n');
}

/** Links to the guides in a sidebar's item and below it, without those `listed` before. */
function entries(item: SidebarItem, site: Site, version: SiteVersion, listed: Set<string>): string[] {
	const link = (id: string | undefined): string[] => {
		const doc = listedDoc(version, id);
		if (!doc || listed.has(doc.id)) return [];
		listed.add(doc.id);
		return !doc.page.virtual && doc.page.locale === site.locale && isIndexed(doc.page)
			? [entry(site, doc.page, doc.route)]
			: [];
	};
	if (item.kind === 'doc') return link(item.id);
	if (item.kind !== 'category') return [];
	return [...link(item.docId), ...item.items.flatMap((inner) => entries(inner, site, version, listed))];
}

function entry(site: Site, page: Page, route: string): string {
	const url = absoluteUrl(site.config, `/${markdownOut(route)}`);
	return `- [${page.title}](${url})${page.description ? `: ${page.description}` : ''}`;
}

const FULL_TEXT = 'llms-full.txt';

/** Output path of the full text of a language. */
export function fullTextOut({ config }: Site): string {
	return `${config.root}/${FULL_TEXT}`.slice(1);
}

/** The view of the Markdown copy of a page, which is at `route`. */
export function markdownCopy(
	{ site, annotations: all }: Pick<PlanInput, 'site' | 'annotations'>,
	page: Page,
	route: string,
): MarkdownView {
	const annotations = page.fences?.shows === 'nothing' ? undefined : all.get(page.path)?.hash;
	return {
		heading: page.ownHeading ? '' : page.title,
		bodyHash: page.bodyHash,
		home: absoluteUrl(site.config, route),
		hrefs: site.hrefs.get(page.path) ?? [],
		...(annotations === undefined ? {} : { annotations }),
	};
}

/** The full text of all docs of the last version, in sidebar order. */
function fullText(input: Pick<PlanInput, 'site' | 'annotations'>): Job {
	const { site } = input;
	const last = site.versions.find((version) => version.isLast);
	const stops = [...(last?.sidebars.values() ?? [])].flatMap((sidebar) => sidebar.stops);
	const docs = new Set(stops.flatMap(({ docId }) => (last && listedDoc(last, docId)) ?? []));
	const entries = [...docs]
		.filter(({ page }) => page.locale === site.locale && isIndexed(page))
		.map(({ page, route }) => markdownCopy(input, page, route));
	return {
		out: fullTextOut(site),
		kind: 'full-text',
		input: { title: site.config.title, entries, origin: site.config.url },
	};
}

/* ---------------------------------------------------------------- manifest and redirects */

/** B-006: first three hex characters of the MD5 of the route without its description, its origin and its language. */
function routeHash(route: Route): string {
	const left = { description: undefined, origin: undefined, locale: undefined, translationKey: undefined };
	return digest('md5', JSON.stringify({ ...route, ...left }), 'hex').slice(0, 3);
}

/** B-006, B-007: `<path>-<hash>` → the files that the page needs. */
function manifest({ site, assets }: PlanInput, plan: Plan): string {
	const table: Record<string, string[]> = {};
	for (const route of site.routes) {
		const page = route.pagePath === undefined ? undefined : site.pages.get(route.pagePath);
		const path = route.kind === 'not-found' ? '*' : withBase(site.config.baseUrl, route.path);
		table[`${path}-${routeHash(route)}`] = [
			plan.outOf.get(route.path) ?? outOf(route),
			...(plan.stylesOf.get(route.path) ?? []),
			...assets.scripts,
			...(page?.assets.map((asset) => asset.out) ?? []),
		];
	}
	return `${JSON.stringify(table, undefined, '\t')}\n`;
}

/** A page that redirects readers, with or without scripts, and keeps the old URL out of search engines. */
function redirectPage(site: Site, { to }: Redirect): string {
	const { config } = site;
	const target = leavesSite(to) ? to : withBase(config.baseUrl, to);
	const canonical = leavesSite(to) ? to : absoluteUrl(config, to);
	const href = escapeAttribute(target);
	const { words } = config;
	const moved = escapeAttribute(words.movedTo).replace('{url}', () => `<a href="${href}">${href}</a>`);
	return `<!doctype html>
<html lang="${config.locale.htmlLang}" dir="${config.locale.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="docsgen">
<title>${escapeAttribute(say(words.redirecting, { url: target }))}</title>
<script data-to="${href}">${REDIRECT_SCRIPT}</script>
<noscript><meta http-equiv="refresh" content="0; url=${href}"></noscript>
<meta name="robots" content="noindex">
<link rel="canonical" href="${escapeAttribute(canonical)}">
</head>
<body>
<main><h1>${escapeAttribute(words.moved)}</h1><p>${moved}</p></main>
</body>
</html>
`;
}

/* ---------------------------------------------------------------- feeds */

/** B-269: every post in each of the three formats. */
export function feedJobs(site: Site, shared: string): NamedJob[] {
	const { config } = site;
	const blog = config.blog;
	const posts = postsInFeeds(site);
	if (!blog || posts.length === 0) return [];
	const base = joinRoute(blog.path);
	const home = absoluteUrl(config, base);
	return FEEDS.map(([format, file]): NamedJob => {
		const out = `${base.slice(1)}/${file}`.replace(/^\//, '');
		const feed = (): FeedView => ({
			options: {
				id: home,
				title: blog.feeds.title ?? say(config.words.blogOf, { site: config.title }),
				description: blog.feeds.description ?? blog.description,
				link: home,
				language: config.locale.htmlLang,
				copyright: blog.feeds.copyright ?? '',
				favicon: absoluteAssetUrl(site, config.favicon),
				generator: 'docsgen',
				feedLinks: { [format]: absoluteUrl(config, joinRoute(base, file)) },
			},
			updated: posts[0]?.date,
			origin: config.url,
			posts: posts.map((post) => feedPost(site, post)),
		});
		return [out, () => ({ out, kind: 'feed', input: { format, feed: feed(), site: shared } })];
	});
}

function feedPost(site: Site, { page, route, date, authors, tags }: Post): FeedPost {
	const { config, hrefs } = site;
	const url = absoluteUrl(config, route);
	// Atom requires a term, RSS shows the name.
	const category = tags.map(({ label }) => ({ name: label, term: label }));
	return {
		item: { id: url, title: page.title, link: url, description: page.description, category },
		date,
		authors: authors.map(({ name, url, email }) => ({ name, url: absoluteAssetUrl(site, url), email })),
		page: page.path,
		locale: page.locale,
		bodyHash: page.bodyHash,
		hrefs: hrefs.get(page.path) ?? [],
	};
}

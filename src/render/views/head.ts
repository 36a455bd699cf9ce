/**
 * The head of a page: title, links, social cards, tags for crawlers.
 */

import { type Config, LOOKS } from '../../content/model/config.ts';
import { DOCS_PLUGIN_ID } from '../../content/model/contract.ts';
import { canonicalOf, headOf, isNoIndex } from '../../content/model/head.ts';
import { escapeAttribute } from '../../content/model/html.ts';
import type { Page, Route } from '../../content/model/page.ts';
import { say } from '../../content/model/words.ts';
import { mediumDate, type Post, postsInFeeds } from '../../content/site/blog.ts';
import { joinRoute } from '../../content/site/docs.ts';
import { addressOf, type LinkBase, leavesSite, withBase } from '../../content/site/links.ts';
import { pathOfText } from '../../content/site/locale.ts';
import type { Site } from '../../content/site/site.ts';
import type { LinkImage } from '../model/plan.ts';
import type { HeadElementView, HeadView, PageHead } from '../model/view.ts';

/** URL of a route with origin and base URL (B-063). */
export function absoluteUrl(config: Config, route: string): string {
	return new URL(withBase(config.baseUrl, route), config.url).href;
}

/** URL of an author's asset: an absolute URL unchanged, else a file in `content/static`. */
export function assetUrl(base: LinkBase, src: string): string {
	return leavesSite(src) ? src : addressOf(base, src.startsWith('/') ? src : `/${src}`);
}

/** Like `assetUrl`, with the origin; undefined if there is no asset or its URL is invalid. */
export function absoluteAssetUrl(
	{ base, config }: Pick<Site, 'base' | 'config'>,
	src: string | undefined,
): string | undefined {
	const url = src === undefined ? '' : assetUrl(base, src);
	return url !== '' && URL.canParse(url, config.url) ? new URL(url, config.url).href : undefined;
}

/** Whether two URLs refer to one page. */
export function isSameUrl(a: string, b: string): boolean {
	const [one, other] = [a, b].map((url) => url.replace(/#.*$/, '').replace(/\/$/, ''));
	return one === other;
}

const meta = (name: string, content: string): HeadElementView => ({ tag: 'meta', attributes: { name, content } });
export const metaProperty = (name: string, content: string): HeadElementView => ({
	tag: 'meta',
	attributes: { property: name, content },
});
export const linkElement = (rel: string, href: string, more: Record<string, string> = {}): HeadElementView => ({
	tag: 'link',
	attributes: { rel, href, ...more },
});

/** B-065: the title of the document. */
function documentTitle(config: Config, title: string): string {
	return title === '' || title === config.title ? config.title : `${title} | ${config.title}`;
}

/** The title of a page, without the site's. The home page may have none. */
export function titleOf(config: Config, route: Route, page?: Page): string {
	return page?.data.title ?? (route.path === `${config.root}/` ? '' : listTitle(route));
}

/** The title of a route; the pages of a list are told apart by their numbers. */
function listTitle({ title, detail }: Route): string {
	const isList = detail.kind === 'blog-list' || detail.kind === 'blog-tag';
	return isList && detail.page > 1 ? `${title} (${detail.page})` : title;
}

/**
 * The page's part of the head; `alternates` makes the elements about other languages from its URL. `page` is its source,
 * `post` the post on it, if any.
 */
export function pageHead(
	site: Site,
	route: Route,
	alternates: (url: string) => HeadElementView[],
	{ page, post, image }: { page?: Page; post?: Post; image?: LinkImage } = {},
): PageHead {
	const { config, hrefs } = site;
	const own = page ? headOf(page, hrefs.get(page.path) ?? [], config.url) : [];
	const ownTitle = own.findLast((element) => element.tag === 'title')?.content;
	const title = documentTitle(config, ownTitle ?? titleOf(config, route, page));
	const description = route.description || config.tagline;
	const here = absoluteUrl(config, pathOfText(site, route));
	const url = canonicalOf(own) ?? here;
	const hasAlternates = route.locale === site.locale && isSameUrl(url, here);
	const { keywords } = route.detail.kind === 'category' ? route.detail : (page?.data ?? {});
	return {
		title,
		elements: [
			metaProperty('og:title', title),
			...(description ? [meta('description', description), metaProperty('og:description', description)] : []),
			...(keywords?.length ? [meta('keywords', keywords.join(','))] : []),
			metaProperty('og:url', url),
			...(image ? drawnImage(config, image, title) : socialImage(site, route, page, post)),
			...(post ? articleTags(site, post) : []),
			linkElement('canonical', url),
			...(hasAlternates ? alternates(url) : []),
			...crawlerTags(route),
			...((route.indexable && !config.noIndex) || own.some(isNoIndex)
				? []
				: [meta('robots', route.kind === 'search' ? 'noindex, follow' : 'noindex, nofollow')]),
		],
		authored: own.flatMap((element): HeadElementView[] =>
			element.tag === 'title' ? [] : [{ ...element, tag: element.tag }],
		),
	};
}

/** The elements in the head of every page; `hasFile`: whether `content/static` has a file. */
export function siteHead(site: Site, hasFile: (path: string) => boolean): HeadElementView[] {
	const { config } = site;
	const { locale, htmlLang } = config.locale;
	return [
		meta('generator', 'docsgen'),
		metaProperty('og:locale', openGraphLocale(htmlLang)),
		meta('twitter:card', 'summary_large_image'),
		meta('docs_locale', locale),
		meta('docsearch:language', locale),
		...siteIcon(site, hasFile('favicon.ico')),
		...(postsInFeeds(site).length > 0 ? feedLinks(config) : []),
		...(config.search
			? [
					linkElement('search', withBase(config.baseUrl, `${config.root}/opensearch.xml`), {
						type: 'application/opensearchdescription+xml',
						title: config.title,
					}),
				]
			: []),
		// B-071.
		...config.extended.preconnect.map((host) => linkElement('preconnect', host, { crossorigin: 'anonymous' })),
		...config.head,
	];
}

/**
 * The icon of the browser tab; without one, browsers ask for `/favicon.ico`, and most hosts respond with an error. The
 * default is the first letter of the title on the accent color.
 */
function siteIcon({ base, config }: Site, hasFavicon: boolean): HeadElementView[] {
	const { favicon = hasFavicon ? 'favicon.ico' : undefined, head, title, theme } = config;
	if (favicon !== undefined) return [linkElement('icon', assetUrl(base, favicon))];
	if (head.some(({ attributes: { rel = '' } }) => /\bicon\b/.test(rel))) return [];
	const { accent = LOOKS[theme.look], 'on-accent': ink = '#fff' } = theme.colors;
	const [letter = ''] = /[\p{L}\p{N}]/u.exec(title) ?? [];
	const [ground, color] = [accent, ink].map((value) =>
		escapeAttribute(typeof value === 'string' ? value : value.light),
	);
	const font = 'font-family="sans-serif" font-weight="700" font-size="20" text-anchor="middle"';
	const text = `<text x="16" y="23" ${font} fill="${color}">${letter.toUpperCase()}</text>`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${ground}"/>${text}</svg>`;
	return [linkElement('icon', `data:image/svg+xml,${encodeURIComponent(svg)}`)];
}

/** `en`, `en_GB`: the protocol has an underscore, and no script. */
export function openGraphLocale(tag: string): string {
	const { language, region } = new Intl.Locale(tag);
	return region === undefined ? language : `${language}_${region}`;
}

/** The complete head; the author's elements for the page are last, and win. */
export function headView(site: HeadElementView[], { title, elements, authored }: PageHead): HeadView {
	return { title, elements: lastDefinitions([...elements, ...site, ...authored]) };
}

/** B-072: the last definition of a meta name or property, of canonical, and of the page in a language wins. */
function lastDefinitions(elements: HeadElementView[]): HeadElementView[] {
	const last = new Map<string, HeadElementView>();
	const identity = ({ tag, attributes }: HeadElementView): string | undefined => {
		if (tag === 'meta' && (attributes.name ?? attributes.property))
			return `meta ${attributes.name ?? attributes.property}`;
		if (tag !== 'link') return undefined;
		if (attributes.rel === 'canonical') return 'canonical';
		if (attributes.rel === 'alternate' && attributes.hreflang) return `alternate ${attributes.hreflang}`;
		return undefined;
	};
	for (const element of elements) {
		const id = identity(element);
		// An article may have several authors and tags, and a page several other languages: keep all.
		if (id !== undefined && !/^meta (?:article|og:locale:alternate)/.test(id)) last.set(id, element);
	}
	return elements.filter((element) => {
		const id = identity(element);
		return id === undefined || !last.has(id) || last.get(id) === element;
	});
}

/** B-067: the social image, possibly from a service that draws it. */
function socialImage(site: Site, route: Route, page?: Page, post?: Post): HeadElementView[] {
	const { socialImage } = site.config;
	const image =
		namedImage(site, route, page, post) ?? (socialImage.default && absoluteImage(site, socialImage.default));
	return image === undefined ? [] : [metaProperty('og:image', image), meta('twitter:image', image)];
}

/** An image that docsgen draws, so its size is known. */
function drawnImage(config: Config, { out, width, height }: LinkImage, alt: string): HeadElementView[] {
	const url = absoluteUrl(config, `/${out}`);
	return [
		metaProperty('og:image', url),
		metaProperty('og:image:width', String(width)),
		metaProperty('og:image:height', String(height)),
		metaProperty('og:image:alt', alt),
		meta('twitter:image', url),
	];
}

/** Whether an image for links may be drawn: the page may be listed, and no field or element of a head names one for it. */
export function lacksImage(site: Site, route: Route, page?: Page, post?: Post): boolean {
	return (
		route.indexable &&
		namedImage(site, route, page, post) === undefined &&
		![...site.config.head, ...(page?.head ?? [])].some(({ attributes }) => attributes.property === 'og:image')
	);
}

function absoluteImage({ base, config }: Site, src: string): string {
	return leavesSite(src) ? src : config.url + assetUrl(base, src);
}

/** The image of the page, or a service's. */
function namedImage(site: Site, route: Route, page?: Page, post?: Post): string | undefined {
	const { config } = site;
	const own = route.detail.kind === 'category' ? route.detail.image : page?.data.image;
	if (own) return absoluteImage(site, own);
	const { socialImage } = config;
	const shared = {
		title: route.title,
		description: route.description,
		permalink: withBase(config.baseUrl, route.path),
	};
	if (route.kind === 'doc' && socialImage.docs) return fillIn(socialImage.docs, shared);
	if (post && socialImage.posts) {
		return fillIn(socialImage.posts, {
			...shared,
			author: post.authors.map((author) => author.name).join(', '),
			date: mediumDate(post.date, config),
			readingTime: post.readingTime,
		});
	}
	return undefined;
}

function fillIn(template: string, values: Record<string, string>): string {
	return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
		Object.hasOwn(values, name) ? encodeURIComponent(values[name] ?? '') : whole,
	);
}

/** B-068. */
function articleTags(site: Site, post: Post): HeadElementView[] {
	return [
		metaProperty('og:type', 'article'),
		metaProperty('article:published_time', post.date),
		...post.authors
			.flatMap((author) => absoluteAssetUrl(site, author.url) ?? [])
			.map((url) => metaProperty('article:author', url)),
		...(post.tags.length > 0 ? [metaProperty('article:tag', post.tags.map((tag) => tag.label).join(','))] : []),
	];
}

const LIST_TAGS: Partial<Record<Route['kind'], string>> = {
	'blog-list': 'blog_posts_list',
	'blog-tags': 'blog_tags_list',
	'blog-tag': 'blog_tags_posts',
};

/** The tag that search filters by (B-069, B-240). */
export function searchTag(route: Route): string {
	if (route.version !== undefined) return `docs-${DOCS_PLUGIN_ID}-${route.version}`;
	return LIST_TAGS[route.kind] ?? 'default';
}

function crawlerTags(route: Route): HeadElementView[] {
	const tag = searchTag(route);
	return [
		meta('docs_tag', tag),
		...(route.version === undefined ? [] : [meta('docs_version', route.version)]),
		meta('docsearch:docs_tag', tag),
		...(route.version === undefined ? [] : [meta('docsearch:version', route.version)]),
	];
}

/** The feeds of a blog: format, file, media type, name. */
export const FEEDS = [
	['rss', 'rss.xml', 'application/rss+xml', 'RSS'],
	['atom', 'atom.xml', 'application/atom+xml', 'Atom'],
	['json', 'feed.json', 'application/feed+json', 'JSON'],
] as const;

/** B-070. */
function feedLinks({ blog, baseUrl, title, words }: Config): HeadElementView[] {
	if (!blog) return [];
	return FEEDS.map(([, file, type, format]) => {
		const name = say(words.feed, { site: title, format });
		return linkElement('alternate', withBase(baseUrl, joinRoute(blog.path, file)), { type, title: name });
	});
}

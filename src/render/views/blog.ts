/** Views of the blog: index, posts, tags, archive. */

import type { Route } from '../../content/model/page.ts';
import { type ListedAuthor, type Post, postsBy } from '../../content/site/blog.ts';
import { joinRoute } from '../../content/site/docs.ts';
import { withBase } from '../../content/site/links.ts';
import { pathOfText } from '../../content/site/locale.ts';
import type { Site } from '../../content/site/site.ts';
import type { AuthorView, ContentView, NeighbourView, PostView, RecentView } from '../model/view.ts';
import { editUrl, pageToc, reportUrl, tagLinks, tagsView } from './docs.ts';
import { assetUrl } from './head.ts';
import { languageOfLabel, languageOfText, textView } from './languages.ts';
import { markdownOut } from './output-paths.ts';

type Content<K extends ContentView['kind']> = Extract<ContentView, { kind: K }>;

function postView(site: Site, post: Post, body: number, inList: boolean): PostView {
	const { config } = site;
	return {
		title: post.page.title,
		href: withBase(config.baseUrl, post.route),
		date: post.date,
		dateLabel: post.dateLabel,
		readingTime: config.blog?.showReadingTime ? post.readingTime : undefined,
		// Unlisted posts do not create pages of tags and authors, so theirs may have none.
		authors: post.authors.map((author) => ({
			...authorView(site, author),
			...(author.page && !post.unlisted ? { url: withBase(config.baseUrl, author.page.route) } : {}),
		})),
		tags: post.unlisted ? [] : tagLinks(post.tags, site),
		body,
		truncated: inList && post.page.truncated,
		description: post.page.description,
		...textView(site, post.page),
	};
}

function authorView(site: Site, { name, title, url, image }: ListedAuthor): AuthorView {
	const { base } = site;
	return {
		name,
		title,
		titleLanguage: title === undefined ? undefined : languageOfLabel(site, title),
		url: url === undefined ? undefined : assetUrl(base, url),
		image: image === undefined ? undefined : assetUrl(base, image),
	};
}

/** B-265. */
function recentView(site: Site, route: Route): RecentView | undefined {
	const blog = site.config.blog;
	const listed = site.posts.filter((post) => !post.unlisted);
	if (!blog || blog.sidebarCount === 0 || listed.length === 0) return undefined;
	const shown = blog.sidebarCount === 'ALL' ? listed : listed.slice(0, blog.sidebarCount);
	return {
		title: blog.sidebarTitle,
		...languageOfLabel(site, blog.sidebarTitle),
		items: shown.map((post) => ({
			label: post.page.title,
			...languageOfText(site.config, post.page.locale),
			href: withBase(site.config.baseUrl, post.route),
			current: post.page.path === route.pagePath,
		})),
	};
}

/** The posts of a list page, in order. */
export function listedPosts(site: Site, route: Route): Post[] {
	const paths = route.detail.kind === 'blog-list' || route.detail.kind === 'blog-tag' ? route.detail.posts : [];
	const byPath = new Map(site.posts.map((post) => [post.page.path, post]));
	return paths.flatMap((path) => byPath.get(path) ?? []);
}

/** The index pages, and the pages of tags and authors (B-260, B-268). */
export function blogListView(site: Site, route: Route): Content<'blog-list'> {
	const { detail } = route;
	if (detail.kind !== 'blog-list' && detail.kind !== 'blog-tag') throw new Error(`${route.path} lists no posts`);
	const root = joinRoute(site.config.blog?.path ?? '');
	const base = detail.kind === 'blog-tag' ? detail.tag : root;
	const address = (page: number): string =>
		withBase(site.config.baseUrl, page === 1 ? base : joinRoute(base, 'page', String(page)));
	const posts = listedPosts(site, route);
	const author = posts.flatMap(({ authors }) => authors).find(({ page }) => page?.route === base);
	return {
		kind: 'blog-list',
		heading: route.title,
		all:
			detail.kind === 'blog-tag'
				? withBase(site.config.baseUrl, joinRoute(root, author ? 'authors' : 'tags'))
				: undefined,
		author: author && {
			...authorView(site, author),
			description: author.page?.description,
			descriptionLanguage: languageOfLabel(site, author.page?.description ?? ''),
		},
		posts: posts.map((post, index) => postView(site, post, index, true)),
		newer: detail.page > 1 ? address(detail.page - 1) : undefined,
		older: detail.page < detail.pages ? address(detail.page + 1) : undefined,
		recent: recentView(site, route),
	};
}

export function blogPostView(site: Site, route: Route, post: Post): Content<'blog-post'> {
	const neighbour = (path: string | undefined): NeighbourView | undefined => {
		const found = site.posts.find((candidate) => candidate.page.path === path);
		return (
			found && {
				label: found.page.title,
				...languageOfText(site.config, found.page.locale),
				href: withBase(site.config.baseUrl, found.route),
			}
		);
	};
	const detail = route.detail.kind === 'blog-post' ? route.detail : undefined;
	return {
		kind: 'blog-post',
		post: postView(site, post, 0, false),
		toc: pageToc(site, post.page),
		newer: neighbour(detail?.newer),
		older: neighbour(detail?.older),
		editUrl: editUrl(site, post.page),
		reportUrl: reportUrl(site, route),
		recent: recentView(site, route),
		markdownHref: withBase(site.config.baseUrl, `/${markdownOut(pathOfText(site, route))}`),
	};
}

/** B-266: oldest year first; within a year, newest post first. */
export function blogArchiveView(site: Site, route: Route): Content<'blog-archive'> {
	const years = new Map<string, Content<'blog-archive'>['years'][number]>();
	for (const post of site.posts) {
		if (post.unlisted) continue;
		const year = post.date.slice(0, 4);
		const group = years.get(year) ?? { year, posts: [] };
		years.set(year, group);
		group.posts.push({
			label: post.dateLabel,
			title: post.page.title,
			...languageOfText(site.config, post.page.locale),
			href: withBase(site.config.baseUrl, post.route),
			date: post.date,
		});
	}
	return {
		kind: 'blog-archive',
		years: [...years.values()].sort((a, b) => (a.year < b.year ? -1 : 1)),
		recent: recentView(site, route),
	};
}

export function blogTagsView(site: Site, route: Route): Content<'tags'> {
	const by = route.path.endsWith('/authors') ? 'authors' : 'tags';
	const tags = tagsView(postsBy(by, site.posts), site, by === 'authors');
	return { ...tags, heading: route.title, recent: recentView(site, route) };
}

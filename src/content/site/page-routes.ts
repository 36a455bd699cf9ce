/** The routes of the pages and lists of a site in one language, before they have their order and translations. */

import type { Config } from '../model/config.ts';
import { isIndexed } from '../model/head.ts';
import { CONFIG_FILE } from '../model/identity.ts';
import type { Origin, Page } from '../model/page.ts';
import { plural } from '../model/words.ts';
import { byTag, type PageTag, type Post, postsBy } from './blog.ts';
import { joinRoute, slugOf } from './docs.ts';
import type { NewRoute } from './locale.ts';
import type { CategoryRoute } from './sidebar.ts';
import type { SiteVersion, TaggedDoc } from './version.ts';

/** The docs of a version. */
export function docRoutes(version: SiteVersion): NewRoute[] {
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

/** The generated page of a category. */
export function categoryRoute(version: SiteVersion, page: CategoryRoute): NewRoute {
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

/** B-149: a version has tag pages only if its docs have tags. */
export function docTagRoutes(version: SiteVersion, docs: TaggedDoc[], config: Config): NewRoute[] {
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

/** Posts, and their lists by time, tag and author. */
export function blogRoutes(config: Config, posts: Post[], authorsFile: string): NewRoute[] {
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

/** Pages that are in no list. */
export function pageRoutes(built: Page[], config: Config): NewRoute[] {
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

/** Pages of the site itself: its search, and the answer to URLs without a page. */
export function systemRoutes(config: Config): NewRoute[] {
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

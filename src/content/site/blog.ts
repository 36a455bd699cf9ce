/**
 * Blog posts: routes, dates, authors, tags, reading time.
 */
import type { Config } from '../model/config.ts';
import { type Authors, dayOf, type KnownTags } from '../model/fields.ts';
import type { Diagnostic, Page, PostAuthor } from '../model/page.ts';
import { plural, type Words } from '../model/words.ts';
import { isIndex, joinRoute, slugify } from './docs.ts';
import { sourceOf } from './locale.ts';

export interface Post {
	page: Page;
	route: string;
	/** ISO date with time, UTC. */
	date: string;
	/** `January 14, 2023`. */
	dateLabel: string;
	/** `5 min read`. */
	readingTime: string;
	authors: Author[];
	tags: PageTag[];
	unlisted: boolean;
}

export interface Author {
	name: string;
	title?: string;
	url?: string;
	/** URL, or a path in `content/static`. */
	image?: string;
	email?: string;
	/** Lists the author's posts. */
	page?: PageTag;
}

/** A tag with the route of its page. */
export interface PageTag {
	label: string;
	route: string;
	description?: string;
}

/** `2023-01-14-title`, `2023/01/14-title`, and folders of such names. */
const DATED = /(?:^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/](?=[^/]+(?:\/index)?$)/;

/** Created when needed: the first takes as long as parsing fifty pages. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A date in the language and calendar of the site, independent of the machine's time zone and language (B-262). */
function formatted(iso: string, dateStyle: 'long' | 'medium', { locale }: Pick<Config, 'locale'>): string {
	const { htmlLang, calendar } = locale;
	const name = `${dateStyle} ${htmlLang} ${calendar}`;
	const format = formats.get(name) ?? new Intl.DateTimeFormat(htmlLang, { dateStyle, calendar, timeZone: 'UTC' });
	formats.set(name, format);
	return format.format(new Date(iso));
}

/** `Jan 14, 2023` (B-157). */
export function mediumDate(iso: string, config: Pick<Config, 'locale'>): string {
	return formatted(iso, 'medium', config);
}

/** B-261: 200 words a minute, rounded up. */
function readingTime(count: number, words: Words): string {
	return plural(words.readingTime, Math.max(1, Math.ceil(count / 200)), words);
}

/** The tags of a page with their routes below `base`; entries of the tags file (`known`) take precedence. */
export function pageTags({ data }: Page, base: string, known: KnownTags = {}): PageTag[] {
	return (data.tags ?? []).map((tag) => {
		const file = tag.permalink === undefined && Object.hasOwn(known, tag.label) ? known[tag.label] : undefined;
		const { description, label = tag.label, permalink = tag.permalink } = file ?? {};
		const route = joinRoute(base, permalink ?? slugify(label));
		return { label, route, ...(description === undefined ? {} : { description }) };
	});
}

/** All posts, newest first; posts with the same date by file path. */
export function listPosts(
	config: Config,
	pages: Page[],
	{ authors, authorsFile, tags }: { authors: Authors; authorsFile: string; tags: Map<string, KnownTags> },
): { posts: Post[]; diagnostics: Diagnostic[] } {
	const blog = config.blog;
	if (!blog) return { posts: [], diagnostics: [] };
	const diagnostics: Diagnostic[] = [];
	const base = joinRoute(blog.path);
	const posts = pages
		.filter((page) => page.collection === 'blog')
		.flatMap((page): Post[] => {
			const date = dateOf(page);
			if (date === undefined) {
				diagnostics.push({
					code: 'post-without-date',
					severity: 'error',
					file: page.path,
					line: 1,
					message: `The post "${page.title}" has no date, or an invalid one.`,
					hint: 'Write "date: 2023-01-14" in its front matter, or start its file name with the date: 2023-01-14-title.md.',
				});
				return [];
			}
			const resolved = (page.data.authors ?? []).flatMap((entry) =>
				resolveAuthor(entry, authors, authorsFile, joinRoute(base, 'authors'), page, diagnostics),
			);
			return [
				{
					page,
					route: joinRoute(base, slugOfPost(page)),
					date,
					dateLabel: formatted(date, 'long', config),
					readingTime: readingTime(page.words, config.words),
					authors: resolved,
					tags: pageTags(page, joinRoute(base, 'tags'), tags.get('blog')),
					unlisted: page.data.unlisted ?? false,
				},
			];
		});
	posts.sort((a, b) => (a.date === b.date ? (sourceOf(a.page) < sourceOf(b.page) ? -1 : 1) : a.date < b.date ? 1 : -1));
	return { posts, diagnostics };
}

function dateOf(page: Page): string | undefined {
	if (page.data.date !== undefined) return new Date(page.data.date).toISOString();
	const match = DATED.exec(page.name);
	return match ? dayOf(match.slice(1))?.toISOString() : undefined;
}

/** `2023-01-14-title` becomes `2023/01/14/title`, as in other tools, so that a migration keeps all URLs. */
function slugOfPost(page: Page): string {
	if (page.data.slug !== undefined) return page.data.slug;
	const name =
		isIndex(page.name) && page.name.includes('/') ? page.name.slice(0, page.name.lastIndexOf('/')) : page.name;
	return name.replace(/(^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})-/, '$1$2/$3/$4/');
}

function resolveAuthor(
	entry: PostAuthor,
	authors: Authors,
	authorsFile: string,
	base: string,
	page: Page,
	diagnostics: Diagnostic[],
): Author[] {
	const { key, ...own } = entry;
	const known = key !== undefined && Object.hasOwn(authors, key) ? authors[key] : undefined;
	if (key !== undefined && !known) {
		const keys = Object.keys(authors);
		diagnostics.push({
			code: 'unknown-author',
			severity: 'error',
			file: page.path,
			line: page.lines.authors ?? 1,
			message: `There is no author "${key}" in ${authorsFile}.`,
			about: { words: [key] },
			hint:
				keys.length > 0 ? `Valid author keys: ${keys.join(', ')}.` : `Create ${authorsFile} with an entry "${key}".`,
		});
		return [];
	}
	const merged = { ...known, ...own };
	const address = known?.page === true ? slugify(key ?? '') : known?.page;
	return [
		{
			name: merged.name ?? key ?? '',
			title: merged.title,
			url: merged.url,
			image: merged.image_url,
			email: merged.email,
			page: address
				? { label: known?.name ?? key ?? '', route: joinRoute(base, address), description: known?.description }
				: undefined,
		},
	];
}

/** Listed posts by tag, or by author with a page. */
export function postsBy(by: 'tags' | 'authors', posts: Post[]): { tag: PageTag; items: Post[] }[] {
	const listed = posts.filter((post) => !post.unlisted);
	return byTag(listed, ({ tags, authors }) => (by === 'tags' ? tags : authors.flatMap(({ page }) => page ?? [])));
}

/** Pages by tag, tags by label. */
export function byTag<T extends { tags: PageTag[] }>(
	items: T[],
	tagsOf = ({ tags }: T): PageTag[] => tags,
): { tag: PageTag; items: T[] }[] {
	const found = new Map<string, { tag: PageTag; items: T[] }>();
	for (const item of items) {
		for (const tag of tagsOf(item)) {
			const entry = found.get(tag.route);
			if (entry) entry.items.push(item);
			else found.set(tag.route, { tag, items: [item] });
		}
	}
	return [...found.values()].sort((a, b) => (a.tag.label.toLowerCase() < b.tag.label.toLowerCase() ? -1 : 1));
}

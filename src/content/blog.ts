/**
 * Posts: what the blog's pages say beyond their text — routes, dates, authors, tags, reading time.
 */
import type { Config } from './config.ts';
import { isIndex, joinRoute } from './docs.ts';
import type { Check } from './schema.ts';
import { object, record, string } from './schema.ts';
import type { Diagnostic, Page, PostAuthor, Tag } from './types.ts';

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
	/** Address, or a path of `content/static`. */
	image?: string;
	email?: string;
}

/** A tag with the route of its page. */
export interface PageTag {
	label: string;
	route: string;
}

/** The authors file: key to author. */
export type Authors = Record<string, PostAuthor>;

const author = object<Omit<PostAuthor, 'key'>>({
	name: string,
	title: string,
	url: string,
	image_url: string,
	email: string,
});
/** Checks `content/blog/authors.yml`. */
export const checkAuthors: Check<Authors> = record(author);

const DATED = /(?:^|\/)(\d{4})-(\d{1,2})-(\d{1,2})-(?=[^/]+$)|(?:^|\/)(\d{4})-(\d{1,2})-(\d{1,2})-(?=[^/]+\/index$)/;

/** Made when they are needed: the first one takes as long as reading fifty pages. */
const formats = new Map<'long' | 'medium', Intl.DateTimeFormat>();

function formatted(iso: string, dateStyle: 'long' | 'medium'): string {
	const format = formats.get(dateStyle) ?? new Intl.DateTimeFormat('en-US', { dateStyle, timeZone: 'UTC' });
	formats.set(dateStyle, format);
	return format.format(new Date(iso));
}

/** `January 14, 2023`, whatever the machine's zone and language (B-262). */
export function longDate(iso: string): string {
	return formatted(iso, 'long');
}

/** `Jan 14, 2023` (B-157). */
export function mediumDate(iso: string): string {
	return formatted(iso, 'medium');
}

/** B-261: 200 words a minute, rounded up. */
export function readingTime(words: number): string {
	const minutes = Math.max(1, Math.ceil(words / 200));
	return minutes === 1 ? 'One min read' : `${minutes} min read`;
}

/** The address of a tag's page below `base`. */
export function tagRoute(base: string, tag: Tag): string {
	const slug =
		tag.permalink ??
		tag.label
			.toLowerCase()
			.normalize('NFKD')
			.replace(/[^\p{Letter}\p{Number}]+/gu, '-')
			.replace(/^-+|-+$/g, '');
	return joinRoute(base, slug);
}

/** All posts, newest first; posts of one day by file path. */
export function listPosts(
	config: Config,
	pages: Page[],
	authors: Authors,
	authorsFile: string,
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
					message: `The post "${page.title}" has no date.`,
					hint: 'Write "date: 2023-01-14" in its front matter, or begin its file name with the date: 2023-01-14-title.md.',
				});
				return [];
			}
			const resolved = (page.data.authors ?? []).flatMap((entry) =>
				resolveAuthor(entry, authors, authorsFile, page, diagnostics),
			);
			return [
				{
					page,
					route: joinRoute(base, slugOfPost(page)),
					date,
					dateLabel: longDate(date),
					readingTime: readingTime(page.words),
					authors: resolved,
					tags: (page.data.tags ?? []).map((tag) => ({
						label: tag.label,
						route: tagRoute(joinRoute(base, 'tags'), tag),
					})),
					unlisted: page.data.unlisted ?? false,
				},
			];
		});
	posts.sort((a, b) => (a.date === b.date ? (a.page.path < b.page.path ? -1 : 1) : a.date < b.date ? 1 : -1));
	return { posts, diagnostics };
}

function dateOf(page: Page): string | undefined {
	if (page.data.date !== undefined) return new Date(page.data.date).toISOString();
	const match = DATED.exec(page.name);
	if (!match) return undefined;
	const [year, month, day] = (match[1] === undefined ? match.slice(4) : match.slice(1)) as [string, string, string];
	const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
	return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** `2023-01-14-title` becomes `2023/01/14/title`: the addresses posts have elsewhere, so that moving breaks none. */
function slugOfPost(page: Page): string {
	if (page.data.slug !== undefined) return page.data.slug;
	const name =
		isIndex(page.name) && page.name.includes('/') ? page.name.slice(0, page.name.lastIndexOf('/')) : page.name;
	return name.replace(/(^|\/)(\d{4})-(\d{1,2})-(\d{1,2})-/, '$1$2/$3/$4/');
}

function resolveAuthor(
	entry: PostAuthor,
	authors: Authors,
	authorsFile: string,
	page: Page,
	diagnostics: Diagnostic[],
): Author[] {
	const { key, ...own } = entry;
	const known = key === undefined ? undefined : authors[key];
	if (key !== undefined && !known) {
		const keys = Object.keys(authors);
		diagnostics.push({
			code: 'unknown-author',
			severity: 'error',
			file: page.path,
			line: page.lines.authors ?? 1,
			message: `There is no author "${key}" in ${authorsFile}.`,
			hint:
				keys.length > 0 ? `Valid author keys: ${keys.join(', ')}.` : `Create ${authorsFile} with an entry "${key}".`,
		});
		return [];
	}
	const merged = { ...known, ...own };
	return [
		{
			name: merged.name ?? key ?? '',
			title: merged.title,
			url: merged.url,
			image: merged.image_url,
			email: merged.email,
		},
	];
}

/** Pages by tag, tags by label. */
export function byTag<T extends { tags: PageTag[] }>(items: T[]): { tag: PageTag; items: T[] }[] {
	const found = new Map<string, { tag: PageTag; items: T[] }>();
	for (const item of items) {
		for (const tag of item.tags) {
			const entry = found.get(tag.route);
			if (entry) entry.items.push(item);
			else found.set(tag.route, { tag, items: [item] });
		}
	}
	return [...found.values()].sort((a, b) => (a.tag.label.toLowerCase() < b.tag.label.toLowerCase() ? -1 : 1));
}

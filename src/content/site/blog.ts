/**
 * Blog posts: routes, dates, authors, tags, reading time.
 */
import type { Config } from '../model/config.ts';
import { type Authors, dayOf, type KnownTags } from '../model/fields.ts';
import { compareNames, slugify } from '../model/names.ts';
import type { Diagnostic, Page, PostAuthor } from '../model/page.ts';
import { plural, type Words } from '../model/words.ts';
import { isIndex, joinRoute } from './docs.ts';

export interface Post {
	page: Page;
	route: string;
	/** ISO date and time, with the author's offset from UTC. */
	date: string;
	/** `January 14, 2023`. */
	dateLabel: string;
	/** `5 min read`. */
	readingTime: string;
	authors: ListedAuthor[];
	tags: PageTag[];
	unlisted: boolean;
}

export interface ListedAuthor {
	name: string;
	title?: string;
	url?: string;
	/** URL, or a path in `content/static`. */
	image?: string;
	email?: string;
	/** Lists the author's posts. */
	page?: PageTag;
	/** The URL and the picture as written, each with its file: `authors.yml`, or the post. */
	sources: { written: string; file: string }[];
}

/** A tag with the route of its page. */
export interface PageTag {
	label: string;
	route: string;
	description?: string;
	/** As the page or the key in `authors.yml` has it. */
	written: string;
}

/** `2023-01-14-title`, `2023/01/14-title`, and folders of such names. */
const DATED = /(?:^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/](?=[^/]+(?:\/index)?$)/;

/** Created when needed: the first takes as long as parsing fifty pages. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The author's day in the language and calendar of the site, independent of the machine's time zone and language (B-262). */
function formatted(iso: string, dateStyle: 'long' | 'medium', { locale }: Pick<Config, 'locale'>): string {
	const { htmlLang, calendar } = locale;
	const name = `${dateStyle} ${htmlLang} ${calendar}`;
	const format = formats.get(name) ?? new Intl.DateTimeFormat(htmlLang, { dateStyle, calendar, timeZone: 'UTC' });
	formats.set(name, format);
	return format.format(new Date(iso.replace(/(?:Z|[+-]\d\d:\d\d)$/, 'Z')));
}

/** `Jan 14, 2023` (B-157). */
export function mediumDate(iso: string, config: Pick<Config, 'locale'>): string {
	return formatted(iso, 'medium', config);
}

/** B-261: 200 words a minute, rounded up. */
function readingTime(count: number, words: Words): string {
	return plural(words.readingTime, Math.max(1, Math.ceil(count / 200)), words);
}

/**
 * The tags of a page with their routes below `base`; entries of the tags file (`known`) take precedence. A tag without a
 * route is left out, and reported by `checkTags`.
 */
export function pageTags(page: Page, base: string, known: KnownTags = {}): PageTag[] {
	return tagsOf(page, base, known).filter(({ route }) => route !== base);
}

function tagsOf({ data }: Page, base: string, known: KnownTags): PageTag[] {
	return (data.tags ?? []).map((tag) => {
		const file = tag.permalink === undefined && Object.hasOwn(known, tag.label) ? known[tag.label] : undefined;
		const { description, label = tag.label, permalink = tag.permalink } = file ?? {};
		const route = joinRoute(base, permalink ?? slugify(label));
		return { label, route, written: tag.label, ...(description === undefined ? {} : { description }) };
	});
}

/** Reports tags without a URL, and tags that share a page though they differ. `file` is where tags are described. */
export function checkTagUse(pages: Page[], base: string, known: KnownTags = {}, file: string): Diagnostic[] {
	const owners = new Map<string, { tag: PageTag; page: Page }>();
	const reported = new Set<string>();
	return pages.flatMap((page) =>
		tagsOf(page, base, known).flatMap((tag): Diagnostic[] => {
			const owner = owners.get(tag.route) ?? { tag, page };
			if (tag.route !== base) owners.set(tag.route, owner);
			const isSame = tag.route !== base && tag.label === owner.tag.label;
			if (isSame || reported.has(tag.label)) return [];
			reported.add(tag.label);
			const place = { file: page.path, line: page.lines.tags, about: { words: [tag.written] } };
			if (tag.route === base) {
				const message = `The tag "${tag.label}" has no letters or digits, from which the URL of its page could be made.`;
				const hint = `Give it one in ${file}: "${tag.written}": { permalink: some-name }.`;
				return [{ code: 'tag-without-url', severity: 'error', ...place, message, hint }];
			}
			const message = `The tags "${owner.tag.label}" and "${tag.label}" have one page, ${tag.route}.`;
			const { path, lines } = owner.page;
			const notes = [`The first one is at ${path}${lines.tags === undefined ? '' : `:${lines.tags}`}.`];
			const hint = `Write the tag in one way, or give one of them its own permalink in ${file}.`;
			return [{ code: 'shared-tag-page', severity: 'warning', ...place, message, notes, hint }];
		}),
	);
}

/** All posts, newest first; posts of the same time by file path. */
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
				// An invalid date in the front matter has its own finding.
				if (!page.diagnostics.some(({ about }) => about?.fields?.includes('date')))
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
	const file = ({ page }: Post): string => page.translationKey;
	posts.sort((a, b) => Date.parse(b.date) - Date.parse(a.date) || compareNames(file(a), file(b)));
	return { posts, diagnostics };
}

function dateOf(page: Page): string | undefined {
	if (page.data.date !== undefined) return page.data.date;
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
): ListedAuthor[] {
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
			hint: key.includes(',')
				? `Write authors: [${key}].`
				: keys.length > 0
					? `Valid author keys: ${keys.join(', ')}.`
					: `Create ${authorsFile} with an entry "${key}".`,
		});
		return [];
	}
	const merged = { ...known, ...own };
	const sources = (['url', 'image_url'] as const).flatMap((field) => {
		const written = merged[field];
		return written === undefined ? [] : { written, file: own[field] === undefined ? authorsFile : page.path };
	});
	const address = known?.page === true ? slugify(key ?? '') : known?.page;
	return [
		{
			name: merged.name ?? key ?? '',
			title: merged.title,
			url: merged.url,
			image: merged.image_url,
			email: merged.email,
			sources,
			page: address
				? {
						label: known?.name ?? key ?? '',
						route: joinRoute(base, address),
						description: known?.description,
						written: key ?? '',
					}
				: undefined,
		},
	];
}

/** The posts that feeds have. Without such posts, a language has no feeds. */
export function postsInFeeds({ locale, posts }: { locale: string; posts: Post[] }): Post[] {
	return posts.filter(({ unlisted, page }) => !unlisted && page.locale === locale);
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
	return [...found.values()].sort((a, b) => compareNames(a.tag.label, b.tag.label));
}

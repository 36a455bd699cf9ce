/** Moves the posts of Material's plugin `blog` to docsgen's blog, with the URLs that its settings give them. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { checkAuthors, readYaml, type SiteConfig, slugify } from './docsgen.ts';
import { titleIn } from './links-sidebar.ts';
import { type Fields, fieldsOf, isFile, known, listOf, type Move, route, textOf } from './old-site.ts';
import { dayOf, fieldsIn, markdownOf, setAside, splitFrontMatter } from './page-files.ts';
import { pruned } from './prune.ts';
import { remark } from './remarks.ts';

const POST = /\.md$/;

/** The settings of each instance of the plugin that is switched on. */
export function blogsOf(plugins: unknown): Fields[] {
	const named = Array.isArray(plugins)
		? plugins.flatMap((one): [string, unknown][] =>
				typeof one === 'string' ? [[one, {}]] : Object.entries(fieldsOf(one)),
			)
		: Object.entries(fieldsOf(plugins));
	return named.flatMap(([name, options]) =>
		/^(?:material\/)?blog$/.test(name) && fieldsOf(options).enabled !== false ? [fieldsOf(options)] : [],
	);
}

/**
 * Moves the posts of all blogs into one; returns its configuration, which is the first one's. `folder` is the folder of
 * the docs, and `isPlain` says that URLs end in `.html`.
 */
export function moveMaterialBlogs(
	blogs: Fields[],
	{ folder, isPlain }: { folder: string; isPlain: boolean },
	move: Move,
): SiteConfig['blog'] {
	let config: SiteConfig['blog'] = false;
	const authors: Fields = {};
	for (const [index, options] of blogs.entries()) {
		const base = posix.normalize(textOf(options.blog_dir) ?? 'blog').replace(/^\.\/?|\/$/g, '');
		const inBlog = (name: unknown, other: string): string =>
			posix.join((textOf(name) ?? other).replace('{blog}', base || '.'));
		const inside = index === 0 ? '' : base;
		const posts = inBlog(options.post_dir, '{blog}/posts');
		const path = index === 0 && base !== '' ? base : fieldsOf(config).path;
		const list = route(String(path ?? 'blog'));
		for (const [file, moved] of [...move.files]) {
			const { source } = moved;
			if (source === undefined || !POST.test(file) || !file.startsWith(`content/docs/${posts}/`)) continue;
			const { date } = fieldsIn(source);
			const created = dayOf(fieldsOf(date).created ?? date);
			const address = postAddress(source, created, options);
			move.files.delete(file);
			const name = posix.basename(file, '.md');
			const place = posix.join('content/blog', inside, `${created ?? '1970-01-01'}-${name}.md`);
			const [head, body] = splitFrontMatter(markdownOf(source));
			const more = textOf(options.post_excerpt_separator) ?? '<!-- more -->';
			move.files.set(place, {
				source,
				address: route(base, address) + (isPlain ? '.html' : ''),
				text: head + body.replace(more, '<!-- truncate -->'),
				fields: { ...postFields(source), slug: address, date: created },
			});
			for (const category of categoriesIn(source))
				move.addresses.set(
					route(base, formatted(options.categories_url_format, 'category/{slug}', { slug: slugOf(category, '-') })),
					route(list, 'tags', slugify(category)),
				);
		}
		const file = join(folder, inBlog(options.authors_file, '{blog}/.authors.yml'));
		if (isFile(file)) Object.assign(authors, authorsIn(file, options.authors_profiles === true));
		const home = `content/docs/${posix.join(base, 'index.md')}`;
		const source = move.files.get(home)?.source;
		const title = source === undefined ? '' : titleIn(source);
		if (base !== '' && source !== undefined) moveList(home, source, move);
		move.addresses.set(route(base), list);
		if (index === 0) config = known({ path: list.slice(1), title: title || undefined });
	}
	const { raw, removed } = pruned(authors, checkAuthors);
	if (Object.keys(authors).length > 0)
		move.files.set('content/blog/authors.yml', { text: `${JSON.stringify(raw, undefined, 2)}\n` });
	if (removed.length > 0) remark(move, 'Fields of authors', ...removed);
	return config;
}

/** The list of posts is docsgen's own; a text above the old one is kept aside. */
export function moveList(path: string, source: string, move: Move): void {
	move.files.delete(path);
	const [, body] = splitFrontMatter(markdownOf(source));
	if (body.replace(/^#[ \t].*$/m, '').trim() === '') return;
	const name = path.replace(/^content\/(?:docs\/)?/, '');
	setAside(move, 'pages', name, source);
	remark(move, 'Texts above lists of posts', name);
}

function categoriesIn(source: string): string[] {
	return listOf(fieldsIn(source).categories).map(String);
}

/** The path of a post below the blog. */
function postAddress(source: string, day: string | undefined, options: Fields): string {
	const separator = textOf(options.post_slugify_separator) ?? '-';
	const { slug } = fieldsIn(source);
	const max = typeof options.post_url_max_categories === 'number' ? options.post_url_max_categories : 1;
	const categories = categoriesIn(source).slice(0, max);
	const file = posix.basename(source.replaceAll('\\', '/'), '.md');
	return route(
		formatted(options.post_url_format, '{date}/{slug}', {
			date: day === undefined ? '' : dateBy(textOf(options.post_url_date_format) ?? 'yyyy/MM/dd', day),
			slug: textOf(slug) ?? slugOf(titleIn(source) || file, separator),
			file,
			categories: categories.map((one) => slugOf(one, textOf(options.categories_slugify_separator) ?? '-')).join('/'),
		}),
	);
}

function formatted(format: unknown, other: string, values: Record<string, string>): string {
	return (textOf(format) ?? other).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The slug of a title, as pymdownx.slugs makes it in lower case: each space is a separator. */
function slugOf(title: string, separator: string): string {
	return title
		.replace(/:[\w+-]+:|[*`]/g, '')
		.normalize('NFC')
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_\- ]/gu, '')
		.replaceAll(' ', separator);
}

/** A date by a pattern of Unicode, such as `yyyy/MM/dd`. */
function dateBy(pattern: string, day: string): string {
	const [year = '', month = '', date = ''] = day.split('-');
	const named = (style: 'short' | 'long'): string =>
		new Intl.DateTimeFormat('en', { month: style, timeZone: 'UTC' }).format(Date.UTC(2000, Number(month) - 1, 1));
	return pattern.replace(/'([^']*)'|y+|M+|L+|d+/g, (part, quoted?: string) => {
		if (quoted !== undefined) return quoted;
		const { length } = part;
		if (part.startsWith('y')) return length === 2 ? year.slice(2) : year;
		if (part.startsWith('d')) return length === 1 ? String(Number(date)) : date;
		return length > 3 ? named('long') : length === 3 ? named('short') : length === 2 ? month : String(Number(month));
	});
}

/** Categories are tags here. */
function postFields(source: string): Fields {
	const categories = categoriesIn(source);
	const tags = listOf(fieldsIn(source).tags).map(String);
	return categories.length === 0 ? {} : { categories: undefined, tags: [...new Set([...categories, ...tags])] };
}

/** The authors of a blog, by their keys. */
function authorsIn(file: string, hasPages: boolean): Fields {
	const { value } = readYaml(readFileSync(file, 'utf8'));
	return Object.fromEntries(
		Object.entries(fieldsOf(fieldsOf(value).authors)).map(([key, author]) => {
			const { name, description, avatar, url, slug } = fieldsOf(author);
			const page = hasPages ? (textOf(slug) ?? true) : undefined;
			return [key, known({ name, title: description, image_url: avatar, url, page })];
		}),
	);
}

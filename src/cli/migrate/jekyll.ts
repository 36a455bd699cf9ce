/** Reads a site of Jekyll: settings from _config.yml, pages with their URLs and order, posts and redirects. */
import { dirname, join, posix, relative } from 'node:path';
import { type NavbarItemConfig, readFrontMatter, type SidebarItemConfig, type SiteConfig, slugify } from './docsgen.ts';
import { fromJekyll } from './jekyll-text.ts';
import { category, socialItem, titleIn } from './links-sidebar.ts';
import {
	basePath,
	type Fields,
	fieldsOf,
	filesBelow,
	globPattern,
	known,
	listOf,
	MEDIA,
	type Move,
	type Moved,
	type OldSite,
	reportUnused,
	route,
	splitUrl,
	textOf,
	words,
} from './old-site.ts';
import { docIdOf, frontMatterOf, markdownOf, splitFrontMatter } from './page-files.ts';
import { readFolder } from './plain.ts';
import type { Reading } from './read-config.ts';
import { remark } from './remarks.ts';

const MD = /\.(?:md|markdown)$/;
const POST = /(?:^|\/)_posts\/(?:.*\/)?(\d{4})-(\d\d?)-(\d\d?)-([^/]+)\.(?:md|markdown)$/;
/** Folders without pages. */
const INNER = /^(?:_(?:includes|layouts|sass|data|site|drafts|plugins)|vendor|\.jekyll-cache)\//;

/** Settings that are read, or that change nothing here. */
const READ = words(
	'title description url baseurl permalink exclude include collections logo aux_links nav_external_links footer_content',
	'gh_edit_\\w+ ga_tracking google_analytics plugins theme remote_theme markdown kramdown highlighter color_scheme',
	'repository author email encoding timezone future show_drafts sass search\\w* heading_anchors defaults github_username',
	'aux_links_new_tab back_to_top\\w* last_edit_\\w+ enable_copy_code_button paginate\\w* excerpt_separator destination source',
);

export function readJekyll({ root, configFile = '' }: OldSite, data: Reading['data']): Move {
	const config = data(configFile);
	const collections = fieldsOf(config.collections);
	// A theme may name the collections instead.
	const isListed = Object.keys(collections).length > 0;
	const excluded = listOf(config.exclude).flatMap((name) => {
		const glob = String(name).replace(/\/$/, '');
		return [globPattern(glob), globPattern(`${glob}/**`)];
	});
	const isLeft = (file: string): boolean => {
		const [, collection] = /^_([^/]+)\//.exec(file) ?? [];
		const isHidden = collection !== undefined && isListed && fieldsOf(collections[collection]).output !== true;
		return INNER.test(file) || POST.test(file) || isHidden || excluded.some((pattern) => pattern.test(file));
	};
	const isPublished = (source: string): boolean => frontMatterOf(source).extra.published !== false;
	const pattern = textOf(config.permalink);
	const move = readFolder({ flavour: 'jekyll', root }, undefined, {
		title: textOf(config.title),
		isLeft: (file) => isLeft(file) || (MD.test(file) && !isPublished(join(root, file))),
		addressOf: (file, source) => {
			const own = textOf(frontMatterOf(source).extra.permalink);
			const [, collection = ''] = /^_([^/]+)\//.exec(file) ?? [];
			const of = textOf(fieldsOf(collections[collection]).permalink);
			if (own !== undefined && !own.includes(':')) return own.replace(/(?:index)?\.html$/, '');
			if (of === undefined) return undefined;
			const path = file.replace(/^_[^/]+\//, '').replace(MD, '');
			return of
				.replace(/:collection\b/g, collection)
				.replace(/:(?:path|name|title|slug)\b/g, path)
				.replace(/:output_ext|\.html$/g, '');
		},
	});
	for (const file of filesBelow(root)) if (MEDIA.test(file) && !INNER.test(file)) moveStatic(file, root, move);
	const posts = movePosts(root, pattern, move);
	const { url } = splitUrl(textOf(config.url));
	const repository = textOf(config.gh_edit_repository);
	const branch = [textOf(config.gh_edit_branch) ?? 'main', textOf(config.gh_edit_source)].filter(Boolean).join('/');
	const tracking = listOf([config.ga_tracking ?? config.google_analytics].flat())[0];
	const logo = textOf(config.logo)?.replace(/^\//, '');
	const links = Object.entries(fieldsOf(config.aux_links)).flatMap(([label, target]): NavbarItemConfig[] => {
		const href = textOf([target].flat()[0]);
		return href === undefined ? [] : [{ ...socialItem('', href, label), position: 'right' }];
	});
	move.config = known<SiteConfig>({
		...move.config,
		tagline: textOf(config.description),
		url: url ?? move.config.url,
		baseUrl: basePath(textOf(config.baseurl)),
		blog: posts.size > 0 ? { path: 'blog' } : false,
		navbar:
			links.length === 0 && logo === undefined
				? undefined
				: known({ logo: logo === undefined ? undefined : { src: logo, alt: '' }, items: links }),
		footer: typeof config.footer_content === 'string' ? { copyright: config.footer_content } : undefined,
		editUrl: config.gh_edit_link === true && repository ? `${repository}/edit/${branch}` : undefined,
		analytics: typeof tracking === 'string' ? { trackingId: tracking } : undefined,
	});
	const isPretty = pattern === 'pretty' || pattern?.endsWith('/') === true;
	for (const [path, moved] of move.files) {
		const { source } = moved;
		if (!/\.md$/.test(path) || source === undefined) continue;
		const isNamed = moved.fields?.slug !== undefined || /(?:^|\/)(?:index|readme)\.md$/i.test(path);
		if (!isPretty && !isNamed && path.startsWith('content/docs/')) moved.address += '.html';
		const { title, extra } = frontMatterOf(source);
		moved.text = fromJekyll(moved.text ?? markdownOf(source), {
			site: config,
			page: { ...extra, title },
			up: relative(dirname(source), root).replaceAll('\\', '/'),
			postOf: (name) => {
				const post = posts.get(posix.basename(name));
				return post && posix.join('.', relative(dirname(source), post).replaceAll('\\', '/'));
			},
		});
	}
	const sidebar = sidebarOf(move, config);
	if (sidebar) move.sidebars.set('current', { docs: sidebar });
	const plugins = listOf(config.plugins ?? config.gems).map(String);
	remark(move, 'Plugins without a counterpart', ...plugins.filter((name) => !BUILT_IN.test(name)));
	reportUnused(move, config, READ);
	if (!url) remark(move, 'URL of the site', 'url');
	return move;
}

/** Plugins that docsgen doesn't need, because it does their work. */
const BUILT_IN =
	/^jekyll-(?:redirect-from|seo-tag|sitemap|feed|relative-links|optional-front-matter|titles-from-headings|readme-index|default-layout|include-cache|gist|github-metadata)$/;

/** A file that every page may name by its path from the root. */
function moveStatic(file: string, root: string, move: Move): void {
	move.files.delete(`content/docs/${file}`);
	move.files.set(`content/static/${file}`, { source: join(root, file) });
}

/** Moves posts to the blog; returns them by the name that `post_url` gives them. */
function movePosts(root: string, pattern = 'date', move: Move): Map<string, string> {
	const posts = new Map<string, string>();
	for (const file of filesBelow(root)) {
		const [, year = '', month = '', day = '', name = ''] = POST.exec(file) ?? [];
		if (name === '' || INNER.test(file)) continue;
		const source = join(root, file);
		const written = markdownOf(source);
		const extra = fieldsOf(readFrontMatter(written, source).raw);
		if (extra.published === false) continue;
		const before = file.slice(0, file.indexOf('_posts/')).split('/');
		const own = [extra.categories ?? extra.category ?? []].flat().flatMap((one) => String(one).split(/\s+/));
		const categories = [...before, ...own].filter(Boolean).map((one) => one.toLowerCase());
		const template = textOf(extra.permalink) ?? PERMALINKS[pattern] ?? pattern;
		const parts: Record<string, string> = {
			categories: categories.join('/'),
			year,
			month: month.padStart(2, '0'),
			day: day.padStart(2, '0'),
			i_month: String(Number(month)),
			i_day: String(Number(day)),
			short_year: year.slice(2),
			title: textOf(extra.slug) ?? name,
			slug: slugify(textOf(extra.slug) ?? name),
			output_ext: '.html',
		};
		const address = route(template.replace(/:(\w+)/g, (whole, part: string) => parts[part] ?? whole));
		const date = `${year}-${parts.month}-${parts.day}`;
		const [head, body] = splitFrontMatter(written);
		const text = head + body.replace(/<!--\s*more\s*-->/, '\n\n<!-- truncate -->\n\n');
		const tags = [extra.tags ?? []].flat();
		const moved: Moved = { source, address, text, fields: { author: undefined, ...(tags.length > 0 ? { tags } : {}) } };
		move.files.set(`content/blog/${date}-${name}.md`, moved);
		posts.set(`${year}-${month}-${day}-${name}`, source);
		if (extra.author !== undefined) remark(move, 'Fields of authors', `${file}: author`);
	}
	return posts;
}

/** Jekyll's own forms of permalinks. */
const PERMALINKS: Record<string, string> = {
	date: '/:categories/:year/:month/:day/:title:output_ext',
	pretty: '/:categories/:year/:month/:day/:title',
	none: '/:categories/:title:output_ext',
	ordinal: '/:categories/:year/:y_day/:title:output_ext',
};

/* ---------------------------------------------------------------- the sidebar of just-the-docs */

interface Entry {
	title: string;
	id: string;
	parent?: string;
	order: number;
}

/** The sidebar that `nav_order` and `parent` describe; undefined if no page has one of them. */
function sidebarOf(move: Move, config: Fields): SidebarItemConfig[] | undefined {
	let isOrdered = false;
	const pages = [...move.files].flatMap(([path, moved]): Entry[] => {
		const { source } = moved;
		if (source === undefined || !/^content\/docs\/.*\.md$/.test(path)) return [];
		const { nav_order, parent, nav_exclude } = frontMatterOf(source).extra;
		isOrdered ||= nav_order !== undefined || parent !== undefined;
		const title = titleIn(source);
		if (nav_exclude === true || title === '') return [];
		const order = typeof nav_order === 'number' ? nav_order : Number.POSITIVE_INFINITY;
		return [{ title, id: docIdOf(path, moved), parent: textOf(parent), order }];
	});
	if (!isOrdered) return undefined;
	const below = (parent: string | undefined, seen: string[]): SidebarItemConfig[] =>
		pages
			.filter((page) => page.parent === parent && !seen.includes(page.id))
			.toSorted((a, b) => (a.order === b.order ? a.title.localeCompare(b.title, 'en') : a.order - b.order))
			.flatMap(({ title, id }) => {
				const link = { type: 'doc' as const, id };
				return category(title, below(title, [...seen, id]), { collapsed: true, link });
			});
	const external = listOf(config.nav_external_links)
		.map(fieldsOf)
		.flatMap(({ title, url }): SidebarItemConfig[] =>
			typeof title === 'string' && typeof url === 'string' ? [{ type: 'link', label: title, href: url }] : [],
		);
	return [...below(undefined, []), ...external];
}

/** Reads a site of Jekyll: settings from _config.yml, pages with their URLs and order, posts and redirects. */
import { dirname, join, posix, relative } from 'node:path';
import { type NavbarItemConfig, nameFrom, type SidebarItemConfig, type SiteConfig } from './docsgen.ts';
import { jekyllData, sidebarInData } from './jekyll-nav.ts';
import { fromJekyll } from './jekyll-text.ts';
import { JEKYLL_MD, JekyllUrls, POST } from './jekyll-urls.ts';
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
	type OldSite,
	reportUnused,
	route,
	splitUrl,
	textOf,
	words,
} from './old-site.ts';
import { docIdOf, frontMatterOf, markdownOf, setAside, splitFrontMatter } from './page-files.ts';
import { readFolder, repositoryUrl } from './plain.ts';
import { authorsOf } from './post-authors.ts';
import type { Reading } from './read-config.ts';
import { remark } from './remarks.ts';

/** Folders without pages. */
const INNER = /^(?:_(?:includes|layouts|sass|data|site|drafts|plugins)|vendor|\.jekyll-cache)\//;

/** Settings that are read, or that change nothing here. */
const READ = words(
	'title name description lang locale url baseurl permalink exclude include collections logo aux_links nav_external_links footer_content',
	'gh_edit_\\w+ ga_tracking google_analytics plugins theme remote_theme markdown kramdown highlighter color_scheme',
	'repository author email encoding timezone future show_drafts sass search\\w* heading_anchors defaults github_username',
	'aux_links_new_tab back_to_top\\w* last_edit_\\w+ enable_copy_code_button paginate\\w* excerpt_separator destination source',
);

export function readJekyll({ root, configFile = '' }: OldSite, read: Reading['data']): Move {
	const config = read(configFile);
	const data = jekyllData(root);
	const urls = new JekyllUrls(config);
	const excluded = listOf(config.exclude).flatMap((name) => {
		const glob = String(name).replace(/\/$/, '');
		return [globPattern(glob), globPattern(`${glob}/**`)];
	});
	const isLeft = (file: string): boolean =>
		INNER.test(file) || POST.test(file) || urls.isHidden(file) || excluded.some((pattern) => pattern.test(file));
	const isPublished = (file: string): boolean => urls.fields(file, join(root, file)).published !== false;
	const languages = { own: textOf(config.lang ?? config.locale) ?? 'en', others: [] };
	const move = readFolder({ flavour: 'jekyll', root }, languages, {
		title: textOf(config.title) ?? textOf(config.name),
		isLeft: (file) => isLeft(file) || (JEKYLL_MD.test(file) && !isPublished(file)),
		addressOf: (file, source) => urls.pageUrl(file, source)?.replace(/\.html$/, ''),
	});
	for (const file of filesBelow(root)) {
		if (MEDIA.test(file) && !INNER.test(file)) moveStatic(file, root, move);
		if (/\.html?$/.test(file) && !isLeft(file) && isPublished(file)) leaveHtml(file, urls, root, move);
	}
	move.linksFromAddresses = true;
	const posts = movePosts(root, urls, fieldsOf(data.authors), move);
	const { url } = splitUrl(textOf(config.url));
	const repository = textOf(config.gh_edit_repository);
	const branch = [textOf(config.gh_edit_branch) ?? 'main', textOf(config.gh_edit_source)].filter(Boolean).join('/');
	const tracking = listOf([config.ga_tracking ?? config.google_analytics].flat())[0];
	const logo = textOf(config.logo)?.replace(/^\//, '');
	const listed = Object.entries(fieldsOf(config.aux_links)).flatMap(([label, target]): NavbarItemConfig[] => {
		const href = textOf([target].flat()[0]);
		return href === undefined ? [] : [{ ...socialItem('', href, label), position: 'right' }];
	});
	const source = repositoryUrl(textOf(config.repository) ?? '');
	const isListed = listed.some((item) => fieldsOf(item).href === source);
	// Themes list posts on their home page, which the new one does not.
	const links: NavbarItemConfig[] = [
		...(posts.size > 0 ? [{ to: '/blog', label: 'Blog', position: 'left' as const }] : []),
		...listed,
		...(source === undefined || isListed ? [] : [{ ...socialItem('', source), position: 'right' as const }]),
	];
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
	for (const [path, moved] of move.files) {
		const { source } = moved;
		if (!/\.md$/.test(path) || source === undefined) continue;
		const { title, extra } = frontMatterOf(source);
		if (path.startsWith('content/docs/')) {
			const file = nameFrom(root, source);
			const own = urls.pageUrl(file, source);
			const isIndex = /(?:^|\/)(?:index|readme)\.md$/i.test(path);
			if (own !== undefined) moved.address = route(own);
			else if (!isIndex) moved.address += urls.ending;
			const target = urls.redirectOf(file, source);
			if (target !== undefined) {
				move.files.delete(path);
				move.addresses.set(moved.address ?? '', target);
				continue;
			}
		}
		if ('permalink' in extra) moved.fields = { ...moved.fields, permalink: undefined };
		moved.text = fromJekyll(moved.text ?? markdownOf(source), {
			site: { ...config, data },
			page: { ...extra, title },
			up: relative(dirname(source), root).replaceAll('\\', '/'),
			postOf: (name) => {
				const post = posts.get(posix.basename(name));
				return post && posix.join('.', relative(dirname(source), post).replaceAll('\\', '/'));
			},
		});
	}
	const sidebar = sidebarOf(move, config) ?? sidebarInData(data, move);
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

/** A page in HTML; one without front matter is a file, and one with `redirect_to` leads elsewhere. */
function leaveHtml(file: string, urls: JekyllUrls, root: string, move: Move): void {
	const source = join(root, file);
	const [head] = splitFrontMatter(markdownOf(source));
	if (head === '') return void move.files.set(`content/static/${file}`, { source });
	const address = route(
		urls.pageUrl(file, source) ??
			file.replace(/(?:^|\/)index\.html$|\.html$/, (end) => (end === '.html' ? urls.ending : '')),
	);
	const target = urls.redirectOf(file, source);
	if (target !== undefined) return void move.addresses.set(address, target);
	if (/(?:^|\/)404\.html$/.test(file)) return;
	setAside(move, 'pages', file, source);
	remark(move, 'Pages in another notation', file);
	// The new site has another home page.
	if (address !== '/') move.addresses.set(address, address);
}

/** Moves posts to the blog; returns them by the name that `post_url` gives them. */
function movePosts(root: string, urls: JekyllUrls, profiles: Fields, move: Move): Map<string, string> {
	const posts = new Map<string, string>();
	for (const file of filesBelow(root)) {
		const [, year = '', month = '', day = '', name = ''] = POST.exec(file) ?? [];
		if (name === '' || INNER.test(file)) continue;
		const source = join(root, file);
		const fields = urls.fields(file, source);
		if (fields.published === false) continue;
		const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
		const [head, body] = splitFrontMatter(markdownOf(source));
		const text = head + body.replace(/<!--\s*more\s*-->/, '\n\n<!-- truncate -->\n\n');
		const tags = [fields.tags ?? []].flat();
		move.files.set(`content/blog/${date}-${name}.md`, {
			source,
			address: route(urls.postUrl(file, source)),
			text,
			fields: {
				author: undefined,
				...known({ authors: authorsOf(fields.author ?? fields.authors, profiles) }),
				...(tags.length > 0 ? { tags } : {}),
			},
		});
		posts.set(`${year}-${month}-${day}-${name}`, source);
	}
	return posts;
}

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

/** Reads a site of MkDocs: settings and sidebar from mkdocs.yml, pages from the docs folder. */
import { readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { themeFrom, themeOfMaterial } from './accent.ts';
import { isRecord, type NavbarItemConfig, type SidebarItemConfig, type SiteConfig, slugify } from './docsgen.ts';
import { bareAddress, category, docsByAddress, linkEntry, socialItem, titleIn } from './links-sidebar.ts';
import { blogsOf, moveMaterialBlogs } from './mkdocs-blog.ts';
import { type FindFile, withIncludes } from './mkdocs-includes.ts';
import { fromMkDocs } from './mkdocs-text.ts';
import {
	type Fields,
	fieldsOf,
	isFile,
	known,
	listOf,
	type Move,
	mayRead,
	type OldSite,
	reportUnused,
	route,
	splitUrl,
	textOf,
	words,
} from './old-site.ts';
import { docIdOf, frontMatterOf, type Language, markdownOf, setAside } from './page-files.ts';
import { type Languages, readFolder } from './plain.ts';
import type { Reading } from './read-config.ts';
import { remark } from './remarks.ts';

/** Settings that are read, or not needed by docsgen. */
const READ = words(
	'site_name site_url site_description site_author repo_url repo_name edit_uri edit_uri_template docs_dir site_dir',
	'nav theme copyright markdown_extensions plugins strict use_directory_urls watch extra',
	'exclude_docs not_in_nav validation dev_addr extra_css',
);
const READ_OF_THEME = words('name logo favicon palette features language locale static_templates');
/** Features of the theme that are settings here, or that every site has. */
const FEATURES = /^(?:navigation\.(?!tabs\.sticky)|search\.|content\.|toc\.|header\.)/;

export function readMkDocs({ root, configFile = '' }: OldSite, data: Reading['data']): Move {
	const environment: string[] = [];
	const config = configOf(configFile, root, data, environment);
	const theme = fieldsOf(config.theme);
	const folder = join(root, textOf(config.docs_dir) ?? 'docs');
	const languages = languagesOf(config);
	const move = readFolder({ flavour: 'mkdocs', root: folder }, languages);
	// If each language has a folder, the files that all of them use are in the first one's.
	const publicFolders = [folder, ...(languages ? [join(folder, languages.own)] : [])];
	move.filesAtRoot = folder;
	const isPlain = config.use_directory_urls === false;
	if (isPlain) withHtml(move);
	const blogs = blogsOf(config.plugins);
	move.hasDrafts = blogs.length > 0;
	move.config.blog = moveMaterialBlogs(blogs, { folder, isPlain }, move);
	const { url, baseUrl } = splitUrl(textOf(config.site_url));
	const repository = textOf(config.repo_url);
	const sheets = listOf(config.extra_css).map((name) => join(folder, String(name)));
	const [palette] = [theme.palette].flat().map(fieldsOf);
	const features = listOf(theme.features).map(String);
	const sections = Array.isArray(config.nav) ? topSections(config.nav, move) : [];
	const hasTabs = features.includes('navigation.tabs') && sections.length > 1;
	const logo = publicFile(theme.logo, publicFolders, move);
	const { social, analytics, ...extra } = fieldsOf(config.extra);
	const { provider, property } = fieldsOf(analytics);
	const isGoogle = provider === 'google' && typeof property === 'string';
	const items: NavbarItemConfig[] = [
		...(hasTabs ? sections.map(tabOf) : []),
		...(repository === undefined ? [] : [{ label: 'Repository', href: repository, position: 'right' as const }]),
		...listOf(social)
			.map(fieldsOf)
			.flatMap(({ icon, link, name }): NavbarItemConfig[] => {
				const network = /(?:^|\/)(?:x-)?([a-z]+)/.exec(textOf(icon)?.split('/').at(-1) ?? '')?.[1] ?? '';
				return typeof link === 'string' ? [{ ...socialItem(network, link, textOf(name)), position: 'right' }] : [];
			}),
	];
	move.config = known<SiteConfig>({
		...move.config,
		title: textOf(config.site_name) ?? move.config.title,
		tagline: textOf(config.site_description),
		url: url ?? move.config.url,
		baseUrl,
		favicon: publicFile(theme.favicon, publicFolders, move),
		navbar:
			items.length === 0 && logo === undefined
				? undefined
				: known({ logo: logo === undefined ? undefined : { src: logo, alt: '' }, items }),
		theme: themeFrom(sheets) ?? themeOfMaterial(textOf(palette?.primary) ?? '', textOf(palette?.accent) ?? ''),
		footer: typeof config.copyright === 'string' ? { copyright: config.copyright } : undefined,
		editUrl: editUrlOf(config, features),
		analytics: isGoogle ? { trackingId: property } : undefined,
	});
	const extensions = extensionsOf(config.markdown_extensions);
	move.hasMath = extensions.names.has('arithmatex');
	for (const [path, moved] of move.files) {
		const { source } = moved;
		if (!/\.md$/.test(path) || source === undefined) continue;
		const bare = withoutReference(moved.text ?? markdownOf(source), path, move);
		const full = withIncludes(bare, finder(source, { root, folder, move, options: extensions.snippets }));
		if (full !== bare) remark(move, 'Copies of included texts', path);
		moved.fields = { ...moved.fields, ...frontMatter(frontMatterOf(source).extra) };
		moved.text = fromMkDocs(full, {
			has: (name) => extensions.names.has(name),
			lose: (kind, what) => remark(move, kind, `${path}: ${what}`),
		});
	}
	const all = sections.flatMap(({ entries }) => entries);
	if (hasTabs) move.sidebars.set('current', Object.fromEntries(sections.map(({ id, entries }) => [id, entries])));
	else if (all.length > 0) move.sidebars.set('current', { docs: all });
	reportUnused(move, config, READ);
	reportUnused(move, theme, READ_OF_THEME, 'theme.');
	reportUnused(move, isGoogle ? extra : { ...extra, analytics }, undefined, 'extra.');
	remark(
		move,
		'Settings without a counterpart',
		...features.filter((name) => !FEATURES.test(name)).map((name) => `theme.features: ${name}`),
		...(extensions.snippets.auto_append === undefined ? [] : ['pymdownx.snippets: auto_append']),
	);
	for (const name of listOf(config.extra_css).map(String)) {
		if (isFile(join(folder, name))) setAside(move, 'css', posix.basename(name), join(folder, name));
		remark(move, 'Style sheets', name);
	}
	const plugins = pluginsOf(config.plugins);
	redirectsOf(plugins.get('redirects'), move);
	const others = [...plugins.keys()].filter(
		(name) => !/^(?:search|autorefs|minify|i18n|include-markdown|redirects|tags|blog|material\/)/.test(name),
	);
	remark(move, 'Plugins without a counterpart', ...others);
	remark(move, 'Settings from the environment', ...environment);
	if (!url) remark(move, 'URL of the site', 'url');
	return move;
}

/** `use_directory_urls: false`: pages are files, and their URLs have the ending. */
function withHtml({ files }: Move): void {
	for (const moved of files.values())
		if (moved.address !== undefined && !/(?:^|\/)(?:index|readme)\.md$/i.test(moved.source ?? ''))
			moved.address += '.html';
}

/** The configuration, with the fields that it inherits. */
function configOf(file: string, root: string, data: Reading['data'], environment: string[], depth = 0): Fields {
	// Tags such as !!python/name would need Python.
	const text = readFileSync(file, 'utf8')
		.replace(/!ENV[ \t]+(?:\[([^\]]*)\]|\S+)/g, (written: string, list?: string) => {
			// Names of variables, and at last the value without them.
			const [, ...others] = list?.split(',') ?? [];
			environment.push(written.replace(/^!ENV\s+/, ''));
			return others.at(-1)?.trim() ?? '~';
		})
		.replace(/(:|-)([ \t]+)!{1,2}[A-Za-z][\w/:.-]*/g, '$1$2');
	const { INHERIT, ...own } = data(file, text);
	const base = typeof INHERIT === 'string' ? join(dirname(file), INHERIT) : undefined;
	const isRead = base !== undefined && depth < MAX_DEPTH && isFile(base) && mayRead(base, root);
	return isRead ? merged(configOf(base, root, data, environment, depth + 1), own) : own;
}

/** How many configurations may inherit from each other. */
const MAX_DEPTH = 10;

/** MkDocs merges objects, and replaces lists. */
function merged(base: Fields, own: Fields): Fields {
	const both = Object.entries(own).map(([name, value]): [string, unknown] => [
		name,
		isRecord(value) && isRecord(base[name]) ? merged(base[name], value) : value,
	]);
	return { ...base, ...Object.fromEntries(both) };
}

/** The options of plugins by name: a list of names and objects, or an object. */
function pluginsOf(plugins: unknown): Map<string, Fields> {
	const named = listOf(plugins).flatMap((one): [string, unknown][] =>
		typeof one === 'string' ? [[one, {}]] : Object.entries(fieldsOf(one)),
	);
	return new Map([...named, ...Object.entries(fieldsOf(plugins))].map(([name, value]) => [name, fieldsOf(value)]));
}

/** Redirects of the plugin mkdocs-redirects: files, which need not exist, to files or URLs. */
function redirectsOf(options: Fields | undefined, move: Move): void {
	const addressOf = (file: string): string => bareAddress(`/${file}`.replace(/(?:^|\/)readme\.md$/i, '/index.md'));
	for (const [from, to] of Object.entries(fieldsOf(options?.redirect_maps))) {
		if (typeof to !== 'string') continue;
		const [, path = '', hash = ''] = /^([^#]*)(.*)$/.exec(to) ?? [];
		move.addresses.set(addressOf(from), /^(?:[a-z]+:|\/\/)/i.test(to) ? to : addressOf(path) + hash);
	}
}

/** Fields of Material's pages with another name in docsgen. */
function frontMatter({ hide, status }: Fields): Fields {
	const hidden = listOf(hide);
	return {
		...(hidden.includes('toc') ? { hide_table_of_contents: true } : {}),
		...(hidden.includes('navigation') ? { displayed_sidebar: null } : {}),
		...(typeof status === 'string' ? { sidebar_badge: status.replace(/^\w/, (letter) => letter.toUpperCase()) } : {}),
	};
}

/** The extensions of Markdown by the last parts of their names, and the options of pymdownx.snippets. */
function extensionsOf(list: unknown): { names: Set<string>; snippets: Fields } {
	const named = Array.isArray(list)
		? list.flatMap((one): [string, unknown][] =>
				typeof one === 'string' ? [[one, {}]] : Object.entries(fieldsOf(one)),
			)
		: Object.entries(fieldsOf(list));
	const snippets = fieldsOf(named.find(([name]) => name === 'pymdownx.snippets')?.[1]);
	const last = named.map(([name]) => name.split('.').at(-1) ?? name);
	// pymdownx.extra and tilde have others in them.
	return { names: new Set(last), snippets };
}

interface Search {
	root: string;
	folder: string;
	move: Move;
	/** Of pymdownx.snippets. */
	options: Fields;
}

/** Finds the files that a page includes: extensions look for them below different folders. */
function finder(source: string, { root, folder, move, options }: Search): FindFile {
	const given = [options.base_path ?? []].flat().map(String);
	const bases = given.map((base) =>
		base.replace('$config_dir', '.').replace('$docs_dir', relative(root, folder) || '.'),
	);
	const places = [...bases.map((base) => join(root, base)), root, dirname(source), folder];
	return (name) => {
		const file = places.map((place) => join(place, name)).find((path) => isFile(path));
		if (file === undefined) return undefined;
		if (!mayRead(file, root)) {
			remark(move, 'Files outside of the repository', name);
			return undefined;
		}
		const path = relative(dirname(source), file).replaceAll('\\', '/').replaceAll(' ', '%20');
		return { path: path.startsWith('.') ? path : `./${path}`, text: markdownOf(file) };
	};
}

/** The URL of a file below the docs, for which docsgen needs a static file; undefined if there is none. */
function publicFile(name: unknown, folders: string[], move: Move): string | undefined {
	const folder = folders.find((one) => typeof name === 'string' && isFile(join(one, name)));
	if (folder === undefined || typeof name !== 'string') return undefined;
	move.files.set(posix.join('content/static', name), { source: join(folder, name) });
	return name;
}

function editUrlOf({ repo_url, edit_uri, edit_uri_template }: Fields, features: string[]): string | undefined {
	const isShown = features.length === 0 || features.includes('content.action.edit');
	const path = textOf(edit_uri) ?? textOf(edit_uri_template)?.replace(/\{.*$/, '') ?? '';
	const base = textOf(repo_url);
	if (base === undefined || path === '' || !isShown) return undefined;
	return new URL(path, `${base.replace(/\/*$/, '')}/`).href.replace(/\/+$/, '');
}

interface Section {
	id: string;
	label: string;
	entries: SidebarItemConfig[];
}

/** The top level of the navigation: with tabs, each section has a sidebar. */
function topSections(nav: unknown[], move: Move): Section[] {
	const ids = new Set<string>();
	return nav.flatMap((item): Section[] => {
		const own = entries([item], move);
		const [first] = own;
		if (!first) return [];
		const label = textOf(fieldsOf(first).label) ?? titleOf(first, move);
		const wanted = slugify(label) || 'docs';
		let id = wanted;
		for (let count = 2; ids.has(id); count++) id = `${wanted}-${count}`;
		ids.add(id);
		return [{ id, label, entries: own }];
	});
}

/** The item of the navbar for a section: its sidebar, or a link to another site. */
function tabOf({ id, label, entries: [first] }: Section): NavbarItemConfig {
	const { type, href } = fieldsOf(first);
	return type === 'link'
		? { label, href: textOf(href), position: 'left' }
		: { type: 'docSidebar', sidebarId: id, label, position: 'left' };
}

/** The title of the page of an entry. */
function titleOf(entry: SidebarItemConfig | undefined, move: Move): string {
	const id = textOf(fieldsOf(entry).id);
	const [, page] =
		[...move.files].find(([path, moved]) => path.startsWith('content/docs/') && docIdOf(path, moved) === id) ?? [];
	if (id === undefined || page?.source === undefined) return '';
	return titleIn(page.source) || id;
}

/** The languages of the plugin mkdocs-static-i18n: a list, or in its older versions an object; else the theme's. */
function languagesOf({ plugins, site_name, theme }: Fields): Languages | undefined {
	const [i18n] = listOf(plugins).flatMap((one) => fieldsOf(one).i18n ?? []);
	const { languages, default_language: first } = fieldsOf(i18n);
	const all = Array.isArray(languages)
		? languages.map(fieldsOf)
		: Object.entries(fieldsOf(languages)).map(([locale, name]) => ({
				locale,
				default: locale === first,
				name: fieldsOf(name).name ?? name,
			}));
	const named = all.flatMap(({ locale, name, ...rest }: Fields) => {
		if (typeof locale !== 'string') return [];
		const texts: Language['texts'] = [[site_name, rest.site_name], ...Object.entries(fieldsOf(rest.nav_translations))];
		return [{ name: locale, texts, ...known({ label: textOf(name) }), isFirst: rest.default === true }];
	});
	const own = named.find(({ isFirst }) => isFirst) ?? named[0];
	const spoken = textOf(fieldsOf(theme).language ?? fieldsOf(theme).locale);
	if (!own) return spoken === undefined ? undefined : { own: spoken, others: [] };
	return { own: own.name, others: named.filter((one) => one !== own).map(({ isFirst, ...language }) => language) };
}

/** Replaces references generated from Python code by the names. */
function withoutReference(text: string, path: string, move: Move): string {
	return text.replace(/^::: ([\w.]+)[ \t]*\n(?:[ \t]+\S.*(?:\n|$)|\n(?=[ \t]+\S))*/gm, (_, name: string) => {
		remark(move, 'Reference of Python code', `${path}: ${name}`);
		return `\`${name}\`\n\n`;
	});
}

function blogPath({ config: { blog } }: Move): string | undefined {
	return blog ? route(blog.path ?? 'blog') : undefined;
}

/** Reads `- page.md`, `- Label: page.md`, `- Label: [ … ]`. */
function entries(items: unknown[], move: Move): SidebarItemConfig[] {
	const addressed = { move, ids: docsByAddress(move), isOwn: () => true };
	const link = (target: string, label: string): SidebarItemConfig[] => {
		const moved = move.files.get(posix.join('content/docs', target));
		return linkEntry(moved?.address ?? target, label, addressed);
	};
	return items.flatMap((item): SidebarItemConfig[] => {
		if (typeof item === 'string') return link(item, '');
		return Object.entries(item as Fields).flatMap(([label, value]) => {
			if (typeof value === 'string') return link(value, label);
			if (!Array.isArray(value)) return [];
			const below = entries(value, move);
			const [only] = below;
			// The section of a blog has the list of posts alone.
			if (value.length === 1 && fieldsOf(only).type === 'link' && fieldsOf(only).href === blogPath(move))
				return [{ ...fieldsOf(only), label } as SidebarItemConfig];
			const index = value[0];
			// A section may be named after its index page, which is then the page of the section.
			const isLed = typeof index === 'string' && /(?:^|\/)(?:index|readme)\.md$/i.test(index);
			if (label !== '' || !isLed) return category(label || titleOf(below[0], move), below, { collapsed: true });
			return category(titleOf(below[0], move), below.slice(1), { collapsed: true, link: below[0] });
		});
	});
}

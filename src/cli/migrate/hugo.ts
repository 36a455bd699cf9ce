/** Reads a site of Hugo: settings, static files, and pages with their URLs, order and shortcodes. */
import { existsSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { type NavbarItemConfig, type SiteConfig, slugify } from './docsgen.ts';
import { type HugoPage, moveExcerpts, moveHugoBlog } from './hugo-blog.ts';
import { buildReader, mountedContent, pathReader } from './hugo-mounts.ts';
import { fromHugo, withHugoMath } from './hugo-text.ts';
import { socialItem } from './links-sidebar.ts';
import {
	type Fields,
	fieldsOf,
	filesBelow,
	known,
	listOf,
	type Move,
	type Moved,
	type OldSite,
	pick,
	reportUnused,
	route,
	splitUrl,
	textOf,
	words,
} from './old-site.ts';
import { dayOf, docIdOf, frontMatterOf, type Language, markdownOf, setAside, splitFrontMatter } from './page-files.ts';
import { type Languages, languageOf, readFolder } from './plain.ts';
import type { Reading } from './read-config.ts';
import { remark } from './remarks.ts';

const MD = /\.md$/;

/** Settings that are read, or that change nothing here. */
const READ = words(
	'title baseURL baseurl languageCode locale contentDir defaultContentLanguage\\w* languages menus? params permalinks',
	'copyright googleAnalytics services theme themesDir module markup enable\\w* disable\\w* build\\w* minify outputs',
	'outputFormats taxonomies security imaging caches publishDir resourceDir staticDir assetDir timeout relativeURLs',
	'canonifyURLs summaryLength pluralizeListTitles pygments\\w* ignore\\w* frontmatter related pagination sitemap',
	'refLinks\\w* timeZone uglyURLs mediaTypes privacy rssLimit cascade newContentEditor',
);
const READ_OF_PARAMS = words(
	'description github_repo github_branch github_subdir BookRepo repoURL editURL copyright algolia_docsearch search version',
);

export function readHugo({ root, configFile = '' }: OldSite, data: Reading['data']): Move {
	const all = configOf(configFile, data);
	const languages = languagesOf(all);
	const mounted = mountedContent(root, all);
	const folder = mounted ? join(root, 'content') : contentFolder(root, all, languages);
	// Settings of the first language override the site's settings.
	const config = { ...all, ...fieldsOf(fieldsOf(all.languages)[languages.own]) };
	const prefix = all.defaultContentLanguageInSubdir === true ? languages.own : '';
	// Where each language has a folder of its own, other folders are of none.
	const { folders = new Map<string, string>() } = languages;
	const isShared = !mounted && folder === join(root, textOf(all.contentDir) ?? 'content');
	const isSplit = isShared && [...folders.values()].includes(languages.own);
	const isLeft = (path: string): boolean => isSplit && !folders.has(path.split('/')[0] ?? '');
	const move = readFolder({ flavour: 'hugo', root: folder }, languages, { files: mounted, isLeft });
	move.linksFromAddresses = true;
	move.hasDrafts = true;
	const pages = [...move.files].flatMap(([path, moved]) =>
		MD.test(path) && moved.source !== undefined ? [{ path, moved, source: moved.source }] : [],
	);
	const pathOf = pathReader(folder, mounted);
	const fileOf = (source: string) => languageOf(pathOf(source), languages);
	const permalinks = fieldsOf(config.permalinks);
	const urls = { prefix, permalinks, ugly: config.uglyURLs ?? config.uglyurls };
	const params = fieldsOf(config.params);
	const sections = pages.filter(({ source }) => /(?:^|[\\/])_index\.\w+$/.test(source));
	const built = buildReader(
		config,
		sections.map(({ source }) => [fileOf(source).file, source]),
	);
	for (const page of pages) {
		const at = fileOf(page.source);
		const { isRendered, isListed } = built(at.file, page.source);
		if (isRendered) {
			place(page, { ...at, ...urls }, move);
			leaveEmpty(page, move);
		} else leavePage(page, at.file, move);
		if (!isListed && isRendered) page.moved.fields = { ...page.moved.fields, unlisted: true };
	}
	const named = byName(
		pages.map(({ source }) => source),
		fileOf,
	);
	const { passthrough } = fieldsOf(fieldsOf(fieldsOf(config.markup).goldmark).extensions);
	const mathOf = fieldsOf(passthrough).enable === true ? withHugoMath : (text: string): string => text;
	for (const { moved, source } of pages) {
		moved.text = fromHugo(mathOf(withParams(markdownOf(source), source, params)), (name) => {
			const target = name === '' ? source : named(name, source);
			return target && posix.join('.', relative(dirname(source), target).replaceAll('\\', '/'));
		});
		// Themes list the pages of a section below its text, which may be empty.
		if (/^.+\/_index\.\w+$/.test(fileOf(source).file) && isBlank(source)) moved.text += '\n<DocCardList />\n';
	}
	for (const { moved, source } of pages) {
		const { prev, next, lastmod } = frontMatterOf(source).extra;
		const neighbor = (field: string, name: unknown): Fields => {
			const target = textOf(name) === undefined ? undefined : named(String(name), source);
			const page = pages.find((one) => one.source === target);
			return name === false ? { [field]: null } : page ? { [field]: docIdOf(page.path, page.moved) } : {};
		};
		const day = dayOf(lastmod);
		moved.fields = {
			...moved.fields,
			...(lastmod === undefined ? {} : { lastmod: undefined, ...(day ? { last_update: { date: day } } : {}) }),
			...(prev === undefined ? {} : { prev: undefined, ...neighbor('pagination_prev', prev) }),
			...(next === undefined ? {} : { next: undefined, ...neighbor('pagination_next', next) }),
		};
	}
	const rendered = pages.flatMap(({ path, moved, source }): HugoPage[] => {
		const { language, file } = fileOf(source);
		const prefix = path.startsWith('content/docs/') ? '' : route(language);
		return moved.address === undefined || !move.files.has(path) ? [] : [{ path, moved, source, file, prefix }];
	});
	const hasTags = ![config.disableKinds].flat().some((kind) => kind === 'term' || kind === 'taxonomy');
	const blog = moveHugoBlog(rendered, hasTags, move);
	moveExcerpts(move);
	const content =
		mounted ??
		filesBelow(folder).flatMap((file): [string, string][] => (isLeft(file) ? [] : [[file, join(folder, file)]]));
	for (const [file, source] of content.filter(([name]) => /\.html?$/.test(name))) {
		setAside(move, 'pages', file, source);
		remark(move, 'Pages in another notation', file);
		const { language, file: written } = fileOf(source);
		const moved: Moved = { source };
		const folder = language === languages.own ? 'content/docs' : `content/${language}/docs`;
		place({ path: `${folder}/${written}`, moved, source }, { language, file: written, ...urls }, move);
		// The new site has another home page.
		const { address = '/' } = moved;
		if (address !== '/' && address !== route(language) && frontMatterOf(source).draft !== true)
			move.addresses.set(address, address);
	}
	for (const file of filesBelow(join(root, 'static'), { all: true }))
		move.files.set(`content/static/${file}`, { source: join(root, 'static', file) });
	const { url, baseUrl } = splitUrl(textOf(config.baseURL ?? config.baseurl));
	const repository = textOf(params.github_repo ?? params.BookRepo ?? params.repoURL);
	const subfolder = [textOf(params.github_branch) ?? 'main', textOf(params.github_subdir)].filter(Boolean).join('/');
	const edit = textOf(fieldsOf(params.editURL).base) ?? (repository && `${repository}/edit/${subfolder}`);
	const items = [
		...menuOf([
			...listOf(fieldsOf(config.menu ?? config.menus).main),
			...rendered.flatMap(({ moved, source, prefix }) => (prefix === '' ? menuEntry(moved, source) : [])),
		]),
		...(repository === undefined ? [] : [{ ...socialItem('', repository), position: 'right' as const }]),
	];
	const tracking = textOf(fieldsOf(fieldsOf(config.services).googleAnalytics).id ?? config.googleAnalytics);
	const docsearch = pick(params.algolia_docsearch ?? fieldsOf(params.search).algolia, 'appId apiKey indexName');
	const copyright = textOf(config.copyright ?? params.copyright);
	move.config = known<SiteConfig>({
		...move.config,
		title: textOf(config.title) ?? move.config.title,
		tagline: textOf(params.description),
		blog,
		url: url ?? move.config.url,
		baseUrl,
		navbar: items.length > 0 ? { items } : undefined,
		footer: copyright === undefined ? undefined : { copyright },
		editUrl: edit,
		analytics: tracking === undefined ? undefined : { trackingId: tracking },
		search: docsearch === undefined ? undefined : ({ hosted: docsearch } as SiteConfig['search']),
	});
	reportUnused(move, all, READ);
	reportUnused(move, params, READ_OF_PARAMS, 'params.');
	if (existsSync(join(root, 'layouts'))) remark(move, 'Templates of the old tool', 'layouts');
	if (!url) remark(move, 'URL of the site', 'url');
	return move;
}

/** Leaves a translation without text out: its URL shows the page in the first language then. */
function leaveEmpty({ path, moved, source }: { path: string; moved: Moved; source: string }, move: Move): void {
	const original = move.files.get(path.replace(/^content\/[^/]+\/(?=docs\/)/, 'content/'));
	if (original === undefined || original === moved || original.source === undefined) return;
	if (!isBlank(source) || isBlank(original.source)) return;
	move.files.delete(path);
	const language = /^\/[^/]+/.exec(moved.address ?? '')?.[0] ?? '';
	move.addresses.set(moved.address ?? '', route(language, original.address ?? ''));
}

function isBlank(source: string): boolean {
	return splitFrontMatter(markdownOf(source))[1].trim() === '';
}

/** A page that has no URL is a part that others can include. */
function leavePage({ path, moved }: { path: string; moved: Moved }, file: string, move: Move): void {
	move.files.delete(path);
	moved.address = undefined;
	moved.fields = undefined;
	move.files.set(
		posix.join('content/shared/hugo', posix.dirname(file), `_${posix.basename(file).replace(/^_+/, '')}`),
		moved,
	);
}

/** The configuration; a folder `config/_default` has a file for each part, such as `params.toml` and `menus.en.toml`. */
function configOf(file: string, data: Reading['data']): Fields {
	const main = data(file);
	const folder = dirname(file);
	if (!/config[\\/]_default$/.test(folder)) return main;
	const config = { ...main };
	for (const name of filesBelow(folder)) {
		const [, part = '', language] = /^(\w+)(?:\.([\w-]+))?\.(?:toml|ya?ml|json)$/.exec(name) ?? [];
		if (part === '' || /^(?:hugo|config)$/.test(part)) continue;
		const value = data(join(folder, name));
		const languages = fieldsOf(config.languages);
		const own = part === 'languages' ? value : { [part]: value };
		if (language === undefined) config[part] = { ...fieldsOf(config[part]), ...value };
		else config.languages = { ...languages, [language]: { ...fieldsOf(languages[language]), ...own } };
	}
	return config;
}

function languagesOf(all: Fields): Languages {
	const { languages, defaultContentLanguage, contentDir = 'content' } = all;
	const spoken = languages === undefined ? textOf(all.languageCode ?? all.locale) : undefined;
	const own = textOf(defaultContentLanguage) ?? spoken ?? 'en';
	const folders = Object.entries(fieldsOf(languages)).flatMap(([name, value]): [folder: string, name: string][] => {
		const folder = textOf(fieldsOf(value).contentDir);
		return folder === undefined ? [] : [[posix.relative(String(contentDir), folder), name]];
	});
	const others = Object.entries(fieldsOf(languages)).filter(
		([name, value]) => name !== own && fieldsOf(value).disabled !== true,
	);
	return {
		own,
		folders: new Map(folders),
		others: others.map(([name, value]) => {
			const { languageName, languageCode, title, params, menu, menus, copyright } = fieldsOf(value);
			const here = { ...all, ...fieldsOf(fieldsOf(languages)[own]) };
			const texts: Language['texts'] = [
				[here.title, title],
				[fieldsOf(here.params).description, fieldsOf(params).description],
				[here.copyright, copyright],
				...menuTexts(fieldsOf(here.menu ?? here.menus).main, fieldsOf(menu ?? menus).main),
			];
			return { name, texts, ...known({ label: textOf(languageName), lang: textOf(languageCode) }) };
		}),
	};
}

/** Names of a menu's entries in two languages, which belong together by what they lead to. */
function menuTexts(first: unknown, other: unknown): [original: unknown, translation: unknown][] {
	const target = (entry: Fields): string => String(entry.identifier ?? entry.pageRef ?? entry.url ?? '');
	const names = new Map(
		listOf(other)
			.map(fieldsOf)
			.map((entry) => [target(entry), entry.name]),
	);
	return listOf(first)
		.map(fieldsOf)
		.map((entry) => [entry.name, names.get(target(entry))]);
}

/** Folder of the pages in all languages, or in the only one. */
function contentFolder(root: string, config: Fields, { own, others, folders = new Map() }: Languages): string {
	const folder = join(root, textOf(config.contentDir) ?? 'content');
	const [inner = own] = [...folders].find(([, name]) => name === own) ?? [];
	// Without a setting, a folder with the name of the language may be one section of many.
	const pages = filesBelow(folder).filter((path) => MD.test(path) && path.includes('/'));
	const hasHome = ['_index.md', 'index.md'].some((name) => existsSync(join(folder, name)));
	const isWhole = folders.size > 0 || (!hasHome && pages.every((path) => path.startsWith(`${inner}/`)));
	return others.length === 0 && isWhole && existsSync(join(folder, inner)) ? join(folder, inner) : folder;
}

/** Sets a page's URL from its front matter or file, its order, and the redirects from its aliases. */
function place(
	{ path, moved, source }: { path: string; moved: Moved; source: string },
	{
		language,
		file: written,
		prefix: own,
		permalinks,
		ugly,
	}: ReturnType<typeof languageOf> & { prefix: string; permalinks: Fields; ugly: unknown },
	move: Move,
): void {
	const isOwn = path.startsWith('content/docs/');
	const prefix = isOwn ? '' : language;
	const { extra, slug, title, date } = frontMatterOf(source);
	const { url, weight, linkTitle, linktitle, aliases } = extra;
	const file = written.replace(/\.(?:md|markdown|html?)$/, '');
	const isIndex = /(?:^|\/)_?index$/.test(file);
	const bare = isIndex ? posix.dirname(file) : file;
	const isSection = /(?:^|\/)_index$/.test(file);
	const last = textOf(slug);
	const [section = ''] = bare.split('/');
	const pattern = textOf(fieldsOf(permalinks.page)[section] ?? permalinks[section]);
	const named =
		textOf(url) ??
		(pattern !== undefined && !isSection
			? fromPattern(pattern, { bare, section, title: title ?? '', slug: last, date })
			: last === undefined
				? bare
				: posix.join(posix.dirname(bare), last));
	const address = route(named.toLowerCase().replaceAll(' ', '-'));
	const fresh = route(path.replace(/^content\/(?:[^/]+\/)??docs(?=\/)|\.md$/g, '').replace(/(?:^|\/)index$/, ''));
	const label = textOf(linkTitle ?? linktitle);
	const isUgly = textOf(url) === undefined && !isSection && (ugly === true || fieldsOf(ugly)[section] === true);
	moved.address = route(prefix, address) + (isUgly && address !== '/' ? '.html' : '');
	if (isOwn && own !== '') move.addresses.set(route(own, moved.address), moved.address);
	moved.fields = {
		...(address === fresh && last === undefined ? {} : { slug: address }),
		...(typeof weight === 'number' && weight !== 0 ? { sidebar_position: weight } : {}),
		...(label === undefined ? {} : { sidebar_label: label }),
	};
	for (const alias of listOf(aliases))
		if (typeof alias === 'string')
			move.addresses.set(
				route(alias.startsWith('/') ? alias : posix.join(posix.dirname(moved.address), alias)),
				moved.address,
			);
}

/** `{{< param name >}}` as its value, of the page or of the site; an unknown one stays. */
function withParams(text: string, source: string, params: Fields): string {
	return text.replace(/\{\{[<%]-?\s*param\s+"?([\w.-]+)"?\s*-?[>%]\}\}/g, (whole, path: string) => {
		const { extra } = frontMatterOf(source);
		const find = (fields: Fields): unknown =>
			path.split('.').reduce<unknown>((inner, name) => fieldsOf(inner)[name], fields);
		const value = find(extra) ?? find(fieldsOf(extra.params)) ?? find(params);
		return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
	});
}

/** The URL by a pattern of `permalinks`: `/:section/:year/:month/:slug/`. */
function fromPattern(
	pattern: string,
	page: { bare: string; section: string; title: string; slug?: string | undefined; date: unknown },
): string {
	const file = posix.basename(page.bare);
	const [year = '', month = '', day = ''] = dayOf(page.date)?.split('-') ?? [];
	const title = slugify(page.title);
	const values: Record<string, string> = {
		year,
		month,
		day,
		section: page.section,
		sections: posix.dirname(page.bare),
		title,
		slug: page.slug ?? title,
		slugorcontentbasename: page.slug ?? file,
		slugorfilename: page.slug ?? file,
		contentbasename: file,
		filename: file,
	};
	return pattern.replace(/:(\w+)/g, (whole, name: string) => values[name] ?? whole);
}

/** Resolves references in the language of a page: by the path from the content folder, from the page, or the last segment. */
function byName(
	sources: string[],
	fileOf: (source: string) => ReturnType<typeof languageOf>,
): (name: string, from: string) => string | undefined {
	const keys = new Map<string, string>();
	const bare = (path: string): string => path.replace(/\.(?:md|markdown)$/, '').replace(/\/?_?index$/, '');
	for (const source of sources) {
		const { language, file } = fileOf(source);
		const path = bare(file);
		keys.set(`${language}:${path}`, source);
		const last = `${language}:${posix.basename(path)}`;
		if (!keys.has(last)) keys.set(last, source);
	}
	return (name, from) => {
		const { language, file } = fileOf(from);
		const path = bare(name.replace(/^\/|\/$/g, ''));
		const near = name.startsWith('/') ? [] : [posix.join(posix.dirname(file), path)];
		return [...near, path, posix.basename(path)].map((key) => keys.get(`${language}:${key}`)).find(Boolean);
	};
}

/** The entry of the main menu in a page's front matter: a name of menus, a list of them, or settings by name. */
function menuEntry({ address }: Moved, source: string): Fields[] {
	const { extra, title } = frontMatterOf(source);
	const menu = extra.menu ?? extra.menus;
	const isNamed = menu === 'main' || listOf(menu).includes('main');
	const { main } = fieldsOf(menu);
	if (address === undefined || (!isNamed && main === undefined)) return [];
	return [{ name: extra.linkTitle ?? title, weight: extra.weight, ...fieldsOf(main), url: address }];
}

/** `[[menu.main]]`, in its order; nested entries are left to the sidebar. */
function menuOf(entries: unknown): NavbarItemConfig[] {
	return listOf(entries)
		.map(fieldsOf)
		.toSorted((a, b) => Number(a.weight ?? 0) - Number(b.weight ?? 0))
		.flatMap(({ name, title, url, pageRef, parent }): NavbarItemConfig[] => {
			const [label, to] = [textOf(name ?? title), textOf(pageRef ?? url)];
			if (label === undefined || to === undefined || parent !== undefined) return [];
			return [/^(?:[a-z]+:|\/\/)/i.test(to) ? { label, href: to } : { label, to: route(to) }];
		});
}

/** Reads a site of Docusaurus 2 or 3: configuration, docs of all instances and versions, blogs, pages, redirects. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, isAbsolute, join, posix, relative, resolve } from 'node:path';
import { themeFrom } from './accent.ts';
import {
	checkAuthors,
	nameFrom,
	readYaml,
	type SidebarsConfig,
	type SiteConfig,
	slugify,
	versionFolder,
} from './docsgen.ts';
import { scriptOf, texts } from './head.ts';
import { componentHome } from './home-component.ts';
import { iconOrName } from './links-sidebar.ts';
import {
	aliasesOf,
	basePath,
	called,
	emptyMove,
	type Fields,
	fieldsOf,
	filesBelow,
	filled,
	globPattern,
	known,
	type LineMark,
	listOf,
	type Move,
	type OldSite,
	pick,
	reportUnused,
	route,
	splitUrl,
	textOf,
	words,
} from './old-site.ts';
import {
	docIdOf,
	docsPage,
	frontMatterOf,
	type Language,
	localeOf,
	moveLanguage,
	setAside,
	wasPublished,
} from './page-files.ts';
import { pruned } from './prune.ts';
import { type Remark, remark } from './remarks.ts';
import { expandRoot, readSidebars } from './sidebars.ts';
import { DOCUSAURUS, moveWords, type ThemeWords } from './theme-words.ts';
import { Code } from './value.ts';

/** The value of a module of the old site; undefined if the module is missing. */
export type Read = (file: string) => unknown;

/** One docs plugin. */
interface Instance {
	id: string;
	options: Fields;
	/** Absolute folder of the current docs. */
	folder: string;
	/** Route below the base path. */
	route: string;
	/** Folder of the new docs; empty for the main instance. */
	prefix: string;
	versions: string[];
	last: string;
}

const MD = /\.mdx?$/;
const IGNORED_PLUGINS =
	/sitemap|debug|ideal-image|pwa|svgr|sass|theme-classic|theme-mermaid|css-cascade|vercel|rsdoctor|faster|node-polyfills|theme-search/;

export function readDocusaurus({ root }: OldSite, raw: unknown, read: Read): Move {
	const config = fieldsOf(raw);
	const theme = fieldsOf(config.themeConfig);
	const move = emptyMove(textOf(config.title) ?? basename(root));
	move.aliases = { '@site/': root, ...aliasesOf(root) };
	move.hasDrafts = true;
	const { preset, plugins } = parts(config, move);
	const instances = docsInstances(preset, plugins, root, move);
	const main = instances[0];
	move.lastVersion = main?.last ?? 'current';
	const ids = new Map<string, Set<string>>();
	for (const instance of instances) moveDocs(instance, instances, { root, move, read, ids });
	const blogs = [preset.blog, ...plugins.filter(({ name }) => name === 'content-blog').map(({ options }) => options)];
	const blog = moveBlogs(blogs, root, move);
	const pages = plugins.filter(({ name }) => name === 'content-pages').map(({ options }) => options);
	for (const options of [preset.pages, ...pages])
		if (options !== false) movePages(fieldsOf(options), { root, config }, move);
	moveTranslations(config, instances, blogs, root, move);
	for (const folder of staticFolders(config)) {
		for (const file of filesBelow(join(root, folder), { all: true }))
			move.files.set(`content/static/${file}`, { source: join(root, folder, file) });
	}
	redirectsOf(plugins, move);
	const docs = main && docsConfig(main, theme);
	const docIds = ids.get(main?.last ?? '') ?? new Set();
	const { url, baseUrl } = splitUrl(textOf(config.url));
	const analytics = fieldsOf(preset.gtag ?? preset.googleAnalytics ?? preset.googleGtag);
	const tracking = listOf(analytics.trackingID)[0] ?? analytics.trackingID;
	move.config = known<SiteConfig>({
		...move.config,
		tagline: textOf(config.tagline),
		url: url ?? move.config.url,
		baseUrl: basePath(textOf(config.baseUrl) ?? baseUrl),
		favicon: textOf(config.favicon),
		editUrl: editUrlOf([main?.options, fieldsOf(preset.blog)], move),
		docs: docs ?? false,
		blog: blog ?? false,
		navbar: navbarOf(fieldsOf(theme.navbar), instances, docIds, move),
		footer: footerOf(fieldsOf(theme.footer)),
		announcementBar: announcementOf(theme.announcementBar),
		colorMode: theme.colorMode as SiteConfig['colorMode'],
		search: searchOf(fieldsOf(theme.algolia)),
		theme: themeFrom(filesBelow(join(root, 'src/css'), { all: true }).map((file) => join(root, 'src/css', file))),
		analytics:
			typeof tracking === 'string' ? { trackingId: tracking, anonymizeIp: analytics.anonymizeIP === true } : undefined,
		socialImage: typeof theme.image === 'string' ? { default: theme.image } : undefined,
		tableOfContents: theme.tableOfContents as SiteConfig['tableOfContents'],
		noIndex: config.noIndex === true ? true : undefined,
		...headOf(config, theme, move),
	});
	aside(root, move);
	leaveSettings(config, theme, { preset, plugins }, move);
	if (!url) remark(move, 'URL of the site', 'url');
	return move;
}

/* ---------------------------------------------------------------- presets and plugins */

interface Plugin {
	name: string;
	options: Fields;
}

/** Maps `@docusaurus/plugin-content-docs`, a path to it, or a short name to `content-docs`. */
function shortName(value: unknown): string {
	if (typeof value === 'function') return 'a plugin in the configuration itself';
	const text = value instanceof Code ? (value.from ?? value.text) : String(value);
	return /(?:docusaurus-|@docusaurus\/)?(?:plugin|theme|preset)-([\w-]+)/.exec(text)?.[1] ?? text;
}

function entryOf(entry: unknown): Plugin {
	const [name, options] = Array.isArray(entry) ? (entry as unknown[]) : [entry];
	return { name: shortName(name), options: fieldsOf(options) };
}

function parts(config: Fields, move: Move): { preset: Fields; plugins: Plugin[] } {
	const presets = listOf(config.presets).map(entryOf);
	const preset = presets.find(({ name, options }) => name === 'classic' || 'docs' in options || 'blog' in options);
	const plugins = listOf(config.plugins).filter(Boolean).map(entryOf);
	const handled = /^(?:content-(?:docs|blog|pages)|client-redirects|google-gtag|google-analytics)$/;
	const unknown = [...plugins, ...presets.filter((one) => one !== preset)].filter(
		({ name }) => !handled.test(name) && !IGNORED_PLUGINS.test(name),
	);
	if (unknown.length > 0)
		remark(
			move,
			'Plugins without a counterpart',
			...unknown.map(({ name }) => (isAbsolute(name) ? basename(name) : name)),
		);
	const tracker = plugins.find(({ name }) => name === 'google-gtag' || name === 'google-analytics');
	// Without a preset, only instances configured as plugins exist.
	const isMissing = !preset && plugins.some(({ name }) => name.startsWith('content-'));
	const none = isMissing ? { isMissing, blog: false, pages: false } : {};
	return { preset: { ...none, ...(tracker && { gtag: tracker.options }), ...preset?.options }, plugins };
}

/* ---------------------------------------------------------------- docs */

function isUnread(value: unknown): boolean {
	return value !== undefined && typeof value !== 'string';
}

function docsInstances(preset: Fields, plugins: Plugin[], root: string, move: Move): Instance[] {
	const given = [
		...(preset.isMissing === true || preset.docs === false ? [] : [fieldsOf(preset.docs)]),
		...plugins.filter(({ name }) => name === 'content-docs').map(({ options }) => options),
	];
	const [readable, unread] = [given.filter(({ path }) => !isUnread(path)), given.filter(({ path }) => isUnread(path))];
	if (unread.length > 0) remark(move, 'Docs in an unknown folder', ...unread.map(({ id }) => textOf(id) ?? 'default'));
	const instances = readable.map((options): Instance => {
		const id = textOf(options.id) ?? 'default';
		const folder = resolve(root, textOf(options.path) ?? 'docs');
		const versions = versionNames(root, id, move);
		return {
			id,
			options,
			folder,
			route: route(textOf(options.routeBasePath) ?? 'docs'),
			prefix: '',
			versions,
			last: textOf(options.lastVersion) ?? versions[0] ?? 'current',
		};
	});
	const there = instances.filter(({ folder, versions }) => existsSync(folder) || versions.length > 0);
	// Without a default instance, prefer the one at the root.
	const main = there.find(({ id }) => id === 'default') ?? there.find((one) => one.route === '/') ?? there[0];
	const others = there.filter((one) => one !== main);
	for (const one of others) one.prefix = one.route === '/' ? one.id : one.route.slice(1);
	return main ? [main, ...others] : [];
}

/** The versions of an instance that have a folder. A script may make the others, such as from another branch. */
function versionNames(root: string, id: string, move: Move): string[] {
	const file = join(root, id === 'default' ? 'versions.json' : `${id}_versions.json`);
	const { value } = existsSync(file) ? readYaml(readFileSync(file, 'utf8')) : { value: [] };
	const names = listOf(value).filter((name): name is string => typeof name === 'string');
	const isThere = (name: string): boolean => existsSync(versionSource(root, id, name));
	const missing = names.filter((name) => !isThere(name));
	const places = missing.map((name) => `${name}: there is no ${nameFrom(root, versionSource(root, id, name))}`);
	remark(move, 'Docs versions without a folder', ...places);
	return names.filter(isThere);
}

function versionSource(root: string, id: string, version: string): string {
	return join(root, `${id === 'default' ? '' : `${id}_`}versioned_docs/version-${version}`);
}

function sidebarSource(root: string, { id, options }: Instance, version: string): string | undefined {
	const own = textOf(options.sidebarPath);
	if (version === 'current') return own && resolve(root, own);
	return join(root, `${id === 'default' ? '' : `${id}_`}versioned_sidebars/version-${version}-sidebars.json`);
}

interface Docs {
	root: string;
	move: Move;
	read: Read;
	/** Ids of docs, by version. */
	ids: Map<string, Set<string>>;
}

/** Moves the docs of an instance: all versions of the main one; the last version of others, into a folder. */
function moveDocs(instance: Instance, instances: Instance[], docs: Docs): void {
	const { root, move, read, ids } = docs;
	const isMain = instance.prefix === '';
	const home = instances[0]?.last ?? 'current';
	const all = existsSync(instance.folder) ? ['current', ...instance.versions] : instance.versions;
	const moved = isMain ? all : [instance.last];
	if (moved.length < all.length)
		remark(
			move,
			'Older versions of a second docs plugin',
			...all.filter((name) => !moved.includes(name)).map((name) => `${instance.id}: ${name}`),
		);
	if (isMain && instance.versions.length > 0)
		move.files.set('content/versions.json', { text: `${JSON.stringify(instance.versions, undefined, '\t')}\n` });
	const published = publishedVersions(instance.options, all) ?? all;
	if (isMain) move.unpublished = all.filter((name) => !published.includes(name)).map(versionFolder);
	for (const version of moved) {
		const source = version === 'current' ? instance.folder : versionSource(root, instance.id, version);
		const { target, base } = placeOf(instance, version, home);
		moveFolder(instance, { source, target, base }, move);
		const known = isMain ? version : home;
		const found = idsBelow(move, target);
		ids.set(known, new Set([...(ids.get(known) ?? []), ...found]));
		const file = sidebarSource(root, instance, version);
		const raw = instance.options.sidebarPath === false ? {} : file && existsSync(file) ? read(file) : undefined;
		const sidebars = readSidebars(raw ?? AUTOMATIC, {
			base,
			fresh: isMain ? base : route(instances[0]?.route ?? '', instance.prefix),
			prefix: instance.prefix,
			ids: found,
			version,
			target,
			move,
			file,
		});
		move.sidebars.set(known, { ...move.sidebars.get(known), ...sidebars });
	}
	// The other instances are in folders of the main one; its generated sidebar must not include them.
	if (isMain && instances.length > 1)
		move.sidebars.set(home, expandRoot(move.sidebars.get(home) ?? {}, move, versionFolder(home)));
}

/** The folder and the URL of a version's docs; those of a second instance are in the version `home` of the main one. */
function placeOf(instance: Instance, version: string, home: string): { target: string; base: string } {
	const isMain = instance.prefix === '';
	return {
		target: posix.join(versionFolder(isMain ? version : home), instance.prefix),
		base: route(instance.route, isMain ? versionPath(instance, version) : ''),
	};
}

/** Moves the docs in a folder; `base` is their URL. */
function moveFolder(
	{ options, prefix }: Instance,
	{ source, target, base }: { source: string; target: string; base: string },
	move: Move,
): void {
	const isPublished = chosen(options);
	for (const file of filesBelow(source)) {
		const path = posix.join(target, file);
		const isPage = MD.test(file) && !/(?:^|\/)_/.test(file);
		if (!isPage) move.files.set(path, { source: join(source, file) });
		else if (!isPublished(file)) setAside(move, 'unpublished', file, join(source, file));
		else move.files.set(path, docsPage(path, join(source, file), prefix, base, options.numberPrefixParser === false));
	}
}

/** Moves the docs, posts and pages of other languages. */
function moveTranslations(config: Fields, instances: Instance[], blogs: unknown[], root: string, move: Move): void {
	const { locales, defaultLocale = 'en', localeConfigs, path } = fieldsOf(config.i18n);
	const languageOf = (locale: string): Language => {
		const { label, htmlLang, calendar, direction } = fieldsOf(fieldsOf(localeConfigs)[locale]);
		return known({
			label: textOf(label),
			lang: textOf(htmlLang),
			// Docusaurus has a default, which is docsgen's.
			calendar: calendar === 'gregory' ? undefined : textOf(calendar),
			direction: textOf(direction),
		});
	};
	const own = String(defaultLocale);
	const first = localeOf(own, languageOf(own));
	if (own !== 'en' || Object.keys(first).length > 1) move.config.locales = [first];
	const wordsIn = (locale: string): ThemeWords => ({
		source: join(root, textOf(path) ?? 'i18n', locale, 'code.json'),
		name: posix.join(locale, 'code.json'),
		table: DOCUSAURUS,
		locale,
	});
	moveWords(move, wordsIn(own));
	const categories = categoriesOf(move);
	for (const locale of listOf(locales)
		.map(String)
		.filter((one) => one !== own)) {
		const folder = join(root, textOf(path) ?? 'i18n', locale);
		const folderOf = (plugin: string, id: string): string =>
			join(folder, `docusaurus-plugin-content-${plugin}${id === 'default' ? '' : `-${id}`}`);
		const texts = filesBelow(folder, { all: true })
			.filter((file) => /(?:theme-classic|content-docs[^/]*)\/[^/]+\.json$/.test(file))
			.flatMap((file) => labelsOf(dataIn(join(folder, file)), categories, versionLabel(file, instances)));
		texts.push(...blogTexts(blogs.map(fieldsOf), folderOf, root));
		moveLanguage(move, locale, { ...languageOf(locale), texts }, (files) => {
			moveWords(files, wordsIn(locale));
			for (const instance of instances) {
				for (const version of instance.prefix === '' ? ['current', ...instance.versions] : [instance.last]) {
					const source = join(folderOf('docs', instance.id), version === 'current' ? version : `version-${version}`);
					moveFolder(instance, { source, ...placeOf(instance, version, move.lastVersion) }, files);
				}
			}
			for (const [index, options] of blogs
				.filter((one) => one !== false)
				.map(fieldsOf)
				.entries()) {
				const id = textOf(options.id) ?? 'default';
				const base = route(textOf(options.routeBasePath) ?? 'blog');
				const isLeft = (file: string): boolean => /\.(?:json|ya?ml)$/.test(file);
				movePosts(folderOf('blog', id), { inside: index === 0 ? '' : id, base, isLeft }, files);
			}
			movePages({ path: folderOf('pages', 'default') }, { root, config }, files);
		});
	}
}

/** Translated labels of the navbar, the footer and sidebars: keys such as `item.label.Docs` end with the original. */
function labelsOf(
	texts: Fields,
	categories: ReadonlyMap<string, Fields>,
	version: string | undefined,
): [original: unknown, translation: unknown][] {
	return Object.entries(texts).flatMap(([key, value]): [unknown, unknown][] => {
		const { message } = fieldsOf(value);
		if (key === 'version.label') return [[version, message]];
		const [, category = '', field = ''] =
			/^sidebar\.[^.]+\.category\.(.+)\.link\.generated-index\.(title|description)$/.exec(key) ?? [];
		const link = fieldsOf(categories.get(category));
		if (field !== '') return [[link[field] ?? (field === 'title' ? category : undefined), message]];
		const [, original] =
			/^(?:item\.label|link\.(?:title|item\.label)|sidebar\.[^.]+\.(?:category|link|doc))\.(.+)$/.exec(key) ?? [];
		return original === undefined ? [] : [[original, message]];
	});
}

/** Label of a category → its generated index, of sidebars and of `_category_` files. */
function categoriesOf({ sidebars, files }: Move): Map<string, Fields> {
	const found = new Map<string, Fields>();
	const visit = (item: unknown): void => {
		const { label, link, items } = fieldsOf(item);
		if (typeof label === 'string' && !found.has(label)) found.set(label, fieldsOf(link));
		listOf(items).forEach(visit);
	};
	for (const config of sidebars.values()) for (const items of Object.values(config)) listOf(items).forEach(visit);
	for (const [path, { source }] of files)
		if (/_category_\.(?:json|ya?ml)$/.test(path) && source !== undefined) visit(dataIn(source));
	return found;
}

function dataIn(file: string): Fields {
	return fieldsOf(readYaml(readFileSync(file, 'utf8')).value);
}

/** The label of the version that a file of translations is about: `version-1.x.json`, `current.json`. */
function versionLabel(file: string, [main]: Instance[]): string | undefined {
	const name = basename(file, '.json').replace(/^version-/, '');
	const { label } = fieldsOf(fieldsOf(main?.options.versions)[name]);
	return textOf(label) ?? (main?.versions.includes(name) ? name : undefined);
}

/** Texts of blogs in a language: the title, the description and the sidebar's title, and what authors are. */
function blogTexts(
	blogs: Fields[],
	folderOf: (plugin: string, id: string) => string,
	root: string,
): [original: unknown, translation: unknown][] {
	return blogs.flatMap((options) => {
		const folder = folderOf('blog', textOf(options.id) ?? 'default');
		const read = (path: string): Fields => (existsSync(path) ? dataIn(path) : {});
		const own = read(join(folder, 'options.json'));
		const of = (key: string): unknown => fieldsOf(own[key]).message;
		const map = textOf(options.authorsMapPath) ?? 'authors.yml';
		const originals = read(resolve(root, textOf(options.path) ?? 'blog', map));
		const authors = Object.entries(read(join(folder, map))).flatMap(([key, author]) =>
			['name', 'title', 'description'].map((field): [unknown, unknown] => [
				fieldsOf(originals[key])[field],
				fieldsOf(author)[field],
			]),
		);
		return [
			[options.blogTitle, of('title')],
			[options.blogDescription, of('description')],
			[options.blogSidebarTitle, of('sidebar.title')],
			...authors,
		];
	});
}

/** A test for files that match `include` and not `exclude`. */
function chosen({ include, exclude }: Fields): (file: string) => boolean {
	const patterns = (value: unknown): RegExp[] => listOf(value).map((glob) => globPattern(String(glob)));
	const [wanted, refused] = [patterns(include), patterns(exclude)];
	return (file) =>
		(wanted.length === 0 || wanted.some((pattern) => pattern.test(file))) &&
		!refused.some((pattern) => pattern.test(file));
}

const AUTOMATIC: SidebarsConfig = { defaultSidebar: [{ type: 'autogenerated', dirName: '.' }] };

function idsBelow({ files }: Move, folder: string): Set<string> {
	const found = [...files].filter(([path, { address }]) => path.startsWith(`${folder}/`) && address !== undefined);
	return new Set(found.map(([path, moved]) => docIdOf(path, moved)));
}

function versionPath({ options, last }: Instance, version: string): string {
	const own = textOf(fieldsOf(fieldsOf(options.versions)[version]).path);
	return own ?? (version === last ? '' : version === 'current' ? 'next' : version);
}

/** The published versions, if they are not all. */
function publishedVersions(
	{ onlyIncludeVersions, includeCurrentVersion }: Fields,
	names: string[],
): string[] | undefined {
	const wanted = listOf(onlyIncludeVersions).filter((name): name is string => names.includes(String(name)));
	const released = names.filter((name) => name !== 'current');
	return filled(wanted) ?? (includeCurrentVersion === false && released.length > 0 ? released : undefined);
}

function docsConfig({ options, versions, last, route: base, folder }: Instance, theme: Fields): SiteConfig['docs'] {
	const names = [...(existsSync(folder) ? ['current'] : []), ...versions];
	const settings = Object.entries(fieldsOf(options.versions)).filter(([name]) => names.includes(name));
	return known({
		path: base.slice(1),
		versions: settings.length === 0 ? undefined : Object.fromEntries(settings.map(versionSetting)),
		lastVersion: names.includes(last) && last !== (versions[0] ?? 'current') ? last : undefined,
		onlyIncludeVersions: publishedVersions(options, names),
		tagsPath: textOf(options.tagsBasePath),
		showLastUpdate: options.showLastUpdateTime === true || options.showLastUpdateAuthor === true || undefined,
		breadcrumbs: options.breadcrumbs === false ? false : undefined,
		sidebar: pick(fieldsOf(theme.docs).sidebar, 'hideable autoCollapseCategories'),
	}) as SiteConfig['docs'];
}

function versionSetting([name, value]: [string, unknown]): [string, Fields] {
	const { path, ...rest } = pick(value, 'label path badge banner noIndex className') ?? {};
	return [name, { ...rest, ...(typeof path === 'string' ? { path: route(path).slice(1) } : {}) }];
}

/* ---------------------------------------------------------------- blog and pages */

const DATED = /^(?:.*\/)?(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/]?(.*?)(?:\/index)?$/;

/** Merges all blogs into one; returns the configuration of the first. */
function moveBlogs(given: unknown[], root: string, move: Move): SiteConfig['blog'] | undefined {
	const blogs = given
		.filter((options) => options !== false)
		.map(fieldsOf)
		.map((options) => ({
			options,
			folder: resolve(root, textOf(options.path) ?? 'blog'),
			base: route(textOf(options.routeBasePath) ?? 'blog'),
		}))
		.filter(({ folder }) => existsSync(folder));
	let authors: Fields = {};
	for (const [index, { options, folder, base }] of blogs.entries()) {
		const inside = index === 0 ? '' : (textOf(options.id) ?? basename(folder));
		const map = textOf(options.authorsMapPath) ?? 'authors.yml';
		const isAuthors = (file: string): boolean => file === map || /^authors\.(?:ya?ml|json)$/.test(file);
		movePosts(folder, { inside, base, isLeft: isAuthors }, move);
		for (const file of filesBelow(folder).filter(isAuthors))
			authors = { ...authors, ...fieldsOf(readYaml(readFileSync(join(folder, file), 'utf8')).value) };
		for (const page of ['', 'archive', 'tags'])
			move.addresses.set(route(base, page), page === '' ? '/blog' : `/blog/${page}`);
	}
	const { raw, removed, value = {} } = pruned(authors, checkAuthors);
	const pages = Object.entries(value).filter(([, { page }]) => page);
	for (const { base } of blogs) {
		move.addresses.set(route(base, 'authors'), pages.length > 0 ? '/blog/authors' : '/blog');
		for (const [key, { page }] of pages) {
			const own = typeof page === 'string' ? page : undefined;
			// Docusaurus separates the words of a key.
			const from = own ?? slugify(key.replace(/([a-z\d])([A-Z])/g, '$1-$2'));
			move.addresses.set(route(base, 'authors', from), route('blog/authors', own ?? slugify(key)));
		}
	}
	if (Object.keys(authors).length > 0)
		move.files.set('content/blog/authors.yml', { text: `${JSON.stringify(raw, undefined, 2)}\n` });
	if (removed.length > 0) remark(move, 'Fields of authors', ...removed);
	const [first] = blogs;
	if (!first) return undefined;
	const { options } = first;
	const path = first.base.slice(1);
	for (const [from, to] of move.addresses)
		if (/^\/blog(?:\/|$)/.test(to)) move.addresses.set(from, route(path, to.slice(5)));
	return known({
		path,
		...pick(options, 'title:blogTitle description:blogDescription postsPerPage sidebarTitle:blogSidebarTitle'),
		...pick(options, 'sidebarCount:blogSidebarCount'),
		showReadingTime: options.showReadingTime === false ? false : undefined,
		feeds: pick(options.feedOptions, 'title description copyright'),
	}) as SiteConfig['blog'];
}

/** Moves the posts in a folder into a folder `inside` the blog, except files that are left; `base` is their URL. */
function movePosts(
	folder: string,
	{ inside, base, isLeft }: { inside: string; base: string; isLeft: (file: string) => boolean },
	{ files }: Move,
): void {
	for (const file of filesBelow(folder)) {
		const source = join(folder, file);
		const path = posix.join('content/blog', inside, file);
		if (isLeft(file)) continue;
		if (!MD.test(file) || /(?:^|\/)_/.test(file)) files.set(path, { source });
		else files.set(path, { source, address: postAddress(file, source, base) });
	}
}

function postAddress(file: string, source: string, base: string): string {
	const { slug } = frontMatterOf(source);
	if (typeof slug === 'string') return route(base, slug);
	const name = file.replace(MD, '');
	const [, year, month = '', day = '', rest = ''] = DATED.exec(name) ?? [];
	if (year === undefined) return route(base, name.replace(/(?:^|\/)index$/, ''));
	return route(base, year, month.padStart(2, '0'), day.padStart(2, '0'), rest);
}

function movePages(options: Fields, { root, config }: { root: string; config: Fields }, move: Move): void {
	const folder = resolve(root, textOf(options.path) ?? 'src/pages');
	const base = textOf(options.routeBasePath) ?? '/';
	for (const file of filesBelow(folder)) {
		const source = join(folder, file);
		const isPrivate = /(?:^|\/)_|(?:^|\/)__tests__\/|\.(?:test|d)\.[jt]sx?$/.test(file);
		const address = route(base, file.replace(/\.\w+$/, '').replace(/(?:^|\/)index$/, ''));
		if (MD.test(file)) move.files.set(`content/pages/${file}`, isPrivate ? { source } : { source, address });
		else if (!/\.(?:[jt]sx?|css|scss)$/.test(file)) move.files.set(`content/pages/${file}`, { source });
		else {
			setAside(move, 'pages', file, source);
			if (!/\.[jt]sx?$/.test(file) || isPrivate) continue;
			reactPage(file, address, relative(root, source), move);
			if (address === '/') move.home = componentHome(source, root, config);
		}
	}
}

/** Replaces a page written as a React component by a placeholder, so that its URL works. */
function reactPage(file: string, address: string, source: string, move: Move): void {
	remark(move, 'Pages that are React components', source);
	if (address === '/') return;
	const name = address.split('/').at(-1) ?? '';
	const title = name.replace(/[-_]+/g, ' ').replace(/^\w/, (letter) => letter.toUpperCase());
	move.files.set(`content/pages/${file.replace(/\.\w+$/, '.md')}`, {
		address,
		text: `---\ntitle: ${JSON.stringify(title)}\nunlisted: true\n---\n\nThis page has not moved yet.\n`,
	});
}

function staticFolders(config: Fields): string[] {
	const given = listOf(config.staticDirectories).filter((name): name is string => typeof name === 'string');
	return given.length > 0 ? given : ['static'];
}

function redirectsOf(plugins: Plugin[], move: Move): void {
	for (const { options } of plugins.filter(({ name }) => name === 'client-redirects')) {
		for (const entry of listOf(options.redirects).map(fieldsOf)) {
			const to = textOf(entry.to);
			for (const from of [entry.from].flat())
				if (to !== undefined && typeof from === 'string') move.addresses.set(from, to);
		}
		const addresses = [...move.files].flatMap(([path, moved]) =>
			wasPublished(path, moved, move) ? (moved.address ?? []) : [],
		);
		for (const extension of listOf(options.fromExtensions))
			for (const address of addresses)
				if (address !== '/') move.addresses.set(`${address}.${String(extension)}`, address);
		const made = addresses.map((address) => called(options.createRedirects, address));
		for (const [index, froms] of made.entries())
			for (const from of [froms].flat())
				if (typeof from === 'string') move.addresses.set(route(from), addresses[index] ?? '/');
		if (options.createRedirects !== undefined && !made.some((from) => Array.isArray(from) || typeof from === 'string'))
			remark(move, 'Redirects generated by code', 'createRedirects of plugin-client-redirects');
	}
}

/* ---------------------------------------------------------------- navbar, footer and other settings */

/** Sample argument for a function that makes edit URLs. */
const ANY_PAGE = {
	locale: 'en',
	version: 'current',
	versionDocsDirPath: '',
	blogDirPath: '',
	docPath: '',
	blogPath: '',
};

/** The common prefix of edit URLs, also if a function composes them. */
function editUrlOf(options: (Fields | undefined)[], move: Move): string | undefined {
	const given = options.map((one) => one?.editUrl).filter((url) => url !== undefined);
	const url = given.map((one) => textOf(called(one, ANY_PAGE))).find((one) => URL.canParse(one ?? ''));
	if (given.length > 0 && url === undefined) remark(move, 'Links to the sources of pages', 'editUrl');
	return url?.replace(/\/+$/, '');
}

const to = (path: unknown): string | undefined =>
	typeof path !== 'string' ? undefined : /^(?:[a-z]+:|\/|#)/i.test(path) ? path : `/${path}`;

/** A link: `to` for pages of the site, `href` for all others. */
function linkOf(item: Fields): Fields {
	const page = to(item.to);
	const isAddress = page !== undefined && /^https?:/.test(page);
	const href = textOf(item.href) ?? (isAddress ? page : undefined);
	return page === undefined || isAddress ? { href } : { to: page };
}

function navbarOf(navbar: Fields, instances: Instance[], docIds: Set<string>, move: Move): SiteConfig['navbar'] {
	const logo = fieldsOf(navbar.logo);
	const drop = (what: string): [] => {
		remark(move, 'Items of the navbar', what);
		return [];
	};
	const item = (value: unknown): Fields[] => {
		const one = fieldsOf(value);
		const { type, label, position, className, activeBasePath, activeBaseRegex } = one;
		const shared = known({ label, position, className });
		const prefix = instances.find(({ id }) => id === (textOf(one.docsPluginId) ?? 'default'))?.prefix ?? '';
		const isOther = one.docsPluginId !== undefined && one.docsPluginId !== 'default';
		switch (type) {
			case 'doc': {
				const docId = posix.join(prefix, String(one.docId));
				return docIds.has(docId) ? [{ type, docId, ...shared }] : drop(`doc ${String(one.docId)}`);
			}
			case 'docSidebar': {
				const sidebarId = prefix === '' ? String(one.sidebarId) : `${prefix}-${String(one.sidebarId)}`;
				const last = move.sidebars.get(instances[0]?.last ?? '') ?? {};
				return Object.hasOwn(last, sidebarId) ? [{ type, sidebarId, ...shared }] : drop(`sidebar ${sidebarId}`);
			}
			case 'docsVersion':
				return [{ to: instances[0]?.route ?? '/', ...known({ label: label ?? 'Docs', position, className }) }];
			case 'docsVersionDropdown':
				return isOther
					? drop('versions of a second docs plugin')
					: [
							{
								type,
								...known({
									position,
									className,
									dropdownItemsBefore: filled(listOf(one.dropdownItemsBefore).flatMap(item)),
									dropdownItemsAfter: filled(listOf(one.dropdownItemsAfter).flatMap(item)),
								}),
							},
						];
			case 'html':
				return typeof one.value === 'string' ? [{ type, value: one.value, ...known({ position, className }) }] : [];
			case 'search':
				return [{ type, ...known({ position, className }) }];
			case 'localeDropdown':
				return [];
		}
		if (Array.isArray(one.items))
			return [
				{
					type: 'dropdown',
					...shared,
					label: label || (textOf(one['aria-label']) ?? 'More'),
					...known(linkOf(one)),
					items: one.items.flatMap(item),
				},
			];
		if (typeof type === 'string' && type !== 'default') return drop(type);
		const link = known(linkOf(one));
		if (Object.keys(link).length === 0) return [];
		// Icons of the old theme come from its style sheets.
		const look = label ? {} : iconOrName(textOf(one['aria-label']) ?? '', String(link.href ?? link.to));
		return [{ ...shared, ...link, ...look, ...known({ activeBasePath, activeBaseRegex }) }];
	};
	return known({
		title: textOf(navbar.title),
		logo: pick({ ...logo, href: to(logo.href) }, 'src srcDark alt href target'),
		items: searchLast(listOf(navbar.items).flatMap(item)),
		hideOnScroll: navbar.hideOnScroll === true ? true : undefined,
	}) as SiteConfig['navbar'];
}

/** The search at the end of the right side, where readers look for it; without an item, docsgen puts it there itself. */
function searchLast(items: Fields[]): Fields[] {
	const isSearch = ({ type }: Fields): boolean => type === 'search';
	return [...items.filter((one) => !isSearch(one)), ...items.filter(isSearch)];
}

function footerOf(footer: Fields): SiteConfig['footer'] {
	if (Object.keys(footer).length === 0) return undefined;
	const link = (value: unknown): Fields => {
		const one = fieldsOf(value);
		return typeof one.html === 'string' ? { html: one.html } : known({ label: one.label, ...linkOf(one) });
	};
	const links = listOf(footer.links).map((value) => {
		const column = fieldsOf(value);
		if (!Array.isArray(column.items)) return link(column);
		return { title: textOf(column.title) ?? '', items: column.items.map(link) };
	});
	return known({
		links,
		logo: pick(footer.logo, 'src srcDark alt href'),
		copyright: textOf(footer.copyright),
	}) as SiteConfig['footer'];
}

function announcementOf(bar: unknown): SiteConfig['announcementBar'] {
	const fields = pick(bar, 'id content backgroundColor textColor isCloseable');
	return fields?.content === undefined
		? undefined
		: ({ id: 'announcement-bar', ...fields } as unknown as SiteConfig['announcementBar']);
}

function searchOf(algolia: Fields): SiteConfig['search'] {
	const { appId, apiKey, indexName, placeholder, searchPagePath, externalUrlRegex } = algolia;
	if (typeof appId !== 'string' || typeof apiKey !== 'string' || typeof indexName !== 'string') return undefined;
	const filters = filled(listOf(fieldsOf(algolia.searchParameters).facetFilters));
	return known({
		hosted: known({ appId, apiKey, indexName, externalUrlRegex, facetFilters: filters }),
		placeholder: textOf(placeholder),
		path: typeof searchPagePath === 'string' ? route(searchPagePath).slice(1) : undefined,
	}) as SiteConfig['search'];
}

function headOf(
	config: Fields,
	theme: Fields,
	move: Move,
): Pick<SiteConfig, 'head' | 'scripts' | 'contentSecurityPolicy'> {
	const sheets = listOf(config.stylesheets).map((sheet) =>
		typeof sheet === 'string' ? { href: sheet } : fieldsOf(sheet),
	);
	const tags = listOf(config.headTags).map(fieldsOf);
	const head = [
		...listOf(theme.metadata).map((entry) => ({ tag: 'meta' as const, attributes: texts(entry) })),
		...tags.flatMap(({ tagName, attributes: own }) =>
			tagName === 'meta' || tagName === 'link' ? [{ tag: tagName, attributes: texts(own) } as const] : [],
		),
		...sheets.map((sheet) => ({ tag: 'link' as const, attributes: { rel: 'stylesheet', ...texts(sheet) } })),
	];
	const origins = sheets.flatMap(({ href }) => (URL.canParse(String(href)) ? new URL(String(href)).origin : []));
	for (const { tagName, attributes, innerHTML } of tags)
		if (tagName !== 'meta' && tagName !== 'link')
			remark(
				move,
				'Scripts in the head',
				textOf(fieldsOf(attributes).src ?? innerHTML)
					?.trim()
					.slice(0, 60) ?? String(tagName),
			);
	const scripts = listOf(config.scripts).flatMap((script) =>
		scriptOf(typeof script === 'string' ? { src: script } : fieldsOf(script), move),
	);
	return {
		head: filled(head),
		scripts: filled(scripts),
		contentSecurityPolicy:
			origins.length > 0 ? { 'style-src': [...new Set(origins)], 'font-src': [...new Set(origins)] } : undefined,
	};
}

/** Markdown plugins with features that are built into docsgen. */
const BUILT_IN = /npm2yarn|math|katex|emoji|gfm|admonitions|breaks|slug|mermaid|smartypants|unwrap/i;

/** Whether a plugin is remark-math. */
function isMath(plugin: unknown): boolean {
	return /math/i.test(plugin instanceof Code ? (plugin.from ?? plugin.text) : shownName(plugin));
}

/** Reports settings that change the output and have no counterpart. */
function leaveSettings(
	config: Fields,
	theme: Fields,
	{ preset, plugins }: { preset: Fields; plugins: Plugin[] },
	move: Move,
): void {
	const collections = [preset.docs, preset.blog, preset.pages, ...plugins.map(({ options }) => options)].map(fieldsOf);
	for (const options of collections)
		for (const field of ['beforeDefaultRemarkPlugins', 'remarkPlugins', 'beforeDefaultRehypePlugins', 'rehypePlugins'])
			for (const entry of listOf(options[field])) {
				const [plugin] = Array.isArray(entry) ? (entry as unknown[]) : [entry];
				const name = plugin instanceof Code ? (plugin.from ?? plugin.text) : shownName(plugin);
				if (!BUILT_IN.test(name)) remark(move, 'Plugins of the Markdown parser', name);
			}
	const { preprocessor, parseFrontMatter } = fieldsOf(config.markdown);
	const { prism, ...rest } = theme;
	move.hasMath = collections.some(({ remarkPlugins }) =>
		listOf(remarkPlugins).some((entry) => isMath(Array.isArray(entry) ? entry[0] : entry)),
	);
	move.lineMarks = lineMarks(fieldsOf(prism).magicComments);
	reportUnused(move, { markdown: preprocessor ?? parseFrontMatter, clientModules: config.clientModules });
	reportUnused(move, rest, READ_OF_THEME, 'themeConfig.');
	reportUnused(move, fieldsOf(preset.docs), READ_OF_DOCS, 'docs.');
	reportUnused(move, fieldsOf(preset.blog), READ_OF_BLOG, 'blog.');
}

/** Settings that are read, reported elsewhere, or not needed by docsgen. */
const READ_OF_THEME = words(
	'navbar footer announcementBar colorMode algolia image metadata docs blog tableOfContents',
	'mermaid',
);
const READ_OF_DOCS = words(
	'id path routeBasePath sidebarPath include exclude edit\\w+ showLastUpdate\\w+ versions',
	'\\w*Version onlyIncludeVersions disableVersioning tags\\w* onInlineTags breadcrumbs',
	'numberPrefixParser sidebarCollapsible \\w*[Rr]emarkPlugins \\w*[Rr]ehypePlugins',
);
const READ_OF_BLOG = words(
	'id path routeBasePath blog\\w+ postsPerPage showReadingTime feedOptions authors\\w+ tags\\w*',
	'archiveBasePath pageBasePath edit\\w+ include exclude on[A-Z]\\w+ showLastUpdate\\w+',
	'\\w*[Rr]emarkPlugins \\w*[Rr]ehypePlugins',
);

function shownName(plugin: unknown): string {
	return typeof plugin === 'function' ? plugin.name || 'a function in the configuration' : String(plugin);
}

/** Meanings of class names for lines; all others are highlights. */
const MEANINGS: [RegExp, string][] = [
	[/remov|delet|minus|\bdel\b/i, '--'],
	[/add|insert|plus|\bins\b|new/i, '++'],
	[/error|wrong|incorrect|\bbad\b/i, 'error'],
	[/warn|caution/i, 'warning'],
	[/focus/i, 'focus'],
];

/** Comments that mark lines, without the ones that all tools share. */
function lineMarks(magicComments: unknown): LineMark[] {
	return listOf(magicComments)
		.map(fieldsOf)
		.map(({ className, line, block }) => ({
			line: textOf(line),
			start: textOf(fieldsOf(block).start),
			end: textOf(fieldsOf(block).end),
			name: MEANINGS.find(([pattern]) => pattern.test(String(className)))?.[1] ?? 'highlight',
		}))
		.filter(({ line, start }) => line !== 'highlight-next-line' && start !== 'highlight-start');
}

/** Keeps files without a counterpart, and reports them. */
function aside(root: string, move: Move): void {
	const keep = (folder: string, as: string, kind: Remark['kind']): void => {
		const files = filesBelow(join(root, folder), { all: true });
		for (const file of files) setAside(move, as, file, join(root, folder, file));
		if (files.length > 0) remark(move, kind, ...new Set(files.map((file) => join(folder, file.split('/')[0] ?? ''))));
	};
	const moved = new Set([...move.files.values()].map(({ source }) => source));
	for (const file of filesBelow(join(root, 'i18n'), { all: true }))
		if (!moved.has(join(root, 'i18n', file))) setAside(move, 'i18n', file, join(root, 'i18n', file));
	keep('src/theme', 'theme', 'Components of the theme');
	keep('src/css', 'css', 'Style sheets');
}

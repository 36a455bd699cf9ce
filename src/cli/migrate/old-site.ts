/** The parts common to all tools: the plan of the new site, and helpers to read old ones. */
import type { Dirent } from 'node:fs';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { attempt, isRecord, refusalFor, repositoryOf, type SidebarsConfig, type SiteConfig } from './docsgen.ts';
import { evaluate } from './evaluate.ts';
import { type Remark, remark } from './remarks.ts';
import { Code } from './value.ts';

/** An object of a configuration, not validated. */
export type Fields = Record<string, unknown>;

export type Flavour =
	| 'docusaurus'
	| 'vitepress'
	| 'starlight'
	| 'mkdocs'
	| 'hugo'
	| 'jekyll'
	| 'mdbook'
	| 'gitbook'
	| 'nextra'
	| 'markdown';

/** A site on the disk. */
export interface OldSite {
	flavour: Flavour;
	/** Absolute folder of its configuration. */
	root: string;
	/** Its configuration; plain Markdown has none. */
	configFile?: string;
	/** Absolute folder of its pages, if it has no configuration that names one. */
	pages?: string;
	/** The tool that made it, if docsgen reads its pages alone, and the name of its configuration. */
	unread?: { tool: string; name: string };
}

/** A file of the new site; the key is its new path. */
export interface Moved {
	/** Absolute path of the old file; absent for generated files. */
	source?: string;
	/** Text of the new file; absent: the bytes of the old one. */
	text?: string;
	/** Its old URL path if it is a page, without the base path. */
	address?: string;
	/** It is in another language than the first. */
	isTranslation?: true;
	/** Front matter to set; fields with the value undefined are removed. */
	fields?: Fields;
}

/** Comments in code that mark one line, or the lines between two of them, and are removed. */
export interface LineMark {
	line?: string;
	start?: string;
	end?: string;
	/** The name in `[!code name]`. */
	name: string;
}

/** An image of a home page. */
export interface HomeImage {
	src: string;
	/** Its variant for dark mode. */
	dark?: string;
	alt: string;
}

/** The parts of a home page besides its title. */
export interface HomeParts {
	actions: { label: string; href: string }[];
	/** `text` is Markdown. */
	features: { title: string; text: string; link?: string; linkText?: string; image?: HomeImage }[];
}

/** The plan of the new site. */
export interface Move {
	config: SiteConfig;
	files: Map<string, Moved>;
	/** The version that readers see first. */
	lastVersion: string;
	/** Folders of docs versions that the old site did not publish. */
	unpublished?: string[];
	/** Whether the old tool read formulas: `$x$` is one, whatever it contains. */
	hasMath?: boolean;
	/** Whether the old tool published no page with `draft: true`. */
	hasDrafts?: boolean;
	/** Sidebars by version name. */
	sidebars: Map<string, SidebarsConfig>;
	/** Other old URL paths, with their targets: a new file, a route, or a URL. */
	addresses: Map<string, string>;
	remarks: Remark[];
	/** The parts of the old home page, if it is code. */
	home?: HomeParts;
	/** The old tool's ids of headings, if they differ from docsgen's. */
	headingId?: (text: string) => string;
	/** Whether links to pages have no extension, or `.html`. */
	linksWithoutExtension?: boolean;
	/** Whether relative links start from the page's URL as if it were a folder. */
	linksFromAddresses?: boolean;
	/** Absolute folder whose files have the same paths in URLs: `/img/x.png`. */
	filesAtRoot?: string;
	/** The site's own comments that mark lines. */
	lineMarks?: LineMark[];
	/** Absolute folders by import prefix, such as `@name/`. */
	aliases: Record<string, string>;
	/** Names of docsgen's components; an imported component with such a name is renamed. */
	components: readonly string[];
	/** Imports of components, by new path of the page and by tag name. */
	origins: Map<string, Map<string, Origin>>;
}

/** The import of a component in an old page. */
export interface Origin {
	from: string;
	/** Whether it is a member of the import: `Icons.Star`. */
	isPart?: boolean;
}

export function emptyMove(title: string): Move {
	return {
		config: { title, url: 'https://example.com' },
		files: new Map(),
		lastVersion: 'current',
		sidebars: new Map(),
		addresses: new Map(),
		remarks: [],
		aliases: {},
		components: [],
		origins: new Map(),
	};
}

/** The page's settings for previous and next links in VitePress and Starlight; `false` hides a link. */
export function neighborsOf({ prev, next }: Fields, file: string, move: Move): Fields {
	if ([prev, next].some((value) => value !== undefined && typeof value !== 'boolean'))
		remark(move, 'Custom titles of neighbors', file);
	return {
		...(prev === false ? { pagination_prev: null } : {}),
		...(next === false ? { pagination_next: null } : {}),
	};
}

/** Matches any of these words as a whole; words may contain patterns. */
export function words(...lists: string[]): RegExp {
	return new RegExp(`^(?:${lists.join(' ').replaceAll(' ', '|')})$`);
}

/** Reports settings that have a value and do not match `read`. */
export function reportUnused(move: Move, fields: Fields, read?: RegExp, prefix = ''): void {
	const left = Object.keys(fields).filter((name) => fields[name] !== undefined && read?.test(name) !== true);
	remark(move, 'Settings without a counterpart', ...left.map((name) => prefix + name));
}

const CONFIGS: [Flavour, RegExp][] = [
	['docusaurus', /^docusaurus\.config\.[cm]?[jt]s$/],
	['starlight', /^astro\.config\.[cm]?[jt]s$/],
	['mkdocs', /^mkdocs\.ya?ml$/],
	['hugo', /^(?:hugo|config)\.(?:toml|ya?ml|json)$/],
	['jekyll', /^_config\.ya?ml$/],
	['mdbook', /^book\.toml$/],
	['gitbook', /^\.gitbook\.ya?ml$/],
	['nextra', /^next\.config\.[cm]?[jt]s$/],
];
/** Folders required next to a configuration: Astro, for example, also makes other sites. */
const NEEDED: Partial<Record<Flavour, string>> = { starlight: 'src/content/docs', hugo: 'content' };
const VITEPRESS = ['config', 'config/index'].flatMap((name) =>
	['ts', 'mts', 'js', 'mjs', 'cjs'].map((extension) => `.vitepress/${name}.${extension}`),
);
/** Usual folders of documentation in repositories, searched first. */
const USUAL_FOLDERS = ['website', 'docs', 'site', 'www', 'documentation', 'doc', 'packages', 'apps'];
/** Maximum depth of the site's folder below the repository. */
const MAX_DEPTH = 3;

/** The site in a folder, or the nearest one below it. */
export function findSite(folder: string): OldSite {
	let level = [folder];
	for (let depth = 0; depth <= MAX_DEPTH; depth++) {
		for (const root of level) {
			const site = siteIn(root);
			// Its configuration is often left over from before the docs moved.
			const after = site?.flavour === 'gitbook' ? siteBelow(root) : undefined;
			if (site) return after ?? site;
		}
		level = level.flatMap((root) => {
			const names = foldersIn(root).filter((name) => !NOT_THE_SITE.test(name));
			return names.sort((a, b) => rank(a) - rank(b)).map((name) => join(root, name));
		});
	}
	return unreadSite(folder) ?? { flavour: 'markdown', root: folder };
}

/** The site in one of the usual folders of a repository. */
function siteBelow(root: string): OldSite | undefined {
	const usual = foldersIn(root).filter((name) => USUAL_FOLDERS.includes(name));
	return usual
		.sort((a, b) => rank(a) - rank(b))
		.map((name) => siteIn(join(root, name)))
		.find((site) => site !== undefined && site.flavour !== 'gitbook');
}

/** Tools that docsgen does not read, by a file that they need, and the usual folder of their pages. */
const UNREAD: [tool: string, file: RegExp, pages?: string][] = [
	['Astro', /^astro\.config\.[cm]?[jt]s$/, 'src/content'],
	['Sphinx', /^conf\.py$/],
	['Jupyter Book', /^(?:_toc|myst)\.yml$/],
	['VuePress', /^\.vuepress$/],
	['Antora', /^antora(?:-playbook)?\.yml$/],
	['DocFX', /^docfx\.json$/],
	['Quarto', /^_quarto\.ya?ml$/],
	['Mintlify', /^(?:mint|docs)\.json$/],
	['Rspress', /^rspress\.config\.[cm]?[jt]s$/, 'docs'],
	['Vocs', /^vocs\.config\.[jt]sx?$/],
	['Fumadocs', /^source\.config\.[jt]s$/, 'content'],
	['Eleventy', /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/],
	['Gatsby', /^gatsby-config\.[cm]?[jt]s$/, 'content'],
	['Nuxt', /^nuxt\.config\.[cm]?[jt]s$/, 'content'],
	['docsify', /^_sidebar\.md$/],
	['Zensical', /^zensical\.toml$/],
	['Zola', /^config\.toml$/, 'content'],
	['Retype', /^retype\.ya?ml$/],
];

/** A book whose only sign is its summary, or the folder of a tool that docsgen does not read. */
function unreadSite(folder: string): OldSite | undefined {
	const usual = foldersIn(folder).filter((name) => USUAL_FOLDERS.includes(name));
	for (const root of [folder, ...usual.sort((a, b) => rank(a) - rank(b)).map((name) => join(folder, name))]) {
		const names = entriesIn(root).map(({ name }) => name);
		if (names.includes('SUMMARY.md') && names.includes('README.md')) return { flavour: 'gitbook', root };
		for (const [tool, pattern, pages = '.'] of UNREAD) {
			const name = names.find((one) => pattern.test(one));
			const folder = existsSync(join(root, pages)) ? join(root, pages) : root;
			if (name !== undefined) return { flavour: 'markdown', root, pages: folder, unread: { tool, name } };
		}
	}
	return undefined;
}

/** Folders of sites that are tests, examples or templates of the repository. */
const NOT_THE_SITE =
	/^(?:__\w+__|tests?|e2e|fixtures?|examples?|templates?|playgrounds?|starters?|benchmarks?|create-.*)$/;

function rank(name: string): number {
	const at = USUAL_FOLDERS.indexOf(name);
	return at < 0 ? USUAL_FOLDERS.length : at;
}

function siteIn(root: string): OldSite | undefined {
	const files = namesIn(root);
	for (const [flavour, pattern] of CONFIGS) {
		const config = files.find((file) => pattern.test(file));
		if (config && existsSync(join(root, NEEDED[flavour] ?? '.')) && isOwn(flavour, join(root, config)))
			return { flavour, root, configFile: join(root, config) };
	}
	const split = filesBelow(join(root, 'config/_default')).find((file) => /^(?:hugo|config)\.\w+$/.test(file));
	if (split !== undefined && existsSync(join(root, NEEDED.hugo ?? '.')))
		return { flavour: 'hugo', root, configFile: join(root, 'config/_default', split) };
	const config = VITEPRESS.map((file) => join(root, file)).find((file) => existsSync(file));
	return config === undefined ? undefined : { flavour: 'vitepress', root, configFile: config };
}

/**
 * Other tools have a configuration of the same name: Next.js and Astro make any site, and Jupyter Book has a
 * `_config.yml`.
 */
function isOwn(flavour: Flavour, config: string): boolean {
	if (flavour === 'starlight')
		return [config, join(dirname(config), 'package.json')].some(
			(file) => isFile(file) && readFileSync(file, 'utf8').includes('@astrojs/starlight'),
		);
	// A package of its own may wrap Nextra; no other tool has files of this name.
	if (flavour === 'nextra')
		return (
			/['"]nextra['"]/.test(readFileSync(config, 'utf8')) ||
			['content', 'pages', 'app'].some((name) =>
				['', 'src'].some((parent) =>
					filesBelow(join(dirname(config), parent, name)).some((file) => /(?:^|\/)_meta\.[jt]sx?$/.test(file)),
				),
			)
		);
	return flavour !== 'jekyll' || !isFile(join(dirname(config), '_toc.yml'));
}

function namesIn(folder: string): string[] {
	return entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? [] : entry.name));
}

function foldersIn(folder: string): string[] {
	return entriesIn(folder).flatMap((entry) => (entry.isDirectory() && !isSkipped(entry.name) ? entry.name : []));
}

/** A folder that may not be read is no site: a repository has many others. */
function entriesIn(folder: string): Dirent[] {
	return attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** Folders without content of the site. */
function isSkipped(name: string): boolean {
	return name.startsWith('.') || name === 'node_modules';
}

/** Path aliases from the compiler's configuration: `@parts/` → an absolute folder. */
export function aliasesOf(root: string): Record<string, string> {
	const file = ['tsconfig.json', 'jsconfig.json'].map((name) => join(root, name)).find((path) => existsSync(path));
	const read = file === undefined ? undefined : evaluate(readFileSync(file, 'utf8'));
	const { baseUrl, paths } = fieldsOf(fieldsOf(read?.ok ? read.value : {}).compilerOptions);
	return Object.fromEntries(
		Object.entries(fieldsOf(paths)).flatMap(([name, places]): [string, string][] => {
			const [place] = listOf(places);
			const isFolder = name.length > 2 && name.endsWith('/*') && typeof place === 'string' && place.endsWith('/*');
			return isFolder ? [[name.slice(0, -1), join(root, textOf(baseUrl) ?? '.', place.slice(0, -2))]] : [];
		}),
	);
}

/** Extensions of media and downloads. */
export const MEDIA = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm|mov|mp3|ogg|pdf|zip|woff2?)$/i;

/**
 * All files below a folder, sorted; without hidden files, unless `all` is set, and without packages. Throws for a folder
 * that may not be read: its pages would be lost.
 */
export function filesBelow(folder: string, { all = false } = {}): string[] {
	const found: string[] = [];
	const visit = (path: string): void => {
		for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
			if (entry.name === 'node_modules' || entry.name === '.git' || (!all && isSkipped(entry.name))) continue;
			const child = posix.join(path, entry.name);
			if (entry.isDirectory()) visit(child);
			else if (entry.isFile() || isLinkedFile(entry, join(folder, child), folder)) found.push(child);
		}
	};
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) visit('');
	return found.sort();
}

/** Whether a file exists; false for a path below a file. */
export function isFile(path: string): boolean {
	return existsSync(path) && statSync(path).isFile();
}

/** Converts a glob with `*`, `**`, `?` and `{a,b}` to a regular expression. */
export function globPattern(glob: string): RegExp {
	return new RegExp(`^${globSource(glob.replace(/^\.?\//, ''))}$`);
}

function globSource(glob: string): string {
	return glob.replace(/[.+^$()|\\]/g, '\\$&').replace(/\*\*\/?|\*|\?|\{([^}]*)\}/g, (part, words?: string) => {
		// Dots in it are escaped already.
		if (words !== undefined)
			return `(?:${words
				.split(',')
				.map((one) => globSource(one.replaceAll('\\', '')))
				.join('|')})`;
		if (part.startsWith('**')) return part.endsWith('/') ? '(?:.*/)?' : '.*';
		return part === '*' ? '[^/]*' : '[^/]';
	});
}

/** Only links to files: a linked folder may contain itself, and a link out of the repository may point to a secret. */
function isLinkedFile(entry: Dirent, path: string, root: string): boolean {
	return entry.isSymbolicLink() && isFile(path) && mayRead(path, root);
}

/** Hidden folders that are part of a site. */
const SITE_FOLDERS = /^\.(?:vitepress|vuepress)$/;

/**
 * Whether the migration may read a file named by an old page or module: it must be inside the repository of `root`, with
 * symbolic links resolved, and not hidden.
 */
export function mayRead(file: string, root: string): boolean {
	return refusalFor(file, { folders: [repositoryOf(root)], shown: SITE_FOLDERS }) === undefined;
}

/* ---------------------------------------------------------------- values from other tools */

/** The fields of an object; empty for other values. */
export function fieldsOf(value: unknown): Fields {
	return isRecord(value) && !(value instanceof Code) ? value : {};
}

export function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? (value as unknown[]) : [];
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** The result of a function that was read as data; other values unchanged. */
export function called(value: unknown, argument: unknown): unknown {
	if (typeof value !== 'function') return value;
	try {
		return (value as (argument: unknown) => unknown)(argument);
	} catch {
		// A function that fails on our argument says nothing: the caller reports the value as unknown.
		return undefined;
	}
}

/** Selects fields of an object: `a b:c` is its `a`, and its `c` as `b`. Undefined if it has none of them. */
export function pick(value: unknown, names: string): Fields | undefined {
	const fields = fieldsOf(value);
	const pairs = names.split(' ').map((name) => name.split(':'));
	const picked = known(Object.fromEntries(pairs.map(([name = '', from = name]) => [name, fields[from]])));
	return Object.keys(picked).length > 0 ? picked : undefined;
}

/** The list, or undefined if it is empty. */
export function filled<T>(list: T[]): T[] | undefined {
	return list.length > 0 ? list : undefined;
}

/** An object without fields that are null, undefined, or code. */
export function known<T extends object>(fields: T): T {
	return Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && !(value instanceof Code)),
	) as T;
}

/** A path with one leading slash and no trailing slash. */
export function route(...parts: string[]): string {
	return `/${parts
		.flatMap((part) => part.split('/'))
		.filter((part) => part !== '' && part !== '.')
		.join('/')}`;
}

/** Splits `https://example.com/docs/` into origin and path; empty if it is not a URL. */
export function splitUrl(text: string | undefined): { url?: string; baseUrl?: string } {
	if (text === undefined || !URL.canParse(text) || !/^https?:/.test(text)) return {};
	const { origin, pathname } = new URL(text);
	return { url: origin, ...(pathname === '/' ? {} : { baseUrl: basePath(pathname) }) };
}

/** A base path in docsgen's form; undefined for the root. */
export function basePath(path: string | undefined): string | undefined {
	const inner = route(path ?? '');
	return inner === '/' ? undefined : `${inner}/`;
}

/** What is read of a site of another tool, whichever it is: the plan of the new one, and what stays behind. */
import type { Dirent } from 'node:fs';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { SiteConfig } from '../../content/model/config.ts';
import { isRecord } from '../../content/model/schema.ts';
import type { SidebarsConfig } from '../../content/model/sidebars.ts';
import { refusalFor } from '../machine/access.ts';
import { evaluate } from './evaluate.ts';
import { type Remark, remark } from './remarks.ts';
import { Code } from './value.ts';

/** An object of a configuration, whatever is in it. */
export type Fields = Record<string, unknown>;

export type Flavour = 'docusaurus' | 'vitepress' | 'starlight' | 'mkdocs' | 'hugo' | 'markdown';

/** A site as it lies there. */
export interface OldSite {
	flavour: Flavour;
	/** Absolute folder of its configuration. */
	root: string;
	/** Its configuration; plain Markdown has none. */
	configFile?: string;
}

/** A file of the new site, by its new path. */
export interface Moved {
	/** Absolute path of the old file; absent for what is made. */
	source?: string;
	/** Text of the new file; absent: the bytes of the old one. */
	text?: string;
	/** Address it had as a page, without the base path. */
	address?: string;
	/** Front matter to set, and to take away where the value is undefined. */
	fields?: Fields;
}

/** Comments in code that mark a line, or the lines between two, and are not shown. */
export interface LineMark {
	line?: string;
	start?: string;
	end?: string;
	/** As in `[!code name]`. */
	name: string;
}

/** The new site as it is planned. */
export interface Move {
	config: SiteConfig;
	files: Map<string, Moved>;
	/** The version that readers see first. */
	lastVersion: string;
	/** By version name. */
	sidebars: Map<string, SidebarsConfig>;
	/** Old addresses that are none of a moved file's, to where they lead: a new file, a route, an address. */
	addresses: Map<string, string>;
	remarks: Remark[];
	/** How the old tool names headings, where that differs. */
	headingId?: (text: string) => string;
	/** A link names a page without the ending of its file, or with `.html`. */
	linksWithoutExtension?: boolean;
	/** A relative link counts from the address of its page, as if that were a folder. */
	linksFromAddresses?: boolean;
	/** Comments with words of the site's own. */
	lineMarks?: LineMark[];
	/** The folders `@name/…` and the like stand for in the old site: absolute. */
	aliases: Record<string, string>;
	/** Components that docsgen has: what a page imports under such a name is another one. */
	components: readonly string[];
	/** New path of a page → names of its tags → what it imported for them. */
	origins: Map<string, Map<string, Origin>>;
}

/** Where a page of the old site had a component from. */
export interface Origin {
	from: string;
	/** It is a part of what is imported: `Icons.Star`. */
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

/** A page's own word on its neighbors, as VitePress and Starlight take it; `false` is none. */
export function neighborsOf({ prev, next }: Fields, file: string, move: Move): Fields {
	if ([prev, next].some((value) => value !== undefined && typeof value !== 'boolean'))
		remark(move, 'Custom titles of neighbors', file);
	return {
		...(prev === false ? { pagination_prev: null } : {}),
		...(next === false ? { pagination_next: null } : {}),
	};
}

/** Any of the words in these lists, and nothing else; a word may have a pattern in it. */
export function words(...lists: string[]): RegExp {
	return new RegExp(`^(?:${lists.join(' ').replaceAll(' ', '|')})$`);
}

/** Names the settings that have a value and are none of those that are `read`. */
export function leaveOut(move: Move, fields: Fields, read?: RegExp, prefix = ''): void {
	const left = Object.keys(fields).filter((name) => fields[name] !== undefined && read?.test(name) !== true);
	remark(move, 'Settings without a counterpart', ...left.map((name) => prefix + name));
}

const CONFIGS: [Flavour, RegExp][] = [
	['docusaurus', /^docusaurus\.config\.[cm]?[jt]s$/],
	['starlight', /^astro\.config\.[cm]?[jt]s$/],
	['mkdocs', /^mkdocs\.ya?ml$/],
	['hugo', /^(?:hugo|config)\.(?:toml|ya?ml|json)$/],
];
/** Folders without which a configuration is another tool's: Astro makes other sites, too. */
const NEEDED: Partial<Record<Flavour, string>> = { starlight: 'src/content/docs', hugo: 'content' };
const VITEPRESS = ['config', 'config/index'].flatMap((name) =>
	['ts', 'mts', 'js', 'mjs', 'cjs'].map((extension) => `.vitepress/${name}.${extension}`),
);
/** Where repositories keep their documentation: looked at before the folders beside them. */
const USUAL = ['website', 'docs', 'site', 'www', 'documentation', 'doc', 'packages', 'apps'];
/** Folders between that of the repository and the site's. */
const DEPTH = 3;

/** The site in a folder, or the nearest one below it. */
export function findSite(folder: string): OldSite {
	let level = [folder];
	for (let depth = 0; depth <= DEPTH; depth++) {
		for (const root of level) {
			const site = siteIn(root);
			if (site) return site;
		}
		level = level.flatMap((root) => {
			const names = foldersIn(root).filter((name) => !NOT_ITS_OWN.test(name));
			return names.sort((a, b) => rank(a) - rank(b)).map((name) => join(root, name));
		});
	}
	return { flavour: 'markdown', root: folder };
}

/** Sites that a repository tries itself on, or gives away. */
const NOT_ITS_OWN =
	/^(?:__\w+__|tests?|e2e|fixtures?|examples?|templates?|playgrounds?|starters?|benchmarks?|create-.*)$/;

function rank(name: string): number {
	const at = USUAL.indexOf(name);
	return at < 0 ? USUAL.length : at;
}

function siteIn(root: string): OldSite | undefined {
	const files = namesIn(root);
	for (const [flavour, pattern] of CONFIGS) {
		const config = files.find((file) => pattern.test(file));
		if (config && existsSync(join(root, NEEDED[flavour] ?? '.')))
			return { flavour, root, configFile: join(root, config) };
	}
	const config = VITEPRESS.map((file) => join(root, file)).find((file) => existsSync(file));
	return config === undefined ? undefined : { flavour: 'vitepress', root, configFile: config };
}

function namesIn(folder: string): string[] {
	return entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? [] : entry.name));
}

function foldersIn(folder: string): string[] {
	return entriesIn(folder).flatMap((entry) => (entry.isDirectory() && !isSkipped(entry.name) ? entry.name : []));
}

function entriesIn(folder: string): Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}

/** Folders that hold nothing of a site's own. */
function isSkipped(name: string): boolean {
	return name.startsWith('.') || name === 'node_modules';
}

/** What the compiler's configuration of a site calls its folders: `@parts/` → an absolute folder. */
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

/** Files that pages show, or offer. */
export const MEDIA = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm|mov|mp3|ogg|pdf|zip|woff2?)$/i;

/** Every file below a folder, sorted; hidden ones and packages left out, unless all are wanted. */
export function filesBelow(folder: string, { all = false } = {}): string[] {
	const found: string[] = [];
	const visit = (path: string): void => {
		for (const entry of entriesIn(join(folder, path))) {
			if (entry.name === 'node_modules' || entry.name === '.git' || (!all && isSkipped(entry.name))) continue;
			const child = posix.join(path, entry.name);
			if (entry.isDirectory()) visit(child);
			else if (entry.isFile() || isLinkedFile(entry, join(folder, child), folder)) found.push(child);
		}
	};
	visit('');
	return found.sort();
}

/** Whether a file is there; a path below a file is none. */
export function isFile(path: string): boolean {
	return existsSync(path) && statSync(path).isFile();
}

/** A pattern of file names, with `*`, `**`, `?` and `{a,b}`, as an expression. */
export function globPattern(glob: string): RegExp {
	const pattern = glob
		.replace(/^\.?\//, '')
		.replace(/[.+^$()|\\]/g, '\\$&')
		.replace(/\*\*\/?|\*|\?|\{([^}]*)\}/g, (part, words?: string) =>
			words !== undefined
				? `(?:${words.replaceAll(',', '|')})`
				: part.startsWith('**')
					? part.endsWith('/')
						? '(?:.*/)?'
						: '.*'
					: part === '*'
						? '[^/]*'
						: '[^/]',
		);
	return new RegExp(`^${pattern}$`);
}

/** A link to a folder could lead in a circle, and one out of the repository to a secret of the machine. */
function isLinkedFile(entry: Dirent, path: string, root: string): boolean {
	return entry.isSymbolicLink() && isFile(path) && mayComeAlong(path, root);
}

/** Hidden folders that are part of a site. */
const SITE_FOLDERS = /^\.(?:vitepress|vuepress)$/;

/**
 * Whether the migration may read a file that an old page or module names: only inside of the repository that holds the
 * folder `root`, after links are resolved, and nothing hidden there.
 */
export function mayComeAlong(file: string, root: string): boolean {
	return refusalFor(file, { folders: [repositoryOf(root)], shown: SITE_FOLDERS }) === undefined;
}

/** The nearest folder above that git knows; without git, the folder itself. */
function repositoryOf(root: string): string {
	for (let folder = root; ; folder = dirname(folder)) {
		if (existsSync(join(folder, '.git'))) return folder;
		if (folder === dirname(folder)) return root;
	}
}

/* ---------------------------------------------------------------- values that somebody else wrote */

/** The fields of a value that should be an object; none where it is not. */
export function fieldsOf(value: unknown): Fields {
	return isRecord(value) && !(value instanceof Code) ? value : {};
}

export function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? (value as unknown[]) : [];
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** What a function gives that was read as data, and any other value itself. */
export function called(value: unknown, argument: unknown): unknown {
	if (typeof value !== 'function') return value;
	try {
		return (value as (argument: unknown) => unknown)(argument);
	} catch {
		return undefined;
	}
}

/** Some fields of an object: `a b:c` is its `a`, and its `c` as `b`. Undefined where it has none of them. */
export function pick(value: unknown, names: string): Fields | undefined {
	const fields = fieldsOf(value);
	const pairs = names.split(' ').map((name) => name.split(':'));
	const picked = known(Object.fromEntries(pairs.map(([name = '', from = name]) => [name, fields[from]])));
	return Object.keys(picked).length > 0 ? picked : undefined;
}

/** A list with something in it. */
export function filled<T>(list: T[]): T[] | undefined {
	return list.length > 0 ? list : undefined;
}

/** An object without its fields that have no value, or are code. */
export function known<T extends object>(fields: T): T {
	return Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && !(value instanceof Code)),
	) as T;
}

/** A path with one slash before it and none behind. */
export function route(...parts: string[]): string {
	return `/${parts
		.flatMap((part) => part.split('/'))
		.filter((part) => part !== '' && part !== '.')
		.join('/')}`;
}

/** `https://example.com/docs/` → origin and path, as far as the text has them. */
export function placeOnWeb(text: string | undefined): { url?: string; baseUrl?: string } {
	if (text === undefined || !URL.canParse(text) || !/^https?:/.test(text)) return {};
	const { origin, pathname } = new URL(text);
	return { url: origin, ...(pathname === '/' ? {} : { baseUrl: basePath(pathname) }) };
}

/** A base path as docsgen writes it; undefined for the root. */
export function basePath(path: string | undefined): string | undefined {
	const inner = route(path ?? '');
	return inner === '/' ? undefined : `${inner}/`;
}

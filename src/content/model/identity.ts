/**
 * The collection, version, name and order of a content file, from its path alone.
 * The folders are fixed: `content/docs`, `content/versions/<version>`, `content/blog`, `content/pages`,
 * `content/reference` (parts of virtual pages), `content/static`.
 */
import type { Collection } from './page.ts';

export const CONFIG_FILE = 'site.config.ts';
export const CONTENT = 'content';
export const STATIC = 'content/static';

/** The same for a language other than the first: its files are published below its pages. */
export function staticFolder(locale: string): string {
	return `${CONTENT}/${locale}/static`;
}
export const VERSIONS = 'content/versions';
export const PARTS = 'content/reference/';

export interface Identity {
	/** Tag of its language. Default: the language that parsing was given. */
	locale?: string;
	/** Its path without the folder of the language. Default: its path. */
	translationKey?: string;
	collection: Collection;
	version?: string;
	/** Path inside the collection, without extension and number prefixes. */
	name: string;
	/** Number prefix of the file name. */
	order?: number;
}

const NUMBER_PREFIX = /^(\d+)\s*[-_.]+\s*(?=[^-_.\s])/;
/** Dates and versions (`2021-11-blog`, `7.0-foo`) are names, not numbers to sort by. */
const NOT_A_PREFIX = /^(?:\d{4}-\d{2}(?:-\d{2})?|\d+[-_.]\d+)/;

/** Splits `02-routers` into its order and its name. */
export function withoutNumber(segment: string): { name: string; order?: number } {
	if (NOT_A_PREFIX.test(segment)) return { name: segment };
	const match = NUMBER_PREFIX.exec(segment);
	if (!match) return { name: segment };
	return { name: segment.slice(match[0].length), order: Number(match[1]) };
}

/** Whether a page is shown only where virtual pages include it. */
export function isPart({ path }: { path: string }): boolean {
	return path.startsWith(PARTS);
}

/** A folder's path without number prefixes. */
export function folderName(path: string): string {
	return path
		.split('/')
		.map((part) => withoutNumber(part).name)
		.join('/');
}

/** The root folder of a version's docs. */
export function versionFolder(version: string): string {
	return version === 'current' ? `${CONTENT}/docs` : `${VERSIONS}/${version}`;
}

/**
 * The identity of a content file; undefined for files that are not pages: other extensions, partials
 * (a name or folder that starts with `_`), files outside the collections. `locales` are the languages of the site; all
 * but the first have a folder.
 */
export function identify(path: string, [first = 'en', ...locales]: readonly string[] = []): Identity | undefined {
	if (!/\.mdx?$/.test(path)) return undefined;
	const [root, folder, ...rest] = path.split('/');
	if (folder !== undefined && root === CONTENT && locales.includes(folder)) {
		const inFirst = [CONTENT, ...rest].join('/');
		return isPart({ path: inFirst }) ? undefined : identify(inFirst, [folder]);
	}
	const known = { locale: first, translationKey: path };
	if (root !== CONTENT || folder === undefined || rest.some((segment) => segment.startsWith('_'))) return undefined;
	if (folder === 'versions') {
		const [version, ...inside] = rest;
		return version === undefined || inside.length === 0
			? undefined
			: { ...known, collection: 'docs', version, ...nameOf(inside, true) };
	}
	if (folder === 'docs' || isPart({ path }))
		return { ...known, collection: 'docs', version: 'current', ...nameOf(rest, true) };
	if (folder === 'blog' || folder === 'pages') return { ...known, collection: folder, ...nameOf(rest, false) };
	return undefined;
}

function nameOf(segments: string[], numbered: boolean): { name: string; order?: number } {
	const bare = segments
		.join('/')
		.replace(/\.mdx?$/, '')
		.split('/');
	if (!numbered) return { name: bare.join('/') };
	const parts = bare.map(withoutNumber);
	const order = parts.at(-1)?.order;
	return { name: parts.map((part) => part.name).join('/'), ...(order === undefined ? {} : { order }) };
}

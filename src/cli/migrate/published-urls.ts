/**
 * The URLs that the old site really had. Its reader derives them from rules, and what it misreads it would confirm: so they
 * are compared with a sitemap, or with the folder that the old tool built.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { attempt, decodedOrSame, nameFrom, repositoryOf } from './docsgen.ts';
import { filesBelow, isFile, type OldSite, route } from './old-site.ts';

export interface PublishedUrls {
	/** Where they are written, for the report: `site/sitemap.xml`. */
	name: string;
	/** Paths as on the host, with the base path. */
	paths: string[];
}

/** Folders that tools build sites into. A repository may hold one, or have one from the last build. */
const BUILT = ['public', 'build', '_site', 'site', 'dist', 'out', 'book', '.vitepress/dist', 'docs/.vitepress/dist'];
const SITEMAPS = ['sitemap.xml', 'sitemap-index.xml', 'sitemap_index.xml', 'sitemap.txt'];

/**
 * The URLs in the sitemap `given`, or in one that the old site or its repository holds; undefined if there are none.
 * `derived` is the number of pages that the reader found: a folder with far fewer is another site, such as a demo.
 */
export function publishedUrls(
	{ root }: OldSite,
	given: string | undefined,
	derived: number,
): PublishedUrls | undefined {
	const found = (name: string, paths: string[]): PublishedUrls[] => (paths.length > 0 ? [{ name, paths }] : []);
	if (given !== undefined) return found(basename(given), pathsOf(given))[0];
	const roots = [...new Set([root, repositoryOf(root)])];
	const folders = roots.flatMap((top) => BUILT.map((name) => join(top, name)).filter((folder) => existsSync(folder)));
	const places = [...folders, ...roots.flatMap((top) => [top, join(top, 'static'), join(top, 'docs')])];
	const sitemaps = places.flatMap((folder) => SITEMAPS.map((name) => join(folder, name)).filter(isFile));
	const named = (path: string): string => nameFrom(repositoryOf(root), path);
	const [sitemap] = sitemaps.flatMap((file) => found(named(file), pathsOf(file)));
	if (sitemap) return sitemap;
	return folders
		.filter((folder) => isFile(join(folder, 'index.html')))
		.flatMap((folder) => found(named(folder), pagesIn(folder)))
		.find(({ paths }) => paths.length * 2 >= derived);
}

/** The paths in a sitemap, which may be compressed, a list of lines, or an index of others next to it. */
function pathsOf(file: string, depth = 0): string[] {
	const bytes = attempt(() => readFileSync(file));
	const text = bytes && attempt(() => (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
	// A template of Jekyll or Hugo, which makes a sitemap.
	if (text === undefined || /\{[{%]/.test(text)) return [];
	const isList = !/<(?:urlset|sitemapindex)\b/.test(text);
	const urls = isList
		? text.split(/\s+/)
		: [...text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]+?)\s*(?:\]\]>)?\s*<\/loc>/g)].map(([, url = '']) => url);
	const paths = urls
		.map((url) => url.replace(/&(?:amp|#38);/g, '&'))
		.flatMap((url) => (/^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url).pathname : []));
	if (!/<sitemapindex\b/.test(text)) return paths.map((path) => decodedOrSame(path));
	if (depth > 0) return [];
	return paths.flatMap((path) => {
		const parts = path.split('/').filter(Boolean);
		// With its folders, as in the built site, or without, as it was downloaded.
		const places = parts.map((_, at) => join(dirname(file), ...parts.slice(at)));
		const other = places.find((place) => isFile(place) && place !== file);
		return other === undefined ? [] : pathsOf(other, depth + 1);
	});
}

/** The URLs of a built site: one for each file in HTML but the page for missing ones. */
function pagesIn(folder: string): string[] {
	return filesBelow(folder)
		.filter((file) => file.endsWith('.html') && !/(?:^|\/)404(?:\/index)?\.html$/.test(file))
		.map((file) => route(file.replace(/(?:^|\/)index\.html$/, '')));
}

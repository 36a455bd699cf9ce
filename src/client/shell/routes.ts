/** Which routes a path without a page may mean, and which links are active there. Pure. */
import { decodedHash, pageKey } from '../kit/address.ts';
import { exactly, match } from './match.ts';

/** `manifest.json`, the routes of the site: `<path>-<hash>` → the files of the page (B-006, B-007). */
export type Manifest = Record<string, string[]>;

/** The path in a manifest key: everything before the last `-`. */
export function pathOfKey(key: string): string {
	return key.slice(0, key.lastIndexOf('-'));
}

/**
 * Path of the route that `pathname` means, regardless of case, a trailing slash and `.html` (B-005, B-011, B-012); an
 * exact match is preferred. Undefined if there is none, and for invalid percent-encoding (B-016).
 */
export function findRoute(manifest: Manifest, pathname: string): string | undefined {
	const wanted = decodedHash(pathname);
	if (wanted === undefined) return undefined;
	const paths = Object.keys(manifest)
		.map(pathOfKey)
		.filter((path) => path.startsWith('/'));
	const key = pageKey(wanted);
	return (
		paths.find((path) => path === wanted) ??
		paths.find((path) => path.replace(/\/$/, '') === wanted.replace(/\/$/, '')) ??
		paths.find((path) => pageKey(path) === key) ??
		paths.find((path) => pageKey(path).toLowerCase() === key.toLowerCase())
	);
}

/**
 * Paths of up to `count` pages that `pathname` may have meant: first those below it, because readers shorten URLs, then
 * the most similar paths by the letter pairs that they share. The last segment counts as much as the whole path: a page
 * that has moved usually keeps its name.
 */
export function nearestRoutes(manifest: Manifest, pathname: string, count: number): string[] {
	const folder = `${pageKey(decodedHash(pathname) ?? pathname)}/`;
	const wanted = pairsOf(decodedHash(pathname) ?? pathname);
	return Object.keys(manifest)
		.map(pathOfKey)
		.filter((path) => path.startsWith('/') && path !== '/')
		.map((path) => {
			if (folder !== '/' && path.startsWith(folder)) return { path, likeness: 1 };
			const own = pairsOf(path);
			return { path, likeness: (likeness(wanted.whole, own.whole) + likeness(wanted.last, own.last)) / 2 };
		})
		.filter((one) => one.likeness > MIN_LIKENESS)
		.sort((a, b) => b.likeness - a.likeness || a.path.length - b.path.length)
		.slice(0, count)
		.map(({ path }) => path);
}

/** Suggestions need a likeness above this. */
const MIN_LIKENESS = 0.5;

/**
 * Letter pairs in a path, and in its last segment: of neighbors, and of letters with one between them, because two that
 * change places would leave few pairs of a short word.
 */
function pairsOf(path: string): { whole: Set<string>; last: Set<string> } {
	const text = path.toLowerCase().replace(/\.html$|\/$/g, '');
	const pairsIn = (part: string): Set<string> =>
		new Set(
			[...part].flatMap((letter, at) => [1, 2].flatMap((step) => (part[at + step] ? letter + part[at + step] : []))),
		);
	return { whole: pairsIn(text), last: pairsIn(text.slice(text.lastIndexOf('/') + 1)) };
}

/** Dice's coefficient of two sets: 1 for the same, 0 for nothing in common. */
function likeness(a: Set<string>, b: Set<string>): number {
	const common = [...a].filter((pair) => b.has(pair)).length;
	return (2 * common) / (a.size + b.size || 1);
}

interface ActiveLink {
	/** Path of the link's target. */
	path: string;
	/** Active on this path and those below it. */
	basePath?: string;
	/** Active on every path that this pattern matches, ignoring case. Overrides the other two. */
	regex?: string;
}

/** Whether a navbar link is active (B-025, B-026): on its page and those below it; at `base`, only on its page. */
export function isActive({ path, basePath, regex }: ActiveLink, pathname: string, base: string): boolean {
	if (regex !== undefined) return new RegExp(regex, 'i').test(pathname);
	if (basePath !== undefined) return `${pathname}/`.startsWith(basePath.replace(/\/*$/, '/'));
	const exact = `${path}/`.startsWith(base) && path.length <= base.length;
	return match(pathname, { path: exactly(path), exact }) !== undefined;
}

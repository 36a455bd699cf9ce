/** Which routes an address without a page may mean, and which links are active there. Pure. */
import { pageKey } from '../kit/address.ts';
import { exactly, match } from './match.ts';

/** `manifest.json`, the routes of the site: `<path>-<hash>` → the files of the page (B-006, B-007). */
export type Manifest = Record<string, string[]>;

/** The path in a key: everything before the last `-`. */
export function pathOfKey(key: string): string {
	return key.slice(0, key.lastIndexOf('-'));
}

/**
 * Path of the route that `pathname` means: case, one slash at the end and `.html` do not matter (B-005, B-011,
 * B-012), though one that agrees in all of them is preferred. Undefined where no route is meant, and for paths with
 * invalid percent-encoding (B-016).
 */
export function findRoute(manifest: Manifest, pathname: string): string | undefined {
	const wanted = decoded(pathname);
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
 * Paths of the pages that may have been meant by `pathname`: those below it, because readers cut addresses off, then
 * those whose addresses are most like it, by the pairs of letters that they have in common. The last part counts as
 * much as the whole: a page that has moved is called what it was.
 */
export function nearestRoutes(manifest: Manifest, pathname: string, count: number): string[] {
	const folder = `${pageKey(decoded(pathname) ?? pathname)}/`;
	const wanted = pairsOf(decoded(pathname) ?? pathname);
	return Object.keys(manifest)
		.map(pathOfKey)
		.filter((path) => path.startsWith('/') && path !== '/')
		.map((path) => {
			if (folder !== '/' && path.startsWith(folder)) return { path, likeness: 1 };
			const own = pairsOf(path);
			return { path, likeness: (likeness(wanted.whole, own.whole) + likeness(wanted.last, own.last)) / 2 };
		})
		.filter((one) => one.likeness > LIKE)
		.sort((a, b) => b.likeness - a.likeness || a.path.length - b.path.length)
		.slice(0, count)
		.map(({ path }) => path);
}

/** Likeness from which on a page may have been meant. */
const LIKE = 0.5;

/** Pairs of neighbouring letters in a path, and in its last part. */
function pairsOf(path: string): { whole: Set<string>; last: Set<string> } {
	const text = path.toLowerCase().replace(/\.html$|\/$/g, '');
	const pairsIn = (part: string): Set<string> =>
		new Set(Array.from({ length: Math.max(0, part.length - 1) }, (_, at) => part.slice(at, at + 2)));
	return { whole: pairsIn(text), last: pairsIn(text.slice(text.lastIndexOf('/') + 1)) };
}

/** Dice's coefficient of two sets: 1 for the same, 0 for nothing in common. */
function likeness(a: Set<string>, b: Set<string>): number {
	const common = [...a].filter((pair) => b.has(pair)).length;
	return (2 * common) / (a.size + b.size || 1);
}

function decoded(pathname: string): string | undefined {
	try {
		return decodeURI(pathname);
	} catch {
		return undefined;
	}
}

interface ActiveLink {
	/** Path that the link leads to. */
	path: string;
	/** Active on every path that begins so. */
	basePath?: string;
	/** Active on every path this pattern matches, whatever the case; decides alone where there is one. */
	regex?: string;
}

/** Whether a link of the navbar is active (B-025, B-026): on the link's own page and all below it; the home page, `base`, has nothing below it. */
export function isActive({ path, basePath, regex }: ActiveLink, pathname: string, base: string): boolean {
	if (regex !== undefined) return new RegExp(regex, 'i').test(pathname);
	if (basePath !== undefined) return pathname.startsWith(basePath);
	const exact = `${path}/`.startsWith(base) && path.length <= base.length;
	return match(pathname, { path: exactly(path), exact }) !== undefined;
}

/**
 * The table of routes that a site carries with it, `manifest.json`: `<path>-<hash>` → the files of the page (B-006,
 * B-007). Loaded only where a path led to no page. Pure.
 */
import { pageKey } from './address.ts';

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

function decoded(pathname: string): string | undefined {
	try {
		return decodeURI(pathname);
	} catch {
		return undefined;
	}
}

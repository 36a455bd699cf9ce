/**
 * From a request target to names of output files. `parseTarget` rejects all hostile URLs: its result has no empty
 * segments, no `..`, and no control characters. Does not access the disk.
 */

import { decoded } from '../../content/model/address.ts';

/** Control characters, and the two separators that are not allowed inside a segment. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\x00-\x1f\x7f/\\]/;

/**
 * The decoded path of a target without its query: always starts with a slash, may end with one. Undefined for targets
 * that no page can have: an absolute URL, which clients send to proxies only; invalid percent-encoding (B-016), `//`, the
 * segments `.` and `..`, backslashes, encoded slashes, NUL and other control characters.
 */
export function parseTarget(target: string): string | undefined {
	const [first, ...segments] = (target.split('?', 1)[0] ?? '').split('/');
	if (first !== '' || segments.length === 0) return undefined;
	const names: string[] = [];
	for (const [index, segment] of segments.entries()) {
		const text = decoded(segment);
		if (text === undefined || FORBIDDEN.test(text) || text === '.' || text === '..') return undefined;
		if (text === '' && index < segments.length - 1) return undefined;
		names.push(text);
	}
	return `/${names.join('/')}`;
}

/**
 * `path` relative to `base` (`/` or `/project/`, decoded): starts with a slash. `outside` if it is not below `base`;
 * `entry` for the two paths that redirect to it, `/` and the base URL without its slash.
 */
export function stripBase(
	path: string,
	base: string,
): { kind: 'inside'; path: string } | { kind: 'entry' } | { kind: 'outside' } {
	if (path.startsWith(base)) return { kind: 'inside', path: path.slice(base.length - 1) };
	return path === '/' || `${path}/` === base ? { kind: 'entry' } : { kind: 'outside' };
}

/**
 * Output files that may match `path`, best first: the file itself, the page's folder, the page's file. One trailing
 * slash is optional, and a page also matches with `.html` and `/index.html` unless a file has exactly that name
 * (B-002, B-003, B-005). Relative to the root, without a leading slash.
 */
export function filesFor(path: string): string[] {
	const file = path.slice(1);
	if (file === '') return ['index.html'];
	if (file.endsWith('/')) return [`${file}index.html`, `${file.slice(0, -1)}.html`];
	const names = [file, `${file}/index.html`, `${file}.html`];
	if (file.endsWith('/index.html')) names.push(`${file.slice(0, -'/index.html'.length)}.html`);
	else if (file.endsWith('.html')) names.push(`${file.slice(0, -'.html'.length)}/index.html`);
	return names;
}

/** The first of `candidates(path)` that `read` finds. `read` takes an output name such as `docs/a/index.html`. */
export async function findOutput<T>(
	path: string,
	read: (out: string) => Promise<T | undefined> | T | undefined,
): Promise<T | undefined> {
	for (const out of filesFor(path)) {
		const found = await read(out);
		if (found !== undefined) return found;
	}
	return undefined;
}

/**
 * From the target of a request to the names of output files. Everything that is hostile in an address ends here:
 * what leaves `parseTarget` has no empty, hidden, climbing or control-character segment. Knows no disk.
 */

import { decoded } from '../../content/model/address.ts';

/** A request target in its two legal shapes, RFC 9112 section 3.2: `/path?query`, or a whole address. */
export interface Target {
	/** `host:port` of a whole address, which outranks the Host header. */
	authority?: string;
	/** Path and query as sent. */
	rest: string;
}

export function splitTarget(target: string): Target {
	const whole = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target);
	return whole ? { authority: whole[1] ?? '', rest: whole[2] || '/' } : { rest: target };
}

/** Control characters, and the two separators that must not hide inside a segment. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\x00-\x1f\x7f/\\]/;

/**
 * The decoded path of a target, query dropped: always starts with a slash, may end with one. Undefined for what no
 * page can be called: invalid percent-encoding (B-016), `//`, a segment that starts with a dot (`..` and `.env`
 * alike), backslashes, encoded slashes, NUL and other control characters.
 */
export function parseTarget(rest: string): string | undefined {
	const [first, ...segments] = (rest.split('?', 1)[0] ?? '').split('/');
	if (first !== '' || segments.length === 0) return undefined;
	const names: string[] = [];
	for (const [index, segment] of segments.entries()) {
		const text = decoded(segment);
		if (text === undefined || FORBIDDEN.test(text) || text.startsWith('.')) return undefined;
		if (text === '' && index < segments.length - 1) return undefined;
		names.push(text);
	}
	return `/${names.join('/')}`;
}

/**
 * `path` as seen from `base` (`/` or `/project/`, decoded): starts with a slash. `outside` where it belongs to somebody
 * else; `entry` for the two addresses that lead in, `/` and the base URL without its slash.
 */
export function stripBase(
	path: string,
	base: string,
): { kind: 'inside'; path: string } | { kind: 'entry' } | { kind: 'outside' } {
	if (path.startsWith(base)) return { kind: 'inside', path: path.slice(base.length - 1) };
	return path === '/' || `${path}/` === base ? { kind: 'entry' } : { kind: 'outside' };
}

/**
 * Output files that may stand behind `path`, best first: the file itself, the page's folder, the page's file; one
 * trailing slash is optional, and a page is also shown under `.html` and `/index.html` unless something is called
 * exactly that (B-002, B-003, B-005). Relative to the root, without a leading slash.
 */
export function candidates(path: string): string[] {
	const file = path.slice(1);
	if (file === '') return ['index.html'];
	if (file.endsWith('/')) return [`${file}index.html`, `${file.slice(0, -1)}.html`];
	const names = [file, `${file}/index.html`, `${file}.html`];
	if (file.endsWith('/index.html')) names.push(`${file.slice(0, -'/index.html'.length)}.html`);
	else if (file.endsWith('.html')) names.push(`${file.slice(0, -'.html'.length)}/index.html`);
	return names;
}

/** The first of `candidates(path)` that `read` has. `read` takes an output name such as `docs/a/index.html`. */
export async function findOutput<T>(
	path: string,
	read: (out: string) => Promise<T | undefined> | T | undefined,
): Promise<T | undefined> {
	for (const out of candidates(path)) {
		const found = await read(out);
		if (found !== undefined) return found;
	}
	return undefined;
}

/**
 * A folder of built files as a `Resolve`. Reads plain files inside the folder only, and no hidden ones. Files may
 * vanish at any time, and the folder may be replaced while requests run.
 */
import { constants, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findOutput } from './address.ts';
import { matchHeaders, parseHeaders } from './headers-file.ts';
import { contentType, type HttpReply } from './send.ts';

/** The reply for a path (decoded, without query and base URL, starts with a slash), or undefined: not found. */
export type Resolve = (path: string) => Promise<HttpReply | undefined>;

/** Instructions for the host; not served. */
const INSTRUCTIONS = new Set(['_headers', '_redirects', 'vercel.json', 'nginx.conf']);
/** How often and how long a request waits while the folder is being replaced: about a second in all. */
const ATTEMPTS = 40;
const PAUSE_MS = 25;

/** Serves the files of `root`; the patterns of its `_headers` file start with `baseUrl` (decoded). */
export function fileResolver(root: string, baseUrl = '/'): Resolve {
	return (path) =>
		whileStable(root, async (base) => {
			const found = await findOutput(path, (out) => readServable(base, out));
			if (found === undefined) return undefined;
			const rules = parseHeaders((await read(join(base, '_headers')))?.toString() ?? '');
			return { ...found, headers: matchHeaders(rules, baseUrl + path.slice(1)) };
		});
}

/** Only names with a content hash (B-008) are immutable: 8 or more hex or base32 characters. */
export function cacheControl(out: string): string {
	const hashed = /^assets\/.*[-.](?:[0-9a-f]{8,}|[A-Z2-7]{8})(?:\.[a-z0-9]+)+$/.test(out);
	return hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/**
 * Runs `look` on the real path of `root`. A build that replaces the folder leaves a moment without one, and a read
 * across that moment could mix two builds; so a result is valid only if the folder was the same before and after.
 */
async function whileStable<T>(root: string, look: (base: string) => Promise<T>): Promise<T | undefined> {
	for (let attempt = 1; ; attempt++) {
		const before = await identify(root);
		const seen = before && (await look(before.path));
		const after = await identify(root);
		if ((before !== undefined && before.id === after?.id) || attempt === ATTEMPTS) return seen;
		if (before === undefined || after === undefined) await delay(PAUSE_MS);
	}
}

function identify(root: string): Promise<{ path: string; id: string } | undefined> {
	return unlessMissing(async () => {
		const path = await realpath(root);
		const { dev, ino } = await stat(path, { bigint: true });
		return { path, id: `${path} ${dev} ${ino}` };
	});
}

async function readServable(base: string, out: string): Promise<HttpReply | undefined> {
	const real = await unlessMissing(() => realpath(join(base, out)));
	// Decide by the real path, with all links resolved.
	const bytes = real !== undefined && isServable(relative(base, real)) ? await read(real) : undefined;
	return bytes && { bytes, type: contentType(out), cacheControl: cacheControl(out) };
}

/** `path` is relative to the root. A path outside starts with `..`, so the rule against hidden files covers it. */
function isServable(path: string): boolean {
	const segments = path.split(sep);
	if (isAbsolute(path) || segments.some((segment) => segment === '' || segment.startsWith('.'))) return false;
	return !INSTRUCTIONS.has(path.toLowerCase());
}

/** Reads a plain file by its absolute path. */
function read(path: string): Promise<Buffer | undefined> {
	return unlessMissing(async () => {
		// Opening a pipe would block until there is a writer; a link put there meanwhile must not be followed.
		const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
		try {
			return (await handle.stat()).isFile() ? await handle.readFile() : undefined;
		} finally {
			await handle.close();
		}
	});
}

const MISSING = new Set('EACCES EINVAL EISDIR ELOOP ENAMETOOLONG ENODEV ENOENT ENOTDIR ENXIO EPERM ESTALE'.split(' '));

/** The result of `task`, or undefined if the file is missing or not readable. */
async function unlessMissing<T>(task: () => Promise<T>): Promise<T | undefined> {
	try {
		return await task();
	} catch (error) {
		if (error instanceof Error && 'code' in error && MISSING.has(String(error.code))) return undefined;
		throw error;
	}
}

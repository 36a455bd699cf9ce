/**
 * A folder of built files as a `Resolve`. Nothing outside of the folder, hidden, or other than a plain file is ever
 * read; a file may vanish at any moment, and the folder may be replaced while requests run.
 */
import { constants, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findOutput } from './address.ts';
import { matchHeaders, parseHeaders } from './headers-file.ts';
import { contentType, type Reply } from './send.ts';

/** Answers for a path (decoded, without query and base URL, starts with a slash), or undefined: not found. */
export type Resolve = (path: string) => Promise<Reply | undefined>;

/** Instructions for the host, not content. */
const INSTRUCTIONS = new Set(['_headers', '_redirects', 'vercel.json', 'nginx.conf']);
/** How often and how long a request waits for a folder that is just being replaced: about a second. */
const ATTEMPTS = 40;
const PAUSE_MS = 25;

/** Serves the files of `root`; the patterns of its `_headers` file start with `baseUrl` (decoded). */
export function fileResolver(root: string, baseUrl = '/'): Resolve {
	return (path) =>
		whileStable(root, async (base) => {
			const found = await findOutput(path, (out) => readServable(base, out));
			if (found === undefined) return undefined;
			const rules = parseHeaders((await read(join(base, '_headers')))?.bytes.toString() ?? '');
			return { ...found, headers: matchHeaders(rules, baseUrl + path.slice(1)) };
		});
}

/** Only names with a content hash (B-008) never change their meaning: 8 or more hex or base32 characters. */
export function cacheControl(out: string): string {
	const hashed = /^assets\/.*[-.](?:[0-9a-f]{8,}|[A-Z2-7]{8})(?:\.[a-z0-9]+)+$/.test(out);
	return hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/**
 * Runs `look` on the real path of `root`. A build that replaces the folder leaves a moment without one, and a look that
 * straddles it could mix two builds; so a result counts only if the folder was the same before and after.
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

async function readServable(base: string, out: string): Promise<Reply | undefined> {
	const real = await unlessMissing(() => realpath(join(base, out)));
	// Judged after all links are followed: the file's real place decides.
	const file = real !== undefined && isServable(relative(base, real)) ? await read(real) : undefined;
	return file && { ...file, type: contentType(out), cacheControl: cacheControl(out) };
}

/** `path` is relative to the root. One outside of it starts with `..`, so the rule against dot files covers it. */
function isServable(path: string): boolean {
	const segments = path.split(sep);
	if (isAbsolute(path) || segments.some((segment) => segment === '' || segment.startsWith('.'))) return false;
	return !INSTRUCTIONS.has(path.toLowerCase());
}

/** A plain file by its absolute path. */
function read(path: string): Promise<{ bytes: Buffer; modified: number } | undefined> {
	return unlessMissing(async () => {
		// Opening a pipe would wait for a writer for ever, and a link put there meanwhile must not be followed.
		const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
		try {
			const info = await handle.stat();
			return info.isFile() ? { bytes: await handle.readFile(), modified: info.mtimeMs } : undefined;
		} finally {
			await handle.close();
		}
	});
}

const MISSING = new Set('EACCES EINVAL EISDIR ELOOP ENAMETOOLONG ENODEV ENOENT ENOTDIR ENXIO EPERM ESTALE'.split(' '));

/** The result of `task`, or undefined where the file is missing or may not be read. */
async function unlessMissing<T>(task: () => Promise<T>): Promise<T | undefined> {
	try {
		return await task();
	} catch (error) {
		if (error instanceof Error && 'code' in error && MISSING.has(String(error.code))) return undefined;
		throw error;
	}
}

/**
 * A folder of built files as a `Resolve`. Reads plain files inside the folder only, and only those hidden ones that the
 * build has published. Files may vanish at any time, and a build may replace them while requests run.
 */
import { constants, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OWN_MARK } from '../../render/views/output-paths.ts';
import { COMMIT, hiddenFiles } from '../disk/output.ts';
import { findOutput } from './address.ts';
import { matchHeaders, parseHeaders } from './headers-file.ts';
import { contentType, type HttpReply } from './send.ts';

/** The reply for a path (decoded, without query and base URL, starts with a slash), or undefined: not found. */
export type Resolve = (path: string) => Promise<HttpReply | undefined>;

/** Instructions for the host; not served. */
const INSTRUCTIONS = new Set(['_headers', '_redirects', 'vercel.json', 'nginx.conf']);
/** How often and how long a request waits while a build replaces files: about a second in all. */
const ATTEMPTS = 40;
const PAUSE_MS = 25;

/** Serves the files of `root`; the patterns of its `_headers` file start with `baseUrl` (decoded). */
export function fileResolver(root: string, baseUrl = '/'): Resolve {
	return (path) =>
		whileStable(root, async (base) => {
			const found = await findOutput(path, async (out) => {
				const isHidden = /(?:^|\/)\./.test(out);
				const mark = isHidden ? await read(join(base, OWN_MARK)) : undefined;
				return isHidden && !hiddenFiles(mark?.toString() ?? '').has(out)
					? undefined
					: readServable(base, out, isHidden);
			});
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
 * Runs `look` on the real path of `root`. A read during a build could mix two outputs; so a result is valid only if the
 * output was the same before and after, and complete.
 */
async function whileStable<T>(root: string, look: (base: string) => Promise<T>): Promise<T | undefined> {
	for (let attempt = 1; ; attempt++) {
		const before = await identify(root);
		const seen = before && (await look(before.path));
		const after = await identify(root);
		const isStable = before !== undefined && before.id === after?.id && !before.isChanging;
		if (isStable || attempt === ATTEMPTS) return seen;
		if (before === undefined || after === undefined || before.isChanging) await delay(PAUSE_MS);
	}
}

/** Each build writes its mark last, and others may replace the folder. */
async function identify(root: string): Promise<{ path: string; id: string; isChanging: boolean } | undefined> {
	return unlessMissing(async () => {
		const path = await realpath(root);
		const { dev, ino } = await stat(path, { bigint: true });
		const [mark, commit] = await Promise.all(
			[OWN_MARK, COMMIT].map((name) => unlessMissing(() => stat(join(path, name), { bigint: true }))),
		);
		const id = [path, dev, ino, mark?.ino, mark?.mtimeNs, commit?.ino].join(' ');
		return { path, id, isChanging: commit !== undefined };
	});
}

async function readServable(base: string, out: string, isHidden: boolean): Promise<HttpReply | undefined> {
	const real = await unlessMissing(() => realpath(join(base, out)));
	// Decide by the real path, with all links resolved.
	const isFound = real !== undefined && (isHidden ? real === join(base, out) : isServable(relative(base, real)));
	const bytes = isFound ? await read(real) : undefined;
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

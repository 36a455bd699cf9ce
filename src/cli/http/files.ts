/**
 * A folder of built files as a `Resolve`. Promises that nothing outside of the folder, hidden, or not a plain file is
 * ever read, that a file may vanish at any moment, and that the folder may be replaced by a new one while requests run.
 */
import { constants, type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findOutput } from './address.ts';
import { createBoundedCache } from './bounded-cache.ts';
import { contentType } from './content-type.ts';
import { type HeaderRules, matchHeaders, parseHeaders } from './headers-file.ts';
import { hashBytes, type Reply } from './send.ts';

/** Answers for a path (decoded, without query and base URL, starts with a slash), or undefined: not found. */
export type Resolve = (path: string) => Promise<Reply | undefined>;

/** Instructions for the host, not content. */
const INSTRUCTIONS = new Set(['_headers', '_redirects', 'vercel.json', 'nginx.conf']);
/** How often and how long a request waits for a folder that is just being replaced: about a second. */
const ATTEMPTS = 40;
const PAUSE = 25;
/** Bytes of files kept in memory. */
const KEPT = 64 * 2 ** 20;
/** A file younger than this may change again without a trace in its time of change, in milliseconds. */
const SETTLED = 2000;

/** Serves the files of `root`; `baseUrl` (decoded) is where the patterns of its `_headers` file start from. */
export function fileResolver(
	root: string,
	{ baseUrl = '/', now = Date.now }: { baseUrl?: string; now?: () => number } = {},
): Resolve {
	const read = createReader(now);
	const rules = createRules(read);
	return (path) =>
		whileStable(root, async (base) => {
			const found = await findOutput(path, (out) => readServable(base, out, read));
			if (found === undefined) return undefined;
			const { file, out } = found;
			return {
				bytes: file.bytes,
				etag: file.hash,
				modified: file.modified,
				type: contentType(out),
				cacheControl: cacheControl(out),
				headers: matchHeaders(await rules(base), baseUrl + path.slice(1)),
			};
		});
}

/** Only names that carry a content hash (B-008) never change what they mean: 8 or more hex or base32 characters. */
export function cacheControl(out: string): string {
	const hashed = /^assets\/.*[-.](?:[0-9a-f]{8,}|[A-Z2-7]{8})(?:\.[a-z0-9]+)+$/.test(out);
	return hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/**
 * Runs `look` on the real path of `root`. A build that replaces the folder leaves a moment without one, and a look that
 * straddles it could mix two builds; so what was seen counts only when the folder was the same before and after.
 */
async function whileStable<T>(root: string, look: (base: string) => Promise<T>): Promise<T | undefined> {
	for (let attempt = 1; ; attempt++) {
		const before = await identify(root);
		const seen = before === undefined ? undefined : await look(before.path);
		const after = await identify(root);
		if ((before !== undefined && before.id === after?.id) || attempt === ATTEMPTS) return seen;
		if (before === undefined || after === undefined) await delay(PAUSE);
	}
}

function identify(root: string): Promise<{ path: string; id: string } | undefined> {
	return unlessMissing(async () => {
		const path = await realpath(root);
		const { dev, ino } = await stat(path, { bigint: true });
		return { path, id: `${path} ${dev} ${ino}` };
	});
}

interface Kept {
	stamp: string;
	bytes: Uint8Array;
	hash: string;
	modified: number;
}

type Read = (file: string) => Promise<Kept | undefined>;

async function readServable(base: string, out: string, read: Read): Promise<{ file: Kept; out: string } | undefined> {
	const real = await unlessMissing(() => realpath(join(base, out)));
	// Judged after all links are followed: where the file really is decides.
	const file = real !== undefined && isServable(relative(base, real)) ? await read(real) : undefined;
	return file && { file, out };
}

/** `path` is relative to the root. One that leads out starts with `..`, so the rule against dot files covers it. */
function isServable(path: string): boolean {
	const segments = path.split(sep);
	if (isAbsolute(path) || segments.some((segment) => segment === '' || segment.startsWith('.'))) return false;
	return !INSTRUCTIONS.has(path.toLowerCase());
}

/** Reads plain files by absolute path; what has not changed since (size, times, inode) is not read or hashed again. */
function createReader(now: () => number): Read {
	const kept = createBoundedCache<Kept>(KEPT);
	return (path) =>
		unlessMissing(async () => {
			// Opening a pipe would wait for a writer for ever, and a link put there meanwhile must not be followed.
			const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
			try {
				return await readHandle(handle, path);
			} finally {
				await handle.close();
			}
		});

	async function readHandle(handle: FileHandle, path: string): Promise<Kept | undefined> {
		const { size, ino, mtimeNs, ctimeNs, mtimeMs, ctimeMs, ...info } = await handle.stat({ bigint: true });
		if ((info.mode & BigInt(constants.S_IFMT)) !== BigInt(constants.S_IFREG)) return undefined;
		const stamp = `${size} ${ino} ${mtimeNs} ${ctimeNs}`;
		const known = kept.get(path);
		if (known?.stamp === stamp) return known;
		const bytes = await handle.readFile();
		const file = { stamp, bytes, hash: hashBytes(bytes), modified: Number(mtimeMs) };
		const age = now() - Math.max(Number(mtimeMs), Number(ctimeMs));
		if (age > SETTLED && bytes.length === Number(size)) kept.set(path, file, bytes.length);
		return file;
	}
}

function createRules(read: Read): (base: string) => Promise<HeaderRules> {
	let known: { hash: string; rules: HeaderRules } | undefined;
	return async (base) => {
		const file = await read(join(base, '_headers'));
		const hash = file?.hash ?? '';
		if (known?.hash !== hash) known = { hash, rules: parseHeaders(file ? Buffer.from(file.bytes).toString() : '') };
		return known.rules;
	};
}

const MISSING = new Set('EACCES EINVAL EISDIR ELOOP ENAMETOOLONG ENODEV ENOENT ENOTDIR ENXIO EPERM ESTALE'.split(' '));

/** What `task` yields, or undefined where the file is not there (any more) or may not be read. */
async function unlessMissing<T>(task: () => Promise<T>): Promise<T | undefined> {
	try {
		return await task();
	} catch (error) {
		if (error instanceof Error && 'code' in error && MISSING.has(String(error.code))) return undefined;
		throw error;
	}
}

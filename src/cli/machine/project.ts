/**
 * The one seam to the machine: a site's files, what docsgen remembers of them, and the output. On disk here; tests
 * hand in one in memory. Paths are POSIX, relative to the site's folder.
 */

import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { HASH_LENGTH } from '../../content/model/hash.ts';
import { CONTENT, STATIC } from '../../content/model/identity.ts';
import type { Refusal } from '../../content/model/page.ts';
import { refusalFor, refusalOf } from './access.ts';
import { CACHE_FOLDER } from './cache-folder.ts';
import { diskOutput, type Output } from './output.ts';
import { pathOf } from './package.ts';
import { isIn } from './paths.ts';
import { DiskStore, type Store } from './store.ts';

export interface FileStat {
	path: string;
	/** Bytes. */
	size: number;
	/** When its content was changed, and when anything about it was: milliseconds since 1970. */
	modified: number;
	changed: number;
	inode: number;
	/** Why a link in the file system is not followed. */
	refused?: string;
}

export interface Project {
	/** Absolute folder of the site, or a name for messages. */
	readonly root: string;
	/**
	 * Every file below a folder, sorted by path; node_modules and, but for static files, dotfiles left out. What authors
	 * may not use is listed as refused; `include` are the folders beside `content/` that links may lead to.
	 */
	list(folder: string, include?: readonly string[]): FileStat[];
	/** Why an author may not use a file, after links of the file system are resolved. */
	refusal(name: string, include: readonly string[]): Refusal | undefined;
	/** Of any name that `Inputs` has: inside the site, of docsgen's own files, or above the site. */
	stat(name: string): FileStat | undefined;
	read(name: string): Buffer | undefined;
	/** `hashOf` of its bytes; a large file is never in memory whole. */
	digest(name: string): string | undefined;
	readonly store: Store;
	/** Absolute; where the store lies. */
	readonly cacheFolder: string;
	readonly output: Output;
}

/** A site's folder on disk. `outDir` and `cache` are absolute; without a cache named, it is the site's own. */
export function diskProject(root: string, outDir: string, cache = join(root, CACHE_FOLDER)): Project {
	return {
		root,
		cacheFolder: cache,
		list: (folder, include = []) => listFiles(root, folder, include),
		refusal: (name, include) => refusalOf(root, name, include),
		stat(name) {
			const stat = statFile(root, name, isOurs(name) ? [] : FORBIDDEN);
			return stat && isWithin(root, name) ? stat : undefined;
		},
		read: (name) => ifThere(() => readFileSync(pathOf(root, name))),
		digest: (name) => digestFile(pathOf(root, name)),
		store: new DiskStore(cache),
		output: diskOutput(root, outDir, cache),
	};
}

/** Files of this folder are published as they are, dotfiles too. */
const PUBLISHED = STATIC;

function listFiles(root: string, folder: string, include: readonly string[]): FileStat[] {
	const found: FileStat[] = [];
	const visit = (path: string): void => {
		for (const entry of ifThere(() => readdirSync(join(root, path), { withFileTypes: true })) ?? []) {
			const isHidden = entry.name.startsWith('.') && !isIn(path, PUBLISHED, posix);
			if (isHidden || entry.name === 'node_modules') continue;
			const child = path === '' ? entry.name : `${path}/${entry.name}`;
			if (entry.isDirectory()) visit(child);
			else if (entry.isSymbolicLink()) found.push(linked(root, child, include));
			else {
				const stat = statFile(root, child);
				if (stat) found.push(stat);
				else if (!entry.isFile()) found.push({ ...NO_STAT, path: child, refused: REFUSED_FILES.special });
			}
		}
	};
	visit(folder);
	return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const NO_STAT = { size: 0, modified: 0, changed: 0, inode: 0 };

/** Why a file of the site's folder is left out. */
const REFUSED_FILES: Record<Refusal, string> = {
	outside: 'It points outside content/ and the folders in "include".',
	hidden: 'It points to a file or folder that starts with a dot.',
	packages: 'It points into node_modules.',
	special: 'It is not a regular file.',
	nul: 'Its name contains NUL.',
};

/**
 * A link to a file that authors may use is that file. Others are listed with the reason: a link may lead to a secret
 * of the machine that builds, and a linked folder may be one above itself. Templates are code, and may lie anywhere in
 * the site.
 */
function linked(root: string, path: string, include: readonly string[]): FileStat {
	const refuse = (refused: string): FileStat => ({ ...NO_STAT, path, refused });
	try {
		if (statSync(join(root, path)).isDirectory()) return refuse('It points to a folder.');
	} catch {
		return refuse('Its target does not exist.');
	}
	const refusal = isIn(path, CONTENT, posix)
		? refusalOf(root, path, include)
		: refusalFor(join(root, path), { folders: [], open: [root] });
	return (refusal ? undefined : statFile(root, path)) ?? refuse(REFUSED_FILES[refusal ?? 'special']);
}

/** Whether a name is one of the site's content: what the disk refuses of it is missed, what lies elsewhere is not. */
function isOurs(name: string): boolean {
	return /^(?:content|templates)\//.test(name);
}

/** Whether a template really lies in the site: no folder on the way to it may be a link out of it. */
function isWithin(root: string, name: string): boolean {
	if (!name.startsWith('templates/')) return true;
	const real = ifThere(() => realpathSync.native(join(root, name)));
	return real !== undefined && isIn(real, realpathSync.native(root));
}

function statFile(root: string, path: string, more: readonly string[] = []): FileStat | undefined {
	const stat = ifThere(() => statSync(pathOf(root, path), { throwIfNoEntry: false }), more);
	if (!stat?.isFile()) return undefined;
	return { path, size: stat.size, modified: stat.mtimeMs, changed: stat.ctimeMs, inode: stat.ino };
}

/** What the disk says where there is nothing of a name, or nothing of that kind. */
const NOT_THERE = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'];
/** What it says of files that are there, for others. */
const FORBIDDEN = ['EACCES', 'EPERM'];

/**
 * Undefined where the disk says that it is not there, or for one of the reasons in `more`. Whatever else the disk says
 * is thrown: a site must not lose pages because a disk was tired.
 */
function ifThere<T>(ask: () => T, more: readonly string[] = []): T | undefined {
	try {
		return ask();
	} catch (error) {
		const { code = '' } = error as NodeJS.ErrnoException;
		if (NOT_THERE.includes(code) || more.includes(code)) return undefined;
		throw error;
	}
}

/** Bytes that are read at once, and from which on a file is read in pieces. */
const PIECE = 1 << 20;

function digestFile(path: string): string | undefined {
	const file = ifThere(() => openSync(path, 'r'), FORBIDDEN);
	if (file === undefined) return undefined;
	try {
		const digest = createHash('sha1');
		const piece = Buffer.allocUnsafe(Math.min(PIECE, fstatSync(file).size + 1));
		for (let length = 1; length > 0; ) {
			length = readSync(file, piece, 0, piece.length, null);
			digest.update(piece.subarray(0, length));
		}
		return digest.digest('hex').slice(0, HASH_LENGTH);
	} finally {
		closeSync(file);
	}
}

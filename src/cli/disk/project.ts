/**
 * The interface to the machine: a site's files, the cache and the output. This one is on disk; tests use one in memory.
 * Paths are POSIX, relative to the site's folder.
 */

import { createHash } from 'node:crypto';
import {
	closeSync,
	existsSync,
	fstatSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	realpathSync,
	statSync,
} from 'node:fs';
import { join, posix } from 'node:path';
import { HASH_LENGTH, hashOf } from '../../content/model/hash.ts';
import { CONFIG_FILE, CONTENT, STATIC } from '../../content/model/identity.ts';
import type { Refusal } from '../../content/model/page.ts';
import { refusalFor, refusalOf } from './access.ts';
import { CACHE_FOLDER } from './cache-folder.ts';
import { unlessMissing } from './disk.ts';
import { type HelperProcess, startHelper } from './helper-process.ts';
import { diskOutput, type OutputFolder } from './output.ts';
import { absolutePath } from './package.ts';
import { isIn, nameFrom, slashed } from './paths.ts';
import { DiskStore, type Store } from './store.ts';

/** Why a listed file is not used. */
export type RefusedFile =
	/** A symbolic link that is not followed, or a file of a special kind. */
	| { kind: 'link'; reason: string }
	/** A symbolic link to a folder. */
	| { kind: 'folder' }
	/** A file or folder whose name is not UTF-8. */
	| { kind: 'name' }
	/** The configuration leaves it out of a mounted folder. */
	| { kind: 'excluded' }
	/** A mounted folder, with this path, has its place. */
	| { kind: 'taken'; by: string };

export interface FileStat {
	path: string;
	/** Bytes. */
	size: number;
	/** Times of the last change of its content, and of its status: milliseconds since 1970. */
	modified: number;
	changed: number;
	inode: number;
	refused?: RefusedFile;
}

export interface Project {
	/** Absolute folder of the site, or a name for messages. */
	readonly root: string;
	/**
	 * All files below a folder, in any order, without node_modules and, except for static files, hidden files. Files that
	 * authors may not use are listed as refused; `include` are the folders besides `content/` that links may point to. Each
	 * file is looked at when its turn comes.
	 */
	list(folder: string, include?: readonly string[]): Iterable<FileStat>;
	/** Why an author may not use a file, with symbolic links resolved. */
	refusal(name: string, include: readonly string[]): Refusal | undefined;
	/** For any name of `Inputs`: inside the site, one of docsgen's own files, or above the site. */
	stat(name: string): FileStat | undefined;
	read(name: string): Buffer | undefined;
	/** `hashOf` of its bytes; does not read large files into memory at once. */
	digest(name: string): string | undefined;
	readonly store: Store;
	/** Absolute path of the store's folder. */
	readonly cacheFolder: string;
	readonly output: OutputFolder;
	/** Starts a process for the work of an extension. */
	startHelper(extension: string): HelperProcess;
}

/** A site's folder on disk. `outDir` and `cache` are absolute; the default cache is in the site. */
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
		read: (name) => unlessMissing(() => readFileSync(absolutePath(root, name))),
		digest: (name) => stateOf(absolutePath(root, name)),
		store: new DiskStore(cache),
		output: diskOutput(root, outDir, cache),
		startHelper,
	};
}

/** Files in this folder are published unchanged, including hidden ones. */
const PUBLISHED = STATIC;

function* listFiles(root: string, folder: string, include: readonly string[]): Generator<FileStat> {
	for (const entry of unlessMissing(() => readdirSync(join(root, folder), { withFileTypes: true })) ?? []) {
		if (isSkipped(entry.name, folder)) continue;
		const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
		// Node cannot open a file if it cannot read the name.
		if (entry.name.includes('\ufffd') && !existsSync(join(root, path)))
			yield { ...NO_STAT, path, refused: { kind: 'name' } };
		else if (entry.isDirectory()) yield* listFiles(root, path, include);
		else if (entry.isSymbolicLink()) yield linked(root, path, include);
		else {
			const stat = statFile(root, path);
			if (stat) yield stat;
			else if (!entry.isFile()) yield { ...NO_STAT, path, refused: { kind: 'link', reason: REFUSED_FILES.special } };
		}
	}
}

/**
 * Files and folders that editors, systems and version control leave anywhere, and nobody means to publish: backups, locks,
 * views of folders, resource forks, what an office program has open.
 */
const LEFT_BY_PROGRAMS =
	/^(?:\.DS_Store|\.AppleDouble|\.Spotlight-V100|\.Trashes|\.fseventsd|\._.*|__MACOSX|(?:eh)?thumbs\.db|desktop\.ini|\.directory|\.#.*|#.*#|.*~|~\$.*|.*\.sw[op]|\.nfs[\da-f]+|\.git|\.svn|\.hg)$/i;

/** Whether `list` leaves out a file or folder by its name. `parent` is the folder that contains it. */
export function isSkipped(name: string, parent: string): boolean {
	if (LEFT_BY_PROGRAMS.test(name)) return true;
	return name === 'node_modules' || (name.startsWith('.') && !isIn(parent, PUBLISHED, posix));
}

/** Whether a name is the listed folder, or a file or folder below it that `list` does not leave out by its name. */
export function isListed(name: string, folder: string): boolean {
	if (name === folder) return true;
	const parent = posix.dirname(name);
	return parent !== name && !isSkipped(posix.basename(name), parent) && isListed(parent, folder);
}

const NO_STAT = { size: 0, modified: 0, changed: 0, inode: 0 };

/** Why a file in the site's folder is skipped. */
const REFUSED_FILES: Record<Refusal, string> = {
	outside: 'It points outside content/ and the folders in "include".',
	hidden: 'It points to a file or folder that starts with a dot.',
	packages: 'It points into node_modules.',
	special: 'It is not a regular file.',
	excluded: 'The configuration leaves it out.',
	nul: 'Its name contains NUL or half of a character.',
	large: 'It is too large.',
};

/**
 * A link to a file that authors may use is treated as that file. Other links are listed with the reason: a link may point
 * to a secret on the build machine, and a linked folder may contain itself. Templates are code, and may link anywhere
 * inside the site.
 */
function linked(root: string, path: string, include: readonly string[]): FileStat {
	const refuse = (refused: RefusedFile): FileStat => ({ ...NO_STAT, path, refused });
	try {
		if (statSync(join(root, path)).isDirectory()) return refuse({ kind: 'folder' });
	} catch {
		return refuse({ kind: 'link', reason: 'Its target does not exist.' });
	}
	const refusal = [CONTENT, ...include].some((folder) => isIn(path, folder, posix))
		? refusalOf(root, path, include)
		: refusalFor(join(root, path), { folders: [], open: [root] });
	return (
		(refusal ? undefined : statFile(root, path)) ??
		refuse({ kind: 'link', reason: REFUSED_FILES[refusal ?? 'special'] })
	);
}

/** Whether a name is the configuration, or in the site's content or templates: without read permission, it is an error. */
function isOurs(name: string): boolean {
	return name === CONFIG_FILE || /^(?:content|templates)\//.test(name);
}

/** Whether a template's real path is inside the site: no parent folder may be a link to the outside. */
function isWithin(root: string, name: string): boolean {
	if (!name.startsWith('templates/')) return true;
	const real = unlessMissing(() => realpathSync.native(join(root, name)));
	return real !== undefined && isIn(real, realpathSync.native(root));
}

function statFile(root: string, path: string, more: readonly string[] = []): FileStat | undefined {
	const stat = unlessMissing(() => statSync(absolutePath(root, path), { throwIfNoEntry: false }), more);
	if (!stat?.isFile()) return undefined;
	return { path, size: stat.size, modified: stat.mtimeMs, changed: stat.ctimeMs, inode: stat.ino };
}

/** Error codes for files without read permission. */
const FORBIDDEN = ['EACCES', 'EPERM'];

/**
 * The hash of an input's state: of its bytes and, for the package.json of an installed package, of where links lead, because
 * two checkouts of a package may have the same one. Undefined if it does not exist or must not be read.
 */
export function stateOf(path: string): string | undefined {
	const bytes = digestFile(path);
	const [, above = ''] = MANIFEST.exec(slashed(path)) ?? [];
	if (bytes === undefined || above === '') return bytes;
	const [place, real] = [realpathSync.native(above), slashed(realpathSync.native(path))];
	const isLinked = real !== slashed(place) + slashed(path).slice(above.length);
	return isLinked ? hashOf(`${bytes} ${nameFrom(place, real)}`) : bytes;
}

/**
 * The package.json of an installed package, after the folder with its `node_modules`: an input even below `content/`,
 * although no page may show it. Its version stands for all files of the package.
 */
export const MANIFEST = /^(.*?)(?:^|[/:])node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/;

/** Bytes per read; larger files are read in several pieces. */
const PIECE_BYTES = 1 << 20;

/** The `hashOf` of a file's bytes, read in pieces; undefined if it does not exist or must not be read. */
export function digestFile(path: string): string | undefined {
	const file = unlessMissing(() => openSync(path, 'r'), FORBIDDEN);
	if (file === undefined) return undefined;
	try {
		const digest = createHash('sha1');
		const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, fstatSync(file).size + 1));
		for (let length = 1; length > 0; ) {
			length = readSync(file, piece, 0, piece.length, null);
			digest.update(piece.subarray(0, length));
		}
		return digest.digest('hex').slice(0, HASH_LENGTH);
	} finally {
		closeSync(file);
	}
}

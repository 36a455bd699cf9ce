/** Where docsgen keeps what it remembers of a site. */
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { hashOf } from '../../content/model/hash.ts';

/** In the site's folder, where nobody says otherwise. */
export const CACHE_FOLDER = '.docsgen';

/** Names another folder, as `--cache-dir` does. */
export const CACHE_VARIABLE = 'DOCSGEN_CACHE';

/**
 * The folder that is named, from the site's on; else the site's own; else, where that cannot be written, one for this
 * site among the user's caches; else one that goes with the process.
 */
export function cacheFolder(root: string, named?: string, env = process.env, isWritable = canWrite): string {
	const other = named ?? env[CACHE_VARIABLE];
	if (other) return resolve(root, other);
	const own = join(root, CACHE_FOLDER);
	if (isWritable(own)) return own;
	const caches = env.XDG_CACHE_HOME || (env.HOME && join(env.HOME, '.cache'));
	return caches && isWritable(caches) ? join(caches, 'docsgen', hashOf(root)) : throwaway();
}

/** What is remembered is run: a name that others of this machine may know would not be safe. */
function throwaway(): string {
	const folder = mkdtempSync(join(tmpdir(), 'docsgen-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** Whether a folder can be written, or be made. */
function canWrite(folder: string): boolean {
	try {
		accessSync(nearestFolder(folder), constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

/** The folder itself, or the one above it that is there. */
function nearestFolder(path: string): string {
	return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** Chooses the folder of the cache. */
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { hashOf } from '../../content/model/hash.ts';
import { attempt } from './disk.ts';

/** Default folder of the cache, in the site's folder. */
export const CACHE_FOLDER = '.docsgen';

/** Environment variable for another folder, like `--cache-dir`. */
export const CACHE_VARIABLE = 'DOCSGEN_CACHE';

/**
 * The named folder, relative to the site; otherwise the site's own; if that is not writable, a folder for this site in
 * the user's cache folder; otherwise a temporary folder, removed at the end of the process.
 */
export function cacheFolder(root: string, named?: string, env = process.env, isWritable = canWrite): string {
	const other = named ?? env[CACHE_VARIABLE];
	if (other) return resolve(root, other);
	const own = join(root, CACHE_FOLDER);
	if (isWritable(own)) return own;
	const caches = env.XDG_CACHE_HOME || (env.HOME && join(env.HOME, '.cache'));
	return caches && isWritable(caches) ? join(caches, 'docsgen', hashOf(root)) : temporaryFolder();
}

/** Cached code is executed, so other users must not be able to predict the folder's name. */
function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'docsgen-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** Whether a folder is writable, or can be created. */
function canWrite(folder: string): boolean {
	return attempt(() => accessSync(nearestFolder(folder), constants.W_OK) ?? true) ?? false;
}

/** The folder itself, or its nearest existing ancestor. */
function nearestFolder(path: string): string {
	return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

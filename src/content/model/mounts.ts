/**
 * Folders outside of `content/` with files that are part of it, such as the docs of a package. Every other module knows
 * such a file by its name in `content/`; its real path matters only to the disk, to git and in texts for authors.
 */
import { globPattern } from './names.ts';

export interface Mount {
	/** Relative to the site's folder: `../packages/kit/docs`. */
	folder: string;
	/** The name of the folder in `content/`: `content/docs/kit`. */
	at: string;
	/** Patterns of files in the folder that are no part of the site; see `excludes`. */
	exclude?: readonly string[];
}

/** Folders outside of `content/` that authors may use. */
export interface Included {
	/** Folders, mounted ones too, relative to the site's folder. */
	folders: readonly string[];
	/** The innermost first, because one may be in the place of another. */
	mounts: readonly Mount[];
}

export const NOTHING_INCLUDED: Included = { folders: [], mounts: [] };

/** The path of a file or folder: `../packages/kit/docs/a.md` for `content/docs/kit/a.md`. */
export function realPath(mounts: readonly Mount[], name: string): string {
	const mount = mounts.find(({ at }) => `${name}/`.startsWith(`${at}/`));
	return mount ? mount.folder + name.slice(mount.at.length) : name;
}

/**
 * Whether a pattern stands for a file: a path in the folder, of the file or of a folder with it. `*` is any part of a
 * name, and `**` any folders.
 */
export function excludes(pattern: string, path: string): boolean {
	return new RegExp(`^${globPattern(pattern)}(?:/|$)`).test(path);
}

/** Whether a file of a mounted folder is left out of the site. */
export function isExcluded(mounts: readonly Mount[], name: string): boolean {
	const mount = mounts.find(({ at }) => `${name}/`.startsWith(`${at}/`));
	return mount?.exclude?.some((pattern) => excludes(pattern, name.slice(mount.at.length + 1))) ?? false;
}

/** The opposite of `realPath`: the name in `content/` of a file in a mounted folder. */
export function mountedName(mounts: readonly Mount[], path: string): string {
	const mount = mounts.find(({ folder }) => `${path}/`.startsWith(`${folder}/`));
	return mount ? mount.at + path.slice(mount.folder.length) : path;
}

/** Whether a file of `content/` is in a mounted folder. */
export function isMounted(mounts: readonly Mount[], name: string): boolean {
	return realPath(mounts, name) !== name;
}

/** A text for authors, with the real paths of files in mounted folders. */
export function withRealPaths(mounts: readonly Mount[], text: string): string {
	if (mounts.length === 0) return text;
	const names = mounts.map(({ at }) => at.replace(/[^\w\s]/g, '\\$&')).join('|');
	return text.replace(new RegExp(`(?<![\\w./-])(?:${names})/`, 'g'), (name) => realPath(mounts, name));
}

/**
 * Where paths of the machine become names of the site: names have slashes on every system, paths what the system has.
 * `rules` are those of the system; tests hand in another's.
 */
import path, { type PlatformPath } from 'node:path';

/** With slashes. Where the system has slashes itself, a backslash is a letter like any other. */
export function slashed(text: string, { sep }: Pick<PlatformPath, 'sep'> = path): string {
	return sep === '/' ? text : text.split(sep).join('/');
}

/** The name of a file from a folder; of one on another drive it is the whole path. Both are absolute. */
export function nameFrom(folder: string, file: string, rules: PlatformPath = path): string {
	return slashed(rules.relative(folder, file), rules);
}

/** Whether an absolute path is a folder's own, or leads into it. */
export function isIn(file: string, folder: string, { sep }: Pick<PlatformPath, 'sep'> = path): boolean {
	return file === folder || file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** An import that names a file: by its place from here, or by an absolute path of any system. */
export const FILE_IMPORT = /^\.|^\/|^[A-Za-z]:[\\/]/;

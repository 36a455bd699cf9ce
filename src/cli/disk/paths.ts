/**
 * Converts paths of the system to names in the site: names have slashes on every system. `rules` are the path rules of
 * the system; tests pass another system's.
 */
import path, { type PlatformPath } from 'node:path';

/** With slashes. On systems that use slashes anyway, a backslash is an ordinary character. */
export function slashed(text: string, { sep }: Pick<PlatformPath, 'sep'> = path): string {
	return sep === '/' ? text : text.split(sep).join('/');
}

/** The name of a file relative to a folder; the whole path if it is on another drive. Both are absolute. */
export function nameFrom(folder: string, file: string, rules: PlatformPath = path): string {
	return slashed(rules.relative(folder, file), rules);
}

/** Whether an absolute path is the folder itself or inside it. */
export function isIn(file: string, folder: string, { sep }: Pick<PlatformPath, 'sep'> = path): boolean {
	return file === folder || file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** An import of a file: by a relative path, or by an absolute path of any system. */
export const FILE_IMPORT = /^\.|^\/|^[A-Za-z]:[\\/]/;

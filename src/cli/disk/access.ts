/**
 * Which files authors may show and publish; a file that a page shows is published, so one rule covers both. Markdown and
 * the files in `content/` are not trusted: a pull request may change one page, and the machine that builds it may hold
 * secrets. Every path that an author wrote is checked here before the file is opened.
 */
import { realpathSync, type Stats, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { CONTENT, STATIC } from '../../content/model/identity.ts';
import type { Refusal } from '../../content/model/page.ts';
import { attempt } from './disk.ts';
import { isIn } from './paths.ts';

/** Absolute paths of the folders that an author may use. */
interface Grant {
	/** Their files are allowed, except those in `node_modules` and hidden files and folders. */
	folders: readonly string[];
	/** All their files are allowed. */
	open?: readonly string[];
	/** Names that start with a dot and are still allowed. */
	shown?: RegExp;
}

/** Resolves symbolic links and reads the status of a path. Both throw if nothing is there. */
export interface Links {
	real(path: string): string;
	stat(path: string): Pick<Stats, 'isFile' | 'isDirectory'>;
}

const DISK: Links = { real: realpathSync.native, stat: statSync };

/**
 * Why the authors of the site at `root` may not use a file; undefined if they may, or if it does not exist. They may use
 * `content/` and the folders of `include`, which are relative to `root`. Below `content/static` even hidden files are
 * published, because hosts read `.well-known`.
 */
export function refusalOf(
	root: string,
	name: string,
	include: readonly string[],
	links: Links = DISK,
): Refusal | undefined {
	const folders = [CONTENT, ...include].map((folder) => resolve(root, folder));
	return refusalFor(resolve(root, name), { folders, open: [join(root, STATIC)] }, links);
}

/** The same for any absolute path: checks the path as written, and the real path, which must be a file or folder. */
export function refusalFor(path: string, grant: Grant, links: Links = DISK): Refusal | undefined {
	if (/[\0\ufffd]/.test(path)) return 'nul';
	const refusal = refusalByName(path, grant);
	const real = realOf(path, links);
	if (refusal || real === undefined) return refusal;
	const reals = (paths: readonly string[] = []): string[] => paths.flatMap((folder) => realOf(folder, links) ?? []);
	const behind = refusalByName(real, { ...grant, folders: reals(grant.folders), open: reals(grant.open) });
	if (behind) return behind;
	const stat = links.stat(real);
	return stat.isFile() || stat.isDirectory() ? undefined : 'special';
}

function refusalByName(path: string, { folders, open = [], shown = /^$/ }: Grant): Refusal | undefined {
	if (open.some((folder) => isIn(path, folder))) return undefined;
	const refusals = folders
		.filter((folder) => isIn(path, folder))
		.map((folder) => privateIn(relative(folder, path), shown));
	if (refusals.length === 0) return 'outside';
	return refusals.includes(undefined) ? undefined : refusals[0];
}

function privateIn(path: string, shown: RegExp): Refusal | undefined {
	const names = path.split(sep);
	if (names.some((name) => name.startsWith('.') && !shown.test(name))) return 'hidden';
	// Some file systems ignore case.
	return names.some((name) => name.toLowerCase() === 'node_modules') ? 'packages' : undefined;
}

function realOf(path: string, { real }: Links): string | undefined {
	return attempt(() => real(path));
}

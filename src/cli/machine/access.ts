/**
 * Which files authors may show and publish; what a page shows is published, so one rule serves both. Markdown and the
 * files in `content/` are not trusted: a pull request may change one page, and the machine that builds it may hold
 * secrets. Everything that turns what an author wrote into a path asks here before a file is opened.
 */
import { realpathSync, type Stats, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { CONTENT, STATIC } from '../../content/model/identity.ts';
import type { Refusal } from '../../content/model/page.ts';
import { isIn } from './paths.ts';

/** What an author may use, as absolute folders. */
export interface Grant {
	/** Their files may be used, but for `node_modules`, dotfiles and what lies below a dot. */
	folders: readonly string[];
	/** All their files may be used. */
	open?: readonly string[];
	/** Names with a dot that are not private. */
	shown?: RegExp;
}

/** What the disk says of a path: where links lead, and what is there. Both throw where there is nothing. */
export interface Links {
	real(path: string): string;
	stat(path: string): Pick<Stats, 'isFile' | 'isDirectory'>;
}

const DISK: Links = { real: realpathSync.native, stat: statSync };

/**
 * Why the authors of the site at `root` may not use a file; undefined where they may, and where there is none. They may
 * use `content/` and the folders of `include`, which are relative to `root`. Below `content/static` even dotfiles are
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

/** The same for any absolute path: as it is written, and for the file behind all links, which must be a regular one. */
export function refusalFor(path: string, grant: Grant, links: Links = DISK): Refusal | undefined {
	if (path.includes('\0')) return 'nul';
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
	// Some disks take no notice of case.
	return names.some((name) => name.toLowerCase() === 'node_modules') ? 'packages' : undefined;
}

function realOf(path: string, { real }: Links): string | undefined {
	try {
		return real(path);
	} catch {
		return undefined;
	}
}

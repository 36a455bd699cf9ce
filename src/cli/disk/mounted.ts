/** A site's files by their names. Files of mounted folders have names in `content/`. */
import { posix } from 'node:path';
import { type Included, isExcluded, mountedName, realPath, withRealPaths } from '../../content/model/mounts.ts';
import type { Refusal } from '../../content/model/page.ts';
import { absolutePath, relativeName } from './package.ts';
import type { FileStat, Project } from './project.ts';

interface NamedFiles extends Pick<Project, 'stat' | 'read' | 'digest'> {
	/** Sorted by path. */
	list(folder: string): FileStat[];
	/** The same in any order, each file looked at when its turn comes. */
	walk(folder: string): Iterable<FileStat>;
	refusal(name: string): Refusal | undefined;
	/** The name of an absolute path. */
	nameOf(path: string): string;
	/** The absolute path of a name. */
	pathOf(name: string): string;
	/** A text for authors, with real paths instead of names. */
	shown(text: string): string;
}

/** The files of a project, with mounted folders. */
export function namedFiles(project: Project, { folders, mounts }: Included): NamedFiles {
	const real = (name: string): string => realPath(mounts, name);
	// A file is not used if its name leads to a file of another folder.
	const named = (stat: FileStat, name: string): FileStat => {
		if (real(name) !== stat.path) return { ...stat, refused: { kind: 'taken', by: posix.dirname(real(name)) } };
		return { ...stat, path: name, ...(isExcluded(mounts, name) && { refused: { kind: 'excluded' } }) };
	};
	/** What `of` finds for a name, unless the file is left out. */
	const unless =
		<T>(of: (path: string) => T | undefined) =>
		(name: string): T | undefined =>
			isExcluded(mounts, name) ? undefined : of(real(name));
	const walk = function* (folder: string): Generator<FileStat> {
		const inside = mounts.filter(({ at }) => at.startsWith(`${folder}/`));
		for (const { folder: from, at } of [{ folder: real(folder), at: folder }, ...inside])
			for (const stat of project.list(from, folders)) yield named(stat, at + stat.path.slice(from.length));
	};
	return {
		list: (folder) => [...walk(folder)].sort((a, b) => (a.path < b.path ? -1 : 1)),
		walk,
		refusal: (name) => (isExcluded(mounts, name) ? 'excluded' : project.refusal(real(name), folders)),
		stat(name) {
			const stat = unless((path) => project.stat(path))(name);
			return stat && { ...stat, path: name };
		},
		read: unless((path) => project.read(path)),
		digest: unless((path) => project.digest(path)),
		nameOf: (path) => mountedName(mounts, relativeName(project.root, path)),
		pathOf: (name) => absolutePath(project.root, real(name)),
		shown: (text) => withRealPaths(mounts, text),
	};
}

/** The files that Hugo sees as content: folders that `module.mounts` puts there, and what `build` leaves unpublished. */
import { join, posix } from 'node:path';
import { nameFrom } from './docsgen.ts';
import { type Fields, fieldsOf, filesBelow, globPattern, isFile, listOf, mayRead, textOf } from './old-site.ts';
import { frontMatterOf } from './page-files.ts';

/** Path below `content`, and the file. A language comes from its mount as the first folder. */
export type Content = [path: string, source: string][];

/** The content of a site by its mounts; undefined if it has none for content, which is then the folder of that name. */
export function mountedContent(root: string, config: Fields): Content | undefined {
	const mounts = listOf(fieldsOf(config.module).mounts)
		.map(fieldsOf)
		.filter(({ target }) => /^\/?content(?:\/|$)/.test(String(target)));
	if (mounts.length === 0) return undefined;
	const found = new Map<string, string>();
	for (const mount of mounts) {
		const folder = join(root, String(mount.source));
		const below = String(mount.target).replace(/^\/?content\/?/, '');
		const [named] = listOf(fieldsOf(fieldsOf(mount.sites).matrix).languages);
		const language =
			Object.keys(fieldsOf(config.languages)).length > 1 ? (textOf(mount.lang) ?? textOf(named) ?? '') : '';
		const patterns = (value: unknown): RegExp[] => [value ?? []].flat().map((glob) => globPattern(String(glob)));
		const [kept, left] = [patterns(mount.includeFiles), patterns(mount.excludeFiles)];
		const files = isFile(folder) ? [''] : filesBelow(folder);
		for (const file of files) {
			const matches = (pattern: RegExp): boolean => pattern.test(file);
			if (left.some(matches) || (kept.length > 0 && !kept.some(matches))) continue;
			const source = join(folder, file);
			const path = posix.join(language, below, file);
			// The first mount of a path wins.
			if (!found.has(path) && mayRead(source, root)) found.set(path, source);
		}
	}
	return [...found];
}

interface Shown {
	/** Whether there is a page. */
	isRendered: boolean;
	/** Whether it is in lists. */
	isListed: boolean;
}

/** Reads `build` of pages, with what the configuration and the sections above hand down to them in `cascade`. */
export function buildReader(
	config: Fields,
	sections: [path: string, source: string][],
): (path: string, source: string) => Shown {
	const sets = [
		...[config.cascade ?? []].flat().map((set) => ({ folder: '', set: fieldsOf(set) })),
		...sections
			.toSorted(([a], [b]) => a.length - b.length)
			.flatMap(([path, source]) =>
				[frontMatterOf(source).extra.cascade ?? []]
					.flat()
					.map((set) => ({ folder: posix.dirname(path), set: fieldsOf(set) })),
			),
	];
	return (path, source) => {
		const bare = `/${path.replace(/(?:\/?_?index)?\.\w+$/, '')}`;
		const isSection = /(?:^|\/)_index\.\w+$/.test(path);
		const build: Fields = {};
		for (const { folder, set } of sets) {
			const target = fieldsOf(set.target ?? set._target);
			const glob = textOf(target.path);
			const isBelow = folder === '' || folder === '.' || `${path}/`.startsWith(`${folder}/`);
			const isMeant =
				glob === undefined || globPattern(glob.replace(/\{\//g, '{').replaceAll(',/', ',')).test(bare.slice(1));
			const kind = textOf(target.kind);
			const isKind =
				kind === undefined || globPattern(kind).test(isSection ? (bare === '/' ? 'home' : 'section') : 'page');
			if (isBelow && isMeant && isKind) Object.assign(build, fieldsOf(set.build ?? set._build));
		}
		const { extra } = frontMatterOf(source);
		Object.assign(build, fieldsOf(extra.build ?? extra._build));
		const isOff = (value: unknown): boolean => value === false || value === 'never' || value === 'link';
		return {
			isRendered: !isOff(build.render) && extra.headless !== true,
			isListed: build.list !== false && build.list !== 'never',
		};
	};
}

/** The path of a file below `content`. */
export function pathReader(folder: string, mounted: Content | undefined): (source: string) => string {
	const paths = new Map(mounted?.map(([path, source]) => [source, path]));
	return (source) => paths.get(source) ?? nameFrom(folder, source);
}

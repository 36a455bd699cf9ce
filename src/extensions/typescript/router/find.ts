/** Finds the files of tRPC routers, as packages without entry points: the reference of packages reads both. */
import { basename, dirname, join } from 'node:path';
import { nameFrom, slashed } from '../../../cli/disk/paths.ts';
import { CONFIG_FILE } from '../../../content/model/identity.ts';
import { nearest } from '../../../content/model/schema.ts';
import type { SourceReading } from '../compiler/reads.ts';
import { type FindMore, readManifest } from '../reference/packages.ts';

/** Name of the type in the module that a router is read through. */
export const ROUTER = '__Router';

export const findRouters: FindMore = (root, { api }, reading) =>
	api.flatMap(({ router: file, ...settings }) => {
		if (file === undefined) return [];
		const path = slashed(join(root, file));
		const { id, label = id, type = 'AppRouter', url } = settings;
		if (!reading.has(path)) {
			const near = nearestFile(file, root, reading);
			return {
				code: 'router-file',
				severity: 'error',
				file: CONFIG_FILE,
				message: `The file ${file} of the router "${id}" doesn't exist.`,
				hint: near ? `Did you mean ${near}?` : 'Correct the path, which starts in the folder of the site.',
				about: { words: [file] },
			};
		}
		const folder = folderOf(dirname(path), root, reading);
		return {
			id,
			name: String(readManifest(folder, reading)?.name ?? id),
			label,
			version: '',
			description: '',
			folder,
			from: dirname(path),
			path: settings.path ?? `api/${id}`,
			docsVersion: settings.version ?? 'current',
			...(settings.source === undefined ? {} : { source: settings.source }),
			entries: [],
			unread: [],
			untyped: [],
			needs: [],
			examples: `export type ${ROUTER} = import('./${basename(path).replace(/\.tsx?$/, '')}').${type};`,
			instances: {},
			typeParameters: {},
			conditions: settings.conditions ?? {},
			groups: {},
			external: settings.external ?? {},
			router: { file, type, ...(url === undefined ? {} : { url }) },
		};
	});

/** The folder of the nearest package.json, not above the site. */
function folderOf(folder: string, root: string, reading: SourceReading): string {
	const isTop = nameFrom(root, folder) === '' || folder === dirname(folder);
	return isTop || reading.has(join(folder, 'package.json')) ? folder : folderOf(dirname(folder), root, reading);
}

/** The file with the most similar path: in the same folder, or the first of that name below the nearest folder. */
function nearestFile(file: string, root: string, reading: SourceReading): string | undefined {
	const folder = dirname(file);
	const up = dirname(folder);
	const listed = [folder, ...(up === '.' || up === folder ? [] : [up])].flatMap((one) =>
		reading.names(join(root, one)).map((name) => `${one === '.' ? '' : `${one}/`}${name}`),
	);
	const sources = [...new Set(listed)].filter((name) => /\.tsx?$/.test(name));
	return nearest(file, sources) ?? sources.find((name) => basename(name) === basename(file));
}

/**
 * Reads what the samples of a docs version are checked against: the installed packages, and the setups that fences
 * include. Besides the cache and the compiler's host, the only file here that reads the disk.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { readSample } from '../../content/code/samples.ts';
import type { Sample } from '../../content/model/sample.ts';
import { nameFrom } from '../machine/paths.ts';
import { importsOf } from './modules.ts';
import type { SampleVersion } from './types.ts';

export interface Workspace {
	name: string;
	/** Absolute path of the folder with package.json and node_modules. */
	folder: string;
	/** Name and installed version of the main package, e.g. `@trpc/server 10.27.1`. */
	against: string;
	/** Installed version per dependency of package.json; `''` if it is not installed. */
	packages: Record<string, string>;
	/** Installed versions of packages that an earlier check did not find; without those that are still missing. */
	sought: Record<string, string>;
	/** Setups by the name in includes. */
	setups: Map<string, Setup>;
	/** Declaration files in the folder `setups`, which every sample sees. */
	ambient: Setup[];
}

export interface Setup {
	/** Relative to the site's folder. */
	file: string;
	text: string;
	/** A setup is parsed like a fence: unnamed code, and named files. */
	sample: Sample;
}

/** Reads files by absolute path, and the names in a folder; undefined or empty if there is nothing. */
export interface Reading {
	text(path: string): string | undefined;
	names(folder: string): string[];
}

const DISK: Reading = {
	text(path) {
		try {
			return readFileSync(path, 'utf8');
		} catch {
			return undefined;
		}
	},
	names(folder) {
		try {
			return readdirSync(folder).sort();
		} catch {
			return [];
		}
	},
};

/**
 * Reads the folder of a docs version. `root` is the absolute path of the site's folder; packages are looked up from the
 * version's folder up to `root`. Throws if the folder has no readable package.json, or if the main package is not
 * installed: nothing could be checked.
 */
export function readWorkspace(root: string, version: SampleVersion, from: Reading = DISK): Workspace {
	const folder = join(root, version.folder);
	const packages: Record<string, string> = {};
	for (const name of dependencies(from, folder)) packages[name] = installed(from, { root, folder, name });
	// Every sample sees this package, so its presence and version affect all results.
	packages['@types/node'] ??= installed(from, { root, folder, name: '@types/node' });
	const main = packages[version.package];
	if (!main)
		throw new Error(
			`The samples of ${version.name} are checked against ${version.package}, which is not installed in ${version.folder}. Run npm install.`,
		);
	const sought = Object.fromEntries(
		(version.sought ?? [])
			.map((name) => [name, installed(from, { root, folder, name })] as const)
			.filter(([, found]) => found !== ''),
	);
	const { setups, ambient } = sortSetups(readSetups(from, root, join(folder, 'setups')));
	return {
		name: version.name,
		folder,
		against: `${version.package} ${main}`,
		packages,
		sought,
		setups: new Map([...setups, ...readApplications(from, root, folder, [...setups.values()])]),
		ambient,
	};
}

/**
 * Files of applications in the version's folder that setups include by path, such as `shop/server/router.ts`, with all
 * their imports. Their names are relative to the application's folder: `server/router.ts`.
 */
function readApplications(from: Reading, root: string, folder: string, setups: Setup[]): Map<string, Setup> {
	const found = new Map<string, Setup>();
	const read = (path: string): string | undefined => from.text(join(folder, path));
	const wanted = setups.flatMap(({ sample }) => sample.includes.map(({ name }) => name));
	const paths = new Set(wanted.filter((name) => name.includes('/')));
	for (const path of paths) {
		const text = read(path);
		if (text === undefined) continue;
		const imports = importsOf(path, text, (candidate) => read(candidate) !== undefined);
		for (const imported of imports) paths.add(imported);
		const file = nameFrom(root, join(folder, path));
		const lang = path.endsWith('x') ? 'tsx' : 'ts';
		const info = `${lang} title="${path.slice(path.indexOf('/') + 1)}"`;
		const includes = imports.map((name) => ({ name, line: 1 }));
		const sample = { ...readSample({ lang, info, code: text, line: 1, file }), includes };
		found.set(path, { file, text, sample });
	}
	return found;
}

/** Splits texts, by path relative to the site's folder, into setups and declaration files. */
export function sortSetups(texts: Record<string, string>): Pick<Workspace, 'setups' | 'ambient'> {
	const all = Object.entries(texts).map(([file, text]): Setup => {
		const lang = file.endsWith('x') ? 'tsx' : 'ts';
		return { file, text, sample: readSample({ lang, info: lang, code: text, line: 1, file }) };
	});
	const setups = all.filter(({ file }) => !file.endsWith('.d.ts'));
	return {
		setups: new Map(setups.map((setup) => [posix.basename(setup.file).replace(/\.\w+$/, ''), setup])),
		ambient: all.filter(({ file }) => file.endsWith('.d.ts')),
	};
}

function dependencies(from: Reading, folder: string): string[] {
	const text = from.text(join(folder, 'package.json'));
	if (text === undefined) throw new Error(`There is no package.json in ${folder}.`);
	const { dependencies: found } = readJson(text);
	return Object.keys(isRecord(found) ? found : {}).sort();
}

/** Version of a package found in `folder` or the folders above it, or `''`. */
function installed(from: Reading, { root, folder, name }: { root: string; folder: string; name: string }): string {
	for (let at = folder; ; at = dirname(at)) {
		const text = from.text(join(at, 'node_modules', name, 'package.json'));
		if (text !== undefined) return String(readJson(text).version);
		if (at === root || at === dirname(at)) return '';
	}
}

function readSetups(from: Reading, root: string, folder: string): Record<string, string> {
	const files = from.names(folder).filter((name) => /\.\w+$/.test(name));
	return Object.fromEntries(
		files.map((name) => [nameFrom(root, join(folder, name)), from.text(join(folder, name)) ?? '']),
	);
}

function readJson(text: string): Record<string, unknown> {
	const value: unknown = JSON.parse(text);
	return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

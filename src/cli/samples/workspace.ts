/**
 * Reads what the samples of a docs version are checked against: the installed packages, and the setups that fences
 * include.
 */

import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { readSample } from '../../content/code/samples.ts';
import { hashOfValue } from '../../content/model/hash.ts';
import type { Sample } from '../../content/model/sample.ts';
import { isRecord } from '../../content/model/schema.ts';
import { attempt } from '../machine/disk.ts';
import { nameFrom } from '../machine/paths.ts';
import { importsOf, OPTIONS } from './modules.ts';

export interface Workspace {
	/** Absolute path of the site's folder; packages are not looked up above it. */
	root: string;
	/** Absolute path of the folder with package.json and node_modules. */
	folder: string;
	/** Name and installed version of the main package, e.g. `@trpc/server 10.27.1`. */
	against: string;
	/** Installed version per dependency of package.json; `''` if it is not installed. */
	packages: Record<string, string>;
	/** Setups by the name in includes. */
	setups: Map<string, Setup>;
	/** Declaration files in the folder `setups`, which every sample sees. */
	ambient: Setup[];
	/** Hash of everything that its samples have in common: the compiler, the packages, the declarations. */
	salt: string;
	/** Hash of all of it, setups included. */
	hash: string;
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

/** Increase it whenever the result for the same sample may change. */
const CHECKER = 1;

/**
 * Reads the folder of a docs version. `root` is the absolute path of the site's folder; packages are looked up from the
 * version's folder up to `root`. Throws if the folder has no readable package.json, or if the main package is not
 * installed: nothing could be checked.
 */
export function readWorkspace(
	root: string,
	version: { name: string; folder: string; package: string },
	from: Reading,
): Workspace {
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
	const all = readSetups(from, root, join(folder, 'setups'));
	const ambient = all.filter(({ file }) => file.endsWith('.d.ts'));
	const own = all.filter((setup) => !ambient.includes(setup));
	const setups = new Map([
		...own.map((setup) => [posix.basename(setup.file).replace(/\.\w+$/, ''), setup] as const),
		...readApplications(from, root, folder, own),
	]);
	const against = `${version.package} ${main}`;
	const salt = hashOfValue([
		CHECKER,
		compilerVersion(),
		OPTIONS,
		packages,
		ambient.map(({ file, text }) => [file, text]),
	]);
	return { root, folder, against, packages, setups, ambient, salt, hash: hashOfValue([salt, against, [...setups]]) };
}

/** Undefined if TypeScript is not installed: the check reports it. */
function compilerVersion(): unknown {
	const manifest = attempt(() => readFileSync(new URL(import.meta.resolve('typescript/package.json')), 'utf8'));
	return manifest && readJson(manifest, 'package.json of TypeScript').version;
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

function dependencies(from: Reading, folder: string): string[] {
	const file = join(folder, 'package.json');
	const text = from.text(file);
	if (text === undefined) throw new Error(`There is no package.json in ${folder}.`);
	const { dependencies: found } = readJson(text, file);
	return Object.keys(isRecord(found) ? found : {}).sort();
}

/** Version of a package found in `folder` or the folders above it, or `''`. */
function installed(from: Reading, { root, folder, name }: { root: string; folder: string; name: string }): string {
	for (let at = folder; ; at = dirname(at)) {
		const file = join(at, 'node_modules', name, 'package.json');
		const text = from.text(file);
		if (text !== undefined) return String(readJson(text, file).version);
		if (at === root || at === dirname(at)) return '';
	}
}

function readSetups(from: Reading, root: string, folder: string): Setup[] {
	const names = from.names(folder).filter((name) => /\.\w+$/.test(name));
	return names.map((name) => {
		const file = nameFrom(root, join(folder, name));
		const text = from.text(join(folder, name)) ?? '';
		const lang = file.endsWith('x') ? 'tsx' : 'ts';
		return { file, text, sample: readSample({ lang, info: lang, code: text, line: 1, file }) };
	});
}

function readJson(text: string, file: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : {};
	} catch (error) {
		throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : error}`);
	}
}

/**
 * Reads what the samples of a docs version are checked against: the installed packages, and the setups that fences
 * include.
 */

import { dirname, join, posix } from 'node:path';
import { attempt } from '../../../cli/disk/disk.ts';
import { nameFrom } from '../../../cli/disk/paths.ts';
import { parseFenceInfo } from '../../../content/code/fence.ts';
import type { AnnotatedFence } from '../../../content/model/annotation.ts';
import { hashOfValue } from '../../../content/model/hash.ts';
import { isRecord } from '../../../content/model/schema.ts';
import type { SourceReading } from '../compiler/reads.ts';
import { typescriptVersion } from '../compiler/typescript.ts';
import { readFence } from '../fences/read.ts';
import { OPTIONS, sampleImports } from './modules.ts';

export interface Workspace {
	/** Absolute path of the site's folder. */
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
	/** If readers can edit the samples. */
	live?: LiveModules;
	/** Hash of everything that its samples have in common: the compiler, what it reads, the declarations. */
	salt: string;
	/** Changes with the files that the compiler has read. */
	stamp: string;
	/** Hash of all of it, setups included. */
	hash: string;
}

/** Module → file of the site that browsers load in its place; false: they cannot load it. */
export type LiveModules = Record<string, string | false>;

export interface Setup {
	/** Relative to the site's folder. */
	file: string;
	text: string;
	/** A setup is parsed like a fence: unnamed code, and named files. */
	sample: AnnotatedFence;
}

/** Settings of a docs version: its folder, relative to the site's, and the main package. */
interface VersionFolder {
	folder: string;
	package: string;
	live?: { modules: LiveModules };
}

/** The folder of a docs version in the configuration is unusable: nothing could be checked. */
export class WorkspaceError extends Error {
	constructor(
		/** The field of the version in the configuration; `message` continues a sentence that starts with its name. */
		readonly field: 'folder' | 'package',
		message: string,
		readonly hint: string,
	) {
		super(message);
	}
}

/** Increase it whenever the result for the same sample may change. */
const CHECKER = 4;

/**
 * Reads the folder of a docs version, relative to `root`, the absolute path of the site's folder. Packages are looked up
 * as Node does it: in the folder, and in those above it. `stamp` changes with the files that the compiler has read. Throws a
 * `WorkspaceError`.
 */
export function readWorkspace(root: string, version: VersionFolder, from: SourceReading, stamp = ''): Workspace {
	const folder = join(root, version.folder);
	const packages: Record<string, string> = {};
	for (const name of dependencies(from, root, version)) packages[name] = installed(from, folder, name);
	// Every sample sees this package, so its presence and version affect all results.
	packages['@types/node'] ??= installed(from, folder, '@types/node');
	const main = packages[version.package];
	if (!main) throw notInstalled(version, main !== undefined);
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
		typescriptVersion(root),
		OPTIONS,
		stamp,
		// Samples may import these; what the compiler reads of them is in the stamp.
		Object.keys(packages),
		ambient.map(({ file, text }) => [file, text]),
		version.live !== undefined,
	]);
	const hash = hashOfValue([salt, against, [...setups]]);
	return { root, folder, against, packages, setups, ambient, live: version.live?.modules, salt, stamp, hash };
}

/** `listed`: whether the folder's package.json lists the package. */
function notInstalled({ folder, package: main }: VersionFolder, listed: boolean): WorkspaceError {
	if (listed)
		return new WorkspaceError('package', `names ${main}, which is not installed`, `Run "npm install" in ${folder}.`);
	const manifest = posix.join(folder, 'package.json');
	const message = `names ${main}, which ${manifest} does not list in "dependencies"`;
	return new WorkspaceError('package', message, `Run "npm install ${main}" in ${folder}.`);
}

/**
 * Files of applications in the version's folder that setups include by path, such as `shop/server/router.ts`, with all
 * their imports. Their names are relative to the application's folder: `server/router.ts`.
 */
function readApplications(from: SourceReading, root: string, folder: string, setups: Setup[]): Map<string, Setup> {
	const found = new Map<string, Setup>();
	const read = (path: string): string | undefined => from.text(join(folder, path));
	const wanted = setups.flatMap(({ sample }) => sample.includes.map(({ name }) => name));
	const paths = new Set(wanted.filter((name) => name.includes('/')));
	for (const path of paths) {
		const text = read(path);
		if (text === undefined) continue;
		const imports = sampleImports(path, text, (candidate) => read(candidate) !== undefined);
		for (const imported of imports) paths.add(imported);
		const file = nameFrom(root, join(folder, path));
		const lang = path.endsWith('x') ? 'tsx' : 'ts';
		const info = `${lang} title="${path.slice(path.indexOf('/') + 1)}"`;
		const includes = imports.map((name) => ({ name, line: 1 }));
		const sample = { ...readFence({ lang, info: parseFenceInfo(info), code: text, line: 1, file }), includes };
		found.set(path, { file, text, sample });
	}
	return found;
}

/** Names of the packages that samples may import. */
function dependencies(from: SourceReading, root: string, { folder, package: main }: VersionFolder): string[] {
	const text = from.text(join(root, folder, 'package.json'));
	const manifest = text === undefined ? undefined : attempt(() => readJson(text));
	if (manifest) return Object.keys(isRecord(manifest.dependencies) ? manifest.dependencies : {}).sort();
	throw text === undefined
		? new WorkspaceError(
				'folder',
				`names ${folder}, which has no package.json`,
				`Run "npm init -y" and "npm install ${main}" in ${folder}, or name the folder with the packages of the samples.`,
			)
		: new WorkspaceError('folder', `names ${folder}, whose package.json is not valid JSON`, 'Correct the file.');
}

/** Version of a package found in `folder` or the folders above it, or `''`. */
function installed(from: SourceReading, folder: string, name: string): string {
	const text = from.text(join(folder, 'node_modules', name, 'package.json'));
	if (text !== undefined) return String(attempt(() => readJson(text))?.version);
	return folder === dirname(folder) ? '' : installed(from, dirname(folder), name);
}

function readSetups(from: SourceReading, root: string, folder: string): Setup[] {
	const names = from.names(folder).filter((name) => /\.\w+$/.test(name));
	return names.map((name) => {
		const file = nameFrom(root, join(folder, name));
		const text = from.text(join(folder, name)) ?? '';
		const lang = file.endsWith('x') ? 'tsx' : 'ts';
		return { file, text, sample: readFence({ lang, info: parseFenceInfo(lang), code: text, line: 1, file }) };
	});
}

function readJson(text: string): Record<string, unknown> {
	const value: unknown = JSON.parse(text);
	return isRecord(value) ? value : {};
}

/**
 * Reads what a docs version is checked against: which packages are installed, and the set-ups that fences
 * include. The only file here, besides the cache and the compiler's host, that touches the disk.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { readSample, type Sample } from '../../content/samples.ts';
import type { SampleVersion } from './types.ts';

export interface Workspace {
	name: string;
	/** Absolute path of the folder with package.json and node_modules. */
	folder: string;
	/** Name and installed version of the main package, e.g. `@trpc/server 10.27.1`. */
	against: string;
	/** Installed version per dependency of package.json; `''` where it is not installed. */
	packages: Record<string, string>;
	setups: Map<string, Setup>;
	/** Declaration files in the folder `setups`: every sample sees them. */
	ambient: Setup[];
}

export interface Setup {
	/** Relative to the site's folder. */
	file: string;
	text: string;
	/** Set-ups have the shape of a fence: a head without name, and files. */
	sample: Sample;
}

/**
 * Reads the folder of a docs version. `root` is the absolute path of the site's folder; packages are looked for
 * from the version's folder up to it. Throws where the folder has no readable package.json, or where the main
 * package is not installed: nothing could be checked.
 */
export function readWorkspace(root: string, version: SampleVersion): Workspace {
	const folder = join(root, version.folder);
	const packages: Record<string, string> = {};
	for (const name of dependencies(join(folder, 'package.json'))) packages[name] = installed(root, folder, name);
	const main = packages[version.package];
	if (!main)
		throw new Error(
			`The samples of ${version.name} are checked against ${version.package}, which is not installed in ${version.folder}. Run npm install.`,
		);
	return {
		name: version.name,
		folder,
		against: `${version.package} ${main}`,
		packages,
		...sortSetups(readSetups(root, posix.join(version.folder, 'setups'))),
	};
}

/** Set-ups and declarations among texts by path relative to the site's folder. */
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

function dependencies(file: string): string[] {
	const manifest = readJson(file);
	return Object.keys(isRecord(manifest.dependencies) ? manifest.dependencies : {}).sort();
}

/** Version of a package as found from `folder` upwards, or `''`. */
function installed(root: string, folder: string, name: string): string {
	for (let at = folder; ; at = dirname(at)) {
		try {
			return String(readJson(join(at, 'node_modules', name, 'package.json')).version);
		} catch {
			if (at === root || at === dirname(at)) return '';
		}
	}
}

function readSetups(root: string, folder: string): Record<string, string> {
	let names: string[];
	try {
		names = readdirSync(join(root, folder)).sort();
	} catch {
		return {};
	}
	const files = names.filter((name) => /\.\w+$/.test(name)).map((name) => posix.join(folder, name));
	return Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

function readJson(file: string): Record<string, unknown> {
	const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
	return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

/**
 * Finds the packages of the API reference: their folders, names and entry points. Reads package.json files and file
 * names, never sources, so that the lookup costs a build next to nothing.
 */

import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type ApiConfig, type Config, resolveConfig } from '../../content/model/config.ts';
import { hashOfValue } from '../../content/model/hash.ts';
import { CONFIG_FILE } from '../../content/model/identity.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { isRecord } from '../../content/model/schema.ts';
import { attempt } from '../machine/disk.ts';
import { slashed } from '../machine/paths.ts';

/** A configured package, with the defaults of its settings and what its package.json says. */
export interface ApiPackage
	extends Pick<ApiConfig, 'id' | 'source'>,
		Required<Pick<ApiConfig, 'label' | 'path' | 'instances' | 'typeParameters' | 'groups' | 'external'>> {
	/** Name on npm. */
	name: string;
	version: string;
	description: string;
	/** Absolute folder of its package.json, with links resolved; uses slashes, as the compiler does. */
	folder: string;
	/** Absolute folder of the site where the lookup started; also used for imports that the package cannot resolve. */
	from: string;
	/** Docs version of its pages. */
	docsVersion: string;
	entries: ApiEntry[];
	/** Names of the packages that this one depends on. */
	needs: string[];
	/** Text of a TypeScript module whose names `instances` may use; may be empty. */
	examples: string;
}

export interface ApiEntry {
	/** Import path below the package's name: `adapters/express`; empty for the main entry point. */
	name: string;
	/** Absolute. */
	file: string;
}

/** A package that cannot be documented. */
export class ApiPackageError extends Error {
	readonly finding: Diagnostic;

	constructor(settings: ApiConfig, message: string, hint: string) {
		super(message);
		const about = { words: [settings.package] };
		this.finding = { code: 'api-package', severity: 'error', file: CONFIG_FILE, message, hint, about };
	}
}

/** The configured packages, dependencies first. Throws an `ApiPackageError` if one is missing. */
export function findPackages(root: string, config: Config): ApiPackage[] {
	return inOrder(config.api.map((settings) => findPackage(root, settings)));
}

/**
 * Hash of all inputs of the generated pages. An installed package never changes without a new version; for a local
 * package, the hash includes its sources.
 */
export function packagesKey(packages: ApiPackage[]): string {
	return hashOfValue(
		packages.map((found) => [
			{ ...found, folder: '', from: '', entries: found.entries.map(({ name }) => name) },
			relative(found.from, found.folder),
			isInstalled(found.folder) ? '' : sourceStats(found.folder),
		]),
	);
}

/** The same key for a configuration as written; an error message if a package is missing. */
export function packagesSignature(root: string, written: unknown): string {
	const { config } = resolveConfig(written);
	if (!config || config.api.length === 0) return '';
	try {
		return packagesKey(findPackages(root, config));
	} catch (error) {
		return (error as Error).message;
	}
}

function findPackage(root: string, settings: ApiConfig): ApiPackage {
	const from = join(root, settings.folder ?? '.');
	const folder = locate(from, settings);
	if (folder === undefined)
		throw new ApiPackageError(
			settings,
			`The package "${settings.package}" of the API reference is not installed in ${settings.folder ?? 'the site'}.`,
			'Run npm install, or set "folder" to where the package is installed.',
		);
	const manifest = readManifest(folder, settings);
	const entries = settings.entryPoints
		? Object.entries(settings.entryPoints).map(([name, file]) => ({ name: entryName(name), file: join(folder, file) }))
		: listEntries(folder, manifest);
	const missing = entries.find(({ file }) => !existsSync(file));
	if (missing || entries.length === 0)
		throw new ApiPackageError(
			settings,
			missing
				? `The entry point "${missing.name || '.'}" of ${settings.package} does not exist: ${relative(folder, missing.file)}.`
				: `No entry point of ${settings.package} has TypeScript sources or declarations.`,
			'Name the files in "entryPoints", as { ".": "src/index.ts" }.',
		);
	return {
		id: settings.id,
		name: settings.package,
		label: settings.label ?? settings.package,
		version: text(manifest.version),
		description: text(manifest.description),
		folder,
		from,
		path: settings.path ?? `api/${settings.id}`,
		docsVersion: settings.version ?? 'current',
		...(settings.source === undefined ? {} : { source: settings.source }),
		entries,
		examples: readExamples(root, settings),
		instances: settings.instances ?? {},
		typeParameters: settings.typeParameters ?? {},
		groups: settings.groups ?? {},
		external: settings.external ?? {},
		needs: ['dependencies', 'peerDependencies'].flatMap((field) => Object.keys(recordOf(manifest[field]))),
	};
}

function readExamples(root: string, settings: ApiConfig): string {
	const { id, examples } = settings;
	if (examples === undefined) return '';
	const text = attempt(() => readFileSync(join(root, examples), 'utf8'));
	const message = `The examples of ${id} do not exist: ${examples}.`;
	if (text === undefined) throw new ApiPackageError(settings, message, 'Name a file in "examples".');
	return text;
}

/** The folder itself if it is the package; otherwise the nearest installation at or above it, as Node resolves it. */
function locate(from: string, settings: ApiConfig): string | undefined {
	const name = settings.package;
	if (readManifest(from, settings).name === name) return slashed(realpathSync(from));
	for (let at = from; ; at = dirname(at)) {
		const folder = join(at, 'node_modules', name);
		if (existsSync(join(folder, 'package.json'))) return slashed(realpathSync(folder));
		if (at === dirname(at)) return undefined;
	}
}

/** The package.json in a folder; empty if there is none. */
function readManifest(folder: string, settings: ApiConfig): Record<string, unknown> {
	const file = join(folder, 'package.json');
	try {
		return existsSync(file) ? recordOf(JSON.parse(readFileSync(file, 'utf8'))) : {};
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new ApiPackageError(settings, `${file} cannot be read: ${reason}.`, 'Correct it.');
	}
}

function recordOf(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {};
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** Removes the prefix of `.` and `./adapters/express`, the forms in package.json. */
function entryName(subpath: string): string {
	return subpath.replace(/^\.\/?/, '');
}

/** All entry points with types, in the order of package.json, the main one first. */
function listEntries(folder: string, manifest: Record<string, unknown>): ApiEntry[] {
	const { exports } = manifest;
	const isTable = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
	const targets: [string, unknown][] = isTable
		? Object.entries(exports)
		: [['.', exports ?? manifest.types ?? manifest.typings ?? manifest.main ?? './index.js']];
	const found = targets.flatMap(([subpath, target]): ApiEntry[] => {
		if (subpath.includes('*') || /\.(?:json|css)$/.test(subpath)) return [];
		const own = subpath === '.' ? [manifest.types, manifest.typings] : [];
		const files = [...filesOf(target), ...own.flatMap(filesOf)];
		const file = files.map((name) => sourceOf(folder, name)).find((name) => name !== undefined);
		return file === undefined ? [] : [{ name: entryName(subpath), file }];
	});
	const seen = new Set<string>();
	return found
		.filter(({ file }) => !seen.has(file) && seen.add(file))
		.sort((a, b) => Number(a.name !== '') - Number(b.name !== ''));
}

/** File names in a target of package.json's `exports`, types first. */
function filesOf(target: unknown): string[] {
	if (typeof target === 'string') return [target];
	if (Array.isArray(target)) return target.flatMap(filesOf);
	if (!isRecord(target)) return [];
	const conditions = Object.entries(target).filter(([name]) => !name.startsWith('types@'));
	const types = conditions.filter(([name]) => name === 'types');
	return [...types, ...conditions.filter(([name]) => name !== 'types')].flatMap(([, inner]) => filesOf(inner));
}

const OUTPUT_FOLDER = /^(?:dist|lib|build|out|esm|cjs|types)\//;
const EXTENSION = /(?:\.d)?\.[cm]?[jt]sx?$/;

/** The TypeScript source of a built file if the package ships it, otherwise its declarations. */
function sourceOf(folder: string, name: string): string | undefined {
	const file = name.replace(/^\.\//, '');
	const bare = file.replace(EXTENSION, '');
	const source = OUTPUT_FOLDER.test(bare) ? bare.replace(OUTPUT_FOLDER, 'src/') : undefined;
	const isSource = /(?<!\.d)\.[cm]?tsx?$/.test(file);
	const candidates = [
		...(source === undefined ? [] : [`${source}.ts`, `${source}.tsx`]),
		...(isSource || /\.d\.[cm]?ts$/.test(file) ? [file] : []),
		`${bare}.d.ts`,
		`${bare}.d.mts`,
		`${bare}.d.cts`,
		...(EXTENSION.test(file) ? [] : [`${file}/index.d.ts`]),
	];
	const found = candidates.find((candidate) => existsSync(join(folder, candidate)));
	return found === undefined ? undefined : join(folder, found);
}

/** Whether a package is installed, so that the site's author cannot change its sources. */
export function isInstalled(folder: string): boolean {
	return /[\\/]node_modules[\\/]/.test(folder);
}

/** Size and time of all TypeScript files of a local package. */
function sourceStats(folder: string): [string, number, number][] {
	const found: [string, number, number][] = [];
	const visit = (path: string): void => {
		for (const entry of readdirSync(path, { withFileTypes: true })) {
			if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
			const child = join(path, entry.name);
			if (entry.isDirectory()) visit(child);
			else if (/\.[cm]?tsx?$/.test(entry.name)) {
				const { size, mtimeMs } = statSync(child);
				found.push([relative(folder, child), size, mtimeMs]);
			}
		}
	};
	visit(folder);
	return found.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Orders packages after their dependencies, so that a re-exported symbol has its page in its own package. */
function inOrder(packages: ApiPackage[]): ApiPackage[] {
	const byName = new Map(packages.map((found) => [found.name, found]));
	const done = new Set<ApiPackage>();
	const visit = (found: ApiPackage, above: ApiPackage[]): void => {
		if (done.has(found) || above.includes(found)) return;
		for (const name of found.needs) {
			const needed = byName.get(name);
			if (needed) visit(needed, [...above, found]);
		}
		done.add(found);
	};
	for (const found of packages) visit(found, []);
	return [...done];
}

/**
 * Finds the packages of the API reference: their folders, names and entry points. Reads package.json files and file
 * names, never sources, so that the lookup costs a build next to nothing.
 */

import { realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { attempt } from '../../../cli/disk/disk.ts';
import { nameFrom, slashed } from '../../../cli/disk/paths.ts';
import type { Config } from '../../../content/model/config.ts';
import { hashOfValue } from '../../../content/model/hash.ts';
import { CONFIG_FILE } from '../../../content/model/identity.ts';
import { literalPattern } from '../../../content/model/names.ts';
import type { Diagnostic } from '../../../content/model/page.ts';
import { isRecord } from '../../../content/model/schema.ts';
import type { SourceReading } from '../compiler/reads.ts';
import { isInRange, typescriptVersion } from '../compiler/typescript.ts';
import { entriesIn } from '../model/entries.ts';

type ApiConfig = Config['api'][number] & { package: string };

/** The entries of `api` for packages. */
function packagesIn({ api }: Pick<Config, 'api'>): ApiConfig[] {
	return api.flatMap((one) => (one.package === undefined ? [] : { ...one, package: one.package }));
}

/** A configured package, with the defaults of its settings and what its package.json says. */
export interface ApiPackage
	extends Pick<ApiConfig, 'id' | 'source'>,
		Required<
			Pick<ApiConfig, 'label' | 'path' | 'instances' | 'typeParameters' | 'conditions' | 'groups' | 'external'>
		> {
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
	/** Entry points in package.json that are not read: patterns without names of modules, and scripts without types. */
	unread: string[];
	untyped: string[];
	/** Names of the packages that this one depends on. */
	needs: string[];
	/** Text of a TypeScript module with names that `instances` may use; may be empty. */
	examples: string;
	/** Documented in place of exports. */
	router?: { file: string; type: string; url?: string };
}

/** Finds what other entries of `api` are about, in the form of packages without entry points. */
export type FindMore = (root: string, config: Config, reading: SourceReading) => (ApiPackage | Diagnostic)[];

export interface ApiEntry {
	/** Import path below the package's name: `adapters/express`; empty for the main entry point. */
	name: string;
	/** Absolute. */
	file: string;
}

/** Packages that cannot be documented, with a finding for each. */
export class ApiPackageError extends Error {
	constructor(readonly findings: Diagnostic[]) {
		super(findings.map(({ message }) => message).join('\n'));
	}
}

/** The configured packages by docs version, dependencies first. Throws an `ApiPackageError` if some are missing. */
export function findPackages(
	root: string,
	config: Config,
	reading: SourceReading,
	findMore: FindMore = () => [],
): ApiPackage[] {
	const found = [
		...packagesIn(config).map((settings) => findPackage(root, settings, reading)),
		...findMore(root, config, reading),
	];
	const problems = found.filter((one) => 'severity' in one);
	if (problems.length > 0) throw new ApiPackageError(problems);
	const packages = found.filter((one) => 'folder' in one);
	const versions = [...new Set(packages.map(({ docsVersion }) => docsVersion))];
	return versions.flatMap((version) => {
		const own = packages.filter(({ docsVersion }) => docsVersion === version);
		return [...inOrder(own.filter(({ router }) => !router)), ...own.filter(({ router }) => router)];
	});
}

/** Hash of what packages and the configuration say about the generated pages; their sources are read later. */
export function packagesKey(packages: ApiPackage[]): string {
	return hashOfValue(
		packages.map((found) => [
			{ ...found, folder: '', from: '', entries: found.entries.map(({ name }) => name) },
			relative(found.from, found.folder),
		]),
	);
}

/** A package, or the finding that it cannot be documented. */
function findPackage(root: string, settings: ApiConfig, reading: SourceReading): ApiPackage | Diagnostic {
	const from = join(root, settings.folder ?? '.');
	const folder = locate(from, settings.package, reading);
	const problem = (message: string, hint: string): Diagnostic => {
		const about = { words: [settings.package] };
		return { code: 'api-package', severity: 'error', file: CONFIG_FILE, message, hint, about };
	};
	const manifest = readManifest(folder ?? from, reading);
	if (!manifest)
		return problem(`${nameFrom(root, join(folder ?? from, 'package.json'))} is not valid JSON.`, 'Correct the file.');
	if (folder === undefined)
		return problem(
			`The package "${settings.package}" of the API reference is not installed in ${settings.folder ?? 'the site'}.`,
			'Run npm install, or set "folder" to where the package is installed.',
		);
	const written = Object.entries(settings.entryPoints ?? {});
	const named = written.map(([name, file]) => ({ name: entryName(name), file: join(folder, file) }));
	const { entries, unread, untyped } = settings.entryPoints
		? { entries: named, unread: [], untyped: [] }
		: listEntries(folder, manifest, { reading, version: typescriptVersion(root) });
	const missing = entries.find(({ file }) => !reading.has(file));
	if (missing || entries.length === 0)
		return problem(
			missing
				? `The entry point "${missing.name || '.'}" of ${settings.package} does not exist: ${relative(folder, missing.file)}.`
				: `No entry point of ${settings.package} has TypeScript sources or declarations.`,
			'Name the files in "entryPoints", as { ".": "src/index.ts" }.',
		);
	const examples = settings.examples === undefined ? '' : reading.text(join(root, settings.examples));
	if (examples === undefined)
		return problem(`The examples of ${settings.id} do not exist: ${settings.examples}.`, 'Name a file in "examples".');
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
		unread,
		untyped,
		examples,
		instances: settings.instances ?? {},
		typeParameters: settings.typeParameters ?? {},
		conditions: settings.conditions ?? {},
		groups: settings.groups ?? {},
		external: settings.external ?? {},
		needs: ['dependencies', 'peerDependencies'].flatMap((field) => Object.keys(recordOf(manifest[field]))),
	};
}

/** The folder itself if it is the package; otherwise the nearest installation at or above it, as Node resolves it. */
function locate(from: string, name: string, reading: SourceReading): string | undefined {
	if (readManifest(from, reading)?.name === name) return slashed(realpathSync(from));
	for (let at = from; ; at = dirname(at)) {
		const folder = join(at, 'node_modules', name);
		if (reading.has(join(folder, 'package.json'))) return slashed(realpathSync(folder));
		if (at === dirname(at)) return undefined;
	}
}

/** The package.json in a folder: empty if there is none, undefined if it is not valid. */
export function readManifest(folder: string, reading: SourceReading): Record<string, unknown> | undefined {
	const manifest = reading.text(join(folder, 'package.json'));
	return manifest === undefined ? {} : attempt(() => recordOf(JSON.parse(manifest)));
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

/**
 * All entry points with types: the main one, the others in the order of package.json, and those that patterns stand for.
 * `unread` are the patterns that export files of any kind, such as `./*`: their modules have no names.
 */
function listEntries(
	folder: string,
	{ exports, types, typings, main, typesVersions }: Record<string, unknown>,
	{ reading, version }: Compiler,
): { entries: ApiEntry[]; unread: string[]; untyped: string[] } {
	const isTable = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
	const targets: [string, unknown][] = isTable
		? Object.entries(exports)
		: [['.', exports ?? types ?? typings ?? main ?? './index.js']];
	const isThere = (file: string): boolean => reading.has(join(folder, file));
	const existing = (name: string): string[] => sourcesOf(name).filter(isThere);
	const untyped: string[] = [];
	const named = targets.flatMap(([subpath, target]): ApiEntry[] => {
		if (subpath.includes('*') || /\.(?:json|css)$/.test(subpath)) return [];
		// Without `exports`, the compiler also looks for `index.d.ts`, whatever `main` is.
		const others = subpath !== '.' ? [] : exports === undefined ? [types, typings, './index.js'] : [types, typings];
		const all = exports === undefined ? forVersion([target, ...others], typesVersions, version) : [target, ...others];
		const [file] = all.flatMap((one) => inTarget(one, existing, version));
		if (file !== undefined) return [{ name: entryName(subpath), file: join(folder, file) }];
		const isScript = (one: string): string[] => (/\.[cm]?jsx?$/.test(one) && isThere(one) ? [one] : []);
		if (inTarget(target, isScript, version).length > 0) untyped.push(subpath);
		return [];
	});
	const patterns = targets.filter(([subpath]) => subpath.includes('*'));
	const keys = targets.map(([subpath]) => subpath);
	const matching = patterns
		.flatMap(([subpath, target]) => patternEntries(folder, subpath, target, { reading, version }))
		.filter(({ name, subpath }) => keyOf(`./${name}`, keys) === subpath)
		.sort((a, b) => depthOf(a.name) - depthOf(b.name) || (a.name < b.name ? -1 : 1));
	const seen = new Set<string>();
	const entries = [...named.toSorted((a, b) => Number(a.name !== '') - Number(b.name !== '')), ...matching]
		.filter(({ file }) => !seen.has(file) && seen.add(file))
		.map(({ name, file }) => ({ name, file }));
	const whole = (file: string): string[] => (/\*[^.]*$/.test(file) ? [file] : []);
	const unread = patterns.flatMap(([subpath, target]) => inTarget(target, whole, version).map(() => subpath));
	return { entries, unread, untyped };
}

/** Types of a package depend on these as well as on its package.json. */
interface Compiler {
	reading: SourceReading;
	/** Of the compiler. */
	version: string;
}

/** Files of `types` as `typesVersions` replaces them for the compiler, before those that it replaces. */
function forVersion(targets: unknown[], typesVersions: unknown, version: string): unknown[] {
	const [, table] = Object.entries(recordOf(typesVersions)).find(([range]) => isInRange(version, range)) ?? [];
	const replaced = (target: unknown): unknown[] => {
		const file = text(target).replace(/^\.\//, '');
		return Object.entries(recordOf(table)).flatMap(([pattern, files]) => {
			const star = starIn(file, pattern);
			return star !== undefined && Array.isArray(files) ? files.map((one) => String(one).replace('*', star)) : [];
		});
	};
	return [...targets.flatMap(replaced), ...targets];
}

/** The part of a text that the star of a pattern stands for: empty for the pattern itself, undefined for other texts. */
export function starIn(written: string, pattern: string): string | undefined {
	const [start = '', end] = pattern.split('*');
	if (end === undefined) return written === pattern ? '' : undefined;
	const isFit = written.startsWith(start) && written.endsWith(end) && written.length >= start.length + end.length;
	return isFit ? written.slice(start.length, written.length - end.length) : undefined;
}

function depthOf(name: string): number {
	return name.split('/').length;
}

/** The files that a pattern exports as modules, and what their importers write. In a target, each star is the same text. */
function patternEntries(
	folder: string,
	subpath: string,
	target: unknown,
	{ reading, version }: Compiler,
): (ApiEntry & { subpath: string })[] {
	const read = (candidate: string): ApiEntry[] => {
		const [before = '', ...after] = candidate.split('*').map(literalPattern);
		const pattern = new RegExp(`^${before}(.+)${after.join('\\1')}$`);
		const top = candidate.slice(0, candidate.lastIndexOf('/', candidate.indexOf('*')) + 1);
		return reading.names(join(folder, top)).flatMap((name) => {
			const file = top + name;
			const star = pattern.exec(file)?.[1];
			if (star === undefined || NO_MODULE.test(star)) return [];
			return [{ name: entryName(subpath.replace('*', star)), file: join(folder, file) }];
		});
	};
	const found = inTarget(target, (file) => (EXTENSION.test(file) ? sourcesOf(file).flatMap(read) : []), version);
	const byName = new Map(found.toReversed().map((entry) => [entry.name, entry]));
	return [...byName.values()].map((entry) => ({ ...entry, subpath }));
}

/** Files next to modules that their extension makes look like one. */
const NO_MODULE = /\.(?:d|test|spec|stories)$/;

/** The key of `exports` that Node uses for an import: the exact one, otherwise the pattern with the longest start. */
function keyOf(subpath: string, keys: readonly string[]): string | undefined {
	if (keys.includes(subpath)) return subpath;
	const fitting = keys.filter((key) => starIn(subpath, key));
	return fitting.sort((a, b) => b.indexOf('*') - a.indexOf('*') || b.length - a.length)[0];
}

/** Conditions that importers of a module usually have (Node, bundlers). */
const USUAL = ['import', 'module', 'node', 'require', 'default'];

/**
 * The findings of `read` in the files of a target of package.json's `exports`: under the first condition that has something,
 * types first and unusual ones last. In a list, everything. `version` is that of the compiler.
 */
function inTarget<T>(target: unknown, read: (file: string) => T[], version: string): T[] {
	if (typeof target === 'string') return read(target);
	if (Array.isArray(target)) return target.flatMap((one) => inTarget(one, read, version));
	if (!isRecord(target)) return [];
	const isTypes = (condition: string): boolean => /^types(?:@|$)/.test(condition);
	const rank = (condition: string): number => (isTypes(condition) ? 0 : USUAL.includes(condition) ? 1 : 2);
	const conditions = Object.keys(target)
		.filter((condition) => !condition.startsWith('types@') || isInRange(version, condition.slice('types@'.length)))
		.sort((a, b) => rank(a) - rank(b));
	for (const condition of conditions) {
		const found = inTarget(target[condition], read, version);
		if (found.length > 0) return found;
	}
	return [];
}

const OUTPUT_FOLDER = /^(?:dist|lib|build|out|esm|cjs|types)\//;
const EXTENSION = /(?:\.d)?\.[cm]?[jt]sx?$/;

/** Where the types of an exported file may be: in the TypeScript source of a built file, otherwise in declarations. */
function sourcesOf(name: string): string[] {
	const file = name.replace(/^\.\//, '');
	const bare = file.replace(EXTENSION, '');
	const source = OUTPUT_FOLDER.test(bare) ? bare.replace(OUTPUT_FOLDER, 'src/') : undefined;
	const isSource = /(?<!\.d)\.[cm]?tsx?$/.test(file);
	return [
		...(source === undefined ? [] : [`${source}.ts`, `${source}.tsx`]),
		...(isSource || /\.d\.[cm]?ts$/.test(file) ? [file] : []),
		`${bare}.d.ts`,
		`${bare}.d.mts`,
		`${bare}.d.cts`,
		...(EXTENSION.test(file) ? [] : [`${file}/index.d.ts`]),
	];
}

/** Whether a path of the site may be in the reference. */
export function covers(config: Pick<Config, 'api'>, path: string): boolean {
	const place = `${path.replace(/\.\w+$/, '')}/`;
	return entriesIn(config).some((found) => place.includes(`/${found.path ?? `api/${found.id}`}/`));
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

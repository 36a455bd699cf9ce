/** Creates the compiler's program for all packages; the other modules read from it. */
import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve as resolvePath } from 'node:path';
import type ts from 'typescript';
import { nameFrom } from '../../../cli/disk/paths.ts';
import { CONFIG_FILE } from '../../../content/model/identity.ts';
import type { Diagnostic } from '../../../content/model/page.ts';
import { isInstalled, ReadLog } from '../compiler/reads.ts';
import { loadTypescript, tsc } from '../compiler/typescript.ts';
import { type ApiPackage, starIn } from './packages.ts';

/** Parsed files by path, which several programs of a process share, and the files that were read for them. */
export interface ProgramFiles {
	parsed: Map<string, ts.SourceFile | undefined>;
	log: ReadLog;
	/** By folder, `paths` of its tsconfig.json. */
	paths: Map<string, ts.MapLike<string[]>>;
}

export function newProgramFiles(): ProgramFiles {
	return { parsed: new Map(), log: new ReadLog(), paths: new Map() };
}

/**
 * One program for all packages of a docs version of the site in `root`, so that a type has one page, whichever package
 * names it.
 */
export function openProgram(
	packages: ApiPackage[],
	root: string,
	files = newProgramFiles(),
): { program: ts.Program; diagnostics: Diagnostic[] } {
	loadTypescript(root);
	const { program, missing, lost } = createProgram(packages, files);
	// Pages name files after their packages.
	const sources = program.getSourceFiles().filter(({ fileName }) => !isInstalled(fileName));
	for (const folder of new Set(sources.map(({ fileName }) => dirname(fileName)))) noteManifests(folder, files);
	const diagnostics = [...missing].map(([owner, names]): Diagnostic => {
		const list = [...names].sort().join(', ');
		const message = `${owner} imports packages that are not installed: ${list}. Types from them cannot be shown.`;
		const hint = 'Run "npm install" in the folder of the package.';
		return { code: 'api-reference', severity: 'warning', file: CONFIG_FILE, message, hint, about: { words: [owner] } };
	});
	return { program, diagnostics: [...diagnostics, ...lost.map((one) => findingOf(one, root))] };
}

function noteManifests(folder: string, { log }: Pick<ProgramFiles, 'log'>): void {
	const path = join(folder, 'package.json');
	log.note(path);
	if (!existsSync(path) && folder !== dirname(folder)) noteManifests(dirname(folder), { log });
}

/** An import of a local package that leads to no TypeScript. */
interface LostImport {
	specifier: string;
	/** The file that it leads to, if it is JavaScript. */
	script?: string;
	file: ts.SourceFile;
	/** Offset of the specifier, with the white space before it. */
	at: number;
}

function findingOf({ specifier, script, file, at }: LostImport, root: string): Diagnostic {
	const start = file.text.indexOf(specifier, at);
	const { line, character } = file.getLineAndCharacterOfPosition(start);
	return {
		code: 'api-reference',
		severity: 'warning',
		file: nameFrom(root, file.fileName),
		line: line + 1,
		column: character + 1,
		length: specifier.length,
		excerpt: file.text.split(/\r?\n/, line + 1)[line],
		message: script
			? `"${specifier}" is JavaScript without types, so the API reference does not show its exports.`
			: `"${specifier}" leads to no file, so the API reference does not show its exports.`,
		hint: script ? 'Add declarations for it.' : 'Is the package built? Otherwise, correct the path.',
	};
}

/** The settings of the nearest tsconfig.json of a file that say where imports lead. */
function pathsFor(folder: string, files: ProgramFiles): ts.MapLike<string[]> {
	const known = files.paths.get(folder);
	if (known) return known;
	const config = join(folder, 'tsconfig.json');
	files.log.note(config);
	const isTop = folder === dirname(folder);
	const found = existsSync(config) ? readPaths(config, files) : isTop ? {} : pathsFor(dirname(folder), files);
	files.paths.set(folder, found);
	return found;
}

/** The patterns in `paths` of a file's tsconfig.json that an import fits. */
function ownPaths(specifier: string, file: string, files: ProgramFiles): string[] {
	if (isInstalled(file) || specifier.startsWith('.')) return [];
	return Object.keys(pathsFor(dirname(file), files)).filter((pattern) => starIn(specifier, pattern) !== undefined);
}

function readPaths(config: string, { log }: ProgramFiles): ts.MapLike<string[]> {
	const host: ts.ParseConfigFileHost = {
		...tsc.sys,
		readFile(path) {
			log.note(path);
			return tsc.sys.readFile(path);
		},
		// The files of the project do not matter.
		readDirectory: () => [],
		onUnRecoverableConfigFileDiagnostic: () => {},
	};
	const { options = {} } = tsc.getParsedCommandLineOfConfigFile(config, {}, host) ?? {};
	const base = String(options.pathsBasePath ?? options.baseUrl ?? dirname(config));
	const absolute = (path: string): string => resolvePath(options.baseUrl ?? base, path);
	return {
		...Object.fromEntries(Object.entries(options.paths ?? {}).map(([name, to]) => [name, to.map(absolute)])),
		...(options.baseUrl === undefined ? {} : { '*': [`${options.baseUrl}/*`] }),
	};
}

/** Virtual file of a package's examples, in the folder where the lookup of the package started. */
export function examplesFile({ id, from }: ApiPackage): string {
	return join(from, `${id}.examples.ts`);
}

/**
 * `missing`: names of modules that a local package imports but that are not installed, by the package's name. The site's
 * author cannot change what an installed package imports.
 */
function createProgram(packages: ApiPackage[], files: ProgramFiles) {
	const options = compilerOptions(packages, files);
	const examples = new Map(packages.map((found) => [examplesFile(found), examplesText(found)]));
	const host = createHost(options, examples, files);
	const resolve = createResolver(options, host, files);
	const missing = new Map<string, Set<string>>();
	const lost: LostImport[] = [];
	host.resolveModuleNameLiterals = (literals, file, _, __, source) =>
		literals.map(({ text, pos }) => {
			const found = resolve(text, file);
			const leads = found.resolvedModule?.resolvedFileName;
			const isPath = text.startsWith('.') || ownPaths(text, file, files).some((pattern) => pattern !== '*');
			const isExport = source.statements.some(
				(node) => tsc.isExportDeclaration(node) && node.pos <= pos && pos < node.end,
			);
			const script = isExport && /\.[cm]?jsx?$/.test(leads ?? '') ? leads : undefined;
			const isModule = !/\.\w+(?:\?.*)?$/.test(text) || /\.[cm]?[jt]sx?$/.test(text);
			if (pos >= 0 && isPath && isModule && !isInstalled(file) && (leads === undefined || script))
				lost.push({ specifier: text, script, file: source, at: pos });
			// The compiler adds an import of the JSX runtime, without a position, to files that never asked for it.
			if (leads !== undefined || isPath || isBuiltin(text) || pos < 0) return found;
			const owner = packages.find(({ folder }) => file.startsWith(`${folder}/`));
			if (!owner) return found;
			const fromSite = resolve(text, join(owner.from, 'package.ts'));
			if (!fromSite.resolvedModule && !isInstalled(`${owner.folder}/`)) {
				const names = missing.get(owner.name) ?? new Set();
				missing.set(owner.name, names.add(text));
			}
			return fromSite;
		});
	const rootNames = [...packages.flatMap(({ entries }) => entries.map(({ file }) => file)), ...examples.keys()];
	return { program: tsc.createProgram({ rootNames, options, host }), missing, lost };
}

function compilerOptions(packages: ApiPackage[], { log }: ProgramFiles): ts.CompilerOptions {
	const typeRoots = [...new Set(packages.flatMap(({ from }) => foldersAbove(from)))];
	for (const root of typeRoots) log.note(join(root, 'node/package.json'));
	return {
		target: tsc.ScriptTarget.ES2022,
		lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
		module: tsc.ModuleKind.ESNext,
		moduleResolution: tsc.ModuleResolutionKind.Bundler,
		jsx: tsc.JsxEmit.ReactJSX,
		strict: true,
		esModuleInterop: true,
		resolveJsonModule: true,
		skipLibCheck: true,
		noEmit: true,
		typeRoots,
		types: typeRoots.some((root) => existsSync(join(root, 'node'))) ? ['node'] : [],
		// Packages see each other's sources, not the built files.
		paths: Object.fromEntries(
			packages.flatMap(({ name, folder, entries }) => [
				...entries.map((entry) => [entry.name === '' ? name : `${name}/${entry.name}`, [entry.file]]),
				// Sources may import internal modules of another package.
				...(existsSync(join(folder, 'src')) ? [[`${name}/*`, [join(folder, 'src/*'), join(folder, '*')]]] : []),
			]),
		),
	};
}

/** Reads the disk, and notes it in the log of `files`; `examples` are in memory. */
function createHost(options: ts.CompilerOptions, examples: Map<string, string>, { parsed, log }: ProgramFiles) {
	const host = tsc.createCompilerHost(options);
	const { getSourceFile, fileExists, readFile } = host;
	host.fileExists = (file) => {
		if (examples.has(file)) return true;
		// A file that an installed package lacks comes with another version of it.
		if (!isInstalled(file)) log.note(file);
		return fileExists(file);
	};
	host.readFile = (file) => {
		log.note(file);
		return readFile(file);
	};
	host.getSourceFile = (file, options, ...rest) => {
		const text = examples.get(file);
		if (text !== undefined) return tsc.createSourceFile(file, text, options, true, tsc.ScriptKind.TS);
		// Comments are read from the text, so parsing them would only take time.
		const parsing = { jsDocParsingMode: tsc.JSDocParsingMode.ParseNone };
		const how = typeof options === 'object' ? { ...options, ...parsing } : options;
		if (!parsed.has(file)) parsed.set(file, getSourceFile(file, how, ...rest));
		return parsed.get(file);
	};
	return host;
}

/** Looks up where an import leads, by `paths` of the tsconfig.json next to its file first. */
function createResolver(options: ts.CompilerOptions, host: ts.CompilerHost, files: ProgramFiles) {
	const cache = tsc.createModuleResolutionCache(host.getCurrentDirectory(), (name) => name, options);
	return (specifier: string, file: string): ts.ResolvedModuleWithFailedLookupLocations => {
		const isOwn = ownPaths(specifier, file, files).length > 0 && !options.paths?.[specifier];
		const paths = isOwn ? { ...options.paths, ...pathsFor(dirname(file), files) } : undefined;
		let found = paths && tsc.resolveModuleName(specifier, file, { ...options, paths }, host);
		if (!found?.resolvedModule) found = tsc.resolveModuleName(specifier, file, options, host, cache);
		files.log.noteLookup(specifier, file, found.resolvedModule?.resolvedFileName);
		return found;
	};
}

/** `node_modules/@types` of a folder and of all its parents. */
function foldersAbove(folder: string): string[] {
	const above = dirname(folder) === folder ? [] : foldersAbove(dirname(folder));
	return [join(folder, 'node_modules/@types'), ...above];
}

/** The author's examples, followed by the types that pages show. */
function examplesText({ examples, instances }: ApiPackage): string {
	const types = Object.values(instances).flatMap((shown) => Object.values(shown));
	return `${examples}\nexport type __Examples = {${types.map((type, index) => `\n\t${index}: ${type};`).join('')}\n};\n`;
}

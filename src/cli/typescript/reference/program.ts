/** Creates the compiler's program for all packages; the other modules read from it. */
import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import { CONFIG_FILE } from '../../../content/model/identity.ts';
import type { Diagnostic } from '../../../content/model/page.ts';
import { isInstalled, ReadLog } from '../compiler/reads.ts';
import { loadTypescript, tsc } from '../compiler/typescript.ts';
import type { ApiPackage } from './packages.ts';

/** What several programs of a process have in common: files by path, and what was read for them. */
export interface ProgramFiles {
	parsed: Map<string, ts.SourceFile | undefined>;
	log: ReadLog;
}

export function newProgramFiles(): ProgramFiles {
	return { parsed: new Map(), log: new ReadLog() };
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
	const { program, missing } = createProgram(packages, files);
	// Pages name files after their packages.
	for (const { fileName } of program.getSourceFiles())
		if (!isInstalled(fileName)) noteManifests(dirname(fileName), files);
	const diagnostics = [...missing].map(([owner, names]): Diagnostic => {
		const list = [...names].sort().join(', ');
		const message = `${owner} imports packages that are not installed: ${list}. Types from them cannot be shown.`;
		const hint = 'Run "npm install" in the folder of the package.';
		return { code: 'api-reference', severity: 'warning', file: CONFIG_FILE, message, hint, about: { words: [owner] } };
	});
	return { program, diagnostics };
}

function noteManifests(folder: string, { log }: Pick<ProgramFiles, 'log'>): void {
	const path = join(folder, 'package.json');
	log.note(path);
	if (!existsSync(path) && folder !== dirname(folder)) noteManifests(dirname(folder), { log });
}

/** Virtual file of a package's examples, in the folder where the lookup of the package started. */
export function examplesFile({ id, from }: ApiPackage): string {
	return join(from, `${id}.examples.ts`);
}

/**
 * `missing`: names of modules that a local package imports but that are not installed, by the package's name. The site's
 * author cannot change what an installed package imports.
 */
function createProgram(
	packages: ApiPackage[],
	{ parsed, log }: ProgramFiles,
): { program: ts.Program; missing: Map<string, Set<string>> } {
	const typeRoots = [...new Set(packages.flatMap(({ from }) => foldersAbove(from)))];
	for (const root of typeRoots) log.note(join(root, 'node/package.json'));
	const options: ts.CompilerOptions = {
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
	const host = tsc.createCompilerHost(options);
	const examples = new Map(packages.map((found) => [examplesFile(found), examplesText(found)]));
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
		if (!parsed.has(file))
			parsed.set(
				file,
				getSourceFile(file, typeof options === 'object' ? { ...options, ...parsing } : options, ...rest),
			);
		return parsed.get(file);
	};
	const cache = tsc.createModuleResolutionCache(host.getCurrentDirectory(), (name) => name, options);
	const missing = new Map<string, Set<string>>();
	const resolve = (specifier: string, file: string): ts.ResolvedModuleWithFailedLookupLocations => {
		const found = tsc.resolveModuleName(specifier, file, options, host, cache);
		log.noteLookup(specifier, file, found.resolvedModule?.resolvedFileName);
		return found;
	};
	host.resolveModuleNameLiterals = (literals, file) =>
		literals.map(({ text, pos }) => {
			const found = resolve(text, file);
			// The compiler adds an import of the JSX runtime, without a position, to files that never asked for it.
			if (found.resolvedModule || text.startsWith('.') || isBuiltin(text) || pos < 0) return found;
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
	return { program: tsc.createProgram({ rootNames, options, host }), missing };
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

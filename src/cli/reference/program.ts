/** The program that the compiler makes of packages, and what it exports: everything else reads from these. */
import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import type { ApiPackage } from './packages.ts';

/** The compiler, once `openProgram` was called: whoever makes no reference need not load it. */
export let tsc: typeof ts;

export interface Remark {
	severity: 'error' | 'warning';
	message: string;
	/** Absolute. */
	file?: string;
	line?: number;
	column?: number;
}

/** One program for all packages, so that a type has one page whichever package names it. */
export async function openProgram(packages: ApiPackage[]): Promise<{ program: ts.Program; remarks: Remark[] }> {
	tsc = (await import('typescript')).default;
	const { program, missing } = createProgram(packages);
	const remarks = [...missing].map(([owner, names]): Remark => {
		const list = [...names].sort().join(', ');
		return {
			severity: 'warning',
			message: `${owner} imports packages that are not installed: ${list}. Types from them cannot be shown.`,
		};
	});
	return { program, remarks };
}

/** The name under which the examples of a package are compiled, in the folder from which the package is found. */
export function examplesFile({ id, from }: ApiPackage): string {
	return join(from, `${id}.examples.ts`);
}

/** Large declarations whose comments no page shows: reading them takes a quarter of the time. */
const UNREAD = /\/node_modules\/(?:typescript|@types\/(?:node|react)|csstype|undici-types)\//;

/** Missing: package name → names of modules that its sources import and nobody has. */
function createProgram(packages: ApiPackage[]): { program: ts.Program; missing: Map<string, Set<string>> } {
	const typeRoots = [...new Set(packages.flatMap(({ from }) => foldersAbove(from)))];
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
		// One package sees the sources of another, not what was built from them.
		paths: Object.fromEntries(
			packages.flatMap(({ name, folder, entries }) => [
				...entries.map((entry) => [entry.name === '' ? name : `${name}/${entry.name}`, [entry.file]]),
				// Sources may import more of a package than it exports.
				...(existsSync(join(folder, 'src')) ? [[`${name}/*`, [join(folder, 'src/*'), join(folder, '*')]]] : []),
			]),
		),
	};
	const host = tsc.createCompilerHost(options);
	const examples = new Map(packages.map((found) => [examplesFile(found), examplesText(found)]));
	const { getSourceFile, fileExists } = host;
	host.fileExists = (file) => examples.has(file) || fileExists(file);
	host.getSourceFile = (file, options, ...rest) => {
		const text = examples.get(file);
		if (text !== undefined) return tsc.createSourceFile(file, text, options, true, tsc.ScriptKind.TS);
		const parsing = UNREAD.test(file) ? { jsDocParsingMode: tsc.JSDocParsingMode.ParseNone } : {};
		return getSourceFile(file, typeof options === 'object' ? { ...options, ...parsing } : options, ...rest);
	};
	const cache = tsc.createModuleResolutionCache(host.getCurrentDirectory(), (name) => name, options);
	const missing = new Map<string, Set<string>>();
	const resolve = (specifier: string, file: string): ts.ResolvedModuleWithFailedLookupLocations =>
		tsc.resolveModuleName(specifier, file, options, host, cache);
	host.resolveModuleNameLiterals = (literals, file) =>
		literals.map(({ text }) => {
			const found = resolve(text, file);
			if (found.resolvedModule || text.startsWith('.') || isBuiltin(text)) return found;
			const owner = packages.find(({ folder }) => file.startsWith(`${folder}/`));
			if (!owner) return found;
			const beside = resolve(text, join(owner.from, 'package.ts'));
			if (!beside.resolvedModule) {
				const names = missing.get(owner.name) ?? new Set();
				missing.set(owner.name, names.add(text));
			}
			return beside;
		});
	const rootNames = [...packages.flatMap(({ entries }) => entries.map(({ file }) => file)), ...examples.keys()];
	return { program: tsc.createProgram({ rootNames, options, host }), missing };
}

/** `node_modules/@types` of a folder and of all above it. */
function foldersAbove(folder: string): string[] {
	const above = dirname(folder) === folder ? [] : foldersAbove(dirname(folder));
	return [join(folder, 'node_modules/@types'), ...above];
}

/** What the author gives as examples, and after it a type for each that pages show. */
function examplesText({ examples, instances }: ApiPackage): string {
	const types = Object.values(instances).flatMap((shown) => Object.values(shown));
	return `${examples}\nexport type __Examples = {${types.map((type, index) => `\n\t${index}: ${type};`).join('')}\n};\n`;
}

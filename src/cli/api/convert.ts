/**
 * From the sources of packages to TypeDoc's model of them, as plain JSON. Runs in a process of its own: nothing else
 * here loads TypeDoc, and of the compiler only this file and the sample checker know.
 */
import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import type { JSONOutput, MinimalNode, MinimalSourceFile } from 'typedoc';
import type ts from 'typescript';
import type { ApiEntry, ApiPackage } from './packages.ts';
import { convertReferenced } from './unexported.ts';

export interface Remark {
	severity: 'error' | 'warning';
	message: string;
	/** Absolute. */
	file?: string;
	line?: number;
	column?: number;
}

export interface Converted {
	modules: ApiModule[];
	remarks: Remark[];
}

/** One entry point as TypeDoc sees it. */
export interface ApiModule {
	package: ApiPackage;
	entry: ApiEntry;
	children: (JSONOutput.DeclarationReflection | JSONOutput.ReferenceReflection)[];
	/** Ids of children that the package does not export. */
	unexported: Set<number>;
}

type Typescript = typeof ts;

/** Converts the packages in one program, so that a type has one page whichever package names it. */
export async function convertPackages(packages: ApiPackage[]): Promise<Converted> {
	const [{ default: typescript }, typedoc] = await Promise.all([import('typescript'), import('typedoc')]);
	const remarks: Remark[] = [];
	const { program, missing } = createProgram(typescript, packages);
	for (const [owner, names] of missing) {
		const list = [...names].sort().join(', ');
		remarks.push({
			severity: 'warning',
			message: `${owner} imports packages that are not installed: ${list}. Types from them cannot be shown.`,
		});
	}
	seeThroughSubstitutions(typescript, program);
	const app = await typedoc.Application.bootstrap(
		{
			entryPoints: [],
			excludePrivate: true,
			excludeProtected: true,
			excludeInternal: true,
			externalPattern: [],
			disableGit: true,
			// Deeper types are cut off; the default cuts types that people do write.
			maxTypeConversionDepth: 24,
			basePath: '/',
			alwaysCreateEntryPointModule: true,
			sort: ['source-order'],
			logLevel: 'Warn',
		},
		[],
	);
	app.logger = new (collector(typedoc, remarks))();
	const unexported = convertReferenced(app, { typescript, typedoc, program }, packages);
	const points = packages.flatMap((found) => found.entries.map((entry) => ({ package: found, entry })));
	const names = points.map(({ package: { name }, entry }) => (entry.name === '' ? name : `${name}/${entry.name}`));
	const project = app.converter.convert(
		points.map(({ entry }, index) => {
			const sourceFile = program.getSourceFile(entry.file);
			if (!sourceFile) throw new Error(`The compiler did not read ${entry.file}`);
			return { displayName: names[index] ?? '', program, sourceFile };
		}),
	);
	// The path of a project is cut off the names of its files: with the root none is.
	const model = app.serializer.projectToObject(project, typedoc.normalizePath('/'));
	const modules = points.map((point, index): ApiModule => {
		const found = model.children?.find(({ name }) => name === names[index]);
		const children = found && 'children' in found ? found.children : undefined;
		return { ...point, children: children ?? [], unexported };
	});
	return { modules, remarks };
}

/**
 * In the branches of a conditional type the checked type is a "substitution" of itself, which TypeDoc does not know:
 * it would show `any[any]` for `T['x']`. It is given the parts of what is substituted.
 */
function seeThroughSubstitutions(typescript: Typescript, program: ts.Program): void {
	const checker = program.getTypeChecker();
	const { typeToTypeNode } = checker;
	checker.typeToTypeNode = (...parameters: Parameters<typeof typeToTypeNode>) => {
		const [type] = parameters;
		if (type.flags & typescript.TypeFlags.Substitution && 'baseType' in type) {
			for (const [key, value] of Object.entries(Object(type.baseType)))
				if (!(key in type)) Object.assign(type, { [key]: value });
		}
		return typeToTypeNode(...parameters);
	};
}

/** What TypeDoc has to say becomes remarks; tags it does not know are shown like those it knows, and no matter. */
function collector(typedoc: typeof import('typedoc'), remarks: Remark[]) {
	const { Logger, LogLevel, i18n } = typedoc;
	return class extends Logger {
		#place: Pick<Remark, 'file' | 'line' | 'column'> = {};

		override addContext(
			message: string,
			_level: number,
			...[at, file]: [MinimalNode?] | [number, MinimalSourceFile]
		): string {
			this.#place = typeof at === 'number' ? (file ? placeOf(file, at) : {}) : at ? placeOfNode(at) : {};
			return message;
		}

		override log(message: string, level: number): void {
			const place = this.#place;
			this.#place = {};
			const tag = /@[\w-]+/.exec(message)?.[0] ?? '';
			if (level < LogLevel.Warn || message === i18n.unknown_block_tag_0(tag)) return;
			remarks.push({ severity: level === LogLevel.Error ? 'error' : 'warning', message, ...place });
		}
	};
}

function placeOf(file: MinimalSourceFile, offset: number): Pick<Remark, 'file' | 'line' | 'column'> {
	const { line, character } = file.getLineAndCharacterOfPosition(offset);
	return { file: file.fileName, line: line + 1, column: character + 1 };
}

function placeOfNode(node: MinimalNode): Pick<Remark, 'file' | 'line' | 'column'> {
	return placeOf(node.getSourceFile(), node.getStart());
}

/* ---------------------------------------------------------------- the program */

/** Missing: package name → names of modules that its sources import and nobody has. */
function createProgram(
	typescript: Typescript,
	packages: ApiPackage[],
): { program: ts.Program; missing: Map<string, Set<string>> } {
	const typeRoots = [...new Set(packages.flatMap(({ from }) => foldersAbove(from)))];
	const options: ts.CompilerOptions = {
		target: typescript.ScriptTarget.ES2022,
		lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
		module: typescript.ModuleKind.ESNext,
		moduleResolution: typescript.ModuleResolutionKind.Bundler,
		jsx: typescript.JsxEmit.ReactJSX,
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
	const host = typescript.createCompilerHost(options);
	const cache = typescript.createModuleResolutionCache(host.getCurrentDirectory(), (name) => name, options);
	const missing = new Map<string, Set<string>>();
	const resolve = (specifier: string, file: string): ts.ResolvedModuleWithFailedLookupLocations =>
		typescript.resolveModuleName(specifier, file, options, host, cache);
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
	const rootNames = packages.flatMap(({ entries }) => entries.map(({ file }) => file));
	return { program: typescript.createProgram({ rootNames, options, host }), missing };
}

/** `node_modules/@types` of a folder and of all above it. */
function foldersAbove(folder: string): string[] {
	const above = dirname(folder) === folder ? [] : foldersAbove(dirname(folder));
	return [join(folder, 'node_modules/@types'), ...above];
}

/**
 * The compiler's view of the machine: samples in memory, packages on disk, and the rules for imports between them. A
 * package resolves as if the version's folder were installed alone, although npm workspaces share packages between
 * siblings: otherwise types could come from a sibling's version, or be missing and become `any`.
 */
import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type ts from 'typescript';
import { attempt } from '../../../cli/disk/disk.ts';
import { slashed } from '../../../cli/disk/paths.ts';
import { isInstalled, ReadLog, type Reads } from '../compiler/reads.ts';
import { tsc } from '../compiler/typescript.ts';
import { packageName, resolveRelative } from '../model/live.ts';
import { OPTIONS } from './modules.ts';
import type { VirtualFile, Work } from './types.ts';

const INFERRED = '__inferred type names__.ts';

/** Compiler options of all samples. Throws if TypeScript rejects them, which would be a bug of docsgen. */
function compilerOptions(folder: string): ts.CompilerOptions {
	// New in TypeScript 6.
	const { stableTypeOrdering, ...common } = OPTIONS;
	const known = Number.parseInt(tsc.version, 10) < 6 ? common : { ...common, stableTypeOrdering };
	const { options, errors } = tsc.convertCompilerOptionsFromJson(known, folder);
	if (errors.length > 0)
		throw new Error(errors.map(({ messageText }) => tsc.flattenDiagnosticMessageText(messageText, '\n')).join('\n'));
	return options;
}

/** The package of types that every sample sees, if it is installed. */
const NODE = 'node';

/** Files on disk that the compiler has read; shared by all versions, for the life of the process. */
export class DiskFiles {
	readonly #log = new ReadLog();
	readonly #files = new Map<string, ts.IScriptSnapshot | undefined>();
	readonly #versions = new Map<string, number>();
	readonly #exists = new Map<string, boolean>();

	/** Notes a file that is about to be read or looked for. Returns the file that stands for it. */
	note(path: string): string {
		return this.#log.note(path);
	}

	noteLookup(specifier: string, from: string, found: string | undefined): string[] {
		return this.#log.noteLookup(specifier, from, found);
	}

	snapshot(path: string): ts.IScriptSnapshot | undefined {
		if (!this.#files.has(path)) {
			const text = tsc.sys.readFile(path);
			this.#files.set(path, text === undefined ? undefined : tsc.ScriptSnapshot.fromString(text));
		}
		return this.#files.get(path);
	}

	version(path: string): number {
		return this.#versions.get(path) ?? 0;
	}

	exists(path: string): boolean {
		const known = this.#exists.get(path) ?? tsc.sys.fileExists(path);
		this.#exists.set(path, known);
		return known;
	}

	states(inputs: Iterable<string>): Reads {
		return this.#log.states(inputs);
	}

	/** Drops the files that have changed since; false if more has changed than the content of files. */
	refresh(): boolean {
		const changed = this.#log.changed();
		for (const path of changed ?? []) {
			this.#files.delete(path);
			this.#versions.set(path, this.version(path) + 1);
		}
		return changed !== undefined;
	}
}

/** The host of one program. `update` adds the samples' files; the language service requests the others. */
export class SampleHost implements ts.LanguageServiceHost {
	readonly #work: Pick<Work, 'folder' | 'root' | 'packages'>;
	readonly #disk: DiskFiles;
	readonly #options: ts.CompilerOptions;
	readonly #files = new Map<string, { file: VirtualFile; version: number; snapshot: ts.IScriptSnapshot }>();
	#folders = new Map<string, Record<string, string>>();
	#roots: string[] = [];
	readonly #resolutions: ts.ModuleResolutionCache;
	readonly #packageFolders: readonly string[];
	/** Where Node finds a package, by name. */
	readonly #own = new Map<string, string | undefined>();
	#changes = 0;
	/** Files that samples name by `/// <reference path>`: refused, because only packages may be read from the disk. */
	#referenced = new Set<string>();

	/** `reads` gets the files on the disk that stand for what its program is made from. */
	constructor(
		work: Pick<Work, 'folder' | 'root' | 'packages'>,
		disk: DiskFiles,
		private readonly reads = new Set<string>(),
	) {
		this.#work = work;
		this.#disk = disk;
		this.#packageFolders = packageFolders(work.folder);
		this.#options = compilerOptions(work.folder);
		// Most samples do not need Node's types; a sample that does gets an error and a hint.
		if (!this.#typesFor(NODE).resolvedTypeReferenceDirective) this.#options = { ...this.#options, types: [] };
		this.#resolutions = tsc.createModuleResolutionCache(work.folder, (name) => name, this.#options);
	}

	/** Replaces the files; the program then consists of `roots`, the ambient declarations and their imports. */
	update({ files, folders, ambient }: Pick<Work, 'files' | 'folders' | 'ambient'>, roots: string[]): void {
		this.#changes++;
		this.#roots = [...ambient, ...roots];
		this.#folders = new Map(Object.entries(folders));
		for (const file of files) {
			const known = this.#files.get(file.path);
			if (known?.file.text === file.text) continue;
			const snapshot = tsc.ScriptSnapshot.fromString(file.text);
			this.#files.set(file.path, { file, version: (known?.version ?? 0) + 1, snapshot });
		}
		const present = new Set(files.map(({ path }) => path));
		for (const path of this.#files.keys()) if (!present.has(path)) this.#files.delete(path);
		this.#referenced = new Set(
			files.flatMap(({ path, text }) =>
				text.includes('<reference')
					? tsc.preProcessFile(text).referencedFiles.map(({ fileName }) => resolve(dirname(path), fileName))
					: [],
			),
		);
	}

	/**
	 * Version of a package that package.json lists as a dependency, or of its types; empty if it is not installed. Samples
	 * may not import other packages.
	 */
	versionOf(specifier: string): string | undefined {
		const { packages } = this.#work;
		const name = packageName(specifier);
		const types = `@types/${name.replace(/^@(.*)\//, '$1__')}`;
		const listed = [name, types].find((one) => Object.hasOwn(packages, one));
		return listed === undefined ? undefined : packages[listed];
	}

	/** The package that `types` or a reference names, by default as a file in the version's folder sees it. */
	#typesFor(
		name: string,
		from = join(this.#work.folder, INFERRED),
	): ts.ResolvedTypeReferenceDirectiveWithFailedLookupLocations {
		const found = tsc.resolveTypeReferenceDirective(name, from, this.#options, this);
		this.#noteLookup(name, from, found.resolvedTypeReferenceDirective?.resolvedFileName);
		return found;
	}

	getCompilationSettings(): ts.CompilerOptions {
		return this.#options;
	}
	getProjectVersion(): string {
		return String(this.#changes);
	}
	getScriptFileNames(): string[] {
		return this.#roots;
	}
	getScriptVersion(path: string): string {
		return String(this.#files.get(path)?.version ?? this.#disk.version(path));
	}
	getScriptSnapshot(path: string): ts.IScriptSnapshot | undefined {
		return this.#files.get(path)?.snapshot ?? (this.#mayRead(path) ? this.#disk.snapshot(path) : undefined);
	}
	getCurrentDirectory(): string {
		return this.#work.folder;
	}
	getDefaultLibFileName(options: ts.CompilerOptions): string {
		return tsc.getDefaultLibFilePath(options);
	}
	useCaseSensitiveFileNames(): boolean {
		return true;
	}
	fileExists(path: string): boolean {
		if (this.#files.has(path)) return true;
		// A file that an installed package lacks comes with another version of it.
		return (isInstalled(path) || this.#mayRead(path)) && this.#disk.exists(path);
	}
	readFile(path: string): string | undefined {
		return this.#files.get(path)?.file.text ?? (this.#mayRead(path) ? tsc.sys.readFile(path) : undefined);
	}
	/** Whether samples may read a file on the disk, which is then noted. */
	#mayRead(path: string): boolean {
		if (this.#referenced.has(resolve(path)) && !isInstalled(path)) return false;
		this.reads.add(this.#disk.note(path));
		return true;
	}
	directoryExists(path: string): boolean {
		return tsc.sys.directoryExists(path);
	}
	realpath(path: string): string {
		return this.#files.has(path) ? path : (tsc.sys.realpath?.(path) ?? path);
	}

	resolveModuleNameLiterals(
		literals: readonly ts.StringLiteralLike[],
		containing: string,
	): readonly ts.ResolvedModuleWithFailedLookupLocations[] {
		return literals.map(({ text }) => ({ resolvedModule: this.moduleOf(text, containing) }));
	}

	/** The module that a specifier refers to in a file. */
	moduleOf(specifier: string, containing: string): ts.ResolvedModuleFull | undefined {
		const file = this.#files.get(containing)?.file;
		return file ? this.#fromSample(file, specifier) : this.#fromPackage(specifier, containing);
	}

	resolveTypeReferenceDirectiveReferences<T extends ts.FileReference | string>(
		references: readonly T[],
		containing: string,
	): readonly ts.ResolvedTypeReferenceDirectiveWithFailedLookupLocations[] {
		return references.map((one) => this.typesOf(typeof one === 'string' ? one : one.fileName, containing));
	}

	/** The types that a file, or an option if it is none, refers to by `types`. */
	typesOf(name: string, containing: string): ts.ResolvedTypeReferenceDirectiveWithFailedLookupLocations {
		if (this.#files.has(containing) && /^[./\\]/.test(name)) return { resolvedTypeReferenceDirective: undefined };
		const first = this.#typesFor(name, this.#files.has(containing) ? undefined : containing);
		const path = first.resolvedTypeReferenceDirective?.resolvedFileName;
		if (path && !this.#isHoisted(path)) return first;
		const second = this.#typesFor(name);
		return second.resolvedTypeReferenceDirective ? second : first;
	}

	#noteLookup(name: string, containing: string, found: string | undefined): void {
		for (const input of this.#disk.noteLookup(name, containing, found)) this.reads.add(input);
	}

	#fromSample(file: VirtualFile, specifier: string): ts.ResolvedModuleFull | undefined {
		if (!/^\.{1,2}(\/|$)/.test(specifier))
			return this.versionOf(specifier) === undefined ? undefined : this.#fromFolder(specifier);
		const names = this.#folders.get(file.folder) ?? {};
		const name = resolveRelative(file.name, specifier, (candidate) => Object.hasOwn(names, candidate));
		const path = name === undefined ? undefined : names[name];
		return path ? { resolvedFileName: path, extension: extensionOf(path) } : undefined;
	}

	/** TypeScript would continue among the siblings' packages if the version's own lacks an entry; Node would not. */
	#fromFolder(specifier: string): ts.ResolvedModuleFull | undefined {
		const found = this.#resolve(specifier, join(this.#work.folder, 'index.ts'));
		return found && this.#isHoisted(found.resolvedFileName) ? undefined : found;
	}

	#fromPackage(specifier: string, containing: string): ts.ResolvedModuleFull | undefined {
		const found = this.#resolve(specifier, containing);
		if (/^[./]/.test(specifier)) return found;
		return found && !this.#isHoisted(found.resolvedFileName) ? found : this.#fromFolder(specifier);
	}

	#resolve(specifier: string, containing: string): ts.ResolvedModuleFull | undefined {
		const found = tsc.resolveModuleName(specifier, containing, this.#options, this, this.#resolutions).resolvedModule;
		this.#noteLookup(specifier, containing, found?.resolvedFileName);
		return found;
	}

	/**
	 * Whether a file is in another copy of a package than the one that Node finds from the version's folder. The compiler's
	 * paths have no symbolic links, although folders and packages may be links.
	 */
	#isHoisted(path: string): boolean {
		const shared = this.#packageFolders.find((folder) => path.startsWith(`${folder}/`));
		const rest = path.slice((shared?.length ?? 0) + 1);
		if (shared === undefined || rest.includes('/node_modules/')) return false;
		const name = packageName(rest);
		const own = this.#own.get(name) ?? this.#nearest(name);
		this.#own.set(name, own);
		return !path.startsWith(`${own}/`);
	}

	/** The folder of a package that is installed in one of the folders. */
	#nearest(name: string): string | undefined {
		return this.#packageFolders.flatMap((folder) => realFolder(join(folder, name)))[0];
	}
}

/** The folders of packages for files in `folder`, in Node's order. */
function packageFolders(folder: string): string[] {
	const above = dirname(folder);
	const here = realFolder(join(folder, 'node_modules'));
	return above === folder ? here : [...here, ...packageFolders(above)];
}

/** A folder with symbolic links resolved, as the compiler writes it; empty if it does not exist. */
function realFolder(path: string): string[] {
	return attempt(() => [slashed(realpathSync(path))]) ?? [];
}

function extensionOf(path: string): ts.Extension {
	const { Extension } = tsc;
	if (/\.d\.[mc]?ts$/.test(path)) return Extension.Dts;
	if (path.endsWith('x')) return Extension.Tsx;
	if (path.endsWith('.mts')) return Extension.Mts;
	return path.endsWith('.cts') ? Extension.Cts : Extension.Ts;
}

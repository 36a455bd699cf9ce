/**
 * The declarations that the compiler reads for the samples of a docs version, cut per package, for the compiler in the
 * page. Runs in the compiler's process: its host resolves what files import.
 */
import { dirname, join, posix, relative } from 'node:path';
import { loadTypescript, tsc } from '../compiler/typescript.ts';
import { type LiveTypes, resolveRelative } from '../model/live.ts';
import { DiskFiles, SampleHost } from '../samples/host.ts';
import { isRelative } from '../samples/imports.ts';
import type { VirtualFile, Work } from '../samples/types.ts';

export interface DeclarationQuestion extends Pick<Work, 'root' | 'folder' | 'packages'> {
	/** Declarations that every sample sees. */
	ambient: VirtualFile[];
	/** The imports of samples. */
	specifiers: string[];
}

export interface Declarations {
	packages: { name: string; types: LiveTypes }[];
	/** Specifier → indexes of the packages that a sample with it needs; `''`: that every sample needs. */
	needs: Record<string, number[]>;
}

/** A file, with what it refers to. */
interface Reading {
	text: string;
	/** Specifier → path. */
	imports: Map<string, string>;
	/** Files that it includes: references to files, libraries and types. */
	includes: string[];
	/** Those that are named by the name of a package, which the compiler in the page does not look for. */
	types: string[];
}

/** Rejects if the compiler is missing. Deterministic: in the order of names. */
export function cutDeclarations(question: DeclarationQuestion): Declarations {
	loadTypescript(question.root);
	return new Cutter(question).cut();
}

class Cutter {
	readonly #host: SampleHost;
	readonly #libraries = dirname(tsc.getDefaultLibFilePath({}));
	readonly #readings = new Map<string, Reading>();
	readonly #names = new Map<string, string>();
	/** A file of its own in the folder of the version, which imports like a sample. */
	readonly #sample: VirtualFile;

	constructor(private readonly question: DeclarationQuestion) {
		const { folder, ambient } = question;
		this.#sample = { path: join(folder, '.samples', 'live.ts'), folder, name: 'live.ts', text: '' };
		this.#host = new SampleHost(question, new DiskFiles());
		this.#host.update({ files: [this.#sample, ...ambient], folders: {}, ambient: [] }, []);
	}

	cut(): Declarations {
		const { specifiers, ambient } = this.question;
		const { lib = [], types = [] } = this.#host.getCompilationSettings();
		const always = [
			...lib.map((name) => join(this.#libraries, name)),
			...types.flatMap((name) => this.#typesOf(name, '')),
			...ambient.map(({ path }) => path),
		];
		const entries = new Map([...specifiers].sort().map((name) => [name, this.#moduleOf(name, this.#sample.path)]));
		const closures = new Map([
			['', this.#reach(always)],
			...[...entries].map(([name, path]) => [name, this.#reach(path ? [path] : [])] as const),
		]);
		const packages = new Map<string, string[]>();
		// By their names in the page, which are the same wherever the site is.
		const byName = (a: string, b: string): number => (this.#nameOf(a) < this.#nameOf(b) ? -1 : 1);
		for (const path of [...this.#readings.keys()].sort(byName))
			packages.set(this.#packageOf(path), [...(packages.get(this.#packageOf(path)) ?? []), path]);
		const names = [...packages.keys()];
		const needs = [...closures].map(([specifier, paths]) => {
			const found = new Set([...paths].map((path) => names.indexOf(this.#packageOf(path))));
			return [specifier, [...found].sort((a, b) => a - b)] as const;
		});
		const roots = new Set([...always.slice(lib.length), ...[...this.#readings.values()].flatMap((one) => one.types)]);
		const taken = new Set([...this.#readings.keys()].map((path) => this.#nameOf(path).slice(1)));
		const isTaken = (name: string): boolean => taken.has(name);
		return {
			packages: [...packages].map(([name, files]) => ({
				name,
				types: {
					files: Object.fromEntries(files.map((path) => [this.#nameOf(path), this.#textOf(path)])),
					resolutions: this.#resolutions(files, entries, isTaken),
					roots: files.filter((path) => roots.has(path)).map((path) => this.#nameOf(path)),
				},
			})),
			needs: Object.fromEntries(needs),
		};
	}

	#resolutions(
		files: string[],
		entries: ReadonlyMap<string, string | undefined>,
		isTaken: (name: string) => boolean,
	): LiveTypes['resolutions'] {
		const resolutions: LiveTypes['resolutions'] = {};
		const add = (folder: string, specifier: string, path: string): void => {
			resolutions[folder] ??= {};
			resolutions[folder][specifier] = this.#nameOf(path);
		};
		for (const [specifier, path] of entries) if (path && files.includes(path)) add('', specifier, path);
		for (const path of files) {
			const name = this.#nameOf(path);
			for (const [specifier, target] of this.#readings.get(path)?.imports ?? []) {
				// The compiler in the page finds most relative ones by itself.
				const found = isRelative(specifier) && resolveRelative(name.slice(1), specifier, isTaken);
				if (`/${found}` !== this.#nameOf(target)) add(posix.dirname(name), specifier, target);
			}
		}
		return resolutions;
	}

	#reach(paths: string[]): Set<string> {
		const reached = new Set(paths);
		for (const path of reached) {
			const { imports, includes } = this.#read(path);
			for (const next of [...imports.values(), ...includes]) reached.add(next);
		}
		return reached;
	}

	#read(path: string): Reading {
		const known = this.#readings.get(path);
		if (known) return known;
		const text = this.#host.readFile(path) ?? '';
		const found = tsc.preProcessFile(text, true, true);
		const imported = [...found.importedFiles.map(({ fileName }) => fileName), ...(found.ambientExternalModules ?? [])];
		const types = found.typeReferenceDirectives.flatMap(({ fileName }) => this.#typesOf(fileName, path));
		const reading: Reading = {
			text,
			imports: new Map(
				imported.flatMap((specifier) => {
					const target = this.#moduleOf(specifier, path);
					return target === undefined ? [] : [[specifier, target] as const];
				}),
			),
			includes: [
				...types,
				...found.referencedFiles.map(({ fileName }) => join(dirname(path), fileName)),
				...found.libReferenceDirectives.map(({ fileName }) => join(this.#libraries, `lib.${fileName}.d.ts`)),
			].filter((one) => this.#host.fileExists(one)),
			types,
		};
		this.#readings.set(path, reading);
		return reading;
	}

	/** The path of an imported file; undefined unless it's TypeScript. */
	#moduleOf(specifier: string, containing: string): string | undefined {
		const path = this.#host.moduleOf(specifier, containing)?.resolvedFileName;
		return path !== undefined && /\.[mc]?tsx?$/.test(path) ? path : undefined;
	}

	#typesOf(name: string, containing: string): string[] {
		const { resolvedTypeReferenceDirective: found } = this.#host.typesOf(
			name,
			containing || join(this.question.folder, 'options.ts'),
		);
		return found?.resolvedFileName ? [found.resolvedFileName] : [];
	}

	/**
	 * Its path in the page: below the folder of the site, with `_` for each folder above it. Folders of the machine beside
	 * the site, where linked packages may be, have no name there.
	 */
	#nameOf(path: string): string {
		const known = this.#names.get(path);
		if (known !== undefined) return known;
		const parts = relative(this.question.root, path).split(/[\\/]/);
		const above = parts.lastIndexOf('..') + 1;
		const modules = above === 0 ? 0 : Math.max(parts.indexOf('node_modules'), above);
		const name = this.#isLibrary(path)
			? posix.basename(path)
			: [...parts.slice(0, above).map(() => '_'), ...parts.slice(modules)].join('/');
		this.#names.set(path, `/${name}`);
		return `/${name}`;
	}

	#isLibrary(path: string): boolean {
		return dirname(path) === this.#libraries;
	}

	/** The folder of its package. */
	#packageOf(path: string): string {
		if (this.#isLibrary(path)) return 'typescript';
		const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(this.#nameOf(path)) ?? [];
		return folder ?? posix.dirname(this.#nameOf(path));
	}

	/** Nobody looks up the comments of these declarations, which are half of their size. */
	#textOf(path: string): string {
		const { text } = this.#read(path);
		if (!this.#isLibrary(path) && !/\/node_modules\/@types\/node\//.test(path)) return text;
		const references = text.match(/^\/\/\/ ?<reference .*$/gm) ?? [];
		const source = tsc.createSourceFile(path, text, tsc.ScriptTarget.ESNext);
		const printed = tsc.createPrinter({ removeComments: true }).printFile(source);
		const bare = printed.replaceAll(/^\/\*![\s\S]*?\*\//gm, '').trimStart();
		return [...references, bare.replaceAll(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))].join('\n');
	}
}

/**
 * The compiler: one language service per docs version, kept between calls, so that an edited sample costs one file.
 * Samples that change global types get a separate program. Packages are parsed once for all versions.
 */
import type ts from 'typescript';
import { DiskFiles, SampleHost } from './host.ts';
import { completionsAt, hoversOf, typeAt } from './hover.ts';
import { readableMessage, readableType } from './text.ts';
import type { Compile, Finding, Unit, UnitResult, VirtualFile, Work } from './types.ts';
import { loadTypescript, tsc } from './typescript.ts';

interface Service {
	host: SampleHost;
	language: ts.LanguageService;
}

/** Parsed files; valid until a package is installed or removed. */
interface Memory {
	disk: DiskFiles;
	registry: ts.DocumentRegistry;
	services: Map<string, Service>;
	/** The packages of each folder. */
	installed: Map<string, string>;
}

/** Compiles in this process, and keeps programs for later requests. Rejects if a folder cannot be compiled at all. */
export function compileHere(): Compile {
	let memory: Memory | undefined;
	return async (works) => {
		await loadTypescript();
		return works.flatMap((work) => {
			const now = JSON.stringify(work.packages);
			if ((memory?.installed.get(work.folder) ?? now) !== now) memory = undefined;
			memory ??= {
				disk: new DiskFiles(),
				registry: tsc.createDocumentRegistry(true),
				services: new Map(),
				installed: new Map(),
			};
			memory.installed.set(work.folder, now);
			return new Compilation(work, memory).run();
		});
	};
}

class Compilation {
	readonly #work: Work;
	readonly #memory: Memory;
	readonly #files: Map<string, VirtualFile>;

	constructor(work: Work, memory: Memory) {
		this.#work = work;
		this.#memory = memory;
		this.#files = new Map(work.files.map((file) => [file.path, file]));
	}

	run(): [key: string, result: UnitResult][] {
		const { folder, roots, units } = this.#work;
		const service = this.#memory.services.get(folder) ?? this.#newService();
		this.#memory.services.set(folder, service);
		this.#fill(service, roots);
		assertUsable(service);
		return units.map((unit) => [unit.key, unit.isolated ? this.#compileIsolated(unit) : this.#result(service, unit)]);
	}

	#newService(): Service {
		const { disk, registry } = this.#memory;
		const host = new SampleHost(this.#work, disk);
		return { host, language: tsc.createLanguageService(host, registry) };
	}

	#compileIsolated(unit: Unit): UnitResult {
		const service = this.#newService();
		this.#fill(service, unit.files);
		const result = this.#result(service, unit);
		service.language.dispose();
		return result;
	}

	/** Gives the host `roots` and the files they import; only those, to exclude files that change global types. */
	#fill({ host }: Service, roots: string[]): void {
		const files = new Map<string, VirtualFile>();
		const folders: Work['folders'] = {};
		const visit = (path: string): void => {
			const file = this.#files.get(path);
			if (!file || files.has(path)) return;
			files.set(path, file);
			folders[file.folder] = this.#work.folders[file.folder] ?? {};
			for (const next of Object.values(folders[file.folder] ?? {})) visit(next);
		};
		const all = [...this.#work.ambient, ...roots];
		for (const root of all) visit(root);
		host.update([...files.values()], folders, all);
	}

	#result({ host, language }: Service, unit: Unit): UnitResult {
		const program = language.getProgram();
		if (!program) throw new Error('The compiler made no program');
		const sources = unit.files.map((path) => program.getSourceFile(path));
		const clean = (text: string): string => readableType(text, this.#work);
		return {
			findings: sources.flatMap((source, file) =>
				source ? errorsOf(program, source).map((one) => this.#finding(one, source, file, host)) : [],
			),
			queries: unit.queries.map(({ file, line, column, completes }) => {
				const source = sources[file];
				const start = source?.getLineStarts()[line - 1];
				if (!source || start === undefined) return '';
				const position = start + column - 1;
				return completes ? completionsAt(language, source, position) : clean(typeAt(language, source, position));
			}),
			...hoversOf(language, sources, unit.shown, clean),
		};
	}

	#finding(diagnostic: ts.Diagnostic, source: ts.SourceFile, file: number, host: SampleHost): Finding {
		const { start = 0, length = 0, code } = diagnostic;
		const message = tsc.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
		const { line, character } = source.getLineAndCharacterOfPosition(start);
		const rest = (source.text.split('\n', line + 1)[line] ?? '').length - character;
		const hint = importHint(message, this.#work, host);
		return {
			file,
			line: line + 1,
			column: character + 1,
			length: Math.max(Math.min(length, rest), 1),
			code,
			message: readableMessage(message, this.#work),
			...(hint ? { hint } : {}),
		};
	}
}

function assertUsable({ language }: Service): void {
	const program = language.getProgram();
	const problems = [...(program?.getOptionsDiagnostics() ?? []), ...(program?.getGlobalDiagnostics() ?? [])];
	if (problems.length === 0) return;
	const texts = problems.map(({ messageText }) => tsc.flattenDiagnosticMessageText(messageText, '\n'));
	throw new Error(`Samples cannot be compiled:\n${texts.join('\n')}`);
}

function errorsOf(program: ts.Program, source: ts.SourceFile): ts.Diagnostic[] {
	const all = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
	return all.filter(({ category }) => category === tsc.DiagnosticCategory.Error);
}

function importHint(message: string, work: Work, host: SampleHost): string | undefined {
	if (work.packages['@types/node'] === '' && /@types\/node|'node:/.test(message)) {
		return `Node's types are a separate package: npm install --save-dev @types/node, in ${work.folder.slice(work.root.length + 1)}.`;
	}
	const specifier = /^Cannot find module (?:or type declarations for side-effect import of )?'([^'.][^']*)'/.exec(
		message,
	)?.[1];
	if (!specifier) return undefined;
	const manifest = `${work.folder.slice(work.root.length + 1)}/package.json`;
	return host.isPackage(specifier)
		? `The package is installed, but has no entry "${specifier}".`
		: `Samples may import what ${manifest} lists as a dependency.`;
}

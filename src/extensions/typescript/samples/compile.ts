/**
 * The compiler: one language service per docs version, kept between calls, so that an edited sample costs one file.
 * Samples that change global types get a separate program. Packages are parsed once for all versions.
 */
import { posix } from 'node:path';
import type ts from 'typescript';
import { nameFrom } from '../../../cli/disk/paths.ts';
import { loadTypescript, tsc } from '../compiler/typescript.ts';
import { readableMessage, readableType } from '../model/compiler-text.ts';
import { DiskFiles, SampleHost } from './host.ts';
import { completionsAt, hoversOf, typeAt } from './hover.ts';
import { importedBy } from './imports.ts';
import { withFewNames } from './names.ts';
import type { Compile, SampleFinding, Unit, UnitResult, Work } from './types.ts';

interface Service {
	host: SampleHost;
	language: ts.LanguageService;
}

/** Parsed files; valid until a file appears or vanishes, or a package changes. */
interface Memory {
	disk: DiskFiles;
	registry: ts.DocumentRegistry;
	services: Map<string, Service>;
	/** By folder, the files that stand for what its programs are made from. */
	reads: Map<string, Set<string>>;
}

/** Compiles in this process, and keeps programs for later requests. Rejects if a folder cannot be compiled at all. */
export function compileHere(): Compile {
	let memory: Memory | undefined;
	return async (works) => {
		const made = works.map((work) => {
			loadTypescript(work.root);
			if (memory?.disk.refresh() === false) memory = undefined;
			memory ??= {
				disk: new DiskFiles(),
				registry: tsc.createDocumentRegistry(true),
				services: new Map(),
				reads: new Map(),
			};
			const results = compile(work, memory);
			return { results, reads: [work.folder, memory.disk.states(readsOf(work, memory))] as const };
		});
		return {
			results: made.flatMap(({ results }) => results),
			reads: Object.fromEntries(made.map(({ reads }) => reads)),
		};
	};
}

function readsOf({ folder }: Pick<Work, 'folder'>, { reads }: Memory): Set<string> {
	const found = reads.get(folder) ?? new Set();
	reads.set(folder, found);
	return found;
}

function compile(work: Work, memory: Memory): [key: string, result: UnitResult][] {
	const service = memory.services.get(work.folder) ?? newService(work, memory);
	memory.services.set(work.folder, service);
	service.host.update(work, work.roots);
	assertUsable(service);
	const alone = work.units.filter(({ isolated }) => isolated);
	const together = work.units.filter(({ isolated }) => !isolated);
	return [...resultsOf(together, work, service), ...alone.flatMap((unit) => compileAlone(unit, work, memory))];
}

function newService(work: Work, memory: Memory): Service {
	const host = new SampleHost(work, memory.disk, readsOf(work, memory));
	return { host, language: tsc.createLanguageService(host, memory.registry) };
}

function compileAlone(unit: Unit, work: Work, memory: Memory): [key: string, result: UnitResult][] {
	const service = newService(work, memory);
	service.host.update(work, unit.files);
	const results = resultsOf([unit], work, service);
	service.language.dispose();
	return results;
}

/** Results by key. All errors come before the first hover, which looks for names in fewer places than they do. */
function resultsOf(units: Unit[], work: Work, { host, language }: Service): [key: string, result: UnitResult][] {
	const program = language.getProgram();
	if (!program) throw new Error('The compiler made no program');
	const clean = (text: string): string => readableType(text, work);
	const checked = units.map((unit) => {
		const sources = unit.files.map((path) => program.getSourceFile(path));
		const findings = sources.flatMap((source, file) =>
			source ? errorsOf(program, source).map((one) => findingOf(one, { source, file, work, host })) : [],
		);
		const queries = unit.queries.map(({ file, line, column, completes }) => {
			const source = sources[file];
			const start = source?.getLineStarts()[line - 1];
			if (!source || start === undefined) return '';
			const position = start + column - 1;
			return completes ? completionsAt(language, source, position) : clean(typeAt(language, source, position));
		});
		return { unit, sources, findings, queries };
	});
	if (work.withoutHovers)
		return checked.map(({ unit, findings, queries }) => [unit.key, { findings, queries, types: [], hovers: [] }]);
	return withFewNames(program, () =>
		checked.map(({ unit, sources, findings, queries }) => [
			unit.key,
			{
				findings,
				queries,
				...hoversOf(language, sources, unit.shown, clean),
				...(unit.reached && { imports: importedBy(unit.reached, host) }),
			},
		]),
	);
}

function findingOf(
	{ start = 0, length = 0, code, messageText }: ts.Diagnostic,
	{ source, file, work, host }: { source: ts.SourceFile; file: number; work: Work; host: SampleHost },
): SampleFinding {
	const message = tsc.flattenDiagnosticMessageText(messageText, '\n');
	const { line, character } = source.getLineAndCharacterOfPosition(start);
	const rest = (source.text.split('\n', line + 1)[line] ?? '').length - character;
	const hint = importHint(message, work, host);
	return {
		file,
		line: line + 1,
		column: character + 1,
		length: Math.max(Math.min(length, rest), 1),
		code,
		message: readableMessage(message, work),
		...(hint ? { hint } : {}),
	};
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
	const folder = nameFrom(work.root, work.folder) || '.';
	if (work.packages['@types/node'] === '' && /@types\/node|'node:/.test(message)) {
		return `Node's types are a separate package: npm install --save-dev @types/node, in ${folder}.`;
	}
	const specifier = /^Cannot find module (?:or type declarations for side-effect import of )?'([^'.][^']*)'/.exec(
		message,
	)?.[1];
	if (!specifier) return undefined;
	const version = host.versionOf(specifier);
	if (version === undefined)
		return `Samples may import what ${posix.join(folder, 'package.json')} lists as a dependency.`;
	return version === ''
		? `The package is not installed. Run "npm install" in ${folder}.`
		: `The package is installed, but has no entry "${specifier}".`;
}

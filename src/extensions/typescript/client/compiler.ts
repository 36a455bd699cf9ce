/** The compiler of live samples, in browsers: the language service that checks the samples of the site, in memory. */
import { decode } from '@jridgewell/sourcemap-codec';
import { createSystem, createVirtualLanguageServiceHost } from '@typescript/vfs';
import ts from 'typescript';
import { readableMessage, readableType, shortMessage } from '../model/compiler-text.ts';
import { type LiveTypes, resolveRelative } from '../model/live.ts';
import type { Answers, CompilerQuestion, SampleProblem } from './questions.ts';

/** The folder of a sample's files, such as docsgen has when it builds a site. Its messages have no paths. */
const PLACES = { folder: '/site', root: '/site' };
const FOLDER = `${PLACES.folder}/.samples/page.md/`;

/** The compiler's order of completions: from here on, those that every file has. */
const GLOBAL = '15';

/** Parsed declarations, shared by all samples. */
const registry = ts.createDocumentRegistry(true, '/');
let opened = 0;

/** An open sample; its questions name one of its files. */
export interface OpenSample {
	update(file: string, text: string): void;
	diagnostics(): Answers['diagnostics'];
	hover(file: string, at: number): Answers['hover'];
	completions(file: string, at: number): Answers['completions'];
	close(): void;
}

export function openSample(
	{ files, options }: Pick<Extract<CompilerQuestion, { kind: 'open' }>, 'files' | 'options'>,
	types: readonly LiveTypes[],
): OpenSample {
	const folder = `${FOLDER}${opened++}/`;
	const names = Object.keys(files);
	const texts = new Map(types.flatMap((one) => Object.entries(one.files)));
	for (const name of names) texts.set(folder + name, readable(files[name]));
	const roots = [...types.flatMap((one) => one.roots), ...names.map((name) => folder + name)];
	const settings = optionsFrom(options);
	const { languageServiceHost: host, updateFile } = createVirtualLanguageServiceHost(
		createSystem(texts),
		roots,
		settings,
		ts,
	);
	const library = [...texts.keys()].find((path) => path.endsWith('/lib.es5.d.ts'))?.replace('lib.es5.', 'lib.');
	if (library !== undefined) host.getDefaultLibFileName = () => library;
	/** Tables first, the nearest folder's before those of folders around it; then relative imports, as docsgen resolves them. */
	const resolve = (specifier: string, from: string): string | undefined => {
		const isRelative = /^\.{1,2}(\/|$)/.test(specifier);
		for (let place = from; place !== ''; ) {
			place = place.slice(0, place.lastIndexOf('/'));
			if (from.startsWith(folder)) place = '';
			const found = types.map(({ resolutions }) => resolutions[place]?.[specifier]).find((path) => path !== undefined);
			if (found !== undefined) return found;
		}
		const name = isRelative ? resolveRelative(from.slice(1), specifier, (one) => texts.has(`/${one}`)) : undefined;
		return name === undefined ? undefined : `/${name}`;
	};
	const resolveModule = (specifier: string, from: string): ts.ResolvedModuleFull | undefined => {
		const path = resolve(specifier, from);
		return path === undefined ? undefined : { resolvedFileName: path, extension: extensionOf(path) };
	};
	host.resolveModuleNameLiterals = (literals, from) =>
		literals.map(({ text }) => ({ resolvedModule: resolveModule(text, from) }));
	host.resolveTypeReferenceDirectiveReferences = (references, from) =>
		references.map((reference) => {
			const path = resolve(typeof reference === 'string' ? reference : reference.fileName, from);
			const found = path === undefined ? undefined : { resolvedFileName: path, primary: true };
			return { resolvedTypeReferenceDirective: found };
		});
	const service = ts.createLanguageService(host, registry);
	return {
		update: (file, text) => updateFile(ts.createSourceFile(folder + file, readable(text), ts.ScriptTarget.ESNext)),
		diagnostics: () => names.flatMap((name) => problemsOf(service, folder, name)),
		hover(file, at) {
			const info = service.getQuickInfoAtPosition(folder + file, at);
			const text = readableType(ts.displayPartsToString(info?.displayParts), PLACES);
			return info && text !== '' ? { from: info.textSpan.start, to: ts.textSpanEnd(info.textSpan), text } : undefined;
		},
		completions: (file, at) =>
			(service.getCompletionsAtPosition(folder + file, at, undefined)?.entries ?? []).map((entry) => ({
				label: entry.name,
				kind: entry.kind,
				isNear: entry.sortText < GLOBAL,
			})),
		close: () => service.dispose(),
	};
}

/** The virtual system takes an empty file for none. */
function readable(text = ''): string {
	return text === '' ? ' ' : text;
}

function optionsFrom(options: Record<string, unknown>): ts.CompilerOptions {
	// Automatic types are roots: there are no folders to look for them.
	return ts.convertCompilerOptionsFromJson({ ...options, types: [] }, '/').options;
}

function extensionOf(path: string): ts.Extension {
	const [, extension = '.ts'] = /((?:\.d)?\.[cm]?tsx?|\.json)$/.exec(path) ?? [];
	return Object.values(ts.Extension).find((one) => one === extension) ?? ts.Extension.Ts;
}

/** As `samples/compile.ts` finds them. */
function problemsOf(service: ts.LanguageService, folder: string, file: string): SampleProblem[] {
	const program = service.getProgram();
	const source = program?.getSourceFile(folder + file);
	if (!program || !source) return [];
	const all = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
	return all
		.filter(({ category }) => category === ts.DiagnosticCategory.Error)
		.map(({ start = 0, length = 0, code, messageText }) => {
			const { line } = source.getLineAndCharacterOfPosition(start);
			const message = readableMessage(ts.flattenDiagnosticMessageText(messageText, '\n'), PLACES);
			const end = source.getLineEndOfPosition(start);
			const to = Math.max(Math.min(start + length, end), start);
			return { file, code, message: shortMessage(message), from: start, to, line: line + 1 };
		});
}

/**
 * System modules of the files that are TypeScript, by name. Throws if one is no TypeScript: what the compiler makes of it
 * might run, and do something else.
 */
export function compileFiles(files: Record<string, string>, options: Record<string, unknown>): Answers['compile'] {
	const compilerOptions: ts.CompilerOptions = {
		...optionsFrom(options),
		noEmit: false,
		sourceMap: true,
		module: ts.ModuleKind.System,
		moduleResolution: undefined,
		// TypeScript 6 is the last one with this kind of module.
		ignoreDeprecations: ts.versionMajorMinor.startsWith('5') ? '5.0' : '6.0',
	};
	const sources = Object.entries(files).filter(([name]) => /(?<!\.d)\.[cm]?tsx?$/.test(name));
	return Object.fromEntries(
		sources.map(([fileName, text]) => {
			const {
				outputText,
				sourceMapText,
				diagnostics = [],
			} = ts.transpileModule(text, {
				fileName,
				compilerOptions,
				reportDiagnostics: true,
			});
			const error = diagnostics.find(({ file }) => file !== undefined);
			if (!error) return [fileName, { code: withoutMap(outputText), lines: linesOf(sourceMapText) }];
			const line = text.slice(0, error.start).split('\n').length;
			throw new Error(`${fileName}:${line}: ${ts.flattenDiagnosticMessageText(error.messageText, '\n')}`);
		}),
	);
}

/** The page has no map, and browsers would look for one. */
function withoutMap(code: string): string {
	return code.replace(/\n\/\/# sourceMappingURL=\S*\s*$/, '');
}

function linesOf(map = '{"mappings":""}'): number[] {
	return decode(JSON.parse(map).mappings).map((segments) => {
		const [, , line = -1] = segments.find((segment) => segment.length > 1) ?? [];
		return line + 1;
	});
}

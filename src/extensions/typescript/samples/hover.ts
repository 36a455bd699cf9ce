/** The compiler's information about identifiers, as an editor shows it. */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';
import { isRelative } from './imports.ts';
import type { ShownLine, UnitResult } from './types.ts';

/** Maximum number of names. */
const MAX_COMPLETIONS = 10;
/** Maximum number of letters of a sentence in a hover. */
const MAX_SENTENCE = 240;

/** The type of the identifier at a position, or `''` if there is none. */
export function typeAt(language: ts.LanguageService, source: ts.SourceFile, position: number): string {
	return tsc.displayPartsToString(language.getQuickInfoAtPosition(source.fileName, position)?.displayParts);
}

/** The first sentence of the comment at the declaration of an identifier, after an empty line; `''` without a comment. */
function commentOf({ documentation }: ts.QuickInfo): string {
	const [first = ''] = tsc.displayPartsToString(documentation).split(/\n\s*\n/);
	const text = first.replace(/\s+/g, ' ').replace(/`/g, '').trim();
	const [sentence = text] = /^.*?[.!?](?=\s|$)/.exec(text) ?? [];
	return sentence === '' || sentence.length > MAX_SENTENCE ? '' : `\n\n${sentence}`;
}

/** Leaves out members that start with `_`, because they're internal to a library, and puts `…` in their place. */
function withoutInternals(type: string): string {
	const kept: string[] = [];
	/** Indent of the member that is left out. */
	let inside: number | undefined;
	for (const line of type.split('\n')) {
		const indent = line.length - line.trimStart().length;
		if (inside !== undefined && (indent > inside || (indent === inside && /^[\])}>]/.test(line.trimStart())))) continue;
		inside = indent > 0 && /^(?:readonly )?_[\w$]*\??[:(<]/.test(line.trimStart()) ? indent : undefined;
		if (inside === undefined) kept.push(line);
		else if (kept.at(-1)?.trim() !== '…') kept.push(`${' '.repeat(indent)}…`);
	}
	// The members that are left come first.
	for (const [index, line] of kept.entries()) {
		const next = kept[index + 1];
		if (line.trim() !== '…' || next === undefined || next.search(/\S/) < line.search(/\S/)) continue;
		kept[index] = next;
		kept[index + 1] = line;
	}
	return kept.join('\n');
}

/** Names that an editor would offer at a position after the letters before it, one per line. */
export function completionsAt(language: ts.LanguageService, source: ts.SourceFile, position: number): string {
	const entries = language.getCompletionsAtPosition(source.fileName, position, undefined)?.entries ?? [];
	const typed = /[\w$]*$/.exec(source.text.slice(0, position))?.[0] ?? '';
	const names = entries.map(({ name }) => name).filter((name) => name.startsWith(typed));
	const kept = names.slice(0, MAX_COMPLETIONS);
	return [...kept, ...(names.length > kept.length ? ['…'] : [])].join('\n');
}

/** Texts and positions of all identifiers on the shown lines, in order of appearance; equal texts are stored once. */
export function hoversOf(
	language: ts.LanguageService,
	sources: (ts.SourceFile | undefined)[],
	shown: ShownLine[],
	clean: (text: string) => string,
): Pick<UnitResult, 'types' | 'hovers'> {
	const types = new Map<string, number>();
	const checker = language.getProgram()?.getTypeChecker();
	const hovers: UnitResult['hovers'] = [];
	for (const [file, source] of sources.entries()) {
		const offsets = new Map(shown.filter((line) => line.file === file).map(({ line, offset }) => [line, offset]));
		if (!source || offsets.size === 0) continue;
		for (const identifier of identifiersOf(source)) {
			const start = identifier.getStart(source);
			const { line, character } = source.getLineAndCharacterOfPosition(start);
			const offset = offsets.get(line + 1);
			const info = offset === undefined ? undefined : language.getQuickInfoAtPosition(source.fileName, start);
			const shape = withoutInternals(clean(tsc.displayPartsToString(info?.displayParts)));
			if (offset === undefined || !info || !shape) continue;
			const text = shape + commentOf(info);
			const type = types.get(text) ?? types.size;
			types.set(text, type);
			const name = checker && importedName(identifier, checker);
			const place = { offset: offset + character, length: identifier.getWidth(source), type };
			hovers.push(name === undefined ? place : { ...place, name });
		}
	}
	hovers.sort((a, b) => a.offset - b.offset);
	return { types: [...types.keys()], hovers };
}

/** What an identifier names, if a file of the sample imports it: `@trpc/server/adapters/express/createExpressMiddleware`. */
function importedName(identifier: ts.Identifier, checker: ts.TypeChecker): string | undefined {
	const { parent } = identifier;
	const declarationOf = (node: ts.Node): ts.Declaration | undefined =>
		checker.getSymbolAtLocation(node)?.declarations?.[0];
	const space = tsc.isPropertyAccessExpression(parent)
		? parent.expression
		: tsc.isQualifiedName(parent)
			? parent.left
			: undefined;
	const around = space && space !== identifier ? declarationOf(space) : undefined;
	if (around && tsc.isNamespaceImport(around)) return nameIn(around.parent.parent, identifier.text);
	const own = tsc.isImportSpecifier(parent) ? parent : declarationOf(identifier);
	if (own && tsc.isImportSpecifier(own)) return nameIn(own.parent.parent.parent, (own.propertyName ?? own.name).text);
	return own && tsc.isImportClause(own) ? nameIn(own.parent, 'default') : undefined;
}

function nameIn({ moduleSpecifier }: { moduleSpecifier?: ts.Expression }, name: string): string | undefined {
	const from = moduleSpecifier && tsc.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '.';
	return isRelative(from) ? undefined : `${from}/${name}`;
}

function identifiersOf(source: ts.SourceFile): ts.Identifier[] {
	const found: ts.Identifier[] = [];
	const visit = (node: ts.Node): void => {
		if (tsc.isIdentifier(node)) found.push(node);
		tsc.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

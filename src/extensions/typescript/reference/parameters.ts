/** Parameters, type parameters and results of a declaration, with the words of its comment about each. */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';
import { inferredCode, isHidden, resultCode, tokensOf, writtenCode } from './code.ts';
import type { Comment } from './comment.ts';
import { docOf } from './comment-source.ts';
import { description, NAMED, NAMED_TYPES, tagged } from './comment-writer.ts';
import {
	blocks,
	code,
	declaration,
	flag,
	labelled,
	SAID_END,
	SAID_MARK,
	signature,
	terms,
	titled,
	typed,
} from './markdown.ts';
import { documentedIn } from './nested.ts';
import {
	type Described,
	described,
	isPossible,
	type Option,
	optionOf,
	optionsOf,
	symbolsOf,
	unionOf,
} from './options.ts';
import { said } from './page.ts';
import type { Sheet } from './sheet.ts';
import { ownerOf } from './symbols.ts';

type Row = [term: string, text: string];

/** Maximum number of properties listed with a parameter; a longer list is on the type's own page. */
const MAX_OPTIONS = 24;

/** The lists of a declaration; `typed` is its signature, if it has one. */
export function parts(
	sheet: Sheet,
	node: ts.Declaration,
	comment: Comment,
	typed: ts.SignatureDeclaration | undefined,
	level: 2 | 3,
): string {
	const { checker, resolve } = sheet.context;
	const own = 'typeParameters' in node ? typeParametersOf(node) : [];
	const result = typed && resultCode(typed, checker);
	const returns = typed && checker.getSignatureFromDeclaration(typed)?.getReturnType();
	if (returns) for (const { name } of checker.getPropertiesOfType(returns)) sheet.names.add(name);
	const returned = tagged(comment.tags, 'returns', 'return').map(({ text }) => text);
	const isShown = returned.length > 0 || (result && (result.length !== 1 || result[0]?.text !== 'void'));
	const types = typeParameters(sheet, own.length > 0 ? own : typeParametersOf(typed), comment);
	const rows = parameters(sheet, typed?.parameters ?? [], comment);
	// The members of a type may have the other names.
	const strays = typed ? sheet.strays(comment, node) : [];
	const results = typed?.type ? rest(sheet, typed.type, '') : [];
	return blocks(
		titled(level, 'Type parameters', types),
		titled(level, 'Parameters', terms([...rows, ...strays])),
		isShown
			? titled(level, 'Returns', blocks(result ? declaration([result], resolve) : '', ...returned, terms(results)))
			: '',
	);
}

/** The signatures that a declaration writes in place: its own, or its type's. */
export function signaturesOf(node: ts.Node): ts.SignatureDeclaration[] {
	if (tsc.isFunctionLike(node)) return [node];
	if (tsc.isFunctionTypeNode(node) || tsc.isConstructorTypeNode(node)) return [node];
	if (tsc.isParenthesizedTypeNode(node)) return signaturesOf(node.type);
	if (tsc.isUnionTypeNode(node) || tsc.isIntersectionTypeNode(node)) return node.types.flatMap(signaturesOf);
	if (tsc.isTypeLiteralNode(node) || tsc.isInterfaceDeclaration(node))
		return node.members.flatMap((member) =>
			tsc.isCallSignatureDeclaration(member) || tsc.isConstructSignatureDeclaration(member) ? [member] : [],
		);
	if (tsc.isTypeAliasDeclaration(node)) return signaturesOf(node.type);
	const isTyped =
		tsc.isVariableDeclaration(node) ||
		tsc.isPropertySignature(node) ||
		tsc.isPropertyDeclaration(node) ||
		tsc.isParameter(node) ||
		tsc.isPropertyAssignment(node);
	if (!isTyped) return [];
	if ('type' in node && node.type) return signaturesOf(node.type);
	const initializer = 'initializer' in node ? node.initializer : undefined;
	return initializer && (tsc.isArrowFunction(initializer) || tsc.isFunctionExpression(initializer))
		? [initializer]
		: [];
}

function typeParametersOf(node: ts.Node | undefined): readonly ts.TypeParameterDeclaration[] {
	const isGeneric =
		node &&
		(tsc.isFunctionLike(node) ||
			tsc.isClassLike(node) ||
			tsc.isInterfaceDeclaration(node) ||
			tsc.isTypeAliasDeclaration(node));
	return isGeneric ? (node.typeParameters ?? []) : [];
}

function typeParameters(sheet: Sheet, parameters: readonly ts.TypeParameterDeclaration[], comment: Comment): string {
	const { checker, resolve, comments } = sheet.context;
	const bound = (word: string, type: ts.TypeNode | undefined): string[] =>
		type ? [`${word} ${signature(tokensOf(type, checker), resolve)}.`] : [];
	const { id, typeParameters: words } = sheet.symbol.package;
	const own = sheet.symbol.links[0]?.slice(id.length + 1);
	const explained = (name: string): string | undefined => words[`${own}.${name}`] ?? words[name];
	return terms(
		parameters.map((node): Row => {
			const { name, constraint, default: standard } = node;
			sheet.names.add(name.text);
			const written = [...sheet.about(comment, NAMED_TYPES, name.text), ...inlineWords(sheet, node)];
			const known = explained(name.text);
			const texts = written.length > 0 || known === undefined ? written : [comments.text(known)];
			const bounds = [...bound('Extends', constraint), ...bound('Default:', standard)].join(' ');
			const [only = '', ...more] = texts;
			const isLine = more.length === 0 && !only.includes('\n\n');
			return [code(name.text), (isLine ? `${only} ${bounds}`.trim() : blocks(...texts, bounds)) || 'Any type.'];
		}),
	);
}

/** The words of a comment next to a parameter itself. */
function inlineWords(sheet: Sheet, node: ts.Node): string[] {
	return docOf(node) ? [description(sheet.comment(node))] : [];
}

export function parameters(sheet: Sheet, nodes: readonly ts.ParameterDeclaration[], comment: Comment): Row[] {
	const names = namesOf(nodes, comment);
	const rows = nodes.flatMap((node, index) => parameter(sheet, node, names, index, comment));
	// The elements of a list of arguments have names that only the comment knows.
	const isList = nodes.some(({ dotDotDotToken }) => dotDotDotToken);
	const elements = isList
		? sheet.left(comment, NAMED).flatMap(({ of }) => of.filter((name) => !name.includes('.')))
		: [];
	return [...rows, ...elements.map((name): Row => [code(name), blocks(...sheet.about(comment, NAMED, name))])];
}

/**
 * The names of parameters. One that is destructured has none: it takes the name of the `@param` that no other
 * parameter or variable has.
 */
function namesOf(nodes: readonly ts.ParameterDeclaration[], comment: Comment): string[] {
	const own = nodes.flatMap(({ name }) => (tsc.isIdentifier(name) ? [name.text] : boundNames(name)));
	const written = tagged(comment.tags, ...NAMED).flatMap(({ of }) => of.map((name) => name.replace(/\..*$/s, '')));
	const free = [...new Set(written)].filter((name) => !own.includes(name));
	const taken = new Set(own);
	return nodes.map(({ name }) => {
		if (tsc.isIdentifier(name)) return name.text;
		const base = tsc.isArrayBindingPattern(name) ? 'items' : 'options';
		let found = free.shift() ?? base;
		for (let count = 2; taken.has(found); count++) found = `${base}${count}`;
		taken.add(found);
		return found;
	});
}

function boundNames(name: ts.BindingName): string[] {
	if (tsc.isIdentifier(name)) return [name.text];
	return name.elements.flatMap((element) => (tsc.isBindingElement(element) ? boundNames(element.name) : []));
}

/** A parameter, followed by the properties of its type if the type belongs to one of the packages. */
function parameter(
	sheet: Sheet,
	node: ts.ParameterDeclaration,
	all: readonly string[],
	index: number,
	comment: Comment,
): Row[] {
	const { checker, resolve } = sheet.context;
	const type = checker.getTypeAtLocation(node);
	const name = all[index] ?? '';
	sheet.names.add(name);
	const own = writtenCode(node, checker) ?? inferredCode(type, node, checker);
	const words = sheet.about(comment, NAMED, name);
	const rows = ownOptions(sheet, type).map((option) => {
		const label = `${name}.${option.name}`;
		// Some authors write only the name of the option.
		const names = all.includes(option.name) ? [label] : [label, option.name];
		return optionRow(sheet, option, label, sheet.about(comment, NAMED, ...names));
	});
	const symbol = tsc.isIdentifier(node.name) ? checker.getSymbolAtLocation(node.name) : undefined;
	const cases = symbol
		? casesOf(sheet, described(optionOf(symbol, checker), checker, sheet.symbol.package.conditions, true))
		: '';
	const isSaid = comment.tags.some(({ standard, of }) => standard !== '' && of.includes(name));
	const initial = isSaid ? '' : (node.initializer?.getText() ?? '');
	const first: Row = [
		code(`${node.dotDotDotToken ? '...' : ''}${name}`) + (checker.isOptionalParameter(node) ? flag('optional') : ''),
		typed(
			signature(own, resolve),
			cases,
			sayable(sheet, name, blocks(...words, ...inlineWords(sheet, node))),
			initial === '' ? '' : `Default: ${code(initial)}`,
		),
	];
	return [first, ...rows, ...deeper(sheet, comment, name, type), ...rest(sheet, node, name)];
}

/** The words about a parameter, between marks: a note may replace them, or say something where there are none. */
function sayable({ symbol }: Sheet, name: string, text: string): string {
	const [link] = symbol.links;
	return link === undefined ? text : `${SAID_MARK}${link}.${name}-->${text}${SAID_END}`;
}

/** Rows for deeper options in a comment, or options that the page does not list: `@param options.oven.heat`. */
function deeper(sheet: Sheet, comment: Comment, name: string, type: ts.Type): Row[] {
	return sheet.left(comment, NAMED).flatMap(({ of }) =>
		of.flatMap((path): Row[] => {
			const [first, ...parts] = path.split('.');
			if (first !== name || parts.length === 0 || !hasPath(type, parts, sheet.context.checker)) return [];
			return [[code(path), blocks(...sheet.about(comment, NAMED, path))]];
		}),
	);
}

/** Whether a type has a member at the end of a path; arrays are skipped. */
function hasPath(type: ts.Type, [name, ...more]: string[], checker: ts.TypeChecker): boolean {
	if (name === undefined || type.flags & (tsc.TypeFlags.Any | tsc.TypeFlags.Unknown)) return true;
	const bare = checker.getNonNullableType(type);
	const element = checker.isArrayType(bare) ? checker.getIndexTypeOfType(bare, tsc.IndexKind.Number) : undefined;
	if (element) return hasPath(element, [name, ...more], checker);
	return optionsOf(bare, checker).some(
		(option) =>
			option.name === name &&
			symbolsOf(option).some((symbol) => hasPath(checker.getTypeOfSymbol(symbol), more, checker)),
	);
}

/** The options of an object type of the packages, in all its forms. */
export function ownOptions(sheet: Sheet, type: ts.Type): Option[] {
	const { checker, packages } = sheet.context;
	const isCallable = type.getCallSignatures().length > 0;
	const all = isCallable ? [] : optionsOf(type, checker).filter(isPossible);
	for (const { name } of all) sheet.names.add(name);
	const own = all.filter((option) => {
		const declarations = symbolsOf(option).flatMap((symbol) => symbol.declarations ?? []);
		const file = declarations[0]?.getSourceFile().fileName ?? '';
		return ownerOf(file, packages) !== undefined && !declarations.some(isHidden);
	});
	return own.length > MAX_OPTIONS ? [] : own;
}

/** An option with its types, its words and when it is required. */
export function optionRow(sheet: Sheet, option: Option, label: string, words: readonly string[]): Row {
	const { checker, packages, resolve } = sheet.context;
	const { types, isOptional, when } = described(option, checker, sheet.symbol.package.conditions, true);
	const textsOf = (symbols: readonly ts.Symbol[]): string =>
		parameterWords(
			sheet,
			symbols.flatMap(({ declarations = [] }) =>
				declarations.filter((node) => ownerOf(node.getSourceFile().fileName, packages)),
			),
		);
	const all = textsOf(option.forms.flatMap(({ symbol }) => symbol ?? []));
	const lines = types.map((each) => ({ ...each, text: textsOf(each.symbols) }));
	const isSame = lines.every(({ text }) => text === all);
	const term = code(label) + (isOptional ? flag('optional') : '');
	// Nothing tells which form is meant, so readers get one type and all words.
	const isUnion = lines.some((line) => line.when === '');
	if (isUnion || lines.length < 2)
		return [term, typed(signature(unionOf(lines.map(({ type }) => type)), resolve), ...words, all, when)];
	const items = lines.map((line) => {
		const head = `${signature(line.type, resolve)} ${line.when}`.trim();
		return `- ${(isSame ? head : `${head}\n\n${line.text}`).trim().replaceAll('\n', '\n  ')}`;
	});
	return [term, blocks(items.join('\n'), ...words, isSame ? all : '', when)];
}

/** A list of the types of a member, each with the condition; nothing if a condition is missing. */
export function casesOf({ context }: Sheet, { types }: Described): string {
	if (types.length < 2 || types.some(({ when }) => when === '')) return '';
	return types.map(({ type, when }) => `- ${signature(type, context.resolve)} ${when}`).join('\n');
}

/** The words of several declarations of one thing, each once. */
export function parameterWords(sheet: Sheet, nodes: readonly ts.Node[]): string {
	return blocks(...new Set(nodes.map((node) => memberDescription(sheet, node))));
}

/** The documented parts of a declaration that the page does not have yet. */
export function rest(sheet: Sheet, node: ts.Node, path: string): Row[] {
	const { checker, resolve } = sheet.context;
	return documentedIn(node, path, checker).flatMap(({ path: name, node: part, doc }): Row[] => {
		if (sheet.shown.has(doc)) return [];
		const type = tsc.isTypeNode(part) ? undefined : writtenCode(part, checker);
		const isOptional = 'questionToken' in part && part.questionToken !== undefined;
		const text = docOf(part) === doc ? memberDescription(sheet, part) : description(sheet.commentIn(doc, part));
		return [[code(name) + (isOptional ? flag('optional') : ''), type ? typed(signature(type, resolve), text) : text]];
	});
}

const KINDS = [...NAMED, ...NAMED_TYPES];

/** The whole comment of a member, with the words about its parameters. */
export function memberDescription(sheet: Sheet, node: ts.Node): string {
	return said(node, wholeComment(sheet, node), sheet.context);
}

function wholeComment(sheet: Sheet, node: ts.Node): string {
	const { checker } = sheet.context;
	const comment = sheet.comment(node);
	const signatures = signaturesOf(node);
	const shapes = signatures.length > 0 ? [] : checker.getTypeAtLocation(node).getCallSignatures();
	const names = [
		...signatures.flatMap(({ parameters }) => namesOf(parameters, comment)),
		...signatures.flatMap(({ parameters }) => parameters.flatMap(({ name }) => boundNames(name))),
		...shapes.flatMap((shape) => shape.getParameters().map(({ name }) => name)),
		...signatures.flatMap((each) => typeParametersOf(each).map(({ name }) => name.text)),
	];
	const types = signatures.flatMap(({ parameters }) => parameters.map((each) => checker.getTypeAtLocation(each)));
	const isList = signatures.some(({ parameters }) => parameters.some(({ dotDotDotToken }) => dotDotDotToken));
	const isKnown = (name: string): boolean =>
		isList ||
		(signatures.length === 0 && shapes.length === 0) ||
		names.includes(name.replace(/\..*$/s, '')) ||
		types.some((type) => hasPath(type, name.split('.'), checker));
	const known = sheet.left(comment, KINDS).flatMap(({ of }) => of.filter(isKnown));
	const rows = [
		...known.map((name): Row => [code(name), blocks(...sheet.about(comment, KINDS, name))]),
		...sheet.strays(comment, node, names),
	];
	const described = rows.filter(([, text]) => text !== '').map(([name, text]) => labelled(`${name}:`, text));
	const returned = tagged(comment.tags, 'returns', 'return').map(({ text }) => labelled('Returns', text));
	return description(comment, ...described, ...returned);
}

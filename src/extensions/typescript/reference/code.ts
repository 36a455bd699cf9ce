/**
 * Declarations as their authors wrote them: the tokens of the source without comments, bodies and initial values. Types
 * that the author left to inference are printed by the compiler.
 */
import { isAbsolute } from 'node:path';
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';
import { hasTag } from './comment-source.ts';
import { publicName } from './public-name.ts';

/** A token of a declaration; `before` is the white space before it. */
export interface CodeToken {
	before: string;
	text: string;
	/** The symbol that a name refers to. */
	symbol?: ts.Symbol;
}

/** The declarations of a symbol: one, or one per overload or per part of a merged interface. */
export function declarationsOf({ declarations = [] }: ts.Symbol): ts.Declaration[] {
	const isBodiless = (node: ts.Declaration): boolean => !('body' in node) || node.body === undefined;
	const functions = declarations.filter((node) => tsc.isFunctionDeclaration(node) || tsc.isMethodDeclaration(node));
	const kept = functions.length > 1 ? declarations.filter(isBodiless) : declarations;
	const types = kept.filter((node) => !tsc.isModuleDeclaration(node) && !tsc.isSourceFile(node));
	return types.length > 0 ? types : kept;
}

/** Whether to hide a member from the reference: it is private, protected or tagged `@internal`. */
export function isHidden(node: ts.Node): boolean {
	const hidden = tsc.ModifierFlags.Private | tsc.ModifierFlags.Protected;
	if (tsc.canHaveModifiers(node) && tsc.getCombinedModifierFlags(node as ts.Declaration) & hidden) return true;
	const name = tsc.isClassElement(node) ? node.name : undefined;
	return (name !== undefined && tsc.isPrivateIdentifier(name)) || isInternal(node);
}

/** Whether the author hides a declaration by a tag. */
export function isInternal(node: ts.Node): boolean {
	return hasTag(node, 'internal', 'hidden', 'ignore', 'private');
}

/** One declaration as valid TypeScript: `function f(a: string): void;`. */
export function declarationCode(node: ts.Declaration, checker: ts.TypeChecker): CodeToken[] {
	const reader = new Reader(node.getSourceFile(), checker);
	if (tsc.isVariableDeclaration(node) || tsc.isBindingElement(node)) {
		const constant = tsc.getCombinedNodeFlags(node) & tsc.NodeFlags.BlockScoped;
		const keyword = constant === tsc.NodeFlags.Let ? 'let' : constant === 0 ? 'var' : 'const';
		reader.write(keyword);
		reader.start(node, ' ');
		reader.variable(node);
	} else if (tsc.isExportAssignment(node)) {
		reader.write('const name: ');
		reader.type(checker.getTypeAtLocation(node.expression), node);
	} else if (tsc.isClassExpression(node)) {
		const [word, ...rest] = tokensOf(node, checker);
		const outer = tsc.findAncestor(node, tsc.isVariableDeclaration)?.name.getText() ?? 'name';
		// By the name that readers know.
		const own = node.name ? rest.slice(1) : rest;
		return ended([...(word ? [word] : []), { before: ' ', text: outer }, ...own]);
	} else return ended(tokensOf(node, checker));
	return ended(reader.tokens);
}

/** The declaration of a member, as in its class or interface. */
export function memberCode(node: ts.Declaration, checker: ts.TypeChecker): CodeToken[] {
	const tokens = tokensOf(node, checker);
	return tsc.isEnumMember(node) ? tokens.filter(({ text }) => text !== ',') : ended(tokens);
}

/** A type as the compiler infers it, with names that can be used at `at`. */
export function inferredCode(type: ts.Type, at: ts.Node | undefined, checker: ts.TypeChecker): CodeToken[] {
	return inWordsOf(at, (place) => checker.typeToTypeNode(type, place, format(place)), checker);
}

/**
 * Prints a type without a place, which takes a fraction of the time. If the result names something local to a function,
 * prints it again with names that are visible at the place.
 */
function inWordsOf(
	at: ts.Node | undefined,
	make: (place: ts.Node | undefined) => ts.TypeNode | undefined,
	checker: ts.TypeChecker,
): CodeToken[] {
	const quick = synthetic(make(undefined), checker);
	const isLocal = ({ text, symbol }: CodeToken): boolean =>
		text === 'unique' ||
		(symbol !== undefined &&
			(symbol.flags & tsc.SymbolFlags.TypeAlias) !== 0 &&
			(symbol.declarations ?? []).some((node) => tsc.isBlock(node.parent)));
	return at && quick.some(isLocal) ? synthetic(make(at), checker) : quick;
}

/** A type or a member as it is written; `names` has the symbols of a type that the compiler has created. */
export function tokensOf(node: ts.Node, checker: ts.TypeChecker, names?: ReadonlyMap<string, ts.Symbol>): CodeToken[] {
	const reader = new Reader(node.getSourceFile(), checker, names);
	reader.start(node);
	reader.visit(node);
	return reader.tokens;
}

/** The type that the author gave to a property or parameter, if any; a method is shown whole. */
export function writtenCode(node: ts.Node | undefined, checker: ts.TypeChecker): CodeToken[] | undefined {
	if (!node) return undefined;
	if (tsc.isMethodSignature(node) || tsc.isMethodDeclaration(node))
		return tokensOf(node, checker).filter(({ text }, index, all) => index < all.length - 1 || !/^[;,]$/.test(text));
	return 'type' in node && node.type ? tokensOf(node.type as ts.TypeNode, checker) : undefined;
}

/** The return type of a function: as it is written, or as the compiler infers it. */
export function resultCode(node: ts.SignatureDeclaration, checker: ts.TypeChecker): CodeToken[] {
	if (node.type) return tokensOf(node.type, checker);
	const signature = checker.getSignatureFromDeclaration(node);
	const kind = tsc.SyntaxKind.FunctionType;
	return inWordsOf(
		node,
		(place) => signature && checker.signatureToSignatureDeclaration(signature, kind, place, format(place))?.type,
		checker,
	);
}

/**
 * A member of a mapped or instantiated type: `name?: type;`, one per signature of a function. Uses the author's text if
 * it is shorter, because the inferred type may be a page long.
 */
export function propertyCode(property: ts.Symbol, checker: ts.TypeChecker): CodeToken[][] {
	const full = checker.getTypeOfSymbol(property);
	const type = checker.getNonNullableType(full);
	const isOptional = (property.flags & tsc.SymbolFlags.Optional) !== 0;
	const name = `${nodeKey(property.name)}${isOptional ? '?' : ''}`;
	const signatures = type.getCallSignatures();
	if (signatures.length > 0 && type.getProperties().length === 0)
		return signatures.map((signature) => {
			const kind = tsc.SyntaxKind.FunctionType;
			const made = synthetic(
				checker.signatureToSignatureDeclaration(signature, kind, undefined, format(undefined)) as ts.FunctionTypeNode,
				checker,
			);
			const written = signature.declaration && functionCode(signature.declaration, checker);
			return ended([{ before: '', text: name }, ...asMethod(shorter(made, written))]);
		});
	const [declared] = property.declarations ?? [];
	const made = inferredCode(isOptional ? type : full, declared, checker);
	const [first, ...rest] = shorter(made, writtenCode(declared, checker));
	return [ended([{ before: '', text: `${name}:` }, ...(first ? [{ ...first, before: ' ' }] : []), ...rest])];
}

/** Inferred types up to this length (in characters) are kept, because they name the concrete types of the example. */
const MAX_INFERRED = 160;

function shorter(made: CodeToken[], written: CodeToken[] | undefined): CodeToken[] {
	const size = (tokens: CodeToken[]): number => nodeText(tokens).replace(/\s+/g, ' ').length;
	return written && written.length > 0 && size(made) > MAX_INFERRED && size(written) < size(made) ? written : made;
}

/** A signature as a function type, as the author wrote it. */
function functionCode(node: ts.Node, checker: ts.TypeChecker): CodeToken[] {
	if (!tsc.isFunctionLike(node)) return [];
	const reader = new Reader(node.getSourceFile(), checker);
	reader.functionType(node);
	return reader.tokens;
}

/** Turns `(a: A) => B` into the part after a method's name: `(a: A): B`. */
function asMethod(tokens: CodeToken[]): CodeToken[] {
	let depth = 0;
	const at = tokens.findIndex(({ text }) => {
		depth += OPENING.has(text) ? 1 : CLOSING.has(text) ? -1 : 0;
		return depth === 0 && text === '=>';
	});
	return at < 0 ? tokens : [...tokens.slice(0, at), { before: '', text: ':' }, ...tokens.slice(at + 1)];
}

/** A name as the key of an object type. */
export function nodeKey(name: string): string {
	return /^(?:[\p{L}$_][\p{L}\p{N}$_]*|\d+)$/u.test(name) ? name : `'${name}'`;
}

/** The text of tokens. */
export function nodeText(tokens: readonly CodeToken[]): string {
	return tokens.map(({ before, text }) => before + text).join('');
}

function ended(tokens: CodeToken[]): CodeToken[] {
	const last = tokens.at(-1);
	if (last?.text === ';' || last?.text === '}') return tokens;
	const body = last?.text === ',' ? tokens.slice(0, -1) : tokens;
	return [...body, { before: '', text: ';' }];
}

function format(place: ts.Node | undefined): ts.NodeBuilderFlags {
	const { NodeBuilderFlags: flags } = tsc;
	return (
		flags.NoTruncation |
		(place ? 0 : flags.UseAliasDefinedOutsideCurrentScope) |
		flags.UseSingleQuotesForStringLiteralType |
		flags.AllowUniqueESSymbolType |
		flags.IgnoreErrors
	);
}

/** The tokens of a type node that the compiler has created. */
function synthetic(made: ts.TypeNode | undefined, checker: ts.TypeChecker): CodeToken[] {
	if (!made) return [{ before: '', text: 'unknown' }];
	const plain = withoutImports(made);
	const names = new Map<string, ts.Symbol>();
	const collect = (node: ts.Node): void => {
		// The compiler attaches symbols to the identifiers that it creates.
		if (tsc.isIdentifier(node) && 'symbol' in node && node.symbol) names.set(node.text, node.symbol as ts.Symbol);
		tsc.forEachChild(node, collect);
	};
	collect(plain);
	const printer = tsc.createPrinter({ removeComments: true });
	const text = printer.printNode(
		tsc.EmitHint.Unspecified,
		plain,
		tsc.createSourceFile('', '', tsc.ScriptTarget.Latest),
	);
	const source = tsc.createSourceFile('type.ts', `type _ = ${text}`, tsc.ScriptTarget.Latest, true);
	const [statement] = source.statements;
	if (!statement || !tsc.isTypeAliasDeclaration(statement)) return [{ before: '', text }];
	return tokensOf(statement.type, checker, names);
}

/** The same type with bare names instead of `import('…').Name`: the names become links. */
function withoutImports(made: ts.TypeNode): ts.TypeNode {
	const { factory } = tsc;
	const visitPath = (node: ts.Node): ts.Node => {
		if (!tsc.isLiteralTypeNode(node) || !tsc.isStringLiteral(node.literal)) return node;
		const { text } = node.literal;
		return isAbsolute(text) ? factory.createLiteralTypeNode(factory.createStringLiteral(publicName(text))) : node;
	};
	const visit = (node: ts.Node): ts.Node => {
		const inner = tsc.visitEachChild(node, visit, undefined);
		if (!tsc.isImportTypeNode(inner)) return inner;
		if (!inner.qualifier) return tsc.visitEachChild(inner, (child) => visitPath(child), undefined);
		return inner.isTypeOf
			? factory.createTypeQueryNode(inner.qualifier, inner.typeArguments)
			: factory.createTypeReferenceNode(inner.qualifier, inner.typeArguments);
	};
	return visit(made) as ts.TypeNode;
}

type Variable = ts.VariableDeclaration | ts.BindingElement | ts.PropertyDeclaration;

class Reader {
	readonly tokens: CodeToken[] = [];
	#at = 0;
	#gap = '';
	#indent = 0;

	constructor(
		private readonly file: ts.SourceFile,
		private readonly checker: ts.TypeChecker,
		private readonly names?: ReadonlyMap<string, ts.Symbol>,
	) {}

	/** Starts at a node; the indentation of its line is removed from all lines. */
	start(node: ts.Node, gap = ''): void {
		const at = node.getStart(this.file);
		const line = this.file.text.slice(this.file.text.lastIndexOf('\n', at - 1) + 1, at);
		this.#indent = this.names ? 0 : columns(/^\s*/.exec(line)?.[0] ?? '');
		this.#at = at;
		this.#gap = gap;
	}

	/** Writes a text that is not in the source. */
	write(text: string, before = ''): void {
		this.tokens.push({ before, text });
	}

	/** Writes an inferred type. */
	type(type: ts.Type, at: ts.Node): void {
		this.append(inferredCode(type, at, this.checker));
	}

	private append([first, ...rest]: CodeToken[], before = ''): void {
		if (first) this.tokens.push({ ...first, before }, ...rest);
	}

	visit(node: ts.Node): void {
		const { parent } = node;
		if (tsc.isJSDoc(node) || this.isOmitted(node)) this.skip(node);
		else if (isBody(node, parent)) {
			this.skip(node);
			this.#gap = '';
			this.write(';');
		} else if (tsc.isPropertyDeclaration(node)) this.variable(node);
		else if (tsc.isParameter(node)) this.parameter(node);
		else if (node.getChildCount(this.file) > 0) {
			for (const child of node.getChildren(this.file)) {
				this.visit(child);
				if (child.kind === tsc.SyntaxKind.CloseParenToken) this.missingResult(node);
			}
		} else this.token(node);
	}

	/** A name with its type, without the initial value. */
	variable(node: Variable): void {
		const { initializer } = node;
		const type = 'type' in node ? node.type : undefined;
		for (const child of node.getChildren(this.file)) {
			if (child === initializer || child.kind === tsc.SyntaxKind.EqualsToken) this.skip(child);
			else if (child.kind === tsc.SyntaxKind.SemicolonToken) this.skip(child);
			else if (!(tsc.isBindingElement(node) && child === node.propertyName)) this.visit(child);
		}
		this.#gap = '';
		if (!type) {
			this.write(': ');
			if (initializer && (tsc.isArrowFunction(initializer) || tsc.isFunctionExpression(initializer)))
				this.functionType(initializer);
			else this.type(this.checker.getTypeAtLocation(node), node);
		}
		if (tsc.isPropertyDeclaration(node)) this.write(';');
	}

	/** A function expression, as its type. */
	functionType(node: ts.SignatureDeclaration): void {
		const inner = new Reader(this.file, this.checker, this.names);
		const from = node.typeParameters?.pos ?? node.parameters.pos;
		inner.start(node);
		inner.#at = from - 1;
		let isOpen = false;
		for (const child of node.getChildren(this.file)) {
			if (/^[<(]$/.test(child.getText(this.file))) isOpen = true;
			if (!isOpen) continue;
			inner.visit(child);
			if (child.kind === tsc.SyntaxKind.CloseParenToken) break;
		}
		this.append(inner.tokens);
		this.write('=>', ' ');
		this.append(resultCode(node, this.checker), ' ');
		this.skip(node);
	}

	private parameter(node: ts.ParameterDeclaration): void {
		const isInner = this.names !== undefined;
		for (const child of node.getChildren(this.file)) {
			if (child === node.initializer || child.kind === tsc.SyntaxKind.EqualsToken) {
				this.skip(child);
				this.#gap = '';
			} else if (isModifierList(child, node) && (!tsc.isConstructorDeclaration(node.parent) || isHidden(node)))
				this.skip(child);
			else this.visit(child);
			if (child !== node.name) continue;
			if (!isInner && node.initializer && this.checker.isOptionalParameter(node)) this.write('?');
			if (!node.type && !isInner && !tsc.isIndexSignatureDeclaration(node.parent)) {
				this.write(': ');
				this.type(this.checker.getTypeAtLocation(node), node);
			}
		}
	}

	/** The return type of a function, if the author left it to inference. */
	private missingResult(node: ts.Node): void {
		const isLeft =
			tsc.isFunctionDeclaration(node) || tsc.isMethodDeclaration(node) || tsc.isGetAccessorDeclaration(node);
		if (!isLeft || node.type) return;
		this.write(':');
		this.append(resultCode(node, this.checker), ' ');
	}

	private isOmitted(node: ts.Node): boolean {
		const { SyntaxKind: kind } = tsc;
		if (tsc.isModifier(node))
			return [
				kind.ExportKeyword,
				kind.DefaultKeyword,
				kind.AsyncKeyword,
				kind.DeclareKeyword,
				kind.PublicKeyword,
				kind.OverrideKeyword,
			].includes(node.kind);
		if (tsc.isDecorator(node)) return true;
		const isMember = tsc.isClassLike(node.parent) || tsc.isInterfaceDeclaration(node.parent);
		if (!isMember || !(tsc.isClassElement(node) || tsc.isTypeElement(node))) return false;
		if (isHidden(node)) return true;
		// If there are overloads, the implementation's signature is not public.
		const symbol = 'symbol' in node ? (node.symbol as ts.Symbol | undefined) : undefined;
		return tsc.isMethodDeclaration(node) && symbol !== undefined && !declarationsOf(symbol).includes(node);
	}

	private skip(node: ts.Node): void {
		this.#gap = this.gapBefore(node.getStart(this.file));
		this.#at = node.end;
	}

	private token(node: ts.Node): void {
		const text = node.getText(this.file);
		const before = this.gapBefore(node.getStart(this.file));
		this.#at = node.end;
		this.#gap = '';
		if (text === '') return;
		const symbol = tsc.isIdentifier(node) ? this.symbolOf(node) : undefined;
		this.tokens.push({ before: this.tokens.length === 0 ? '' : before, text, ...(symbol ? { symbol } : {}) });
	}

	private symbolOf(node: ts.Identifier): ts.Symbol | undefined {
		return this.names ? this.names.get(node.text) : this.checker.getSymbolAtLocation(node);
	}

	/** White space up to `start`: a line break with indentation, or at most one space. */
	private gapBefore(start: number): string {
		const trivia = this.file.text.slice(this.#at, start).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');
		const at = trivia.lastIndexOf('\n');
		if (at >= 0) {
			const width = columns(trivia.slice(at + 1));
			return `\n${' '.repeat(Math.max(0, this.names ? width / 2 : width - this.#indent))}`;
		}
		return this.#gap.includes('\n') ? this.#gap : trivia === '' ? this.#gap : ' ';
	}
}

function columns(white: string): number {
	return white.replaceAll('\t', '  ').length;
}

function isBody(node: ts.Node, parent: ts.Node | undefined): boolean {
	return tsc.isBlock(node) && parent !== undefined && tsc.isFunctionLike(parent);
}

function isModifierList(node: ts.Node, { modifiers }: ts.ParameterDeclaration): boolean {
	return node.kind === tsc.SyntaxKind.SyntaxList && modifiers !== undefined && node.pos === modifiers.pos;
}

/* ---------------------------------------------------------------- long lines */

const OPENING = new Set(['(', '[', '{', '<']);
const CLOSING = new Set([')', ']', '}', '>']);

/** Breaks lines longer than `width` where possible, outermost brackets first. Changes white space only. */
export function fit(tokens: readonly CodeToken[], width: number): CodeToken[] {
	const lines: CodeToken[][] = [];
	for (const token of tokens) {
		if (token.before.startsWith('\n') || lines.length === 0) lines.push([token]);
		else lines.at(-1)?.push(token);
	}
	return lines.flatMap((line) => fitLine(line, width));
}

function fitLine(line: CodeToken[], width: number): CodeToken[] {
	const [first] = line;
	const indent = first?.before.startsWith('\n') ? first.before.length - 1 : 0;
	if (!first || lengthOf(line) <= width) return line;
	const breaks = placesOf(line);
	if (breaks.size === 0) return line;
	const broken = line.map((token, index) => {
		const depth = breaks.get(index);
		return depth === undefined ? token : { ...token, before: `\n${' '.repeat(indent + depth * 2)}` };
	});
	return fit(broken, width);
}

/** Tokens before which to break a line, with the additional indentation of the new line in steps. */
function placesOf(line: CodeToken[]): Map<number, number> {
	const depths = depthsOf(line);
	const find = (test: (token: CodeToken, index: number) => boolean, depth = 0): number[] =>
		line.flatMap((token, index) => (depths[index] === depth && test(token, index) ? [index] : []));
	const isInner = ({ before }: CodeToken, index: number): boolean => index > 0 && before !== '';
	const choices = find((token, index) => /^[?:]$/.test(token.text) && isInner(token, index) && index < line.length - 1);
	if (choices.length > 0) return new Map(choices.map((index) => [index, 1]));
	const members = find((token, index) => /^[|&]$/.test(token.text) && isInner(token, index));
	if (members.length > 1) return new Map(members.map((index) => [index, 1]));
	const closing = find(({ text }) => CLOSING.has(text));
	const groups = find(({ text }) => OPENING.has(text)).flatMap((from): [from: number, to: number, length: number][] => {
		const to = closing.find((index) => index > from) ?? -1;
		return to > from + 1 ? [[from, to, lengthOf(line.slice(from + 1, to + 1))]] : [];
	});
	const [longest] = groups.toSorted(([, , a], [, , b]) => b - a);
	if (!longest) return new Map();
	const [from, to] = longest;
	const separators = find(({ text }, index) => /^[,;]$/.test(text) && index > from && index + 1 < to, 1);
	return new Map([[from + 1, 1], [to, 0], ...separators.map((index): [number, number] => [index + 1, 1])]);
}

/** How many brackets of the line enclose each token; brackets that earlier lines have opened do not count. */
function depthsOf(line: CodeToken[]): number[] {
	let depth = 0;
	const depths = line.map(({ text }) => {
		if (CLOSING.has(text)) depth--;
		return OPENING.has(text) ? depth++ : depth;
	});
	const lowest = Math.min(0, ...depths);
	return depths.map((each) => each - lowest);
}

function lengthOf(tokens: readonly CodeToken[]): number {
	return tokens.reduce((sum, { before, text }) => sum + before.length + text.length, 0);
}

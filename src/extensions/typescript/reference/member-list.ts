/** Which members the page of a symbol lists. */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';
import { isHidden, nodeKey } from './code.ts';
import { nameText } from './nested.ts';
import { isPossible, type Option, optionOf, optionsOf, symbolsOf } from './options.ts';
import { type ApiSymbol, bareValue, classSymbol } from './symbols.ts';

const known = new WeakMap<ApiSymbol, Option[]>();

/** The members of a class, interface, enum or object type, including static ones, without hidden ones. */
export function membersOf(page: ApiSymbol, checker: ts.TypeChecker): Option[] {
	const members = known.get(page) ?? listMembers(page, checker);
	known.set(page, members);
	return members;
}

function listMembers(page: ApiSymbol, checker: ts.TypeChecker): Option[] {
	const { declarations, kind } = page;
	const { folder } = kind;
	const symbol = folder === 'classes' ? classSymbol(page, checker) : page.symbol;
	const exportsIn = (test: (node: ts.Node) => boolean): Option[] =>
		[...(symbol.exports?.values() ?? [])]
			.filter((member) => member.declarations?.some(({ parent }) => test(parent)))
			.map((member) => optionOf(member, checker));
	/** The properties of a function or a class, and the members of a class that a function makes: a mixin. */
	const valuesIn = (type: ts.Type): Option[] => {
		const made = type.getCallSignatures().map((signature) => signature.getReturnType());
		const classes = [type, ...made].flatMap((one) => [
			...(one === type ? [] : [one]),
			...one.getConstructSignatures().map((signature) => signature.getReturnType()),
		]);
		const own = checker.getPropertiesOfType(type).filter(({ declarations: nodes = [] }) => nodes.some(isValue));
		const inClasses = classes
			.flatMap((one) => checker.getPropertiesOfType(one))
			.filter(({ declarations: nodes = [] }) =>
				nodes.some(({ parent }) => tsc.isClassExpression(parent) || isLocal(parent)),
			);
		return [...new Set([...own, ...inClasses])].map((member) => optionOf(member, checker));
	};
	const ofType = (type: ts.Type): Option[] => optionsOf(type, checker).filter(isPossible);
	const all = {
		classes: () => [...exportsIn(tsc.isClassLike), ...ofType(checker.getDeclaredTypeOfSymbol(symbol))],
		enums: () => exportsIn(tsc.isEnumDeclaration),
		interfaces: () => ofType(checker.getDeclaredTypeOfSymbol(symbol)),
		types: () => (declarations.some(isObject) ? ofType(checker.getDeclaredTypeOfSymbol(symbol)) : []),
		variables: () => {
			const type = checker.getTypeOfSymbol(symbol);
			return declarations.some(isObject) ? ofType(type) : valuesIn(type);
		},
		functions: () => valuesIn(checker.getTypeOfSymbol(symbol)),
		namespaces: () => [],
	}[folder]();
	return all.filter((option) =>
		symbolsOf(option).every(
			({ flags, declarations: own = [] }) => !(flags & tsc.SymbolFlags.Prototype) && !own.some(isHidden),
		),
	);
}

/** The names of the members that have a heading on the page of a symbol: its own ones. */
export function memberHeadings(page: ApiSymbol, checker: ts.TypeChecker): ReadonlySet<string> {
	const own = membersOf(page, checker).filter((member) => holderOf(page, member, checker) === undefined);
	return new Set(own.map(({ name }) => name));
}

/** The type that declares a member, if it is another one. */
export function holderOf(page: ApiSymbol, member: Option, checker: ts.TypeChecker): ts.Symbol | undefined {
	const [node] = symbolsOf(member)[0]?.declarations ?? [];
	if (!node || page.declarations.some((own) => isInside(node, own))) return undefined;
	const isHolder = (at: ts.Node): at is ts.ClassLikeDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
		tsc.isClassLike(at) || tsc.isInterfaceDeclaration(at) || tsc.isTypeAliasDeclaration(at);
	const holder = tsc.findAncestor(node.parent, isHolder);
	if (holder && tsc.isClassExpression(holder)) return checker.getTypeAtLocation(holder).getSymbol();
	return holder?.name && checker.getSymbolAtLocation(holder.name);
}

function isInside(node: ts.Node, outer: ts.Node): boolean {
	return node.getSourceFile() === outer.getSourceFile() && node.pos >= outer.pos && node.end <= outer.end;
}

/** The name of a member as in its declaration: `[Symbol.iterator]`, `'content-type'`. */
export function memberName({ declarations: [node] = [], name }: ts.Symbol): string {
	const written = node && tsc.getNameOfDeclaration(node);
	return written && tsc.isComputedPropertyName(written) ? nameText(written) : nodeKey(name);
}

/** Whether a property comes from an assignment to a value, or from the literal of a call such as `Object.assign`. */
function isValue(node: ts.Declaration): boolean {
	return isAssigned(node) || (tsc.isObjectLiteralElement(node) && tsc.isCallExpression(node.parent.parent));
}

/** Whether a member is declared by an assignment: `bake.heat = 1`. */
export function isAssigned(node: ts.Declaration): boolean {
	return tsc.isPropertyAccessExpression(node) || tsc.isElementAccessExpression(node) || tsc.isBinaryExpression(node);
}

/** Whether a class is declared in a function. */
function isLocal(node: ts.Node): boolean {
	return tsc.isClassDeclaration(node) && tsc.isBlock(node.parent);
}

/** Whether a declaration writes its members: as an object, or composed of such types. */
function isObject(node: ts.Declaration): boolean {
	if (tsc.isTypeAliasDeclaration(node)) return isObjectType(node.type);
	if (!tsc.isVariableDeclaration(node)) return false;
	return node.type
		? isObjectType(node.type) && !tsc.isTypeReferenceNode(node.type)
		: node.initializer !== undefined && tsc.isObjectLiteralExpression(bareValue(node.initializer));
}

function isObjectType(node: ts.TypeNode): boolean {
	if (tsc.isIntersectionTypeNode(node) || tsc.isUnionTypeNode(node)) return node.types.some(isObjectType);
	if (tsc.isParenthesizedTypeNode(node)) return isObjectType(node.type);
	if (tsc.isConditionalTypeNode(node)) return isObjectType(node.trueType) || isObjectType(node.falseType);
	if (tsc.isTypeReferenceNode(node))
		return tsc.isIdentifier(node.typeName) && /^(?:Omit|Pick|Partial|Required)$/.test(node.typeName.text);
	return tsc.isTypeLiteralNode(node);
}

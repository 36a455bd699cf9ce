/** The parts of a declaration that have a comment of their own: members of types in place, members of unions, and so on. */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';
import { isHidden, nodeKey, nodeText, tokensOf } from './code.ts';
import { type CommentNode, docAt, docBefore, docOf } from './comment-source.ts';

export interface Documented {
	/** The way to it: `options.oven.heat`; for a member of a union, its code. */
	path: string;
	node: ts.Node;
	doc: CommentNode;
}

/** All documented parts of a declaration, without those that no reader sees. */
export function documentedIn(node: ts.Node, path: string, checker: ts.TypeChecker): Documented[] {
	const found: Documented[] = [];
	const seen = new Set<CommentNode>();
	const add = (each: Documented): void => {
		if (!seen.has(each.doc)) found.push(each);
		seen.add(each.doc);
	};
	const visit = (part: ts.Node, above: string): void => {
		let end = part.pos;
		tsc.forEachChild(part, (child) => {
			if (isOutOfSight(child, part)) return;
			const name = pathOf(child, above);
			const doc = ownDoc(child, part, end);
			end = child.end;
			if (doc) add({ path: name === above ? shortCode(child, checker) : name, node: child, doc });
			visit(child, name);
		});
	};
	visit(node, path);
	return found;
}

function ownDoc(node: ts.Node, parent: ts.Node, before: number): CommentNode | undefined {
	if (!tsc.isTypeNode(node)) return docOf(node);
	// What precedes the first member of a union is about that member.
	if (isList(node)) return undefined;
	// A comment may precede the bar of a member.
	return docBefore(node, true) ?? (isList(parent) ? docAt(node.getSourceFile(), before, false) : undefined);
}

function isList(node: ts.Node): node is ts.UnionTypeNode | ts.IntersectionTypeNode {
	return tsc.isUnionTypeNode(node) || tsc.isIntersectionTypeNode(node);
}

/** The comment of a signature: its own, or the union member's. */
export function docOfSignature(node: ts.Node): CommentNode | undefined {
	const { parent } = node;
	if (tsc.isParenthesizedTypeNode(parent)) return docOf(node) ?? docOfSignature(parent);
	if (!isList(parent)) return docOf(node);
	const before = parent.types.findLast(({ end }) => end <= node.pos);
	return ownDoc(node, parent, before?.end ?? parent.pos);
}

/** Bodies, initial values and private members are not part of what readers can use. */
function isOutOfSight(node: ts.Node, parent: ts.Node): boolean {
	if (tsc.isBlock(node) || tsc.isDecorator(node) || tsc.isJSDoc(node) || isHidden(node)) return true;
	const isValue = 'initializer' in parent && parent.initializer === node;
	return isValue && !isShape(node);
}

/** Whether the parts of an initial value are members of its type. */
function isShape(node: ts.Node): boolean {
	if (tsc.isAsExpression(node) || tsc.isSatisfiesExpression(node) || tsc.isParenthesizedExpression(node))
		return isShape(node.expression);
	return tsc.isObjectLiteralExpression(node) || tsc.isArrowFunction(node) || tsc.isFunctionExpression(node);
}

function pathOf(node: ts.Node, above: string): string {
	const join = (name: string): string => (above === '' || /^[[(]/.test(name) ? above + name : `${above}.${name}`);
	if (tsc.isIndexSignatureDeclaration(node))
		return join(`[${node.parameters.map((each) => each.getText()).join(', ')}]`);
	if (tsc.isCallSignatureDeclaration(node)) return join('()');
	if (tsc.isConstructSignatureDeclaration(node)) return join('new ()');
	if (tsc.isArrayTypeNode(node)) return join('[]');
	const isNamed =
		tsc.isTypeElement(node) ||
		tsc.isClassElement(node) ||
		tsc.isEnumMember(node) ||
		tsc.isParameter(node) ||
		tsc.isTypeParameterDeclaration(node) ||
		tsc.isNamedTupleMember(node) ||
		tsc.isBindingElement(node) ||
		tsc.isObjectLiteralElement(node);
	if (!isNamed || !node.name || tsc.isObjectBindingPattern(node.name) || tsc.isArrayBindingPattern(node.name))
		return above;
	return join(nameText(node.name));
}

/** A name as the key of an object type. */
export function nameText(name: ts.PropertyName | ts.BindingName): string {
	return tsc.isStringLiteral(name) || tsc.isNumericLiteral(name) ? nodeKey(name.text) : name.getText();
}

const MAX_CODE = 60;

function shortCode(node: ts.Node, checker: ts.TypeChecker): string {
	const text = nodeText(tokensOf(node, checker)).replace(/\s+/g, ' ');
	return text.length <= MAX_CODE ? text : `${text.slice(0, MAX_CODE).trimEnd()} …`;
}

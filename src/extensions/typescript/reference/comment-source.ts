/** Finds the doc comment of a node in its source file, so that it does not depend on what the compiler keeps of it. */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';
import { type CommentText, readComment } from './comment-text.ts';

/** A doc comment. Each is read once, so that it can be compared by identity. */
export interface CommentNode {
	file: ts.SourceFile;
	/** Offset of its two stars. */
	at: number;
	text: CommentText;
}

/** By source file and offset. */
const docs = new WeakMap<ts.SourceFile, Map<number, CommentNode>>();

/** The doc comment of a declaration; for a variable, it may precede the statement or the initial value. */
export function docOf(node: ts.Node): CommentNode | undefined {
	if (tsc.isSourceFile(node)) return docOfFile(node);
	for (const holder of holdersOf(node)) {
		const doc = docBefore(holder, IS_INLINE.has(tsc.SyntaxKind[holder.kind] ?? ''));
		if (doc && !isOfFile(doc)) return doc;
	}
	return undefined;
}

/** The doc comment before a node; `isInline`: it may be in the line of what precedes the node. */
export function docBefore(node: ts.Node, isInline = false): CommentNode | undefined {
	return node.pos < 0 ? undefined : docAt(node.getSourceFile(), node.pos, isInline);
}

/** The last doc comment in the white space at an offset. */
export function docAt(file: ts.SourceFile, offset: number, isInline: boolean): CommentNode | undefined {
	const ranges = [
		...((isInline ? tsc.getTrailingCommentRanges(file.text, offset) : undefined) ?? []),
		...(tsc.getLeadingCommentRanges(file.text, offset) ?? []),
	];
	const range = ranges.findLast((each) => isDoc(file, each));
	return range && docIn(file, range);
}

function isDoc({ text }: ts.SourceFile, { pos, end }: ts.TextRange): boolean {
	return /^\/\*\*(?![*/])|^\/\*\*+\s/.test(text.slice(pos, end));
}

function docIn(file: ts.SourceFile, range: ts.TextRange): CommentNode {
	const known = docs.get(file) ?? new Map<number, CommentNode>();
	docs.set(file, known);
	const doc = known.get(range.pos) ?? { file, at: range.pos, text: readComment(file.text.slice(range.pos, range.end)) };
	known.set(range.pos, doc);
	return doc;
}

/** The comment on a whole file: `@packageDocumentation` or `@module`. */
function docOfFile(file: ts.SourceFile): CommentNode | undefined {
	const docs = (tsc.getLeadingCommentRanges(file.text, 0) ?? []).flatMap((range) =>
		isDoc(file, range) ? [docIn(file, range)] : [],
	);
	return docs.find((doc) => isOfFile(doc) && !isLicense(doc));
}

function isOfFile(doc: CommentNode): boolean {
	const { modifiers } = doc.text;
	const names = ['packageDocumentation', 'module', 'file', 'fileoverview', 'overview'];
	return names.some((name) => modifiers.has(name)) || isLicense(doc);
}

function isLicense({ text }: CommentNode): boolean {
	return text.tags.some(({ name }) => name === 'license' || name === 'preserve');
}

/** Nodes with a comment that is often not first in its line. */
const IS_INLINE: ReadonlySet<string> = new Set([
	'Parameter',
	'TypeParameter',
	'VariableDeclaration',
	'ArrowFunction',
	'FunctionExpression',
	'ExportSpecifier',
	'NamedTupleMember',
]);

function holdersOf(node: ts.Node): ts.Node[] {
	if (tsc.isClassExpression(node)) {
		const outer = tsc.findAncestor(node.parent, (at) => !tsc.isExpression(at));
		return outer && tsc.isVariableDeclaration(outer) ? holdersOf(outer) : outer ? [outer, node] : [node];
	}
	if (!tsc.isVariableDeclaration(node)) return [node];
	const { parent, initializer } = node;
	const isFirst = tsc.isVariableDeclarationList(parent) && parent.declarations[0] === node;
	return [node, ...(isFirst ? [parent.parent] : []), ...(initializer ? [initializer] : [])];
}

/** Whether the comment of a declaration has one of these tags. */
export function hasTag(node: ts.Node, ...names: string[]): boolean {
	const text = docOf(node)?.text;
	return (
		text !== undefined && names.some((name) => text.modifiers.has(name) || text.tags.some((tag) => tag.name === name))
	);
}

/** 1-based line of a line of a comment, by its distance from the first. */
export function lineOfDoc({ file, at }: CommentNode, distance = 0): number {
	return file.getLineAndCharacterOfPosition(at).line + 1 + distance;
}

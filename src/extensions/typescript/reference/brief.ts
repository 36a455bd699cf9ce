/** Short code of a symbol, for lists: in place of a description that its author did not write. */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';
import { isHidden } from './code.ts';
import { code } from './markdown.ts';
import type { ApiSymbol } from './symbols.ts';

/** Maximum length of a symbol's code in the index: two lines of the second column. */
const MAX_BRIEF_LENGTH = 64;

/** Short code such as `(event) => string`, `{ code, message }` or the type of an alias; empty if there is none. */
export function briefOf({ symbol, kind, declarations: [node] }: ApiSymbol, checker: ts.TypeChecker): string {
	const isSpace = kind.folder === 'namespaces';
	const whole = isSpace ? listed(checker.getExportsOfModule(symbol)) : node ? codeOf(node, checker) : '';
	const text = inOneLine(whole);
	return text === '' ? '' : code(text);
}

function codeOf(node: ts.Declaration, checker: ts.TypeChecker): string {
	if (tsc.isTypeAliasDeclaration(node)) return node.type.getText();
	if (tsc.isInterfaceDeclaration(node) || tsc.isClassLike(node)) {
		const [parent] = node.heritageClauses ?? [];
		return parent ? parent.getText() : namesOf(node.members);
	}
	if (tsc.isEnumDeclaration(node)) return namesOf(node.members);
	if (tsc.isFunctionDeclaration(node)) {
		const names = node.parameters.map(({ name }) => (tsc.isIdentifier(name) ? name.text : '{ … }'));
		return `(${names.join(', ')}) => ${typeOf(node, node.type, checker)}`;
	}
	return tsc.isVariableDeclaration(node) ? typeOf(node, node.type, checker) : '';
}

function typeOf(node: ts.Declaration, written: ts.TypeNode | undefined, checker: ts.TypeChecker): string {
	if (written) return written.getText();
	const type = checker.getTypeAtLocation(node);
	const [signature] = tsc.isFunctionDeclaration(node) ? type.getCallSignatures() : [];
	return checker.typeToString(signature ? checker.getReturnTypeOfSignature(signature) : type);
}

function namesOf(members: Iterable<ts.NamedDeclaration>): string {
	const shown = [...members].filter((member) => !isHidden(member));
	return listed(shown.flatMap(({ name }) => (name && tsc.isIdentifier(name) ? { name: name.text } : [])));
}

function listed(members: readonly { name: string }[]): string {
	const names = new Set(members.map(({ name }) => name));
	return names.size === 0 ? '' : `{ ${[...names].join(', ')} }`;
}

/** Removes comments and line breaks, and cuts between words. */
function inOneLine(text: string): string {
	const line = text
		.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
		.replace(/\s+/g, ' ')
		.trim();
	return line.length <= MAX_BRIEF_LENGTH ? line : `${line.slice(0, MAX_BRIEF_LENGTH).replace(/\W*\w*$/, '')} …`;
}

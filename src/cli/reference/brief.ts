/** What a symbol is, in a line: for lists, where nobody says anything about it. */
import type ts from 'typescript';
import { isHidden } from './code.ts';
import { tsc } from './program.ts';
import { codeText, NOTHING, type Rich } from './sheet.ts';
import type { ApiSymbol } from './symbols.ts';

/** The most characters: two rows of the second column. */
const LONGEST = 64;

/** Code such as `(event) => string`, `{ code, message }` or what an alias stands for; nothing where there is no short form. */
export function briefOf({ symbol, kind, declarations: [node] }: ApiSymbol, checker: ts.TypeChecker): Rich {
	const isSpace = kind.folder === 'namespaces';
	const code = isSpace ? listed(checker.getExportsOfModule(symbol)) : node ? codeOf(node, checker) : '';
	const text = inOneLine(code);
	return text === '' ? NOTHING : codeText(text);
}

function codeOf(node: ts.Declaration, checker: ts.TypeChecker): string {
	if (tsc.isTypeAliasDeclaration(node)) return node.type.getText();
	if (tsc.isInterfaceDeclaration(node) || tsc.isClassDeclaration(node)) {
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

/** Without comments, and cut between words. */
function inOneLine(code: string): string {
	const line = code
		.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
		.replace(/\s+/g, ' ')
		.trim();
	return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).replace(/\W*\w*$/, '')} …`;
}

/** The beginning of statements. */
import { Char, isNameStart } from './characters.ts';
import { declare, decorator } from './declarations.ts';
import type { Scanner } from './scanner.ts';
import { scanValue } from './values.ts';
import { BEGINNINGS, HEADS, INFIXES, LEADS } from './words.ts';

/** What may begin a statement; all else is an expression. */
export function scanStatement(scanner: Scanner, char: number): void {
	scanner.afterValue = false;
	if (isNameStart(char)) {
		statementWord(scanner);
		return;
	}
	if (char === Char.openBrace && !isObject(scanner)) {
		scanner.open('block', 1, { endsValue: false });
		return;
	}
	if (char === Char.at) {
		decorator(scanner);
		return;
	}
	if (char !== Char.semicolon && char !== Char.closeBrace) scanner.turn('value');
	scanValue(scanner, char);
}

/** Documentation shows the text of objects by itself: `{ a: 1 }` is one where a block would hold nothing but a label. */
function isObject(scanner: Scanner): boolean {
	const { code } = scanner;
	if (scanner.depth > 1) return false;
	const first = scanner.skipTrivia(scanner.at + 1);
	const char = code.charCodeAt(first);
	if (char === Char.quote || char === Char.doubleQuote) return true;
	const end = scanner.nameEnd(first);
	return end > first && code.charCodeAt(scanner.skipTrivia(end)) === Char.colon;
}

function statementWord(scanner: Scanner): void {
	const { code, frame, at } = scanner;
	const end = scanner.nameEnd();
	const word = code.slice(at, end);
	const next = scanner.skipTrivia(end);
	const nextChar = code.charCodeAt(next);
	if (nextChar === Char.colon && word !== 'default' && word !== 'case') {
		label(scanner, end, next);
		return;
	}
	if (!BEGINNINGS.has(word)) {
		scanner.turn('value');
		scanValue(scanner, scanner.char());
		return;
	}
	/** A name follows in the same line. */
	const named = isNameStart(nextChar) && !scanner.isBroken(end, next);
	switch (word) {
		case 'const':
		case 'let':
		case 'var':
			if (word === 'let' && !named && nextChar !== Char.openBrace && nextChar !== Char.openSquare) break;
			scanner.operator(word.length, 'k');
			if (word === 'const' && scanner.isWord('enum', next)) return;
			frame.declares = true;
			scanner.turn('definition');
			return;
		case 'using':
			if (!named || INFIXES.has(code.slice(next, scanner.nameEnd(next)))) break;
			scanner.operator(word.length, 'k');
			frame.declares = true;
			scanner.turn('definition');
			return;
		case 'import':
			if (nextChar === Char.openParen || nextChar === Char.dot) break;
			scanner.operator(word.length, 'k');
			frame.marked = false;
			scanner.turn('import');
			return;
		case 'export':
			scanner.operator(word.length, 'k');
			if (
				nextChar !== Char.openBrace &&
				nextChar !== Char.star &&
				nextChar !== Char.equals &&
				!isExportedName(scanner, next)
			)
				return;
			frame.marked = true;
			scanner.turn('import');
			return;
		case 'default':
			scanner.operator(word.length, 'k');
			if (nextChar === Char.openBrace) scanner.turn('value');
			return;
		case 'break':
		case 'continue':
			scanner.put(end, 'k');
			if (named) scanner.takeName('t');
			scanner.afterValue = true;
			scanner.turn('value');
			return;
		case 'debugger':
			scanner.operand(end, 'k');
			scanner.turn('value');
			return;
		case 'class':
		case 'function':
			declare(scanner, word, false);
			return;
		case 'async':
			if (!scanner.isWord('function', next) || !named) break;
			scanner.operator(word.length, 'k');
			return;
	}
	if (HEADS.has(word)) {
		scanner.operator(word.length, 'k');
		if (word === 'for' && scanner.isWord('await', next)) scanner.takeName('k');
		scanner.trivia();
		if (scanner.char() !== Char.openParen) return;
		if (word === 'catch') scanner.open('params', 1, { endsValue: false });
		else scanner.open('group', 1, { endsValue: false, mode: word === 'for' ? 'statement' : 'value' });
		return;
	}
	if (LEADS.has(word)) {
		scanner.operator(word.length, 'k');
		return;
	}
	if (scanner.dialect.types && named && typeWord(scanner, word)) return;
	if (scanner.dialect.types && word === 'module' && (nextChar === Char.quote || nextChar === Char.doubleQuote)) {
		scanner.operator(word.length, 'k');
		return;
	}
	if (scanner.dialect.types && word === 'global' && nextChar === Char.openBrace) {
		scanner.operator(word.length, 'k');
		return;
	}
	scanner.turn('value');
	scanValue(scanner, scanner.char());
}

/** `export type { A }`, `export as namespace A`. */
function isExportedName({ code }: Scanner, at: number): boolean {
	return /(?:type\s*[{*]|as\s+namespace\b)/y.test(code.slice(at, at + 40));
}

/** The words of TypeScript that are names as well: each is one only if a name follows. Whether it was one. */
function typeWord(scanner: Scanner, word: string): boolean {
	switch (word) {
		case 'declare':
		case 'abstract':
			scanner.operator(word.length, 'k');
			return true;
		case 'type':
		case 'interface':
		case 'enum':
		case 'namespace':
		case 'module':
			declare(scanner, word, false);
			return true;
		default:
			return false;
	}
}

/** A label; in the text of an object by itself, the name of a property. */
function label(scanner: Scanner, end: number, colon: number): void {
	const { code, depth } = scanner;
	const value = scanner.skipTrivia(colon + 1);
	const isLabel = depth > 1 || /(?:for|while|do|switch|if)\b|\{/y.test(code.slice(value, value + 6));
	scanner.put(end, isLabel ? 't' : 'p');
	const named = scanner.kinds.length - 1;
	scanner.trivia();
	scanner.operator(1, '');
	if (isLabel) return;
	scanner.frame.named = named;
	scanner.frame.declares = false;
	scanner.frame.marked = true;
	scanner.turn('value');
}

/** Types, wherever they stand: behind a colon or `as`, between angle brackets, in aliases and interfaces. */
import { isParameterList } from './ahead.ts';
import { Char, isDigit, isNameStart } from './characters.ts';
import type { Scanner } from './scanner.ts';
import { number, template } from './values.ts';
import { PRIMITIVES, TYPE_OPERATORS } from './words.ts';

/**
 * A type without brackets around it ends before what cannot go on with it, which is left to the frame below;
 * between brackets, such characters are plain.
 */
export function scanType(scanner: Scanner, char: number): void {
	const { frame, afterValue } = scanner;
	const isOpen = frame.place === 'type';
	if (isNameStart(char)) {
		typeName(scanner);
		return;
	}
	switch (char) {
		case Char.openParen:
			if (afterValue) break;
			if (isParameterList(scanner, scanner.at, false)) {
				scanner.open('params', 1);
				frame.arrow = true;
			} else scanner.open('typeGroup', 1);
			return;
		case Char.less:
			if (afterValue && scanner.newline) break;
			scanner.open(afterValue ? 'typeArguments' : 'typeParameters', 1, { endsValue: afterValue });
			return;
		case Char.openSquare:
			if (afterValue && scanner.newline) break;
			scanner.open(afterValue ? 'typeGroup' : 'tuple', 1);
			return;
		case Char.openBrace:
			if (afterValue) break;
			scanner.open('members', 1);
			return;
		case Char.equals:
			if (scanner.char(1) === Char.greater) {
				if (isOpen && !frame.arrow) break;
				frame.arrow = false;
				scanner.operator(2, 'o');
				return;
			}
			if (isOpen) break;
			scanner.operator(1, 'o');
			return;
		case Char.bar:
		case Char.ampersand:
			if (scanner.char(1) === char || scanner.char(1) === Char.equals) break;
			scanner.operator(1, 'o');
			return;
		case Char.question:
			if (frame.conditions > 0) {
				frame.conditions--;
				frame.ternaries++;
				scanner.operator(1, 'o');
				return;
			}
			break;
		case Char.colon:
			if (frame.ternaries > 0) {
				frame.ternaries--;
				scanner.operator(1, 'o');
				return;
			}
			if (isOpen) break;
			scanner.operator(1, '');
			return;
		case Char.dot:
			if (scanner.isSpread()) scanner.operator(3, 'o');
			else scanner.operator(1, '');
			return;
		case Char.comma:
		case Char.semicolon:
			if (isOpen) break;
			frame.conditions = 0;
			frame.ternaries = 0;
			scanner.operator(1, '');
			return;
		case Char.greater:
			if (isOpen) break;
			if (frame.bracket !== '<') scanner.operator(1, '');
			else {
				const { endsValue } = frame;
				scanner.leave();
				scanner.put(scanner.at + 1, '');
				scanner.afterValue = endsValue;
			}
			return;
		case Char.quote:
		case Char.doubleQuote:
			if (afterValue && isOpen) break;
			scanner.string('s');
			return;
		case Char.backtick:
			if (afterValue && isOpen) break;
			template(scanner, true);
			return;
		case Char.minus:
			if (afterValue || !isDigit(scanner.char(1))) break;
			scanner.operator(1, 'o');
			return;
		case Char.closeParen:
		case Char.closeSquare:
		case Char.closeBrace:
			if (isOpen) break;
			scanner.close();
			return;
	}
	if (isDigit(char) && !(afterValue && isOpen)) number(scanner);
	else if (isOpen) scanner.leave();
	else scanner.put(scanner.at + 1, '');
}

/** Words between two types. */
const INFIXES: ReadonlySet<string> = new Set(['extends', 'is', 'in', 'as']);

function typeName(scanner: Scanner): void {
	const { code, frame } = scanner;
	const end = scanner.nameEnd();
	const word = code.slice(scanner.at, end);
	if (scanner.afterValue) {
		if (INFIXES.has(word) && goesOn(scanner, word)) {
			if (word === 'extends') frame.conditions++;
			scanner.operator(word.length, 'k');
			return;
		}
		if (frame.place === 'type') {
			scanner.leave();
			return;
		}
	}
	const next = scanner.skipTrivia(end);
	const nextChar = code.charCodeAt(next);
	if (TYPE_OPERATORS.has(word) && isOperator(scanner, word, nextChar)) {
		scanner.operator(word.length, 'k');
		if (word === 'asserts') scanner.afterValue = scanner.takeName('') !== '';
		else if (word === 'typeof') valuePath(scanner);
		return;
	}
	if (PRIMITIVES.has(word)) scanner.operand(end, 'b');
	else if (scanner.isWord('is', next) && !scanner.isBroken(end, next)) scanner.operand(end, '');
	else scanner.operand(end, isLabel(scanner, next) ? 'v' : 't');
}

/** `is` must stand in the same line; `as` and `in` only between the brackets of a mapped type. */
function goesOn({ frame, newline }: Scanner, word: string): boolean {
	if (word === 'extends') return true;
	if (word === 'is') return !newline;
	return frame.place === 'typeGroup';
}

function isOperator({ frame }: Scanner, word: string, next: number): boolean {
	if (word === 'in' || word === 'out' || word === 'const') return frame.place === 'typeParameters' && isNameStart(next);
	if (isNameStart(next)) return true;
	if (word === 'new') return next === Char.openParen || next === Char.less;
	if (word === 'import') return next === Char.openParen;
	if (word !== 'keyof' && word !== 'readonly') return false;
	return next === Char.openParen || next === Char.openSquare || next === Char.openBrace;
}

/** The name of a tuple's element: `[name: A, other?: B]`. */
function isLabel({ code, frame }: Scanner, next: number): boolean {
	if (frame.place !== 'tuple' || frame.ternaries > 0) return false;
	const char = code.charCodeAt(next);
	return char === Char.colon || (char === Char.question && code.charCodeAt(next + 1) === Char.colon);
}

/** Behind `typeof`: a value and its properties. */
function valuePath(scanner: Scanner): void {
	scanner.trivia();
	if (scanner.isWord('import', scanner.at)) return;
	const word = scanner.code.slice(scanner.at, scanner.nameEnd());
	scanner.takeName(word === 'this' ? 'b' : '');
	scanner.takePath('p');
	scanner.afterValue = true;
}

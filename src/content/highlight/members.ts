/** Names and what is defined: members of objects, classes and types, parameters, patterns, declared variables. */
import { Char, isDigit, isNameStart } from './characters.ts';
import type { Scanner } from './scanner.ts';
import { decorator, number } from './values.ts';
import { MODIFIERS, PARAMETER_MODIFIERS } from './words.ts';

/** Members of object, class, interface and enum, up to the value or type of each. */
export function scanKey(scanner: Scanner, char: number): void {
	const { frame } = scanner;
	const { place } = frame;
	// Behind a member's name or type, the next line begins another.
	const begins = !scanner.afterValue || scanner.newline;
	if (isNameStart(char) || char === Char.hash) {
		memberName(scanner);
		return;
	}
	switch (char) {
		case Char.quote:
		case Char.doubleQuote:
			scanner.string('s');
			frame.named = -1;
			return;
		case Char.openSquare:
			if (begins) bracketKey(scanner);
			else scanner.open('group', 1);
			return;
		case Char.openParen:
		case Char.less:
			frame.after = place === 'object' ? 'value' : 'key';
			scanner.turn('signature');
			return;
		case Char.colon:
			scanner.operator(1, '');
			if (place === 'class' || place === 'members') {
				if (scanner.dialect.types) scanner.enter('type');
			} else scanner.turn('value');
			return;
		case Char.equals:
			scanner.operator(1, 'o');
			scanner.turn('value');
			return;
		case Char.comma:
		case Char.semicolon:
			scanner.separate();
			return;
		case Char.closeBrace:
		case Char.closeParen:
		case Char.closeSquare:
			scanner.close();
			return;
		case Char.openBrace:
			scanner.open(place === 'class' ? 'block' : 'object', 1, { endsValue: false });
			return;
		case Char.star:
			scanner.operator(1, 'k');
			return;
		case Char.dot:
			if (scanner.isSpread()) {
				scanner.operator(3, 'o');
				scanner.turn('value');
			} else scanner.operator(1, '');
			return;
		case Char.at:
			decorator(scanner);
			return;
		case Char.question:
			scanner.put(scanner.at + 1, '');
			return;
		case Char.exclamation:
		case Char.plus:
		case Char.minus:
			scanner.put(scanner.at + 1, 'o');
			return;
	}
	if (isDigit(char)) number(scanner);
	else scanner.operator(1, '');
}

function memberName(scanner: Scanner): void {
	const { code, frame, at } = scanner;
	const end = Math.max(scanner.nameEnd(code.charCodeAt(at) === Char.hash ? at + 1 : at), at + 1);
	const word = code.slice(at, end);
	const next = scanner.skipTrivia(end);
	const nextChar = code.charCodeAt(next);
	if (isModifier(scanner, word, nextChar)) {
		scanner.operator(word.length, 'k');
		return;
	}
	const follows = nextChar === Char.question ? code.charCodeAt(scanner.skipTrivia(next + 1)) : nextChar;
	const isMethod = follows === Char.openParen || follows === Char.less;
	if (word === 'new' && frame.place === 'members' && isMethod) {
		scanner.operator(word.length, 'k');
		return;
	}
	scanner.operand(end, isMethod || word.startsWith('#') ? 'f' : 'p');
	frame.named = scanner.kinds.length - 1;
}

/** Modifiers are names as well: before a member's name only are they what they say. */
function isModifier({ frame }: Scanner, word: string, next: number): boolean {
	if (!MODIFIERS[frame.place]?.has(word)) return false;
	if (isNameStart(next) || isDigit(next)) return true;
	if (next === Char.openBrace) return word === 'static';
	return (
		next === Char.openSquare ||
		next === Char.hash ||
		next === Char.star ||
		next === Char.quote ||
		next === Char.doubleQuote
	);
}

/** `[key: string]`, `[K in T as U]` or a computed name. */
function bracketKey(scanner: Scanner): void {
	const { code, frame } = scanner;
	const from = scanner.skipTrivia(scanner.at + 1);
	const end = scanner.nameEnd(from);
	const next = scanner.skipTrivia(end);
	const isIndex = end > from && code.charCodeAt(next) === Char.colon;
	const isMapped = end > from && scanner.isWord('in', next);
	if (frame.place === 'object' || frame.place === 'enum' || !(isIndex || isMapped)) {
		scanner.open('group', 1);
		return;
	}
	scanner.open('typeGroup', 1);
	scanner.takeName('p');
	scanner.trivia();
	if (isMapped) scanner.takeName('k');
	else scanner.operator(1, '');
	scanner.afterValue = false;
}

/** Parameters, patterns, and the names behind `const`. */
export function scanDefinition(scanner: Scanner, char: number): void {
	const { frame } = scanner;
	if (isNameStart(char)) {
		definedName(scanner);
		return;
	}
	switch (char) {
		case Char.openBrace:
			if (scanner.afterValue) break;
			scanner.open('pattern', 1);
			return;
		case Char.openSquare:
			if (scanner.afterValue) break;
			if (frame.place === 'pattern' && !frame.marked) scanner.open('group', 1);
			else scanner.open('list', 1);
			return;
		case Char.comma:
		case Char.semicolon:
			scanner.separate();
			return;
		case Char.closeBrace:
		case Char.closeParen:
		case Char.closeSquare:
			scanner.close();
			return;
		case Char.colon:
			scanner.operator(1, '');
			if (frame.place === 'pattern') frame.marked = true;
			else if (scanner.dialect.types) scanner.enter('type');
			return;
		case Char.equals:
			if (scanner.char(1) === Char.greater || scanner.char(1) === Char.equals) break;
			scanner.operator(1, 'o');
			scanner.turn('value');
			return;
		case Char.dot:
			if (!scanner.isSpread()) break;
			scanner.operator(3, 'o');
			return;
		case Char.question:
			scanner.put(scanner.at + 1, '');
			return;
		case Char.exclamation:
			scanner.put(scanner.at + 1, 'o');
			return;
		case Char.at:
			decorator(scanner);
			return;
		case Char.quote:
		case Char.doubleQuote:
			if (frame.place !== 'pattern') break;
			scanner.string('s');
			return;
	}
	if (frame.place === 'pattern' && isDigit(char)) number(scanner);
	else scanner.turn('value');
}

function definedName(scanner: Scanner): void {
	const { code, frame, at } = scanner;
	const end = scanner.nameEnd();
	const word = code.slice(at, end);
	if (scanner.afterValue) {
		// The name was there already: `of`, `in`, or the next statement.
		scanner.turn('value');
		return;
	}
	const next = scanner.skipTrivia(end);
	const nextChar = code.charCodeAt(next);
	if (frame.place === 'params' && scanner.dialect.types && PARAMETER_MODIFIERS.has(word)) {
		if (isNameStart(nextChar) || nextChar === Char.openBrace || nextChar === Char.openSquare) {
			scanner.operator(word.length, 'k');
			return;
		}
	}
	if (word === 'this') scanner.operand(end, 'b');
	else if (frame.place === 'pattern' && nextChar === Char.colon) {
		frame.marked = true;
		scanner.put(end, 'p');
		scanner.trivia();
		scanner.operator(1, '');
	} else {
		scanner.operand(end, 'v');
		frame.named = scanner.kinds.length - 1;
	}
}

/**
 * Questions that only the code further on can answer: does a parenthesis hold parameters, does `<` open type
 * arguments? They read characters, not tokens, and spend the scanner's fuel; without fuel the answer is no.
 */
import { Char, isNameStart, isSpace } from './characters.ts';
import type { Scanner } from './scanner.ts';

/** Whether the parenthesis at `from` holds the parameters of an arrow function or, in a type, of its signature. */
export function isParameterList(scanner: Scanner, from: number, isTyped: boolean): boolean {
	const first = scanner.skipTrivia(from + 1);
	if (!mayBeginParameters(scanner, first)) return false;
	const close = scanner.code.charCodeAt(first) === Char.closeParen ? first : closing(scanner, from);
	if (close < 0) return false;
	const next = scanner.skipTrivia(close + 1);
	if (scanner.isArrow(next)) return true;
	return isTyped && scanner.dialect.types && scanner.code.charCodeAt(next) === Char.colon;
}

function mayBeginParameters(scanner: Scanner, at: number): boolean {
	const { code } = scanner;
	const char = code.charCodeAt(at);
	if (char === Char.closeParen || char === Char.openBrace || char === Char.openSquare || char === Char.at) return true;
	if (char === Char.dot) return code.startsWith('...', at);
	const end = scanner.nameEnd(at);
	if (end === at) return false;
	const next = scanner.skipTrivia(end);
	switch (code.charCodeAt(next)) {
		case Char.closeParen:
		case Char.comma:
		case Char.colon:
			return true;
		case Char.equals:
			return code.charCodeAt(next + 1) !== Char.equals && code.charCodeAt(next + 1) !== Char.greater;
		case Char.question:
			return ':,)='.includes(code.charAt(scanner.skipTrivia(next + 1)));
		default:
			return false;
	}
}

/** Where the bracket at `from` is closed, or -1. Strings, templates and comments are skipped. */
function closing(scanner: Scanner, from: number): number {
	const { code } = scanner;
	/** Depths at which the code in a template began. */
	const holes: number[] = [];
	let depth = 0;
	let at = from;
	for (; at < code.length && scanner.fuel > at - from; at++) {
		const char = code.charCodeAt(at);
		if (char === Char.openParen || char === Char.openSquare || char === Char.openBrace) depth++;
		else if (char === Char.closeParen || char === Char.closeSquare || char === Char.closeBrace) {
			if (holes[holes.length - 1] === depth) {
				holes.pop();
				at = textEnd(code, at + 1, holes, depth - 1);
				depth -= code.charCodeAt(at) === Char.openBrace ? 0 : 1;
				continue;
			}
			if (--depth === 0) {
				scanner.fuel -= at - from;
				return at;
			}
		} else if (char === Char.quote || char === Char.doubleQuote) at = stringEnd(code, at);
		else if (char === Char.slash) at = Math.max(at, scanner.commentEnd(at) - 1);
		else if (char === Char.backtick) {
			at = textEnd(code, at + 1, holes, depth);
			if (code.charCodeAt(at) === Char.openBrace) depth++;
		}
	}
	scanner.fuel -= at - from;
	return -1;
}

/** The last character of a template's text: its end, or the brace that opens code, which is noted in `holes`. */
function textEnd(code: string, from: number, holes: number[], depth: number): number {
	for (let at = from; at < code.length; at++) {
		const char = code.charCodeAt(at);
		if (char === Char.backtick) return at;
		if (char === Char.backslash) at++;
		else if (char === Char.dollar && code.charCodeAt(at + 1) === Char.openBrace) {
			holes.push(depth + 1);
			return at + 1;
		}
	}
	return code.length;
}

/** The last character of the string at `from`, at most that of its line. */
function stringEnd(code: string, from: number): number {
	const quote = code.charCodeAt(from);
	for (let at = from + 1; at < code.length; at++) {
		const char = code.charCodeAt(at);
		if (char === quote || char === Char.newline) return at;
		if (char === Char.backslash) at++;
	}
	return code.length;
}

/**
 * Where the type arguments that begin with the `<` at `from` end, behind their `>`; or -1 if it compares. What is
 * between must look like types, and what follows must be no operand.
 */
export function typeArgumentsEnd(scanner: Scanner, from: number): number {
	const end = angleEnd(scanner, from);
	if (end < 0) return -1;
	const { code } = scanner;
	let next = end;
	while (code.charCodeAt(next) === 32) next++;
	const char = code.charAt(next);
	if (char === '' || '(`)]},;:.?&|\n\r'.includes(char)) return end;
	return char === '=' && next > end ? end : -1;
}

/** Where the angle bracket at `from` is closed, behind it; or -1 if it cannot be one. */
export function angleEnd(scanner: Scanner, from: number): number {
	const end = anglesEnd(scanner, from);
	scanner.fuel -= Math.abs(end) - from;
	return end > 0 ? end : -1;
}

/** As `angleEnd`; where it is not closed, the negative place at which that showed. */
function anglesEnd(scanner: Scanner, from: number): number {
	const { code } = scanner;
	let angles = 0;
	/** Brackets that are open inside. */
	let brackets = 0;
	let at = from;
	for (; at < code.length && scanner.fuel > at - from; at++) {
		const char = code.charCodeAt(at);
		if (isNameStart(char)) {
			at = scanner.nameEnd(at) - 1;
			continue;
		}
		if (isSpace(char)) continue;
		switch (char) {
			case Char.less:
				angles++;
				break;
			case Char.greater:
				if (--angles === 0) return brackets === 0 ? at + 1 : -at;
				break;
			case Char.openParen:
			case Char.openSquare:
			case Char.openBrace:
				brackets++;
				break;
			case Char.closeParen:
			case Char.closeSquare:
			case Char.closeBrace:
				if (--brackets < 0) return -at;
				break;
			case Char.quote:
			case Char.doubleQuote:
				at = stringEnd(code, at);
				break;
			case Char.semicolon:
				if (brackets === 0) return -at;
				break;
			case Char.ampersand:
			case Char.bar:
				if (code.charCodeAt(at + 1) === char) return -at;
				break;
			case Char.equals:
				if (code.charCodeAt(at + 1) === char) return -at;
				if (code.charCodeAt(at + 1) === Char.greater) at++;
				break;
			case Char.slash:
				if (scanner.commentEnd(at) === at) return -at;
				at = scanner.commentEnd(at) - 1;
				break;
			case Char.comma:
			case Char.dot:
			case Char.colon:
			case Char.question:
			case Char.minus:
				break;
			default:
				if (char < 48 || char > 57) return -at;
		}
	}
	return -at;
}

/** Expressions. */
import { angleEnd, isCalled, isParameterList, typeArgumentsEnd } from './ahead.ts';
import { Char, isDigit, isNamePart, isNameStart } from './characters.ts';
import { declare, decorator } from './declarations.ts';
import { number, patternEnd, template } from './literals.ts';
import { openTag } from './markup.ts';
import type { Scanner } from './scanner.ts';
import { INFIXES, LITERALS, OPERATORS, RESERVED, STATEMENTS } from './words.ts';

/** Expressions; also what is between the names of objects, classes and parameters. */
export function scanValue(scanner: Scanner, char: number): void {
	const { frame } = scanner;
	if (isNameStart(char)) {
		valueWord(scanner);
		return;
	}
	const { named } = frame;
	frame.named = -1;
	if (isDigit(char) || (char === Char.dot && isDigit(scanner.char(1)))) {
		if (scanner.newline && scanner.afterValue && scanner.endStatement()) return;
		number(scanner);
		return;
	}
	const isBody = frame.mode === 'body';
	if (isBody) frame.mode = 'value';
	switch (char) {
		case Char.quote:
		case Char.doubleQuote:
			if (scanner.newline && scanner.afterValue && scanner.endStatement()) return;
			scanner.string('s');
			return;
		case Char.backtick:
			template(scanner, false);
			return;
		case Char.openParen:
			if (!scanner.afterValue && isParameterList(scanner, scanner.at, frame.ternaries === 0)) arrow(scanner, named);
			else scanner.open('group', 1);
			return;
		case Char.openSquare:
			scanner.open('group', 1);
			return;
		case Char.openBrace:
			if (isBody) scanner.open('block', 1);
			else if (!scanner.afterValue) scanner.open('object', 1);
			else {
				// In a fragment: the body of what looked like a call.
				if (frame.place === 'block') frame.mode = 'statement';
				scanner.open('block', 1, { endsValue: false });
			}
			return;
		case Char.closeParen:
		case Char.closeSquare:
		case Char.closeBrace:
			scanner.close();
			return;
		case Char.comma:
		case Char.semicolon:
			scanner.separate();
			return;
		case Char.dot:
			if (scanner.isSpread()) scanner.operator(3, 'o');
			else member(scanner, 1);
			return;
		case Char.question:
			if (scanner.char(1) === Char.dot && !isDigit(scanner.char(2))) member(scanner, 2);
			else if (scanner.char(1) === Char.question) scanner.operator(scanner.char(2) === Char.equals ? 3 : 2, 'o');
			else if (scanner.char(1) === Char.colon) {
				nameParameter(scanner);
				scanner.put(scanner.at + 1, '');
			} else {
				frame.ternaries++;
				scanner.operator(1, 'o');
			}
			return;
		case Char.colon:
			colon(scanner);
			return;
		case Char.less:
			less(scanner, named);
			return;
		case Char.slash:
			slash(scanner);
			return;
		case Char.equals:
			if (scanner.char(1) === Char.greater) {
				frame.mode = 'body';
				scanner.operator(2, 'o');
				return;
			}
			break;
		case Char.at:
			if (frame.place === 'class' && scanner.endStatement()) return;
			decorator(scanner);
			return;
		case Char.hash:
			if (scanner.newline && scanner.afterValue && frame.place === 'class' && scanner.endStatement()) return;
			scanner.operand(Math.max(scanner.nameEnd(scanner.at + 1), scanner.at + 1), 'f');
			return;
		case Char.exclamation:
			// Not null: `a!`.
			if (scanner.afterValue && !scanner.newline && scanner.char(1) !== Char.equals) {
				scanner.operand(scanner.at + 1, 'o');
				return;
			}
			break;
		case Char.plus:
		case Char.minus:
			if (scanner.char(1) === char) {
				const isPostfix = scanner.afterValue && !scanner.newline;
				scanner.operator(2, 'o');
				scanner.afterValue = isPostfix;
				return;
			}
			break;
	}
	const length = operatorLength(scanner);
	if (length > 0) scanner.operator(length, 'o');
	else scanner.operator(1, '');
}

const OPERATOR = /(?:>>>|\*\*|&&|\|\||<<|>>|[-+*/%&|^])=?|[=!]==?|[<>]=?|[=!~]/y;

function operatorLength({ code, at }: Scanner): number {
	OPERATOR.lastIndex = at;
	return OPERATOR.exec(code)?.[0].length ?? 0;
}

/** An arrow function begins with its parameters. */
function arrow(scanner: Scanner, named: number): void {
	nameFunction(scanner, named);
	scanner.frame.after = 'value';
	scanner.turn('signature');
}

/** The value of a name is a function: the name is coloured as one. */
function nameFunction(scanner: Scanner, named: number): void {
	const kind = scanner.kinds[named];
	if (kind === 'v' || kind === 'p') scanner.kinds[named] = 'f';
}

/** `.name` or `?.name`, or what else stands behind such a dot. */
function member(scanner: Scanner, length: number): void {
	scanner.operator(length, '');
	scanner.trivia();
	const from = scanner.at;
	const end = scanner.nameEnd(scanner.char() === Char.hash ? from + 1 : from);
	if (end > from) scanner.operand(end, scanner.char() === Char.hash || isCalled(scanner, end) ? 'f' : 'p');
	else scanner.afterValue = true;
}

/** A colon: of a conditional, of a label or `case`, or of a type in a fragment such as `f(a: string): void`. */
function colon(scanner: Scanner): void {
	const { at, code, dialect, frame } = scanner;
	if (frame.ternaries > 0) {
		frame.ternaries--;
		scanner.operator(1, 'o');
		return;
	}
	const isSignature = frame.place === 'block' ? scanner.depth === 1 && code[at - 1] === ')' : frame.bracket === '(';
	if (dialect.types && isSignature) {
		nameParameter(scanner);
		scanner.operator(1, '');
		scanner.enter('type');
		return;
	}
	scanner.operator(1, '');
	if (frame.place === 'block') scanner.turn('statement');
}

/** What looked like a value was the name of a parameter. */
function nameParameter(scanner: Scanner): void {
	const last = scanner.kinds.length - 1;
	if (scanner.kinds[last] === '' && isNamePart(scanner.char(-1))) scanner.kinds[last] = 'v';
}

/** `<`: type arguments, an element, type parameters, a cast, or an operator. */
function less(scanner: Scanner, named: number): void {
	const { code, at, dialect, frame } = scanner;
	const next = scanner.char(1);
	if (scanner.afterValue) {
		if (dialect.types && next !== Char.equals && next !== Char.less && typeArgumentsEnd(scanner, at) > 0)
			scanner.open('typeArguments', 1);
		else scanner.operator(operatorLength(scanner), 'o');
		return;
	}
	if (dialect.types && isGenericArrow(scanner)) {
		nameFunction(scanner, named);
		frame.after = 'value';
		scanner.turn('signature');
	} else if (dialect.jsx && (isNameStart(next) || next === Char.greater)) {
		openTag(scanner);
	} else if (dialect.types && !dialect.jsx && code[at + 1] !== '/' && angleEnd(scanner, at) > 0)
		scanner.open('typeArguments', 1, { endsValue: false });
	else scanner.operator(operatorLength(scanner), 'o');
}

/** Whether the `<` here opens the type parameters of an arrow function. In JSX they need a comma or `extends`. */
function isGenericArrow(scanner: Scanner): boolean {
	const { code, at } = scanner;
	if (scanner.dialect.jsx)
		return /<\s*(?:const\s+)?[\p{L}_$][\p{L}\p{N}_$]*\s*(?:,|extends\s+[^=\s>/])/uy.test(code.slice(at, at + 100));
	const end = angleEnd(scanner, at);
	if (end < 0) return false;
	const paren = scanner.skipTrivia(end);
	return code.charCodeAt(paren) === Char.openParen && isParameterList(scanner, paren, true);
}

/** A regular expression or a division. */
function slash(scanner: Scanner): void {
	const end = scanner.afterValue || scanner.fuel < 0 ? -1 : patternEnd(scanner);
	if (end < 0) scanner.operator(operatorLength(scanner), 'o');
	else scanner.operand(end, 'r');
}

function valueWord(scanner: Scanner): void {
	const { code, frame, at } = scanner;
	const { named } = frame;
	frame.named = -1;
	const end = scanner.nameEnd();
	const word = code.slice(at, end);
	const isReserved = RESERVED.has(word);
	if (scanner.afterValue && !(isReserved && INFIXES.has(word))) {
		if (scanner.newline && scanner.endStatement()) return;
		if (isReserved && frame.place === 'block' && STATEMENTS.has(word) && scanner.endStatement()) return;
	}
	if (frame.mode === 'body') frame.mode = 'value';
	if (isReserved && reservedWord(scanner, word, named)) return;
	if (scanner.isArrow(scanner.skipTrivia(end))) {
		nameFunction(scanner, named);
		scanner.operand(end, 'v');
	} else scanner.operand(end, isCalled(scanner, end) ? 'f' : '');
}

/** A word that may have a meaning of its own. Whether it has, here. */
function reservedWord(scanner: Scanner, word: string, named: number): boolean {
	const { code, frame, afterValue } = scanner;
	const end = scanner.at + word.length;
	switch (word) {
		case 'as':
		case 'satisfies':
			if (!afterValue || !scanner.dialect.types) return false;
			scanner.operator(word.length, 'k');
			if (/\s+const\b/y.test(code.slice(end, end + 10))) {
				scanner.takeName('k');
				scanner.afterValue = true;
			} else scanner.enter('type');
			return true;
		case 'of':
			if (!afterValue || frame.place !== 'group') return false;
			scanner.operator(word.length, 'k');
			return true;
		case 'async':
			return async(scanner, end, named);
		case 'function':
			nameFunction(scanner, named);
			declare(scanner, word, true);
			return true;
		case 'class':
			declare(scanner, word, true);
			return true;
		case 'new':
			created(scanner);
			return true;
		case 'import':
			scanner.operand(end, 'k');
			return true;
	}
	if (LITERALS.has(word)) {
		scanner.operand(end, 'b');
		return true;
	}
	if (OPERATORS.has(word)) {
		scanner.operator(word.length, 'k');
		if (word === 'yield' && scanner.char() === Char.star) scanner.operator(1, 'k');
		if (frame.place === 'block') {
			const next = scanner.skipTrivia(end);
			// Nothing is returned from the next line.
			if (word === 'return' && scanner.isBroken(end, next)) scanner.turn('statement');
			else if (word === 'await' && scanner.isWord('using', next)) scanner.turn('statement');
		}
		return true;
	}
	if (frame.place !== 'block') return false;
	scanner.turn('statement');
	return true;
}

/** `async` before a function. Whether it is that. */
function async(scanner: Scanner, end: number, named: number): boolean {
	const { code } = scanner;
	const next = scanner.skipTrivia(end);
	const isFunction =
		code.charCodeAt(next) === Char.openParen
			? isParameterList(scanner, next, scanner.frame.ternaries === 0)
			: code.charCodeAt(next) === Char.less || (isNameStart(code.charCodeAt(next)) && !scanner.isBroken(end, next));
	if (!isFunction) return false;
	scanner.operator('async'.length, 'k');
	if (code.charCodeAt(next) === Char.less || code.charCodeAt(next) === Char.openParen) arrow(scanner, named);
	else scanner.frame.named = named;
	return true;
}

/** `new` and the class behind it. */
function created(scanner: Scanner): void {
	scanner.operator('new'.length, 'k');
	if (scanner.char() === Char.dot) return;
	scanner.trivia();
	const end = scanner.nameEnd();
	const word = scanner.code.slice(scanner.at, end);
	if (word === '' || LITERALS.has(word) || OPERATORS.has(word) || word === 'class' || word === 'function') return;
	const isPath = scanner.code.charCodeAt(end) === Char.dot;
	scanner.operand(end, isPath ? '' : 't');
	scanner.takePath('p');
}

/** Statements and expressions. */
import { angleEnd, isParameterList, typeArgumentsEnd } from './ahead.ts';
import { Char, isDigit, isNamePart, isNameStart } from './characters.ts';
import { openTag } from './markup.ts';
import type { Scanner } from './scanner.ts';
import type { TokenKind } from './tokens.ts';
import { BEGINNINGS, HEADS, INFIXES, LEADS, LITERALS, OPERATORS, RESERVED, STATEMENTS } from './words.ts';

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
		valueWord(scanner);
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
	valueWord(scanner);
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

/** `function`, `class` and the declarations of types, up to what follows their name. */
function declare(scanner: Scanner, word: string, endsValue: boolean): void {
	const { frame } = scanner;
	scanner.operator(word.length, 'k');
	frame.after = endsValue ? 'value' : frame.place === 'block' ? 'statement' : 'value';
	if (word === 'function') {
		scanner.trivia();
		if (scanner.char() === Char.star) scanner.put(scanner.at + 1, 'k');
		scanner.takeName('f');
		scanner.turn('signature');
		return;
	}
	scanner.trivia();
	const name = scanner.code.slice(scanner.at, scanner.nameEnd());
	if (word !== 'class' || (name !== 'extends' && name !== 'implements')) {
		scanner.takeName(word === 'namespace' || word === 'module' ? 'v' : 't');
		scanner.takePath('p');
	}
	frame.body = word === 'class' ? 'class' : word === 'interface' ? 'members' : word === 'enum' ? 'enum' : 'block';
	scanner.turn('header');
}

/** The type parameters, the types extended and the body of a class, an interface or the like. */
export function scanHeader(scanner: Scanner, char: number): void {
	const { frame } = scanner;
	switch (char) {
		case Char.less:
			scanner.open('typeParameters', 1);
			return;
		case Char.comma:
			scanner.operator(1, '');
			scanner.enter('type');
			return;
		case Char.equals:
			scanner.operator(1, 'o');
			scanner.turn(frame.after);
			scanner.enter('type');
			return;
		case Char.openParen:
			scanner.open('group', 1);
			return;
		case Char.openBrace:
			scanner.turn(frame.after);
			scanner.open(frame.body, 1, { endsValue: frame.after === 'value' });
			return;
	}
	const end = scanner.nameEnd();
	const word = scanner.code.slice(scanner.at, end);
	if (word === 'extends' || word === 'implements') {
		scanner.operator(word.length, 'k');
		if (frame.body === 'members' || word === 'implements') scanner.enter('type');
		return;
	}
	if (frame.body === 'class' && end > scanner.at && !scanner.afterValue) {
		const next = scanner.code.charCodeAt(end);
		scanner.operand(end, next === Char.dot ? '' : next === Char.openParen ? 'f' : 't');
		scanner.takePath(scanner.char() === Char.openParen ? 'f' : 'p');
		return;
	}
	scanner.turn(frame.after);
}

/** From a function's name, or an arrow function's beginning, to its body. */
export function scanSignature(scanner: Scanner, char: number): void {
	const { frame } = scanner;
	switch (char) {
		case Char.less:
			scanner.open('typeParameters', 1);
			return;
		case Char.openParen:
			scanner.open('params', 1);
			return;
		case Char.colon:
			if (!scanner.dialect.types) break;
			scanner.operator(1, '');
			scanner.enter('type');
			return;
		case Char.equals:
			if (scanner.char(1) !== Char.greater) break;
			scanner.turn('body');
			scanner.operator(2, 'o');
			return;
		case Char.openBrace:
			scanner.turn(frame.after);
			scanner.open('block', 1, { endsValue: frame.after === 'value' });
			return;
	}
	scanner.turn(frame.after === 'statement' ? 'value' : frame.after);
	scanner.afterValue = true;
}

/** `import` and `export` of names. */
export function scanImport(scanner: Scanner, char: number): void {
	const { frame, code } = scanner;
	if (isNameStart(char)) {
		const end = scanner.nameEnd();
		const word = code.slice(scanner.at, end);
		const next = code.charAt(scanner.skipTrivia(end));
		const isString = next === '"' || next === "'";
		if (scanner.newline && scanner.afterValue && !(word === 'from' && isString)) {
			endStatement(scanner);
			return;
		}
		if ((word === 'with' || word === 'assert') && scanner.afterValue) {
			scanner.turn('value');
			scanner.operator(word.length, 'k');
		} else if (word === 'from' && isString) scanner.operator(word.length, 'k');
		else if (word === 'as' || word === 'namespace' || word === 'default') scanner.operator(word.length, 'k');
		else if (isTypeMark(scanner, word, end)) scanner.operator(word.length, 'k');
		else scanner.operand(end, frame.marked ? '' : 'v');
		return;
	}
	switch (char) {
		case Char.openBrace:
			scanner.open('specifiers', 1, { marked: frame.marked });
			return;
		case Char.star:
			scanner.operator(1, 'k');
			return;
		case Char.comma:
			scanner.operator(1, '');
			return;
		case Char.quote:
		case Char.doubleQuote:
			scanner.string('s');
			return;
	}
	scanner.turn('value');
}

/** `type` in `import type A`, not in `import type from`. */
function isTypeMark({ code, dialect }: Scanner, word: string, end: number): boolean {
	if (word !== 'type' || !dialect.types) return false;
	return /\s*(?:[{*]|(?!from\s*['"]|as\b(?!\s+as\b)|from\b(?!\s+from\b))[\p{L}_$])/uy.test(code.slice(end, end + 80));
}

/** The names between the braces of an import or export. */
export function scanSpecifier(scanner: Scanner, char: number): void {
	const { frame, code } = scanner;
	if (!isNameStart(char)) {
		if (char === Char.comma) scanner.operator(1, '');
		else if (char === Char.quote || char === Char.doubleQuote) scanner.string('s');
		else if (char === Char.closeBrace) scanner.close();
		else scanner.operator(1, '');
		return;
	}
	const end = scanner.nameEnd();
	const word = code.slice(scanner.at, end);
	if (word === 'as' && scanner.afterValue) scanner.operator(2, 'k');
	else if (word === 'default') scanner.operand(end, 'k');
	else if (isTypeMark(scanner, word, end)) scanner.operator(word.length, 'k');
	else {
		const next = scanner.skipTrivia(end);
		scanner.operand(end, frame.marked || scanner.isWord('as', next) ? '' : 'v');
	}
}

/** `@name.of(…)`: what it decorates follows as if nothing had been. */
export function decorator(scanner: Scanner): void {
	scanner.operator(1, 'm');
	for (let kind: TokenKind = ''; ; kind = 'p') {
		const end = scanner.nameEnd();
		if (end === scanner.at) return;
		scanner.put(end, isCalled(scanner, end) ? 'f' : kind);
		if (scanner.char() !== Char.dot) break;
		scanner.put(scanner.at + 1, '');
	}
	if (scanner.char() === Char.less) scanner.open('typeArguments', 1, { endsValue: false });
	else if (scanner.char() === Char.openParen) scanner.open('group', 1, { endsValue: false });
}

/** A line's end has ended a statement or a member. Whether it has. */
function endStatement(scanner: Scanner): boolean {
	const { frame } = scanner;
	if (frame.place !== 'block' && frame.place !== 'class' && frame.place !== 'object') return false;
	frame.declares = false;
	frame.ternaries = 0;
	frame.named = -1;
	scanner.turn(frame.start);
	scanner.afterValue = false;
	return true;
}

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
		if (scanner.newline && scanner.afterValue && endStatement(scanner)) return;
		number(scanner);
		return;
	}
	const isBody = frame.mode === 'body';
	if (isBody) frame.mode = 'value';
	switch (char) {
		case Char.quote:
		case Char.doubleQuote:
			if (scanner.newline && scanner.afterValue && endStatement(scanner)) return;
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
			if (frame.place === 'class' && endStatement(scanner)) return;
			decorator(scanner);
			return;
		case Char.hash:
			if (scanner.newline && scanner.afterValue && frame.place === 'class' && endStatement(scanner)) return;
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

const NUMBER =
	/(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][-+]?[\d_]+)?)n?/y;

/** Puts the number at the current place. */
export function number(scanner: Scanner): void {
	NUMBER.lastIndex = scanner.at;
	const length = NUMBER.exec(scanner.code)?.[0].length ?? 1;
	scanner.operand(scanner.at + length, 'n');
}

/** Opens the template at the current place; in a type, it holds types. */
export function template(scanner: Scanner, isType: boolean): void {
	scanner.enter('template', { marked: isType });
	templateText(scanner, scanner.at + 1);
}

export function scanTemplate(scanner: Scanner): void {
	templateText(scanner, scanner.at);
}

/** The text of a template up to the next `${` or its end. */
function templateText(scanner: Scanner, from: number): void {
	const { code, frame } = scanner;
	for (let end = from; end < code.length; end++) {
		const char = code.charCodeAt(end);
		if (char === Char.backslash) end++;
		else if (char === Char.backtick) {
			scanner.put(end + 1, 's');
			scanner.leave();
			return;
		} else if (char === Char.dollar && code.charCodeAt(end + 1) === Char.openBrace) {
			if (end > scanner.at) scanner.put(end, 's');
			scanner.open('hole', 2, { kind: 'o', mode: frame.marked ? 'type' : 'value' });
			return;
		}
	}
	scanner.put(code.length, 's');
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

/** Whether what ends at `end` is called: parentheses, a template or type arguments and parentheses follow. */
function isCalled(scanner: Scanner, end: number): boolean {
	const { code } = scanner;
	const char = code.charCodeAt(end);
	if (char === Char.openParen || char === Char.backtick) return true;
	if (char === Char.question) return code.startsWith('?.(', end);
	if (char === Char.less && scanner.dialect.types) {
		const next = typeArgumentsEnd(scanner, end);
		return next > 0 && (code[next] === '(' || code[next] === '`');
	}
	return char === 32 && code.charCodeAt(scanner.skipTrivia(end)) === Char.openParen;
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

/** Where the regular expression at the current place ends, flags included; -1 if not in this line. */
function patternEnd(scanner: Scanner): number {
	const { code } = scanner;
	let isClass = false;
	let end = scanner.at + 1;
	for (; end < code.length; end++) {
		const char = code.charCodeAt(end);
		if (char === Char.newline) break;
		if (char === Char.backslash) end++;
		else if (char === Char.openSquare) isClass = true;
		else if (char === Char.closeSquare) isClass = false;
		else if (char === Char.slash && !isClass) {
			while (isNamePart(code.charCodeAt(++end)));
			return end;
		}
	}
	scanner.fuel -= end - scanner.at;
	return -1;
}

function valueWord(scanner: Scanner): void {
	const { code, frame, at } = scanner;
	const { named } = frame;
	frame.named = -1;
	const end = scanner.nameEnd();
	const word = code.slice(at, end);
	const isReserved = RESERVED.has(word);
	if (scanner.afterValue && !(isReserved && INFIXES.has(word))) {
		if (scanner.newline && endStatement(scanner)) return;
		if (isReserved && frame.place === 'block' && STATEMENTS.has(word) && endStatement(scanner)) return;
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
	statementWord(scanner);
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

/** What stands behind `import` and `export`. */
import { Char, isNameStart } from './characters.ts';
import type { Scanner } from './scanner.ts';

/** `import` and `export` of names. */
export function scanImport(scanner: Scanner, char: number): void {
	const { frame, code } = scanner;
	if (isNameStart(char)) {
		const end = scanner.nameEnd();
		const word = code.slice(scanner.at, end);
		const next = code.charAt(scanner.skipTrivia(end));
		const isString = next === '"' || next === "'";
		if (scanner.newline && scanner.afterValue && !(word === 'from' && isString)) {
			scanner.endStatement();
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

/** `type` in `import type A`, not in `import type from`. */
function isTypeMark({ code, dialect }: Scanner, word: string, end: number): boolean {
	if (word !== 'type' || !dialect.types) return false;
	return /\s*(?:[{*]|(?!from\s*['"]|as\b(?!\s+as\b)|from\b(?!\s+from\b))[\p{L}_$])/uy.test(code.slice(end, end + 80));
}

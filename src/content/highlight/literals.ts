/** Numbers, templates and regular expressions. */
import { Char, isNamePart } from './characters.ts';
import type { Scanner } from './scanner.ts';

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

/** Where the regular expression at the current place ends, flags included; -1 if not in this line. */
export function patternEnd(scanner: Scanner): number {
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

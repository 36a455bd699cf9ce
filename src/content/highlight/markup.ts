/** JSX: tags, attributes and the text between. */
import { Char, isNamePart, isNameStart } from './characters.ts';
import type { Scanner } from './scanner.ts';

/** Between `<` and `>`. The first name is that of the element, the others are attributes. */
export function scanTag(scanner: Scanner, char: number): void {
	const { frame } = scanner;
	if (isNameStart(char)) {
		const end = attributeEnd(scanner);
		if (frame.declares) scanner.put(end, 'a');
		else {
			scanner.put(end, 'g');
			// What follows a dot belongs to the element's name.
			frame.declares = scanner.char() !== Char.dot;
		}
		return;
	}
	switch (char) {
		case Char.greater:
			scanner.put(scanner.at + 1, '');
			scanner.leave();
			if (!frame.marked) scanner.enter('children', { endsValue: true });
			else if (scanner.frame.place === 'children') scanner.leave();
			return;
		case Char.slash:
			if (scanner.char(1) !== Char.greater) break;
			scanner.put(scanner.at + 2, '');
			scanner.leave();
			return;
		case Char.equals:
			scanner.put(scanner.at + 1, 'o');
			return;
		case Char.quote:
		case Char.doubleQuote:
			attributeValue(scanner, char);
			return;
		case Char.openBrace:
			scanner.open('group', 1);
			return;
		case Char.less:
			if (isNameStart(scanner.char(1)) && frame.declares) {
				if (scanner.code[scanner.at - 1] === '=') openTag(scanner);
				else scanner.open('typeArguments', 1);
				return;
			}
	}
	scanner.put(scanner.at + 1, '');
}

/** Names in tags may hold hyphens and a colon. */
function attributeEnd({ code, at }: Scanner): number {
	let end = at + 1;
	for (let char = code.charCodeAt(end); isNamePart(char) || char === Char.minus || char === Char.colon; )
		char = code.charCodeAt(++end);
	return end;
}

/** Unlike strings in code, these have no escapes and may span lines. */
function attributeValue(scanner: Scanner, quote: number): void {
	const { code, at } = scanner;
	const end = code.indexOf(quote === Char.quote ? "'" : '"', at + 1);
	scanner.put(end < 0 ? code.length : end + 1, 's');
}

/** Opens the tag at the current place. */
export function openTag(scanner: Scanner): void {
	scanner.enter('tag');
	scanner.put(scanner.at + 1, '');
}

/** Text up to the next tag or brace. */
export function scanChildren(scanner: Scanner): void {
	const { code } = scanner;
	let end = scanner.at;
	for (; end < code.length; end++) {
		const char = code.charCodeAt(end);
		if (char === Char.openBrace || char === Char.less) break;
	}
	if (end > scanner.at) {
		scanner.put(end, '');
		return;
	}
	const next = scanner.char(1);
	if (scanner.char() === Char.openBrace) scanner.open('group', 1);
	else if (next === Char.slash) {
		scanner.enter('tag', { marked: true });
		scanner.put(scanner.at + 2, '');
	} else if (isNameStart(next) || next === Char.greater) openTag(scanner);
	else scanner.put(scanner.at + 1, '');
}

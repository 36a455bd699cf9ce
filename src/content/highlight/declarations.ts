/** Functions, classes and declared types, from their word to their body; decorators. */
import { isCalled } from './ahead.ts';
import { Char } from './characters.ts';
import type { Scanner } from './scanner.ts';
import type { TokenKind } from './tokens.ts';

/** `function`, `class` and the declarations of types, up to what follows their name. */
export function declare(scanner: Scanner, word: string, endsValue: boolean): void {
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

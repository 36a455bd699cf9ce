/**
 * The state of a scan of TypeScript or JavaScript, and what every step needs: the place in the code, the stack of
 * what is open, and the tokens so far. It knows nothing about the grammar; the steps in `values.ts`, `members.ts`,
 * `types.ts` and their neighbours do.
 */
import { Char, isNamePart, isNameStart, isSpace } from './characters.ts';
import type { Lines, TokenKind } from './tokens.ts';

export interface Dialect {
	/** Knows annotations, generics and declarations of TypeScript. */
	types: boolean;
	/** `<a>` is an element, not a cast. */
	jsx: boolean;
}

/** What is open: a pair of brackets by its meaning, or a stretch without brackets of its own. */
export type Place =
	| 'block'
	| 'group'
	| 'object'
	| 'class'
	| 'enum'
	| 'members'
	| 'params'
	| 'pattern'
	| 'list'
	| 'specifiers'
	| 'type'
	| 'typeGroup'
	| 'tuple'
	| 'typeArguments'
	| 'typeParameters'
	| 'hole'
	| 'template'
	| 'tag'
	| 'children';

/** What may come next in a frame; picks the step that reads it. */
export type Mode =
	| 'statement'
	| 'value'
	/** What an arrow leads to: here braces are a block. */
	| 'body'
	/** Names that are being defined, and patterns of such. */
	| 'definition'
	/** Names of members. */
	| 'key'
	/** From the name of a function to its body. */
	| 'signature'
	/** From the name of a class, interface, alias or enum to its body. */
	| 'header'
	| 'import'
	| 'specifier'
	| 'type'
	| 'template'
	| 'tag'
	| 'children';

export type Bracket = '(' | '[' | '{' | '<' | '';

export interface Frame {
	readonly place: Place;
	readonly bracket: Bracket;
	mode: Mode;
	/** The mode in which each element begins, after a comma or semicolon. */
	start: Mode;
	/** What stands before the code that follows the closing bracket is a value: there, `/` divides. */
	endsValue: boolean;
	/** The mode after a signature or header and its body. */
	after: Mode;
	/** Place of the body that a header leads to. */
	body: Place;
	/** The token that names the value about to begin, or -1: the name of a function is coloured as one. */
	named: number;
	/** In a declaration: a comma leads to another name. */
	declares: boolean;
	/** Question marks whose colon is to come. */
	ternaries: number;
	/** In types: `extends` whose question mark is to come. */
	conditions: number;
	/** In types: a list of parameters was closed, so that an arrow goes on with the type. */
	arrow: boolean;
	/** A closing tag; an export, or properties without the braces of their object; a template in a type; a pattern's property whose colon has been read. */
	marked: boolean;
	/** Open parentheses and square brackets around a pair of braces: what is inside cannot close them. */
	parens: number;
	squares: number;
}

export interface Opening {
	mode?: Mode;
	endsValue?: boolean;
	kind?: TokenKind;
	marked?: boolean;
}

const BRACKETS: Record<number, Bracket> = { 40: '(', 91: '[', 123: '{', 60: '<' };

const NOTHING: Opening = {};

const START: Record<Place, Mode> = {
	block: 'statement',
	group: 'value',
	object: 'key',
	class: 'key',
	enum: 'key',
	members: 'key',
	params: 'definition',
	pattern: 'definition',
	list: 'definition',
	specifiers: 'specifier',
	type: 'type',
	typeGroup: 'type',
	tuple: 'type',
	typeArguments: 'type',
	typeParameters: 'type',
	hole: 'value',
	template: 'template',
	tag: 'tag',
	children: 'children',
};

export class Scanner {
	readonly code: string;
	readonly dialect: Dialect;
	at = 0;
	/** A value, type or name has just ended: what follows is an operator or ends it. */
	afterValue = false;
	/** A line has ended since the last token. */
	newline = false;
	/** Characters that looking ahead may still read, in proportion to the code: so a scan takes linear time. */
	fuel: number;
	frame: Frame;
	/** Ends and kinds of the tokens so far; a kind may change when more has been read. */
	readonly ends: number[] = [];
	readonly kinds: TokenKind[] = [];
	readonly #frames: Frame[] = [];
	#braces = 0;
	#parens = 0;
	#squares = 0;

	constructor(code: string, dialect: Dialect) {
		this.code = code;
		this.dialect = dialect;
		this.fuel = code.length * 2 + 1000;
		this.frame = this.#push('block', '', {});
	}

	get depth(): number {
		return this.#frames.length;
	}

	/** The character `distance` after the current one; NaN at the end. */
	char(distance = 0): number {
		return this.code.charCodeAt(this.at + distance);
	}

	/** A token up to `end`. */
	put(end: number, kind: TokenKind): void {
		this.ends.push(end);
		this.kinds.push(kind);
		this.at = end;
		this.newline = false;
	}

	/** One or more characters after which an operand is expected, such as an operator. */
	operator(length: number, kind: TokenKind): void {
		this.put(this.at + length, kind);
		this.afterValue = false;
	}

	/** A token that is an operand by itself. */
	operand(end: number, kind: TokenKind): void {
		this.put(end, kind);
		this.afterValue = true;
	}

	/** The end of the name at `from`; `from` where there is none. */
	nameEnd(from = this.at): number {
		if (!isNameStart(this.code.charCodeAt(from))) return from;
		let end = from + 1;
		while (isNamePart(this.code.charCodeAt(end))) end++;
		return end;
	}

	/** Spaces and comments. */
	trivia(): void {
		for (;;) {
			const from = this.at;
			let end = from;
			if (this.code.charCodeAt(end) > Char.slash && this.code.charCodeAt(end) < 128) return;
			for (let char = this.code.charCodeAt(end); isSpace(char); char = this.code.charCodeAt(++end))
				if (char === Char.newline) this.newline = true;
			if (end > from) this.#trivial(end, '');
			const comment = this.commentEnd(end);
			if (comment === end) return;
			this.newline ||= this.isBroken(end, comment);
			this.#trivial(comment, 'c');
		}
	}

	#trivial(end: number, kind: TokenKind): void {
		this.ends.push(end);
		this.kinds.push(kind);
		this.at = end;
	}

	/** The end of the comment at `from`; `from` where there is none. */
	commentEnd(from: number): number {
		if (this.code.charCodeAt(from) !== Char.slash) return from;
		const second = this.code.charCodeAt(from + 1);
		if (second === Char.slash) return this.lineEnd(from);
		if (second !== Char.star) return from;
		const end = this.code.indexOf('*/', from + 2);
		return end < 0 ? this.code.length : end + 2;
	}

	/** Whether a line ends between two places. */
	isBroken(from: number, to: number): boolean {
		for (let at = from; at < to; at++) if (this.code.charCodeAt(at) === Char.newline) return true;
		return false;
	}

	lineEnd(from: number): number {
		const end = this.code.indexOf('\n', from);
		return end < 0 ? this.code.length : end;
	}

	/** The next place from `from` on that is neither space nor comment. */
	skipTrivia(from: number): number {
		let at = from;
		for (;;) {
			while (isSpace(this.code.charCodeAt(at))) at++;
			const end = this.commentEnd(at);
			if (end === at) return at;
			this.fuel -= end - at;
			if (this.fuel < 0) return at;
			at = end;
		}
	}

	/** Whether `=>` stands at a place. */
	isArrow(at: number): boolean {
		return this.code.charCodeAt(at) === Char.equals && this.code.charCodeAt(at + 1) === Char.greater;
	}

	/** Whether `...` stands here. */
	isSpread(): boolean {
		return this.char() === Char.dot && this.char(1) === Char.dot && this.char(2) === Char.dot;
	}

	/** Whether the name at `from` is this word. */
	isWord(word: string, from: number): boolean {
		return (
			this.code.charCodeAt(from) === word.charCodeAt(0) &&
			this.nameEnd(from) === from + word.length &&
			this.code.startsWith(word, from)
		);
	}

	/** Puts spaces and the name that follows, if one does; returns it, or ''. */
	takeName(kind: TokenKind): string {
		this.trivia();
		const from = this.at;
		const end = this.nameEnd();
		if (end === from) return '';
		this.put(end, kind);
		return this.code.slice(from, end);
	}

	/** `.b.c` behind a name: names of properties. */
	takePath(kind: TokenKind): void {
		while (this.char() === Char.dot && isNameStart(this.char(1))) {
			this.put(this.at + 1, '');
			this.put(this.nameEnd(), kind);
		}
	}

	/** Puts the string at the current place; one that does not end, ends with its line. */
	string(kind: TokenKind): void {
		const quote = this.char();
		let end = this.at + 1;
		for (; end < this.code.length; end++) {
			const char = this.code.charCodeAt(end);
			if (char === quote) {
				end++;
				break;
			}
			if (char === Char.newline) break;
			if (char === Char.backslash) end++;
		}
		this.operand(Math.min(end, this.code.length), kind);
	}

	/** Opens a frame behind its bracket of `length` characters. */
	open(place: Place, length: number, opening: Opening = NOTHING): Frame {
		const char = this.char(length - 1);
		this.operator(length, opening.kind ?? '');
		return this.#push(place, BRACKETS[char] ?? '', opening);
	}

	/** Opens a frame that has no brackets: a type, a template, a tag. */
	enter(place: Place, opening: Opening = NOTHING): Frame {
		this.afterValue = false;
		return this.#push(place, '', opening);
	}

	#push(place: Place, bracket: Bracket, { mode, endsValue = true, marked = false }: Opening): Frame {
		const start = mode ?? START[place];
		const frame: Frame = {
			place,
			bracket,
			mode: start,
			start,
			endsValue,
			after: 'value',
			body: 'block',
			named: -1,
			declares: false,
			ternaries: 0,
			conditions: 0,
			arrow: false,
			marked,
			parens: this.#parens,
			squares: this.#squares,
		};
		if (bracket === '(') this.#parens++;
		else if (bracket === '[') this.#squares++;
		else if (bracket === '{') {
			this.#braces++;
			this.#parens = 0;
			this.#squares = 0;
		}
		this.#frames.push(frame);
		this.frame = frame;
		return frame;
	}

	/** Leaves the innermost frame; the outermost stays. */
	leave(): void {
		const frame = this.#frames.length > 1 ? this.#frames.pop() : undefined;
		if (!frame) return;
		if (frame.bracket === '{') this.#braces--;
		if (frame.bracket !== '<') {
			this.#parens = frame.parens;
			this.#squares = frame.squares;
		}
		this.frame = this.#frames[this.#frames.length - 1] ?? frame;
		this.afterValue = frame.endsValue;
	}

	/** A closing bracket: leaves all frames up to the one that it closes. One that closes nothing is skipped. */
	close(): void {
		const char = this.char();
		const bracket = char === Char.closeParen ? '(' : char === Char.closeSquare ? '[' : '{';
		const count = bracket === '(' ? this.#parens : bracket === '[' ? this.#squares : this.#braces;
		if (count > 0) {
			while (this.frame.bracket !== bracket) this.leave();
			const { place, endsValue } = this.frame;
			this.leave();
			this.put(this.at + 1, place === 'hole' ? 'o' : '');
			this.afterValue = endsValue;
			return;
		}
		this.operand(this.at + 1, '');
	}

	/** A comma or semicolon: the next element begins. */
	separate(): void {
		const { frame } = this;
		const ends = this.char() === Char.semicolon;
		if (ends) {
			frame.declares = false;
			frame.marked = false;
		}
		frame.mode = frame.declares
			? 'definition'
			: frame.place === 'block' && !ends && !frame.marked
				? 'value'
				: frame.start;
		frame.ternaries = 0;
		frame.named = -1;
		if (frame.place === 'pattern') frame.marked = false;
		this.operator(1, '');
	}

	/** Reads nothing, lets another step read what is here. */
	turn(mode: Mode): void {
		this.frame.mode = mode;
	}

	/** Hands on all tokens. */
	flush(lines: Lines): void {
		for (let index = 0; index < this.ends.length; index++) lines.add(this.ends[index] ?? 0, this.kinds[index] ?? '');
	}
}

/** What a highlighter yields: lines of tokens, each with the kind that becomes its class. */
import { isSpace } from './characters.ts';

/**
 * The class of a token: k keyword, s string, c comment, n number, f function, t type or class, p property,
 * v variable where it is defined, o operator, r regular expression, b built-in value or type, g tag, a attribute,
 * m meta, i inserted, d deleted; empty for plain text.
 */
export type TokenKind =
	| ''
	| 'k'
	| 's'
	| 'c'
	| 'n'
	| 'f'
	| 't'
	| 'p'
	| 'v'
	| 'o'
	| 'r'
	| 'b'
	| 'g'
	| 'a'
	| 'm'
	| 'i'
	| 'd';

export interface Token {
	text: string;
	kind: TokenKind;
}

/** Cuts code into tokens: neighbours of one kind become one, also across spaces; spaces at the ends stay outside. */
export class Lines {
	readonly #code: string;
	readonly #lines: Token[][] = [];
	#line: Token[] = [];
	/** Where the line ends that is being read. */
	#lineEnd: number;
	#at = 0;
	/** The token that may still grow. Behind it, up to `#at`, there are only spaces. */
	#start = 0;
	#end = 0;
	#kind: TokenKind = '';

	constructor(code: string) {
		this.#code = code;
		this.#lineEnd = this.#nextLineEnd(0);
	}

	/** The next piece of the code, up to `end`. */
	add(end: number, kind: TokenKind): void {
		while (end > this.#lineEnd) {
			this.#piece(this.#lineEnd, kind);
			this.#endLine();
		}
		this.#piece(end, kind);
	}

	/** The tokens of each line; what was not added is plain. */
	finish(): Token[][] {
		this.add(this.#code.length, '');
		this.#endLine();
		return this.#lines;
	}

	#piece(end: number, kind: TokenKind): void {
		let from = this.#at;
		let to = end;
		while (from < to && isSpace(this.#code.charCodeAt(from))) from++;
		while (to > from && isSpace(this.#code.charCodeAt(to - 1))) to--;
		this.#at = end;
		if (from === to) return;
		if (kind !== this.#kind) {
			this.#flush();
			this.#kind = kind;
			if (kind === '') this.#start = this.#end;
			else {
				this.#push(this.#end, from, '');
				this.#start = from;
			}
		}
		this.#end = to;
	}

	#flush(): void {
		this.#push(this.#start, this.#end, this.#kind);
	}

	#push(from: number, to: number, kind: TokenKind): void {
		if (from === to) return;
		const last = this.#line[this.#line.length - 1];
		if (kind === '' && last?.kind === '') last.text += this.#code.slice(from, to);
		else this.#line.push({ text: this.#code.slice(from, to), kind });
	}

	#endLine(): void {
		this.#flush();
		this.#push(this.#end, this.#at, '');
		this.#lines.push(this.#line);
		this.#line = [];
		this.#at = this.#lineEnd + 1;
		this.#start = this.#at;
		this.#end = this.#at;
		this.#kind = '';
		this.#lineEnd = this.#nextLineEnd(this.#at);
	}

	#nextLineEnd(from: number): number {
		const end = this.#code.indexOf('\n', from);
		return end < 0 ? this.#code.length : end;
	}
}

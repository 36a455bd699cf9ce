/**
 * Reads what stands between the braces of a JSX attribute, as data: nothing is executed. Values are those of JSON
 * in JavaScript's notation. Two calls that authors of documentation wrap around file names count as the name:
 * `useBaseUrl('/x')` and `require('./x').default`.
 */

export type Literal = { ok: true; value: unknown } | { ok: false; offset: number; message: string };

const MAX_DEPTH = 50;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /[+-]?(?:0[xX][\da-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
const CONSTANTS: Record<string, unknown> = { true: true, false: false, null: null, undefined: undefined };
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0', '\n': '' };

/**
 * The value of `source`, or where and why it has none. `names` gives what an imported name stands for: the path of
 * an imported file.
 */
export function readLiteral(source: string, names: (name: string) => string | undefined): Literal {
	const reader = new Reader(source, names);
	try {
		return { ok: true, value: reader.whole() };
	} catch (error) {
		if (error instanceof Unreadable) return { ok: false, offset: error.offset, message: error.message };
		throw error;
	}
}

/** Ends the reading from any depth; never leaves this file. */
class Unreadable extends Error {
	readonly offset: number;
	constructor(offset: number, message: string) {
		super(message);
		this.offset = offset;
	}
}

class Reader {
	readonly #text: string;
	readonly #names: (name: string) => string | undefined;
	#at = 0;
	#depth = 0;

	constructor(text: string, names: (name: string) => string | undefined) {
		this.#text = text;
		this.#names = names;
	}

	whole(): unknown {
		const value = this.#value();
		this.#space();
		if (this.#at < this.#text.length) this.#fail('only a single value may stand here');
		return value;
	}

	#value(): unknown {
		this.#space();
		if (++this.#depth > MAX_DEPTH) this.#fail('the value is nested too deeply');
		const value = this.#one();
		this.#depth--;
		return value;
	}

	#one(): unknown {
		const char = this.#text[this.#at];
		if (char === '"' || char === "'" || char === '`') return this.#string(char);
		if (char === '[') return this.#array();
		if (char === '{') return this.#object();
		if (char === '(') return this.#parentheses();
		const number = this.#match(NUMBER);
		if (number !== undefined) return Number(number.replaceAll('_', ''));
		return this.#word();
	}

	#parentheses(): unknown {
		this.#at++;
		const value = this.#value();
		this.#expect(')');
		return value;
	}

	#word(): unknown {
		const start = this.#at;
		const word = this.#match(WORD);
		if (word === undefined) return this.#fail('a value is missing');
		if (Object.hasOwn(CONSTANTS, word)) return CONSTANTS[word];
		if (word === 'useBaseUrl' || word === 'require') return this.#fileName(start);
		const path = this.#names(word);
		if (path !== undefined) return path;
		this.#at = start;
		return this.#fail(`"${word}" would have to be executed`);
	}

	#fileName(start: number): unknown {
		this.#space();
		if (this.#text[this.#at] !== '(') {
			this.#at = start;
			return this.#fail('a function would have to be executed');
		}
		const value = this.#parentheses();
		if (typeof value !== 'string') this.#fail('a file name must be written as a string');
		this.#match(/\s*\.default\b/y);
		return value;
	}

	#string(quote: string): string {
		const start = this.#at++;
		let result = '';
		for (; this.#at < this.#text.length; this.#at++) {
			const char = this.#text[this.#at] ?? '';
			if (char === quote) {
				this.#at++;
				return result;
			}
			if (quote === '`' && char === '$' && this.#text[this.#at + 1] === '{')
				this.#fail('a template with code in it would have to be executed');
			result += char === '\\' ? this.#escape() : char;
		}
		this.#at = start;
		return this.#fail('the string has no end');
	}

	#escape(): string {
		const char = this.#text[++this.#at] ?? '';
		const code = /^(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2}))/i.exec(
			this.#text.slice(this.#at, this.#at + 10),
		);
		if (!code) return ESCAPES[char] ?? char;
		const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16);
		this.#at += code[0].length - 1;
		return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
	}

	#array(): unknown[] {
		const result: unknown[] = [];
		this.#list(']', () => result.push(this.#value()));
		return result;
	}

	#object(): Record<string, unknown> {
		const entries: [string, unknown][] = [];
		this.#list('}', () => {
			const key = this.#key();
			this.#expect(':');
			entries.push([key, this.#value()]);
		});
		return Object.fromEntries(entries);
	}

	#key(): string {
		const char = this.#text[this.#at];
		if (char === '"' || char === "'") return this.#string(char);
		return this.#match(WORD) ?? this.#match(NUMBER) ?? this.#fail('the name of a field is missing');
	}

	#list(end: string, item: () => void): void {
		this.#at++;
		for (;;) {
			this.#space();
			if (this.#text[this.#at] === end) break;
			item();
			this.#space();
			if (this.#text[this.#at] === ',') this.#at++;
			else if (this.#text[this.#at] !== end) this.#fail(`"," or "${end}" is missing`);
		}
		this.#at++;
	}

	#expect(char: string): void {
		this.#space();
		if (this.#text[this.#at] !== char) this.#fail(`"${char}" is missing`);
		this.#at++;
	}

	#space(): void {
		this.#match(/(?:\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/y);
	}

	#match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text)?.[0];
		if (found === undefined) return undefined;
		this.#at += found.length;
		return found;
	}

	#fail(message: string): never {
		throw new Unreadable(Math.min(this.#at, this.#text.length), message);
	}
}

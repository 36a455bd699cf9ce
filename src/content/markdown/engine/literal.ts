/**
 * Parses values in braces: JSON's values in JavaScript's spelling, and fields of the front matter. Nothing is executed.
 * Takes linear time.
 */
import { wellFormed } from '../../model/schema.ts';

/** Deeper lists and objects are refused, because the parser is recursive. */
const MAX_DEPTH = 50;
const SPACE = /\s*/y;
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy;
const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.|\$(?!\{))*`/sy;
const WORD = /[A-Za-z_$][\w$]*/y;
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** The value of `source`; undefined if it is not a single literal. */
export function readLiteral(source: string): { value: unknown } | undefined {
	const reader = new Reader(source);
	const value = reader.value(0);
	return value !== NONE && reader.isAtEnd() ? { value } : undefined;
}

const NONE = Symbol('no value');

class Reader {
	readonly #text: string;
	#at = 0;

	constructor(text: string) {
		this.#text = text;
	}

	value(depth: number): unknown {
		this.#take(SPACE);
		const sign = this.#text[this.#at];
		if (sign === '[') return depth < MAX_DEPTH ? this.#list(depth) : NONE;
		if (sign === '{') return depth < MAX_DEPTH ? this.#object(depth) : NONE;
		const text = this.#take(STRING);
		if (text !== undefined) return unescaped(text.slice(1, -1));
		const number = this.#take(NUMBER);
		if (number !== undefined) return Number(number);
		const word = this.#take(WORD) ?? '';
		return Object.hasOwn(WORDS, word) ? WORDS[word] : NONE;
	}

	isAtEnd(): boolean {
		this.#take(SPACE);
		return this.#at === this.#text.length;
	}

	#list(depth: number): unknown {
		const list: unknown[] = [];
		return this.#items(']', () => list.push(this.value(depth + 1)) > 0 && list.at(-1) !== NONE) ? list : NONE;
	}

	#object(depth: number): unknown {
		const entries: [string, unknown][] = [];
		const isWhole = this.#items('}', () => {
			const quoted = this.#take(STRING);
			const key = quoted === undefined ? (this.#take(WORD) ?? this.#take(NUMBER)) : unescaped(quoted.slice(1, -1));
			if (key === undefined || !this.#sign(':')) return false;
			const value = this.value(depth + 1);
			entries.push([key, value]);
			return value !== NONE;
		});
		return isWhole ? Object.fromEntries(entries) : NONE;
	}

	/** Reads items separated by commas, with an optional trailing comma, up to `close`. */
	#items(close: string, read: () => boolean): boolean {
		this.#at++;
		while (!this.#sign(close)) {
			if (!read()) return false;
			if (this.#sign(',')) continue;
			return this.#sign(close);
		}
		return true;
	}

	/** Reads a punctuation character and the space around it. */
	#sign(sign: string): boolean {
		this.#take(SPACE);
		if (this.#text[this.#at] !== sign) return false;
		this.#at++;
		this.#take(SPACE);
		return true;
	}

	#take(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text)?.[0];
		this.#at += found?.length ?? 0;
		return found;
	}
}

function unescaped(text: string): string {
	const plain = text.replace(/\\(?:u([\da-f]{4})|([\s\S]))/gi, (_, code?: string, sign = '') =>
		code === undefined ? (ESCAPES[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
	);
	return wellFormed(plain);
}

const PATH = /^\s*(frontMatter|props)((?:\.[\w$-]+)+)\s*$/;

/** The values that braces may use: front matter; in a partial, the attributes of its tag. */
export type Known = Readonly<Record<string, unknown>>;

/** Whether `source` names a field: `frontMatter.title`, `props.name`. */
export function isPath(source: string): boolean {
	return PATH.test(source);
}

/** The value of a literal or of the field that `source` names; undefined if it is neither. */
export function readValue(source: string, known: Known): { value: unknown } | undefined {
	const [, root, path = ''] = PATH.exec(source) ?? [];
	if (root === undefined) return readLiteral(source);
	let value: unknown = Object.hasOwn(known, root) ? known[root] : undefined;
	for (const key of path.slice(1).split('.'))
		value =
			typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
	return value === undefined ? undefined : { value };
}

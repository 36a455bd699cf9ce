/**
 * Reads one tag as authors write it: HTML and JSX at once. What is not a whole tag is text, and text is escaped
 * where it is written, so nothing that this file does not recognise can become markup in a page.
 * Knows no element and no component; touches nothing outside its arguments.
 */

/** A value between braces is source text; `literal.ts` reads it. Offsets count in the text that was read. */
export type AttributeValue =
	| { kind: 'flag' }
	| { kind: 'string'; raw: string; start: number }
	| { kind: 'braces'; source: string; start: number };

export interface Attribute {
	/** As written; `...` for a spread. */
	name: string;
	start: number;
	value: AttributeValue;
}

/** A class, so that token metadata can be told apart without casts. */
export class Tag {
	readonly name: string;
	readonly form: 'open' | 'close' | 'empty';
	readonly attributes: readonly Attribute[];
	readonly start: number;
	readonly end: number;

	constructor(
		name: string,
		form: 'open' | 'close' | 'empty',
		attributes: readonly Attribute[],
		start: number,
		end: number,
	) {
		this.name = name;
		this.form = form;
		this.attributes = attributes;
		this.start = start;
		this.end = end;
	}

	/** Capitalised and dotted names are components, as in JSX. */
	get isComponent(): boolean {
		return /^[A-Z]/.test(this.name) || this.name.includes('.');
	}
}

/**
 * Characters that failed attempts may still cost. Text full of `<a b="` would otherwise be read to its end from
 * every `<`; with the allowance used up, `<` is plain text.
 */
export interface Allowance {
	left: number;
}

const NAME = /[A-Za-z][\w-]*(?:[.:][A-Za-z][\w-]*)*/y;
const ATTRIBUTE_NAME = /[^\s"'<>/=`{}]+/y;
const UNQUOTED = /[^\s"'=<>`{}]+/y;
const GOES_ON = /\s{1,200}(?:[\w-]+=["'{]|\/?>)/y;
const MAX_BRACES = 50;

/** The tag that begins at `start` and ends before `limit`, if there is one. Never throws. */
export function readTag(text: string, start: number, limit: number, allowance: Allowance): Tag | undefined {
	if (allowance.left <= 0 || text.charCodeAt(start) !== 60) return undefined;
	const reader = new Reader(text, start, limit);
	const tag = reader.read();
	if (!tag) allowance.left -= reader.at - start;
	return tag;
}

/** Where the `}` stands that closes the brace at `start`, or -1. Strings, templates and comments are skipped. */
export function closingBrace(text: string, start: number, limit: number, allowance?: Allowance): number {
	if (allowance && allowance.left <= 0) return -1;
	const end = braceFrom(text, start, limit);
	if (end < 0 && allowance) allowance.left -= limit - start;
	return end;
}

function braceFrom(text: string, start: number, limit: number): number {
	let depth = 0;
	for (let at = start; at < limit; at++) {
		const code = text.charCodeAt(at);
		if (code === 123) {
			if (++depth > MAX_BRACES) return -1;
		} else if (code === 125) {
			if (--depth === 0) return at;
		} else if (code === 34 || code === 39 || code === 96) {
			at = closingQuote(text, at, limit);
			if (at < 0) return -1;
		} else if (code === 47 && text.charCodeAt(at + 1) === 42) {
			at = text.indexOf('*/', at + 2) + 1;
			if (at === 0) return -1;
		}
	}
	return -1;
}

function closingQuote(text: string, start: number, limit: number): number {
	const quote = text.charCodeAt(start);
	for (let at = start + 1; at < limit; at++) {
		const code = text.charCodeAt(at);
		if (code === 92) at++;
		else if (code === quote) return at;
	}
	return -1;
}

class Reader {
	readonly #text: string;
	readonly #start: number;
	readonly #limit: number;
	#isComponent = false;
	at: number;

	constructor(text: string, start: number, limit: number) {
		this.#text = text;
		this.#start = start;
		this.#limit = Math.min(limit, text.length);
		this.at = start + 1;
	}

	read(): Tag | undefined {
		const closing = this.#text.charCodeAt(this.at) === 47;
		if (closing) this.at++;
		this.#isComponent = /[A-Z]/.test(this.#text.charAt(this.at));
		const name = this.#match(NAME) ?? (this.#text.charCodeAt(this.at) === 62 ? '' : undefined);
		if (name === undefined) return undefined;
		if (closing) {
			this.#space();
			return this.#text.charCodeAt(this.at) === 62 ? this.#tag(name, 'close', []) : undefined;
		}
		return this.#attributes(name);
	}

	#attributes(name: string): Tag | undefined {
		const attributes: Attribute[] = [];
		for (;;) {
			const from = this.at;
			this.#space();
			const code = this.at < this.#limit ? this.#text.charCodeAt(this.at) : Number.NaN;
			if (code === 62) return this.#tag(name, 'open', attributes);
			if (code === 47) {
				if (this.#text.charCodeAt(++this.at) === 62) return this.#tag(name, 'empty', attributes);
				continue;
			}
			// A name or a value must be followed by space, `/` or `>`; browsers are laxer after a quoted value.
			if (from === this.at && !/["'}/]/.test(this.#text[from - 1] ?? '')) return undefined;
			const attribute = code === 123 ? this.#braces() : this.#attribute();
			if (attribute === undefined) return undefined;
			if (attribute !== 'comment') attributes.push(attribute);
		}
	}

	#tag(name: string, form: Tag['form'], attributes: Attribute[]): Tag | undefined {
		return this.at < this.#limit ? new Tag(name, form, attributes, this.#start, this.at + 1) : undefined;
	}

	#attribute(): Attribute | undefined {
		const start = this.at;
		const name = this.#match(ATTRIBUTE_NAME);
		if (name === undefined) return undefined;
		const after = this.at;
		this.#space();
		if (this.#text.charCodeAt(this.at) !== 61 || this.at >= this.#limit) {
			this.at = after;
			return { name, start, value: { kind: 'flag' } };
		}
		this.at++;
		this.#space();
		const value = this.#value();
		return value && { name, start, value };
	}

	#value(): AttributeValue | undefined {
		const text = this.#text;
		const code = text.charCodeAt(this.at);
		const start = this.at + 1;
		if (code === 34 || code === 39) {
			const end = text.indexOf(code === 34 ? '"' : "'", start);
			if (end < 0 || end >= this.#limit) return this.#fail();
			this.at = end + 1;
			return { kind: 'string', raw: text.slice(start, end), start };
		}
		if (code === 123) {
			const end = closingBrace(text, this.at, this.#limit);
			if (end < 0) return this.#fail();
			this.at = end + 1;
			return { kind: 'braces', source: text.slice(start, end), start };
		}
		const raw = this.#match(UNQUOTED);
		return raw === undefined ? undefined : { kind: 'string', raw, start: start - 1 };
	}

	/** A spread or a comment among the attributes. */
	#braces(): Attribute | 'comment' | undefined {
		const start = this.at;
		const end = closingBrace(this.#text, start, this.#limit);
		if (end < 0) return this.#fail();
		this.at = end + 1;
		const source = this.#text.slice(start + 1, end);
		if (/^\s*\/\*/.test(source)) return 'comment';
		return { name: '...', start, value: { kind: 'braces', source, start: start + 1 } };
	}

	/** The rest of the text was looked through in vain. */
	#fail(): undefined {
		this.at = this.#limit;
		return undefined;
	}

	/** What follows a blank line can only belong to a tag. */
	#goesOn(): boolean {
		GOES_ON.lastIndex = this.at;
		return GOES_ON.test(this.#text);
	}

	/** Skips white space, but not a blank line: a tag ends with its paragraph, unless it plainly goes on. */
	#space(): void {
		let breaks = 0;
		for (; this.at < this.#limit; this.at++) {
			const code = this.#text.charCodeAt(this.at);
			if (code === 10 && ++breaks > 1 && !(this.#isComponent && this.#goesOn())) return;
			if (code !== 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12) return;
		}
	}

	#match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.#text)?.[0];
		if (found === undefined) return undefined;
		this.at += found.length;
		return found;
	}
}

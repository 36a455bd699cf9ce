/**
 * Parses one tag in HTML or JSX. Everything that is not a complete tag is text and is escaped when written, so only
 * tags that this file recognizes become markup. Independent of elements and components.
 */

/** The source of a value in braces is parsed in `literal.ts`. Offsets refer to the parsed text. */
export type AttributeValue =
	| { kind: 'flag' }
	| { kind: 'string'; raw: string; start: number }
	| { kind: 'braces'; source: string; start: number };

export interface TagAttribute {
	/** As written; `...` for a spread. */
	name: string;
	start: number;
	value: AttributeValue;
}

export interface JsxTag {
	name: string;
	form: 'open' | 'close' | 'empty';
	attributes: readonly TagAttribute[];
	start: number;
	end: number;
	/** Capitalized and dotted names are components, as in JSX. */
	isComponent: boolean;
}

/**
 * Characters that failed attempts may still read. It prevents quadratic time: text full of `<a b="` would be read to
 * its end from every `<`. Once used up, `<` is plain text.
 */
export interface ScanBudget {
	remaining: number;
}

const HEAD = /<(\/?)([A-Za-z][\w-]*(?:[.:][A-Za-z][\w-]*)*|(?=>))/y;
const SPACE = /[ \t\n\r\f]*/y;
/** White space without a blank line. */
const GAP = String.raw`[ \t\r\f]*(?:\n[ \t\r\f]*)?`;
/** A name and its value: quoted, bare, or in braces, which are parsed separately. */
const ATTRIBUTE = new RegExp(
	String.raw`([^\s"'<>/=\x60{}]+)(${GAP}=${GAP}(?:"([^"]*)"|'([^']*)'|(?=\{)|([^\s"'=<>\x60{}]+)))?`,
	'y',
);
const CONTINUED = /[\w-]+=["'{]|\/?>/y;
const MAX_BRACES = 50;

/** The tag that starts at `start` and ends before `limit`, if there is one. Never throws. */
export function readTag(text: string, start: number, limit: number, allowance: ScanBudget): JsxTag | undefined {
	if (allowance.remaining <= 0 || text.charCodeAt(start) !== 60) return undefined;
	const found = tagOrEnd(text, start, Math.min(limit, text.length));
	if (typeof found === 'object') return found;
	allowance.remaining -= found - start;
	return undefined;
}

/** The tag, or the offset where the failed attempt stopped. */
function tagOrEnd(text: string, start: number, limit: number): JsxTag | number {
	const [head = '', slash, name = ''] = match(HEAD, text, start);
	if (head === '') return start + 1;
	const attributes: TagAttribute[] = [];
	const isComponent = /^[A-Z]/.test(name) || name.includes('.');
	const tag = (form: JsxTag['form'], end: number): JsxTag => ({ name, form, attributes, start, end, isComponent });
	for (let at = start + head.length; ; ) {
		const [space = ''] = match(SPACE, text, at);
		at += space.length;
		// A blank line ends a tag, unless a component's tag clearly continues after it.
		if (/\n[^\n]*\n/.test(space) && !(/^[A-Z]/.test(name) && match(CONTINUED, text, at).length > 0)) return at;
		const sign = text[at];
		if (at >= limit || sign === '=') return limit;
		if (sign === '>') return tag(slash ? 'close' : 'open', at + 1);
		if (slash) return at;
		if (sign === '/') {
			at++;
			if (text[at] !== '>') continue;
			return at < limit ? tag('empty', at + 1) : limit;
		}
		// Space, `/` or `>` must follow a name or a value; after a quoted value, browsers do not require it.
		if (space === '' && !/["'}/]/.test(text[at - 1] ?? '')) return at;
		const from = at;
		const [whole = '', key = '...', given, double, single = double, bare = single] =
			sign === '{' ? [] : match(ATTRIBUTE, text, at);
		at += whole.length;
		if (sign !== '{' && whole === '') return at;
		if (sign !== '{' && given === undefined) attributes.push({ name: key, start: from, value: { kind: 'flag' } });
		else if (bare !== undefined) {
			const end = at - (single === undefined ? 0 : 1);
			attributes.push({ name: key, start: from, value: { kind: 'string', raw: bare, start: end - bare.length } });
		} else {
			const end = closingBrace(text, at, limit);
			if (end < 0) return limit;
			const source = text.slice(at + 1, end);
			const isComment = key === '...' && /^\s*\/\*/.test(source);
			if (!isComment) attributes.push({ name: key, start: from, value: { kind: 'braces', source, start: at + 1 } });
			at = end + 1;
		}
	}
}

function match(pattern: RegExp, text: string, at: number): readonly (string | undefined)[] {
	pattern.lastIndex = at;
	return pattern.exec(text) ?? [];
}

/** Offset of the `}` that closes the brace at `start`, or -1. Skips strings, templates and comments. */
export function closingBrace(text: string, start: number, limit: number, allowance?: ScanBudget): number {
	if (allowance && allowance.remaining <= 0) return -1;
	const end = braceFrom(text, start, limit);
	if (end < 0 && allowance) allowance.remaining -= limit - start;
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

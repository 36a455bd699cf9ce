/** Reads a page of another tool as text: tags, braces, and code, which stays as it is. Independent of the tool. */
import { parseExpression } from './docsgen.ts';

export interface Attribute {
	/** As written; `...` for a spread or a comment. */
	name: string;
	/** Text between quotes or braces; undefined for a flag. */
	value?: string;
	isCode: boolean;
	/** The whole attribute as written. */
	written: string;
}

export interface Tag {
	/** Empty for a fragment. */
	name: string;
	/** The name as written in the page. */
	written: string;
	form: 'open' | 'close' | 'empty';
	attributes: Attribute[];
	start: number;
	end: number;
}

/** Remaining characters to spend on failed searches for an end; with none left, everything is text. */
export interface Allowance {
	left: number;
}

const NAME = /<(\/?)([A-Za-z][\w-]*(?:[.:][A-Za-z][\w-]*)*|(?=>))/y;
const ATTRIBUTE = /([^\s"'<>/={}`]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(?=\{)|([^\s"'=<>`{}]+)))?/y;

/** The tag at `start`, if any. */
export function readTag(text: string, start: number, allowance: Allowance): Tag | undefined {
	NAME.lastIndex = start;
	const [head, slash, name = ''] = NAME.exec(text) ?? [];
	if (head === undefined) return undefined;
	const attributes: Attribute[] = [];
	for (let at = start + head.length; at < text.length; ) {
		const [space = ''] = /^\s*/.exec(text.slice(at, at + 500)) ?? [];
		// A blank line ends the paragraph and the tag.
		if (
			/\n[ \t]*\n/.test(space) &&
			!/^(?:[\w-]+=["'{]|\/?>)/.test(text.slice(at + space.length, at + space.length + 80))
		)
			return undefined;
		at += space.length;
		if (text[at] === '>')
			return { name, written: name, form: slash ? 'close' : 'open', attributes, start, end: at + 1 };
		if (text.startsWith('/>', at)) return { name, written: name, form: 'empty', attributes, start, end: at + 2 };
		const from = at;
		if (space === '' && !/["'}/]/.test(text[at - 1] ?? '')) return undefined;
		if (text[at] !== '{') {
			ATTRIBUTE.lastIndex = at;
			const [whole, key = '', double, single, bare] = ATTRIBUTE.exec(text) ?? [];
			if (whole === undefined) {
				if (text[at] !== '/') return undefined;
				at++;
				continue;
			}
			at += whole.length;
			const value = double ?? single ?? bare;
			if (value !== undefined || text[at] !== '{' || !whole.includes('=')) {
				attributes.push({ name: key, value, isCode: false, written: whole });
				continue;
			}
			const end = braceEnd(text, at, allowance);
			if (end === undefined) return undefined;
			attributes.push({ name: key, value: text.slice(at + 1, end - 1), isCode: true, written: text.slice(from, end) });
			at = end;
			continue;
		}
		const end = braceEnd(text, at, allowance);
		if (end === undefined) return undefined;
		attributes.push({
			name: '...',
			value: text.slice(at + 1, end - 1).replace(/^\s*\.\.\./, ''),
			isCode: true,
			written: text.slice(at, end),
		});
		at = end;
	}
	return undefined;
}

/** The end tag of an element; nested elements of the same name are counted. */
export function closeOf(text: string, tag: Tag, allowance: Allowance): Tag | undefined {
	const pattern = new RegExp(`</?${tag.written.replaceAll('.', '\\.')}(?=[\\s/>])`, 'g');
	pattern.lastIndex = tag.end;
	let depth = 1;
	for (let found = pattern.exec(text); found && allowance.left > 0; found = pattern.exec(text)) {
		allowance.left -= found[0].length;
		const other = readTag(text, found.index, allowance);
		if (other?.form === 'open') depth++;
		else if (other?.form === 'close' && --depth === 0) return other;
	}
	allowance.left -= text.length - tag.end;
	return undefined;
}

const MAX_BRACES = 50;

/** Maximum length of an expression that may contain JSX. */
const MAX_LENGTH = 20_000;

/** Offset after the `}` of the brace at `start`. Quotation marks in JSX text do not delimit strings. */
export function braceEnd(text: string, start: number, allowance: Allowance): number | undefined {
	if (allowance.left <= 0) return undefined;
	const end = plainEnd(text, start);
	if (end === undefined) allowance.left -= text.length - start;
	const window = text.slice(start + 1, start + MAX_LENGTH);
	if (text.startsWith('{{', start) || !/<[\w>]/.test(text.slice(start, end ?? start + MAX_LENGTH))) return end;
	const node = parseExpression(window);
	if (!node) allowance.left -= window.length;
	const after = node ? /^\s*\}/.exec(window.slice(node.end, node.end + 200))?.[0].length : undefined;
	return node && after !== undefined ? start + 1 + node.end + after : end;
}

function plainEnd(text: string, start: number): number | undefined {
	const sign = /[{}]|\/\*[\s\S]*?\*\/|(["'`])(?:\\[\s\S]|(?!\1)[^\\])*\1/g;
	sign.lastIndex = start;
	let depth = 0;
	for (let found = sign.exec(text); found; found = sign.exec(text)) {
		if (found[0] === '{' && ++depth > MAX_BRACES) return undefined;
		if (found[0] === '}' && --depth === 0) return found.index + 1;
	}
	return undefined;
}

/** Maximum length of inline code. */
const MAX_SPAN = 5000;
const FENCE = /[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})[^\n]*/y;

/** End of the code that starts at `at`: a fence at the start of a line, inline code, or a comment. */
export function codeEnd(text: string, at: number): number | undefined {
	if (text.startsWith('<!--', at)) {
		const end = text.indexOf('-->', at);
		return end < 0 ? text.length : end + 3;
	}
	if (at === 0 || text[at - 1] === '\n') {
		FENCE.lastIndex = at;
		const [line, marks = ''] = FENCE.exec(text) ?? [];
		if (line !== undefined && !(marks[0] === '`' && line.slice(line.indexOf(marks) + marks.length).includes('`'))) {
			const close = new RegExp(`\\n[ \\t>]*${marks[0]}{${marks.length},}[ \\t]*(?=\\n|$)`, 'g');
			close.lastIndex = at + line.length;
			const end = close.exec(text);
			return end ? end.index + end[0].length : text.length;
		}
	}
	if (text[at] !== '`') return undefined;
	const [marks = ''] = /^`+/.exec(text.slice(at, at + 200)) ?? [];
	// Inline code ends at the latest with its paragraph; without an end, it is not code.
	const end = new RegExp(`(?<!\`)${marks}(?!\`)|\\n[ \\t]*\\n`).exec(text.slice(at + marks.length, at + MAX_SPAN));
	return at + marks.length + (end?.[0] === marks ? end.index + marks.length : 0);
}

/**
 * Finds the line and column of a field in a file, because the parsed value has none. Walks TypeScript, JavaScript,
 * JSON and YAML by the field's path, and gives up rather than guess.
 */
import type { Diagnostic } from './diagnostic.ts';
import { type Path, type Problem, pathText } from './schema.ts';

/** A field or an element: offset and length of its name, and offset of its value. */
interface Found {
	at: number;
	length: number;
	value: number;
}

/** Turns the problems in a file into diagnostics; `root` is the subject of messages about the whole file. */
export function problemsIn(
	{ file, text, code, root }: { file: string; text: string; code: string; root: string },
	problems: readonly Problem[],
): Diagnostic[] {
	return problems.map(({ path, message, found, way, severity, isMissing }): Diagnostic => {
		const subject = path.length === 0 ? root : pathText(path);
		const said = found === undefined ? message : `${message}, but is ${found}`;
		const sentence = /^["A-Z]/.test(message) ? said : `${subject} ${said}`;
		return {
			code,
			severity: severity ?? 'error',
			file,
			...placeOfField(text, path),
			// The name of a missing field may be that of another one in the file.
			...(isMissing ? {} : { about: { words: path.slice(-1).map(String) } }),
			message: `${/^[A-Z]/.test(message) && path.length > 0 ? `${subject}: ` : ''}${sentence}${/[.?!]$/.test(said) ? '' : '.'}`,
			...(way !== undefined && { hint: way }),
		};
	});
}

/** The place of a field, or of the innermost part of its path that can be found; undefined for an unknown text. */
function placeOfField(source: string, path: Path): Pick<Diagnostic, 'line' | 'column' | 'length'> | undefined {
	let at = valueStart(source);
	let found: Found | undefined;
	for (const part of path) {
		const next = /[[{]/.test(source[at] ?? '') ? inBrackets(source, at, part) : inBlock(source, at, part);
		if (!next) break;
		found = next;
		at = next.value;
	}
	const { line, column } = placeAt(source, found?.at ?? at);
	return source === '' ? undefined : { line, column, length: found?.length ?? 1 };
}

/** Line and column of an offset, both from 1, and the text of the line. */
export function placeAt(text: string, offset: number): { line: number; column: number; excerpt?: string } {
	const above = text.slice(0, offset).split('\n');
	const excerpt = text.split('\n')[above.length - 1];
	return { line: above.length, column: (above.at(-1)?.length ?? 0) + 1, excerpt };
}

/** Offset of the exported value: the argument of `defineConfig(…)`, an object, or a constant's value. */
function valueStart(source: string): number {
	const exported = /\bexport\s+default\s+/.exec(source);
	if (!exported) return skip(source, 0);
	const from = exported.index + exported[0].length;
	const call = /^[\w$]+\s*(?:<[^(]*>)?\(\s*/.exec(source.slice(from))?.[0] ?? '';
	const value = skip(source, from + call.length);
	const name = /^[A-Za-z_$][\w$]*/.exec(source.slice(value))?.[0];
	const set =
		name === undefined ? null : new RegExp(`\\b${name.replace('$', '\\$')}\\b\\s*(?::[^=]+)?=\\s*`).exec(source);
	return set ? skip(source, set.index + set[0].length) : value;
}

const BLANK = /(?:\s+|\/\/.*|\/\*[\s\S]*?\*\/)*/y;
const YAML_BLANK = /(?:\s+(?:#.*)?)*/y;

/** Offset after spaces and comments. */
function skip(source: string, from: number, blank = BLANK): number {
	blank.lastIndex = from;
	return from + (blank.exec(source)?.[0].length ?? 0);
}

/** A field of the object, or an element of the list, that opens at `open`. */
function inBrackets(source: string, open: number, part: string | number): Found | undefined {
	let at = skip(source, open + 1);
	for (let index = 0; at < source.length && !/[\]}]/.test(source[at] ?? ''); index++) {
		if (source[open] === '[') {
			// The number of elements in a spread is unknown.
			if (source.startsWith('...', at)) return undefined;
			if (index === part) return { at, length: 1, value: at };
		} else {
			const key = /(["']?)([^"'\s,:(){}[\]]+|(?<=["'])[^"']+)\1(\s*:\s*)?/y;
			key.lastIndex = at;
			const [whole = '', quote = '', name = '', colon = ''] = key.exec(source) ?? [];
			if (name === String(part))
				return {
					at: at + quote.length,
					length: name.length,
					value: colon === '' ? source.length : skip(source, at + whole.length),
				};
		}
		at = skip(source, endOfElement(source, at));
		if (source[at] === ',') at = skip(source, at + 1);
	}
	return undefined;
}

/** A string, a comment, a bracket or a comma. */
const SIGN = /(["'`])(?:\\[\s\S]|(?!\1)[^\\])*\1?|\/\/.*|\/\*[\s\S]*?\*\/|[[\](){},]/g;

/** Offset of the comma or bracket that ends the element at `from`. */
function endOfElement(source: string, from: number): number {
	let depth = 0;
	SIGN.lastIndex = from;
	for (let found = SIGN.exec(source); found; found = SIGN.exec(source)) {
		const [sign] = found;
		if ('{[('.includes(sign)) depth++;
		else if ('}])'.includes(sign) && depth-- === 0) return found.index;
		else if (sign === ',' && depth === 0) return found.index;
	}
	return source.length;
}

/** A field or an item of the YAML block at `from`: a line with the indentation of the block's first line. */
function inBlock(source: string, from: number, part: string | number): Found | undefined {
	const indent = from - (source.lastIndexOf('\n', from - 1) + 1);
	let index = 0;
	for (let at = from; at < source.length; ) {
		const end = source.indexOf('\n', at) < 0 ? source.length : source.indexOf('\n', at);
		const line = source.slice(at, end);
		if (typeof part === 'number' && /^-\s/.test(line) && index++ === part)
			return { at, length: 1, value: skip(source, at + 1, YAML_BLANK) };
		const [key = '', quote = '', name] = /^(["']?)([^"'#]+?)\1\s*:(?=\s|$)/.exec(line) ?? [];
		if (name === String(part))
			return { at: at + quote.length, length: name.length, value: skip(source, at + key.length, YAML_BLANK) };
		// Find the next line with the same indentation; a smaller one ends the block.
		let next = end + 1;
		for (;;) {
			const [, space = '', first] = /^( *)(.?)/.exec(source.slice(next, next + 200)) ?? [];
			if (next >= source.length || (first && first !== '#' && space.length < indent)) return undefined;
			if (first && first !== '#' && space.length === indent) break;
			const after = source.indexOf('\n', next);
			next = after < 0 ? source.length : after + 1;
		}
		at = next + indent;
	}
	return undefined;
}

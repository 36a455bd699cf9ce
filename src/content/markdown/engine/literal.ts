/**
 * Parses values in braces: JSON's values in JavaScript's spelling, and fields of the front matter. Nothing is executed.
 * Takes linear time.
 */
import { wellFormed } from '../../model/schema.ts';

/** Deeper lists and objects are refused. */
const MAX_DEPTH = 50;
/** A string, a number, a word, a comma before a closing bracket or another sign; and the colon after a key. */
const TOKEN =
	/\s*(?:("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.|\$(?!\{))*`)|(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|([a-z_$][\w$]*)|(,\s*[\]}])|([[{\]},:]))(\s*:)?/gisy;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** The value of `source`; undefined if it is not a single literal. Writes it as JSON, which checks its structure. */
export function readLiteral(source: string): { value: unknown } | undefined {
	let json = '';
	let end = 0;
	let depth = 0;
	for (const [whole, quoted, number, word, last, sign, colon = ''] of source.matchAll(TOKEN)) {
		end += whole.length;
		const text = quoted === undefined ? (word ?? number) : unescaped(quoted.slice(1, -1));
		if (sign === '[' || sign === '{') depth++;
		if (last !== undefined || sign === ']' || sign === '}') depth--;
		// A comma may follow the last item, but not an opening bracket.
		if (depth > MAX_DEPTH || (last !== undefined && /[[{]$/.test(json))) return undefined;
		if (text === undefined) json += ` ${last?.at(-1) ?? sign}`;
		else if (quoted !== undefined || colon !== '') json += ` ${JSON.stringify(text)}`;
		else json += ` ${number === undefined ? text : Number(number)}`;
		if (colon !== '') json += ':';
	}
	try {
		return end === source.trimEnd().length ? { value: JSON.parse(json) } : undefined;
	} catch {
		return undefined;
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
export type KnownValues = Readonly<Record<string, unknown>>;

/** Whether `source` names a field: `frontMatter.title`, `props.name`. */
export function isPath(source: string): boolean {
	return PATH.test(source);
}

/** The value of a literal or of the field that `source` names; undefined if it is neither. */
export function readValue(source: string, known: KnownValues): { value: unknown } | undefined {
	const [, root, path = ''] = PATH.exec(source) ?? [];
	if (root === undefined) return readLiteral(source);
	let value: unknown = Object.hasOwn(known, root) ? known[root] : undefined;
	for (const key of path.slice(1).split('.'))
		value =
			typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
	return value === undefined ? undefined : { value };
}

/** Values in a text. */
export const VALUES = /\{\s*(?:props|frontMatter)(?:\.[\w$-]+)+\s*\}/g;

/** The text with the values that are known, as `write` writes them. */
export function withValues(text: string, known: KnownValues, write = (value: string): string => value): string {
	return text.replace(VALUES, (whole) => {
		const value = readValue(whole.slice(1, -1), known)?.value;
		return typeof value === 'string' || typeof value === 'number' ? write(String(value)) : whole;
	});
}

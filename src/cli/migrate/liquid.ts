/** Loops and values of Liquid that data alone decides: over `_data`, the configuration and the front matter. */
import { slugify } from './docsgen.ts';
import { type Fields, fieldsOf } from './old-site.ts';
import { table } from './table.ts';

const TOKEN = /(\{%-?[\s\S]*?-?%\}|\{\{-?[\s\S]*?-?\}\})/;
const LOOP = /\{%-?\s*(?:(for)\s|(endfor)\b)/g;

/** Thrown at what data doesn't decide: the loop stays as it is. */
const UNKNOWN = new Error('unknown');

type Value = (path: string) => unknown;

const words = (value: unknown): string => (Array.isArray(value) ? value.map(words).join('') : String(value ?? ''));

const FILTERS = table<(value: unknown, argument: string) => unknown>({
	absolute_url: words,
	capitalize: (value) => words(value).charAt(0).toUpperCase() + words(value).slice(1),
	default: (value, other) => (value === undefined || value === null || value === '' ? other : value),
	downcase: (value) => words(value).toLowerCase(),
	escape: words,
	first: (value) => (Array.isArray(value) ? value[0] : undefined),
	join: (value, between) => (Array.isArray(value) ? value.map(words).join(between) : words(value)),
	last: (value) => (Array.isArray(value) ? value.at(-1) : undefined),
	markdownify: words,
	relative_url: words,
	size: (value) => (Array.isArray(value) ? value.length : words(value).length),
	slugify: (value) => slugify(words(value)),
	strip: (value) => words(value).trim(),
	upcase: (value) => words(value).toUpperCase(),
});

/** Replaces each loop of which everything is known by its output. */
export function withLoops(text: string, names: Fields): string {
	let result = '';
	let from = 0;
	let start = 0;
	let depth = 0;
	for (const { 0: tag, 1: open, index } of text.matchAll(LOOP)) {
		if (open !== undefined && depth++ === 0) start = index;
		if (open !== undefined || depth === 0 || --depth > 0) continue;
		const end = text.indexOf('%}', index + tag.length) + 2;
		const written = output(text.slice(start, end), names);
		if (end < 2 || written === undefined) continue;
		result += text.slice(from, start) + written;
		from = end;
	}
	return result + text.slice(from);
}

/** The output of a template; undefined if a part of it is unknown. */
function output(template: string, names: Fields): string | undefined {
	const tokens = template.split(TOKEN);
	for (const [at, token] of tokens.entries()) {
		if (at % 2 === 0) continue;
		if (token[2] === '-') tokens[at - 1] = (tokens[at - 1] ?? '').trimEnd();
		if (token.at(-3) === '-') tokens[at + 1] = (tokens[at + 1] ?? '').trimStart();
	}
	try {
		return render(tokens, 0, names).text;
	} catch (error) {
		if (error !== UNKNOWN) throw error;
		return undefined;
	}
}

/** The output from a token to the tag that ends its block, and where that is. */
function render(tokens: readonly string[], from: number, names: Fields): { text: string; at: number; end: string } {
	const value: Value = (path) => valueAt(names, path);
	let text = '';
	for (let at = from; at < tokens.length; at++) {
		const token = tokens[at] ?? '';
		if (at % 2 === 0) {
			text += token;
			continue;
		}
		const inner = token.slice(2, -2).replace(/^-|-$/g, '').trim();
		if (token.startsWith('{{')) {
			text += words(filtered(inner, value));
			continue;
		}
		const [, name = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(inner) ?? [];
		if (/^(?:end\w+|else)$/.test(name)) return { text, at, end: name };
		if (name !== 'for' && name !== 'if' && name !== 'unless') throw UNKNOWN;
		const block = name === 'for' ? loop(tokens, at + 1, rest, names) : branch(tokens, at + 1, rest, names);
		text += name === 'unless' ? block.other : block.text;
		at = block.at;
	}
	return { text, at: tokens.length, end: '' };
}

function loop(
	tokens: readonly string[],
	from: number,
	rest: string,
	names: Fields,
): { text: string; other: string; at: number } {
	const [, item = '', path = ''] = /^(\w+)\s+in\s+([\w.[\]-]+)$/.exec(rest.trim()) ?? [];
	const list = item === '' ? undefined : valueAt(names, path);
	if (typeof list !== 'object' || list === null) throw UNKNOWN;
	const items: unknown[] = Array.isArray(list) ? list : Object.entries(list);
	let text = '';
	for (const [index, one] of items.entries()) {
		const forloop = {
			first: index === 0,
			last: index === items.length - 1,
			index: index + 1,
			index0: index,
			length: items.length,
		};
		const { text: own, end } = render(tokens, from, { ...names, [item]: one, forloop });
		if (end !== 'endfor') throw UNKNOWN;
		text += own;
	}
	return { text, other: '', at: render(tokens, from, { ...names, [item]: items[0], forloop: {} }).at };
}

function branch(
	tokens: readonly string[],
	from: number,
	rest: string,
	names: Fields,
): { text: string; other: string; at: number } {
	const [, path = '', sign, quoted, number] =
		/^([\w.[\]-]+)\s*(?:(==|!=)\s*(?:["']([^"']*)["']|(\d+)))?$/.exec(rest.trim()) ?? [];
	if (path === '') throw UNKNOWN;
	const value = valueAt(names, path);
	const isSame =
		sign === undefined ? value !== undefined && value !== null && value !== false : words(value) === (quoted ?? number);
	const isMet = sign === '!=' ? !isSame : isSame;
	const first = render(tokens, from, names);
	const second = first.end === 'else' ? render(tokens, first.at + 1, names) : { text: '', at: first.at };
	return { text: isMet ? first.text : second.text, other: isMet ? second.text : first.text, at: second.at };
}

/** `a.b[0] | join: ", "`. */
function filtered(source: string, value: Value): unknown {
	const [path = '', ...filters] = source.split(/\s*\|\s*/);
	const start = /^["'](.*)["']$/.exec(path)?.[1] ?? value(path);
	return filters.reduce<unknown>((given, written) => {
		const [, name = '', argument = ''] = /^(\w+)(?:\s*:\s*["']?(.*?)["']?)?$/.exec(written) ?? [];
		const filter = FILTERS.get(name);
		if (!filter) throw UNKNOWN;
		return filter(given, argument);
	}, start);
}

/** The value at a path; only fields of an item can be missing, as an empty text: Jekyll adds some to the site and the page. */
function valueAt(names: Fields, path: string): unknown {
	const [first = '', ...rest] = path.split(/[.[\]]+/).filter((part) => part !== '');
	// docsgen adds the base URL to links.
	if (path === 'site.baseurl') return '';
	const known = names[first];
	const isGlobal = first === 'site' || first === 'page';
	if (!Object.hasOwn(names, first) || (isGlobal && fieldsOf(known)[rest[0] ?? ''] === undefined)) throw UNKNOWN;
	return rest.reduce<unknown>(
		(inner, name) => (Array.isArray(inner) ? inner[Number(name)] : fieldsOf(inner)[name]),
		known,
	);
}

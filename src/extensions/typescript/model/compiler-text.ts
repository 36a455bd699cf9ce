/** Shortens the compiler's texts for readers: no paths of this machine, and no extremely long types. Also for browsers. */

import { literalPattern } from '../../../content/model/names.ts';

/** Absolute folders: of the docs version's packages, and of the site. */
type CompilerPlaces = Record<'folder' | 'root', string>;
/** Longest type in characters, unless a single name is longer. */
const TYPE_LENGTH = 320;
/** Maximum length of groups that stay when others are folded: `{ id: string }` says more than `{…}`. */
const SMALL_GROUP_LENGTH = 36;
const LINE_LENGTH = 600;

/** Replaces virtual folders by `./`, and folders of packages, in the site or above it, by the packages' names. */
export function withoutPaths(text: string, { folder, root }: CompilerPlaces): string {
	const inSite = `${literalPattern(root)}/(?:[^"'\\n]*?/)?`;
	const elsewhere = `(?<![\\w.@/-])(?:[A-Za-z]:)?/(?:[^/"'\\s]+/)*?`;
	return text
		.replaceAll(
			new RegExp(`${literalPattern(folder)}/\\.samples/(?:\\.shared/[\\w-]+|[^"'\\n]*?\\.mdx?/\\d+)/`, 'g'),
			'./',
		)
		.replaceAll(new RegExp(`(?:${inSite}|${elsewhere})node_modules/`, 'g'), '')
		.replaceAll(`${root}/`, '');
}

/** An error message; lines with very long types are cut and end in `…`. */
export function readableMessage(text: string, places: CompilerPlaces): string {
	const lines = withoutPaths(text, places).split('\n');
	return lines
		.map((line) => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH).trimEnd()}…` : line))
		.join('\n');
}

/** Maximum length of a message that is not shortened, and of a line in a shortened one. */
const MESSAGE_CHARS = 400;
const LINE_CHARS = 160;

/** Shortens a long message to its first line and the root cause, which the compiler writes last. */
export function shortMessage(message: string): string {
	if (message.length <= MESSAGE_CHARS) return message;
	const [first = '', ...reasons] = message.split('\n').map((line) => line.trim());
	const lines = [first, ...(reasons.length > 1 ? ['…'] : []), ...reasons.slice(-1)];
	return lines.map((line) => (line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS)}…` : line)).join('\n  ');
}

/** A type as an editor shows it, with its innermost parts folded to `…` until it fits. */
export function readableType(text: string, places: CompilerPlaces): string {
	const named = withoutPaths(text, places)
		.replaceAll(/\bimport\("[^"\n]*"\)\./g, '')
		.replaceAll('<...>', '<…>')
		.replace(/(?<=.)\n(?:import|export) [^\n]*$/s, '');
	return fold(withPlainOwner(named));
}

/**
 * A member's owner without type arguments: the compiler writes them or the names of their parameters, depending on what
 * it has looked at before, and a build must not depend on that.
 */
function withPlainOwner(text: string): string {
	if (!/^\((?:property|method|accessor|getter|setter)\) [\w$.]+</.test(text)) return text;
	const generics = groupsOf(text)?.parts[2];
	return typeof generics === 'object' ? text.replace(textOf(generics, Number.POSITIVE_INFINITY, 0), () => '') : text;
}

/** Parsed text between brackets; `open` is `''` for the whole. */
interface Group {
	open: string;
	close: string;
	parts: (string | Group)[];
}

const CLOSING: Record<string, string> = { '{': '}', '(': ')', '[': ']', '<': '>' };
const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|=>|[{}()[\]<>]|[^"'`={}()[\]<>]+|[\s\S]/g;

function fold(text: string): string {
	const tree = text.length > TYPE_LENGTH ? groupsOf(text) : undefined;
	if (!tree) return cut(text);
	for (const small of [SMALL_GROUP_LENGTH, 0]) {
		for (let depth = depthOf(tree); depth > 1; depth--) {
			const folded = textOf(tree, depth, small);
			if (folded.length <= TYPE_LENGTH) return folded;
		}
	}
	return cut(textOf(tree, 1, 0));
}

function cut(text: string): string {
	return text.length > TYPE_LENGTH ? `${text.slice(0, TYPE_LENGTH).trimEnd()}…` : text;
}

/** Undefined if brackets do not match: the compiler itself cuts the longest types. */
function groupsOf(text: string): Group | undefined {
	const stack: Group[] = [{ open: '', close: '', parts: [] }];
	for (const [token] of text.matchAll(TOKEN)) {
		const top = stack.at(-1);
		const close = CLOSING[token];
		if (!top) return undefined;
		if (close) stack.push({ open: token, close, parts: [] });
		else if (Object.values(CLOSING).includes(token)) {
			stack.pop();
			if (token !== top.close) return undefined;
			stack.at(-1)?.parts.push(top);
		} else top.parts.push(token);
	}
	return stack.length === 1 ? stack[0] : undefined;
}

function depthOf(group: Group): number {
	return 1 + Math.max(0, ...group.parts.map((part) => (typeof part === 'string' ? 0 : depthOf(part))));
}

/** The text of a group, with groups at this depth or deeper folded if they are longer than `small`. */
function textOf(group: Group, depth: number, small: number): string {
	const parts = group.parts.map((part) => {
		if (typeof part === 'string') return part;
		if (depth > 1) return textOf(part, depth - 1, small);
		const whole = textOf(part, Number.POSITIVE_INFINITY, small).replaceAll(/\s+/g, ' ');
		return whole.length <= small || part.parts.length === 0 ? whole : `${part.open}…${part.close}`;
	});
	return group.open + parts.join('') + group.close;
}

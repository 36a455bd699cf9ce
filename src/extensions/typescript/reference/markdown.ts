/** Markdown for generated pages: text, code, signatures, definition lists. */
import type ts from 'typescript';
import { signatureLink } from '../../../content/code/signature.ts';
import { type CodeToken, fit, nodeText } from './code.ts';

/** The URL for a name in code, and the name that readers import if it differs from the declaration's. `kind` is that of TSDoc. */
export type ResolveName = (symbol: ts.Symbol, kind?: string) => { url?: string; name?: string } | undefined;

/** Maximum number of characters in a line of code. */
const MAX_LINE_LENGTH = 76;

/** Around the words of a comment that a note may replace: the start with their name, and the end. */
export const SAID_MARK = '<!--said:';
export const SAID_END = '<!--/said-->';

/** Plain text, with all markup escaped. */
export function escapeWords(text: string): string {
	return text.replace(/[\\`*_[\]<>{}|$]|&(?=#?\w+;)|:(?=::|[\w+-]+:)/g, '\\$&');
}

export function link(text: string, url: string | undefined): string {
	return url === undefined ? text : `[${text}](${url})`;
}

export function code(text: string): string {
	const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
	const mark = '`'.repeat(longest + 1);
	return longest > 0 ? `${mark} ${text} ${mark}` : mark + text + mark;
}

/** A label such as "optional" after a name. */
export function flag(text: string): string {
	return ` ${code(text)}{:flag}`;
}

/** Code in running text, with links. */
export function signature(tokens: readonly CodeToken[], resolve: ResolveName): string {
	const flat = tokens.map((token) => ({ ...token, before: token.before.replace(/\s+/g, ' ') }));
	return `${code(linkedCode(renamed(flat, resolve), resolve).replace(/\s*\n\s*/g, ' '))}{:signature}`;
}

/** Declarations of a package, with links. */
export function declaration(parts: readonly (readonly CodeToken[])[], resolve: ResolveName): string {
	const lines = parts.map((tokens) => linkedCode(fit(renamed(tokens, resolve), MAX_LINE_LENGTH), resolve));
	return fence(lines.join('\n'), 'signature');
}

function renamed(tokens: readonly CodeToken[], resolve: ResolveName): CodeToken[] {
	return tokens.map((token) => ({ ...token, text: (token.symbol && resolve(token.symbol)?.name) ?? token.text }));
}

function linkedCode(tokens: readonly CodeToken[], resolve: ResolveName): string {
	const linked = tokens.map((token) => {
		const url = token.symbol && resolve(token.symbol)?.url;
		return url === undefined ? token : { ...token, text: signatureLink(token.text, url) };
	});
	return nodeText(linked);
}

/** Code as its author wrote it, not as a sample, which would be checked. */
export function fence(text: string, info = 'signature ts'): string {
	const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
	const mark = '`'.repeat(longest + 1);
	return `${mark}${info}\n${text}\n${mark}`;
}

export function paragraph(text: string, className: string): string {
	return `${text} {.${className}}`;
}

/** A definition list of names and their descriptions. */
export function terms(rows: readonly (readonly [term: string, text: string])[], className = 'api-terms'): string {
	const lines = rows.map(([term, text]) => {
		const startsBlock = STARTS_BLOCK.test(text);
		const isBlock = startsBlock || text.includes('\n\n');
		return `<dt>${term}</dt><dd>${startsBlock ? '\n\n' : ''}${text}${isBlock ? '\n\n' : ''}</dd>`;
	});
	return rows.length === 0 ? '' : `<dl class="${className}">\n${lines.join('\n')}\n</dl>`;
}

/** A section, unless it is empty. */
export function titled(level: 2 | 3, title: string, text: string): string {
	return text === '' ? '' : `${'#'.repeat(level)} ${escapeWords(title)}\n\n${text}`;
}

/** A heading from the configuration, the only one of its text on the page. */
export function namedBlock(title: string): string {
	const slug = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
	return `## ${escapeWords(title)} {#${slug.replace(/^-|-$/g, '') || 'section'}}`;
}

/** A type and its description: a single paragraph starts on the same line. */
export function typed(type: string, ...texts: readonly string[]): string {
	const text = blocks(...texts);
	if (text === '') return type;
	const isParagraph = !/\n\s*\n|^\s*(?:[-*+>|#]\s|\d+[.)]\s|```|~~~|:::)/m.test(text);
	return isParagraph ? `${type} <p>${text}</p>` : blocks(type, text);
}

/** A list, a quote, code, a table. */
const STARTS_BLOCK = /^(?:[-*+>]\s|\d+[.)]\s|`{3}|~{3}|\||:::)/;

/** A label before a text; on a line of its own if the text starts with a list or with code. */
export function labelled(label: string, text: string): string {
	return STARTS_BLOCK.test(text) ? blocks(label, text) : `${label} ${text}`;
}

/** Joins blocks by empty lines; skips empty blocks. */
export function blocks(...parts: readonly string[]): string {
	const [first = '', ...rest] = parts.filter((part) => part.trim() !== '');
	return rest.reduce((text, part) => text + (isUnsaid(text) || isUnsaid(part) ? '' : '\n\n') + part, first);
}

/** Whether a text has marks only, for a note to fill, and must not count as a block. */
function isUnsaid(text: string): boolean {
	return text.endsWith(`-->${SAID_END}`) && text.split(SAID_END).every((part) => /^(?:<!--said:[^>]*-->)?$/.test(part));
}

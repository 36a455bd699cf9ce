/** The Markdown that generated pages consist of: words, code, signatures, terms. */
import type ts from 'typescript';
import { signatureLink } from '../../content/code/signature.ts';
import { fit, type Token, textOf } from './code.ts';

/** The address of a name in code. */
export type ResolveName = (symbol: ts.Symbol) => string | undefined;

/** The most characters of a line of code. */
const WIDTH = 76;

/** Words without any markup. */
export function words(text: string): string {
	return text.replace(/[\\`*_[\]<>{}|$]|&(?=#?\w+;)|:(?=::|[\w+-]+:)/g, '\\$&');
}

export function link(text: string, address: string | undefined): string {
	return address === undefined ? text : `[${text}](${address})`;
}

export function code(text: string): string {
	const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
	const mark = '`'.repeat(longest + 1);
	return longest > 0 ? `${mark} ${text} ${mark}` : mark + text + mark;
}

/** A word about what stands before it, such as "optional". */
export function flag(text: string): string {
	return ` ${code(text)}{:flag}`;
}

/** Code in running text, with links. */
export function signature(tokens: readonly Token[], resolve: ResolveName): string {
	const flat = tokens.map((token) => ({ ...token, before: token.before.replace(/\s+/g, ' ') }));
	return `${code(linkedCode(flat, resolve).replace(/\s*\n\s*/g, ' '))}{:signature}`;
}

/** Declarations of a package, with links. */
export function declaration(parts: readonly (readonly Token[])[], resolve: ResolveName): string {
	return fence(parts.map((tokens) => linkedCode(fit(tokens, WIDTH), resolve)).join('\n'), 'signature');
}

function linkedCode(tokens: readonly Token[], resolve: ResolveName): string {
	const linked = tokens.map((token) => {
		const address = token.symbol && resolve(token.symbol);
		return address === undefined ? token : { ...token, text: signatureLink(token.text, address) };
	});
	return textOf(linked);
}

/** Code as its author wrote it; a sample in a page would be checked. */
export function fence(text: string, info = 'signature ts'): string {
	const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
	const mark = '`'.repeat(longest + 1);
	return `${mark}${info}\n${text}\n${mark}`;
}

export function paragraph(text: string, className: string): string {
	return `${text} {.${className}}`;
}

/** What is said of several names, below each other. */
export function terms(rows: readonly (readonly [term: string, text: string])[], className = 'api-terms'): string {
	const lines = rows.map(([term, text]) => {
		const isBlock = text.includes('\n\n');
		return `<dt>${term}</dt><dd>${text}${isBlock ? '\n\n' : ''}</dd>`;
	});
	return rows.length === 0 ? '' : `<dl class="${className}">\n${lines.join('\n')}\n</dl>`;
}

/** A heading in words of the site's author, which is the only one on its page. */
export function named(title: string): string {
	const slug = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
	return `## ${words(title)} {#${slug.replace(/^-|-$/g, '') || 'section'}}`;
}

/** A type, and what is said of it: a paragraph that stands alone begins in the same line. */
export function typed(type: string, ...said: readonly string[]): string {
	const text = blocks(...said);
	if (text === '') return type;
	const isParagraph = !/\n\s*\n|^\s*(?:[-*+>|#]\s|\d+[.)]\s|```|~~~|:::)/m.test(text);
	return isParagraph ? `${type} <p>${text}</p>` : blocks(type, text);
}

/** Blocks below each other; empty ones are none. */
export function blocks(...parts: readonly string[]): string {
	return parts.filter((part) => part.trim() !== '').join('\n\n');
}

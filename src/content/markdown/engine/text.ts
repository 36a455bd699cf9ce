/** Converts inline tokens to plain text and to the HTML of a table of contents; decodes character references. */

import MarkdownIt, { type Token } from 'markdown-it';
import { breakable, escapeText } from '../../model/html.ts';
import { tokenData } from './tokens.ts';

const TEXTS: ReadonlySet<string> = new Set(['text', 'code_inline', 'value', 'emoji']);

function isText(token: PlainToken): boolean {
	return TEXTS.has(token.type) || tokenData(token).isText === true;
}

/** The text from which ids are made: as on GitHub, with the name of an emoji, `:rocket:`, if it is written. */
export function sourceText(tokens: readonly Token[]): string {
	return plainText(
		tokens.map((token) => (token.type === 'emoji' ? { ...token, content: `:${token.markup}:` } : token)),
	);
}

/** The words that a reader would read aloud: no tags, no comments, but the alternative text of images. */
export function plainText(tokens: readonly PlainToken[]): string {
	let text = '';
	/** Where the open superscript starts. */
	let raised = -1;
	for (const token of tokens) {
		if (isText(token)) text += token.content;
		else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
		else if (token.type === 'image') text += plainText(token.children ?? []);
		const nesting = superscript(token);
		if (nesting > 0) raised = text.length;
		else if (nesting < 0 && raised >= 0) text = text.slice(0, raised) + raise(text.slice(raised));
	}
	return text;
}

/** The words of inline Markdown without what pictures show; with it, if there are no others. */
export function wordsBesidePictures(tokens: readonly Token[]): string {
	const text = plainText(tokens.filter(({ type }) => type !== 'image'));
	return (text.trim() === '' ? plainText(tokens) : text).replace(/\s+/g, ' ').trim();
}

type PlainToken = Pick<Token, 'type' | 'content' | 'children' | 'tag' | 'nesting' | 'meta'>;

/** 1 if the token opens a superscript, -1 if it closes one. */
function superscript(token: PlainToken): number {
	if (token.tag === 'sup') return token.nesting;
	const { tag } = tokenData(token);
	return tag?.name.toLowerCase() === 'sup' ? { open: 1, close: -1, empty: 0 }[tag.form] : 0;
}

/** The plain text of a superscript: 10 to the power of 6 is 10^6, not 106; the letters of 1st stay. */
export function raise(text: string): string {
	return /^\p{L}{2,}$/u.test(text.trim()) || text.trim() === '' ? text : `^${text}`;
}

const FORMATS: ReadonlySet<string> = new Set(['em', 'strong', 's', 'sub', 'sup', 'mark', 'ins', 'del']);

/** HTML with text, code and emphasis, but without links, images, tags and footnotes. */
export function formattedText(tokens: readonly Token[]): string {
	let html = '';
	for (const token of tokens) {
		if (token.type !== 'code_inline' && isText(token)) html += escapeText(token.content);
		else if (token.type === 'code_inline') html += `<code>${withBreaks(token.content)}</code>`;
		else if (token.type === 'softbreak') html += ' ';
		else if (FORMATS.has(token.tag) && token.nesting !== 0) html += `<${token.nesting < 0 ? '/' : ''}${token.tag}>`;
	}
	return html.trim();
}

/** Longest name, in characters, that fits the column of contents. */
const COLUMN_CHARS = 20;

function withBreaks(code: string): string {
	return code
		.split(/(\s+)/)
		.map((word) => (word.length > COLUMN_CHARS ? breakable(word) : escapeText(word)))
		.join('');
}

/** At most `limit` characters, cut between words. */
export function shortened(text: string, limit: number): string {
	const plain = text.replace(/\s+/g, ' ').trim();
	if (plain.length <= limit) return plain;
	const cut = plain.slice(0, limit - 1);
	const space = cut.lastIndexOf(' ');
	const whole = space > limit / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '');
	return `${whole.replace(/[\s,;:.–—-]+$/, '')}…`;
}

const REFERENCE = /&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[A-Za-z][A-Za-z\d]{1,31});/g;
/** Created on first use, because its table of names is large. */
let table: ((text: string) => string) | undefined;

/** Decodes character references; unknown ones stay unchanged. */
export function decodeEntities(text: string): string {
	if (!text.includes('&')) return text;
	table ??= new MarkdownIt('zero').utils.unescapeAll;
	return text.replace(REFERENCE, table);
}

/** Inline tokens as plain text, and as the small HTML of a table of contents; character references of HTML. */

import MarkdownIt, { type Token } from 'markdown-it';
import { breakable, escapeText } from '../../model/html.ts';

const TEXTS: ReadonlySet<string> = new Set(['text', 'code_inline', 'value', 'emoji', 'math']);

/** What a reader would read aloud: no tags, no comments; the alternative text of images. */
export function plainText(tokens: readonly Token[]): string {
	let text = '';
	for (const token of tokens) {
		if (TEXTS.has(token.type)) text += token.content;
		else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
		else if (token.type === 'image') text += plainText(token.children ?? []);
	}
	return text;
}

const FORMATS: ReadonlySet<string> = new Set(['em', 'strong', 's', 'sub', 'sup', 'mark', 'ins', 'del']);

/** Text, code and emphasis; links, images, tags and footnotes are left out. */
export function formattedText(tokens: readonly Token[]): string {
	let html = '';
	for (const token of tokens) {
		if (token.type !== 'code_inline' && TEXTS.has(token.type)) html += escapeText(token.content);
		else if (token.type === 'code_inline') html += `<code>${breakingLong(token.content)}</code>`;
		else if (token.type === 'softbreak') html += ' ';
		else if (FORMATS.has(token.tag) && token.nesting !== 0) html += `<${token.nesting < 0 ? '/' : ''}${token.tag}>`;
	}
	return html.trim();
}

/** Characters of a name that has no room in the column of contents. */
const LONG = 20;

function breakingLong(code: string): string {
	return code
		.split(/(\s+)/)
		.map((word) => (word.length > LONG ? breakable(word) : escapeText(word)))
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
/** Made on first use, for its table of names. */
let table: ((text: string) => string) | undefined;

/** Text without its references; unknown ones stay. */
export function decodeEntities(text: string): string {
	if (!text.includes('&')) return text;
	table ??= new MarkdownIt('zero').utils.unescapeAll;
	return text.replace(REFERENCE, table);
}

import type { JSONOutput } from 'typedoc';
import { commentSummary } from './comment.ts';
import { codeText, linked, type Resolve, type Rich, rich, together } from './sheet.ts';

/** A type with what is to be said about it below: in a narrow column that reads better than beside it. */
export function detail(type: Rich, description: Rich): Rich {
	return description.html.length === 0 ? type : together(type, { html: [], markdown: [' '], plain: ' ' }, description);
}

export function flag(text: string): Rich {
	return { html: [` <span class="api-flag">${text}</span>`], markdown: [` (${text})`], plain: ` ${text}` };
}

export const OPTIONAL = flag('optional');

export const BREAK: Rich = { html: ['<br>'], markdown: [' '], plain: '\n' };

export function strong(text: string): Rich {
	const inner = rich(text);
	return { html: ['<strong>', ...inner.html, '</strong>'], markdown: ['**', ...inner.markdown, '**'], plain: text };
}

export function block(inner: Rich): Rich {
	return { html: ['<p>', ...inner.html, '</p>'], markdown: [' ', ...inner.markdown, ' '], plain: ` ${inner.plain} ` };
}

export function item(inner: Rich): Rich {
	return { html: ['<li>', ...inner.html, '</li>'], markdown: [...inner.markdown, '; '], plain: ` ${inner.plain} ` };
}

export function bullets(items: Rich[]): Rich {
	const inner = together(...items);
	return { ...inner, html: ['<ul>', ...inner.html, '</ul>'] };
}

export function defaultNote(value: string): Rich {
	return block(together(rich('Default: '), codeText(value)));
}

export function inlineValue({ content }: JSONOutput.CommentTag, resolve: Resolve): Rich {
	const code = content
		.map(({ text }) => text)
		.join('')
		.trim();
	const bare = code.replace(/^```\w*\n?|\n?```$/g, '').trim();
	return bare.includes('\n') || /\s\w+\s/.test(bare)
		? commentSummary(content, resolve)
		: codeText(bare.replace(/^`|`$/g, ''));
}

export function inheritedNote({ name, target }: JSONOutput.ReferenceType, resolve: Resolve): Rich {
	const inner = linked(codeText(name), typeof target === 'number' ? resolve(target) : undefined);
	return block({ ...together(rich('Inherited from '), inner) });
}

/** `seeAlso` → `See also`. */
export function inWords(name: string): string {
	const words = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

export function escapeLabel(text: string): string {
	return text.replace(/["<>&]/g, ' ').trim() || 'member';
}

/** A table's titles and rows without the columns in which no row has anything. */
export function columns<Row>(
	rows: Row[],
	wanted: [title: string, key: keyof { [K in keyof Row as Row[K] extends Rich ? K : never]: unknown } & keyof Row][],
): [titles: string[], rows: { cells: Rich[] }[]] {
	const cellOf = (row: Row, key: keyof Row): Rich => row[key] as Rich;
	const used = wanted.filter(([, key]) => rows.some((row) => cellOf(row, key).html.length > 0));
	return [used.map(([title]) => title), rows.map((row) => ({ cells: used.map(([, key]) => cellOf(row, key)) }))];
}

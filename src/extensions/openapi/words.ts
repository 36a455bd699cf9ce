/** Markdown for the pages: words of a description, and lists of names. */

import { isRecord } from '../../content/model/schema.ts';

/** Plain text, with all markup escaped. */
export function asText(words: string): string {
	return words.replace(/[\\`*_[\]<>{}|$~^=#]|&(?=#?\w+;)|:(?=::|[\w+-]+:)/g, '\\$&').replace(/\s*\n\s*/g, ' ');
}

export function mono(words: string): string {
	const text = words.replace(/\s*\n\s*/g, ' ');
	const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
	const mark = '`'.repeat(longest + 1);
	if (text.trim() === '') return text === '' ? '`""`' : `\`"${text}"\``;
	return longest > 0 ? `${mark} ${text} ${mark}` : mark + text + mark;
}

export function label(words: string): string {
	return ` ${mono(words)}{:flag}`;
}

export function codeBlock(text: string, info: string): string {
	const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
	const mark = '`'.repeat(longest + 1);
	return `${mark}${info}\n${text}\n${mark}`;
}

export function joinBlocks(...parts: readonly string[]): string {
	return parts.filter((part) => part.trim() !== '').join('\n\n');
}

export function termList(
	rows: readonly (readonly [term: string, text: string, id?: string])[],
	className = 'api-terms',
): string {
	const lines = rows.map(([term, text, id]) => {
		const isBlock = text.includes('\n');
		return `<dt${id === undefined ? '' : ` id="${id}"`}>${term}</dt><dd>${isBlock ? `\n\n${text}\n\n` : text}</dd>`;
	});
	return rows.length === 0 ? '' : `<dl class="${className}">\n${lines.join('\n')}\n</dl>`;
}

/** What readers open. */
export function fold(summary: string, inside: string): string {
	return `<details>\n<summary>${summary}</summary>\n\n${inside}\n\n</details>`;
}

/** Lines of an example that a page shows. */
const MAX_LINES = 60;

export function exampleBlock(value: unknown): string {
	const lines = (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')).split('\n');
	const cut = lines.length > MAX_LINES ? `${lines.length - MAX_LINES} more lines are in the file.` : '';
	return joinBlocks(codeBlock(lines.slice(0, MAX_LINES).join('\n'), typeof value === 'string' ? 'text' : 'json'), cut);
}

/** The link in `externalDocs`. */
export function docsLink({ externalDocs: docs }: Record<string, unknown>): string {
	if (!isRecord(docs)) return '';
	const { url, description } = docs;
	const said = typeof description === 'string' ? asText(description) : '';
	return typeof url === 'string' && /^https?:/.test(url)
		? `[${said || 'More about it'}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`
		: said;
}

/** A type and the words about it: a single paragraph is in the same line of the copy. */
export function typeAndText(type: string, text: string): string {
	if (text === '') return type;
	return /\n|^(?:[-*+>|#]\s|\d+[.)]\s)/.test(text) ? joinBlocks(type, text) : `${type} <p>${text}</p>`;
}

/** HTML in words → Markdown. */
const TAGS: readonly [RegExp, string][] = [
	[/<!--[\s\S]*?-->/g, ''],
	[/<br\s*\/?>/gi, '\n\n'],
	[/<\/?(?:strong|b)>/gi, '**'],
	[/<\/?(?:em|i)>/gi, '*'],
	[/<\/?code>/gi, '`'],
	[/<a\s[^>]*?href=["'](https?:[^"']*)["'][^>]*>([\s\S]*?)<\/a>/gi, '[$2]($1)'],
	[/<li(?:\s[^>]*)?>/gi, '\n- '],
	[/<\/?(?:p|ul|ol|div|h[1-6])(?:\s[^>]*)?>/gi, '\n\n'],
	[/<\/?(?:li|span)(?:\s[^>]*)?>/gi, ''],
];

const FENCE = /^(?:```[\s\S]*?^```[ \t]*$|~~~[\s\S]*?^~~~[ \t]*$)/gm;

/**
 * The words of a description, which are CommonMark: without headings of their own, components, formulas and links that
 * lead nowhere on the site.
 */
export function descriptionText(words: unknown): string {
	if (typeof words !== 'string') return '';
	const fences: string[] = [];
	const kept = words.replace(/\r\n?/g, '\n').replace(FENCE, (whole) => {
		fences.push(codeBlock(whole.split('\n').slice(1, -1).join('\n'), 'text'));
		return `\n\n\ue000${fences.length - 1}\ue000\n\n`;
	});
	const tagged = TAGS.reduce((text, [from, to]) => text.replace(from, to), kept);
	// Code may be in the text of a link.
	const marked = tagged.replace(/!?\[([^\]]*`[^\]]*)\]\((?!https?:|mailto:)([^)\s]*)\)/g, '$1 (`$2`)');
	const lines = marked.split('\n').map((line) => {
		const plain = line.replace(/^\s{4,}(?=\S)/, '   ').replace(/^\s*(?:={2,}|-{3,}|:{3,}.*|\*{3,})\s*$/, '');
		return plain
			.replace(
				/^(\s*)#{1,6}\s+(.*?)\s*#*$/,
				(_, space: string, title: string) => `\n${space}**${title.replaceAll('*', '')}**\n`,
			)
			.replace(/^(\s*):/, '$1\\:');
	});
	const escaped = lines
		.join('\n')
		.split(/(`+[^`\n]+?`+)/)
		.map((part, index) => (index % 2 === 1 ? part : escapedWords(part)))
		.join('');
	return (
		escaped
			.replace(/\n{3,}/g, '\n\n')
			// Not a module's first word.
			.replace(
				/^(\s*)([ie])(?=(?:mport|xport)\b)/gm,
				(_, space: string, letter: string) => `${space}&#${letter.charCodeAt(0)};`,
			)
			.replace(/\ue000(\d+)\ue000/g, (_, index: string) => fences[Number(index)] ?? '')
			.trim()
	);
}

function escapedWords(text: string): string {
	return text
		.replace(/!?\[([^\]]*)\]\(\s*<?([^)\s>]*)>?[^)]*\)/g, (_, name: string, url: string) =>
			/^(?:https?:|mailto:)/i.test(url)
				? `[${name === '' ? url : name}](${url.replace(/[{}]/g, encodeURIComponent)})`
				: `${name} (\`${url}\`)`,
		)
		.replace(/<(https?:[^\s>]+)>/g, '$1')
		.replace(/[<{}$^~]|&(?=#?\w+;)|:(?=::)|:(?=[a-z\d_+-]+:)|={2,}(?=\S)|\[(?=\^)/g, '\\$&');
}

/** The first sentence in plain text. */
export function firstSentence(words: unknown): string {
	const plain =
		TAGS.reduce((text, [from]) => text.replace(from, ' '), typeof words === 'string' ? words : '')
			.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
			.replace(/[`*#]/g, '')
			.trim()
			.split(/\n\s*\n/)[0] ?? '';
	return plain.replace(/\s+/g, ' ').slice(0, 300).trim();
}

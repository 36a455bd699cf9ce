/**
 * Converts doc comments to the Markdown dialect. Their text is data: Markdown in it is formatted, all other syntax of
 * pages is escaped, and URLs are kept only if they point to the web or to a page of the site.
 */
import type ts from 'typescript';
import { languageName } from '../../content/code/highlight.ts';
import { tsc } from '../samples/typescript.ts';
import { code } from './markdown.ts';

/** A doc comment, with its texts in Markdown. */
export interface Comment {
	summary: string;
	tags: Tag[];
}

interface Tag {
	name: string;
	/** The parameter that it describes. */
	of: string;
	text: string;
	/** The text as it is in the source. */
	written: string;
}

/** The URL for a name in a comment. */
export type Resolve = (name: ts.Node) => string | undefined;

/** A part of a comment: text, or a `{@link …}` as written, with the name that it points to. */
type Part = string | { written: string; name: ts.Node | undefined };

/** The doc comment of a declaration; for a variable, it may precede the statement. */
export function commentOf(node: ts.Node, resolve: Resolve): Comment {
	const docs = tsc.getJSDocCommentsAndTags(node).filter((doc) => tsc.isJSDoc(doc));
	const doc = docs.at(-1);
	return {
		summary: markdownOf(partsOf(doc?.comment), resolve),
		tags: (doc?.tags ?? []).map((tag) => {
			const of = describedBy(tag);
			// The compiler parses the first word after "see" as a name, even if it is the start of a URL.
			const parts = [...(tsc.isJSDocSeeTag(tag) && tag.name ? [tag.name.getText()] : []), ...partsOf(tag.comment)];
			const [first, ...rest] = parts;
			const isDashed = of !== '' && typeof first === 'string';
			return {
				name: tag.tagName.text,
				of,
				text: markdownOf(isDashed ? [first.replace(/^\s*-\s+/, ''), ...rest] : parts, resolve),
				written: parts.map((part) => (typeof part === 'string' ? part : part.written)).join(''),
			};
		}),
	};
}

function describedBy(tag: ts.JSDocTag): string {
	if (tsc.isJSDocParameterTag(tag)) return tag.name.getText();
	return tsc.isJSDocTemplateTag(tag) ? (tag.typeParameters[0]?.name.text ?? '') : '';
}

function partsOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): Part[] {
	if (comment === undefined) return [];
	if (typeof comment === 'string') return [comment];
	return comment.map((part) =>
		'name' in part ? { written: `${part.name?.getText() ?? ''}${part.text}`.trim(), name: part.name } : part.text,
	);
}

/** Delimiters around the number of a `{@link}`, in the text of a comment. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
const LINK = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g');
/** The first or last line of a fence, with the markers of lists or quotes before it. */
const FENCE = /^([ \t]*(?:[-*+>][ \t]+|\d+[.)][ \t]+)*)(`{3,}|~{3,})\s*(\S*).*$/;

/** A whole text: paragraphs, lists, code. */
export function markdownOf(parts: readonly Part[], resolve: Resolve): string {
	const links: { written: string; shown: string }[] = [];
	const source = parts.map((part) => {
		if (typeof part === 'string') return part.replace(/[\uE000\uE001]/g, '');
		return `${OPEN}${links.push(linkOf(part, resolve)) - 1}${CLOSE}`;
	});
	const filled = (text: string, as: 'written' | 'shown'): string =>
		text.replace(LINK, (_, index: string) => links[Number(index)]?.[as] ?? '');
	const done: string[] = [];
	let text: string[] = [];
	const flush = (): void => {
		if (text.length > 0) done.push(filled(escapedText(text.join('\n')), 'shown'));
		text = [];
	};
	let fence = '';
	for (const line of source.join('').trim().split('\n')) {
		const [, before = '', mark = '', lang = ''] = FENCE.exec(line) ?? [];
		const isMark = fence === '' ? mark !== '' : lang === '' && mark.startsWith(fence);
		if (isMark || fence !== '') flush();
		if (isMark && fence === '')
			done.push(`${before}${mark}${languageName(lang) === undefined ? '' : `signature ${lang}`}`);
		else if (fence !== '') done.push(filled(line, 'written'));
		else text.push(line);
		if (isMark) fence = fence === '' ? mark : '';
		// Inline code cannot span paragraphs.
		if (line.trim() === '') flush();
	}
	flush();
	return [...done, ...(fence === '' ? [] : [fence])].join('\n');
}

/** The first paragraph of Markdown, as one line. */
export function firstParagraph(text: string): string {
	const [first = ''] = text
		.split(/\n\s*\n|(?<=^|\n)[ \t]*(?:`{3}|~{3})|\n(?=[ \t]*(?:[-*+]|\d+[.)])[ \t])/)
		.filter((block) => block.trim() !== '');
	return first
		.replace(/^[ \t]*(?:[-*+>][ \t]+|\d+[.)][ \t]+)/gm, '')
		.replace(/\s*\n\s*/g, ' ')
		.trim();
}

/** The plain text of a line of Markdown. */
export function wordsOf(line: string): string {
	return line
		.replace(/\[((?:[^\]\\]|\\.)*)\]\((?:<[^>]*>|[^()\s]*)\)/g, '$1')
		.replace(/\\(.)|[`*~]+/g, '$1')
		.trim();
}

function linkOf({ written, name }: Exclude<Part, string>, resolve: Resolve): { written: string; shown: string } {
	const url = /^https?:\/\/[^\s|]+/.exec(written)?.[0];
	const [, own = written, label = own] = /^([^\s|]+)\s*\|?\s*(\S.*)?$/s.exec(written) ?? [];
	const text = label.replace(/[[\]`]/g, '');
	const target = url === undefined ? name && resolve(name) : safe(url) ? url : undefined;
	const shown = url === undefined || target === undefined ? code(text) : text;
	return { written, shown: target === undefined ? shown : `[${shown}](${target})` };
}

/** Whether a URL in a comment is allowed: the web, mail, or a path of the site. */
function safe(url: string): boolean {
	return /^(?:https?|mailto):[^\s"<>]+$/i.test(url) || /^\/(?!\/)[^\s"<>\\]*$/.test(url);
}

/** Syntax of the dialect at the start of a line, with its replacement. */
const LINES: readonly [RegExp, string][] = [
	[/^([ \t]*)#{1,6}[ \t]+(.*?)[ \t]*#*$/gm, '$1**$2**'],
	[/^([ \t]*)(?=:\s|@)|(?<=\n)([ \t]*)(?=(?:=+|-{2,})[ \t]*$)/gm, '$1$2\\'],
	[/^([ \t]*)i(?=mport\b)/gm, '$1&#105;'],
	[/^([ \t]*)e(?=xport\b)/gm, '$1&#101;'],
];
/** Syntax anywhere in text, with its replacement. */
const TEXT: readonly [RegExp, string][] = [
	[/!\[([^[\]]*)\]\([^()]*\)/g, '$1'],
	[/[{$]|<(?!https?:\/\/[^\s<>]+>)|&(?!#10[15];)(?=#?\w+;)|:(?=::|[\w+-]+:)|\[(?=[\^![])/g, '\\$&'],
];

/** Escapes text outside fences; inline code stays unchanged. */
function escapedText(text: string): string {
	const parts = rewritten(text, LINES).split(/((?<!`)(`+)(?!`)[\s\S]*?[^`]\2(?!`))/);
	// The split leaves the delimiter of each code span after the span: drop it.
	return parts
		.map((part, index) => (index % 3 === 0 ? unlinked(rewritten(part, TEXT)) : index % 3 === 1 ? part : ''))
		.join('');
}

function rewritten(text: string, rules: readonly [RegExp, string][]): string {
	return rules.reduce((done, [what, instead]) => done.replace(what, instead), text);
}

/** Removes links to unsafe URLs, but keeps their text. */
function unlinked(text: string): string {
	return text
		.replace(
			/\[([^[\]]*)\]\(\s*<?([^()\s>]*(?:\([^()\s]*\)[^()\s>]*)*)>?[^()]*\)/g,
			(whole, inner: string, to: string) => (safe(to) ? whole : inner),
		)
		.replace(/^([ \t]*)\[([^[\]]+)\]:[ \t]*(\S*).*$/gm, (whole, indent: string, name: string, to: string) =>
			safe(to) ? whole : `${indent}\\[${name}]:`,
		)
		.replace(/\](?=\(\s*<?([^()\s>]*))/g, (whole, to: string) => (safe(to) ? whole : '\\]'));
}

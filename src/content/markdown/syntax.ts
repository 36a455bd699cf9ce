/**
 * The law of words: each word that an author wrote is in what readers get, or in a finding with its line. This file says
 * which characters of a source are syntax, and finds the words of the rest that a finished page lacks. It reads the
 * source without the parser's tokens, because what the parser drops has none.
 *
 * A word counts as shown wherever the page has it: a lost copy of a word that is shown elsewhere isn't found.
 */
import type { Extension, SyntaxRow } from '../../extension.ts';
import { Fences, parseFenceInfo } from '../code/fence.ts';
import { shownCode } from '../code/marks.ts';
import { readFrontMatter } from '../model/frontmatter.ts';
import { ELEMENTS, FOREIGN } from './engine/elements.ts';
import { type JsxTag, readTag } from './engine/jsx.ts';
import { type Readers, readerOf, readersOf } from './engine/readers.ts';
import { lineOf, lineStarts, SourceText, unify } from './engine/source.ts';
import { IN_BRACES } from './rules/braces.ts';
import { STATEMENT, statementEnd } from './rules/partials.ts';
import { findClose } from './rules/tags.ts';

/** Letters and numerals of all scripts, with their accents. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** A word that isn't shown, and its place from the top of the file. */
export interface LostWord {
	word: string;
	line: number;
	column: number;
}

/** Syntax in a line of text, first match first. A group `kept` is text for readers; everything else in a match isn't. */
const SYNTAX: readonly SyntaxRow[] = [
	{
		what: 'code in text is shown as it is',
		pattern: String.raw`(?<!\\)(?<ticks>\x60+)(?!\x60)(?<kept>(?:[^\n]|\n(?![ \t>]*\n))*?)(?<!\x60)\k<ticks>(?!\x60)`,
	},
	{ what: 'an escaped sign', pattern: String.raw`\\[!-/:-@[-\x60{-~]` },
	{ what: 'comments are for authors', pattern: String.raw`<!--[\s\S]*?-->|\{\s*/\*[\s\S]*?\*/\s*\}` },
	{
		what: 'a character by its name, and the word that it is a letter of',
		pattern: String.raw`\p{L}*&(?:[A-Za-z](?:acute|grave|circ|uml|tilde|cedil|ring|slash|caron)|[A-Za-z]{2}lig|#\w{1,9});\p{L}*|&\w{2,31};`,
	},
	{ what: 'the name of an admonition', pattern: String.raw`^[ \t>]*:{3,}[ \t\u00a0]*[A-Za-z][\w-]*` },
	{ what: 'the name of an alert', pattern: String.raw`\[![A-Za-z]+\]` },
	{ what: 'the number of an item', pattern: String.raw`^[ \t>]*(?:[-*+][ \t]+)*\d{1,9}[.)](?=[ \t]|$)` },
	{ what: 'the box of a task', pattern: String.raw`(?<=(?:[-*+]|\d[.)])[ \t]+)\[[xX ]\](?=[ \t])` },
	{ what: 'the name of a footnote', pattern: String.raw`\[\^[^\]\n]+\]` },
	{
		what: 'the name and the URL of a definition',
		pattern: String.raw`^[ \t>]*\[(?:[^\]\\]|\\.)+\]:\s*(?:<[^>\n]*>|[^\s<]\S*)(?<kept>[^\n]*)`,
	},
	{
		what: 'the URL of a link',
		pattern: String.raw`\]\(\s*(?:<[^>\n]*>|(?:[^\s()\\]|\\.|\((?:[^\s()]|\([^\s()]*\))*\))*)(?<kept>\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\([^()]*\)))?\s*\)`,
	},
	{ what: 'the name of the definition of a link', pattern: String.raw`\]\[[^\]\n]+\]` },
	{ what: 'the value of a field', pattern: String.raw`\{\s*(?:props|frontMatter)\.[^{}\n]*\}` },
	{
		what: 'attributes, of which only a title is seen',
		pattern: `\\{[^{}\\n]*\\btitle="(?<kept>[^"]*)"[^{}\\n]*\\}|${IN_BRACES}`,
	},
	{ what: 'the state of details', pattern: String.raw`\{\s*(?:[^{}\n]*\s)?(?:open|collapsed)(?:\s[^{}\n]*)?\}` },
	{ what: 'the name of an emoji', pattern: String.raw`(?<![\p{sc=Latin}\p{N}]):[\w+-]+:(?![\p{sc=Latin}\p{N}])` },
];

/** A pattern for all syntax in a line. */
function inlineOf(more: readonly SyntaxRow[]): RegExp {
	const patterns = [...SYNTAX, ...more].map(
		({ pattern }, index) => `(?<s${index}>${pattern.replaceAll('<kept>', `<kept${index}>`)})`,
	);
	return new RegExp(patterns.join('|'), 'gmu');
}

/** The start of a tag, or what has none in it: an escaped sign, code, a comment. */
const TAGS = /\\[\\<`]|(?<ticks>`+)(?!`)(?:[^\n]|\n(?![ \t>]*\n))*?(?<!`)\k<ticks>(?!`)|<!--[\s\S]*?-->|</g;
/** Elements with content that is no text. */
const UNSEEN = /^(?:style|script|head)$/i;
/** Attributes that browsers show or read aloud. */
const SEEN_ATTRIBUTES: readonly string[] = ['alt', 'title', 'aria-label', 'placeholder', 'label'];

/** The props of a component that readers see; undefined for a component that docsgen doesn't know. */
export type SeenProps = (component: string) => readonly string[] | undefined;

/** The words of a file of Markdown that aren't among `shown`. `extensions` read some of the fences. */
export function lostWords(
	source: string,
	shown: ReadonlySet<string>,
	seenProps: SeenProps,
	extensions: readonly Extension[],
): LostWord[] {
	const text = unify(source);
	// Fast path: nearly all words of nearly all pages are shown.
	const { body, above } = readFrontMatter(text, '');
	if ((body.match(WORD) ?? []).every((word) => shown.has(word))) return [];
	const starts = lineStarts(body);
	const reading = {
		seenProps,
		inline: inlineOf(extensions.flatMap(({ dialect }) => dialect?.syntax ?? [])),
		readers: readersOf(extensions),
		drawn: new Set(extensions.flatMap(({ fences = {} }) => Object.keys(fences))),
	};
	return [...withoutSyntax(body, reading).matchAll(WORD)].flatMap(({ 0: word, index }) => {
		if (shown.has(word)) return [];
		const line = lineOf(starts, index);
		return { word, line: above + line + 1, column: index - (starts[line] ?? 0) + 1 };
	});
}

/** The marks of quotes and items before a fence. */
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)]))+(?=[ \t]*[`~]{3})|^(?:[ \t]*>)+/;

interface Reading {
	seenProps: SeenProps;
	/** All syntax in a line. */
	inline: RegExp;
	readers: Readers;
	/** Languages of fences that extensions write. */
	drawn: ReadonlySet<string>;
}

/** The text with spaces in place of syntax. */
function withoutSyntax(body: string, reading: Reading): string {
	const source = new SourceText('', body, 0);
	const fences = new Fences();
	let [text, prose] = ['', ''];
	let open: { info: string; line: string; code: string[] } | undefined;
	let isComment = false;
	const flush = (): void => {
		text += open ? codeOf(open, reading) : textOf(prose, reading);
		[prose, open] = ['', undefined];
	};
	for (let index = 0; index < source.lineCount; index++) {
		const line = source.line(index);
		const fence = isComment ? undefined : fences.next(line.replace(CONTAINERS, ''));
		if (fence?.isMark && open) {
			flush();
			text += `${blank(line)}\n`;
		} else if (fence?.isMark) {
			flush();
			open = { info: fence.info, line, code: [] };
		} else if (open) open.code.push(line);
		else if (!isComment && STATEMENT.test(line)) {
			const end = statementEnd(source, index);
			for (; index < end; index++) prose += `${blank(source.line(index))}\n`;
			index--;
		} else {
			prose += `${line}\n`;
			const plain = line.replace(/`[^`]*`/g, '');
			if (/<!--|-->/.test(plain)) isComment = plain.lastIndexOf('<!--') > plain.lastIndexOf('-->');
		}
	}
	flush();
	return text;
}

/** A fence: the title and the label of its info string, and the code without what readers don't get. */
function codeOf(
	{ info, line, code }: { info: string; line: string; code: string[] },
	{ readers, drawn }: Reading,
): string {
	const fence = parseFenceInfo(info, readers.words);
	const { lang: name, title, label = '' } = fence;
	const reader = readerOf(readers, name);
	const seen = new Set(`${title} ${label}`.match(WORD));
	const head = line.replace(WORD, (word) => (seen.has(word) ? word : blank(word)));
	const quote = /^(?:[ \t]*>)+/.test(line) ? /^(?:[ \t]*>)+ ?/ : '';
	const written = code.map((one) => one.replace(quote, '')).join('\n');
	const shown = (): string => {
		// A file's text isn't the page's, and an extension reports what its drawing loses.
		if (/(?<!\S)file=/.test(info) || drawn.has(name)) return '';
		if (!reader) return shownCode(fence, written, readers.uncut).code;
		const input = { lang: reader.lang, info: fence, code: written, line: 1, file: '' };
		const variants = [undefined, ...reader.code.variants(written)];
		return variants.map((variant) => reader.code.read({ ...input, variant }).shown).join('\n');
	};
	const words = new Set(shown().match(WORD));
	return `${head}\n${code.map((one) => `${one.replace(WORD, (word) => (words.has(word) ? word : blank(word)))}\n`).join('')}`;
}

function blank(text: string): string {
	return text.replace(/[^\n]/g, ' ');
}

/** The text between fences: without tags, then without the rest. */
function textOf(prose: string, { seenProps, inline }: Reading): string {
	let [text, at, drawingEnd] = ['', 0, 0];
	const allowance = { remaining: 20_000 + 20 * prose.length };
	const endOf = (tag: JsxTag): number => findClose(prose, tag, prose.length, allowance)?.end ?? tag.end;
	for (const { 0: whole, index } of prose.matchAll(TAGS)) {
		if (index < at || whole.length > 1) continue;
		const tag = readTag(prose, index, prose.length, allowance);
		const isKnown = tag?.isComponent || index < drawingEnd || ELEMENTS.has(tag?.name.toLowerCase() ?? '');
		// Text such as `<path/to>`.
		if (!tag || (!isKnown && !prose.includes(`</${tag.name}`))) continue;
		if (tag.form === 'open' && FOREIGN.has(tag.name.toLowerCase())) drawingEnd = Math.max(drawingEnd, endOf(tag));
		text += prose.slice(at, index);
		at = tag.form === 'open' && UNSEEN.test(tag.name) ? endOf(tag) : tag.end;
		text += at > tag.end ? blank(prose.slice(index, at)) : tagOf(prose, tag, seenProps);
	}
	return (text + prose.slice(at)).replace(inline, (whole, ...rest) => {
		const groups: Record<string, string | undefined> = rest.at(-1);
		const [, kept = ''] = Object.entries(groups).find(([name, value]) => name.startsWith('kept') && value) ?? [];
		const from = whole.lastIndexOf(kept);
		return blank(whole.slice(0, from)) + kept + blank(whole.slice(from + kept.length));
	});
}

/** A tag with only the values of attributes that readers see. */
function tagOf(prose: string, { name, isComponent, attributes, start, end }: JsxTag, seenProps: SeenProps): string {
	const seen = isComponent ? (seenProps(name) ?? []) : SEEN_ATTRIBUTES;
	let written = '';
	for (const attribute of attributes) {
		const { value } = attribute;
		if (!seen.includes(attribute.name) || value.kind === 'flag') continue;
		const text = value.kind === 'string' ? value.raw : value.source;
		// Other values in braces are lists and numbers.
		if (value.kind === 'braces' && !/^\s*["'`]/.test(text)) continue;
		written += blank(prose.slice(start + written.length, value.start)) + text;
	}
	return written + blank(prose.slice(start + written.length, end));
}

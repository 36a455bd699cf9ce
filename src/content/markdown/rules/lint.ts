/**
 * Lint: text that was probably meant as Markdown, such as a link with a space in its URL, an undefined reference, or a
 * table with too few header cells. CommonMark shows it as text, and drops extra cells of a table. The output stays the
 * same; the author gets a warning.
 */
import type { StateBlock, StateCore, Token } from 'markdown-it';
import type { BlockRow, SourceRow } from '../../../extension.ts';
import { nearest } from '../../model/schema.ts';
import { type ParseFinding, type ScopedTokens, scopeOf } from '../engine/facts.ts';
import { linesOf, sourcesOf, textsOf } from '../engine/notations.ts';
import { shortened } from '../engine/text.ts';
import { placesOf, textStart, tokenData } from '../engine/tokens.ts';
import { noteNames } from './footnotes.ts';

type BlockRule = BlockRow['rule'];

/** Replaces everything except plain text: code, a tag, an escaped character, the edge of a link. */
const GAP = '\0';

/** A quick test of a text for the patterns below. The marks of valid links are no longer in the text. */
const SIGNS =
	/^##|^[-*+]\[[ x]\]|^\+[-=]{3}|^\^\^$|<!--|\](?:[ \n]?\(|\[|\0)|\[[\^#!]|\)\[|<[a-z][\w-]*[ \t]|\*\*|~~|__|^\[[ xX~-]{0,3}\]|[\u00a0\u200b\u200e\u200f\u2060\u3000\ufeff]/im;

/** Maximum number of names to compare with a misspelled one. */
const MAX_NAMES = 100;

/** `found` has the groups of the pattern; `known` are the names that the page defines. */
interface Lint {
	code: string;
	pattern: RegExp;
	/** In paragraphs, first paragraphs of list items, headings or cells only. */
	where?: 'paragraph' | 'item' | 'heading' | 'cell';
	finding(
		found: RegExpExecArray,
		known: { references: string[]; notes: string[] },
	): Pick<ParseFinding, 'message' | 'hint'>;
}

const LINTS: readonly Lint[] = [
	{
		code: 'unfinished-tag',
		pattern: /<[a-z][\w-]*(?=[^\S\n]+[\w:-]+=["'])/gi,
		finding: ([tag]) => ({ message: `The tag ${tag}> is not complete.`, hint: 'Close its quotes, and add ">".' }),
	},
	{
		code: 'no-heading',
		pattern: /^#{2,6}[^\s#\0][^\n]*/gm,
		where: 'paragraph',
		finding: () => ({
			message: 'Not a heading: there is no space after the #.',
			hint: 'Add a space, or write \\#.',
		}),
	},
	{
		// A number, a month and a name may follow a space that does not break.
		code: 'invisible-character',
		pattern:
			/^[ \t]*(?:[\u00a0\u200b\u200e\u200f\u2060\u3000\ufeff]+(?:#{1,6}(?=[ \t])|[-*+>](?=[ \t])|:::|```|\|)|(?:#{1,6}|[-*+])[\u00a0\u200b\u2060\u3000\ufeff]|(?=[^\n]*--)(?=[^\n]*[\u00a0\u200b\ufeff])[|:\- \t\u00a0\u200b\ufeff]+$)/gmu,
		where: 'paragraph',
		finding([found]) {
			const [character = ''] = /[^\s\p{P}\p{S}]|[\u00a0\u3000\ufeff]/u.exec(found) ?? [];
			const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
			return {
				message: `An invisible character (U+${code}) makes this line text.`,
				hint: 'Remove it, and type a plain space where there must be one.',
			};
		},
	},
	{
		// Not the types of arguments, `[string] (required)`, and not the numbers of sources.
		code: 'no-link',
		pattern:
			/(?<![\w\]])\[(?!\d+\]|\^)[^[\]\n]+\][ \n]\(\0?(?:\.{1,2}\/|\/[\w-]+\/|#[\w-]+\)|[\w/-]+\.mdx?\b)[^()\s]*\)?/g,
		finding: () => ({
			message: 'Not a link: there is a space between its brackets and its parentheses.',
			hint: 'Remove it, or write \\[.',
		}),
	},
	{
		code: 'no-link',
		pattern: /\[[^[\]\n]+\]\((?:\.{1,2}\/|\/[\w-]+\/|[\w/-]+\.mdx?\b)[^()\s\0]*(?=\s|$)(?![^\n]*\))/g,
		finding: () => ({ message: 'Not a link: its parenthesis is not closed.', hint: 'Write [text](URL).' }),
	},
	{
		code: 'no-link',
		pattern:
			/\[[^[\]\n]*\]\((?![^()\n]*[./][^\s()]* \S)[\w.-]+(?:[ ][\w.-]+)+\.(?:mdx?|png|jpe?g|gif|svg|webp|pdf)(?:#[\w-]*)?\)/g,
		finding: () => ({
			message: 'Not a link: the URL contains a space.',
			hint: 'Write the URL in angle brackets, (<a b.md>), and a title in quotation marks.',
		}),
	},
	{
		code: 'no-task',
		pattern:
			/^(?:\[[ xX]\](?=[\p{L}\p{N}\0])|\[\](?=[ \t]+\S)|\[(?: {2,}| ?[xX] | [xX] ?)\](?=[ \t]+\S)|\[[-~]\](?=[ \t]+\S))/gu,
		where: 'item',
		finding: ([mark]) => ({
			message: `Not a task: it starts with "${mark}".`,
			hint: 'Write "[ ] " or "[x] ", with a space after the bracket, or \\[ for a bracket.',
		}),
	},
	{
		code: 'no-task',
		pattern: /^[-*+]\[[ xX]\](?=[ \t]+\S)/gm,
		where: 'paragraph',
		finding: ([mark]) => ({
			message: `Not a task: it starts with "${mark}".`,
			hint: `Write "${mark[0]} ${mark.slice(1)} ", with a space after the ${mark[0]}, or \\[ for a bracket.`,
		}),
	},
	{
		code: 'unclosed-comment',
		pattern: /<!--/g,
		finding: () => ({
			message: 'The comment is not closed in its paragraph, so readers see its text.',
			hint: 'Close it with -->, or write \\<.',
		}),
	},
	{
		code: 'foreign-notation',
		pattern: /^\+(?:[-=:]{3,}\+)+(?=[ \t]*\n)/g,
		where: 'paragraph',
		finding: ([mark]) => ({
			message: `${mark} is syntax of pandoc and reStructuredText, which docsgen does not read.`,
			hint: 'Write rows as | cell | cell |, with | --- | --- | below the first.',
		}),
	},
	{
		code: 'foreign-notation',
		pattern: /^\^\^$/g,
		where: 'cell',
		finding: () => ({
			message: '^^ is syntax of MultiMarkdown, which docsgen does not read.',
			hint: 'Write the cell again, or the table as HTML, with rowspan="2".',
		}),
	},
	{
		code: 'foreign-notation',
		pattern: /(?<=\s)\[(?:#(?!\d+\])[\w-]+|!?toc)\]$/g,
		where: 'heading',
		finding: ([mark]) => ({
			message: `${mark} is syntax of Nextra, which docsgen does not read.`,
			hint: mark.startsWith('[#') ? `Write {${mark.slice(1, -1)}}.` : 'Remove it: tableOfContents sets the levels.',
		}),
	},
	{
		code: 'no-link',
		pattern: /\[[^[\]\n]*\]\(\0?(?:\.{0,2}\/|#|https?:|[\w/-]+\.mdx?\b)[^()\s]*[^\S\n][^()\n]*\)/g,
		finding: () => ({
			message: 'Not a link: the URL contains a space.',
			hint: 'Write the URL in angle brackets, (<a b.md>), and a title in quotation marks.',
		}),
	},
	{
		code: 'no-link',
		pattern: /(?<![\w\]])\([^()\n]+\)\[\0?(?:\.{0,2}\/|#|https?:)[^[\]\s]*\]/g,
		finding: () => ({
			message: 'Not a link: its brackets and parentheses are swapped.',
			hint: 'Write [text](URL).',
		}),
	},
	{
		// Not after a word or code: `rows[0][1]`.
		code: 'missing-reference',
		pattern: /(?<![\w\])\0])(?!\[\d+\]\[\d+\])\[([^[\]\n]+)\]\[([^[\]\n^\0]*)\]/g,
		finding([, text = '', label], { references }) {
			const name = label || text.replaceAll(GAP, '');
			const near = nearest(name.toUpperCase(), references)?.toLowerCase();
			const hint = near === undefined ? `Add a line [${name}]: URL, or write \\[.` : `Did you mean [${near}]?`;
			return { message: `There is no URL for [${name}].`, hint };
		},
	},
	{
		// Not in a regular expression: `[^a-z]+`.
		code: 'missing-note',
		pattern: /\[\^(?!.-.)([\w-]+)\](?![+*?{(:])/g,
		finding([, name = ''], { notes }) {
			const near = /\d/.test(name) ? undefined : nearest(name, notes);
			const hint = near === undefined ? `Add a line [^${name}]: text, or write \\[.` : `Did you mean [^${near}]?`;
			return { message: `There is no note [^${name}].`, hint };
		},
	},
	...['**', '~~', '__'].flatMap(strayMarks),
];

/**
 * Pairs of marks that CommonMark leaves in the text: punctuation is between one and a letter, or a space is inside them.
 * Silent about operators (`2 ** 3`, `x**-1`), globs and names.
 */
function strayMarks(mark: string): Lint[] {
	const sign = mark.replace(/\*/g, '\\*');
	const inner = String.raw`(?:(?!${sign})[\s\S])*?`;
	const letter = String.raw`[\p{L}\p{N}]`;
	const punctuation = String.raw`[\p{P}\p{S}\0]`;
	const open = String.raw`(?<![\p{L}\p{N}/\\*~_])${sign}`;
	const end = String.raw`(?=[\s.,;:!?)]|$)`;
	const lint = (pattern: string, reason: string, hint: string): Lint => ({
		code: 'no-emphasis',
		pattern: new RegExp(pattern, 'gmu'),
		finding: ([whole]) => ({
			message: `"${shortened(whole.replaceAll(GAP, '…'), 40)}" is shown with its marks: ${reason}.`,
			hint: `${hint}, or write \\${mark.charAt(0)}.`,
		}),
	});
	const between = `punctuation is between a ${mark} and a letter`;
	const outside = `Put a space outside the ${mark}, or move the punctuation`;
	const before = lint(
		`(?<=\\p{L})${sign}(?=(?![/\\\\])${punctuation})${inner}[^\\s/]${sign}(?=\\p{L}|[\\s.,;:!?)]|$)`,
		between,
		outside,
	);
	return [
		lint(`${open}(?=[^\\s/])${inner}(?![/\\\\])${punctuation}${sign}(?=${letter})`, between, outside),
		// Python's names are words with underscores.
		...(mark === '__' ? [] : [before]),
		lint(
			`${open}(?=[^\\s/])${inner}[ \\t]${sign}${end}`,
			`there is a space before the closing ${mark}`,
			'Remove the space',
		),
		lint(
			`^${sign}[ \\t]+(?=\\S)${inner}\\S[ \\t]?${sign}${end}`,
			`there is a space after the opening ${mark}`,
			'Remove the space',
		),
	];
}

/** Core step, before escaped characters become text: checks the text of a page for Markdown's punctuation. */
export function lintStep({ env, tokens }: StateCore, inFiles: ScopedTokens): void {
	const references = [...scopeOf(env).facts.definitions.keys()].slice(0, MAX_NAMES);
	const known = { references, notes: noteNames(env).slice(0, MAX_NAMES) };
	let row: Token['map'] = null;
	for (const [token, { facts, source }, index] of inFiles) {
		if (token.type === 'tr_open') row = token.map;
		if (token.type !== 'inline' || token.content === '') continue;
		// Cells have no position: use their row's.
		token.map ??= row;
		const { path } = source;
		const before = tokens[index - 1]?.type;
		const isParagraph = before === 'paragraph_open';
		const isIn = {
			paragraph: isParagraph,
			item: isParagraph && tokens[index - 2]?.type === 'list_item_open',
			heading: before === 'heading_open',
			cell: before === 'td_open',
		};
		const locate = placesOf(source, token);
		const report = (finding: ParseFinding, at: number): void => facts.report(source, locate(at), finding);
		const text = new LintText(token);
		const { source: written } = text;
		const table = isParagraph ? unfitTable(token.content) : undefined;
		if (table) report(table, 0);
		if (isParagraph) for (const { finding, at } of linesOf(path, written)) report(finding, at);
		for (const { finding, at } of sourcesOf(path, written)) report(finding, at);
		const sourceOf = (from: number, to: number): string => token.content.slice(text.offset(from), text.offset(to));
		for (const { finding, at } of textsOf(path, text.text, sourceOf)) report(finding, text.offset(at));
		if (!SIGNS.test(text.text)) continue;
		for (const { code, pattern, where, finding } of LINTS) {
			if (where && !isIn[where]) continue;
			for (const found of text.text.matchAll(pattern)) {
				const [start = ''] = found[0].split(/[\0\n]/).filter(Boolean);
				const at = found.index + found[0].indexOf(start);
				report({ severity: 'warning', code, length: start.length, ...finding(found, known) }, text.offset(at));
			}
		}
	}
}

/** Elements in which readers see source. */
const SHOWS_SOURCE = /^(?:code|kbd|pre|samp|tt|var)$/i;

/** The text of an inline token, and the places of its parts in the token's source. */
class LintText {
	/** The plain text, with a gap for everything else. */
	text = '';
	readonly #source: string;
	readonly #parts: { text: number; source: number; length: number }[] = [];

	constructor({ content, children }: Token) {
		this.#source = content;
		let cursor = 0;
		let shown = 0;
		for (const child of children ?? []) {
			const { tag, start = cursor, end = start } = tokenData(child);
			cursor = Math.max(cursor, child.type === 'link_open' ? start : end);
			if (tag && SHOWS_SOURCE.test(tag.name)) shown += tag.form === 'open' ? 1 : tag.form === 'close' ? -1 : 0;
			const isText = child.type === 'text' && shown === 0;
			// Other tokens have no position, but their content is in the source.
			const at = child.content === '' ? -1 : content.indexOf(child.content, cursor);
			if (isText)
				this.#parts.push({ text: this.text.length, source: Math.max(at, cursor), length: child.content.length });
			if (at >= 0) cursor = at + child.content.length;
			this.text += isText ? child.content : child.type.endsWith('break') ? '\n' : GAP;
		}
	}

	/** The source, in which code is blank. */
	get source(): string {
		let text = '';
		let at = 0;
		for (const { start, end } of codeSpans(this.#source)) {
			text += this.#source.slice(at, start) + this.#source.slice(start, end).replace(/[^\n]/g, ' ');
			at = end;
		}
		return text + this.#source.slice(at);
	}

	/** Offset in the source of an offset in the text; a gap is at the end of the text before it. */
	offset(at: number): number {
		const part = this.#parts.findLast(({ text }) => text <= at);
		return part ? part.source + Math.min(at - part.text, part.length) : 0;
	}
}

/**
 * Code in text, with its backticks: a run of backticks up to the next run of the same length (CommonMark 6.1). In linear
 * time, because a run without a partner is found once for each length.
 */
function codeSpans(text: string): { start: number; end: number; inner: string }[] {
	if (!text.includes('`')) return [];
	const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ start: index, length }));
	const lastOf = new Map(runs.map(({ start, length }) => [length, start]));
	const spans: { start: number; end: number; inner: string }[] = [];
	let open: { start: number; length: number } | undefined;
	for (const run of runs) {
		if (!open) {
			// A backslash escapes the backtick after it, but not in code.
			const escaped = text[run.start - 1] === '\\' ? 1 : 0;
			const length = run.length - escaped;
			if ((lastOf.get(length) ?? 0) > run.start) open = { start: run.start + escaped, length };
		} else if (run.length === open.length) {
			const { start, length } = open;
			spans.push({ start, end: run.start + length, inner: text.slice(start + length, run.start) });
			open = undefined;
		}
	}
	return spans;
}

/** The delimiter row of a table. */
const DELIMITERS = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** The finding about a paragraph that looks like a table. */
function unfitTable(content: string): ParseFinding | undefined {
	if (!content.includes('|')) return undefined;
	const lines = content.split('\n').map((line) => line.trim());
	const [first = '', below = ''] = lines;
	const [head, columns] = [cellsOf(first).length, cellsOf(below).length];
	if (head < 2) return undefined;
	if (DELIMITERS.test(below) && below.includes('|') && head !== columns)
		return {
			code: 'no-table',
			severity: 'warning',
			message: `Not a table: its header has ${head} cells, the line below it ${columns}.`,
			hint: 'Give both the same number of cells; write a literal bar as \\|.',
		};
	if (lines.length < 2 || !lines.every((line) => ROW.test(line) && cellsOf(line).length === head)) return undefined;
	return {
		code: 'no-table',
		severity: 'warning',
		message: 'Not a table: there is no line of dashes below its header.',
		hint: 'Write | --- | --- | below the first line, with as many cells.',
	};
}

/** A row between two bars, with words. */
const ROW = /^\|.*[\p{L}\p{N}].*\|$/u;

/** Block rule: wraps `table` to report cells after the last column. `sources` aren't Markdown. */
export function tableRule(table: BlockRule, sources: readonly SourceRow[]): BlockRule {
	const others = new RegExp([...sources.map(({ cell }) => cell), LABELS.source].join('|'), 'g');
	return (state, startLine, endLine, silent) => {
		if (!table(state, startLine, endLine, silent)) return false;
		if (silent) return true;
		const columns = cellsOf(lineText(state, startLine)).length;
		for (let line = startLine; line < state.line; line++)
			if (line !== startLine + 1 && !reportSplit(state, line, others) && line > startLine)
				reportCells(state, line, columns);
		return true;
	};
}

/** Texts of links that may have a bar. */
const LABELS = /\[([^[\]]+)\](?=\()|\[\[([^[\]]+)\]\]/;

/** Parts of a row that must not have a bar, in order: code, and matches of `others`, whose group is their text. */
function* wholes(
	text: string,
	others: RegExp,
): Generator<{ index: number; whole: string; inner: string; isCode: boolean }> {
	let at = 0;
	for (const { start, end, inner } of [...codeSpans(text), { start: text.length, end: text.length, inner: '' }]) {
		for (const found of text.slice(at, start).matchAll(others)) {
			const [whole, ...groups] = found;
			const label = groups.find((group) => group !== undefined);
			if (label !== undefined) yield { index: at + found.index, whole, inner: label, isCode: false };
		}
		if (end > start) yield { index: start, whole: text.slice(start, end), inner, isCode: true };
		at = end;
	}
}

/** Reports a bar that ends a cell in the middle of code or of a match of `others`; returns whether there is one. */
function reportSplit(state: StateBlock, line: number, others: RegExp): boolean {
	const text = lineText(state, line);
	for (const { index, whole, inner, isCode } of wholes(text, others)) {
		// Backticks alone in their cells are no code, and a bar between spaces is meant as the end of a cell.
		const isSeparate = isCode ? /^\s.*\s$/.test(inner) : / \| /.test(inner);
		if (isSeparate || !/(?<!\\)\|/.test(inner)) continue;
		const { facts, source } = scopeOf(state.env);
		facts.report(source, textStart(state, line) + index, {
			code: 'split-cell',
			severity: 'warning',
			message: `The bar in ${shortened(whole, 40)} starts a new cell.`,
			hint: 'Write a literal bar as \\|, even in code.',
			length: whole.length,
		});
		return true;
	}
	return false;
}

/** Reports cells after the last column, and a line without a bar, which is text below the table for its author. */
function reportCells(state: StateBlock, line: number, columns: number): void {
	const text = lineText(state, line);
	const isLone = columns > 1 && !text.includes('|');
	// Fast path for most rows.
	if (!isLone && text.replace(/^\||\|$/g, '').split('|').length <= columns) return;
	const cells = isLone ? [{ text, at: 0 }] : cellsOf(text).slice(columns);
	const found = cells.find((cell) => cell.text.trim() !== '');
	if (!found) return;
	const shown = shortened(found.text.trim(), 40);
	const finding = isLone
		? {
				code: 'lone-cell',
				message: `"${shown}" is a cell of the table above, because no blank line ends it.`,
				hint: 'Put a blank line above, or write the other cells of the row.',
			}
		: {
				code: 'extra-cells',
				message: `The table has ${columns} columns: "${shown}" is left out.`,
				hint: 'Write a literal bar as \\|, even in code.',
			};
	const { facts, source } = scopeOf(state.env);
	const at = textStart(state, line) + found.at + found.text.search(/\S/);
	facts.report(source, at, { severity: 'warning', ...finding, length: found.text.trim().length });
}

function lineText(state: StateBlock, line: number): string {
	return state.src.slice(textStart(state, line), state.eMarks[line]).trimEnd();
}

/** The cells of a row, split as in markdown-it, with their offsets. */
function cellsOf(line: string): { text: string; at: number }[] {
	let at = 0;
	const cells = line.split(/(?<!\\)\|/).map((text) => {
		const cell = { text, at };
		at += text.length + 1;
		return cell;
	});
	const isBorder = (index: number): boolean => cells.at(index)?.text === '';
	return cells.slice(isBorder(0) ? 1 : 0, isBorder(-1) ? -1 : undefined);
}

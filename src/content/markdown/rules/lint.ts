/**
 * Lint: text that was probably meant as Markdown, such as a link with a space in its URL, an undefined reference, or a
 * table with too few header cells. CommonMark shows it as text, and drops extra cells of a table. The output stays the
 * same; the author gets a warning.
 */
import type { StateBlock, StateCore, Token } from 'markdown-it';
import { nearest } from '../../model/schema.ts';
import { type Finding, scoped, scopeOf } from '../engine/facts.ts';
import { shortened } from '../engine/text.ts';
import { placesOf, textStart } from '../engine/tokens.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** Replaces everything except plain text: code, a tag, an escaped character, the edge of a link. */
const GAP = '\0';

/** A quick test of a text token for the patterns below. The marks of valid links are no longer in the text. */
const SIGNS = /^##|\](?:\(|\[)|\[\^|\)\[|<[a-z][\w-]*[ \t]|^[|:]?[ \t]*:?-+:?[ \t]*\|/i;

/** Maximum number of names to compare with a misspelled one. */
const MAX_NAMES = 100;

/** `found` has the groups of the pattern; `known` are the names that the page defines. */
interface Lint {
	code: string;
	pattern: RegExp;
	/** In paragraphs only. */
	isBlock?: boolean;
	finding(found: RegExpExecArray, known: { references: string[]; notes: string[] }): Pick<Finding, 'message' | 'hint'>;
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
		isBlock: true,
		finding: () => ({
			message: 'Not a heading: there is no space after the #.',
			hint: 'Add a space, or write \\#.',
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
];

/** Core step, before escaped characters become text: checks the text of a page for Markdown's punctuation. */
export function lintStep(state: StateCore): void {
	const { env, tokens } = state;
	const references = [...scopeOf(env).facts.definitions.keys()].slice(0, MAX_NAMES);
	const notes = Object.keys(Object(Object(env.footnotes).refs)).slice(0, MAX_NAMES);
	const known = { references, notes: notes.map((name) => name.slice(1)) };
	let row: Token['map'] = null;
	for (const [token, { facts, source }, index] of scoped(tokens, scopeOf(env))) {
		if (token.type === 'tr_open') row = token.map;
		const children = token.type === 'inline' ? (token.children ?? []) : [];
		if (!children.some(({ type, content }) => type === 'text' && SIGNS.test(content))) continue;
		// Cells have no position: use their row's.
		token.map ??= row;
		const isParagraph = tokens[index - 1]?.type === 'paragraph_open';
		const text = plain(children);
		const locate = placesOf(source, token);
		const table = isParagraph ? unfitTable(token.content) : undefined;
		if (table) facts.report(source, locate(0), table);
		for (const { code, pattern, isBlock, finding } of LINTS) {
			if (isBlock && !isParagraph) continue;
			let from = 0;
			for (const found of text.matchAll(pattern)) {
				const [longest = ''] = found[0].split(/[\0\n]/).sort((a, b) => b.length - a.length);
				from = Math.max(token.content.indexOf(longest, from), from);
				facts.report(source, locate(from), {
					severity: 'warning',
					code,
					length: longest.length,
					...finding(found, known),
				});
			}
		}
	}
}

/** The text of inline tokens, with a gap for each other token. */
function plain(children: readonly Token[]): string {
	return children
		.map(({ type, content }) => (type === 'text' ? content : type.endsWith('break') ? '\n' : GAP))
		.join('');
}

/** The delimiter row of a table. */
const DELIMITERS = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** The finding about a paragraph that looks like a table. */
function unfitTable(content: string): Finding | undefined {
	const [first = '', below = ''] = content.split('\n', 2).map((line) => line.trim());
	const [head, columns] = [cellsOf(first).length, cellsOf(below).length];
	if (head < 2 || head === columns || !below.includes('|') || !DELIMITERS.test(below)) return undefined;
	return {
		code: 'no-table',
		severity: 'warning',
		message: `Not a table: its header has ${head} cells, the line below it ${columns}.`,
		hint: 'Give both the same number of cells; write a literal bar as \\|.',
	};
}

/** Block rule: wraps `table` to report cells after the last column. */
export function tableRule(table: BlockRule): BlockRule {
	return (state, startLine, endLine, silent) => {
		if (!table(state, startLine, endLine, silent)) return false;
		if (silent) return true;
		const columns = cellsOf(lineText(state, startLine)).length;
		for (let line = startLine + 2; line < state.line; line++) reportLost(state, line, columns);
		return true;
	};
}

function reportLost(state: StateBlock, line: number, columns: number): void {
	const text = lineText(state, line);
	// Fast path for most rows.
	if (text.replace(/^\||\|$/g, '').split('|').length <= columns) return;
	const lost = cellsOf(text)
		.slice(columns)
		.find((cell) => cell.text.trim() !== '');
	if (!lost) return;
	const { facts, source } = scopeOf(state.env);
	facts.report(source, textStart(state, line) + lost.at + lost.text.search(/\S/), {
		code: 'extra-cells',
		severity: 'warning',
		message: `The table has ${columns} columns: "${shortened(lost.text.trim(), 40)}" is left out.`,
		hint: 'Write a literal bar as \\|, even in code.',
		length: lost.text.trim().length,
	});
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

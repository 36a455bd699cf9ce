/**
 * What looks like Markdown and is none: a link whose address holds a space, a reference that leads nowhere, a table
 * whose head does not fit. CommonMark shows such signs as they stand, and drops the cells that a table has no column
 * for. What is shown stays the same; the author is told.
 */
import type { StateBlock, StateCore, Token } from 'markdown-it';
import { nearest } from '../../model/schema.ts';
import { type Finding, Scopes, scopeOf } from '../engine/facts.ts';
import { placesOf } from '../engine/places.ts';
import { shortened } from '../engine/text.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** Stands for what is no plain text: code, a tag, an escaped sign, the edge of a link. */
const GAP = '\0';

/** Signs of the slips below, in one of the texts that an inline token is made of: those of links that are links are gone. */
const SIGNS = /^##|\](?:\(|\[)|\[\^|\)\[|^[|:]?[ \t]*:?-+:?[ \t]*\|/;

/** Names among which one is looked for that was meant. */
const MAX_NAMES = 100;

/** `found` holds the groups of the pattern; names that are known are those of the page. */
interface Slip {
	code: string;
	pattern: RegExp;
	/** In paragraphs only. */
	isBlock?: boolean;
	tell(found: RegExpExecArray, known: { references: string[]; notes: string[] }): Pick<Finding, 'message' | 'hint'>;
}

const SLIPS: readonly Slip[] = [
	{
		code: 'no-heading',
		pattern: /^#{2,6}[^\s#\0][^\n]*/gm,
		isBlock: true,
		tell: () => ({
			message: 'Not a heading: there is no space after the #.',
			hint: 'Add a space, or write \\#.',
		}),
	},
	{
		code: 'no-link',
		pattern: /\[[^[\]\n]*\]\(\0?(?:\.{0,2}\/|#|https?:|[\w/-]+\.mdx?\b)[^()\s]*[^\S\n][^()\n]*\)/g,
		tell: () => ({
			message: 'Not a link: the URL contains a space.',
			hint: 'Write the URL in angle brackets, (<a b.md>), and a title in quotation marks.',
		}),
	},
	{
		code: 'no-link',
		pattern: /(?<![\w\]])\([^()\n]+\)\[\0?(?:\.{0,2}\/|#|https?:)[^[\]\s]*\]/g,
		tell: () => ({
			message: 'Not a link: its brackets and parentheses are swapped.',
			hint: 'Write [text](URL).',
		}),
	},
	{
		// Not behind a word or code: `rows[0][1]`.
		code: 'missing-reference',
		pattern: /(?<![\w\])\0])(?!\[\d+\]\[\d+\])\[([^[\]\n]+)\]\[([^[\]\n^\0]*)\]/g,
		tell([, text = '', label], { references }) {
			const name = label || text.replaceAll(GAP, '');
			const near = nearest(name.toUpperCase(), references)?.toLowerCase();
			const hint = near === undefined ? `Add a line [${name}]: URL, or write \\[.` : `Did you mean [${near}]?`;
			return { message: `There is no URL for [${name}].`, hint };
		},
	},
	{
		// Not what a regular expression does: `[^a-z]+`.
		code: 'missing-note',
		pattern: /\[\^(?!.-.)([\w-]+)\](?![+*?{(:])/g,
		tell([, name = ''], { notes }) {
			const near = /\d/.test(name) ? undefined : nearest(name, notes);
			const hint = near === undefined ? `Add a line [^${name}]: text, or write \\[.` : `Did you mean [^${near}]?`;
			return { message: `There is no note [^${name}].`, hint };
		},
	},
];

/** Core step, before escaped signs become text: what is left of Markdown's signs in the texts of a page. */
export function slipStep(state: StateCore): void {
	const { env, tokens } = state;
	const scopes = new Scopes(scopeOf(env));
	const references = [...scopeOf(env).facts.definitions.keys()].slice(0, MAX_NAMES);
	const notes = Object.keys(Object(Object(env.footnotes).refs)).slice(0, MAX_NAMES);
	const known = { references, notes: notes.map((name) => name.slice(1)) };
	let row: Token['map'] = null;
	for (const [index, token] of tokens.entries()) {
		const { facts, source } = scopes.at(token);
		if (token.type === 'tr_open') row = token.map;
		const children = token.type === 'inline' ? (token.children ?? []) : [];
		if (!children.some(({ type, content }) => type === 'text' && SIGNS.test(content))) continue;
		// Cells have no place of their own.
		token.map ??= row;
		const isParagraph = tokens[index - 1]?.type === 'paragraph_open';
		const text = plain(children);
		const locate = placesOf(source, token);
		const table = isParagraph ? unfitTable(token.content) : undefined;
		if (table) facts.report(source, locate(0), table);
		for (const { code, pattern, isBlock, tell } of SLIPS) {
			if (isBlock && !isParagraph) continue;
			let from = 0;
			for (const found of text.matchAll(pattern)) {
				const [longest = ''] = found[0].split(/[\0\n]/).sort((a, b) => b.length - a.length);
				from = Math.max(token.content.indexOf(longest, from), from);
				facts.report(source, locate(from), {
					severity: 'warning',
					code,
					length: longest.length,
					...tell(found, known),
				});
			}
		}
	}
}

/** The text of inline tokens, with a gap for each that is none. */
function plain(children: readonly Token[]): string {
	return children
		.map(({ type, content }) => (type === 'text' ? content : type.endsWith('break') ? '\n' : GAP))
		.join('');
}

/** The second line of a table. */
const DELIMITERS = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** A paragraph that was to be a table. */
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

/** Block rule: tables as `table` reads them, and a word about cells beyond the last column. */
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
	// Most rows need no look at each cell.
	if (text.replace(/^\||\|$/g, '').split('|').length <= columns) return;
	const lost = cellsOf(text)
		.slice(columns)
		.find((cell) => cell.text.trim() !== '');
	if (!lost) return;
	const { facts, source } = scopeOf(state.env);
	facts.report(source, (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0) + lost.at + lost.text.search(/\S/), {
		code: 'extra-cells',
		severity: 'warning',
		message: `The table has ${columns} columns: "${shortened(lost.text.trim(), 40)}" is left out.`,
		hint: 'Write a literal bar as \\|, even in code.',
		length: lost.text.trim().length,
	});
}

function lineText({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
	return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]).trimEnd();
}

/** The cells of a row, as markdown-it takes them apart, and where each begins. */
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

/**
 * Tables. Each scrolls sideways in a focusable group. Alignment is a class, because pages have no style attributes.
 * A header cell without text becomes a plain cell.
 */
import type { Token } from 'markdown-it';
import { escapeAttribute, scrollBox } from '../../model/html.ts';
import type { CopyPart } from '../engine/markdown-copy.ts';
import { closingOf, placesOf } from '../engine/tokens.ts';
import type { PageWriter, Render } from '../engine/walk.ts';

/** Number of columns from which a phone shows a table as a list of pairs. */
const PAIRS_COLUMNS = 3;
/** Longest cell of several words that stays on one line, in characters: a figure with its unit, a date. */
const SHORT_CHARS = 20;
/** Shortest cell that counts as prose, in characters: its column keeps a readable width, and the table scrolls. */
const PROSE_CHARS = 28;
/** Longest name in code, in characters, that fits the first of two columns on a phone. */
const NAME_CHARS = 16;

function renderTable(walk: PageWriter, _: Token, tokens: Token[], index: number): number {
	const labels = columnLabels(tokens, index);
	const isWide = labels.length >= PAIRS_COLUMNS || hasLongNames(tokens, index);
	walk.html.add(`${scrollBox(walk.facts.words.table)}<table${isWide ? ' class="pairs"' : ''}>\n`);
	let at = index + 1;
	for (; tokens[at] && tokens[at]?.type !== 'table_close'; at++) {
		if (tokens[at]?.type === 'tr_open') at = renderRow(walk, tokens, at, isWide ? labels : []);
		else walk.html.add(walk.other(tokens, at));
	}
	walk.html.add('</table></div>\n');
	walk.text.space();
	return at;
}

/** Text of the table's header, by column. */
function columnLabels(tokens: Token[], index: number): string[] {
	return tokens
		.slice(index, closingOf(tokens, index + 1))
		.filter(({ type }) => type === 'inline')
		.map(({ children }) => plainText(children ?? []));
}

function plainText(children: Token[]): string {
	return children.map(({ content }) => content).join('');
}

/** Whether a name in the first column is too long for a phone. */
function hasLongNames(tokens: Token[], index: number): boolean {
	for (let at = index; tokens[at] && tokens[at]?.type !== 'table_close'; at++) {
		if (tokens[at]?.type !== 'tr_open' || tokens[at + 1]?.type !== 'td_open') continue;
		const code = (tokens[at + 2]?.children ?? []).filter(({ type }) => type === 'code_inline');
		if (code.some(({ content }) => content.split(' ').some((word) => word.length > NAME_CHARS))) return true;
	}
	return false;
}

/**
 * Returns the index of the row's end. `labels` are the headers of cells, by column, for layouts without header row;
 * the first column needs none, because it names the row.
 */
function renderRow(walk: PageWriter, tokens: Token[], index: number, labels: string[]): number {
	const map = tokens[index]?.map ?? null;
	const line = map ? walk.scope.source.line(map[0]) : '';
	const isHead = tokens[index + 1]?.type === 'th_open';
	const row: CopyPart[] = ['|'];
	const aligns: string[] = [];
	let column = 0;
	let at = index + 1;
	walk.html.add('<tr>');
	for (; tokens[at] && tokens[at]?.type !== 'tr_close'; at++) {
		const cell = tokens[at];
		const inline = tokens[at + 1];
		if (!cell || inline?.type !== 'inline') continue;
		inline.map = map;
		walk.inside(placesOf(walk.scope.source, inline, column));
		const found = line.indexOf(inline.content, column);
		if (found >= 0) column = found + inline.content.length;
		const align = /center|right|left/.exec(String(cell.attrGet('style') ?? ''))?.[0] ?? '';
		const label = isHead || aligns.length === 0 ? undefined : labels[aligns.length];
		const width = isHead || labels.length === 0 ? '' : widthOf(plainText(inline.children ?? []));
		aligns.push(align);
		row.push(' ', ...renderCell(walk, { tag: cell.tag, align, label, width }, inline), ' |');
		at += 2;
	}
	walk.html.add('</tr>\n');
	walk.copy.block(row, !isHead);
	if (isHead) walk.copy.block([`|${aligns.map((align) => RULES[align] ?? ' --- ').join('|')}|`], true);
	return at;
}

const RULES: Record<string, string> = { center: ' :---: ', right: ' ---: ', left: ' :--- ' };

interface Cell {
	tag: string;
	align: string;
	label?: string;
	/** Class that keeps a cell from getting narrow, or an empty text. */
	width: string;
}

function renderCell(walk: PageWriter, { tag, align, label, width }: Cell, inline: Token): CopyPart[] {
	const children = inline.children ?? [];
	const name = children.length === 0 ? 'td' : tag;
	const scope = name === 'th' ? ' scope="col"' : '';
	const labelled = label !== undefined ? ` data-label="${escapeAttribute(label)}"` : '';
	const classes = [align && `align-${align}`, width].filter(Boolean).join(' ');
	walk.html.add(`<${name}${scope}${classes && ` class="${classes}"`}${labelled}>`);
	walk.copy.begin(inline.content);
	walk.inline(children);
	walk.html.add(`</${name}>`);
	walk.text.space();
	return walk.copy.end().map((part) => (typeof part === 'string' ? part.replaceAll('|', '\\|') : part));
}

function widthOf(text: string): string {
	if (text.length > PROSE_CHARS) return 'prose';
	return text.length <= SHORT_CHARS && text.includes(' ') ? 'short' : '';
}

export const tableRenderers: Record<string, Render> = { table_open: renderTable };

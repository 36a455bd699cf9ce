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
/** A cell that only says yes, or no, or that there is nothing. */
const MARK = /^(?:([✓✔✅])|[✗✘❌—–])\ufe0f?$/u;
/** Longest name in code, in characters, that fits the first of two columns on a phone. */
const NAME_CHARS = 16;

function renderTable(walk: PageWriter, _: Token, tokens: Token[], index: number): number {
	const labels = columnLabels(tokens, index);
	const isWide = labels.length >= PAIRS_COLUMNS || hasLongNames(tokens, index);
	walk.html.add(`${scrollBox(walk.facts.words.table)}<table${isWide ? ' class="pairs"' : ''}>\n`);
	const marked = markColumns(tokens, index);
	let at = index + 1;
	for (; tokens[at] && tokens[at]?.type !== 'table_close'; at++) {
		if (tokens[at]?.type === 'tr_open') at = renderRow(walk, tokens, at, { labels: isWide ? labels : [], marked });
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

/** Columns with nothing but marks, which stand below the middle of their heads. */
function markColumns(tokens: Token[], index: number): Set<number> {
	const marked = new Set<number>();
	const others = new Set<number>();
	let column = 0;
	for (let at = index; tokens[at] && tokens[at]?.type !== 'table_close'; at++) {
		if (tokens[at]?.type === 'tr_open') column = 0;
		if (tokens[at]?.type !== 'td_open') continue;
		const text = plainText(tokens[at + 1]?.children ?? []);
		if (text !== '') (markOf(text) ? marked : others).add(column);
		column++;
	}
	return new Set([...marked].filter((one) => !others.has(one)));
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

interface Columns {
	/** Headers of cells, for layouts without header row; the first column needs none, because it names the row. */
	labels: string[];
	/** Those with nothing but marks. */
	marked: Set<number>;
}

/** Returns the index of the row's end. */
function renderRow(walk: PageWriter, tokens: Token[], index: number, { labels, marked }: Columns): number {
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
		const text = plainText(inline.children ?? []);
		const look = isHead ? '' : markOf(text) || (labels.length > 0 ? widthOf(text) : '');
		const shown = align || (marked.has(aligns.length) ? 'center' : '');
		aligns.push(align);
		row.push(' ', ...renderCell(walk, { tag: cell.tag, align: shown, label, look }, inline), ' |');
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
	/** Class of a mark, or one that keeps a cell from getting narrow, or an empty text. */
	look: string;
}

function renderCell(walk: PageWriter, { tag, align, label, look }: Cell, inline: Token): CopyPart[] {
	const children = inline.children ?? [];
	const name = children.length === 0 ? 'td' : tag;
	const scope = name === 'th' ? ' scope="col"' : '';
	const labelled = label !== undefined ? ` data-label="${escapeAttribute(label)}"` : '';
	const classes = [align && `align-${align}`, look].filter(Boolean).join(' ');
	walk.html.add(`<${name}${scope}${classes && ` class="${classes}"`}${labelled}>`);
	walk.copy.begin(inline.content);
	walk.inline(children);
	walk.html.add(`</${name}>`);
	walk.text.space();
	return walk.copy.end().map((part) => (typeof part === 'string' ? part.replaceAll('|', '\\|') : part));
}

/** Class of a mark; empty for other texts. */
function markOf(text: string): string {
	const found = MARK.exec(text.trim());
	if (!found) return '';
	return found[1] === undefined ? 'mark-no' : 'mark-yes';
}

function widthOf(text: string): string {
	if (text.length > PROSE_CHARS) return 'prose';
	return text.length <= SHORT_CHARS && text.includes(' ') ? 'short' : '';
}

export const tableRenderers: Record<string, Render> = { table_open: renderTable };

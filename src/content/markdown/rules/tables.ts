/**
 * Tables. They scroll sideways in a focusable group of their own; alignment is a class, as no page has style
 * attributes. A header cell without text is a plain cell, for it heads nothing.
 */
import type { Token } from 'markdown-it';
import { escapeAttribute } from '../../model/html.ts';
import { closingOf, placesOf } from '../engine/places.ts';
import type { TwinPart } from '../engine/twin.ts';
import type { Render, Walk } from '../engine/walk.ts';

/** Columns from which on a table is a list of pairs on a phone. */
const MANY = 3;
/** Letters of a name in code, in the first of two columns, that would be broken there. */
const LONG = 16;

function renderTable(walk: Walk, _: Token, tokens: Token[], index: number): number {
	const labels = columnLabels(tokens, index);
	const isWide = labels.length >= MANY || hasLongNames(tokens, index);
	walk.html.add(
		`<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table${isWide ? ' class="pairs"' : ''}>\n`,
	);
	let at = index + 1;
	for (; tokens[at] && tokens[at]?.type !== 'table_close'; at++) {
		const type = tokens[at]?.type;
		if (type === 'tr_open') at = renderRow(walk, tokens, at, isWide ? labels : []);
		else if (type === 'thead_open') walk.html.add('<thead>\n');
		else if (type === 'thead_close') walk.html.add('</thead>\n');
		else if (type === 'tbody_open') walk.html.add('<tbody>\n');
		else if (type === 'tbody_close') walk.html.add('</tbody>\n');
	}
	walk.html.add('</table></div>\n');
	walk.text.space();
	return at;
}

/** The words of the table's head, by column. */
function columnLabels(tokens: Token[], index: number): string[] {
	return tokens
		.slice(index, closingOf(tokens, index + 1))
		.filter(({ type }) => type === 'inline')
		.map(({ children }) => (children ?? []).map(({ content }) => content).join(''));
}

/** Whether rows are about code that has no room beside another column. */
function hasLongNames(tokens: Token[], index: number): boolean {
	for (let at = index; tokens[at] && tokens[at]?.type !== 'table_close'; at++) {
		if (tokens[at]?.type !== 'tr_open' || tokens[at + 1]?.type !== 'td_open') continue;
		const code = (tokens[at + 2]?.children ?? []).filter(({ type }) => type === 'code_inline');
		if (code.some(({ content }) => content.split(' ').some((word) => word.length > LONG))) return true;
	}
	return false;
}

/**
 * Returns the index of the row's end. `labels`, by column, are what a cell says where the head is not shown; the
 * first says what the row is about, and speaks for itself.
 */
function renderRow(walk: Walk, tokens: Token[], index: number, labels: string[]): number {
	const map = tokens[index]?.map ?? null;
	const line = map ? walk.scope.source.line(map[0]) : '';
	const isHead = tokens[index + 1]?.type === 'th_open';
	const twin: TwinPart[] = ['|'];
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
		aligns.push(align);
		twin.push(' ', ...renderCell(walk, { tag: cell.tag, align, label }, inline), ' |');
		at += 2;
	}
	walk.html.add('</tr>\n');
	walk.twin.block(twin, !isHead);
	if (isHead) walk.twin.block([`|${aligns.map((align) => RULES[align] ?? ' --- ').join('|')}|`], true);
	return at;
}

const RULES: Record<string, string> = { center: ' :---: ', right: ' ---: ', left: ' :--- ' };

interface Cell {
	tag: string;
	align: string;
	label?: string;
}

function renderCell(walk: Walk, { tag, align, label }: Cell, inline: Token): TwinPart[] {
	const children = inline.children ?? [];
	const name = children.length === 0 ? 'td' : tag;
	const scope = name === 'th' ? ' scope="col"' : '';
	const labelled = label !== undefined ? ` data-label="${escapeAttribute(label)}"` : '';
	walk.html.add(`<${name}${scope}${align === '' ? '' : ` class="align-${align}"`}${labelled}>`);
	walk.twin.begin(inline.content);
	walk.inline(children);
	walk.html.add(`</${name}>`);
	walk.text.space();
	return walk.twin.end().map((part) => (typeof part === 'string' ? part.replaceAll('|', '\\|') : part));
}

export const tableRenderers: Record<string, Render> = { table_open: renderTable };

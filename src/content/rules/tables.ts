/**
 * Tables. They scroll sideways in a focusable group of their own; alignment is a class, as no page has style
 * attributes. A header cell without text is a plain cell, for it heads nothing.
 */
import type { Token } from 'markdown-it';
import { placesOf } from './places.ts';
import type { TwinPart } from './twin.ts';
import type { Render, Walk } from './walk.ts';

function renderTable(walk: Walk, tokens: Token[], index: number): number {
	walk.html.add('<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>\n');
	let at = index + 1;
	for (; tokens[at] && tokens[at]?.type !== 'table_close'; at++) {
		const type = tokens[at]?.type;
		if (type === 'tr_open') at = renderRow(walk, tokens, at);
		else if (type === 'thead_open') walk.html.add('<thead>\n');
		else if (type === 'thead_close') walk.html.add('</thead>\n');
		else if (type === 'tbody_open') walk.html.add('<tbody>\n');
		else if (type === 'tbody_close') walk.html.add('</tbody>\n');
	}
	walk.html.add('</table></div>\n');
	walk.text.space();
	return at;
}

/** Returns the index of the row's end. */
function renderRow(walk: Walk, tokens: Token[], index: number): number {
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
		aligns.push(align);
		twin.push(' ', ...renderCell(walk, cell.tag, align, inline), ' |');
		at += 2;
	}
	walk.html.add('</tr>\n');
	walk.twin.block(twin, !isHead);
	if (isHead) walk.twin.block([`|${aligns.map((align) => RULES[align] ?? ' --- ').join('|')}|`], true);
	return at;
}

const RULES: Record<string, string> = { center: ' :---: ', right: ' ---: ', left: ' :--- ' };

function renderCell(walk: Walk, tag: string, align: string, inline: Token): TwinPart[] {
	const children = inline.children ?? [];
	const name = children.length === 0 ? 'td' : tag;
	const scope = name === 'th' ? ' scope="col"' : '';
	walk.html.add(`<${name}${scope}${align === '' ? '' : ` class="align-${align}"`}>`);
	walk.twin.begin(inline.content);
	walk.inline(children);
	walk.html.add(`</${name}>`);
	walk.text.space();
	return walk.twin.end().map((part) => (typeof part === 'string' ? part.replaceAll('|', '\\|') : part));
}

export const tableRenderers: Record<string, Render> = { table_open: renderTable };

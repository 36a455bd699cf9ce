/**
 * Paragraphs, and their text, line breaks and code; markdown-it writes emphasis. Block tags leave them: `<details><summary>…</summary>` opens a block, `text</div>` closes one, and a
 * line of components alone is not a paragraph (as in MDX).
 */
import type { Token } from 'markdown-it';
import { breakable, escapeText } from '../../model/html.ts';
import { BLOCK, EMBEDDED, PHRASING_ONLY } from '../engine/elements.ts';
import type { JsxTag } from '../engine/jsx.ts';
import { plainText, shortened } from '../engine/text.ts';
import { placesOf, tokenData } from '../engine/tokens.ts';
import { type OpenScope, PARTIAL, type PageWriter, type Render } from '../engine/walk.ts';
import { ownAttributes } from './braces.ts';
import { taskBox } from './lists.ts';

/** Maximum length of a description from a paragraph, in characters. */
const MAX_DESCRIPTION = 200;

/** A run of inline tokens: `text` is allowed in a paragraph, `block` is not. */
interface Run {
	kind: 'text' | 'block';
	from: number;
	to: number;
}

function renderParagraph(walk: PageWriter, open: Token, tokens: Token[], index: number): number {
	const inline = tokens[index + 1];
	const children = inline?.children;
	if (!inline || !children) return index;
	describe(walk, children);
	const { source } = walk.scope;
	walk.inside(placesOf(source, inline));
	walk.copy.begin(inline.content);
	const task = index > 0 ? taskBox(tokens[index - 1]) : undefined;
	const runs = children.some(isMarkup) ? split(children) : undefined;
	const item = tokens[index + 3]?.type === 'list_item_close';
	const own = ownAttributes(walk, open);
	const style = { tight: open.hidden, task, own, end: open.hidden && item ? '' : '\n' };
	// Comments have no words, and may end an excerpt.
	const isSilent = task === undefined && children.some(({ type }) => type === 'comment') && children.every(isSpace);
	if (isSilent) walk.inline(children);
	else if (!runs) writeText(walk, children, { from: 0, to: children.length }, style);
	else for (const run of runs) writeRun(walk, children, run, style);
	const parts = walk.copy.end();
	walk.copy.block(task === undefined ? parts : [task.copy, ...parts], open.hidden);
	walk.text.space();
	return index + 2;
}

/** Takes the description of the page from its first paragraph of words: badges and rows of links aren't any. */
function describe(walk: PageWriter, children: Token[]): void {
	if (walk.description !== undefined) return;
	const words = children.filter(({ type }) => type !== 'image');
	const text = plainText(words).trim();
	if (text === '') return;
	walk.firstWords ??= shortened(text, MAX_DESCRIPTION);
	if (!walk.isWithin(isAside) && /[\p{L}\p{N}]/u.test(plainText(outsideOfLinks(words))))
		walk.description = shortened(text, MAX_DESCRIPTION);
}

/** Whether something is beside the text: a list, a quote, an admonition, a tab. */
function isAside({ kind, name }: OpenScope): boolean {
	if (kind === 'container') return name !== PARTIAL;
	return kind === 'admonition' || name === 'TabItem' || (kind === 'element' && ASIDE.test(name));
}

const ASIDE = /^(?:li|dd|td|th|blockquote|details|aside|nav|header|footer)$/;
const LINK = /^(?:a|link|linkbutton|badge)$/i;

function outsideOfLinks(tokens: Token[]): Token[] {
	let depth = 0;
	return tokens.filter((token) => {
		const { tag } = tokenData(token);
		const isLink = LINK.test(tag?.name ?? token.tag);
		if (isLink) depth += tag ? { open: 1, close: -1, empty: 0 }[tag.form] : token.nesting;
		return depth === 0;
	});
}

function isMarkup({ type }: Token): boolean {
	return type === 'tag' || type === 'raw';
}

/** Splits a paragraph at block elements, and at tags without a matching tag in it. */
function split(children: Token[]): Run[] {
	const partner = pairs(children);
	const runs: Run[] = [];
	let from = 0;
	const end = (to: number): void => {
		if (to > from) runs.push({ kind: 'text', from, to });
	};
	let level = 0;
	/** Index of the end of the last element in the text. */
	let inside = -1;
	/** Index of the next block element. */
	let block = -1;
	for (let index = 0; index < children.length; index++) {
		const token = children[index];
		if (!token) continue;
		level += token.nesting;
		if (block <= index) while (++block < children.length && !isWholeBlock(children[block]));
		const embedded = index < inside && EMBEDDED.has(tokenData(token).tag?.name.toLowerCase() ?? '');
		const to = level === 0 && isMarkup(token) && !embedded ? blockEnd(children, index, partner, block) : undefined;
		if (to === undefined) inside = Math.max(inside, partner.get(index) ?? -1);
		if (to === undefined) continue;
		end(index);
		runs.push({ kind: 'block', from: index, to: to + 1 });
		index = to;
		from = to + 1;
	}
	end(children.length);
	return runs;
}

/** Indexes of matching start and end tags in a paragraph, in both directions. */
function pairs(children: Token[]): Map<number, number> {
	const partner = new Map<number, number>();
	const open = new Map<string, { index: number; level: number }[]>();
	let level = 0;
	for (const [index, token] of children.entries()) {
		level += token.nesting;
		const { tag } = token.type === 'tag' ? tokenData(token) : {};
		if (!tag) continue;
		if (tag.form === 'open') {
			const same = open.get(tag.name);
			if (same) same.push({ index, level });
			else open.set(tag.name, [{ index, level }]);
		} else if (tag.form === 'close') {
			const start = open.get(tag.name)?.pop();
			if (start === undefined) continue;
			// Tags that overlap with emphasis do not match; they are kept and reported.
			const isPair = start.level === level;
			partner.set(start.index, isPair ? index : start.index);
			partner.set(index, isPair ? start.index : index);
		}
	}
	return partner;
}

/** Whether a token is a tag of a block element that is not allowed in paragraphs. */
function isWholeBlock(token: Token | undefined): boolean {
	const tag = token && tokenData(token).tag;
	return tag !== undefined && isBlockTag(tag) && !EMBEDDED.has(tag.name.toLowerCase());
}

function isBlockTag(tag: JsxTag): boolean {
	return !tag.isComponent && BLOCK.has(tag.name.toLowerCase());
}

/** Index of the end of the block that starts at `index`, if any. A component or link around blocks is a block too. */
function blockEnd(
	children: Token[],
	index: number,
	partner: Map<number, number>,
	nextBlock: number,
): number | undefined {
	const token = children[index];
	const tag = token && tokenData(token).tag;
	if (!tag) return undefined;
	const isBlock = isBlockTag(tag);
	if (token.type === 'raw' || tag.form === 'empty') return isBlock ? index : undefined;
	const other = partner.get(index);
	if (other !== undefined) return other > index && (isBlock || nextBlock < other) ? other : undefined;
	return tag.form === 'close' || tag.isComponent || isBlock ? index : undefined;
}

function writeRun(walk: PageWriter, children: Token[], run: Run, style: TextStyle): void {
	if (run.kind === 'block') {
		walk.flow(children, run.from, run.to);
		walk.html.add('\n');
		return;
	}
	let { from, to } = run;
	while (from < to && isBlank(children[from])) from++;
	while (to > from && isBlank(children[to - 1])) to--;
	if (from === to) return;
	if (isOnlyComponents(children, from, to)) walk.inline(children, from, to);
	else writeText(walk, children, { from, to }, style);
}

/** Options for writing a run of text. */
interface TextStyle {
	/** Without `<p>`, in a tight list. */
	tight: boolean;
	task: ReturnType<typeof taskBox>;
	/** HTML of the author's attributes. */
	own: string;
	/** HTML after it. */
	end: string;
}

function isBlank(token: Token | undefined): boolean {
	if (!token) return true;
	if (token.type === 'softbreak' || token.type === 'comment') return true;
	return token.type === 'text' && token.content.trim() === '';
}

/** Whether readers see nothing of a token; a space that doesn't break is seen. */
function isSpace({ type, content }: Token): boolean {
	return type === 'softbreak' || type === 'comment' || (type === 'text' && /^[ \t\n]*$/.test(content));
}

function isOnlyComponents(children: Token[], from: number, to: number): boolean {
	let depth = 0;
	let components = 0;
	for (let index = from; index < to; index++) {
		const token = children[index];
		const tag = token?.type === 'tag' ? tokenData(token).tag : undefined;
		if (depth === 0 && !tag?.isComponent && !isBlank(token)) return false;
		if (!tag?.isComponent) continue;
		components++;
		if (tag.form === 'open') depth++;
		else if (tag.form === 'close') depth--;
	}
	return components > 0;
}

function writeText(
	walk: PageWriter,
	children: Token[],
	{ from, to }: { from: number; to: number },
	{ tight, task, own, end }: TextStyle,
): void {
	// As in a list, the first line of a `<dd>` needs no paragraph, even if blocks follow it.
	const before = children[from - 1] && tokenData(children[from - 1] as Token).tag;
	const bare = (before?.name === 'dd' && before.form === 'open') || isBare(walk, tight);
	walk.html.add(bare ? '' : `<p${own}>`);
	if (task) walk.html.add(task.start);
	walk.inline(children, from, to);
	if (task) walk.html.add(task.end);
	walk.html.add(bare ? end : '</p>\n');
}

/** Whether a paragraph has no `<p>`: in tight list items and in elements that contain only text. */
function isBare(walk: PageWriter, tight: boolean): boolean {
	const parent = walk.parent;
	if (parent === undefined || parent.kind === 'container') return tight;
	return parent.kind === 'element' && PHRASING_ONLY.has(parent.name);
}

const text: Render = (walk, { content }) => {
	walk.html.add(escapeText(content));
	walk.text.add(content);
};

/** An option of a program, which must not break after its hyphens: `--out-dir`. */
const OPTION = /^--?[a-z][\w-]{0,20}$/i;

const code: Render = (walk, { content }) => {
	const tag = OPTION.test(content) ? '<code class="option">' : '<code>';
	walk.html.add(`${tag}${walk.breaksNames ? breakable(content) : escapeText(content)}</code>`);
	walk.text.add(content);
};

const lineBreak =
	(html: string): Render =>
	(walk) => {
		walk.html.add(html);
		walk.text.space();
	};

export const paragraphRenderers: Record<string, Render> = {
	paragraph_open: renderParagraph,
	text,
	softbreak: lineBreak('\n'),
	hardbreak: lineBreak('<br>\n'),
	code_inline: code,
};

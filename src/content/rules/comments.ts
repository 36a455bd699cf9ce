/**
 * What stands in a page and is not shown: comments of HTML and of JSX. Also the two things that share their
 * notation: the mark that ends a post's excerpt (B-263), and a string in braces, which is shown as its text.
 * Other expressions are text: nothing is executed.
 */
import type { StateBlock, StateInline } from 'markdown-it';
import { escapeText } from './elements.ts';
import { scopeOf } from './facts.ts';
import { type Allowance, closingBrace } from './jsx.ts';
import { readLiteral } from './literal.ts';
import type { Render } from './walk.ts';

export type Found = { end: number; kind: 'comment' | 'truncate' } | { end: number; kind: 'expression'; text: string };

const TRUNCATE = /^\s*truncate\s*$/;

/** The comment or string expression that begins at `start`; `unclosed` where it has no end. */
export function findUnseen(
	text: string,
	start: number,
	limit: number,
	allowance: Allowance,
): Found | 'unclosed' | undefined {
	if (allowance.left <= 0) return undefined;
	const found = read(text, start, limit);
	if (found === 'unclosed') allowance.left -= limit - start;
	return found;
}

function read(text: string, start: number, limit: number): Found | 'unclosed' | undefined {
	if (text.startsWith('<!--', start)) return comment(text, start + 4, '-->', limit);
	if (text.charCodeAt(start) !== 123) return undefined;
	let at = start + 1;
	while (at < limit && /\s/.test(text[at] ?? '')) at++;
	if (text.startsWith('/*', at)) {
		const found = comment(text, at + 2, '*/', limit);
		if (typeof found !== 'object') return found;
		const brace = closingAfter(text, found.end, limit);
		return brace < 0 ? undefined : { ...found, end: brace + 1 };
	}
	if (!/["'`]/.test(text[at] ?? '')) return undefined;
	const brace = closingBrace(text, start, limit);
	if (brace < 0) return undefined;
	const literal = readLiteral(text.slice(start + 1, brace), () => undefined);
	return literal.ok && typeof literal.value === 'string'
		? { kind: 'expression', end: brace + 1, text: literal.value }
		: undefined;
}

function comment(text: string, from: number, close: string, limit: number): Found | 'unclosed' {
	const end = text.indexOf(close, from);
	if (end < 0 || end + close.length > limit) return 'unclosed';
	const kind = TRUNCATE.test(text.slice(from, Math.min(end, from + 100))) ? 'truncate' : 'comment';
	return { kind, end: end + close.length };
}

function closingAfter(text: string, from: number, limit: number): number {
	let at = from;
	while (at < limit && /\s/.test(text[at] ?? '')) at++;
	return text.charCodeAt(at) === 125 ? at : -1;
}

/** Block rule: a comment or string expression that has its lines for itself; blank lines inside are no end. */
export function commentBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
	const code = state.src.charCodeAt(start);
	if ((code !== 60 && code !== 123) || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
	const limit = state.eMarks[endLine - 1] ?? state.src.length;
	const found = findUnseen(state.src, start, limit, scopeOf(state.env).facts.allowance);
	if (found === 'unclosed') {
		if (silent) return true;
		return unclosed(state, start, endLine);
	}
	if (!found) return false;
	let last = startLine;
	while (last < endLine - 1 && (state.eMarks[last] ?? 0) < found.end) last++;
	if (state.src.slice(found.end, state.eMarks[last]).trim() !== '') return false;
	if (silent) return true;
	if (found.kind !== 'comment') {
		const token = state.push(found.kind, '', 0);
		token.map = [startLine, last + 1];
		if (found.kind === 'expression') token.content = found.text;
	}
	state.line = last + 1;
	return true;
}

function unclosed(state: StateBlock, start: number, endLine: number): boolean {
	const { facts, source } = scopeOf(state.env);
	const html = state.src.charCodeAt(start) === 60;
	facts.report(source, start, {
		code: 'unclosed-comment',
		message: 'The comment has no end; all text below it would be lost.',
		hint: `Close it with ${html ? '-->' : '*/}'}.`,
		length: 4,
	});
	state.line = endLine;
	return true;
}

/** Inline rule for the same. */
export function commentInline(state: StateInline, silent: boolean): boolean {
	const code = state.src.charCodeAt(state.pos);
	if (code !== 60 && code !== 123) return false;
	const found = findUnseen(state.src, state.pos, state.posMax, scopeOf(state.env).facts.allowance);
	if (typeof found !== 'object') return false;
	if (!silent) {
		const token = state.push(found.kind, '', 0);
		token.meta = { start: state.pos, end: found.end };
		if (found.kind === 'expression') token.content = found.text;
	}
	state.pos = found.end;
	return true;
}

/** Leaves the Markdown twin; what is shown in its place is the token's content, if it has any. */
const inlineRender: Render = (walk, tokens, index) => {
	const token = tokens[index];
	const { start, end } = token?.meta ?? {};
	const content = token?.content ?? '';
	if (token?.type === 'truncate') walk.cutLater();
	if (typeof start === 'number' && typeof end === 'number') walk.twin.replace(start, end, content);
	walk.html.add(escapeText(content));
	walk.text.add(content);
	return undefined;
};

const blockRender: Render = (walk, tokens, index) => {
	const { type = '', content = '' } = tokens[index] ?? {};
	if (type === 'truncate') walk.cut();
	walk.twin.block([content]);
	walk.html.add(escapeText(content));
	walk.text.add(`${content} `);
	return undefined;
};

/** For tokens of the block pass. */
export const blockUnseen: Record<string, Render> = { expression: blockRender, truncate: blockRender };
/** For tokens inside of text. */
export const inlineUnseen: Record<string, Render> = {
	comment: inlineRender,
	expression: inlineRender,
	truncate: inlineRender,
};

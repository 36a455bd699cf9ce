/**
 * Comments in HTML's and MDX's syntax, and values in braces: fields of front matter, attributes of a partial's tag.
 * Other braces are text; another tool's code in them is reported.
 */
import type { StateBlock, StateInline } from 'markdown-it';
import { escapeText } from '../../model/html.ts';
import { type Finding, type Scope, scopeOf } from '../engine/facts.ts';
import { foreignBraces } from '../engine/foreign.ts';
import { type Allowance, closingBrace } from '../engine/jsx.ts';
import { isPath, readValue } from '../engine/literal.ts';
import { blockStart, lastLine, noteOf } from '../engine/tokens.ts';
import type { Render } from '../engine/walk.ts';

interface Comment {
	end: number;
	kind: 'comment' | 'truncate';
}

const OPEN = /<!--|\{\s{0,200}\/\*/y;
const CLOSE = /-->|\*\/\s{0,200}\}/y;
const TRUNCATE = /^\s*truncate\s*$/;

/** The comment that starts at `start`; `unclosed` if it has no end. */
export function findComment(
	text: string,
	start: number,
	limit: number,
	left: Allowance,
): Comment | 'unclosed' | undefined {
	if (left.left <= 0) return undefined;
	const found = read(text, start, limit);
	if (found === 'unclosed') left.left -= limit - start;
	return found;
}

function read(text: string, start: number, limit: number): Comment | 'unclosed' | undefined {
	OPEN.lastIndex = start;
	const [open] = OPEN.exec(text) ?? [];
	if (open === undefined) return undefined;
	const from = start + open.length;
	const close = text.indexOf(open === '<!--' ? '-->' : '*/', from);
	if (close < 0 || close >= limit) return 'unclosed';
	CLOSE.lastIndex = close;
	const end = close + (CLOSE.exec(text)?.[0].length ?? 0);
	if (end === close || end > limit) return undefined;
	return { end, kind: TRUNCATE.test(text.slice(from, Math.min(close, from + 100))) ? 'truncate' : 'comment' };
}

/** Block rule: a comment alone on its lines; blank lines do not end it. */
export function commentBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	const start = blockStart(state, startLine);
	const code = state.src.charCodeAt(start);
	if (code !== 60 && code !== 123) return false;
	const limit = state.eMarks[endLine - 1] ?? state.src.length;
	const found = findComment(state.src, start, limit, scopeOf(state.env).facts.allowance);
	if (found === 'unclosed') return silent || unclosed(state, start, endLine);
	if (!found) return false;
	const last = lastLine(state, startLine, endLine, found.end);
	if (state.src.slice(found.end, state.eMarks[last]).trim() !== '') return false;
	if (silent) return true;
	if (found.kind === 'truncate') state.push(found.kind, '', 0).map = [startLine, last + 1];
	state.line = last + 1;
	return true;
}

function unclosed(state: StateBlock, start: number, endLine: number): boolean {
	const { facts, source } = scopeOf(state.env);
	const html = state.src.charCodeAt(start) === 60;
	facts.report(source, start, {
		code: 'unclosed-comment',
		message: 'The comment is not closed, so all text below it would be lost.',
		hint: `Close it with ${html ? '-->' : '*/}'}.`,
		length: 4,
	});
	state.line = endLine;
	return true;
}

/** Inline rule for comments and values. */
export function commentInline(state: StateInline, silent: boolean): boolean {
	const code = state.src.charCodeAt(state.pos);
	if (code !== 60 && code !== 123) return false;
	const scope = scopeOf(state.env);
	const found = findComment(state.src, state.pos, state.posMax, scope.facts.allowance);
	if (typeof found !== 'object') return code === 123 && valueInline(state, scope, silent);
	if (!silent) state.push(found.kind, '', 0).meta = { start: state.pos, end: found.end };
	state.pos = found.end;
	return true;
}

/** A value in braces, or another tool's code, which is reported and shown unchanged. */
function valueInline(state: StateInline, scope: Scope, silent: boolean): boolean {
	const { pos, src, posMax } = state;
	const brace = closingBrace(src, pos, posMax, scope.facts.allowance);
	const whole = src.slice(pos, brace + 1);
	if (brace < 0 || whole.length > MAX_LENGTH) return false;
	const inner = whole.slice(1, -1);
	const value = isPath(inner) ? readValue(inner, scope.known)?.value : undefined;
	const isShown = typeof value === 'string' || typeof value === 'number';
	const finding = isShown ? undefined : isPath(inner) ? noValue(whole) : foreignBraces(whole, scope);
	if (!isShown && (!finding || src[pos - 1] === '$')) return false;
	if (!silent) {
		const token = state.push('value', '', 0);
		token.content = isShown ? String(value) : whole;
		token.meta = { start: pos, end: brace + 1, finding };
	}
	state.pos = brace + 1;
	return true;
}

/** Maximum length of a value in braces, in characters. */
const MAX_LENGTH = 20_000;

function noValue(whole: string): Finding {
	return {
		code: 'expression',
		message: `${whole} has no value and is shown as text.`,
		hint: 'Set the field in the front matter or on the tag of the partial, or write \\{ for a literal brace.',
		length: whole.length,
	};
}

const valueRender: Render = (walk, token) => {
	const { content } = token;
	const { start = 0, end = 0, finding } = noteOf<{ finding: Finding }>(token);
	if (finding) walk.report(finding, start);
	else walk.copy.replace(start, end, content);
	walk.html.add(escapeText(content));
	walk.text.add(content);
};

/** Removes the comment from the Markdown copy. */
const inlineRender: Render = (walk, token) => {
	if (token.type === 'truncate') walk.cutLater();
	const { start = 0, end = 0 } = noteOf(token);
	walk.copy.replace(start, end);
};

export const commentRenderers: Record<string, Render> = {
	comment: inlineRender,
	truncate: (walk, token, tokens, index) => (token.block ? walk.cut() : inlineRender(walk, token, tokens, index)),
	value: valueRender,
};

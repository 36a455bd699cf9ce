/**
 * What stands in a page and is not shown: comments of HTML and of JSX. Also the two things that share their
 * notation: the mark that ends a post's excerpt (B-263), and data in braces, which is shown as its text. Braces with
 * code in them are a finding, for nothing is executed; others are text.
 */

import type { StateBlock, StateInline, Token } from 'markdown-it';
import { evaluate } from '../engine/evaluate.ts';
import { type Scope, scopeOf } from '../engine/facts.ts';
import { type Allowance, closingBrace } from '../engine/jsx.ts';
import { parseExpression } from '../engine/script.ts';
import { Closure, Jsx, Native, wordsOf } from '../engine/value.ts';
import type { Render } from '../engine/walk.ts';

export type Found =
	| { end: number; kind: 'comment' | 'truncate' }
	/** `wrong` says why it is shown as it stands. */
	| { end: number; kind: 'expression'; value: unknown; wrong?: string };

const TRUNCATE = /^\s*truncate\s*$/;

/** The comment or expression that begins at `start`; `unclosed` where it has no end. */
export function findUnseen(
	text: string,
	start: number,
	limit: number,
	{ left, scope }: { left: Allowance; scope?: Scope },
): Found | 'unclosed' | undefined {
	if (left.left <= 0) return undefined;
	const found = read(text, start, limit, scope);
	if (found === 'unclosed') left.left -= limit - start;
	return found;
}

/** Code, and not just words between braces: a member, a call, an operator between values, an element. */
const CODE =
	/^\s*(?:!?[\w$]+\s*(?:\?\.|[.([])\S|new\s+\w|!?[\w$.]+\s+(?:[-+*/?<>]|&&|\|\||[=!]==?)\s+\S|<[\w>]|\[.*\]\s*\.\w|\(.*\)\s*(?:=>|\(\)|\.\w))/s;
const WORD = /^\s*[\w$]+\s*$/;
const ROOT = /[A-Za-z_$][\w$]*/;

/** Braces around comments to the end of the line. */
const LINES = /\{\s*(?:\/\/[^\n]*\n\s*)+\}/y;

function read(text: string, start: number, limit: number, scope?: Scope): Found | 'unclosed' | undefined {
	if (text.startsWith('<!--', start)) return comment(text, start + 4, '-->', limit);
	if (text.charCodeAt(start) !== 123) return undefined;
	let at = start + 1;
	while (at < limit && /\s/.test(text[at] ?? '')) at++;
	if (text.startsWith('//', at)) {
		LINES.lastIndex = start;
		const [lines] = LINES.exec(text.slice(0, limit)) ?? [];
		return lines === undefined ? undefined : { kind: 'comment', end: start + lines.length };
	}
	if (text.startsWith('/*', at)) {
		const found = comment(text, at + 2, '*/', limit);
		if (typeof found !== 'object') return found;
		const brace = closingAfter(text, found.end, limit);
		return brace < 0 ? undefined : { ...found, end: brace + 1 };
	}
	return expression(text, start, limit, scope);
}

/** Whether braces mean something that is not known: in MDX; in other files with statements, where they hold code. */
function isMdx({ source, isModule }: Scope, isCode: boolean): boolean {
	return source.path.endsWith('.mdx') || (isCode && isModule);
}

function expression(text: string, start: number, limit: number, scope?: Scope): Found | undefined {
	const end = expressionEnd(text, start, limit);
	if (end === undefined) return undefined;
	const whole = text.slice(start, end);
	// `{{ name }}` is the notation of Vue; behind a dollar it is none.
	const [, double] = text[start - 1] === '$' ? [] : (/^\{\{(.*)\}\}$/s.exec(whole) ?? []);
	const source = double ?? whole.slice(1, -1);
	const isQuoted = /^\s*["'`]/.test(source);
	const isCode = CODE.test(source);
	if (!isQuoted && !isCode && !WORD.test(source)) return undefined;
	const isKnown = scope?.names(ROOT.exec(source)?.[0] ?? '') !== undefined;
	if (!isQuoted && !isKnown && !(scope && isMdx(scope, isCode))) return undefined;
	const result = evaluate(source, scope?.names);
	// A place of a template, `{0}`, is none of Markdown's.
	const isNumber = /^\s*\d+\s*$/.test(source) && !(scope && isMdx(scope, false));
	const isNothing = scope !== undefined && isMdx(scope, false) && /^\s*undefined\s*$/.test(source);
	if (result.ok && (isShown(result.value) || isNothing) && !isNumber)
		return { kind: 'expression', end, value: result.value };
	if (!scope || isQuoted) return undefined;
	const wrong = result.ok ? 'it has no text' : result.message;
	return { kind: 'expression', end, value: whole, wrong };
}

/** What has a look of its own, or none on purpose; a plain object is a mistake. */
function isShown(value: unknown): boolean {
	if (value === undefined || value instanceof Native) return false;
	return (
		typeof value !== 'object' ||
		value === null ||
		Array.isArray(value) ||
		value instanceof Jsx ||
		value instanceof Closure
	);
}

/** Offset behind the `}` that belongs to the brace at `start`. The quotation marks of JSX text are no quotes. */
function expressionEnd(text: string, start: number, limit: number): number | undefined {
	const brace = closingBrace(text, start, limit);
	const end = brace < 0 ? undefined : brace + 1;
	if (text.startsWith('{{', start) || !/<[\w>]/.test(text.slice(start, end ?? limit))) return end;
	const node = parseExpression(text, start + 1);
	const after = node ? closingAfter(text, node.end, limit) : -1;
	return after < 0 ? end : after + 1;
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

function unseenIn(scope: Scope): { left: Allowance; scope: Scope } {
	return { left: scope.facts.allowance, scope };
}

/** Block rule: a comment or string expression that has its lines for itself; blank lines inside are no end. */
export function commentBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
	const code = state.src.charCodeAt(start);
	if ((code !== 60 && code !== 123) || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
	const limit = state.eMarks[endLine - 1] ?? state.src.length;
	const found = findUnseen(state.src, start, limit, unseenIn(scopeOf(state.env)));
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
		if (found.kind === 'expression') setExpression(token, found, start);
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
	const found = findUnseen(state.src, state.pos, state.posMax, unseenIn(scopeOf(state.env)));
	if (typeof found !== 'object') return false;
	if (!silent) {
		const token = state.push(found.kind, '', 0);
		token.meta = { start: state.pos, end: found.end };
		if (found.kind === 'expression') setExpression(token, found, state.pos);
	}
	state.pos = found.end;
	return true;
}

/** `content` is the words, for headings and descriptions. */
function setExpression(
	token: Token,
	{ value, wrong, end }: Extract<Found, { kind: 'expression' }>,
	start: number,
): void {
	token.content = wordsOf(value);
	token.meta = { start, end, value, wrong };
}

/** Leaves the Markdown twin. */
const inlineRender: Render = (walk, tokens, index) => {
	const { type, meta } = tokens[index] ?? {};
	if (type === 'truncate') walk.cutLater();
	if (typeof meta?.start === 'number' && typeof meta.end === 'number') walk.twin.replace(meta.start, meta.end);
	return undefined;
};

const blockRender: Render = (walk) => {
	walk.cut();
	return undefined;
};

/** For tokens of the block pass. */
export const blockUnseen: Record<string, Render> = { truncate: blockRender };
/** For tokens inside of text. */
export const inlineUnseen: Record<string, Render> = { comment: inlineRender, truncate: inlineRender };

/**
 * Comments in HTML's and MDX's syntax, and values in braces: fields of front matter, attributes of a partial's tag.
 * Other braces are text; another tool's code in them is reported.
 */
import type { StateBlock, StateInline } from 'markdown-it';
import { escapeText } from '../../model/html.ts';
import { noValue, type ParseFinding, type Scope, scopeOf } from '../engine/facts.ts';
import { closingBrace, type ScanBudget } from '../engine/jsx.ts';
import { isPath, readValue } from '../engine/literal.ts';
import { bracesAt, foreignBraces, foreignComment } from '../engine/notations.ts';
import { blockStart, lastLine, tokenData } from '../engine/tokens.ts';
import type { PageWriter, Render } from '../engine/walk.ts';
import { unreadBraces } from './braces.ts';

interface Comment {
	end: number;
	kind: 'comment' | 'truncate';
	/** The start of what is between its marks. */
	text: string;
}

const OPEN = /<!--|\{\s{0,200}\/\*/y;
const CLOSE = /-->|\*\/\s{0,200}\}/y;
const TRUNCATE = /^\s*truncate\s*$/i;
/** Characters of a comment that can have a meaning. */
const MAX_READ = 100;

/** The comment that starts at `start`; `unclosed` if it has no end. */
export function findComment(
	text: string,
	start: number,
	limit: number,
	left: ScanBudget,
): Comment | 'unclosed' | undefined {
	if (left.remaining <= 0) return undefined;
	const found = read(text, start, limit);
	if (found === 'unclosed') left.remaining -= limit - start;
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
	const inner = text.slice(from, Math.min(close, from + MAX_READ));
	return { end, kind: TRUNCATE.test(inner) ? 'truncate' : 'comment', text: inner };
}

/** Block rule: a comment alone on its lines; blank lines do not end it. */
export function commentBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	const start = blockStart(state, startLine);
	const code = state.src.charCodeAt(start);
	if (code !== 60 && code !== 123) return false;
	const limit = state.eMarks[endLine - 1] ?? state.src.length;
	const found = findComment(state.src, start, limit, scopeOf(state.env).facts.scanBudget);
	if (found === 'unclosed') return silent || unclosed(state, start, endLine);
	if (!found) return false;
	const last = lastLine(state, startLine, endLine, found.end);
	if (state.src.slice(found.end, state.eMarks[last]).trim() !== '') return false;
	if (silent) return true;
	const { facts, source } = scopeOf(state.env);
	const foreign = foreignComment(source.path, found.text);
	if (foreign) facts.report(source, start, { ...foreign, length: found.end - start });
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
	const found = findComment(state.src, state.pos, state.posMax, scope.facts.scanBudget);
	if (typeof found !== 'object') return code === 123 && valueInline(state, scope, silent);
	const finding = foreignComment(scope.source.path, found.text);
	if (!silent) state.push(found.kind, '', 0).meta = { start: state.pos, end: found.end, finding };
	state.pos = found.end;
	return true;
}

/** The value in braces, or a finding, and the end of the braces. */
type InBraces = { end: number } & ({ kind: 'value'; value: string } | { kind: 'foreign'; finding: ParseFinding });

/** A value in braces, or another tool's notation, which is reported and shown unchanged. */
function valueInline(state: StateInline, scope: Scope, silent: boolean): boolean {
	const { pos, src } = state;
	const read = readBraces(state, scope);
	if (!read || (read.kind === 'foreign' && src[pos - 1] === '$')) return false;
	if (!silent) {
		const token = state.push('value', '', 0);
		token.content = read.kind === 'value' ? read.value : src.slice(pos, read.end);
		token.meta = { start: pos, end: read.end, ...(read.kind === 'foreign' && { finding: read.finding }) };
	}
	state.pos = read.end;
	return true;
}

function readBraces({ src, pos, posMax, pending, tokens }: StateInline, scope: Scope): InBraces | undefined {
	const brace = closingBrace(src, pos, posMax, scope.facts.scanBudget);
	const end = brace + 1;
	const whole = brace < 0 || end - pos > MAX_LENGTH ? undefined : src.slice(pos, end);
	const inner = whole?.slice(1, -1) ?? '';
	if (isPath(inner)) {
		const value = readValue(inner, scope.known)?.value;
		const isShown = typeof value === 'string' || typeof value === 'number';
		return isShown
			? { kind: 'value', end, value: String(value) }
			: { kind: 'foreign', end, finding: noValue(`{${inner}}`) };
	}
	const code = whole === undefined ? undefined : foreignBraces(whole, scope);
	// In `/users/{user.id}`, braces are a placeholder.
	const isCode = code && (code.severity !== 'warning' || !/[\w/.$@{-]/.test(src[pos - 1] ?? ''));
	if (isCode) return { kind: 'foreign', end, finding: code };
	const other = bracesAt(scope.source.path, src, pos);
	if (other && other.end <= posMax) return { kind: 'foreign', ...other };
	const isAfterLink = pending === '' && /^(?:link_close|image)$/.test(tokens.at(-1)?.type ?? '');
	const unread = whole === undefined ? undefined : unreadBraces(whole, isAfterLink);
	return unread && { kind: 'foreign', end, finding: unread };
}

/** Maximum length of a value in braces, in characters. */
const MAX_LENGTH = 20_000;

/** Elements in which readers see source. */
const SHOWS_SOURCE = /^(?:code|kbd|pre|samp|tt|var)$/;

const valueRender: Render = (walk, token) => {
	const { content } = token;
	const { start = 0, end = 0, finding } = tokenData<{ finding: ParseFinding }>(token);
	if (!finding) walk.copy.replace(start, end, content);
	else if (!walk.isWithin(({ kind, name }) => kind === 'element' && SHOWS_SOURCE.test(name)))
		walk.report(finding, start);
	walk.html.add(escapeText(content));
	walk.text.add(content);
};

/** Removes the comment from the Markdown copy. */
const inlineRender: Render = (walk, token) => {
	const { start = 0, end = 0, finding } = tokenData<{ finding: ParseFinding }>(token);
	if (finding) walk.report(finding, start);
	if (token.type === 'truncate') truncate(walk, start);
	walk.copy.replace(start, end);
};

/** Ends the excerpt of a post; `start` is absent for a mark on its own line. */
function truncate(walk: PageWriter, start?: number): void {
	const report = (message: string): void =>
		walk.report({ severity: 'warning', code: 'truncate', message, hint: 'Remove the mark.', length: 4 }, start);
	if (walk.isCut) report('The excerpt already ends at the truncation mark above.');
	else if (!walk.takesTitle) report('The truncation mark has no effect: only posts of the blog have an excerpt.');
	if (start === undefined) walk.cut();
	else walk.cutLater();
}

export const commentRenderers: Record<string, Render> = {
	comment: inlineRender,
	truncate: (walk, token, tokens, index) => (token.block ? truncate(walk) : inlineRender(walk, token, tokens, index)),
	value: valueRender,
};

/**
 * Notations that other tools brought along: alerts as GitHub has them, `[[toc]]`, `<!--@include: file-->` and
 * `<<< file` of VitePress.
 */
import type { StateBlock, StateCore, Token } from 'markdown-it';
import { escapeAttribute } from '../../model/html.ts';
import { resolvePath, scopeOf } from '../engine/facts.ts';
import { formattedText } from '../engine/text.ts';
import type { Render, Walk } from '../engine/walk.ts';
import { Admonition, openAdmonition, writeTitle } from './admonitions.ts';
import { fenceOfFile } from './code.ts';
import { includeFile } from './partials.ts';

const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*([^\n]*)(?:\n|$)/;

/** Core step, before inline text is parsed: a quote that begins with `[!NOTE]` is an admonition. */
export function alertStep(state: StateCore): void {
	const { tokens } = state;
	for (const [index, token] of tokens.entries()) {
		const inline = tokens[index + 2];
		const found = token.type === 'blockquote_open' && inline?.type === 'inline' ? ALERT.exec(inline.content) : null;
		const end = found
			? tokens.findIndex(({ type, level }, at) => at > index && type === 'blockquote_close' && level === token.level)
			: -1;
		const close = tokens[end];
		if (!found || !inline || !close) continue;
		const [mark, word = '', title = ''] = found;
		token.type = 'alert_open';
		token.meta = { word };
		close.type = 'alert_close';
		inline.content = inline.content.slice(mark.length);
		const line = inline.map?.[0] ?? 0;
		if (inline.map) inline.map = [line + 1, inline.map[1]];
		if (inline.content === '') tokens.splice(index + 1, 3);
		if (title === '') continue;
		const named = new state.Token('inline', '', 0);
		named.content = title.trim();
		named.children = [];
		named.map = [line, line + 1];
		tokens.splice(index + 1, 0, named);
	}
}

/** Kinds of admonition for GitHub's, whose "warning" is less than its "caution". */
const ALERTS: Record<string, string> = {
	note: 'note',
	tip: 'tip',
	important: 'info',
	warning: 'caution',
	caution: 'danger',
};

const openAlert: Render = (walk, tokens, index) => {
	const word = String(tokens[index]?.meta?.word ?? '');
	const name = word.toLowerCase();
	const inline = tokens[index + 1]?.type === 'inline' ? tokens[index + 1] : undefined;
	walk.twin.enter('> ', '> ');
	const finish = openAdmonition(walk, new Admonition('', ALERTS[name] ?? name), () =>
		writeTitle(walk, inline, name.charAt(0).toUpperCase() + name.slice(1), `[!${word}]`),
	);
	const end = (): void => {
		finish();
		walk.twin.leave();
	};
	walk.open({ kind: 'container', name: '', end });
	return inline ? index + 1 : undefined;
};

const close: Render = (walk) => {
	walk.closeContainer();
	return undefined;
};

function lineOf(state: StateBlock, line: number): string | undefined {
	const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
	return (state.sCount[line] ?? 0) - state.blkIndent >= 4 ? undefined : state.src.slice(start, state.eMarks[line]);
}

const CONTENTS = /^\[\[toc\]\][ \t]*$/i;
const INCLUDE = /^<!--\s*@include:\s*([^\s{#]+)(?:#([\w-]+))?\s*(?:\{(\d*)(,?)(\d*)\})?\s*-->[ \t]*$/;
const SNIPPET = /^<<<[ \t]+([^\s#{[]+)(?:#([\w-]+))?[ \t]*(?:\{([^}]*)\})?[ \t]*(?:\[([^\]]+)\])?[ \t]*$/;

/** Block rule for what has a line of its own: contents, and files that take the line's place. */
export function lineRule(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
	const code = state.src.charCodeAt((state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0));
	const text = code === 60 || code === 91 ? lineOf(state, startLine) : undefined;
	if (text === undefined) return false;
	const [, file, part, from, comma, to] = INCLUDE.exec(text) ?? [];
	const [, snippet, region, marked, title] = SNIPPET.exec(text) ?? [];
	if (file === undefined && snippet === undefined && !CONTENTS.test(text)) return false;
	if (silent) return true;
	const scope = scopeOf(state.env);
	const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
	const map: [number, number] = [startLine, startLine + 1];
	const place = { start, length: text.length };
	const lines: [number, number] = [
		Number(from) || 1,
		comma === '' && from ? Number(from) : Number(to) || Number.POSITIVE_INFINITY,
	];
	if (file !== undefined)
		includeFile(
			state,
			{ path: resolvePath(file.replace(/^@\//, '@site/'), scope.source.path), region: part, lines },
			place,
			scope,
		);
	else if (snippet === undefined) state.push('contents', '', 0).map = map;
	else {
		const extension = /\.(\w+)$/.exec(snippet)?.[1] ?? 'text';
		const [, range = '', lang = extension] = /^([\d,-]*)\s*([A-Za-z]\S*)?$/.exec(marked?.trim() ?? '') ?? [];
		const info = `${lang.startsWith(':') ? extension + lang : lang}${range === '' ? '' : ` {${range}}`}${title ? ` title="${title}"` : ''}`;
		fenceOfFile(state, { path: snippet, region, info, start, map });
	}
	state.line = startLine + 1;
	return true;
}

/** Headings of some levels, as lists in lists. */
export function writeContents(walk: Walk, tokens: readonly Token[], [min, max]: [number, number] = [2, 3]): void {
	let html = '';
	let level = min - 1;
	for (const [index, { type, tag, attrGet }] of tokens.entries()) {
		const depth = type === 'heading_open' ? Number(tag.slice(1)) : 0;
		if (!(depth >= min && depth <= max)) continue;
		const id = String(attrGet.call(tokens[index], 'id') ?? '');
		html += level === depth ? '</li>' : '';
		for (; level < depth; level++) html += '<ul><li>'.slice(0, level + 1 < depth ? undefined : 4);
		for (; level > depth; level--) html += '</li></ul></li>';
		html += `<li><a href="#${escapeAttribute(id)}">${formattedText(tokens[index + 1]?.children ?? [])}</a>`;
	}
	for (; level >= min; level--) html += '</li></ul>';
	walk.html.add(html === '' ? '' : `<nav class="contents" aria-label="Contents">${html}</nav>\n`);
}

const contents: Render = (walk, tokens) => {
	writeContents(walk, tokens);
	return undefined;
};

export const flavourRenderers: Record<string, Render> = { alert_open: openAlert, alert_close: close, contents };

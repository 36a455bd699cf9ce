/**
 * Notations that other tools brought along: alerts as GitHub has them, `[[toc]]`, `<!--@include: file-->` and
 * `<<< file` of VitePress, `{.class #id}` behind headings, paragraphs, links and images.
 */
import type { StateBlock, StateCore, StateInline, Token } from 'markdown-it';
import { escapeAttribute, escapeText } from '../../model/html.ts';
import { resolvePath, scopeOf } from '../engine/facts.ts';
import { formattedText } from '../engine/text.ts';
import type { Render, Walk } from '../engine/walk.ts';
import { Admonition, openAdmonition } from './admonitions.ts';
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
		token.meta = { word, title };
		close.type = 'alert_close';
		inline.content = inline.content.slice(mark.length);
		if (inline.map) inline.map = [inline.map[0] + 1, inline.map[1]];
		if (inline.content === '') tokens.splice(index + 1, 3);
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
	const { word, title } = tokens[index]?.meta ?? {};
	const name = String(word).toLowerCase();
	walk.twin.enter('> ', '> ');
	walk.twin.block([`[!${String(word)}]${title ? ` ${String(title)}` : ''}`]);
	const shown = String(title || name.charAt(0).toUpperCase() + name.slice(1));
	const finish = openAdmonition(walk, new Admonition('', ALERTS[name] ?? name), () => walk.html.add(escapeText(shown)));
	const end = (): void => {
		finish();
		walk.twin.leave();
	};
	walk.open({ kind: 'container', name: '', end });
	return undefined;
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

const WORD = String.raw`(?:[.#][\w:-]+|[A-Za-z][\w-]*=(?:"[^"]*"|'[^']*'|[^\s}"']+))`;
const ATTRIBUTES = new RegExp(String.raw`\{\s*(${WORD}(?:\s*${WORD})*)\s*\}`, 'y');
const AT_END = new RegExp(String.raw`(?:^|\s)\{\s*(${WORD}(?:\s*${WORD})*)\s*\}\s*$`);
/** Attributes that are nothing but their values. */
const PLAIN = /^(?:target|rel|width|height|lang|dir|download|loading|align|aria-[a-z]+|data-[a-z-]+)$/;

function setAttributes(token: Token, words: string): void {
	for (const [word] of words.matchAll(new RegExp(WORD, 'g'))) {
		const [, name = '', value = ''] = /^([\w-]+)=(.*)$/.exec(word) ?? [];
		if (word.startsWith('.')) token.attrJoin('class', word.slice(1));
		else if (word.startsWith('#')) token.attrSet('id', word.slice(1));
		else if (PLAIN.test(name) || name === 'title') token.attrSet(name, value.replace(/^(["'])(.*)\1$/, '$2'));
		else token.meta = { ...token.meta, refused: `${token.meta?.refused ?? ''} ${name}` };
	}
}

/** Core step, before inline text is parsed: takes `{.class}` off the ends of headings and paragraphs. */
export function attributeStep(state: StateCore): void {
	for (const [index, token] of state.tokens.entries()) {
		const inline = state.tokens[index + 1];
		if ((token.type !== 'heading_open' && token.type !== 'paragraph_open') || !inline?.content.endsWith('}')) continue;
		const found = AT_END.exec(inline.content);
		const words = found?.[1] ?? '';
		// The ids of headings are those of links, too: another step takes them.
		if (!found || (token.type === 'heading_open' && !words.includes('.'))) continue;
		const id = token.type === 'heading_open' ? /#[\w:-]+/.exec(words)?.[0] : undefined;
		setAttributes(token, id === undefined ? words : words.replace(id, ''));
		inline.content = inline.content.slice(0, found.index) + (id === undefined ? '' : ` {${id}}`);
	}
}

/** Inline rule: `{.class #id}` right behind a link or an image. */
export function attributeRule(state: StateInline, silent: boolean): boolean {
	if (state.src.charCodeAt(state.pos) !== 123 || state.pending !== '') return false;
	const last = state.tokens.at(-1);
	const isLink = last?.type === 'link_close';
	if (!last || (!isLink && last.type !== 'image')) return false;
	ATTRIBUTES.lastIndex = state.pos;
	const [text = '', words = ''] = ATTRIBUTES.exec(state.src) ?? [];
	const token = isLink
		? state.tokens.findLast(({ type, level }) => type === 'link_open' && level === last.level)
		: last;
	if (text === '' || !token) return false;
	if (!silent) {
		setAttributes(token, words);
		state.push('comment', '', 0).meta = { start: state.pos, end: state.pos + text.length };
	}
	state.pos += text.length;
	return true;
}

/** ` class="…" id="…"` and others, as far as an author gave them in braces. */
export function ownAttributes(walk: Walk, token: Token, { id = true } = {}): string {
	for (const name of String(token.meta?.refused ?? '').match(/\S+/g) ?? []) {
		const message = `"${name}" cannot be set in braces.`;
		const hint = 'Write the element in HTML, or give it a class.';
		const start = typeof token.meta?.start === 'number' ? token.meta.start : undefined;
		walk.report({ code: 'refused-attribute', severity: 'warning', message, hint }, start);
	}
	const given = (token.attrs ?? []).filter(([name]) => name === 'class' || (id && name === 'id') || PLAIN.test(name));
	return given
		.map(([name, value]) => {
			if (name === 'id') walk.facts.claim(String(value), walk.scope.source, walk.offset(0));
			return ` ${name}="${escapeAttribute(String(value))}"`;
		})
		.join('');
}

export const flavourRenderers: Record<string, Render> = { alert_open: openAlert, alert_close: close, contents };

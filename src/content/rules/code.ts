/**
 * Fences and indented code. What an author's info string and comments mean is known to `fence.ts` and `samples.ts`,
 * colours to `highlight.ts`; this file finds the fence and writes its HTML (B-172).
 */
import type { StateBlock, Token } from 'markdown-it';
import { type FenceInfo, parseFenceInfo } from '../fence.ts';
import { diffLine, highlight, type LineOptions, languageName, nearestLanguage, renderLines } from '../highlight.ts';
import { isSampleLanguage, readSample, type Sample, shownCode } from '../samples.ts';
import { escapeText, escapeValue } from './elements.ts';
import { scopeOf } from './facts.ts';
import { MANAGERS, translate } from './npm2yarn.ts';
import type { Render, Walk } from './walk.ts';

/** What a block of code shows. */
export interface CodeView {
	code: string;
	lang: string;
	title: string;
	/** Lines, from 1. */
	highlighted: readonly number[];
	showLineNumbers: boolean;
}

/** Block rule. Inside of tags the fence may be indented at will, and its lines less than itself. */
export function fenceRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
	const marker = state.src.charCodeAt(start);
	if ((marker !== 96 && marker !== 126) || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
	const size = state.skipChars(start, marker) - start;
	const info = state.src.slice(start + size, state.eMarks[startLine]);
	if (size < 3 || (marker === 96 && info.includes('`'))) return false;
	if (silent) return true;
	const scope = scopeOf(state.env);
	const container = scope.depth > 0 ? Math.min(scope.container, state.blkIndent) : state.blkIndent;
	let line = startLine + 1;
	let closed = false;
	for (; line < endLine && !closed; line++) {
		if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < container) break;
		closed = isClosing(state, line, marker, size);
	}
	const end = closed ? line - 1 : line;
	const token = state.push('fence', 'code', 0);
	token.info = state.md.utils.unescapeAll(info).trim();
	token.content = state.getLines(startLine + 1, end, state.sCount[startLine] ?? 0, true);
	token.markup = state.src.slice(start, start + size);
	token.map = [startLine, line];
	token.meta = { start };
	state.line = line;
	if (!closed)
		scope.facts.report(scope.source, start, {
			code: 'unclosed-fence',
			message: 'The block of code has no end.',
			hint: `Close it with a line of ${token.markup}.`,
			length: size,
		});
	return true;
}

function isClosing(state: StateBlock, line: number, marker: number, size: number): boolean {
	const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
	if (state.src.charCodeAt(start) !== marker) return false;
	if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
	const end = state.skipChars(start, marker);
	return end - start >= size && state.skipSpaces(end) >= (state.eMarks[line] ?? 0);
}

/** Indented code, where indentation has a meaning: not inside of tags. */
function renderIndented(walk: Walk, token: Token): void {
	const code = token.content.replace(/\n+$/, '');
	show(walk, { code, lang: '', title: '', highlighted: [], showLineNumbers: false });
}

function renderFence(walk: Walk, token: Token): void {
	const words = token.info.split(/\s+/);
	const npm2yarn = words.includes('npm2yarn');
	const info = npm2yarn ? words.filter((word) => word !== 'npm2yarn').join(' ') : token.info;
	const fence = parseFenceInfo(info);
	if (isSampleLanguage(fence.lang)) {
		renderSample(walk, token, { ...fence, lang: fence.lang }, info);
		return;
	}
	const { code, highlighted } = shownCode(fence, token.content);
	const { title, showLineNumbers, lang } = fence;
	checkFence(walk, fence);
	const view = { code, lang, title, highlighted, showLineNumbers };
	const { components } = walk.facts.options;
	if (!npm2yarn || !components.includes('Tabs') || !components.includes('TabItem')) {
		show(walk, view);
		return;
	}
	walk.component('Tabs', { groupId: 'npm2yarn' }, () => {
		for (const [index, { value, label }] of MANAGERS.entries())
			walk.component('TabItem', index === 0 ? { value, label, default: true } : { value, label }, () => {
				walk.html.add(codeBlockHtml({ ...view, code: translate(code, value) }));
			});
	});
	walk.facts.components.add('code');
	note(walk, view);
}

function renderSample(walk: Walk, token: Token, fence: FenceInfo & Pick<Sample, 'lang'>, info: string): void {
	const { source } = walk.scope;
	const first = token.map?.[0] ?? 0;
	const sample = readSample({
		lang: fence.lang,
		info,
		code: token.content,
		line: source.above + first + 2,
		file: source.path,
		indent: takenAway(source.line(first + 1), token.content),
	});
	const index = walk.facts.samples.push(sample) - 1;
	const view = sampleView(sample, fence.showLineNumbers);
	if (!sample.twoslash && sample.queries.length === 0 && sample.errors.length === 0) {
		if (sample.nocheck === undefined) showChecked(walk, view);
		else show(walk, view);
		return;
	}
	walk.facts.annotated = true;
	if (sample.twoslash) walk.facts.typed = true;
	walk.html.piece({ kind: 'sample', sample: index, numbered: fence.showLineNumbers, html: codeBlockHtml(view) });
	walk.facts.components.add('code');
	note(walk, view);
}

/** What a sample shows. Whether its lines are numbered is known to its fence only. */
export function sampleView(sample: Sample, showLineNumbers: boolean): CodeView {
	const { shown: code, lang, title, highlighted } = sample;
	return { code, lang, title, highlighted, showLineNumbers };
}

function takenAway(line: string, code: string): number {
	const end = code.indexOf('\n');
	const first = end < 0 ? code : code.slice(0, end);
	return line.endsWith(first) ? line.length - first.length : 0;
}

function checkFence(walk: Walk, fence: FenceInfo): void {
	for (const { message, hint } of fence.problems)
		walk.report({ severity: 'warning', code: 'fence-info', message: `${message}.`, hint });
	if (fence.lang === '' || languageName(fence.lang) !== undefined) return;
	const near = nearestLanguage(fence.lang);
	walk.report({
		severity: 'warning',
		code: 'unknown-language',
		message: `The language "${fence.lang}" is not known; its code has no colours.`,
		hint: near === undefined ? 'Use "text" for code without colours.' : `Did you mean "${near}"?`,
	});
}

function show(walk: Walk, view: CodeView): void {
	walk.html.add(codeBlockHtml(view));
	walk.facts.components.add('code');
	note(walk, view);
}

function showChecked(walk: Walk, view: CodeView): void {
	walk.html.add(codeBlockHtml(view).slice(0, -END.length));
	walk.html.piece({ kind: 'checked' });
	walk.html.add(END);
	walk.facts.components.add('code');
	note(walk, view);
}

function note(walk: Walk, { code, lang, title }: CodeView): void {
	walk.text.add(`${title} ${code} `);
	walk.twin.fence(code, title === '' ? lang : `${lang} title="${title}"`);
}

const END = '</div>\n';

/** What may be laid over a block of code: types of identifiers, messages below lines. */
interface CodeExtra extends Pick<LineOptions, 'annotations' | 'wrap' | 'below'> {
	/** Further attributes of its element, each after a space. */
	attributes?: string;
	/** HTML below the code. */
	foot?: string;
}

/** HTML of a block of code. Only lines that are highlighted, numbered or changed get an element of their own. */
export function codeBlockHtml(view: CodeView, { attributes = '', foot = '', ...lines }: CodeExtra = {}): string {
	const { code, lang, title, showLineNumbers } = view;
	const name = lang === '' ? '' : ` language-${escapeValue(lang)}`;
	const heading = title === '' ? '' : `<div class="code-title">${escapeText(title)}</div>`;
	const text = renderLines(highlight(code, lang), { ...lines, lineClass: lineClasses(view) });
	return `<div class="code" data-widget="code"${attributes}>${heading}<pre class="code-block${name}${showLineNumbers ? ' numbered' : ''}" tabindex="0"><code>${text}</code></pre>${foot}${END}`;
}

function lineClasses({ code, lang, highlighted, showLineNumbers }: CodeView): LineOptions['lineClass'] {
	const isDiff = lang === 'diff';
	if (highlighted.length === 0 && !showLineNumbers && !isDiff) return undefined;
	const marked = new Set(highlighted);
	const changes = isDiff ? code.split('\n').map(diffLine) : [];
	return (line) => {
		const change = changes[line - 1];
		const name = `${marked.has(line) ? ' hl' : ''}${change === 'ins' || change === 'del' ? ` ${change}` : ''}`;
		return name === '' && !showLineNumbers ? undefined : `line${name}`;
	};
}

const render =
	(write: (walk: Walk, token: Token) => void): Render =>
	(walk, tokens, index) => {
		const token = tokens[index];
		if (token) write(walk, token);
		return undefined;
	};

export const codeRenderers: Record<string, Render> = { fence: render(renderFence), code_block: render(renderIndented) };

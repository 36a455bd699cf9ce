/**
 * Finds fences and indented code and writes their HTML (B-172). `fence.ts` parses info strings, `marks.ts` comments, and
 * `highlight.ts` colors the code.
 */

import { posix } from 'node:path';
import type { StateBlock, Token } from 'markdown-it';
import type { CodePage } from '../../../extension.ts';
import { asidesOf, isPatch, markAsides } from '../../code/asides.ts';
import { type FenceInfo, type Marks, parseFenceInfo } from '../../code/fence.ts';
import {
	diffLine,
	highlight,
	type LineOptions,
	languageName,
	markWords,
	nearestLanguage,
	renderLines,
} from '../../code/highlight.ts';
import { type ShownCode, shownCode } from '../../code/marks.ts';
import { MANAGERS, translate } from '../../code/npm2yarn.ts';
import { lostRegion, readRegion } from '../../code/regions.ts';
import type { AnnotatedFence, FenceProblem } from '../../model/annotation.ts';
import { escapeAttribute, escapeText } from '../../model/html.ts';
import type { ParsedWords } from '../../model/words.ts';
import { type ParseFinding, resolvePath, type Scope, scopeOf } from '../engine/facts.ts';
import { codeLinesOf, foreignInfo } from '../engine/notations.ts';
import { type LanguageReader, readerOf } from '../engine/readers.ts';
import { blockStart, tokenData } from '../engine/tokens.ts';
import type { PageWriter, Render } from '../engine/walk.ts';
import { askExtension } from './extended.ts';

/** The content of a block of code. */
export type CodeView = Pick<FenceInfo, 'lang' | 'title' | 'showLineNumbers'> &
	Pick<ShownCode, 'code' | 'marks' | 'words'> & {
		/** Its code isn't colored. */
		isPlain?: boolean;
	};

/** Code without title, marks and line numbers. */
export function plainView(code: string, lang: string): CodeView {
	return { code, lang, title: '', marks: {}, showLineNumbers: false };
}

/** The file that a fence names, and optionally a region of it. */
interface Named {
	path: string;
	region?: string;
	/** Offset of the path in the body. */
	start: number;
}

const FILE = /(?<!\S)file=(?:"([^"#]+)(?:#([^"]+))?"|'([^'#]+)(?:#([^']+))?'|([^\s"'#]+)(?:#(\S+))?)/;

/** The code of a file or a region, without the marks of regions; empty if there is none, which is reported. */
function codeOfFile({ facts, source }: Scope, { path, region, start }: Named): string {
	// As in VitePress, `@/` is the folder of the site.
	const actual = path.startsWith('@/') ? posix.normalize(path.slice(2)) : resolvePath(path, source.path);
	const file = facts.text(actual, () => source.at(start, path.length));
	if (file === 'refused') return '';
	const lines = file?.text.split('\n') ?? [];
	const read = readRegion(lines, region);
	if (file && read.kind === 'lines') return dedented(lines.filter((_, index) => read.isShown[index]).join('\n'));
	const problem = file
		? lostRegion(path, region ?? '', read)
		: { message: `File ${path} not found.`, hint: 'Paths are relative to the file; @/ is the folder of the site.' };
	const length = path.length + (region === undefined ? 0 : region.length + 1);
	facts.report(source, start, { code: 'missing-file', ...problem, length });
	return '';
}

/** Block rule. Inside tags, a fence may have any indentation, and its lines a smaller one. */
export function fenceRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	const start = blockStart(state, startLine);
	const marker = state.src.charCodeAt(start);
	if (marker !== 96 && marker !== 126) return false;
	const size = state.skipChars(start, marker) - start;
	const info = state.src.slice(start + size, state.eMarks[startLine]);
	if (size < 3 || (marker === 96 && info.includes('`'))) return false;
	if (silent) return true;
	const scope = scopeOf(state.env);
	const container = scope.inside.length > 0 ? Math.min(scope.container, state.blkIndent) : state.blkIndent;
	let line = startLine + 1;
	let closed = false;
	for (; line < endLine && !closed; line++) {
		if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < container) break;
		closed = isClosing(state, line, marker, size);
	}
	const end = closed ? line - 1 : line;
	state.line = line;
	const found = FILE.exec(info);
	const [file, path, region] = found?.filter((part) => part !== undefined) ?? [];
	const token = state.push('fence', 'code', 0);
	token.markup = state.src.slice(start, start + size);
	token.map = [startLine, line];
	token.meta = { start, closed: closed || file !== undefined, isFromFile: file !== undefined };
	if (file !== undefined && path !== undefined) {
		token.info = info.replace(file, '').trim();
		const at = start + size + (found?.index ?? 0) + file.indexOf(path);
		token.content = codeOfFile(scope, { path, region, start: at });
		return true;
	}
	token.info = state.md.utils.unescapeAll(info).trim();
	token.content = state.getLines(startLine + 1, end, state.sCount[startLine] ?? 0, true);
	if (!closed)
		scope.facts.report(scope.source, start, {
			code: 'unclosed-fence',
			message: 'The code block is not closed.',
			hint: `Close it with a line ${token.markup}.`,
			length: size,
		});
	return true;
}

function isClosing(state: StateBlock, line: number, marker: number, size: number): boolean {
	const start = blockStart(state, line);
	if (state.src.charCodeAt(start) !== marker) return false;
	const end = state.skipChars(start, marker);
	return end - start >= size && state.skipSpaces(end) >= (state.eMarks[line] ?? 0);
}

/** Indented code. Inside tags, indentation has no meaning, so there is none. */
function renderIndented(walk: PageWriter, token: Token): void {
	show(walk, plainView(token.content.replace(/\n+$/, ''), ''));
}

function renderFence(walk: PageWriter, token: Token): void {
	const fence = parseFenceInfo(token.info, walk.dialect.readers.words);
	if (!walk.parent?.isGroup) writeFence(walk, token, fence);
	else {
		const tabs = walk.parent.tabs ?? [];
		const name = fence.label ?? (fence.lang || `${tabs.length + 1}`);
		if (tabs.some(({ value }) => value === name))
			walk.report({
				code: 'tabs',
				severity: 'warning',
				message: `Two tabs of the code group have the label "${name}".`,
				hint: 'Write a label in brackets after the language: [npm].',
			});
		tabs.push({ value: name, isDefault: false });
		walk.component('TabItem', { value: name, label: name }, () => writeFence(walk, token, fence));
	}
}

function writeFence(walk: PageWriter, token: Token, written: FenceInfo): void {
	const { lang } = written;
	const { path } = walk.scope.source;
	const { readers, fences } = walk.dialect;
	const { closed, isFromFile } = tokenData<{ closed: boolean; isFromFile: boolean }>(token);
	const reader = readerOf(readers, lang);
	const fence = reader && isFromFile ? { nocheck: 'from a file', ...written } : written;
	const foreign = foreignInfo(path, token.info, isKnown(walk, lang));
	if (foreign) walk.report(foreign);
	for (const { finding, line } of codeLinesOf(path, lang, token.content)) reportLine(walk, token, line, finding);
	noteFacts(walk, token, lang);
	for (const { name, code } of readers.all)
		for (const { line, ...finding } of code.idleWords(fence, pageFor(walk, name)))
			reportLine(walk, token, line, finding);
	// Do not compile an unclosed fence: it contains the rest of the page.
	if (reader && closed !== false) {
		renderAnnotated(walk, token, fence, reader);
		return;
	}
	const { problems, ...shown } = shownCode(fence, token.content, readers.uncut);
	const title = fence.title || (walk.parent?.isGroup ? '' : (fence.label ?? ''));
	if (!foreign) checkFence(walk, token, fence, problems);
	const view: CodeView = {
		lang,
		title,
		showLineNumbers: fence.showLineNumbers,
		isPlain: fences.has(lang.toLowerCase()),
		...shown,
	};
	if (writeExtended(walk, token, view)) return;
	const { components } = walk.facts.options;
	if (!fence.npm2yarn || !components.includes('Tabs') || !components.includes('TabItem')) {
		show(walk, view);
		return;
	}
	const untranslated = new Map<string, string[]>();
	walk.component('Tabs', { groupId: 'npm2yarn' }, () => {
		for (const [index, { value, label }] of MANAGERS.entries())
			walk.component('TabItem', index === 0 ? { value, label, default: true } : { value, label }, () => {
				const { code, left } = translate(shown.code, value);
				for (const command of left) untranslated.set(command, [...(untranslated.get(command) ?? []), label]);
				walk.html.add(codeBlockHtml({ ...view, code }, walk.facts.words));
			});
	});
	for (const [command, labels] of untranslated) reportUntranslated(walk, token, command, labels);
	note(walk, view);
}

/** Writes what an extension makes of a fence; returns false if none reads its language. */
function writeExtended(walk: PageWriter, token: Token, view: CodeView): boolean {
	const { lang } = view;
	const extended = walk.dialect.fences.get(lang);
	if (!extended) return false;
	const { html } = askExtension(walk, token, extended, ({ line, ...finding }) =>
		reportLine(walk, token, line, finding),
	);
	if ('drawing' in html) {
		walk.html.add(html.drawing);
		walk.text.add(`${html.words} `);
		walk.copy.fence(token.content.trimEnd(), lang);
	} else {
		walk.html.add(html.before);
		show(walk, view);
		walk.html.add(html.after);
	}
	return true;
}

/** Whether an extension or the highlighter knows a language. */
function isKnown(walk: PageWriter, lang: string): boolean {
	return walk.dialect.fences.has(lang.toLowerCase()) || languageName(lang) !== undefined;
}

function reportUntranslated(walk: PageWriter, token: Token, command: string, labels: readonly string[]): void {
	const line = token.content.split('\n').findIndex((text) => text.includes(command));
	reportLine(walk, token, line < 0 ? undefined : line, {
		severity: 'warning',
		code: 'package-manager',
		message: `"${command}" is not translated: readers with ${labels.join(' or ')} see npm's command.`,
		hint: 'Write the commands as a code group, with one fence for each package manager.',
	});
}

function renderAnnotated(walk: PageWriter, token: Token, fence: FenceInfo, reader: LanguageReader): void {
	const { source } = walk.scope;
	const first = token.map?.[0] ?? 0;
	const names = reader.code.variants(token.content);
	const input = {
		lang: reader.lang,
		info: fence,
		code: token.content,
		line: source.above + first + 2,
		file: source.path,
		indent: removedIndent(source.line(first + 1), token.content),
		page: pageFor(walk, reader.name),
	};
	const base = reader.code.read(input);
	const variants = names.map((variant) => reader.code.read({ ...input, variant }));
	const index = walk.facts.fences.push(base, ...variants) - 1 - variants.length;
	noteVariants(walk, names);
	checkFence(
		walk,
		token,
		fence,
		[base, ...variants].flatMap(({ problems }) => problems),
	);
	const view = fenceView(base, fence.showLineNumbers);
	const isPlain = !base.twoslash && base.queries.length === 0 && base.errors.length === 0;
	if (isPlain && variants.length === 0) {
		if (base.nocheck === undefined) showWithVersion(walk, view, index);
		else show(walk, view);
		return;
	}
	if (base.twoslash) walk.facts.shows = 'types';
	else if (walk.facts.shows === 'nothing') walk.facts.shows = 'results';
	const html = (of: AnnotatedFence): string => codeBlockHtml(fenceView(of, fence.showLineNumbers), walk.facts.words);
	walk.html.piece({
		kind: 'annotated',
		fence: index,
		numbered: fence.showLineNumbers,
		html: html(base),
		...(names.length > 0 && {
			variants: variants.map((of, at) => ({ name: names[at] ?? '', fence: index + 1 + at, html: html(of) })),
		}),
	});
	note(walk, view);
	walk.copy.annotation(index);
	for (const [at, variant] of variants.entries()) copyVariant(walk, base, variant, index + 1 + at);
}

/** Writes the name of a variant, the lines that it changes and its annotation. */
function copyVariant(walk: PageWriter, base: AnnotatedFence, variant: AnnotatedFence, index: number): void {
	walk.copy.block([`**${variant.variant ?? ''}**`]);
	const same = base.shownLines.filter((line) => variant.shownLines.includes(line));
	const lines = [...changesOf(base, same, '- '), ...changesOf(variant, same, '+ ')];
	// Between two lines that both have, removed lines come first.
	const changes = lines.sort((a, b) => a.after - b.after).map(({ text }) => text);
	if (changes.length > 0) walk.copy.fence(changes.join('\n'), 'diff');
	walk.copy.annotation(index);
}

/** The lines of a fence that are not in `same`, with `sign`, and the number of lines of `same` before them. */
function changesOf(
	{ shown, shownLines }: AnnotatedFence,
	same: readonly number[],
	sign: string,
): { after: number; text: string }[] {
	return shown.split('\n').flatMap((text, index) => {
		const line = shownLines[index] ?? 0;
		return same.includes(line) ? [] : { after: same.filter((one) => one < line).length, text: sign + text };
	});
}

/** Adds the variants of a fence to the component around it. */
function noteVariants(walk: PageWriter, names: string[]): void {
	const known = walk.variants;
	if (!known && names.length > 0)
		walk.report({
			severity: 'warning',
			code: 'variants-unseen',
			message: `The variant "${names[0]}" is never shown.`,
			hint: 'Put the fence between <Variants> and </Variants>.',
		});
	for (const name of names) if (known && !known.includes(name)) known.push(name);
}

/** Removes the indentation that all lines share. */
function dedented(text: string): string {
	const depths = [...text.matchAll(/^[ \t]*(?=\S)/gm)].map(([spaces]) => spaces.length);
	return text.replace(new RegExp(`^[ \\t]{${Math.min(...depths, 100)}}`, 'gm'), '');
}

/** The block of code for a fence. */
export function fenceView(fence: AnnotatedFence, showLineNumbers: CodeView['showLineNumbers']): CodeView {
	return { ...fence, code: fence.shown, showLineNumbers };
}

/** Characters of indentation that Markdown removed. */
function removedIndent(line: string, code: string): number {
	const end = code.indexOf('\n');
	const first = end < 0 ? code : code.slice(0, end);
	return line.endsWith(first) ? line.length - first.length : 0;
}

/** Reports a finding at a line of the code, or at the fence. */
function reportLine(walk: PageWriter, token: Token, line: number | undefined, finding: ParseFinding): void {
	const { source } = walk.scope;
	const { isFromFile = false } = tokenData<{ isFromFile: boolean }>(token);
	if (line === undefined || isFromFile) {
		walk.report(finding);
		return;
	}
	const index = (token.map?.[0] ?? 0) + 1 + line;
	const text = source.line(index);
	const start = Math.max(text.search(/[^\s>]/), 0);
	walk.report({ ...finding, length: text.trimEnd().length - start }, source.lineStart(index) + start);
}

/** Keeps what extensions find in the code, with its place. */
function noteFacts(walk: PageWriter, token: Token, lang: string): void {
	const { source, facts } = walk.scope;
	const { isFromFile = false } = tokenData<{ isFromFile: boolean }>(token);
	for (const { name: extension, find } of walk.dialect.readers.finders)
		for (const { line, column, length, data } of find(token.content, lang, pageFor(walk, extension))) {
			const index = (token.map?.[0] ?? 0) + 1 + line;
			const removed = source.line(index).length - (token.content.split('\n')[line] ?? '').length;
			const place = isFromFile ? source.at(walk.start) : source.at(source.lineStart(index) + removed + column, length);
			facts.codeFacts.push({ extension, data, ...place });
		}
}

/** The page, for the reader of an extension. */
function pageFor({ facts, version }: PageWriter, extension: string): CodePage {
	return { version, parsing: facts.options.parsing?.[extension] };
}

function checkFence(walk: PageWriter, token: Token, fence: FenceInfo, problems: readonly FenceProblem[]): void {
	for (const { message, hint, line } of [...fence.problems, ...problems])
		reportLine(walk, token, line, { severity: 'warning', code: 'fence-info', message: `${message}.`, hint });
	if (fence.continues && readerOf(walk.dialect.readers, fence.lang) === undefined)
		walk.report({
			severity: 'warning',
			code: 'fence-info',
			message: 'Only ts and tsx continue the fence above.',
			hint: 'Remove "continues": no other language is checked.',
		});
	if (fence.lang === '' || isKnown(walk, fence.lang)) return;
	// An unknown language that resembles no known one is probably not a typo.
	const near = nearestLanguage(fence.lang);
	if (near === undefined) return;
	walk.report({
		severity: 'warning',
		code: 'unknown-language',
		message: `The language "${fence.lang}" is not known; its code is not highlighted.`,
		hint: `Did you mean "${near}"?`,
	});
}

function show(walk: PageWriter, view: CodeView): void {
	walk.html.add(codeBlockHtml(view, walk.facts.words));
	note(walk, view);
}

function showWithVersion(walk: PageWriter, view: CodeView, fence: number): void {
	walk.html.add(codeBlockHtml(view, walk.facts.words).slice(0, -END.length));
	walk.html.piece({ kind: 'checked', fence });
	walk.html.add(END);
	note(walk, view);
}

function note(walk: PageWriter, { code, lang, title, showLineNumbers, marks, words }: CodeView): void {
	if (showLineNumbers) walk.facts.components.add('numbered');
	if (hasFocus(marks)) walk.facts.components.add('focused');
	if (words) walk.facts.components.add('marked');
	walk.text.add(`${title} ${code} `);
	// Without signs, removed lines would be code.
	const isChange = lang !== 'diff' && Object.values(marks).some((mark) => mark.includes('del'));
	const signOf = (mark = ''): string => (mark.includes('del') ? '-' : mark.includes('ins') ? '+' : ' ');
	const lines = code.split('\n').map((line, at) => (signOf(marks[at + 1]) + line).trimEnd());
	const name = title === '' ? '' : ` title="${title}"`;
	walk.copy.fence(isChange ? lines.join('\n') : code, (isChange ? 'diff' : lang) + name);
}

const END = '</div>\n';

/** Additions to a block of code: types of identifiers, messages below lines. */
interface CodeExtra extends Pick<LineOptions, 'annotations' | 'wrap' | 'below'> {
	/** Additional attributes of its element, with a leading space. */
	attributes?: string;
	/** HTML below the code. */
	foot?: string;
}

/** Characters of a line that fit on a phone; longer lines wrap there, and are marked. */
const PHONE_CHARS = 40;

/** In the HTML from the start, so that the layout does not shift when scripts enable it (B-173). */
function copyButton({ copyCode, copy }: CodeWords): string {
	return `<div class="code-actions scripted"><button type="button" aria-label="${escapeAttribute(copyCode)}">${escapeText(copy)}</button></div>`;
}

/** The button in any language. */
export const COPY_BUTTON =
	/<div class="code-actions scripted"><button type="button" aria-label="[^"]*">[^<]*<\/button><\/div>/g;

type CodeWords = Pick<ParsedWords, 'copy' | 'copyCode'>;

/** A class for files of the server (`near`) or the client (`far`), according to their names. */
function sideClass(title: string): string {
	const [, side] = /\b(server|client)\b/.exec(title) ?? [];
	return side === undefined ? '' : side === 'server' ? ' near' : ' far';
}

/** Box-drawing characters, as in trees of files. */
const BOX_DRAWING = /[├└│]/;

/** HTML of a block of code. Only marked, numbered and long lines get an element. */
export function codeBlockHtml(
	view: CodeView,
	words: CodeWords,
	{ attributes = '', foot = '', ...lines }: CodeExtra = {},
): string {
	const { code, lang, title, words: marked, showLineNumbers } = view;
	const name = lang === '' ? '' : ` language-${escapeAttribute(lang)}`;
	const heading = title === '' ? '' : `<div class="code-title${sideClass(title)}">${escapeText(title)}</div>`;
	const asides = asidesOf(code, lang);
	const text = renderLines(markWords(markAsides(highlight(code, view.isPlain ? '' : lang), asides), marked), {
		...lines,
		lineAttributes: lineAttributes(view, (line) => asides?.[line - 1]?.isOutput === true),
	});
	const looks = [
		showLineNumbers && 'numbered',
		hasFocus(view.marks) && 'focused',
		BOX_DRAWING.test(code) && 'drawn',
		lang === 'diff' && isPatch(code) && 'patch',
	];
	const classes = [`code-block${name}`, ...looks.filter(Boolean)].join(' ');
	return `<div class="code" data-widget="code"${attributes}>${heading}<pre class="${classes}" tabindex="0"><code>${text}</code></pre>${copyButton(words)}${foot}${END}`;
}

function hasFocus(marks: Marks): boolean {
	return Object.values(marks).some((mark) => mark.includes('focus'));
}

function lineAttributes(
	{ code, lang, marks, showLineNumbers }: CodeView,
	isOutput: (line: number) => boolean,
): LineOptions['lineAttributes'] {
	const isDiff = lang === 'diff';
	const lines = code.split('\n');
	const changes = isDiff ? lines.map(diffLine) : [];
	const first = showLineNumbers === true ? 1 : Number(showLineNumbers);
	return (line) => {
		const change = changes[line - 1];
		const own = change === 'ins' || change === 'del' ? change : '';
		const names = [marks[line] ?? '', own, isOutput(line) ? 'out' : ''].filter(Boolean);
		const isLong = (lines[line - 1] ?? '').length > PHONE_CHARS;
		if (names.length === 0 && !showLineNumbers && !isLong) return undefined;
		const number = first > 1 ? ` data-line="${first + line - 1}"` : '';
		return `class="${['line', ...names].join(' ')}"${number}`;
	};
}

export const codeRenderers: Record<string, Render> = { fence: renderFence, code_block: renderIndented };

/**
 * Formats diagnostics: text for a terminal, JSON lines, HTML for the overlay of `docsgen dev`. All of them show the same
 * findings in the same order. Pure: uses no streams, and no environment except its arguments.
 */
import { styleText } from 'node:util';
import { escapeAttribute } from '../../content/model/html.ts';
import type { Diagnostic, Severity } from '../../content/model/page.ts';

export interface TextOptions {
	/** Default false; see `wantsColor`. */
	color?: boolean;
	/** Terminal columns; longer excerpt lines are cut around the finding. Default 100. */
	width?: number;
	/** Maximum number of findings to show per kind; the others are counted. Default all. */
	most?: number;
}

/** FORCE_COLOR decides if it is set (`0` and `false` mean no), then NO_COLOR, then whether the output is a terminal. */
export function wantsColor(isTTY: boolean, env: Record<string, string | undefined>): boolean {
	const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
	if (force !== undefined) return force !== '0' && force !== 'false';
	return isTTY && !no && term !== 'dumb';
}

/**
 * The report: grouped by code, within a group by file and line, errors last because a terminal shows the end; then the
 * count of each severity. Ends with a newline; empty if there are no findings. Control characters are shown as symbols.
 * Messages of several lines are kept as they are (B-281).
 */
export function toText(
	diagnostics: readonly Diagnostic[],
	{ color = false, width = 100, most = Number.POSITIVE_INFINITY }: TextOptions = {},
): string {
	if (diagnostics.length === 0) return '';
	const paint: Paint = color ? (format, text) => styleText(format, text, { validateStream: false }) : (_, text) => text;
	const blocks = grouped(diagnostics).flatMap(({ title, items }) => [
		paint('bold', visible(title)),
		...items.slice(0, most).map((item) => block(item, paint, width)),
		...(items.length > most ? [`and ${items.length - most} more of this kind: --verbose shows them.`] : []),
	]);
	return `${[...blocks, closingLine(diagnostics)].join('\n\n')}\n`;
}

/** One JSON object per line, in the report's order, fields in the order of `FIELDS`, without absent ones. */
export function toJsonLines(diagnostics: readonly Diagnostic[]): string {
	return inOrder(diagnostics)
		.map((item) => `${JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, item[field]])))}\n`)
		.join('');
}

/** Annotations for GitHub Actions: one per finding, at its line. */
export function toGithub(diagnostics: readonly Diagnostic[]): string {
	const value = (text: string): string => text.replace(/[%\r\n]/g, encodeURIComponent);
	const property = (text: string): string => value(text).replace(/[:,]/g, encodeURIComponent);
	const command = { error: 'error', warning: 'warning', info: 'notice' } as const;
	return inOrder(diagnostics)
		.map(({ severity, code, message, file, line, column, length, hint }) => {
			const place = { file, line, col: column, endColumn: column && length ? column + length : undefined, title: code };
			const properties = Object.entries(place).flatMap(([name, of]) =>
				of === undefined ? [] : [`${name}=${property(String(of))}`],
			);
			const text = hint === undefined ? message : `${message}\n${hint}`;
			return `::${command[severity]} ${properties.join(',')}::${value(text)}\n`;
		})
		.join('');
}

/** SARIF 2.1.0, for code scanning services. */
export function toSarif(diagnostics: readonly Diagnostic[], version: string): string {
	const level = { error: 'error', warning: 'warning', info: 'note' } as const;
	const found = inOrder(diagnostics);
	const results = found.map(({ code, severity, message, hint, file, line, column, length }) => ({
		ruleId: code,
		level: level[severity],
		message: { text: hint === undefined ? message : `${message}\n${hint}` },
		locations:
			file === undefined
				? []
				: [
						{
							physicalLocation: {
								artifactLocation: { uri: encodeURI(file) },
								region: line && {
									startLine: line,
									startColumn: column,
									endColumn: column && length ? column + length : undefined,
								},
							},
						},
					],
	}));
	const rules = [...new Set(found.map(({ code }) => code))].map((id) => ({ id }));
	const tool = { driver: { name: 'docsgen', version, rules } };
	const log = {
		$schema: 'https://json.schemastore.org/sarif-2.1.0.json',
		version: '2.1.0',
		runs: [{ tool, columnKind: 'utf16CodeUnits', results }],
	};
	return `${JSON.stringify(log, undefined, '\t')}\n`;
}

const FIELDS = [
	'code',
	'severity',
	'message',
	'file',
	'line',
	'column',
	'length',
	'excerpt',
	'hint',
	'notes',
	'setting',
] as const satisfies (keyof Diagnostic)[];

/** `2 errors, 1 warning`: without zero counts; empty if there are no findings. */
export function closingLine(diagnostics: readonly Diagnostic[]): string {
	const count = (severity: Severity): string => {
		const number = diagnostics.filter((item) => item.severity === severity).length;
		return number === 0 ? '' : `${number} ${severity}${number === 1 ? '' : 's'}`;
	};
	return [count('error'), count('warning'), count('info')].filter(Boolean).join(', ');
}

/* ---------------------------------------------------------------- order */

const RANK: Record<Severity, number> = { info: 0, warning: 1, error: 2 };

/** Groups by code; the title names the setting that controls the severity of the code, if there is one. */
function grouped(diagnostics: readonly Diagnostic[]): { title: string; items: Diagnostic[] }[] {
	const groups = new Map<string, Diagnostic[]>();
	for (const item of diagnostics) {
		const known = groups.get(item.code);
		if (known) known.push(item);
		else groups.set(item.code, [item]);
	}
	const worst = (items: Diagnostic[]): number => Math.max(...new Set(items.map((item) => RANK[item.severity])));
	return [...groups]
		.map(([code, items]) => ({ code, items: items.sort(byPlace), rank: worst(items) }))
		.sort((a, b) => a.rank - b.rank || compare(a.code, b.code))
		.map(({ code, items }) => ({ title: items[0]?.setting ? `${code} (setting: ${items[0].setting})` : code, items }));
}

function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
	return grouped(diagnostics).flatMap(({ items }) => items);
}

/** Sorting is stable, so findings at the same place keep their order. */
function byPlace(a: Diagnostic, b: Diagnostic): number {
	return compare(a.file ?? '', b.file ?? '') || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

/** By code units: the same order on every machine, whatever its locale. */
function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/* ---------------------------------------------------------------- terminal */

type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

const COLORS = { error: 'red', warning: 'yellow', info: 'cyan' } as const satisfies Record<Severity, string>;

function block(item: Diagnostic, paint: Paint, width: number): string {
	const place = placeOf(item);
	const word = paint(['bold', COLORS[item.severity]], `${item.severity}:`);
	const lines = [`${place && `${paint('bold', place)} `}${word} ${visible(item.message)}`];
	const excerpt = excerptOf(item, width);
	const gutter = Math.max(...excerpt.map(({ number }) => number.length), 0);
	for (const { number, before, marked, after, caret } of excerpt) {
		const edge = (text: string): string => paint('dim', `  ${text.padStart(gutter)} |`);
		lines.push(`${edge(number)} ${before}${marked}${after}`.trimEnd());
		if (caret) lines.push(`${edge('')} ${' '.repeat(caret.at)}${paint(COLORS[item.severity], tail(caret.width))}`);
	}
	if (item.hint !== undefined) lines.push(labelled(paint('cyan', 'hint:'), 'hint:', item.hint));
	for (const note of item.notes ?? []) lines.push(labelled(paint('dim', 'note:'), 'note:', note));
	return lines.join('\n');
}

/** `content/docs/a.md:12:5`, the form that terminals and editors turn into a link. */
function placeOf({ file, line, column }: Diagnostic): string {
	if (file === undefined) return '';
	return [visible(file), line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
}

function tail(width: number): string {
	return `^${'~'.repeat(Math.max(0, width - 1))}`;
}

function labelled(painted: string, label: string, text: string): string {
	return `  ${painted} ${visible(text).replaceAll('\n', `\n${' '.repeat(label.length + 3)}`)}`;
}

/* ---------------------------------------------------------------- excerpt */

/** One displayed source line, cut around the marked part; `caret` is in terminal cells from the start of the line. */
interface ExcerptLine {
	/** Line number, or empty if the finding has none. */
	number: string;
	before: string;
	marked: string;
	after: string;
	caret?: { at: number; width: number };
}

/** Maximum number of source lines. */
const MAX_LINES = 6;
/** Terminal cells left of the mark that stay visible in a cut line. */
const LEAD_CELLS = 20;
const TAB_CELLS = 4;
const ELLIPSIS = '…';

function excerptOf({ excerpt, line, column, length = 1 }: Diagnostic, width: number): ExcerptLine[] {
	if (excerpt === undefined) return [];
	const lines = excerpt.split(/\r?\n/);
	const shown = lines.slice(0, MAX_LINES);
	const digits = line === undefined ? 0 : String(line + shown.length - 1).length;
	const room = Math.max(LEAD_CELLS + 20, width - digits - 5);
	return shown.map((text, index) => {
		const number = line === undefined ? '' : String(line + index);
		// Column and length refer to the first line.
		const mark = index === 0 && column !== undefined ? { from: column - 1, length } : undefined;
		return { number, ...cutLine(text, mark, room) };
	});
}

/** A piece of text drawn as a unit: an emoji, a letter with its accents, an expanded tab. */
interface Glyph {
	text: string;
	cells: number;
	role: 'before' | 'marked' | 'after';
}

function cutLine(
	text: string,
	mark: { from: number; length: number } | undefined,
	room: number,
): Omit<ExcerptLine, 'number'> {
	const from = Math.min(Math.max(mark?.from ?? 0, 0), text.length);
	// A line may be a megabyte long; only this much around the mark can be visible.
	const start = snap(text, Math.max(0, from - 2 * room));
	const end = snap(text, from + 2 * room);
	const glyphs = toGlyphs(text.slice(start, end), mark && { from: from - start, to: from - start + mark.length });
	const { shown, cutLeft, cutRight } = fit(glyphs, { room, atStart: start === 0, atEnd: end === text.length });
	const join = (role: Glyph['role']): string =>
		shown.flatMap((glyph) => (glyph.role === role ? glyph.text : [])).join('');
	const cells = (role: Glyph['role']): number =>
		shown.reduce((sum, glyph) => sum + (glyph.role === role ? glyph.cells : 0), 0);
	return {
		before: (cutLeft ? ELLIPSIS : '') + join('before'),
		marked: join('marked'),
		after: join('after') + (cutRight ? ELLIPSIS : ''),
		caret: mark && { at: cells('before') + (cutLeft ? 1 : 0), width: cells('marked') },
	};
}

/** Moves an index between the halves of a surrogate pair to the start of the pair. */
function snap(text: string, index: number): number {
	const inside = index > 0 && index < text.length && /[\uDC00-\uDFFF]/.test(text[index] ?? '');
	return Math.min(inside ? index - 1 : index, text.length);
}

function toGlyphs(text: string, mark: { from: number; to: number } | undefined): Glyph[] {
	const glyphs: Glyph[] = [];
	let column = 0;
	for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
		const tab = TAB_CELLS - (column % TAB_CELLS);
		const [shown, cells] = segment === '\t' ? [' '.repeat(tab), tab] : [visible(segment), cellsOf(segment)];
		const end = index + segment.length;
		const role = mark === undefined || index >= mark.to ? 'after' : end <= mark.from ? 'before' : 'marked';
		glyphs.push({ text: shown, cells, role });
		column += cells;
	}
	return glyphs;
}

/** The glyphs that fit into `room` cells: the start of the mark, some text before it, and as much as fits after it. */
function fit(
	glyphs: Glyph[],
	{ room, atStart, atEnd }: { room: number; atStart: boolean; atEnd: boolean },
): { shown: Glyph[]; cutLeft: boolean; cutRight: boolean } {
	const total = glyphs.reduce((sum, glyph) => sum + glyph.cells, 0);
	if (atStart && atEnd && total <= room) return { shown: glyphs, cutLeft: false, cutRight: false };
	const marked = glyphs.findIndex((glyph) => glyph.role !== 'before');
	let first = marked < 0 ? glyphs.length : marked;
	let last = first;
	// Both ends may need an ellipsis.
	let used = 2;
	const take = (glyph: Glyph | undefined, limit: number): boolean => {
		if (glyph === undefined || used + glyph.cells > limit) return false;
		used += glyph.cells;
		return true;
	};
	while (take(glyphs[first - 1], LEAD_CELLS)) first--;
	while (take(glyphs[last], room)) last++;
	while (take(glyphs[first - 1], room)) first--;
	return { shown: glyphs.slice(first, last), cutLeft: first > 0 || !atStart, cutRight: last < glyphs.length || !atEnd };
}

/** East Asian letters and symbols that terminals draw two cells wide (Unicode annex 11, W and F). */
const WIDE =
	/[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;

/** Terminal cells of one grapheme. */
function cellsOf(grapheme: string): number {
	if (WIDE.test(grapheme) || /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u.test(grapheme)) return 2;
	return /^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(grapheme) && visible(grapheme) === grapheme ? 0 : 1;
}

/**
 * Makes text safe for a terminal: control characters except newline and tab become visible symbols, characters that
 * change the reading direction become U+FFFD. The number of characters stays the same.
 */
function visible(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
	return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, (character) => {
		const code = character.charCodeAt(0);
		return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
	});
}

/* ---------------------------------------------------------------- overlay */

/** Excerpts in the overlay scroll; only extremely long lines are cut. */
const OVERLAY_CELLS = 400;

/**
 * The report as an HTML fragment for `OVERLAY_CSS`: elements, classes and escaped text only. Without scripts, styles or
 * event handlers it is safe under a strict content security policy, whatever the texts contain.
 */
export function toOverlayHtml(diagnostics: readonly Diagnostic[]): string {
	if (diagnostics.length === 0) return '';
	const sections = grouped(diagnostics).map(
		({ title, items }) => `<section><h2>${escaped(title)}</h2>${items.map(overlayItem).join('')}</section>`,
	);
	const count = `<p class="docsgen-report-count">${escaped(closingLine(diagnostics))}</p>`;
	return `<div class="docsgen-report" role="alert">${count}${sections.join('')}</div>`;
}

function overlayItem(item: Diagnostic): string {
	const place = placeOf(item);
	const lines = excerptOf(item, OVERLAY_CELLS).map(({ number, before, marked, after, caret }) => {
		const mark = caret ? `<mark>${escaped(marked || ' ')}</mark>` : '';
		return `<span class="docsgen-report-gutter">${number.padStart(4)} | </span>${escaped(before)}${mark}${escaped(after)}`;
	});
	return [
		`<article class="docsgen-report-${item.severity}">`,
		place && `<p class="docsgen-report-place">${escaped(place)}</p>`,
		`<p class="docsgen-report-message"><strong>${item.severity}:</strong> ${escaped(item.message)}</p>`,
		lines.length > 0 && `<pre>${lines.join('\n')}</pre>`,
		item.hint !== undefined && `<p class="docsgen-report-hint"><strong>hint:</strong> ${escaped(item.hint)}</p>`,
		...(item.notes ?? []).map((note) => `<p class="docsgen-report-note"><strong>note:</strong> ${escaped(note)}</p>`),
		'</article>',
	]
		.filter((part) => typeof part === 'string')
		.join('');
}

const escaped = (text: string): string => escapeAttribute(visible(text));

/** For a constructed style sheet in the overlay's shadow root, which no policy forbids. */
export const OVERLAY_CSS = `.docsgen-report {
	position: fixed;
	inset: 0;
	z-index: 2147483647;
	overflow: auto;
	padding: 2rem clamp(1rem, 5vw, 4rem);
	background: rgb(18 20 26 / 96%);
	color: #e8eaf0;
	font: 15px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
	text-align: start;
}
.docsgen-report h2, .docsgen-report p, .docsgen-report pre { margin: 0 0 0.5rem; font: inherit; }
.docsgen-report h2 { margin-top: 1.5rem; color: #a8b0c2; }
.docsgen-report p { white-space: pre-wrap; overflow-wrap: anywhere; }
.docsgen-report article { margin: 0 0 1.5rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--tone); }
.docsgen-report pre { overflow-x: auto; padding: 0.75rem; background: #0b0d12; color: inherit; tab-size: 4; }
.docsgen-report mark { background: none; color: var(--tone); text-decoration: underline wavy; }
.docsgen-report-error { --tone: #ff7b82; }
.docsgen-report-warning { --tone: #f5c451; }
.docsgen-report-info { --tone: #6cc7f5; }
.docsgen-report-place, .docsgen-report-count { font-weight: 700; }
.docsgen-report-message strong { color: var(--tone); }
.docsgen-report-gutter, .docsgen-report-note { color: #a8b0c2; user-select: none; }
.docsgen-report-note { user-select: auto; }
`;

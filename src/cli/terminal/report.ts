/**
 * Formats diagnostics: text for a terminal and the same text as HTML for the overlay of `docsgen dev`, JSON lines,
 * annotations, SARIF. All of them show the same findings in the same order. Pure: uses no streams, and no environment
 * except its arguments.
 */
import { styleText } from 'node:util';
import { eastAsianWidth } from 'get-east-asian-width';
import { escapeAttribute } from '../../content/model/html.ts';
import type { Diagnostic, Severity } from '../../content/model/page.ts';

interface TextOptions {
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
export function toText(diagnostics: readonly Diagnostic[], { color = false, width, most }: TextOptions = {}): string {
	if (diagnostics.length === 0) return '';
	return `${report(diagnostics, color ? COLORED : PLAIN, width, most)}\n`;
}

/**
 * The same report as an HTML fragment for `OVERLAY_CSS`: elements, classes and escaped text only. Without scripts, styles
 * or event handlers it is safe under a strict content security policy, whatever the texts contain.
 */
export function toOverlayHtml(diagnostics: readonly Diagnostic[], most?: number): string {
	if (diagnostics.length === 0) return '';
	return `<div class="docsgen-report" role="alert"><pre>${report(diagnostics, HTML, 100, most)}</pre></div>`;
}

function report(
	diagnostics: readonly Diagnostic[],
	style: Style,
	width = 100,
	most = Number.POSITIVE_INFINITY,
): string {
	const blocks = grouped(diagnostics).flatMap(({ title, items }) => [
		style.paint(['bold'], style.text(title)),
		...items.slice(0, most).map((item) => block(item, style, width)),
		...(items.length > most ? [`and ${items.length - most} more of this kind: --verbose shows them.`] : []),
	]);
	return [...blocks, closingLine(diagnostics)].join('\n\n');
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
		.filter((item) => !isHeadline(item))
		.map((item) => {
			const { severity, code, file, line, column } = item;
			const place = { file, line, col: column, endColumn: endColumnOf(item), title: code };
			const properties = Object.entries(place).flatMap(([name, of]) =>
				of === undefined ? [] : [`${name}=${property(String(of))}`],
			);
			return `::${command[severity]} ${properties.join(',')}::${value(withHint(item))}\n`;
		})
		.join('');
}

/** SARIF 2.1.0, for code scanning services. */
export function toSarif(diagnostics: readonly Diagnostic[], version: string): string {
	const level = { error: 'error', warning: 'warning', info: 'note' } as const;
	const found = inOrder(diagnostics).filter((item) => !isHeadline(item));
	const locationsOf = (item: Diagnostic): unknown[] => {
		const { file, line, column } = item;
		if (file === undefined) return [];
		const region = line && { startLine: line, startColumn: column, endColumn: endColumnOf(item) };
		return [{ physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region } }];
	};
	const results = found.map((item) => ({
		ruleId: item.code,
		level: level[item.severity],
		message: { text: withHint(item) },
		locations: locationsOf(item),
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

function withHint({ message, hint }: Diagnostic): string {
	return hint === undefined ? message : `${message}\n${hint}`;
}

function endColumnOf({ column, length }: Diagnostic): number | undefined {
	return column && length ? column + length : undefined;
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

/** Whether it lists what other findings say at their places. */
function isHeadline({ about }: Diagnostic): boolean {
	return about?.links !== undefined;
}

/** `2 errors, 1 warning`: without zero counts and headlines; empty if there are no findings. */
export function closingLine(diagnostics: readonly Diagnostic[]): string {
	const count = (severity: Severity): string => {
		const number = diagnostics.filter((item) => item.severity === severity && !isHeadline(item)).length;
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

/* ---------------------------------------------------------------- one finding */

type Format = 'bold' | 'dim' | 'red' | 'yellow' | 'cyan';

/** How a report is drawn. */
interface Style {
	/** Makes text of authors harmless. */
	text(text: string): string;
	paint(formats: Format[], text: string): string;
	/** Where a finding is. */
	place(text: string): string;
}

const PLAIN: Style = { text: visible, paint: (_, text) => text, place: (text) => text };
const COLORED: Style = {
	text: visible,
	paint: (formats, text) => styleText(formats, text, { validateStream: false }),
	place: (text) => styleText('bold', text, { validateStream: false }),
};
const HTML: Style = {
	text: (text) => escapeAttribute(visible(text)),
	paint: (formats, text) => `<span class="${formats.join(' ')}">${text}</span>`,
	// A script opens the author's editor there.
	place: (text) => `<button class="place" type="button">${text}</button>`,
};

const COLORS = { error: 'red', warning: 'yellow', info: 'cyan' } as const satisfies Record<Severity, Format>;

function block(item: Diagnostic, { text, paint, place: placed }: Style, width: number): string {
	const place = text(placeOf(item));
	const word = paint(['bold', COLORS[item.severity]], `${item.severity}:`);
	const lines = [`${place && `${placed(place)} `}${word} ${text(item.message)}`];
	const excerpt = excerptOf(item, width);
	const gutter = Math.max(...excerpt.map(({ number }) => number.length), 0);
	for (const { number, shown, caret } of excerpt) {
		const edge = (text: string): string => paint(['dim'], `  ${text.padStart(gutter)} |`);
		lines.push(`${edge(number)} ${text(shown)}`.trimEnd());
		if (caret) lines.push(`${edge('')} ${' '.repeat(caret.at)}${paint([COLORS[item.severity]], tail(caret.width))}`);
	}
	const labelled = (label: string, painted: string, lines: string): string =>
		`  ${painted} ${text(lines).replaceAll('\n', `\n${' '.repeat(label.length + 3)}`)}`;
	if (item.hint !== undefined) lines.push(labelled('hint:', paint(['cyan'], 'hint:'), item.hint));
	for (const note of item.notes ?? []) lines.push(labelled('note:', paint(['dim'], 'note:'), note));
	return lines.join('\n');
}

/** `content/docs/a.md:12:5`, the form that terminals and editors turn into a link. */
function placeOf({ file, line, column }: Diagnostic): string {
	if (file === undefined) return '';
	return [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
}

function tail(width: number): string {
	return `^${'~'.repeat(Math.max(0, width - 1))}`;
}

/* ---------------------------------------------------------------- excerpt */

/** One displayed source line, cut around the marked part; `caret` is in terminal cells from the start of the line. */
interface ExcerptLine {
	/** Line number, or empty if the finding has none. */
	number: string;
	shown: string;
	caret?: { at: number; width: number };
}

/** Maximum number of source lines. */
const MAX_LINES = 6;
/** Terminal cells that excerpts get at least, and those left of the mark that stay visible in a cut line. */
const MIN_CELLS = 40;
const LEAD_CELLS = 18;
const TAB_CELLS = 4;
const ELLIPSIS = '…';

function excerptOf({ excerpt, line, column, length = 1 }: Diagnostic, width: number): ExcerptLine[] {
	if (excerpt === undefined) return [];
	const lines = excerpt.split(/\r?\n/);
	const shown = lines.slice(0, MAX_LINES);
	const digits = line === undefined ? 0 : String(line + shown.length - 1).length;
	const room = Math.max(MIN_CELLS, width - digits - 5);
	return shown.map((text, index) => {
		const number = line === undefined ? '' : String(line + index);
		// Column and length refer to the first line.
		const mark = index === 0 && column !== undefined ? { from: column - 1, length } : undefined;
		return { number, ...cutLine(text, mark, room) };
	});
}

function cutLine(
	text: string,
	mark: { from: number; length: number } | undefined,
	room: number,
): Omit<ExcerptLine, 'number'> {
	const from = Math.min(Math.max(mark?.from ?? 0, 0), text.length);
	// A line may be a megabyte long; only this much around the mark can be visible.
	const start = Math.max(0, from - 2 * room);
	const end = Math.min(text.length, from + 2 * room);
	const glyphs = toGlyphs(text.slice(start, end));
	const total = glyphs.reduce((sum, { cells }) => sum + cells, 0);
	const markAt = glyphs.find(({ to }) => to > from - start)?.at ?? total;
	const isWhole = start === 0 && end === text.length && total <= room;
	// Both ends of a cut line may need an ellipsis.
	const left = isWhole ? 0 : Math.max(0, Math.min(markAt - LEAD_CELLS, total - room + 2));
	const right = isWhole ? total : left + room - 2;
	const shown = glyphs.filter(({ at, cells }) => at >= left && at + cells <= right);
	const lead = start > 0 || shown[0] !== glyphs[0] ? ELLIPSIS : '';
	const trail = end < text.length || shown.at(-1) !== glyphs.at(-1) ? ELLIPSIS : '';
	const marked = shown.filter(({ at, from: first }) => at >= markAt && first < from - start + (mark?.length ?? 0));
	return {
		shown: lead + shown.map((glyph) => glyph.text).join('') + trail,
		caret: mark && {
			at: markAt - (shown[0]?.at ?? 0) + lead.length,
			width: marked.reduce((sum, { cells }) => sum + cells, 0),
		},
	};
}

/** A piece of text drawn as a unit: an emoji, a letter with its accents, an expanded tab. */
interface Glyph {
	text: string;
	/** Its place in the text. */
	from: number;
	to: number;
	/** Terminal cells before it, and its own. */
	at: number;
	cells: number;
}

function toGlyphs(text: string): Glyph[] {
	let at = 0;
	return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment, index }) => {
		const tab = TAB_CELLS - (at % TAB_CELLS);
		const [shown, cells] = segment === '\t' ? [' '.repeat(tab), tab] : [segment, cellsOf(segment)];
		at += cells;
		return { text: shown, from: index, to: index + segment.length, at: at - cells, cells };
	});
}

/** Terminal cells of one grapheme. */
function cellsOf(grapheme: string): number {
	if (eastAsianWidth(grapheme.codePointAt(0) ?? 0) === 2 || /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u.test(grapheme))
		return 2;
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

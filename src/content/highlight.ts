/**
 * Colours for code, at build time and as classes: one markup serves both colour modes under a strict content
 * security policy. TypeScript, JavaScript and JSON are read by scanners of our own, which are an order of magnitude
 * faster than a parser; other languages by highlight.js. Long code stays plain, so that time stays bounded.
 *
 * Offsets survive: the texts of all tokens of a line, joined, are the line; lines joined by `\n` are the code.
 */
import { scanJson } from './highlight/json.ts';
import { scanScript } from './highlight/script.ts';
import { Lines, type Token, type TokenKind } from './highlight/tokens.ts';
import { escapeText } from './rules/elements.ts';
import { GRAMMARS, grammarHtml } from './rules/grammars.ts';
import { nearest } from './schema.ts';

export type { Token, TokenKind };

/** A stretch of the code that gets an element of its own; must not span lines nor overlap another. */
export interface Annotation {
	/** Characters from the beginning of the code. */
	offset: number;
	length: number;
	id: string | number;
}

export interface LineOptions {
	/** Class of a line's own element, e.g. `line hl`; undefined where the line needs none. Counts from 1. */
	lineClass?: (line: number) => string | undefined;
	/** By ascending offset. */
	annotations?: readonly Annotation[];
	/** Puts the annotated HTML into its element. Default: `<span data-note="id">`. */
	wrap?: (html: string, annotation: Annotation) => string;
	/** HTML that stands below a line. Counts from 1. */
	below?: (line: number) => string | undefined;
}

/** Longer code is shown plain. */
const MAX_CODE = 100_000;
const MAX_LINE = 10_000;

const PLAIN = ['', 'text', 'txt', 'plain', 'plaintext', 'none', 'log', 'output', 'ascii', 'mermaid'];

/** Languages with scanners of their own. */
const SCANNERS: Record<string, (code: string, lines: Lines) => void> = {
	ts: (code, lines) => scanScript(code, { types: true, jsx: false }, lines),
	tsx: (code, lines) => scanScript(code, { types: true, jsx: true }, lines),
	js: (code, lines) => scanScript(code, { types: false, jsx: true }, lines),
	json: scanJson,
};

const ALIASES: Record<string, string> = {
	typescript: 'ts',
	mts: 'ts',
	cts: 'ts',
	javascript: 'js',
	jsx: 'js',
	mjs: 'js',
	cjs: 'js',
	node: 'js',
	vue: 'html',
	svelte: 'html',
	astro: 'html',
	htm: 'html',
	webmanifest: 'json',
	json5: 'json',
	jsonc: 'json',
};

const KINDS: ReadonlySet<string> = new Set('kscnftpvorbgamid');

function isKind(text: string): text is TokenKind {
	return text === '' || KINDS.has(text);
}

/** The name under which a language is known here, or undefined: then code in it is shown plain. */
export function languageName(lang: string): string | undefined {
	const lower = lang.toLowerCase();
	const name = Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] ?? lower) : lower;
	if (name === 'diff' || PLAIN.includes(name) || Object.hasOwn(SCANNERS, name)) return name;
	return Object.hasOwn(GRAMMARS, name) ? name : undefined;
}

/** The known language that an author may have meant. */
export function nearestLanguage(lang: string): string | undefined {
	return nearest(lang, [...Object.keys(SCANNERS), ...Object.keys(ALIASES), ...Object.keys(GRAMMARS), 'diff', 'text']);
}

/** Tokens of each line of `code`, whose lines end with `\n`. Languages that are not known, and very long code, give one plain token a line. */
export function highlight(code: string, lang: string): Token[][] {
	const name = languageName(lang);
	if (name === undefined || PLAIN.includes(name) || isLong(code)) return plainLines(code);
	if (name === 'diff') return diffLines(code);
	const scan = SCANNERS[name];
	const lines = new Lines(code);
	if (scan) scan(code, lines);
	else grammarHtml(code, name, (end, kind) => lines.add(end, isKind(kind) ? kind : ''));
	return lines.finish();
}

function isLong(code: string): boolean {
	if (code.length > MAX_CODE) return true;
	if (code.length <= MAX_LINE) return false;
	return code.split('\n').some((line) => line.length > MAX_LINE);
}

function plainLines(code: string): Token[][] {
	return code.split('\n').map((text) => (text === '' ? [] : [{ text, kind: '' }]));
}

/** Inserted and deleted lines as a whole; the renderer marks them by the same test. */
function diffLines(code: string): Token[][] {
	return code.split('\n').map((text) => (text === '' ? [] : [{ text, kind: DIFF_KINDS[diffLine(text)] }]));
}

const DIFF_KINDS: Record<ReturnType<typeof diffLine>, TokenKind> = { ins: 'i', del: 'd', meta: 'm', same: '' };

/** What a line of a diff is. */
export function diffLine(text: string): 'ins' | 'del' | 'meta' | 'same' {
	if (/^(?:@@|diff |index |--- |\+\+\+ )/.test(text)) return 'meta';
	if (text.startsWith('+')) return 'ins';
	return text.startsWith('-') ? 'del' : 'same';
}

/** Lines as HTML, joined by line breaks. */
export function renderLines(lines: readonly Token[][], options: LineOptions = {}): string {
	const { annotations = [], lineClass, below } = options;
	const overlay = annotations.length > 0 ? new Overlay(annotations, options.wrap ?? defaultWrap) : undefined;
	let html = '';
	let offset = 0;
	for (const [index, line] of lines.entries()) {
		const inner = overlay ? overlay.line(line, offset) : lineHtml(line);
		const end = index < lines.length - 1 ? '\n' : '';
		const name = lineClass?.(index + 1);
		html += name === undefined ? inner + end : `<span class="${name}">${inner}${end}</span>`;
		html += below?.(index + 1) ?? '';
		if (overlay) offset += line.reduce((sum, { text }) => sum + text.length, 1);
	}
	return html;
}

function defaultWrap(html: string, { id }: Annotation): string {
	return `<span data-note="${escapeText(String(id)).replaceAll('"', '&quot;')}">${html}</span>`;
}

function lineHtml(line: readonly Token[]): string {
	let html = '';
	for (const { text, kind } of line) html += tokenHtml(text, kind);
	return html;
}

function tokenHtml(text: string, kind: TokenKind): string {
	return kind === '' ? escapeText(text) : `<span class="${kind}">${escapeText(text)}</span>`;
}

/** Lays annotations over tokens, line after line; tokens are cut where an annotation begins or ends. */
class Overlay {
	readonly #annotations: readonly Annotation[];
	readonly #wrap: (html: string, annotation: Annotation) => string;
	#next = 0;

	constructor(annotations: readonly Annotation[], wrap: (html: string, annotation: Annotation) => string) {
		this.#annotations = annotations;
		this.#wrap = wrap;
	}

	line(line: readonly Token[], offset: number): string {
		let html = '';
		let inside = '';
		let at = offset;
		for (const { text, kind } of line) {
			for (let from = 0; from < text.length; ) {
				const annotation = this.#current(at);
				const open = annotation !== undefined && annotation.offset <= at;
				const border = annotation ? (open ? annotation.offset + annotation.length : annotation.offset) : Infinity;
				const to = Math.min(text.length, from + border - at);
				const part = tokenHtml(text.slice(from, to), kind);
				if (open) inside += part;
				else html += part;
				at += to - from;
				from = to;
				if (open && annotation && at >= border) {
					html += this.#wrap(inside, annotation);
					inside = '';
					this.#next++;
				}
			}
		}
		const unfinished = inside === '' ? undefined : this.#annotations[this.#next];
		return unfinished ? html + this.#wrap(inside, unfinished) : html;
	}

	/** The annotation that covers `at` or comes next; those that begin before and are not open are left out. */
	#current(at: number): Annotation | undefined {
		let annotation = this.#annotations[this.#next];
		while (annotation && (annotation.length <= 0 || annotation.offset + annotation.length <= at))
			annotation = this.#annotations[++this.#next];
		return annotation;
	}
}

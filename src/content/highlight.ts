/**
 * Colours for code, at build time and as classes: one markup serves both colour modes under a strict content
 * security policy. TypeScript, JavaScript, JSON, CSS and HTML are read by Lezer's grammars, other languages by
 * highlight.js; both are prepared when a page first needs them. Long code stays plain, so that time stays bounded.
 *
 * Offsets survive: the texts of all tokens of a line, joined, are the line; lines joined by `\n` are the code.
 */
import type { NodePropSource, SyntaxNodeRef, Tree } from '@lezer/common';
import { parser as cssParser } from '@lezer/css';
import { getStyleTags, styleTags, type Tag, tags as t, tagHighlighter } from '@lezer/highlight';
import { configureNesting, parser as htmlParser } from '@lezer/html';
import { parser as scriptParser } from '@lezer/javascript';
import { parser as jsonParser } from '@lezer/json';
import { escapeText } from './rules/elements.ts';
import { GRAMMARS, grammarHtml } from './rules/grammars.ts';
import { nearest } from './schema.ts';

/**
 * The class of a token: k keyword, s string, c comment, n number, f function, t type or class, p property,
 * v variable where it is defined, o operator, r regular expression, b built-in value or type, g tag, a attribute,
 * m meta, i inserted, d deleted; empty for plain text.
 */
export type TokenKind =
	| ''
	| 'k'
	| 's'
	| 'c'
	| 'n'
	| 'f'
	| 't'
	| 'p'
	| 'v'
	| 'o'
	| 'r'
	| 'b'
	| 'g'
	| 'a'
	| 'm'
	| 'i'
	| 'd';

export interface Token {
	text: string;
	kind: TokenKind;
}

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

/** Longer code is shown plain, and code nested more deeply: grammars build trees by recursion. */
const MAX_CODE = 100_000;
const MAX_LINE = 10_000;
const MAX_DEPTH = 500;

const PLAIN = ['', 'text', 'txt', 'plain', 'plaintext', 'none', 'log', 'output', 'ascii', 'mermaid'];

type Parse = (code: string) => Tree;

/** Names of languages that Lezer reads → grammar. */
const TREES: Record<string, () => Parse> = {
	ts: () => script('ts'),
	tsx: () => script('ts jsx'),
	js: () => script('jsx'),
	json: () => (code) => jsonParser.parse(code),
	css: () => (code) => cssParser.parse(code),
	html: () => {
		const nested = configureNesting([
			{ tag: 'script', parser: scriptParser.configure({ props: [SCRIPT_STYLES] }) },
			{ tag: 'style', parser: cssParser },
		]);
		const parser = htmlParser.configure({ wrap: nested });
		return (code) => parser.parse(code);
	},
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
};

/** What Lezer's own styles leave out. */
const SCRIPT_STYLES: NodePropSource = styleTags({
	Spread: t.operator,
	'MethodDeclaration/PropertyDefinition MethodType/PropertyDefinition': t.function(t.propertyName),
	'ClassDeclaration/VariableName': t.className,
	'VoidType/void': t.bool,
	'@': t.meta,
});

function script(dialect: string): Parse {
	const parser = scriptParser.configure({ dialect, props: [SCRIPT_STYLES] });
	return (code) => parser.parse(code);
}

const STYLES = tagHighlighter([
	{ tag: [t.keyword, t.modifier, t.unit, t.moduleKeyword], class: 'k' },
	{ tag: [t.string, t.special(t.string), t.attributeValue, t.character, t.escape], class: 's' },
	{ tag: t.comment, class: 'c' },
	{ tag: [t.number, t.color], class: 'n' },
	{
		tag: [
			t.function(t.variableName),
			t.function(t.propertyName),
			t.function(t.definition(t.variableName)),
			t.special(t.propertyName),
			t.macroName,
		],
		class: 'f',
	},
	{ tag: [t.typeName, t.className, t.namespace, t.labelName], class: 't' },
	{ tag: t.propertyName, class: 'p' },
	{ tag: t.definition(t.variableName), class: 'v' },
	{ tag: [t.operator, t.function(t.punctuation), t.special(t.brace)], class: 'o' },
	// Dots are operators to Lezer; this is no kind, so they stay plain.
	{ tag: t.derefOperator, class: 'plain' },
	{ tag: t.regexp, class: 'r' },
	{ tag: [t.bool, t.null, t.self, t.atom], class: 'b' },
	{ tag: t.tagName, class: 'g' },
	{ tag: t.attributeName, class: 'a' },
	{ tag: [t.meta, t.processingInstruction, t.documentMeta], class: 'm' },
]);

const KINDS: ReadonlySet<string> = new Set('kscnftpvorbgamid');

function isKind(text: string): text is TokenKind {
	return text === '' || KINDS.has(text);
}

/** Filled on first use; what is in it never changes a result. */
const parsers = new Map<string, Parse>();
const kindOfTags = new Map<readonly Tag[], TokenKind>();

/** The name under which a language is known here, or undefined: then code in it is shown plain. */
export function languageName(lang: string): string | undefined {
	const lower = lang.toLowerCase();
	const name = Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] ?? lower) : lower;
	if (name === 'diff' || PLAIN.includes(name) || Object.hasOwn(TREES, name)) return name;
	return Object.hasOwn(GRAMMARS, name) ? name : undefined;
}

/** The known language that an author may have meant. */
export function nearestLanguage(lang: string): string | undefined {
	return nearest(lang, [...Object.keys(TREES), ...Object.keys(ALIASES), ...Object.keys(GRAMMARS), 'diff', 'text']);
}

/** Tokens of each line of `code`, whose lines end with `\n`. Languages that are not known, and very long code, give one plain token a line. */
export function highlight(code: string, lang: string): Token[][] {
	const name = languageName(lang);
	if (name === undefined || PLAIN.includes(name) || isLong(code) || isDeep(code)) return plainLines(code);
	if (name === 'diff') return diffLines(code);
	const make = TREES[name];
	const lines = new Lines();
	if (make) {
		const parse = parsers.get(name) ?? make();
		parsers.set(name, parse);
		try {
			colourTree(parse(code), code, lines);
		} catch (error) {
			// Out of stack: an operator repeated ten thousand times nests as well.
			if (error instanceof RangeError) return plainLines(code);
			throw error;
		}
	} else grammarHtml(code, name, (text, kind) => lines.add(text, isKind(kind) ? kind : ''));
	return lines.lines;
}

function isLong(code: string): boolean {
	if (code.length > MAX_CODE) return true;
	if (code.length <= MAX_LINE) return false;
	return code.split('\n').some((line) => line.length > MAX_LINE);
}

function isDeep(code: string): boolean {
	let depth = 0;
	for (let index = 0; index < code.length; index++) {
		const char = code.charCodeAt(index);
		if (char === 40 || char === 91 || char === 123) {
			if (++depth > MAX_DEPTH) return true;
		} else if (char === 41 || char === 93 || char === 125) depth--;
	}
	return false;
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

/** Collects tokens: neighbours of one kind become one, also across spaces; spaces at the ends stay outside. */
class Lines {
	readonly lines: Token[][] = [[]];

	add(text: string, kind: TokenKind): void {
		let from = 0;
		for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
			this.#token(text.slice(from, end), kind);
			this.lines.push([]);
			from = end + 1;
		}
		this.#token(from === 0 ? text : text.slice(from), kind);
	}

	#token(text: string, kind: TokenKind): void {
		if (text === '') return;
		const line = this.lines[this.lines.length - 1];
		if (!line) return;
		const trimmed = kind === '' ? '' : text.trim();
		if (trimmed === '') {
			this.#append(line, text, '');
			return;
		}
		const start = text.indexOf(trimmed);
		if (start > 0) this.#append(line, text.slice(0, start), '');
		this.#append(line, trimmed, kind);
		if (start + trimmed.length < text.length) this.#append(line, text.slice(start + trimmed.length), '');
	}

	#append(line: Token[], text: string, kind: TokenKind): void {
		const last = line[line.length - 1];
		if (last && last.kind === kind) {
			last.text += text;
			return;
		}
		const before = line[line.length - 2];
		if (kind !== '' && last && before?.kind === kind && last.text.trim() === '') {
			before.text += last.text + text;
			line.pop();
			return;
		}
		line.push({ text, kind });
	}
}

/**
 * Walks the tree without recursion: code may be nested as deeply as it likes. A node's kind holds for what its
 * children leave uncovered.
 */
function colourTree(tree: Tree, code: string, lines: Lines): void {
	const open: TokenKind[] = [''];
	let at = 0;
	const upTo = (end: number, kind: TokenKind): void => {
		if (end <= at) return;
		lines.add(code.slice(at, end), kind);
		at = end;
	};
	tree.iterate({
		enter(node) {
			upTo(node.from, open[open.length - 1] ?? '');
			open.push(kindOf(node, code));
		},
		leave(node) {
			upTo(node.to, open.pop() ?? '');
		},
	});
	upTo(code.length, '');
}

function kindOf(node: SyntaxNodeRef, code: string): TokenKind {
	const rule = getStyleTags(node);
	if (!rule) return '';
	let kind = kindOfTags.get(rule.tags);
	if (kind === undefined) {
		const found = (STYLES.style(rule.tags) ?? '').split(' ').at(-1) ?? '';
		kind = isKind(found) ? found : '';
		kindOfTags.set(rule.tags, kind);
	}
	if (node.name === 'TypeName') return PRIMITIVES.has(code.slice(node.from, node.to)) ? 'b' : kind;
	if (node.name === 'VariableName') return VALUES.has(code.slice(node.from, node.to)) ? 'b' : kind;
	if ((kind === 'v' || kind === 'p') && DEFINITIONS.has(node.name) && isFunction(node)) return 'f';
	return kind;
}

const PRIMITIVES: ReadonlySet<string> = new Set(
	'any bigint boolean never null number object string symbol undefined unknown'.split(' '),
);
const VALUES: ReadonlySet<string> = new Set(['undefined', 'NaN', 'Infinity']);
const DEFINITIONS: ReadonlySet<string> = new Set(['VariableDefinition', 'PropertyDefinition']);

/** `name = () => …`, `name: function …`, `name() {}`: what is defined is a function. */
function isFunction(node: SyntaxNodeRef): boolean {
	const next = node.node.nextSibling;
	if (next?.name === 'ParamList') return true;
	const value = next?.name === 'TypeAnnotation' ? next.nextSibling?.nextSibling : next?.nextSibling;
	return value?.name === 'ArrowFunction' || value?.name === 'FunctionExpression';
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

/**
 * Syntax highlighting at build time, with classes: the same markup works in both color modes and under a strict
 * content security policy. Prism tokenizes; a language is loaded on first use. Long code is not highlighted, to limit
 * the time.
 *
 * Offsets are preserved: a line's token texts, joined, are the line; lines joined by `\n` are the code.
 */

import * as modules from 'node:module';
import type Prism from 'prismjs';
import { escapeAttribute, escapeText } from '../model/html.ts';
import { nearest } from '../model/schema.ts';

/** Names of TypeScript in fences, by the name of their grammar: all are read alike. */
export const TYPESCRIPT_NAMES = {
	typescript: ['ts', 'typescript', 'mts', 'cts'],
	tsx: ['tsx', 'typescriptreact'],
};

/**
 * The class of a token: k keyword, s string, c comment, n number, f function, t type or class, p property,
 * v variable, o operator, r regular expression, b built-in value or type, g tag, a attribute, m meta; of a line in a
 * diff: i inserted, d deleted; empty for plain text.
 */
export type TokenKind = keyof typeof TYPES | 'i' | 'd';

export interface HighlightToken {
	text: string;
	kind: TokenKind;
	isMarked?: boolean;
	/** Beside the code (`asides.ts`). */
	isAside?: boolean;
}

/** A range of the code to wrap in an element; it must not span lines or overlap another. */
export interface Annotation {
	/** Characters from the start of the code. */
	offset: number;
	length: number;
	id: string | number;
}

export interface LineOptions {
	/** Attributes of the line's element, e.g. `class="line hl"`; undefined for no element. `line` is 1-based. */
	lineAttributes?: (line: number) => string | undefined;
	/** By ascending offset. */
	annotations?: readonly Annotation[];
	/** Wraps the annotated HTML in its element. Default: `<span data-note="id">`. */
	wrap?: (html: string, annotation: Annotation) => string;
	/** HTML to insert below a line. `line` is 1-based. */
	below?: (line: number) => string | undefined;
}

/** Longer code, or code with a longer line, is not highlighted (characters). */
const MAX_CODE = 100_000;
const MAX_LINE = 10_000;

const PLAIN = ['', 'text', 'txt', 'plain', 'plaintext', 'none', 'log', 'output', 'ascii'];

/** Languages without Prism grammar; their names are not typos. */
const OTHERS = new Set(
	'ansi ara asm d2 fsl hosts hurl hxml hy jison logo logs mdl mojo npm nushell pkl qss rel ssh-config talonscript vtl wit zenscript'.split(
		' ',
	),
);

/** Prism's name → additional names that authors use. */
const ALIASES: Record<string, string> = {
	typescript: TYPESCRIPT_NAMES.typescript.join(' '),
	jsx: 'js javascript mjs cjs node javascriptreact',
	tsx: `${TYPESCRIPT_NAMES.tsx.join(' ')} tsrx`,
	markup: 'vue vue-html svelte astro htm xsl',
	json: 'jsonc jsonl hjson',
	cpp: 'c++',
	csharp: 'c#',
	fsharp: 'f#',
	objectivec: 'objective-c obj-c objective-cpp',
	batch: 'bat cmd dos',
	bash: 'zsh fish curl',
	lua: 'luau',
	rest: 'rst',
	csv: 'tsv',
	jinja2: 'jinja',
	'shell-session': 'console terminal',
	powershell: 'ps ps1 pwsh',
	properties: 'env dotenv',
	ini: 'conf config cfg reg',
	go: 'golang',
	rust: 'rs',
	ruby: 'irb',
	graphql: 'gql graphqls sdl',
	makefile: 'make',
	protobuf: 'proto proto3',
	markdown: 'mdx mdc markdoc',
	vim: 'viml vimscript',
	hcl: 'tf terraform',
	diff: 'patch',
	latex: 'katex',
	prisma: 'prisma',
};

interface Library {
	prism: typeof Prism;
	/** Name or alias → Prism's name, without grammars that only modify another language. */
	names: Map<string, string>;
	load: (name: string) => void;
	/** Loaded grammars by Prism's name. */
	grammars: Map<string, Prism.Grammar>;
}

let library: Library | undefined;

/** Loads Prism on first use, so that a build without code blocks does not pay for it. */
function open(): Library {
	if (library) return library;
	const load = modules.createRequire(import.meta.url);
	const { languages }: { languages: Record<string, Record<string, unknown>> } = load('prismjs/components.js');
	const names = byName(ALIASES);
	for (const [name, { alias, modify, option }] of Object.entries(languages)) {
		if (name === 'meta' || (modify && option !== 'default' && name !== 'javascript')) continue;
		for (const one of [name, alias ?? []].flat().map(String)) if (!names.has(one)) names.set(one, name);
	}
	library = { prism: load('prismjs'), names, load: load('prismjs/components/index.js'), grammars: new Map() };
	return library;
}

/** Prism's name for a language; undefined if it is unknown, and its code is not highlighted. */
export function languageName(lang: string): string | undefined {
	const lower = lang.toLowerCase();
	return PLAIN.includes(lower) ? lower : open().names.get(lower);
}

/** The known language most similar to a misspelled one. */
export function nearestLanguage(lang: string): string | undefined {
	return OTHERS.has(lang.toLowerCase()) ? undefined : nearest(lang, [...open().names.keys(), 'text']);
}

/** Prisma's schema language, which Prism lacks, in the colors of Prisma's own tools. */
const PRISMA: Prism.Grammar = {
	comment: /\/\/.*/,
	string: /"(?:\\.|[^"\\\r\n])*"/,
	definition: {
		pattern: /\b(?:model|enum|type|view|datasource|generator)\s+\w+/,
		inside: { keyword: /^\w+/, 'class-name': /\w+/ },
	},
	decorator: /@@?[\w.]+/,
	field: {
		pattern: /^([ \t]+)\w+[ \t]+[A-Z]\w*/m,
		lookbehind: true,
		inside: { property: /^\w+/, 'class-name': /\w+/ },
	},
	property: /\b\w+(?=\s*[:=])/,
	function: /\b[a-z]\w*(?=\()/,
	boolean: /\b(?:true|false|null)\b/,
	number: /\b\d+\b/,
};

/** Prism recognizes types only by their position; these patterns add all capitalized names. */
const TYPED: Prism.Grammar = {
	'type-name': { pattern: /\b[A-Z]\w*[a-z]\w*\b/, alias: 'class-name' },
	satisfies: { pattern: /\bsatisfies\b/, alias: 'keyword' },
};

/** The grammar of a language; loads it first if necessary. */
function grammarOf(name: string): Prism.Grammar | undefined {
	const { prism, load, grammars } = open();
	const known = grammars.get(name);
	if (known) return known;
	if (name !== 'prisma') {
		load(name);
		hookOnce(prism);
	}
	const grammar = name === 'prisma' ? PRISMA : prism.languages[name];
	if (!grammar) return undefined;
	// Copy it: Prism derives other grammars from its own, which must not depend on the order of loading.
	const own = name === 'typescript' || name === 'tsx' ? { ...grammar, ...TYPED } : grammar;
	// Half of all tokens are punctuation, which has no color. Only tags (TSX) depend on it.
	if (name === 'typescript') delete own.punctuation;
	grammars.set(name, own);
	return own;
}

/** Classes and their Prism token types; other types inherit the class of the enclosing token. */
const TYPES = {
	k: 'keyword atrule rule important directive title list pseudo-class pseudo-element',
	s: 'string template-string char attr-value url code-snippet code',
	c: 'comment prolog cdata blockquote',
	n: 'number color hexcode unit',
	f: 'function',
	t: 'class-name namespace class id section',
	p: 'property key literal-property string-property',
	v: 'variable parameter constant environment',
	o: 'operator interpolation-punctuation attr-equals',
	r: 'regex',
	b: 'builtin boolean symbol null nil',
	g: 'selector',
	a: 'attr-name attribute',
	m: 'decorator annotation meta doctype macro preprocessor shebang',
	// Code in strings, and text in code.
	'': 'interpolation script plain-text spread',
};
const KINDS = byName<TokenKind>(TYPES);

/** Each of the names → the key that lists it. */
function byName<K extends string>(lists: Partial<Record<K, string>>): Map<string, K> {
	return new Map(
		Object.entries<string>(lists as Record<K, string>).flatMap(([key, names]) =>
			names.split(' ').map((name) => [name, key as K] as const),
		),
	);
}

/** Prism's keywords that are values or types to readers. */
const VALUE =
	/^(?:null|undefined|this|super|true|false|string|number|boolean|unknown|any|never|void|object|symbol|bigint)$/;

/** Class of a token inside one of class `outer`. */
function kindOf({ type, alias = [], content }: Prism.Token, outer: TokenKind, inTag: boolean): TokenKind {
	if (type === 'tag') return inTag ? 'g' : '';
	if (typeof content === 'string') {
		if (type === 'keyword' && VALUE.test(content)) return 'b';
		// Prism takes type parameters for constants, and built-in classes for other built-in names.
		if (type === 'constant' ? content.length === 1 : type === 'builtin' && /^[A-Z]/.test(content)) return 't';
	}
	const kind = KINDS.get(type) ?? KINDS.get([alias].flat().find((name) => KINDS.has(name)) ?? '');
	if (kind !== undefined) return kind;
	return type === 'punctuation' && outer !== 's' && outer !== 'r' ? '' : outer;
}

/**
 * Prism reloads a language after one that may modify it, and registers its hooks again. Hooks of template languages
 * (ERB, Liquid, PHP) break if they run twice, so only the last copy of each is kept.
 */
function hookOnce({ hooks }: typeof Prism): void {
	for (const [name, callbacks] of Object.entries(hooks.all))
		hooks.all[name] = [...new Map(callbacks.map((callback) => [String(callback), callback])).values()];
}

/** Calls `add` with each text of a token stream, from left to right. */
function walk(
	stream: Prism.TokenStream,
	kind: TokenKind,
	inTag: boolean,
	add: (text: string, kind: TokenKind) => void,
): void {
	if (typeof stream === 'string') add(stream, kind);
	else if (Array.isArray(stream)) for (const part of stream) walk(part, kind, inTag, add);
	else walk(stream.content, kindOf(stream, kind, inTag), stream.type === 'tag', add);
}

/** Tokens of each line of `code` (separated by `\n`). Unknown languages and long code yield one plain token per line. */
export function highlight(code: string, lang: string): HighlightToken[][] {
	const name = languageName(lang);
	if (name === undefined || PLAIN.includes(name) || isLong(code)) return plainLines(code);
	if (name === 'diff') return diffLines(code);
	const grammar = grammarOf(name);
	if (!grammar) return plainLines(code);
	const { prism } = open();
	// The steps of `Prism.highlight` before it writes HTML.
	const env: { code: string; grammar: Prism.Grammar; language: string; tokens?: Prism.TokenStream } = {
		code,
		grammar,
		language: name,
	};
	prism.hooks.run('before-tokenize', env);
	env.tokens = prism.tokenize(env.code, env.grammar);
	prism.hooks.run('after-tokenize', env);
	let line: HighlightToken[] = [];
	const lines = [line];
	walk(env.tokens, '', false, (text, kind) => {
		let from = 0;
		for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
			append(line, text.slice(from, end), kind);
			line = [];
			lines.push(line);
			from = end + 1;
		}
		append(line, text.slice(from), kind);
	});
	return lines;
}

/** Merges adjacent tokens of one kind, even across spaces; leading and trailing spaces stay plain. */
function append(line: HighlightToken[], text: string, kind: TokenKind): void {
	const inner = kind === '' ? '' : text.trim();
	if (inner === '') {
		plain(line, text);
		return;
	}
	const before = text.slice(0, text.indexOf(inner));
	plain(line, before);
	const last = line.at(-1);
	const neighbour = last?.kind === '' && last.text.trim() === '' ? line.at(-2) : last;
	if (neighbour?.kind === kind) {
		if (neighbour !== last) neighbour.text += line.pop()?.text ?? '';
		neighbour.text += inner;
	} else line.push({ text: inner, kind });
	plain(line, text.slice(before.length + inner.length));
}

function plain(line: HighlightToken[], text: string): void {
	const last = line[line.length - 1];
	if (text === '') return;
	if (last?.kind === '') last.text += text;
	else line.push({ text, kind: '' });
}

function isLong(code: string): boolean {
	if (code.length > MAX_CODE) return true;
	if (code.length <= MAX_LINE) return false;
	return code.split('\n').some((line) => line.length > MAX_LINE);
}

function plainLines(code: string): HighlightToken[][] {
	return code.split('\n').map((text) => (text === '' ? [] : [{ text, kind: '' }]));
}

/** One token per line of a diff; the renderer marks lines with the same test. */
function diffLines(code: string): HighlightToken[][] {
	return code.split('\n').map((text) => (text === '' ? [] : [{ text, kind: DIFF_KINDS[diffLine(text)] }]));
}

const DIFF_KINDS: Record<ReturnType<typeof diffLine>, TokenKind> = { ins: 'i', del: 'd', meta: 'm', same: '' };

/** The kind of a line in a diff. */
export function diffLine(text: string): 'ins' | 'del' | 'meta' | 'same' {
	if (/^(?:@@|diff |index |--- |\+\+\+ )/.test(text)) return 'meta';
	if (text.startsWith('+')) return 'ins';
	return text.startsWith('-') ? 'del' : 'same';
}

/** Lines of tokens that are split and marked where one of the words of the line (1-based) occurs. */
export function markWords(
	lines: HighlightToken[][],
	words: Readonly<Record<number, string[]>> = {},
): HighlightToken[][] {
	return lines.map((line, index) => {
		const inLine = words[index + 1];
		return inLine ? markLine(line, inLine) : line;
	});
}

function markLine(line: HighlightToken[], words: readonly string[]): HighlightToken[] {
	// At the same place, the longest word wins.
	const sorted = [...words].sort((a, b) => b.length - a.length);
	const pattern = new RegExp(sorted.map((word) => word.replace(/[^\w\s]/g, '\\$&')).join('|'), 'g');
	const found = line
		.map(({ text }) => text)
		.join('')
		.matchAll(pattern);
	const edges = [...found].flatMap(({ index, 0: { length } }) => [index, index + length]);
	let at = 0;
	let passed = 0;
	return line.flatMap((token) => {
		const { text } = token;
		const parts: HighlightToken[] = [];
		for (let from = 0, to = 0; from < text.length; from = to) {
			while ((edges[passed] ?? Infinity) <= at + from) passed++;
			to = Math.min((edges[passed] ?? Infinity) - at, text.length);
			parts.push({ ...token, text: text.slice(from, to), isMarked: passed % 2 === 1 });
		}
		at += text.length;
		return parts;
	});
}

/** The HTML of lines, joined by line breaks. */
export function renderLines(lines: readonly HighlightToken[][], options: LineOptions = {}): string {
	const { annotations = [], lineAttributes, below, wrap = defaultWrap } = options;
	let html = '';
	let offset = 0;
	let next = 0;
	for (const [index, line] of lines.entries()) {
		let inner = '';
		let from = offset;
		const end = line.reduce((sum, { text }) => sum + text.length, offset);
		for (let note = annotations[next]; note && note.offset < end; note = annotations[++next]) {
			const start = Math.max(note.offset, from);
			const to = Math.min(note.offset + note.length, end);
			if (to <= start) continue;
			inner += partHtml(line, from - offset, start - offset) + wrap(partHtml(line, start - offset, to - offset), note);
			from = to;
		}
		inner += partHtml(line, from - offset, end - offset);
		const lineEnd = index < lines.length - 1 ? '\n' : '';
		const own = lineAttributes?.(index + 1);
		html += own === undefined ? inner + lineEnd : `<span ${own}>${inner}${lineEnd}</span>`;
		html += below?.(index + 1) ?? '';
		offset = end + 1;
	}
	return html;
}

function defaultWrap(html: string, { id }: Annotation): string {
	return `<span data-note="${escapeAttribute(String(id))}">${html}</span>`;
}

/** The HTML of a part of a line, in characters. */
function partHtml(line: readonly HighlightToken[], from: number, to: number): string {
	let html = '';
	let at = 0;
	let isOpen = false;
	for (const { text, kind, isMarked = false, isAside } of line) {
		const part = escapeText(text.slice(Math.max(from - at, 0), Math.max(to - at, 0)));
		at += text.length;
		if (part === '') continue;
		if (isMarked !== isOpen) html += isMarked ? '<mark>' : '</mark>';
		isOpen = isMarked;
		const classes = isAside ? `${kind} u`.trim() : kind;
		html += classes === '' ? part : `<span class="${classes}">${part}</span>`;
	}
	return isOpen ? `${html}</mark>` : html;
}

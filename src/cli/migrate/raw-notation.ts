/**
 * Notation that readers of the new site see as text. A source alone does not tell: what a rule reads in a paragraph is text
 * in an HTML block, in a title or in a label. So the finished pages are searched for the notations of all tools, and a
 * place counts if a source has it there without an escape.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, type Diagnostic, type ShownNotation, shownNotations, TagReader } from './docsgen.ts';
import type { Flavour, Move } from './old-site.ts';
import { byKey, type Row } from './report.ts';
import { outsideCode } from './texts.ts';

interface RawNotation extends Omit<ShownNotation, 'shown'> {
	/** Anywhere in a text, or with `^` in a line of it. */
	pattern: RegExp;
}

const BLANK_LINE = 'a blank line between an HTML tag and the Markdown in it';

/** Notations that docsgen reads in Markdown, but not everywhere, and those that no source has as it is. */
const LEFT: readonly RawNotation[] = [
	{
		tool: 'VitePress and Docusaurus',
		pattern: /^:{3,}(?:[ \t]*[a-z][\w-]*\b.*)?$/,
		instead: ':::note Title, the text, and :::',
	},
	{ tool: 'Markdown', pattern: /^(?:`{3,}|~{3,})[\w{-]*.*$/, instead: BLANK_LINE },
	{ tool: 'Markdown', pattern: /^#{2,6}[ \t]+[^\s#].*/, instead: BLANK_LINE },
	{ tool: 'Markdown', pattern: /^\|?[ \t]*:?-{3,}:?[ \t]*\|[ \t:|-]*$/, instead: BLANK_LINE },
	{
		tool: 'Markdown',
		pattern: /!?\[[^\]\n\0]+\]\((?:https?:|\.{0,2}\/|#|[\w/.-]+\.\w+)[^)\s]*\)/g,
		instead: BLANK_LINE,
	},
	{ tool: 'Markdown', pattern: /(?<![\w*])\*\*(?=[^\s*])[^*\n\0]*[^\s*]\*\*(?![\w*])/g, instead: BLANK_LINE },
	{ tool: 'Markdown', pattern: /\[\^[\w-]+\](?!:)/g, instead: 'a line [^name]: with the note' },
	{
		tool: 'MDX (Docusaurus, Starlight)',
		pattern: /^import\s+(?:[\w{}*,\s]+\sfrom\s+)?["'][^"']+["'];?$/,
		instead: 'nothing: components need no import',
	},
	{
		tool: 'MDX (Docusaurus, Starlight)',
		pattern: /^export\s+(?:const|let|default|function)\s.*/,
		instead: 'a component in templates/components',
	},
	{ tool: 'MDX (Docusaurus, Starlight)', pattern: /\{\/\*[\s\S]*?\*\/\}/g, instead: '<!-- a comment -->' },
	{
		tool: 'MDX and Vue',
		pattern: /(?<![\w.`])<\/?[A-Z][\w.]+(?:\s[^<>]*)?\/?>/g,
		instead: 'a component in templates/components',
	},
	{ tool: 'GitBook', pattern: /\{%-?[ \t]*@[^%\n]*%\}/g, instead: 'a link, or a component' },
	{ tool: 'HTML', pattern: /<!--[\s\S]*?-->/g, instead: '<!-- a comment --> outside of code' },
	{ tool: 'MkDocs', pattern: /(?<![\w^])\^\^(?=[^\s^])[^^\n]*[^\s^]\^\^(?![\w^])/g, instead: '<ins>words</ins>' },
	{
		tool: 'MkDocs and kramdown',
		pattern: /\{:?[ \t]*[.#][A-Za-z][\w-]*(?:[ \t]+[^{}\n]*)?\}/g,
		instead: '{.class #id} at the end of a heading or paragraph',
	},
];

/** The tools with the notations that pages of an old tool may have. */
const RELATED: Readonly<Record<Flavour, RegExp>> = {
	docusaurus: /Docusaurus|MDX|remark/,
	vitepress: /VitePress|VuePress|Vue\b|markdown-it/,
	starlight: /Starlight|MDX|remark/,
	mkdocs: /MkDocs|Jinja|FastAPI|LaTeX/,
	hugo: /Hugo|LaTeX/,
	jekyll: /Jekyll|Liquid|kramdown|LaTeX/,
	mdbook: /mdBook|mdbook|LaTeX/,
	gitbook: /GitBook/,
	nextra: /MDX|remark/,
	markdown: /^/,
};

/** Whether a notation may be meant: it is Markdown's, or one of the old tool or of a related one. */
export function isRelated(tool: string, flavour: Flavour): boolean {
	return /Markdown$|HTML|GitHub/.test(tool) || RELATED[flavour].test(tool);
}

/** Words of the right way → the page of the guide. */
const GUIDE: readonly [RegExp, page: string][] = [
	[/^:::/, 'write/admonitions'],
	[/TabItem|component|<Card|<Icon|<Video|blank line/, 'write/components'],
	[/_part\.md|file=|frontMatter|the value/, 'write/includes'],
	[/\$/, 'write/math'],
	[/api:/, 'check/api'],
	[/truncate/, 'organize/blog'],
];

/** The page of docsgen's guide about a way to write something. */
export function guidePage(instead: string): string {
	return GUIDE.find(([words]) => words.test(instead))?.[1] ?? 'write/markdown';
}

/** Elements whose text is code, or is not text. */
const CODE = /^(?:code|pre|kbd|samp|var|math|svg|script|style|template|textarea|button|noscript)$/;
const INLINE = /^(?:abbr|b|bdi|bdo|cite|del|em|font|i|ins|mark|q|s|small|span|strong|sub|sup|time|u|wbr)$/;

/** The text of a page, a line for each block; `\0` for code, links and images. */
export class VisibleText extends TagReader {
	private text = '';
	/** The element whose text does not count, and how many of its kind are open. */
	private hidden: { tag: string; depth: number } | undefined;

	static of(html: string): string {
		const reader = new VisibleText(html);
		reader.read();
		return reader.text;
	}

	protected wants(name: string): boolean {
		return name === 'alt' || name === 'title';
	}

	protected opened(): void {
		const { tag, hidden } = this;
		if (hidden) {
			if (hidden.tag === tag) hidden.depth++;
			return;
		}
		if (CODE.test(tag)) this.hidden = { tag, depth: 1 };
		this.edge(tag);
		for (const value of this.attributes.values()) this.text += `\n${value}\n`;
	}

	override onselfclosingtag(): void {
		if (!CODE.test(this.tag)) this.opened();
	}

	override onclosetag(start: number, end: number): void {
		const tag = this.html.slice(start, end).toLowerCase();
		if (this.hidden?.tag === tag && --this.hidden.depth === 0) this.hidden = undefined;
		else if (!this.hidden) this.edge(tag);
	}

	override ontext(start: number, end: number): void {
		if (!this.hidden) this.text += this.html.slice(start, end);
	}

	override ontextentity(codepoint: number): void {
		if (!this.hidden) this.text += String.fromCodePoint(codepoint);
	}

	private edge(tag: string): void {
		if (!INLINE.test(tag)) this.text += /^(?:a|img|code|kbd|samp|var|svg|math|button)$/.test(tag) ? '\0' : '\n';
	}
}

/** All notations that a page shows. */
export function notationsIn(html: string): ShownNotation[] {
	const text = VisibleText.of(html);
	const lines = text.split('\n').map((line) => line.trim());
	const left = LEFT.flatMap(({ tool, instead, pattern }) =>
		pattern.global
			? [...text.matchAll(pattern)].map(([shown]) => ({ tool, instead, shown }))
			: lines.flatMap((line) => (pattern.test(line) ? [{ tool, instead, shown: line }] : [])),
	);
	return [...shownNotations(text), ...left];
}

/** How many characters of a notation a source must have. */
const SIGNIFICANT = 16;

/** A text without the spaces that a page may not show. */
function compact(text: string): string {
	return text.replace(/\s+/g, '');
}

/** What an author shows on purpose: `v-pre` of Vue, `raw` of Liquid and Jinja, code in a line, escaped characters. */
const ON_PURPOSE = [
	/^:{3,}[ \t]*v-pre\b[\s\S]*?^:{3,}[ \t]*$/gm,
	/<(\w+)[^<>]*\sv-pre\b[^<>]*>[\s\S]*?<\/\1>/g,
	/\{%-?\s*(raw|verbatim)\s*-?%\}[\s\S]*?\{%-?\s*end\1\s*-?%\}/g,
	/(`+)[^`][\s\S]*?\1/g,
	/\\[!-/:-@[-`{-~]/g,
];

/** A source as `compact` text, without code and what is shown on purpose. */
function searchable(file: string, text: string): string {
	if (!/\.mdx?$/.test(file)) return compact(text);
	const hide = (part: string): string => ON_PURPOSE.reduce((left, pattern) => left.replace(pattern, '\0'), part);
	return compact(outsideCode(text, hide, () => '\0'));
}

interface Found {
	file: string;
	/** How often pages show it, which is at most how often the source has its sign. */
	count: number;
	limit: number;
	notation: ShownNotation;
}

/** Collects the notations that the pages of a new site show. */
export class RawNotations {
	private readonly sources = new Map<string, string>();
	/** The notations of each page that was looked at. */
	private readonly shown = new Map<string, ShownNotation[]>();
	/** The file and the sign of a notation → what is there. */
	private readonly found = new Map<string, Found>();
	/** Signs that were looked up in all files. */
	private readonly searched = new Set<string>();

	constructor(
		private readonly move: Pick<Move, 'files'>,
		private readonly folder: string,
		private readonly flavour: Flavour = 'markdown',
	) {}

	/** Looks at a page; `key` is its source, or its path if it has none. A page that is rendered again counts once. */
	look(key: string, html: string): void {
		this.shown.set(key, notationsIn(html));
	}

	/** One row for each notation; `findings` have told of some places already. */
	rows(findings: readonly Diagnostic[]): Row[] {
		const rows = new Map<string, Row>();
		// Two threads render the pages, in any order.
		for (const [key, notations] of [...this.shown].sort(byKey)) this.place(key, notations);
		for (const { file, count, notation } of this.found.values()) {
			const { tool, instead, shown } = notation;
			if (findings.some((finding) => finding.file === file && compact(finding.message).includes(signOf(shown))))
				continue;
			const key = `${tool} ${instead}`;
			const isTheirs = isRelated(tool, this.flavour);
			const row = rows.get(key) ?? {
				kind: `Shown as text: ${short(shown)}${isTheirs ? ` (${tool})` : ''}`,
				count: 0,
				next: isTheirs
					? `Write ${instead}: ${guidePage(instead)} of the guide.`
					: 'Readers see these characters: write something else if you meant another thing.',
				places: [],
			};
			row.count += count;
			row.places.push(...Array.from({ length: count }, () => `${file}: ${short(shown)}`));
			rows.set(key, row);
		}
		return [...rows.values()];
	}

	/** Finds the files that have the notations of a page. */
	private place(key: string, notations: ShownNotation[]): void {
		for (const notation of notations) {
			const sign = signOf(notation.shown);
			if (sign === '') continue;
			// The old text counts as well: an escape in the new one may be the migration's own.
			const ages = ['new', 'old'] as const;
			if (this.move.files.has(key) && ages.some((age) => this.add(key, age, sign, notation))) continue;
			ages.some((age) => this.addOthers(age, sign, notation));
		}
	}

	/** Adds the files that give a text to other pages: partials, labels, settings. */
	private addOthers(age: 'new' | 'old', sign: string, notation: ShownNotation): boolean {
		const key = `${age} ${sign}`;
		if (this.searched.has(key)) return [...this.found.keys()].some((one) => one.endsWith(` ${sign}`));
		this.searched.add(key);
		const files = [...this.move.files.keys()].filter((file) => /\.(?:mdx?|json|ya?ml|toml|ts)$/.test(file));
		return files.filter((file) => this.add(file, age, sign, notation)).length > 0;
	}

	/** Whether a file has the notation as it is shown. */
	private add(file: string, age: 'new' | 'old', sign: string, notation: ShownNotation): boolean {
		const key = `${file} ${sign}`;
		const known = this.found.get(key);
		if (known) known.count = Math.min(known.count + 1, known.limit);
		if (known) return true;
		const limit = this.textOf(file, age).split(sign).length - 1;
		if (limit > 0) this.found.set(key, { file, count: 1, limit, notation });
		return limit > 0;
	}

	private textOf(file: string, age: 'new' | 'old'): string {
		const { source = '' } = this.move.files.get(file) ?? {};
		const path = age === 'new' ? join(this.folder, file) : source;
		const known = this.sources.get(path);
		if (known !== undefined) return known;
		const text = searchable(file, attempt(() => readFileSync(path, 'utf8')) ?? '');
		this.sources.set(path, text);
		return text;
	}
}

/** The beginning of a notation, up to code in it. */
function signOf(shown: string): string {
	return compact(shown.replace(/\0[\s\S]*/, '')).slice(0, SIGNIFICANT);
}

const MAX_SHOWN = 40;

function short(text: string): string {
	const [line = ''] = text.replace(/\0+/g, '…').trim().split('\n', 1);
	return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}

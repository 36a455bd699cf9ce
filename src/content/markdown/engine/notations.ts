/**
 * Notation of other tools that docsgen does not read: who reads it, how to recognize it, and what to write here. One
 * table for all of them; only `docsgen migrate` knows what they mean. A rule asks for the place that it reads, and
 * shows the source as text.
 *
 * Code is never searched, except for includes, and prose about operators, globs and regular expressions must stay
 * silent: patterns ask for more than the first two characters.
 */
import type { ParseFinding, Scope } from './facts.ts';
import type { JsxTag } from './jsx.ts';

interface Notation {
	tool: string;
	/** Matches at the start of a line, at a brace, in the text of a comment, or anywhere in a text. */
	pattern: RegExp;
	/** The way to write it in docsgen. */
	instead: string;
	/** `npx docsgen migrate --pages` translates it. */
	isTranslated?: true;
	/** It can be meant as text, so it is a warning. */
	isLikely?: true;
}

export const MDX = 'MDX (Docusaurus, Starlight)';
const VUE = 'Vue (VitePress)';

const PARTIAL = "import Part from './_part.md', and <Part /> on its own line";
const FILE = 'a fence with file=./path, and #name for a region';
const BOX = ':::note Title, the text, and :::';
const TABS = '<Tabs> and <TabItem>';
const NO_CONTENTS = 'Remove it: pages have a table of contents';
const VALUE = 'the value, {frontMatter.name} for a field of the front matter, or \\{ for a brace';

/** Lines of a paragraph; code in them is blank. */
const LINES: readonly Notation[] = [
	{ tool: 'VitePress', pattern: /^<<<[ \t]+\S.*/, instead: FILE, isTranslated: true },
	{ tool: 'VitePress', pattern: /^\[\[toc\]\](?=[ \t]*$)/i, instead: NO_CONTENTS, isTranslated: true },
	{ tool: 'MkDocs', pattern: /^\[TOC\](?=[ \t]*$)/, instead: NO_CONTENTS },
	{ tool: 'GitLab', pattern: /^\[\[_TOC_\]\]|^@\[toc\](?=[ \t]*$)/i, instead: NO_CONTENTS },
	{ tool: 'MkDocs', pattern: /^(?:!!!|\?\?\?\+?)[ \t]+[a-z"].*/, instead: BOX, isTranslated: true },
	{ tool: 'MkDocs', pattern: /^===[!+]?[ \t]+".*/, instead: TABS, isTranslated: true },
	{ tool: 'MkDocs', pattern: /^\/{3,}[ \t]+[a-z][\w-]*(?:[ \t]*\|.*)?(?=[ \t]*$)/, instead: `${BOX}, or ${TABS}` },
	{ tool: 'MkDocs', pattern: /^;?-+8<-+(?:[ \t]+["'].*|(?=[ \t]*$))/, instead: PARTIAL },
	{ tool: 'Docsify', pattern: /^[?!]>[ \t]+\S.*/, instead: BOX },
	{ tool: 'DocFX', pattern: /^\[!(?:INCLUDE|VIDEO|DIV|CODE-[\w-]+)\b.*/i, instead: `${PARTIAL}, or ${FILE}` },
	{
		tool: 'Obsidian',
		pattern: /^\[![A-Za-z][\w-]*\][+-]?(?![[(:])/,
		instead: '[!NOTE], [!TIP], [!IMPORTANT], [!WARNING] or [!CAUTION], or :::details for folded text',
	},
	{ tool: 'reStructuredText', pattern: /^\.\. [a-z][\w:-]*::.*/, instead: `${BOX}, or ${FILE}` },
	{
		tool: 'MyST',
		pattern: /^\([\w.:-]+\)=(?=[ \t]*$)/,
		instead: '{#id} at the end of the heading below',
	},
	{ tool: 'Hugo and MyST', pattern: /^\+\+\+(?=[ \t]*$)/, instead: 'front matter in YAML, between two lines of ---' },
	{
		tool: 'LaTeX',
		pattern: /^\\(?:newpage|pagebreak|clearpage|tableofcontents|listof\w+|maketitle)\b/,
		instead: 'Remove it: pages of a site have no sheets',
	},
	{ tool: 'LaTeX', pattern: /^\\(?:begin|end)\{[a-z]+\*?\}/, instead: 'a formula between two lines of $$' },
	{
		tool: 'MkDocs',
		pattern: /^\*\[[^\]\n]+\]:[ \t].*/,
		instead: '<abbr title="HyperText Markup Language">HTML</abbr>',
	},
	{
		tool: 'AsciiDoc',
		pattern: /^(?:include|image|video)::\S+\[.*\](?=[ \t]*$)/,
		instead: `${PARTIAL}, or ![alt](file)`,
	},
	{ tool: 'AsciiDoc', pattern: /^\[source[,%][^\]\n]*\](?=[ \t]*$)/, instead: FILE },
	{ tool: 'wikis and AsciiDoc', pattern: /^={2,6}[ \t]+[^\s="].*/, instead: '## before a heading', isLikely: true },
	{ tool: 'Markdown Preview Enhanced', pattern: /^@import[ \t]+["'].*/, instead: PARTIAL },
	{ tool: 'remark-directive', pattern: /^::[a-z][\w-]*[[{].*/, instead: 'a component, such as <Card />' },
	{
		tool: 'LaTeX',
		pattern: /^\\\[(?:.*\\\])?(?=[ \t]*$)/,
		instead: 'a formula between two lines of $$',
		isLikely: true,
	},
];

/** Text outside code; `\0` stands for code, tags, escaped characters and the edges of links. */
const TEXTS: readonly Notation[] = [
	{
		tool: 'Obsidian and other wikis',
		// Not `[[TOC]]`, matrices, attributes of C++ and methods of ECMAScript.
		pattern:
			/!?\[\[(?!(?:toc|_toc_|nodiscard|noreturn|maybe_unused|fallthrough|deprecated|(?:un)?likely|prototype|get|set|call|construct|class|value|delete|(?:get|set)prototypeof|ownpropertykeys|(?:get|define)ownproperty|hasproperty|homeobject)\]|[\s[\d])[^[\]\n\0]+\]\]/gi,
		instead: '[text](./page.md)',
		isLikely: true,
	},
	{
		tool: 'Obsidian and markdown-it-mark',
		pattern: /(?<![=\w])==(?=[^\s=])[^=\n]*[^\s=]==(?![=\w])/g,
		instead: '<mark>words</mark>',
		isLikely: true,
	},
	{
		tool: 'pandoc',
		pattern: /(?<![\^\s])\^[\p{L}\d+−–-]{1,20}\^(?![\w^])/gu,
		instead: '<sup>2</sup>',
		isLikely: true,
	},
	{ tool: 'pandoc', pattern: /(?<=[\p{L})\]])~[\p{L}\d+−–-]{1,20}~(?!~)/gu, instead: '<sub>2</sub>', isLikely: true },
	{
		tool: 'GitHub',
		pattern: /(?<![\p{L}\d~])~(?=[^\s~/])[^~\n]*[^\s~]~(?![\p{L}\d~/])/gu,
		instead: '~~words~~',
		isLikely: true,
	},
	{
		tool: 'MkDocs',
		pattern: /(?<![\w+])\+\+[a-z][\w-]*(?:\+[\w-]+)*\+\+(?![\w+])/gi,
		instead: '<kbd>Ctrl</kbd> + <kbd>C</kbd>',
		isLikely: true,
	},
	{
		tool: 'MkDocs',
		pattern: /:(?:material|octicons|fontawesome|simple|lucide)-[\w-]+:/g,
		instead: '<Icon name="bolt" />',
		isLikely: true,
	},
	{
		tool: 'reStructuredText',
		pattern: /(?<![\w:]):[a-z][\w:.-]*:(?=\0)/g,
		instead: '[text](./page.md), [text](api:symbol) or code without a role',
		isLikely: true,
	},
	{
		tool: 'remark-directive',
		pattern: /(?<![\w:]):[a-z][\w-]*\[[^\]\n]*\]/g,
		instead: 'the element as HTML, or a component',
		isLikely: true,
	},
	{
		tool: 'pandoc',
		pattern: /\^\[[^\]\n]*\s[^\]\n]*\]/g,
		instead: '[^name] in the text, and a line [^name]: with the note',
		isLikely: true,
	},
	{
		tool: 'pandoc',
		pattern: /\[@[A-Za-z][\w:.-]*\d[\w:.-]*(?:[,;][^\]\n]*)?\]/g,
		instead: 'a link, or [^name] and a line [^name]: with the source',
		isLikely: true,
	},
	{ tool: 'Obsidian', pattern: /%%[^%\n]+%%(?!\w)/g, instead: '<!-- a comment -->', isLikely: true },
];

/** The source of a text, in which escaped characters are visible; code in it is blank. */
const SOURCES: readonly Notation[] = [
	{
		tool: 'LaTeX',
		pattern: /\\\((?=[^\n]*?(?:\\[A-Za-z]|[\^_=]))[^\n]*?\\\)/g,
		instead: '$x^2$',
		isLikely: true,
	},
	{ tool: 'VuePress', pattern: /@\[code\b[^\]\n]*\]\([^)\n]*\)/g, instead: FILE },
	{ tool: 'HackMD', pattern: /@\[(?:youtube|vimeo|prezi|vine)\]\([^)\n]*\)/gi, instead: '<Video id="…" title="…" />' },
];

/** At an opening brace. */
const BRACES: readonly Notation[] = [
	{
		tool: 'Hugo',
		pattern: /\{\{[<%]-?\s*\/?\s*[A-Za-z][\s\S]{0,2000}?[>%]\}\}/y,
		instead: 'a component, or [text](./page.md) for a reference',
		isTranslated: true,
	},
	{
		tool: 'mdBook',
		pattern: /\{\{#(?:include|rustdoc_include|shiftinclude|playground|template)\s[^{}\n]*\}\}/y,
		instead: `${PARTIAL}, or ${FILE}`,
	},
	{ tool: 'mdBook', pattern: /\{\{#title\s[^{}\n]*\}\}/y, instead: 'title in the front matter' },
	{ tool: 'Handlebars', pattern: /\{\{\{?[#/>^!][^{}\n]*\}\}\}?/y, instead: VALUE },
	{ tool: 'Zola and Jinja', pattern: /\{\{-?\s*[\w.:]+\([^{}]*\)\s*-?\}\}/y, instead: 'a component, or the value' },
	{ tool: 'Jekyll', pattern: /\{%-?\s*include(?:_relative|_cached)?\s[^%]*%\}/y, instead: PARTIAL },
	{ tool: 'Jekyll', pattern: /\{%-?\s*(?:link|post_url)\s[^%]*%\}/y, instead: './page.md as the URL of the link' },
	{ tool: 'Jekyll', pattern: /\{%-?\s*(?:end)?(?:highlight|raw|comment)\b[^%]*%\}/y, instead: 'a fence, or a comment' },
	{
		tool: 'GitBook and Markdoc',
		pattern: /\{%-?\s*(?:end|\/)?(?:hint|callout)\b[^%]*%\}/y,
		instead: BOX,
	},
	{ tool: 'GitBook and Markdoc', pattern: /\{%-?\s*(?:end|\/)?tabs?\b[^%]*%\}/y, instead: TABS },
	{ tool: 'GitBook', pattern: /\{%-?\s*(?:end)?code\b[^%]*%\}/y, instead: 'title="…" after the language of the fence' },
	{
		tool: 'GitBook',
		pattern: /\{%-?\s*(?:end)?(?:embed|content-ref|file|swagger|openapi|stepper|step|columns?)\b[^%]*%\}/y,
		instead: 'a link, or a component',
	},
	{
		tool: 'Liquid, Jinja and Zola',
		pattern: /\{%[-+]?\s*\/?[A-Za-z$][^%]*(?:%(?!\})[^%]*)*%\}/y,
		instead: 'the text that it makes, or a component',
	},
	{ tool: 'Jinja', pattern: /\{#-?\s[^{}\n]*#\}/y, instead: '<!-- a comment -->' },
	{
		tool: 'Liquid, Jinja and Vue',
		pattern: /\{\{-?\s*(?!(?:and|or|…|\.\.\.)\s*\}\})[^\s{}][^{}\n]*\}\}/y,
		instead: VALUE,
	},
	{ tool: 'CriticMarkup', pattern: /\{\+\+[^\n]*?\+\+\}/y, instead: '<ins>words</ins>' },
	{ tool: 'CriticMarkup', pattern: /\{--[^\n]*?--\}/y, instead: '<del>words</del>' },
	{ tool: 'CriticMarkup', pattern: /\{~~[^\n]*?~>[^\n]*?~~\}/y, instead: '<del>words</del> <ins>words</ins>' },
	{ tool: 'CriticMarkup', pattern: /\{==[^\n]*?==\}/y, instead: '<mark>words</mark>' },
	{ tool: 'CriticMarkup', pattern: /\{>>[^\n]*?<<\}/y, instead: '<!-- a comment -->' },
	{ tool: 'MkDocs', pattern: /\{!\s*[^\s{}!][^{}\n]*!\}/y, instead: PARTIAL },
	{ tool: 'FastAPI', pattern: /\{\*\s*\S[^{}\n]*\*\}/y, instead: FILE },
	{ tool: 'kramdown', pattern: /\{:toc\}/y, instead: NO_CONTENTS },
	{
		tool: 'kramdown and MkDocs',
		pattern: /\{::?[^\S\n]*(?:[.#/][^{}\n]*|[A-Za-z_][\w-]*(?:[=\s][^{}\n]*)?)\}/y,
		instead: '{.class #id name="value"} without the colon, at the end of the heading or paragraph',
	},
	{
		tool: 'Confluence',
		pattern: /\{(?:info|note|warning|tip|panel|expand|code):[^{}\n]*\}/y,
		instead: `${BOX}, or a fence`,
	},
	{
		tool: 'Svelte',
		pattern: /\{[#:/@](?:if|each|await|key|else|then|catch|html|const|debug|snippet|render)\b[^{}\n]*\}/y,
		instead: 'the text that it makes',
	},
	{
		tool: 'JSDoc',
		pattern: /\{@[a-z]\w*(?:\s[^{}\n]*)?\}/y,
		instead: '[text](api:symbol) for a link to the API reference',
	},
	{
		tool: 'MyST',
		pattern: /\{[a-z][\w:.+-]*\}(?=`)/y,
		instead: '[text](./page.md), $x^2$ for a formula, or code without a role',
	},
];

/** A line of colons with braces. */
const DIVS: readonly Notation[] = [
	{
		tool: 'pandoc and Quarto',
		pattern: /^:+[ \t]*\{\s*[.#].*/,
		instead: ':::note Title {#id .class}, the text, and :::',
	},
	{ tool: 'MyST', pattern: /^:+[ \t]*\{.*/, instead: BOX },
];

/** The text of a comment. */
const COMMENTS: readonly Notation[] = [
	{ tool: 'VitePress', pattern: /^\s*@include:/, instead: PARTIAL, isTranslated: true },
	{ tool: 'Hugo, Hexo and Jekyll', pattern: /^\s*more\s*$/i, instead: '<!-- truncate --> in a post', isLikely: true },
	{
		tool: 'Eleventy and Gatsby',
		pattern: /^\s*(?:(?:end[ -]?)?excerpt|truncated)\s*$/i,
		instead: '<!-- truncate --> in a post',
		isLikely: true,
	},
	{ tool: 'Docsify', pattern: /^\s*tabs:(?:start|end)\s*$/, instead: TABS },
	{ tool: 'web servers', pattern: /^#include\s/, instead: PARTIAL },
];

/** The info string of a fence. */
const INFOS: readonly Notation[] = [
	{ tool: MDX, pattern: /^mdx-code-block\b/, instead: '', isTranslated: true },
	{
		tool: 'MyST',
		pattern: /^\{(?:code|code-block|code-cell|sourcecode|literalinclude)\}/,
		instead: `the language without braces, or ${FILE}`,
	},
	{ tool: 'MyST', pattern: /^\{(?:figure|image)\}/, instead: '![alt](file)' },
	{ tool: 'MyST', pattern: /^\{(?:toctree|contents|tableofcontents)\}/, instead: NO_CONTENTS },
	{ tool: 'MyST', pattern: /^\{(?:tab-set|tab-item|tabbed)\}/, instead: TABS },
	{
		tool: 'MyST',
		pattern:
			/^\{(?:note|tip|info|hint|important|warning|caution|attention|danger|error|seealso|admonition|dropdown|deprecated|version\w+)\}/,
		instead: BOX,
	},
	{ tool: 'MyST', pattern: /^\{[a-z][\w-]*\}(?=\s|$)/, instead: 'Markdown, HTML or a component' },
	{ tool: 'mdbook-admonish', pattern: /^admonish\b/, instead: BOX },
	{ tool: 'Obsidian', pattern: /^ad-[a-z]+\b/, instead: BOX },
];

/** A line of code that only another tool replaces. */
const CODE_LINES: readonly Notation[] = [
	{
		tool: 'mdBook',
		pattern: /^\s*\{\{#(?:include|rustdoc_include|shiftinclude|playground)\s[^{}]*\}\}\s*$/,
		instead: FILE,
	},
	{ tool: 'MkDocs', pattern: /^\s*;?-+8<-+\s+["'].*["']\s*$/, instead: FILE },
	{ tool: 'MkDocs', pattern: /^\s*\{!\s*[^\s{}!][^{}]*!\}\s*$/, instead: FILE },
	{ tool: 'FastAPI', pattern: /^\s*\{\*\s*\S+\.\w+[^{}]*\*\}\s*$/, instead: FILE },
];

/** A line that rustdoc and mdBook hide: in Rust itself, `#` comes before a bracket. */
const HIDDEN_RUST: Notation = {
	tool: 'rustdoc and mdBook',
	pattern: /^\s*#(?=\s|$)/,
	instead: 'Remove the lines that readers should not see, or show a region of a file with file=./path#name',
	isLikely: true,
};

/** Languages in which code can be about includes. */
const TEMPLATE =
	/^(?:|te?xt|plain(?:text)?|md|mdx|markdown|rst|handlebars|hbs|mustache|liquid|jinja2?|twig|django|njk)$/i;

/** For notations that can be meant as text; unlike `expression`, no setting makes it an error. */
const LIKELY = { code: 'foreign-notation', severity: 'warning' } as const;

/** The finding about another tool's notation; `what` is the subject of its message. */
export function foreign(
	path: string,
	what: string,
	{ tool, instead = '', isTranslated, isLikely }: Pick<Notation, 'tool'> & Partial<Notation>,
	length?: number,
): ParseFinding {
	const way = /^(?:|Remove .*)$/.test(instead) ? instead : `Write ${instead}`;
	const ways = [way, isTranslated && `npx docsgen migrate --pages ${path} translates it`];
	return {
		...(isLikely ? LIKELY : { code: 'expression' }),
		message: `${what} is syntax of ${tool}, which docsgen does not read.`,
		hint: `${ways.filter(Boolean).join('; ')}.`,
		...(length === undefined ? {} : { length }),
	};
}

const MAX_SHOWN = 60;

function found(path: string, text: string, notation: Notation): ParseFinding {
	const [line = ''] = text.trim().split('\n', 1);
	const shown = line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
	return foreign(path, shown, notation, line.length);
}

/** A finding, and where it is in the text that was searched. */
export interface ForeignNotation {
	finding: ParseFinding;
	at: number;
}

/** A quick test for the patterns of a paragraph. */
const LINE_SIGNS = /^[ \t]*(?:[<[@!?=/;\-.(+\\*:]|(?:include|image|video)::)/m;
const SIGNS = /[[^~%@]|==|\+\+|:[a-z]/i;

/** Notations at the starts of lines. */
export function* linesOf(path: string, source: string): Generator<ForeignNotation> {
	if (!LINE_SIGNS.test(source)) return;
	let at = 0;
	for (const line of source.split('\n')) {
		const text = line.trimStart();
		const indent = line.length - text.length;
		for (const notation of LINES) {
			const [whole] = notation.pattern.exec(text) ?? [];
			if (whole === undefined) continue;
			yield { finding: found(path, whole, notation), at: at + indent };
			break;
		}
		at += line.length + 1;
	}
}

/** Notations in a text, with `\0` for what is none; `sourceOf` returns the source of a range. */
export function* textsOf(
	path: string,
	text: string,
	sourceOf: (from: number, to: number) => string,
): Generator<ForeignNotation> {
	if (SIGNS.test(text)) yield* allIn(TEXTS, path, text, sourceOf);
}

/** Notations in the source of a text. */
export function* sourcesOf(path: string, source: string): Generator<ForeignNotation> {
	if (/\\\(|@\[/.test(source)) yield* allIn(SOURCES, path, source, (from, to) => source.slice(from, to));
}

function* allIn(
	notations: readonly Notation[],
	path: string,
	text: string,
	sourceOf: (from: number, to: number) => string,
): Generator<ForeignNotation> {
	for (const notation of notations)
		for (const { 0: whole, index } of text.matchAll(notation.pattern))
			yield { finding: found(path, sourceOf(index, index + whole.length), notation), at: index };
}

/** The notation in braces at `at`, and where it ends. */
export function bracesAt(path: string, source: string, at: number): { finding: ParseFinding; end: number } | undefined {
	for (const notation of BRACES) {
		notation.pattern.lastIndex = at;
		const [whole] = notation.pattern.exec(source) ?? [];
		if (whole !== undefined) return { finding: found(path, whole, notation), end: at + whole.length };
	}
	return undefined;
}

/** A notation in a text that readers see. */
export interface ShownNotation extends Pick<Notation, 'tool' | 'instead'> {
	/** The notation itself. */
	shown: string;
}

/** All notations in a text without tags, as a page shows it, with `\0` for code. */
export function* shownNotations(text: string): Generator<ShownNotation> {
	for (const line of text.split('\n')) {
		const start = line.trim();
		for (const { tool, instead, pattern } of [...LINES, ...DIVS]) {
			const [shown] = pattern.exec(start) ?? [];
			if (shown === undefined) continue;
			yield { tool, instead, shown };
			break;
		}
	}
	for (const { tool, instead, pattern } of TEXTS)
		for (const [shown] of text.matchAll(pattern)) yield { tool, instead, shown };
	for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
		for (const { tool, instead, pattern } of BRACES) {
			pattern.lastIndex = at;
			const [shown] = pattern.exec(text) ?? [];
			if (shown === undefined) continue;
			yield { tool, instead, shown };
			at += shown.length - 1;
			break;
		}
	}
}

/** The finding about a line of colons with braces. */
export function foreignDiv(path: string, line: string): ParseFinding | undefined {
	const notation = DIVS.find(({ pattern }) => pattern.test(line));
	return notation && found(path, line, notation);
}

/** The finding about a comment with a meaning; `text` is between its marks. */
export function foreignComment(path: string, text: string): ParseFinding | undefined {
	const notation = COMMENTS.find(({ pattern }) => pattern.test(text));
	return notation && found(path, `<!--${text}-->`, notation);
}

/** The finding about the info string of a fence; `isLanguage` says that its word in braces is a language. */
export function foreignInfo(path: string, info: string, isLanguage: boolean): ParseFinding | undefined {
	const notation = isLanguage && info.startsWith('{') ? undefined : INFOS.find(({ pattern }) => pattern.test(info));
	return notation && found(path, `\`\`\`${info}`, notation);
}

/** Notations in the lines of a fence. */
export function* codeLinesOf(
	path: string,
	lang: string,
	code: string,
): Generator<{ finding: ParseFinding; line: number }> {
	if (/^(?:rust|rs)$/i.test(lang)) {
		const lines = code.split('\n');
		const line = lines.findIndex((text) => HIDDEN_RUST.pattern.test(text));
		if (line >= 0) yield { finding: found(path, lines[line] ?? '', HIDDEN_RUST), line };
	}
	if (TEMPLATE.test(lang) || !/\{[{!*]|8</.test(code)) return;
	for (const [line, text] of code.split('\n').entries()) {
		const notation = CODE_LINES.find(({ pattern }) => pattern.test(text));
		if (notation) yield { finding: found(path, text, notation), line };
	}
}

/* ---------------------------------------------------------------- MDX and Vue */

/** Code in braces, as opposed to words: a member, a call, an operator between values, an element. */
const CODE =
	/^\s*(?:!?[\w$]+\s*(?:\?\.|[.([])\S|new\s+\w|!?[\w$.]+\s+(?:[-+*/?<>]|&&|\|\||[=!]==?)\s+\S|<[\w>]|\[[^\]]*\]\s*\.\w|\([^)]*\)\s*(?:=>|\(\)|\.\w))/;

/** A call, an operator between spaces, a function. */
const COMPUTES = /\w\([^)]*\)|\s(?:[-+*/?<>]|&&|\|\||[=!]==?)\s|=>/;

/** The finding about code in braces, which depends on the file; undefined if it is text. `whole` includes the braces. */
export function foreignBraces(whole: string, { source, isModule, isVue }: Scope): ParseFinding | undefined {
	const isMdx = source.path.endsWith('.mdx');
	const report = (tool: string): ParseFinding =>
		found(source.path, whole, { tool, pattern: CODE, instead: VALUE, isTranslated: true });
	const [, double] = /^\{\{([\s\S]*)\}\}$/.exec(whole) ?? [];
	if (double !== undefined) {
		return isVue || /\$frontmatter\b/.test(double) || (isMdx && /^[\s!]*[A-Za-z_$]/.test(double))
			? report(VUE)
			: undefined;
	}
	const inner = whole.slice(1, -1);
	if (/^\s*(?:"[^"]*"|'[^']*'|`[^`]*`)\s*$/.test(inner)) return report(MDX);
	if (isMdx && /^\s*[\w$]+\s*$/.test(inner)) return report(MDX);
	if (!CODE.test(inner)) return undefined;
	if (isMdx || isModule) return report(MDX);
	// In plain Markdown, names and types are placeholders.
	return COMPUTES.test(inner) ? { ...report(MDX), ...LIKELY } : undefined;
}

/** Name of a tag → the tool that supports it. */
const TAGS: Readonly<Record<string, string>> = {
	'': MDX,
	Aside: 'Starlight',
	BrowserOnly: 'Docusaurus',
	CardGrid: 'Starlight',
	ClientOnly: 'VitePress',
	Code: 'Starlight',
	Fragment: MDX,
	Redirect: 'Docusaurus',
	TOCInline: 'Docusaurus',
	Translate: 'Docusaurus',
};

/** The finding about another tool's tag, unless the site has a component with its name. */
export function foreignTag({ name, attributes }: JsxTag, { facts, source }: Scope): ParseFinding | undefined {
	const isSetup = name === 'script' && attributes.some((attribute) => attribute.name === 'setup');
	const tool = isSetup ? VUE : Object.hasOwn(TAGS, name) ? TAGS[name] : undefined;
	if (tool === undefined || facts.options.components.includes(name)) return undefined;
	return foreign(source.path, isSetup ? '<script setup>' : `<${name}>`, { tool, isTranslated: true }, name.length + 1);
}

/** Attributes in the spelling of JSX. */
const JSX_NAME =
	/^(?:className|htmlFor|httpEquiv|acceptCharset|dangerouslySetInnerHTML|xlink[A-Z]\w*|(?:stroke|fill|font|stop|flood)[A-Z]\w*|clip(?:Path|Rule)|textAnchor)$/;

/** The tool that an attribute is meant for; undefined for attributes of HTML and components. */
export function foreignAttribute(name: string, { isComponent }: JsxTag): string | undefined {
	if (/^(?:v-|[@:#])/.test(name)) return VUE;
	return name === '...' || (!isComponent && JSX_NAME.test(name)) ? MDX : undefined;
}

/**
 * Comments of one line, in any language: docsgen's marks and regions are comments, and a fence can have any language, so
 * every syntax is understood in all of them.
 */

/** Opening and closing of comments that end on their line. */
const PAIRS: readonly [open: string, close: string][] = [
	// JSX, CSS and C, HTML, OCaml and Pascal, Haskell, Lua, Jinja, Handlebars, JSP, Razor, Lisp, PowerShell.
	[String.raw`\{\s*/\*+`, String.raw`\*+/\s*\}`],
	[String.raw`/\*+`, String.raw`\*+/`],
	['<!--', '-->'],
	[String.raw`\(\*`, String.raw`\*\)`],
	[String.raw`\{-`, String.raw`-\}`],
	[String.raw`--\[\[`, String.raw`\]\]`],
	[String.raw`\{#`, String.raw`#\}`],
	[String.raw`\{\{!--`, String.raw`--\}\}`],
	['<%--', '--%>'],
	[String.raw`@\*`, String.raw`\*@`],
	[String.raw`#\|`, String.raw`\|#`],
	['<#', '#>'],
];

/** Starts of comments that end with their line: C, shells, SQL, TeX, Batch. */
const LINE = String.raw`(?://+|#+|--+|%+|::+|@?\bREM\b)`;
/** More of them, after a space: Lisp, Basic, Vim, Fortran, the inner lines of C's comments. Elsewhere they are code. */
const AMBIGUOUS = `(?:;+|['"!*])`;

const ONLY = [
	...PAIRS.map(([open, close]) => new RegExp(String.raw`^\s*${open}\s*((?:(?!${close}).)*?)\s*${close}\s*$`)),
	new RegExp(String.raw`^\s*(?:${LINE}|${AMBIGUOUS})\s*(.*?)\s*$`, 'i'),
];

/** The text of a line that is only a comment; undefined for code. */
export function onlyComment(line: string): string | undefined {
	for (const pattern of ONLY) {
		const text = pattern.exec(line)?.[1];
		if (text !== undefined) return text;
	}
	return undefined;
}

/** Stands for what is removed from a comment; it is in no code. */
const REMOVED = '\0';
const EMPTY = [
	...PAIRS.map(([open, close]) => new RegExp(String.raw`\s*${open}\s*(?:${REMOVED}\s*)+${close}`, 'g')),
	new RegExp(String.raw`\s*(?:${LINE}|(?:^|(?<=\s))${AMBIGUOUS})\s*(?:${REMOVED}\s*)+$`, 'gi'),
];
const OPENED = new RegExp(`${PAIRS.map(([open]) => open).join('|')}|${LINE}|(?:^|\\s)${AMBIGUOUS}`, 'i');

/** Whether a comment starts in `before`, the beginning of a line. */
export function isInComment(before: string): boolean {
	return OPENED.test(before);
}

/** The line without the ranges, which are in ascending order, and without comments that contained nothing else. */
export function withoutRanges(line: string, ranges: readonly { start: number; end: number }[]): string {
	let text = '';
	let from = 0;
	for (const { start, end } of ranges) {
		text += line.slice(from, start) + REMOVED;
		from = end;
	}
	text += line.slice(from);
	// A comment can end with another one.
	for (let before = ''; before !== text; ) {
		before = text;
		for (const pattern of EMPTY) text = text.replace(pattern, '');
	}
	return text.replace(new RegExp(String.raw`\s*${REMOVED}`, 'g'), '');
}

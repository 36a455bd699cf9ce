/**
 * Parses info strings: the words after the three backticks of a fence.
 */
import type { FenceProblem } from '../model/annotation.ts';
import { nearest } from '../model/schema.ts';

/** Line (1-based) → its marks: `hl`, `ins`, `del`, `focus`, `error`, `warning`. */
export type Marks = Record<number, string>;

/** Adds a mark to a line; `hl` comes first. */
export function mark(marks: Marks, line: number, name: string): void {
	const names = marks[line]?.split(' ') ?? [];
	if (!names.includes(name)) marks[line] = (name === 'hl' ? [name, ...names] : [...names, name]).join(' ');
}

/** A parsed info string. Line numbers are 1-based and refer to the shown code. */
export interface FenceInfo {
	/** First word, as written; `''` for a bare fence. */
	lang: string;
	/** `''` when the fence has no title. */
	title: string;
	/** Marked lines: `hl` from `{1,3-5}`, `ins` from `ins={2}`, `del` from `del={3}`. */
	marks: Marks;
	/** Texts to mark in the code, from `mark="text"`. */
	words?: string[];
	/** The number of the first line; `true` is 1. */
	showLineNumbers: boolean | number;
	/** `[npm]`: the label of its tab in a group. */
	label?: string;
	twoslash: boolean;
	/** The code goes on from the fence above it. */
	continues?: true;
	/** Show the commands of all package managers. */
	npm2yarn?: true;
	/** Words that an extension reads, with their values; empty for none. */
	own?: Record<string, string>;
	/** The code is a program; files of the page to start before it, such as `run="server/index.ts"`. */
	run?: string[];
	/** Why the fence is not checked; absent when it is checked, `''` when the reason is missing. */
	nocheck?: string;
	/** Mistakes in the info string, in order. */
	problems: FenceProblem[];
}

const WORD =
	/\{([^}]*)\}|\[([^\]]*)\]|([A-Za-z][\w-]*)=(?:"([^"]*)"|'([^']*)'|(\{[^}]*\}|\S*))|("[^"]*"(?!\S)|'[^']*'(?!\S)|\S+)/g;
const NAMES = [
	...['title', 'showLineNumbers', 'startLineNumber', 'file', 'twoslash', 'nocheck', 'ins', 'del', 'mark'],
	...['run', 'continues'],
];
const KNOWN =
	'title="…", [label], {1,3-5}, mark="…", showLineNumbers, showLineNumbers=5, file=…, twoslash, continues, nocheck="reason"';
/** Words that address other programs, such as compilers and a site's own tests; readers lose nothing. */
const FOR_OTHERS =
	/^(?:ignore(?:-\w+)?|no_run|should_panic|compile_fail|test_harness|standalone(?:_crate)?|edition\d{4}|E\d{4}|noplay(?:ground|pen)|mdbook-runnable)$/;
/** Words of other tools → what to write. */
const OTHERS: Readonly<Record<string, string>> = {
	caption: 'Write title="…".',
	collapse: 'Remove it, or put the fence between :::details and :::.',
	copy: 'Remove it: every block has a button.',
	editable: 'Remove it: readers cannot run the code.',
	expandable: 'Remove it, or put the fence between :::details and :::.',
	filename: 'Write title="…".',
	frame: 'Remove it.',
	highlight: 'Write {1,3-5}.',
	hl_lines: 'Write {1,3-5}.',
	include: 'Write file=….',
	linenos: 'Write showLineNumbers.',
	linenostart: 'Write showLineNumbers=5.',
	linenums: 'Write showLineNumbers, or showLineNumbers=5.',
	lineNumbers: 'Write showLineNumbers.',
	lines: 'Write {1,3-5}.',
	name: 'Write title="…".',
	numberLines: 'Write showLineNumbers.',
	reference: 'Write file=….',
	startFrom: 'Write showLineNumbers=5.',
	wrap: 'Remove it: readers can wrap long lines.',
};
/** Limits the memory that a range such as {1-999999999} needs. */
const MAX_LINE = 10_000;

/** Words of extensions → the values that they accept. */
export type InfoWords = Readonly<Record<string, RegExp>>;

/** Parses an info string such as `ts title="server.ts" {1,3-5} showLineNumbers`. Never throws: see `problems`. */
export function parseFenceInfo(info: string, words: InfoWords = {}): FenceInfo {
	const text = info.trim();
	// `ts:line-numbers=2`, or `{r}` and `{.r}` for a language; mdBook has words after a comma.
	const [whole = '', braced, more = '', plain = '', comma = '', numbers, first] =
		/^(?:\{\.?([A-Za-z][\w-]*)([^}]*)\}|([^\s{,]*?)((?:,[\w-]+)*)(:line-numbers(?:=(\d{1,6}))?|:no-line-numbers)?(?=[\s{]|$)|)/.exec(
			text,
		) ?? [];
	const result: FenceInfo = {
		lang: braced ?? plain,
		title: '',
		marks: {},
		showLineNumbers: numbers?.startsWith(':line') ? Number(first ?? 1) || true : false,
		twoslash: false,
		problems: [],
	};
	if (more.trim() !== '')
		report(
			result,
			`"${more.trim()}" is not read in braces`,
			`Write ${result.lang} without braces. Known words: ${KNOWN}.`,
		);
	separateTitle(result);
	const [curly] = /\b[a-z]+=[\u201c-\u201f\u2018\u2019\u00ab]\S*/i.exec(text) ?? [];
	if (curly) report(result, `The quotation marks in ${curly} are part of the value`, 'Write straight ones, title="…".');
	for (const [word] of comma.matchAll(/[^,]+/g)) applyOption(result, word, undefined, words);
	for (const [, range, label, name, double, single, bare, flag = ''] of text.slice(whole.length).matchAll(WORD)) {
		if (range !== undefined) markRange(result, range, 'hl');
		else if (label !== undefined) result.label = label.trim();
		else applyOption(result, name ?? flag, double ?? single ?? bare, words);
	}
	if (result.showLineNumbers === 1) result.showLineNumbers = true;
	return result;
}

/** Other tools write a title after the language, `js:app.js`, or in its place. */
function separateTitle(result: FenceInfo): void {
	const [, lang, title] = /^([A-Za-z][\w+#-]*):(?:title=)?(.+)$/.exec(result.lang) ?? [];
	if (title !== undefined) {
		report(result, `"${result.lang}" is not a language`, `Write ${lang} title="${title}".`);
		result.lang = lang ?? '';
	} else if (/^[^\s=]*\/[^\s=]*\.\w+$/.test(result.lang))
		report(result, `"${result.lang}" is not a language`, `Write the language, and title="${result.lang}".`);
}

/** Applies `name=value`, or a word without a value. */
function applyOption(result: FenceInfo, name: string, value: string | undefined, words: InfoWords): void {
	const isNumbering = name === 'showLineNumbers' || (name === 'startLineNumber' && value !== undefined);
	if (name === 'nocheck') {
		result.nocheck = value?.trim() ?? '';
		if (!result.nocheck)
			report(result, 'nocheck needs a reason', 'Write nocheck="why this cannot compile", or remove nocheck.');
	} else if ((value !== undefined && /^["']/.test(value)) || /^["']+$/.test(name))
		report(result, `The quotation mark in ${[name, value].filter(Boolean).join('=')} is not closed`, 'Close it.');
	else if (name === 'title' && value !== undefined) result.title = value.trim();
	else if (name === 'twoslash' && value === undefined) result.twoslash = true;
	else if (name === 'continues' && value === undefined) result.continues = true;
	else if (name === 'npm2yarn' && value === undefined) result.npm2yarn = true;
	else if (Object.hasOwn(words, name) && words[name]?.test(value ?? ''))
		result.own = { ...result.own, [name]: value ?? '' };
	else if (name === 'run') result.run = value?.split(/\s+/).filter(Boolean) ?? [];
	else if (FOR_OTHERS.test(name)) return;
	else if (isNumbering && /^\{?(?:true|false)\}?$/.test(value ?? 'true'))
		result.showLineNumbers = !value?.includes('false');
	else if (isNumbering && /^\d{1,6}$/.test(value ?? '')) result.showLineNumbers = Math.max(Number(value), 1);
	else if (name === 'mark' && /^[^{]/.test(value ?? '')) result.words = [...(result.words ?? []), value ?? ''];
	else if (/^(?:ins|del|mark)$/.test(name) && value) {
		const [, range] = /^\{(.*)\}$/.exec(value) ?? [];
		if (range !== undefined) markRange(result, range, name === 'mark' ? 'hl' : name);
		else report(result, `${name} marks lines, not a text`, `Write ${name}={2}, or mark="${value}".`);
	} else if (value === undefined && name.startsWith('{'))
		report(result, `"${name}" is not closed`, 'Close the brace: {1,3-5}.');
	else if (!value && NAMES.includes(name)) report(result, `"${name}" has no value`, `Known words: ${KNOWN}.`);
	else reportUnknown(result, name, value === undefined, Object.keys(words));
}

function reportUnknown(result: FenceInfo, name: string, isFlag: boolean, words: string[]): void {
	// Expressive Code and Nextra mark words in quotes or between slashes.
	const [, text] = (isFlag && /^["'/](.+)["'/]$/.exec(name)) || [];
	const shown = text === undefined ? `"${name}"` : name;
	const hint = text === undefined ? hintFor(name, isFlag, words) : `Write mark="${text}".`;
	report(result, `Unknown word ${shown} in the info string of a fence`, hint);
}

function hintFor(name: string, isFlag: boolean, words: string[]): string {
	const near = Object.hasOwn(OTHERS, name) ? name : nearest(name, [...NAMES, ...words, ...Object.keys(OTHERS)]);
	const other = near !== undefined && Object.hasOwn(OTHERS, near) ? OTHERS[near] : undefined;
	if (other !== undefined) return other;
	if (near !== undefined) return `Did you mean "${near}"?`;
	return isFlag && /^[\w@./-]+\.\w+$/.test(name) ? `Write title="${name}".` : `Known words: ${KNOWN}.`;
}

/** Marks the lines of a range. */
function markRange(result: FenceInfo, text: string, name: string): void {
	// `{"A label": 3}` marks line 3.
	const [labelled = '', label] = /^\s*"([^"]*)"\s*:?/.exec(text) ?? [];
	if (label !== undefined) report(result, `The label "${label}" is not shown`, 'Write it as a comment in the code.');
	for (const part of text.slice(labelled.length).split(',')) {
		const [, from, to = from] = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(part) ?? [];
		const first = Number(from);
		const last = Number(to);
		if (!(first >= 1 && last >= first && last <= MAX_LINE)) {
			report(
				result,
				`"${part.trim()}" is not a line or a range of lines`,
				'Write lines as {1,3-5}; the first line is 1.',
			);
			continue;
		}
		for (let line = first; line <= last; line++) mark(result.marks, line, name);
	}
}

function report(result: FenceInfo, message: string, hint: string): void {
	result.problems.push({ message, hint });
}

/** Tracks the fences of a text line by line, before it is parsed. */
export class Fences {
	#open: { mark: string; info: string } | undefined;

	/** The fence that contains the next line, and whether the line opens or closes it; undefined outside fences. */
	next(line: string): { info: string; isMark: boolean } | undefined {
		const [, mark = '', rest = ''] = /^[ \t]*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
		const before = this.#open;
		if (before && (mark === '' || rest.trim() !== '' || !mark.startsWith(before.mark)))
			return { info: before.info, isMark: false };
		if (mark === '') return undefined;
		this.#open = before ? undefined : { mark, info: rest.trim() };
		return { info: (before ?? this.#open)?.info ?? '', isMark: true };
	}
}

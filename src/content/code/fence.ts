/**
 * Parses info strings: the words after the three backticks of a fence.
 */
import type { FenceProblem } from '../model/sample.ts';
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
	/** Show the commands of all package managers. */
	npm2yarn?: true;
	/** Docusaurus runs the code in the browser. */
	live?: true;
	/** Why the fence is not checked; absent when it is checked, `''` when the reason is missing. */
	nocheck?: string;
	/** Mistakes in the info string, in order. */
	problems: FenceProblem[];
}

const WORD = /\{([^}]*)\}|\[([^\]]*)\]|([A-Za-z][\w-]*)=(?:"([^"]*)"|'([^']*)'|(\{[^}]*\}|\S*))|(\S+)/g;
const NAMES = ['title', 'showLineNumbers', 'startLineNumber', 'file', 'twoslash', 'nocheck', 'ins', 'del', 'mark'];
const KNOWN =
	'title="…", [label], {1,3-5}, mark="…", showLineNumbers, showLineNumbers=5, file=…, twoslash, nocheck="reason"';
/** Limits the memory that a range such as {1-999999999} needs. */
const MAX_LINE = 10_000;

/** Parses an info string such as `ts title="server.ts" {1,3-5} showLineNumbers`. Never throws: see `problems`. */
export function parseFenceInfo(info: string): FenceInfo {
	const text = info.trim();
	// `ts:line-numbers=2`, or `{r}` and `{.r}` for a language.
	const [whole = '', braced, plain = '', numbers, first] =
		/^(?:\{\.?([A-Za-z][\w-]*)[^}]*\}|([^\s{]*?)(:line-numbers(?:=(\d{1,6}))?|:no-line-numbers)?(?=[\s{]|$))/.exec(
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
	for (const [, range, label, name, double, single, bare, flag] of text.slice(whole.length).matchAll(WORD)) {
		if (range !== undefined) markRange(result, range, 'hl');
		else if (label !== undefined) result.label = label.trim();
		else applyOption(result, name ?? flag ?? '', double ?? single ?? bare);
	}
	if (result.showLineNumbers === 1) result.showLineNumbers = true;
	return result;
}

/** Applies `name=value`, or a word without a value. */
function applyOption(result: FenceInfo, name: string, value: string | undefined): void {
	const isNumbering = name === 'showLineNumbers' || (name === 'startLineNumber' && value !== undefined);
	if (name === 'nocheck') {
		result.nocheck = value?.trim() ?? '';
		if (!result.nocheck)
			report(result, 'nocheck needs a reason', 'Write nocheck="why this cannot compile", or remove nocheck.');
	} else if (value !== undefined && /^["']/.test(value))
		report(result, `The quotation mark in ${name}=${value} is not closed`, 'Close it.');
	else if (name === 'title' && value !== undefined) result.title = value.trim();
	else if (name === 'twoslash' && value === undefined) result.twoslash = true;
	else if ((name === 'npm2yarn' || name === 'live') && value === undefined) result[name] = true;
	else if (isNumbering && /^\{?(?:true|false)\}?$/.test(value ?? 'true'))
		result.showLineNumbers = !value?.includes('false');
	else if (isNumbering && /^\d{1,6}$/.test(value ?? '')) result.showLineNumbers = Math.max(Number(value), 1);
	else if (name === 'mark' && /^[^{]/.test(value ?? '')) result.words = [...(result.words ?? []), value ?? ''];
	else if (/^(?:ins|del|mark)$/.test(name) && value !== undefined)
		// A quoted value of the others marks words, which docsgen does not support.
		markRange(result, /^\{((?:\s*"[^"]*":)?[\d\s,-]+)\}$/.exec(value)?.[1] ?? '', name === 'mark' ? 'hl' : name);
	else if (value === undefined && name.startsWith('{'))
		report(result, `"${name}" is not closed`, 'Close the brace: {1,3-5}.');
	else if (nearest(name, NAMES) !== undefined)
		report(
			result,
			`Unknown word "${name}" in the info string of a fence`,
			`Known words: ${KNOWN}. Words of other tools are ignored.`,
		);
}

/** Marks the lines of a range. Text without digits is not a range. */
function markRange(result: FenceInfo, text: string, name: string): void {
	// `{"A label": 3}` marks line 3.
	const ranges = text.replace(/^\s*"[^"]*"\s*:?/, '');
	for (const part of /\d/.test(ranges) ? ranges.split(',') : []) {
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

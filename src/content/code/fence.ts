/**
 * Parses info strings: the words after the three backticks of a fence.
 */
import { nearest } from '../model/schema.ts';

/** A parsed info string. Line numbers are 1-based and refer to the shown code. */
export interface FenceInfo {
	/** First word, as written; `''` for a bare fence. */
	lang: string;
	/** `''` when the fence has no title. */
	title: string;
	/** Highlighted lines from `{1,3-5}`, ascending, without repeats. */
	lines: number[];
	/** The number of the first line; `true` is 1. */
	showLineNumbers: boolean | number;
	/** `[npm]`: the label of its tab in a group. */
	label?: string;
	/** Added and removed lines, from `ins={2}` and `del={3}`. */
	changes: { ins: number[]; del: number[] };
	twoslash: boolean;
	/** Why the fence is not checked; absent when it is checked, `''` when the reason is missing. */
	nocheck?: string;
	/** Mistakes in the info string, in order. */
	problems: FenceProblem[];
}

export interface FenceProblem {
	message: string;
	hint: string;
}

type Word =
	| { kind: 'range'; text: string }
	| { kind: 'label'; text: string }
	| { kind: 'value'; name: string; value: string }
	| { kind: 'flag'; name: string };

const WORD = /\{([^}]*)\}|\[([^\]]*)\]|([A-Za-z][\w-]*)=(?:"([^"]*)"|'([^']*)'|(\{[^}]*\}|\S*))|(\S+)/g;
const NAMES = ['title', 'showLineNumbers', 'startLineNumber', 'file', 'twoslash', 'nocheck', 'ins', 'del', 'mark'];
const KNOWN = 'title="…", [label], {1,3-5}, showLineNumbers, showLineNumbers=5, file=…, twoslash, nocheck="reason"';
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
		lines: [],
		changes: { ins: [], del: [] },
		showLineNumbers: numbers?.startsWith(':line') ? Number(first ?? 1) || true : false,
		twoslash: false,
		problems: [],
	};
	for (const word of words(text.slice(whole.length))) apply(result, word);
	if (result.showLineNumbers === 1) result.showLineNumbers = true;
	return result;
}

function* words(text: string): Generator<Word> {
	for (const [, range, label, name, double, single, bare, flag] of text.matchAll(WORD)) {
		if (range !== undefined) yield { kind: 'range', text: range };
		else if (label !== undefined) yield { kind: 'label', text: label };
		else if (name !== undefined) yield { kind: 'value', name, value: double ?? single ?? bare ?? '' };
		else if (flag !== undefined) yield { kind: 'flag', name: flag };
	}
}

function apply(result: FenceInfo, word: Word): void {
	if (word.kind === 'range') result.lines = linesOf(result, word.text, result.lines);
	else if (word.kind === 'label') result.label = word.text.trim();
	else if (word.name === 'nocheck') applyNocheck(result, word.kind === 'value' ? word.value.trim() : '');
	else if (word.kind === 'value' && /^["']/.test(word.value))
		report(result, `The quotation mark in ${word.name}=${word.value} is not closed`, 'Close it.');
	else if (word.kind === 'value' && word.name === 'title') result.title = word.value.trim();
	else if (word.kind === 'flag' && word.name === 'showLineNumbers') result.showLineNumbers = true;
	else if (
		word.kind === 'value' &&
		/^(?:showLineNumbers|startLineNumber)$/.test(word.name) &&
		/^\d{1,6}$/.test(word.value)
	)
		result.showLineNumbers = Math.max(Number(word.value), 1);
	else if (word.kind === 'flag' && word.name === 'twoslash') result.twoslash = true;
	else if (word.kind === 'value' && (word.name === 'ins' || word.name === 'del' || word.name === 'mark')) {
		// A quoted value marks words instead of lines, which docsgen does not support.
		const range = /^\{((?:\s*"[^"]*":)?[\d\s,-]+)\}$/.exec(word.value)?.[1] ?? '';
		if (word.name === 'mark') result.lines = linesOf(result, range, result.lines);
		else result.changes[word.name] = linesOf(result, range, result.changes[word.name]);
	} else if (word.name === 'showLineNumbers' && /^\{?(?:true|false)\}?$/.test(word.kind === 'value' ? word.value : ''))
		result.showLineNumbers = /true/.test(word.kind === 'value' ? word.value : '');
	else if (word.kind === 'flag' && word.name.startsWith('{'))
		report(result, `"${word.name}" is not closed`, 'Close the brace: {1,3-5}.');
	else if (nearest(word.name, NAMES) !== undefined)
		report(
			result,
			`Unknown word "${word.name}" in the info string of a fence`,
			`Known words: ${KNOWN}. Words of other tools are ignored.`,
		);
}

function applyNocheck(result: FenceInfo, reason: string): void {
	result.nocheck = reason;
	if (!reason) report(result, 'nocheck needs a reason', 'Write nocheck="why this cannot compile", or remove nocheck.');
}

/** `before` and the lines of a range, ascending. Text without digits is not a range. */
function linesOf(result: FenceInfo, text: string, before: readonly number[]): number[] {
	const lines = new Set(before);
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
		for (let line = first; line <= last; line++) lines.add(line);
	}
	return [...lines].sort((a, b) => a - b);
}

function report(result: FenceInfo, message: string, hint: string): void {
	result.problems.push({ message, hint });
}

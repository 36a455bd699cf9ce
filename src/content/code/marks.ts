/**
 * Marks in the comments of code. `[!code ++]` and its relatives follow the specification of Shiki's transformers (its
 * matching algorithm v3): a mark covers its own line and, with a number, the lines below; on a line that is only a
 * comment, it covers the lines below. `highlight-next-line`, `-start` and `-end` are Docusaurus's.
 */
import type { FenceProblem } from '../model/annotation.ts';
import { nearest } from '../model/schema.ts';
import { isInComment, onlyComment, withoutRanges } from './comments.ts';
import { type FenceInfo, Fences, type Marks, mark } from './fence.ts';

/** A line as readers see it. */
export interface MarkedLine {
	text: string;
	/** `hl`, `ins`, `del`, `focus`, `error`, `warning`. */
	marks: readonly string[];
	/** Texts to mark in it. */
	words: readonly string[];
}

/** Line (1-based) → the texts to mark in it. */
export type MarkWords = Record<number, string[]>;

/** Word of a mark → the name of what it does. */
const NAMES: Readonly<Record<string, string>> = {
	'++': 'ins',
	'--': 'del',
	focus: 'focus',
	highlight: 'hl',
	hl: 'hl',
	error: 'error',
	warning: 'warning',
};
const KNOWN = [...Object.keys(NAMES), 'word:…'];

/** A quick test of code for marks. */
export const MARKED = /\[(?:!|\\!|!!)code\s|highlight-/;
/** `[!code ++:2]`, `[!code word:oven:2]`; a backslash or a second exclamation mark makes it text. */
const MARK = /\[!code\s+((?:\\.|[^\]\\])*)\]/g;
const ESCAPED = /\[(?:\\!|!!)code(?=\s)/g;
const BODY = /^(?:word:(?<word>(?:\\.|[^:\\])+)|(?<name>[^\s:]+))(?::(?<count>\d{1,4}))?\s*$/;
const HIGHLIGHT = /^highlight-(\S+)$/;

/** The mark of a comment, for the lines below it. */
interface Pending {
	/** Index of its line. */
	from: number;
	what: { kind: 'mark'; name: string } | { kind: 'word'; word: string; isFound: boolean };
	/** How it is written. */
	written: string;
	/** Number of lines, also infinite. */
	lines: number;
	left: number;
}

/** Reads a fence line by line. Mistakes are in `problems`. */
export class MarkReader {
	readonly problems: FenceProblem[] = [];
	readonly #fences: Fences | undefined;
	readonly #pending: Pending[] = [];
	/** Index of the open `highlight-start`. */
	#highlightedFrom: number | undefined;

	/** In Markdown, the marks of the fences that it shows belong to what it shows. */
	constructor(lang: string) {
		this.#fences = /^(?:md|mdx|markdown)$/i.test(lang) ? new Fences() : undefined;
	}

	/** The line at an index, from 0; undefined if it only marks other lines. */
	read(written: string, index: number): MarkedLine | undefined {
		const fence = this.#fences?.next(written);
		if ((fence && !fence.isMark) || !MARKED.test(written)) return this.#take(written);
		const comment = onlyComment(written);
		const [, highlight] = HIGHLIGHT.exec(comment ?? '') ?? [];
		if (highlight !== undefined && this.#highlight(highlight, written, index)) return undefined;
		const ranges: { start: number; end: number }[] = [];
		const covered: Pending[] = [];
		for (const { 0: whole, 1: body = '', index: start } of written.matchAll(MARK)) {
			const pending = isInComment(written.slice(0, start)) ? pendingOf(body, whole, index) : undefined;
			if (pending) {
				covered.push(pending);
				ranges.push({ start, end: start + whole.length });
			} else this.#report(index, leftover(whole, body));
		}
		const text = withoutRanges(written, ranges).replace(ESCAPED, '[!code');
		// A comment on its own line marks the lines below, and goes if nothing is left of it.
		const isBelow = comment !== undefined;
		if (!isBelow) this.#pending.push(...covered);
		const line = ranges.length > 0 && text.trim() === '' ? undefined : this.#take(text);
		if (isBelow) this.#pending.push(...covered);
		return line;
	}

	/** Call it after the last line. */
	finish(): void {
		for (const { from, what, written, lines, left } of this.#pending) {
			if (what.kind === 'word' && !what.isFound)
				this.#report(from, {
					message: `"${what.word}" should be marked, but no line contains it`,
					hint: 'Write a part of one line as readers see it.',
				});
			else if (Number.isFinite(left) && left > 0)
				this.#report(from, {
					message: left === lines ? `${written} has no line to mark` : `${written} covers ${lines - left} lines only`,
					hint: 'Count the lines that readers see.',
				});
		}
		if (this.#highlightedFrom !== undefined)
			this.#report(this.#highlightedFrom, {
				message: 'highlight-start is not closed',
				hint: 'Add highlight-end below the last line to highlight.',
			});
	}

	/** A line with what covers it. */
	#take(text: string): MarkedLine {
		const marks: string[] = this.#highlightedFrom === undefined ? [] : ['hl'];
		const words: string[] = [];
		for (const pending of this.#pending) {
			if (pending.left === 0) continue;
			pending.left--;
			const { what } = pending;
			if (what.kind === 'mark') marks.push(what.name);
			else if (text.includes(what.word)) {
				what.isFound = true;
				words.push(what.word);
			}
		}
		return { text, marks, words };
	}

	/** Reads the comment `highlight-…`; false if it is none of ours. */
	#highlight(what: string, written: string, index: number): boolean {
		const fits = what === 'next-line' || (this.#highlightedFrom !== undefined) === (what === 'end');
		if (what === 'next-line') this.#pending.push(pendingMark('hl', written.trim(), index, 1));
		else if (what === 'start') this.#highlightedFrom ??= index;
		else if (what === 'end') this.#highlightedFrom = undefined;
		else {
			if (nearest(what, ['next-line', 'start', 'end']) === undefined) return false;
			this.#report(index, {
				message: `"highlight-${what}" marks nothing, and readers see it`,
				hint: 'Write highlight-next-line, or highlight-start and highlight-end.',
			});
			return false;
		}
		if (!fits)
			this.#report(index, {
				message: `highlight-${what} does not match the comments above it`,
				hint: 'Pair every highlight-start with one highlight-end.',
			});
		return true;
	}

	#report(line: number, { message, hint }: FenceProblem): void {
		this.problems.push({ message, hint, line });
	}
}

function pendingMark(name: string, written: string, from: number, lines: number): Pending {
	return { from, what: { kind: 'mark', name }, written, lines, left: lines };
}

/** The effect of a mark; undefined if the mark is not known. */
function pendingOf(body: string, written: string, from: number): Pending | undefined {
	const { word, name = '', count } = BODY.exec(body)?.groups ?? {};
	if (word === undefined) {
		const known = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
		return known === undefined ? undefined : pendingMark(known, written, from, Number(count ?? 1));
	}
	const text = word.replace(/\\(.)/g, '$1');
	const lines = count === undefined ? Number.POSITIVE_INFINITY : Number(count);
	return { from, what: { kind: 'word', word: text, isFound: false }, written, lines, left: lines };
}

function leftover(whole: string, body: string): FenceProblem {
	if (pendingOf(body, whole, 0))
		return {
			message: `${whole} is not in a comment, so readers see it`,
			hint: 'Write it in a comment of the language, or as [\\!code …] to show it.',
		};
	const [name = ''] = /^[^\s:]*/.exec(body) ?? [];
	const near =
		KNOWN.find((known) => name !== '' && (known.startsWith(name) || name.startsWith(known))) ?? nearest(name, KNOWN, 2);
	const known = `Marks are ${KNOWN.join(', ')}; [\\!code …] shows one.`;
	return {
		message: `${whole} is not a mark, so readers see it`,
		hint: near === undefined ? known : `Did you mean [!code ${near}]?`,
	};
}

/** Code as readers see it, with the marks of its lines from the info string and from comments. */
export interface ShownCode {
	code: string;
	marks: Marks;
	words?: MarkWords;
	/** Marked lines and words of the info string that do not exist. */
	problems: FenceProblem[];
}

export function joined(lines: readonly MarkedLine[], info: FenceInfo): ShownCode {
	const marks = { ...info.marks };
	const words: MarkWords = {};
	for (const [index, line] of lines.entries()) {
		for (const name of line.marks) mark(marks, index + 1, name);
		if (!info.words && line.words.length === 0) continue;
		const inLine = [...(info.words ?? []).filter((word) => line.text.includes(word)), ...line.words];
		if (inLine.length > 0) words[index + 1] = inLine;
	}
	const shown = {
		code: lines.map(({ text }) => text).join('\n'),
		marks,
		problems: unseen(info, lines),
	};
	return Object.keys(words).length === 0 ? shown : { ...shown, words };
}

/** Reports marked words that the shown code does not contain, and a marked line number past its end. */
function unseen({ marks, words = [] }: FenceInfo, lines: readonly MarkedLine[]): FenceProblem[] {
	const shown = lines.length;
	const problems = words
		.filter((word) => !lines.some(({ text }) => text.includes(word)))
		.map((word) => ({
			message: `"${word}" should be marked, but no line contains it`,
			hint: 'Write a part of one line as readers see it.',
		}));
	const line = Object.keys(marks).find((one) => Number(one) > shown);
	if (line === undefined) return problems;
	const message = `Line ${line} should be highlighted, but ${shown} ${shown === 1 ? 'line is' : 'lines are'} shown`;
	return [...problems, { message, hint: 'Count only the lines that readers see.' }];
}

/** Code in a language that no extension reads, as readers see it. `uncut` leaves out lines for tools of another one. */
export function shownCode(
	info: FenceInfo,
	written: string,
	uncut: <T extends { text: string }>(lines: T[]) => T[],
): ShownCode {
	const marks = new MarkReader(info.lang);
	const all = splitLines(written).map((text, index) => ({ text, index }));
	const lines = (info.twoslash ? uncut(all) : all).flatMap(({ text, index }) => marks.read(text, index) ?? []);
	marks.finish();
	const shown = joined(lines, info);
	return { ...shown, problems: [...marks.problems, ...shown.problems] };
}

export function splitLines(code: string): string[] {
	const lines = code.split(/\r?\n/);
	if (lines.length > 1 && lines.at(-1) === '') lines.pop();
	return lines;
}

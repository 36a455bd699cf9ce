/**
 * The words after the three back-ticks. Knows the syntax of the info string and nothing of what the fence
 * contains; browser-free, no imports.
 */

/** What an author wrote behind ``` , read once. Line numbers are 1-based and count the shown code. */
export interface FenceInfo {
	/** First word, as written; `''` for a bare fence. */
	lang: string;
	/** `''` when the fence has no title. */
	title: string;
	/** Highlighted lines from `{1,3-5}`, ascending, without repeats. */
	lines: number[];
	showLineNumbers: boolean;
	twoslash: boolean;
	/** The reason given for not checking the fence; absent when it is checked, `''` when the reason is missing. */
	nocheck?: string;
	/** Mistakes in the info string, in the order they were met. */
	problems: FenceProblem[];
}

export interface FenceProblem {
	message: string;
	hint: string;
}

type Word =
	| { kind: 'range'; text: string }
	| { kind: 'value'; name: string; value: string }
	| { kind: 'flag'; name: string };

const WORD = /\{([^}]*)\}|([A-Za-z][\w-]*)=(?:"([^"]*)"|'([^']*)'|(\S*))|(\S+)/g;
const KNOWN = 'title="…", {1,3-5}, showLineNumbers, twoslash, nocheck="reason"';
/** A range such as {1-999999999} must not fill the memory. */
const MAX_LINE = 10_000;

/** Reads an info string such as `ts title="server.ts" {1,3-5} showLineNumbers`. Never throws: see `problems`. */
export function parseFenceInfo(info: string): FenceInfo {
	const text = info.trim();
	const lang = /^[^\s{]*/.exec(text)?.[0] ?? '';
	const result: FenceInfo = { lang, title: '', lines: [], showLineNumbers: false, twoslash: false, problems: [] };
	for (const word of words(text.slice(lang.length))) apply(result, word);
	return result;
}

function* words(text: string): Generator<Word> {
	for (const [, range, name, double, single, bare, flag] of text.matchAll(WORD)) {
		if (range !== undefined) yield { kind: 'range', text: range };
		else if (name !== undefined) yield { kind: 'value', name, value: double ?? single ?? bare ?? '' };
		else if (flag !== undefined) yield { kind: 'flag', name: flag };
	}
}

function apply(result: FenceInfo, word: Word): void {
	if (word.kind === 'range') applyRange(result, word.text);
	else if (word.name === 'nocheck') applyNocheck(result, word.kind === 'value' ? word.value.trim() : '');
	else if (word.kind === 'value' && word.name === 'title') result.title = word.value.trim();
	else if (word.kind === 'flag' && word.name === 'showLineNumbers') result.showLineNumbers = true;
	else if (word.kind === 'flag' && word.name === 'twoslash') result.twoslash = true;
	else report(result, `Unknown word "${word.name}" after the language of a fence`, `A fence understands ${KNOWN}.`);
}

function applyNocheck(result: FenceInfo, reason: string): void {
	result.nocheck = reason;
	if (!reason)
		report(result, 'nocheck needs a reason', 'Write nocheck="why this cannot compile", or let the sample be checked.');
}

function applyRange(result: FenceInfo, text: string): void {
	const lines = new Set(result.lines);
	for (const part of text.split(',')) {
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
	result.lines = [...lines].sort((a, b) => a - b);
}

function report(result: FenceInfo, message: string, hint: string): void {
	result.problems.push({ message, hint });
}

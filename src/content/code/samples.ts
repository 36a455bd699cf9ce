/**
 * Parses a code fence into the code for readers, the code for the compiler, and the source line of each line.
 * Fast, because it runs for every fence of every page. The compiler and the set-up files are in `cli/samples`.
 */

import type { Diagnostic } from '../model/diagnostic.ts';
import type { Sample, SampleFile, SampleInclude, SampleQuery } from '../model/sample.ts';
import { type FenceInfo, type FenceProblem, type Marks, mark, parseFenceInfo } from './fence.ts';

/** A fence, from the Markdown rule. */
export interface SampleInput {
	/** First word of the info string; see `isSampleLanguage`. */
	lang: Sample['lang'];
	/** The whole info string, language included. */
	info: string;
	code: string;
	/** Line of the Markdown file with the first line of code, 1-based. */
	line: number;
	/** The Markdown file, relative to the site's folder. */
	file: string;
	indent?: number;
	/** Name of the fence's variant; absent for the default. */
	variant?: string;
}

/** Code of any language without its highlight comments. */
export interface ShownCode {
	code: string;
	/** Marks of lines of `code`, from the info string and from comments. */
	marks: Marks;
	/** Marks of lines and words that do not exist, and unmatched comments. */
	problems: FenceProblem[];
}

/** Codes of findings in fences; the checker adds `sample-error`, `sample-expected-error`, `sample-include`. */
export type SampleProblem =
	| 'sample-fence'
	| 'sample-directive'
	| 'sample-cut'
	| 'sample-query'
	| 'sample-filename'
	| 'sample-highlight';

const HIGHLIGHT =
	/^\s*(?:\/\/|#|--|\/\*|<!--|\{\s*\/\*)\s*highlight-(next-line|start|end)\s*(?:\*\/\s*\}|\*\/|-->)?\s*$/;
/** At the end of a line: the mark, and optionally the number of lines to mark. */
const MARK =
	/\s*(?:\/\/|#|--|\/\*|<!--|;|%|\{\s*\/\*)\s*\[!code\s+(\+\+|--|focus|highlight|hl|error|warning)(?::(\d{1,3}))?\]\s*(?:\*\/\s*\}|\*\/|-->)?\s*$/;
const MARKS: Record<string, string> = { '++': 'ins', '--': 'del', highlight: 'hl' };
const QUERY = /^\s*(?:\/\/|\{\s*\/\*)\s*\^([?|])\s*(?:\*\/\s*\})?\s*$/;
const CUT = /^\s*\/\/\s*-{2,}\s*(cut[\w-]*?)\s*-{2,}\s*$/;
const DIRECTIVE = /^\s*\/\/\s*@([A-Za-z][\w-]*)(?::\s*(.*?))?\s*$/;
const SUPPRESS = /^\s*(?:\/\/|\/\*|\{\s*\/\*)\s*@(ts-ignore|ts-nocheck)\b/;
const FILE_NAME = /^(?:(?!\.{1,2}\/)[\w@$~[\]().+-]+\/)*[\w@$~[\]().+-]+\.[mc]?tsx?$/;
/** Titles that look like paths must be valid ones; `Terminal` and `Server / client` are only words. */
const LIKE_FILE = /^\S*(?:\/\S*|\.[mc]?[jt]sx?)$/;
const DIRECTIVES = ['filename', 'include', 'errors', 'variant', 'otherwise', 'variant-end'];
const VARIANT = /^\s*\/\/\s*@variant:\s*(.*?)\s*$/gim;

/** True for the languages that `readSample` accepts. */
export function isSampleLanguage(lang: string): lang is Sample['lang'] {
	return lang === 'ts' || lang === 'tsx';
}

/**
 * Parses a `ts` or `tsx` fence. Never throws: mistakes are in `diagnostics`, and the rest is still parsed.
 * Takes a few microseconds per line.
 */
export function readSample(input: SampleInput): Sample {
	return new Reader(input, parseFenceInfo(input.info)).read();
}

/** Names of a fence's variants, except the default, in order of appearance. */
export function variantsOf(code: string): string[] {
	const named = code.includes('@variant') ? [...code.matchAll(VARIANT)] : [];
	return [...new Set(named.flatMap(([, names = '']) => namesIn(names)))];
}

function namesIn(list: string): string[] {
	return list.split(',').flatMap((name) => name.trim() || []);
}

/** Removes highlight comments (`//`, `#`, `--`, block and HTML comments) from code that the compiler does not check. */
export function shownCode(info: FenceInfo, written: string): ShownCode {
	const kept: MarkedLine[] = [];
	const highlights = new Highlights();
	const problems: FenceProblem[] = [];
	for (const text of splitLines(written)) {
		const what = HIGHLIGHT.exec(text)?.[1];
		if (what === undefined) kept.push({ text, highlighted: highlights.next() });
		else if (!highlights.comment(what)) problems.push(unmatched(what));
	}
	if (highlights.unfinished) problems.push(UNFINISHED);
	return { ...markedCode(kept, info), problems: [...problems, ...unseenMarks(info, kept)] };
}

const UNFINISHED: FenceProblem = {
	message: 'A highlight comment is not closed, or has no line after it',
	hint: 'Close highlight-start with highlight-end.',
};

function unmatched(what: string): FenceProblem {
	return {
		message: `highlight-${what} does not match the comments above it`,
		hint: 'Pair every highlight-start with one highlight-end.',
	};
}

/** Reports marked words that the shown code does not contain, and a marked line number past its end. */
function unseenMarks({ marks, words = [] }: FenceInfo, lines: readonly MarkedLine[]): FenceProblem[] {
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

interface MarkedLine {
	text: string;
	highlighted: boolean;
}

/** The code of lines without the comments that mark them, and the marks of lines. */
function markedCode(lines: readonly MarkedLine[], info: FenceInfo): Pick<ShownCode, 'code' | 'marks'> {
	const marks = { ...info.marks };
	const code = lines.map(({ text, highlighted }, index) => {
		if (highlighted) mark(marks, index + 1, 'hl');
		const found = text.includes('[!code') ? MARK.exec(text) : null;
		if (!found) return text;
		const [, name = '', count = '1'] = found;
		for (let at = 1; at <= Number(count); at++) mark(marks, index + at, MARKS[name] ?? name);
		return text.slice(0, found.index);
	});
	return { code: code.join('\n'), marks };
}

function splitLines(code: string): string[] {
	const lines = code.split(/\r?\n/);
	if (lines.length > 1 && lines.at(-1) === '') lines.pop();
	return lines;
}

/** Follows `highlight-*` comments from line to line. */
class Highlights {
	#next = false;
	#open = false;

	get unfinished(): boolean {
		return this.#open || this.#next;
	}

	/** False if the comment does not match the preceding ones. */
	comment(what: string): boolean {
		const fits = what === 'next-line' || this.#open === (what === 'end');
		if (what === 'next-line') this.#next = true;
		else this.#open = what === 'start';
		return fits;
	}

	/** Consumes a line of code; returns whether it is highlighted. */
	next(): boolean {
		const on = this.#open || this.#next;
		this.#next = false;
		return on;
	}
}

/** A line that readers may see, until all cuts are known. */
interface Visible extends MarkedLine {
	line: number;
	/** The line is a `@filename`, shown as a comment if more than one file is shown. */
	heading: boolean;
}

/** One pass over the lines of one fence. */
class Reader {
	readonly #input: SampleInput;
	readonly #info: FenceInfo;
	readonly #lines: string[];
	readonly #diagnostics: Diagnostic[] = [];
	readonly #files: { name: string; lines: string[]; line: number }[] = [];
	readonly #includes: SampleInclude[] = [];
	readonly #errors = new Set<number>();
	readonly #queries: { line: number; column: number; completes: boolean; at: number }[] = [];
	readonly #highlights = new Highlights();
	#visible: Visible[] = [];
	/** The open `@variant` block: variants named so far, and whether this sample contains the current lines. */
	#stretch: { named: string[]; isMine: boolean; isChange: boolean } | undefined;
	/** Index of the open `cut-start`, or -1. */
	#cutFrom = -1;
	#lastCode = -1;

	constructor(input: SampleInput, info: FenceInfo) {
		this.#input = input;
		this.#info = info;
		this.#lines = splitLines(input.code);
	}

	read(): Sample {
		const { lang, code, file, line, indent = 0 } = this.#input;
		const { title, nocheck, twoslash, words } = this.#info;
		for (const problem of this.#info.problems) this.#report('sample-fence', -1, problem);
		const named = FILE_NAME.test(title);
		if (!named && LIKE_FILE.test(title)) this.#badName(-1, title);
		this.#files.push({ name: named ? title : `sample.${lang === 'tsx' ? 'tsx' : 'ts'}`, lines: [], line });
		for (const [index, text] of this.#lines.entries()) this.#line(index, text);
		this.#finish();
		const shown = this.#shown();
		const marked = markedCode(shown, this.#info);
		for (const problem of unseenMarks(this.#info, shown)) this.#report('sample-fence', -1, problem);
		return {
			lang,
			title,
			file,
			line,
			indent,
			code,
			files: this.#modules(),
			named,
			shown: marked.code,
			marks: marked.marks,
			...(words && { words }),
			shownLines: shown.map((visible) => visible.line),
			queries: this.#shownQueries(shown),
			errors: [...this.#errors].sort((a, b) => a - b),
			includes: this.#includes,
			...(nocheck === undefined ? {} : { nocheck }),
			...(this.#input.variant === undefined ? {} : { variant: this.#input.variant }),
			twoslash,
			diagnostics: this.#diagnostics,
		};
	}

	#line(index: number, text: string): void {
		// Most lines have no comment.
		const isPlain = !/\/\/|\/\*|#|--/.test(text);
		const match = (pattern: RegExp): readonly (string | undefined)[] => (isPlain ? [] : (pattern.exec(text) ?? []));
		const [, written = '', value = ''] = match(DIRECTIVE);
		const name = written.toLowerCase();
		const isVariant = /^(?:variant(?:-end)?|otherwise)$/.test(name);
		if (isVariant) this.#turn(index, name, namesIn(value));
		if (isVariant || this.#stretch?.isMine === false) {
			this.#files.at(-1)?.lines.push('');
			return;
		}
		const [, highlight] = match(HIGHLIGHT);
		const [, query] = match(QUERY);
		const [, cut] = match(CUT);
		const isCode = !highlight && !query && !cut && (name === '' || name.startsWith('ts-'));
		if (name !== 'filename') this.#files.at(-1)?.lines.push(isCode ? text : '');
		if (isCode) this.#code(index, text);
		else if (name === 'filename') this.#filename(index, value);
		else if (query) this.#query(index, text.indexOf('^') + 1, query === '|');
		else if (cut) this.#cut(index, cut);
		else if (!highlight) this.#directive(index, name, value);
		else if (!this.#highlights.comment(highlight)) this.#report('sample-highlight', index, unmatched(highlight));
	}

	#turn(index: number, what: string, names: string[]): void {
		const open = this.#stretch;
		const { variant } = this.#input;
		const isIn = (list: string[]): boolean => variant !== undefined && list.includes(variant);
		if (what === 'variant' && names.length > 0)
			this.#stretch = { named: [...(open?.named ?? []), ...names], isMine: isIn(names), isChange: true };
		else if (what === 'otherwise' && open?.isChange)
			this.#stretch = { named: open.named, isMine: !isIn(open.named), isChange: false };
		else if (what === 'variant-end' && open) this.#stretch = undefined;
		else
			this.#report('sample-directive', index, {
				message: what === 'variant' ? '@variant needs a name' : `@${what} without @variant above it`,
				hint: 'Write // @variant: name, the lines of that variant, // @otherwise and the lines of all others, // @variant-end.',
			});
	}

	#code(index: number, text: string): void {
		const suppressed = SUPPRESS.exec(text)?.[1];
		if (suppressed)
			this.#report('sample-directive', index, {
				message: `@${suppressed} would hide mistakes from readers`,
				hint: 'Use // @errors: with the codes, @ts-expect-error, or nocheck="reason" on the fence.',
			});
		if (text.trim() !== '') this.#lastCode = index;
		this.#see(index, text, false);
	}

	#see(index: number, text: string, heading: boolean): void {
		const isMarked = !heading && this.#highlights.next();
		const highlighted = isMarked || (!heading && this.#stretch?.isChange === true);
		if (this.#cutFrom < 0) this.#visible.push({ text, line: this.#input.line + index, highlighted, heading });
	}

	#filename(index: number, name: string): void {
		if (!FILE_NAME.test(name)) this.#badName(index, name);
		const repeated = this.#files.some((file, at) => file.name === name && (at > 0 || !isBlank(file.lines)));
		if (repeated)
			this.#report('sample-filename', index, {
				message: `"${name}" is already a file of this fence`,
				hint: 'Give each file its own name.',
			});
		this.#files.push({ name, lines: [], line: this.#input.line + index + 1 });
		this.#see(index, `// ${name}`, true);
	}

	#badName(index: number, name: string): void {
		this.#report('sample-filename', index, {
			message: name ? `"${name}" is not a file name for TypeScript` : '@filename needs a name',
			hint: 'Write a relative path such as server/trpc.ts, without leading ./ or ../.',
		});
	}

	#query(index: number, column: number, completes: boolean): void {
		const target = this.#lines[this.#lastCode];
		if (target === undefined || column > target.length + (completes ? 1 : 0))
			this.#report('sample-query', index, {
				message: '^? has nothing above it',
				hint: 'Put ^ under an identifier of the line above.',
			});
		else this.#queries.push({ line: this.#input.line + this.#lastCode, column, completes, at: index });
	}

	#cut(index: number, what: string): void {
		const open = this.#cutFrom >= 0;
		if (what === 'cut' && !open) this.#visible = [];
		else if (what === 'cut-start' && !open) this.#cutFrom = index;
		else if (what === 'cut-end' && open) this.#cutFrom = -1;
		else
			this.#report('sample-cut', index, {
				message: what.startsWith('cut-end')
					? '---cut-end--- without ---cut-start---'
					: `---${what}--- has no meaning here`,
				hint: 'Hide everything above with ---cut---, or a part with ---cut-start--- … ---cut-end---.',
			});
	}

	#directive(index: number, name: string, value: string): void {
		if (name === 'include') this.#include(index, value);
		else if (name === 'errors') this.#expect(index, value);
		else
			this.#report('sample-directive', index, {
				message: `Unknown directive @${name}`,
				hint: `Directives are ${DIRECTIVES.map((known) => `@${known}:`).join(', ')}. A comment may say "@${name}" in mid-sentence.`,
			});
	}

	#include(index: number, value: string): void {
		if (this.#lastCode >= 0 || this.#files.length > 1)
			this.#report('sample-directive', index, {
				message: '@include below code',
				hint: 'Put @include in the first lines of the fence.',
			});
		for (const name of value.split(/[\s,]+/).filter(Boolean))
			this.#includes.push({ name, line: this.#input.line + index });
		if (!value)
			this.#report('sample-directive', index, {
				message: '@include needs a name',
				hint: 'Name a file of the folder setups.',
			});
	}

	#expect(index: number, value: string): void {
		const codes = value.split(/[\s,]+/).filter(Boolean);
		if (codes.length === 0 || codes.some((code) => !/^\d{3,6}$/.test(code)))
			this.#report('sample-directive', index, {
				message: '@errors needs error codes',
				hint: 'Write // @errors: 2345 2322.',
			});
		else for (const code of codes) this.#errors.add(Number(code));
	}

	#finish(): void {
		if (this.#cutFrom >= 0)
			this.#report('sample-cut', this.#cutFrom, {
				message: '---cut-start--- is never closed',
				hint: 'Add // ---cut-end--- after the hidden lines.',
			});
		if (this.#stretch)
			this.#report('sample-directive', this.#lines.length - 1, {
				message: '@variant is never closed',
				hint: 'Add // @variant-end below the last line that only some variants have.',
			});
		if (this.#highlights.unfinished) this.#report('sample-highlight', this.#lines.length - 1, UNFINISHED);
	}

	/** The files; the first is left out if it is blank and others follow, because the fence starts with `@filename`. */
	#modules(): SampleFile[] {
		const filled = this.#files.filter(({ lines }, at) => at > 0 || this.#files.length === 1 || !isBlank(lines));
		return filled.map(({ name, lines, line }) => ({ name, text: lines.join('\n'), line }));
	}

	#shown(): Visible[] {
		const visible = this.#visible;
		const headings = visible.filter(({ heading }, at) => heading && !isBlank(part(visible, at + 1)));
		const first = visible.findIndex(({ heading }) => heading);
		const parts = headings.length + (isBlank(visible.slice(0, Math.max(first, 0)).map(({ text }) => text)) ? 0 : 1);
		const kept = visible.filter((line) => !line.heading || (parts > 1 && headings.includes(line)));
		const from = kept.findIndex(({ text }) => text.trim() !== '');
		const to = kept.findLastIndex(({ text }) => text.trim() !== '');
		if (from < 0)
			this.#report('sample-cut', 0, {
				message: 'This fence shows no code',
				hint: 'Leave some code below ---cut---.',
			});
		return from < 0 ? [] : kept.slice(from, to + 1);
	}

	#shownQueries(shown: Visible[]): SampleQuery[] {
		const result: SampleQuery[] = [];
		for (const { line, column, completes, at } of this.#queries) {
			const index = shown.findIndex((visible) => visible.line === line);
			if (index < 0)
				this.#report('sample-query', at, {
					message: '^? asks about a hidden line',
					hint: 'Move it below a line that readers see.',
				});
			else result.push({ line: index + 1, column, ...(completes ? { completes: true as const } : {}) });
		}
		return result;
	}

	/** `index` is a 0-based line of the code; -1 is the line of the backticks. */
	#report(code: SampleProblem, index: number, { message, hint }: FenceProblem): void {
		const { file, line, indent = 0, info } = this.#input;
		const excerpt = this.#lines[index] ?? `\`\`\`${info}`;
		const start = excerpt.search(/\S/);
		this.#diagnostics.push({
			code,
			severity: 'error',
			message,
			file,
			line: line + index,
			column: indent + Math.max(start, 0) + 1,
			length: Math.max(excerpt.trim().length, 1),
			excerpt: ' '.repeat(indent) + excerpt,
			hint,
		});
	}
}

function part(lines: Visible[], from: number): string[] {
	const to = lines.findIndex(({ heading }, at) => at >= from && heading);
	return lines.slice(from, to < 0 ? undefined : to).map(({ text }) => text);
}

function isBlank(lines: string[]): boolean {
	return lines.every((line) => line.trim() === '');
}

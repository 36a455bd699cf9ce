/**
 * Reads a fence of TypeScript: the code for readers, the code for the compiler, and the source line of each line. Fast,
 * because it runs for every fence of every page. The compiler is in `../samples`.
 */

import type { FenceInfo } from '../../../content/code/fence.ts';
import { TYPESCRIPT_NAMES } from '../../../content/code/highlight.ts';
import { joined, MARKED, type MarkedLine, MarkReader, splitLines } from '../../../content/code/marks.ts';
import type {
	AnnotatedFence,
	FenceFile,
	FenceInclude,
	FenceProblem,
	FenceQuery,
} from '../../../content/model/annotation.ts';
import type { Diagnostic } from '../../../content/model/diagnostic.ts';
import type { CodeInput, CodePage, CodeReader, PassageFinding } from '../../../extension.ts';
import { PRINTS, printsOf, unsigned } from '../model/change.ts';
import type { Parsing } from '../model/parsing.ts';

/** The extension's data of the configuration. */
function parsingOf(page: CodePage | undefined): Partial<Parsing> {
	return Object(page?.parsing);
}

/** Findings of checked samples only; the checker adds `sample-error`, `sample-expected-error`, `sample-include`. */
export type DirectiveProblem = 'sample-directive' | 'sample-query' | 'sample-filename';

const QUERY = /^\s*(?:\/\/|\{\s*\/\*)\s*\^([?|])\s*(?:\*\/\s*\})?\s*$/;
const CUT = /^\s*\/\/\s*-{2,}\s*(cut[\w-]*?)\s*-{2,}\s*$/;
const DIRECTIVE = /^\s*\/\/\s*@([A-Za-z][\w-]*)(?::\s*(.*?))?\s*$/;
/** A quick test of code for the patterns above and below. */
const DIRECTED = /\/[/*]\s*(?:@|\^|--)/;
const SUPPRESS = /^\s*(?:\/\/|\/\*|\{\s*\/\*)\s*@(ts-ignore|ts-nocheck)\b/;
const FILE_NAME = /^(?:(?!\.{1,2}\/)[\w@$~[\]().+-]+\/)*[\w@$~[\]().+-]+\.[mc]?tsx?$/;
/** Titles that look like paths must be valid ones; `Terminal` and `Server / client` are only words. */
const LIKE_FILE = /^\S*(?:\/\S*|\.[mc]?[jt]sx?)$/;
const DIRECTIVES = ['filename', 'include', 'errors', 'variant', 'otherwise', 'variant-end'];
const VARIANT = /^\s*\/\/\s*@variant:\s*(.*?)\s*$/gim;

/** The language of `readFence` that a fence has, by any name of it, in capitals as well; undefined for other languages. */
export function languageOfFence(lang: string): AnnotatedFence['lang'] | undefined {
	const name = lang.toLowerCase();
	if (TYPESCRIPT_NAMES.tsx.includes(name)) return 'tsx';
	return TYPESCRIPT_NAMES.typescript.includes(name) ? 'ts' : undefined;
}

/** Reads a `ts` or `tsx` fence. Takes a few microseconds per line. */
export function readFence(input: CodeInput): AnnotatedFence {
	const found = new Reader(input).read();
	const { typed = [] } = parsingOf(input.page);
	const isTyped = found.nocheck === undefined && typed.includes(input.page?.version ?? '');
	return isTyped ? { ...found, twoslash: true } : found;
}

/** Names of a fence's variants, except the default, in order of appearance. */
export function variantsOf(code: string): string[] {
	const named = code.includes('@variant') ? [...code.matchAll(VARIANT)] : [];
	return [...new Set(named.flatMap(([, names = '']) => namesIn(names)))];
}

function namesIn(list: string): string[] {
	return list.split(',').flatMap((name) => name.trim() || []);
}

/** The lines of code that only TypeScript's own tool reads, without its cuts, directives and queries. */
function uncut<T extends { text: string }>(lines: T[]): T[] {
	let shown: T[] = [];
	let isCut = false;
	for (const line of lines) {
		const [, cut] = CUT.exec(line.text) ?? [];
		if (cut === 'cut' || cut === 'cut-before') shown = [];
		else if (cut === 'cut-after') break;
		else if (cut !== undefined) isCut = cut === 'cut-start';
		else if (!isCut && !DIRECTIVE.test(line.text) && !QUERY.test(line.text)) shown.push(line);
	}
	return shown;
}

/** A line that readers may see, until all cuts are known. */
interface Visible extends MarkedLine {
	line: number;
	/** The line is a `@filename`, shown as a comment if more than one file is shown. */
	heading: boolean;
}

/** One pass over the lines of one fence. */
class Reader {
	readonly #input: CodeInput;
	readonly #info: FenceInfo;
	readonly #lines: string[];
	/** Of a change: the sign of each line. */
	readonly #signs: string[] | undefined;
	readonly #indent: number;
	readonly #diagnostics: Diagnostic[] = [];
	readonly #problems: FenceProblem[] = [];
	readonly #files: { name: string; lines: string[]; line: number }[] = [];
	readonly #includes: FenceInclude[] = [];
	readonly #errors = new Set<number>();
	readonly #queries: { line: number; column: number; completes: boolean; at: number }[] = [];
	readonly #marks: MarkReader;
	#visible: Visible[] = [];
	/** The open `@variant` block: variants named so far, and whether this sample contains the current lines. */
	#stretch: { named: string[]; isMine: boolean; isChange: boolean } | undefined;
	/** Index of the open `cut-start`, or -1. */
	#cutFrom = -1;
	#lastCode = -1;

	constructor(input: CodeInput) {
		this.#input = input;
		this.#info = input.info;
		const { indent = 0, info } = input;
		const lines = splitLines(input.code);
		const change = info.own?.try === undefined ? undefined : unsigned(lines);
		this.#lines = change?.lines ?? lines;
		this.#signs = change?.signs;
		this.#indent = indent + (change?.width ?? 0);
		this.#marks = new MarkReader(input.lang);
	}

	read(): AnnotatedFence {
		const { lang, code, file, line } = this.#input;
		const signs = this.#signs;
		const prints = printsOf(this.#info.own?.[PRINTS]);
		const { title, nocheck, twoslash, continues, run, own = {} } = this.#info;
		const named = FILE_NAME.test(title);
		if (!named && LIKE_FILE.test(title)) this.#badName(-1, title);
		this.#files.push({ name: named ? title : `sample.${lang === 'tsx' ? 'tsx' : 'ts'}`, lines: [], line });
		const isRead = signs !== undefined || DIRECTED.test(code) || MARKED.test(code);
		if (isRead) for (const [index, text] of this.#lines.entries()) this.#line(index, text);
		else this.#plain();
		this.#finish();
		const shown = this.#shown();
		const { code: seen, marks, words, problems } = joined(shown, this.#info);
		return {
			lang,
			title,
			file,
			line,
			indent: this.#indent,
			code,
			files: this.#modules(),
			named,
			shown: seen,
			marks,
			...(words && { words }),
			shownLines: shown.map((visible) => visible.line),
			queries: this.#shownQueries(shown),
			errors: [...this.#errors].sort((a, b) => a - b),
			includes: this.#includes,
			...(nocheck === undefined ? {} : { nocheck }),
			...(this.#input.variant === undefined ? {} : { variant: this.#input.variant }),
			twoslash,
			...(continues && { continues }),
			...(run && { run }),
			...(own.live === 'false' && { isFixed: true }),
			...(signs && { change: { signs, ...(prints && { prints }) } }),
			problems: [...this.#problems, ...this.#marks.problems, ...problems],
			diagnostics: this.#diagnostics,
		};
	}

	/** Most fences have lines of code only. */
	#plain(): void {
		this.#files[0]?.lines.push(...this.#lines);
		const { line } = this.#input;
		this.#visible = this.#lines.map((text, at) => ({ text, marks: [], words: [], line: line + at, heading: false }));
	}

	#line(index: number, text: string): void {
		const match = (pattern: RegExp): readonly (string | undefined)[] => pattern.exec(text) ?? [];
		const [, written = '', value = ''] = match(DIRECTIVE);
		const name = written.toLowerCase();
		const isVariant = /^(?:variant(?:-end)?|otherwise)$/.test(name);
		if (isVariant) this.#turn(index, name, namesIn(value));
		if (isVariant || this.#stretch?.isMine === false) {
			this.#files.at(-1)?.lines.push('');
			return;
		}
		const [, query] = match(QUERY);
		const [, cut] = match(CUT);
		const isCode = !query && !cut && !DIRECTIVES.includes(name);
		if (isCode && name !== '' && !name.startsWith('ts-')) this.#unknown(index, name);
		const marked = isCode ? this.#marks.read(text, index) : undefined;
		if (name !== 'filename') this.#files.at(-1)?.lines.push(marked ? text : '');
		if (marked) this.#code(index, text, marked);
		else if (name === 'filename') this.#filename(index, value);
		else if (query) this.#query(index, text.indexOf('^') + 1, query === '|');
		else if (cut) this.#cut(index, cut);
		else if (!isCode) this.#directive(index, name, value);
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
			this.#problems.push({
				line: index,
				message: what === 'variant' ? '@variant needs a name' : `@${what} without @variant above it`,
				hint: 'Write // @variant: name, the lines of that variant, // @otherwise and the lines of all others, // @variant-end.',
			});
	}

	#code(index: number, text: string, marked: MarkedLine): void {
		const suppressed = SUPPRESS.exec(text)?.[1];
		if (suppressed)
			this.#report('sample-directive', index, {
				message: `@${suppressed} would hide mistakes from readers`,
				hint: 'Use // @errors: with the codes, @ts-expect-error, or nocheck="reason" on the fence.',
			});
		if (text.trim() !== '') this.#lastCode = index;
		const sign = { '+': 'ins', '-': 'del' }[this.#signs?.[index] ?? ''];
		const added = this.#stretch?.isChange ? 'hl' : sign;
		const marks = added ? [...marked.marks, added] : marked.marks;
		this.#see(index, { ...marked, marks }, false);
	}

	#see(index: number, marked: MarkedLine, heading: boolean): void {
		if (this.#cutFrom < 0) this.#visible.push({ ...marked, line: this.#input.line + index, heading });
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
		this.#see(index, { text: `// ${name}`, marks: [], words: [] }, true);
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
			this.#problems.push({
				line: index,
				message: what.startsWith('cut-end')
					? '---cut-end--- without ---cut-start---'
					: `---${what}--- has no meaning here`,
				hint: 'Hide everything above with ---cut---, or a part with ---cut-start--- … ---cut-end---.',
			});
	}

	#directive(index: number, name: string, value: string): void {
		if (name === 'include') this.#include(index, value);
		else if (name === 'errors') this.#expect(index, value);
	}

	#unknown(index: number, name: string): void {
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
			this.#problems.push({
				line: this.#cutFrom,
				message: '---cut-start--- is never closed',
				hint: 'Add // ---cut-end--- after the hidden lines.',
			});
		if (this.#stretch)
			this.#problems.push({
				line: this.#lines.length - 1,
				message: '@variant is never closed',
				hint: 'Add // @variant-end below the last line that only some variants have.',
			});
		this.#marks.finish();
		const { nocheck, twoslash, continues } = this.#info;
		const word = twoslash ? 'twoslash' : continues ? 'continues' : this.#signs ? 'try' : undefined;
		const asked = this.#queries.length > 0 ? '^?' : this.#errors.size > 0 ? '@errors' : word;
		if (nocheck !== undefined && asked)
			this.#problems.push({
				message: `${asked} shows nothing in a fence that is not checked`,
				hint: `Remove ${asked}, or nocheck or file=.`,
			});
	}

	/** The files; the first is left out if it is blank and others follow, because the fence starts with `@filename`. */
	#modules(): FenceFile[] {
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
		if (from < 0 && !isBlank(this.#lines))
			this.#problems.push({
				message: 'This fence shows no code',
				hint: 'Leave some code below ---cut---.',
			});
		return from < 0 ? [] : kept.slice(from, to + 1);
	}

	#shownQueries(shown: Visible[]): FenceQuery[] {
		const result: FenceQuery[] = [];
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
	#report(code: DirectiveProblem, index: number, { message, hint }: FenceProblem): void {
		const { file, line, info } = this.#input;
		const indent = this.#indent;
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

/** `live` is another tool's word, and `live=false` means something only where readers can edit code. */
function idleWords({ own = {}, lang, nocheck }: FenceInfo, page: CodePage): PassageFinding[] {
	if (own.live === undefined) return [];
	const isLive = parsingOf(page).live?.includes(page.version) ?? false;
	const isChecked = languageOfFence(lang) !== undefined && nocheck === undefined;
	if (own.live !== 'false')
		return [
			{
				severity: 'info',
				code: 'interactive',
				message: isLive
					? '"live" does nothing here: samples that are checked are live without it.'
					: 'The code is shown, but readers cannot run it.',
				hint: !isLive
					? 'Remove "live", or write a component in templates/components.'
					: isChecked
						? 'Remove "live". Write "run" if the code is a program.'
						: 'Remove "live". Only ts and tsx without nocheck can be edited, and run with "run".',
			},
		];
	if (isLive && isChecked) return [];
	return [
		{
			severity: 'warning',
			code: 'fence-info',
			message: 'live=false does nothing: readers cannot edit this code anyway.',
			hint: 'Remove it.',
		},
	];
}

export const READER: CodeReader = {
	words: { live: /^(?:true|false)?$/, try: /^$/, [PRINTS]: /^[^"]*$/ },
	language: languageOfFence,
	read: readFence,
	variants: variantsOf,
	uncut,
	idleWords,
};

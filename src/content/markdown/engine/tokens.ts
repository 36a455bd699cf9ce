/** The places of blocks and tokens, and the notes of rules on them: markdown-it records only the lines of blocks. */
import type { StateBlock, Token } from 'markdown-it';
import type { JsxTag } from './jsx.ts';
import { lineOf, lineStarts, type SourceText } from './source.ts';

/** Offset of the first character of a line; -1 if the line is indented code. */
export function blockStart(state: StateBlock, line: number): number {
	if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return -1;
	return textStart(state, line);
}

/** Offset of the first character of a line, however far it is indented. */
export function textStart({ bMarks, tShift }: StateBlock, line: number): number {
	return (bMarks[line] ?? 0) + (tShift[line] ?? 0);
}

/** Index of the line from `line` on that contains the end of a block, or ends after it. */
export function lastLine({ eMarks }: StateBlock, line: number, endLine: number, end: number): number {
	let last = line;
	while (last < endLine - 1 && (eMarks[last] ?? 0) < end) last++;
	return last;
}

/**
 * Returns a function from an offset in an inline token to one in the body. Each line of the content is part of one
 * line of the file; on the first, the search starts at `column` (table cells). Computed on demand.
 */
export function placesOf(source: SourceText, token: Token, column = 0): (offset: number) => number {
	const { content, map } = token;
	const first = map?.[0] ?? 0;
	let starts: number[] | undefined;
	const bases = new Map<number, number>();
	return (offset) => {
		starts ??= lineStarts(content);
		const line = lineOf(starts, offset);
		const start = starts[line] ?? 0;
		let base = bases.get(line);
		if (base === undefined) {
			base = baseOf(
				source,
				first + line,
				content.slice(start, starts[line + 1]).replace(/\n$/, ''),
				line === 0 ? column : 0,
			);
			bases.set(line, base);
		}
		return base + offset - start;
	};
}

/** Offset in the body of `text`, a part of line `index`. */
function baseOf(source: SourceText, index: number, text: string, column: number): number {
	const line = source.line(index);
	const found = line.indexOf(text, column);
	return source.lineStart(index) + (found < 0 ? Math.max(line.search(/[^\s>]/), column) : found);
}

/** The notes of rules on a token, for its renderer. Offsets refer to the body in block tokens, else to the content. */
export interface TokenData {
	start: number;
	end: number;
	tag: JsxTag;
	/** Titles and descriptions have its content. */
	isText: boolean;
	/** Name of a footnote, or of the definition that a link refers to. */
	label: string;
}

/** The notes on a token; `Own` has the fields of a single rule. */
export function tokenData<Own>({ meta }: Pick<Token, 'meta'>): Partial<TokenData & Own> {
	return (meta ?? {}) as Partial<TokenData & Own>;
}

/** Index of the token that closes the one at `index`, or -1. */
export function closingOf(tokens: readonly Token[], index: number): number {
	const { type = '', level } = tokens[index] ?? {};
	const close = type.replace(/_open$/, '_close');
	for (let at = index + 1; at < tokens.length; at++)
		if (tokens[at]?.type === close && tokens[at]?.level === level) return at;
	return -1;
}

/** Finds the columns of tokens and their end tokens: markdown-it records only the lines of blocks. */
import type { Token } from 'markdown-it';
import { lineOf, lineStarts, type Source } from './source.ts';

/**
 * Returns a function from an offset in an inline token to one in the body. Each line of the content is part of one
 * line of the file; on the first, the search starts at `column` (table cells). Computed on demand.
 */
export function placesOf(source: Source, token: Token, column = 0): (offset: number) => number {
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
function baseOf(source: Source, index: number, text: string, column: number): number {
	const line = source.line(index);
	const found = line.indexOf(text, column);
	return source.lineStart(index) + (found < 0 ? Math.max(line.search(/[^\s>]/), column) : found);
}

/** Index of the token that closes the one at `index`, or -1. */
export function closingOf(tokens: readonly Token[], index: number): number {
	const { type = '', level } = tokens[index] ?? {};
	const close = type.replace(/_open$/, '_close');
	for (let at = index + 1; at < tokens.length; at++)
		if (tokens[at]?.type === close && tokens[at]?.level === level) return at;
	return -1;
}

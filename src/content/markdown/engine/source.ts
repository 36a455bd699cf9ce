/**
 * The text of one file during parsing: the start of its body, and the line and column of offsets.
 * Line ends are unified; everything else is unchanged.
 */
import type { Diagnostic } from '../../model/page.ts';

/** A place in a file; both numbers are 1-based. */
export interface SourcePlace {
	line: number;
	column: number;
}

/** Longer lines are cut in messages. */
const MAX_EXCERPT = 2_000;

export class SourceText {
	readonly path: string;
	/** Text below the front matter. */
	readonly body: string;
	/** Number of lines above the body. */
	readonly above: number;
	#starts: number[] | undefined;

	constructor(path: string, body: string, above: number) {
		this.path = path;
		this.body = body;
		this.above = above;
	}

	/** Offset of the body's line `index` (0-based). */
	lineStart(index: number): number {
		const starts = this.#lines();
		return starts[Math.min(Math.max(index, 0), starts.length - 1)] ?? 0;
	}

	/** Text of the body's line `index` (0-based). */
	line(index: number): string {
		const start = this.lineStart(index);
		const next = this.#lines()[index + 1];
		return this.body.slice(start, next === undefined ? undefined : next - 1);
	}

	get lineCount(): number {
		return this.#lines().length;
	}

	/** Place of an offset in the body. */
	place(offset: number): SourcePlace {
		const starts = this.#lines();
		const line = lineOf(starts, offset);
		return { line: this.above + line + 1, column: offset - (starts[line] ?? 0) + 1 };
	}

	/** Place, file and excerpt of an offset in the body, for a diagnostic. */
	at(offset: number, length?: number): Pick<Diagnostic, 'file' | 'line' | 'column' | 'length' | 'excerpt'> {
		const { line, column } = this.place(offset);
		const excerpt = this.line(line - this.above - 1);
		const room = Math.max(excerpt.length - column + 1, 1);
		return {
			file: this.path,
			line,
			column,
			...(length === undefined ? {} : { length: Math.min(Math.max(length, 1), room) }),
			excerpt: excerpt.length > MAX_EXCERPT ? `${excerpt.slice(0, MAX_EXCERPT)}…` : excerpt,
		};
	}

	#lines(): number[] {
		this.#starts ??= lineStarts(this.body);
		return this.#starts;
	}
}

/** Offsets of the starts of lines. */
export function lineStarts(text: string): number[] {
	const starts = [0];
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
	return starts;
}

/** Index of the line that contains `offset`. */
export function lineOf(starts: readonly number[], offset: number): number {
	let low = 0;
	let high = starts.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((starts[middle] ?? 0) <= offset) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Unifies line ends, replaces NUL with U+FFFD and removes a byte order mark, as CommonMark requires. */
export function unify(text: string): string {
	const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
	return /[\r\0]/.test(plain) ? plain.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd') : plain;
}

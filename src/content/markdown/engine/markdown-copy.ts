/**
 * Writes the Markdown copy of a page, for programs: clean Markdown, block by block, in the author's words, with gaps
 * for the URLs of links. Independent of tokens.
 */

import type { CopyPart } from '../../model/page.ts';

export type { CopyPart };

/** In inline Markdown: a line break. Adjacent breaks and spaces merge into it. */
export const BREAK = '\v';
/** In inline Markdown: a space. Adjacent breaks and spaces merge into it. */
export const JOIN = '\f';
/** Before the name of a footnote: files with several pages have a prefix here, because pages may use the same names. */
export const NOTE = '\x0e';
const BREAKS = /\s*\v\s*/g;
const JOINS = /\s*\f\s*/g;

/** A table of HTML, which is written when it ends. */
interface Table {
	rows: CopyPart[][][];
	/** The open cell. */
	cell?: CopyPart[];
	/** Index of the first inline part in it, and of the first in its open cell. */
	start: number;
	cellStart: number;
}

interface Container {
	/** Prefix of the container's first line, e.g. `- `. */
	first: string;
	/** Prefix of its other lines. */
	rest: string;
	used: boolean;
	item: boolean;
}

export class MarkdownCopy {
	readonly #parts: CopyPart[] = [];
	readonly #containers: Container[] = [];
	#text = '';
	#loose = false;
	#content = '';
	#at = 0;
	#inline: CopyPart[] = [];
	#here: { start: number; end: number } | undefined;
	readonly #tables: Table[] = [];

	/** Announces a list: a blank line precedes it, unless it is inside an item. */
	list(): void {
		this.#loose = !this.#containers.at(-1)?.item;
	}

	/** Opens a list item or quote around the next blocks. */
	enter(first: string, rest: string): void {
		this.#containers.push({ first, rest, used: false, item: rest.trim() === '' });
	}

	leave(): void {
		this.#containers.pop();
	}

	/** Writes one block; no blank line precedes a `tight` block. */
	block(parts: readonly CopyPart[], tight = false): void {
		if (isBlank(parts)) return;
		const cell = this.#tables.at(-1)?.cell;
		if (cell) {
			cell.push(...(cell.length > 0 ? ['<br>'] : []), this.#prefix(true), ...parts);
			return;
		}
		if (this.#text !== '' || this.#parts.length > 0) {
			this.#text += '\n';
			if (!tight || this.#loose) this.#text += `${this.#blank()}\n`;
		}
		this.#loose = false;
		this.#text += this.#prefix(true);
		for (const part of parts) {
			if (typeof part !== 'string') this.#gap(part);
			else this.#text += this.#containers.length > 0 && part.includes('\n') ? this.#indented(part) : part;
		}
	}

	/** Writes a block of code; its fence is longer than any inside it. */
	fence(code: string, info: string): void {
		const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
		const fence = '`'.repeat(longest + 1);
		this.block([`${fence}${info}\n${code}\n${fence}`]);
	}

	/** Announces the annotation of a fence, below its block of code. */
	annotation(fence: number): void {
		this.#gap({ kind: 'answer', fence, indent: this.#prefix(false) });
	}

	/** Starts with the source of inline Markdown; `replace` changes it from left to right. */
	begin(content: string): void {
		this.#content = content;
		this.#at = 0;
		this.#inline = [];
		this.#here = undefined;
	}

	replace(start: number, end: number, ...parts: CopyPart[]): void {
		if (start < this.#at) return;
		if (start > this.#at) this.#inline.push(this.#content.slice(this.#at, start));
		this.#inline.push(...parts);
		this.#at = Math.max(end, start);
	}

	/** Sets the range for the next `replaceHere`: the current end tag. */
	here(start: number, end: number): void {
		this.#here = { start, end };
	}

	/** Replaces the current end tag, or inserts at the current place if there is none. */
	replaceHere(...parts: CopyPart[]): void {
		if (this.#here) this.replace(this.#here.start, this.#here.end, ...parts);
		else this.#inline.push(...parts);
		this.#here = undefined;
	}

	/** The source of the inline Markdown. */
	get source(): string {
		return this.#content;
	}

	/** Whether a cell is open, in which a line break cannot be a new line. */
	get isCell(): boolean {
		return this.#tables.at(-1)?.cell !== undefined;
	}

	openTable(): void {
		this.#tables.push({ rows: [], start: this.#inline.length, cellStart: 0 });
	}

	openRow(): void {
		this.#tables.at(-1)?.rows.push([]);
	}

	openCell(): void {
		const table = this.#tables.at(-1);
		if (!table) return;
		if (table.rows.length === 0) table.rows.push([]);
		table.cell = [];
		table.cellStart = this.#inline.length;
	}

	closeCell(): void {
		const table = this.#tables.at(-1);
		if (!table?.cell) return;
		const inline = this.#inline.splice(table.cellStart);
		const parts = broken(
			isBlank(inline) || table.cell.length === 0 ? [...table.cell, ...inline] : [...table.cell, '<br>', ...inline],
		);
		table.rows
			.at(-1)
			?.push(
				parts.map((part) => (typeof part === 'string' ? part.replaceAll('|', '\\|').replaceAll('\n', '<br>') : part)),
			);
		table.cell = undefined;
	}

	/** Writes the table, in inline Markdown after the text before it. */
	closeTable(isInline: boolean): void {
		const table = this.#tables.pop();
		if (!table) return;
		const [head, ...body] = table.rows.filter((row) => row.length > 0);
		const rule = (head ?? []).map((): CopyPart[] => ['---']);
		const lines = head ? [head, rule, ...body].map((row) => ['|', ...row.flatMap((cell) => [' ', ...cell, ' |'])]) : [];
		if (!isInline) {
			for (const [index, line] of lines.entries()) this.block(line, index > 0);
			return;
		}
		// The text between the cells is their layout, except for a caption.
		const between = this.#inline.splice(table.start);
		this.#inline.push(...(isBlank(between) ? [] : between), ...lines.flatMap((line) => [BREAK, ...line]), BREAK);
	}

	/** Returns the changed inline Markdown. */
	end(): CopyPart[] {
		if (this.#at < this.#content.length) this.#inline.push(this.#content.slice(this.#at));
		const parts = this.#inline;
		this.begin('');
		for (const table of this.#tables) table.start = table.cellStart = 0;
		return parts.some((part) => typeof part === 'string' && /[\v\f]/.test(part)) ? broken(parts) : parts;
	}

	all(): CopyPart[] {
		if (this.#text !== '' || this.#parts.length > 0) this.#parts.push(`${this.#text}\n`);
		this.#text = '';
		return this.#parts;
	}

	#gap(part: CopyPart): void {
		if (this.#text !== '') this.#parts.push(this.#text);
		this.#parts.push(part);
		this.#text = '';
	}

	#indented(text: string): string {
		const prefix = this.#prefix(false);
		return text
			.split('\n')
			.map((line, index) => (index === 0 ? line : line === '' ? this.#blank() : prefix + line))
			.join('\n');
	}

	/** Prefix of an empty line: the marks of the open containers. */
	#blank(): string {
		let prefix = '';
		for (const { rest, used } of this.#containers) if (used) prefix += rest;
		return prefix.trimEnd();
	}

	#prefix(first: boolean): string {
		let prefix = '';
		for (const container of this.#containers) {
			prefix += first && !container.used ? container.first : container.rest;
			if (first) container.used = true;
		}
		return prefix;
	}
}

function isBlank(parts: readonly CopyPart[]): boolean {
	return parts.every((part) => typeof part === 'string' && part.trim() === '');
}

/** Converts breaks in inline Markdown to line ends; removes those at its start and end. */
function broken(parts: readonly CopyPart[]): CopyPart[] {
	const joined: CopyPart[] = [];
	for (const part of parts) {
		const last = joined.at(-1);
		if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
		else joined.push(part);
	}
	return joined.map((part, index) => {
		if (typeof part !== 'string') return part;
		const text = part.replace(BREAKS, '\n').replace(JOINS, ' ');
		const from = index === 0 ? text.trimStart() : text;
		return index === joined.length - 1 ? from.trimEnd() : from;
	});
}

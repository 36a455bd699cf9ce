/**
 * Writes the Markdown copy of a page, for programs: clean Markdown, block by block, in the author's words, with gaps
 * for the URLs of links. Independent of tokens.
 */

export type CopyPart = string | number;

/** In inline Markdown: a line break. Adjacent breaks and spaces merge into it. */
export const BREAK = '\v';
/** In inline Markdown: a space. Adjacent breaks and spaces merge into it. */
export const JOIN = '\f';
/** Before the name of a footnote: files with several pages have a prefix here, because pages may use the same names. */
export const NOTE = '\x0e';
const BREAKS = /\s*\v\s*/g;
const JOINS = /\s*\f\s*/g;

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
		if (parts.every((part) => typeof part === 'string' && part.trim() === '')) return;
		if (this.#text !== '' || this.#parts.length > 0) {
			this.#text += '\n';
			if (!tight || this.#loose) this.#text += `${this.#blank()}\n`;
		}
		this.#loose = false;
		this.#text += this.#prefix(true);
		for (const part of parts) {
			if (typeof part === 'number') this.#gap(part);
			else this.#text += part.includes('\n') ? this.#indented(part) : part;
		}
	}

	/** Writes a block of code; its fence is longer than any inside it. */
	fence(code: string, info: string): void {
		const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
		const fence = '`'.repeat(longest + 1);
		this.block([`${fence}${info}\n${code}\n${fence}`]);
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

	/** Returns the changed inline Markdown. */
	end(): CopyPart[] {
		if (this.#at < this.#content.length) this.#inline.push(this.#content.slice(this.#at));
		const parts = this.#inline;
		this.begin('');
		return parts.some((part) => typeof part === 'string' && /[\v\f]/.test(part)) ? broken(parts) : parts;
	}

	all(): CopyPart[] {
		if (this.#text !== '' || this.#parts.length > 0) this.#parts.push(`${this.#text}\n`);
		this.#text = '';
		return this.#parts;
	}

	#gap(index: number): void {
		if (this.#text !== '') this.#parts.push(this.#text);
		this.#parts.push(index);
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

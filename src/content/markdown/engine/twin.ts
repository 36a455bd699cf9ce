/**
 * Writes the page as clean Markdown for readers that are programs: block by block, in the author's own words, with
 * gaps where addresses of links belong. Knows nothing of tokens.
 */

export type TwinPart = string | number;

/** In inline Markdown: a line ends here, once, however often and with whatever space around it is said. */
export const BREAK = '\v';
/** The same: a space, and no end of a line. */
export const JOIN = '\f';
const BREAKS = /\s*\v\s*/g;
const JOINS = /\s*\f\s*/g;

interface Container {
	/** Before the container's first line, e.g. `- `. */
	first: string;
	/** Before all others. */
	rest: string;
	used: boolean;
	item: boolean;
}

export class Twin {
	readonly #parts: TwinPart[] = [];
	readonly #containers: Container[] = [];
	#text = '';
	#loose = false;
	#content = '';
	#at = 0;
	#inline: TwinPart[] = [];
	#here: { start: number; end: number } | undefined;

	/** What follows is a list: a blank line above it, unless it belongs to an item's text. */
	list(): void {
		this.#loose = !this.#containers.at(-1)?.item;
	}

	/** A list item or quote around the next blocks. */
	enter(first: string, rest: string): void {
		this.#containers.push({ first, rest, used: false, item: rest.trim() === '' });
	}

	leave(): void {
		this.#containers.pop();
	}

	/** One block; `tight` blocks follow the one before without a blank line. */
	block(parts: readonly TwinPart[], tight = false): void {
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

	/** A block of code; its fence is longer than any inside of it. */
	fence(code: string, info: string): void {
		const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
		const fence = '`'.repeat(longest + 1);
		this.block([`${fence}${info}\n${code}\n${fence}`]);
	}

	/** Begins a stretch of inline Markdown; `replace` changes it from left to right. */
	begin(content: string): void {
		this.#content = content;
		this.#at = 0;
		this.#inline = [];
		this.#here = undefined;
	}

	replace(start: number, end: number, ...parts: TwinPart[]): void {
		if (start < this.#at) return;
		if (start > this.#at) this.#inline.push(this.#content.slice(this.#at, start));
		this.#inline.push(...parts);
		this.#at = Math.max(end, start);
	}

	/** Where the next `replaceHere` belongs: the tag that is being closed. */
	here(start: number, end: number): void {
		this.#here = { start, end };
	}

	/** Replaces the tag that is being closed, or adds at the current place where none is. */
	replaceHere(...parts: TwinPart[]): void {
		if (this.#here) this.replace(this.#here.start, this.#here.end, ...parts);
		else this.#inline.push(...parts);
		this.#here = undefined;
	}

	/** The stretch as changed. */
	end(): TwinPart[] {
		if (this.#at < this.#content.length) this.#inline.push(this.#content.slice(this.#at));
		const parts = this.#inline;
		this.begin('');
		return parts.some((part) => typeof part === 'string' && /[\v\f]/.test(part)) ? broken(parts) : parts;
	}

	all(): TwinPart[] {
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

	/** What stands on an empty line: the signs of what has begun. */
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

/** Inline Markdown with its breaks as line ends, none at its edges. */
function broken(parts: readonly TwinPart[]): TwinPart[] {
	const joined: TwinPart[] = [];
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

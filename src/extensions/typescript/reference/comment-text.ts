/**
 * Reads the source text of a doc comment by the rules of TSDoc and JSDoc: a summary, then tags. Code comes first: an `@`
 * in a fence, in indented code or in `<pre>` belongs to the code. The compiler's own tags are no help here, because it
 * reads an `@` in code as a tag, and drops white space and the names of parameters that do not exist.
 */

/** A text of a comment as written, without the stars at its edge; all code in it is in fences. */
export interface CommentSection {
	text: string;
	/** For each line of the text, its distance from the comment's first line. */
	lines: number[];
}

export interface TagText extends CommentSection {
	/** As written: `param`, `typeParam`. */
	name: string;
	/** The names that it describes, as in `@param options.left` and `@template A, B`; empty for other tags. */
	of: string[];
	/** The type in braces of a JSDoc tag. */
	type: string;
	/** The default in `[name=default]`. */
	standard: string;
}

export interface CommentText {
	summary: CommentSection;
	tags: TagText[];
	/** Tags without a text of their own: the words after them go on with the text before them. */
	modifiers: Set<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const MODIFIERS = words(
	'abstract alpha async beta event eventProperty experimental export file fileoverview generator global hidden hideconstructor ignore inner instance internal overload override overview packageDocumentation private protected public readonly sealed static virtual',
);
/** Modifiers of JSDoc with a name or a type, which the declaration says as well. */
const NAMING = words(
	'alias augments callback class constructor enum extends func function implements interface kind lends memberOf memberof method module name namespace type typedef',
);
const BLOCKS = words(
	'arg argument author category default defaultValue deprecated example exception fires inheritDoc inheritdoc license link param privateRemarks prop property remarks return returns see since template throws todo type typeParam version warning yields',
);
/** Tags of JSDoc that may start with a type in braces. */
const TYPED = words('arg argument exception param prop property return returns template throws yields');
const NAMED = words('arg argument param prop property template typeParam');

/** Reads a comment, from its two stars to its end. */
export function readComment(source: string): CommentText {
	const lines = linesOf(source);
	const isOneLine = lines.filter((line) => line.trim() !== '').length === 1;
	const modifiers = new Set<string>();
	const summary: Draft = { name: '', lines: [] };
	const tags: Draft[] = [];
	let code = new CodeLines();
	for (const [at, line] of lines.entries()) {
		const found = code.next(line).kind === 'text' ? tagsIn(line, isOneLine) : [];
		const push = (text: string): void => void (tags.at(-1) ?? summary).lines.push({ text, at });
		const before = line.slice(0, found[0]?.from);
		if (found.length === 0 || before.trim() !== '') push(before);
		for (const [index, { name, to }] of found.entries()) {
			const text = line.slice(to, found[index + 1]?.from).trim();
			code = new CodeLines();
			code.next(text);
			const isModifier = MODIFIERS.has(name) || NAMING.has(name);
			if (isModifier) modifiers.add(name);
			else tags.push({ name, lines: [] });
			const own = NAMING.has(name) ? text.replace(/^(?:\{[^{}]*\}\s*)?\S*$/, '') : text;
			if (own !== '' || !isModifier) push(own);
		}
	}
	return { summary: sectionOf(summary.lines), tags: tags.map(tagOf), modifiers };
}

/** A section while it is read. */
interface Draft {
	name: string;
	lines: { text: string; at: number }[];
}

/** The lines of a comment without its delimiters and margin. */
function linesOf(source: string): string[] {
	const inner = source.replace(/^\/\*\*/, '').replace(/(?<=^|\s)\*+\/$|\*\/$/, '');
	const [first = '', ...rest] = inner.replace(/\r\n?/g, '\n').split('\n');
	const star = /^[ \t]*\*/.exec(rest.find((line) => line.trim() !== '') ?? '')?.[0];
	if (star === undefined) return [first.trim(), ...dedented(rest)];
	const margin = columnsOf(star) + 1;
	return [
		first.trim(),
		...rest.map((line) => (/^[ \t]*\*/.test(line) ? line.replace(/^[ \t]*\*[ \t]?/, '') : withoutIndent(line, margin))),
	];
}

/**
 * The tags of a line. A tag starts its line. Elsewhere, only a known one counts, and only after the end of a sentence or
 * in a comment of one line: `Bakes. @param heat Degrees.`
 */
function tagsIn(line: string, isOneLine: boolean): { name: string; from: number; to: number }[] {
	// Code spans and inline tags have the same length as what replaces them.
	const text = line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)|\{[^{}]*\}/g, (all, mark: string | undefined) =>
		mark === undefined && !all.startsWith('{@') ? all : '_'.repeat(all.length),
	);
	return [...text.matchAll(/(?<=^|\s)@([A-Za-z][\w-]*)(?=[\s{:]|$)/g)].flatMap(({ 0: whole, 1: name = '', index }) => {
		const before = text.slice(0, index).trimEnd();
		const isKnown = BLOCKS.has(name) || MODIFIERS.has(name) || NAMING.has(name);
		const isTag =
			before === ''
				? isKnown || /^[a-z]/.test(name)
				: isKnown && (isOneLine || /[.!?:;)\]}`_]$/.test(before) || /(?:^|\s)@[\w-]+$/.test(before));
		return isTag ? [{ name, from: index, to: index + whole.length }] : [];
	});
}

function tagOf({ name, lines }: Draft): TagText {
	const text = lines.map((line) => line.text).join('\n');
	const head = headOf(name, text);
	const above = text.slice(0, head.length).split('\n').length - 1;
	const rest = text.slice(head.length).split('\n');
	const kept = rest.map((line, index) => ({ text: line, at: lines[above + index]?.at ?? 0 }));
	return { name, of: head.of, type: head.type, standard: head.standard, ...tagSection(kept, name === 'example') };
}

/** The part of a tag before its words: a type, names, a hyphen. */
function headOf(name: string, text: string): Pick<TagText, 'of' | 'type' | 'standard'> & { length: number } {
	const type = TYPED.has(name) ? typeAt(text) : '';
	const typeEnd = type === '' ? 0 : text.indexOf('{') + type.length;
	const bare = { of: [], type: type.slice(1, -1).trim(), standard: '' };
	if (!NAMED.has(name))
		return { ...bare, length: typeEnd + lengthOf(/^[ \t]*(?::(?=\s)|-(?= ))?[ \t]*/, text, typeEnd) };
	const bracketed = /^\s*\[\s*([^[\]=]*?)\s*(?:=\s*((?:[^[\]]|\[[^[\]]*\])*?)\s*)?\]/;
	const plain =
		name === 'template' || name === 'typeParam'
			? /^\s*([\p{L}_$][\p{L}\p{N}_$]*(?:\s*,\s*[\p{L}_$][\p{L}\p{N}_$]*)*)/u
			: /^\s*`?((?:\.{3})?[\p{L}_$][\p{L}\p{N}_$]*(?:\[\]|\.[\p{L}\p{N}_$-]+|\.?\[?(?:'[^']*'|"[^"]*")\]?)*)`?/u;
	const [whole = '', written = '', standard = ''] =
		bracketed.exec(text.slice(typeEnd)) ?? plain.exec(text.slice(typeEnd)) ?? [];
	const of = written.split(',').map((each) => each.replace(/^\s*\.{3}|\[\]|[[\]'"]|\s/g, ''));
	const end = typeEnd + whole.length;
	return {
		...bare,
		of: of.filter((each) => each !== ''),
		standard,
		length: end + lengthOf(/^[ \t]*(?:[-–—:]+(?=\s|$))?[ \t]*/, text, end),
	};
}

function lengthOf(pattern: RegExp, text: string, from: number): number {
	return pattern.exec(text.slice(from))?.[0].length ?? 0;
}

/** A type in braces at the start of a text, with its braces; empty if there is none, or an inline tag. */
function typeAt(text: string): string {
	const [start = ''] = /^\s*\{(?!@)/.exec(text) ?? [];
	if (start === '') return '';
	let depth = 1;
	for (let at = start.length; at < text.length; at++) {
		depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
		if (depth === 0) return text.slice(start.length - 1, at + 1);
	}
	return '';
}

/** The words of a tag. Its second line shows how deep the author indents the lines that belong to a tag. */
function tagSection(draft: Draft['lines'], isExample: boolean): CommentSection {
	const [first, second] = draft;
	const indent = indentOf(second?.text ?? '');
	// Indented code may be all that an example has.
	const isCode = isExample && first?.text.trim() === '' && indent >= 4;
	return sectionOf(
		draft.map(({ text, at }, index) => ({
			at,
			text: index === 0 ? text.trim() : withoutIndent(text, isCode ? indent - 4 : indent),
		})),
	);
}

/** A section without empty lines at its ends, and with all code in fences. */
function sectionOf(lines: Draft['lines']): CommentSection {
	const isWritten = ({ text }: { text: string }): boolean => text.trim() !== '';
	const kept = lines.slice(Math.max(0, lines.findIndex(isWritten)), lines.findLastIndex(isWritten) + 1);
	const done = withFences(kept);
	return { text: done.map(({ text }) => text).join('\n'), lines: done.map(({ at }) => at) };
}

/* ---------------------------------------------------------------- code */

type CodeLine =
	| { kind: 'text' }
	/** The first or last line of a fence, with the markers of lists and quotes before it. */
	| { kind: 'open'; before: string; mark: string; lang: string }
	| { kind: 'close' }
	| { kind: 'code' }
	/** A line of indented code, without that indentation. */
	| { kind: 'indented'; before: string; text: string }
	/** A line of `<pre>`. */
	| { kind: 'pre'; text: string; lang: string; isLast: boolean };

const FENCE = /^([ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})[ \t]*(\S*)/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;

/** Distinguishes code from text, line by line, as CommonMark does. */
export class CodeLines {
	#fence = '';
	#isPre = false;
	/** Whether the last line allows indented code to start. */
	#isFree = true;
	/** Column where the text of the current list item starts. */
	#list = 0;

	next(line: string): CodeLine {
		const [, before = '', mark = '', lang = ''] = FENCE.exec(line) ?? [];
		if (this.#fence !== '') {
			const isEnd = mark.startsWith(this.#fence) && lang === '';
			if (isEnd) this.#fence = '';
			return { kind: isEnd ? 'close' : 'code' };
		}
		const pre = this.#isPre ? undefined : /^\s*<pre\b[^>]*>/i.exec(line)?.[0];
		if (this.#isPre || pre !== undefined) {
			const [inner = '', ...after] = line.slice(pre?.length ?? 0).split(/<\/pre\s*>/i);
			this.#isPre = after.length === 0;
			this.#isFree = true;
			const [, named = ''] = /\blang(?:uage)?-(\w+)/i.exec(line) ?? [];
			return { kind: 'pre', text: inner.replace(/<\/?code\b[^>]*>/gi, ''), lang: named, isLast: after.length > 0 };
		}
		if (mark !== '') {
			this.#fence = mark;
			this.#isFree = true;
			return { kind: 'open', before, mark, lang };
		}
		if (line.trim() === '') this.#isFree = true;
		else {
			const indent = indentOf(line);
			if (this.#isFree && indent >= this.#list + 4)
				return { kind: 'indented', before: ' '.repeat(this.#list), text: withoutIndent(line, this.#list + 4) };
			const item = ITEM.exec(line)?.[0];
			if (item !== undefined) this.#list = columnsOf(item);
			else if (this.#isFree && indent < this.#list) this.#list = 0;
			this.#isFree = false;
		}
		return { kind: 'text' };
	}
}

/** The same lines, with indented code and `<pre>` as fences. */
function withFences(lines: Draft['lines']): Draft['lines'] {
	const code = new CodeLines();
	const done: Draft['lines'] = [];
	/** The block that is being read, and empty lines that belong to it if it goes on. */
	let open: { before: string; empty: Draft['lines'] } | undefined;
	const close = (at: number): void => {
		if (open) done.push({ text: `${open.before}\`\`\``, at }, ...open.empty);
		open = undefined;
	};
	for (const line of lines) {
		const { at } = line;
		const read = code.next(line.text);
		if (open && read.kind === 'text' && line.text.trim() === '') {
			open.empty.push(line);
			continue;
		}
		if (read.kind === 'indented' || read.kind === 'pre') {
			const before = read.kind === 'pre' ? '' : read.before;
			if (!open) done.push({ text: `${before}\`\`\`${read.kind === 'pre' ? read.lang : ''}`, at });
			done.push(...(open?.empty ?? []));
			open = { before, empty: [] };
			const text = read.kind === 'pre' ? plainText(read.text) : read.text;
			if (read.kind === 'indented' || text.trim() !== '') done.push({ text: before + text, at });
			if (read.kind === 'pre' && read.isLast) close(at);
			continue;
		}
		close(at);
		done.push(read.kind === 'code' ? { at, text: line.text.replaceAll('*\\/', '*/') } : line);
	}
	close(lines.at(-1)?.at ?? 0);
	return done;
}

const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	'#39': "'",
	'#64': '@',
	'#123': '{',
	'#125': '}',
};

function plainText(html: string): string {
	return withoutEntities(html.replace(/<\/?\w[^<>]*>/g, ''));
}

/** Authors write braces and `@` as entities, because tools read them as syntax. */
export function withoutEntities(text: string): string {
	return text.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all);
}

/* ---------------------------------------------------------------- white space */

/** Columns of white space and marks; a tab counts as four. */
function columnsOf(text: string): number {
	return text.replaceAll('\t', '    ').length;
}

function indentOf(line: string): number {
	return columnsOf(/^[ \t]*/.exec(line)?.[0] ?? '');
}

function withoutIndent(line: string, columns: number): string {
	let at = 0;
	for (let left = columns; left > 0 && /[ \t]/.test(line[at] ?? ''); at++) left -= line[at] === '\t' ? 4 : 1;
	return line.slice(at);
}

function dedented(lines: string[]): string[] {
	const indent = Math.min(...lines.flatMap((line) => (line.trim() === '' ? [] : [indentOf(line)])));
	return lines.map((line) => withoutIndent(line, indent));
}

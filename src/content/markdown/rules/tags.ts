/**
 * Recognizes tags of components and HTML, on separate lines and in text, and records their positions; `walk.ts` matches
 * them. Content between tags is Markdown, with or without blank lines around it, except inside raw elements such as
 * `<svg>`.
 */
import type { StateBlock, StateInline } from 'markdown-it';
import { BLOCK, ELEMENTS, RAW, RAW_TEXT, VOID_ELEMENTS } from '../engine/elements.ts';
import { type Scope, scopeOf } from '../engine/facts.ts';
import { type JsxTag, readTag, type ScanBudget } from '../engine/jsx.ts';
import { blockStart, lastLine, textStart } from '../engine/tokens.ts';
import { includePartial } from './partials.ts';

/** One tag, or a complete raw element with the end of its content, `to`. */
type Item = { tag: JsxTag; end: number; to?: number };

/** markdown-it silently drops content that is nested more than 100 levels deep. */
const MAX_LEVEL = 97;

function reportDepth(state: StateBlock, line: number): void {
	const { facts, source } = scopeOf(state.env);
	if (facts.diagnostics.some(({ code, file }) => code === 'too-deep' && file === source.path)) return;
	facts.report(source, textStart(state, line), {
		code: 'too-deep',
		message: 'Lists and quotes are nested too deeply; their content is lost.',
		hint: 'Reduce the nesting.',
	});
}

/**
 * Inside tags any indentation is allowed, as in MDX: a block that is indented by four or more columns is read as if its
 * container started there. Must be the first rule.
 */
export function indentRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	const indent = state.sCount[startLine] ?? 0;
	if (silent) return false;
	if (state.level > MAX_LEVEL) reportDepth(state, startLine);
	if (indent - state.blkIndent < 4) return false;
	const scope = scopeOf(state.env);
	if (scope.inside.length === 0 && !(scope.source.path.endsWith('.mdx') && isComponentLine(state, startLine)))
		return false;
	const { blkIndent } = state;
	const { container } = scope;
	scope.container = blkIndent;
	state.blkIndent = indent;
	const done = state.md.block.ruler.getRules('').some((rule) => rule(state, startLine, endLine, false));
	state.blkIndent = blkIndent;
	scope.container = container;
	return done;
}

/** In MDX, an indented component is not code. */
function isComponentLine(state: StateBlock, line: number): boolean {
	const start = textStart(state, line);
	return state.src.charCodeAt(start) === 60 && /^<[A-Z]\w*[\s/>]/.test(state.src.slice(start, start + 80));
}

/** Block rule: lines with nothing but tags. */
export function tagBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	const start = blockStart(state, startLine);
	if (state.src.charCodeAt(start) !== 60) return false;
	const scope = scopeOf(state.env);
	const limit = state.eMarks[endLine - 1] ?? state.src.length;
	const items = readItems(state.src, start, limit, scope);
	if (!items) {
		if (!silent) reportUnfinished(state, start, limit, scope);
		return false;
	}
	if (silent) return items.some(({ tag }) => tag.isComponent || tag.name === '' || BLOCK.has(tag.name.toLowerCase()));
	const last = lastLine(state, startLine, endLine, items.at(-1)?.end ?? start);
	if (last > startLine && isPrefixed(state, startLine + 1, last)) reportPrefixed(scope, start);
	for (const item of items) {
		if (!includePartial(state, item.tag, scope) || item.tag.form === 'open') push(state, item, [startLine, last + 1]);
	}
	for (const { tag, to } of items) if (to === undefined) trackTag(scope.inside, tag);
	state.line = last + 1;
	return true;
}

/** Reports an incomplete tag at the start of a line if it names a known component: it is not meant as text. */
function reportUnfinished(state: StateBlock, start: number, limit: number, scope: Scope): void {
	const name = /^<\/?([A-Z][\w.]*)/.exec(state.src.slice(start, start + 80))?.[1];
	if (name === undefined || !scope.facts.options.components.includes(name)) return;
	if (readTag(state.src, start, limit, scope.facts.scanBudget)) return;
	scope.facts.report(scope.source, start, {
		code: 'unfinished-tag',
		message: `The tag <${name}> is not complete.`,
		hint: 'Close its quotes and braces, and end it with ">".',
		length: name.length + 1,
	});
}

/** Maximum number of open tags to search for the match of an end tag. */
const MAX_OPEN = 100;

/** Updates the list of open tags. An end tag also closes tags inside it; one without a match is ignored. */
function trackTag(inside: string[], tag: JsxTag): void {
	const nesting = nestingOf(tag);
	const name = tag.name.toLowerCase();
	if (nesting > 0) inside.push(name);
	const last = nesting < 0 ? inside.slice(-MAX_OPEN) : [];
	const opening = last.lastIndexOf(name);
	if (opening >= 0) inside.length -= last.length - opening;
}

function nestingOf(tag: JsxTag): number {
	if (tag.form === 'empty' || VOID_ELEMENTS.has(tag.name.toLowerCase())) return 0;
	return tag.form === 'open' ? 1 : -1;
}

/** The tags from `start` to the end of a line; undefined if there is anything else between them. */
function readItems(text: string, start: number, limit: number, scope: Scope): Item[] | undefined {
	const items: Item[] = [];
	for (let at = start; ; ) {
		const item = readItem(text, at, limit, scope);
		if (!item) return undefined;
		items.push(item);
		at = item.end;
		while (at < limit && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
		if (at >= limit || text.charCodeAt(at) === 10) return items;
		if (text.charCodeAt(at) !== 60) return undefined;
	}
}

function readItem(text: string, at: number, limit: number, scope: Scope): Item | undefined {
	const read = readTag(text, at, limit, scope.facts.scanBudget);
	const tag = read && isCapitalElement(read, scope) ? withSmallLetters(read) : read;
	if (!tag || isTypeArgument(tag, scope, text[at - 1])) return undefined;
	if (tag.form !== 'open' || !isRaw(tag, scope)) return { tag, end: tag.end };
	const close = findClose(text, tag, limit, scope.facts.scanBudget);
	return close ? { tag, to: close.start, end: close.end } : { tag, end: tag.end };
}

/** `<BR>` and `<A HREF="…">`: an element, as HTML knows no capitals. `<P>` alone is a parameter of a type as well. */
function isCapitalElement({ name, form, attributes }: JsxTag, scope: Scope): boolean {
	if (!/^[A-Z][A-Z\d]*$/.test(name) || !ELEMENTS.has(name.toLowerCase())) return false;
	if (scope.facts.options.components.includes(name) || scope.partials.has(name)) return false;
	return name.length > 1 || form === 'close' || attributes.length > 0 || scope.has(`</${name}`);
}

function withSmallLetters(tag: JsxTag): JsxTag {
	const attributes = tag.attributes.map((one) => ({ ...one, name: one.name.toLowerCase() }));
	return { ...tag, name: tag.name.toLowerCase(), attributes, isComponent: false };
}

/** `Promise<T>`, `Set<>` and `<path/to>` in text: the name of no element or component, without end tag in the file. */
function isTypeArgument({ name, form, attributes }: JsxTag, scope: Scope, before = ''): boolean {
	if (name === '') return /\w/.test(before) || !scope.has(form === 'open' ? '</>' : '<>');
	if (form !== 'open' || attributes.some(({ value }) => value.kind !== 'flag')) return false;
	if (ELEMENTS.has(name.toLowerCase()) || scope.partials.has(name)) return false;
	return !scope.facts.options.components.includes(name) && !scope.has(`</${name}`);
}

function isRaw(tag: JsxTag, scope: Scope): boolean {
	return RAW.has(tag.name.toLowerCase()) && !scope.facts.options.components.includes(tag.name);
}

/** The end tag of a raw element. Skips nested elements with the same name, unless it contains only text. */
export function findClose(
	text: string,
	tag: JsxTag,
	limit: number,
	allowance: ScanBudget,
): { start: number; end: number } | undefined {
	const pattern = new RegExp(`<(/?)${tag.name}(?=[\\s/>])`, 'gi');
	pattern.lastIndex = tag.end;
	let depth = 1;
	for (
		let found = allowance.remaining > 0 ? pattern.exec(text) : null;
		found && found.index < limit;
		found = pattern.exec(text)
	) {
		if (!found[1]) {
			const inner = RAW_TEXT.has(tag.name.toLowerCase()) ? undefined : readTag(text, found.index, limit, allowance);
			if (inner?.form === 'open') depth++;
		} else if (--depth === 0) {
			const end = text.indexOf('>', found.index);
			return end < 0 || end >= limit ? undefined : { start: found.index, end: end + 1 };
		}
	}
	allowance.remaining -= limit - tag.end;
	return undefined;
}

function push(state: StateBlock | StateInline, { tag, end, to }: Item, map?: [number, number]): void {
	const token = state.push(to === undefined ? 'tag' : 'raw', '', 0);
	token.meta = { tag, start: tag.start, end };
	if (to !== undefined) token.content = state.src.slice(tag.end, to);
	if (map) token.map = map;
}

/** Whether lines start with the `>` of a block quote, which would end the tag. */
function isPrefixed(state: StateBlock, from: number, to: number): boolean {
	for (let line = from; line <= to; line++) {
		const start = state.bMarks[line] ?? 0;
		if (start > 0 && state.src.charCodeAt(start - 1) !== 10) return true;
	}
	return false;
}

function reportPrefixed({ facts, source }: Scope, start: number): void {
	facts.report(source, start, {
		code: 'tag-in-quote',
		message: 'A tag in a block quote must be on one line.',
		hint: 'Join its lines, or move it out of the quote.',
		length: 1,
	});
}

/** Inline rule, after autolinks: `<https://…>` is not a tag. */
export function tagInline(state: StateInline, silent: boolean): boolean {
	if (state.src.charCodeAt(state.pos) !== 60) return false;
	const item = readItem(state.src, state.pos, state.posMax, scopeOf(state.env));
	if (!item) return false;
	if (!silent) push(state, item);
	// A bare URL inside a link is text.
	if (!silent && item.to === undefined && /^a$/i.test(item.tag.name)) state.linkLevel += nestingOf(item.tag);
	state.pos = item.end;
	return true;
}

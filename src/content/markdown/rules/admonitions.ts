/**
 * `:::tip Title` … `:::`. The rule recognizes the two lines; `walk.ts` matches them: a line of colons closes the
 * innermost admonition opened with as many, else the innermost one opened with fewer. Titles are Markdown (B-171).
 */
import type { StateBlock, Token } from 'markdown-it';
import { escapeAttribute, escapeText } from '../../model/html.ts';
import type { ParseOptions } from '../../model/page.ts';
import { nearest } from '../../model/schema.ts';
import { scopeOf } from '../engine/facts.ts';
import { placesOf } from '../engine/places.ts';
import type { Render, Walk } from '../engine/walk.ts';
import { ownAttributes, setAttributes } from './braces.ts';

const KINDS: Record<string, string> = { note: 'Note', tip: 'Tip', info: 'Info', caution: 'Caution', danger: 'Danger' };
/** Containers that are not admonitions: a disclosure, fences as tabs. */
const OTHERS: Record<string, string> = { details: 'Details', 'code-group': '' };
const ALIASES: Record<string, string> = { secondary: 'note', important: 'info', success: 'tip', warning: 'danger' };
const OPEN = /^(:{3,})[ \t]*([A-Za-z][\w-]*)[ \t]*(.*)$/;
const CLOSE = /^:{3,}[ \t]*$/;

/** A parsed opening line. */
export class Admonition {
	readonly colons: string;
	/** As written, e.g. `warning`. */
	readonly word: string;
	/** One of the five kinds; `info` for unknown words. */
	readonly kind: string;
	readonly known: boolean;
	/** Name and title of a kind from the configuration, which looks like `kind`. */
	readonly own: { name: string; title: string } | undefined;
	/** Readers can fold it; it is initially `collapsed` or `open`. */
	readonly folded: string | undefined;

	constructor(colons: string, word: string, folded?: string, kinds: ParseOptions['admonitions'] = {}) {
		const lower = word.toLowerCase();
		const name = Object.keys(kinds).find((candidate) => candidate.toLowerCase() === lower);
		const own = name === undefined ? undefined : kinds[name];
		const kind = own?.like ?? (Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] ?? 'info') : lower);
		this.own = own && name !== undefined ? { name: lower, title: own.title ?? name } : undefined;
		this.colons = colons;
		this.word = word;
		this.known = Object.hasOwn(KINDS, kind) || Object.hasOwn(OTHERS, kind);
		this.kind = this.known ? kind : 'info';
		this.folded = lower === 'details' ? (folded ?? 'collapsed') : folded;
	}

	get label(): string {
		if (this.own) return this.own.title;
		if (!this.known) return this.word.charAt(0).toUpperCase() + this.word.slice(1);
		return KINDS[this.kind] ?? OTHERS[this.kind] ?? '';
	}
}

/** Block rule: one line, opening or closing. */
export function admonitionRule(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
	const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
	if (state.src.charCodeAt(start) !== 58 || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
	const text = state.src.slice(start, state.eMarks[startLine]);
	const open = CLOSE.test(text) ? null : OPEN.exec(text);
	if (!open && !CLOSE.test(text)) return false;
	if (silent) return true;
	const token = state.push(open ? 'admonition_open' : 'admonition_close', '', 0);
	token.map = [startLine, startLine + 1];
	token.markup = open?.[1] ?? text.trim();
	if (open) {
		const [, colons = '', word = '', rest = ''] = open;
		const { title, attributes } = titleAndAttributes(rest);
		admitIndented(state, startLine, colons);
		const folded = /\{[^{}]*\b(collapsed|open)\b[^{}]*\}\s*$/.exec(rest)?.[1];
		const admonition = new Admonition(colons, word, folded, scopeOf(state.env).facts.options.admonitions);
		token.meta = { admonition, start, end: start + text.length };
		setAttributes(token, attributes);
		if (title) {
			const inline = state.push('inline', '', 0);
			inline.content = title;
			inline.children = [];
			inline.map = [startLine, startLine + 1];
		}
	}
	state.line = startLine + 1;
	return true;
}

/** Maximum number of lines to search for the end of an admonition. */
const MAX_LINES = 500;

/**
 * Ignores the indentation of the closing line, which formatters add below a list: otherwise the line would belong to
 * the list.
 */
function admitIndented(state: StateBlock, startLine: number, colons: string): void {
	const open = [colons];
	let fence = '';
	for (let line = startLine + 1; line < Math.min(state.lineMax, startLine + MAX_LINES); line++) {
		const text = state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
		const [mark = ''] = /^(?:`{3,}|~{3,})/.exec(text) ?? [];
		if (mark !== '' && (fence === '' || (mark.startsWith(fence) && mark === text.trim())))
			fence = fence === '' ? mark : '';
		if (fence !== '' || !text.startsWith(':::')) continue;
		if (!CLOSE.test(text)) {
			const [, inner] = OPEN.exec(text) ?? [];
			if (inner !== undefined) open.push(inner);
			continue;
		}
		const indent = (state.sCount[line] ?? 0) - state.blkIndent;
		if (open.pop() === undefined || open.length > 0) continue;
		if (indent > 0 && indent < 4) state.sCount[line] = state.blkIndent;
		return;
	}
}

/** Parses `Title`, `[Title]` or `{title="Title"}`, and other attributes in braces. */
function titleAndAttributes(rest: string): { title: string; attributes: string } {
	const [braces = '', inside = ''] = /\{([^{}]*)\}\s*$/.exec(rest) ?? [];
	if (!/^\s*(?:[.#][\w-]|[\w-]+=|(?:collapsed|open)\b)/.test(inside))
		return { title: unbracketed(rest), attributes: '' };
	const NAMED = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)')/;
	const [, double, single = double] = NAMED.exec(inside) ?? [];
	const title = single?.trim() ?? unbracketed(rest.slice(0, rest.length - braces.length));
	return { title, attributes: inside.replace(NAMED, '') };
}

function unbracketed(text: string): string {
	const title = text.trim();
	return title.startsWith('[') && title.endsWith(']') ? title.slice(1, -1).trim() : title;
}

const open: Render = (walk, token, tokens, index) => {
	const admonition = token.meta?.admonition;
	const inline = tokens[index + 1];
	if (!(admonition instanceof Admonition)) return undefined;
	if (!admonition.known) reportUnknown(walk, admonition);
	const { colons, word, own } = admonition;
	const kind = own?.name ?? admonition.kind;
	const titled = inline?.type === 'inline';
	const label = `The admonition ${colons}${word}`;
	const last = titled ? index + 1 : index;
	const isGroup = kind === 'code-group' && walk.facts.options.components.includes('Tabs');
	let close = (): void => {};
	const end = (): void => {
		close();
		walk.copy.block([colons], true);
	};
	const length = colons.length + word.length;
	if (!walk.open({ kind: 'admonition', name: colons, label, end, isGroup, tabs: [] }, undefined, length)) return last;
	const title = (name: string): void => writeTitle(walk, titled ? inline : undefined, name, `${colons}${kind}`);
	if (!isGroup) close = openAdmonition(walk, admonition, title, token);
	else {
		walk.copy.block([`${colons}${kind}`]);
		walk.openComponent('Tabs', {});
		close = () => walk.html.close();
	}
	return last;
};

/** Writes the author's title, or `name`. In the Markdown copy, it follows `mark`. */
export function writeTitle(walk: Walk, inline: Token | undefined, name: string, mark: string): void {
	if (!inline) {
		walk.html.add(escapeText(name));
		walk.copy.block([mark]);
		return;
	}
	walk.inside(placesOf(walk.scope.source, inline));
	walk.copy.begin(inline.content);
	walk.inline(inline.children ?? []);
	walk.text.space();
	walk.copy.block([`${mark} `, ...walk.copy.end()]);
}

/**
 * Writes the start of an admonition and returns a function that writes its end. `title` receives the default title;
 * `token` has the author's attributes.
 */
export function openAdmonition(
	walk: Walk,
	{ kind, label, folded, own }: Admonition,
	title: (name: string) => void,
	token?: Token,
): () => void {
	const kinds = own ? [kind, own.name] : [kind];
	const looks = kind === 'details' ? [kind] : ['admonition', ...kinds.map((one) => `admonition-${one}`)];
	const name = escapeAttribute([...looks, String(token?.attrGet('class') ?? '')].join(' ').trim());
	const given = token ? ownAttributes(walk, token, { classes: false }) : '';
	walk.facts.components.add(kind === 'details' ? 'Details' : 'Admonition');
	const role = folded === undefined ? ' role="note"' : folded === 'open' ? ' open' : '';
	const [outer, inner] = folded === undefined ? ['div', 'p'] : ['details', 'summary'];
	walk.html.add(
		`<${outer} class="${name}"${given}${role}><${inner}${kind === 'details' ? '' : ' class="admonition-title"'}>`,
	);
	title(label);
	walk.html.add(`</${inner}>\n`);
	return () => walk.html.add(`</${outer}>\n`);
}

function reportUnknown(walk: Walk, { word, colons }: Admonition): void {
	const kinds = [...Object.keys(KINDS), ...Object.keys(walk.facts.options.admonitions ?? {})];
	const near = nearest(word, [...kinds, ...Object.keys(ALIASES)]);
	const own = `The kinds are ${kinds.join(', ')}. Add your own with "admonitions" in the configuration.`;
	walk.report({
		severity: 'warning',
		code: 'unknown-admonition',
		message: `"${word}" is not a kind of admonition; it is shown as "info".`,
		hint: near === undefined ? own : `Did you mean "${near}"?`,
		length: colons.length + word.length,
	});
}

const close: Render = (walk, { markup: colons }) => {
	const closed =
		walk.close(({ kind, name }) => kind === 'admonition' && name === colons) ||
		walk.close(({ kind, name }) => kind === 'admonition' && name.length < colons.length);
	if (!closed) walk.stray({ kind: 'admonition', name: colons });
};

export const admonitionRenderers: Record<string, Render> = { admonition_open: open, admonition_close: close };

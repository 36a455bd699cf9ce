/**
 * `:::tip Title` … `:::`. The rules recognise the two lines; `walk.ts` pairs them: a line of colons closes the
 * innermost admonition opened with as many, else the innermost one opened with fewer. Titles are Markdown (B-171).
 */
import type { StateBlock } from 'markdown-it';
import { placesOf } from './places.ts';
import type { Render, Walk } from './walk.ts';

const KINDS: Record<string, string> = { note: 'Note', tip: 'Tip', info: 'Info', caution: 'Caution', danger: 'Danger' };
const ALIASES: Record<string, string> = { secondary: 'note', important: 'info', success: 'tip', warning: 'danger' };
const OPEN = /^(:{3,})[ \t]*([A-Za-z][\w-]*)[ \t]*(.*)$/;
const CLOSE = /^:{3,}[ \t]*$/;

/** What an opening line says. */
export class Admonition {
	readonly colons: string;
	/** As written, e.g. `warning`. */
	readonly word: string;
	/** One of the five kinds; unknown words count as `info`. */
	readonly kind: string;
	readonly known: boolean;

	constructor(colons: string, word: string) {
		const lower = word.toLowerCase();
		const kind = Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] ?? 'info') : lower;
		this.colons = colons;
		this.word = word;
		this.known = Object.hasOwn(KINDS, kind);
		this.kind = this.known ? kind : 'info';
	}

	get label(): string {
		return KINDS[this.kind] ?? '';
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
		const title = titleText(rest);
		token.meta = { admonition: new Admonition(colons, word), start, end: start + text.length };
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

/** `Title`, `[Title]`, `{title="Title"}`, with other attributes in braces ignored. */
function titleText(rest: string): string {
	const [, attributes = ''] = /\{([^{}]*)\}\s*$/.exec(rest) ?? [];
	const [, named] = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)')/.exec(attributes) ?? [];
	if (named !== undefined) return named.trim();
	const looksLikeAttributes = /^\s*(?:[.#][\w-]|[\w-]+=)/.test(attributes);
	const text = (looksLikeAttributes ? rest.slice(0, rest.lastIndexOf('{')) : rest).trim();
	return text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1).trim() : text;
}

const open: Render = (walk, tokens, index) => {
	const admonition = tokens[index]?.meta?.admonition;
	const inline = tokens[index + 1];
	if (!(admonition instanceof Admonition)) return undefined;
	if (!admonition.known) reportUnknown(walk, admonition);
	const { colons, kind, word } = admonition;
	const end = (): void => {
		walk.html.add('</div>\n');
		walk.twin.block([colons], true);
	};
	const titled = inline?.type === 'inline';
	const label = `The admonition ${colons}${word}`;
	if (!walk.open({ kind: 'admonition', name: colons, label, end }, undefined, colons.length + word.length))
		return titled ? index + 1 : index;
	walk.html.add(`<div class="admonition admonition-${kind}" role="note"><p class="admonition-title">`);
	if (titled) {
		walk.inside(placesOf(walk.scope.source, inline));
		walk.twin.begin(inline.content);
		walk.inline(inline.children ?? []);
		walk.text.space();
		walk.twin.block([`${colons}${kind} `, ...walk.twin.end()]);
	} else {
		walk.html.add(admonition.label);
		walk.twin.block([`${colons}${kind}`]);
	}
	walk.html.add('</p>\n');
	return titled ? index + 1 : index;
};

function reportUnknown(walk: Walk, { word, colons }: Admonition): void {
	const known = [...Object.keys(KINDS), ...Object.keys(ALIASES)];
	walk.report({
		severity: 'warning',
		code: 'unknown-admonition',
		message: `"${word}" is not a kind of admonition; it is shown as "info".`,
		hint: walk.facts.suggestion(word, known, `Kinds are ${Object.keys(KINDS).join(', ')}.`),
		length: colons.length + word.length,
	});
}

const close: Render = (walk, tokens, index) => {
	const colons = tokens[index]?.markup ?? '';
	const closed =
		walk.close(({ kind, name }) => kind === 'admonition' && name === colons) ||
		walk.close(({ kind, name }) => kind === 'admonition' && name.length < colons.length);
	if (!closed) walk.stray({ kind: 'admonition', name: colons });
	return undefined;
};

export const admonitionRenderers: Record<string, Render> = { admonition_open: open, admonition_close: close };

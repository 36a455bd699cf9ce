/**
 * `:::tip Title` … `:::`, and GitHub's alerts: quotes that start with `[!NOTE]`. The rule recognizes the lines of
 * colons; `walk.ts` matches them: a line of colons closes the innermost admonition opened with as many, else the
 * innermost one opened with fewer. Titles are Markdown (B-171).
 */
import type { StateBlock, StateCore, Token } from 'markdown-it';
import { Fences } from '../../code/fence.ts';
import { escapeAttribute, escapeText } from '../../model/html.ts';
import { nearest } from '../../model/schema.ts';
import { ADMONITIONS, type ParsedWords } from '../../model/words.ts';
import type { ParseContext } from '../engine/facts.ts';
import { scopeOf } from '../engine/facts.ts';
import { foreignDiv } from '../engine/notations.ts';
import { blockStart, closingOf, placesOf, textStart, tokenData } from '../engine/tokens.ts';
import type { PageWriter, Render } from '../engine/walk.ts';
import { attributesIn, ownAttributes, setAttributes } from './braces.ts';

const KINDS: readonly string[] = ADMONITIONS;
/** Containers that are not admonitions: a disclosure, fences as tabs. */
const OTHERS = ['details', 'code-group'];
const ALIASES = new Map([
	['secondary', 'note'],
	['important', 'info'],
	['success', 'tip'],
	['warning', 'danger'],
]);
/** An opening line, or without a word a closing one; other tools have the word in braces. */
const LINE = /^(?<colons>:{3,})[ \t\u00a0]*(?:(?:(?<word>[A-Za-z][\w-]*)|\{(?<braces>[^{}]+)\})[ \t]*(?<rest>.*))?$/;

/** A line of colons; without a word, it closes. */
interface Line {
	colons: string;
	word?: string;
	rest: string;
	isBraced: boolean;
}

function readLine(text: string): Line | undefined {
	const { colons, word, braces, rest = '' } = LINE.exec(text)?.groups ?? {};
	if (colons === undefined) return undefined;
	if (braces === undefined) return { colons, word, rest, isBraced: false };
	const [, kind = 'note'] = /\.(?:callout-)?([A-Za-z][\w-]*)/.exec(braces) ?? /^\s*([A-Za-z][\w-]*)/.exec(braces) ?? [];
	return { colons, word: kind, rest, isBraced: true };
}

interface Admonition {
	/** As written, e.g. `warning`. */
	word: string;
	/** One of the five kinds or the other containers; `info` for unknown words. */
	kind: string;
	known: boolean;
	/** Name of a kind from the configuration, which looks like `kind`. */
	own?: string;
	/** Title if the author gives none. */
	label: string;
	/** Readers can fold it; it is initially `collapsed` or `open`. */
	folded?: string;
}

function admonitionOf(
	word: string,
	{ words, options: { admonitions: kinds = {} } }: ParseContext,
	folded?: string,
): Admonition {
	const lower = word.toLowerCase();
	const [name, own] = Object.entries(kinds).find(([candidate]) => candidate.toLowerCase() === lower) ?? [];
	const like = own?.like ?? ALIASES.get(lower) ?? lower;
	const known = KINDS.includes(like) || OTHERS.includes(like);
	const initial = lower === 'details' ? 'collapsed' : undefined;
	const title = like === 'code-group' ? '' : nameOf(known ? like : word, words);
	return {
		word,
		kind: known ? like : 'info',
		known,
		own: own && lower,
		label: own?.title ?? name ?? title,
		folded: folded ?? initial,
	};
}

/** The title of a kind; of an unknown one its name, in upper case at the start. */
function nameOf(kind: string, words: ParsedWords): string {
	return Object.hasOwn(words, kind) ? words[kind as keyof ParsedWords] : kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** Block rule: one line, opening or closing. */
export function admonitionRule(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
	const start = blockStart(state, startLine);
	if (state.src.charCodeAt(start) !== 58) return false;
	const text = state.src.slice(start, state.eMarks[startLine]);
	const read = readLine(text);
	if (!read) return false;
	if (silent) return true;
	const { colons, word, rest, isBraced } = read;
	const token = state.push(word === undefined ? 'admonition_close' : 'admonition_open', '', 0);
	token.map = [startLine, startLine + 1];
	token.markup = colons;
	if (word !== undefined) {
		const { title, attributes } = titleAndAttributes(rest);
		admitIndented(state, startLine);
		const folded = /\{[^{}]*\b(collapsed|open)\b[^{}]*\}\s*$/.exec(rest)?.[1];
		const { facts, source } = scopeOf(state.env);
		const admonition = admonitionOf(word, facts, folded);
		const foreign = isBraced ? foreignDiv(source.path, text) : undefined;
		if (foreign) facts.report(source, start, foreign);
		token.meta = {
			admonition: { ...admonition, known: admonition.known || isBraced },
			attributes,
			start,
			end: start + text.length,
		};
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
function admitIndented(state: StateBlock, startLine: number): void {
	let depth = 1;
	const fences = new Fences();
	for (let line = startLine + 1; line < Math.min(state.lineMax, startLine + MAX_LINES); line++) {
		const text = state.src.slice(textStart(state, line), state.eMarks[line]);
		const read = fences.next(text) ? undefined : readLine(text);
		if (!read) continue;
		depth += read.word === undefined ? -1 : 1;
		if (depth > 0) continue;
		const indent = (state.sCount[line] ?? 0) - state.blkIndent;
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
	const { admonition } = tokenData<{ admonition: Admonition }>(token);
	const inline = tokens[index + 1];
	if (!admonition) return undefined;
	const { markup: colons } = token;
	const { word, kind: like, own: kind = like } = admonition;
	if (!admonition.known) reportUnknown(walk, word, colons.length + word.length);
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
		reportStray(walk, tokens, last);
		walk.copy.block([`${colons}${kind}`]);
		walk.openComponent('Tabs', groupProps(walk, tokenData<{ attributes: string }>(token).attributes ?? ''));
		close = () => walk.html.close();
	}
	return last;
};

/** Attributes of a code group, besides classes: props of its tabs. */
const OF_GROUPS: readonly string[] = ['groupId', 'syncKey', 'queryString'];

/** The props of the tabs of a code group, from the attributes in its braces; reports the others. */
function groupProps(walk: PageWriter, attributes: string): Record<string, string> {
	const props: Record<string, string> = {};
	for (const { word, name, value } of attributesIn(attributes)) {
		if (word.startsWith('.')) props.className = [props.className ?? '', word.slice(1)].join(' ').trim();
		else if (OF_GROUPS.includes(name)) props[name] = value;
		else {
			const near = nearest(name, OF_GROUPS);
			walk.report({
				severity: 'warning',
				code: 'unknown-prop',
				message: `A code group has no attribute "${name || word}".`,
				hint: near === undefined ? `Its attributes are ${OF_GROUPS.join(', ')}.` : `Did you mean "${near}"?`,
			});
		}
	}
	return props;
}

/** Reports what is no fence in a code group, whose opening tokens end at `last`: it stands before all tabs. */
function reportStray(walk: PageWriter, tokens: Token[], last: number): void {
	const { source } = walk.scope;
	let [depth, nesting] = [1, 0];
	const inside: Token[] = [];
	for (const token of tokens.slice(last + 1)) {
		if (token.type === 'admonition_open') depth++;
		if (token.type === 'admonition_close' && --depth === 0) break;
		if (depth === 1 && nesting === 0 && token.nesting >= 0) inside.push(token);
		nesting += token.nesting;
	}
	const finding = { code: 'tabs', severity: 'warning' } as const;
	const stray = inside.find(({ type, map }) => type !== 'fence' && map);
	if (!inside.some(({ type }) => type === 'fence'))
		walk.report({ ...finding, message: 'The code group has no code.', hint: 'Put fences into it, outside of lists.' });
	else if (stray?.map)
		walk.facts.report(source, source.lineStart(stray.map[0]), {
			...finding,
			message: 'A code group consists of code: this is shown above its tabs.',
			hint: 'Move it out of the group, or write <Tabs>.',
		});
}

/** Writes the author's title, or `name`. In the Markdown copy, it follows `mark`. */
function writeTitle(walk: PageWriter, inline: Token | undefined, name: string, mark: string): void {
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
function openAdmonition(
	walk: PageWriter,
	{ kind, label, folded, own }: Admonition,
	title: (name: string) => void,
	token?: Token,
): () => void {
	const kinds = own === undefined ? [kind] : [kind, own];
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

/** Props of `<Admonition>`, with the look of a kind of the site; an unknown kind is reported at `start`. */
export function resolveAdmonition(
	walk: PageWriter,
	props: Record<string, unknown>,
	start: number,
): Record<string, unknown> {
	if (typeof props.type !== 'string') return props;
	const { known, kind, own, label } = admonitionOf(props.type, walk.facts);
	if (!known) reportUnknown(walk, props.type, '<Admonition'.length, start);
	if (own === undefined) return { ...props, type: kind };
	return { title: label, ...props, type: kind, className: `admonition-${own} ${props.className ?? ''}`.trim() };
}

function reportUnknown(walk: PageWriter, word: string, length: number, start?: number): void {
	const kinds = [...KINDS, ...Object.keys(walk.facts.options.admonitions ?? {})];
	const near = nearest(word, [...kinds, ...ALIASES.keys()]);
	const own = `The kinds are ${kinds.join(', ')}. Add your own with "admonitions" in the configuration.`;
	walk.report(
		{
			severity: 'warning',
			code: 'unknown-admonition',
			message: `"${word}" is not a kind of admonition; it is shown as "info".`,
			hint: near === undefined ? own : `Did you mean "${near}"?`,
			length,
		},
		start,
	);
}

const close: Render = (walk, { markup: colons }) => {
	const closed =
		walk.close(({ kind, name }) => kind === 'admonition' && name === colons) ||
		walk.close(({ kind, name }) => kind === 'admonition' && name.length < colons.length);
	if (!closed) walk.stray({ kind: 'admonition', name: colons });
};

/** A mark of an alert, with a title. */
const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\](?![-+])[ \t]*([^\n]*)(?:\n|$)/i;

/** Core step, before inline text is parsed: turns quotes that start with `[!NOTE]` into alerts. */
export function alertStep(state: StateCore): void {
	const { tokens } = state;
	const kept: Token[] = [];
	for (let index = 0; index < tokens.length; index++) {
		const token = tokens[index] as Token;
		kept.push(token);
		const inline = tokens[index + 2];
		const found = token.type === 'blockquote_open' && inline?.type === 'inline' ? ALERT.exec(inline.content) : null;
		const close = found ? tokens[closingOf(tokens, index)] : undefined;
		if (!found || !inline || !close) continue;
		const [mark, word = '', title = ''] = found;
		token.type = 'alert_open';
		token.meta = { word };
		close.type = 'alert_close';
		inline.content = inline.content.slice(mark.length);
		const line = inline.map?.[0] ?? 0;
		if (inline.map) inline.map = [line + 1, inline.map[1]];
		// Drop a paragraph that contained only the mark.
		if (inline.content === '') index += 3;
		if (title === '') continue;
		const named = Object.assign(new state.Token('inline', '', 0), { content: title.trim(), children: [] });
		named.map = [line, line + 1];
		kept.push(named);
	}
	state.tokens = kept;
}

/** GitHub's kinds → ours: its "warning" is milder than its "caution". */
const ALERTS: Record<string, string> = {
	note: 'note',
	tip: 'tip',
	important: 'info',
	warning: 'caution',
	caution: 'danger',
};

const openAlert: Render = (walk, token, tokens, index) => {
	const { word = '' } = tokenData<{ word: string }>(token);
	const name = word.toLowerCase();
	const inline = tokens[index + 1]?.type === 'inline' ? tokens[index + 1] : undefined;
	walk.copy.enter('> ', '> ');
	const finish = openAdmonition(walk, admonitionOf(ALERTS[name] ?? name, walk.facts), () =>
		writeTitle(walk, inline, nameOf(name, walk.facts.words), `[!${word.toUpperCase()}]`),
	);
	walk.container(() => {
		finish();
		walk.copy.leave();
	});
	return inline ? index + 1 : undefined;
};

export const admonitionRenderers: Record<string, Render> = {
	admonition_open: open,
	admonition_close: close,
	alert_open: openAlert,
};

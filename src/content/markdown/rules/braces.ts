/** `{.class #id}` after headings, paragraphs, links, images and the title of an admonition. */
import type { StateCore, StateInline, Token } from 'markdown-it';
import { escapeAttribute } from '../../model/html.ts';
import { noteOf } from '../engine/tokens.ts';
import type { Walk } from '../engine/walk.ts';

const WORD = String.raw`(?:[.#][\w:-]+|[A-Za-z][\w-]*=(?:"[^"]*"|'[^']*'|[^\s}"']+))`;
/** Required spaces between items make the pattern unambiguous, so that it takes linear time. */
const ITEM = String.raw`(?:(?:[.#][\w:-]+)+|[A-Za-z][\w-]*=(?:"[^"]*"|'[^']*'|[^\s}"']+))`;
const ATTRIBUTES = new RegExp(String.raw`\{\s*(${ITEM}(?:\s+${ITEM})*)\s*\}`, 'y');
const WHOLE = new RegExp(String.raw`^\{\s*(${ITEM}(?:\s+${ITEM})*)\s*\}\s*$`);
/** Attributes that need no processing. */
const PLAIN = /^(?:target|rel|width|height|lang|dir|download|loading|align|aria-[a-z]+|data-[a-z-]+)$/;

/** Names of attributes that cannot be set in braces. */
interface Refused {
	refused: string[];
}

/** Sets the attributes in braces on a token. */
export function setAttributes(token: Token, words: string): void {
	for (const [word] of words.matchAll(new RegExp(WORD, 'g'))) {
		const [, name = '', value = ''] = /^([\w-]+)=(.*)$/.exec(word) ?? [];
		if (word.startsWith('.')) token.attrJoin('class', word.slice(1));
		else if (word.startsWith('#')) token.attrSet('id', word.slice(1));
		else if (PLAIN.test(name) || name === 'title') token.attrSet(name, value.replace(/^(["'])(.*)\1$/, '$2'));
		else token.meta = { ...token.meta, refused: [...(noteOf<Refused>(token).refused ?? []), name] };
	}
}

/** Core step, before inline text is parsed: applies and removes `{.class}` at the end of headings and paragraphs. */
export function attributeStep(state: StateCore): void {
	for (const [index, token] of state.tokens.entries()) {
		const inline = state.tokens[index + 1];
		if ((token.type !== 'heading_open' && token.type !== 'paragraph_open') || !inline?.content.endsWith('}')) continue;
		const at = inline.content.lastIndexOf('{');
		const isSeparate = at === 0 || /\s/.test(inline.content[at - 1] ?? '');
		const found = isSeparate ? WHOLE.exec(inline.content.slice(at)) : null;
		const words = found?.[1] ?? '';
		// `explicitIdStep` handles the ids of headings.
		if (!found || (token.type === 'heading_open' && !words.includes('.'))) continue;
		const id = token.type === 'heading_open' ? /#[\w:-]+/.exec(words)?.[0] : undefined;
		setAttributes(token, id === undefined ? words : words.replace(id, ''));
		inline.content = inline.content.slice(0, Math.max(at - 1, 0)) + (id === undefined ? '' : ` {${id}}`);
	}
}

/** Inline rule: `{.class #id}` directly after a link or an image. */
export function attributeRule(state: StateInline, silent: boolean): boolean {
	if (state.src.charCodeAt(state.pos) !== 123 || state.pending !== '') return false;
	const last = state.tokens.at(-1);
	const isLink = last?.type === 'link_close';
	if (!last || (!isLink && last.type !== 'image')) return false;
	ATTRIBUTES.lastIndex = state.pos;
	const [text = '', words = ''] = ATTRIBUTES.exec(state.src) ?? [];
	const token = isLink
		? state.tokens.findLast(({ type, level }) => type === 'link_open' && level === last.level)
		: last;
	if (text === '' || !token) return false;
	if (!silent) {
		setAttributes(token, words);
		state.push('comment', '', 0).meta = { start: state.pos, end: state.pos + text.length };
	}
	state.pos += text.length;
	return true;
}

/** HTML of the attributes in braces, each with a leading space; reports unsupported ones. */
export function ownAttributes(walk: Walk, token: Token, { id = true, classes = true } = {}): string {
	const { refused = [], start } = noteOf<Refused>(token);
	for (const name of refused) {
		const message = `"${name}" cannot be set in braces.`;
		const hint = 'Write the element as HTML, or give it a class.';
		walk.report({ code: 'refused-attribute', severity: 'info', message, hint }, start);
	}
	const given = (token.attrs ?? []).filter(
		([name]) => (classes && name === 'class') || (id && name === 'id') || PLAIN.test(name),
	);
	return given
		.map(([name, value]) => {
			if (name === 'id') walk.facts.claim(String(value), walk.scope.source, walk.offset(0));
			return ` ${name}="${escapeAttribute(String(value))}"`;
		})
		.join('');
}

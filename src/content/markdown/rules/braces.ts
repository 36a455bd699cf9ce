/**
 * `{.class #id name=value}` after headings, paragraphs, items of lists, links, images and the title of an admonition. As
 * in pandoc, Docusaurus and VitePress, an id may contain every character but spaces and braces.
 */
import type { StateCore, StateInline, Token } from 'markdown-it';
import { escapeAttribute } from '../../model/html.ts';
import type { ParseFinding } from '../engine/facts.ts';
import { tokenData } from '../engine/tokens.ts';
import type { PageWriter } from '../engine/walk.ts';

const ID = String.raw`#[^\s{}]+`;
const CLASS = String.raw`\.[^\s{}.#"'=]+`;
const NAMED = String.raw`[A-Za-z][\w-]*=(?:"[^"]*"|'[^']*'|[^\s}"']+)`;
/** Required spaces between items make the pattern unambiguous, so that it takes linear time. */
const ITEM = `(?:${ID}|(?:${CLASS})+(?:${ID})?|${NAMED})`;
const ATTRIBUTES = new RegExp(String.raw`\{\s*(${ITEM}(?:\s+${ITEM})*)\s*\}`, 'y');
const WHOLE = new RegExp(String.raw`^\{\s*(${ITEM}(?:\s+${ITEM})*)\s*\}\s*$`);
const PART = new RegExp(`${NAMED}|${ID}|${CLASS}`, 'g');
/** Braces that are meant as attributes, whether they are valid or not. */
const MEANT = /^\{\s*(?:#\s*[^\s{}#]|\.[A-Za-z_-])/;
/** Attributes that need no processing. */
const PLAIN = /^(?:target|rel|width|height|lang|dir|download|loading|align|aria-[a-z]+|data-[a-z-]+)$/;

/** Names of attributes that cannot be set in braces. */
interface Refused {
	refused: string[];
}

/** Sets the attributes in braces on a token. */
export function setAttributes(token: Token, words: string): void {
	for (const [word] of words.matchAll(PART)) {
		const [, name = '', value = ''] = /^([\w-]+)=(.*)$/s.exec(word) ?? [];
		if (word.startsWith('.')) token.attrJoin('class', word.slice(1));
		else if (word.startsWith('#')) token.attrSet('id', word.slice(1));
		else if (PLAIN.test(name) || name === 'title') token.attrSet(name, value.replace(/^(["'])(.*)\1$/s, '$2'));
		else token.meta = { ...token.meta, refused: [...(tokenData<Refused>(token).refused ?? []), name] };
	}
}

/** The finding about braces that are left in the text, and were meant to set something. */
export function unreadBraces(whole: string): ParseFinding | undefined {
	if (!MEANT.test(whole)) return undefined;
	const isValid = WHOLE.test(whole);
	return {
		code: 'refused-attribute',
		severity: 'warning',
		message: isValid ? `${whole} sets nothing here.` : `${whole} is not a list of attributes.`,
		hint: isValid
			? 'Write it at the end of a heading, paragraph or list item, or directly after a link or an image; \\{ is a literal brace.'
			: 'Write {#id .class name="value"}; an id has no spaces, and \\{ is a literal brace.',
		length: whole.length,
	};
}

/** Core step, before inline text is parsed: applies and removes `{.class}` at the end of headings and paragraphs. */
export function attributeStep(state: StateCore): void {
	for (const [index, token] of state.tokens.entries()) {
		const inline = state.tokens[index + 1];
		const isHeading = token.type === 'heading_open';
		if ((!isHeading && token.type !== 'paragraph_open') || !inline?.content.endsWith('}')) continue;
		const at = inline.content.lastIndexOf('{');
		const whole = inline.content.slice(at);
		const isSeparate = at === 0 || isHeading || /\s/.test(inline.content[at - 1] ?? '');
		const words = isSeparate ? WHOLE.exec(whole)?.[1] : undefined;
		if (words === undefined) continue;
		// In a tight list, the paragraph has no element.
		const item = token.hidden ? state.tokens[index - 1] : undefined;
		const target = item?.type === 'list_item_open' ? item : token;
		const id = isHeading ? [...words.matchAll(PART)].find(([word]) => word.startsWith('#'))?.[0] : undefined;
		setAttributes(target, id === undefined ? words : words.replace(id, ''));
		// `explicitIdStep` handles the ids of headings.
		inline.content = inline.content.slice(0, at).trimEnd() + (id === undefined ? '' : ` {${id}}`);
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
export function ownAttributes(walk: PageWriter, token: Token, { id = true, classes = true } = {}): string {
	const { refused = [], start } = tokenData<Refused>(token);
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

/**
 * `{.class #id name=value}` after headings, paragraphs, items of lists, links, images and the title of an admonition. As
 * in pandoc, Docusaurus and VitePress, an id may contain every character but spaces and braces. `keywords="a, b"` after a
 * heading adds words by which the search finds its section.
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
/** After a link, `download` needs no value, as in HTML. */
const LINK_ITEM = String.raw`(?:${ITEM}|download(?=[\s}]))`;
/** Attributes in braces, as the source of a regular expression. */
export const IN_BRACES = String.raw`\{\s*(${LINK_ITEM}(?:\s+${LINK_ITEM})*)\s*\}`;
const ATTRIBUTES = new RegExp(IN_BRACES, 'y');
const WHOLE = new RegExp(String.raw`^\{\s*(${ITEM}(?:\s+${ITEM})*)\s*\}\s*$`);
const PART = new RegExp(`${NAMED}|${ID}|${CLASS}|download`, 'g');
/** Braces that are meant as attributes, whether they are valid or not. */
const MEANT = /^\{\s*(?:#\s*[^\s{}#]|\.[A-Za-z_-]|keywords\s*=)/;
/** Attributes that need no processing. */
const PLAIN = /^(?:target|rel|width|height|lang|dir|download|loading|align|aria-[a-z]+|data-[a-z-]+)$/;

/** What the braces say that is no attribute in HTML. */
interface Read {
	/** Names of attributes that cannot be set in braces. */
	refused: string[];
	/** Of a heading: words by which the search finds its section, as written. */
	keywords: string;
}

/** The attributes in braces: each word, and the name and the value of those that have both. */
export function attributesIn(words: string): { word: string; name: string; value: string }[] {
	return [...words.matchAll(PART)].map(([word]) => {
		const [, name = '', written = ''] = /^([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
		return { word, name, value: written.replace(/^(["'])(.*)\1$/s, '$2') };
	});
}

/** Sets the attributes in braces on a token. */
export function setAttributes(token: Token, words: string): void {
	for (const { word, name, value } of attributesIn(words)) {
		if (word.startsWith('.')) token.attrJoin('class', word.slice(1));
		else if (word.startsWith('#')) token.attrSet('id', word.slice(1));
		else if (PLAIN.test(name) || name === 'title') token.attrSet(name, value);
		else if (name === 'keywords' && token.type === 'heading_open') token.meta = { ...token.meta, keywords: value };
		else token.meta = { ...token.meta, refused: [...(tokenData<Read>(token).refused ?? []), name] };
	}
}

/** The keywords of a heading, from a list with commas. */
export function keywordsOf(token: Token): string[] {
	return tokenData<Read>(token).keywords?.match(/[^\s,](?:[^,]*[^\s,])?/g) ?? [];
}

/** The same, directly after a link or an image, where words in braces are nothing else. */
const MEANT_FOR_LINK = /^\{\s*[A-Za-z][\w-]*(?:\s*=[^{}]*|\s+[A-Za-z.#][^{}]*)?\}$/;

/** The finding about braces that are left in the text, and were meant to set something. */
export function unreadBraces(whole: string, isAfterLink: boolean): ParseFinding | undefined {
	if (!MEANT.test(whole) && !(isAfterLink && MEANT_FOR_LINK.test(whole))) return undefined;
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

/** A text without the attributes in braces at its end, which are `words`, and the id among them; `''` if there are none. */
export function withoutBraces(line: string): { text: string; words: string; id: string } {
	const at = line.lastIndexOf('{');
	const words = (at < 0 ? undefined : WHOLE.exec(line.slice(at))?.[1]) ?? '';
	const [id = ''] = [...words.matchAll(PART)].flatMap(([word]) => (word.startsWith('#') ? [word.slice(1)] : []));
	return { text: words === '' ? line : line.slice(0, at).trimEnd(), words, id };
}

/** Core step, before inline text is parsed: applies and removes `{.class}` at the end of headings and paragraphs. */
export function attributeStep(state: StateCore): void {
	for (const [index, token] of state.tokens.entries()) {
		const inline = state.tokens[index + 1];
		const isHeading = token.type === 'heading_open';
		if ((!isHeading && token.type !== 'paragraph_open') || !inline?.content.endsWith('}')) continue;
		const { text, words, id } = withoutBraces(inline.content);
		const isSeparate = text === '' || isHeading || /\s/.test(inline.content[text.length] ?? '');
		if (words === '' || !isSeparate) continue;
		// In a tight list, the paragraph has no element.
		const item = token.hidden ? state.tokens[index - 1] : undefined;
		const target = item?.type === 'list_item_open' ? item : token;
		const isLeft = isHeading && id !== '';
		setAttributes(target, isLeft ? words.replace(`#${id}`, '') : words);
		// `explicitIdStep` handles the ids of headings.
		inline.content = text + (isLeft ? ` {#${id}}` : '');
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
	const { refused = [], start } = tokenData<Read>(token);
	for (const name of refused) {
		const message = `"${name}" cannot be set in braces.`;
		const hint =
			name === 'keywords'
				? 'Keywords belong to a heading, {#id keywords="a, b"}, or to the page, in its front matter.'
				: name === 'id'
					? 'Write {#name} for an id.'
					: 'Write the element as HTML, or give it a class.';
		walk.report({ code: 'refused-attribute', severity: name === 'id' ? 'warning' : 'info', message, hint }, start);
	}
	const given = (token.attrs ?? []).filter(
		([name]) => (classes && name === 'class') || (id && name === 'id') || PLAIN.test(name),
	);
	return given
		.map(([name, value]) => {
			if (name !== 'id') return ` ${name}="${escapeAttribute(String(value))}"`;
			const own = walk.scope.idOf(String(value));
			walk.facts.claim(own, walk.scope.source, walk.offset(0));
			return ` id="${escapeAttribute(own)}"`;
		})
		.join('');
}

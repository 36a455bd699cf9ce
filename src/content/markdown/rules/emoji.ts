/**
 * Names of emoji in colons, `:rocket:`. Inside a word, a ratio, a key or a URL, colons are text: `10:100:5`, `urn:x:y`.
 * `:)` and `8)` are ambiguous, so they are text as well.
 */
import type { StateCore, Token } from 'markdown-it';
import names from 'markdown-it-emoji/lib/data/full.mjs';
import { IN_WORD } from '../../model/names.ts';

/** Signs that join a name to the text next to it. */
const JOINED = String.raw`${IN_WORD}|[:\/=@_\\&%$]`;
/** One or several names. */
const EMOJI = new RegExp(String.raw`(?<!${JOINED})(?::[a-z\d_+\-]+:)+(?!${JOINED})`, 'giv');

/** Core step: emoji in place of their names; those that no emoji has stay. */
export function emojiStep(state: StateCore): void {
	for (const token of state.tokens) {
		if (token.type !== 'inline' || !token.content.includes(':')) continue;
		let autolinks = 0;
		token.children = (token.children ?? []).flatMap((child) => {
			if (child.info === 'auto') autolinks += child.nesting;
			return autolinks > 0 || child.type !== 'text' ? child : withEmoji(state, child);
		});
	}
}

function withEmoji(state: StateCore, text: Token): Token | Token[] {
	const tokens: Token[] = [];
	let at = 0;
	const add = (type: string, content: string, markup = ''): void => {
		if (content !== '') tokens.push(Object.assign(new state.Token(type, '', 0), { content, markup }));
	};
	for (const run of text.content.matchAll(EMOJI))
		for (const { 0: whole, 1: name = '', index } of run[0].matchAll(/:([^:]+):/g)) {
			if (!Object.hasOwn(names, name)) continue;
			add('text', text.content.slice(at, run.index + index));
			add('emoji', names[name] ?? '', name);
			at = run.index + index + whole.length;
		}
	if (at === 0) return text;
	add('text', text.content.slice(at));
	return tokens;
}

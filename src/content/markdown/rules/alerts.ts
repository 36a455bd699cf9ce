/** GitHub's alerts: quotes that start with `[!NOTE]`. */
import type { StateCore, Token } from 'markdown-it';
import { closingOf } from '../engine/places.ts';
import type { Render } from '../engine/walk.ts';
import { Admonition, openAdmonition, writeTitle } from './admonitions.ts';

const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*([^\n]*)(?:\n|$)/;

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

const openAlert: Render = (walk, { meta }, tokens, index) => {
	const word = String(meta?.word ?? '');
	const name = word.toLowerCase();
	const inline = tokens[index + 1]?.type === 'inline' ? tokens[index + 1] : undefined;
	walk.copy.enter('> ', '> ');
	const finish = openAdmonition(walk, new Admonition('', ALERTS[name] ?? name), () =>
		writeTitle(walk, inline, name.charAt(0).toUpperCase() + name.slice(1), `[!${word}]`),
	);
	walk.container(() => {
		finish();
		walk.copy.leave();
	});
	return inline ? index + 1 : undefined;
};

export const alertRenderers: Record<string, Render> = { alert_open: openAlert };

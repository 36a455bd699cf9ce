/** Alerts as GitHub has them: a quote that begins with `[!NOTE]`. */
import type { StateCore } from 'markdown-it';
import type { Render } from '../engine/walk.ts';
import { Admonition, openAdmonition, writeTitle } from './admonitions.ts';

const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*([^\n]*)(?:\n|$)/;

/** Core step, before inline text is parsed: a quote that begins with `[!NOTE]` is an admonition. */
export function alertStep(state: StateCore): void {
	const { tokens } = state;
	for (const [index, token] of tokens.entries()) {
		const inline = tokens[index + 2];
		const found = token.type === 'blockquote_open' && inline?.type === 'inline' ? ALERT.exec(inline.content) : null;
		const end = found
			? tokens.findIndex(({ type, level }, at) => at > index && type === 'blockquote_close' && level === token.level)
			: -1;
		const close = tokens[end];
		if (!found || !inline || !close) continue;
		const [mark, word = '', title = ''] = found;
		token.type = 'alert_open';
		token.meta = { word };
		close.type = 'alert_close';
		inline.content = inline.content.slice(mark.length);
		const line = inline.map?.[0] ?? 0;
		if (inline.map) inline.map = [line + 1, inline.map[1]];
		if (inline.content === '') tokens.splice(index + 1, 3);
		if (title === '') continue;
		const named = new state.Token('inline', '', 0);
		named.content = title.trim();
		named.children = [];
		named.map = [line, line + 1];
		tokens.splice(index + 1, 0, named);
	}
}

/** Kinds of admonition for GitHub's, whose "warning" is less than its "caution". */
const ALERTS: Record<string, string> = {
	note: 'note',
	tip: 'tip',
	important: 'info',
	warning: 'caution',
	caution: 'danger',
};

const openAlert: Render = (walk, tokens, index) => {
	const word = String(tokens[index]?.meta?.word ?? '');
	const name = word.toLowerCase();
	const inline = tokens[index + 1]?.type === 'inline' ? tokens[index + 1] : undefined;
	walk.twin.enter('> ', '> ');
	const finish = openAdmonition(walk, new Admonition('', ALERTS[name] ?? name), () =>
		writeTitle(walk, inline, name.charAt(0).toUpperCase() + name.slice(1), `[!${word}]`),
	);
	const end = (): void => {
		finish();
		walk.twin.leave();
	};
	walk.open({ kind: 'container', name: '', end });
	return inline ? index + 1 : undefined;
};

const close: Render = (walk) => {
	walk.closeContainer();
	return undefined;
};

export const alertRenderers: Record<string, Render> = { alert_open: openAlert, alert_close: close };

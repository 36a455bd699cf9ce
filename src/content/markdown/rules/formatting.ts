/** Text, line breaks and code. markdown-it writes emphasis. */
import { breakable, escapeText } from '../../model/html.ts';
import type { Render } from '../engine/walk.ts';

const text: Render = (walk, { content }) => {
	walk.html.add(escapeText(content));
	walk.text.add(content);
};

const code: Render = (walk, { content }) => {
	walk.html.add(`<code>${walk.breaksNames ? breakable(content) : escapeText(content)}</code>`);
	walk.text.add(content);
};

const lineBreak =
	(html: string): Render =>
	(walk) => {
		walk.html.add(html);
		walk.text.space();
	};

export const formattingRenderers: Record<string, Render> = {
	text,
	softbreak: lineBreak('\n'),
	hardbreak: lineBreak('<br>\n'),
	code_inline: code,
};

/** What CommonMark's inline text looks like: text, line breaks, code, emphasis. */
import { escapeText } from '../../model/html.ts';
import type { Render } from '../engine/walk.ts';

const text: Render = (walk, tokens, index) => {
	const content = tokens[index]?.content ?? '';
	walk.html.add(escapeText(content));
	walk.text.add(content);
	return undefined;
};

const code: Render = (walk, tokens, index) => {
	const content = tokens[index]?.content ?? '';
	walk.html.add(`<code>${escapeText(content)}</code>`);
	walk.text.add(content);
	return undefined;
};

const lineBreak =
	(html: string): Render =>
	(walk) => {
		walk.html.add(html);
		walk.text.space();
		return undefined;
	};

/** A container, so that tags cannot be closed across its border. */
const format = (tag: string): Record<string, Render> => ({
	[`${tag}_open`]: (walk) => {
		walk.html.add(`<${tag}>`);
		walk.open({ kind: 'container', name: '', end: () => walk.html.add(`</${tag}>`) });
		return undefined;
	},
	[`${tag}_close`]: (walk) => {
		walk.closeContainer();
		return undefined;
	},
});

export const formattingRenderers: Record<string, Render> = {
	text,
	softbreak: lineBreak('\n'),
	hardbreak: lineBreak('<br>\n'),
	code_inline: code,
	...format('em'),
	...format('strong'),
	...format('s'),
};

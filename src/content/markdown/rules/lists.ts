/** Lists, task lists (`- [x] done`), quotes, rules: blocks that hold others, and the line between them. */
import type { StateCore, Token } from 'markdown-it';
import type { Render, Walk } from '../engine/walk.ts';

const TASK = /^\[([ xX])\][ \t]+(?=\S)/;

/** Core step, before inline text is parsed: takes `[ ]` off the first paragraph of list items. */
export function taskStep(state: StateCore): void {
	const { tokens } = state;
	const lists: Token[] = [];
	for (const [index, token] of tokens.entries()) {
		if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') lists.push(token);
		else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop();
		if (token.type !== 'inline' || token.content.charCodeAt(0) !== 91) continue;
		const item = tokens[index - 2];
		const found = item?.type === 'list_item_open' ? TASK.exec(token.content) : null;
		if (!item || !found) continue;
		token.content = token.content.slice(found[0].length);
		item.meta = { task: found[1] !== ' ' };
		lists.at(-1)?.attrSet('class', 'task-list');
	}
}

/** What surrounds the text of a task: the box with its label, and the mark in Markdown. */
export function taskBox(item: Token | undefined): { start: string; end: string; twin: string } | undefined {
	const done = item?.meta?.task;
	if (typeof done !== 'boolean') return undefined;
	const start = `<label><input type="checkbox" disabled${done ? ' checked' : ''}> `;
	return { start, end: '</label>', twin: done ? '[x] ' : '[ ] ' };
}

/** Begins a list or quote as markdown-it writes it; it ends with its own token. */
function begin(walk: Walk, token: Token, html: string, leave: boolean): void {
	walk.html.add(html);
	walk.container(() => {
		walk.html.add(`</${token.tag}>\n`);
		if (leave) walk.twin.leave();
	});
}

const listItem: Render = (walk, token) => {
	const marker = token.info ? `${token.info}${token.markup} ` : `${token.markup || '-'} `;
	walk.twin.enter(marker, ' '.repeat(marker.length));
	begin(walk, token, '<li>', true);
};

const list: Render = (walk, token, tokens, index) => {
	walk.twin.list();
	begin(walk, token, walk.other(tokens, index).trimStart(), false);
};

const quote: Render = (walk, token) => {
	walk.twin.enter('> ', '> ');
	begin(walk, token, '<blockquote>\n', true);
};

const rule: Render = (walk) => {
	walk.html.add('<hr>\n');
	walk.twin.block(['---']);
};

export const listRenderers: Record<string, Render> = {
	bullet_list_open: list,
	ordered_list_open: list,
	list_item_open: listItem,
	blockquote_open: quote,
	hr: rule,
};

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

/** Opens `html` as a container that its own token closes. */
function container(walk: Walk, html: string, end: string, leave = false): undefined {
	walk.html.add(html);
	walk.open({
		kind: 'container',
		name: '',
		end: () => {
			walk.html.add(end);
			if (leave) walk.twin.leave();
		},
	});
	return undefined;
}

const close: Render = (walk) => {
	walk.closeContainer();
	return undefined;
};

const listItem: Render = (walk, tokens, index) => {
	const token = tokens[index];
	const marker = token?.info ? `${token.info}${token.markup} ` : `${token?.markup || '-'} `;
	walk.twin.enter(marker, ' '.repeat(marker.length));
	return container(walk, '<li>', '</li>\n', true);
};

function listClass(list: Token | undefined): string {
	return list?.attrGet('class') == null ? '' : ' class="task-list"';
}

const bulletList: Render = (walk, tokens, index) => {
	walk.twin.list();
	return container(walk, `<ul${listClass(tokens[index])}>\n`, '</ul>\n');
};

const orderedList: Render = (walk, tokens, index) => {
	walk.twin.list();
	const start = tokens[index]?.attrGet('start') ?? null;
	const number = start === null ? '' : ` start="${start}"`;
	return container(walk, `<ol${number}${listClass(tokens[index])}>\n`, '</ol>\n');
};

const quote: Render = (walk) => {
	walk.twin.enter('> ', '> ');
	return container(walk, '<blockquote>\n', '</blockquote>\n', true);
};

const rule: Render = (walk) => {
	walk.html.add('<hr>\n');
	walk.twin.block(['---']);
	return undefined;
};

export const listRenderers: Record<string, Render> = {
	bullet_list_open: bulletList,
	bullet_list_close: close,
	ordered_list_open: orderedList,
	ordered_list_close: close,
	list_item_open: listItem,
	list_item_close: close,
	blockquote_open: quote,
	blockquote_close: close,
	hr: rule,
};

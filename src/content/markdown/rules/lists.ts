/** Lists, task lists (`- [x] done`), definition lists, quotes and thematic breaks. */
import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import deflist from 'markdown-it-deflist';
import { textStart, tokenData } from '../engine/tokens.ts';
import type { PageWriter, Render } from '../engine/walk.ts';
import { ownAttributes } from './braces.ts';

const TASK = /^\[([ xX])\][ \t]+(?=\S)/;

/** Core step, before inline text is parsed: removes `[ ]` from the first paragraph of list items and marks them. */
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

/** The HTML around the text of a task, a checkbox with label, and its mark in the Markdown copy. */
export function taskBox(item: Token | undefined): { start: string; end: string; copy: string } | undefined {
	const done = item && tokenData<{ task: boolean }>(item).task;
	if (done === undefined) return undefined;
	const start = `<label><input type="checkbox" disabled${done ? ' checked' : ''}> `;
	return { start, end: '</label>', copy: done ? '[x] ' : '[ ] ' };
}

/** Opens a list or quote; its own token closes it. */
function begin(walk: PageWriter, token: Token, html: string, leave: boolean): void {
	walk.html.add(html);
	walk.container(() => {
		walk.html.add(`</${token.tag}>\n`);
		if (leave) walk.copy.leave();
	});
}

const listItem: Render = (walk, token) => {
	const marker = token.info ? `${token.info}${token.markup} ` : `${token.markup || '-'} `;
	walk.copy.enter(marker, ' '.repeat(marker.length));
	walk.inside(() => walk.start);
	begin(walk, token, `<li${ownAttributes(walk, token)}>`, true);
};

const list: Render = (walk, token, tokens, index) => {
	walk.copy.list();
	begin(walk, token, walk.other(tokens, index).trimStart(), false);
};

/** The text below a term; its own token closes it. */
const definition: Render = (walk, token, tokens, index) => {
	walk.copy.enter(': ', '  ');
	begin(walk, token, walk.other(tokens, index), true);
};

const quote: Render = (walk, token) => {
	walk.copy.enter('> ', '> ');
	begin(walk, token, '<blockquote>\n', true);
};

const rule: Render = (walk) => {
	walk.html.add('<hr>\n');
	walk.copy.block(['---']);
};

type Rule = Parameters<MarkdownIt['block']['ruler']['before']>[2];

/**
 * The plugin for definition lists: the library's rule, but only if a definition follows. Alone, it takes a single `~` or
 * `:` for a definition and drops the character.
 */
export function definitions(md: MarkdownIt): void {
	const ruler = Object.create(md.block.ruler) as MarkdownIt['block']['ruler'];
	ruler.before = (next, name, rule, options) =>
		md.block.ruler.before(next, name, wherePossible(rule), options) as never;
	deflist(Object.assign(Object.create(md) as MarkdownIt, { block: { ruler } }));
}

function wherePossible(rule: Rule): Rule {
	return (state, start, end, silent) => (silent || isDefined(state, start, end)) && rule(state, start, end, silent);
}

/** Whether the next non-empty line starts with a colon and has text. */
function isDefined(state: StateBlock, start: number, end: number): boolean {
	let line = start + 1;
	while (line < end && state.isEmpty(line)) line++;
	return /^:[ \t]+\S/.test(state.src.slice(textStart(state, line), state.eMarks[line]));
}

export const listRenderers: Record<string, Render> = {
	bullet_list_open: list,
	ordered_list_open: list,
	list_item_open: listItem,
	dd_open: definition,
	blockquote_open: quote,
	hr: rule,
};

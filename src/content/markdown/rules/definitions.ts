/**
 * Definition lists: the library's rule, but only if a definition follows. Alone, it takes a single `~` or `:` for a
 * definition and drops the character.
 */
import type { MarkdownIt, StateBlock } from 'markdown-it';
import deflist from 'markdown-it-deflist';
import { textStart } from '../engine/tokens.ts';

type Rule = Parameters<MarkdownIt['block']['ruler']['before']>[2];

/** The plugin for definition lists. */
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

/**
 * `:::try` … `:::`: a question about the sample above, and its answer, which readers reveal. The answer starts with a
 * fence with `try`, the change to make. A fence of text below it has the output of the changed program.
 */
import type { StateCore, Token } from 'markdown-it';
import { parseFenceInfo } from '../../../content/code/fence.ts';
import { escapeText } from '../../../content/model/html.ts';
import type { PageFile, Passage, PassageFinding, WrittenPassage } from '../../../extension.ts';
import { printsWord } from '../model/change.ts';
import { languageOfFence, READER } from './read.ts';
import type { TryWord } from './words.ts';

/** The name in `Page.components` of pages with one. */
export const TRY = 'try';

interface Block {
	open: Token;
	close: Token | undefined;
	inside: Token[];
}

/** Step, after inline text is parsed: makes admonitions of the question, and of the answer in it. */
export function tryStep(state: StateCore, tokens: Iterable<[token: Token, file: PageFile, index: number]>): void {
	const blocks = blocksOf([...tokens].map(([token]) => token));
	const fences = new Set(blocks.flatMap(({ inside }) => inside.filter(isChange)));
	const before = new Map<Token, Token[]>();
	const put = (at: Token, ...added: Token[]): void => void before.set(at, [...(before.get(at) ?? []), ...added]);
	for (const token of state.tokens)
		if (isChange(token) && !fences.has(token)) put(token, noteOf(state, token, OUTSIDE));
	for (const { open, close, inside } of blocks) {
		const first = inside.findIndex(isChange);
		const change = inside[first];
		open.meta = {
			...open.meta,
			admonition: { ...admonitionOf(open), kind: 'tip', own: TRY, known: true, folded: undefined },
		};
		if (!close) continue;
		if (inside[0]?.type !== 'inline') put(inside[0] ?? close, wordOf(state, open, 'tryIt'));
		const problem = problemOf(inside, first);
		if (problem) put(change ?? close, noteOf(state, change ?? open, problem));
		if (!change) continue;
		const text = inside.slice(first + 1).find(({ type, info }) => type === 'fence' && /^(?:text|txt)?$/.test(info));
		if (text?.map && change.map) {
			const prints = { text: text.content.replace(/\n$/, ''), below: text.map[0] - change.map[0] };
			change.info += ` ${printsWord(prints)}`;
		}
		const answer = Object.assign(new state.Token('admonition_open', '', 0), {
			map: change.map,
			markup: open.markup,
			meta: {
				...open.meta,
				attributes: '',
				admonition: { word: 'details', kind: 'details', known: true, folded: 'collapsed' },
			},
		});
		put(change, buttonOf(state, change), answer, wordOf(state, change, 'answer'));
		put(close, Object.assign(new state.Token('admonition_close', '', 0), { map: close.map, markup: open.markup }));
	}
	if (before.size > 0) state.tokens = state.tokens.flatMap((token) => [...(before.get(token) ?? []), token]);
}

/** The blocks of a page. A token belongs to the innermost one, so that blocks in blocks take no longer than others. */
function blocksOf(tokens: readonly Token[]): Block[] {
	const blocks: Block[] = [];
	// For each open admonition, the block that it is or that it's in.
	const open: (Block | undefined)[] = [];
	for (const token of tokens) {
		if (token.type === 'admonition_close') {
			const closed = open.pop();
			if (closed && closed !== open.at(-1)) closed.close = token;
		}
		const around = open.at(-1);
		around?.inside.push(token);
		if (token.type !== 'admonition_open') continue;
		if (admonitionOf(token).word?.toLowerCase() === TRY) {
			const block = { open: token, close: undefined, inside: [] };
			blocks.push(block);
			open.push(block);
		} else open.push(around);
	}
	return blocks;
}

/** As the rule of admonitions has read it. */
function admonitionOf({ meta }: Token): { word?: string } {
	return Object(meta?.admonition);
}

function isChange({ type, info }: Token): boolean {
	if (type !== 'fence' || !/\btry\b/.test(info)) return false;
	const { lang, own } = parseFenceInfo(info, READER.words);
	return own?.try !== undefined && languageOfFence(lang) !== undefined;
}

type Problem = Pick<PassageFinding, 'message' | 'hint'>;

const OUTSIDE: Problem = {
	message: 'This change has no question.',
	hint: 'Write :::try and the question above it, its explanation and ::: below it.',
};

function problemOf(inside: readonly Token[], change: number): Problem | undefined {
	if (change < 0)
		return {
			message: 'There is no change to try.',
			hint: 'Below the question, write a fence ```ts try with the lines that change: "- before", "+ after".',
		};
	const [above, below] = [inside.slice(0, change), inside.slice(change + 1)];
	if (above.every(({ type }) => type !== 'paragraph_open'))
		return { message: 'There is no question above this change.', hint: 'Ask what readers think will happen.' };
	const says = inside[change]?.content.includes('@errors') || inside[change]?.content.includes('^?');
	if (below.length > 0 || says) return undefined;
	return {
		message: 'The change has no answer below it.',
		hint: 'Write there what happens and why. An error that the compiler must find is // @errors: with its code; what a program prints is a fence ```text.',
	};
}

/** A title in the reader's language. */
function wordOf(state: StateCore, at: Token, word: TryWord): Token {
	const child = Object.assign(new state.Token('try_word', '', 0), { meta: { word } });
	return Object.assign(new state.Token('inline', '', 0), { map: at.map, content: '', children: [child] });
}

/** The place of a button, which the script of live samples puts there. */
function buttonOf(state: StateCore, at: Token): Token {
	return Object.assign(new state.Token('try_button', '', 0), { block: true, map: at.map });
}

function noteOf(state: StateCore, at: Token, problem: Problem): Token {
	return Object.assign(new state.Token('try_problem', '', 0), { block: true, map: at.map, meta: { problem } });
}

export function writeTryWord({ token, words }: Passage<TryWord>): WrittenPassage {
	const word = words[token.meta?.word as TryWord];
	return { html: { drawing: escapeText(word), words: word }, parts: [TRY] };
}

export function writeTryButton({ words }: Passage<TryWord>): WrittenPassage {
	return { html: { drawing: `<p class="try-change" hidden>${escapeText(words.makeChange)}</p>\n`, words: '' } };
}

export function writeProblem({ token }: Passage<TryWord>): WrittenPassage {
	const problem = token.meta?.problem as Problem;
	return { html: { before: '', after: '' }, findings: [{ severity: 'error', code: 'sample-try', ...problem }] };
}

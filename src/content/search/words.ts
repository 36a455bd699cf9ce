/**
 * Text to words, the same way when the index is made and when a reader asks: names in code are found by their parts
 * (`createTRPCProxyClient` by `proxy client`), Chinese and Japanese by their words. Safe in a browser; imports nothing.
 */

/** A word and where it stands, in UTF-16 units; parts of a name lie inside of the name. */
export interface Word {
	word: string;
	start: number;
	end: number;
}

/** Letters, digits and what may stand inside of a name. */
const RUN = /[\p{L}\p{M}\p{N}]+(?:[-_.'’][\p{L}\p{M}\p{N}]+)*/gu;
/** Scripts that write no spaces between words. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;
const HAS_UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** `HTTPLink` → HTTP, Link; `useQuery` → use, Query; `v10` stays. */
const PARTS = /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+\p{N}*|\p{N}+|\p{Lu}/gu;
/** Ends of names that are said together with what stands before the dot: `Next.js`, `socket.io`. */
const DOTTED = /^(?:js|ts|tsx|io|net)$/i;
/** Longest word kept, in UTF-16 units. */
export const LONGEST_WORD = 40;

/** The form in which words are compared: lower case, compatibility forms and the accents of alphabets folded. */
export function folded(text: string): string {
	// The common case costs nothing.
	if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
	return text
		.normalize('NFKD')
		.replace(/[\u0300-\u036f]+/g, '')
		.normalize('NFC')
		.toLowerCase();
}

/** All words of a text in order, each name followed by its parts. */
export function wordsOf(text: string): Word[] {
	const words: Word[] = [];
	for (const match of text.matchAll(RUN)) {
		if (HAS_UNSPACED.test(match[0])) unspaced(match[0], match.index, words);
		else nameWords(match[0], match.index, words);
	}
	return words;
}

function add(words: Word[], text: string, start: number, length: number): void {
	const word = folded(text);
	if (word !== '' && word.length <= LONGEST_WORD) words.push({ word, start, end: start + length });
}

/** A run of letters: itself, and the names it is joined from. */
function nameWords(run: string, at: number, words: Word[]): void {
	if (/^[a-z\d]+$/.test(run)) {
		add(words, run, at, run.length);
		return;
	}
	const pieces = [...run.matchAll(/[^-_.'’]+/g)];
	const joiner = run.charAt(pieces[0]?.[0].length ?? 0);
	const last = pieces.at(-1)?.[0] ?? '';
	// `it's` is one word, and its end none of its own.
	if (joiner === "'" || joiner === '’') {
		add(words, run.replace(/['’]/g, ''), at, run.length);
		return;
	}
	const together = joiner === '.' ? DOTTED.test(last) : joiner === '_' || pieces.length <= 3;
	if (pieces.length > 1 && together) add(words, run.replace(/[-_.'’]/g, ''), at, run.length);
	for (const piece of pieces) camelWords(piece[0], at + piece.index, words);
}

function camelWords(name: string, at: number, words: Word[]): void {
	add(words, name, at, name.length);
	// A single letter is no word: `tRPC` is one.
	const parts = [...name.matchAll(PARTS)].filter((part) => part[0].length > 1);
	if (parts.length < 2) return;
	for (const part of parts) add(words, part[0], at + part.index, part[0].length);
}

let segmenter: Intl.Segmenter | undefined;

/** Words of scripts without spaces; pairs of characters where the browser cannot tell words. */
function unspaced(run: string, at: number, words: Word[]): void {
	let end = 0;
	for (const match of run.matchAll(UNSPACED)) {
		if (match.index > end) nameWords(run.slice(end, match.index).replace(/^[-_.'’]+|[-_.'’]+$/g, ''), at + end, words);
		end = match.index + match[0].length;
		let single = '';
		for (const { text, index } of segments(match[0])) {
			add(words, text, at + match.index + index, text.length);
			// What the segmenter does not know falls apart into characters: two of them are nearer to a word.
			if (single !== '' && text.length === 1) add(words, single + text, at + match.index + index - 1, 2);
			single = text.length === 1 ? text : '';
			for (let pair = 0; text.length > 2 && pair < text.length - 1; pair++) {
				add(words, text.slice(pair, pair + 2), at + match.index + index + pair, 2);
			}
		}
	}
	if (end < run.length) nameWords(run.slice(end).replace(/^[-_.'’]+|[-_.'’]+$/g, ''), at + end, words);
}

/** Characters that are cut into words at once: what the segmenter costs grows with their square. */
const STRETCH = 200;

function segments(text: string): { text: string; index: number }[] {
	if (typeof Intl.Segmenter === 'undefined') return [{ text, index: 0 }];
	segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
	const found: { text: string; index: number }[] = [];
	for (let start = 0; start < text.length; start += STRETCH) {
		for (const { segment, index } of segmenter.segment(text.slice(start, start + STRETCH))) {
			found.push({ text: segment, index: start + index });
		}
	}
	return found;
}

/** Words that say nothing about what is looked for, where others do. */
const EMPTY = new Set(
	`a about also an and any are as at be been between by can could did difference do does dont for from get had has
	have how i if in into is isnt it its just like me my need no not of on one or our own really should so some
	still than that the their them then there these they this to us use used uses using versus very vs want was we
	were what when where which who why will with would you your`.split(/\s+/),
);

/** True for words such as `how`, `the`, `with`. */
export function isEmptyWord(word: string): boolean {
	return EMPTY.has(word);
}

/** The runs of letters that a text is cut into; the words of a text are those of its runs. */
export function runsOf(text: string): string[] {
	return text.match(RUN) ?? [];
}

/** All letters and digits of a text as one word: `@trpc/server` is `trpcserver`. */
export function wholeOf(text: string): string {
	return folded(text)
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
		.slice(0, LONGEST_WORD);
}

/**
 * Splits text into words, identically for the index and for queries: names in code match by their parts
 * (`createTRPCProxyClient` by `proxy client`), Chinese and Japanese by their words. Runs in browsers.
 */
import { folded } from './letters.ts';

/** A word and its position in UTF-16 units; the parts of a name are inside the name's range. */
export interface Word {
	word: string;
	start: number;
	end: number;
	/** The word before it without its article; it has the range of that word. */
	isBare?: true;
}

/**
 * Letters and digits, joined by characters that are allowed inside a name. Persian and Hindi have joiners inside of
 * words, and long words soft hyphens; Hebrew has quotes in abbreviations, `ארה"ב`, and Catalan a point in `col·lecció`.
 */
const RUN =
	/[\p{L}\p{M}\p{N}\p{Join_C}\u00ad]+(?:(?:[-_.'’]|(?<=\p{Script=Hebrew})["״׳](?=\p{Script=Hebrew})|(?<=[lL])·(?=[lL]))[\p{L}\p{M}\p{N}\p{Join_C}\u00ad]+)*/gu;
/** Scripts without spaces between words. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々ｰﾞﾟ]+/gu;
const HAS_UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** `HTTPLink` → HTTP, Link; `useQuery` → use, Query; `v10` stays. */
const PARTS = /[\p{Lu}·]+(?!\p{Ll})\p{N}*|\p{Lu}?[·\p{Ll}\p{Lo}\p{Lm}\p{M}]+\p{N}*|\p{N}+|\p{Lu}/gu;
/** Endings that form one word with the name before the dot: `Next.js`, `socket.io`. */
const DOTTED = /^(?:js|ts|tsx|io|net)$/i;
/** Articles and other words that lose their vowel before a noun: `l’API` has the word `API`, `it’s` is one word. */
const ELISION =
	// French, Catalan and Italian: `jusqu’`, `l’`, `dell’`.
	/^(?:[cdjlmnstv]|(?:jus|lors|pres|puis|quoi)?qu|(?:b|d|n|s|qu)ell|[dn]?all|coll|gl|quest|sant|sull|un)['’](?=\p{L}{2})/iu;
/** Ends of English words that are one with what is before the apostrophe: `don’t`, `we’re`. */
const CONTRACTION = /['’](?:t|re|ll|ve|d|m)$/i;
/** The Arabic and the Hebrew article with the prepositions before it, and the Arabic "and". */
const ARTICLE = /^(?:(?:[وف]?[بك]?ال|[وف]?لل|و)(?=\p{Script=Arabic}{3})|[ושבכלמ]?ה(?=\p{Script=Hebrew}{3}))/u;
/** Maximum length of a word in UTF-16 units; longer ones are dropped. */
export const LONGEST_WORD = 40;

/** All words of a text in order; the parts of a name follow it. */
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

/** Adds a run of letters: the whole, and the names that it joins. */
function nameWords(run: string, at: number, words: Word[]): void {
	if (/^[a-z\d]+$/.test(run)) {
		add(words, run, at, run.length);
		return;
	}
	if (!/[-_.'’"״׳]/.test(run)) {
		camelWords(run, at, words);
		return;
	}
	const elided = ELISION.exec(run)?.[0].length ?? 0;
	if (elided > 0) {
		nameWords(run.slice(elided), at + elided, words);
		return;
	}
	const pieces = [...run.matchAll(/[^-_.'’"״׳]+/g)];
	const joiner = run.charAt(pieces[0]?.[0].length ?? 0);
	const last = pieces.at(-1)?.[0] ?? '';
	// `it's` is one word; `s` is not a word.
	if (/^['’"״׳]$/.test(joiner)) {
		add(words, run.replace(/['’"״׳]/g, ''), at, run.length);
		// A name has its endings after an apostrophe in Turkish, `API'yi`, and its possessive in English.
		const [name = ''] = CONTRACTION.test(run) ? [] : (/^\p{Lu}[^'’]+(?=['’])/u.exec(run) ?? []);
		if (name !== '') words.push({ word: folded(name), start: at, end: at + run.length, isBare: true });
		return;
	}
	const together = joiner === '.' ? DOTTED.test(last) : joiner === '_' || pieces.length <= 3;
	if (pieces.length > 1 && together) add(words, run.replace(/[-_.'’]/g, ''), at, run.length);
	for (const piece of pieces) camelWords(piece[0], at + piece.index, words);
}

function camelWords(name: string, at: number, words: Word[]): void {
	add(words, name, at, name.length);
	addBare(words);
	// A single letter is not a part: `tRPC` stays whole.
	const parts = [...name.matchAll(PARTS)].filter((part) => part[0].length > 1);
	if (parts.length < 2) return;
	for (const part of parts) add(words, part[0], at + part.index, part[0].length);
}

/** Adds the last word without its article. */
function addBare(words: Word[]): void {
	const last = words.at(-1);
	const article = last && ARTICLE.exec(last.word)?.[0];
	if (last && article) words.push({ ...last, word: last.word.slice(article.length), isBare: true });
}

let segmenter: Intl.Segmenter | undefined;

/** Adds the words of scripts without spaces, and pairs of letters for what the segmenter cannot split. */
function unspaced(run: string, at: number, words: Word[]): void {
	let end = 0;
	for (const match of run.matchAll(UNSPACED)) {
		if (match.index > end) nameWords(run.slice(end, match.index).replace(/^[-_.'’]+|[-_.'’]+$/g, ''), at + end, words);
		end = match.index + match[0].length;
		const parts = segments(match[0]);
		// The segmenter knows few words of Katakana: `ユーザ` would be two.
		const names = [...match[0].matchAll(/[ァ-ヺー]{3,}/g)].filter(
			({ 0: name }) => !parts.some(({ text }) => text === name),
		);
		let single = '';
		for (const { text, index } of parts) {
			const name = names[0] && names[0].index <= index ? names.shift() : undefined;
			if (name) add(words, name[0], at + match.index + name.index, name[0].length);
			add(words, text, at + match.index + index, text.length);
			// The segmenter splits unknown words into single characters: pairs are more specific.
			if (single !== '' && text.length === 1) add(words, single + text, at + match.index + index - 1, 2);
			single = text.length === 1 ? text : '';
			// A vowel of Thai belongs to its consonant.
			const pairs = text.length > 2 ? [...text.matchAll(/(?=(\P{M}\p{M}*\P{M}\p{M}*))\P{M}/gu)] : [];
			for (const { 1: pair = '', index: place } of pairs.length > 1 ? pairs : [])
				add(words, pair, at + match.index + index + place, pair.length);
		}
	}
	if (end < run.length) nameWords(run.slice(end).replace(/^[-_.'’]+|[-_.'’]+$/g, ''), at + end, words);
}

/** Characters to segment at once: the segmenter's time is quadratic. */
const SEGMENTER_CHARS = 200;

function segments(text: string): { text: string; index: number }[] {
	if (typeof Intl.Segmenter === 'undefined') return [{ text, index: 0 }];
	segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
	const found: { text: string; index: number }[] = [];
	for (let start = 0; start < text.length; start += SEGMENTER_CHARS) {
		for (const { segment, index } of segmenter.segment(text.slice(start, start + SEGMENTER_CHARS))) {
			found.push({ text: segment, index: start + index });
		}
	}
	return found;
}

/** Signs that names and operators consist of. */
const SIGNS = /[-=+*/<>!&|?:^%~@#$.\\]+/g;
/** Signs at the end of a name that make another name of it: `C#`, `C++`, `A*`. A sentence may end after them. */
const SUFFIX = /^(?:\+\+?|#|\*)(?=[-.:!?]*$)/;
/** Signs before a name: `.NET`, `--dry-run`, `@types`, `::before`. */
const PREFIX = /^(?:--?|::?|\*\*?|[.@#$!&])$/;
/** Signs between letters that join or end text, rather than being an operator. */
const PUNCTUATION = /^(?:[-./:@#\\]+|[!?]+)$/;
/** Of operators; longer runs of signs are drawings. */
const LONGEST_OPERATOR = 4;
const LETTER_BEFORE = /[\p{L}\p{M}\p{N}]$/u;
const NAME_BEFORE = /[\p{L}\p{M}\p{N}]+$/u;
const NAME_AFTER = /[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*/uy;
const PATH_AFTER = /[\p{L}\p{M}\p{N}]+(?:[-_./][\p{L}\p{M}\p{N}]+)*/uy;

/**
 * Names with signs (`C#`, `.NET`, `--dry-run`, `@bakery/kit`) and operators (`==`, `=>`), in order. `wordsOf` has the
 * letters of the names; a text has both.
 */
export function signedWords(text: string): Word[] {
	const words: Word[] = [];
	for (const { 0: signs, index } of text.matchAll(SIGNS)) {
		const end = index + signs.length;
		const before = text.slice(Math.max(0, index - 2), index);
		const after = text.slice(end, end + 2);
		const follows = LETTER_BEFORE.test(before);
		const precedes = /^\p{L}/u.test(after);
		const [suffix] = (follows && !precedes && SUFFIX.exec(signs)) || [];
		if (suffix !== undefined && (suffix === '++' || !/^\p{N}/u.test(after))) {
			const [name = ''] = NAME_BEFORE.exec(text.slice(Math.max(0, index - LONGEST_WORD), index)) ?? [];
			addSigned(words, name + suffix, index - name.length);
		} else if (!follows && precedes && PREFIX.test(signs) && !/[)\]}]$/.test(before)) {
			const pattern = signs === '@' ? PATH_AFTER : NAME_AFTER;
			pattern.lastIndex = end;
			addSigned(words, signs + (pattern.exec(text)?.[0] ?? ''), index);
		} else if (signs.length > 1 ? !((follows || precedes) && PUNCTUATION.test(signs)) : stands(before, after)) {
			const operator = signs.length > 2 ? signs.replace(/([^.])[.:]$/, '$1') : signs;
			if (operator.length <= LONGEST_OPERATOR) addSigned(words, operator, index);
		}
	}
	return words;
}

function addSigned(words: Word[], text: string, start: number): void {
	add(words, text, start, text.length);
}

/** Whether a single sign stands alone, as in a heading about an operator. */
function stands(before: string, after: string): boolean {
	return /(?:^|[\s"'`([])$/.test(before) && /^(?:$|[\s"'`)\]])/.test(after);
}

/** Whether a word consists of signs only. */
export function isOperator(word: string): boolean {
	return !/[\p{L}\p{N}]/u.test(word);
}

/** Ignored in queries that have other words. */
const STOP_WORDS = new Set(
	`a about also an and any are as at be been between by can could did difference do does dont for from get had has
	have how i if in into is isnt it its just like me my need no not of on one or our own really should so some
	still than that the their them then there these they this to us use used uses using versus very vs want was we
	were what when where which who why will with would you your`.split(/\s+/),
);

/** True for words such as `how`, `the`, `with`, and for single signs. */
export function isStopWord(word: string): boolean {
	return STOP_WORDS.has(word) || (word.length === 1 && isOperator(word));
}

/** The runs of letters in a text. `wordsOf` never crosses the border of a run. */
export function runsOf(text: string): string[] {
	return text.match(RUN) ?? [];
}

/**
 * A text as one word, the most exact form first: `@trpc/server` is `@trpc/server` and `trpcserver`, but `C++` only `c++`,
 * because `c` is another name.
 */
export function wholesOf(text: string): string[] {
	const signed = signedWords(text);
	const plain = lettersIn(text);
	if (signed.length === 0) return [plain].filter(Boolean);
	let whole = '';
	let at = 0;
	for (const { start, end } of signed) {
		if (start < at) continue;
		whole += lettersIn(text.slice(at, start)) + folded(text.slice(start, end));
		at = end;
	}
	whole = (whole + lettersIn(text.slice(at))).slice(0, LONGEST_WORD);
	const isPrefixed = signed.every(({ word }) => !isOperator(word) && !LETTER_BEFORE.test(word[0] ?? ''));
	return [whole, ...(isPrefixed ? [plain] : [])].filter(Boolean);
}

function lettersIn(text: string): string {
	return folded(text.replace(RUN, (run) => run.replace(ELISION, '')))
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
		.slice(0, LONGEST_WORD);
}

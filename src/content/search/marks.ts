/** Highlights the words of a query in plain text, as spans, never as HTML. Runs in browsers. */
import { isStopWord, signedWords, type Word, wordsOf } from './words.ts';

export interface Span {
	text: string;
	mark: boolean;
}

/** The text of spans without its marks and isolates. */
export function plainOf(spans: readonly Span[]): string {
	return textIn(spans).replace(/[\u200f\u2066\u2069]/g, '');
}

function textIn(spans: readonly Span[]): string {
	return spans.map(({ text }) => text).join('');
}

/** UTF-16 units of a section to search for an excerpt. */
const LONGEST_TEXT = 20_000;

/** A text in which every word in `marks` is marked. */
export function markedText(text: string, marks: readonly string[]): Span[] {
	return spans(text, wanted(allWords(text), marks), 0, text.length);
}

/** About `count` words around the place with the most `marks`; starts at a sentence if one starts just before it. */
export function excerptOf(text: string, marks: readonly string[], count: number): Span[] {
	const source = text.slice(0, LONGEST_TEXT);
	const words = allWords(source);
	const outer = words.filter((word, index) => word.start >= (words[index - 1]?.end ?? 0) || index === 0);
	const hits = wanted(words, marks);
	if (outer.length === 0) return [];
	const first = bestWindow(outer, hits, count);
	const last = Math.min(outer.length - 1, first + count - 1);
	const firstMark = hits.find(({ start }) => start >= (outer[first]?.start ?? 0))?.start ?? 0;
	const start = first === 0 ? 0 : startOf(source, outer[first]?.start ?? 0, firstMark);
	const end = last === outer.length - 1 ? source.length : endOf(source, outer[last]?.end ?? source.length);
	const middle = spans(source, hits, start, end);
	return [
		...(start > 0 && !SENTENCE_END.test(source.slice(Math.max(0, start - 3), start))
			? [{ text: '…', mark: false }]
			: []),
		...middle,
		...(end < source.length ? [{ text: '…', mark: false }] : []),
	];
}

/** The last beginning of a sentence from just before `at` to `mark`, else of what is between two spaces, such as `10.27.1`. */
function startOf(text: string, at: number, mark: number): number {
	const from = Math.max(0, at - SENTENCE_START);
	const sentence = [...text.slice(from, mark).matchAll(/[.!?]\s+|[。！？\n]/g)].at(-1);
	if (sentence) return from + sentence.index + sentence[0].length;
	if (from === 0) return 0;
	const token = Math.max(0, at - LONGEST_TOKEN);
	const space = text.slice(token, at).search(/\s\S*$/);
	// In the middle of a longer one, a word is a better start.
	return space < 0 ? at : token + space + 1;
}

function endOf(text: string, at: number): number {
	return at + (/^\S+/.exec(text.slice(at, at + LONGEST_TOKEN))?.[0].length ?? 0);
}

const SENTENCE_END = /[.!?]\s+$|[。！？\n]\s*$/;
/** UTF-16 units by which an excerpt grows so as to start with its sentence: a part of a line. */
const SENTENCE_START = 48;
/** UTF-16 units by which an excerpt grows so as not to cut a token. Languages without spaces have no end of them. */
const LONGEST_TOKEN = 24;

/** The words of a text and those with signs; at the same place, the longer first. */
function allWords(text: string): Word[] {
	const signed = signedWords(text);
	const words = wordsOf(text);
	return signed.length === 0 ? words : [...signed, ...words].sort((a, b) => a.start - b.start || b.end - a.end);
}

function wanted(words: readonly Word[], marks: readonly string[]): Word[] {
	const set = new Set(marks);
	return words.filter(({ word }) => set.has(word) && !isStopWord(word));
}

/** Index of the best window's first word: two words before its first mark. */
function bestWindow(outer: readonly Word[], hits: readonly Word[], count: number): number {
	if (hits.length === 0) return 0;
	let best = 0;
	let bestScore = -1;
	let at = 0;
	for (let index = 0; index < hits.length; index++) {
		while (at + 1 < outer.length && (outer[at]?.end ?? 0) <= (hits[index]?.start ?? 0)) at++;
		const end = outer[Math.min(outer.length - 1, at + count - 3)]?.end ?? 0;
		const seen = new Set<string>();
		let all = 0;
		for (let next = index; next < hits.length && (hits[next]?.end ?? 0) <= end; next++) {
			seen.add(hits[next]?.word ?? '');
			all++;
		}
		const score = seen.size * 10 + Math.min(all, 5);
		if (score > bestScore) {
			bestScore = score;
			best = at;
		}
	}
	return Math.max(0, Math.min(best - 2, outer.length - count));
}

function spans(text: string, hits: readonly Word[], start: number, end: number): Span[] {
	const found: Span[] = [];
	let at = start;
	for (const hit of hits) {
		if (hit.start < at || hit.end > end) continue;
		if (hit.start > at) found.push({ text: text.slice(at, hit.start), mark: false });
		found.push({ text: text.slice(hit.start, hit.end), mark: true });
		at = hit.end;
	}
	if (at < end) found.push({ text: text.slice(at, end), mark: false });
	return isolated(found);
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]+/gu;
/** Words and code in ASCII, without the punctuation of the sentence around it. */
const ASCII = /[\w$@#/<{[.-](?:[!-~ ]*[\w$/>})\]])?/g;

/**
 * Isolates what runs from left to right in an Arabic or Hebrew sentence, where `bake()` would show as `()bake`. The mark
 * at the start says which sentence it is, because `dir="auto"` asks the first letter, isolated or not.
 */
function isolated(spans: Span[]): Span[] {
	const text = textIn(spans);
	const words = text.match(RIGHT_TO_LEFT) ?? [];
	if (words.length === 0) return spans;
	const runs = [...text.matchAll(ASCII)].filter(([run]) => /[a-z]/i.test(run));
	// An English sentence with an Arabic word has as many runs of its own.
	const startsSo = text.search(RIGHT_TO_LEFT) < (runs[0]?.index ?? text.length);
	if (words.length + (startsSo ? 1 : 0) <= runs.length) return spans;
	const starts = new Set<number>();
	const ends = new Set<number>();
	for (const { 0: run, index } of runs) {
		// A bracket of the sentence around it, as in `(see bake())`, has its other half outside.
		const isOwn = run.split(/[(<{[]/).length >= run.split(/[)>}\]]/).length;
		starts.add(index);
		ends.add(index + run.length - (isOwn || /\w$/.test(run) ? 0 : 1));
	}
	let at = 0;
	return spans.map(({ text: part, mark }) => {
		let shown = at === 0 ? '\u200f' : '';
		for (let unit = 0; unit < part.length; unit++, at++)
			shown += (starts.has(at) ? '\u2066' : '') + part[unit] + (ends.has(at + 1) ? '\u2069' : '');
		return { text: shown, mark };
	});
}

/** Parses queries. Runs in browsers. */
import { stemOf } from './stems.ts';
import { isStopWord, wholeOf, wordsOf } from './words.ts';

export interface QueryWord {
	word: string;
	/** The names that the word joins: `use` and `query` for `useQuery`. */
	parts: string[];
	/** This word and the next as one: `react query` may mean `reactquery`. */
	joined?: string;
	/** This word and the next, in the form of `pairsOf`. */
	pair?: string;
	/** With a preceding `use`, which is a stop word: `use query` may mean `usequery`. */
	hook?: string;
}

/** A parsed query. */
export interface Query {
	words: QueryWord[];
	/** All letters and digits of the query as one word, to match complete titles. */
	whole: string;
}

/** Prefix of names of hooks. */
const HOOK = 'use';
/** Maximum number of words in a query: readers may paste a whole page. */
const MAX_WORDS = 10;
/** Maximum length of a query in UTF-16 units. */
const LONGEST_QUERY = 500;

/** The words of a query in order, without stop words such as `how` unless it has no others. */
export function parseQuery(query: string): Query {
	const text = query.slice(0, LONGEST_QUERY);
	const units = unitsOf(text);
	const words = withoutStopWords(units);
	const isPlain = (unit: QueryWord | undefined): unit is QueryWord => unit?.parts.length === 0;
	words.forEach((unit, index) => {
		const next = words[index + 1];
		const before = units[units.indexOf(unit) - 1];
		if (next) unit.pair = pairOf(unit, next);
		if (!isPlain(unit)) return;
		if (isPlain(next)) unit.joined = unit.word + next.word;
		if (before?.word === HOOK) unit.hook = HOOK + unit.word;
	});
	return { words, whole: wholeOf(text) };
}

/** The words of a text, each with its parts. */
function unitsOf(text: string): QueryWord[] {
	const units: QueryWord[] = [];
	let end = -1;
	for (const { word, start, end: stop } of wordsOf(text)) {
		const unit = units.at(-1);
		if (unit && stop <= end) unit.parts.push(word);
		else units.push({ word, parts: [] });
		end = Math.max(end, start < end ? end : stop);
	}
	return units;
}

function withoutStopWords(units: QueryWord[]): QueryWord[] {
	const others = units.filter(({ word }) => !isStopWord(word));
	return (others.length > 0 ? others : units).slice(0, MAX_WORDS);
}

function pairOf(one: QueryWord, next: QueryWord): string {
	return `${stemOf(one.word)} ${stemOf(next.word)}`;
}

/** Pairs of adjacent stems in a title or heading, without stop words: `set a header` equals `setting headers`. */
export function pairsOf(text: string): string[] {
	const words = withoutStopWords(unitsOf(text.slice(0, LONGEST_QUERY)));
	return words.slice(1).map((next, index) => pairOf(words[index] as QueryWord, next));
}

/** Whether an entry of the index is a pair of words. */
export function isPair(word: string): boolean {
	return word.includes(' ');
}

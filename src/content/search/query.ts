/** Parses queries. Runs in browsers. */
import { folded } from './letters.ts';
import { stemOf } from './stems.ts';
import { isOperator, isStopWord, signedWords, type Word, wholesOf, wordsOf } from './words.ts';

export interface QueryWord {
	word: string;
	/** The names that the word joins: `use` and `query` for `useQuery`. */
	parts: string[];
	/** The same word in other spellings, or without its article. */
	also: string[];
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
	/** Names with signs, such as `c#`, and the indexes of the words that each has. */
	signed: { word: string; of: number[] }[];
	/** The query as one word (`wholesOf`), to match complete titles. */
	wholes: string[];
}

/** Prefix of names of hooks. */
const HOOK = 'use';
/** Maximum number of words in a query: readers may paste a whole page. */
const MAX_WORDS = 10;
/** Maximum length of a query in UTF-16 units. */
const LONGEST_QUERY = 500;

/** A word of a text and its range. */
type Unit = Pick<Word, 'start' | 'end'> & { word: QueryWord };

/**
 * The words of a query in order, without stop words such as `how` unless it has no others. `spellings` gives other
 * spellings of a word as it is typed.
 */
export function parseQuery(query: string, spellings: (typed: string) => string[] = () => []): Query {
	const text = query.slice(0, LONGEST_QUERY);
	const found = signedWords(text);
	const all = unitsOf(text, found);
	for (const { word, start, end } of all) {
		const own = spellings(text.slice(start, end)).map(folded);
		word.also.push(...own.filter((other) => other !== word.word));
	}
	const names = namesIn(found);
	const units = withoutStopWords(all, names);
	const words = units.map(({ word }) => word);
	const isPlain = (unit: QueryWord | undefined): unit is QueryWord => unit?.parts.length === 0;
	for (const [index, unit] of units.entries()) {
		const { word } = unit;
		const next = words[index + 1];
		const before = all[all.indexOf(unit) - 1]?.word;
		if (next) word.pair = pairOf(word, next);
		if (!isPlain(word)) continue;
		if (isPlain(next)) word.joined = word.word + next.word;
		if (before?.word === HOOK) word.hook = HOOK + word.word;
	}
	const signed = names.map((name) => ({
		word: name.word,
		of: [...units.keys()].filter((index) => isInside(units[index], name)),
	}));
	return { words, signed: signed.filter(({ of }) => of.length > 0), wholes: wholesOf(text) };
}

/** The words of a text, each with its parts, and the operators among its words with signs. */
function unitsOf(text: string, signed: readonly Word[]): Unit[] {
	const units: Unit[] = [];
	let limit = -1;
	for (const { word, start, end, isBare } of wordsOf(text)) {
		const unit = units.at(-1);
		if (unit && end <= limit) unit.word[isBare ? 'also' : 'parts'].push(word);
		else units.push({ word: { word, parts: [], also: [] }, start, end });
		limit = Math.max(limit, start < limit ? limit : end);
	}
	const operators = signed.filter(({ word }) => isOperator(word));
	if (operators.length === 0) return units;
	const all = [
		...units,
		...operators.map(({ word, start, end }) => ({ word: { word, parts: [], also: [] }, start, end })),
	];
	return all.sort((a, b) => a.start - b.start);
}

/** The names among words with signs. */
function namesIn(signed: readonly Word[]): Word[] {
	return signed.filter(({ word }) => !isOperator(word));
}

function isInside(unit: Unit | undefined, { start, end }: Word): boolean {
	return unit !== undefined && unit.start >= start && unit.end <= end;
}

function withoutStopWords(units: Unit[], names: readonly Word[]): Unit[] {
	const others = units.filter((unit) => !isStopWord(unit.word.word) || names.some((name) => isInside(unit, name)));
	return (others.length > 0 ? others : units).slice(0, MAX_WORDS);
}

function pairOf(one: QueryWord, next: QueryWord): string {
	return `${stemOf(one.word)} ${stemOf(next.word)}`;
}

/** Pairs of adjacent stems in a title or heading, without stop words: `set a header` equals `setting headers`. */
export function pairsOf(text: string): string[] {
	const source = text.slice(0, LONGEST_QUERY);
	const signed = signedWords(source);
	const words = withoutStopWords(unitsOf(source, signed), namesIn(signed)).map(({ word }) => word);
	return words.slice(1).map((next, index) => pairOf(words[index] as QueryWord, next));
}

/** Whether an entry of the index is a pair of words. */
export function isPair(word: string): boolean {
	return word.includes(' ');
}

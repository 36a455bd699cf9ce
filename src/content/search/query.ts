/** A question to the words that are looked for. Safe in a browser. */
import { stemOf } from './stems.ts';
import { isEmptyWord, wholeOf, wordsOf } from './words.ts';

export interface QueryWord {
	word: string;
	/** Names the word is joined from: `usequery` in `useQuery` has `use` and `query`. */
	parts: string[];
	/** This word and the next as one: `use query` may mean `usequery`. */
	joined?: string;
	/** This word and the next as titles, headings and keywords have them, see `pairsOf`. */
	pair?: string;
	/** After `use`, which says nothing by itself: `use query` may mean `usequery`. */
	hook?: string;
}

/** A question as it is looked for. */
export interface Query {
	words: QueryWord[];
	/** All letters and digits of it as one word: the title of a page may be just that. */
	whole: string;
}

/** What the names of hooks begin with. */
const HOOK = 'use';
/** Words of a question that are looked for, at most; the rest of a pasted page is left out. */
const LIMIT = 10;
/** UTF-16 units of a question that are read. */
const LONGEST_QUERY = 500;

/** The words of a question in order; empty words such as `how` are left out where others remain. */
export function parseQuery(query: string): Query {
	const text = query.slice(0, LONGEST_QUERY);
	const units = unitsOf(text);
	const words = tellingOf(units);
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

/** Words with the parts that lie inside of them. */
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

function tellingOf(units: QueryWord[]): QueryWord[] {
	const telling = units.filter(({ word }) => !isEmptyWord(word));
	return (telling.length > 0 ? telling : units).slice(0, LIMIT);
}

function pairOf(one: QueryWord, next: QueryWord): string {
	return `${stemOf(one.word)} ${stemOf(next.word)}`;
}

/** Neighbouring words of a title or heading by their stems, empty words left out: `set a header` and `setting headers` have the same. */
export function pairsOf(text: string): string[] {
	const words = tellingOf(unitsOf(text.slice(0, LONGEST_QUERY)));
	return words.slice(1).map((next, index) => pairOf(words[index] as QueryWord, next));
}

/** Tells a pair from a word. */
export function isPair(word: string): boolean {
	return word.includes(' ');
}

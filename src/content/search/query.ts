/** A question to the words that are looked for. Safe in a browser. */
import { isEmptyWord, wordsOf } from './words.ts';

export interface QueryWord {
	word: string;
	/** Names the word is joined from: `usequery` in `useQuery` has `use` and `query`. */
	parts: string[];
	/** This word and the next as one: `use query` may mean `usequery`. */
	joined?: string;
}

/** Words of a question that are looked for, at most; the rest of a pasted page is left out. */
const LIMIT = 10;
/** UTF-16 units of a question that are read. */
const LONGEST_QUERY = 500;

/** The words of a question in order; empty words such as `how` are left out where others remain. */
export function parseQuery(query: string): QueryWord[] {
	const words = wordsOf(query.slice(0, LONGEST_QUERY));
	const units: QueryWord[] = [];
	let end = -1;
	for (const { word, start, end: stop } of words) {
		const unit = units.at(-1);
		if (unit && stop <= end) unit.parts.push(word);
		else units.push({ word, parts: [] });
		end = Math.max(end, start < end ? end : stop);
	}
	units.forEach((unit, index) => {
		const next = units[index + 1];
		if (next && unit.parts.length === 0 && next.parts.length === 0) unit.joined = unit.word + next.word;
	});
	const telling = units.filter(({ word }) => !isEmptyWord(word));
	return (telling.length > 0 ? telling : units).slice(0, LIMIT);
}

/** Reads the questions that the search is judged by. */
import { readFileSync } from 'node:fs';

export interface Question {
	query: string;
	/** Routes that answer it. */
	pages: string[];
}

/** The half that may be used for tuning, and the half that never is. */
export function questions(): { tuning: Question[]; unseen: Question[] } {
	const halves: { tuning: Question[]; unseen: Question[] } = { tuning: [], unseen: [] };
	let half = halves.tuning;
	for (const line of readFileSync('test/search/questions.txt', 'utf8').split('\n')) {
		if (line === '[unseen]') half = halves.unseen;
		const [query = '', pages] = line.split(' => ');
		if (pages !== undefined) {
			half.push({ query, pages: pages.split(' | ').map((page) => page.replace(/(.)\/$/, '$1')) });
		}
	}
	return halves;
}

/** The questions that measure the search's quality. */
import { readFileSync } from 'node:fs';

export interface Question {
	/** `concept`, `symbol`, `typo` and so on. */
	kind: string;
	query: string;
	/** Routes of the expected pages; empty if nothing must be found. */
	pages: string[];
}

/** Sets of questions by name: `tuning` and `looked`, and unseen sets, which must not influence the ranking. */
export function questions(): Map<string, Question[]> {
	const sets = new Map<string, Question[]>();
	let set: Question[] = [];
	for (const line of readFileSync('test/search/questions.txt', 'utf8').split('\n')) {
		const name = /^\[(\w+)\]$/.exec(line)?.[1];
		if (name !== undefined) {
			set = [];
			sets.set(name, set);
		}
		const match = /^(\w+) \| (.*) =>(.*)$/.exec(line);
		if (!match) continue;
		const [, kind = '', query = '', pages = ''] = match;
		set.push({
			kind,
			query,
			pages:
				pages === ''
					? []
					: pages
							.trim()
							.split(' | ')
							.map((page) => page.replace(/(.)\/$/, '$1')),
		});
	}
	return sets;
}

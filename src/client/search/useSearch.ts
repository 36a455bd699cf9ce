/** From a query to what is to be shown: only the answer to the latest query counts (B-230). */
import { useEffect, useRef, useState } from 'react';
import type { SearchSettings } from '../../content/search/format.ts';
import type { Answer } from './hit.ts';
import { ask, settings as loadSettings, versionOf } from './service.ts';

/** Milliseconds before a reader is told that an answer takes longer. */
const LATE = 300;
/** Milliseconds without a key after which all hits are fetched, of the offline index. */
const REST = 150;
const HITS = 20;
/** Hits of the offline index that are shown before the rest is fetched. */
const FIRST_HITS = 4;

export type Screen = 'start' | 'results' | 'none' | 'failed' | 'waiting';

export interface SearchState {
	screen: Screen;
	/** The answer that is shown. */
	answer?: Answer;
	/** The query that `answer` or the failure belongs to. */
	answered: string;
	/** An answer is awaited for longer than a moment. */
	late: boolean;
	settings?: SearchSettings;
}

const START: SearchState = { screen: 'start', answered: '', late: false };

export function useSearch(typed: string): SearchState {
	const query = typed.trim();
	const [state, setState] = useState<SearchState>(START);
	const turn = useRef(0);

	useEffect(() => {
		loadSettings().then(
			(settings) => setState((old) => ({ ...old, settings })),
			() => undefined,
		);
	}, []);

	useEffect(() => {
		const own = ++turn.current;
		const tell = (change: Partial<SearchState>): void => {
			if (own === turn.current) setState((old) => ({ ...old, ...change }));
		};
		if (query === '') {
			tell({ screen: 'start', answer: undefined, answered: '', late: false });
			return;
		}
		// A failure lasts until there is something else to say; earlier results stay until the next ones come.
		setState((old) => (old.screen === 'start' ? { ...old, screen: 'waiting' } : old));
		const timer = setTimeout(() => tell({ late: true }), LATE);
		const show = (answer: Answer): void => {
			tell({ screen: answer.count > 0 && answer.hits.length > 0 ? 'results' : 'none', answer, answered: query });
		};
		search(query, show, () => own === turn.current)
			.catch(() => tell({ screen: 'failed', answer: undefined, answered: query }))
			.finally(() => {
				clearTimeout(timer);
				tell({ late: false });
			});
		return () => clearTimeout(timer);
	}, [query]);

	return state;
}

/** The first hits of the offline index are there before the pages of the others are fetched. */
async function search(query: string, show: (answer: Answer) => void, isLatest: () => boolean): Promise<void> {
	const known = await loadSettings();
	const version = versionOf(known);
	if (!version) throw new Error('There is nothing to search in');
	const words = matchMedia('(max-width: 768px)').matches ? 5 : 10;
	const question = { query, version, page: 0, words };
	if (!known.hosted) {
		show(await ask(known, { ...question, size: FIRST_HITS }));
		// Someone who is still typing will not look at the rest.
		await new Promise((resume) => setTimeout(resume, REST));
		if (!isLatest()) return;
	}
	show(await ask(known, { ...question, size: HITS }));
}

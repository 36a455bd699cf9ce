/** Runs the offline index in a worker: fetches its files and searches them. */
import { SearchIndex } from '../../content/search/engine.ts';
import type { WorkerAnswer, WorkerQuestion } from './offline.ts';

const indexes = new Map<string, Promise<SearchIndex>>();

function open(url: string): Promise<SearchIndex> {
	const known = indexes.get(url);
	if (known) return known;
	const opening = SearchIndex.open(async (name) => {
		const response = await fetch(new URL(name, new URL(url, location.href)));
		if (!response.ok) throw new Error(`${name || url} failed with status ${response.status}`);
		return response.json();
	});
	indexes.set(url, opening);
	opening.catch(() => indexes.delete(url));
	return opening;
}

/** Id of the latest question: it aborts earlier ones for a first page of hits. */
let latest = 0;

async function answer({ id, index, query, ...options }: WorkerQuestion): Promise<WorkerAnswer> {
	try {
		const opened = await open(index);
		const found =
			query === undefined
				? { hits: [], count: 0 }
				: await opened.search(query, { ...options, isWanted: () => id === latest || options.offset > 0 });
		return { id, ...found };
	} catch (error) {
		return { id, error: error instanceof Error ? error.message : String(error) };
	}
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
	latest = data.id;
	void answer(data).then((reply) => postMessage(reply));
});

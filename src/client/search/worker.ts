/** The offline index off the page's thread: fetches pieces of it, answers questions. */
import { SearchIndex } from '../../content/search/engine.ts';
import type { WorkerAnswer, WorkerQuestion } from './offline.ts';

const indexes = new Map<string, Promise<SearchIndex>>();

function open(address: string): Promise<SearchIndex> {
	const known = indexes.get(address);
	if (known) return known;
	const opening = SearchIndex.open(async (name) => {
		const response = await fetch(new URL(name, new URL(address, location.href)));
		if (!response.ok) throw new Error(`${name || address} failed with status ${response.status}`);
		return response.json();
	});
	indexes.set(address, opening);
	opening.catch(() => indexes.delete(address));
	return opening;
}

/** A later question is why an earlier one of the same page of hits is of no use any more. */
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

/** The offline index off the page's thread: fetches pieces of it, answers questions. */
import { SearchIndex } from '../../content/search/engine.ts';
import type { WorkerAnswer, WorkerQuestion } from './offline.ts';

const indexes = new Map<string, Promise<SearchIndex>>();

function open(folder: string): Promise<SearchIndex> {
	const known = indexes.get(folder);
	if (known) return known;
	const opening = SearchIndex.open(async (name) => {
		const response = await fetch(new URL(name, new URL(folder, location.href)));
		if (!response.ok) throw new Error(`${name} was answered with status ${response.status}`);
		return response.json();
	});
	indexes.set(folder, opening);
	opening.catch(() => indexes.delete(folder));
	return opening;
}

async function answer({ id, index, query, ...options }: WorkerQuestion): Promise<WorkerAnswer> {
	try {
		const opened = await open(index);
		const found = query === undefined ? { hits: [], count: 0 } : await opened.search(query, options);
		return { id, ...found };
	} catch (error) {
		return { id, error: error instanceof Error ? error.message : String(error) };
	}
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
	void answer(data).then((reply) => postMessage(reply));
});

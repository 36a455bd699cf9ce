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

/** Turn of each asker's latest question: it aborts earlier ones, before they fetch the texts of their hits. */
const latest = new Map<string, number>();

async function answer(data: WorkerQuestion): Promise<WorkerAnswer> {
	const { id, version } = data;
	try {
		const index = await open(version.index);
		if (!('query' in data)) return { id, hits: [], count: 0 };
		const { asker, turn, query, page, size, words, kind } = data;
		const isWanted = (): boolean => latest.get(asker) === turn;
		return { id, ...(await index.search(query, { offset: page * size, limit: size, words, kind, isWanted })) };
	} catch (error) {
		return { id, error: error instanceof Error ? error.message : String(error) };
	}
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
	if ('query' in data) latest.set(data.asker, Math.max(data.turn, latest.get(data.asker) ?? 0));
	void answer(data).then((reply) => postMessage(reply));
});

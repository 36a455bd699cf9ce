/** Runs the offline index in a worker: fetches its files and searches them. */
import { SearchIndex } from '../../content/search/engine.ts';
import type { SearchSettings } from '../../content/search/format.ts';
import type { Language } from '../../content/search/language.ts';
import type { WorkerAnswer, WorkerQuestion } from './offline.ts';

const indexes = new Map<string, Promise<SearchIndex>>();

/** Loads the module of a language. Without it, words are found as they are written. */
async function load(url: string | undefined): Promise<Language | undefined> {
	if (url === undefined) return undefined;
	const module = (await import(url).catch(() => undefined)) as { default: Language } | undefined;
	return module?.default;
}

function open(url: string, languages: SearchSettings['languages']): Promise<SearchIndex> {
	const known = indexes.get(url);
	if (known) return known;
	const read = async (name: string): Promise<unknown> => {
		const response = await fetch(new URL(name, new URL(url, location.href)));
		if (!response.ok) throw new Error(`${name || url} failed with status ${response.status}`);
		return response.json();
	};
	const opening = SearchIndex.open(read, (name) => load(languages[name]));
	indexes.set(url, opening);
	opening.catch(() => indexes.delete(url));
	return opening;
}

/** Turn of each asker's latest question: it aborts earlier ones, before they fetch the texts of their hits. */
const latest = new Map<string, number>();

async function answer(data: WorkerQuestion): Promise<WorkerAnswer> {
	const { id, version, languages } = data;
	try {
		const index = await open(version.index, languages);
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

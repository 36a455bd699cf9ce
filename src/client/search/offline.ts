/** The page's side of the offline index: searches run in a worker, so that they never block typing. */
import type { Found } from '../../content/search/engine.ts';
import type { SearchSettings, SearchVersion } from '../../content/search/format.ts';
import { type Answer, fromSection, type Question } from './hit.ts';

/** A message to the worker. */
export interface WorkerQuestion {
	id: number;
	/** URL of the index. */
	index: string;
	/** Absent: only open the index. */
	query?: string;
	offset: number;
	limit: number;
	words: number;
	kind?: number | undefined;
}

export type WorkerAnswer = ({ id: number } & Found) | { id: number; error: string };

let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, (answer: WorkerAnswer) => void>();

function start(url: string): Worker {
	if (worker) return worker;
	const started = new Worker(url, { type: 'module', name: 'search' });
	started.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
		waiting.get(data.id)?.(data);
		waiting.delete(data.id);
	});
	started.addEventListener('error', () => {
		for (const [id, settle] of waiting) settle({ id, error: 'The search worker could not be started' });
		waiting.clear();
		started.terminate();
		worker = undefined;
	});
	worker = started;
	return started;
}

function post(settings: SearchSettings, question: Omit<WorkerQuestion, 'id'>): Promise<WorkerAnswer> {
	if (settings.worker === undefined) return Promise.reject(new Error('The site was built without scripts'));
	const target = start(settings.worker);
	const id = ++last;
	return new Promise((resolve) => {
		waiting.set(id, resolve);
		target.postMessage({ id, ...question });
	});
}

/** Starts the worker and opens the index of a version. */
export function warmOffline(settings: SearchSettings, version: SearchVersion): void {
	post(settings, { index: version.index, offset: 0, limit: 0, words: 0 }).catch(() => undefined);
}

/** Searches the offline index, which aborts a question when another one arrives. Rejects if it cannot be read. */
export async function askOffline(settings: SearchSettings, question: Question): Promise<Answer> {
	const { query, version, page, size, words, kind } = question;
	const answer = await post(settings, { index: version.index, query, offset: page * size, limit: size, words, kind });
	if ('error' in answer) throw new Error(answer.error);
	const { hits, count, aborted } = answer;
	return { hits: hits.map(fromSection), count, aborted, by: 'offline' };
}

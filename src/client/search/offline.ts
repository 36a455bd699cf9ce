/** The page's side of the offline index: searches run in a worker, so that they never block typing. */
import type { Found } from '../../content/search/engine.ts';
import type { SearchSettings, SearchVersion } from '../../content/search/format.ts';
import type { Answer, Question } from './hit.ts';

/** What the worker is asked: without a query, only to open the index of a version. The highest `turn` is the latest. */
type Request = (Question & { turn: number }) | Pick<Question, 'version'>;
export type WorkerQuestion = { id: number } & Pick<SearchSettings, 'languages'> & Request;
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

function post(settings: SearchSettings, request: Request): Promise<WorkerAnswer> {
	if (settings.worker === undefined) return Promise.reject(new Error('The site was built without scripts'));
	const target = start(settings.worker);
	const id = ++last;
	return new Promise((resolve) => {
		waiting.set(id, resolve);
		target.postMessage({ id, languages: settings.languages, ...request } satisfies WorkerQuestion);
	});
}

/** Starts the worker and opens the index of a version. */
export function warmOffline(settings: SearchSettings, version: SearchVersion): void {
	post(settings, { version }).catch(() => undefined);
}

/** Searches the offline index. Rejects if it cannot be read, or if the asker has asked something else meanwhile. */
export async function askOffline(settings: SearchSettings, question: Question, turn: number): Promise<Answer> {
	const answer = await post(settings, { ...question, turn });
	if ('error' in answer) throw new Error(answer.error);
	if (answer.aborted) throw new Error('A newer question has replaced this one');
	return { hits: answer.hits, count: answer.count, by: 'offline' };
}

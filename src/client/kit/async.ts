/** Timers, time slices, lazy loading and requests. */
import { FRAME_BUDGET } from '../../content/model/contract.ts';

/** Resolves after `milliseconds`, or in the next task. */
export function pause(milliseconds?: number): Promise<void> {
	return new Promise((resolve) => {
		setTimeout(resolve, milliseconds);
	});
}

/** Calls `work` for each item in order, and yields to the browser whenever the frame budget is spent (B-311). */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
	let end = performance.now() + FRAME_BUDGET;
	for (const item of items) {
		if (performance.now() >= end) {
			await pause();
			end = performance.now() + FRAME_BUDGET;
		}
		work(item);
	}
}

/** Calls `load` once, and returns its promise from then on; the next call after a failure tries again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
	let loading: Promise<T> | undefined;
	return () => {
		loading ??= load();
		loading.catch(() => {
			loading = undefined;
		});
		return loading;
	};
}

/** Fetches a URL; rejects if the response has an error status. */
export async function get(url: string | URL, init?: RequestInit): Promise<Response> {
	const response = await fetch(url, init);
	if (!response.ok) throw new Error(WORDS.notLoaded({ url: String(url), status: response.status }));
	return response;
}

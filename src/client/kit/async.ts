/** Work that takes time. */
import { FRAME_BUDGET } from '../../content/model/contract.ts';

/** Resolves after so many milliseconds; without, when the browser has done what is due. */
export function pause(milliseconds?: number): Promise<void> {
	return new Promise((resolve) => {
		setTimeout(resolve, milliseconds);
	});
}

/** Does `work` for every item in order, resting after each frame budget (B-311). Without a rest where it fits into one. */
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

/** Loads something at the first call; the next call after a failure tries again. */
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

/** Fetches something; rejects where the server answers with a failure. */
export async function get(address: string | URL, init?: RequestInit): Promise<Response> {
	const response = await fetch(address, init);
	if (!response.ok) throw new Error(`${address} could not be loaded: status ${response.status}`);
	return response;
}

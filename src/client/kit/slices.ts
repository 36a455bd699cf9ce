/** Long work in pieces, so that typing and scrolling never wait for it (B-311). */
import { FRAME_BUDGET } from '../../content/model/contract.ts';

/** Lets the browser do what is due. */
export function pause(): Promise<void> {
	return new Promise((resolve) => {
		setTimeout(resolve);
	});
}

/** Does `work` for every item in order, resting after each frame budget. Without a rest where it fits into one. */
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

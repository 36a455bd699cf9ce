/** Large files, with their progress. Also runs in workers. */
import { get } from './async.ts';

/** Fetches a text; `tell` learns how many bytes have arrived, decompressed. Rejects as `get` does. */
export async function download(url: string | URL, tell: (bytes: number) => void): Promise<string> {
	const { body } = await get(url);
	if (!body) return '';
	let bytes = 0;
	const counter = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			bytes += chunk.length;
			tell(bytes);
			controller.enqueue(chunk);
		},
	});
	return new Response(body.pipeThrough(counter)).text();
}

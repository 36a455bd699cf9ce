/**
 * Server-sent events: one stream per open page, the same messages for all. Mounted as a route of `createServer`, after
 * the guard that rejects foreign hosts and origins.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds before a browser reconnects. */
const RETRY_MS = 500;
/** Bytes that may be queued for a client that does not read. */
const MAX_QUEUED_BYTES = 2 ** 20;

/** `heartbeat`: milliseconds between comments that keep idle connections open. */
export function createEvents({ heartbeat = 15_000 } = {}) {
	const streams = new Set<ServerResponse>();
	let timer: NodeJS.Timeout | undefined;

	function write(text: string): void {
		for (const stream of streams) {
			if (stream.writableLength > MAX_QUEUED_BYTES) stream.destroy();
			else stream.write(text);
		}
	}

	return {
		/** Keeps `response` open until the client leaves or `close` is called. */
		subscribe(request: IncomingMessage, response: ServerResponse): void {
			response.setHeader('Cache-Control', 'no-store');
			response.setHeader('X-Content-Type-Options', 'nosniff');
			// nginx in front of the server would hold events back.
			response.setHeader('X-Accel-Buffering', 'no');
			response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
			if (request.method === 'HEAD') {
				response.end();
				return;
			}
			if (streams.size === 0) timer = setInterval(() => write(':\n\n'), heartbeat).unref();
			streams.add(response);
			response.on('close', () => {
				streams.delete(response);
				if (streams.size === 0) clearInterval(timer);
			});
			response.write(`retry: ${RETRY_MS}\n\n`);
		},
		/** Sends `data` as JSON under the name `event`, a word, to all open streams. */
		send(event: string, data: unknown): void {
			write(`event: ${event}\ndata: ${JSON.stringify(data) ?? 'null'}\n\n`);
		},
		/** Ends all streams; browsers reconnect. */
		close(): void {
			for (const stream of streams) stream.end();
		},
		/** Number of open streams. */
		get size(): number {
			return streams.size;
		},
	};
}

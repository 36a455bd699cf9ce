/**
 * Server-sent events: one stream per open page, the same messages for all. Mounted as a route of `createServer`, whose
 * guard has refused foreign hosts and origins before a request gets here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds that a browser waits before it connects again. */
const RETRY_MS = 500;
/** Streams at most; a browser opens six per host. */
const MOST = 100;
/** Bytes that may wait for a client that does not read. */
const BACKLOG = 2 ** 20;

/** `heartbeat`: milliseconds between comments that keep the stream from being taken for dead. */
export function createEvents({ heartbeat = 15_000 } = {}) {
	const streams = new Set<ServerResponse>();
	let timer: NodeJS.Timeout | undefined;

	function write(text: string): void {
		for (const stream of streams) {
			if (stream.writableLength > BACKLOG) stream.destroy();
			else stream.write(text);
		}
	}

	return {
		/** Keeps `response` open until the client leaves or `close` is called. */
		subscribe(request: IncomingMessage, response: ServerResponse): void {
			response.setHeader('Cache-Control', 'no-store');
			response.setHeader('X-Content-Type-Options', 'nosniff');
			if (streams.size >= MOST) {
				response.writeHead(503, { 'Content-Length': 0 }).end();
				return;
			}
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
		/** Sends `data` as JSON under the name `event` to all streams that are open now. */
		send(event: string, data: unknown): void {
			if (!/^[\w-]+$/.test(event)) throw new Error(`Event names are words: ${event}`);
			write(`event: ${event}\ndata: ${JSON.stringify(data) ?? 'null'}\n\n`);
		},
		/** Ends all streams; browsers then connect again. */
		close(): void {
			for (const stream of streams) stream.end();
		},
		/** Number of open streams. */
		get size(): number {
			return streams.size;
		},
	};
}

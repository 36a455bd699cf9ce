/** The network of a program: requests to the servers that it starts itself, and to nobody else. */
import type { Exchange } from '../run.ts';

type Listen = typeof import('./live.ts').listen;

interface Server {
	handler: Parameters<Listen>[1];
	describe?: Parameters<Listen>[2];
}

export class Network {
	readonly #servers = new Map<string, Server>();

	constructor(
		private readonly tell: (exchange: Exchange) => void,
		private readonly during: <T>(work: () => Promise<T>) => Promise<T>,
	) {}

	/** What `docsgen/live` exports: answers the requests to an origin. Returns a function that closes the server. */
	listen: Listen = (origin, handler, describe) => {
		const { origin: address } = new URL(origin);
		if (this.#servers.has(address)) throw new Error(`listen EADDRINUSE: ${address} has a server already`);
		this.#servers.set(address, { handler, describe });
		return () => void this.#servers.delete(address);
	};

	fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
		this.during(async () => {
			const request = withHeaders(new Request(input, init), input, init);
			const { origin } = new URL(request.url);
			const server = this.#servers.get(origin);
			if (!server) throw new TypeError(`fetch failed: ${refusal(origin)}`);
			return this.#exchange(server, request);
		});

	async #exchange({ handler, describe }: Server, request: Request): Promise<Response> {
		const begun = performance.now();
		const { method, url, signal } = request;
		const [seen, described] = [request.clone(), request.clone()].map((copy) => withHeaders(copy, request));
		signal.throwIfAborted();
		const aborted = new Promise<never>((_, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason), { once: true });
		});
		const response = await Promise.race([handler(request), aborted]).catch((error: unknown) => {
			if (signal.aborted) throw signal.reason;
			throw new TypeError('fetch failed', { cause: error });
		});
		Object.defineProperties(response, { url: { value: url }, type: { value: 'basic' } });
		const copies = [response.clone(), response.clone()];
		const report = async (): Promise<void> => {
			const [sent, received, parts] = await Promise.all([
				seen?.text(),
				copies[0]?.text(),
				described && copies[1] ? describe?.(described, copies[1]) : undefined,
			]);
			this.tell({
				method,
				url,
				status: response.status,
				milliseconds: performance.now() - begun,
				request: sent ?? '',
				response: received ?? '',
				parts: parts ?? [],
			});
		};
		// The reader of the response goes on meanwhile; an aborted body is no exchange.
		void this.during(() => report().catch(() => {}));
		return response;
	}
}

/** Browsers leave out headers such as `cookie`, which servers and programs in Node exchange. */
function withHeaders(request: Request, from: RequestInfo | URL, init: RequestInit = {}): Request {
	const given = init.headers ?? (from instanceof Request ? from.headers : undefined);
	const headers = new Headers(given);
	for (const [name, value] of request.headers) if (!headers.has(name)) headers.set(name, value);
	Object.defineProperty(request, 'headers', { value: headers });
	return request;
}

function refusal(origin: string): string {
	return /\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(origin)
		? `nothing listens at ${origin}.`
		: `a program in a page reaches the servers that it starts, but not ${origin}.`;
}

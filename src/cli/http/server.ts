/**
 * The one HTTP server: `docsgen serve` gives it a folder, `docsgen dev` its pages in memory. It decides who may ask,
 * which path is meant and what a missing page gets; it must not know where pages come from.
 */
import { stat } from 'node:fs/promises';
import {
	createServer as createHttpServer,
	type IncomingMessage,
	type RequestListener,
	type Server,
	type ServerResponse,
} from 'node:http';
import { decodedOrSame } from '../../content/model/address.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { parseTarget, splitTarget, stripBase } from './address.ts';
import { fileResolver, type Resolve } from './files.ts';
import { allowedHosts, guard } from './guard.ts';
import { addressesOf, close, listen } from './listen.ts';
import { sendBytes, sendText } from './send.ts';

export interface ServerOptions {
	resolve: Resolve;
	/** Default `/`. A function where it may change while the server runs. */
	baseUrl?: string | (() => string);
	/** Default `localhost`. Only requests under the server's own names are answered. */
	host?: string;
	/** Names besides its own that it answers to. */
	allowedHosts?: readonly string[];
	/** Absent: the first free one from 3000. */
	port?: number;
	/** Sent with every page; headers of a single reply outrank them. */
	headers?: Record<string, string>;
	/** Answered by a function of their own, after the guard: path below the base URL → handler. */
	routes?: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
	/** Default true: text is compressed. */
	compress?: boolean;
	/** In milliseconds: a request's headers, a whole request, an idle connection. */
	timeouts?: { headers?: number; request?: number; idle?: number };
	/** Told of exceptions, which the client sees as status 500 only. */
	onError?: (error: unknown) => void;
}

export type Serving =
	| {
			kind: 'serving';
			/** Where a browser finds the site, base URL included. */
			url: string;
			/** Where other machines find it, if they can. */
			others: string[];
			port: number;
			close(): Promise<void>;
	  }
	| { kind: 'failed'; diagnostic: Diagnostic };

/** Starts a server; a port or host that cannot be had is a diagnostic, not an exception. */
export async function createServer(options: ServerOptions): Promise<Serving> {
	const { host = 'localhost', port, baseUrl: configured = '/' } = options;
	const baseUrl = (): string => decodedOrSame(typeof configured === 'string' ? configured : configured());
	const answer = createAnswer({ ...options, baseUrl });
	// Nobody is answered before it is known which names are ours.
	let hosts: ReadonlySet<string> = new Set();
	const server = withTimeouts(options.timeouts, (request, response) => {
		const refusal = guard(request, hosts);
		const answered = refusal ? sendText(response, request, refusal) : answer(request, response);
		answered.catch((error: unknown) => {
			options.onError?.(error);
			fail(request, response);
		});
	});
	const bound = await listen(server, { host, port });
	if (bound.kind === 'failed') return bound;
	hosts = allowedHosts(host, bound.address, options.allowedHosts);
	const [url = '', ...others] = addressesOf(host, bound.address, baseUrl());
	let closing: Promise<void> | undefined;
	return { kind: 'serving', url, others, port: bound.address.port, close: () => (closing ??= close(server)) };
}

/** Serves the built site in the folder `root`. */
export async function createPreview({
	root,
	...options
}: { root: string; baseUrl?: string } & Omit<ServerOptions, 'resolve' | 'routes' | 'baseUrl'>): Promise<Serving> {
	const built = await stat(root).then(
		(info) => info.isDirectory(),
		() => false,
	);
	if (!built) {
		const message = `There is no built site in "${root}".`;
		return {
			kind: 'failed',
			diagnostic: { code: 'no-build', severity: 'error', message, hint: 'Run "docsgen build" first.' },
		};
	}
	return createServer({ ...options, resolve: fileResolver(root, decodedOrSame(options.baseUrl ?? '/')) });
}

/** Clients that dawdle lose their connection: half a request must not hold one for ever. */
function withTimeouts(timeouts: ServerOptions['timeouts'], handler: RequestListener): Server {
	const { headers = 10_000, request = 30_000, idle = 5_000 } = timeouts ?? {};
	const server = createHttpServer(
		{
			headersTimeout: headers,
			requestTimeout: Math.max(headers, request),
			keepAliveTimeout: idle,
			connectionsCheckingInterval: Math.min(1000, headers / 2),
		},
		handler,
	);
	// A client that does not read its answer; streams of events are kept alive by their heartbeat.
	server.timeout = 120_000;
	return server;
}

type AnswerOptions = ServerOptions & { baseUrl: () => string };

function createAnswer({ resolve, baseUrl: currentBase, headers = {}, routes = {}, compress = true }: AnswerOptions) {
	const handlers = new Map(Object.entries(routes));
	return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const baseUrl = currentBase();
		const path = parseTarget(splitTarget(request.url ?? '').rest);
		const place = path === undefined ? undefined : stripBase(path, baseUrl);
		if (place?.kind === 'entry') {
			const location = { Location: encodeURI(baseUrl) };
			return sendText(response, request, { status: 302, text: `See ${baseUrl}`, headers: location });
		}
		if (place?.kind === 'outside') {
			return sendText(response, request, { status: 404, text: `Not found: this site is served under ${baseUrl}` });
		}
		const handler = place && handlers.get(place.path);
		if (handler) return handler(request, response);
		const found = place && (await resolve(place.path));
		const missing = found ? undefined : await resolve('/404.html');
		const reply = found ?? (missing && { ...missing, status: 404, cacheControl: 'no-cache' });
		if (!reply) return sendText(response, request, { status: 404, text: 'Not found.', headers });
		return sendBytes(response, request, { ...reply, headers: { ...headers, ...reply.headers }, compress });
	};
}

/** The client of a request that failed through a fault of ours gets an end, whatever state the answer is in. */
function fail(request: IncomingMessage, response: ServerResponse): void {
	if (response.headersSent) {
		response.destroy();
		return;
	}
	for (const name of response.getHeaderNames()) response.removeHeader(name);
	sendText(response, request, { status: 500, text: 'The server could not respond.' }).catch(() => response.destroy());
}

/**
 * The HTTP server: `docsgen serve` gives it a folder, `docsgen dev` its pages in memory. It decides which requests to
 * accept, which path is meant and how to respond to a missing page; it does not know the source of pages.
 */
import { statSync } from 'node:fs';
import {
	createServer as createHttpServer,
	type IncomingMessage,
	type RequestListener,
	type Server,
	type ServerResponse,
} from 'node:http';
import { decodedOrSame } from '../../content/model/address.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { prefersMarkdown } from './accept.ts';
import { parseTarget, stripBase } from './address.ts';
import { fileResolver, type Resolve } from './files.ts';
import { allowedHosts, guard, type HostRule } from './guard.ts';
import { addressesOf, listenOn } from './listen.ts';
import { type HttpReply, sendBytes, sendText } from './send.ts';

export interface ServerOptions {
	resolve: Resolve;
	/** Default `/`. A function if it may change while the server runs. */
	baseUrl?: string | (() => string);
	/** Default `localhost`. Only requests for the server's own names are accepted. */
	host?: string;
	/** More host names to accept: with any port, or with the one that is given. */
	allowedHosts?: readonly string[];
	/** Default: the first free port from 3000. */
	port?: number;
	/** Handlers by path below the base URL; they run after the guard. */
	routes?: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
	/** In milliseconds: for a request's headers, a whole request, an idle connection. */
	timeouts?: { headers?: number; request?: number; idle?: number };
	/** Called with exceptions; the client gets status 500 without details. */
	onError?: (error: unknown) => void;
}

export type Serving =
	| {
			kind: 'serving';
			/** The site's URL, base URL included. */
			url: string;
			/** URLs for other machines, if they can reach this one. */
			others: string[];
			port: number;
			close(): Promise<void>;
	  }
	| { kind: 'failed'; diagnostic: Diagnostic };

/** Starts a server; an unavailable port or host is a diagnostic, not an exception. */
export async function createServer(options: ServerOptions): Promise<Serving> {
	const { host = 'localhost', port, baseUrl: configured = '/' } = options;
	const baseUrl = (): string => decodedOrSame(typeof configured === 'string' ? configured : configured());
	const handle = createHandler({ ...options, baseUrl });
	// All requests are rejected until the server's own names are known.
	let isAllowed: HostRule = () => false;
	const server = withTimeouts(options.timeouts, (request, response) => {
		const refusal = guard(request, isAllowed);
		const answered = refusal ? sendText(response, request, refusal) : handle(request, response);
		answered.catch((error: unknown) => {
			options.onError?.(error);
			fail(request, response);
		});
	});
	const bound = await listenOn(server, { host, port });
	if (bound.kind === 'failed') return bound;
	isAllowed = allowedHosts(host, bound.address, options.allowedHosts);
	const [url = '', ...others] = addressesOf(host, bound.address, baseUrl());
	let closing: Promise<void> | undefined;
	return { kind: 'serving', url, others, port: bound.address.port, close: () => (closing ??= bound.close()) };
}

/** Serves the built site in the folder `root`. */
export async function createPreview({
	root,
	baseUrl = '/',
	...options
}: Omit<ServerOptions, 'resolve'> & { root: string; baseUrl?: string }): Promise<Serving> {
	if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
		const message = `There is no built site in "${root}".`;
		return {
			kind: 'failed',
			diagnostic: { code: 'no-build', severity: 'error', message, hint: 'Run "npx docsgen build" first.' },
		};
	}
	return createServer({ ...options, baseUrl, resolve: fileResolver(root, decodedOrSame(baseUrl)) });
}

/** Closes connections of slow clients: an incomplete request must not hold one forever. */
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
	// For clients that do not read the response; event streams stay open because of their heartbeat.
	server.timeout = 120_000;
	return server;
}

type HandlerOptions = ServerOptions & { baseUrl: () => string };

function createHandler({ resolve, baseUrl: currentBase, routes = {} }: HandlerOptions) {
	const handlers = new Map(Object.entries(routes));
	return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const baseUrl = currentBase();
		const path = parseTarget(request.url ?? '');
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
		const page = place && (await resolve(place.path));
		const copy = page && prefersMarkdown(request.headers.accept) && (await copyOf(place.path, page, resolve));
		const found = copy || page;
		const missing = found ? undefined : await notFoundPage(place?.path ?? '/', resolve);
		const reply = found ?? (missing && { ...missing, status: 404, cacheControl: 'no-cache' });
		return reply
			? sendBytes(response, request, reply)
			: sendText(response, request, { status: 404, text: 'Not found.' });
	};
}

/** The not-found page of the path's language, else the site's. */
async function notFoundPage(path: string, resolve: Resolve): Promise<HttpReply | undefined> {
	const [, folder] = /^(\/[^/]+)\/./.exec(path) ?? [];
	const own = folder === undefined ? undefined : await resolve(`${folder}/404.html`);
	// A doc may have that name as well.
	return own && Buffer.from(own.bytes).includes(NOT_FOUND_CLASS) ? own : resolve('/404.html');
}

const NOT_FOUND_CLASS = 'class="page-not-found';

/** The Markdown copy of a page, if it has one. */
async function copyOf(path: string, page: HttpReply, resolve: Resolve): Promise<HttpReply | undefined> {
	const has = ({ type, status = 200 }: HttpReply, wanted: string): boolean => status === 200 && type.startsWith(wanted);
	if (!has(page, 'text/html')) return undefined;
	const copy = await resolve(`${path.replace(/(?:\/index)?\.html$|\/$/, '') || '/index'}.md`);
	return copy && has(copy, 'text/markdown') ? copy : undefined;
}

/** Ends a request that failed because of a bug of docsgen, whatever the state of its response. */
function fail(request: IncomingMessage, response: ServerResponse): void {
	if (response.headersSent) {
		response.destroy();
		return;
	}
	for (const name of response.getHeaderNames()) response.removeHeader(name);
	sendText(response, request, { status: 500, text: 'The server could not respond.' }).catch(() => response.destroy());
}

/**
 * A search service on loopback that implements the Algolia protocol over HTTP: queries with facets, highlighting,
 * snippets and paging, the write API, and failures.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

export interface Asked {
	path: string;
	method: string;
	headers: Record<string, string | string[] | undefined>;
	body: Json;
}

export interface Service {
	origin: string;
	/** Requests so far, without preflights. */
	asked: Asked[];
	/** Queries so far, in order. */
	queries(): Json[];
	indexes: Map<string, Index>;
	/** Sets the behavior for the next requests; undefined restores normal responses. */
	behave(way: Behaviour | undefined): void;
	close(): Promise<void>;
}

/** The state of an index. */
export interface Index {
	settings: Json;
	records: Json[];
	rules: Json[];
	synonyms: Json[];
	/** Time of the last change, as in ISO 8601; default: now. */
	updatedAt?: string;
}

export type Behaviour =
	/** Rejects requests of these methods and paths with this message. */
	| { refuse: string; at: RegExp }
	/** Runs when such a request arrives; the request then gets its normal response. */
	| { run: () => void; at: RegExp }
	/** Refuses records with more bytes, as the service does. */
	| { limit: number }
	| { status: number; until?: (query: string) => Promise<unknown> | undefined }
	| { delay: number | ((query: string) => number) }
	/** Responds when this resolves. */
	| { until: Promise<unknown> }
	| { text: string }
	| { drop: true }
	| { hits: Json[] };

/** The service hangs. */
export const NEVER: Behaviour = { until: new Promise(() => undefined) };

export const APP = 'TESTAPP';
export const SEARCH_KEY = 'public-key';
export const ADMIN = 'admin-key';

const CORS = {
	'access-control-allow-origin': '*',
	'access-control-allow-headers': '*',
	'access-control-allow-methods': 'POST, GET, PUT, DELETE',
};

export async function startService(): Promise<Service> {
	const asked: Asked[] = [];
	const indexes: Service['indexes'] = new Map();
	let way: Behaviour | undefined;
	const server = createServer(async (request, response) => {
		if (request.method === 'OPTIONS') return reply(response, 200, {});
		const body = await bodyOf(request);
		const url = new URL(request.url ?? '/', 'http://service');
		asked.push({
			path: url.pathname,
			method: request.method ?? '',
			headers: { ...request.headers, ...Object.fromEntries(url.searchParams) },
			body,
		});
		if (way && 'drop' in way) return request.socket.destroy();
		const query = String((body.requests as Json[] | undefined)?.[0]?.query ?? '');
		if (way && 'status' in way) {
			await way.until?.(query);
			return reply(response, way.status, { message: 'No.', status: way.status });
		}
		const isMeant = way && 'at' in way && way.at.test(`${request.method} ${url.pathname}`);
		if (way && 'refuse' in way && isMeant) return reply(response, 400, { message: way.refuse, status: 400 });
		if (way && 'run' in way && isMeant) way.run();
		const refusal = way && 'limit' in way ? tooBig(body, way.limit) : undefined;
		if (refusal) return reply(response, 400, { message: refusal, status: 400 });
		if (way && 'text' in way) {
			response.writeHead(200, { 'content-type': 'application/json', ...CORS }).end(way.text);
			return;
		}
		if (way && 'delay' in way) {
			const wait = typeof way.delay === 'number' ? way.delay : way.delay(query);
			await new Promise((resume) => setTimeout(resume, wait));
		}
		if (way && 'until' in way) await way.until;
		const [status, answer] = answerTo(request.method ?? '', url.pathname, body, asked.at(-1)?.headers ?? {}, indexes);
		if (way && 'hits' in way) return reply(response, 200, { results: [{ hits: way.hits, nbHits: way.hits.length }] });
		reply(response, status, answer);
	});
	await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		queries: () =>
			asked.flatMap(({ path, body }) => (path.endsWith('/queries') ? ((body.requests as Json[]) ?? []) : [])),
		indexes,
		behave(next) {
			way = next;
		},
		close: () =>
			new Promise((resume) => {
				server.close(() => resume());
				server.closeAllConnections();
			}),
	};
}

/** The service's message about the first record of a request that has more than `limit` bytes. */
function tooBig(body: Json, limit: number): string | undefined {
	for (const [position, { body: record }] of ((body.requests as { body: Json }[]) ?? []).entries()) {
		const size = Buffer.byteLength(JSON.stringify(record));
		const what = `Record at the position ${position} objectID=${record?.objectID}`;
		if (size > limit) return `${what} is too big size=${size}/${limit} bytes. Please have a look at the limits`;
	}
	return undefined;
}

function reply(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json', ...CORS }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const text = Buffer.concat(chunks).toString();
	return text === '' ? {} : (JSON.parse(text) as Json);
}

function answerTo(
	method: string,
	path: string,
	body: Json,
	headers: Asked['headers'],
	indexes: Service['indexes'],
): [status: number, body: unknown] {
	const key = headers['x-algolia-api-key'];
	if (headers['x-algolia-application-id'] !== APP) return [403, { message: 'Invalid application', status: 403 }];
	if (path === '/1/indexes/*/queries') {
		if (key !== SEARCH_KEY) return [403, { message: 'Invalid key', status: 403 }];
		return [200, { results: (body.requests as Json[]).map((request) => search(request, indexes)) }];
	}
	if (key !== ADMIN) return [403, { message: 'Invalid key', status: 403 }];
	if (path === '/1/indexes') {
		const now = new Date().toISOString();
		return [200, { items: [...indexes].map(([name, { updatedAt = now }]) => ({ name, updatedAt })) }];
	}
	const [, name = '', rest = ''] = /^\/1\/indexes\/([^/]+)(.*)$/.exec(path) ?? [];
	const known = indexes.get(name);
	const index: Index = known ?? { settings: {}, records: [], rules: [], synonyms: [] };
	if (/^\/task\/\d+$/.test(rest)) return [200, { status: 'published' }];
	if (rest === '/browse') {
		return [200, { hits: index.records.map((record) => ({ ...record, _highlightResult: {} })) }];
	}
	if (rest === '/settings' && method === 'GET') return known ? [200, index.settings] : [404, { message: 'No index' }];
	if (method === 'DELETE') indexes.delete(name);
	else if (rest === '/settings') indexes.set(name, { ...index, settings: { ...index.settings, ...body } });
	else if (rest === '/batch') {
		const added = (body.requests as { body: Json }[]).map((entry) => entry.body);
		indexes.set(name, { ...index, records: [...index.records, ...added] });
	} else if (rest === '/operation') {
		const to = String(body.destination);
		const { records = [] } = indexes.get(to) ?? {};
		if (body.operation === 'move') indexes.delete(name);
		const scopes = (body.scope as string[] | undefined) ?? ['settings', 'rules', 'synonyms'];
		const copied = Object.fromEntries(Object.entries(index).filter(([scope]) => scopes.includes(scope)));
		const empty = { settings: {}, rules: [], synonyms: [] };
		if (body.operation === 'move') indexes.set(to, index);
		else if (known) indexes.set(to, { ...empty, ...copied, records });
	} else return [404, { message: 'Not found', status: 404 }];
	return [200, { taskID: 1 }];
}

/* ---------------------------------------------------------------- queries */

const LEVELS = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'];

function search(request: Json, indexes: Service['indexes']): Json {
	const records = indexes.get(String(request.indexName))?.records ?? [];
	const words = String(request.query).toLowerCase().split(/\s+/).filter(Boolean);
	const found = records
		.filter((record) => passes(record, (request.facetFilters as (string | string[])[]) ?? []))
		.map((record) => ({ record, rank: rankOf(record, words) }))
		.filter(({ rank }) => rank > 0)
		.sort((a, b) => b.rank - a.rank);
	const urls = new Set<unknown>();
	const distinct = found.filter(({ record }) => !urls.has(record.url) && urls.add(record.url));
	const size = Number(request.hitsPerPage ?? 20);
	const page = Number(request.page ?? 0);
	const hits = distinct.slice(page * size, (page + 1) * size).map(({ record }) => decorated(record, words, request));
	return {
		hits,
		nbHits: distinct.length,
		page,
		nbPages: Math.ceil(distinct.length / size),
		hitsPerPage: size,
		query: request.query,
	};
}

function passes(record: Json, filters: (string | string[])[]): boolean {
	const holds = (filter: string): boolean => {
		const at = filter.indexOf(':');
		return String(record[filter.slice(0, at)]) === filter.slice(at + 1);
	};
	return filters.every((filter) => (Array.isArray(filter) ? filter.some(holds) : holds(filter)));
}

function textOf(record: Json): string {
	const hierarchy = record.hierarchy as Json;
	return String(record.type === 'content' ? record.content : hierarchy[String(record.type)]).toLowerCase();
}

function rankOf(record: Json, words: string[]): number {
	const text = textOf(record);
	if (!words.every((word) => text.includes(word))) return 0;
	// Among equal records, the shortest matches the query best.
	return (record.type === 'content' ? 1 : 20 - Number(String(record.type).slice(3))) + 1 / (1 + text.length);
}

function decorated(record: Json, words: string[], request: Json): Json {
	const [before, after] = [String(request.highlightPreTag ?? '<em>'), String(request.highlightPostTag ?? '</em>')];
	const mark = (text: string): string =>
		words.reduce(
			(marked, word) => marked.replace(new RegExp(`(${word.replace(/\W/g, '\\$&')})`, 'gi'), `${before}$1${after}`),
			text,
		);
	const value = (text: unknown): Json => ({ value: mark(String(text)), matchLevel: 'full' });
	const hierarchy = record.hierarchy as Json;
	const levels = Object.fromEntries(
		LEVELS.flatMap((level) => (hierarchy[level] ? [[level, value(hierarchy[level])]] : [])),
	);
	const snippet = String(record.content ?? '')
		.split(' ')
		.slice(0, 10)
		.join(' ');
	return {
		...record,
		_snippetResult: {
			hierarchy: levels,
			...(record.content
				? { content: { value: `${mark(snippet)}${request.snippetEllipsisText}`, matchLevel: 'full' } }
				: {}),
		},
		_highlightResult: { hierarchy: levels },
	};
}

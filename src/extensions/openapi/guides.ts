/** Requests in guides that the API doesn't have. */
import type { Diagnostic } from '../../content/model/diagnostic.ts';
import { literalPattern } from '../../content/model/names.ts';
import type { Page, PlacedFact } from '../../content/model/page.ts';
import { isRecord, nearest } from '../../content/model/schema.ts';
import type { Documents } from './documents.ts';
import { HOLE, type WrittenRequest } from './guide-requests.ts';
import { fieldsOf, items, type Model, type Operation, text } from './model.ts';
import { mismatchOf } from './values.ts';

/** An API, as far as requests are about it. */
export interface RequestedApi {
	id: string;
	file: string;
	model: Model;
	documents: Documents;
	/** The operations, with what their URLs begin with, and their paths. */
	served: { operation: Operation; servers: RegExp[]; path: RegExp }[];
}

export function requestedApi(
	{ id, file }: Pick<RequestedApi, 'id' | 'file'>,
	model: Model,
	documents: Documents,
): RequestedApi {
	const patterns = new Map<unknown, RegExp[]>();
	const general = serversIn(model);
	const served = model.operations.flatMap((operation) => {
		if (operation.isWebhook) return [];
		const { data, around, path } = operation;
		const servers = [data.servers, around.servers, general].find((list) => items(list).length > 0);
		const known = patterns.get(servers) ?? serverPatterns(servers);
		patterns.set(servers, known);
		return [{ operation, servers: known, path: pathPattern(path) }];
	});
	return { id, file, model, documents, served };
}

interface Refusal {
	message: string;
	hint: string;
}

/** The requests in the code of a page. */
export function requestsOfPage({ codeFacts = [] }: Page): PlacedFact[] {
	return codeFacts.filter(({ extension }) => extension === 'openapi');
}

/** Regular expressions for the URLs that a list of servers begins, with the values that their variables may have. */
function serverPatterns(servers: unknown): RegExp[] {
	return items(servers).flatMap((server) => {
		const url = isRecord(server) ? text(server.url).replace(/\/$/, '') : '';
		if (!isRecord(server) || !/^https?:\/\//.test(url)) return [];
		const variables = isRecord(server.variables) ? server.variables : {};
		const parts = url.split(/(\{[^}]*\})/).map((part) => {
			if (!part.startsWith('{')) return literalPattern(part);
			const variable = variables[part.slice(1, -1)];
			const values = isRecord(variable) ? items(variable.enum).map((value) => literalPattern(String(value))) : [];
			return `(?:${[HOLE, ...(values.length > 0 ? values : ['[^/]+'])].join('|')})`;
		});
		return [new RegExp(`^${parts.join('')}(?=[/?#]|$)`)];
	});
}

function serversIn({ data, isOld }: Model): unknown {
	if (!isOld) return data.servers;
	return (data.schemes === undefined ? ['https', 'http'] : items(data.schemes)).map((scheme) => ({
		url: `${scheme}://${text(data.host)}${text(data.basePath)}`,
	}));
}

/** The finding about a request: undefined if one of the APIs has it, or none of them has its server. */
export function refusedRequest(
	{ data, extension: _, ...place }: PlacedFact,
	apis: readonly RequestedApi[],
): Diagnostic | undefined {
	const refusals = apis.map((api) => refusalOf(data as WrittenRequest, api));
	const [refusal] = refusals.filter((one) => typeof one === 'object');
	if (!refusal || refusals.includes('right')) return undefined;
	return { code: 'openapi-request', severity: 'error', ...place, ...refusal };
}

function refusalOf(request: WrittenRequest, api: RequestedApi): Refusal | 'right' | undefined {
	const { id, file, model, documents } = api;
	const { url, method } = request;
	// Of any resource (RFC 9110, 9.3.7).
	if (method === 'OPTIONS') return undefined;
	const served = api.served.flatMap(({ servers, ...one }) => {
		const [server] = servers.flatMap((pattern) => pattern.exec(url)?.[0] ?? []);
		return server === undefined ? [] : [{ ...one, rest: url.slice(server.length) }];
	});
	const [path = '', query = ''] = (served[0]?.rest ?? '').replace(/#.*/s, '').split('?');
	// The server itself.
	if (served.length === 0 || path.replace('/', '') === '') return undefined;
	const here = served.filter((one) => one.path.test(one.rest.replace(/[?#].*/s, '')));
	const named = `${method === undefined ? '' : `${method} `}${path.replaceAll(HOLE, '{…}')}`;
	if (here.length === 0) {
		const near = nearest(path.replaceAll(HOLE, '{}'), [...new Set(served.map(({ operation }) => operation.path))]);
		return {
			message: `${named} isn't an operation of "${id}".`,
			hint: near === undefined ? `${file} has no such path.` : `Is it ${near}?`,
		};
	}
	const methods = [...new Set(here.map(({ operation }) => operation.method))];
	const asked = here
		.map(({ operation }) => operation)
		// HEAD is GET without the content (RFC 9110, 9.3.2).
		.filter((one) => method === undefined || one.method === method || (method === 'HEAD' && one.method === 'GET'))
		.sort((a, b) => a.path.split('{').length - b.path.split('{').length);
	const [operation] = asked;
	if (!operation)
		return { message: `${named} isn't an operation of "${id}".`, hint: `This path has ${listed(methods)}.` };
	const unknown = unknownParameter(query, operation, model, documents);
	if (unknown !== undefined) {
		const names = operation.parameters.flatMap((one) => (one.in === 'query' ? one.name : []));
		return {
			message: `${operation.method} ${operation.path} has no parameter "${unknown}".`,
			hint: names.length === 0 ? 'It has none in the query.' : `It has ${listed(names)}.`,
		};
	}
	return bodyRefusal(request, operation, documents) ?? 'right';
}

function listed(names: string[]): string {
	return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A path of the file as a regular expression. A part that the code computes is a parameter. */
function pathPattern(path: string): RegExp {
	const parts = path.split(/(\{[^}]*\})/).map((part) => (part.startsWith('{') ? '[^/]+' : literalPattern(part)));
	return new RegExp(`^${parts.join('')}$`);
}

/** The first name in a query that the operation doesn't have. */
function unknownParameter(
	query: string,
	{ parameters }: Operation,
	{ schemes }: Model,
	documents: Documents,
): string | undefined {
	const asked = parameters.filter((one) => one.in === 'query');
	const isOpen = (schema: unknown): boolean => {
		const { type, properties, additionalProperties } = documents.object(schema) ?? {};
		return type === 'object' || properties !== undefined || isRecord(additionalProperties);
	};
	// An object is written as its fields, and a whole query has names of its own.
	const isAny =
		parameters.some((one) => one.in === 'querystring') ||
		asked.some((one) => one.data.style !== 'deepObject' && one.data.content === undefined && isOpen(one.schema));
	if (isAny) return undefined;
	const keys = fieldsOf(schemes).flatMap(([, scheme]) => {
		const found = documents.object(scheme);
		return found?.type === 'apiKey' && found.in === 'query' ? [text(found.name)] : [];
	});
	const known = new Set([...asked.map(({ name }) => name), ...keys]);
	const names = [...new URLSearchParams(query.replaceAll(HOLE, '%00')).keys()];
	return names.find((name) => !name.includes(HOLE) && !known.has(name) && !known.has(name.replace(/\[.*/s, '')));
}

/** A value that readers replace. */
const PLACEHOLDER = /^(?:\$|<.*>$|\{.*\}$|\.\.\.$|…$)/s;

function bodyRefusal({ body }: WrittenRequest, operation: Operation, documents: Documents): Refusal | undefined {
	if (body === undefined) return undefined;
	const name = `${operation.method} ${operation.path}`;
	if (!operation.body) return { message: `${name} takes no body.`, hint: 'Remove it, or correct the method.' };
	const content = operation.body.contents.find(({ type }) => /\bjson\b|^\*\/\*$/i.test(type));
	const refusal = content && mismatchOf(body, content.schema, documents, 'sent');
	const value = refusal?.at.reduce<unknown>((of, key) => (of as Record<string | number, unknown>)[key], body);
	if (!refusal || (typeof value === 'string' && PLACEHOLDER.test(value))) return undefined;
	const { file, line } = documents.place(refusal.rule, refusal.keyword);
	const of = refusal.at.length === 0 ? 'The body' : `The value ${refusal.at.join('.')} of the body`;
	return { message: `${of} of ${name} ${refusal.said}.`, hint: `See "${refusal.keyword}" in ${file}:${line}.` };
}

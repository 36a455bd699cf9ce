/** A description as plain data, the same for OpenAPI 2.0 and 3: references are followed, and nothing is copied. */
import { isRecord } from '../../content/model/schema.ts';
import type { Data, Documents } from './documents.ts';

export interface Parameter {
	name: string;
	/** `path`, `query`, `header` or `cookie`. */
	in: string;
	required: boolean;
	data: Data;
	schema: unknown;
}

/** A body in one media type. */
export interface MediaType {
	type: string;
	schema: unknown;
	/** The object with `example` or `examples`. */
	data: Data;
}

export interface RequestBody {
	data: Data;
	required: boolean;
	contents: MediaType[];
}

export interface OperationResponse {
	status: string;
	data: Data;
	headers: [name: string, data: Data][];
	contents: MediaType[];
}

export interface Operation {
	method: string;
	path: string;
	isWebhook: boolean;
	/** The operationId, or one made of method and path. */
	name: string;
	data: Data;
	/** The path's. */
	around: Data;
	parameters: Parameter[];
	body?: RequestBody;
	answers: OperationResponse[];
	callbacks: Operation[];
	servers: string[];
}

export interface Model {
	data: Data;
	/** OpenAPI 2.0. */
	isOld: boolean;
	/** OpenAPI 3.1 or later: schemas are JSON Schema. */
	isModern: boolean;
	servers: string[];
	operations: Operation[];
	/** By name, in the order of the file. */
	schemas: Map<string, unknown>;
	schemes: Data;
}

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const fieldsOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);

/** The model of a file that is OpenAPI. */
export function modelOf(data: Data, documents: Documents): Model {
	const isOld = data.swagger !== undefined;
	const parts = isRecord(data.components) ? data.components : {};
	const schemas = new Map(fieldsOf(isOld ? data.definitions : parts.schemas));
	const schemes = documents.object(isOld ? data.securityDefinitions : parts.securitySchemes) ?? {};
	const servers = isOld ? oldServers(data) : serversOf(data.servers);
	const reader = { data, isOld, documents, servers };
	const operations = [...operationsIn(data.paths, reader), ...operationsIn(data.webhooks, reader, true)];
	const isModern = !isOld && !text(data.openapi).startsWith('3.0');
	return { data, isOld, isModern, servers, operations, schemas, schemes };
}

interface Reader {
	data: Data;
	isOld: boolean;
	documents: Documents;
	servers: string[];
}

function oldServers({ host, basePath, schemes }: Data): string[] {
	const path = text(basePath).replace(/\/$/, '');
	return text(host) === ''
		? path === ''
			? []
			: [path]
		: [`${text(items(schemes)[0]) || 'https'}://${text(host)}${path}`];
}

function serversOf(servers: unknown): string[] {
	return items(servers).flatMap((one) => {
		if (!isRecord(one) || text(one.url) === '') return [];
		const variables = isRecord(one.variables) ? one.variables : {};
		const url = text(one.url).replace(/\{([^}]*)\}/g, (whole, name: string) => {
			const variable = variables[name];
			return isRecord(variable) && variable.default !== undefined ? String(variable.default) : whole;
		});
		return [url.replace(/\/$/, '')];
	});
}

function operationsIn(paths: unknown, reader: Reader, isWebhook = false): Operation[] {
	const { documents } = reader;
	return fieldsOf(documents.object(paths)).flatMap(([path, written]) => {
		const item = path.startsWith('x-') ? undefined : documents.object(written);
		if (!item) return [];
		const more = fieldsOf(item.additionalOperations).map(([method, one]): [string, unknown] => [
			method.toLowerCase(),
			one,
		]);
		return [...METHODS.map((method): [string, unknown] => [method, item[method]]), ...more].flatMap(([method, one]) => {
			const data = documents.object(one);
			if (!data || data['x-internal'] === true) return [];
			return [operationOf(method, path, isWebhook, data, item, reader)];
		});
	});
}

function operationOf(
	method: string,
	path: string,
	isWebhook: boolean,
	data: Data,
	item: Data,
	reader: Reader,
): Operation {
	const { documents, isOld } = reader;
	const own = [...items(item.parameters), ...items(data.parameters)].flatMap((one): Data[] => {
		const found = documents.object(one);
		return found ? [found] : [];
	});
	// A parameter of the operation replaces the path's.
	const all: Data[] = [...new Map(own.map((one) => [`${one.in} ${one.name}`, one] as const)).values()];
	const inBody = isOld ? all.filter((one) => one.in === 'body') : [];
	const inForm = isOld ? all.filter((one) => one.in === 'formData') : [];
	const parameters = all
		.filter((one) => !inBody.includes(one) && !inForm.includes(one) && typeof one.name === 'string')
		.map((one): Parameter => {
			const [content] = fieldsOf(one.content).map(([, media]) => media);
			const schema = isOld ? one : (one.schema ?? (isRecord(content) ? content.schema : undefined));
			return { name: text(one.name), in: text(one.in), required: one.required === true, data: one, schema };
		});
	const consumes = items(data.consumes ?? reader.data.consumes).map(String);
	const written = documents.object(data.requestBody);
	let body: RequestBody | undefined;
	const [old] = inBody;
	if (old)
		body = {
			data: old,
			required: old.required === true,
			contents: [{ type: consumes[0] ?? 'application/json', schema: old.schema, data: old }],
		};
	else if (inForm.length > 0) {
		const properties = Object.fromEntries(inForm.map((one) => [text(one.name), one]));
		const required = inForm.filter((one) => one.required === true).map((one) => one.name);
		const type = consumes[0] ?? 'application/x-www-form-urlencoded';
		const schema = { type: 'object', properties, required };
		body = { data: {}, required: required.length > 0, contents: [{ type, schema, data: {} }] };
	} else if (written)
		body = { data: written, required: written.required === true, contents: contentsOf(written.content, documents) };
	const produces = items(data.produces ?? reader.data.produces).map(String);
	const answers = fieldsOf(data.responses).flatMap(([status, one]): OperationResponse[] => {
		const answer = status.startsWith('x-') ? undefined : documents.object(one);
		if (!answer) return [];
		const contents = isOld ? oldContents(answer, produces) : contentsOf(answer.content, documents);
		return [{ status, data: answer, headers: objectsIn(answer.headers, documents), contents }];
	});
	const callbacks = fieldsOf(data.callbacks).flatMap(([, one]) => operationsIn(documents.object(one), reader, true));
	const servers = [data.servers, item.servers].map(serversOf).find((list) => list.length > 0) ?? reader.servers;
	const name = text(data.operationId) || nameFrom(method, path);
	return {
		method: method.toUpperCase(),
		path,
		isWebhook,
		name,
		data,
		around: item,
		parameters,
		body,
		answers,
		callbacks,
		servers,
	};
}

/** Objects by name, such as headers or examples; each may be a reference. */
export function objectsIn(list: unknown, documents: Documents): [name: string, data: Data][] {
	return fieldsOf(list).flatMap(([name, written]): [string, Data][] => {
		const found = documents.object(written);
		return found ? [[name, found]] : [];
	});
}

function oldContents(answer: Data, produces: string[]): MediaType[] {
	const examples = isRecord(answer.examples) ? answer.examples : {};
	const types = [
		...new Set([...(answer.schema === undefined ? [] : [produces[0] ?? 'application/json']), ...Object.keys(examples)]),
	];
	return types.map((type) => ({
		type,
		schema: answer.schema,
		data: examples[type] === undefined ? {} : { example: examples[type] },
	}));
}

function contentsOf(content: unknown, documents: Documents): MediaType[] {
	return fieldsOf(content).flatMap(([type, one]) => {
		const data = documents.object(one);
		return data ? [{ type, schema: data.schema ?? data.itemSchema, data }] : [];
	});
}

/** `get-loaves-id` for `GET /loaves/{id}`. */
function nameFrom(method: string, path: string): string {
	return `${method}-${path.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}`.replace(/-$/, '');
}

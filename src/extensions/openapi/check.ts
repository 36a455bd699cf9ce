/** Mistakes in the structure of a description: operations, parameters, security, and names without words. */
import { isRecord, nearest } from '../../content/model/schema.ts';
import type { Data, Documents } from './documents.ts';
import { fieldsOf, items, type Model, type Operation, objectsIn, text } from './model.ts';

export function checkStructure(file: string, model: Model, documents: Documents): void {
	references(model.data, documents);
	const names = new Map<string, Operation>();
	const ids = model.operations.map(({ data }) => text(data.operationId)).filter((one) => one !== '');
	const tags = items(model.data.tags).flatMap((tag) => (isRecord(tag) ? [text(tag.name)] : []));
	for (const operation of model.operations) {
		const { data, name, method, path } = operation;
		const first = names.get(name);
		if (first && first.data !== data && data.operationId !== undefined)
			documents.report(
				'openapi-operation',
				'error',
				data,
				['operationId'],
				`The operationId "${name}" is that of ${first.method} ${first.path} as well.`,
				'Name each operation differently.',
			);
		names.set(name, first ?? operation);
		if (!operation.isWebhook) checkParameters(operation, documents);
		for (const list of [operation.around.parameters, data.parameters]) checkList(list, documents);
		checkAnswers(operation, ids, documents);
		checkTags(data, tags, documents);
		checkSecurity(data, `${method} ${path}`, model, documents);
	}
	checkSecurity(model.data, 'The file', model, documents);
	checkPaths(model, documents);
	checkServers(model, documents);
	unused(model, documents);
	unusedSchemes(model, documents);
	silent(file, model, documents);
}

function checkPaths({ data, operations }: Model, documents: Documents): void {
	const paths = isRecord(data.paths) ? data.paths : {};
	for (const path of Object.keys(paths).filter((one) => !one.startsWith('x-'))) {
		const wrong = !path.startsWith('/')
			? `The path "${path}" doesn't begin with a slash.`
			: path.split('#')[0]?.includes('?')
				? `The path "${path}" has a query.`
				: undefined;
		const hint = path.startsWith('/') ? 'Write the query as parameters, with "in: query".' : `Write /${path}.`;
		if (wrong) documents.report('openapi-operation', 'error', paths, [path], wrong, hint);
	}
	// A server may tell them apart by the method.
	const shapes = new Map<string, string>();
	const told = new Set<string>();
	for (const { method, path, isWebhook } of operations) {
		if (isWebhook) continue;
		const shape = `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`;
		const other = shapes.get(shape) ?? path;
		shapes.set(shape, other);
		if (other === path || told.has(path)) continue;
		told.add(path);
		documents.report(
			'openapi-operation',
			'error',
			paths,
			[path],
			`The paths ${other} and ${path} are equal but for the names of parameters, and both have ${method}.`,
			'Write them as one path.',
		);
	}
}

/** Servers of the file. */
function checkServers({ data }: Model, documents: Documents): void {
	for (const server of items(data.servers).filter(isRecord)) {
		const variables = isRecord(server.variables) ? server.variables : {};
		for (const [, name = ''] of text(server.url).matchAll(/\{([^}]*)\}/g)) {
			if (Object.hasOwn(variables, name)) continue;
			const message = `The variable "${name}" of the server ${server.url} isn't defined.`;
			const near = nearest(name, Object.keys(variables));
			const hint = near ? `Did you mean "${near}"?` : 'Add it to "variables", with a default.';
			documents.report('openapi-operation', 'error', server, ['url'], message, hint);
		}
		for (const [name, variable] of fieldsOf(variables)) {
			if (!isRecord(variable) || !Array.isArray(variable.enum) || variable.enum.includes(variable.default)) continue;
			const message = `The default of the variable "${name}" isn't one of its values.`;
			documents.report('openapi-operation', 'error', variable, ['default'], message, 'Choose one of "enum".');
		}
	}
}

const PLACES = ['path', 'query', 'querystring', 'header', 'cookie', 'body', 'formData'];

/** A list of parameters as it's written. */
function checkList(list: unknown, documents: Documents): void {
	const names = new Set<string>();
	for (const [index, written] of items(list).entries()) {
		const one = documents.object(written);
		if (!one) continue;
		const key = `${one.in} ${one.name}`;
		const wrong = mistakeIn(one, names.has(key));
		names.add(key);
		if (!wrong || documents.isTold(written as object, wrong.message)) continue;
		const keys = [index, ...(wrong.field === undefined ? [] : [wrong.field])];
		documents.report('openapi-operation', 'error', list as object, keys, wrong.message, wrong.hint);
	}
}

/** The mistake in a parameter, and its field; without one, it's the whole parameter. */
function mistakeIn(one: Data, isTwice: boolean): { field?: string; message: string; hint: string } | undefined {
	if (text(one.name) === '') return { message: 'The parameter has no name.', hint: 'Add "name".' };
	if (!PLACES.includes(text(one.in))) {
		const message = `The parameter "${one.name}" is in "${one.in}", which isn't a place.`;
		return { field: 'in', message, hint: placeHint(one.in) };
	}
	if (isTwice)
		return {
			field: 'name',
			message: `The ${one.in} parameter "${one.name}" is there twice.`,
			hint: 'Remove one of them.',
		};
	if (one.in !== 'path' || one.required === true) return undefined;
	return {
		field: 'name',
		message: `The path parameter "${one.name}" isn't required.`,
		hint: 'Add "required: true".',
	};
}

function placeHint(place: unknown): string {
	const near = nearest(text(place), PLACES);
	return near ? `Did you mean "${near}"?` : `Write one of ${PLACES.slice(0, 5).join(', ')}.`;
}

/** Status codes, and links to other operations. */
function checkAnswers({ data, method, path, answers }: Operation, ids: string[], documents: Documents): void {
	for (const { status, data: answer } of answers) {
		if (!/^(?:[1-5](?:\d\d|XX)|default)$/.test(status)) {
			const message = `"${status}" of ${method} ${path} isn't a status code.`;
			const hint = /^[1-5]xx$/.test(status) ? `Write ${status.toUpperCase()}.` : 'Write 100 to 599, 2XX, or "default".';
			documents.report('openapi-operation', 'error', data.responses as object, [status], message, hint);
		}
		for (const [name, link] of objectsIn(answer.links, documents)) {
			const id = link.operationId;
			if (id === undefined || documents.isTold(link, 'link')) continue;
			if (ids.includes(text(id))) continue;
			const near = nearest(text(id), ids);
			const message = `The link "${name}" names the operation "${id}", which isn't in the file.`;
			const hint = near ? `Did you mean "${near}"?` : 'Write the operationId of an operation.';
			documents.report('openapi-operation', 'error', link, ['operationId'], message, hint);
		}
	}
}

/** A tag that isn't declared may be meant; one with a letter too many isn't. */
function checkTags(operation: Data, declared: string[], documents: Documents): void {
	for (const [index, tag] of items(operation.tags).map(text).entries()) {
		const near = declared.includes(tag) ? undefined : nearest(tag, declared);
		if (near === undefined) continue;
		const message = `The tag "${tag}" isn't one of the file's.`;
		const hint = `Did you mean "${near}"? If not, add it to "tags".`;
		documents.report('openapi-operation', 'warning', operation, ['tags', index], message, hint);
	}
}

function checkParameters({ data, method, path, parameters }: Operation, documents: Documents): void {
	const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
	const defined = parameters.filter((one) => one.in === 'path');
	for (const name of inPath) {
		if (defined.some((one) => one.name === name)) continue;
		const near = nearest(
			name,
			defined.map((one) => one.name).filter((one) => !inPath.includes(one)),
		);
		documents.report(
			'openapi-operation',
			'error',
			data,
			[],
			`${method} ${path} has no path parameter "${name}".`,
			near ? `Did you mean "${near}"?` : 'Add it to "parameters", with "in: path".',
		);
	}
	for (const one of defined)
		if (!inPath.includes(one.name))
			documents.report(
				'openapi-operation',
				'error',
				one.data,
				['name'],
				`The path parameter "${one.name}" isn't in the path of ${method} ${path}.`,
				`Write {${one.name}} in the path, or remove the parameter.`,
			);
}

function checkSecurity(data: Data, what: string, { schemes }: Model, documents: Documents): void {
	for (const [index, one] of items(data.security).entries())
		for (const [name, scopes] of fieldsOf(one)) {
			if (Object.hasOwn(schemes, name)) {
				checkScopes(one as Data, name, items(scopes), documents.object(schemes[name]) ?? {}, documents);
				continue;
			}
			const near = nearest(name, Object.keys(schemes));
			documents.report(
				'openapi-operation',
				'error',
				items(data.security)[index] as object,
				[name],
				`${what} needs the security scheme "${name}", which isn't defined.`,
				near ? `Did you mean "${near}"?` : 'Define it in the security schemes of the file.',
			);
		}
}

function checkScopes(need: Data, name: string, scopes: unknown[], scheme: Data, documents: Documents): void {
	if (scheme.type !== 'oauth2') return;
	const flows = isRecord(scheme.flows) ? Object.values(scheme.flows) : [scheme];
	const known = flows.flatMap((flow) => (isRecord(flow) ? Object.keys(isRecord(flow.scopes) ? flow.scopes : {}) : []));
	for (const [index, scope] of scopes.map(String).entries()) {
		if (known.includes(scope)) continue;
		const near = nearest(scope, known);
		const message = `The security scheme "${name}" has no scope "${scope}".`;
		const hint = near ? `Did you mean "${near}"?` : 'Add it to "scopes" of the scheme.';
		documents.report('openapi-operation', 'error', need, [name, index], message, hint);
	}
}

/** Keys below which a `$ref` is data. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'value', 'dataValue']);

/** Follows every `$ref`, so that each that leads nowhere is reported. */
function references(data: unknown, documents: Documents): void {
	const seen = new Set<object>();
	const stack: [unknown, boolean][] = [[data, false]];
	for (let next = stack.pop(); next; next = stack.pop()) {
		const [value, isNames] = next;
		if (typeof value !== 'object' || value === null || seen.has(value)) continue;
		seen.add(value);
		if (!isNames && isRecord(value) && typeof value.$ref === 'string') stack.push([documents.resolve(value), false]);
		if (!isNames && isRecord(value) && text(value.operationRef).startsWith('#'))
			documents.target(value, 'operationRef');
		for (const [key, inside] of Object.entries(value).reverse()) {
			if (!isNames && (key.startsWith('x-') || (DATA.has(key) && !isRefs(key, inside)))) continue;
			stack.push([inside, key === 'properties' || key === 'schemas']);
		}
	}
}

/** Examples by name may be references. */
function isRefs(key: string, value: unknown): boolean {
	return key === 'examples' && isRecord(value);
}

/** Parts that operations share, of OpenAPI 3 and 2.0. Schemas and security schemes are shown without any use. */
const SHARED = 'responses parameters examples requestBodies headers links callbacks pathItems'.split(' ');

/** Shared parts that nothing uses are on no page. */
function unused({ data, isOld, schemas, operations }: Model, documents: Documents): void {
	const nameOf = (one: unknown): string => `${documents.object(one)?.in} ${documents.object(one)?.name}`;
	for (const around of new Set(operations.map((one) => one.around))) {
		const own = operations.filter((one) => one.around === around).map(({ data }) => items(data.parameters).map(nameOf));
		for (const one of items(around.parameters).filter(isRecord))
			if (own.every((names) => names.includes(nameOf(one))))
				documents.report(
					'openapi-unused',
					'info',
					one,
					[],
					`Each operation of this path replaces its parameter "${nameOf(one).split(' ')[1]}".`,
					'Remove it.',
				);
	}
	const seen = new Set<object>();
	const stack: unknown[] = [data.paths, data.webhooks, ...schemas.values()];
	for (let next = stack.pop(); stack.length > 0 || next !== undefined; next = stack.pop()) {
		if (typeof next !== 'object' || next === null || seen.has(next)) continue;
		seen.add(next);
		if (isRecord(next) && typeof next.$ref === 'string') stack.push(documents.resolve(next));
		else stack.push(...Object.values(next));
	}
	const parts = isOld ? data : isRecord(data.components) ? data.components : {};
	for (const kind of isOld ? SHARED.slice(0, 2) : SHARED)
		for (const [name, written] of fieldsOf(parts[kind])) {
			const value = documents.object(written);
			if (!value || seen.has(value) || name.startsWith('x-')) continue;
			const owner = parts[kind] as object;
			documents.report(
				'openapi-unused',
				'info',
				owner,
				[name],
				`Nothing uses "${name}" of "${kind}", so no page shows it.`,
				'Use it by a $ref, or remove it.',
			);
		}
}

/** A page says how to authenticate, and nothing needs it. */
function unusedSchemes({ data, schemes, operations }: Model, documents: Documents): void {
	const all = [data, ...operations.map((one) => one.data)];
	const used = new Set(
		all.flatMap((one) => items(one.security).flatMap((need) => fieldsOf(need).map(([name]) => name))),
	);
	for (const name of Object.keys(schemes))
		if (!used.has(name) && !name.startsWith('x-'))
			documents.report(
				'openapi-unused',
				'info',
				schemes,
				[name],
				`Nothing needs the security scheme "${name}".`,
				'Name it in "security" of the file or of an operation, or remove it.',
			);
}

/** One line for what has no words. */
function silent(file: string, { operations, schemas }: Model, documents: Documents): void {
	const without = (list: Data[]): number =>
		list.filter(({ description, summary, title }) => !text(description) && !text(summary) && !text(title)).length;
	const fields = [...schemas.values()].flatMap((schema) =>
		fieldsOf(documents.object(schema)?.properties).flatMap(([, value]) =>
			isRecord(value) ? [documents.object(value) ?? value] : [],
		),
	);
	const counts: [number, string][] = [
		[without(operations.map(({ data }) => data)), 'operation'],
		[without(operations.flatMap(({ parameters }) => parameters.map(({ data }) => data))), 'parameter'],
		[without(fields), 'field'],
	];
	const said = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`]));
	if (said.length === 0) return;
	const message = `${file} says nothing about ${said.join(', ').replace(/, ([^,]*)$/, ' and $1')}.`;
	documents.findings.push({
		code: 'openapi-words',
		severity: 'info',
		file,
		line: 1,
		message,
		hint: 'Write a "description" for what readers can\'t guess.',
	});
}

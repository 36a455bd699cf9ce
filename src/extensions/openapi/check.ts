/** Mistakes in the structure of a description: operations, parameters, security, and names without words. */
import { isRecord, nearest } from '../../content/model/schema.ts';
import type { Data, Documents } from './documents.ts';
import { fieldsOf, items, type Model, type Operation, text } from './model.ts';

export function checkStructure(file: string, model: Model, documents: Documents): void {
	references(model.data, documents);
	const names = new Map<string, Operation>();
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
		checkSecurity(data, `${method} ${path}`, model, documents);
	}
	checkSecurity(model.data, 'The file', model, documents);
	const paths = isRecord(model.data.paths) ? model.data.paths : {};
	const shapes = new Map<string, string>();
	for (const path of Object.keys(paths).filter((one) => one.startsWith('/'))) {
		const shape = path.replace(/\{[^}]*\}/g, '{}');
		const other = shapes.get(shape);
		if (other !== undefined)
			documents.report(
				'openapi-operation',
				'error',
				paths,
				[path],
				`The paths ${other} and ${path} are equal but for the names of parameters.`,
				'Write them as one path.',
			);
		shapes.set(shape, path);
	}
	unused(model, documents);
	silent(file, model, documents);
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
		for (const [name] of fieldsOf(one)) {
			if (Object.hasOwn(schemes, name)) continue;
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

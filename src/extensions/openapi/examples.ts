/** Examples and defaults that their own schema refuses. */

import { isRecord } from '../../content/model/schema.ts';
import type { Data, Documents } from './documents.ts';
import { fieldsOf, items, type MediaType, type Model, type Operation, objectsIn } from './model.ts';
import { type Mismatch, mismatchOf } from './values.ts';

type Direction = 'sent' | 'received' | undefined;

/** A value, where it's written, and what it is: `the example "rye"`. */
interface Example {
	owner: object;
	keys: (string | number)[];
	value: unknown;
	what: string;
}

export function checkExamples(model: Model, documents: Documents): void {
	const names = new Map<unknown, string>();
	for (const [name, schema] of model.schemas) names.set(documents.resolve(schema), name);
	const seen = new Set<object>();
	const check = ({ owner, keys, value, what }: Example, schema: unknown, direction?: Direction): void => {
		const refusal = mismatchOf(value, schema, documents, direction);
		if (refusal) report({ owner, keys, value, what }, refusal, documents, names);
	};

	/** The examples inside of a schema; `name` names the schema or the field. */
	const schemaExamples = (written: unknown, name: string): void => {
		const stack: [unknown, string][] = [[written, name]];
		for (let next = stack.pop(); next; next = stack.pop()) {
			const [value, trail] = next;
			const schema = documents.object(value);
			// Next to a $ref as well.
			if (isRecord(value) && schema && value !== schema && !seen.has(value)) {
				seen.add(value);
				for (const key of ['example', 'default'])
					if (value[key] !== undefined && value[key] !== null)
						check({ owner: value, keys: [key], value: value[key], what: `the ${key} of ${trail}` }, value);
			}
			if (!schema || seen.has(schema)) continue;
			seen.add(schema);
			const own = names.get(schema) ?? trail;
			for (const one of examplesIn(schema, own)) check(one, schema);
			stack.push(...schemasIn(schema, own));
		}
	};

	const besides = (data: Data, schema: unknown, of: string, direction: Direction, isText = false): void => {
		for (const one of examplesBeside(data, of, documents)) {
			// The text of a message, in XML or another notation.
			if (isText && typeof one.value === 'string') continue;
			check({ ...one, value: parsedText(one.value, documents.object(schema)) }, schema, direction);
		}
		schemaExamples(schema, of);
	};
	const contents = (list: MediaType[], of: string, direction: Direction): void => {
		for (const { type, schema, data } of list) besides(data, schema, of, direction, !isJson(type));
	};

	const operation = ({ name, parameters, body, answers, callbacks }: Operation): void => {
		for (const one of parameters)
			if (!model.isOld) besides(one.data, one.schema, `the parameter "${one.name}" of ${name}`, 'sent');
			else schemaExamples(one.schema, `the parameter "${one.name}" of ${name}`);
		if (body) contents(body.contents, `the body of ${name}`, 'sent');
		for (const { status, data, headers, contents: list } of answers) {
			const of = `the answer ${status} of ${name}`;
			if (model.isOld) for (const one of oldExamples(data, of)) check(one, data.schema, 'received');
			else contents(list, of, 'received');
			for (const [header, one] of headers)
				besides(one, one.schema ?? (model.isOld ? one : undefined), `the header "${header}" of ${of}`, 'received');
		}
		for (const one of callbacks) operation(one);
	};

	for (const [name, schema] of model.schemas) schemaExamples(schema, name);
	for (const one of model.operations) operation(one);
}

/** The examples of a schema, without what is inside of it. */
function examplesIn(schema: Data, name: string): Example[] {
	const all = items(schema.examples).map((value, index): Example => {
		return { owner: schema, keys: ['examples', index], value, what: `the example of ${name}` };
	});
	// A default of null is none.
	for (const key of ['example', 'default'])
		if (schema[key] !== undefined && (key === 'example' || schema[key] !== null))
			all.push({ owner: schema, keys: [key], value: schema[key], what: `the ${key} of ${name}` });
	return all;
}

function schemasIn(schema: Data, name: string): [schema: unknown, name: string][] {
	const fields = [...fieldsOf(schema.properties), ...fieldsOf(schema.patternProperties)];
	const elements = [schema.items, schema.additionalProperties, schema.contains];
	const parts = [
		...['allOf', 'anyOf', 'oneOf', 'prefixItems'].flatMap((key) => items(schema[key])),
		...[schema.then, schema.else, schema.unevaluatedProperties],
		...fieldsOf(schema.dependentSchemas).map(([, inside]) => inside),
	];
	return [
		...fields.map(([field, inside]): [unknown, string] => [inside, `${name}.${field}`]),
		...elements.map((inside): [unknown, string] => [inside, `${name}[]`]),
		...parts.map((inside): [unknown, string] => [inside, name]),
	];
}

/** `example` and `examples` next to a schema. */
function examplesBeside(data: Data, of: string, documents: Documents): Example[] {
	const { example } = data;
	const single = { owner: data, keys: ['example'], value: example, what: `the example of ${of}` };
	const named = objectsIn(data.examples, documents).map(([name, owner]): Example => {
		const key = owner.value === undefined ? 'dataValue' : 'value';
		return { owner, keys: [key], value: owner[key], what: `the example "${name}" of ${of}` };
	});
	return [single, ...named].filter(({ value }) => value !== undefined);
}

/** The examples of an answer in Swagger 2, by media type. */
function oldExamples({ examples }: Data, of: string): Example[] {
	return fieldsOf(examples)
		.filter(([type, value]) => isJson(type) || typeof value !== 'string')
		.map(([type, value]) => ({ owner: examples as object, keys: [type], value, what: `the example of ${of}` }));
}

/** Whether a media type is JSON; a text of any other is in its own notation. */
function isJson(type: string): boolean {
	return /\bjson\b/i.test(type);
}

/** JSON in a string, where a string isn't what the schema wants. */
function parsedText(value: unknown, schema: Data | undefined): unknown {
	if (
		typeof value !== 'string' ||
		!schema ||
		![schema.type].flat().every((type) => type === 'object' || type === 'array')
	)
		return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

function report(
	{ owner, keys, what }: Example,
	{ at, said, rule, keyword, key }: Mismatch,
	documents: Documents,
	names: Map<unknown, string>,
): void {
	const subject = at.length === 0 ? what : `the value ${at.join('.')} of ${what}`;
	const name = names.get(rule);
	const { file, line } = documents.place(rule, keyword);
	const missing = keyword === 'required';
	const whose = missing
		? `, which ${name ?? 'its schema'} requires`
		: name === undefined || what.endsWith(name)
			? ''
			: `, in ${name}`;
	const place = documents.place(owner, ...keys, ...at, ...(key === undefined ? [] : [key]));
	documents.findings.push({
		code: 'openapi-example',
		severity: 'warning',
		...place,
		message: `${subject.replace(/^t/, 'T')} ${said}${whose}.`,
		hint: missing
			? `Add it, or drop "required" in ${file}:${line}.`
			: `Correct the value, or "${keyword}" in ${file}:${line}.`,
	});
}

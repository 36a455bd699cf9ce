/** Each object of a description by its kind: fields that OpenAPI doesn't know, and objects that contradict themselves. */
import { isRecord, nearest } from '../../content/model/schema.ts';
import type { Data, Documents } from './documents.ts';
import { fieldsOf, items, METHODS, type Model, text } from './model.ts';
import { isPattern, mismatchOf, TYPES } from './values.ts';

/** Fields of parameters, and of headers, which are parameters without a name and a place. */
const VALUE = `description required deprecated allowEmptyValue style explode allowReserved schema:schema example
	examples:example* content:media* type format items:schema collectionFormat default maximum exclusiveMaximum minimum
	exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf`;

/** The fields of each kind. After a colon is the kind of the value or of its items; with a star, it's a map of them. */
const KINDS: Readonly<Record<string, ReadonlyMap<string, string>>> = Object.fromEntries(
	Object.entries({
		file: `openapi swagger $self info:info jsonSchemaDialect servers:server paths:path* webhooks:path* components:parts
			security tags:tag externalDocs host basePath schemes consumes produces definitions:schema*
			parameters:parameter* responses:response* securityDefinitions`,
		info: 'title summary description termsOfService contact license version',
		tag: 'name summary description externalDocs parent kind',
		parts: `schemas:schema* responses:response* parameters:parameter* examples:example* requestBodies:body*
			headers:header* securitySchemes links:link* callbacks:callback* pathItems:path* mediaTypes:media*`,
		server: 'url description name variables',
		path: `$ref summary description servers:server parameters:parameter additionalOperations:operation*
			${METHODS.map((method) => `${method}:operation`).join(' ')}`,
		operation: `tags summary description externalDocs operationId parameters:parameter requestBody:body
			responses:response* callbacks:callback* deprecated security servers:server consumes produces schemes`,
		parameter: `$ref name in ${VALUE}`,
		header: `$ref ${VALUE}`,
		body: '$ref description content:media* required',
		response: '$ref summary description headers:header* content:media* links:link* schema:schema examples',
		media: 'schema:schema itemSchema:schema example examples:example* encoding:encoding* prefixEncoding itemEncoding',
		encoding: 'contentType headers:header* style explode allowReserved encoding:encoding* prefixEncoding itemEncoding',
		example: '$ref summary description value dataValue serializedValue externalValue',
		link: '$ref operationRef operationId parameters requestBody description server:server',
		schema: `$ref $id $schema $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs:schema* definitions:schema*
			title description type format properties:schema* patternProperties:schema* additionalProperties:schema
			unevaluatedProperties:schema unevaluatedItems:schema propertyNames:schema items:schema prefixItems:schema
			contains:schema minContains maxContains allOf:schema anyOf:schema oneOf:schema not:schema if:schema
			then:schema else:schema dependentSchemas:schema* dependentRequired dependencies required enum const default
			example examples minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern
			minItems maxItems uniqueItems minProperties maxProperties nullable readOnly writeOnly deprecated discriminator
			xml externalDocs contentEncoding contentMediaType contentSchema:schema name in collectionFormat
			allowEmptyValue`,
	}).map(([kind, fields]) => [
		kind,
		new Map(
			fields
				.split(/\s+/)
				.map((one) => one.split(':') as [string, string])
				.map(([name, of = '']) => [name, of]),
		),
	]),
);

type Report = (keys: (string | number)[], message: string, hint: string) => void;

export function checkFields(model: Model, documents: Documents): void {
	const seen = new Set<object>();
	const foreign: Foreign = new Map();
	const stack: [string, unknown][] = [['file', model.data]];
	for (let next = stack.pop(); next; next = stack.pop()) {
		const [kind, written] = next;
		if (Array.isArray(written)) stack.push(...written.toReversed().map((one): [string, unknown] => [kind, one]));
		if (!isRecord(written) || seen.has(written)) continue;
		seen.add(written);
		if (typeof written.$ref === 'string') stack.push([kind, documents.resolve(written)]);
		if (kind.endsWith('*')) {
			for (const [name, one] of fieldsOf(written).toReversed())
				if (!name.startsWith('x-')) stack.push([kind.slice(0, -1), one]);
			continue;
		}
		const known = KINDS[kind] ?? new Map<string, string>();
		for (const [field, value] of Object.entries(written).toReversed()) {
			const of = kind === 'callback' ? 'path' : known.get(field);
			if (of) stack.push([of, value]);
			if (of !== undefined || field.startsWith('x-') || known.size === 0) continue;
			const near = nearest(
				field,
				[...known.keys()].filter((one) => !one.startsWith('$') && written[one] === undefined),
			);
			if (near === undefined) continue;
			documents.report(
				'openapi-field',
				'warning',
				written,
				[field],
				`OpenAPI doesn't know the field "${field}" here, so nobody reads it.`,
				`Did you mean "${near}"? Names of extensions begin with "x-".`,
			);
		}
		if (kind === 'schema') {
			const report: Report = (keys, message, hint) =>
				documents.report('openapi-schema', 'warning', written, keys, message, hint);
			checkSchema(written, report, foreign, model, documents);
		}
		if (written.example !== undefined && isRecord(written.examples) && kind !== 'schema')
			documents.report(
				'openapi-field',
				'warning',
				written,
				['example'],
				'"example" and "examples" exclude each other.',
				'Move the example into "examples".',
			);
	}
	// A file of another version has hundreds of them.
	for (const [keyword, { schema, hint, count }] of foreign)
		documents.report(
			'openapi-schema',
			'warning',
			schema,
			[keyword],
			`OpenAPI ${model.data.openapi ?? model.data.swagger} doesn't read "${keyword}" as it's written here${count > 1 ? ` and in ${count - 1} more schema${count > 2 ? 's' : ''}` : ''}.`,
			hint,
		);
}

/** Keyword of another version → the first schema that has it, and how many do. */
type Foreign = Map<string, { schema: Data; hint: string; count: number }>;

/** Keywords of JSON Schema that OpenAPI 3.0 and 2.0 don't have. */
const NEW_KEYWORDS =
	'const if then else patternProperties prefixItems contains propertyNames dependentSchemas dependentRequired unevaluatedProperties unevaluatedItems'.split(
		' ',
	);

const LIMITS = [
	['minimum', 'maximum'],
	['minLength', 'maxLength'],
	['minItems', 'maxItems'],
	['minProperties', 'maxProperties'],
	['minContains', 'maxContains'],
] as const;

function checkSchema(schema: Data, report: Report, foreign: Foreign, model: Model, documents: Documents): void {
	const { isModern } = model;
	const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((one) => one !== undefined);
	for (const type of types)
		if (!Object.hasOwn(TYPES, String(type)) && !(model.isOld && type === 'file'))
			report(['type'], `"${type}" isn't a type.`, `Write one of ${Object.keys(TYPES).join(', ')}.`);
	for (const [keyword, hint] of otherKeywords(schema, types, model)) {
		const places = foreign.get(keyword) ?? { schema, hint, count: 0 };
		places.count++;
		foreign.set(keyword, places);
	}
	if (!isModern && types[0] === 'array' && schema.items === undefined)
		report(['type'], 'The list has no "items".', 'Add "items", with the schema of an item; {} for any.');
	for (const [least, most] of LIMITS) {
		const [low, high] = [schema[least], schema[most]];
		if (typeof low === 'number' && typeof high === 'number' && low > high)
			report([least], `No value is right: "${least}" is ${low}, and "${most}" is ${high}.`, 'Swap or correct them.');
	}
	if (typeof schema.pattern === 'string' && !isPattern(schema.pattern))
		report(['pattern'], `The pattern ${schema.pattern} isn't a regular expression.`, 'Correct it.');
	if (schema.readOnly === true && schema.writeOnly === true)
		report(['writeOnly'], '"readOnly" and "writeOnly" leave nobody who has the value.', 'Remove one of them.');
	checkEnum(schema, report, documents);
	checkRequired(schema, report, documents);
	const { mapping } = isRecord(schema.discriminator) ? schema.discriminator : {};
	for (const [value, target] of fieldsOf(mapping)) {
		const name = text(target).replace(/^#\/(?:components\/schemas|definitions)\//, '');
		if (/[/#.]/.test(name) || model.schemas.has(name)) continue;
		const near = nearest(name, [...model.schemas.keys()]);
		report(
			['discriminator', 'mapping', value],
			`The discriminator's value "${value}" names "${name}", which isn't a schema of the file.`,
			near ? `Did you mean "${near}"?` : 'Define it, or correct the mapping.',
		);
	}
	if (isPartOfItself(schema, documents))
		report(['allOf'], 'The schema is a part of itself, by "allOf".', 'Remove the reference that leads back to it.');
}

function checkEnum(schema: Data, report: Report, documents: Documents): void {
	const { type, nullable } = schema;
	const values = items(schema.enum);
	const said = values.map((one) => JSON.stringify(one));
	for (const [index, value] of values.entries()) {
		if (said.indexOf(said[index] ?? '') < index)
			report(['enum', index], `The value ${said[index]} is in "enum" twice.`, 'Remove one of them.');
		else if (mismatchOf(value, { type, nullable }, documents))
			report(
				['enum', index],
				`The value ${said[index]} of "enum" isn't of the type ${[type].flat().join(' or ')}.`,
				'Quote it, or correct the type.',
			);
	}
}

function checkRequired(schema: Data, report: Report, documents: Documents): void {
	const { required, properties } = schema;
	// A parameter of OpenAPI 2.0 is a schema as well.
	if (required !== undefined && !Array.isArray(required) && schema.in === undefined)
		report(
			['required'],
			'"required" of a schema is a list of names.',
			'Name the field in "required" of the schema around it.',
		);
	if (!isRecord(properties)) return;
	const isClosed = schema.additionalProperties === false && !schema.patternProperties;
	for (const [index, name] of items(required).map(String).entries()) {
		if (Object.hasOwn(properties, name)) continue;
		const near = nearest(
			name,
			Object.keys(properties).filter((one) => !items(required).includes(one)),
		);
		const isElsewhere = [schema.allOf, schema.anyOf, schema.oneOf].flatMap(items).some((part) => {
			const inside = documents.object(part)?.properties;
			return isRecord(inside) && Object.hasOwn(inside, name);
		});
		if (!isElsewhere && (isClosed || near !== undefined))
			report(
				['required', index],
				`"${name}" is required, but it isn't one of the fields.`,
				near ? `Did you mean "${near}"?` : 'Add it to "properties", or drop it in "required".',
			);
	}
}

/** Keywords of a schema that mean something in another version of OpenAPI only, each with a hint. */
function otherKeywords(schema: Data, types: unknown[], { isModern }: Model): [keyword: string, hint: string][] {
	const limits = ['exclusiveMinimum', 'exclusiveMaximum'];
	if (isModern)
		return [
			...(schema.nullable === true ? [['nullable', 'Add "null" to "type".'] as [string, string]] : []),
			...limits
				.filter((keyword) => typeof schema[keyword] === 'boolean')
				.map((keyword): [string, string] => [keyword, 'Write the limit itself, as a number.']),
		];
	return [
		...(types.length > 1 ? [['type', 'Write one type, and "nullable: true" for null.'] as [string, string]] : []),
		...limits
			.filter((keyword) => typeof schema[keyword] === 'number')
			.map((keyword): [string, string] => [
				keyword,
				`Write true here, and the number as "${keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum'}".`,
			]),
		...NEW_KEYWORDS.filter((keyword) => schema[keyword] !== undefined).map((keyword): [string, string] => [
			keyword,
			"It's a keyword of OpenAPI 3.1.",
		]),
	];
}

/** Whether the parts of a schema, by `allOf`, have the schema itself. */
function isPartOfItself(schema: Data, documents: Documents): boolean {
	const seen = new Set<object>();
	const stack = [...items(schema.allOf)];
	for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
		const part = documents.object(next);
		if (part === schema) return true;
		if (!part || seen.has(part)) continue;
		seen.add(part);
		stack.push(...items(part.allOf));
	}
	return false;
}

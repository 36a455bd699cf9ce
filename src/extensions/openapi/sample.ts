/** A value for a schema that has no example. */
import { isRecord } from '../../content/model/schema.ts';
import type { Data, Documents } from './documents.ts';
import { fieldsOf, items, text } from './model.ts';
import { mismatchOf } from './values.ts';

/** Schemas in schemas: one that requires itself has no end. */
const MAX_LEVELS = 10;
/** Schemas in a value, which is too long for a request with fewer. */
const MAX_STEPS = 500;
/** Lines of a value in a request. */
export const MAX_LINES = 40;

const TEXTS: Readonly<Record<string, string>> = {
	date: '2026-01-31',
	'date-time': '2026-01-31T12:00:00Z',
	time: '12:00:00Z',
	duration: 'P1D',
	uuid: '3f2c8a4e-9b1d-4c57-8e60-2a7d5b9c1f34',
	email: 'name@example.com',
	uri: 'https://example.com',
	hostname: 'example.com',
	ipv4: '192.0.2.1',
	ipv6: '2001:db8::1',
	byte: 'dGV4dA==',
};

/**
 * A value that can be sent, with the examples and defaults of the schema. Undefined where the schema accepts neither one
 * with all fields nor one with the required ones, because of a pattern, for example, or both are long.
 */
export function sampleOf(schema: unknown, documents: Documents): unknown {
	const values = [true, false].map((isFull) => sampleIn(schema, { documents, isFull, steps: 0 }, []));
	const isRight = (value: unknown): boolean => mismatchOf(value, schema, documents, 'sent') === undefined;
	return values.find((value) => value !== undefined && isUseful(value) && isRight(value));
}

/** Neither empty nor long. */
function isUseful(value: unknown): boolean {
	if (isRecord(value) && Object.keys(value).length === 0) return false;
	return JSON.stringify(value, null, 2).split('\n').length <= MAX_LINES;
}

interface Wanted {
	documents: Documents;
	/** With fields that may be left out. */
	isFull: boolean;
	/** Schemas that were looked at. */
	steps: number;
}

/** `around` are the schemas that it's a part of. */
function sampleIn(written: unknown, wanted: Wanted, around: readonly Data[]): unknown {
	const schema = wanted.documents.object(written);
	if (!schema || around.length > MAX_LEVELS || ++wanted.steps > MAX_STEPS) return undefined;
	const inside = [...around, schema];
	const own = isRecord(written) && written !== schema ? [written.example, written.default] : [];
	const list = Array.isArray(schema.examples) ? schema.examples : [];
	const given = [...own, schema.example, list[0], schema.default, schema.const, items(schema.enum)[0]];
	const said = given.find((one) => one !== undefined);
	if (said !== undefined) return said;
	const [variant] = [...items(schema.oneOf), ...items(schema.anyOf)];
	const parts = [...items(schema.allOf), ...(variant === undefined ? [] : [variant])];
	const fields = fieldsIn(schema, wanted, inside);
	if (parts.length > 0) {
		const values = [fields, ...parts.map((part) => sampleIn(part, wanted, inside))];
		const objects = values.filter(isRecord);
		return objects.length > 0 ? Object.assign({}, ...objects, chosen(schema, variant)) : values[1];
	}
	const type = text(items(schema.type).find((one) => one !== 'null') ?? schema.type);
	if (type === 'object' || fields) return fields ?? {};
	if (type === 'array') return listOf(schema, wanted, inside);
	if (type === 'string') return TEXTS[text(schema.format)] ?? textOf(schema);
	if (type === 'integer' || type === 'number') return numberOf(schema);
	return type === 'boolean' ? true : undefined;
}

/** The field that says which variant it is. */
function chosen({ discriminator }: Data, variant: unknown): Data {
	if (!isRecord(discriminator) || !isRecord(variant)) return {};
	const ref = text(variant.$ref);
	const name = fieldsOf(discriminator.mapping).find(([, target]) => target === ref)?.[0] ?? ref.split('/').at(-1);
	return name ? { [text(discriminator.propertyName)]: name } : {};
}

function fieldsIn(schema: Data, wanted: Wanted, inside: readonly Data[]): Data | undefined {
	if (!isRecord(schema.properties)) return undefined;
	const required = new Set(items(schema.required).map(String));
	return Object.fromEntries(
		fieldsOf(schema.properties).flatMap(([name, written]): [string, unknown][] => {
			const field = wanted.documents.object(written);
			if (!field || field.readOnly === true) return [];
			const isOptional = !wanted.isFull || field.deprecated === true || inside.includes(field);
			if (isOptional && !required.has(name)) return [];
			const value = sampleIn(written, wanted, inside);
			return value === undefined ? [] : [[name, value]];
		}),
	);
}

function listOf(schema: Data, wanted: Wanted, inside: readonly Data[]): unknown[] {
	const { minItems } = schema;
	const each = wanted.documents.object(schema.items);
	if (minItems === undefined && (!wanted.isFull || (each && inside.includes(each)))) return [];
	const one = sampleIn(schema.items, wanted, inside);
	const count = typeof minItems === 'number' ? Math.min(Math.max(minItems, 1), MAX_LEVELS) : 1;
	return one === undefined ? [] : Array.from({ length: count }, () => one);
}

function textOf({ minLength, maxLength }: Data): string {
	const least = typeof minLength === 'number' ? minLength : 0;
	return 'text'.padEnd(Math.min(least, 100), 't').slice(0, typeof maxLength === 'number' ? maxLength : undefined);
}

function numberOf({ minimum, exclusiveMinimum: above, maximum, multipleOf: step }: Data): number {
	const least = typeof above === 'number' ? above + 1 : typeof minimum === 'number' ? minimum : 1;
	const first = above === true ? least + 1 : least;
	const most = typeof maximum === 'number' ? Math.min(first, maximum) : first;
	return typeof step === 'number' && step > 0 ? Math.ceil(most / step) * step : most;
}

/**
 * Values against their schemas, in all dialects of OpenAPI, which differ in few keywords. A compiler of schemas, such as
 * ajv, would know one dialect, compile thousands of schemas for one value each, and not tell in which file a rule is.
 */
import { createContext, Script } from 'node:vm';
import { isRecord } from '../../content/model/schema.ts';
import type { Data, Documents } from './documents.ts';
import { fieldsOf, items, text } from './model.ts';

/** Why a schema refuses a value. */
export interface Mismatch {
	/** The path to the part of the value that is refused. */
	at: (string | number)[];
	/** After the name of the part: `has no "weight"`. */
	said: string;
	/** The schema and its keyword. */
	rule: Data;
	keyword: string;
	/** The name of the field that mustn't be there. */
	key?: string;
}

/** Schemas that are tried for a value; more would take seconds, and the value counts as right. */
const MAX_STEPS = 20_000;
const MAX_DEPTH = 100;
/** Schemas in schemas: one may be a part of itself. */
const MAX_NESTING = 500;
/** Milliseconds that a pattern may take. */
const PATTERN_MS = 50;

const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i;

const FORMATS: Readonly<Record<string, (value: string) => boolean>> = {
	date: (value) => value.length === 10 && isDate(value),
	'date-time': (value) => isDate(value) && /^t| /i.test(value[10] ?? '') && TIME.test(value.slice(11)),
	// Many leave out the offset.
	time: (value) => TIME.test(/^[\d:.]+$/.test(value) ? `${value}Z` : value),
	duration: (value) => /^P(?=\w)(?:\d+[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?$/.test(value),
	uuid: (value) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(value),
	email: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
	uri: (value) => /^[a-z][a-z\d+.-]*:\S+$/i.test(value),
	hostname: (value) => value.length < 254 && /^(?:(?!-)[a-z\d-]{1,63}(?<!-)(?:\.(?!$)|$))+$/i.test(value),
	ipv4: (value) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(value),
	ipv6: (value) => /^[\da-f:.]+$/i.test(value) && URL.canParse(`http://[${value}]`),
	byte: (value) => /^[\w+/-]*={0,2}$/.test(value.replace(/\s+/g, '')),
	regex: isPattern,
};

function isDate(value: string): boolean {
	const [, year, month, day] = DATE.exec(value) ?? [];
	return year !== undefined && Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
}

/** Numbers of formats → the first number that's too large. */
const INTEGERS: Readonly<Record<string, number>> = { int32: 2 ** 31, int64: 2 ** 63 };

export const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
	string: (value) => typeof value === 'string',
	number: (value) => typeof value === 'number',
	integer: (value) => Number.isInteger(value),
	boolean: (value) => typeof value === 'boolean',
	array: Array.isArray,
	object: isRecord,
	null: (value) => value === null,
};

const SANDBOX = createContext(Object.create(null));

/** `direction`: whether the value is sent to the server or by it. Without one, it may be either. */
export function mismatchOf(
	value: unknown,
	schema: unknown,
	documents: Documents,
	direction?: 'sent' | 'received',
): Mismatch | undefined {
	const check = new Check(documents, direction);
	const refusal = check.refuse(value, schema, []);
	return check.steps > MAX_STEPS ? undefined : refusal;
}

class Check {
	steps = 0;
	private depth = 0;

	constructor(
		private readonly documents: Documents,
		private readonly direction: 'sent' | 'received' | undefined,
	) {}

	refuse(value: unknown, written: unknown, at: Mismatch['at']): Mismatch | undefined {
		if (++this.steps > MAX_STEPS || at.length > MAX_DEPTH || this.depth > MAX_NESTING) return undefined;
		this.depth++;
		const target = this.documents.object(written);
		const beside = isRecord(written) && written !== target ? { ...written, $ref: undefined } : undefined;
		const refusal =
			(target && this.ofSchema(value, target, at)) ?? (beside && this.ofSchema(value, beside, at, written as Data));
		this.depth--;
		return refusal;
	}

	/** `rule` is the schema as it's written. */
	private ofSchema(value: unknown, schema: Data, at: Mismatch['at'], rule = schema): Mismatch | undefined {
		if (value === null && (schema.nullable === true || schema['x-nullable'] === true)) return undefined;
		const refusal = (keyword: string, said: string): Mismatch => ({ at, said, rule, keyword });
		const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).map(text);
		if (types.every((type) => TYPES[type] && !TYPES[type](value)))
			return refusal('type', `is ${kindOf(value)}, not ${types.join(' or ')}`);
		if (Array.isArray(schema.enum) && !schema.enum.some((one) => isSame(one, value)))
			return refusal('enum', `is ${shown(value)}, which isn't one of its values`);
		if (schema.const !== undefined && !isSame(schema.const, value))
			return refusal('const', `isn't ${shown(schema.const)}`);
		const own =
			typeof value === 'string'
				? ofString(value, schema)
				: typeof value === 'number'
					? ofNumber(value, schema)
					: undefined;
		if (own) return refusal(...own);
		const inside = Array.isArray(value)
			? this.ofList(value, schema, at, refusal)
			: isRecord(value)
				? this.ofObject(value, schema, at, refusal)
				: undefined;
		return inside ?? this.combined(value, schema, at, refusal);
	}

	private ofList(value: unknown[], schema: Data, at: Mismatch['at'], refusal: Refused): Mismatch | undefined {
		const { minItems, maxItems } = schema;
		const count = `has ${value.length} items`;
		if (typeof minItems === 'number' && value.length < minItems)
			return refusal('minItems', `${count}, not ${minItems}`);
		if (typeof maxItems === 'number' && value.length > maxItems)
			return refusal('maxItems', `${count}, more than ${maxItems}`);
		if (schema.uniqueItems === true && new Set(value.map(stable)).size < value.length)
			return refusal('uniqueItems', 'has an item twice');
		if (schema.contains !== undefined) {
			const { minContains: least = 1, maxContains: most } = schema;
			const found = value.filter((one) => this.refuse(one, schema.contains, at) === undefined).length;
			if (typeof least === 'number' && found < least)
				return refusal('contains', `has ${found} items that "contains" wants, not ${least}`);
			if (typeof most === 'number' && found > most)
				return refusal('maxContains', `has ${found} items of "contains", more than ${most}`);
		}
		const tuple = [...items(schema.prefixItems), ...items(schema.items)];
		const isPlain = !COMBINING.some((keyword) => schema[keyword] !== undefined);
		const rest = schema.items ?? schema.additionalItems ?? (isPlain ? schema.unevaluatedItems : undefined);
		return first(value, (one, index) => {
			const each = index < tuple.length ? tuple[index] : Array.isArray(rest) ? undefined : rest;
			return each === false
				? refusal('items', `has more than ${tuple.length} items`)
				: this.refuse(one, each, [...at, index]);
		});
	}

	private ofObject(value: Data, schema: Data, at: Mismatch['at'], refusal: Refused): Mismatch | undefined {
		const properties = isRecord(schema.properties) ? schema.properties : {};
		for (const name of items(schema.required).map(String)) {
			if (Object.hasOwn(value, name)) continue;
			const property = this.documents.object(Object.hasOwn(properties, name) ? properties[name] : undefined) ?? {};
			// The other side has it.
			if (property.readOnly === true && this.direction !== 'received') continue;
			if (property.writeOnly === true && this.direction !== 'sent') continue;
			return refusal('required', `has no "${name}"`);
		}
		const names = Object.keys(value);
		const { minProperties, maxProperties } = schema;
		if (typeof minProperties === 'number' && names.length < minProperties)
			return refusal('minProperties', `has ${names.length} fields, not ${minProperties}`);
		if (typeof maxProperties === 'number' && names.length > maxProperties)
			return refusal('maxProperties', `has ${names.length} fields, more than ${maxProperties}`);
		for (const [name, others] of fieldsOf(schema.dependentRequired ?? schema.dependencies)) {
			const missing = Object.hasOwn(value, name)
				? items(others).find((one) => !Object.hasOwn(value, String(one)))
				: undefined;
			if (missing !== undefined) return refusal('dependentRequired', `has "${name}", but no "${missing}"`);
		}
		const wrong = names.find((name) => this.refuse(name, schema.propertyNames, at) !== undefined);
		if (wrong !== undefined)
			return { ...refusal('propertyNames', `has "${wrong}", which isn't a name for its fields`), key: wrong };
		const patterns = fieldsOf(schema.patternProperties);
		return first(names, (name) => {
			const inside = [...at, name];
			const known = Object.hasOwn(properties, name) ? [properties[name]] : [];
			const all = [...known, ...patterns.flatMap(([pattern, one]) => (matches(pattern, name) ? [one] : []))];
			if (all.length > 0 && !all.includes(false)) return first(all, (one) => this.refuse(value[name], one, inside));
			if (all.length > 0 || schema.additionalProperties === false)
				return { ...refusal('additionalProperties', `has "${name}", which isn't one of its fields`), key: name };
			return this.refuse(value[name], schema.additionalProperties, inside);
		});
	}

	private combined(value: unknown, schema: Data, at: Mismatch['at'], refusal: Refused): Mismatch | undefined {
		const all = first(items(schema.allOf), (one) => this.refuse(value, one, at));
		if (all) return all;
		const chosen = isRecord(value) ? this.chosen(value, schema, at, refusal) : undefined;
		if (chosen) return chosen;
		for (const keyword of ['anyOf', 'oneOf']) {
			const variants = items(schema[keyword]);
			if (variants.length === 0) continue;
			const refusals = variants.map((one) => this.refuse(value, one, at));
			const fitting = refusals.filter((one) => one === undefined).length;
			if (fitting === 0) {
				const [only, ...others] = refusals.filter((one) => one !== undefined && one.keyword !== 'type');
				return only && others.length === 0 ? only : refusal(keyword, `fits none of the variants of "${keyword}"`);
			}
			if (fitting > 1 && keyword === 'oneOf')
				return refusal(keyword, `fits ${fitting} variants of "oneOf", which allows one`);
		}
		if (isRecord(schema.not) && this.refuse(value, schema.not, at) === undefined)
			return refusal('not', 'fits the schema in "not"');
		if (isRecord(schema.if)) {
			const isSo = this.refuse(value, schema.if, at) === undefined;
			const then = this.refuse(value, isSo ? schema.then : schema.else, at);
			if (then) return then;
		}
		if (!isRecord(value)) return undefined;
		const depending = fieldsOf(schema.dependentSchemas).filter(([name]) => Object.hasOwn(value, name));
		const refused = first(depending, ([, one]) => this.refuse(value, one, at));
		if (refused || schema.unevaluatedProperties === undefined) return refused;
		const known = this.evaluated(value, { ...schema, unevaluatedProperties: undefined });
		return first(Object.keys(value), (name) => {
			if (known.has(name)) return undefined;
			return schema.unevaluatedProperties === false
				? { ...refusal('unevaluatedProperties', `has "${name}", which isn't one of its fields`), key: name }
				: this.refuse(value[name], schema.unevaluatedProperties, [...at, name]);
		});
	}

	/** The fields of an object that a schema says something about. */
	private evaluated(value: Data, written: unknown, found = new Set<string>()): Set<string> {
		const schema = this.documents.object(written);
		if (!schema || ++this.steps > MAX_STEPS || this.depth > MAX_NESTING) return found;
		const fits = (one: unknown): boolean => this.refuse(value, one, []) === undefined;
		const isOpen = schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined;
		const properties = isRecord(schema.properties) ? schema.properties : {};
		const patterns = fieldsOf(schema.patternProperties);
		for (const name of Object.keys(value))
			if (isOpen || Object.hasOwn(properties, name) || patterns.some(([pattern]) => matches(pattern, name)))
				found.add(name);
		const branch = schema.if === undefined ? [] : fits(schema.if) ? [schema.if, schema.then] : [schema.else];
		const depending = fieldsOf(schema.dependentSchemas).flatMap(([name, one]) =>
			Object.hasOwn(value, name) ? [one] : [],
		);
		const variants = [...items(schema.anyOf), ...items(schema.oneOf)].filter(fits);
		this.depth++;
		for (const part of [...items(schema.allOf), ...variants, ...branch, ...depending])
			this.evaluated(value, part, found);
		this.depth--;
		return found;
	}

	/** By its discriminator, the variant of a value alone says what's wrong with it. */
	private chosen(value: Data, schema: Data, at: Mismatch['at'], refusal: Refused): Mismatch | undefined {
		const { propertyName, mapping } = isRecord(schema.discriminator) ? schema.discriminator : {};
		const name = value[text(propertyName)];
		const variants = [...items(schema.oneOf), ...items(schema.anyOf)];
		if (typeof name !== 'string' || variants.length === 0) return undefined;
		const last = (ref: unknown): string => text(ref).split('/').at(-1) ?? '';
		const named = new Map(variants.map((one) => [last(isRecord(one) ? one.$ref : ''), one]));
		if (named.has('')) return undefined;
		const target = fieldsOf(mapping).find(([key]) => key === name)?.[1];
		const variant = named.get(target === undefined ? name : last(target));
		if (variant !== undefined) return this.refuse(value, variant, at);
		const names = [...new Set([...fieldsOf(mapping).map(([key]) => key), ...(mapping ? [] : named.keys())])];
		return {
			...refusal(
				'discriminator',
				`is ${shown(name)}, which chooses none of its variants: ${names.map(shown).join(', ')}`,
			),
			at: [...at, text(propertyName)],
		};
	}
}

/** Keywords that say more about the same value. */
const COMBINING = ['allOf', 'anyOf', 'oneOf', 'if', '$ref'];

type Refused = (keyword: string, said: string) => Mismatch;

function first<T>(list: T[], test: (one: T, index: number) => Mismatch | undefined): Mismatch | undefined {
	for (const [index, one] of list.entries()) {
		const found = test(one, index);
		if (found) return found;
	}
	return undefined;
}

function ofString(value: string, schema: Data): [keyword: string, said: string] | undefined {
	const { minLength, maxLength, pattern } = schema;
	const { length } = [...value];
	if (typeof minLength === 'number' && length < minLength)
		return ['minLength', `has ${length} characters, not ${minLength}`];
	if (typeof maxLength === 'number' && length > maxLength)
		return ['maxLength', `has ${length} characters, more than ${maxLength}`];
	if (typeof pattern === 'string' && !matches(pattern, value))
		return ['pattern', `is ${shown(value)}, which its pattern refuses`];
	const format = text(schema.format);
	const test = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
	return test?.(value) === false ? ['format', `is ${shown(value)}, which isn't of the format "${format}"`] : undefined;
}

function ofNumber(value: number, schema: Data): [keyword: string, said: string] | undefined {
	const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
	const isUnder = (limit: unknown, isItself: boolean): boolean =>
		typeof limit === 'number' && (value < limit || (isItself && value === limit));
	const isOver = (limit: unknown, isItself: boolean): boolean =>
		typeof limit === 'number' && (value > limit || (isItself && value === limit));
	if (isUnder(minimum, above === true))
		return ['minimum', `is ${value}, not ${above === true ? 'above' : 'at least'} ${minimum}`];
	if (isUnder(above, true)) return ['exclusiveMinimum', `is ${value}, not above ${above}`];
	if (isOver(maximum, below === true))
		return ['maximum', `is ${value}, not ${below === true ? 'below' : 'at most'} ${maximum}`];
	if (isOver(below, true)) return ['exclusiveMaximum', `is ${value}, not below ${below}`];
	const end = Object.hasOwn(INTEGERS, text(schema.format)) ? INTEGERS[text(schema.format)] : undefined;
	if (end !== undefined && (value >= end || value < -end))
		return ['format', `is ${value}, which isn't of the format "${schema.format}"`];
	if (typeof multipleOf !== 'number' || multipleOf <= 0) return undefined;
	const parts = value / multipleOf;
	const isWhole = Math.abs(parts - Math.round(parts)) < 1e-9 * Math.max(1, Math.abs(parts));
	return isWhole ? undefined : ['multipleOf', `is ${value}, not a multiple of ${multipleOf}`];
}

/** Whether a text is a regular expression, in either mode. */
export function isPattern(value: string): boolean {
	return ['u', ''].some((flags) => {
		try {
			return new RegExp(value, flags) !== undefined;
		} catch {
			return false;
		}
	});
}

/** True as well for a pattern that isn't one, or takes too long. */
function matches(pattern: string, value: string): boolean {
	for (const flags of ['u', ''])
		try {
			const test = new RegExp(pattern, flags);
			// Without repetition in repetition, it's fast.
			if (!/[*+}]\??\)[*+{]|\|.*\)[*+{]/.test(pattern)) return test.test(value);
			const script = new Script(`${test}.test(${JSON.stringify(value)})`);
			return script.runInContext(SANDBOX, { timeout: PATTERN_MS });
		} catch (thrown) {
			if ((thrown as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true;
		}
	return true;
}

function stable(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`;
	if (!isRecord(value)) return JSON.stringify(value) ?? '';
	const fields = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${stable(one)}`);
	return `{${fields.sort().join(',')}}`;
}

function isSame(one: unknown, other: unknown): boolean {
	return one === other || stable(one) === stable(other);
}

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `the ${typeof value} ${shown(value)}`;
}

function shown(value: unknown): string {
	const said = JSON.stringify(value) ?? '';
	return said.length > 40 ? `${said.slice(0, 39)}…` : said;
}

/** Fields of a schema as lists: types, limits as words, variants. A named schema has a page and is linked. */
import { isRecord } from '../../content/model/schema.ts';
import type { Data, Documents } from './documents.ts';
import { fieldsOf, items, text } from './model.ts';
import { asText, codeBlock, descriptionText, joinBlocks, label, mono, termList, typeAndText } from './words.ts';

/** Rows of a page; the fields below the last of them are named, and described on the pages of their schemas. */
const MAX_ROWS = 120;
/** Levels of fields without a name of their own. */
const MAX_LEVELS = 12;

/** The state of a page's lists. */
export interface FieldSheet {
	documents: Documents;
	/** The link to the page of a schema; undefined for one without. */
	linkOf(schema: object): string | undefined;
	rows: number;
	ids: Set<string>;
	/** Schemas that are being shown, so that none is shown inside of itself. */
	open: Set<object>;
}

/** The type of a schema in a line, with links. */
export function typeOf(written: unknown, sheet: FieldSheet): string {
	if (written === true || written === undefined) return 'any value';
	if (written === false) return 'no value';
	const schema = sheet.documents.object(written);
	if (!schema) return 'unknown';
	const link = sheet.linkOf(schema);
	if (link !== undefined) return link;
	const types = typesIn(schema);
	const nullable = schema.nullable === true && !types.includes('null') ? ' or null' : '';
	if (types.includes('array') && schema.items !== undefined) {
		const rest = types.filter((one) => one !== 'array').map((one) => ` or ${one}`);
		return `list of ${typeOf(schema.items, sheet)}${rest.join('')}${nullable}`;
	}
	const variants = variantsOf(schema);
	if (types.length === 0 && variants.length > 0) {
		const names = variants.map((one) => typeOf(one, sheet));
		return [...new Set(names)].join(schema.allOf ? ' and ' : ' or ') + nullable;
	}
	const kinds = [
		...new Set(
			items(schema.enum ?? [schema.const]).flatMap((one) =>
				one === undefined ? [] : one === null ? 'null' : typeof one,
			),
		),
	];
	if (types.length === 0) return (kinds.join(' or ') || (schema.properties ? 'object' : 'any value')) + nullable;
	const of = types.includes('object') && isRecord(schema.additionalProperties) && !schema.properties;
	const format = text(schema.format) === '' ? '' : ` (${asText(text(schema.format))})`;
	return (
		types.map((one) => asText(one)).join(' or ') +
		format +
		(of ? ` of ${typeOf(schema.additionalProperties, sheet)}` : '') +
		nullable
	);
}

function typesIn(schema: Data): string[] {
	return Array.isArray(schema.type) ? schema.type.map(String) : text(schema.type) === '' ? [] : [text(schema.type)];
}

function variantsOf(schema: Data): unknown[] {
	return [...items(schema.oneOf), ...items(schema.anyOf), ...items(schema.allOf)];
}

/** Limits of a schema as words. */
function limitsOf(schema: Data): string[] {
	const range = (least: unknown, most: unknown, unit: string): string[] => {
		if (least === undefined && most === undefined) return [];
		if (least === most) return [`exactly ${least}${unit}`];
		if (most === undefined) return [`at least ${least}${unit}`];
		return [least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`];
	};
	const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
	const said = [
		...range(schema.minLength, schema.maxLength, ' characters'),
		...range(above === true ? undefined : minimum, below === true ? undefined : maximum, ''),
		...(above === true ? [`above ${minimum}`] : typeof above === 'number' ? [`above ${above}`] : []),
		...(below === true ? [`below ${maximum}`] : typeof below === 'number' ? [`below ${below}`] : []),
		...(schema.multipleOf === undefined ? [] : [`a multiple of ${schema.multipleOf}`]),
		...range(schema.minItems, schema.maxItems, ' items'),
		...(schema.uniqueItems === true ? ['no item twice'] : []),
		...range(schema.minProperties, schema.maxProperties, ' fields'),
	].map(asText);
	return [...said, ...(schema.pattern === undefined ? [] : [`matches ${mono(String(schema.pattern))}`])];
}

/** Words, limits, values, default and examples of a schema. */
export function detailsOf(written: unknown, sheet: FieldSheet, more: Data = {}): string {
	const schema = sheet.documents.object(written) ?? {};
	const shown = (value: unknown): string => mono(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
	const outer = isRecord(written) && written !== schema ? written : {};
	const words =
		text(more.description) ||
		text(outer.description) ||
		(sheet.linkOf(schema) ? '' : text(schema.description)) ||
		text(schema.title);
	const values = sheet.linkOf(schema) === undefined ? items(schema.enum) : [];
	const examples = [more.example, schema.example, ...(Array.isArray(schema.examples) ? schema.examples : [])];
	const [example] = examples.filter((one) => one !== undefined && (typeof one !== 'object' || one === null));
	const limits = sheet.linkOf(schema) === undefined ? limitsOf(schema) : [];
	const facts = [
		limits.length > 0 ? `${limits.join(', ').replace(/^./, (letter) => letter.toUpperCase())}.` : '',
		values.length > 0 ? `One of ${values.map(shown).join(', ')}.` : '',
		schema.const === undefined ? '' : `Always ${shown(schema.const)}.`,
		schema.default === undefined ? '' : `Default: ${shown(schema.default)}.`,
		example === undefined ? '' : `Example: ${shown(example)}.`,
	].filter((one) => one !== '');
	const said = descriptionText(words);
	return (/\n|^[-*>|`\d]/.test(said) ? joinBlocks : joinSentences)(said, facts.join(' '));
}

function joinSentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}

/** The fields of a schema and of what's in it; empty if it has none. `id` is the prefix of their ids. */
export function fieldList(written: unknown, sheet: FieldSheet, id: string, level = 0): string {
	const schema = sheet.documents.object(written);
	if (!schema || sheet.open.has(schema)) return '';
	sheet.open.add(schema);
	const inside = level > MAX_LEVELS ? [] : fieldsIn(schema, sheet, id, level);
	sheet.open.delete(schema);
	return joinBlocks(...inside);
}

function fieldsIn(schema: Data, sheet: FieldSheet, id: string, level: number): string[] {
	const { documents } = sheet;
	if (schema.items !== undefined && !schema.properties) return [nested(schema.items, sheet, `${id}[]`, level)];
	const properties = new Map<string, unknown>();
	const required = new Set<unknown>();
	const merge = (one: unknown, seen: Set<object>): void => {
		const part = documents.object(one);
		if (!part || seen.has(part)) return;
		seen.add(part);
		for (const each of items(part.allOf)) merge(each, seen);
		for (const [name, value] of fieldsOf(part.properties)) properties.set(name, value);
		for (const name of items(part.required)) required.add(name);
	};
	merge(schema, new Set());
	const rows = [...properties].map(([name, value]) => fieldRow(name, value, required.has(name), sheet, id, level));
	const patterns = fieldsOf(schema.patternProperties).map(([name, value]) =>
		fieldRow(name, value, false, sheet, id, level),
	);
	const rest = isRecord(schema.additionalProperties) ? schema.additionalProperties : undefined;
	const others = rest ? [`Other fields: ${typeOf(rest, sheet)}.`, nested(rest, sheet, `${id}.*`, level)] : [];
	const choices = [...items(schema.oneOf), ...items(schema.anyOf)];
	const variants = choices.map((one, index) => variant(one, index, schema, sheet, id, level));
	const other = ['not', 'if', 'then', 'else', 'dependentSchemas', 'contains'].filter(
		(name) => schema[name] !== undefined,
	);
	const raw = Object.fromEntries(other.map((name) => [name, schema[name]]));
	return [
		termList([...rows, ...patterns]),
		...others,
		variants.some((one) => one !== '') ? joinBlocks(schema.oneOf ? 'One of:' : 'Any of:', ...variants) : '',
		other.length > 0
			? `<details>\n<summary>Conditions</summary>\n\n${codeBlock(JSON.stringify(raw, null, 2), 'json')}\n\n</details>`
			: '',
	];
}

/** Fields of a schema that has no page of its own. */
function nested(written: unknown, sheet: FieldSheet, id: string, level: number): string {
	const schema = sheet.documents.object(written);
	if (!schema || sheet.linkOf(schema) !== undefined) return '';
	return joinBlocks(detailsOf(written, sheet), fieldList(written, sheet, id, level + 1));
}

function fieldRow(
	name: string,
	value: unknown,
	isRequired: boolean,
	sheet: FieldSheet,
	id: string,
	level: number,
): [string, string, string] {
	const schema = sheet.documents.object(value) ?? {};
	const own = idOf(`${id}.${name}`, sheet);
	const marks = [
		isRequired ? 'required' : '',
		schema.readOnly === true ? 'read-only' : '',
		schema.writeOnly === true ? 'write-only' : '',
		schema.deprecated === true ? 'deprecated' : '',
	].filter((one) => one !== '');
	const term = mono(name) + marks.map(label).join('');
	const isFull = ++sheet.rows > MAX_ROWS;
	const inside = sheet.linkOf(schema) === undefined && !isFull ? fieldList(value, sheet, own, level + 1) : '';
	const names = isFull && sheet.linkOf(schema) === undefined ? namesBelow(schema, sheet, new Set()) : [];
	const below = names.length > 0 ? `With ${names.map(mono).join(', ')}.` : '';
	return [term, typeAndText(typeOf(value, sheet), joinBlocks(detailsOf(value, sheet), inside, below)), own];
}

/** Names and values that a list has no rows for. */
function namesBelow(schema: Data, sheet: FieldSheet, seen: Set<object>): string[] {
	if (seen.has(schema)) return [];
	seen.add(schema);
	const inside = [schema.items, ...variantsOf(schema), ...fieldsOf(schema.properties).map(([, value]) => value)];
	const names = fieldsOf(schema.properties).map(([name]) => name);
	const below = inside.flatMap((one) => {
		const found = sheet.documents.object(one);
		return found && sheet.linkOf(found) === undefined
			? [...items(found.enum).map(String), ...namesBelow(found, sheet, seen)]
			: [];
	});
	return [...new Set([...names, ...below])];
}

/** An id that is unique on the page. */
export function idOf(wanted: string, { ids }: FieldSheet): string {
	const clean = wanted.replace(/[^\p{L}\p{N}.[\]*_-]+/gu, '-');
	let id = clean;
	for (let count = 1; ids.has(id); count++) id = `${clean}-${count}`;
	ids.add(id);
	return id;
}

function variant(one: unknown, index: number, schema: Data, sheet: FieldSheet, id: string, level: number): string {
	const found = sheet.documents.object(one);
	if (!found) return '';
	const inside = joinBlocks(
		detailsOf(one, sheet),
		sheet.linkOf(found) ? '' : fieldList(one, sheet, `${id}.${index + 1}`, level + 1),
	);
	const { mapping, propertyName } = isRecord(schema.discriminator) ? schema.discriminator : {};
	const ref = isRecord(one) ? text(one.$ref) : '';
	const values = fieldsOf(mapping).flatMap(([value, target]) => (ref !== '' && String(target) === ref ? [value] : []));
	const value = values[0] ?? (propertyName === undefined || ref === '' ? '' : (ref.split('/').pop() ?? ''));
	const when = value === '' ? '' : ` with ${mono(`${propertyName}: ${value}`)}`;
	const line = `${typeOf(one, sheet)}${when}`;
	return inside === ''
		? `- ${line}`
		: `<details>\n<summary>${line.replace(/\[([^\]]*)\]\(api:[^)]*\)/g, '$1')}</summary>\n\n${inside}\n\n</details>`;
}

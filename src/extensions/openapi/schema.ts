/** Fields of a schema as lists: types, limits as words, variants. A named schema has a page and is linked. */
import { isRecord } from '../../content/model/schema.ts';
import type { Data, Documents } from './documents.ts';
import { fieldsOf, items, text } from './model.ts';
import {
	asText,
	codeBlock,
	descriptionText,
	docsLink,
	exampleBlock,
	fold,
	joinBlocks,
	label,
	mono,
	termList,
	typeAndText,
} from './words.ts';

/** Rows of a page; fields below the last of them have a page of their own. */
const MAX_ROWS = 120;
/** Levels of fields on a page. */
const MAX_LEVELS = 12;

/** The state of a page's lists. */
export interface FieldSheet {
	documents: Documents;
	/** The link to the page of a schema; undefined for one without. */
	linkOf(schema: object): string | undefined;
	/** Gives a schema without a page one that is named after a field; its link. */
	apart(schema: Data, field: string): string;
	rows: number;
	ids: Set<string>;
	/** Schemas that are being shown, so that none is shown inside of itself. */
	open: Set<object>;
}

/** The type of a schema in a line, with links; `around` are the schemas that it's a part of. */
export function typeOf(
	written: unknown,
	sheet: Pick<FieldSheet, 'documents' | 'linkOf'>,
	around: readonly Data[] = [],
): string {
	if (written === true || written === undefined) return 'any value';
	if (written === false) return 'no value';
	const schema = sheet.documents.object(written);
	if (!schema) return 'unknown';
	const link = sheet.linkOf(schema);
	if (link !== undefined) return link;
	if (around.includes(schema)) return 'the same';
	const inside = (part: unknown): string => typeOf(part, sheet, [...around, schema]);
	const types = typesIn(schema);
	const nullable = schema.nullable === true && !types.includes('null') ? ' or null' : '';
	if (types.includes('array') && schema.items !== undefined) {
		const rest = types.filter((one) => one !== 'array').map((one) => ` or ${one}`);
		return `list of ${inside(schema.items)}${rest.join('')}${nullable}`;
	}
	const variants = variantsOf(schema);
	if (types.length === 0 && variants.length > 0) {
		const names = variants.map(inside);
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
		(of ? ` of ${inside(schema.additionalProperties)}` : '') +
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
		...(schema.contentEncoding === undefined ? [] : [`encoded as ${schema.contentEncoding}`]),
		...(schema.contentMediaType === undefined ? [] : [`of type ${schema.contentMediaType}`]),
		...(schema.uniqueItems === true ? ['no item twice'] : []),
		...range(schema.minProperties, schema.maxProperties, ' fields'),
	].map(asText);
	return [...said, ...(schema.pattern === undefined ? [] : [`matches ${mono(String(schema.pattern))}`])];
}

/** Words, limits, values, default and examples of a schema; `more` is what has it, such as a parameter. */
export function detailsOf(written: unknown, sheet: FieldSheet, more: Data = {}): string {
	const schema = sheet.documents.object(written) ?? {};
	const shown = (value: unknown): string => mono(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
	const outer = isRecord(written) && written !== schema ? written : {};
	const own = sheet.linkOf(schema) === undefined ? schema : {};
	const words = [more, outer, own].map(({ description }) => text(description).trim()).filter((one) => one !== '');
	const title = text(own.title);
	const isNew = !squeezed([text(more.name), ...words].join(' ')).includes(squeezed(title));
	if (words.length === 0 && title !== '') words.push(title);
	else if (isNew) words[0] = `**${title.replaceAll('*', '')}** ${words[0]}`;
	const values = items(own.enum);
	const all = [more.example, own.example, ...(Array.isArray(own.examples) ? own.examples : [])];
	const examples = all.filter((one) => one !== undefined);
	const [plain, large] = [false, true].map((isLarge) =>
		examples.filter((one) => (typeof one === 'object' && one !== null) === isLarge),
	) as [unknown[], unknown[]];
	const limits = limitsOf(own);
	const facts = [
		limits.length > 0 ? `${limits.join(', ').replace(/^./, (letter) => letter.toUpperCase())}.` : '',
		values.length > 0 ? `One of ${values.map(shown).join(', ')}.` : '',
		schema.const === undefined ? '' : `Always ${shown(schema.const)}.`,
		schema.default === undefined ? '' : `Default: ${shown(schema.default)}.`,
		plain.length > 0
			? `${plain.length > 1 ? 'Examples' : 'Example'}: ${[...new Set(plain.map(shown))].join(', ')}.`
			: '',
	].filter((one) => one !== '');
	const said = joinBlocks(...[...new Set(words)].map(descriptionText));
	const sentences = (/\n|^[-*>|`\d]/.test(said) && !/^\*\*/.test(said) ? joinBlocks : joinSentences)(
		said,
		facts.join(' '),
	);
	return joinBlocks(sentences, docsLink(own), ...large.map((one) => fold('Example', exampleBlock(one))));
}

/** Letters and digits, to compare words such as `item_id` and "Item ID". */
function squeezed(words: string): string {
	return words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function joinSentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(parts[0]?.includes('\n') ? '\n\n' : ' ');
}

/** The fields of a schema and of what's in it; empty if it has none. `id` is the prefix of their ids. */
export function fieldList(written: unknown, sheet: FieldSheet, id: string, level = 0): string {
	const schema = sheet.documents.object(written);
	if (!schema || sheet.open.has(schema)) return '';
	if (level > MAX_LEVELS) return elsewhere(written, sheet, id);
	sheet.open.add(schema);
	const inside = fieldsIn(schema, sheet, id, level);
	sheet.open.delete(schema);
	return joinBlocks(...inside);
}

/** The link to the fields of a schema, which a page has no more room for. */
function elsewhere(written: unknown, sheet: FieldSheet, id: string): string {
	const schema = sheet.documents.object(written);
	return schema && hasFields(schema, sheet) ? `Its fields: ${sheet.apart(schema, id)}.` : '';
}

/** Keywords with fields, or with words that aren't the schema's own. */
const INSIDE = ['properties', 'patternProperties', 'oneOf', 'anyOf', 'allOf', 'prefixItems'];
/** Keywords that are shown as they're written. */
const CONDITIONS =
	'not if then else dependentSchemas dependentRequired dependencies contains propertyNames unevaluatedProperties unevaluatedItems'.split(
		' ',
	);

/** `seen` has the schemas around it: a list may consist of such lists. */
function hasFields(schema: Data, sheet: FieldSheet, seen: readonly Data[] = []): boolean {
	const isWorthIt = (written: unknown): boolean => {
		const inside = sheet.documents.object(written);
		if (!inside || seen.includes(inside) || sheet.linkOf(inside) !== undefined) return false;
		return detailsOf(written, sheet) !== '' || hasFields(inside, sheet, [...seen, schema]);
	};
	const { items: each, additionalProperties: rest } = schema;
	const isIn = (name: string): boolean => typeof schema[name] === 'object';
	return [...INSIDE, ...CONDITIONS].some(isIn) || Array.isArray(each) || [each, rest].some(isWorthIt);
}

function fieldsIn(schema: Data, sheet: FieldSheet, id: string, level: number): string[] {
	const { documents } = sheet;
	const properties = new Map<string, unknown[]>();
	const required = new Set<unknown>();
	/** The schema, and those in `allOf` that have no page. */
	const parts: unknown[] = [];
	const merge = (one: unknown, seen: Set<object>, isOwn: boolean): void => {
		const part = documents.object(one);
		if (!part || seen.has(part)) return;
		seen.add(part);
		const isShown = isOwn && (part === schema || sheet.linkOf(part) === undefined);
		for (const each of items(part.allOf)) merge(each, seen, isShown);
		if (isShown) parts.push(one);
		for (const [name, value] of fieldsOf(part.properties))
			properties.set(name, [...(isShown ? (properties.get(name) ?? []) : []), value]);
		for (const name of items(part.required)) required.add(name);
	};
	merge(schema, new Set(), true);
	const rows = [...properties].map(([name, values]) => fieldRow(name, values, required.has(name), sheet, id, level));
	const texts = parts.map((written) => {
		const part = documents.object(written) ?? {};
		const of = (name: string, value: unknown) => fieldRow(name, [value], false, sheet, id, level);
		const tuple = [...items(part.prefixItems), ...items(part.items)].map((one, index) => of(`[${index}]`, one));
		const patterns = fieldsOf(part.patternProperties).map(([name, value]) => of(name, value));
		const { additionalProperties: rest } = part;
		const others = isRecord(rest)
			? [`Other fields: ${typeOf(rest, sheet)}.`, nested(rest, sheet, `${id}.*`, level)]
			: [];
		const choices = [...items(part.oneOf), ...items(part.anyOf)];
		const variants = choices.map((one, index) => variant(one, index, part, sheet, id, level));
		const raw = Object.fromEntries(
			CONDITIONS.flatMap((name) => (part[name] === undefined ? [] : [[name, part[name]]])),
		);
		return joinBlocks(
			part === schema ? '' : detailsOf(written, sheet),
			isRecord(part.items) ? nested(part.items, sheet, `${id}[]`, level) : '',
			termList([...tuple, ...patterns]),
			...others,
			variants.some((one) => one !== '') ? joinBlocks(part.oneOf ? 'One of:' : 'Any of:', ...variants) : '',
			Object.values(raw).some((one) => typeof one === 'object')
				? fold('Conditions', codeBlock(JSON.stringify(raw, null, 2), 'json'))
				: '',
		);
	});
	return [termList(rows), ...texts];
}

/** Fields of a schema that has no page of its own. */
function nested(written: unknown, sheet: FieldSheet, id: string, level: number): string {
	const schema = sheet.documents.object(written);
	if (!schema) return '';
	const inside = sheet.linkOf(schema) === undefined ? fieldList(written, sheet, id, level + 1) : '';
	return joinBlocks(detailsOf(written, sheet), inside);
}

/** `values` are the schemas of the field in all parts of an object; the last one counts. */
function fieldRow(
	name: string,
	values: unknown[],
	isRequired: boolean,
	sheet: FieldSheet,
	id: string,
	level: number,
): [string, string, string] {
	const value = values.at(-1);
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
	const below = values.flatMap((one) => {
		const found = sheet.documents.object(one);
		const isLinked = !found || sheet.linkOf(found) !== undefined;
		const inside = isLinked ? '' : isFull ? elsewhere(one, sheet, own) : fieldList(one, sheet, own, level + 1);
		return [
			one === value ? detailsOf(one, sheet, { name }) : '',
			inside,
			...(one === value ? [] : [detailsOf(one, sheet, { name })]),
		];
	});
	return [term, typeAndText(typeOf(value, sheet), joinBlocks(...new Set(below))), own];
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
	return inside === '' ? `- ${line}` : fold(line.replace(/\[([^\]]*)\]\(api:[^)]*\)/g, '$1'), inside);
}

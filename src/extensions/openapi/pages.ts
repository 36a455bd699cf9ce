/** The pages of a description: an index, one for each operation and webhook, one for each named schema. */

import { literalPattern } from '../../content/model/names.ts';
import type { VirtualFact } from '../../content/model/page.ts';
import { isRecord } from '../../content/model/schema.ts';
import { Comparison, type VersionedApi } from './changes.ts';
import type { Data, Documents } from './documents.ts';
import {
	fieldsOf,
	items,
	type MediaType,
	type Model,
	type Operation,
	type OperationResponse,
	objectsIn,
	text,
} from './model.ts';
import { requestsOf } from './requests.ts';
import { detailsOf, type FieldSheet, fieldList, idOf, typeOf } from './schema.ts';
import {
	asText,
	descriptionText,
	docsLink,
	exampleBlock,
	firstSentence,
	fold,
	joinBlocks,
	label,
	mono,
	termList,
	typeAndText,
} from './words.ts';

/** An entry of `api`, with defaults filled in. */
export interface OpenapiEntry {
	id: string;
	file: string;
	label?: string;
	path: string;
	version: string;
	groups: Record<string, string[]>;
}

export interface MadeReference {
	/** Route below the docs version. */
	name: string;
	title: string;
	description: string;
	fact: VirtualFact;
	/** Before and after the author's note. */
	above: string;
	below: string;
	origin: { file: string; line: number };
}

interface Named {
	name: string;
	route: string;
	link: string;
	value: Data;
	symbols: string[];
}

/** A description, to compare it with that of another docs version. */
export function describe(model: Model, documents: Documents, version: string): VersionedApi {
	const names = new Map(namedSchemas(model, documents).map(([name, schema]) => [schema, name]));
	return { model, documents, names, version };
}

/** `before` is the description of the docs version before this one. */
export function referenceOf(
	entry: OpenapiEntry,
	model: Model,
	documents: Documents,
	before?: VersionedApi,
): MadeReference[] {
	const taken = new Set<string>([entry.path.toLowerCase()]);
	const routeOf = (below: string): string => {
		const wanted = `${entry.path}/${below.replace(/[^\p{L}\p{N}_.-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '') || 'page'}`;
		let route = wanted;
		for (let count = 2; taken.has(route.toLowerCase()); count++) route = `${wanted}-${count}`;
		taken.add(route.toLowerCase());
		return route;
	};
	const routeIn = (folder: string, name: string): string =>
		`${entry.path}/${folder}/${routeOf(`${folder}-${name}`).slice(entry.path.length + folder.length + 2)}`;
	const operations = model.operations.map((operation) => ({ operation, route: routeOf(operation.name) }));
	const used = new Set(operations.map(({ operation }) => operation.name));
	const schemas = namedSchemas(model, documents).map(([name, value]): Named => {
		const symbols = [`${entry.id}/schemas/${name}`, ...(used.has(name) ? [] : [`${entry.id}/${name}`])];
		return {
			name,
			route: routeIn('schemas', name),
			value,
			symbols,
			link: `[${asText(name)}](api:${encodeURI(symbols.at(-1) ?? '')})`,
		};
	});
	const bySchema = new Map<object, Named>(schemas.map((one) => [one.value, one]));
	const further: (Named & { from: string })[] = [];
	const apart = (schema: Data, name: string, from: string): string => {
		const known = further.find(({ value }) => value === schema);
		if (known) return known.link;
		const symbols = [`${entry.id}/${name}`];
		const link = `[${asText(name)}](api:${encodeURI(`${entry.id}/${name}`)})`;
		further.push({ name, route: routeOf(name), value: schema, symbols, link, from });
		return link;
	};
	const sheet = (owner: string, from: string): FieldSheet => ({
		apart: (schema, field) => apart(schema, `${owner}${field}`, from),
		documents,
		linkOf: (schema) => bySchema.get(schema)?.link,
		rows: 0,
		ids: new Set(),
		open: new Set(),
	});
	const linkOf = (operation: Operation): string => `api:${encodeURI(`${entry.id}/${operation.name}`)}`;
	const users = new Map<Named, string[]>();
	const use = (value: unknown, from: string, own?: object): void => {
		for (const named of namedIn(value, documents, bySchema, own)) {
			const list = users.get(named) ?? [];
			if (!list.includes(from)) users.set(named, [...list, from]);
		}
	};
	for (const { operation } of operations)
		use(
			[operation.data, operation.parameters.map(({ data }) => data)],
			`[${asText(titleOf(operation))}](${linkOf(operation)})`,
		);
	for (const one of schemas) use(one.value, one.link, one.value);
	const groups = groupsOf(entry, model);
	const routes = new Map(operations.map(({ operation, route }) => [operation, route]));
	const changes: Made[] = [];
	if (before) {
		const names = new Map(schemas.map(({ value, name }) => [value, name]));
		const linkTo = new Map(schemas.map(({ name, link }) => [name, link]));
		const links = { operation: linkOf, schema: (name: string) => linkTo.get(name) ?? '' };
		const { text: changed } = new Comparison(before, { model, documents, names, version: entry.version }, links);
		if (changed !== '')
			changes.push(changesPage(entry, `Changes since ${before.version}`, changed, routeOf('changes')));
	}
	const pages = [
		...indexPages(entry, model, { groups, routes, schemas, changes, linkOf, routeIn }),
		...changes,
		...operations.map(({ operation, route }) => {
			const from = `[${asText(titleOf(operation))}](${linkOf(operation)})`;
			return operationPage(entry, operation, route, model, sheet(`${operation.name}.`, from));
		}),
		...schemas.map((one) => schemaPage(entry, one, users.get(one) ?? [], sheet('', one.link))),
	];
	for (const one of further) pages.push(schemaPage(entry, one, [one.from], sheet('', one.link)));
	return pages.map((page) => ({ ...page, origin: { file: entry.file, line: 1 } }));
}

function titleOf({ data, method, path, isWebhook }: Operation): string {
	const said = text(data.summary).trim().replace(/\s+/g, ' ');
	return said || (isWebhook ? path : `${method} ${path}`);
}

/** Named schemas: those of the file, and those of other files that a `$ref` names. */
function namedSchemas(model: Model, documents: Documents): [string, Data][] {
	const found = new Map<Data, string>();
	const names = new Set<string>();
	const add = (name: string, value: unknown): void => {
		const schema = documents.object(value);
		if (!schema || found.has(schema) || schema['x-internal'] === true) return;
		let unique = name;
		for (let count = 2; names.has(unique); count++) unique = `${name}-${count}`;
		names.add(unique);
		found.set(schema, unique);
	};
	for (const [name, value] of model.schemas) add(name, value);
	const seen = new Set<object>();
	const stack: unknown[] = [model.data];
	for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
		if (typeof next !== 'object' || next === null || seen.has(next)) continue;
		seen.add(next);
		if (isRecord(next) && typeof next.$ref === 'string') {
			const name = /#.*\/(?:schemas|definitions|\$defs)\/([^/]+)$/.exec(next.$ref)?.[1];
			const value = documents.resolve(next);
			if (name !== undefined) add(decodeURIComponent(name.replace(/%(?![\da-f]{2})/gi, '%25')), value);
			else if (isRecord(value) && /^[^#]*schemas[^#]*\/([^/#]+)\.\w+$/i.test(next.$ref))
				add(/([^/#]+)\.\w+$/.exec(next.$ref)?.[1] ?? '', value);
			stack.push(value);
		} else stack.push(...Object.values(next).reverse());
	}
	return [...found].map(([value, name]) => [name, value]);
}

/** The named schemas that a value refers to directly. */
function namedIn(value: unknown, documents: Documents, bySchema: Map<object, Named>, own?: object): Named[] {
	const found = new Set<Named>();
	const seen = new Set<object>();
	const visit = (one: unknown): void => {
		if (typeof one !== 'object' || one === null || seen.has(one)) return;
		seen.add(one);
		const named = one === own ? undefined : bySchema.get(one);
		if (named) found.add(named);
		else if (isRecord(one) && typeof one.$ref === 'string') visit(documents.resolve(one));
		else for (const inside of Object.values(one)) visit(inside);
	};
	visit(value);
	return [...found];
}

/** By the configuration, then by tag. */
function groupsOf({ groups }: OpenapiEntry, { data, operations }: Model): [string, Operation[]][] {
	const left = new Set(operations);
	const take = (title: string, list: Operation[]): [string, Operation[]] => {
		for (const one of list) left.delete(one);
		return [title, list];
	};
	const tests = (pattern: string): RegExp =>
		new RegExp(`^${literalPattern(pattern).replaceAll(String.raw`\*`, '.*')}$`);
	const configured = Object.entries(groups).map(([title, patterns]) => {
		const all = patterns.map(tests);
		const isIn = ({ name, method, path }: Operation): boolean =>
			all.some((test) => test.test(name) || test.test(`${method} ${path}`));
		return take(title, [...left].filter(isIn));
	});
	const tags = items(data.tags).flatMap((tag) => (isRecord(tag) && text(tag.name) !== '' ? [text(tag.name)] : []));
	const tagOf = ({ data: own }: Operation): string => text(items(own.tags)[0]);
	const all = [...new Set([...tags, ...operations.map(tagOf)])].filter((tag) => tag !== '');
	const byTag = all.map((tag) =>
		take(
			tag,
			[...left].filter((one) => tagOf(one) === tag && !one.isWebhook),
		),
	);
	const webhooks = take(
		'Webhooks',
		[...left].filter(({ isWebhook }) => isWebhook),
	);
	const rest = take(byTag.length > 0 ? 'Other operations' : 'Operations', [...left]);
	return [...configured, ...byTag, rest, webhooks].filter(([, list]) => list.length > 0);
}

interface Listed {
	groups: [string, Operation[]][];
	routes: Map<Operation, string>;
	schemas: Named[];
	/** Their page, if there are some. */
	changes: Made[];
	linkOf(operation: Operation): string;
	routeIn(folder: string, name: string): string;
}

/** A part of the index: operations with a tag, or all schemas. */
interface List {
	title: string;
	said: string;
	rows: [term: string, text: string][];
	routes: string[];
}

/** Operations and schemas that a page lists; with more, each part of an index has a page. */
const LISTED = 400;

type Made = Omit<MadeReference, 'origin'>;

function indexPages(entry: OpenapiEntry, model: Model, listed: Listed): Made[] {
	const { groups, routes, schemas, changes, linkOf, routeIn } = listed;
	const info = isRecord(model.data.info) ? model.data.info : {};
	const title = entry.label ?? (text(info.title) || entry.id);
	const tags = new Map(
		items(model.data.tags).flatMap((tag) => (isRecord(tag) ? [[text(tag.name), tag] as const] : [])),
	);
	const lists = groups.map(([group, operations]): List => {
		const rows = operations.map((one): [string, string] => [
			`[${mono(one.isWebhook ? one.path : `${one.method} ${one.path}`)}](${linkOf(one)})${one.data.deprecated === true ? label('deprecated') : ''}`,
			asText(titleOf(one)),
		]);
		const said = joinBlocks(descriptionText(tags.get(group)?.description), docsLink(tags.get(group) ?? {}));
		return { title: group, said, rows, routes: operations.map((one) => routes.get(one) ?? '') };
	});
	const isLarge = model.operations.length + schemas.length > LISTED;
	const otherTags = [...tags].flatMap(([name, tag]): [string, string][] => {
		const said = joinBlocks(descriptionText(tag.description), docsLink(tag));
		return said === '' || groups.some(([group]) => group === name) ? [] : [[asText(name), said]];
	});
	const schemaLists = isLarge ? schemaParts(schemas) : schemaList('Schemas', schemas, true);
	const all = [...lists, ...schemaLists];
	const pages = isLarge ? all.map((list) => listPage(entry, list, title, routeIn('tags', list.title))) : [];
	const contact = isRecord(info.contact)
		? [info.contact.name, info.contact.email, info.contact.url].map(text).filter(Boolean)
		: [];
	const facts: [string, string][] = [
		['Version', asText(text(info.version) || String(info.version ?? ''))],
		['License', isRecord(info.license) ? joinBlocks(asText(text(info.license.name)), ...urlOf(info.license.url)) : ''],
		['Contact', asText(contact.join(', '))],
		['Terms', text(info.termsOfService) === '' ? '' : mono(text(info.termsOfService))],
	];
	const index: Made = {
		name: entry.path,
		title,
		description: firstSentence(info.summary ?? info.description) || `All operations of ${title}.`,
		fact: {
			id: entry.id,
			entry: '',
			symbols: [entry.id],
			groups: [
				...all.map((list, index): [string, string[]] => [
					list.title,
					[...(pages[index] ? [pages[index].name] : []), ...list.routes],
				]),
				...changes.map(({ name }): [string, string[]] => ['Changes', [name]]),
			],
		},
		above: joinBlocks(
			descriptionText(info.summary),
			descriptionText(info.description),
			docsLink(model.data),
			...changes.map(({ title, fact }) => `[${asText(title)}](api:${encodeURI(fact.symbols[0] ?? '')})`),
			termList(facts.filter(([, said]) => said !== '')),
			serversText(model.data.servers, model.servers),
			schemesText(model),
			isLarge ? '' : FILTER,
		),
		below: joinBlocks(
			...(isLarge ? [tagsText(all, pages)] : lists.map(listText)),
			otherTags.length > 0 ? joinBlocks(heading('Other tags'), termList(otherTags)) : '',
			...(isLarge ? [] : schemaLists.map(listText)),
		),
	};
	return [index, ...pages];
}

function changesPage({ id, path }: OpenapiEntry, title: string, below: string, name: string): Made {
	const symbols = [`${id}/${name.slice(path.length + 1)}`];
	return { name, title, description: `${title}.`, fact: { id, entry: '', symbols }, above: '', below };
}

/** The page of a part, in a large API. */
function listPage({ id }: OpenapiEntry, { title, said, rows }: List, api: string, name: string): Made {
	return {
		name,
		title,
		description: firstSentence(said) || `${title} of ${api}.`,
		fact: { id, entry: '', symbols: [`${id}/tags/${title}`] },
		above: joinBlocks(said, FILTER),
		below: termList(rows, 'api-terms api-index'),
	};
}

const FILTER = '<div class="api-filter" data-widget="filter"></div>';

/** No list for no schemas. */
function schemaList(title: string, schemas: Named[], isTold: boolean): List[] {
	if (schemas.length === 0) return [];
	const rows = schemas.map(({ link, value }): [string, string] => [
		link,
		isTold ? asText(firstSentence(value.description ?? value.title)) : '',
	]);
	return [{ title, said: '', rows, routes: schemas.map(({ route }) => route) }];
}

/** The schemas by name, in lists that a page has room for. */
function schemaParts(schemas: Named[]): List[] {
	const sorted = schemas.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
	const count = Math.ceil(sorted.length / LISTED);
	const size = Math.ceil(sorted.length / count);
	return Array.from({ length: count }).flatMap((_, index) => {
		const part = sorted.slice(index * size, (index + 1) * size);
		const title = count === 1 ? 'Schemas' : `Schemas, ${part[0]?.name} to ${part.at(-1)?.name}`;
		return schemaList(title, part, false);
	});
}

function listText({ title, said, rows }: List): string {
	return joinBlocks(heading(title), said, termList(rows, 'api-terms api-index'));
}

/** The parts of a large index, each with its page and the number of its entries. */
function tagsText(lists: readonly List[], pages: readonly Made[]): string {
	const rows = lists.map(({ title, rows, said }, index): [string, string] => {
		const [first = ''] = said.split('\n\n');
		const [symbol = ''] = pages[index]?.fact.symbols ?? [];
		return [`[${asText(title)}](api:${encodeURI(symbol)})`, `${first} (${rows.length})`.trim()];
	});
	return joinBlocks(heading('Tags'), termList(rows, 'api-terms api-index'));
}

function heading(title: string): string {
	return `## ${asText(title)}`;
}

function urlOf(url: unknown): string[] {
	return text(url) === '' ? [] : [mono(text(url))];
}

/** Servers with their words and variables; `plain` are the URLs where the file says no more. */
function serversText(written: unknown, plain: string[]): string {
	const rows = items(written).flatMap((server): [string, string][] => {
		if (!isRecord(server) || text(server.url) === '') return [];
		const variables = fieldsOf(server.variables).flatMap(([name, variable]): [string, string][] => {
			if (!isRecord(variable)) return [];
			const values = items(variable.enum).map((one) => mono(String(one)));
			const facts = [
				values.length > 0 ? `One of ${values.join(', ')}.` : '',
				variable.default === undefined ? '' : `Default: ${mono(String(variable.default))}.`,
			];
			return [[mono(name), joinBlocks(descriptionText(variable.description), facts.join(' '))]];
		});
		const said = joinBlocks(descriptionText(server.description), termList(variables));
		return [[mono(text(server.url)) + (text(server.name) === '' ? '' : ` ${asText(text(server.name))}`), said]];
	});
	const isPlain = rows.every(([, said]) => said === '');
	const list = isPlain ? plain.map(mono).join(', ') : termList(rows);
	return list === '' ? '' : joinBlocks('**Servers**', list);
}

/** How to authenticate. */
function schemesText({ schemes }: Model): string {
	const rows = fieldsOf(schemes).flatMap(([name, scheme]): [string, string][] => {
		if (!isRecord(scheme)) return [];
		const way =
			scheme.type === 'apiKey'
				? `A key in the ${asText(text(scheme.in))} parameter ${mono(text(scheme.name))}.`
				: scheme.type === 'http'
					? `HTTP authentication: ${asText(text(scheme.scheme))}.`
					: `${asText(text(scheme.type))}.`;
		const more = [text(scheme.bearerFormat), text(scheme.openIdConnectUrl)].filter(Boolean).map(mono).join(', ');
		const flows = isRecord(scheme.flows) ? Object.values(scheme.flows) : [scheme];
		const scopes = flows.flatMap((flow) => (isRecord(flow) ? fieldsOf(flow.scopes) : []));
		const urls = flows
			.flatMap((flow) => (isRecord(flow) ? [flow.authorizationUrl, flow.tokenUrl, flow.refreshUrl] : []))
			.map(text)
			.filter(Boolean);
		return [
			[
				mono(name),
				joinBlocks(
					way,
					more,
					descriptionText(scheme.description),
					urls.length > 0 ? [...new Set(urls)].map(mono).join(', ') : '',
					termList([...new Map(scopes)].map(([scope, said]) => [mono(scope), asText(text(said))])),
				),
			],
		];
	});
	return rows.length === 0 ? '' : joinBlocks('## Authentication', termList(rows));
}

function operationPage(
	entry: OpenapiEntry,
	operation: Operation,
	route: string,
	model: Model,
	sheet: FieldSheet,
): Made {
	const { data, method, path, name, isWebhook, around } = operation;
	const security = data.security ?? model.data.security;
	const needs = items(security).flatMap((one) => (isRecord(one) ? [Object.keys(one)] : []));
	const auth = needs
		.filter((names) => names.length > 0)
		.map((names) => names.map(mono).join(' and '))
		.join(', or ');
	const words = [around.summary, around.description].map(descriptionText);
	const servers = items(data.servers ?? around.servers);
	return {
		name: route,
		title: titleOf(operation),
		description: firstSentence(data.description) || `${method} ${path}`,
		fact: {
			id: entry.id,
			entry: '',
			symbols: [`${entry.id}/${name}`],
			kind: isWebhook ? 'Webhook' : 'Operation',
			...(data.deprecated === true ? { status: 'deprecated' as const } : {}),
		},
		above: joinBlocks(`${mono(`${method} ${path}`)}`, descriptionText(data.description), docsLink(data), ...words),
		below: joinBlocks(
			auth === '' ? '' : `Authentication: ${auth}${needs.some((names) => names.length === 0) ? ', or none' : ''}.`,
			serversText(servers, servers.length > 0 ? operation.servers : []),
			isWebhook ? '' : requestsOf(operation, sheet.documents),
			...operationTexts(operation, sheet, '', '##'),
			...operation.callbacks.map((one) =>
				joinBlocks(
					`## Callback ${asText(titleOf(one))}`,
					mono(`${one.method} ${one.path}`),
					...[one.data.description, one.around.summary, one.around.description].map(descriptionText),
					docsLink(one.data),
					...operationTexts(one, sheet, 'callback.', '###'),
				),
			),
		),
	};
}

/** Parameters, body and answers. `level` is the mark of their headings. */
function operationTexts(operation: Operation, sheet: FieldSheet, prefix: string, level: string): string[] {
	const { parameters, body, answers } = operation;
	const places: [string, string][] = [
		['path', 'Path parameters'],
		['query', 'Query parameters'],
		['querystring', 'Query parameters'],
		['header', 'Headers'],
		['cookie', 'Cookies'],
	];
	const lists = places.map(([place, title]) => {
		const rows = parameters
			.filter((one) => one.in === place)
			.map((one): [string, string, string] => [
				mono(one.name) +
					(one.required ? label('required') : '') +
					(one.data.deprecated === true ? label('deprecated') : ''),
				typeAndText(
					typeOf(one.schema, sheet),
					joinBlocks(
						detailsOf(one.schema, sheet, one.data),
						fieldList(one.schema, sheet, `${prefix}${place}.${one.name}`),
						...examplesOf(one.data, sheet.documents, true),
					),
				),
				idOf(`${prefix}${place}.${one.name}`, sheet),
			]);
		return rows.length > 0 ? joinBlocks(`${level} ${title}`, termList(rows)) : '';
	});
	return [
		...lists,
		body
			? joinBlocks(
					`${level} Request body`,
					body.required ? '' : 'Optional.',
					descriptionText(body.data.description),
					...contentTexts(body.contents, sheet, `${prefix}body`),
				)
			: '',
		answers.length > 0 ? `${level} Responses` : '',
		...answers.map((answer) => answerText(answer, sheet, `${prefix}${answer.status}`, level)),
	];
}

function answerText(
	{ status, data, headers, contents }: OperationResponse,
	sheet: FieldSheet,
	id: string,
	level: string,
): string {
	const links = objectsIn(data.links, sheet.documents).map(([name, link]): [string, string] => {
		const to = [link.operationId, link.operationRef].map(text).filter(Boolean).map(mono);
		return [mono(name) + label('link'), joinBlocks(to.join(''), descriptionText(link.description))];
	});
	return joinBlocks(
		`${level}# ${asText(status)}`,
		descriptionText(data.summary),
		descriptionText(data.description),
		headersText(headers, sheet, id),
		...contentTexts(contents, sheet, id),
		termList(links),
	);
}

function headersText(headers: [string, Data][], sheet: FieldSheet, id: string): string {
	return termList(
		headers.map(([name, header]) => {
			const schema = header.schema ?? header;
			const said = [detailsOf(schema, sheet, { ...header, name }), fieldList(schema, sheet, `${id}.${name}`)];
			return [
				mono(name) + label('header'),
				typeAndText(typeOf(schema, sheet), joinBlocks(...said, ...examplesOf(header, sheet.documents, true))),
			];
		}),
	);
}

/** Bodies: their types, fields and examples. Those with the same schema are one. */
function contentTexts(contents: MediaType[], sheet: FieldSheet, id: string): string[] {
	const bySchema = new Map<unknown, MediaType[]>();
	for (const one of contents) {
		const key = one.schema === undefined ? one : sheet.documents.resolve(one.schema);
		bySchema.set(key, [...(bySchema.get(key) ?? []), one]);
	}
	return [...bySchema.values()].map((same) => contentText(same, sheet, id));
}

function contentText(same: MediaType[], sheet: FieldSheet, id: string): string {
	const [{ schema } = { schema: undefined }] = same;
	const types = same.map(({ type }) => mono(type)).join(', ');
	const head = schema === undefined ? types : `${types}: ${typeOf(schema, sheet)}`;
	return joinBlocks(
		head,
		schema === undefined ? '' : detailsOf(schema, sheet),
		schema === undefined ? '' : fieldList(schema, sheet, id),
		...same.flatMap(({ data }) => examplesOf(data, sheet.documents)),
		...same.flatMap(({ data }) =>
			objectsIn(data.encoding, sheet.documents).map(([name, { headers }]) =>
				headersText(objectsIn(headers, sheet.documents), sheet, `${id}.${name}`),
			),
		),
	);
}

/** Examples by name; with `isNamed`, without the single one. */
function examplesOf(data: Data, documents: Documents, isNamed = false): string[] {
	const named = objectsIn(data.examples, documents);
	const single = isNamed || data.example === undefined ? [] : [['Example', { value: data.example }] as [string, Data]];
	return [...single, ...named].map(([name, example]) => {
		const value = example.value ?? example.dataValue ?? example.serializedValue;
		const inside = value === undefined ? mono(text(example.externalValue)) : exampleBlock(value);
		const said = text(example.summary) || name;
		return fold(asText(said), joinBlocks(descriptionText(example.description), inside));
	});
}

function usersText(users: readonly string[]): string {
	const lines = users.slice(0, LISTED).map((one) => `- ${one}`);
	const rest = users.length - lines.length;
	return users.length > 0 ? joinBlocks('## Used by', lines.join('\n'), rest > 0 ? `And ${rest} more.` : '') : '';
}

function schemaPage(
	entry: OpenapiEntry,
	{ name, route, value, symbols }: Named,
	users: string[],
	all: FieldSheet,
): Made {
	const { linkOf } = all;
	const sheet: FieldSheet = {
		...all,
		linkOf: (schema) => (schema === value && !sheet.open.has(value) ? undefined : linkOf(schema)),
	};
	return {
		name: route,
		title: name,
		description: firstSentence(value.description) || firstSentence(value.title) || `The schema ${name}.`,
		fact: {
			id: entry.id,
			entry: 'schemas',
			symbols,
			kind: 'Schema',
			...(value.deprecated === true ? { status: 'deprecated' as const } : {}),
		},
		above: joinBlocks(typeOf(value, sheet), detailsOf(value, sheet, { name })),
		below: joinBlocks(fieldList(value, sheet, name), usersText(users)),
	};
}

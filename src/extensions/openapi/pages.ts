/** The pages of a description: an index, one for each operation and webhook, one for each named schema. */
import type { VirtualFact } from '../../content/model/page.ts';
import { isRecord } from '../../content/model/schema.ts';
import type { Data, Documents } from './documents.ts';
import { fieldsOf, items, type MediaType, type Model, type Operation, text } from './model.ts';
import { requestsOf } from './requests.ts';
import { detailsOf, type FieldSheet, fieldList, idOf, typeOf } from './schema.ts';
import {
	asText,
	codeBlock,
	descriptionText,
	firstSentence,
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

/** Lines of an example that a page shows. */
const MAX_LINES = 60;

interface Named {
	name: string;
	route: string;
	link: string;
	value: Data;
	symbols: string[];
}

export function referenceOf(entry: OpenapiEntry, model: Model, documents: Documents): MadeReference[] {
	const taken = new Set<string>([entry.path.toLowerCase()]);
	const routeOf = (below: string): string => {
		const wanted = `${entry.path}/${below.replace(/[^\p{L}\p{N}_.-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '') || 'page'}`;
		let route = wanted;
		for (let count = 2; taken.has(route.toLowerCase()); count++) route = `${wanted}-${count}`;
		taken.add(route.toLowerCase());
		return route;
	};
	const operations = model.operations.map((operation) => ({ operation, route: routeOf(operation.name) }));
	const used = new Set(operations.map(({ operation }) => operation.name));
	const schemas = namedSchemas(model, documents).map(([name, value]): Named => {
		const symbols = [`${entry.id}/schemas/${name}`, ...(used.has(name) ? [] : [`${entry.id}/${name}`])];
		const route = `${entry.path}/schemas/${routeOf(`schemas-${name}`).slice(entry.path.length + 1 + 'schemas-'.length)}`;
		return { name, route, value, symbols, link: `[${asText(name)}](api:${encodeURI(symbols.at(-1) ?? '')})` };
	});
	const bySchema = new Map<object, Named>(schemas.map((one) => [one.value, one]));
	const sheet = (): FieldSheet => ({
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
	const index = indexPage(entry, model, { groups, routes, schemas, linkOf });
	return [
		index,
		...operations.map(({ operation, route }) => operationPage(entry, operation, route, model, sheet())),
		...schemas.map((one) => schemaPage(entry, one, users.get(one) ?? [], sheet())),
	].map((page) => ({ ...page, origin: { file: entry.file, line: 1 } }));
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
		new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
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
	linkOf(operation: Operation): string;
}

type Made = Omit<MadeReference, 'origin'>;

function indexPage(entry: OpenapiEntry, model: Model, { groups, routes, schemas, linkOf }: Listed): Made {
	const info = isRecord(model.data.info) ? model.data.info : {};
	const title = entry.label ?? (text(info.title) || entry.id);
	const tags = new Map(
		items(model.data.tags).flatMap((tag) => (isRecord(tag) ? [[text(tag.name), tag] as const] : [])),
	);
	const lists = groups.map(([group, operations]) => {
		const rows = operations.map((one): [string, string] => [
			`[${mono(one.isWebhook ? one.path : `${one.method} ${one.path}`)}](${linkOf(one)})${one.data.deprecated === true ? label('deprecated') : ''}`,
			asText(titleOf(one)),
		]);
		return joinBlocks(
			heading(group),
			descriptionText(tags.get(group)?.description),
			termList(rows, 'api-terms api-index'),
		);
	});
	const rows = schemas.map(({ link, value }): [string, string] => [
		link,
		asText(firstSentence(value.description ?? value.title)),
	]);
	const contact = isRecord(info.contact)
		? [info.contact.name, info.contact.email, info.contact.url].map(text).filter(Boolean)
		: [];
	const license = isRecord(info.license) ? text(info.license.name) : '';
	const facts: [string, string][] = [
		['Version', asText(text(info.version) || String(info.version ?? ''))],
		['Servers', model.servers.map(mono).join(', ')],
		['License', asText(license)],
		['Contact', asText(contact.join(', '))],
		['Terms', text(info.termsOfService) === '' ? '' : mono(text(info.termsOfService))],
	];
	return {
		name: entry.path,
		title,
		description: firstSentence(info.summary ?? info.description) || `All operations of ${title}.`,
		fact: {
			id: entry.id,
			entry: '',
			symbols: [entry.id],
			groups: [
				...groups.map(([group, list]): [string, string[]] => [group, list.map((one) => routes.get(one) ?? '')]),
				...(schemas.length > 0 ? [['Schemas', schemas.map(({ route }) => route)] as [string, string[]]] : []),
			],
		},
		above: joinBlocks(
			descriptionText(info.summary),
			descriptionText(info.description),
			termList(facts.filter(([, said]) => said !== '')),
			schemesText(model),
			'<div class="api-filter" data-widget="filter"></div>',
		),
		below: joinBlocks(
			...lists,
			rows.length > 0 ? joinBlocks(heading('Schemas'), termList(rows, 'api-terms api-index')) : '',
		),
	};
}

function heading(title: string): string {
	return `## ${asText(title)}`;
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
		const flows = isRecord(scheme.flows) ? Object.values(scheme.flows) : [scheme];
		const scopes = flows.flatMap((flow) => (isRecord(flow) ? fieldsOf(flow.scopes) : []));
		const urls = flows
			.flatMap((flow) => (isRecord(flow) ? [flow.authorizationUrl, flow.tokenUrl] : []))
			.map(text)
			.filter(Boolean);
		return [
			[
				mono(name),
				joinBlocks(
					way,
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
	const { data, method, path, name, isWebhook, parameters, body, answers } = operation;
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
					joinBlocks(detailsOf(one.schema, sheet, one.data), fieldList(one.schema, sheet, `${place}.${one.name}`)),
				),
				idOf(`${place}.${one.name}`, sheet),
			]);
		return rows.length > 0 ? joinBlocks(`## ${title}`, termList(rows)) : '';
	});
	const security = data.security ?? model.data.security;
	const needs = items(security).flatMap((one) => (isRecord(one) ? [Object.keys(one)] : []));
	const auth = needs
		.filter((names) => names.length > 0)
		.map((names) => names.map(mono).join(' and '))
		.join(', or ');
	const docs =
		isRecord(data.externalDocs) && /^https?:/.test(text(data.externalDocs.url))
			? `[${asText(text(data.externalDocs.description)) || 'More about it'}](${text(data.externalDocs.url)})`
			: '';
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
		above: joinBlocks(`${mono(`${method} ${path}`)}`, descriptionText(data.description), docs),
		below: joinBlocks(
			auth === '' ? '' : `Authentication: ${auth}${needs.some((names) => names.length === 0) ? ', or none' : ''}.`,
			isWebhook ? '' : requestsOf(operation),
			...lists,
			body
				? joinBlocks(
						`## Request body`,
						body.required ? '' : 'Optional.',
						descriptionText(body.data.description),
						...contentTexts(body.contents, sheet, 'body'),
					)
				: '',
			answers.length > 0 ? '## Responses' : '',
			...answers.map(({ status, data: answer, headers, contents }) =>
				joinBlocks(
					`### ${asText(status)}`,
					descriptionText(answer.description),
					termList(
						headers.map(([header, one]) => [
							mono(header) + label('header'),
							typeAndText(typeOf(one.schema ?? one, sheet), detailsOf(one.schema ?? one, sheet, one)),
						]),
					),
					...contentTexts(contents, sheet, status),
				),
			),
			...operation.callbacks.map((one) =>
				joinBlocks(
					`## Callback ${asText(titleOf(one))}`,
					mono(`${one.method} ${one.path}`),
					descriptionText(one.data.description),
					...contentTexts(one.body?.contents ?? [], sheet, 'callback'),
					...one.answers.map((answer) =>
						joinBlocks(
							`${mono(answer.status)} ${descriptionText(answer.data.description)}`,
							...contentTexts(answer.contents, sheet, `callback.${answer.status}`),
						),
					),
				),
			),
		),
	};
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
	);
}

function examplesOf(data: Data, documents: Documents): string[] {
	const named = fieldsOf(data.examples).flatMap(([name, one]): [string, Data][] => {
		const found = documents.object(one);
		return found ? [[name, found]] : [];
	});
	const single = data.example === undefined ? [] : [['Example', { value: data.example }] as [string, Data]];
	return [...single, ...named].map(([name, example]) => {
		const value = example.value ?? example.dataValue ?? example.serializedValue;
		const inside = value === undefined ? mono(text(example.externalValue)) : exampleBlock(value);
		const said = text(example.summary) || name;
		return `<details>\n<summary>${asText(said)}</summary>\n\n${joinBlocks(descriptionText(example.description), inside)}\n\n</details>`;
	});
}

export function exampleBlock(value: unknown): string {
	const lines = (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')).split('\n');
	const cut = lines.length > MAX_LINES ? `${lines.length - MAX_LINES} more lines are in the file.` : '';
	return joinBlocks(codeBlock(lines.slice(0, MAX_LINES).join('\n'), typeof value === 'string' ? 'text' : 'json'), cut);
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
	const example = value.example ?? (Array.isArray(value.examples) ? value.examples[0] : undefined);
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
		above: joinBlocks(typeOf(value, sheet), detailsOf(value, sheet)),
		below: joinBlocks(
			fieldList(value, sheet, name),
			typeof example === 'object' && example !== null ? joinBlocks('## Example', exampleBlock(example)) : '',
			users.length > 0 ? joinBlocks('## Used by', users.map((one) => `- ${one}`).join('\n')) : '',
		),
	};
}

/** What two versions of a description have apart: a page for readers, and findings for what vanished without notice. */
import { isRecord } from '../../content/model/schema.ts';
import type { Data, Documents } from './documents.ts';
import { fieldsOf, items, type MediaType, type Model, type Operation, type Parameter } from './model.ts';
import { typeOf } from './schema.ts';
import { asText, joinBlocks, label, mono } from './words.ts';

/** A description with the names of its schemas. */
export interface VersionedApi {
	model: Model;
	documents: Documents;
	/** Schemas with a page, by their objects. */
	names: Map<object, string>;
	/** Its docs version as readers know it. */
	version: string;
}

/** The sections of the page, in their order. */
const KINDS = { new: 'New', deprecated: 'Deprecated', changed: 'Changed', gone: 'Gone' };
type Kind = keyof typeof KINDS;

interface Change {
	kind: Kind;
	/** The operation or schema, as Markdown. */
	of: string;
	/** Its part, as Markdown; empty for all of it. */
	what: string;
}

/** Compares a description with the one of the docs version before it. */
export class Comparison {
	readonly changes: Change[] = [];
	/** Pairs of schemas, each of which is compared where it's met first: schemas may contain themselves. */
	private readonly compared = new Map<object, Set<object>>();
	private of = '';
	private owner = '';

	constructor(
		private readonly before: VersionedApi,
		private readonly now: VersionedApi,
		private readonly links: { operation(one: Operation): string; schema(name: string): string },
	) {
		this.compareOperations();
		this.compareSchemas();
	}

	/** The body of the page; empty if nothing has changed. */
	get text(): string {
		const sections = Object.entries(KINDS).map(([kind, title]) => {
			const own = this.changes.filter((change) => change.kind === kind);
			const lines = [...new Set(own.map(({ of }) => of))].map((of) => {
				const parts = own.flatMap((one) => (one.of === of && one.what !== '' ? one.what : []));
				return parts.length === 0 ? `- ${of}` : `- ${of}: ${parts.join(kind === 'changed' ? '; ' : ', ')}`;
			});
			return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`;
		});
		return joinBlocks(...sections);
	}

	private add(kind: Kind, what = ''): void {
		this.changes.push({ kind, of: this.of, what });
	}

	/** `at` is where the new description would have it, `was` what the old one has. */
	private gone(what: string, said: string, at: [object, ...string[]], was: object, isDeprecated: boolean): void {
		this.add('gone', what);
		if (isDeprecated) return;
		const { file, line } = this.before.documents.place(was);
		const [object, ...keys] = at;
		this.now.documents.report(
			'openapi-removed',
			'warning',
			object,
			keys,
			`${said} is gone, and ${this.before.version} hadn't deprecated it.`,
			`Bring it back, or write "deprecated: true" at ${file}:${line}.`,
		);
	}

	private compareOperations(): void {
		const keyOf = ({ method, path, isWebhook }: Operation): string =>
			`${isWebhook} ${method} ${path.replace(/\{[^}]*\}/g, '{}')}`;
		const old = new Map(this.before.model.operations.map((one) => [keyOf(one), one]));
		const present = new Map(this.now.model.operations.map((one) => [keyOf(one), one]));
		for (const [key, one] of present) {
			this.owner = nameOf(one);
			this.of = `[${mono(this.owner)}](${this.links.operation(one)})`;
			const was = old.get(key);
			if (!was) this.add('new');
			else this.compareOperation(was, one);
		}
		const { data } = this.now.model;
		for (const [key, was] of old) {
			if (present.has(key)) continue;
			this.owner = nameOf(was);
			this.of = mono(this.owner);
			const list = was.isWebhook ? 'webhooks' : 'paths';
			const all = isRecord(data[list]) ? data[list] : {};
			const at: [object, ...string[]] = [data, list, ...(Object.hasOwn(all, was.path) ? [was.path] : [])];
			this.gone('', this.owner, at, was.data, was.data.deprecated === true);
		}
	}

	private compareOperation(was: Operation, one: Operation): void {
		if (one.data.deprecated === true && was.data.deprecated !== true) this.add('deprecated');
		const keyOf = (parameter: Parameter): string => `${parameter.in} ${parameter.name}`;
		const old = new Map(was.parameters.map((parameter) => [keyOf(parameter), parameter]));
		for (const parameter of one.parameters) {
			const { name, data, required, schema } = parameter;
			const own = old.get(keyOf(parameter));
			old.delete(keyOf(parameter));
			// Its name is nothing that a request has.
			if (parameter.in === 'path' && !own) continue;
			this.field(name, own && { written: own.schema, data: own.data, required: own.required }, {
				written: schema,
				data,
				required,
			});
		}
		for (const { name, in: place, data } of old.values()) {
			const said = `The ${place} parameter "${name}" of ${this.owner}`;
			const at: [object, ...string[]] = [one.data, ...(one.data.parameters === undefined ? [] : ['parameters'])];
			if (place !== 'path') this.gone(mono(name), said, at, data, data.deprecated === true);
		}
		this.compareContents('body', was.body?.contents ?? [], one.body?.contents ?? []);
		if (one.body?.required && was.body && !was.body.required) this.add('changed', `${mono('body')} required`);
		for (const answer of one.answers) {
			const own = was.answers.find(({ status }) => status === answer.status);
			if (own) this.compareContents(answer.status, own.contents, answer.contents);
			else this.add('new', `response ${mono(answer.status)}`);
		}
		for (const { status } of was.answers)
			if (!one.answers.some((answer) => answer.status === status)) this.add('gone', `response ${mono(status)}`);
	}

	private compareContents(name: string, old: MediaType[], present: MediaType[]): void {
		for (const { type, schema } of present) {
			const was = old.find((one) => one.type === type);
			if (was) this.field(name, { written: was.schema, required: false }, { written: schema, required: false });
			else if (old.length > 0) this.add('new', `${mono(name)}: ${mono(type)}`);
		}
		if (old.length === 0 && present.length > 0) this.add('new', mono(name));
		for (const { type } of old)
			if (!present.some((one) => one.type === type)) this.add('gone', `${mono(name)}: ${mono(type)}`);
	}

	private compareSchemas(): void {
		const old = new Map([...this.before.names].map(([schema, name]) => [name, schema as Data]));
		for (const [schema, name] of this.now.names) {
			const was = old.get(name);
			old.delete(name);
			this.owner = name;
			this.of = this.links.schema(name);
			if (!was) this.add('new');
			else this.compareParts('', was, schema as Data);
		}
		for (const name of old.keys()) {
			this.of = asText(name);
			this.add('gone');
		}
	}

	/** A field, a parameter or a body. */
	private field(
		name: string,
		was: { written: unknown; data?: Data; required: boolean } | undefined,
		one: { written: unknown; data?: Data; required: boolean },
	): void {
		const isDeprecated = (side: VersionedApi, { written, data }: typeof one): boolean =>
			(data ?? side.documents.object(written))?.deprecated === true;
		if (!was) {
			this.add('new', mono(name) + (one.required ? label('required') : ''));
			return;
		}
		if (isDeprecated(this.now, one) && !isDeprecated(this.before, was)) this.add('deprecated', mono(name));
		if (one.required !== was.required) this.add('changed', `${mono(name)} ${one.required ? 'required' : 'optional'}`);
		this.compareParts(name, was.written, one.written);
	}

	/** The type of a schema and what's in it. A schema with a page is compared once, if it's the same in both. */
	private compareParts(name: string, was: unknown, one: unknown): void {
		const [old, present] = [this.before.documents.object(was), this.now.documents.object(one)];
		if (!old || !present) return;
		const [oldName, newName] = [this.before.names.get(old), this.now.names.get(present)];
		const isWhole = name === '';
		if (!isWhole && newName !== undefined && oldName === newName) return;
		const pairs = this.compared.get(old) ?? new Set();
		this.compared.set(old, pairs);
		if (pairs.has(present)) return;
		pairs.add(present);
		if (isWhole && present.deprecated === true && old.deprecated !== true) this.add('deprecated');
		const [oldType, newType] = [typeIn(this.before, was, isWhole), typeIn(this.now, one, isWhole)];
		if (oldType !== newType) this.add('changed', `${isWhole ? '' : `${mono(name)} `}${newType}, was ${oldType}`);
		this.compareValues(name, old, present);
		this.compareFields(name, old, present);
		for (const [key, mark] of [
			['items', '[]'],
			['additionalProperties', '.*'],
		] as const)
			if (isRecord(old[key]) && isRecord(present[key])) this.compareParts(name + mark, old[key], present[key]);
		for (const key of ['oneOf', 'anyOf']) {
			const [ours, theirs] = [items(present[key]), items(old[key])];
			if (ours.length === theirs.length)
				for (const [index, part] of ours.entries()) this.compareParts(`${name}.${index + 1}`, theirs[index], part);
		}
	}

	private compareFields(name: string, old: Data, present: Data): void {
		const before = partsOf(old, this.before);
		const now = partsOf(present, this.now);
		const prefix = name === '' ? '' : `${name}.`;
		for (const [key, written] of now.fields) {
			const was = before.all.get(key);
			this.field(prefix + key, was === undefined ? undefined : { written: was, required: before.required.has(key) }, {
				written,
				required: now.required.has(key),
			});
		}
		for (const [key, was] of before.fields) {
			if (now.all.has(key)) continue;
			const field = this.before.documents.object(was);
			this.gone(
				mono(prefix + key),
				`The field "${prefix}${key}" of ${this.owner}`,
				[present, ...(isRecord(present.properties) ? ['properties'] : [])],
				isRecord(was) ? was : old,
				field?.deprecated === true,
			);
		}
	}

	private compareValues(name: string, old: Data, present: Data): void {
		const [before, now] = [items(old.enum).map(String), items(present.enum).map(String)];
		const prefix = name === '' ? '' : `${mono(name)}: `;
		if (before.length === 0 || now.length === 0) {
			if (now.length > 0) this.add('changed', `${prefix}one of ${now.map(mono).join(', ')}, was any value`);
			return;
		}
		for (const value of now) if (!before.includes(value)) this.add('new', prefix + mono(value));
		for (const value of before)
			if (!now.includes(value)) {
				const said = `The value "${value}" of ${name === '' ? '' : `"${name}" in `}${this.owner}`;
				this.gone(prefix + mono(value), said, [present, 'enum'], old, old.deprecated === true);
			}
	}
}

function nameOf({ method, path, isWebhook }: Operation): string {
	return isWebhook ? path : `${method} ${path}`;
}

/** A type in words, with names in place of links. */
function typeIn({ documents, names }: VersionedApi, written: unknown, isOwn: boolean): string {
	const own = isOwn ? documents.object(written) : undefined;
	const linkOf = (schema: object): string | undefined => {
		const name = schema === own ? undefined : names.get(schema);
		return name === undefined ? undefined : asText(name);
	};
	return typeOf(written, { documents, linkOf });
}

interface Parts {
	/** Of the schema and of those in its `allOf` that have no page. */
	fields: Map<string, unknown>;
	/** Those of schemas with a page, too: a field may move there, and back. */
	all: Map<string, unknown>;
	/** Names of fields. */
	required: Set<unknown>;
}

function partsOf(schema: Data, { documents, names }: VersionedApi): Parts {
	const fields = new Map<string, unknown>();
	const all = new Map<string, unknown>();
	const required = new Set<unknown>();
	const seen = new Set<Data>();
	const visit = (written: unknown, isAround: boolean): void => {
		const part = documents.object(written);
		if (!part || seen.has(part)) return;
		seen.add(part);
		const isOwn = isAround && (part === schema || !names.has(part));
		for (const each of items(part.allOf)) visit(each, isOwn);
		for (const name of items(part.required)) required.add(name);
		for (const [name, value] of fieldsOf(part.properties)) {
			all.set(name, value);
			if (isOwn) fields.set(name, value);
		}
	};
	visit(schema, true);
	return { fields, all, required };
}

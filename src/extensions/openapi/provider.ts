/** The provider of the pages. A reference is kept as long as the files stay the same. */
import type { Config } from '../../content/model/config.ts';
import type { Diagnostic } from '../../content/model/diagnostic.ts';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import { escapeText } from '../../content/model/html.ts';
import { CONFIG_FILE, CONTENT, isPart, PARTS, versionFolder } from '../../content/model/identity.ts';
import type { Page } from '../../content/model/page.ts';
import { isRecord, nearest } from '../../content/model/schema.ts';
import type { Provider, ProviderContext, VirtualPage, VirtualPages } from '../../extension.ts';
import { checkStructure } from './check.ts';
import { Documents, type FileText } from './documents.ts';
import { checkExamples } from './examples.ts';
import { checkFields } from './fields.ts';
import { type RequestedApi, refusedRequest, requestedApi, requestsOfPage } from './guides.ts';
import { modelOf } from './model.ts';
import { describe, type MadeReference, type OpenapiEntry, referenceOf } from './pages.ts';
import { asText, joinBlocks } from './words.ts';

interface Made {
	key: string;
	reads: Record<string, string | null>;
	pages: MadeReference[];
	findings: Diagnostic[];
	/** For requests; read at the first one. */
	api?: RequestedApi;
}

export async function openReference({ inputs }: ProviderContext): Promise<Provider> {
	const kept = new Map<string, Made>();
	const read: FileText = (name) => {
		const refused = inputs.refusal(name);
		return refused === undefined ? { text: inputs.read(name)?.toString() } : { refused };
	};
	const made = (entry: VersionedEntry): Made => {
		const key = hashOfValue(entry);
		const known = kept.get(entry.id + entry.version);
		const isSame = (name: string, hash: string | null): boolean => (hashIn(read(name).text) ?? null) === hash;
		if (known?.key === key && Object.entries(known.reads).every(([name, hash]) => isSame(name, hash))) return known;
		const now = { key, ...makeReference(entry, read) };
		kept.set(entry.id + entry.version, now);
		return now;
	};
	/** The APIs that requests are checked against. They are read again, because few sites have requests. */
	const apiOf = (entry: VersionedEntry): RequestedApi | undefined => {
		const own = made(entry);
		if (own.api || own.pages.length === 0) return own.api;
		const documents = new Documents(read);
		const data = documents.open(entry.file, { code: 'openapi-file' });
		if (isRecord(data)) own.api = requestedApi(entry, modelOf(data, documents), documents);
		return own.api;
	};
	return {
		async pages(config): Promise<VirtualPages> {
			const entries = entriesOf(config, inputs);
			const all = entries.map((entry) => ({ entry, ...made(entry) }));
			const isBroken = all.some(({ pages }) => pages.length === 0);
			return {
				state: isBroken ? 'failed' : 'made',
				diagnostics: all.flatMap(({ findings }) => findings),
				covers: (path) => entries.some((entry) => `${path.replace(/\.\w+$/, '')}/`.includes(`/${entry.path}/`)),
				texts: (written) => {
					const texts = all.flatMap(({ entry, pages }) => textsOf(entry, pages, written, config));
					const symbols = all.flatMap(({ pages }) => pages.flatMap(({ fact }) => fact.symbols));
					const ids = new Set(entries.map(({ id }) => id));
					// Others belong to packages, if the site has some.
					const isOwn = ({ name }: Page): boolean =>
						ids.has(name.split('/')[0] ?? '') || ids.size === config.api.length;
					const notes = written.filter((page) => isPart(page) && isOwn(page));
					const strays = notes.filter(({ name }) => !symbols.includes(name)).map((note) => strayNote(note, symbols));
					return { pages: texts, diagnostics: strays };
				},
			};
		},
		async annotations({ config, pages }) {
			const asking = [...pages.values()].filter((page) => requestsOfPage(page).length > 0);
			const apis = (asking.length > 0 ? entriesOf(config, inputs) : []).map((entry) => ({ entry, api: apiOf(entry) }));
			const diagnostics = asking.flatMap((page) => {
				const own = apis.flatMap(({ entry: { version }, api }) =>
					api && (page.version ?? version) === version ? api : [],
				);
				return requestsOfPage(page).flatMap((request) => refusedRequest(request, own) ?? []);
			});
			return { state: 'made', pages: new Map(), diagnostics, failures: [], files: new Map(), notes: [] };
		},
		stop() {},
	};
}

function hashIn(text: string | undefined): string | undefined {
	return text === undefined ? undefined : hashOf(text);
}

interface VersionedEntry extends OpenapiEntry {
	/** The file of the docs version before this one, and what readers call that version. */
	before?: { file: string; version: string };
}

function entriesOf({ api, docs }: Config, { read }: Pick<ProviderContext['inputs'], 'read'>): VersionedEntry[] {
	const all = api.flatMap(({ id, openapi: file, label, path = `api/${id}`, version = 'current', groups = {} }) =>
		file === undefined ? [] : [{ id, file, label, path, version, groups }],
	);
	const order = ['current', ...olderVersions(read(`${CONTENT}/versions.json`)?.toString())];
	const ageOf = ({ version }: OpenapiEntry): number => order.indexOf(version);
	return all.map((entry) => {
		const older = all.filter((one) => one.id === entry.id && ageOf(one) > ageOf(entry));
		const [last] = older.sort((a, b) => ageOf(a) - ageOf(b));
		if (!last) return entry;
		const { file, version } = last;
		return { ...entry, before: { file, version: docs?.versions[version]?.label ?? version } };
	});
}

/** The versions after the current one, newest first. The core reports what is wrong in the list. */
function olderVersions(list: string | undefined): string[] {
	try {
		const names: unknown = JSON.parse(list ?? '[]');
		return Array.isArray(names) ? names.map(String) : [];
	} catch {
		return [];
	}
}

/** Reads a file, checks it and makes its pages; none if it can't be read. */
export function makeReference(entry: VersionedEntry, read: FileText): Omit<Made, 'key'> {
	const documents = new Documents(read);
	const { findings, reads } = documents;
	const { file } = entry;
	const about = { words: [file] };
	const data = documents.open(file, { code: 'openapi-file', file: CONFIG_FILE, about });
	if (data === undefined) return { reads, pages: [], findings };
	const version = isRecord(data) ? String(data.openapi ?? data.swagger ?? '') : '';
	if (!isRecord(data) || !/^(?:2\.0|3\.[0-2](?:\.\d+)?)$/.test(version)) {
		const key = isRecord(data) ? (data.openapi === undefined ? 'swagger' : 'openapi') : '';
		const place = isRecord(data) ? documents.place(data, ...(version === '' ? [] : [key])) : { file, line: 1 };
		const message =
			version === ''
				? `${file} isn't an OpenAPI file: it has no field "openapi".`
				: `${file} is OpenAPI ${version}, which docsgen doesn't read.`;
		findings.push({
			code: 'openapi-file',
			severity: 'error',
			...place,
			message,
			hint: 'docsgen reads 2.0, 3.0, 3.1 and 3.2.',
		});
		return { reads, pages: [], findings };
	}
	const model = modelOf(data, documents);
	checkStructure(file, model, documents);
	checkFields(model, documents);
	checkExamples(model, documents);
	const older = entry.before && describedBefore(entry.before, read);
	const pages = referenceOf(entry, model, documents, older?.described);
	return { reads: { ...older?.reads, ...reads }, pages, findings };
}

/** A file as it was in an older docs version, whose own reference reports what is wrong in it. */
function describedBefore({ file, version }: NonNullable<VersionedEntry['before']>, read: FileText) {
	const documents = new Documents(read);
	const data = documents.open(file, { code: 'openapi-file' });
	const described = isRecord(data) ? describe(modelOf(data, documents), documents, version) : undefined;
	return { described, reads: documents.reads };
}

/** The pages as texts, with notes of authors and links to their guides. */
function textsOf(entry: OpenapiEntry, pages: MadeReference[], written: Page[], { locale }: Config): VirtualPage[] {
	const notes = new Map(written.filter(isPart).map((note) => [note.name, note]));
	const guides = new Map<string, Page[]>();
	for (const page of written) {
		if (isPart(page) || page.data.unlisted || page.locale !== locale.locale) continue;
		for (const { kind, target } of page.links) {
			const name = kind === 'name' ? decodeURI(target.slice('api:'.length).split(/[?#]/)[0] ?? '') : undefined;
			if (name !== undefined && !guides.get(name)?.includes(page))
				guides.set(name, [...(guides.get(name) ?? []), page]);
		}
	}
	return pages.map(({ name, title, description, fact, above, below, origin }) => {
		const note = fact.groups ? undefined : fact.symbols.flatMap((symbol) => notes.get(symbol) ?? [])[0];
		const own = fact.groups ? [] : [...new Set(fact.symbols.flatMap((symbol) => guides.get(symbol) ?? []))];
		const list = own.map(({ path, title: of }) => `- [${asText(of)}](<@site/${path}>)`).join('\n');
		const fields = {
			slug: `/${encodeURI(name)}`,
			custom_edit_url: null,
			title,
			description: note?.description || description,
			...(fact.groups ? { toc_max_heading_level: 2 } : {}),
		};
		const body = joinBlocks(
			`<head><title>${escapeText(`${title} API`)}</title></head>`,
			note ? `import AuthorNote from ${JSON.stringify(`@site/${encodeURI(note.path)}`)}` : '',
			above,
			note ? '<AuthorNote />' : '',
			below,
			list === '' ? '' : `## Guides\n\n${list}`,
		);
		const front = Object.entries(fields).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
		const text = `---\n${front.join('\n')}\n---\n${body}\n`;
		const path = `${versionFolder(entry.version)}/${name}.md`;
		const identity = { collection: 'docs', version: entry.version, name, virtual: fact } as const;
		const hash = hashOfValue([hashOf(text), identity, origin]);
		return { path, identity, virtual: { text, hash, origin }, includes: note?.path };
	});
}

function strayNote(note: Page, names: string[]): Diagnostic {
	const near = nearest(note.name, names);
	return {
		code: 'api-note',
		severity: 'error',
		file: note.path,
		line: 1,
		message: `${note.path} is a note on "${note.name}", which is not in the API reference.`,
		hint: near ? `Did you mean ${PARTS}${near}.md?` : `Name it ${PARTS}<id>/<name>.md, as in api: links.`,
	};
}

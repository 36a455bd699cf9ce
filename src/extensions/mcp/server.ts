/**
 * `docsgen mcp`: a Model Context Protocol server on standard input and output, with which assistants search and read a
 * site. The site needs no code of its own: the server reads what every site publishes.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { attempt } from '../../cli/disk/disk.ts';
import { docsgenVersion, loaderOf, missingPackage } from '../../cli/disk/package.ts';
import { nameFrom } from '../../cli/disk/paths.ts';
import { startProxies } from '../../cli/http/proxy.ts';
import { CONFIG_FILE } from '../../content/model/identity.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import type { FoundSection } from '../../content/search/engine.ts';
import { PAGE_KIND, SETTINGS_FILE, type SearchSettings } from '../../content/search/format.ts';
import { plainOf } from '../../content/search/marks.ts';
import type { CommandHost, ServedSite } from '../../extension.ts';
import { OWN_MARK } from '../../render/views/output-paths.ts';
import { PublishedSite, SiteProblem } from './published.ts';
import { answerParts } from './sections.ts';

const SDK = '@modelcontextprotocol/sdk';

const VERSION = { type: 'string', description: 'Version of the docs; default: the last released one.' } as const;
const PART = {
	type: 'integer',
	description: 'Part of a long answer; default: 1. Each part names the next one.',
} as const;
const KINDS = { guide: PAGE_KIND.guide, reference: PAGE_KIND.reference, post: PAGE_KIND.post };
const RESULTS = 10;

/** The tools' names, descriptions and arguments, as assistants see them. */
const TOOLS: Tool[] = [
	{
		name: 'search_docs',
		description: 'Searches the documentation. Returns the best sections with the path and heading for read_page.',
		inputSchema: {
			type: 'object',
			properties: {
				query: { type: 'string', description: 'Words that the section contains, e.g. "batch requests".' },
				version: VERSION,
				kind: { type: 'string', enum: Object.keys(KINDS), description: 'Only pages of this kind; default: all.' },
			},
			required: ['query'],
			additionalProperties: false,
		},
	},
	{
		name: 'read_page',
		description: 'Returns a page of the documentation as Markdown, or only the section below one of its headings.',
		inputSchema: {
			type: 'object',
			properties: {
				path: { type: 'string', description: 'Path or URL of the page, e.g. from search_docs.' },
				heading: { type: 'string', description: 'Text or anchor of a heading; default: the whole page.' },
				part: PART,
			},
			required: ['path'],
			additionalProperties: false,
		},
	},
	{
		name: 'list_pages',
		description: 'Returns the table of contents of the documentation: every guide with its path and description.',
		inputSchema: { type: 'object', properties: { version: VERSION, part: PART }, additionalProperties: false },
	},
];

/**
 * Serves a site to an assistant until it closes the connection.
 *
 * @param target URL of a published site, folder of a built site, or folder of a site's sources
 * @param output where the responses of the protocol go
 * @param serving starts a server for a folder
 */
export async function serveAssistant(
	target: string,
	output: Writable,
	serving: { sources(folder: string): Promise<ServedSite>; output: CommandHost['serveOutput'] },
): Promise<Diagnostic[]> {
	const url = /^https?:/.test(target) ? URL.parse(target) : null;
	const folder = resolve(url ? '.' : target);
	const load = loaderOf(SDK, folder) ?? loaderOf(SDK, resolve('.'));
	if (!load) return [missingPackage(SDK, 'docsgen mcp')];
	const connect = (site: PublishedSite): Promise<void> => serve(site, output, load);
	if (url) {
		const proxies = await startProxies(process.env);
		if (typeof proxies === 'object') return [proxies];
		await connect(new PublishedSite(url.href));
		return [];
	}
	const isBuilt = existsSync(join(folder, SETTINGS_FILE));
	if (!isBuilt && !existsSync(join(folder, CONFIG_FILE))) {
		const message = `There is no ${CONFIG_FILE} and no ${SETTINGS_FILE} in "${target}".`;
		const hint = 'Give the URL of a site, the folder of its sources, or its output folder.';
		return [{ code: 'no-configuration', severity: 'error', message, hint }];
	}
	const served = isBuilt ? await serveBuilt(folder, serving.output) : await serving.sources(folder);
	if (served.kind === 'failed') return [served.diagnostic];
	try {
		await connect(new PublishedSite(served.url, isBuilt));
	} finally {
		await served.close();
	}
	return [];
}

/** Serves a built site; `folder` may be that of one of its languages, whose pages refer to files above it. */
async function serveBuilt(folder: string, serve: CommandHost['serveOutput']): Promise<ServedSite> {
	let root = folder;
	while (!existsSync(join(root, OWN_MARK)) && existsSync(join(root, '..', SETTINGS_FILE))) root = join(root, '..');
	// A damaged file is reported with the first request.
	const settings: Partial<SearchSettings> | undefined = attempt(() =>
		JSON.parse(readFileSync(join(root, SETTINGS_FILE), 'utf8')),
	);
	const served = await serve(root, settings?.baseUrl ?? '/');
	return served.kind === 'failed' ? served : { ...served, url: new URL(nameFrom(root, folder), served.url).href };
}

/** Answers the assistant's requests; resolves when it has closed the connection. */
async function serve(site: PublishedSite, output: Writable, load: NodeJS.Require): Promise<void> {
	const { Server } = load(`${SDK}/server/index.js`) as typeof import('@modelcontextprotocol/sdk/server/index.js');
	const stdio = load(`${SDK}/server/stdio.js`) as typeof import('@modelcontextprotocol/sdk/server/stdio.js');
	const types = load(`${SDK}/types.js`) as typeof import('@modelcontextprotocol/sdk/types.js');
	const { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } = types;
	const server = new Server({ name: 'docsgen', version: docsgenVersion() }, { capabilities: { tools: {} } });
	server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
	server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
		const mistake = mistakeIn(params.name, params.arguments ?? {});
		if (mistake) throw new McpError(ErrorCode.InvalidParams, mistake);
		try {
			return { content: [{ type: 'text', text: await call(site, params.name, params.arguments ?? {}) }] };
		} catch (error) {
			if (!(error instanceof SiteProblem)) throw error;
			return { content: [{ type: 'text', text: error.message }], isError: true };
		}
	});
	const ended = new Promise<void>((resolve) => {
		server.onclose = resolve;
		process.stdin.once('end', resolve);
	});
	await server.connect(new stdio.StdioServerTransport(process.stdin, output));
	await ended;
	await server.close();
}

/** The mistake in a call according to the tool's schema; undefined if there is none. */
function mistakeIn(name: string, given: Record<string, unknown>): string | undefined {
	const schema = TOOLS.find((tool) => tool.name === name)?.inputSchema;
	if (!schema) return `There is no tool "${name}". Tools: ${TOOLS.map((tool) => tool.name).join(', ')}.`;
	const properties = (schema.properties ?? {}) as Record<string, { type: string; enum?: string[] }>;
	for (const [key, value] of Object.entries(given)) {
		const { type, enum: choices } = properties[key] ?? {};
		if (!properties[key]) return `${name} has no argument "${key}".`;
		if (type === 'integer' && !(Number.isInteger(value) && Number(value) > 0))
			return `The argument "${key}" must be a whole number above 0.`;
		if (type === 'string' && typeof value !== 'string') return `The argument "${key}" must be a string.`;
		if (choices && !choices.includes(String(value)))
			return `The argument "${key}" must be one of: ${choices.join(', ')}.`;
	}
	const absent = schema.required?.find((key) => given[key] === undefined);
	return absent && `${name} needs the argument "${absent}".`;
}

async function call(site: PublishedSite, name: string, given: Record<string, unknown>): Promise<string> {
	// `mistakeIn` has checked them.
	const { query = '', version, kind, path = '', heading } = given as Record<string, string | undefined>;
	const part = Number(given.part ?? 1);
	if (name === 'list_pages') return partOf(await site.contents(version), part, name);
	if (name === 'read_page') return partOf(await site.page(path, heading), part, name);
	const found = await site.search(query, {
		version,
		kind: kind === undefined ? undefined : KINDS[kind as keyof typeof KINDS],
		limit: RESULTS,
	});
	return found.length === 0 ? `Nothing found for "${query}".` : found.map(described).join('\n');
}

/** One part of a text, with the way to the next one. */
function partOf(text: string, part: number, tool: string): string {
	const parts = answerParts(text);
	const found = parts[part - 1];
	if (found === undefined) throw new SiteProblem(`There is no part ${part}: the text has ${parts.length}.`);
	if (parts.length === 1) return found;
	const next = part < parts.length ? ` To read on, call ${tool} with the same arguments and "part": ${part + 1}.` : '';
	return `${found.trimEnd()}\n\n---\n\nThis is part ${part} of ${parts.length}.${next}\n`;
}

function described({ url, title, headings, excerpt }: FoundSection): string {
	const trail = [title, ...headings].map(plainOf);
	const heading = headings.length > 0 ? `\n  heading: ${trail.at(-1)}` : '';
	return `- ${trail.join(' › ')}\n  path: ${url.replace(/#.*/, '')}${heading}\n  ${plainOf(excerpt)}`;
}

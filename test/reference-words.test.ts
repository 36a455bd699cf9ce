/**
 * The symbols of tRPC that people open have words: each symbol, all options and parameters, all type parameters and all
 * members. No page shows what the authors of the source still want to do.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import siteConfig from '../site.config.ts';
import type { Page } from '../src/content/model/page.ts';
import { attach } from '../src/extensions/typescript/reference/attach.ts';
import { findPackages } from '../src/extensions/typescript/reference/packages.ts';
import { apiPages } from '../src/extensions/typescript/reference/pages.ts';
import { openProgram } from '../src/extensions/typescript/reference/program.ts';
import { readConfig } from './configs.ts';
import { readingIn } from './page-samples.ts';

/** Guides link to them, starters use them, or they are the options of those. */
const OPENED = `
	server: initTRPC ProcedureBuilder MiddlewareBuilder mergeRouters router TRPCError getTRPCErrorFromUnknown
	server: ProcedureOptions inferRouterInputs inferRouterOutputs inferProcedureInput inferProcedureOutput
	server: inferAsyncReturnType inferProcedureClientError AnyRouter DataTransformer CombinedDataTransformer
	server/http: getHTTPStatusCodeFromError ResponseMeta
	server/adapters/standalone: createHTTPServer createHTTPHandler CreateHTTPContextOptions
	server/adapters/express: createExpressMiddleware CreateExpressContextOptions
	server/adapters/fastify: fastifyTRPCPlugin FastifyTRPCPluginOptions CreateFastifyContextOptions
	server/adapters/next: createNextApiHandler CreateNextContextOptions
	server/adapters/fetch: fetchRequestHandler FetchCreateContextFnOptions
	server/adapters/aws-lambda: awsLambdaRequestHandler CreateAWSLambdaContextOptions
	server/adapters/ws: applyWSSHandler CreateWSSContextFnOptions
	server/adapters/node-http: nodeHTTPRequestHandler
	server/observable: observable Observer
	client: createTRPCProxyClient CreateTRPCProxyClient CreateTRPCClientOptions createTRPCUntypedClient
	client: inferRouterProxyClient httpBatchLink HttpBatchLinkOptions httpLink HTTPLinkOptions wsLink createWSClient
	client: WebSocketClientOptions splitLink loggerLink TRPCLink Operation TRPCClientError
	react-query: createTRPCReact getQueryKey inferReactQueryProcedureOptions
	react-query/server: createServerSideHelpers
	react-query/shared: UseTRPCQueryOptions UseTRPCMutationOptions UseTRPCInfiniteQueryOptions
`
	.trim()
	.split('\n')
	.flatMap((line) => {
		const [entry = '', ...names] = line.trim().split(/:? /);
		return names.map((name) => `${entry}/${name}`);
	});

const NOTES = 'content/reference/';

const texts = textsBySymbol();

test('sixty symbols, their options and their members have words', () => {
	assert.ok(OPENED.length >= 60, `${OPENED.length} symbols`);
	const missing = OPENED.flatMap((name) => wordless(texts.get(name) ?? '').map((part) => `${name} ${part}`));
	assert.equal(missing, []);
});

test('no page shows a reminder of the source', () => {
	const found = [...texts].filter(([, text]) => /\b(?:FIXME|TODO)\b/.test(text)).map(([name]) => name);
	assert.equal(found, []);
});

test("the options of adapters name the adapter's own types", () => {
	const adapters = OPENED.filter((name) => /adapters\/.*(?:Handler|Server|Middleware)$/.test(name));
	const generic = adapters.filter((name) => {
		const text = texts.get(name) ?? '';
		const options = text.slice(text.indexOf('## Parameters'), text.indexOf('## Returns'));
		return ['TRequest', 'TResponse'].some((one) => !text.includes(`<dt>\`${one}\``) && options.includes(one));
	});
	assert.ok(adapters.length > 5, `${adapters.length} adapters`);
	assert.equal(generic, []);
});

/** The texts of the reference with the notes of this site, by symbol. */
function textsBySymbol(): Map<string, string> {
	const root = resolve('.');
	const { config } = readConfig(siteConfig);
	assert.ok(config);
	const packages = findPackages(root, config, readingIn(root));
	const { pages } = apiPages(packages, openProgram(packages, root).program, root);
	const read = (path: string): string => readFileSync(path, 'utf8');
	const files = readdirSync(NOTES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
	const notes = files.map((file) => {
		const path = NOTES + file;
		const [description] = read(path).split('\n\n');
		return { path, name: file.slice(0, -3), description, data: {}, links: [] } as unknown as Page;
	});
	const attached = attach(pages, { notes, guides: [], read });
	assert.equal(attached.diagnostics, []);
	const written = new Map(attached.pages.map(({ path, virtual }) => [path, virtual.text]));
	return new Map(pages.flatMap(({ path, api }) => api.symbols.map((name) => [name, written.get(path) ?? ''])));
}

/** The parts of a page that say nothing but types. */
function wordless(text: string): string[] {
	const [, description = ''] = /^description: "(.*)"$/m.exec(text) ?? [];
	const rows = [...text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].filter(([, term = '', words = '']) => {
		const [, name = ''] = /`([^`]*)`/.exec(term) ?? [];
		// An object has the words of its options.
		return !hasWords(words) && !text.includes(`<dt>\`${name}.`);
	});
	const members = text.split(/^(?=#{2,4} )/m).filter((part) => part.startsWith('### ') && !hasWords(bodyOf(part)));
	return [
		...(hasWords(description) && text.includes('<AuthorNote') ? [] : ['itself']),
		...rows.map(([, term = '']) => term),
		...members.map((part) => part.split('\n', 1)[0] ?? ''),
	];
}

function bodyOf(section: string): string {
	return section.slice(section.indexOf('\n'));
}

/** Whether a text has words besides types, conditions, defaults and places in the source. */
function hasWords(text: string): boolean {
	const rest = text
		.replace(/^(`{3,})[\s\S]*?^\1/gm, '')
		.replace(/^.*\.api-origin\}$/gm, '')
		.replace(/`[^`]*`\{:\w+\}/g, '')
		.replace(/<[^>]*>/g, '')
		.replace(/(?:Required|Optional|Not allowed)[^.]*\.|Default:(?: `[^`]*`)?|Extends|Any type\./g, '');
	return /\p{L}{3}/u.test(rest);
}

test.run();

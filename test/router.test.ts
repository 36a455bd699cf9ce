/** The reference of tRPC routers: the bakery of the tutorial, with each printed call compiled against its router. */
import { join, resolve } from 'node:path';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import ts from 'typescript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { appRouter } from '../content/samples/10.x/bakery/server/router.ts';
import type { Config } from '../src/content/model/config.ts';
import { answer } from '../src/extensions/typescript/reference/answer.ts';
import { findPackages } from '../src/extensions/typescript/reference/packages.ts';
import { findRouters } from '../src/extensions/typescript/router/find.ts';
import { routerPages } from '../src/extensions/typescript/router/pages.ts';
import { readConfig } from './configs.ts';
import { readingIn } from './page-samples.ts';

const ROOT = resolve('.');
const BAKERY = 'content/samples/10.x/bakery/server/router.ts';
/** Inputs of many kinds, for calls. */
const KINDS = 'test/router/router.ts';

function configOf(api: unknown): Config {
	const { config, problems } = readConfig({ title: 'Site', url: 'https://example.com', api });
	if (!config) throw new Error(JSON.stringify(problems));
	return config;
}

function made(router: string): ReturnType<typeof answer> {
	const config = configOf([{ id: 'api', router }]);
	return answer({ packages: findPackages(ROOT, config, readingIn(ROOT), findRouters), root: ROOT }, routerPages);
}

/** The code of all tabs with TypeScript. */
function callsIn({ pages }: ReturnType<typeof answer>): string[] {
	return pages.flatMap(({ below }) =>
		[...below.matchAll(/^```signature tsx?\n([\s\S]*?)\n```$/gm)].map(([, code = '']) => code),
	);
}

/** What the compiler says about calls in a file next to their router. */
function mistakesIn(calls: readonly string[], router: string): string[] {
	const file = join(ROOT, router.replace(/\w+\.ts$/, 'calls.tsx'));
	const text = `
import type { createTRPCProxyClient } from '@trpc/client';
import type { createTRPCReact } from '@trpc/react-query';
import type { inferRouterContext } from '@trpc/server';
import { appRouter, type AppRouter } from './router';
declare const client: ReturnType<typeof createTRPCProxyClient<AppRouter>>;
declare const trpc: ReturnType<typeof createTRPCReact<AppRouter>>;
declare const ctx: inferRouterContext<AppRouter>;
${calls.map((code) => `void (async () => {\n${code}\n});`).join('\n')}
`;
	const options: ts.CompilerOptions = {
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.ESNext,
		moduleResolution: ts.ModuleResolutionKind.Bundler,
		jsx: ts.JsxEmit.ReactJSX,
		strict: true,
		skipLibCheck: true,
		noEmit: true,
		types: ['node'],
		paths: { '@trpc/react-query': [resolve('content/samples/10.x/node_modules/@trpc/react-query')] },
	};
	const host = ts.createCompilerHost(options);
	const { getSourceFile, fileExists } = host;
	host.fileExists = (name) => name === file || fileExists(name);
	host.getSourceFile = (name, ...rest) =>
		name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true) : getSourceFile(name, ...rest);
	const program = ts.createProgram({ rootNames: [file], options, host });
	return ts
		.getPreEmitDiagnostics(program)
		.map(
			(one) =>
				`${text.split('\n')[one.file ? one.file.getLineAndCharacterOfPosition(one.start ?? 0).line : 0]}: ${ts.flattenDiagnosticMessageText(one.messageText, '\n')}`,
		);
}

const bakery = made(BAKERY);

test('each procedure of the bakery has a section and a name for links', () => {
	const names = Object.keys(appRouter._def.procedures).sort();
	assert.ok(names.length >= 10);
	const sections = bakery.pages.flatMap(({ api, below }) =>
		Object.entries(api.sections ?? {}).filter(([, id]) => below.includes(` {#${id}}\n`)),
	);
	assert.equal(
		sections.map(([name]) => name).sort(),
		names.map((name) => `api/${name}`),
	);
	assert.equal(
		bakery.pages.map(({ name }) => name),
		['api/api', 'api/api/bread', 'api/api/order'],
	);
});

test('each printed call compiles against its router, and one with a wrong input does not', () => {
	const calls = callsIn(bakery);
	assert.is(calls.length, 3 * Object.keys(appRouter._def.procedures).length);
	assert.equal(mistakesIn(calls, BAKERY), []);
	assert.is(mistakesIn(['await client.bread.byId.query(1);'], BAKERY).length, 1);
});

test('calls compile for inputs of all kinds', () => {
	const { pages, diagnostics } = made(KINDS);
	assert.equal(
		diagnostics.filter(({ severity }) => severity === 'error'),
		[],
	);
	const calls = callsIn({ pages, diagnostics, reads: {} });
	assert.ok(calls.length > 50, String(calls.length));
	assert.equal(mistakesIn(calls, KINDS), []);
});

test('members of an input are in the order of the source, required or not', () => {
	const [, section = ''] = made(KINDS).pages.flatMap(({ below }) => below.split('{#mixed}'));
	const rows = [...(section.split('### Output')[0] ?? '').matchAll(/<dt[^>]*>`(\w+)`/g)].map(([, name]) => name);
	assert.equal(rows, ['note', 'id', 'at', 'by']);
});

test('errors have the HTTP status of tRPC', () => {
	const rows = bakery.pages.flatMap(({ below }) => [...below.matchAll(/<dt>`([A-Z_]+)` `(\d+)`\{:flag\}/g)]);
	assert.ok(rows.length > 10);
	for (const [, code = '', status] of rows)
		assert.is(status, String(getHTTPStatusCodeFromError(new TRPCError({ code: code as TRPCError['code'] }))), code);
});

test.run();

/**
 * "When types go wrong" shows messages of projects that are not like the samples: other compiler options, other versions,
 * packages inside packages. Each block of text with such a title is what the compiler says there; `…` is any text.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OPTIONS } from '../src/extensions/typescript/samples/modules.ts';
import { fencesOf } from './page-samples.ts';
import { command } from './programs.ts';

const PAGE = 'content/docs/further/when-types-go-wrong.md';
/** The folder of a package that samples of 10.x are checked against. */
const packageOf = (name: string): string => {
	const places = ['content/samples/10.x/node_modules', 'node_modules'].map((place) => resolve(place, name));
	return places.find((place) => existsSync(place)) ?? name;
};

const ROUTER = `
import { initTRPC } from '@trpc/server';
import { z } from 'zod';
const t = initTRPC.create();
export const appRouter = t.router({
	hours: t.procedure.query(() => ({ opens: '07:00' })),
	place: t.procedure.input(z.object({ breadId: z.string() })).mutation(({ input }) => input),
	bread: t.router({ list: t.procedure.query(() => ['Rye']) }),
});
export type AppRouter = typeof appRouter;
`;
const CLIENT = `
import { createTRPCProxyClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../api/router';
const client = createTRPCProxyClient<AppRouter>({ links: [httpBatchLink({ url: 'http://localhost:3000' })] });
export const hours = await client.hours.query();
declare const error: TRPCClientError<AppRouter>;
export const status = error.data?.httpStatus;
`;
/** A router of eleven routers, with outputs of 100,000 characters. */
const LONG = Array.from({ length: 11 }, (_, at) => `r${at}`);
const nested = (name: string, cured: boolean): string => `
import { t } from './t';
const routes = t.router({ one: t.procedure.query(() => '${'x'.repeat(100_000)}' as const) });
type Routes = typeof routes;
export interface ${name.toUpperCase()} extends Routes {}
export const ${name}${cured ? `: ${name.toUpperCase()}` : ''} = routes;
`;
const longRouter = (cured: boolean): Record<string, string> => ({
	...Object.fromEntries(LONG.map((name) => [`api/${name}.ts`, nested(name, cured)])),
	'api/t.ts': `import { initTRPC } from '@trpc/server';\nexport const t = initTRPC.create();\n`,
	'api/router.ts': [
		...LONG.map((name) => `import { ${name} } from './${name}';`),
		`import { t } from './t';\nexport const appRouter = t.router({ ${LONG.join(', ')} });`,
	].join('\n'),
});
const ORM: Record<string, string> = {
	'api/router.ts': `
import { initTRPC } from '@trpc/server';
import { find } from 'orm';
const t = initTRPC.create();
export const appRouter = t.router({ byId: t.procedure.query(() => find('rye')) });
`,
	'node_modules/orm/package.json': '{ "name": "orm", "version": "1.0.0", "types": "index.d.ts" }',
	'node_modules/orm/index.d.ts': `import type { Row } from 'orm-core';\nexport declare function find(id: string): Row;\n`,
	'node_modules/orm/node_modules/orm-core/package.json':
		'{ "name": "orm-core", "version": "1.0.0", "types": "index.d.ts" }',
	'node_modules/orm/node_modules/orm-core/index.d.ts': 'export interface Row { id: string }\n',
};

interface Project {
	files: Record<string, string>;
	options?: Record<string, unknown>;
	/** Another version of the server for the router. */
	server?: string;
}

const BOTH = { 'api/router.ts': ROUTER, 'web/client.ts': CLIENT };
/** Compiles to declarations, which are not written anywhere. */
const DECLARES = { declaration: true, noEmit: false, emitDeclarationOnly: true };
const PROJECTS: Record<string, Project> = {
	'strict: false': { files: BOTH, options: { strict: false } },
	'tRPC 11 on the server': { files: BOTH, server: '11.25.2' },
	'tRPC 10.45.2 on the server': { files: BOTH, server: '10.45.2' },
	'declaration: true': { files: ORM, options: DECLARES },
	'declaration: true, and a router that is too long': { files: longRouter(false), options: DECLARES },
};

const folder = mkdtempSync(join(tmpdir(), 'mistakes-'));
let made = 0;

/** Everything that the compiler says about a project. */
async function compile({ files, options, server }: Project): Promise<string> {
	const root = join(folder, String(++made));
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(root, name)), { recursive: true });
		writeFileSync(join(root, name), text);
	}
	const modules = join(root, 'node_modules');
	mkdirSync(join(modules, '@trpc'), { recursive: true });
	for (const name of ['@trpc/server', '@trpc/client', 'zod'])
		cpSync(packageOf(name), join(modules, name), { recursive: true });
	if (server) {
		writeFileSync(join(root, 'api/package.json'), '{}');
		await command(join(root, 'api'), [
			'npm',
			'install',
			'--no-audit',
			'--no-fund',
			'--legacy-peer-deps',
			`@trpc/server@${server}`,
		]);
	}
	const { options: parsed } = ts.convertCompilerOptionsFromJson({ ...OPTIONS, types: [], ...options }, root);
	const names = Object.keys(files).filter((name) => /^(?:api|web)\//.test(name));
	const program = ts.createProgram(
		names.map((name) => join(root, name)),
		parsed,
	);
	const diagnostics = [...ts.getPreEmitDiagnostics(program), ...program.emit(undefined, () => {}).diagnostics];
	const unique = ts.sortAndDeduplicateDiagnostics(diagnostics);
	return unique
		.map(({ code, messageText }) => `error TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
		.join('\n');
}

/** What the page shows, as a pattern: white space of any kind, and any text for `…`. */
function pattern(shown: string): RegExp {
	const parts = shown.split('…').map((part) =>
		part
			.trim()
			.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
			.replace(/\s+/g, '\\s+'),
	);
	return new RegExp(parts.join('[\\s\\S]*?'));
}

const blocks = fencesOf(readFileSync(PAGE, 'utf8')).flatMap(({ info, code }) => {
	const [, title] = /^text title="([^"]*)"/.exec(info) ?? [];
	return title === undefined ? [] : [{ title, code }];
});

const said = new Map<string, Promise<string>>();
for (const { title, code } of blocks) {
	test(`${title}: ${code.slice(0, 40)} …`, async () => {
		const project = PROJECTS[title];
		assert.ok(project, `no project has the title "${title}"`);
		const output = said.get(title) ?? compile(project);
		said.set(title, output);
		const text = await output;
		for (const message of code.split(/^…$/m)) assert.match(text, pattern(message), text.slice(0, 3000));
	});
}

test('every project is on the page', () => {
	assert.equal([...new Set(blocks.map(({ title }) => title))].sort(), Object.keys(PROJECTS).sort());
});

test('strictNullChecks alone is enough, and strict without it is not', async () => {
	assert.is(await compile({ files: BOTH, options: { strict: false, strictNullChecks: true } }), '');
	const loose = await compile({ files: BOTH, options: { strictNullChecks: false } });
	assert.match(loose, "does not satisfy the constraint 'Router<AnyRouterDef<AnyRootConfig, any>>'");
	assert.match(loose, "Type 'any' is not assignable to type 'never'");
	assert.match(loose, 'collides with a built-in method');
});

test('interfaces make the declaration of a long router short', async () => {
	assert.is(await compile({ files: longRouter(true), options: DECLARES }), '');
});

test.after(() => rmSync(folder, { recursive: true, force: true }));

test.run();

/** Code samples: parsing of fences, findings, and caching of results. */

import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFenceInfo } from '../src/content/code/fence.ts';
import { shownCode } from '../src/content/code/marks.ts';
import type { AnnotatedFence } from '../src/content/model/annotation.ts';
import type { Diagnostic } from '../src/content/model/page.ts';
import type { SourceReading } from '../src/extensions/typescript/compiler/reads.ts';
import { loadTypescript, tsc } from '../src/extensions/typescript/compiler/typescript.ts';
import { READER, variantsOf } from '../src/extensions/typescript/fences/read.ts';
import { readableMessage, readableType } from '../src/extensions/typescript/model/compiler-text.ts';
import { resolveRelative } from '../src/extensions/typescript/model/live.ts';
import { SampleChecker } from '../src/extensions/typescript/samples/check.ts';
import { compileInChild } from '../src/extensions/typescript/samples/child.ts';
import { compileHere } from '../src/extensions/typescript/samples/compile.ts';
import { reachable } from '../src/extensions/typescript/samples/modules.ts';
import { withFewNames } from '../src/extensions/typescript/samples/names.ts';
import { type PageReport, withoutRepeats } from '../src/extensions/typescript/samples/report.ts';
import type { Compile, SamplePage, Work } from '../src/extensions/typescript/samples/types.ts';
import { readWorkspace, type Workspace } from '../src/extensions/typescript/samples/workspace.ts';
import { readFence } from './fences.ts';
import { memoryStore } from './memory-project.ts';
import { fencesOf, fromDisk, samplesOf, workspaceOf } from './page-samples.ts';
import { temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

const ROOT = process.cwd();
/** A ts fence, its first line of code on line 2 of the page. */
function fence(code: string, info = 'ts'): AnnotatedFence {
	const lang = info.startsWith('tsx') ? 'tsx' : 'ts';
	return readFence({ lang, info, code: `${code}\n`, line: 2, file: 'a.md' });
}

function samplesIn(file: string, markdown: string): AnnotatedFence[] {
	return fencesOf(markdown).flatMap((fence) => samplesOf(fence, file));
}

/** One compiler for all tests, so that packages are read once. */
const compile = compileHere();

/** Set-ups for tests, independent of those of the docs. */
const SETUPS: Record<string, string> = {
	'setups/shop.ts': `// @filename: server.ts
import { initTRPC } from '@trpc/server';
import { z } from 'zod';
export interface Bread { id: string; price: number }
export const t = initTRPC.context<{ session: string | null }>().create();
export const appRouter = t.router({
  list: t.procedure.query((): Bread[] => []),
  byId: t.procedure.input(z.string()).query(({ input }) => [{ id: input, price: 3 }].find((b) => b.price > 1)),
  bake: t.procedure.input(z.object({ name: z.string(), price: z.number() })).mutation(({ input }) => input.price),
});
export type AppRouter = typeof appRouter;`,
	'setups/client.ts': `// @include: shop
// @filename: client.ts
import { createTRPCProxyClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from './server';
export const client = createTRPCProxyClient<AppRouter>({ links: [httpBatchLink({ url: 'http://localhost' })] });`,
	'setups/scope.ts': `import { client } from './client';`,
	'setups/hooks.ts': `// @include: shop
// @filename: trpc.ts
import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from './server';
export const trpc = createTRPCReact<AppRouter>();`,
	'setups/old.ts': `// @filename: server.ts
import * as trpc from '@trpc/server';
import { z } from 'zod';
export const appRouter = trpc.router()
  .query('byId', { input: z.string(), resolve: ({ input }) => ({ id: input }) })
  .mutation('bake', { input: z.number(), resolve: ({ input }) => input });
export type AppRouter = typeof appRouter;
// @filename: client.ts
import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from './server';
export const client = createTRPCClient<AppRouter>({ url: 'http://localhost' });`,
	'setups/styles.d.ts': `declare module '*.css';`,
};

/** The packages of the docs, with these set-ups instead of theirs. */
function withSetups(setups: Record<string, string>): SourceReading {
	const names = Object.keys(setups).map((path) => basename(path));
	return {
		has: fromDisk.has,
		text: (path) => (dirname(path).endsWith('setups') ? setups[`setups/${basename(path)}`] : fromDisk.text(path)),
		names: () => names,
	};
}

const workspaces = new Map(['10.x', '9.x'].map((name) => [name, workspaceOf(name, withSetups(SETUPS))]));

/** Pages with samples; their file names select the version. */
function request(pages: Record<string, string>, workspace?: Workspace): SamplePage[] {
	return Object.entries(pages).map(([file, markdown]) => {
		const version = workspaces.get(file.includes('9.x') ? '9.x' : '10.x') as Workspace;
		return { file, samples: samplesIn(file, markdown), workspace: workspace ?? version };
	});
}

interface Report {
	pages: PageReport[];
	diagnostics: Diagnostic[];
}

async function run(checker: SampleChecker, pages: SamplePage[]): Promise<Report> {
	const reports = (await checker.check(pages)).flatMap((report) => report ?? []);
	return { pages: reports, diagnostics: withoutRepeats(reports.flatMap(({ diagnostics }) => diagnostics)) };
}

function check(pages: Record<string, string>, setups?: Record<string, string>): Promise<Report> {
	const own = setups && workspaceOf('10.x', withSetups({ ...SETUPS, ...setups }));
	return run(new SampleChecker(compile), request(pages, own));
}

/** Mistakes of a fence on any site: `line message`; the line is absent if the message is about the whole fence. */
function problems(sample: AnnotatedFence): string[] {
	return sample.problems.map(({ line, message }) => (line === undefined ? message : `${line} ${message}`));
}

/** `file:line:column message`, without the package version. */
function findings(diagnostics: Diagnostic[]): string[] {
	return diagnostics.map(
		({ file, line, column, message }) =>
			`${file}:${line}:${column} ${message.replace(/ \(checked against [^)]*\)$/, '')}`,
	);
}

/* ---------------------------------------------------------------- info strings */

const info = suite('info string');

info('reads every word', () => {
	assert.equal(parseFenceInfo('ts title="a b.ts" {1,3-5} showLineNumbers twoslash'), {
		lang: 'ts',
		title: 'a b.ts',
		marks: { 1: 'hl', 3: 'hl', 4: 'hl', 5: 'hl' },
		showLineNumbers: true,
		twoslash: true,
		problems: [],
	});
});

info('accepts a title in any quotes and ranges next to the language', () => {
	assert.is(parseFenceInfo("ts title='x.ts'").title, 'x.ts');
	assert.is(parseFenceInfo('ts title=x.ts').title, 'x.ts');
	assert.equal(parseFenceInfo('ts{2}').marks, { 2: 'hl' });
	assert.is(parseFenceInfo('').lang, '');
});

info('accepts nocheck only with a reason', () => {
	assert.is(parseFenceInfo('ts nocheck="a sketch"').nocheck, 'a sketch');
	assert.is(parseFenceInfo('ts').nocheck, undefined);
	for (const bad of ['ts nocheck', 'ts nocheck=""', 'ts nocheck=" "'])
		assert.is(parseFenceInfo(bad).problems[0]?.message, 'nocheck needs a reason', bad);
});

info('reports unknown words', () => {
	const messages = (text: string) => parseFenceInfo(text).problems.map(({ message }) => message);
	assert.equal(messages('ts titel="x"'), ['Unknown word "titel" in the info string of a fence']);
	assert.equal(messages('ts {3-1}'), ['"3-1" is not a line or a range of lines']);
	assert.equal(messages('ts {0}'), ['"0" is not a line or a range of lines']);
	assert.equal(messages('ts {1-999999999}'), ['"1-999999999" is not a line or a range of lines']);
});

info.run();

/* ---------------------------------------------------------------- fences */

const reading = suite('fence');

reading('without directives is shown as it is', () => {
	const sample = fence('const a = 1;\n\nconst b = 2;');
	assert.is(sample.shown, 'const a = 1;\n\nconst b = 2;');
	assert.equal(sample.shownLines, [2, 3, 4]);
	assert.equal(sample.files, [{ name: 'sample.ts', text: 'const a = 1;\n\nconst b = 2;', line: 2 }]);
	assert.equal(sample.diagnostics, []);
	assert.is(sample.named, false);
});

reading('with a title is a file of that name', () => {
	assert.is(fence('', 'ts title="server/trpc.ts"').files[0]?.name, 'server/trpc.ts');
	assert.is(fence('', 'ts title="pages/api/trpc/[trpc].ts"').named, true);
	assert.is(fence('', 'tsx title="Terminal"').files[0]?.name, 'sample.tsx');
	assert.is(fence('x', 'ts title="Server / client"').diagnostics.length, 0);
});

const LOAF = [
	'const loaf = {',
	'// @variant: rename, both',
	'  cents: 550,',
	'// @variant: remove',
	'// @errors: 2339',
	'// @otherwise',
	'  price: 550,',
	'// @variant-end',
	'};',
	'// @variant: both',
	'loaf.cents += 1;',
	'// @variant-end',
].join('\n');

reading('uses the lines of the chosen variant, and of other fences the initial ones', () => {
	assert.equal(variantsOf(LOAF), ['rename', 'both', 'remove']);
	const read = (variant?: string): AnnotatedFence =>
		readFence({ lang: 'ts', info: 'ts', code: LOAF, line: 2, file: 'a.md', variant });
	assert.is(read().shown, 'const loaf = {\n  price: 550,\n};');
	assert.is(read('both').shown, 'const loaf = {\n  cents: 550,\n};\nloaf.cents += 1;');
	assert.is(read('remove').shown, 'const loaf = {\n};');
	assert.equal([read().errors, read('remove').errors], [[], [2339]]);
	assert.equal(read('both').shownLines, [2, 4, 10, 12], 'lines of the page');
	assert.equal([read().marks, read('both').marks], [{}, { 2: 'hl', 4: 'hl' }], 'lines that are another');
	for (const sample of [read(), read('both')]) assert.is(sample.files[0]?.text.split('\n').length, 12);
});

reading('reports errors in variants', () => {
	const wrong = (code: string): string[] => problems(fence(code));
	assert.equal(wrong('// @variant:\nlet a;\n// @variant-end'), [
		'0 @variant needs a name',
		'2 @variant-end without @variant above it',
	]);
	assert.equal(wrong('let a;\n// @otherwise'), ['1 @otherwise without @variant above it']);
	assert.equal(wrong('let a;\n// @variant: b\nlet b;'), ['2 @variant is never closed']);
});

reading('rejects titles that cannot be imported', () => {
	for (const title of ['../server.ts', './server.ts', 'a/../b.ts', 'next.config.js', '/etc/x.ts'])
		assert.match(fence('x', `ts title="${title}"`).diagnostics[0]?.message ?? '', 'is not a file name for TypeScript');
});

reading('hides everything above a cut', () => {
	const sample = fence('const a = 1;\n// ---cut---\n\nconst b = a;');
	assert.is(sample.shown, 'const b = a;');
	assert.equal(sample.shownLines, [5]);
	assert.is(sample.files[0]?.text, 'const a = 1;\n\n\nconst b = a;', 'the compiler sees it, line by line');
});

reading('hides lines between cut-start and cut-end', () => {
	const sample = fence('a;\n// ---cut-start---\nb;\n// ---cut-end---\nc;');
	assert.is(sample.shown, 'a;\nc;');
	assert.equal(sample.shownLines, [2, 6]);
});

reading('reports unpaired cuts', () => {
	const first = (code: string) => problems(fence(code))[0];
	assert.is(first('a;\n// ---cut-start---\nb;'), '1 ---cut-start--- is never closed');
	assert.is(first('a;\n// ---cut-end---'), '1 ---cut-end--- without ---cut-start---');
	assert.is(first('a;\n// ---cut-before---\nb;'), '1 ---cut-before--- has no meaning here');
	assert.is(first('a;\n// ---cut---'), 'This fence shows no code');
	assert.is(first('\n'), undefined, 'an empty fence is no mistake');
});

reading('splits at @filename', () => {
	const sample = fence('// @filename: a.ts\nexport {};\n// @filename: b/c.ts\nimport "../a";', 'ts title="b/c.ts"');
	assert.equal(sample.files, [
		{ name: 'a.ts', text: 'export {};', line: 3 },
		{ name: 'b/c.ts', text: 'import "../a";', line: 5 },
	]);
	assert.equal(sample.diagnostics, []);
});

reading('names files only if readers see several', () => {
	const two = '// @filename: a.ts\nx;\n// @filename: b.ts\ny;';
	assert.is(fence(two).shown, '// a.ts\nx;\n// b.ts\ny;');
	assert.equal(fence(two).shownLines, [2, 3, 4, 5]);
	assert.is(fence(two.replace('y;', '// ---cut---\ny;')).shown, 'y;');
	assert.is(fence(`x;\n${two}`).shown, `x;\n// a.ts\nx;\n// b.ts\ny;`);
});

reading('rejects invalid and repeated file names', () => {
	const first = (code: string) => findings(fence(code).diagnostics)[0];
	assert.is(first('// @filename:\nx;'), 'a.md:2:1 @filename needs a name');
	assert.is(first('// @filename: ../a.ts\nx;'), 'a.md:2:1 "../a.ts" is not a file name for TypeScript');
	assert.is(first('// @filename: a.ts\nx;\n// @filename: a.ts\ny;'), 'a.md:4:1 "a.ts" is already a file of this fence');
});

reading('collects includes', () => {
	const sample = fence('// @include: shop\n// @include: hooks\nx;');
	assert.equal(sample.includes, [
		{ name: 'shop', line: 2 },
		{ name: 'hooks', line: 3 },
	]);
	assert.is(sample.shown, 'x;');
	assert.is(findings(fence('x;\n// @include: shop').diagnostics)[0], 'a.md:3:1 @include below code');
	assert.is(findings(fence('// @include:\nx;').diagnostics)[0], 'a.md:2:1 @include needs a name');
});

reading('collects expected errors', () => {
	assert.equal(fence('// @errors: 2345 2322\nx;\n// @errors: 2304').errors, [2304, 2322, 2345]);
	assert.is(fence('// @errors: 2345\nx;').shown, 'x;');
	assert.is(findings(fence('// @errors: TS2345\nx;').diagnostics)[0], 'a.md:2:1 @errors needs error codes');
});

reading('finds the line and column that ^? points at', () => {
	const sample = fence('// ---cut---\nconst a = 1;\n//    ^?\nfoo(\n  bread,\n//^?\n  {/* ^? */}\n);');
	assert.equal(sample.queries, [
		{ line: 1, column: 7 },
		{ line: 3, column: 3 },
		{ line: 3, column: 7 },
	]);
	assert.is(sample.shown, 'const a = 1;\nfoo(\n  bread,\n);');
	assert.is(sample.files[0]?.text.split('\n')[2], '', 'JSX would show the comment');
});

reading('reports a ^? that points at nothing', () => {
	const first = (code: string) => findings(fence(code).diagnostics)[0];
	assert.is(first('// ^?\nx;'), 'a.md:2:1 ^? has nothing above it');
	assert.is(first('x;\n//        ^?'), 'a.md:3:1 ^? has nothing above it');
	assert.is(first('const a = 1;\n//    ^?\n// ---cut---\nx;'), 'a.md:3:1 ^? asks about a hidden line');
});

reading('removes highlight comments and counts shown lines', () => {
	const code = 'a;\n// highlight-next-line\nb;\n// highlight-start\nc;\nd;\n// highlight-end\ne;';
	const sample = fence(`hidden;\n// ---cut---\n${code}`, 'ts {5}');
	assert.is(sample.shown, 'a;\nb;\nc;\nd;\ne;');
	assert.equal(sample.marks, { 2: 'hl', 3: 'hl', 4: 'hl', 5: 'hl' });
	assert.is(fence('<p>\n  {/* highlight-next-line */}\n  <b />\n</p>', 'tsx').marks[2], 'hl');
});

reading('reports highlights without a target line', () => {
	const first = (code: string, words = 'ts') => problems(fence(code, words))[0];
	assert.is(first('a;\n// highlight-end'), '1 highlight-end does not match the comments above it');
	assert.match(first('// highlight-start\na;') ?? '', 'is not closed');
	assert.is(first('a;', 'ts {2}'), 'Line 2 should be highlighted, but 1 line is shown');
});

reading('reports requests to the compiler in a fence that it does not see', () => {
	for (const { code, words = '', asked } of [
		{ code: 'const a = 1;\n//    ^?', asked: '^?' },
		{ code: '// @errors: 2345\na;', asked: '@errors' },
		{ code: 'a;', words: 'twoslash', asked: 'twoslash' },
	])
		assert.equal(problems(fence(code, `ts ${words} nocheck="x"`)), [
			`${asked} shows nothing in a fence that is not checked`,
		]);
});

reading('shows and rejects unknown directives, rejects unexplained suppression, and keeps comments', () => {
	assert.is(findings(fence('// @noErrors\nx;').diagnostics)[0], 'a.md:2:1 Unknown directive @noerrors');
	assert.is(fence('// @noErrors\nx;').shown, '// @noErrors\nx;');
	assert.is(
		findings(fence('  // @ts-ignore\nx;').diagnostics)[0],
		'a.md:2:3 @ts-ignore would hide mistakes from readers',
	);
	assert.is(findings(fence('// @ts-nocheck\nx;').diagnostics).length, 1);
	for (const comment of ['// @ts-expect-error: on purpose', '// @trpc/server is here', '// see @prisma', '// a ^? b'])
		assert.equal(fence(`${comment}\nx;`).diagnostics, [], comment);
});

reading('reports positions inside a list', () => {
	const sample = readFence({ lang: 'ts', info: 'ts', code: '  // @what: x', line: 9, file: 'b.md', indent: 4 });
	const { line, column, excerpt } = sample.diagnostics[0] ?? {};
	assert.equal([line, column, excerpt], [9, 7, '      // @what: x']);
});

reading('accepts Windows line endings', () => {
	const sample = fence('// @errors: 2304\r\nbread;\r\n//^?\r\nb;\r');
	assert.equal([sample.errors, sample.queries.length], [[2304], 1]);
});

reading('of another language loses its highlight comments', () => {
	const shown = (code: string, words = 'x') => shownCode(parseFenceInfo(words), code, READER.uncut);
	assert.equal(shown('# highlight-next-line\na\nb\n'), { code: 'a\nb', marks: { 1: 'hl' }, problems: [] });
	assert.equal(shown('a\n-- highlight-next-line\nb'), { code: 'a\nb', marks: { 2: 'hl' }, problems: [] });
	assert.equal(shown('/* highlight-start */\na\nb\n/* highlight-end */\nc', 'css {3}').marks, {
		1: 'hl',
		2: 'hl',
		3: 'hl',
	});
	assert.equal(shown('<!-- highlight-next-line -->\n<p>').code, '<p>');
	assert.equal(shown('// highlight-next-line\n{}'), { code: '{}', marks: { 1: 'hl' }, problems: [] });
	assert.equal(shown('# a comment\n// @errors: 1\n'), {
		code: '# a comment\n// @errors: 1',
		marks: {},
		problems: [],
	});
});

reading('removes line marks, and returns them', () => {
	const sample = fence('const a = 1; // [!code ++]\nfoo(a); // [!code error]');
	assert.equal([sample.shown, sample.marks], ['const a = 1;\nfoo(a);', { 1: 'ins', 2: 'error' }]);
});

reading.run();

/* ---------------------------------------------------------------- planted faults */

/**
 * Each fence has a planted fault: the message must point at «wrong|right»; ‹wrong|right› changes as well. Both forms
 * are checked; the right one must have no finding.
 */
interface Fault {
	name: string;
	code: number;
	fence: string;
	version?: '9.x';
}

const FAULTS: Fault[] = [
	{
		name: 'a misspelt procedure',
		code: 2551,
		fence: `
// @include: client
import { client } from './client';
const bread = await client.«byID|byId».query('rye');`,
	},
	{
		name: 'an input of the wrong type',
		code: 2345,
		fence: `
// @include: client
import { client } from './client';
await client.byId.query(«3|'rye'»);`,
	},
	{
		name: 'an input without a required property',
		code: 2345,
		fence: `
// @include: client
import { client } from './client';
await client.bake.mutate(«{ name: 'Rye' }|{ name: 'Rye', price: 4 }»);`,
	},
	{
		name: 'a mutation called as a query',
		code: 2339,
		fence: `
// @include: client
import { client } from './client';
await client.bake.«query|mutate»({ name: 'Rye', price: 4 });`,
	},
	{
		name: 'a property the result does not have',
		code: 2551,
		fence: `
// @include: client
import { client } from './client';
const bread = await client.byId.query('rye');
console.log(bread?.«prize|price»);`,
	},
	{
		name: 'a result that may be undefined',
		code: 18048,
		fence: `
// @include: client
import { client } from './client';
const bread = await client.byId.query('rye');
console.log(«bread|bread?».price);`,
	},
	{
		name: 'an import that the package does not have',
		code: 2724,
		fence: `
import { «createProxyClient|createTRPCProxyClient» } from '@trpc/client';`,
	},
	{
		name: 'a package that is not installed',
		code: 2307,
		fence: `
import leftPad from «'left-pad'|'superjson'»;`,
	},
	{
		name: 'a package that only the generator has',
		code: 2307,
		fence: `
import md from «'markdown-it'|'superjson'»;`,
	},
	{
		name: 'an entry that the package does not have',
		code: 2307,
		fence: `
import { createExpressMiddleware } from «'@trpc/server/adapters/koa'|'@trpc/server/adapters/express'»;`,
	},
	{
		name: 'an import for its effect only',
		code: 2882,
		fence: `
import «'no-such-thing'|'cross-fetch/polyfill'»;`,
	},
	{
		name: 'a file that no fence above names',
		code: 2307,
		fence: `
// @include: client
import { client } from «'./clients'|'./client'»;`,
	},
	{
		name: 'a misspelt option',
		code: 2353,
		fence: `
import { httpBatchLink } from '@trpc/client';
httpBatchLink({
  «uri|url»: 'http://localhost:3000',
});`,
	},
	{
		name: 'an option of the wrong type',
		code: 2322,
		fence: `
import { httpBatchLink } from '@trpc/client';
httpBatchLink({ url: '/trpc', «maxURLLength»: ‹'2000'|2000› });`,
	},
	{
		name: 'a missing option',
		code: 2345,
		fence: `
// @include: shop
import { createHTTPServer } from '@trpc/server/adapters/standalone';
import { appRouter } from './server';
createHTTPServer(«{}|{ router: appRouter, createContext: () => ({ session: null }) }»);`,
	},
	{
		name: 'a method of the last version',
		code: 2339,
		fence: `
// @include: shop
import { z } from 'zod';
import { t } from './server';
t.procedure.input(z.string()).«resolve|query»(() => 1);`,
	},
	{
		name: 'a middleware that returns nothing',
		code: 2345,
		fence: `
// @include: shop
import { t } from './server';
t.middleware(«({ next }) => { next(); }|({ next }) => next()»);`,
	},
	{
		name: 'a context without that property',
		code: 2339,
		fence: `
// @include: shop
import { t } from './server';
t.procedure.query(({ ctx }) => ctx.«user|session»);`,
	},
	{
		name: 'a method of a validator',
		code: 2551,
		fence: `
import { z } from 'zod';
z.string().«emial|email»();`,
	},
	{
		name: 'an error code that does not exist',
		code: 2820,
		fence: `
import { TRPCError } from '@trpc/server';
throw new TRPCError({ «code»: ‹'NOTFOUND'|'NOT_FOUND'› });`,
	},
	{
		name: 'a hook with a wrong option',
		code: 2769,
		fence: `
// @include: hooks
import { trpc } from './trpc';
export function Shelf() {
  return <p>{trpc.list.useQuery(undefined, { «refetchInterval»: ‹'5s'|5000› }).data?.length}</p>;
}`,
	},
	{
		name: 'a property of an element',
		code: 2322,
		fence: `
export const button = <button «onPress|onClick»={() => 1}>Bake</button>;`,
	},
	{
		name: 'a wrong annotation',
		code: 2322,
		fence: `
const «loaves»: number = ‹'three'|3›;`,
	},
	{
		name: 'a parameter without a type',
		code: 7006,
		fence: `
export const double = («n|n: number») => n * 2;`,
	},
	{
		name: 'a syntax error',
		code: 1005,
		fence: `
export const bread = [1, 2«;|];»`,
	},
	{
		name: 'a name from nowhere',
		code: 2304,
		fence: `
export const x = «appRouter|1»;`,
	},
	{
		name: 'a fault in a hidden line',
		code: 2322,
		fence: `
const «loaves»: number = ‹'three'|3›;
// ---cut---
console.log(loaves);`,
	},
	{
		name: 'a fault between directives',
		code: 2339,
		fence: `
const a = { b: 1 };
// highlight-next-line
a.b;
//^?
// ---cut-start---
// ---cut-end---
a.«c|b»;`,
	},
	{
		name: 'a fault in the second file',
		code: 2305,
		fence: `
// @filename: one.ts
export const one = 1;
// @filename: two.ts
import { «two|one» } from './one';`,
	},
	{
		name: 'a fault below an include in scope',
		code: 2339,
		fence: `
// @include: client
// @include: scope
const list = client.«lists|list»;`.replace('lists|', 'shelf|'),
	},
	{
		version: '9.x',
		name: 'an import of the next version',
		code: 2305,
		fence: `
import { «initTRPC|router» } from '@trpc/server';`,
	},
	{
		version: '9.x',
		name: 'a package of the next version',
		code: 2307,
		fence: `
import { createTRPCReact } from «'@trpc/react-query'|'./react'»;
// @filename: react.ts
export const createTRPCReact = 1;`,
	},
	{
		version: '9.x',
		name: 'an entry of the next version',
		code: 2307,
		fence: `
import * as adapter from «'@trpc/server/adapters/fetch'|'@trpc/server/adapters/express'»;`,
	},
	{
		version: '9.x',
		name: 'a misspelt path',
		code: 2345,
		fence: `
// @include: old
import { client } from './client';
await client.query(«'byID'|'byId'», 'rye');`,
	},
	{
		version: '9.x',
		name: 'an input of the wrong type in 9.x',
		code: 2345,
		fence: `
// @include: old
import { client } from './client';
await client.mutation('bake', «'three'|3»);`,
	},
	{
		version: '9.x',
		name: 'a misspelt option of a procedure',
		code: 2769,
		fence: `
import * as trpc from '@trpc/server';
trpc.router().query('greet', { «resolver|resolve»: () => 'hi' });`,
	},
];

const MARK = /«([^|»]*)(?:\|([^»]*))?»|‹([^|›]*)\|([^›]*)›/g;

/** The page with every mark resolved to one side. */
function plant({ fence: text }: Fault, side: 'wrong' | 'right'): string {
	const code = text
		.trimStart()
		.replaceAll(MARK, (_, at, atRight = at, other, otherRight) =>
			side === 'wrong' ? (at ?? other) : (atRight ?? otherRight ?? ''),
		);
	const indented = code.split('\n').map((line) => `  ${line}`);
	return ['---', 'title: Bakery', '---', '', '- A list', '', '  ```tsx', ...indented, '  ```', ''].join('\n');
}

/** Position of the mark in the planted page. */
function markOf(fault: Fault): { line: number; column: number; length: number } {
	const lines = plant(
		{ ...fault, fence: fault.fence.replaceAll(MARK, (all, at) => (at === undefined ? all : `\0${at}\0`)) },
		'wrong',
	).split('\n');
	const line = lines.findIndex((text) => text.includes('\0'));
	const [before = '', marked = ''] = (lines[line] ?? '').split('\0');
	return { line: line + 1, column: before.length + 1, length: marked.length };
}

const planted = suite('planted faults');
const fileOf = (fault: Fault, side: string) => `${fault.version ?? '10.x'}/${side}/${FAULTS.indexOf(fault)}.md`;
let plantedReport: Report;

planted.before(async () => {
	const pages = FAULTS.flatMap((fault) =>
		(['wrong', 'right'] as const).map((side) => [fileOf(fault, side), plant(fault, side)]),
	);
	plantedReport = await check(Object.fromEntries(pages));
});

for (const fault of FAULTS) {
	planted(fault.name, () => {
		const of = (side: string) => plantedReport.diagnostics.filter(({ file }) => file === fileOf(fault, side));
		assert.equal(findings(of('right')), [], 'the right form has no finding');
		const found = of('wrong');
		const at = found.map(({ line, column, length, message }) => ({
			line,
			column,
			length,
			code: /^TS\d+/.exec(message)?.[0],
		}));
		assert.equal(at, [{ ...markOf(fault), code: `TS${fault.code}` }], JSON.stringify(findings(found)));
		const [diagnostic] = found;
		assert.is(diagnostic?.excerpt, plant(fault, 'wrong').split('\n')[(diagnostic?.line ?? 0) - 1]);
		assert.match(
			diagnostic?.message ?? '',
			fault.version ? '(checked against @trpc/server 9.' : '(checked against @trpc/server 10.',
		);
		assert.not.match(diagnostic?.message ?? '', ROOT);
	});
}

planted('are at least thirty', () => assert.ok(FAULTS.length >= 30));

planted('have a hint', () => {
	const hint = (name: string) => {
		const fault = FAULTS.find((one) => one.name === name);
		return plantedReport.diagnostics.find(({ file }) => fault && file === fileOf(fault, 'wrong'))?.hint;
	};
	assert.is(
		hint('a package that is not installed'),
		'Samples may import what content/samples/10.x/package.json lists as a dependency.',
	);
	assert.is(
		hint('an entry that the package does not have'),
		'The package is installed, but has no entry "@trpc/server/adapters/koa".',
	);
});

planted.run();

/* ---------------------------------------------------------------- files of a page */

const files = suite('files of a page');
const PRICE = '```ts title="price.ts"\nexport const price = 3;\n```\n';

files('are seen by fences below, with folders', async () => {
	const report = await check({
		'a.md': `\`\`\`ts title="lib/price.ts"\nexport const price = 3;\n\`\`\`\n\`\`\`ts title="src/app/a.ts"\nimport { price } from '../../lib/price';\nprice.toFixed();\n\`\`\`\n\`\`\`ts\nimport './src/app/a';\n\`\`\``,
	});
	assert.equal(findings(report.diagnostics), []);
});

files('are not seen by fences above or by other pages', async () => {
	const use = "```ts\nimport { price } from './price';\n```\n";
	const report = await check({ 'a.md': use + PRICE, 'b.md': use });
	assert.is(report.diagnostics.length, 2);
	assert.match(report.diagnostics[0]?.message ?? '', "TS2307: Cannot find module './price'");
});

files('are named in the hint of a failing import', async () => {
	const report = await check({ 'a.md': `${PRICE}\`\`\`ts\nimport './prices';\nimport { x } from './prices';\n\`\`\`` });
	assert.is(report.diagnostics.at(-1)?.hint, 'Above this fence the page has the files price.ts.');
});

files('of untitled fences and of unchecked fences stay inside', async () => {
	const inner = '// @filename: inner.ts\nexport const inner = 1;\n';
	const use = "```ts\nimport { inner } from './inner';\n```\n";
	const report = await check({
		'a.md': `\`\`\`ts\n${inner}\`\`\`\n${use}`,
		'b.md': `\`\`\`ts title="inner.ts" nocheck="a sketch"\nexport const inner = …;\n\`\`\`\n${use}`,
		'c.md': `\`\`\`ts\nconst leaked = 1;\n\`\`\`\n\`\`\`ts\nleaked;\n\`\`\``,
	});
	assert.equal(
		findings(report.diagnostics).map((text) => text.slice(0, 17)),
		['a.md:6:23 TS2307:', 'b.md:5:23 TS2307:', 'c.md:5:1 TS2304: '],
	);
	assert.is(report.pages[1]?.answers[0]?.status, 'unchecked');
});

files('are replaced by a later fence of the same name, for all later imports', async () => {
	const report = await check({
		'a.md': [
			PRICE,
			'```ts title="shop.ts"\nimport { price } from \'./price\';\nexport const twice = [price, price];\n```\n',
			"```ts\nimport { twice } from './shop';\nconst n: number[] = twice;\n```\n",
			'```ts title="price.ts"\nexport const price = "three";\n```\n',
			"```ts\nimport { twice } from './shop';\nconst s: string[] = twice;\n```\n",
		].join(''),
	});
	assert.equal(findings(report.diagnostics), []);
});

files('can import each other in a circle', async () => {
	const report = await check({
		'a.md':
			"```ts title=\"a.ts\"\nexport type A = { b: import('./b').B };\n// @filename: b.ts\nimport type { A } from './a';\nexport type B = A | 1;\n```\n```ts title=\"c.ts\"\nimport type { A } from './a';\nconst a: A = { b: 1 };\n```",
	});
	assert.equal(findings(report.diagnostics), []);
});

files('that change global types do not affect others', async () => {
	const declare = 'declare global {\n  var oven: { hot: boolean } | undefined;\n}\n';
	const report = await check({
		'a.md': `\`\`\`ts title="oven.ts"\n${declare}export const oven = globalThis.oven;\n\`\`\`\n\`\`\`ts\nimport './oven';\nglobalThis.oven = { hot: true };\n\`\`\``,
		'b.md': '```ts\nglobalThis.oven = 1;\n```\n',
		'c.md':
			"```ts\ndeclare module 'fastify' {\n  interface FastifyRequest { baker: string }\n}\nimport type { FastifyRequest } from 'fastify';\nexport const name = (r: FastifyRequest) => r.baker;\n```\n",
		'd.md':
			"```ts\nimport type { FastifyRequest } from 'fastify';\nexport const name = (r: FastifyRequest) => r.baker;\n```\n",
	});
	assert.equal(
		report.diagnostics.map(({ file, message }) => `${file} ${message.slice(0, 7)}`),
		['b.md TS7017:', 'd.md TS2339:'],
	);
});

files('resolve like a bundler would', () => {
	const names = new Set(['server.ts', 'lib/index.ts', 'ui/app.tsx', 'lib/env.d.ts', 'lib/x.ts']);
	const find = (from: string, specifier: string) => resolveRelative(from, specifier, (name) => names.has(name));
	assert.is(find('client.ts', './server'), 'server.ts');
	assert.is(find('client.ts', './server.js'), 'server.ts');
	assert.is(find('client.ts', './ui/app.js'), 'ui/app.tsx');
	assert.is(find('client.ts', './lib'), 'lib/index.ts');
	assert.is(find('lib/x.ts', '.'), 'lib/index.ts');
	assert.is(find('lib/x.ts', '..'), undefined);
	assert.is(find('lib/x.ts', '../server'), 'server.ts');
	assert.is(find('lib/x.ts', './env'), 'lib/env.d.ts');
	assert.is(find('client.ts', '../server'), undefined);
	const texts = new Map([
		['a.ts', "import './b'"],
		['b.ts', 'export * from "./a"'],
		['c.ts', ''],
	]);
	assert.equal(reachable(['a.ts'], texts), ['a.ts', 'b.ts']);
});

files.run();

/* ---------------------------------------------------------------- packages */

const packages = suite('packages');

const ADAPTERS: [string, string, string][] = [
	['next', 'CreateNextContextOptions', 'o.req.query'],
	['express', 'CreateExpressContextOptions', 'o.req.headers'],
	['fastify', 'CreateFastifyContextOptions', 'o.req.headers'],
	['aws-lambda', 'CreateAWSLambdaContextOptions<APIGatewayProxyEvent>', 'o.event.headers'],
];

packages('have real types in every adapter of both versions, never any', async () => {
	const code = ADAPTERS.map(([entry, name, path], at) => {
		const [plain] = name.split('<');
		const line = `export const f${at} = (o: ${name}): symbol => ${path};`;
		return `import type { ${plain} } from '@trpc/server/adapters/${entry}';\n// @ts-expect-error: any would pass\n${line}\n`;
	}).join('');
	const text = `\`\`\`ts\nimport type { APIGatewayProxyEvent } from 'aws-lambda';\n${code}\`\`\``;
	assert.equal(findings((await check({ '10.x/a.md': text, '9.x/a.md': text })).diagnostics), []);
});

packages('have the versions that the folder requires, whatever is installed next to them', async () => {
	const react = "```tsx\nimport { useId } from 'react';\nexport const id = useId;\n```";
	const report = await check({ '10.x/a.md': react, '9.x/a.md': react });
	assert.equal(
		report.diagnostics.map(({ file, message }) => `${file} ${message.slice(0, 6)}`),
		['9.x/a.md TS2305'],
		'React 17 has no useId',
	);
});

packages('resolve as if the folder were installed alone', async () => {
	const root = mkdtempSync(join(tmpdir(), 'samples-'));
	const put = (path: string, text: string) => {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	};
	const install = (folder: string, name: string, text: string) => {
		put(`${folder}node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', types: 'index.d.ts' }));
		put(`${folder}node_modules/${name}/index.d.ts`, text);
	};
	install('', '@types/node', '');
	install(
		'',
		'lib',
		`/// <reference types="words" />\nimport { peer } from 'peer';\nimport { both } from 'both';\nexport const all: [typeof peer, typeof both, Word];`,
	);
	install('', 'both', `export const both: 'of a sibling';`);
	install('', 'words', `declare type Word = 'of a sibling';`);
	install('own/', 'words', `declare type Word = 'own';`);
	install('own/', 'both', `export const both: 'own';`);
	install('own/', 'peer', `export const peer: 'own';`);
	put('own/package.json', JSON.stringify({ dependencies: { lib: '1', both: '1', peer: '1' } }));
	const page = "```ts\n// @errors: 2322\nimport { all } from 'lib';\nexport const no: 1 = all;\n```";
	const workspace = readWorkspace(root, { folder: 'own', package: 'lib' }, fromDisk);
	const report = await run(new SampleChecker(compileHere()), request({ 'a.md': page }, workspace));
	rmSync(root, { recursive: true });
	assert.equal(findings(report.diagnostics), []);
	assert.is(
		report.pages[0]?.answers[0]?.errors[0]?.message,
		`Type '["own", "own", "own"]' is not assignable to type '1'.`,
	);
});

packages('are found in a workspace above the site, and through symbolic links of folders and packages', async () => {
	const root = temporaryFolder('workspace');
	const manifest = (name: string): string => JSON.stringify({ name, version: '1.0.0', types: 'index.d.ts' });
	writeFiles(root, {
		'node_modules/above/package.json': manifest('above'),
		'node_modules/above/index.d.ts': "export const above: 'above';",
		'packages/local/package.json': manifest('local'),
		'packages/local/index.d.ts': "export * from 'above';\nexport const local: 'local';",
		'store/stored/package.json': manifest('stored'),
		'store/stored/index.d.ts': "export const stored: 'stored';",
		'site/samples/package.json': JSON.stringify({ dependencies: { above: '1', local: '1', stored: '1' } }),
	});
	symlinkSync('../packages/local', join(root, 'node_modules/local'));
	symlinkSync('../../store', join(root, 'site/samples/node_modules'));
	const page =
		"```ts\n// @errors: 2322\nimport { above, local } from 'local';\nimport { stored } from 'stored';\nimport * as same from 'above';\nexport const no: 1 = [above, local, stored, same.above] as const;\n```";
	const workspace = readWorkspace(join(root, 'site'), { folder: 'samples', package: 'stored' }, fromDisk);
	const report = await run(new SampleChecker(compileHere()), request({ 'a.md': page }, workspace));
	assert.equal(findings(report.diagnostics), []);
	assert.match(report.pages[0]?.answers[0]?.errors[0]?.message ?? '', '["above", "local", "stored", "above"]');
});

packages('keep node built-ins and style sheets importable', async () => {
	const text =
		"```ts\nimport { createServer } from 'node:http';\nimport fs from 'fs';\nimport './app.css';\ncreateServer().listen(1);\nfs.readFileSync('x');\n```";
	assert.equal(findings((await check({ 'a.md': text })).diagnostics), []);
});

packages('that are missing altogether stop the check', () => {
	const version = { folder: 'content/samples/10.x', package: 'no-such-package' };
	assert.throws(
		() => readWorkspace(ROOT, version, fromDisk),
		'names no-such-package, which content/samples/10.x/package.json does not list in "dependencies"',
	);
});

packages.run();

/* ---------------------------------------------------------------- set-ups */

const setups = suite('set-ups');

setups('that do not exist are reported at the fence that includes them', async () => {
	const report = await check({ 'a.md': '```ts\n// @include: shopp\nx;\n```' });
	assert.equal(findings(report.diagnostics), ['a.md:2:14 There is no setup "shopp"']);
	assert.match(report.diagnostics[0]?.hint ?? '', 'shop');
});

setups('with an error report it once, in their own file', async () => {
	const use = '```ts\n// @include: broken\nx;\n```\n';
	const report = await check({ 'a.md': use + use, 'b.md': use }, { 'setups/broken.ts': 'const x = 1;\nx.foo;' });
	assert.equal(findings(report.diagnostics), [
		"content/samples/10.x/setups/broken.ts:2:3 TS2339: Property 'foo' does not exist on type '1'.",
	]);
	assert.equal(report.diagnostics[0]?.notes, ['Included by a.md:2.']);
});

setups('precede the fence without shifting its lines', async () => {
	const report = await check(
		{ 'a.md': '```ts\n// @include: scope\nx.foo;\n```' },
		{ 'setups/scope.ts': '\n\nconst x = 1;\n' },
	);
	assert.equal(findings(report.diagnostics), ["a.md:3:3 TS2339: Property 'foo' does not exist on type '1'."]);
});

setups('can include each other in a circle', async () => {
	const circle = {
		'setups/one.ts': '// @include: two\nconst one = 1;',
		'setups/two.ts': '// @include: one\nconst two = 2;',
	};
	const report = await check({ 'a.md': '```ts\n// @include: one\none + two;\n```' }, circle);
	assert.equal(findings(report.diagnostics), []);
});

setups('are overridden by a file of the fence', async () => {
	const report = await check({
		'a.md':
			"```ts\n// @include: client\n// @filename: client.ts\nexport const client = 1;\n// @filename: b.ts\nimport { client } from './client';\nclient.toFixed();\n```",
	});
	assert.equal(findings(report.diagnostics), []);
});

setups('can include a file of an application and its imports, under their own names and lines', async () => {
	const texts: Record<string, string> = {
		'setups/shop.ts': '// @include: shop/server/router.ts',
		'shop/server/router.ts': "import { price } from './data';\nprice.foo;\nexport { price };",
		'shop/server/data.ts': "import type {} from './router';\nexport const price = 550;",
		'shop/server/alone.ts': 'export {};',
	};
	const folder = join(ROOT, 'content/samples/10.x/');
	const workspace = workspaceOf('10.x', {
		...fromDisk,
		text: (path) => texts[path.slice(folder.length)] ?? fromDisk.text(path),
		names: () => ['shop.ts'],
	});
	const page = "```ts\n// @include: shop\nimport { price } from './server/data';\nprice.bar;\n```";
	const report = await run(new SampleChecker(compile), request({ 'a.md': page }, workspace));
	assert.equal(findings(report.diagnostics).sort(), [
		"a.md:4:7 TS2339: Property 'bar' does not exist on type '550'.",
		"content/samples/10.x/shop/server/router.ts:2:7 TS2339: Property 'foo' does not exist on type '550'.",
	]);
	assert.equal([...workspace.setups.keys()], ['shop', 'shop/server/router.ts', 'shop/server/data.ts']);
});

setups('of the site itself have no findings', () => {
	const all = ['10.x', '9.x'].flatMap((name) => [...workspaceOf(name).setups.values()]);
	assert.ok(all.length > 4);
	assert.equal(findings(all.flatMap(({ sample }) => sample.diagnostics)), []);
});

setups.run();

/* ---------------------------------------------------------------- compiler output for readers */

const answers = suite('answers');

answers('contain expected errors with the shown line', async () => {
	const report = await check({
		'a.md':
			"```ts\n// @errors: 2345\n// @include: client\nimport { client } from './client';\n// ---cut---\nawait client.byId.query(3);\n```",
	});
	assert.equal(findings(report.diagnostics), []);
	const [answer] = report.pages[0]?.answers ?? [];
	assert.is(answer?.status, 'ok');
	assert.equal(answer?.errors, [
		{
			code: 2345,
			message: "Argument of type 'number' is not assignable to parameter of type 'string'.",
			line: 1,
			column: 25,
			length: 1,
		},
	]);
});

answers('report expected errors that are missing, and unexpected ones', async () => {
	const report = await check({ 'a.md': '```ts\n// @errors: 2345 2322\nconst a: number = "";\nnope;\n```' });
	assert.equal(findings(report.diagnostics), [
		"a.md:4:1 TS2304: Cannot find name 'nope'.",
		'a.md:2:13 The sample does not produce error TS2345',
	]);
	assert.is(report.pages[0]?.answers[0]?.status, 'failed');
});

answers('contain the types that ^? asks for', async () => {
	const report = await check({
		'a.md':
			"```ts\n// @include: client\nimport { client } from './client';\nconst bread = await client.byId.query('rye');\n//    ^?\nconst list = [bread?.price];\n//            ^?\n```",
	});
	assert.equal(report.pages[0]?.answers[0]?.queries, [
		{ line: 2, column: 7, text: 'const bread: {\n    id: string;\n    price: number;\n} | undefined' },
		{ line: 3, column: 15, text: 'const bread: {\n    id: string;\n    price: number;\n} | undefined' },
	]);
});

answers('contain the completions at ^|', async () => {
	const report = await check({
		'a.md':
			'```ts\nconst crumb = { rye: 1, rice: 2, oat: 3 };\nconst a = crumb.r;\n//               ^|\n// @errors: 2339\n```',
	});
	assert.is(report.pages[0]?.answers[0]?.queries[0]?.text, 'rice\nrye');
});

answers('apply a variant of one fence to the next', async () => {
	const server =
		'```ts title="loaf.ts"\nexport const loaf = {\n// @variant: rename\n  cents: 5,\n// @otherwise\n  price: 5,\n// @variant-end\n};\n```\n';
	const client =
		"```ts\nimport { loaf } from './loaf';\n// @variant: rename\n// @errors: 2339\n// @variant: ask\n// @errors: 2551\nloaf.prize;\n// @variant-end\nloaf.price;\n```\n";
	const report = await check({ 'a.md': server + client });
	assert.equal(report.diagnostics, []);
	assert.equal(
		report.pages[0]?.answers.map(({ errors }) => errors.map(({ message, line }) => [message, line])),
		[
			[],
			[],
			[],
			[["Property 'price' does not exist on type '{ cents: number; }'.", 2]],
			[["Property 'prize' does not exist on type '{ price: number; }'. Did you mean 'price'?", 2]],
		],
	);
	const replaced = await check({
		'a.md': `${server}\`\`\`ts title="loaf.ts"\nexport const loaf = { price: 6 };\n\`\`\`\n${client}`,
	});
	assert.equal(findings(replaced.diagnostics), ['a.md:16:13 The sample does not produce error TS2339']);
	assert.equal(replaced.diagnostics[0]?.notes, ['In the variant "rename".']);
});

answers('report a ^? without an identifier', async () => {
	const report = await check({ 'a.md': '```ts\nconst a = 1;\n//      ^?\n```' });
	assert.equal(findings(report.diagnostics), ['a.md:2:9 There is no identifier above ^?']);
});

answers('of twoslash samples contain every shown identifier', async () => {
	const report = await check({
		'a.md':
			'```tsx twoslash\nconst hidden = 1;\n// ---cut---\nexport const Loaf = (props: { name: string }) => (\n  <b title="x">{props.name}</b>\n);\n```\n```ts\nconst plain = 1;\n```',
	});
	const [sample] = samplesIn(
		'a.md',
		'```tsx\nconst hidden = 1;\n// ---cut---\nexport const Loaf = (props: { name: string }) => (\n  <b title="x">{props.name}</b>\n);\n```',
	);
	const [answer, plain] = report.pages[0]?.answers ?? [];
	const words = answer?.hovers.map(({ offset, length }) => sample?.shown.slice(offset, offset + length));
	assert.equal(words, ['Loaf', 'props', 'name', 'b', 'title', 'props', 'name', 'b']);
	assert.is(answer?.types[answer.hovers[1]?.type ?? -1], '(parameter) props: {\n    name: string;\n}');
	assert.is(new Set(answer?.types).size, answer?.types.length, 'each text once');
	assert.equal(plain?.hovers, []);
});

answers('have the first sentence of a comment, and no members that start with _', async () => {
	const report = await check({
		'a.md':
			'```ts twoslash\n/** Weighs a loaf. Slowly. */\nexport function weigh(loaf: { _id: string; _raw: { a: 1; b: 2 }; grams: number }) {\n  return loaf.grams;\n}\n```',
	});
	const [answer] = report.pages[0]?.answers ?? [];
	const texts = answer?.hovers.map(({ type }) => answer.types[type]);
	assert.is(texts?.[0], 'function weigh(loaf: {\n    grams: number;\n    …\n}): number\n\nWeighs a loaf.');
	assert.is(texts?.[1], '(parameter) loaf: {\n    grams: number;\n    …\n}');
});

answers('name what identifiers import from packages, under its own name', async () => {
	const imports =
		"import zod, { z as schema } from 'zod';\nimport * as all from 'zod';\nimport { own } from './own';\n";
	const report = await check({
		'a.md': `\`\`\`ts title="own.ts"\nexport const own = 1;\n\`\`\`\n\`\`\`ts twoslash\n${imports}const { z } = all;\nexport const list = [schema.string(), all.z, zod, own, z];\ntype T = all.ZodString;\n\`\`\``,
	});
	const names = report.pages[0]?.answers[1]?.hovers.flatMap(({ name }) => name ?? []);
	assert.equal(names, ['zod/default', 'zod/z', 'zod/z', 'zod/z', 'zod/z', 'zod/default', 'zod/ZodString']);
});

answers('are the same when the compiler looks for names in few places, which it does', () => {
	loadTypescript(ROOT);
	const folder = temporaryFolder('few-modules');
	/** What a module has that exports the type of another one. */
	const ways: Record<string, string> = {
		from: "export { Inner as Shown } from './inner';",
		all: "export * from './inner';",
		space: "export * as kinds from './inner';",
		imported: "import { Inner } from './inner';\nexport { Inner as Shown };",
		renamed: "import { Inner as Mine } from './inner';\nexport { Mine as Shown };",
		usual: "import Other from './inner';\nexport default Other;",
		whole: "import * as kinds from './inner';\nexport { kinds };",
		equals: "import kinds = require('./inner');\nexport { kinds };",
		alias: "import * as kinds from './inner';\nexport import Shown = kinds.Inner;",
		assigned: "import { Inner } from './inner';\nexport = Inner;",
		own: 'declare const nothing: 1;\nexport { nothing };',
		deep: "import * as kinds from './more';\nexport { kinds };",
	};
	/** Names of modules that another one imports or exports as a whole: no other may be a part of a name. */
	const whole = ['space', 'whole', 'equals', 'alias', 'deep'];
	writeFiles(folder, { 'package.json': JSON.stringify({ name: 'bakery' }) });
	for (const [way, text] of Object.entries(ways))
		writeFiles(join(folder, 'node_modules', way), {
			'package.json': JSON.stringify({ name: way, exports: { './*': './*.d.ts' } }),
			'bake.d.ts': "import { Inner } from './inner';\nexport declare function bake(): Inner;",
			'inner.d.ts': 'export class Inner { price: number }\nexport default class Other {}',
			'other.d.ts': text,
			'more.d.ts': "export { Inner as Shown } from './inner';",
		});
	const names = Object.keys(ways);
	const bakes = names.map(
		(way, at) => `import { bake as bake${at} } from '${way}/bake';\nconst loaf${at} = bake${at}();`,
	);
	writeFiles(folder, {
		'a.ts': [...bakes, "import { kinds } from 'deep/other';", 'const loaf = heat(Oven.hot);'].join('\n'),
		'globals.d.ts':
			'interface Ovens { readonly hot: unique symbol }\ndeclare var Oven: Ovens;\ndeclare var Rack: { size: 1 };\ndeclare function heat<T extends symbol>(to: T): { of: T };',
		'b.ts': names.map((way) => `import type {} from '${way}/other';`).join('\n'),
	});
	const paths = ['a.ts', 'b.ts', 'globals.d.ts'].map((name) => join(folder, name));
	const { module, moduleResolution } = { module: tsc.ModuleKind.ESNext, moduleResolution: 100 as const };
	const open = (): ReturnType<typeof tsc.createLanguageService> =>
		tsc.createLanguageService({
			getCompilationSettings: () => ({ noLib: true, module, moduleResolution }),
			getScriptFileNames: () => paths,
			getScriptVersion: () => '1',
			getScriptSnapshot: (path) => tsc.ScriptSnapshot.fromString(tsc.sys.readFile(path) ?? ''),
			getCurrentDirectory: () => folder,
			getDefaultLibFileName: () => '',
			fileExists: tsc.sys.fileExists,
			readFile: tsc.sys.readFile,
		});
	const text = tsc.sys.readFile(paths[0] ?? '') ?? '';
	const shownBy = (language: ReturnType<typeof tsc.createLanguageService>): string[] =>
		[...names.keys(), ''].map((at) => {
			const found = language.getQuickInfoAtPosition(paths[0] ?? '', text.indexOf(`loaf${at} `));
			return tsc.displayPartsToString(found?.displayParts);
		});
	const few = open();
	const program = few.getProgram();
	assert.ok(program);
	const all = program.getSourceFiles;
	const checker = program.getTypeChecker();
	const globals = checker.resolveName('globalThis', undefined, tsc.SymbolFlags.Value, false)?.exports;
	let asked = 0;
	let listed = 0;
	const shown = withFewNames(program, () => {
		const files = program.getSourceFiles();
		const folders = files.map(({ fileName }) => basename(dirname(fileName))).sort();
		assert.equal(folders, [...whole].sort());
		program.getSourceFiles = () => {
			asked++;
			return files;
		};
		const { entries } = globals ?? new Map();
		if (globals)
			globals.entries = () => {
				const found = [...entries.call(globals)];
				assert.equal(
					[
						found.flatMap(([name]) => (/^[A-Z]/.test(name) ? name : [])),
						globals.has(tsc.escapeLeadingUnderscores('Rack')),
					],
					[['Oven'], true],
				);
				listed++;
				return found.values() as ReturnType<typeof entries>;
			};
		return shownBy(few);
	});
	assert.is(program.getSourceFiles, all);
	assert.not.ok(globals && Object.hasOwn(globals, 'entries'));
	assert.ok(asked > 0 && listed > 0, 'this TypeScript looks for names elsewhere: `withFewNames` does nothing');
	assert.equal(shown, shownBy(open()));
	assert.match(shown.join('\n'), /: kinds\.Shown\n.*: \{\s+of: typeof Oven\.hot;\s+\}$/s);
});

answers('do not depend on what else is checked', async () => {
	const use =
		"```ts twoslash\nimport { z } from 'zod';\nexport const bread = z.object({ name: z.string(), price: z.number(), kind: z.enum(['rye', 'oat']) });\ntype Bread = z.infer<typeof bread>;\n//   ^?\n```\n";
	const before =
		"```ts\nimport { z } from 'zod';\nexport const x = z.object({ kind: z.enum(['oat', 'rye']), price: z.number() }).parse(1);\ntype P = 'price' | 'name' | 'oat' | 'kind';\n```\n";
	const [alone] = await new SampleChecker(compileHere()).check(request({ 'a.md': use }));
	const [, after] = await new SampleChecker(compileHere()).check(request({ '0.md': before, 'a.md': use }));
	assert.equal(after, alone);
});

answers('name the version that they were checked against', async () => {
	const report = await check({
		'10.x/a.md': '```ts\n1;\n```\n```ts nocheck="x"\n…\n```',
		'9.x/b.md': '```ts\n1;\n```',
	});
	assert.match(report.pages[0]?.answers[0]?.against ?? '', /^@trpc\/server 10\.\d+\.\d+$/);
	assert.match(report.pages[1]?.answers[0]?.against ?? '', /^@trpc\/server 9\./);
	assert.is(report.pages[0]?.answers[1]?.against, '');
	assert.is(report.pages[0]?.answers[1]?.status, 'unchecked');
});

answers('are short enough to read', () => {
	const places = { root: '/site', folder: '/site/lib' };
	const member = (name: string) =>
		`    ${name}: Procedure<"query", {\n        config: Config<{\n            ctx: object;\n            errors: DefaultErrorShape;\n        }>;\n        input: {\n            id: string;\n        };\n    }, {\n        id: string;\n    }>;\n`;
	const text = `const router: Router<{\n${member('list')}${member('byId')}}> => void`;
	const short = (name: string) =>
		`    ${name}: Procedure<"query", {\n        config: Config<…>;\n        input: { id: string; };\n    }, {\n        id: string;\n    }>;\n`;
	assert.is(readableType(text, places), `const router: Router<{\n${short('list')}${short('byId')}}> => void`);
	const three = readableType(
		`const router: Router<{\n${['list', 'byId', 'bake'].map(member).join('')}}> => void`,
		places,
	);
	assert.match(three, '    bake: Procedure<"query", {…}, { id: string; }>;\n}> => void');
	assert.ok(readableType(`const x: ${'"long" | '.repeat(200)}`, places).length < 330);
	assert.ok(readableType(`const x: { a: ${'<'.repeat(500)}`, places).length < 330, 'brackets that do not pair');
	assert.is(readableType('(alias) const x: 1\nimport x', places), '(alias) const x: 1');
	assert.is(readableType('const x: import("/site/node_modules/a/b").C', places), 'const x: C');
	for (const owner of ['Failed<T extends Params>', 'Failed<{ a: Box<"<">; ... 5 more ...; b: () => void }>', 'Failed'])
		assert.is(readableType(`(property) ${owner}.error: Box<Error>`, places), '(property) Failed.error: Box<Error>');
	assert.is(readableType('(method) Map<string, A>.get(key: string): A', places), '(method) Map.get(key: string): A');
	assert.is(
		readableMessage(`'/site/lib/.samples/docs/a.md/3/server' and '/site/lib/node_modules/zod/x'`, places),
		`'./server' and 'zod/x'`,
	);
	assert.is(
		readableMessage(`a / b: '/of/all/node_modules/c', /d/node_modules/e`, places),
		`a / b: 'c', e`,
		'above the site',
	);
	assert.ok(readableMessage(`a\n${'x'.repeat(5000)}\nb`, places).length < 700);
});

answers.run();

/* ---------------------------------------------------------------- memory */

const memory = suite('memory');

/** A compiler that counts the units that it is given. */
function counting(inner = compile): { compile: Compile; units(): number } {
	let units = 0;
	return {
		compile: (works) => {
			units += works.reduce((sum, work) => sum + work.units.length, 0);
			return inner(works);
		},
		units: () => {
			const last = units;
			units = 0;
			return last;
		},
	};
}

const SHOP = `\`\`\`ts title="price.ts"\nexport const price = 3;\n\`\`\`\n\`\`\`ts\nimport { price } from './price';\nprice.foo;\n\`\`\`\n\`\`\`ts\nexport const other = 1;\n\`\`\`\n`;

memory('compiles once, then only what an edit can change', async () => {
	const counter = counting();
	const one = new SampleChecker(counter.compile);
	const edit = async (page: string) => {
		const { diagnostics } = await run(one, request({ 'a.md': page, 'b.md': '```ts\n1;\n```' }));
		return [counter.units(), ...findings(diagnostics).map((text) => text.slice(0, 16))];
	};
	assert.equal(await edit(SHOP), [4, 'a.md:6:7 TS2339:']);
	assert.equal(await edit(SHOP), [0, 'a.md:6:7 TS2339:'], 'the same findings again');
	assert.equal(await edit(`A new paragraph.\n\n${SHOP}`), [0, 'a.md:8:7 TS2339:'], 'moved, not compiled');
	assert.equal(await edit(SHOP.replace('other = 1', 'other = 2')), [1, 'a.md:6:7 TS2339:']);
	const changed = await edit(SHOP.replace('price = 3', 'price = { foo: 3 }'));
	assert.equal(changed, [3], 'the file, its reader, and the one edited back');
	assert.equal(await edit(SHOP.replace('price.foo', 'price.toFixed()')), [2]);
});

memory('of a watched check has all findings before the first hover, and what an edit needs first', async () => {
	const asked: string[] = [];
	let first: string | undefined;
	const watched: Compile = (works) => {
		for (const { withoutHovers, units, files } of works) {
			asked.push(`${units.length}${withoutHovers ? ' without hovers' : ''}`);
			first = files.find(({ path }) => path === units[0]?.files[0])?.text;
		}
		return compile(works);
	};
	const one = new SampleChecker(watched);
	const fences = Array.from({ length: 21 }, (_, at) => `\`\`\`ts twoslash\nconst a = ${at};\n\`\`\`\n`);
	const check = async (page: string, requests: number) => {
		const told: unknown[] = [];
		asked.length = 0;
		const reports = await one.check(request({ 'a.md': page, 'b.md': fences.join('') }), {
			isOver: () => asked.length === requests,
			found(unchecked, found) {
				const errors = found?.flatMap((report) => report?.diagnostics ?? []).length;
				told.push([unchecked, errors, asked.length]);
			},
		});
		return { asked: asked.join(', '), told, made: reports.map((report) => report !== undefined) };
	};
	assert.equal(await check(SHOP, 3), {
		asked: '20 without hovers, 4 without hovers, 20',
		told: [
			[24, undefined, 0],
			[4, 1, 1],
			[0, 1, 2],
		],
		made: [true, false],
	});
	const edited = await check(SHOP.replace('other = 1', "other: number = 'two'"), 9);
	assert.equal(edited.asked, '5 without hovers, 5', 'a part was known');
	assert.match(first ?? '', "other: number = 'two'");
	assert.equal(
		[edited.told.at(-1), edited.made],
		[
			[0, 2, 1],
			[true, true],
		],
	);
	assert.equal(await check(SHOP, 9), {
		asked: '1 without hovers, 1',
		told: [
			[1, undefined, 0],
			[0, 1, 1],
		],
		made: [true, true],
	});
	await one.prepare(request({ 'a.md': SHOP, 'b.md': fences.join('') }), 'a.md');
	assert.is(asked.at(-1), '3 without hovers');
});

memory('persists in a store, with the answers that the last request used', async () => {
	const counter = counting();
	const store = memoryStore();
	const fresh = async (pages: Record<string, string>): Promise<[number, Report]> => {
		const report = await run(new SampleChecker(counter.compile, store), request(pages));
		return [counter.units(), report];
	};
	const page = SHOP.replace('price.foo', 'price.toFixed()');
	const cold = await fresh({ 'a.md': page });
	const warm = await fresh({ 'a.md': page });
	assert.equal([cold[0], warm[0]], [3, 0]);
	assert.equal(warm[1], cold[1]);
	await fresh({ 'a.md': '```ts\n1;\n```' });
	assert.is((await fresh({ 'a.md': page }))[0], 3, 'answers that a request does not use are dropped');
});

memory('checks failed samples again in the next process: a package that packages miss may be installed', async () => {
	const root = mkdtempSync(join(tmpdir(), 'samples-'));
	const file = (path: string, text: string): void => {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	};
	file('libraries/package.json', '{ "dependencies": { "main": "1.0.0" } }');
	file('libraries/node_modules/main/package.json', '{ "name": "main", "version": "1.0.0", "types": "index.d.ts" }');
	file('libraries/node_modules/main/index.d.ts', "export * from 'part';");
	const store = memoryStore();
	const fresh = async (): Promise<[units: number, findings: number]> => {
		// A compiler keeps what it did not find.
		const counter = counting(compileHere());
		const workspace = readWorkspace(root, { folder: 'libraries', package: 'main' }, fromDisk);
		const page = "```ts\nimport { size } from 'main';\nsize.toFixed();\n```\n\n```ts\n1;\n```";
		const report = await run(new SampleChecker(counter.compile, store), request({ 'a.md': page }, workspace));
		return [counter.units(), report.diagnostics.length];
	};
	assert.equal(await fresh(), [2, 1]);
	assert.equal(await fresh(), [1, 1]);
	file('libraries/node_modules/part/package.json', '{ "name": "part", "version": "2.0.0", "types": "index.d.ts" }');
	file('libraries/node_modules/part/index.d.ts', 'export declare const size: number;');
	assert.equal(await fresh(), [1, 0]);
	assert.equal(await fresh(), [0, 0]);
	rmSync(root, { recursive: true });
});

memory('drops results of another set-up, declaration or file that the compiler has read', async () => {
	const counter = counting();
	const one = new SampleChecker(counter.compile);
	const texts = { ...SETUPS };
	let stamp = '';
	// The same sample objects: plans are reused for unchanged objects.
	const samples = samplesIn('a.md', '```ts\n// @include: shop\n1;\n```\n```ts\nimport "./a.css";\n```');
	const from = withSetups(texts);
	const again = async () => {
		const workspace = workspaceOf('10.x', from, stamp);
		const { diagnostics } = await run(one, [{ file: 'a.md', samples, workspace }]);
		return [counter.units(), diagnostics.length];
	};
	assert.equal(await again(), [2, 0]);
	assert.equal(await again(), [0, 0]);
	texts['setups/shop.ts'] += '\nexport const more = 1;';
	assert.equal(await again(), [1, 0], 'the set-up');
	texts['setups/styles.d.ts'] = '// nothing';
	assert.equal(await again(), [2, 1], 'the declaration');
	texts['setups/styles.d.ts'] = SETUPS['setups/styles.d.ts'] ?? '';
	await again();
	stamp = 'other';
	assert.equal(await again(), [2, 0], 'what the compiler has read');
});

memory('gives the same report as a new checker after any edits', async () => {
	const edits = [
		SHOP,
		SHOP.replace('price = 3', 'price = "x"'),
		`${SHOP}\`\`\`ts\n1 as string;\n\`\`\`\n`,
		SHOP.replaceAll('price', 'cost'),
		SHOP,
	];
	const one = new SampleChecker(compile);
	for (const page of edits) assert.equal(await run(one, request({ 'a.md': page })), await check({ 'a.md': page }));
});

memory.run();

/* ---------------------------------------------------------------- another process */

const child = suite('child process');

/** A process that never responds. */
class Silent extends EventEmitter {
	send(): boolean {
		return true;
	}
	kill(): boolean {
		return true;
	}
}

const WORK: Work = {
	root: ROOT,
	folder: join(ROOT, 'content/samples/10.x'),
	packages: {},
	ambient: [],
	files: [],
	folders: {},
	roots: [],
	units: [],
};

child('that ends before it answers is an error, and is replaced', async () => {
	const started: Silent[] = [];
	const startHelper = () => {
		const silent = new Silent();
		started.push(silent);
		return silent as unknown as ChildProcess;
	};
	const compiler = compileInChild({ startHelper });
	const fails = async (event: string, ...values: unknown[]) => {
		const answer = compiler.compile([WORK]).then(() => 'no error', String);
		await Promise.resolve();
		started.at(-1)?.emit(event, ...values);
		return answer;
	};
	assert.match(await fails('exit', 3, null), 'ended unexpectedly (exit code 3)');
	assert.match(await fails('exit', null, 'SIGKILL'), 'ended unexpectedly (SIGKILL)');
	assert.match(await fails('error', new Error('no fork')), 'no fork');
	assert.is(started.length, 3);
	const last = compiler.compile([WORK]).then(() => 'no error', String);
	await Promise.resolve();
	compiler.stop();
	assert.match(await last, 'was stopped');
});

child('gives the same answers as this process, with one child or two', async () => {
	const folder = join(ROOT, '.docsgen');
	mkdirSync(folder, { recursive: true });
	const file = join(folder, `test-samples-${process.pid}.mjs`);
	const built = buildSync({
		stdin: {
			contents: `import { runHelper } from './src/extensions/typescript/helper.ts';\nrunHelper();`,
			resolveDir: ROOT,
		},
		bundle: true,
		platform: 'node',
		format: 'esm',
		external: ['typescript'],
		outfile: file,
		metafile: true,
	});
	const imports = Object.values(built.metafile.outputs).flatMap((output) => output.imports);
	assert.ok(!imports.some(({ path }) => path === 'typescript'), 'the compiler is loaded from the site');
	const pages = { '10.x/a.md': SHOP, '9.x/b.md': SHOP.replaceAll('3', "'three'") };
	const expected = await check(pages);
	try {
		for (const processes of [1, 2]) {
			const compiler = compileInChild({ startHelper: () => fork(file) }, processes);
			assert.equal(await run(new SampleChecker(compiler.compile), request(pages)), expected);
			const work = { ...WORK, files: null as never };
			assert.match(await compiler.compile([work]).then(() => 'no error', String), /null|iterable/);
			compiler.stop();
		}
	} finally {
		rmSync(file);
	}
});

child.run();

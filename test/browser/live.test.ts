/**
 * Live samples of this repository's site: each program that readers can run prints what its page says, compiled as the
 * page's compiler does it.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFiles } from '../../src/extensions/typescript/client/compiler.ts';
import type { RunEvent } from '../../src/extensions/typescript/client/run.ts';
import type { LivePage, LiveSample } from '../../src/extensions/typescript/model/live.ts';
import { changesOf, type Program, pages, programsOf, says } from '../page-programs.ts';
import { repositorySite } from '../repository-site.ts';
import { serveFolder, stopAll, withPage } from './browser.ts';

const { outDir } = repositorySite();
const LIVE = join(outDir, 'assets/live');
const origin = await serveFolder(outDir);
test.after(stopAll);

/** The script that runs programs, as a global function. */
const RUN = buildSync({
	entryPoints: ['src/extensions/typescript/client/run.ts'],
	bundle: true,
	format: 'iife',
	globalName: 'live',
	write: false,
}).outputFiles[0]?.text;

export interface Outcome {
	text: string;
	why: string;
	wire: Extract<RunEvent, { kind: 'wire' }>['exchange'][];
}

type Modules = ReturnType<typeof compileFiles>;

function compiled({ files }: LiveSample, options: LivePage['options']): Modules {
	const texts = files.map(({ name, parts }) => [name, parts.map(({ text }) => text).join('')]);
	return compileFiles(Object.fromEntries(texts), options);
}

/** Runs modules in a page of the site, which has loaded `RUN`. */
function runIn(
	page: Page,
	program: { sandbox: string; packages: string; entries: string[]; modules: Modules },
): Promise<Outcome> {
	return page.evaluate(
		(input) =>
			new Promise<Outcome>((resolve) => {
				const outcome: Outcome = { text: '', why: '', wire: [] };
				const { live } = window as unknown as { live: typeof import('../../src/extensions/typescript/client/run.ts') };
				live.startProgram(input, (event) => {
					if (event.kind === 'output' && event.entry === input.entries.at(-1)) outcome.text += event.text;
					if (event.kind === 'wire') outcome.wire.push(event.exchange);
					if (event.kind === 'ended') resolve({ ...outcome, why: event.why });
				});
			}),
		program,
	);
}

const livePages = readdirSync(LIVE)
	.filter((name) => /^page-.*\.json$/.test(name))
	.map((name) => JSON.parse(readFileSync(join(LIVE, name), 'utf8')) as LivePage);
const changes = pages.flatMap(changesOf);
/** The build has run these, and compared their output with the answers. */
const isChange = ({ files }: LiveSample): boolean => {
	const texts = new Map(files.map(({ name, parts }) => [name, parts.map(({ text }) => text).join('')]));
	// In the editor, the parts of a change aren't separated, and comments of the compiler are gone.
	const packed = (text = ''): string =>
		text
			.replace(/^\s*\/\/.*$/gm, '')
			.replace(/\s+/g, ' ')
			.trim();
	return changes.some((own) => [...own].every(([name, text]) => packed(texts.get(name)) === packed(text)));
};
const runnable = livePages.flatMap((page) =>
	page.samples.flatMap((sample) => (sample.run && !isChange(sample) ? [{ page, sample, run: sample.run }] : [])),
);
const programs = (await Promise.all(pages.map((page) => programsOf(page, { folder: '' })))).flat();

/** The code of a sample's entry as readers see it. */
function codeOf({ files }: LiveSample, entry = ''): string {
	const own = files.find(({ name }) => name === entry);
	return (
		own?.parts
			.filter(({ isShown }) => isShown)
			.map(({ text }) => text)
			.join('')
			.trimEnd() ?? ''
	);
}

const programOf = (sample: LiveSample): Program | undefined =>
	programs.find(({ code, entry }) => entry === sample.run?.entries.at(-1) && code.trimEnd() === codeOf(sample, entry));

test('every program that readers can run prints what its page says', async () => {
	assert.ok(runnable.length > 30, String(runnable.length));
	await withPage(`${origin}/docs/`, {}, async (page) => {
		await page.evaluate(`${RUN};globalThis.live = live`);
		const wrong: string[] = [];
		for (const { page: live, sample, run } of runnable) {
			const program = programOf(sample);
			if (!program) {
				wrong.push(`No page has this program:\n${codeOf(sample, run.entries.at(-1))}`);
				continue;
			}
			const modules = compiled(sample, live.options);
			const { entries } = run;
			const urls = { sandbox: `${origin}/${live.sandbox}`, packages: `${origin}/${run.packages}` };
			const { text, why } = await runIn(page, { ...urls, entries, modules });
			const isRight = program.prints === undefined ? why === 'finished' : says(text, program.prints);
			if (!isRight) wrong.push(`${program.page}:${program.line} ${why}\n${text}\n--- instead of\n${program.prints}`);
			else console.log(`${program.page}:${program.line} ${why}`);
		}
		assert.is(wrong.join('\n\n'), '');
	});
});

/* ---------------------------------------------------------------- the sandbox */

const anyRun = runnable[0];
assert.ok(anyRun);
const urls = { sandbox: `${origin}/${anyRun.page.sandbox}`, packages: `${origin}/${anyRun.run.packages}` };

/** Runs programs side by side, each in a sandbox of its own. */
async function outcomes(programs: Record<string, string>): Promise<Record<string, Outcome>> {
	let found: [string, Outcome][] = [];
	await withPage(`${origin}/docs/`, {}, async (page) => {
		await page.evaluate(`${RUN};globalThis.live = live`);
		found = await Promise.all(
			Object.entries(programs).map(async ([name, code]): Promise<[string, Outcome]> => {
				const text = `System.register([], (give, context) => ({ setters: [], execute: async () => {${code}\n} }));`;
				return [
					name,
					await runIn(page, { ...urls, entries: ['a.ts'], modules: { 'a.ts': { code: text, lines: [] } } }),
				];
			}),
		);
		// The page goes on, and no frame is left in it.
		assert.is(await page.evaluate(() => document.querySelectorAll('iframe').length), 0);
	});
	return Object.fromEntries(found);
}

/** What a program prints for each expression: its value, or the name of what it throws. */
const tried = (expressions: string[]): string =>
	expressions
		.map((code) => `try { console.log(await (${code})); } catch (error) { console.log(error.name); }`)
		.join('\n');

test('a program reaches no storage, no page, no other host, and no worker of its own', async () => {
	const names =
		`document window parent top frames location navigator localStorage sessionStorage indexedDB caches cookieStore
		Worker SharedWorker importScripts XMLHttpRequest WebSocket WebSocketStream WebTransport EventSource BroadcastChannel
		Notification postMessage close name origin Function.prototype.caller`.split(/\s+/);
	const program = `
		const has = ${JSON.stringify(names)}.filter((name) => globalThis[name] !== undefined);
		for (let scope = globalThis; scope; scope = Object.getPrototypeOf(scope))
			has.push(...${JSON.stringify(names)}.filter((name) => scope[name] !== undefined));
		console.log(has);
		${tried([
			'eval("1")',
			'new Function("return 1")()',
			'(async () => {}).constructor("return 1")()',
			'import("data:text/javascript,export default 1")',
			'import("/assets/live/x.js")',
			'fetch("https://example.com").catch((error) => error.message)',
			'fetch("http://localhost:1/x").catch((error) => error.message)',
			'fetch("/docs/")',
			'URL.createObjectURL',
		])}`;
	const { it } = await outcomes({ it: program });
	assert.is(it?.why, 'finished');
	assert.equal(it?.text.split('\n'), [
		'[]',
		'ReferenceError',
		'EvalError',
		'EvalError',
		'TypeError',
		'TypeError',
		'fetch failed: a program in a page reaches the servers that it starts, but not https://example.com.',
		'fetch failed: nothing listens at http://localhost:1.',
		'TypeError',
		'undefined',
		'',
	]);
});

test('each way to fail, or never to end, ends with a line', async () => {
	const found = await outcomes({
		loop: 'console.log("before"); for (;;);',
		promise: 'console.log("before"); await new Promise(() => {});',
		timers: 'setInterval(() => {}, 10);',
		bomb: 'for (;;) console.log("x".repeat(10000));',
		throws: 'throw new TypeError("boom");',
		text: 'throw "boom";',
		rejects: 'Promise.reject(new Error("boom")); setTimeout(() => console.log("never"), 1000);',
		later: 'setTimeout(() => { throw new RangeError("boom"); }, 1);',
		exits: 'setTimeout(() => console.log("never"), 1000); console.log("before"); process.exit(3);',
		exitCode: 'process.exitCode = 3; process.once("exit", (code) => console.log("after", code));',
		syntax: 'let a = ;',
	});
	const ends = Object.fromEntries(
		Object.entries(found).map(([name, { text, why }]) => [name, [why, text.trimEnd().split('\n').at(-1)]]),
	);
	assert.equal(ends, {
		loop: ['time', 'before'],
		promise: ['time', 'before'],
		timers: ['time', ''],
		bomb: ['failed', 'The program was stopped, because it printed more than 1 MB.'],
		throws: ['failed', 'TypeError: boom'],
		text: ['failed', "'boom'"],
		rejects: ['failed', 'Error: boom'],
		later: ['failed', 'RangeError: boom'],
		exits: ['failed', 'The program ended with exit code 3.'],
		exitCode: ['failed', 'after 3'],
		syntax: ['failed', "SyntaxError: Unexpected token ';'"],
	});
	assert.ok((found.bomb?.text.length ?? 0) < 1_000_100);
});

test('an uncaught error names the line of the reader that led to it', async () => {
	const files = {
		'bread.ts':
			"import { z } from 'zod';\n\nexport function bake(price: unknown): number {\n\treturn z.number().parse(price);\n}\n",
		'client.ts': "import { bake } from './bread';\n\nconsole.log(bake(1));\nconst later = () => {\n\tbake('x');\n};\n",
	};
	const ends = {
		'in another file': ['later();\n', 'bread.ts:4'],
		'in a timer': ["setTimeout(() => { throw new Error('x'); }, 1);\n", 'client.ts:7'],
		'after a pause': ["await new Promise((r) => setTimeout(r, 1));\nthrow new Error('x');\n", 'client.ts:8'],
	};
	await withPage(`${origin}/docs/`, {}, async (page) => {
		await page.evaluate(`${RUN};globalThis.live = live`);
		for (const [what, [more = '', place]] of Object.entries(ends)) {
			const modules = compileFiles({ ...files, 'client.ts': files['client.ts'] + more }, { target: 'es2022' });
			const { text, why } = await runIn(page, { ...urls, entries: ['client.ts'], modules });
			assert.is(why, 'failed', what);
			assert.match(text, /^(?:Zod)?Error: /m, 'not in brackets');
			assert.is(text.trimEnd().split('\n').at(-1), `    at ${place}`, what);
		}
	});
});

test('values are printed as Node prints them', async () => {
	const code = `console.log('%s is %d', 'a', 1, { b: [new Map([[1, new Set('x')]])], c: new Date(0), d: /x/g });
		console.group('group'); console.log('inside\\nof it'); console.groupEnd();
		class Point { x = 1; #y = 2; get z() { return 3; } }
		console.log(new Point(), [1.50, -0, 10n, null, undefined, Symbol('s')], function f() {}, class A extends Point {});
		console.log(Array.from({ length: 120 }, (_, index) => index), 'x'.repeat(30), ['it\\'s', "a\\nb"]);
		console.info(Object.create(null), new Uint8Array(3), new Headers({ a: 'b' }));
		console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 }); console.count(); console.assert(1 > 2, 'math');
		setTimeout(() => {}, 60000).unref();`;
	const { it } = await outcomes({ it: code });
	assert.is(it?.why, 'finished');
	const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
	assert.equal(it?.text.split('\n'), (stdout + stderr).split('\n'));
});

test('tables, streams and listeners of the process are as in Node', async () => {
	const code = `process.stdout.write('a'); process.stdout.write(new Uint8Array([98, 10]), () => console.log('written'));
		console.log(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()));
		process.on('uncaughtException', ({ message }) => console.log('caught', message));
		process.on('unhandledRejection', ({ message }) => console.log('handled', message));
		process.on('SIGTERM', () => console.log('never'));
		setTimeout(() => { throw new Error('x'); }, 1);
		setTimeout(() => Promise.reject(new Error('y')), 30);
		process.once('exit', (code) => console.log('exit', code));`;
	const table = `console.table([{ a: 1, b: 'x' }, { b: [1], c: { d: { e: 1 } } }]); console.table([1, 'two', [3]]);
		console.table(new Map([['k', { v: 1 }]])); console.table(new Set(['s'])); console.table(5); console.table([]);
		console.table([{ a: 1, b: 2 }], ['b']);`;
	const { it, drawn } = await outcomes({ it: code, drawn: table });
	const inNode = (text: string): string => spawnSync(process.execPath, ['-e', text], { encoding: 'utf8' }).stdout;
	assert.equal([it?.why, it?.text], ['finished', inNode(code)]);
	// Node aligned cells in the middle before version 22.
	const cells = (text: string): string => text.replace(/ +/g, ' ');
	assert.is(cells(drawn?.text ?? ''), cells(inNode(table)));
});

test('a missing package is told with those that are there', async () => {
	const found = await outcomes({
		package: 'await context.import("lodash");',
		part: 'await context.import("@trpc/server/adapters/nothing");',
	});
	assert.match(
		found.package?.text ?? '',
		/^Error: Cannot find package 'lodash': programs on this page have [\w@/, -]*@trpc\/server, /,
	);
	assert.match(found.part?.text ?? '', /have @trpc\/server, @trpc\/server\/adapters\/[\w-]+[^\n]*\n$/);
	assert.not.match(found.part?.text ?? '', '@trpc/client');
});

test('entries are as processes: each has its own modules, and a server does not keep the program alive', async () => {
	const shared = `System.register([], (give) => ({ setters: [], execute() { give('state', { count: 0 }); } }));`;
	const entry = (more: string): string =>
		`System.register(['./shared'], () => { let shared; return { setters: [(found) => { shared = found; }],
			execute: async () => { console.log(++shared.state.count); ${more} } }; });`;
	const texts = { 'shared.ts': shared, 'server.ts': entry('setInterval(() => {}, 10);'), 'client.ts': entry('') };
	const modules = Object.fromEntries(Object.entries(texts).map(([name, code]) => [name, { code, lines: [] }]));
	await withPage(`${origin}/docs/`, {}, async (page) => {
		await page.evaluate(`${RUN};globalThis.live = live`);
		const { text, why } = await runIn(page, { ...urls, entries: ['server.ts', 'client.ts'], modules });
		assert.equal([text, why], ['1\n', 'finished']);
	});
});

test.run();

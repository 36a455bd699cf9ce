/** The passes of `docsgen dev`: how many there are, what they wait for, and what ends the process. */
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Idle } from '../src/cli/dev/idle.ts';
import { Moves } from '../src/cli/dev/moves.ts';
import { Background, type Cause, Passes } from '../src/cli/dev/passes.ts';
import { createPrinter } from '../src/cli/dev/printer.ts';
import { hasEnded } from '../src/cli/disk/processes.ts';
import { createTerminal } from '../src/cli/terminal/terminal.ts';
import type { Diagnostic } from '../src/content/model/page.ts';
import type { Site } from '../src/content/site/site.ts';
import { closeAll, type Dev, dev } from './dev-server.ts';
import { config, doc } from './memory-site.ts';
import { installPackages, start, temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

type Files = Record<string, string>;

test.after.each(closeAll);

const errors = ({ findings }: Dev): string[] =>
	findings.flatMap(({ severity, code }) => (severity === 'error' ? code : []));

/* ---------------------------------------------------------------- idle work */

test('idle work is done in slices, and given up for other work', async () => {
	const log: string[] = [];
	const idle = new Idle();
	const steps = function* (name: string): Generator<void> {
		for (let step = 0; step < 4; step++) {
			log.push(name);
			const until = performance.now() + 10;
			while (performance.now() < until);
			yield;
		}
		log.push('done');
	};
	const others = setInterval(() => log.push('-'), 0);
	idle.begin(0, steps('a'));
	while (!log.includes('a')) await wait(0);
	idle.begin(0, steps('b'));
	while (idle.isBusy) await wait(0);
	clearInterval(others);
	const shown = log.join('').replace(/-+/g, '-').replace(/^-|-$/g, '');
	assert.match(shown, /^a-(?:a-)?b-b-b-b-done$/, 'others have a turn after each slice');
	idle.begin(0, steps('c'));
	idle.stop();
	await wait(20);
	assert.not.ok(log.includes('c'));
});

/* ---------------------------------------------------------------- causes */

test('a pass whose results always want another one makes one more, for each cause from outside', async () => {
	let count = 0;
	const passes = new Passes(async () => {
		count++;
		for (const work of background)
			work.begin(
				async () => {},
				() => true,
			);
	});
	const background = (['annotations', 'pages'] as const).map(
		(cause) =>
			new Background(passes, cause, (error) => {
				throw error;
			}),
	);
	const idle = async (): Promise<number> => {
		do await wait(1);
		while (!passes.isIdle || background.some(({ running }) => running));
		return count;
	};
	await passes.request('start');
	assert.ok((await idle()) <= 3, `${count} passes`);
	count = 0;
	await passes.request('edit');
	assert.ok((await idle()) <= 3, `${count} passes`);
	count = 0;
	await passes.request('annotations');
	assert.is(await idle(), 1, 'nothing came from outside');
	await passes.close();
	await passes.request('edit');
	assert.is(count, 1, 'closed');
});

test('a request waits for the pass that runs when it comes, and for no other', async () => {
	const ends: (() => void)[] = [];
	const passes = new Passes(() => new Promise((end) => ends.push(end)));
	void passes.request('start');
	await wait(1);
	const { current } = passes;
	void passes.request('edit');
	ends[0]?.();
	await current;
	assert.is(ends.length, 1, 'the next pass has not begun');
	await wait(1);
	assert.is(ends.length, 2);
	ends[1]?.();
	await passes.close();
});

test('a server that is edited without pause still answers', async () => {
	let passes = 0;
	let server: Dev | undefined;
	server = await dev(
		{ 'site.config.ts': config({}), 'content/docs/index.md': doc('Home', 'Welcome.') },
		{
			watch: false,
			onStep({ kind }) {
				if (kind === 'pass' && server && ++passes < 1000) void server.refresh();
			},
		},
	);
	void server.refresh();
	for (let request = 0; request < 3; request++) assert.is((await server.get('/docs/')).status, 200);
	assert.ok(passes < 1000, `answered after ${passes} passes`);
	passes = 1000;
});

/* ---------------------------------------------------------------- helper processes */

const LIBRARY: Files = {
	'lib/package.json': '{ "name": "a-library", "version": "1.0.0", "types": "src/index.ts" }',
	'lib/src/index.ts': '/** Greets a reader. */\nexport function greet(name: string): string {\n\treturn name;\n}\n',
};

const INSTALLED: Files = {
	'content/samples/package.json': '{ "dependencies": { "a-library": "1.0.0" } }',
	'content/samples/node_modules/a-library/package.json': '{ "version": "1.0.0", "types": "index.d.ts" }',
	'content/samples/node_modules/a-library/index.d.ts': 'export function greet(name: string): string;\n',
	'content/samples/node_modules/@types/node/package.json': '{ "version": "1.0.0", "types": "index.d.ts" }',
	'content/samples/node_modules/@types/node/index.d.ts': 'export {};\n',
};

const sample = (code: string): string => `\`\`\`ts\nimport { greet } from 'a-library';\n${code}\n\`\`\`\n`;
const NOTE = 'content/reference/lib/greet.md';

const documented: Files = {
	...LIBRARY,
	...INSTALLED,
	'site.config.ts': config({
		api: [{ id: 'lib', package: 'a-library', folder: 'lib' }],
		samples: { current: { folder: 'content/samples', package: 'a-library' } },
	}),
	'content/docs/index.md': doc('Home', `Welcome.\n\n${sample("greet('home');")}`, 'slug: /'),
	[NOTE]: `Greet everyone.\n\n${sample("greet('note');")}`,
};

test('an edit of a sample, or of a note with a sample, takes two passes, and its mend as well', async () => {
	const server = await dev(documented);
	await server.settles();
	assert.equal(errors(server), []);
	const page = '/docs/api/lib/functions/greet';
	assert.match((await server.get(page)).text, 'Greet everyone.');
	for (const file of ['content/docs/index.md', NOTE]) {
		const text = documented[file] ?? '';
		const valid = text.replace("greet('", "const fine: number = 1; void fine;\ngreet('");
		assert.ok((await server.edit(() => server.write({ [file]: valid }))) <= 2, file);
		assert.equal(errors(server), [], file);
		const wrong = text.replace(/greet\('\w+'\)/, 'greet(5)');
		assert.ok((await server.edit(() => server.write({ [file]: wrong }))) <= 2, file);
		assert.equal(errors(server), ['sample-error'], file);
		assert.is((await server.get(page)).status, 200);
		assert.ok((await server.edit(() => server.write({ [file]: text }))) <= 2, file);
		assert.equal(errors(server), [], file);
	}
	const prose = documented[NOTE]?.replace('everyone', 'each of them') ?? '';
	assert.is(await server.edit(() => server.write({ [NOTE]: prose })), 1, 'compiled already');
	assert.match((await server.get(page)).text, 'Greet each of them.');
});

test('the program prints each step, with packages behind a link, and its end after a signal', async () => {
	const root = temporaryFolder('linked');
	writeFiles(root, documented);
	const packages = join(root, 'content/samples/node_modules');
	renameSync(packages, join(root, 'packages'));
	symlinkSync(join(root, 'packages'), packages);
	installPackages(root, 'typescript');
	const server = start(['dev', '--site', root, '--port', '0', '--verbose']);
	let output = '';
	for (const stream of [server.stdout, server.stderr])
		stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const ended = once(server, 'close');
	const until = async (what: RegExp): Promise<void> => {
		while (!what.test(output) && server.exitCode === null) await wait(10);
	};
	await until(/Generated pages \(\d+ ms\)/);
	await until(/Checked code \(\d+ ms\)/);
	output = '';
	const text = documented[NOTE] ?? '';
	writeFiles(root, { [NOTE]: text.replace('greet(', 'const fine: number = 1; void fine;\ngreet(') });
	await until(/Checked code \(\d+ ms\)/);
	writeFiles(root, { [NOTE]: text.replace('greet(', 'const wrong: number = true; void wrong;\ngreet(') });
	await until(/sample-error[\s\S]*1 error\n/);
	writeFiles(root, { [NOTE]: text });
	await until(/Nothing is wrong any more/);
	const passes = output.match(/ms\)\n/g)?.length ?? 0;
	assert.ok(passes <= 6, `two passes for each of three edits: ${output}`);
	server.kill('SIGTERM');
	const [code, signal] = (await ended) as [number | null, string | null];
	assert.ok(code === 0 || signal === 'SIGTERM', `${code} ${signal}`);
});

test('samples that cannot be checked are reported without a pass, and checked once they can be', async () => {
	const manifest = 'content/samples/node_modules/a-library/package.json';
	const { [manifest]: text = '', ...missing } = documented;
	const server = await dev(missing);
	await server.settles();
	assert.equal(errors(server), ['sample-check']);
	const edited = `${documented['content/docs/index.md']}\nMore.\n`;
	assert.is(await server.edit(() => server.write({ 'content/docs/index.md': edited })), 1);
	assert.equal(errors(server), ['sample-check']);
	server.write({ [manifest]: text });
	await server.edit(() => server.write({ 'content/docs/index.md': `${edited}\n` }));
	assert.equal(errors(server), []);
});

test('an upgrade of an installed package is noticed, and its other files are not looked at', async () => {
	const server = await dev(documented);
	await server.settles();
	const folder = 'content/samples/node_modules/a-library';
	const upgrade = (): void =>
		server.write({
			[`${folder}/.bin/tool`]: '#!/bin/sh\n',
			[`${folder}/index.d.ts`]: 'export function greet(name: number): string;\n',
			[`${folder}/package.json`]: '{ "version": "2.0.0", "types": "index.d.ts" }',
		});
	assert.ok((await server.edit(upgrade)) <= 2);
	assert.ok(errors(server).includes('sample-error'), JSON.stringify(server.findings));
	server.steps.length = 0;
	server.write({ [`${folder}/README.md`]: 'Text.', [`${folder}/.bin/other`]: '#!/bin/sh\n' });
	await server.compares();
	assert.equal(server.steps, []);
});

/* ---------------------------------------------------------------- what is told */

test('pages that move are found by their file, else by their text, if it is the text of one page', () => {
	const text = { a: 'A', b: 'B', c: 'A', copy: 'A' };
	const moves = new Moves(({ bodyHash }) => bodyHash);
	const look = (pages: Record<string, [route: string, text: string]>): Record<string, string> => {
		const entries = Object.entries(pages);
		const site = {
			config: { locale: { locale: 'en' } },
			pages: new Map(entries.map(([path, [, bodyHash]]) => [path, { path, bodyHash }])),
			routeOf: new Map(entries.map(([path, [route]]) => [path, { path: route }])),
		};
		moves.look([site as unknown as Site]);
		return Object.fromEntries(moves.all);
	};
	assert.equal(look({ a: ['/a', text.a], b: ['/b', text.b] }), {});
	assert.equal(look({ c: ['/c', text.c], b: ['/b', text.b] }), { '/a': '/c' });
	assert.equal(look({ c: ['/d', 'new'], b: ['/b', text.b] }), { '/a': '/d', '/c': '/d' }, 'the same file');
	assert.equal(look({ c: ['/d', 'new'] }), { '/a': '/d', '/c': '/d' });
	const copies = { e: ['/e', text.b], f: ['/f', text.b] } as const;
	assert.equal(
		look({ c: ['/d', 'new'], e: [...copies.e], f: [...copies.f] }),
		{ '/a': '/d', '/c': '/d' },
		'two copies',
	);
	assert.equal(look({ a: ['/a', 'other'] }), { '/c': '/d' }, 'an address that has a page again');
});

test('the terminal shows each finding once, and once when none is left', () => {
	let said = '';
	const stream = { write: (text: string) => (said += text) };
	const print = createPrinter(createTerminal({ stdout: stream, stderr: stream, isTTY: false, env: {} }));
	const finding = (message: string, line: number): Diagnostic => ({
		code: 'broken-link',
		severity: 'error',
		file: 'content/docs/a.md',
		line,
		message,
	});
	const told = (
		findings: Diagnostic[],
		isSettled: boolean,
		changed?: string[],
		cause: Cause = 'edit',
		unchecked?: number,
	): string => {
		said = '';
		const pass = changed && { causes: new Set([cause]), milliseconds: 44.4, changed };
		print(findings, { isSettled, unchecked, pass });
		return said;
	};
	const [one, two] = [finding('One.', 3), finding('Two.', 5)];
	assert.is(told([], true), '');
	assert.is(told([], false, ['content/docs/a.md']), 'content/docs/a.md (44 ms)\n');
	assert.match(told([one], true), /One\.[\s\S]*1 error\n$/);
	assert.is(told([one], true), '');
	assert.is(
		told([finding('One.', 9)], false, ['content/docs/a.md']),
		'content/docs/a.md (44 ms)\n',
		'lines have moved',
	);
	const more = told([one, two], true);
	assert.not.match(more, 'One.');
	assert.match(more, /Two\.[\s\S]*1 error\nIn all: 2 errors\n$/);
	assert.match(
		told([one, one, two], true),
		/One\.[\s\S]*In all: 3 errors\n$/,
		'the same mistake elsewhere in the file',
	);
	assert.is(told([], false, ['a', 'b', 'c', 'd']), '4 files (44 ms)\n', 'not checked yet');
	assert.is(told([two], true), 'In all: 1 error\n');
	assert.is(told([], true), 'Nothing is wrong any more.\n');
	assert.is(told([], false, [], 'author'), 'All files (44 ms)\n');
	assert.is(told([], false, []), '', 'an editor’s temporary file');
	assert.is(told([], false, [], 'annotations'), '', 'with --verbose only');
	assert.is(
		told([], false, ['content/docs/a.md'], 'edit', 3),
		'content/docs/a.md (44 ms)\nChecking 3 blocks of code\n',
	);
	assert.is(told([], false, undefined, 'edit', 1), '', 'once');
	assert.match(told([one], false), /One\.[\s\S]*\nAll code is checked\.\n$/);
	assert.is(told([], false, undefined, 'edit', 1), 'Checking a block of code\n');
});

/* ---------------------------------------------------------------- the end */

/** Process ids of the children of a process; undefined where the system does not tell. */
function childrenOf(pid: number): number[] | undefined {
	const file = `/proc/${pid}/task/${pid}/children`;
	return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : undefined;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

test('a signal ends the server at once, with the compiler that it has started', async () => {
	for (const signal of SIGNALS) {
		const root = temporaryFolder('signal');
		writeFiles(root, documented);
		installPackages(root, 'typescript');
		const server = start(['dev', '--site', root, '--port', '0']);
		const { pid = 0 } = server;
		const ended = once(server, 'close');
		await once(server.stdout ?? server, 'data');
		// The reference or the samples are being compiled; elsewhere than on Linux any moment is as good.
		let helpers = childrenOf(pid);
		while (helpers?.length === 0 && server.exitCode === null) {
			await wait(5);
			helpers = childrenOf(pid);
		}
		server.kill(signal);
		const [code, by] = (await ended) as [number | null, NodeJS.Signals | null];
		assert.ok(code === 0 || by === signal, `${signal}: ${code} ${by}`);
		for (const helper of helpers ?? []) while (!hasEnded(helper)) await wait(5);
	}
});

test('a signal ends a server whose component never returns', async () => {
	for (const signal of SIGNALS) {
		const root = temporaryFolder('signal');
		const looping = join(root, 'looping');
		writeFiles(root, {
			'site.config.ts': config({}),
			'content/docs/index.md': doc('Home', '<Loop />', 'slug: /'),
			'templates/components/Loop.tsx': `import { writeFileSync } from 'node:fs';
export function Loop() { writeFileSync(${JSON.stringify(looping)}, ''); for (;;); }`,
		});
		const server = start(['dev', '--site', root, '--port', '0']);
		const ended = once(server, 'close');
		// It asks for the page by itself, to check its links.
		while (!existsSync(looping) && server.exitCode === null) await wait(5);
		server.kill(signal);
		assert.is(((await ended) as [number | null, NodeJS.Signals | null])[1], signal);
	}
});

test.run();

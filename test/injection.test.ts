/**
 * After any disk error, and whenever a command is killed: the complete old output or the complete new one, untouched
 * sources, the right exit code and message, and a next run that works without help.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diskProject } from '../src/cli/disk/project.ts';
import { type Serving, serveDevFolder } from './disk-site.ts';
import { breakDisk, CHANGES } from './faulty-disk.ts';
import { doc } from './memory-site.ts';
import { partOf } from './part.ts';
import { contents, type Outcome, run, runHere, type StartOptions, temporaryFolder } from './program.ts';
import { IS_ALL, IS_LONG } from './properties.ts';
import { writeFiles } from './write-files.ts';

const ERRORS = ['ENOSPC', 'EACCES', 'EIO', 'EMFILE', 'EXDEV'];

type Files = Record<string, string>;

/** Two states of one site: each has a page that the other lacks, and one page differs. */
const state = (name: 'A' | 'B'): Files => ({
	'site.config.ts': "export default { title: 'Site', url: 'https://example.com', blog: false, search: false };",
	'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
	'content/docs/same.md': doc('Same', `State ${name}.`),
	[`content/docs/only-${name}.md`]: doc(`Only ${name}`),
	'content/static/file.txt': `State ${name}.`,
});
const withHostedSearch = (files: Files): Files => ({
	...files,
	'site.config.ts': (files['site.config.ts'] ?? '').replace(
		'search: false',
		"search: { hosted: { appId: 'APP', apiKey: 'key', indexName: 'site' } }",
	),
});
const STATES = { A: state('A'), B: state('B') };
const other = (name: 'A' | 'B'): 'A' | 'B' => (name === 'A' ? 'B' : 'A');

function become(root: string, files: Files): void {
	rmSync(join(root, 'content'), { recursive: true, force: true });
	writeFiles(root, files);
}

function siteAt(files: Files): string {
	const root = join(temporaryFolder('injection'), 'site');
	writeFiles(root, files);
	return root;
}

const sourcesOf = (root: string): Files =>
	Object.fromEntries([...contents(root)].filter(([path]) => /^(?:content|site\.config)/.test(path)));
const outputOf = (root: string): Files =>
	existsSync(join(root, 'build')) ? Object.fromEntries(contents(join(root, 'build'))) : {};

/** The output of each state; the site is in state A afterwards. */
async function outputsOf(root: string, states: typeof STATES): Promise<typeof STATES> {
	const want = { ...states };
	for (const name of ['B', 'A'] as const) {
		become(root, states[name]);
		assert.is((await runHere(['build', '--site', root])).code, 0);
		want[name] = outputOf(root);
	}
	return want;
}

/** Indexes of representative calls: of equal calls the first, of runs of similar calls the first and the last. */
function telling(calls: string[]): number[] {
	const kinds = calls.map((call) => call.replace(/^(\w+) .*?(\.\w+)?(?:\.\d+\.\d+)?$/, '$1 $2'));
	const names = calls.map((call) => call.replace(/\d+/g, '0'));
	return calls.flatMap((_, index) => {
		const isInside = kinds[index] === kinds[index - 1] && kinds[index] === kinds[index + 1];
		return isInside || names.indexOf(names[index] ?? '') < index ? [] : [index];
	});
}

/** Calls `visit` with an error at each disk call of a run; `visit` runs the command. */
async function forEachFault(
	under: string,
	looks: boolean,
	once: () => Promise<unknown>,
	visit: (arm: () => ReturnType<typeof breakDisk>, what: string) => Promise<void>,
): Promise<void> {
	const count = breakDisk({ fault: '', at: -1, under, looks });
	await once();
	count.repair();
	assert.ok(count.calls.length > 3, `${count.calls.length} calls`);
	const isChange = (at: number): boolean => CHANGES.some((name) => count.calls[at]?.startsWith(name));
	const points = IS_LONG
		? [...count.calls.keys()]
		: partOf(telling(count.calls).filter((at, turn) => isChange(at) || turn % 4 === 0));
	for (const [turn, at] of points.entries()) {
		for (const fault of IS_LONG ? ERRORS : [ERRORS[turn % ERRORS.length] ?? '']) {
			await visit(() => breakDisk({ fault, at, under, looks }), `${fault} at call ${at} (${count.calls[at]})`);
		}
	}
}

/** An error has a message with a path and no stack trace; a success has neither. */
function assertCivil({ code, stdout, stderr }: Outcome, what: string): void {
	assert.ok(code === 0 || code === 1, `${what}: ended with ${code}`);
	assert.not.match(stdout + stderr, /docsgen failed|\n {4}at /, `${what}: ${stderr}`);
	assert.is(code === 1, /\berror: /.test(stderr), `${what}: fails if, and only if, there is an error\n${stderr}`);
}

/* ---------------------------------------------------------------- errors */

test('build: after any disk error, the output is the old one or the new one, and the next build is correct', async () => {
	const root = siteAt(STATES.A);
	const build = ['build', '--site', root];
	const want = await outputsOf(root, STATES);
	let last: 'A' | 'B' = 'A';
	let failed = 0;
	const once = async (): Promise<void> => {
		last = other(last);
		become(root, STATES[last]);
		assert.is((await runHere(build)).code, 0);
	};
	await forEachFault(root, true, once, async (arm, what) => {
		const next = other(last);
		become(root, STATES[next]);
		const disk = arm();
		const outcome = await runHere(build);
		disk.repair();
		assertCivil(outcome, what);
		assert.equal(sourcesOf(root), STATES[next], `${what}: sources`);
		const out = JSON.stringify(outputOf(root));
		const isNew = out === JSON.stringify(want[next]);
		if (outcome.code === 0) assert.equal(outputOf(root), want[next], `${what}: says that all is well`);
		else {
			failed++;
			assert.ok(isNew || out === JSON.stringify(want[last]), `${what}: neither old nor new`);
		}
		assert.is((await runHere(build)).code, 0, `${what}, then`);
		assert.equal(outputOf(root), want[next], `${what}, then`);
		assert.equal(
			readdirSync(join(root, 'build')).filter((name) => /^\.docsgen\./.test(name)),
			[],
			what,
		);
		last = next;
	});
	assert.ok(failed > (IS_ALL ? 10 : 2), `${failed} builds failed`);
});

test('check: after any disk error, only files of the cache have changed', async () => {
	const root = siteAt(STATES.A);
	await runHere(['build', '--site', root]);
	const out = outputOf(root);
	let last: 'A' | 'B' = 'A';
	const edit = (): void => {
		last = other(last);
		become(root, STATES[last]);
	};
	const check = (): Promise<Outcome> => runHere(['check', '--site', root]);
	const once = (): Promise<Outcome> => {
		edit();
		return check();
	};
	await forEachFault(root, true, once, async (arm, what) => {
		edit();
		const disk = arm();
		const outcome = await check();
		disk.repair();
		assertCivil(outcome, what);
		assert.equal(sourcesOf(root), STATES[last], what);
		assert.equal(outputOf(root), out, what);
		assert.is((await check()).code, 0, `${what}, then`);
	});
});

test('clear: files that could not be removed are removed by the next command', async () => {
	const root = siteAt(STATES.A);
	const clear = ['clear', '--site', root];
	await runHere(['build', '--site', root]);
	const want = outputOf(root);
	await forEachFault(
		root,
		true,
		() => runHere(clear),
		async (arm, what) => {
			await runHere(['build', '--site', root]);
			const disk = arm();
			const outcome = await runHere(clear);
			disk.repair();
			assertCivil(outcome, what);
			assert.equal(sourcesOf(root), STATES.A, what);
			const out = outputOf(root);
			assert.ok(Object.keys(out).length === 0 || JSON.stringify(out) === JSON.stringify(want), `${what}: half is left`);
			assert.is((await runHere(clear)).code, 0, `${what}, then`);
			assert.equal(readdirSync(root).sort(), ['content', 'site.config.ts'], `${what}, then`);
		},
	);
});

test('version: the list of versions and the copy are complete or absent, and the same command continues', async () => {
	const root = siteAt({ ...STATES.A, 'content/versions.json': '["0.x"]', 'content/versions/0.x/index.md': doc('Old') });
	const before = sourcesOf(root);
	const version = ['version', '1.x', '--site', root];
	const reset = (): void => become(root, before);
	await forEachFault(
		root,
		true,
		() => runHere(version),
		async (arm, what) => {
			reset();
			const disk = arm();
			const outcome = await runHere(version);
			disk.repair();
			assertCivil(outcome, what);
			await assertGoesOn(root, before, what);
		},
	);
});

/** The list is the old or the new one, the copy is complete or absent, and everything else is unchanged. */
function assertVersion(root: string, before: Files, what: string): void {
	const found = Object.entries(sourcesOf(root)).filter(([path]) => !/\/\.[^/]+\.new(?:\/|$)/.test(path));
	const now: Files = Object.fromEntries(found);
	for (const [path, text] of Object.entries(before))
		if (path !== 'content/versions.json') assert.is(now[path], text, `${what}: ${path}`);
	const listed = JSON.parse(now['content/versions.json'] ?? '') as string[];
	assert.equal(listed.slice(-1), ['0.x'], what);
	const docs = Object.keys(before).filter((path) => path.startsWith('content/docs/')).length;
	const copied = Object.keys(now).filter((path) => path.startsWith('content/versions/1.x/')).length;
	assert.ok(copied === docs || (copied === 0 && listed.length === 1), `${what}: ${copied} of ${docs} files`);
}

/** Existing parts are complete, and the same command finishes the rest, or says that it is already done. */
async function assertGoesOn(root: string, before: Files, what: string): Promise<void> {
	assertVersion(root, before, what);
	const listed = JSON.parse(readFileSync(join(root, 'content/versions.json'), 'utf8')) as string[];
	const { code } = await runHere(['version', '1.x', '--site', root]);
	assert.is(code, listed.includes('1.x') ? 1 : 0, `${what}, then`);
	assertFrozen(root, before, `${what}, then`);
}

function assertFrozen(root: string, before: Files, what: string): void {
	const now = sourcesOf(root);
	assert.is(now['content/versions.json'], '[\n\t"1.x",\n\t"0.x"\n]\n', what);
	for (const [path, text] of Object.entries(before))
		if (path.startsWith('content/docs/')) assert.is(now[path.replace('/docs/', '/versions/1.x/')], text, what);
	assert.equal(
		Object.keys(now).filter((path) => path.includes('.new')),
		[],
		what,
	);
}

/** A project folder with a package.json, before a site is created in it. */
const OWN = { 'package.json': '{ "name": "mine", "scripts": { "dev": "next dev" } }\n' };

/** The author's file is unchanged, or extended for the site; the same command finishes the rest. */
async function assertBegun(root: string, want: Map<string, string>, what: string): Promise<void> {
	const manifest = readFileSync(join(root, 'package.json'), 'utf8');
	assert.ok([OWN['package.json'], want.get('package.json')].includes(manifest), `${what}: ${manifest}`);
	await runHere(['init', root]);
	assert.equal(contents(root), want, `${what}, then`);
}

test('init: the same command continues, and an existing package.json is never lost', async () => {
	const root = join(temporaryFolder('injection'), 'site');
	const fresh = (): void => {
		rmSync(root, { recursive: true, force: true });
		writeFiles(root, OWN);
	};
	fresh();
	await runHere(['init', root]);
	const want = contents(root);
	fresh();
	await forEachFault(
		root,
		true,
		() => runHere(['init', root]),
		async (arm, what) => {
			fresh();
			const disk = arm();
			const outcome = await runHere(['init', root]);
			disk.repair();
			assertCivil(outcome, what);
			if (outcome.code === 0) assert.equal(contents(root), want, what);
			await assertBegun(root, want, what);
		},
	);
});

test('search push: after any disk error, it prints what it would send or what went wrong', async () => {
	const files = withHostedSearch(STATES.A);
	const root = siteAt(files);
	const push = ['search', 'push', '--site', root];
	const fresh = (): void => rmSync(join(root, '.docsgen'), { recursive: true, force: true });
	await forEachFault(
		root,
		true,
		() => runHere(push),
		async (arm, what) => {
			fresh();
			const disk = arm();
			const outcome = await runHere(push);
			disk.repair();
			assertCivil(outcome, what);
			assert.equal(sourcesOf(root), files, what);
			if (outcome.code === 0) assert.match(outcome.stdout, 'Nothing was sent.', what);
			assert.is((await runHere(push)).code, 0, `${what}, then`);
		},
	);
});

test('dev: a disk error is reported, and the site is served as soon as the disk works', async () => {
	const root = siteAt(STATES.A);
	const serve = (): Promise<Serving> => serveDevFolder(root, { watch: false });
	const once = async (): Promise<void> => (await serve()).close();
	await once();
	await forEachFault(root, true, once, async (arm, what) => {
		const disk = arm();
		const server = await serve().catch((error: NodeJS.ErrnoException) => error);
		if (server instanceof Error) {
			disk.repair();
			assert.ok(ERRORS.includes(server.code ?? ''), `${what}: ${server.stack}`);
			return;
		}
		try {
			disk.repair();
			await server.refresh();
			const answer = await fetch(new URL('/docs/same', server.url));
			assert.is(answer.status, 200, what);
			assert.match(await answer.text(), 'State A.', what);
		} finally {
			await server.close();
		}
		assert.equal(sourcesOf(root), STATES.A, what);
	});
});

/* ---------------------------------------------------------------- death */

/** The Node option that loads the faulty disk into the program. */
let loader = '';

test.before(() => {
	const file = join(temporaryFolder('faulty-disk'), 'faulty-disk.mjs');
	writeFileSync(file, transformSync(readFileSync('test/faulty-disk.ts', 'utf8'), { loader: 'ts', format: 'esm' }).code);
	loader = `--import=${file}`;
});

/** An id that no process has: Linux and macOS assign none above 2 ** 22. */
const ENDED = 2 ** 22 + 1;

/** Whether a command in this process reached call number `at`, and died there. */
async function diesHere(args: string[], root: string, at: number): Promise<boolean> {
	const { pid } = process;
	const disk = breakDisk({ fault: 'DEATH', at, under: root });
	Object.defineProperty(process, 'pid', { value: ENDED });
	try {
		await runHere(args).catch(() => undefined);
	} finally {
		Object.defineProperty(process, 'pid', { value: pid });
		disk.repair();
	}
	return disk.calls.length > at;
}

/** Every n-th death kills a real process; a server always runs in one. */
const REAL_PROCESS_EVERY = IS_LONG ? 1 : 8;

/** Kills a command during each of its writes in turn; `visit` checks what is left. */
async function forEachDeath(
	root: string,
	args: string[],
	prepare: () => void | Promise<void>,
	visit: (what: string) => Promise<void>,
	options: StartOptions = {},
): Promise<void> {
	const log = join(root, '../log');
	const env = { NODE_OPTIONS: loader, FAULT_UNDER: root };
	await prepare();
	rmSync(log, { force: true });
	const { code } = await run(args, { ...options, env: { ...env, FAULT_LOG: log } });
	// A server that checks pages leaves the signal to the system.
	assert.ok(code === 0 || (options.until !== undefined && code === null), `exit code ${code}`);
	const calls = readFileSync(log, 'utf8').trimEnd().split('\n');
	let deaths = 0;
	const diesInProcess = async (at: number): Promise<boolean> =>
		(await run(args, { ...options, env: { ...env, FAULT: 'KILL', FAULT_AT: String(at) } })).code === null;
	for (const [turn, at] of (IS_LONG ? [...calls.keys()] : partOf(telling(calls))).entries()) {
		await prepare();
		const isReal = options.until !== undefined || turn % REAL_PROCESS_EVERY === 0;
		if (await (isReal ? diesInProcess(at) : diesHere(args, root, at))) deaths++;
		await visit(`killed in call ${at} (${calls[at]})`);
	}
	assert.ok(deaths > (IS_ALL ? 2 : 0), `${deaths} deaths`);
}

test('build: killed during any write to the disk, it leaves the old output or the new one, if need be with the help of the next command', async () => {
	const root = siteAt(STATES.A);
	const build = ['build', '--site', root];
	const want = await outputsOf(root, STATES);
	let last: 'A' | 'B' = 'A';
	const prepare = (): void => {
		last = other(last);
		become(root, STATES[last]);
	};
	await forEachDeath(root, build, prepare, async (what) => {
		assert.equal(sourcesOf(root), STATES[last], what);
		// The next command, whatever it is, completes what a killed one has begun.
		diskProject(root, join(root, 'build'));
		const out = JSON.stringify(outputOf(root));
		assert.ok(
			[want.A, want.B].some((whole) => JSON.stringify(whole) === out),
			`${what}: neither old nor new`,
		);
		const { code, stderr } = await runHere(build);
		assert.is(code, 0, `${what}, then: ${stderr}`);
		assert.equal(outputOf(root), want[last], `${what}, then`);
		await assertNothingLeft(root, prepare, what);
	});
});

/** Unfinished files of dead processes. */
const leftIn = (root: string): string[] =>
	['.', '.docsgen', 'build']
		.flatMap((folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []))
		.filter((name) => /\.work-|\.commit$|\.\d+\.\d+$/.test(name));

/** The next build that writes its cache removes the unfinished files of a dead process. */
async function assertNothingLeft(root: string, prepare: () => void, what: string): Promise<void> {
	if (leftIn(root).length > 0) {
		prepare();
		assert.is((await runHere(['build', '--site', root])).code, 0, what);
	}
	assert.equal(leftIn(root), [], what);
}

for (const [name, args, options] of [
	['check', ['check'], {}],
	['search push', ['search', 'push'], {}],
	['dev', ['dev', '--port', '0'], { until: 'ready in' }],
] as const) {
	test(`${name}: killed during any write, sources and output are unchanged, and the next build is correct`, async () => {
		const states = { A: withHostedSearch(STATES.A), B: withHostedSearch(STATES.B) };
		const root = siteAt(states.A);
		const build = ['build', '--site', root];
		const want = await outputsOf(root, states);
		let last: 'A' | 'B' = 'A';
		let out: Files = {};
		const prepare = (): void => {
			out = outputOf(root);
			last = other(last);
			become(root, states[last]);
		};
		const visit = async (what: string): Promise<void> => {
			assert.equal(sourcesOf(root), states[last], what);
			assert.equal(outputOf(root), out, what);
			assert.is((await runHere(build)).code, 0, `${what}, then`);
			assert.equal(outputOf(root), want[last], `${what}, then`);
			await assertNothingLeft(root, prepare, what);
		};
		await forEachDeath(root, [...args, '--site', root], prepare, visit, options);
	});
}

test('clear, version and init: killed during any write, the same command continues', async () => {
	const root = siteAt(STATES.A);
	await runHere(['build', '--site', root]);
	const out = JSON.stringify(outputOf(root));
	await forEachDeath(
		root,
		['clear', '--site', root],
		async () => void (await runHere(['build', '--site', root])),
		async (what) => {
			assert.ok(['{}', out].includes(JSON.stringify(outputOf(root))), `${what}: half is left`);
			assert.is((await runHere(['clear', '--site', root])).code, 0, what);
			assert.equal(readdirSync(root).sort(), ['content', 'site.config.ts'], what);
			assert.equal(sourcesOf(root), STATES.A, what);
		},
	);
	const before: Files = {
		...STATES.A,
		'content/versions.json': '["0.x"]',
		'content/versions/0.x/index.md': doc('Old'),
	};
	const version = ['version', '1.x', '--site', root];
	const reset = (): void => become(root, before);
	await forEachDeath(root, version, reset, async (what) => {
		await assertGoesOn(root, before, what);
	});
	const begun = join(root, '../begun');
	const fresh = (): void => {
		rmSync(begun, { recursive: true, force: true });
		writeFiles(begun, OWN);
	};
	fresh();
	await runHere(['init', begun]);
	const want = contents(begun);
	await forEachDeath(begun, ['init', begun], fresh, (what) => assertBegun(begun, want, what));
});

test.run();

/**
 * A command is done or not at all: after any disk error, and whenever it is killed, the complete old output or the
 * complete new one, untouched sources, the right exit code and message, and a next run that works without help. One
 * table of commands, tried by one driver with each call that fails and with each that kills.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diskProject } from '../src/cli/disk/project.ts';
import { callsOf, ERRORS, isChange, triedOf, withFault } from './disk-faults.ts';
import { serveDevFolder } from './disk-site.ts';
import { doc } from './memory-site.ts';
import { contents, type Outcome, run, runHere, temporaryFolder } from './program.ts';
import { IS_ALL, IS_LONG } from './properties.ts';
import { writeFiles } from './write-files.ts';

type Files = Record<string, string>;

/** Two states of one site: each has a page that the other lacks, and one page differs. */
const statesOf = (search: string): [Files, Files] => {
	const state = (name: string): Files => ({
		'site.config.ts': `export default { title: 'Site', url: 'https://example.com', blog: false, search: ${search} };`,
		'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
		'content/docs/same.md': doc('Same', `State ${name}.`),
		[`content/docs/only-${name}.md`]: doc(`Only ${name}`),
		'content/static/file.txt': `State ${name}.`,
	});
	return [state('A'), state('B')];
};
const PLAIN = statesOf('false');
const HOSTED = statesOf("{ hosted: { appId: 'APP', apiKey: 'key', indexName: 'site' } }");
const FROZEN = { ...PLAIN[0], 'content/versions.json': '["0.x"]', 'content/versions/0.x/index.md': doc('Old') };
/** A project folder with a package.json, before a site is created in it. */
const OWN = { 'package.json': '{ "name": "mine", "scripts": { "dev": "next dev" } }\n' };

/** What a command has left behind. */
interface Left {
	root: string;
	/** The sources that it found, and the output. */
	files: Files;
	before: Files;
	what: string;
	/** Of a command that ended by itself. */
	outcome?: Outcome;
	/** Gives the site its other state, for one more command. */
	turn(): void;
}

interface Row {
	args: string[];
	promise: string;
	/** The sources before a try: the states in turn, so that each try has something to do. */
	states: Files[];
	/** Makes the site ready for a try, besides its sources. */
	prepare?(root: string): unknown;
	holds(left: Left): Promise<void>;
	/** The command in this process, if it isn't one that ends. */
	here?(root: string, repair: () => void, files: Files): Promise<undefined>;
	/** What a server prints as soon as it is ready. */
	until?: string;
	/** As many tries fail at least. */
	fails?: number;
}

const json = JSON.stringify;
const sourcesOf = (root: string): Files =>
	Object.fromEntries([...contents(root)].filter(([path]) => /^(?:content|site\.config)/.test(path)));
const outputOf = (root: string): Files =>
	existsSync(join(root, 'build')) ? Object.fromEntries(contents(join(root, 'build'))) : {};
const build = (root: string): Promise<Outcome> => runHere(['build', '--site', root]);

const wholes = new Map<string, Files>();

/** The output of sources, from a folder in which nothing has ever failed. */
async function wholeOf(files: Files): Promise<Files> {
	const known = wholes.get(json(files));
	if (known) return known;
	const root = join(temporaryFolder('whole'), 'site');
	writeFiles(root, files);
	assert.is((await build(root)).code, 0);
	wholes.set(json(files), outputOf(root));
	return outputOf(root);
}

/** An error has a message with a path and no stack trace; a success has neither. */
function assertCivil({ code, stdout, stderr }: Outcome, what: string): void {
	assert.ok(code === 0 || code === 1, `${what}: ended with ${code}`);
	assert.not.match(stdout + stderr, /docsgen failed|\n {4}at /, `${what}: ${stderr}`);
	assert.is(code === 1, /\berror: /.test(stderr), `${what}: fails if, and only if, there is an error\n${stderr}`);
}

/** Unfinished files of dead processes. */
const leftIn = (root: string): string[] =>
	['.', '.docsgen', 'build']
		.flatMap((folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []))
		.filter((name) => /\.work-|\.commit$|\.\d+\.\d+$/.test(name));

/** The next build is complete, and so far nothing else was changed. */
async function nextBuildIsRight({ root, files, what, outcome, turn }: Left): Promise<void> {
	assert.equal(sourcesOf(root), files, `${what}: sources`);
	const { code, stderr } = await build(root);
	assert.is(code, 0, `${what}, then: ${stderr}`);
	assert.equal(outputOf(root), await wholeOf(files), `${what}, then`);
	const temporary = readdirSync(join(root, 'build')).filter((name) => name.startsWith('.docsgen.'));
	if (outcome) assert.equal(temporary, [], what);
	// The next build that writes its cache removes the unfinished files of a dead process.
	else if (leftIn(root).length > 0) {
		turn();
		assert.is((await build(root)).code, 0, what);
		assert.equal(leftIn(root), [], what);
	}
}

/** The command has written to the cache at most, and can be repeated if it ends. */
async function changesNothing(left: Left, args: string[]): Promise<void> {
	assert.equal(outputOf(left.root), left.before, `${left.what}: output`);
	if (left.outcome && args.length > 0)
		assert.is((await runHere([...args, '--site', left.root])).code, 0, `${left.what}, then`);
	await nextBuildIsRight(left);
}

/** The list of versions is the old or the new one, the copy is complete or absent, and everything else is unchanged. */
function assertVersion(root: string, what: string): string[] {
	const found = Object.entries(sourcesOf(root)).filter(([path]) => !/\/\.[^/]+\.new(?:\/|$)/.test(path));
	const now: Files = Object.fromEntries(found);
	for (const [path, text] of Object.entries(FROZEN))
		if (path !== 'content/versions.json') assert.is(now[path], text, `${what}: ${path}`);
	const listed = JSON.parse(now['content/versions.json'] ?? '') as string[];
	assert.equal(listed.slice(-1), ['0.x'], what);
	const docs = Object.keys(FROZEN).filter((path) => path.startsWith('content/docs/')).length;
	const copied = Object.keys(now).filter((path) => path.startsWith('content/versions/1.x/')).length;
	assert.ok(copied === docs || (copied === 0 && listed.length === 1), `${what}: ${copied} of ${docs} files`);
	return listed;
}

let begun: Map<string, string> | undefined;

const COMMANDS: Row[] = [
	{
		args: ['build'],
		promise: 'the output is the old one or the new one, and the next build is correct',
		states: PLAIN,
		fails: IS_ALL ? 10 : 2,
		async holds(left) {
			const { root, files, before, what, outcome } = left;
			// The next command, whatever it is, completes what a killed one has begun.
			if (!outcome) diskProject(root, join(root, 'build'));
			const out = outputOf(root);
			const whole = await wholeOf(files);
			if (outcome?.code === 0) assert.equal(out, whole, `${what}: says that all is well`);
			assert.ok([whole, before].map((files) => json(files)).includes(json(out)), `${what}: neither old nor new`);
			await nextBuildIsRight(left);
		},
	},
	{
		args: ['check'],
		promise: 'only files of the cache have changed, and the next build is correct',
		states: PLAIN,
		holds: (left) => changesNothing(left, ['check']),
	},
	{
		args: ['search', 'push'],
		promise: 'it has printed what it would send or what went wrong, and has changed nothing',
		states: HOSTED,
		prepare: (root) => rmSync(join(root, '.docsgen'), { recursive: true, force: true }),
		async holds(left) {
			if (left.outcome?.code === 0) assert.match(left.outcome.stdout, 'Nothing was sent.', left.what);
			await changesNothing(left, ['search', 'push']);
		},
	},
	{
		args: ['dev', '--port', '0'],
		promise: 'nothing has changed, and the site is served as soon as the disk works',
		states: HOSTED,
		until: 'ready in',
		async here(root, repair, files) {
			const server = await serveDevFolder(root, { watch: false });
			try {
				repair();
				await server.refresh();
				const answer = await fetch(new URL('/docs/same', server.url));
				assert.is(answer.status, 200);
				assert.match(await answer.text(), files['content/static/file.txt'] ?? '');
			} finally {
				await server.close();
			}
		},
		holds: (left) => changesNothing(left, []),
	},
	{
		args: ['clear'],
		promise: 'all or nothing is left, and the next command removes it',
		states: [PLAIN[0]],
		prepare: build,
		async holds({ root, files, before, what }) {
			assert.equal(sourcesOf(root), files, what);
			assert.ok(['{}', json(before)].includes(json(outputOf(root))), `${what}: half is left`);
			assert.is((await runHere(['clear', '--site', root])).code, 0, `${what}, then`);
			assert.equal(readdirSync(root).sort(), ['content', 'site.config.ts'], `${what}, then`);
		},
	},
	{
		args: ['version', '1.x'],
		promise: 'the list of versions and the copy are complete or absent, and the same command continues',
		states: [FROZEN],
		async holds({ root, what }) {
			const isListed = assertVersion(root, what).includes('1.x');
			// It finishes the rest, or says that all is done.
			const { code } = await runHere(['version', '1.x', '--site', root]);
			assert.is(code, isListed ? 1 : 0, `${what}, then`);
			const now = sourcesOf(root);
			assert.is(now['content/versions.json'], '[\n\t"1.x",\n\t"0.x"\n]\n', `${what}, then`);
			for (const [path, text] of Object.entries(FROZEN))
				if (path.startsWith('content/docs/')) assert.is(now[path.replace('/docs/', '/versions/1.x/')], text, what);
			assert.not.ok(
				Object.keys(now).some((path) => path.includes('.new')),
				`${what}, then`,
			);
		},
	},
	{
		args: ['init'],
		promise: 'the same command continues, and a package.json is as it was or has what the site adds',
		states: [OWN],
		async holds({ root, what, outcome }) {
			if (!begun) {
				const other = join(temporaryFolder('begun'), 'site');
				writeFiles(other, OWN);
				assert.is((await runHere(['init', other])).code, 0);
				begun = contents(other);
			}
			if (outcome?.code === 0) assert.equal(contents(root), begun, what);
			const manifest = readFileSync(join(root, 'package.json'), 'utf8');
			assert.ok([OWN['package.json'], begun.get('package.json')].includes(manifest), `${what}: ${manifest}`);
			await runHere(['init', root]);
			assert.equal(contents(root), begun, `${what}, then`);
		},
	},
];

/** A site that each try of a command gives its next state. */
async function siteFor({ args, states, prepare }: Row) {
	const root = join(temporaryFolder('injection'), 'site');
	const isInit = args[0] === 'init';
	let count = 0;
	const turn = (): Files => {
		const files = states[count++ % states.length] ?? {};
		rmSync(isInit ? root : join(root, 'content'), { recursive: true, force: true });
		writeFiles(root, files);
		return files;
	};
	turn();
	if (!isInit) assert.is((await build(root)).code, 0);
	const next = async (): Promise<Pick<Left, 'root' | 'files' | 'before' | 'turn'>> => {
		const files = turn();
		await prepare?.(root);
		return { root, files, before: outputOf(root), turn };
	};
	return { root, argv: isInit ? ['init', root] : [...args, '--site', root], next };
}

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
	Object.defineProperty(process, 'pid', { value: ENDED });
	const { calls } = await withFault({ fault: 'DEATH', at, under: root }, () => runHere(args));
	Object.defineProperty(process, 'pid', { value: pid });
	return calls.length > at;
}

/** Every n-th death kills a real process; a server always runs in one. */
const REAL_PROCESS_EVERY = IS_LONG ? 1 : 8;

for (const row of COMMANDS) {
	const { args, promise, until } = row;
	const name = args.filter((arg) => /^[a-z]+$/.test(arg)).join(' ');

	test(`${name}: after any disk error, ${promise}`, async () => {
		const { root, argv, next } = await siteFor(row);
		const here = row.here ?? (() => runHere(argv));
		const first = await next();
		const calls = await callsOf(root, () => here(root, () => undefined, first.files), true);
		const tried = triedOf(calls, (call, turn) => isChange(call) || turn % 4 === 0);
		let failed = 0;
		for (const [turn, at] of tried.entries())
			for (const fault of IS_LONG ? ERRORS : [ERRORS[turn % ERRORS.length] ?? '']) {
				const left = await next();
				const what = `${fault} at call ${at} (${calls[at]})`;
				const { result, error } = await withFault({ fault, at, under: root, looks: true }, (repair) =>
					here(root, repair, left.files),
				);
				assert.ok(!error || (until !== undefined && error.code === fault), `${what}: ${error?.stack}`);
				if (result) assertCivil(result, what);
				if (error || result?.code !== 0) failed++;
				await row.holds({ ...left, what, outcome: result ?? { code: error ? 1 : 0, stdout: '', stderr: '' } });
			}
		assert.ok(failed >= (row.fails ?? 0), `${failed} failures`);
	});

	test(`${name}: killed during any write to the disk, ${promise}`, async () => {
		const { root, argv, next } = await siteFor(row);
		const log = join(root, '../log');
		const env = { NODE_OPTIONS: loader, FAULT_UNDER: root };
		await next();
		const { code } = await run(argv, { until, env: { ...env, FAULT_LOG: log } });
		// A server that checks pages leaves the signal to the system.
		assert.ok(code === 0 || (until !== undefined && code === null), `exit code ${code}`);
		const calls = readFileSync(log, 'utf8').trimEnd().split('\n');
		const dies = async (at: number): Promise<boolean> =>
			(await run(argv, { until, env: { ...env, FAULT: 'KILL', FAULT_AT: String(at) } })).code === null;
		let deaths = 0;
		for (const [turn, at] of triedOf(calls).entries()) {
			const left = await next();
			const isReal = until !== undefined || turn % REAL_PROCESS_EVERY === 0;
			if (await (isReal ? dies(at) : diesHere(argv, root, at))) deaths++;
			await row.holds({ ...left, what: `killed in call ${at} (${calls[at]})` });
		}
		assert.ok(deaths > (IS_ALL ? 2 : 0), `${deaths} deaths`);
	});
}

test.run();

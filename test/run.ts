/**
 * Checks types, lint and format, and runs every test file in a separate process, some in parallel, the longest first. A
 * file without tests fails the run.
 *
 *     npm test                    everything but the files that a change since they passed can't reach; the longest files
 *                                 only if their subject isn't as published, and a part of the points where a disk fails
 *     npm test -- story checks    only test files whose names, or those of their folders, start with one of these words
 *     npm test -- head --title=B-145    only tests whose title contains a text
 *     npm test -- --watch markdown      again after each change, until it is stopped: the files that a change can reach
 *     npm test -- --quick         for use while coding: tests in memory, one site, one page in a browser
 *     npm test -- --all           everything; the default if CI is set
 *     npm test -- --long          random tests draw many more cases
 *     npm test -- --bail          for `mutate.ts`: tests alone, the shortest first, until one fails or takes too long
 *     npm test -- --mark          for `mutate.ts`: takes everything for passed, and runs nothing
 *
 * Each run writes how long every file and every test took to `.docsgen/test/times.json`, and starts the longest file of
 * that record first. `test/times.json` is the record of a whole run, for a fresh clone: `UPDATE=1 npm test -- --all`
 * writes it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { hasEnded } from '../src/cli/disk/processes.ts';
import { fingerprints, PassedRecord } from './affected.ts';
import { findChromium } from './browser/chromium.ts';
import { coverage } from './coverage.ts';
import { installPackage } from './packed.ts';
import { isTest } from './rooms.ts';
import { SUBJECTS, subjectOf } from './subjects.ts';

const RUNS = '.docsgen/test';
/** Of this run only: other runs may be active. */
const OUT = resolve(RUNS, String(process.pid));
/** Start of the folder where the site of this repository is built for the tests, before the number of the process. */
const SITES = 'docsgen-repository-site-';
const SITE = join(tmpdir(), `${SITES}${process.pid}`);
/** Start of the folder where the package is installed for the tests. */
const PACKAGES = 'docsgen-package-';
const PACKAGE = join(tmpdir(), `${PACKAGES}${process.pid}`);
const FLAGS = new Set(process.argv.slice(2).filter((argument) => argument.startsWith('--')));
/** A test runs only if its title contains this. */
const TITLE = [...FLAGS].find((flag) => flag.startsWith('--title='))?.slice('--title='.length) ?? '';
const IS_LONG = FLAGS.has('--long');
const IS_ALL = IS_LONG || FLAGS.has('--all') || process.env.CI === 'true';
const BAILS = FLAGS.has('--bail');
/** Milliseconds after which a test file counts as stuck. */
const LIMIT_MS = IS_LONG ? 4 * 3_600_000 : 1_500_000;
/** The same where a mistake is expected: an endless loop needs no 25 minutes to be one. */
const limitOf = (name: string): number =>
	BAILS ? Math.min(LIMIT_MS, 90_000 + 5_000 * (readTimes()[name]?.seconds ?? 300)) : LIMIT_MS;

/** Test files that run in parallel: one more than there are processors, because browsers wait a third of the time. */
const SIDE_BY_SIDE = availableParallelism() + 1;

/** Seconds that each test file took, and milliseconds of each of its tests. */
type Times = Record<string, { seconds: number; tests: Record<string, number> }>;
const LAST_TIMES = join(RUNS, 'times.json');
const FIRST_TIMES = 'test/times.json';

/** Files that `--quick` runs in addition to the tests in memory, and tests in memory that it leaves out as long. */
const QUICK = /^(?:sites|browser\/video)\.test\.ts$/;
const NOT_QUICK = /^(?:growth|guide|api-words)\.test\.ts$/;
interface Result {
	name: string;
	ok: boolean;
	passed: number;
	failed: number;
	skipped: number;
	output: string;
	seconds: number;
}

interface Task {
	name: string;
	/** Name of a task that must end first. */
	after?: string;
	run(): Promise<Result>;
}

const running = new Set<ChildProcess>();

function run(name: string, command: string, args: string[], env: Record<string, string> = {}): Promise<Result> {
	const start = performance.now();
	return new Promise((resolve) => {
		// A separate process group, so that everything that a test starts can be stopped with it.
		const child = spawn(command, args, { env: { ...process.env, ...env }, detached: true });
		running.add(child);
		let output = '';
		const hear = (chunk: Buffer): void => {
			output += chunk.toString();
		};
		child.stdout.on('data', hear);
		child.stderr.on('data', hear);
		const limit = limitOf(name);
		const timer = setTimeout(() => {
			output += `\nStopped after ${limit / 1000} s.\n`;
			stop(child);
		}, limit);
		child.on('close', (code) => {
			clearTimeout(timer);
			stop(child);
			running.delete(child);
			const count = (word: string): number => Number(new RegExp(`${word}:\\s+(\\d+)`).exec(output)?.[1] ?? 0);
			const total = count('Total');
			const passed = count('Passed');
			const seconds = (performance.now() - start) / 1000;
			resolve({
				name,
				ok: code === 0,
				passed,
				// The total leaves out skipped tests; a failing exit code without a count is a failure as well.
				failed: Math.max(total - passed, code === 0 ? 0 : 1),
				skipped: count('Skipped'),
				output,
				seconds,
			});
		});
	});
}

function stop(child: ChildProcess): void {
	try {
		if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
	} catch {
		// The whole group has already ended.
	}
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		for (const child of running) stop(child);
		process.exit(1);
	});
}

/** Removes the folders of earlier runs, which were killed. */
function removeEnded(): void {
	mkdirSync(join(RUNS, 'sites'), { recursive: true });
	for (const [folder, start] of [
		[RUNS, ''],
		[tmpdir(), SITES],
		[tmpdir(), PACKAGES],
	] as const)
		for (const name of readdirSync(folder).filter((one) => one.startsWith(start))) {
			const pid = Number(name.slice(start.length));
			if (pid > 0 && hasEnded(pid)) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 2 });
		}
}

function removeOwn(): void {
	for (const folder of [OUT, SITE, PACKAGE]) rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
}

/** Folders of test files, by the first part of their names. */
const FOLDERS: Record<string, string> = { '': 'test', 'migrate/': 'src/cli/migrate/test' };

/** The path of a test file, from its name. */
function pathOf(name: string): string {
	const prefix = name.startsWith('migrate/') ? 'migrate/' : '';
	return join(FOLDERS[prefix] ?? '', name.slice(prefix.length));
}

/** The name of a test file, from its path. */
function nameOf(path: string): string {
	const migration = `${FOLDERS['migrate/']}/`;
	return path.startsWith(migration) ? `migrate/${path.slice(migration.length)}` : path.slice('test/'.length);
}

/** Names of test files: their paths below `test`, or `migrate/` and their paths in the folder of the migration. */
function testFiles(filters: string[]): string[] {
	return Object.entries(FOLDERS)
		.flatMap(([prefix, folder]) =>
			readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => prefix + path.split('\\').join('/')),
		)
		.filter((path) => path.endsWith('.test.ts') && !path.startsWith('sites/'))
		.filter((path) => filters.length === 0 || filters.some((filter) => `/${path}`.includes(`/${filter}`)))
		.filter((path) => !FLAGS.has('--quick') || (isInMemory(path) && !NOT_QUICK.test(path)) || QUICK.test(path))
		.sort();
}

/** Where a test in a browser writes which sites it has opened. */
const sitesOf = (name: string): string => join(RUNS, 'sites', name.replaceAll('/', '-').replace(/\.ts$/, '.json'));

/** Builds the sites that tests have opened with the present sources: their bytes tell whether to open them again. */
function updateSites(records: string[]): void {
	const present = records.filter(existsSync);
	try {
		if (present.length > 0)
			execFileSync(process.execPath, [join(OUT, 'site-bytes.js'), ...present], {
				env: { ...process.env, NODE_ENV: 'production' },
				timeout: LIMIT_MS / 5,
			});
	} catch {
		for (const record of present) rmSync(record);
	}
}

/** Whether a test file starts the program. */
function startsProgram(path: string): boolean {
	const imports = /import \{[^}]*\b(?:PROGRAM|run|start)\b[^}]*\} from '[./]*(?:test\/)?program\.ts'/;
	return imports.test(readFileSync(pathOf(path), 'utf8'));
}

/** Whether a test file runs no program, no browser and no compiler. */
function isInMemory(path: string): boolean {
	const text = readFileSync(pathOf(path), 'utf8');
	const needs = /from '[./]*(?:test\/)?(?:program|spawn|repository-site|disk-site)|diskProject|node:child_process/;
	return !path.startsWith('browser/') && !needs.test(text);
}

/** Lines that Git prints; undefined outside of a repository. */
function git(...args: string[]): string[] | undefined {
	try {
		return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
			.split('\n')
			.filter(Boolean);
	} catch {
		return undefined;
	}
}

/**
 * Files that differ from what is published, and those of the last commit where nothing is; undefined outside of a Git
 * repository.
 */
function changedFiles(): string[] | undefined {
	const lists = [
		git('diff', '--name-only', '@{upstream}') ??
			git('diff', '--name-only', 'HEAD~1') ??
			git('diff', '--name-only', 'HEAD'),
		git('ls-files', '--others', '--exclude-standard'),
	];
	return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** Test files that a plain run leaves out, because their subject hasn't changed. Throws if a path of one names nothing. */
function unneeded(files: readonly string[]): string[] {
	const changed = changedFiles();
	if (!changed) return [];
	const isIn = (source: string, paths: readonly string[]): boolean => paths.some((path) => path.startsWith(source));
	const known = git('ls-files') ?? [];
	const gone = SUBJECTS.flatMap(({ sources }) => sources).filter((source) => !isIn(source, known));
	if (gone.length > 0) throw new Error(`No file starts with ${gone.join(' or ')}, of test/subjects.ts.`);
	return files.filter((file) => {
		const subject = subjectOf(file);
		return subject?.isRare && !subject.sources.some((source) => isIn(source, changed));
	});
}

function readTimes(): Times {
	const read = (file: string): Times => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Times) : {});
	return { ...read(FIRST_TIMES), ...read(LAST_TIMES) };
}

/** Adds the times of this run to the record, and prints the longest. */
function writeTimes(results: Result[], known: Times): void {
	const times: Times = {};
	for (const { name, seconds } of results) {
		const file = join(OUT, `times-${name.replaceAll('/', '-')}.json`);
		const tests = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {};
		times[name] = { seconds: Math.round(seconds * 10) / 10, tests };
	}
	writeFileSync(LAST_TIMES, JSON.stringify({ ...known, ...times }));
	if (process.env.UPDATE && IS_ALL) {
		const files = Object.entries(times).map(([name, { seconds }]) => [name, { seconds, tests: {} }]);
		writeFileSync(FIRST_TIMES, `${JSON.stringify(Object.fromEntries(files.sort()), undefined, '\t')}\n`);
	}
	const slowest = (rows: [string, number][]): string =>
		rows
			.sort(([, a], [, b]) => b - a)
			.slice(0, 10)
			.map(([name, seconds]) => `  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
			.join('\n');
	const tests = Object.entries(times).flatMap(([file, { tests }]) =>
		Object.entries(tests).map(([name, ms]): [string, number] => [`${file}: ${name}`, ms / 1000]),
	);
	const files = Object.entries(times).map(([file, { seconds }]): [string, number] => [file, seconds]);
	if (files.length > 10) console.log(`\nSlowest files:\n${slowest(files)}\nSlowest tests:\n${slowest(tests)}`);
}

/** Runs tasks in parallel, in order, each after the one that it needs; the results keep the order of the tasks. */
async function sideBySide(tasks: Task[]): Promise<Result[]> {
	const results = new Map<string, Result>();
	const underWay = new Set<Promise<void>>();
	const waiting = [...tasks];
	while (waiting.length > 0 || underWay.size > 0) {
		const next = waiting.findIndex(({ after }) => after === undefined || results.has(after));
		if (next < 0 || underWay.size >= SIDE_BY_SIDE) {
			await Promise.race(underWay);
			continue;
		}
		for (const { name, run } of waiting.splice(next, 1)) {
			const done: Promise<void> = run().then((result) => {
				results.set(name, result);
				underWay.delete(done);
			});
			underWay.add(done);
		}
	}
	return tasks.flatMap(({ name }) => results.get(name) ?? []);
}

function report(result: Result): void {
	const count = result.passed + result.failed > 0 ? ` ${result.passed} passed` : '';
	console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${result.name}${count} (${result.seconds.toFixed(1)} s)`);
	if (!result.ok) console.log(result.output.trim().replace(/^/gm, '     '));
}

/** Sources of the program and of the precompiled templates. */
const SOURCES = ['bin', 'src', 'templates', 'package.json', 'package-lock.json'];

/** Whether `dist` is newer than all of its sources and their folders, which change when a file is deleted. */
function isCompiled(): boolean {
	const program = statSync('dist/docsgen.js', { throwIfNoEntry: false });
	const modified = SOURCES.flatMap((source) => [
		source,
		...(statSync(source).isDirectory() ? readdirSync(source, { recursive: true, encoding: 'utf8' }) : []).map((name) =>
			join(source, name),
		),
	])
		.filter((path) => !isTest(path))
		.map((path) => statSync(path).mtimeMs);
	return program !== undefined && existsSync('dist/compiled') && program.mtimeMs > Math.max(...modified);
}

/** Name of the task that builds the site of this repository, before the tests that use it. */
const BUILDS_SITE = 'the site of this repository';

async function main(filters: string[]): Promise<number> {
	const times = readTimes();
	const secondsOf = (file: string): number => times[file]?.seconds ?? 0;
	const isPartial = filters.length > 0 || FLAGS.has('--quick') || TITLE !== '';
	const nonsense = filters.filter((filter) => testFiles([filter]).length === 0);
	if (nonsense.length > 0) {
		console.error(`No test file starts with ${nonsense.map((filter) => `"${filter}"`).join(' or ')}.`);
		return 1;
	}
	const all = testFiles(filters).sort((a, b) => (BAILS ? -1 : 1) * (secondsOf(b) - secondsOf(a)));
	const leftOut = isPartial || IS_ALL ? [] : unneeded(all);
	const wanted = all.filter((file) => !leftOut.includes(file));
	removeEnded();
	const { metafile } = await build({
		entryPoints: [...wanted, 'repository-site.ts', 'site-bytes.ts'].map((file) => ({
			in: pathOf(file),
			out: file.replace(/\.ts$/, ''),
		})),
		metafile: true,
		outdir: OUT,
		bundle: true,
		splitting: true,
		platform: 'node',
		format: 'esm',
		packages: 'external',
		logLevel: 'warning',
		jsx: 'automatic',
		sourcemap: 'linked',
		plugins: [
			{
				name: 'timed tests',
				setup({ onResolve }) {
					onResolve({ filter: /^uvu$/ }, ({ importer }) =>
						importer.endsWith('timed.ts') ? undefined : { path: resolve('test/timed.ts') },
					);
				},
			},
		],
	});
	const { prints, bySites } = fingerprints(
		metafile,
		(path) => isInMemory(nameOf(path)),
		(path) => (IS_ALL ? undefined : subjectOf(nameOf(path))?.sources),
	);
	const slashed = (file: string): string => pathOf(file).split('\\').join('/');
	const printOf = (file: string): string | undefined => {
		const print = prints.get(slashed(file));
		if (!bySites.has(slashed(file))) return print;
		return existsSync(sitesOf(file)) ? `${print} ${JSON.parse(readFileSync(sitesOf(file), 'utf8')).bytes}` : undefined;
	};
	const passed = new PassedRecord(RUNS);
	const skips = FLAGS.has('--affected') || (!isPartial && !IS_ALL);
	if (skips || FLAGS.has('--mark')) updateSites(wanted.map(sitesOf));
	if (FLAGS.has('--mark')) {
		for (const file of wanted) passed.set(file, printOf(file));
		removeOwn();
		return 0;
	}
	const files = wanted.filter((file) => !skips || !passed.has(file, printOf(file)));
	const unreached = wanted.length - files.length;
	if (!files.every(isInMemory) && !isCompiled())
		execFileSync('npm', ['run', '--silent', 'prepare'], { stdio: 'inherit' });
	// Tests that compile in their own process use the program in `dist`.
	const program = files.some(startsProgram) ? installPackage(PACKAGE) : '';
	const texts = new Map(files.map((file) => [file, readFileSync(pathOf(file), 'utf8')]));
	const needs = (file: string, pattern: RegExp): boolean => pattern.test(texts.get(file) ?? '');
	const chromium = files.some((file) => file.startsWith('browser/') || needs(file, /\/browser\/browser\.ts'/))
		? await findChromium()
		: '';
	const env = {
		NODE_ENV: 'production',
		NODE_OPTIONS: '--enable-source-maps',
		CHROMIUM: chromium,
		TEST_FOLDER: OUT,
		TEST_SITE: SITE,
		TEST_PROGRAM: program,
		DOCSGEN_ALL: IS_ALL || filters.length > 0 ? '1' : '',
		DOCSGEN_LONG: IS_LONG ? '1' : '',
		TEST_TITLE: TITLE,
	};
	const node = (file: string, more: Record<string, string> = {}): Promise<Result> =>
		run(file, process.execPath, [join(OUT, file.replace(/\.ts$/, '.js'))], { ...env, ...more });
	const tests = files.map((name): Task => {
		const after = needs(name, /repositorySite\(/) ? BUILDS_SITE : undefined;
		return {
			name,
			after,
			run: async () => {
				const result = await node(name, {
					TEST_TIMES: join(OUT, `times-${name.replaceAll('/', '-')}.json`),
					...(bySites.has(slashed(name)) && { TEST_SITES: resolve(sitesOf(name)) }),
				});
				const hasRun = result.passed + result.skipped > 0;
				if (TITLE === '') passed.set(name, result.ok && hasRun ? printOf(name) : undefined);
				if (!result.ok || hasRun || TITLE !== '') return result;
				const output = `${result.output}\nThis file ran no test: does it call test.run()?`;
				return { ...result, ok: false, failed: 1, output };
			},
		};
	});
	const site: Task = {
		name: BUILDS_SITE,
		run: async () => ({ ...(await node('repository-site.ts', { TEST_BUILDS: '1' })), name: BUILDS_SITE }),
	};
	const bin = 'node_modules';
	const typesOf = (name: string, project: string): Task => ({
		name,
		run: () =>
			run(name, process.execPath, [
				`${bin}/@typescript/native/bin/tsc`,
				...['--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', join(RUNS, `${project}.json`)],
			]),
	});
	const checks: Task[] = [
		typesOf('types', 'tsconfig.json'),
		typesOf('types of the program', 'tsconfig.node.json'),
		typesOf('types of the scripts', 'tsconfig.browser.json'),
		{
			name: 'lint and format',
			run: () =>
				run('lint and format', process.execPath, [`${bin}/@biomejs/biome/bin/biome`, 'check', '--error-on-warnings']),
		},
	];
	const tasks = [
		...(tests.some(({ after }) => after === BUILDS_SITE) ? [site] : []),
		...(isPartial || BAILS ? [] : checks),
		...tests,
	].map(
		(task): Task => ({
			...task,
			run: async () => {
				const result = await task.run();
				if (TITLE === '' || !result.ok || result.passed > 0) report(result);
				if (BAILS && !result.ok) {
					for (const child of running) stop(child);
					removeOwn();
					process.exit(1);
				}
				return result;
			},
		}),
	);
	const results = await sideBySide(tasks);
	writeTimes(results, times);
	removeOwn();
	const isWhole = !isPartial && !IS_LONG;
	const { table, missing } = coverage('test', testFiles([]).map(pathOf));
	if (isWhole) console.log(`\n${table}`);
	if (isWhole && missing.length > 0) console.log(`\nNo test names ${missing.join(', ')}.`);
	if (leftOut.length > 0)
		console.log(
			`\nNot run, because their subject is as it was published (npm test -- --all, or their names, run them): ${leftOut.join(', ')}`,
		);
	if (unreached > 0)
		console.log(`\nNot run, because nothing that they depend on has changed since they passed: ${unreached}`);
	const sum = (key: 'passed' | 'failed' | 'skipped'): number =>
		results.reduce((total, result) => total + result[key], 0);
	const failed = sum('failed') + (isWhole ? missing.length : 0);
	console.log(`\n${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
	if (TITLE !== '' && sum('passed') + failed === 0) {
		console.error(`No test of these files has "${TITLE}" in its title.`);
		return 1;
	}
	return failed === 0 ? 0 : 1;
}

/** Folders whose changes start the tests again. */
const WATCHED = ['bin', 'content', 'guide', 'src', 'templates', 'test'];
/** Milliseconds without a change before the tests start: an editor writes several files at once. */
const QUIET_MS = 200;

/** Runs the tests that a change can reach after each change, in a process of their own. Ends with the signal. */
function watchTests(): void {
	const args = process.argv.slice(2).filter((argument) => argument !== '--watch');
	let current: ChildProcess | undefined;
	let timer: NodeJS.Timeout | undefined;
	const start = (): void => {
		const last = current;
		const next = (): void => {
			current = spawn(process.execPath, [process.argv[1] ?? '', ...args, '--affected'], { stdio: 'inherit' });
			running.add(current);
		};
		// A run that is under way ends first, because both compile to the same folder.
		if (last?.exitCode === null && last.signalCode === null) {
			last.once('exit', next);
			last.kill('SIGTERM');
		} else next();
	};
	for (const folder of WATCHED)
		watch(folder, { recursive: true }, (_event, name) => {
			if (/(?:^|[\\/])(?:build|node_modules|\.docsgen)(?:[\\/]|$)/.test(name ?? '')) return;
			clearTimeout(timer);
			timer = setTimeout(start, QUIET_MS);
		});
	start();
}

if (FLAGS.has('--watch')) watchTests();
else process.exitCode = await main(process.argv.slice(2).filter((argument) => !argument.startsWith('--')));

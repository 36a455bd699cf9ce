/**
 * Runs everything that must hold: types, lint and format, and every test file in a process of its own, some side by
 * side, the longest first. A file that runs no test fails the run.
 *
 *     npm test                    everything
 *     npm test -- story checks    only test files whose path contains one of these words
 *     npm test -- --quick         only tests in memory: no browser, no program of its own, no compilers
 *     npm test -- --long          random tests draw many more cases
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { hasEnded } from '../src/cli/machine/processes.ts';
import { findChromium } from './browser/chromium.ts';
import { coverage } from './coverage.ts';

const RUNS = '.docsgen/test';
/** Of this run alone: another one may go on beside it. */
const OUT = join(RUNS, String(process.pid));
/** Where the site of this repository is built for the tests. */
const SITE = join(tmpdir(), `docsgen-repository-site-${process.pid}`);
const FLAGS = new Set(process.argv.slice(2).filter((argument) => argument.startsWith('--')));
const IS_LONG = FLAGS.has('--long');
/** Milliseconds after which a test file is taken for stuck. */
const LIMIT = IS_LONG ? 4 * 3_600_000 : 1_500_000;

/** Test files that run at a time: one more than there are processors, because browsers wait a third of their time. */
const SIDE_BY_SIDE = availableParallelism() + 1;

interface Result {
	name: string;
	ok: boolean;
	passed: number;
	failed: number;
	skipped: number;
	output: string;
	seconds: number;
}

const running = new Set<ChildProcess>();

function run(name: string, command: string, args: string[], env: Record<string, string> = {}): Promise<Result> {
	const start = performance.now();
	return new Promise((resolve) => {
		// A group of its own, so that whatever a test has started can be stopped with it.
		const child = spawn(command, args, { env: { ...process.env, ...env }, detached: true });
		running.add(child);
		let output = '';
		const hear = (chunk: Buffer): void => {
			output += chunk.toString();
		};
		child.stdout.on('data', hear);
		child.stderr.on('data', hear);
		const timer = setTimeout(() => {
			output += `\nStopped after ${LIMIT / 1000} s.\n`;
			stop(child);
		}, LIMIT);
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
				// What was skipped is not in the total; whoever ends so without a count has failed, too.
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
		// It has ended already, and all of its group.
	}
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		for (const child of running) stop(child);
		process.exit(1);
	});
}

/** Folders of runs that are over. */
function removeEnded(): void {
	mkdirSync(RUNS, { recursive: true });
	for (const name of readdirSync(RUNS)) {
		const pid = Number(name);
		if (pid > 0 && hasEnded(pid)) rmSync(join(RUNS, name), { recursive: true, force: true, maxRetries: 2 });
	}
}

function testFiles(filters: string[]): string[] {
	return readdirSync('test', { recursive: true, encoding: 'utf8' })
		.map((path) => path.split('\\').join('/'))
		.filter((path) => path.endsWith('.test.ts') && !path.startsWith('sites/'))
		.filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
		.filter((path) => !FLAGS.has('--quick') || weightOf(path) === 0)
		.sort((a, b) => weightOf(b) - weightOf(a) || (a < b ? -1 : 1));
}

/** How long a file takes, roughly, by what it imports: nothing, the program, this repository's site, a browser. */
function weightOf(path: string): number {
	const text = readFileSync(join('test', path), 'utf8');
	const signs = [
		/from '[./]*(?:program|spawn)|diskProject|node:child_process/,
		/repository-site|cli\/samples|cli\/reference/,
	];
	if (path.startsWith('browser/')) return signs.length;
	return signs.reduce((weight, sign, index) => (sign.test(text) ? Math.max(weight, index + 1) : weight), 0);
}

/** Runs tasks side by side; the results keep the order of the tasks. */
async function sideBySide<T>(tasks: (() => Promise<T>)[]): Promise<T[]> {
	const results: T[] = [];
	let next = 0;
	const worker = async (): Promise<void> => {
		for (let index = next++; index < tasks.length; index = next++) {
			const task = tasks[index];
			if (task) results[index] = await task();
		}
	};
	await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
	return results;
}

function report(result: Result): void {
	const count = result.passed + result.failed > 0 ? ` ${result.passed} passed` : '';
	console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${result.name}${count} (${result.seconds.toFixed(1)} s)`);
	if (!result.ok) console.log(result.output.trim().replace(/^/gm, '     '));
}

async function main(filters: string[]): Promise<number> {
	const files = testFiles(filters);
	removeEnded();
	await build({
		entryPoints: files.map((file) => join('test', file)),
		outdir: OUT,
		outbase: 'test',
		bundle: true,
		splitting: true,
		platform: 'node',
		format: 'esm',
		packages: 'external',
		logLevel: 'warning',
		jsx: 'automatic',
		sourcemap: 'inline',
	});
	const chromium = files.some((file) => file.startsWith('browser/')) ? await findChromium() : '';
	const env = {
		NODE_ENV: 'production',
		NODE_OPTIONS: '--enable-source-maps',
		CHROMIUM: chromium,
		TEST_FOLDER: OUT,
		TEST_SITE: SITE,
		DOCSGEN_LONG: IS_LONG ? '1' : '',
	};
	const checks =
		filters.length > 0 || FLAGS.has('--quick')
			? []
			: [
					() => run('types', process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']),
					() =>
						run('lint and format', process.execPath, [
							'node_modules/@biomejs/biome/bin/biome',
							'check',
							'--error-on-warnings',
						]),
				];
	const tests = files.map((file) => async () => {
		const result = await run(file, process.execPath, [join(OUT, file.replace(/\.ts$/, '.js'))], env);
		if (result.ok && result.passed + result.skipped === 0) {
			return {
				...result,
				ok: false,
				failed: 1,
				output: `${result.output}\nThis file ran no test: does it call test.run()?`,
			};
		}
		return result;
	});
	const show =
		<T extends Result>(task: () => Promise<T>) =>
		async (): Promise<T> => {
			const result = await task();
			report(result);
			return result;
		};
	const results = await sideBySide([...checks, ...tests].map(show));
	for (const folder of [OUT, SITE]) rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
	const { table, missing } = coverage('test', testFiles([]));
	const isWhole = filters.length === 0 && FLAGS.size === 0;
	if (isWhole) console.log(`\n${table}`);
	if (isWhole && missing.length > 0) console.log(`\nNo test names ${missing.join(', ')}.`);
	const sum = (key: 'passed' | 'failed' | 'skipped'): number =>
		results.reduce((total, result) => total + result[key], 0);
	const failed = sum('failed') + (isWhole ? missing.length : 0);
	console.log(`\n${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
	return failed === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2).filter((argument) => !argument.startsWith('--')));

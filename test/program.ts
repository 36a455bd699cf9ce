/** The program as users run it: the one of the packed package, in a separate process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import * as assert from 'uvu/assert';

export interface Outcome {
	/** Null if a signal ended it. */
	code: number | null;
	stdout: string;
	stderr: string;
}

interface StartOptions {
	cwd?: string;
	env?: Record<string, string | undefined>;
	/** Output after which a server is stopped. */
	until?: string;
}

const running = new Set<ChildProcess>();
const folders: string[] = [];

/** Path of the program in the package that the runner has installed, without a package of docsgen's development. */
export const PROGRAM = process.env.TEST_PROGRAM ?? '';

/** Starts the program without waiting for it. The end of the tests stops programs that still run. */
export function start(args: string[], { cwd, env }: StartOptions = {}): ChildProcess {
	const { FORCE_COLOR, NO_COLOR, ...rest } = process.env;
	const child = spawn(process.execPath, [PROGRAM, ...args], {
		cwd,
		env: { ...rest, NODE_OPTIONS: '', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	running.add(child);
	child.on('close', () => running.delete(child));
	return child;
}

/** Runs the program to its end. */
export function run(args: string[], options: StartOptions = {}): Promise<Outcome> {
	const child = start(args, options);
	let stdout = '';
	let stderr = '';
	child.stdout?.on('data', (chunk: Buffer) => {
		stdout += chunk.toString();
		// Once: a second signal ends a program that is about to end by itself.
		if (options.until !== undefined && !child.killed && stdout.includes(options.until)) child.kill('SIGTERM');
	});
	child.stderr?.on('data', (chunk: Buffer) => {
		stderr += chunk.toString();
	});
	return new Promise((done) => child.on('close', (code) => done({ code, stdout, stderr })));
}

/** Runs a command in this process, which is several times faster; captures its output. */
export async function runHere(args: string[]): Promise<Outcome> {
	const { main } = await import('../src/cli/commands/main.ts');
	const said = { stdout: '', stderr: '' };
	const { stdout, stderr } = process;
	const real = { stdout: stdout.write, stderr: stderr.write };
	const hear = (name: 'stdout' | 'stderr') => (text: string | Uint8Array) => {
		said[name] += text.toString();
		return true;
	};
	Object.assign(stdout, { write: hear('stdout') });
	Object.assign(stderr, { write: hear('stderr') });
	try {
		return { code: await main(args), ...said };
	} finally {
		Object.assign(stdout, { write: real.stdout });
		Object.assign(stderr, { write: real.stderr });
	}
}

/** A new folder, removed when the tests end. */
export function temporaryFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `docsgen-${name}-`));
	folders.push(folder);
	return folder;
}

/** Gives a site packages of this checkout, as if its authors had installed them. */
export function installPackages(root: string, ...names: string[]): void {
	for (const name of names) {
		const place = join(root, 'node_modules', name);
		mkdirSync(dirname(place), { recursive: true });
		symlinkSync(resolve('node_modules', name), place, 'dir');
	}
}

/** Every file below a folder with its bytes as Latin-1 text, sorted by path. */
export function contents(folder: string): Map<string, string> {
	return new Map(
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry): [string, string] => {
				const path = join(entry.parentPath, entry.name);
				return [path.slice(folder.length + 1), readFileSync(path, 'latin1')];
			})
			.sort(([a], [b]) => (a < b ? -1 : 1)),
	);
}

/** Fails if two outputs, as `contents` returns them, differ. */
export function assertSame(actual: Map<string, string>, expected: Map<string, string>, what = ''): void {
	assert.equal([...actual.keys()], [...expected.keys()], `${what}: files`);
	for (const [path, bytes] of expected) assert.ok(actual.get(path) === bytes, `${what}: ${path}`);
}

process.on('exit', () => {
	for (const child of running) child.kill('SIGKILL');
	for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

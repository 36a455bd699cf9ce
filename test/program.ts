/** The program as a user runs it: compiled as `npm run compile` does, started as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';

export interface Outcome {
	/** Null where a signal ended it. */
	code: number | null;
	stdout: string;
	stderr: string;
}

export interface StartOptions {
	cwd?: string;
	env?: Record<string, string | undefined>;
	/** What a server says when it serves: then it is asked to stop. */
	until?: string;
}

const running = new Set<ChildProcess>();
const folders: string[] = [];

/** Path of the program, which the runner has compiled; its parts lie in a folder next to it. */
export const PROGRAM = process.env.TEST_PROGRAM ?? '';

/** Starts the program without waiting for it. What still runs at the end of the tests is stopped. */
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
		if (options.until !== undefined && stdout.includes(options.until)) child.kill('SIGTERM');
	});
	child.stderr?.on('data', (chunk: Buffer) => {
		stderr += chunk.toString();
	});
	return new Promise((done) => child.on('close', (code) => done({ code, stdout, stderr })));
}

/** Runs a command in this process, several times as quickly; what it prints is not shown. */
export async function runHere(args: string[]): Promise<Outcome> {
	const { main } = await import('../src/cli/main.ts');
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

/** A folder of its own, removed when the tests end. */
export function temporaryFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `docsgen-${name}-`));
	folders.push(folder);
	return folder;
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

/** Fails where two outputs, as `contents` has them, differ in a file. */
export function assertSame(actual: Map<string, string>, expected: Map<string, string>, what = ''): void {
	assert.equal([...actual.keys()], [...expected.keys()], `${what}: files`);
	for (const [path, bytes] of expected) assert.ok(actual.get(path) === bytes, `${what}: ${path}`);
}

process.on('exit', () => {
	for (const child of running) child.kill('SIGKILL');
	for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

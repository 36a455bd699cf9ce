/** Programs that tests write and run, each in a separate process on unused ports. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { promisify } from 'node:util';

/** A running program with its output so far. */
export interface Running {
	child: ChildProcess;
	text(): string;
	/** Settles when it ends, with its whole output. */
	ended: Promise<string>;
}

/** Starts `work` for each item, at most `count` at a time, in order; `work` must not reject. */
export function inLanes<T, R>(count: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<R>[] {
	const results: Promise<R>[] = [];
	for (const [index, item] of items.entries()) {
		const before = results[index - count];
		results.push(before ? before.then(() => work(item)) : work(item));
	}
	return results;
}

const run = promisify(execFile);

/** Runs a command to its end; returns its standard output, and throws with both streams if it fails. */
export async function command(
	cwd: string,
	[name = '', ...args]: string[],
	more: Record<string, string> = {},
): Promise<string> {
	const env = { ...process.env, NODE_ENV: '', NODE_OPTIONS: '', CI: '1', ...more };
	try {
		return (await run(name, args, { cwd, env, maxBuffer: 1 << 26 })).stdout;
	} catch (error) {
		const { stdout, stderr, message } = error as Error & { stdout: string; stderr: string };
		throw new Error(`${message}\n${stdout}\n${stderr}`);
	}
}

/** Below the ports that systems give to programs that ask for any, which could take a port before its program does. */
const FIRST_PORT = 10_000;
const PORTS = 20_000;
let nextPort = FIRST_PORT + ((process.pid * 1009) % PORTS);

/** An unused port; never the same twice. Test files that run in parallel start far from each other. */
export async function freePort(): Promise<number> {
	const port = nextPort;
	nextPort = FIRST_PORT + ((port + 1 - FIRST_PORT) % PORTS);
	const isFree = await new Promise<boolean>((done) => {
		const server = createServer()
			.once('error', () => done(false))
			.listen(port, () => server.close(() => done(true)));
	});
	return isFree ? port : freePort();
}

/** Starts a compiled program, in this folder or another; both streams are combined into one text. */
export function start(file: string, env: Record<string, string> = {}, cwd?: string): Running {
	const { FORCE_COLOR, ...rest } = process.env;
	const child = spawn(process.execPath, ['--no-warnings', file], {
		env: { ...rest, NODE_OPTIONS: '', ...env },
		cwd,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let text = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk: Buffer) => {
			text += chunk.toString();
		});
	return { child, text: () => text, ended: new Promise((done) => child.on('close', () => done(text))) };
}

/** Polls every 25 milliseconds until the result is true or the program has ended; gives up after at least a minute. */
export async function until(program: Running, question: () => boolean | Promise<boolean>): Promise<void> {
	for (let attempt = 0; attempt < 2400; attempt++) {
		if (program.child.exitCode !== null || program.child.signalCode !== null || (await question())) return;
		await new Promise((resume) => setTimeout(resume, 25));
	}
}

export function isListening(port: number): Promise<boolean> {
	return new Promise((done) => {
		const socket = connect(port, 'localhost', () => {
			socket.destroy();
			done(true);
		});
		socket.on('error', () => done(false));
	});
}

export async function stop({ child, ended }: Running): Promise<void> {
	child.kill('SIGKILL');
	await ended;
}

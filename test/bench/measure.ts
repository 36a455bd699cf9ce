/**
 * Runs a program and measures its wall time, and the processor time and peak memory of its whole process tree, which
 * are read from /proc; on other systems they are missing.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface Command {
	file: string;
	args: string[];
	cwd: string;
	env?: Record<string, string>;
}

export interface Cost {
	/** Seconds from start to end. */
	wall: number;
	/** Seconds of processor time, user and system; NaN without /proc. */
	cpu: number;
	/** Megabytes of resident memory of all processes; shared pages count for each of them. */
	memory: number;
	/** Its output on both streams. */
	output: string;
}

/** Milliseconds between two samples. */
const INTERVAL_MS = 20;
/** Clock ticks per second in /proc, on every Linux that Node supports. */
const TICKS = 100;

function read(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}

/** Fields of /proc/<pid>/stat from the third on; the second may contain spaces. */
function stat(pid: number | 'self'): string[] {
	const text = read(`/proc/${pid}/stat`);
	return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** A process and all its descendants. Each thread has its own list of children. */
function tree(pid: number): number[] {
	let threads: string[] = [];
	try {
		threads = readdirSync(`/proc/${pid}/task`);
	} catch {
		return [];
	}
	const children = threads.flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' '));
	return [pid, ...children.filter((child) => Number(child) > 0).flatMap((child) => tree(Number(child)))];
}

/** Processor time of ended children that were waited for, and of their children. */
function waitedFor(): number {
	const fields = stat('self');
	return (Number(fields[13]) + Number(fields[14])) / TICKS;
}

/** Samples a process tree until it is stopped. */
class Watch {
	memory = 0;
	#seconds = new Map<number, number>();
	#timer: NodeJS.Timeout;

	constructor(pid: number) {
		this.#timer = setInterval(() => this.#look(pid), INTERVAL_MS);
	}

	#look(root: number): void {
		let memory = 0;
		for (const pid of tree(root)) {
			memory += Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
			const fields = stat(pid);
			const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS;
			if (seconds >= 0) this.#seconds.set(pid, seconds);
		}
		this.memory = Math.max(this.memory, memory);
	}

	/** Stops; returns the processor time of the last samples. */
	stop(): number {
		clearInterval(this.#timer);
		return [...this.#seconds.values()].reduce((sum, seconds) => sum + seconds, 0);
	}
}

/** Runs a command to its end; rejects with its output if it fails. */
export function run({ file, args, cwd, env }: Command): Promise<Cost> {
	// Flush earlier writes before the clock starts.
	spawnSync('sync');
	const before = waitedFor();
	const start = performance.now();
	return new Promise((resolve, reject) => {
		const child = spawn(file, args, {
			cwd,
			env: { ...process.env, NO_COLOR: '1', CI: '1', ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const watch = new Watch(child.pid ?? 0);
		let wall = 0;
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (chunk: Buffer) => {
				output += chunk.toString();
			});
		child.on('exit', () => {
			wall = (performance.now() - start) / 1000;
		});
		child.on('error', reject);
		child.on('close', (code) => {
			const seen = watch.stop();
			if (code !== 0)
				return reject(new Error(`${file} ${args.join(' ')} failed with ${code}:\n${output.slice(-4000)}`));
			// The system's sum lacks helpers that were not waited for; ours lacks the last moments.
			const cpu = Math.max(waitedFor() - before, seen);
			resolve({ wall, cpu, memory: watch.memory, output });
		});
	});
}

export function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? Number.NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

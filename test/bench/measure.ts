/**
 * Runs a program as a whole process and says what it cost: wall time, processor time of it and everything it started,
 * and the most memory that they held at once. Processor time and memory come from /proc; elsewhere they are missing.
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
	/** Seconds of processor time, of the user and of the system; NaN where there is no /proc. */
	cpu: number;
	/** Megabytes: resident memory of all processes, where pages that two of them share count twice. */
	memory: number;
	/** What it printed, both streams. */
	output: string;
}

/** Milliseconds between two looks at the processes. */
const INTERVAL = 20;
/** Clock ticks of a second in /proc, on every Linux that Node runs on. */
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

/** A process and all its descendants. Every thread has children of its own. */
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

/** Processor time of children that have ended and were waited for, and of theirs. */
function waitedFor(): number {
	const fields = stat('self');
	return (Number(fields[13]) + Number(fields[14])) / TICKS;
}

/** Looks at a tree of processes until told to stop. */
class Watch {
	memory = 0;
	#seconds = new Map<number, number>();
	#timer: NodeJS.Timeout;

	constructor(pid: number) {
		this.#timer = setInterval(() => this.#look(pid), INTERVAL);
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

	/** Processor time that was seen. */
	stop(): number {
		clearInterval(this.#timer);
		return [...this.#seconds.values()].reduce((sum, seconds) => sum + seconds, 0);
	}
}

/** Runs a command to its end; fails with its output when it does. */
export function run({ file, args, cwd, env }: Command): Promise<Cost> {
	// Files that others wrote are on the disk before the clock starts.
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
			// A helper that its parent did not wait for is missing in the system's sum, the last moments in ours.
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

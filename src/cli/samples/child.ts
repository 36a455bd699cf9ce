/**
 * Both ends of the connection to processes that compile. One end keeps the compiler out of the process that builds
 * pages; the other is `main`, the program of a child process, which ends when the connection is closed.
 */
import type { ChildProcess } from 'node:child_process';
import { endWithParent } from '../machine/processes.ts';
import { compileHere } from './check.ts';
import type { Compile, UnitResult, Work } from './types.ts';

type Question = { id: number; work: Work };
type Reply = { id: number; results: UnitResult[] } | { id: number; error: string };

export interface ChildCompiler {
	/** Rejects if a process fails; the next call starts a new one. */
	compile: Compile;
	/** Ends the processes; otherwise they end with this one. They keep it alive only while it waits for a result. */
	stop(): void;
}

/**
 * Compiles in processes that `start` forks, on first use and after the last one has ended. A docs version always uses
 * the same process. Two processes finish the first check sooner; one parses shared packages only once.
 */
export function compileInChild(start: () => ChildProcess, processes = 1): ChildCompiler {
	const connections = Array.from({ length: processes }, () => new Connection(start));
	const versions = new Map<string, number>();
	const connectionOf = (version: string): Connection | undefined => {
		const index = versions.get(version) ?? versions.size;
		versions.set(version, index);
		return connections[index % connections.length];
	};
	return {
		compile: (works) => Promise.all(works.map(async (work) => (await connectionOf(work.version)?.ask(work)) ?? [])),
		stop: () => {
			for (const connection of connections) connection.close();
		},
	};
}

interface Waiter {
	resolve(results: UnitResult[]): void;
	reject(error: Error): void;
}

/** The parent's end of a connection. */
class Connection {
	readonly #start: () => ChildProcess;
	readonly #waiting = new Map<number, Waiter>();
	#child: ChildProcess | undefined;
	#count = 0;

	constructor(start: () => ChildProcess) {
		this.#start = start;
	}

	ask(work: Work): Promise<UnitResult[]> {
		return new Promise((resolve, reject) => {
			const id = ++this.#count;
			this.#waiting.set(id, { resolve, reject });
			this.#child ??= this.#open();
			const child = this.#child;
			hold(child);
			const question: Question = { id, work };
			child.send(question, (error) => error && this.#fail(child, error));
		});
	}

	close(): void {
		const child = this.#child;
		if (!child) return;
		this.#fail(child, new Error('The sample checker was stopped'));
		child.kill();
	}

	#open(): ChildProcess {
		const child = this.#start();
		child.on('message', (reply: Reply) => this.#settle(reply));
		child.on('error', (error) => this.#fail(child, error));
		child.on('exit', (code, signal) =>
			this.#fail(child, new Error(`The sample checker ended unexpectedly (${signal ?? `exit code ${code}`})`)),
		);
		return child;
	}

	#settle(reply: Reply): void {
		const waiter = this.#waiting.get(reply.id);
		this.#waiting.delete(reply.id);
		if (this.#waiting.size === 0 && this.#child) release(this.#child);
		if ('error' in reply) waiter?.reject(new Error(reply.error));
		else waiter?.resolve(reply.results);
	}

	/** Ignores a process that was replaced, because no request waits for it. */
	#fail(child: ChildProcess, error: Error): void {
		if (this.#child !== child) return;
		this.#child = undefined;
		for (const { reject } of this.#waiting.values()) reject(error);
		this.#waiting.clear();
	}
}

function hold(child: ChildProcess): void {
	child.ref();
	child.channel?.ref();
}

function release(child: ChildProcess): void {
	child.unref();
	child.channel?.unref();
}

/** The program of the child process: handles requests one after another; ends with its parent. */
export function main(): void {
	const compile = compileHere();
	let last: Promise<unknown> = Promise.resolve();
	process.on('message', (question: Question) => {
		last = last.then(() => answer(question, compile)).then((reply) => process.send?.(reply));
	});
	endWithParent();
}

async function answer({ id, work }: Question, compile: Compile): Promise<Reply> {
	try {
		return { id, results: (await compile([work]))[0] ?? [] };
	} catch (error) {
		return { id, error: error instanceof Error ? error.message : String(error) };
	}
}

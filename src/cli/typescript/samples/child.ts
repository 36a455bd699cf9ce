/**
 * Both ends of the connection to processes that compile. One end keeps the compiler out of the process that builds
 * pages; the other is `main`, the program of a child process, which ends when the connection is closed.
 */
import { failureOf, type HelperProcess } from '../../disk/helper-process.ts';
import { endWithParent } from '../../disk/processes.ts';
import { compileHere } from './compile.ts';
import type { Compile, Work } from './types.ts';

type Results = Awaited<ReturnType<Compile>>;
type Reply = { results: Results } | { error: string };

export interface ChildCompiler {
	/** Rejects if a process fails; the next call starts a new one. */
	compile: Compile;
	/** Ends the processes, which keep this one alive. */
	stop(): void;
}

/**
 * Compiles in processes that `start` forks, on first use and after the last one has ended. A docs version always uses
 * the same process. Two processes finish the first check sooner; one parses shared packages only once.
 */
export function compileInChild(start: () => HelperProcess, processes = 1): ChildCompiler {
	const connections = Array.from({ length: processes }, () => new Connection(start));
	const folders: string[] = [];
	const ask = async (work: Work): Promise<Results> => {
		if (!folders.includes(work.folder)) folders.push(work.folder);
		return connections[folders.indexOf(work.folder) % processes]?.ask(work) ?? [];
	};
	return {
		compile: async (works) => (await Promise.all(works.map(ask))).flat(),
		stop: () => {
			for (const connection of connections) connection.close();
		},
	};
}

interface Waiter {
	resolve(results: Results): void;
	reject(error: Error): void;
}

/** The parent's end of a connection. */
class Connection {
	readonly #start: () => HelperProcess;
	/** In the order of requests; replies have the same order. */
	#waiting: Waiter[] = [];
	#child: HelperProcess | undefined;

	constructor(start: () => HelperProcess) {
		this.#start = start;
	}

	ask(work: Work): Promise<Results> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({ resolve, reject });
			this.#child ??= this.#open();
			const child = this.#child;
			child.send(work, (error) => error && this.#fail(child, error));
		});
	}

	close(): void {
		const child = this.#child;
		if (!child) return;
		this.#fail(child, new Error('The sample checker was stopped'));
		child.kill();
	}

	#open(): HelperProcess {
		const child = this.#start();
		child.on('message', (reply: Reply) => {
			const waiter = this.#child === child ? this.#waiting.shift() : undefined;
			if ('error' in reply) waiter?.reject(new Error(reply.error));
			else waiter?.resolve(reply.results);
		});
		child.on('error', (error) => this.#fail(child, error));
		child.on('exit', (code, signal) =>
			this.#fail(child, new Error(`The sample checker ended unexpectedly (${signal ?? `exit code ${code}`})`)),
		);
		return child;
	}

	/** Ignores a process that was replaced, because no request waits for it. */
	#fail(child: HelperProcess, error: Error): void {
		if (this.#child !== child) return;
		this.#child = undefined;
		for (const { reject } of this.#waiting) reject(error);
		this.#waiting = [];
	}
}

/** The program of the child process: handles requests one after another; ends with its parent. */
export function runSamples(): void {
	const compile = compileHere();
	let last: Promise<unknown> = Promise.resolve();
	process.on('message', (work: Work) => {
		const reply = last
			.then(() => compile([work]))
			.then(
				(results): Reply => ({ results }),
				(error: unknown): Reply => ({ error: failureOf(error) }),
			);
		last = reply.then((ready) => process.send?.(ready));
	});
	endWithParent();
}

/** The connection to a process that compiles, seen from the one that builds pages and never loads the compiler. */
import type { HelperProcess } from '../../../cli/disk/helper-process.ts';
import type { Project } from '../../../cli/disk/project.ts';

export type TaskReply = { result: unknown } | { failure: string };

interface Waiter<Result> {
	resolve(result: Result): void;
	reject(error: Error): void;
}

/** Starts a process on first use, and after the last one has ended. Requests and results are plain data. */
export class Connection<Request, Result> {
	/** In the order of requests; replies have the same order. */
	private waiting: Waiter<Result>[] = [];
	private child: HelperProcess | undefined;

	constructor(
		private readonly task: 'reference' | 'samples' | 'declarations',
		private readonly project: Pick<Project, 'startHelper'>,
	) {}

	/** Rejects if the process fails. */
	ask(request: Request): Promise<Result> {
		return new Promise((resolve, reject) => {
			this.waiting.push({ resolve, reject });
			this.child ??= this.open();
			const { child, task } = this;
			child.send({ task, request }, (error) => error && this.fail(child, error));
		});
	}

	/** Ends the process, which keeps this one alive. */
	close(): void {
		const { child } = this;
		if (!child) return;
		this.fail(child, new Error('the process was stopped'));
		child.kill();
	}

	private open(): HelperProcess {
		const child = this.project.startHelper('typescript');
		child.on('message', (reply: TaskReply) => {
			const waiter = this.child === child ? this.waiting.shift() : undefined;
			if ('failure' in reply) waiter?.reject(new Error(reply.failure));
			else waiter?.resolve(reply.result as Result);
		});
		child.on('error', (error) => this.fail(child, error));
		child.on('exit', (code, signal) =>
			this.fail(child, new Error(`the process ended unexpectedly (${signal ?? `exit code ${code}`})`)),
		);
		return child;
	}

	/** Ignores a process that was replaced, because no request waits for it. */
	private fail(child: HelperProcess, error: Error): void {
		if (this.child !== child) return;
		this.child = undefined;
		for (const { reject } of this.waiting.splice(0)) reject(error);
	}
}

/**
 * The second thread of a large build, as the first one sees it. Both take pages from one list, and later jobs from
 * another; results are told apart by their number, so the output does not depend on who made what.
 */
import { Worker, workerData } from 'node:worker_threads';
import type { KeyedJob, PageFacts } from '../../render/model/job.ts';
import { PROGRAM } from '../machine/package.ts';
import { CacheLost } from '../machine/packs.ts';
import type { Project } from '../machine/project.ts';
import {
	type Outcome,
	type ParsedPage,
	type ParseRequest,
	type PrepareRequest,
	type Reply,
	type Request,
	SECOND_THREAD,
	type Stale,
	type ThreadData,
	type ThreadJob,
} from './thread-protocol.ts';

/** Pages to parse, and jobs to run, for which a thread is worth it: it takes a third of a second to start. */
export const WORTH_A_THREAD = { pages: 120, jobs: 400 };

/** Megabytes for its young objects: half of what it would take by itself costs no time. */
const YOUNG = 24;

export class SecondThread {
	private readonly worker: Worker;
	private hear: (reply: Reply) => void = () => {};
	private fail: (error: Error) => void = () => {};
	private failure: Error | undefined;

	/** Starts the thread; undefined where there cannot be one: a test's bundle has no such part in it. */
	static start({ root, cacheFolder }: Pick<Project, 'root' | 'cacheFolder'>): SecondThread | undefined {
		return PROGRAM === undefined ? undefined : new SecondThread(PROGRAM, { role: SECOND_THREAD, root, cacheFolder });
	}

	private constructor(program: string, data: ThreadData) {
		this.worker = new Worker(program, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: YOUNG } });
		this.worker.on('message', (reply: Reply) => {
			if (reply.kind !== 'failed') return this.hear(reply);
			const error = reply.isCacheLost ? new CacheLost(reply.message) : new Error(reply.message);
			this.end(Object.assign(error, { code: reply.code }));
		});
		this.worker.on('error', (error) => this.end(error as Error));
		this.worker.on('exit', (code) => this.end(new Error(`The second thread ended with code ${code}`)));
	}

	private end(error: Error): void {
		this.failure ??= error;
		this.fail(this.failure);
	}

	/** Hears replies until `isDone` says that it was the last one. */
	private listen(isDone: (reply: Reply) => boolean): Promise<void> {
		const answered = new Promise<void>((resolve, reject) => {
			if (this.failure) return reject(this.failure);
			this.fail = reject;
			this.hear = (reply) => {
				if (isDone(reply)) resolve();
			};
		});
		// Whoever waits for it hears of a failure; until then it is not unhandled.
		answered.catch(() => {});
		return answered;
	}

	private ask(request: Request, isDone: (reply: Reply) => boolean): Promise<void> {
		const answered = this.listen(isDone);
		this.worker.postMessage(request);
		return answered;
	}

	/** Parses pages until the list is used up. */
	parse(request: Omit<ParseRequest, 'kind'>, receive: (source: Stale, parsed: ParsedPage) => void): Promise<void> {
		return this.ask({ kind: 'parse', ...request }, (reply) => {
			if (reply.kind === 'page') {
				const source = request.stale[reply.index];
				if (source) receive(source, reply);
			}
			return reply.kind === 'parsed';
		});
	}

	/** Gets ready to render. */
	prepare(request: Omit<PrepareRequest, 'kind'>): void {
		this.worker.postMessage({ kind: 'prepare', ...request } satisfies Request);
	}

	/** Renders blocks of jobs for as long as `next` gives one: `ahead` of them at first, then one to go on with. */
	render(
		next: () => KeyedJob[],
		ahead: number,
		pack: (job: KeyedJob) => ThreadJob,
		receive: (out: string, outcome: Outcome) => void,
	): Promise<void> {
		const waiting: string[][] = [];
		const send = (): boolean => {
			const jobs = next();
			if (jobs.length === 0) return false;
			waiting.push(jobs.map(({ out }) => out));
			this.worker.postMessage({ kind: 'render', jobs: jobs.map(pack) } satisfies Request);
			return true;
		};
		const done = this.listen((reply) => {
			if (reply.kind !== 'rendered') return false;
			const outs = waiting.shift() ?? [];
			for (const [index, outcome] of reply.outcomes.entries()) receive(outs[index] ?? '', outcome);
			if (waiting.length < 2) send();
			return waiting.length === 0;
		});
		if (!send()) return Promise.resolve();
		for (let count = 1; count < ahead && send(); count++);
		return done;
	}

	/** Facts of the shared texts it has rendered. */
	async parts(): Promise<Map<string, PageFacts>> {
		let found = new Map<string, PageFacts>();
		await this.ask({ kind: 'parts' }, (reply) => {
			if (reply.kind === 'parts') found = reply.parts;
			return reply.kind === 'parts';
		});
		return found;
	}

	async stop(): Promise<void> {
		await this.worker.terminate();
	}
}

/** The data of a second thread, or undefined in any other. */
export function threadData(): ThreadData | undefined {
	const data = workerData as { role?: string } | null;
	return data?.role === SECOND_THREAD ? (data as ThreadData) : undefined;
}

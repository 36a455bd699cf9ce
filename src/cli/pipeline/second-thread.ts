/**
 * The second thread of a large build, as the first one sees it. It gets blocks of pages to parse and of jobs to run, and
 * answers each with a result per page or job, so the output does not depend on which thread made what.
 */
import { Worker, workerData } from 'node:worker_threads';
import type { Identity } from '../../content/model/identity.ts';
import type { Body, Page, ParseOptions } from '../../content/model/page.ts';
import type { SampleAnswer } from '../../content/model/sample.ts';
import type { KeyedJob, PageFacts } from '../../render/model/job.ts';
import type { SidebarView, SiteView } from '../../render/model/view.ts';
import type { PackedBody } from '../machine/bodies.ts';
import { PROGRAM } from '../machine/package.ts';
import type { Project } from '../machine/project.ts';
import { CacheLost } from '../machine/store.ts';
import type { GeneratedText } from '../reference/attach.ts';
import type { Crash } from './crash.ts';

/** Pages to parse, and jobs to run, for which a thread is worth it: it takes a third of a second to start. */
export const WORTH_A_THREAD = { pages: 120, jobs: 400 };

/** Marks the data of a worker that is the second thread; see `bin/docsgen.ts`. */
const SECOND_THREAD = 'docsgen:second-thread';
/** Megabytes for its young objects: half of what it would take by itself costs no time. */
const YOUNG = 24;
/** Blocks that are under way at a time, so that the thread never waits for one. */
const UNDER_WAY = 2;

export interface ThreadData {
	role: typeof SECOND_THREAD;
	/** The site's folder, and that of its cache. */
	root: string;
	cacheFolder: string;
}

/** What it is asked, and what it answers: plain data. */
export interface Requests {
	parse: { request: { options: ParseOptions; sources: Source[] }; reply: (PackedPage | undefined)[] };
	/** Everything that jobs need besides their input; `tree` is the folder to write to, without one bytes are sent back. */
	prepare: {
		request: { templates: string; sidebars: Map<string, SidebarView>; site: SiteView; tree?: string };
		reply: undefined;
	};
	render: { request: { jobs: ThreadJob[] }; reply: Outcome[] };
	/** Facts of the shared texts, by name. */
	parts: { request: object; reply: Map<string, PageFacts> };
}

export type Request = { [K in keyof Requests]: { kind: K } & Requests[K]['request'] }[keyof Requests];

/** `code` is that of a disk's error; where the cache is lost, an empty one would help. */
export type Reply = { value: unknown } | { failure: string; code?: string; isCacheLost: boolean };

/** What a page comes from: a file, or a text that the API reference has made. */
export interface Source {
	path: string;
	identity: Identity;
	generated?: GeneratedText['generated'];
}

/** A page as it has just been parsed; `hash` is of its file. */
export interface ParsedPage {
	hash: string;
	page: Page;
	body: Body;
}

export interface PackedPage extends Omit<ParsedPage, 'body'> {
	packed: PackedBody;
}

/** A job, and the answers to the samples it shows by their hash. */
export interface ThreadJob {
	job: KeyedJob;
	answers?: Map<string, SampleAnswer[]>;
}

/** The result of a job. */
export type Outcome =
	| { kind: 'made'; hash: string; facts?: PageFacts; bytes?: Uint8Array }
	| ({ kind: 'crashed' } & Crash);

interface Waiting {
	resolve(value: unknown): void;
	reject(error: Error): void;
}

export class SecondThread {
	private readonly worker: Worker;
	/** In the order of the requests, which is that of the replies. */
	private readonly waiting: Waiting[] = [];
	private failure: Error | undefined;

	/** Starts the thread; undefined where there cannot be one: a test's bundle has no such part in it. */
	static start({ root, cacheFolder }: Pick<Project, 'root' | 'cacheFolder'>): SecondThread | undefined {
		return PROGRAM === undefined ? undefined : new SecondThread(PROGRAM, { role: SECOND_THREAD, root, cacheFolder });
	}

	private constructor(program: string, data: ThreadData) {
		this.worker = new Worker(program, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: YOUNG } });
		this.worker.on('message', (reply: Reply) => {
			if ('value' in reply) return this.waiting.shift()?.resolve(reply.value);
			const error = reply.isCacheLost ? new CacheLost(reply.failure) : new Error(reply.failure);
			this.end(Object.assign(error, { code: reply.code }));
		});
		this.worker.on('error', (error) => this.end(error as Error));
		this.worker.on('exit', (code) => this.end(new Error(`The second thread ended with code ${code}`)));
	}

	private end(error: Error): void {
		this.failure ??= error;
		for (const { reject } of this.waiting.splice(0)) reject(this.failure);
	}

	ask<K extends keyof Requests>(kind: K, request: Requests[K]['request']): Promise<Requests[K]['reply']> {
		const answered = new Promise<unknown>((resolve, reject) => {
			if (this.failure) return reject(this.failure);
			this.waiting.push({ resolve, reject });
			this.worker.postMessage({ kind, ...request });
		});
		// A failure is heard where the answer is awaited; until then it is not unhandled.
		answered.catch(() => {});
		return answered as Promise<Requests[K]['reply']>;
	}

	async stop(): Promise<void> {
		await this.worker.terminate();
	}
}

/** How a list is shared with the second thread. */
export interface Beside<T> {
	/** Items of a block. */
	size: number;
	/** Blocks that it gets at once, for as long as this thread is busy with other things. */
	ahead: number;
	/** Has a block made. */
	run(block: T[]): Promise<void>;
}

/**
 * Goes through a list: this thread takes items from its front, the other one blocks from its end. Items that this one
 * has parsed it renders, too, and finds them in its memory. `before` is what only this thread can do.
 */
export async function share<T>(
	list: T[],
	mine: (item: T) => void,
	beside?: Beside<T>,
	before = () => {},
): Promise<void> {
	let next = 0;
	let end = list.length;
	const line = async ({ size, run }: Beside<T>, isLasting: boolean): Promise<void> => {
		do {
			const last = end;
			end = Math.max(next, end - size);
			await run(list.slice(end, last));
		} while (isLasting && next < end);
	};
	const lines = beside ? Array.from({ length: beside.ahead }, (_, at) => line(beside, at < UNDER_WAY)) : [];
	const others = Promise.all(lines);
	others.catch(() => {});
	before();
	for (let count = 1; next < end; count++) {
		const item = list[next++];
		if (item !== undefined) mine(item);
		// The next blocks are sent, and results are let in before they pile up.
		if (beside && count % PAUSE === 0) await new Promise((resume) => setImmediate(resume));
	}
	await others;
}

/** Items after which this thread looks for what the other one has made. */
const PAUSE = 6;

/** The data of a second thread, or undefined in any other. */
export function threadData(): ThreadData | undefined {
	const data = workerData as { role?: string } | null;
	return data?.role === SECOND_THREAD ? (data as ThreadData) : undefined;
}

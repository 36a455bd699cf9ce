/**
 * The second thread of a large build, seen from the first one. It receives blocks of pages to parse and jobs to run, and
 * returns one result for each, so the output does not depend on which thread made it.
 */
import { Worker, workerData } from 'node:worker_threads';
import type { Identity } from '../../content/model/identity.ts';
import type { Diagnostic, Page, ParseOptions } from '../../content/model/page.ts';
import type { VirtualText } from '../../extension.ts';
import type { KeyedJob, PageInspection } from '../../render/model/job.ts';
import type { SidebarView, SiteView } from '../../render/model/view.ts';
import type { ModulePlace } from '../bundle/templates.ts';
import type { PackedBody } from '../cache/bodies.ts';
import { CacheLost } from '../disk/disk.ts';
import { PROGRAM } from '../disk/package.ts';
import type { Project } from '../disk/project.ts';

/** Minimum numbers of pages and jobs for a second thread, which takes a third of a second to start. */
export const THREAD_MINIMUM = { pages: 120, jobs: 400 };

/** Identifies a worker as the second thread; see `bin/docsgen.ts`. */
const SECOND_THREAD = 'docsgen:second-thread';
/** Megabytes for young objects: half of the default, without a loss of speed. */
const YOUNG_MB = 24;
/** Megabytes for other objects: far more than the thread needs, but below 2 GB, so that V8 collects garbage earlier. */
const OLD_MB = 2000;
/** Blocks sent at a time, so that the thread never waits for one. */
const BLOCKS_IN_FLIGHT = 2;

export interface ThreadData {
	role: typeof SECOND_THREAD;
	/** The folders of the site and of its cache. */
	root: string;
	cacheFolder: string;
}

/** Requests to the thread, and its replies: plain data. */
export interface Requests {
	parse: { request: { options: ParseOptions; sources: SourceToParse[] }; reply: (ParsedPage | undefined)[] };
	/** Data for all jobs besides their input. `tree` is the folder to write to; without it, replies contain the bytes. */
	prepare: {
		request: { templates: string; sidebars: Map<string, SidebarView>; sites: Map<string, SiteView>; tree?: string };
		reply: undefined;
	};
	render: { request: { jobs: KeyedJob[] }; reply: Outcome[] };
	/** Facts of the shared texts, by name. */
	parts: { request: object; reply: Map<string, PageInspection> };
}

export type ThreadRequest = { [K in keyof Requests]: { kind: K } & Requests[K]['request'] }[keyof Requests];

/** `code` is the code of a disk error. `isCacheLost`: an empty cache would help. */
export type ThreadReply = { value: unknown } | { failure: string; code?: string; isCacheLost: boolean };

/** Source of a page: a file, or the text of a virtual page. */
export interface SourceToParse {
	path: string;
	identity: Identity;
	virtual?: VirtualText;
	/** Headings of the page that a translation is of. */
	outline?: ParseOptions['outline'];
}

/** A page that was just parsed; `hash` is the hash of its file. */
export interface ParsedPage {
	hash: string;
	page: Page;
	packed: PackedBody;
}

/** A job that threw, as plain data: it may come from another thread. */
export interface Crash {
	finding: Diagnostic;
	/** Position in the compiled templates. */
	at?: ModulePlace;
}

/** The result of a job. */
export type Outcome =
	| { kind: 'made'; hash: string; facts?: PageInspection; bytes?: Uint8Array }
	| ({ kind: 'crashed' } & Crash);

interface Waiting {
	resolve(value: unknown): void;
	reject(error: Error): void;
}

export class SecondThread {
	private readonly worker: Worker;
	/** Pending requests, oldest first; replies arrive in the same order. */
	private readonly waiting: Waiting[] = [];
	private failure: Error | undefined;

	/** Starts the thread; undefined in a test's bundle, which does not contain the thread's code. */
	static start({ root, cacheFolder }: Pick<Project, 'root' | 'cacheFolder'>): SecondThread | undefined {
		return PROGRAM === undefined ? undefined : new SecondThread(PROGRAM, { role: SECOND_THREAD, root, cacheFolder });
	}

	private constructor(program: string, data: ThreadData) {
		this.worker = new Worker(program, {
			workerData: data,
			// They name the folder of the cache, for the start of the program.
			argv: process.argv.slice(2),
			resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
		});
		this.worker.on('message', (reply: ThreadReply) => {
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
		// The caller handles the rejection; until then it must not count as unhandled.
		answered.catch(() => {});
		return answered as Promise<Requests[K]['reply']>;
	}

	async stop(): Promise<void> {
		await this.worker.terminate();
	}
}

/** How to share a list with the second thread. */
export interface SecondWorker<T> {
	/** Items per block. */
	size: number;
	/** Blocks to send at the start, while this thread is busy with other work. */
	ahead: number;
	/** Runs a block. */
	run(block: T[]): Promise<void>;
}

/**
 * Processes a list: this thread takes items from its front, the second one takes blocks from its end. So this thread
 * renders the pages that it has parsed, and finds them in its memory. `before` is work that only this thread can do.
 */
export async function splitWork<T>(
	list: T[],
	immediate: (item: T) => void,
	second?: SecondWorker<T>,
	before = () => {},
): Promise<void> {
	let next = 0;
	let end = list.length;
	const send = async ({ size, run }: SecondWorker<T>, isLasting: boolean): Promise<void> => {
		do {
			const last = end;
			end = Math.max(next, end - size);
			await run(list.slice(end, last));
		} while (isLasting && next < end);
	};
	const sends = second ? Array.from({ length: second.ahead }, (_, at) => send(second, at < BLOCKS_IN_FLIGHT)) : [];
	const others = Promise.all(sends);
	others.catch(() => {});
	before();
	for (let count = 1; next < end; count++) {
		const item = list[next++];
		if (item !== undefined) immediate(item);
		// Yields to send the next blocks, and to receive results before they pile up.
		if (second && count % ITEMS_PER_TURN === 0) await new Promise((resume) => setImmediate(resume));
	}
	await others;
}

/** Number of items after which this thread yields to messages. */
const ITEMS_PER_TURN = 6;

/** The data of the second thread; undefined in other threads. */
export function threadData(): ThreadData | undefined {
	const data = workerData as { role?: string } | null;
	return data?.role === SECOND_THREAD ? (data as ThreadData) : undefined;
}

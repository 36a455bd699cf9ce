/**
 * The thread that makes a spare tree of an output while the first one reads the site. After a first build there is
 * none, and an edit would wait for a link to every file that it keeps.
 */
import { Worker, workerData } from 'node:worker_threads';
import { threadProgram } from './program.ts';

/** Marks the data of a worker that makes a spare; see `bin/docsgen.ts`. */
const SPARE_THREAD = 'docsgen:spare';
/** Milliseconds after which a build goes on without. */
const PATIENCE = 10_000;

export interface SpareRequest {
	/** Absolute: the output, the folder to work in, and what becomes of it when it is done. */
	outDir: string;
	work: string;
	spare: string;
	/** Hashes of the output's files by path, and the identity of the output that they are of. */
	present: Record<string, string>;
	identity: string;
}

interface SpareData extends SpareRequest {
	role: typeof SPARE_THREAD;
	done: SharedArrayBuffer;
}

/** Begins to make a spare; the function that is returned waits for it. Undefined where there cannot be a thread. */
export function makeSpareBeside(request: SpareRequest): (() => void) | undefined {
	const program = threadProgram();
	if (program === undefined) return undefined;
	const done = new SharedArrayBuffer(4);
	const worker = new Worker(program, { workerData: { role: SPARE_THREAD, done, ...request } satisfies SpareData });
	// Without a spare a build takes longer, and that is all.
	worker.on('error', () => {});
	worker.unref();
	return () => void Atomics.wait(new Int32Array(done), 0, 0, PATIENCE);
}

/** What the thread does: runs `make`, and says that it has. Undefined in any other thread. */
export function spareThread(): ((make: (request: SpareRequest) => void) => undefined) | undefined {
	const data = workerData as SpareData | null;
	if (data?.role !== SPARE_THREAD) return undefined;
	return (make) => {
		try {
			make(data);
		} finally {
			const state = new Int32Array(data.done);
			Atomics.store(state, 0, 1);
			Atomics.notify(state, 0);
		}
		return undefined;
	};
}

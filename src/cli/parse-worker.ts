/**
 * A second thread that parses pages beside the first. Both take the next page from one counter, so neither waits for
 * the other; results are told apart by index, so the output does not depend on who made what.
 */
import { fileURLToPath } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Identity } from '../content/identity.ts';
import type { Page, ParseOptions } from '../content/types.ts';

/** A file whose page is not remembered. */
export interface Stale {
	path: string;
	identity: Identity;
	/** Hash of the text. */
	hash: string;
	/** What the page is remembered under. */
	key: string;
}

/** Pages for which a thread, which takes a tenth of a second to start, is worth it. */
const WORTH_A_THREAD = 120;
/** Pages after which the first thread looks for results of the second, so that they do not pile up. */
const PAUSE = 64;

/** The word that makes a thread of the program a parser; see `bin/docsgen.ts`. */
export const PARSER_ROLE = 'parse';

export interface ParserData {
	role: typeof PARSER_ROLE;
	root: string;
	options: ParseOptions;
	stale: Stale[];
	counter: SharedArrayBuffer;
}

/** A parsed page as it comes from the other thread: its body as JSON, and its counted words, packed. */
export interface ParsedPage {
	page: Page;
	body: Uint8Array;
	counted: Uint8Array;
}

export type ParserMessage = ({ kind: 'page'; index: number } & ParsedPage) | { kind: 'done' };

export interface Beside {
	/** Index of the next page to parse; past the end when there is none left. */
	take(): number;
	/** Lets results of the other thread in, now and then. */
	pause(index: number): Promise<void>;
	/** Resolves when the other thread has nothing left. */
	done(): Promise<void>;
}

type Receive = (source: Stale, parsed: ParsedPage) => void;

/** Starts a second parser where it is worth it. Only the compiled program can: a test's bundle has no parser in it. */
export function parseBeside(stale: Stale[], root: string, options: ParseOptions, receive: Receive): Beside {
	const program = fileURLToPath(import.meta.url);
	const counter = new SharedArrayBuffer(4);
	const next = new Int32Array(counter);
	const take = (): number => Atomics.add(next, 0, 1);
	if (stale.length < WORTH_A_THREAD || !program.endsWith('dist/docsgen.js')) {
		return { take, pause: async () => {}, done: async () => {} };
	}
	const data: ParserData = { role: PARSER_ROLE, root, options, stale, counter };
	const worker = new Worker(program, { workerData: data });
	const finished = new Promise<void>((resolve, reject) => {
		worker.on('message', (message: ParserMessage) => {
			if (message.kind === 'done') return resolve();
			const source = stale[message.index];
			if (source) receive(source, message);
		});
		worker.on('error', reject);
		worker.on('exit', (code) =>
			code === 0 ? resolve() : reject(new Error(`A parser thread ended with code ${code}`)),
		);
	});
	// Whoever waits for it hears of a failure; until then it is not unhandled.
	finished.catch(() => {});
	return {
		take,
		pause: (index) => (index % PAUSE === 0 ? new Promise((resume) => setImmediate(resume)) : Promise.resolve()),
		async done() {
			await finished;
			await worker.terminate();
		},
	};
}

/** The data of a parser thread, or undefined in any other. */
export function parserData(): ParserData | undefined {
	const data = workerData as { role?: string } | null;
	return data?.role === PARSER_ROLE ? (data as ParserData) : undefined;
}

/** Posts a result to the first thread. */
export function post(message: ParserMessage): void {
	const transfer =
		message.kind === 'page' ? [message.body.buffer as ArrayBuffer, message.counted.buffer as ArrayBuffer] : [];
	parentPort?.postMessage(message, transfer);
}

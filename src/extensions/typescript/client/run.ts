/**
 * Runs a program, seen from the page: a frame without rights holds a worker, whose messages become events. Removing the
 * frame ends the worker, whatever it does.
 */
import type { Answers } from './questions.ts';

export type RunEvent =
	/** `text` has its line ends. */
	| { kind: 'output'; stream: 'out' | 'error'; text: string; entry: string }
	| { kind: 'wire'; exchange: Exchange }
	/** `failed`: an uncaught error, too much output, or a sandbox that cannot start; Output says which. */
	| { kind: 'ended'; why: 'finished' | 'stopped' | 'time' | 'failed' };

/** A request to a server of the program. */
export interface Exchange {
	method: string;
	url: string;
	status: number;
	milliseconds: number;
	request: string;
	response: string;
	/** The calls in it, if the server describes them. */
	parts: { path: string; input?: string; output?: string }[];
}

/** What the page sends to the frame: the script of the packages, and System modules by file name. */
export interface FrameRequest {
	packages: string;
	entries: string[];
	modules: Answers['compile'];
}

/** From the worker; `started` is the moment when the program begins. */
export type FrameEvent = RunEvent | { kind: 'started' };

/** Milliseconds that a program may take. */
const LIMIT_MS = 10_000;

/** `sandbox` and `packages` are URLs; `entries` start in order, servers first. `modules` are System modules by file name. */
export function startProgram(
	program: { sandbox: string; packages: string; entries: string[]; modules: Answers['compile'] },
	listen: (event: RunEvent) => void,
): { stop(): void } {
	const { port1: port, port2 } = new MessageChannel();
	const frame = document.createElement('iframe');
	frame.setAttribute('sandbox', 'allow-scripts');
	frame.hidden = true;
	frame.src = program.sandbox;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isOver = false;
	const end = (why: 'finished' | 'stopped' | 'time' | 'failed'): void => {
		if (isOver) return;
		isOver = true;
		clearTimeout(timer);
		port.close();
		frame.remove();
		listen({ kind: 'ended', why });
	};
	const fail = (error: unknown): void => {
		if (isOver) return;
		listen({ kind: 'output', stream: 'error', text: `${error}\n`, entry: program.entries.at(-1) ?? '' });
		end('failed');
	};
	port.onmessage = ({ data }: MessageEvent<FrameEvent>) => {
		if (isOver) return;
		if (data.kind === 'started') timer = setTimeout(() => end('time'), LIMIT_MS);
		else if (data.kind === 'ended') end(data.why);
		else listen(data);
	};
	const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }));
	document.body.append(frame);
	const open = async (): Promise<void> => {
		const response = await fetch(program.packages);
		if (!response.ok) throw new Error(`${program.packages} could not be loaded: ${response.status}`);
		const packages = await response.text();
		await loaded;
		const { entries, modules } = program;
		const request: FrameRequest = { packages, entries, modules };
		// The origin of the frame is opaque, so it has no name.
		frame.contentWindow?.postMessage(request, '*', [port2]);
	};
	open().catch(fail);
	return { stop: () => end('stopped') };
}

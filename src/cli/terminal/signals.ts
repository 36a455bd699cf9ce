/**
 * Signals that stop a server or a command. A handler runs only while the event loop is free, and a component of the site may hold the
 * loop for ever: during work in `leaveToSystem`, there is none, so that the system ends the process at once.
 */

import { setImmediate as turn } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let stop: (() => void) | undefined;
let busy = 0;

/** Calls `act` at the first signal; a second one ends the process. Returns a function that leaves signals to the system. */
export function onSignal(act: () => void): () => void {
	stop = act;
	listen();
	return () => {
		stop = undefined;
		for (const signal of SIGNALS) process.off(signal, handle);
	};
}

/**
 * Does work that may take long. It first waits for the event loop, which delivers the signals that have arrived: with its
 * handler removed, a signal on its way would be lost.
 */
export async function leaveToSystem<T>(work: () => T | Promise<T>): Promise<T> {
	// The kernel drops signals without a handler for the first process of a container.
	if (process.pid === 1) return work();
	// The first turn ends the one in which signals may have come; the next one delivers them.
	await turn();
	await turn();
	if (busy++ === 0) for (const signal of SIGNALS) process.off(signal, handle);
	try {
		return await work();
	} finally {
		busy--;
		listen();
	}
}

function listen(): void {
	if (stop && busy === 0) for (const signal of SIGNALS) process.on(signal, handle);
}

function handle(): void {
	for (const signal of SIGNALS) process.off(signal, handle);
	const act = stop;
	stop = undefined;
	act?.();
}

/**
 * Signals that stop a server. A handler runs only while the event loop is free, and a component of the site may hold the
 * loop for ever: during work in `leaveToSystem`, there is none, so that the system ends the process at once.
 */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let stop: (() => void) | undefined;
let busy = 0;

/** Calls `act` at the first signal; a second one ends the process. */
export function onSignal(act: () => void): void {
	stop = act;
	listen();
}

/** Call it before work that may take long, and the returned function after it. */
export function leaveToSystem(): () => void {
	// The kernel drops signals without a handler for the first process of a container.
	if (process.pid === 1) return () => {};
	if (busy++ === 0) for (const signal of SIGNALS) process.off(signal, handle);
	return () => {
		busy--;
		listen();
	};
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

/** Runs of an open sample: at most one at a time, and what it says reaches the state in batches. */

import { type RunEvent, startProgram } from './run.ts';
import type { CompilerSession } from './session.ts';
import type { LiveAction } from './state.ts';

/** Milliseconds between two drawings of what a program prints. */
const OUTPUT_MS = 50;

interface Runner {
	/** Stops the last run, compiles the sample as it is, and starts it. */
	start(): void;
	/** Stops a program, or keeps one from starting. */
	halt(): void;
}

/** `program` has URLs; `reveal` brings the panel into view. */
export function createRunner(
	program: { sandbox: string; packages: string; entries: string[] },
	{ compile }: Pick<CompilerSession, 'compile'>,
	{ dispatch, reveal }: { dispatch(action: LiveAction): void; reveal(): void },
): Runner {
	/** Number of the last run: what an earlier one says is not heard. */
	let last = 0;
	let running: { stop(): void } | undefined;
	const halt = (): void => {
		last++;
		running?.stop();
		running = undefined;
		dispatch({ kind: 'stop' });
	};
	const run = async (): Promise<void> => {
		halt();
		const own = last;
		dispatch({ kind: 'compile' });
		reveal();
		let events: RunEvent[] = [];
		let isDrawn = false;
		const draw = (): void => {
			const news = events;
			events = [];
			if (own !== last || news.length === 0) return;
			dispatch({ kind: 'events', events: news });
			// The first output may be below the window, because the panel has grown.
			if (!isDrawn) reveal();
			isDrawn = true;
		};
		const modules = await compile();
		if (own !== last) return;
		dispatch({ kind: 'start' });
		running = startProgram({ ...program, modules }, (event) => {
			if (events.length === 0) setTimeout(draw, OUTPUT_MS);
			events.push(event);
		});
	};
	const fail = (error: unknown): void => {
		dispatch({ kind: 'start' });
		const text = error instanceof Error ? error.message : String(error);
		dispatch({
			kind: 'events',
			events: [
				{ kind: 'output', stream: 'error', text, entry: '' },
				{ kind: 'ended', why: 'failed' },
			],
		});
	};
	return {
		start() {
			const own = last + 1;
			run().catch((error) => {
				if (own === last) fail(error);
			});
		},
		halt,
	};
}

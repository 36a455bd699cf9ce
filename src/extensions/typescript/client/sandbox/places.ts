/** Where an error was made, in the reader's files: lines of the sandbox mean nothing to readers. */

/** A file in the text of the worker: the line of its first line there, and the line that each of its lines comes from. */
export interface ReaderFile {
	name: string;
	first: number;
	lines: number[];
}

/** Lines of the worker's text that lead to an error, the nearest first. */
const frames = new WeakMap<Error, number[]>();
/** Errors are often made deep in a package. */
const MOST_FRAMES = 100;

/** Outside of Chromium, all errors share a getter. */
const stackOf = Object.getOwnPropertyDescriptor(Error.prototype, 'stack')?.get;

/** From now on, errors are printed without their frames. */
export function hideFrames(): void {
	const plain = (error: Error): string => Error.prototype.toString.call(error);
	Object.assign(Error, {
		stackTraceLimit: MOST_FRAMES,
		prepareStackTrace(error: Error, sites: { getLineNumber(): number | null }[]) {
			frames.set(
				error,
				sites.map((site) => site.getLineNumber() ?? 0),
			);
			return plain(error);
		},
	});
	if (stackOf)
		Object.defineProperty(Error.prototype, 'stack', {
			configurable: true,
			get(this: Error) {
				return plain(this);
			},
			set(this: Error, value: unknown) {
				Object.defineProperty(this, 'stack', { configurable: true, writable: true, value });
			},
		});
}

/** The nearest place in one of the files that leads to an error: `server/index.ts:12`. */
export function placeOf(error: unknown, modules: readonly ReaderFile[]): string | undefined {
	if (!(error instanceof Error)) return undefined;
	for (const line of linesOf(error))
		for (const { name, first, lines } of modules) {
			const own = lines[line - first];
			if (own) return `${name}:${own}`;
		}
	return undefined;
}

function linesOf(error: Error): number[] {
	if (stackOf) return [...String(stackOf.call(error)).matchAll(/:(\d+):\d+$/gm)].map(([, line]) => Number(line));
	// Chromium asks for the frames when the stack is read.
	void error.stack;
	return frames.get(error) ?? [];
}

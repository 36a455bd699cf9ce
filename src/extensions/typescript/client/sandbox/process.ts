/** The parts of Node's `process` that programs for any platform use. */
type Stream = 'out' | 'error';
type Listener = (...values: unknown[]) => void;

export class NodeProcess {
	readonly env = {};
	readonly argv = [];
	readonly platform = 'browser';
	exitCode?: number;
	readonly stdout = this.#stream('out');
	readonly stderr = this.#stream('error');
	/** Those of signals are never called, because none arrives in a page. */
	readonly #listeners = new Map<string, Set<Listener>>();

	/** `end` ends the program. */
	constructor(
		private readonly write: (stream: Stream, text: string) => void,
		private readonly end: (code: number) => void,
	) {}

	cwd = (): string => '/';

	nextTick = (run: Listener, ...values: unknown[]): void => queueMicrotask(() => run(...values));

	on(event: string, listener: Listener): this {
		this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
		return this;
	}

	once(event: string, listener: Listener): this {
		const first = (...values: unknown[]): void => {
			this.off(event, first);
			listener(...values);
		};
		return this.on(event, first);
	}

	off(event: string, listener: Listener): this {
		this.#listeners.get(event)?.delete(listener);
		return this;
	}

	/** Returns whether anybody listens. */
	emit(event: string, ...values: unknown[]): boolean {
		const all = [...(this.#listeners.get(event) ?? [])];
		for (const listener of all) listener(...values);
		return all.length > 0;
	}

	/** Nothing after it may run, so its promise never ends. */
	exit = (code = this.exitCode ?? 0): Promise<never> => {
		this.exitCode = code;
		this.end(code);
		return new Promise(() => {});
	};

	#stream(name: Stream) {
		const write = (text: string | Uint8Array, ...more: unknown[]): true => {
			this.write(name, typeof text === 'string' ? text : new TextDecoder().decode(text));
			const done = more.at(-1);
			if (typeof done === 'function') queueMicrotask(() => done());
			return true;
		};
		return { isTTY: false, write };
	}
}

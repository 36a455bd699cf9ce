/** Timers as Node has them. */
import type { Activity } from './activity.ts';

const { setTimeout: later, clearTimeout: never } = globalThis;

type Callback = (...values: unknown[]) => void;

/** Those that will still run, by number. */
const timers = new Map<number, Timeout>();
let count = 0;

/** What `setTimeout` returns in Node: an object, which also counts as a number. */
class Timeout {
	readonly #number = ++count;
	#running: ReturnType<typeof setTimeout> | undefined;
	#isCounted = false;

	/** The program lives as long as the timer, if there is an `activity`. */
	constructor(
		private readonly run: () => void,
		private readonly milliseconds: number,
		private readonly repeats: boolean,
		private readonly activity: Activity | undefined,
	) {
		timers.set(this.#number, this);
		this.refresh().ref();
	}

	refresh(): this {
		never(this.#running);
		if (timers.has(this.#number)) this.#running = later(() => this.#due(), this.milliseconds);
		return this;
	}

	ref(): this {
		if (!this.#isCounted && timers.has(this.#number)) {
			this.#isCounted = true;
			this.activity?.begin();
		}
		return this;
	}

	unref(): this {
		if (this.#isCounted) this.activity?.end();
		this.#isCounted = false;
		return this;
	}

	hasRef(): boolean {
		return this.#isCounted;
	}

	close(): this {
		timers.delete(this.#number);
		never(this.#running);
		return this.unref();
	}

	[Symbol.toPrimitive](): number {
		return this.#number;
	}

	#due(): void {
		if (this.repeats) this.refresh();
		else this.close();
		this.run();
	}
}

interface Timers {
	setTimeout(run: Callback, milliseconds?: number, ...values: unknown[]): Timeout;
	setInterval(run: Callback, milliseconds?: number, ...values: unknown[]): Timeout;
	setImmediate(run: Callback, ...values: unknown[]): Timeout;
}

export function timersOf(activity: Activity | undefined): Timers {
	const start = (run: Callback, milliseconds: number, values: unknown[], repeats = false): Timeout =>
		new Timeout(() => run(...values), milliseconds, repeats, activity);
	return {
		setTimeout: (run, milliseconds = 1, ...values) => start(run, milliseconds, values),
		setInterval: (run, milliseconds = 1, ...values) => start(run, milliseconds, values, true),
		setImmediate: (run, ...values) => start(run, 0, values),
	};
}

/** Stops any timer; ignores what is none. */
export function clearTimer(timer: unknown): void {
	timers.get(Number(timer))?.close();
}

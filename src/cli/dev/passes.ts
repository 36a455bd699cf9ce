/**
 * When `docsgen dev` makes a pass over the site, and why. A cause from outside always makes one. A pass may also lead to
 * another one by itself, and each cause of that kind counts once until the next cause from outside: so the server cannot
 * keep itself busy, whatever is wrong with a step.
 */
import { setImmediate as turn } from 'node:timers/promises';

/** The start, a changed input, and the author's wish to read all files again. */
type Outside = 'start' | 'edit' | 'author';
/** What providers have made, and an empty cache in place of a damaged one. */
type Inside = 'pages' | 'annotations' | 'cache';
export type Cause = Outside | Inside;

/** Steps of the server after a change, for tests and benchmarks. */
export type DevStep =
	/** All pages are up to date; `parsed` counts the pages parsed for it. */
	| { kind: 'pass'; parsed: number }
	| { kind: 'job'; out: string }
	/** Providers have made virtual pages or annotations. */
	| { kind: 'pages' | 'annotations' }
	/** All links have been checked. */
	| { kind: 'checked' };

const INSIDE: readonly Inside[] = ['pages', 'annotations', 'cache'];

export class Passes {
	/** The running pass. It never becomes the next one: a request that waits for it is answered between the two. */
	current: Promise<void> | undefined;
	private next: Promise<void> | undefined;
	private last: Promise<void> = Promise.resolve();
	private causes = new Set<Cause>();
	private readonly allowed = new Set<Inside>(INSIDE);
	private closed = false;

	constructor(private readonly pass: (causes: ReadonlySet<Cause>) => Promise<void>) {}

	/** Makes a pass; all calls during a pass share one pass after it. */
	request(cause: Cause): Promise<void> {
		this.causes.add(cause);
		if (!isInside(cause)) this.renew();
		// An empty cache has no results of providers.
		if (cause === 'cache') for (const lost of ['pages', 'annotations'] as const) this.allowed.add(lost);
		if (!this.next) {
			this.next = this.last.then(() => this.run());
			this.last = this.next.catch(() => {});
		}
		return this.next;
	}

	/** Something came from outside that needs no pass: the last one has read it already. */
	renew(): void {
		for (const cause of INSIDE) this.allowed.add(cause);
	}

	/** Whether work that may lead to a pass may begin. True once for each cause from outside, until the end. */
	allows(cause: Inside): boolean {
		return !this.closed && this.allowed.delete(cause);
	}

	/** Whether no pass runs or is due. */
	get isIdle(): boolean {
		return this.current === undefined && this.next === undefined;
	}

	/** Resolves when no pass runs, and none will. */
	close(): Promise<void> {
		this.closed = true;
		return this.last;
	}

	private async run(): Promise<void> {
		const { causes } = this;
		this.next = undefined;
		this.causes = new Set();
		if (this.closed) return;
		this.current = this.pass(causes);
		try {
			await this.current;
		} finally {
			this.current = undefined;
		}
		await turn();
	}
}

function isInside(cause: Cause): cause is Inside {
	return INSIDE.some((inside) => inside === cause);
}

/** Work of providers that passes do not wait for; its result leads to a pass. */
export class Background {
	/** Settles when the result is served. */
	running: Promise<void> | undefined;

	constructor(
		private readonly passes: Passes,
		private readonly cause: Inside,
		private readonly failed: (error: unknown) => void,
	) {}

	/**
	 * Starts `work`, and passes its result to `ended`, which returns whether a pass would show more now. Does nothing while
	 * other work runs.
	 */
	begin<T>(work: () => Promise<T>, ended: (result: T) => boolean): void {
		if (this.running || !this.passes.allows(this.cause)) return;
		const isDropped = (): boolean => this.running !== running;
		const run = async (): Promise<void> => {
			const result = await work();
			if (isDropped()) return;
			this.running = undefined;
			if (ended(result)) await this.passes.request(this.cause);
		};
		const running = run().catch((error: unknown) => {
			if (isDropped()) return;
			this.running = undefined;
			this.failed(error);
		});
		this.running = running;
	}

	/** Ignores the result of the running work. */
	drop(): void {
		this.running = undefined;
	}
}

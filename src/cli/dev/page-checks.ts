/**
 * For `docsgen dev`: renders the pages that were not requested yet, in small slices while the server is idle, and checks
 * all links of the site.
 */
import type { Diagnostic } from '../../content/model/page.ts';
import { checkOutputs, checkPages } from '../../render/check.ts';
import { inspect } from '../../render/inspect.ts';
import type { JobEnvironment, KeyedJob, OutputFile, PageInspection } from '../../render/model/job.ts';
import { CacheLost } from '../disk/disk.ts';
import type { Update } from '../pipeline/pipeline.ts';
import { applySeverity } from '../terminal/findings.ts';
import { leaveToSystem } from '../terminal/signals.ts';

/** One consistent state of the site and its rendered parts. */
export interface State {
	update: Update;
	environment: JobEnvironment;
}

/** Milliseconds of idle time before the other pages are rendered, and of work per slice. */
const IDLE_MS = 400;
const SLICE_MS = 8;

export class PageChecks {
	private readonly facts = new Map<string, PageInspection>();
	/** Facts of shared texts; valid as long as the texts are the same. */
	private parts: { of: Map<string, string>; facts: Map<string, PageInspection> } | undefined;
	/** The last check: keys by output path, and findings. */
	private last: { update: Update; keys: Map<string, string>; findings: Diagnostic[] } | undefined;
	private timer: NodeJS.Timeout | undefined;
	/** Whether all pages of the last state are checked. */
	isDone = false;

	constructor(
		/** Renders a page; the caller passes the result to `recordInspection`. */
		private readonly render: (job: KeyedJob, state: State) => void,
		/** Called with the findings about all pages. */
		private readonly done: (findings: Diagnostic[]) => void,
		/** Called when the cache is lost. */
		private readonly lost: (error: CacheLost) => void,
	) {}

	recordInspection({ key, facts }: OutputFile): void {
		if (facts) this.facts.set(key, facts);
	}

	/** Starts after a while without activity; stops an earlier round. */
	begin(state: State): void {
		this.stop();
		const outs = [...state.update.plan.outOf.values()];
		this.timer = setTimeout(() => void this.slice(state, outs, 0), IDLE_MS).unref();
	}

	stop(): void {
		this.isDone = false;
		clearTimeout(this.timer);
		this.timer = undefined;
	}

	private async slice(state: State, outs: string[], from: number): Promise<void> {
		const { timer } = this;
		const resume = await leaveToSystem();
		try {
			if (timer === this.timer) this.checkSlice(state, outs, from);
		} finally {
			resume();
		}
	}

	private checkSlice(state: State, outs: string[], from: number): void {
		const until = performance.now() + SLICE_MS;
		let index = from;
		try {
			for (; index < outs.length && performance.now() < until; index++) this.look(outs[index] ?? '', state);
		} catch (error) {
			if (!(error instanceof CacheLost)) throw error;
			this.lost(error);
			return;
		}
		if (index < outs.length) this.timer = setTimeout(() => void this.slice(state, outs, index), 0).unref();
		else this.finish(state);
	}

	private look(out: string, state: State): void {
		const { jobs } = state.update.plan;
		if (this.facts.has(jobs.key(out) ?? '')) return;
		const job = jobs.get(out);
		if (job) this.render(job, state);
	}

	/** Facts of all pages; renders those that are missing. */
	all(state: State): PageInspection[] {
		const { outOf, jobs } = state.update.plan;
		return [...outOf.values()].flatMap((out) => {
			this.look(out, state);
			return this.facts.get(jobs.key(out) ?? '') ?? [];
		});
	}

	private finish({ update, environment }: State): void {
		const { plan, sites, config, virtual } = update;
		const keys = new Map([...plan.outOf.values()].map((out) => [out, plan.jobs.key(out) ?? '']));
		const { last } = this;
		const isAsBefore =
			last?.update === update && [...keys].every(([out, key]) => this.isSame(last.keys.get(out) ?? '', key));
		const needed = new Set(keys.values());
		for (const key of this.facts.keys()) if (!needed.has(key)) this.facts.delete(key);
		const check = (): Diagnostic[] => {
			const facts = new Map(
				[...keys].flatMap(([out, key]): [string, PageInspection][] => {
					const found = this.facts.get(key);
					return found ? [[out, found]] : [];
				}),
			);
			const parts = this.partsOf(environment);
			const used = new Set([...facts.values()].flatMap((page) => page.parts));
			for (const name of parts.keys()) if (!used.has(name)) [parts, environment.shared].map((all) => all.delete(name));
			return virtual.state === 'failed'
				? []
				: checkPages({ sites, outOf: plan.outOf, outputs: plan.jobs, facts, parts });
		};
		const findings = isAsBefore ? last.findings : applySeverity([...checkOutputs(plan, config), ...check()], config);
		this.last = { update, keys, findings };
		this.isDone = true;
		this.done(findings);
	}

	/** Whether two pages have the same facts. */
	private isSame(one: string, other: string): boolean {
		return one === other || JSON.stringify(this.facts.get(one)) === JSON.stringify(this.facts.get(other));
	}

	private partsOf({ shared }: JobEnvironment): Map<string, PageInspection> {
		if (this.parts?.of !== shared) this.parts = { of: shared, facts: new Map() };
		const { facts } = this.parts;
		for (const [name, html] of shared) if (!facts.has(name)) facts.set(name, inspect(html));
		return facts;
	}
}

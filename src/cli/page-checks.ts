/**
 * In `docsgen dev`: looks at the pages that nobody has asked for, a little at a time and only while nothing else is to
 * be done, and says whether all links of the site arrive.
 */
import type { Diagnostic } from '../content/model/page.ts';
import { checkOutputs, checkPages } from '../render/check.ts';
import { inspect } from '../render/inspect.ts';
import type { JobEnvironment, KeyedJob, OutputFile, PageFacts } from '../render/model/job.ts';
import { applySeverity } from './machine/findings.ts';
import { CacheLost } from './machine/store.ts';
import type { Update } from './pipeline/pipeline.ts';

/** One consistent state of the site and what has been rendered of it. */
export interface State {
	update: Update;
	environment: JobEnvironment;
}

/** Milliseconds of quiet before pages nobody asked for are looked at, and of work at a stretch. */
const IDLE = 400;
const SLICE = 8;

export class PageChecks {
	private readonly facts = new Map<string, PageFacts>();
	/** Facts of shared texts, while the texts are the same. */
	private parts: { of: Map<string, string>; facts: Map<string, PageFacts> } | undefined;
	private timer: NodeJS.Timeout | undefined;

	constructor(
		/** Renders a page; what it finds is handed to `learn`. */
		private readonly render: (job: KeyedJob, state: State) => void,
		/** Hears the findings about all pages. */
		private readonly done: (findings: Diagnostic[]) => void,
		/** Hears that the cache is lost. */
		private readonly lost: () => void,
	) {}

	learn({ key, facts }: OutputFile): void {
		if (facts) this.facts.set(key, facts);
	}

	/** Begins when all has been quiet for a while; an earlier round ends. */
	begin(state: State): void {
		this.stop();
		const outs = [...state.update.plan.outOf.values()];
		this.timer = setTimeout(() => this.slice(state, outs, 0), IDLE).unref();
	}

	stop(): void {
		clearTimeout(this.timer);
	}

	private slice(state: State, outs: string[], from: number): void {
		const until = performance.now() + SLICE;
		let index = from;
		try {
			for (; index < outs.length && performance.now() < until; index++) this.look(outs[index] ?? '', state);
		} catch (error) {
			if (!(error instanceof CacheLost)) throw error;
			this.lost();
			return;
		}
		if (index < outs.length) this.timer = setTimeout(() => this.slice(state, outs, index), 0).unref();
		else this.finish(state);
	}

	private look(out: string, state: State): void {
		const { jobs } = state.update.plan;
		if (this.facts.has(jobs.key(out) ?? '')) return;
		const job = jobs.get(out);
		if (job) this.render(job, state);
	}

	/** Facts of all pages, looked at now where that has not been done. */
	all(state: State): PageFacts[] {
		const { outOf, jobs } = state.update.plan;
		return [...outOf.values()].flatMap((out) => {
			this.look(out, state);
			return this.facts.get(jobs.key(out) ?? '') ?? [];
		});
	}

	private finish({ update: { plan, site, config, apiFailed }, environment }: State): void {
		const keys = new Map([...plan.outOf.values()].map((out) => [out, plan.jobs.key(out) ?? '']));
		const facts = new Map(
			[...keys].flatMap(([out, key]): [string, PageFacts][] => {
				const found = this.facts.get(key);
				return found ? [[out, found]] : [];
			}),
		);
		const needed = new Set(keys.values());
		for (const key of this.facts.keys()) if (!needed.has(key)) this.facts.delete(key);
		const parts = this.partsOf(environment);
		const used = new Set([...facts.values()].flatMap((page) => page.parts));
		for (const name of parts.keys()) if (!used.has(name)) [parts, environment.shared].map((all) => all.delete(name));
		const found = apiFailed ? [] : checkPages({ site, outOf: plan.outOf, outputs: plan.jobs, facts, parts });
		this.done(applySeverity([...checkOutputs(plan), ...found], config));
	}

	private partsOf({ shared }: JobEnvironment): Map<string, PageFacts> {
		if (this.parts?.of !== shared) this.parts = { of: shared, facts: new Map() };
		const { facts } = this.parts;
		for (const [name, html] of shared) if (!facts.has(name)) facts.set(name, inspect(html));
		return facts;
	}
}

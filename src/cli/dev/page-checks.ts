/**
 * For `docsgen dev`: renders the pages that were not requested yet, in small slices while the server is idle, and checks
 * all links of the site.
 */
import type { Diagnostic, Page } from '../../content/model/page.ts';
import { checkOutputs, pageChecks } from '../../render/check.ts';
import { inspect } from '../../render/inspect.ts';
import type { JobEnvironment, KeyedJob, OutputFile, PageInspection } from '../../render/model/job.ts';
import { CacheLost } from '../disk/disk.ts';
import type { Update } from '../pipeline/pipeline.ts';
import { applySeverity } from '../terminal/findings.ts';
import { Idle } from './idle.ts';

/** One consistent state of the site and its rendered parts. */
export interface State {
	update: Update;
	environment: JobEnvironment;
}

/** Milliseconds of idle time before the other pages are rendered. */
const IDLE_MS = 400;

/** The links of pages with findings, by path. An edit makes new ones, and moves the lines of findings. */
type Links = Map<string, Page['links'] | undefined>;

export class PageChecks {
	private readonly facts = new Map<string, PageInspection>();
	/** Facts of shared texts; valid as long as the texts are the same. */
	private parts: { of: Map<string, string>; facts: Map<string, PageInspection> } | undefined;
	/** The last check: keys by output path, and findings. */
	private last: { update: Update; keys: Map<string, string>; findings: Diagnostic[]; links: Links } | undefined;
	private readonly idle = new Idle();
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
		this.idle.begin(IDLE_MS, this.steps(state));
	}

	stop(): void {
		this.isDone = false;
		this.idle.stop();
	}

	private *steps(state: State): Generator<void> {
		try {
			for (const out of state.update.plan.outOf.values()) {
				this.look(out, state);
				yield;
			}
		} catch (error) {
			if (!(error instanceof CacheLost)) throw error;
			this.lost(error);
			return;
		}
		const findings = yield* this.check(state);
		this.isDone = true;
		this.done(findings);
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

	private *check({ update, environment }: State): Generator<void, Diagnostic[]> {
		const { plan, sites, config, virtual } = update;
		const keys = new Map([...plan.outOf.values()].map((out) => [out, plan.jobs.key(out) ?? '']));
		const { last } = this;
		const isAsBefore =
			last?.update === update &&
			[...last.links].every(([path, links]) => update.pages.get(path)?.links === links) &&
			[...keys].every(([out, key]) => this.isSame(last.keys.get(out) ?? '', key));
		if (isAsBefore) last.keys = keys;
		else {
			const facts = new Map(
				[...keys].flatMap(([out, key]): [string, PageInspection][] => {
					const found = this.facts.get(key);
					return found ? [[out, found]] : [];
				}),
			);
			const parts = yield* this.partsOf(environment);
			const used = new Set([...facts.values()].flatMap((page) => page.parts));
			for (const name of parts.keys()) if (!used.has(name)) [parts, environment.shared].map((all) => all.delete(name));
			yield;
			const input = { sites, outOf: plan.outOf, outputs: plan.jobs, facts, parts };
			const found = virtual.state === 'failed' ? [] : yield* pageChecks(input);
			const findings = applySeverity([...checkOutputs(plan, config), ...found], config);
			const links = new Map(findings.map(({ file = '' }) => [file, update.pages.get(file)?.links]));
			this.last = { update, keys, findings, links };
		}
		const needed = new Set(keys.values());
		for (const key of this.facts.keys()) if (!needed.has(key)) this.facts.delete(key);
		return this.last?.findings ?? [];
	}

	/** Whether two pages have the same facts. */
	private isSame(one: string, other: string): boolean {
		return one === other || JSON.stringify(this.facts.get(one)) === JSON.stringify(this.facts.get(other));
	}

	private *partsOf({ shared }: JobEnvironment): Generator<void, Map<string, PageInspection>> {
		if (this.parts?.of !== shared) this.parts = { of: shared, facts: new Map() };
		const { facts } = this.parts;
		for (const [name, html] of shared) {
			if (facts.has(name)) continue;
			facts.set(name, inspect(html));
			yield;
		}
		return facts;
	}
}

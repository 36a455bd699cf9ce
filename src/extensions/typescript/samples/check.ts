/**
 * The steps of a check: plan the pages, look up cached results, compile the rest, report. Loads no compiler; the caller
 * decides where to compile.
 */
import { basename, dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Store } from '../../../cli/disk/store.ts';
import type { AnnotatedFence } from '../../../content/model/annotation.ts';
import { type PagePlan, planPage } from './plan.ts';
import { type PageReport, reportPage } from './report.ts';
import type { Compile, SamplePage, Unit, UnitResult, VirtualFile, Work } from './types.ts';
import type { Workspace } from './workspace.ts';

type Results = Map<string, UnitResult>;

/** Store kind and key of all results, which are one entry. */
const UNITS = 'units';
/** Units in a request of a check that is watched: what a newer one waits for. */
const PART = 20;
/** Milliseconds of planning before other work gets its turn: `docsgen dev` serves pages meanwhile. */
const SLICE_MS = 8;

/** Somebody who waits for the findings of a check, and may want another one before it has ended. */
export interface CheckWatcher {
	/** Called with the number of units without findings, and the reports so far: undefined for a page with such a unit. */
	found(unchecked: number, reports?: (PageReport | undefined)[]): void;
	/** Whether the check is out of date: it ends after the running part. */
	isOver(): boolean;
}

/** Checks samples, and keeps results between requests: `docsgen dev` checks again after each change. */
export class SampleChecker {
	readonly #compile: Compile;
	readonly #store: Store | undefined;
	#results: Results | undefined;
	/** Plans by the samples of a page, because usually one page of many is edited: an unchanged page has the same object. */
	readonly #plans = new WeakMap<AnnotatedFence[], PagePlan>();
	/** Keys of units that were to be compiled: later ones are of an edited sample, and more urgent. */
	readonly #asked = new Set<string>();

	/** `store` has the results of earlier processes. */
	constructor(compile: Compile, store?: Store) {
		this.#compile = compile;
		this.#store = store;
	}

	/** One report per page, compiling nothing: undefined for a page with a unit that has no result yet. */
	known(pages: SamplePage[]): (PageReport | undefined)[] {
		return pages.map((page) => reportIfKnown(this.#plan(page), this.#known()));
	}

	/**
	 * One report per page; undefined if the check was out of date before. Compiles only units without a result from an
	 * earlier request or from the store. If it is watched, all findings are known before the first hover.
	 */
	async check(pages: SamplePage[], watcher?: CheckWatcher): Promise<(PageReport | undefined)[]> {
		const plans = await this.#planAll(pages);
		const known = this.#known();
		const works = worksOf(plans, ({ key }) => !known.has(key)).filter(({ units }) => units.length > 0);
		const compiled = works.length > 0 && !watcher ? (await this.#compile(works)).results : [];
		const found = watcher ? await this.#compileInParts(works, plans, watcher) : compiled;
		const all = new Map([...known, ...found]);
		const used = new Set(plans.flatMap(unitsOf).map(({ key }) => key));
		this.#results = new Map([...all].filter(([key]) => used.has(key)));
		const reports = plans.map((plan) => reportIfKnown(plan, all));
		if (works.length > 0 || this.#results.size !== known.size) this.#save(this.#results, plans, reports);
		return reports;
	}

	/** Lets the compiler load what it needs for an edit of the page `file`, which is among `pages`. */
	async prepare(pages: SamplePage[], file: string): Promise<void> {
		const plans = await this.#planAll(pages);
		const own = new Set(plans.filter(({ page }) => page.file === file).flatMap(unitsOf));
		const works = worksOf(plans, (unit) => own.has(unit)).filter(({ units }) => units.length > 0);
		await this.#compile(works.map((work) => ({ ...work, withoutHovers: true as const })));
	}

	async #compileInParts(works: Work[], plans: PagePlan[], watcher: CheckWatcher): Promise<Results> {
		const isNew = ({ key }: Unit): boolean => !this.#asked.has(key);
		const sorted = works.map((work) => ({
			...work,
			units: [...work.units.filter(isNew), ...work.units.filter((unit) => !isNew(unit))],
		}));
		const keys = works.flatMap(({ units }) => units.map(({ key }) => key));
		for (const key of keys) this.#asked.add(key);
		const found: Results = new Map();
		const results: Results = new Map();
		const known = this.#known();
		watcher.found(keys.length);
		for (const part of partsOf(sorted)) {
			if (watcher.isOver()) return results;
			const made = await this.#compile(part.map((work) => ({ ...work, withoutHovers: true as const })));
			for (const [key, result] of made.results) found.set(key, result);
			const all = new Map([...known, ...found]);
			watcher.found(
				keys.length - found.size,
				plans.map((plan) => reportIfKnown(plan, all)),
			);
		}
		for (const part of partsOf(sorted)) {
			if (watcher.isOver()) break;
			for (const [key, result] of (await this.#compile(part)).results) results.set(key, result);
		}
		return results;
	}

	async #planAll(pages: SamplePage[]): Promise<PagePlan[]> {
		const plans: PagePlan[] = [];
		let until = performance.now() + SLICE_MS;
		for (const page of pages) {
			plans.push(this.#plan(page));
			if (performance.now() < until) continue;
			await turn();
			until = performance.now() + SLICE_MS;
		}
		return plans;
	}

	#known(): Results {
		this.#results ??= readResults(this.#store);
		return this.#results;
	}

	#plan(page: SamplePage): PagePlan {
		const known = this.#plans.get(page.samples);
		if (known?.page.workspace === page.workspace) return known;
		const plan = planPage(page);
		this.#plans.set(page.samples, plan);
		return plan;
	}

	/** A failure is not kept for later processes: installing what a package misses may repair it, and changes no key. */
	#save(results: Results, plans: PagePlan[], reports: (PageReport | undefined)[]): void {
		const failed = plans.flatMap(({ samples }, page) =>
			samples.filter((_, at) => reports[page]?.answers[at]?.status === 'failed').map(({ unit }) => unit?.key),
		);
		const lasting = new Map(results);
		for (const key of failed) lasting.delete(key ?? '');
		this.#store?.put(UNITS, UNITS, JSON.stringify([...lasting]));
	}
}

function reportIfKnown(plan: PagePlan, results: Results): PageReport | undefined {
	return unitsOf(plan).every(({ key }) => results.has(key)) ? reportPage(plan, results) : undefined;
}

/** Works with a few units each, in order; the versions go side by side. */
function partsOf(works: Work[]): Work[][] {
	const most = Math.max(0, ...works.map(({ units }) => units.length));
	return Array.from({ length: Math.ceil(most / PART) }, (_, at) =>
		works
			.map((work) => ({ ...work, units: work.units.slice(at * PART, (at + 1) * PART) }))
			.filter(({ units }) => units.length > 0),
	);
}

function readResults(store: Store | undefined): Results {
	return new Map(JSON.parse(store?.get(UNITS, UNITS)?.toString() ?? '[]') as [string, UnitResult][]);
}

function unitsOf({ samples }: PagePlan): Unit[] {
	return samples.flatMap(({ unit }) => (unit ? [unit] : []));
}

/** One work per version, with the files of all its units and the units that `isWanted` selects. */
function worksOf(plans: PagePlan[], isWanted: (unit: Unit) => boolean): Work[] {
	const workspaces = new Set(plans.map(({ page }) => page.workspace));
	return [...workspaces].map((workspace) => {
		const pages = plans.filter(({ page }) => page.workspace === workspace);
		const units = pages.flatMap(unitsOf);
		const files = new Map(pages.flatMap((page) => page.files.map((file) => [file.path, file] as const)));
		const ambient = ambientFiles(workspace);
		const { root, folder, packages } = workspace;
		return {
			root,
			folder,
			packages,
			ambient: ambient.map(({ path }) => path),
			files: [...files.values(), ...ambient],
			folders: Object.assign({}, ...pages.map(({ folders }) => folders)),
			roots: [...new Set(units.filter(({ isolated }) => !isolated).flatMap((unit) => unit.files))],
			units: [...new Map(units.filter(isWanted).map((unit) => [unit.key, unit])).values()],
		};
	});
}

function ambientFiles({ root, ambient }: Workspace): VirtualFile[] {
	return ambient.map(({ file, text }) => {
		const path = join(root, file);
		return { path, folder: dirname(path), name: basename(path), text };
	});
}

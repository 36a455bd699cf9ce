/**
 * The steps of a check: read the workspaces, plan the pages, look up cached results, compile the rest, report. Loads no
 * compiler; the caller decides where to compile.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hashOfValue } from '../../content/model/hash.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import type { Store } from '../machine/store.ts';
import { Compiler } from './compile.ts';
import { OPTIONS } from './modules.ts';
import { type PagePlan, planPage } from './plan.ts';
import { reportSample } from './report.ts';
import type {
	Compile,
	PageReport,
	SamplePage,
	SampleReport,
	SampleRequest,
	Unit,
	UnitResult,
	VirtualFile,
	Work,
} from './types.ts';
import { readWorkspace, type Workspace } from './workspace.ts';

/** Increase it whenever the result for the same sample may change. */
const CHECKER = 1;

/** Compiles in this process, and keeps the compiler for later requests; the compiler is loaded on first use. */
export function compileHere(): Compile {
	let compiler: Promise<Compiler> | undefined;
	return async (works) => {
		compiler ??= import('typescript').then((typescript) => new Compiler(typescript.default));
		return (await compiler).compile(works);
	};
}

/**
 * Checks the samples of a request. Findings are in the report; throws if a version's folder is unusable or a page names
 * an unknown version. Calls `compile` at most once, and not at all if every result is cached.
 */
export async function checkSamples(request: SampleRequest, compile: Compile = compileHere()): Promise<SampleReport> {
	return new SampleChecker(compile).check(request);
}

/** Keeps results between requests: `docsgen dev` checks again after each change. */
export class SampleChecker {
	readonly #compile: Compile;
	readonly #planner: Planner;
	readonly #store: Store | undefined;
	#answers: Answers | undefined;

	/** `read` returns the workspace of a version, once per request; `store` has the results of earlier processes. */
	constructor(compile: Compile = compileHere(), read = readWorkspace, store?: Store) {
		this.#compile = compile;
		this.#planner = new Planner(read);
		this.#store = store;
	}

	/** Like `checkSamples`. Compiles only units without a result from an earlier request or from the store. */
	async check(request: SampleRequest): Promise<SampleReport> {
		const plans = this.#planner.plan(request);
		const known = this.#answers ?? readAnswers(this.#store);
		const works = worksOf(request, plans, ({ key }) => !known.has(key)).filter((work) => work.units.length > 0);
		const results = works.length > 0 ? await this.#compile(works) : [];
		const answers = usedAnswers(plans, new Map([...known, ...answersOf(works, results)]));
		this.#answers = answers;
		if (works.length > 0 || answers.size !== known.size) this.#store?.put(UNITS, UNITS, JSON.stringify([...answers]));
		return report(plans, answers, works);
	}

	/** Loads the compiler and the samples of a request, so that the first edit is checked as fast as later ones. */
	async warm(request: SampleRequest): Promise<void> {
		await this.#compile(worksOf(request, this.#planner.plan(request), () => false));
	}
}

type Answers = Map<string, UnitResult>;

/** Store kind and key of all results, which are one entry. */
const UNITS = 'units';

function readAnswers(store: Store | undefined): Answers {
	return new Map(JSON.parse(store?.get(UNITS, UNITS)?.toString() ?? '[]') as [string, UnitResult][]);
}

function answersOf(works: Work[], results: UnitResult[][]): [string, UnitResult][] {
	return works.flatMap((work, at) => work.units.flatMap(({ key }, index) => pair(key, results[at]?.[index])));
}

function usedAnswers(plans: PagePlan[], answers: Answers): Answers {
	return new Map(plans.flatMap(unitsOf).flatMap(({ key }) => pair(key, answers.get(key))));
}

function pair(key: string, result: UnitResult | undefined): [string, UnitResult][] {
	return result ? [[key, result]] : [];
}

interface PlannedPage {
	page: SamplePage;
	plan: PagePlan;
}

interface ReadWorkspace {
	stamp: string;
	workspace: Workspace;
	salt: string;
}

/** Plans requests, and reuses the plans of unchanged pages: usually one page of many is edited. */
class Planner {
	readonly #read: typeof readWorkspace;
	#workspaces = new Map<string, ReadWorkspace>();
	#pages = new Map<string, PlannedPage>();

	constructor(read: typeof readWorkspace) {
		this.#read = read;
	}

	plan(request: SampleRequest): PagePlan[] {
		const used = new Set(request.pages.map(({ version }) => version));
		this.#workspaces = new Map([...used].map((name) => [name, this.#workspace(request, name)]));
		const planned = request.pages.map((page) => ({ page, plan: this.#plan(page) }));
		this.#pages = new Map(planned.map((entry) => [entry.page.file, entry]));
		return planned.map(({ plan }) => plan);
	}

	#workspace({ root, versions, pages }: SampleRequest, name: string): ReadWorkspace {
		const version = versions.find((candidate) => candidate.name === name);
		if (!version) {
			const page = pages.find((candidate) => candidate.version === name);
			throw new Error(`No libraries are configured for the samples of version "${name}" (${page?.file})`);
		}
		const workspace = this.#read(root, version);
		const stamp = hashOfValue([workspace, [...workspace.setups]]);
		const known = this.#workspaces.get(name);
		return known?.stamp === stamp ? known : { stamp, workspace, salt: saltOf(workspace) };
	}

	#plan(page: SamplePage): PagePlan {
		const read = this.#workspaces.get(page.version);
		if (!read) throw new Error(`The workspace of "${page.version}" has not been read`);
		const known = this.#pages.get(page.file);
		// The same object is unchanged: bodies are kept under the hash of their text.
		const isKnown = known?.page.samples === page.samples && known.plan.workspace === read.workspace;
		return isKnown ? known.plan : planPage(page, read.workspace, read.salt);
	}
}

function saltOf(workspace: Workspace): string {
	const ambient = workspace.ambient.map(({ file, text }) => [file, text]);
	return hashOfValue([CHECKER, compilerVersion(), OPTIONS, workspace.packages, workspace.sought, ambient]);
}

function compilerVersion(): string {
	const manifest: unknown = JSON.parse(readFileSync(new URL(import.meta.resolve('typescript/package.json')), 'utf8'));
	return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
}

function unitsOf({ samples }: PagePlan): Unit[] {
	return samples.flatMap(({ unit }) => (unit ? [unit] : []));
}

/** One work per version, with the files of all its units and the units that `isWanted` selects. */
function worksOf({ root }: SampleRequest, plans: PagePlan[], isWanted: (unit: Unit) => boolean): Work[] {
	const workspaces = new Set(plans.map(({ workspace }) => workspace));
	return [...workspaces].map((workspace) => {
		const pages = plans.filter((plan) => plan.workspace === workspace);
		const units = pages.flatMap(unitsOf);
		const files = new Map(pages.flatMap((page) => page.files.map((file) => [file.path, file] as const)));
		const ambient = ambientFiles(root, workspace);
		return {
			version: workspace.name,
			root,
			folder: workspace.folder,
			packages: workspace.packages,
			sought: workspace.sought,
			ambient: ambient.map(({ path }) => path),
			files: [...files.values(), ...ambient],
			folders: Object.assign({}, ...pages.map(({ folders }) => folders)),
			roots: [...new Set(units.filter(({ isolated }) => !isolated).flatMap((unit) => unit.files))],
			units: [...new Map(units.filter(isWanted).map((unit) => [unit.key, unit])).values()],
		};
	});
}

function ambientFiles(root: string, { ambient }: Workspace): VirtualFile[] {
	return ambient.map(({ file, text }) => {
		const path = join(root, file);
		return { path, folder: dirname(path), name: basename(path), text };
	});
}

function report(plans: PagePlan[], answers: Answers, works: Work[]): SampleReport {
	const diagnostics: Diagnostic[] = [];
	const pages = plans.map((plan): PageReport => {
		const outcomes = plan.samples.map((one) =>
			reportSample(one, one.unit && answers.get(one.unit.key), plan.workspace.against),
		);
		diagnostics.push(...outcomes.flatMap((outcome) => outcome.diagnostics));
		return { file: plan.page.file, version: plan.page.version, samples: outcomes.map(({ answer }) => answer) };
	});
	const all = pages.flatMap(({ samples }) => samples);
	return {
		pages,
		diagnostics: withoutRepeats(diagnostics),
		counts: {
			samples: all.length,
			unchecked: all.filter(({ status }) => status === 'unchecked').length,
			compiled: works.reduce((sum, work) => sum + work.units.length, 0),
		},
		missing: missingOf(plans, answers),
		packages: Object.fromEntries(plans.map(({ workspace }) => [workspace.name, workspace.against])),
	};
}

/** Packages that failed samples import but that were not found, by version. */
function missingOf(plans: PagePlan[], answers: Answers): Record<string, string[]> {
	const missing = new Map<string, string[]>();
	for (const plan of plans) {
		const units = unitsOf(plan).map(({ key }) => answers.get(key));
		const names = units.flatMap((found) => (found && found.findings.length > 0 ? (found.missing ?? []) : []));
		const known = missing.get(plan.workspace.name) ?? [];
		missing.set(plan.workspace.name, [...new Set([...known, ...names])].sort());
	}
	return Object.fromEntries(missing);
}

/** A mistake in a setup shows in every fence that includes it; one report is enough. */
function withoutRepeats(diagnostics: Diagnostic[]): Diagnostic[] {
	const seen = new Set<string>();
	return diagnostics.filter(({ file, line, column, message }) => {
		const key = JSON.stringify([file, line, column, message]);
		return !seen.has(key) && seen.add(key);
	});
}

/** A build in which something may have changed: only jobs whose key changed run; the output is replaced in one step. */
import type { Diagnostic } from '../../content/model/page.ts';
import { checkOutputs, checkPages } from '../../render/check.ts';
import { keyOf, runJob } from '../../render/jobs.ts';
import type { KeyedJob, OutputFile, PageFacts } from '../../render/model/job.ts';
import { applySeverity, withExcerpts } from '../machine/findings.ts';
import type { Inputs } from '../machine/inputs.ts';
import { type OutputLedger, optionsHash, saveOutputs } from '../machine/ledger.ts';
import type { Commit, Files, Staging } from '../machine/output.ts';
import type { Project } from '../machine/project.ts';
import { type Update, type UpdateOptions, update } from './pipeline.ts';
import { environmentOf, renderJobs, type Stale, staleJob } from './render-jobs.ts';
import { WORTH_A_THREAD } from './second-thread.ts';
import { openWorkshop, saveWorkshop, stopHelpers, stopSecondThread, type Workshop } from './workshop.ts';

export interface BuildOptions extends UpdateOptions {
	/** Absolute output folder. */
	outDir: string;
	/** Verify everything, write nothing. */
	checkOnly?: boolean;
	/** Warnings fail, too. */
	strict?: boolean;
	/** Hears what is being done and how far it is. */
	progress?: (label: string, done?: number, total?: number) => void;
	/** Environment variables; default: those of the process. */
	env?: Record<string, string | undefined>;
	/** The present time in milliseconds; only for judging how far file times can be trusted. */
	now?: () => number;
}

export interface BuildResult {
	ok: boolean;
	/** Routes of the site. */
	pages: number;
	/** Output files. */
	written: number;
	unchanged: number;
	removed: number;
	/** Jobs that ran. */
	jobs: number;
	diagnostics: Diagnostic[];
}

const FAILED: Omit<BuildResult, 'diagnostics'> = { ok: false, pages: 0, written: 0, unchanged: 0, removed: 0, jobs: 0 };

/** Undefined where another build has replaced the output meanwhile. */
export async function buildAnew(
	project: Project,
	inputs: Inputs,
	ledger: OutputLedger,
	options: BuildOptions,
): Promise<BuildResult | undefined> {
	const refusal = options.checkOnly ? undefined : project.output.refusal();
	if (refusal !== undefined) {
		return {
			...FAILED,
			diagnostics: [
				{
					code: 'foreign-output',
					severity: 'error',
					message: refusal,
					hint: 'Name another folder with --out-dir, or empty this one yourself.',
				},
			],
		};
	}
	options.progress?.('Reading');
	const workshop = openWorkshop(project, inputs);
	const present = new Present(project, ledger);
	const staging = new LazyStaging(project, ledger, present, options.checkOnly === true);
	try {
		const updated = await update(workshop, options);
		if (!('plan' in updated)) return { ...FAILED, diagnostics: withExcerpts(updated.diagnostics, inputs) };
		const result = await run(workshop, updated, ledger, options, present, staging);
		saveWorkshop(workshop);
		if (result?.ok && !options.checkOnly)
			saveOutputs(project, { ...result.ledger, options: optionsHash(options), looked: inputs.looked() });
		return result;
	} finally {
		staging.discard();
		await stopHelpers(workshop);
	}
}

/** Runs the jobs that are stale, checks all pages, and commits. Undefined where there was a conflict at the end. */
async function run(
	workshop: Workshop,
	updated: Update,
	ledger: OutputLedger,
	options: BuildOptions,
	present: Present,
	staging: LazyStaging,
): Promise<(BuildResult & { ledger: OutputLedger }) | undefined> {
	const { project } = workshop;
	const { plan, site } = updated;
	const diagnostics = [...updated.diagnostics, ...checkOutputs(plan)];
	// With errors there will be no output; paths that are one of them may not even be written.
	if (applySeverity(diagnostics, site.config).some((finding) => finding.severity === 'error')) staging.close();
	const outputs: OutputLedger['outputs'] = {};
	const facts = new Map<string, PageFacts>();
	const factsByKey: OutputLedger['facts'] = {};
	const kept: [out: string, hash: string][] = [];
	let written = 0;

	const results = new Map<string, Pick<OutputFile, 'hash' | 'facts'>>();
	let stale = 0;
	/** Files of the site that are published as they are: no job has them in memory. */
	const copies: { out: string; path: string; hash: string }[] = [];
	/** Those of some jobs that must run. */
	function* staleOf(jobs: Iterable<KeyedJob>): Generator<Stale> {
		for (const job of jobs) {
			const remembered = remember(job, ledger, present, options);
			if (remembered) results.set(job.out, remembered);
			else if (job.kind === 'copy') copies.push({ out: job.out, ...job.input });
			else {
				stale++;
				yield staleJob(job);
			}
		}
	}
	const quick = [...staleOf(plan.jobs.quick())];
	const rendered = await renderJobs(workshop, updated, quick, staleOf(plan.jobs.slow()), {
		tree: quick.length >= WORTH_A_THREAD.jobs ? staging.emptyTree() : undefined,
		progress: (done) => options.progress?.('Rendering', done, stale),
		receive(out, file, bytes) {
			// Not the file itself: its bytes are not needed any more.
			results.set(out, { hash: file.hash, facts: file.facts });
			if (!present.holds(out, file.hash)) staging.write(out, file.hash, bytes);
		},
	});
	// Its memory is not needed any more.
	await stopSecondThread(workshop);
	for (const { out, path, hash } of copies) {
		results.set(out, { hash });
		if (!present.holds(out, hash)) staging.copy(out, workshop.inputs.pathOf(path), hash);
	}
	// In the order of the plan, whoever was first: what is made from all pages must not depend on that.
	const take = (
		job: Pick<KeyedJob, 'out' | 'key'>,
		{ hash, facts: found }: Pick<OutputFile, 'hash' | 'facts'>,
	): void => {
		outputs[job.out] = [job.key, hash, ''];
		if (found) {
			facts.set(job.out, found);
			factsByKey[job.key] = found;
		}
		if (present.holds(job.out, hash)) kept.push([job.out, hash]);
		else written++;
	};
	for (const out of plan.jobs.keys()) {
		const result = results.get(out);
		const crashed = rendered.crashes.get(out);
		if (result) take({ out, key: plan.jobs.key(out) ?? '' }, result);
		if (crashed) diagnostics.push(crashed);
	}

	const parts = new Map([...Object.entries(ledger.parts), ...rendered.parts]);
	for (const [out, plan] of updated.plan.late) {
		const job = plan(facts.values());
		const { bytes, hash, key } = runJob(
			{ ...job, key: keyOf(job, updated.plan.names) },
			environmentOf(workshop, updated),
		);
		if (!present.holds(out, hash)) staging.write(out, hash, bytes);
		take({ out, key }, { hash });
	}
	options.progress?.('Checking links');
	const made = { has: (out: string) => out in outputs, keys: () => Object.keys(outputs) };
	diagnostics.push(...checkPages({ site, outOf: plan.outOf, outputs: made, facts, parts }));

	diagnostics.push(...foreign(project, ledger));
	const findings = withExcerpts(applySeverity(diagnostics, site.config), workshop.inputs);
	const ok = !findings.some(({ severity }) => severity === 'error' || (options.strict && severity === 'warning'));
	const removed = Object.keys(ledger.outputs).filter((out) => !(out in outputs));
	const isNew = ok && !options.checkOnly && (written > 0 || removed.length > 0);
	const commit = isNew ? staging.commit(kept) : undefined;
	if (isNew && !commit) return undefined;
	const stamps = commit ?? present;
	for (const [out, entry] of Object.entries(outputs)) entry[2] = stamps.stamp(out);
	const usedParts = new Set(Object.values(factsByKey).flatMap((page) => page.parts));
	return {
		ok,
		pages: site.routes.length,
		written: options.checkOnly ? 0 : written,
		unchanged: kept.length,
		removed: removed.length,
		jobs: stale + copies.length,
		diagnostics: findings,
		ledger: {
			outDir: options.outDir,
			identity: commit?.identity ?? ledger.identity,
			options: '',
			looked: ledger.looked,
			outputs,
			ours: [],
			folders: commit ? project.output.folders(Object.keys(outputs)) : ledger.folders,
			facts: factsByKey,
			pages: site.routes.length,
			parts: Object.fromEntries([...parts].filter(([name]) => usedParts.has(name))),
			diagnostics: findings,
		},
	};
}

/** Files that somebody else has put into the output folder: they go with the next output. */
function foreign({ output }: Project, { ours, folders }: OutputLedger): Diagnostic[] {
	if (ours.length === 0) return [];
	return output.foreign(ours, folders).map((out) => ({
		code: 'foreign-file',
		severity: 'warning',
		message: `The file ${out} in the output folder is not docsgen's, and is removed with the next output.`,
		hint: `Put it into content/static/${out}: what is there is published as it is.`,
	}));
}

/** What an unchanged job gave last time, if its output is still there (or is not wanted). */
function remember(
	job: KeyedJob,
	ledger: OutputLedger,
	present: Present,
	options: BuildOptions,
): Pick<OutputFile, 'hash' | 'facts'> | undefined {
	const facts = ledger.facts[job.key];
	if (job.kind === 'page' && (!facts || facts.parts.some((part) => !ledger.parts[part]))) return undefined;
	if (options.checkOnly) return facts && { hash: '', facts };
	const known = ledger.outputs[job.out];
	return known && known[0] === job.key && present.has(job.out) ? { hash: known[1], facts } : undefined;
}

/** What is out now, beside what the last build put there; the disk is asked once for each file. */
class Present {
	private readonly stamps = new Map<string, string>();

	constructor(
		private readonly project: Project,
		private readonly ledger: OutputLedger,
	) {}

	stamp(out: string): string {
		const stamp = this.stamps.get(out) ?? this.project.output.stamp(out);
		this.stamps.set(out, stamp);
		return stamp;
	}

	/** Whether an output is as the last build left it: not where somebody has removed or changed it by hand. */
	has(out: string): boolean {
		return this.stamp(out) !== '' && this.stamp(out) === this.ledger.outputs[out]?.[2];
	}

	holds(out: string, hash: string): boolean {
		return this.ledger.outputs[out]?.[1] === hash && this.has(out);
	}

	/** Those that are as they were left. */
	files(): Files {
		const whole = Object.entries(this.ledger.outputs).filter(([out]) => this.has(out));
		return Object.fromEntries(whole.map(([out, [, hash, stamp]]) => [out, [hash, stamp]]));
	}
}

/** Nothing is staged before there is something to write. */
class LazyStaging {
	private staging: Staging | undefined;

	constructor(
		private readonly project: Project,
		private readonly ledger: OutputLedger,
		private readonly present: Present,
		private never: boolean,
	) {}

	/** From now on nothing is staged: there will be no output. */
	close(): void {
		this.never = true;
	}

	/** Takes a file; without bytes it lies in the tree already. */
	write(out: string, hash: string, bytes: Uint8Array | undefined): void {
		if (this.never) return;
		if (bytes) this.open().write(out, bytes, hash);
		else this.open().adopt(out);
	}

	/** Copies a file by its absolute path. */
	copy(out: string, source: string, hash: string): void {
		if (!this.never) this.open().copy(out, source, hash);
	}

	emptyTree(): string | undefined {
		return this.never ? undefined : this.open().emptyTree();
	}

	/** Undefined where another build has been quicker. */
	commit(kept: [out: string, hash: string][]): Commit | undefined {
		const staging = this.open();
		for (const [out, hash] of kept) staging.keep(out, hash);
		const commit = staging.commit();
		this.staging = undefined;
		return commit;
	}

	/** Drops what was not committed. */
	discard(): void {
		this.staging?.discard();
	}

	private open(): Staging {
		this.staging ??= this.project.output.stage(this.present.files(), this.ledger.identity);
		return this.staging;
	}
}

/**
 * `docsgen build` and `docsgen check`: the whole site, once. Only jobs whose key changed run; the output is replaced
 * in one step, and only if nothing was found wrong.
 */
import type { Config } from '../content/config.ts';
import { hashOf, hashOfValue } from '../content/hash.ts';
import { CONTENT } from '../content/identity.ts';
import type { Diagnostic } from '../content/types.ts';
import { checkOutputs, checkPages } from '../render/check.ts';
import { headersFile } from '../render/headers.ts';
import type { Job, OutputFile, PageFacts } from '../render/types.ts';
import { packagesSignature } from './api/packages.ts';
import { bundleFolders, loadModule } from './bundle.ts';
import { withExcerpts } from './excerpts.ts';
import { loadOutputs, type OutputLedger, saveOutputs } from './ledger.ts';
import type { Staging } from './output.ts';
import { CacheLost } from './packs.ts';
import { CONFIG_FILE, optionsHash, type Update, type UpdateOptions, update } from './pipeline.ts';
import { diskProject, type FileStat, type Project } from './project.ts';
import { renderJobs } from './render-jobs.ts';
import { WORTH_A_THREAD } from './thread/second.ts';
import { DOCSGEN_HASH } from './version.ts';
import { forget, openWorkshop, saveWorkshop, stopHelpers, type Workshop } from './workshop.ts';

export interface BuildOptions extends UpdateOptions {
	/** Absolute output folder. */
	outDir: string;
	/** Verify everything, write nothing. */
	checkOnly?: boolean;
	/** Hears what is being done and how far it is. */
	progress?: (label: string, done?: number, total?: number) => void;
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

/** Times that a build is begun anew because another one has replaced the output under it. */
const TURNS = 5;

/** Builds or checks a site. Findings are in the result; exceptions are bugs of docsgen. */
export async function build(project: Project, options: BuildOptions): Promise<BuildResult> {
	for (let turn = 1; ; turn++) {
		try {
			const result = await buildOnce(project, options);
			if (result) return result;
			if (turn === TURNS) throw new Error('Other builds replace the same output all the time.');
		} catch (error) {
			if (!(error instanceof CacheLost) || turn > 1) throw error;
			forget(project);
		}
	}
}

/** Undefined where another build has replaced the output meanwhile. */
async function buildOnce(project: Project, options: BuildOptions): Promise<BuildResult | undefined> {
	const now = options.now ?? Date.now;
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
	const ledger = loadOutputs(project, options.outDir);
	const content = project.list(CONTENT);
	const signature = await signatureOf(project, content, options);
	if (signature === ledger.signature && isComplete(project, ledger, options)) {
		const count = Object.keys(ledger.outputs).length;
		return {
			ok: true,
			pages: ledger.pages,
			written: 0,
			unchanged: count,
			removed: 0,
			jobs: 0,
			diagnostics: ledger.diagnostics,
		};
	}
	if (!options.checkOnly) project.output.prepare(hashesOf(ledger), ledger.identity);
	options.progress?.('Reading');
	const workshop = openWorkshop(project, now);
	try {
		const updated = await update(workshop, { ...options, content });
		if (!('plan' in updated)) return { ...FAILED, diagnostics: withExcerpts(updated.diagnostics, project) };
		const result = await run(workshop, updated, ledger, options);
		saveWorkshop(workshop);
		if (result?.ok && !options.checkOnly) saveOutputs(project, { ...result.ledger, signature, time: now() });
		return result;
	} finally {
		await stopHelpers(workshop);
	}
}

/**
 * Names all that a build depends on without reading it: every input's size and time, and the configuration's value,
 * which may come from the environment.
 */
async function signatureOf(project: Project, content: FileStat[], options: BuildOptions): Promise<string> {
	const stats = [
		...content,
		...bundleFolders(project).flatMap((folder) =>
			diskProject(folder, '')
				.list('')
				.map((stat) => ({ ...stat, path: `${folder}/${stat.path}` })),
		),
	];
	const newest = Math.max(0, ...stats.map((stat) => stat.modified));
	const config = await loadModule(project, CONFIG_FILE).catch(() => undefined);
	// Files changed just now may change again within the same tick of their clock: such a state has no name.
	const doubt = (options.now ?? Date.now)() - newest < 2000 ? [newest, (options.now ?? Date.now)()] : [];
	return hashOfValue([
		DOCSGEN_HASH,
		optionsHash(options),
		config,
		packagesSignature(project.root, config),
		stats.map(({ path, size, modified }) => [path, size, modified]),
		doubt,
	]);
}

function isComplete(project: Project, ledger: OutputLedger, options: BuildOptions): boolean {
	return options.checkOnly === true || Object.keys(ledger.outputs).every((out) => project.output.has(out));
}

/** Runs the jobs that are stale, checks all pages, and commits. Undefined where there was a conflict at the end. */
async function run(
	workshop: Workshop,
	updated: Update,
	ledger: OutputLedger,
	options: BuildOptions,
): Promise<(BuildResult & { ledger: OutputLedger }) | undefined> {
	const { project } = workshop;
	const { plan, site } = updated;
	const diagnostics = [...updated.diagnostics, ...checkOutputs(plan.jobs)];
	// With errors there will be no output; paths that are one of them may not even be written.
	const isDoomed = applySeverity(diagnostics, site.config).some((finding) => finding.severity === 'error');
	const staging = new LazyStaging(project, ledger, isDoomed || options.checkOnly === true);
	const outputs: OutputLedger['outputs'] = {};
	const facts = new Map<string, PageFacts>();
	const factsByKey: OutputLedger['facts'] = {};
	const kept: [out: string, hash: string][] = [];
	let written = 0;

	const has = remembering((out) => project.output.has(out));
	const isThere = (out: string, hash: string): boolean => ledger.outputs[out]?.[1] === hash && has(out);
	const results = new Map<string, Pick<OutputFile, 'hash' | 'facts'>>();
	const stale: Job[] = [];
	for (const job of plan.jobs.values()) {
		const remembered = remember(job, ledger, has, options);
		if (remembered) results.set(job.out, remembered);
		else stale.push(job);
	}
	const rendered = await renderJobs(workshop, updated, stale, {
		tree: stale.length >= WORTH_A_THREAD ? staging.emptyTree() : undefined,
		progress: (done) => options.progress?.('Rendering', done, stale.length),
		receive({ out }, file, bytes) {
			// Not the file itself: its bytes are not needed any more.
			results.set(out, { hash: file.hash, facts: file.facts });
			if (!isThere(out, file.hash)) staging.write(out, file.hash, bytes);
		},
	});
	// In the order of the plan, whoever was first: what is made from all pages must not depend on that.
	const take = (job: Job, { hash, facts: found }: Pick<OutputFile, 'hash' | 'facts'>): void => {
		outputs[job.out] = [job.key, hash];
		if (found) {
			facts.set(job.out, found);
			factsByKey[job.key] = found;
		}
		if (isThere(job.out, hash)) kept.push([job.out, hash]);
		else written++;
	};
	for (const job of plan.jobs.values()) {
		const result = results.get(job.out);
		const crashed = rendered.crashes.get(job.out);
		if (result) take(job, result);
		if (crashed) diagnostics.push(crashed);
	}

	const parts = new Map([...Object.entries(ledger.parts), ...rendered.parts]);
	const headers = headersFile(site.config, [...facts.values()]);
	const headersJob: Job = { out: '_headers', key: hashOf(headers), kind: 'text', text: () => headers };
	if (!plan.jobs.has('_headers')) {
		if (!isThere('_headers', hashOf(headers))) staging.write('_headers', hashOf(headers), Buffer.from(headers));
		take(headersJob, { hash: hashOf(headers) });
	}
	options.progress?.('Checking links');
	diagnostics.push(...checkPages({ site, outOf: plan.outOf, outputs: { has: (out) => out in outputs }, facts, parts }));

	const findings = withExcerpts(applySeverity(diagnostics, site.config), project);
	const ok = !findings.some((finding) => finding.severity === 'error');
	const removed = Object.keys(ledger.outputs).filter((out) => !(out in outputs));
	let identity: string | undefined = ledger.identity;
	const isNew = ok && !options.checkOnly && (written > 0 || removed.length > 0);
	if (isNew) identity = staging.commit(kept);
	else staging.discard();
	if (identity === undefined) return undefined;
	const usedParts = new Set(Object.values(factsByKey).flatMap((page) => page.parts));
	return {
		ok,
		pages: site.routes.length,
		written: options.checkOnly ? 0 : written,
		unchanged: kept.length,
		removed: removed.length,
		jobs: stale.length,
		diagnostics: findings,
		ledger: {
			outDir: options.outDir,
			identity,
			signature: '',
			time: 0,
			outputs,
			facts: factsByKey,
			pages: site.routes.length,
			parts: Object.fromEntries([...parts].filter(([name]) => usedParts.has(name))),
			diagnostics: findings,
		},
	};
}

/** What an unchanged job gave last time, if its output is still there (or is not wanted). */
function remember(
	job: Job,
	ledger: OutputLedger,
	has: (out: string) => boolean,
	options: BuildOptions,
): Pick<OutputFile, 'hash' | 'facts'> | undefined {
	const facts = ledger.facts[job.key];
	if (job.kind === 'page' && (!facts || facts.parts.some((part) => !ledger.parts[part]))) return undefined;
	if (options.checkOnly) return facts && { hash: '', facts };
	const known = ledger.outputs[job.out];
	return known?.[0] === job.key && has(job.out) ? { hash: known[1], facts } : undefined;
}

/** Asks each question once: each asks the disk. */
function remembering(ask: (out: string) => boolean): (out: string) => boolean {
	const known = new Map<string, boolean>();
	return (out) => {
		const answer = known.get(out) ?? ask(out);
		known.set(out, answer);
		return answer;
	};
}

/** B-294: what the configuration says about a kind of finding. */
export function applySeverity(diagnostics: Diagnostic[], config: Config): Diagnostic[] {
	const configured: Partial<Record<string, Diagnostic['severity'] | 'ignore'>> = config.severity;
	return diagnostics.flatMap((finding) => {
		const severity = configured[finding.code] ?? finding.severity;
		return severity === 'ignore' ? [] : [{ ...finding, severity }];
	});
}

/** Hashes of the present output's files by path. */
function hashesOf({ outputs }: OutputLedger): Record<string, string> {
	return Object.fromEntries(Object.entries(outputs).map(([out, [, hash]]) => [out, hash]));
}

/** Nothing is staged before there is something to write. */
class LazyStaging {
	private staging: Staging | undefined;

	constructor(
		private readonly project: Project,
		private readonly ledger: OutputLedger,
		private readonly never: boolean,
	) {}

	/** Takes a file; without bytes it lies in the tree already. */
	write(out: string, hash: string, bytes: Uint8Array | undefined): void {
		if (this.never) return;
		if (bytes) this.open().write(out, bytes, hash);
		else this.open().adopt(out);
	}

	emptyTree(): string | undefined {
		return this.never ? undefined : this.open().emptyTree();
	}

	/** The new output's identity; undefined where another build has been quicker. */
	commit(kept: [out: string, hash: string][]): string | undefined {
		const staging = this.open();
		for (const [out, hash] of kept) staging.keep(out, hash);
		return staging.commit();
	}

	discard(): void {
		this.staging?.discard();
	}

	private open(): Staging {
		if (!this.staging) {
			this.staging = this.project.output.stage(hashesOf(this.ledger), this.ledger.identity);
		}
		return this.staging;
	}
}

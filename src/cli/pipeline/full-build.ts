/** A build after a change: runs only the jobs with a changed key, and replaces the output as a whole. */
import type { Config } from '../../content/model/config.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import type { Extension } from '../../extension.ts';
import { checkOutputs, checkPages } from '../../render/check.ts';
import { checkHostLimits } from '../../render/host-limits.ts';
import { keyOf, runJob } from '../../render/jobs.ts';
import type { KeyedJob, OutputFile, PageInspection } from '../../render/model/job.ts';
import { placeholderUrl } from '../bundle/configuration.ts';
import { type Entries, openEntries } from '../cache/entries.ts';
import { type OutputLedger, optionsHash, saveLedger } from '../cache/ledger.ts';
import type { Inputs } from '../disk/inputs.ts';
import type { Staging } from '../disk/output.ts';
import type { Project } from '../disk/project.ts';
import { applySeverity, withExcerpts } from '../terminal/findings.ts';
import { EditSaver } from './edit-saver.ts';
import { madeLine } from './edits.ts';
import { type Update, type UpdateOptions, update } from './pipeline.ts';
import { environmentOf, type RenderOutcome, renderJobs, type Stale } from './render-jobs.ts';
import { openSession, type Session, saveSession, stopHelpers, stopSecondThread } from './session.ts';

export interface BuildOptions extends UpdateOptions {
	/** Absolute output folder. */
	outDir: string;
	/** Verify everything, write nothing. */
	checkOnly?: boolean;
	/** Fail on warnings as well. */
	strict?: boolean;
	/** The output is for readers: an example as the URL of the site is a finding. A migration reports it in its own words. */
	published?: boolean;
	/** Default: the environment variables of the process. */
	env?: Record<string, string | undefined>;
	/** The current time in milliseconds; used only to judge how reliable file times are. */
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

/** Undefined if another build has replaced the output meanwhile. */
export async function fullBuild(
	project: Project,
	inputs: Inputs,
	ledger: OutputLedger,
	options: BuildOptions,
	extensions: readonly Extension[],
): Promise<BuildResult | undefined> {
	const session = openSession(project, inputs, extensions);
	try {
		const updated = await update(session, options);
		if (!('plan' in updated)) {
			project.store.save();
			const diagnostics = withExcerpts(updated.diagnostics, inputs);
			return { ok: false, pages: 0, written: 0, unchanged: 0, removed: 0, jobs: 0, diagnostics };
		}
		const { plan, config } = updated;
		const diagnostics = [
			...updated.diagnostics,
			...(options.published ? placeholderUrl(updated.pass, config, options.url) : []),
			...checkOutputs(plan, config),
			...refused(project, config, options),
		];
		const isDoomed = applySeverity(diagnostics, config).some(({ severity }) => severity === 'error');
		// With errors there will be no output, and paths reported as errors may be unsafe to write.
		const staging = options.checkOnly || isDoomed ? undefined : project.output.stage(ledger.identity);
		try {
			return await new Build(session, updated, ledger, options, staging).run(diagnostics);
		} finally {
			staging?.discard();
		}
	} finally {
		await stopHelpers(session);
	}
}

function refused({ output }: Project, { theme }: Config, { checkOnly }: BuildOptions): Diagnostic[] {
	const message = checkOnly ? undefined : output.refusal([theme.folder]);
	const hint = 'Name another folder with --out-dir, or empty this one yourself.';
	return message === undefined ? [] : [{ code: 'foreign-output', severity: 'error', message, hint }];
}

/** Facts about an output made by this build or an earlier one. */
type Made = Pick<OutputFile, 'key' | 'hash' | 'facts'>;

class Build {
	/** Hashes of the outputs that are unchanged on the disk since the last build. */
	private readonly intact: Map<string, string>;
	/** Inspections of finished pages by job key, and of the texts that pages share by name. */
	private readonly facts: Entries<PageInspection>;
	private readonly parts: Entries<PageInspection>;
	/** The shared texts of all pages. */
	private readonly shownParts = new Map<string, PageInspection>();
	/** All files of the output folder, if its folders are as the last build left them. */
	private readonly known: string[] | undefined;
	private made = new Map<string, Made>();
	/** Files of the site that are published unchanged; jobs do not load them into memory. */
	private readonly copies: { out: string; key: string; path: string; hash: string }[] = [];
	private readonly edits: EditSaver;
	/** Jobs that run, by kind. */
	private readonly staleKinds: string[] = [];

	constructor(
		private readonly session: Session,
		private readonly updated: Update,
		private readonly ledger: OutputLedger,
		private readonly options: BuildOptions,
		private readonly staging: Staging | undefined,
	) {
		const { output, store } = session.project;
		this.edits = new EditSaver(session);
		this.facts = openEntries(store, 'facts');
		this.parts = openEntries(store, 'parts');
		const outs = Object.keys(ledger.outputs);
		this.known = output.foldersVersion(outs) === ledger.folders ? outs : undefined;
		const intact = Object.entries(ledger.outputs).filter(([out, [, , version]]) => output.fileVersion(out) === version);
		this.intact = new Map(intact.map(([out, [, hash]]) => [out, hash]));
	}

	/** Runs the stale jobs, checks all pages, and commits. Undefined if the commit found another build's output. */
	async run(diagnostics: Diagnostic[]): Promise<BuildResult | undefined> {
		const { plan, sites, config, virtual } = this.updated;
		const rendered = await this.render();
		const parts = new Map([...this.shownParts, ...rendered.parts]);
		// In the order of the plan: outputs computed from all pages must not depend on which thread was faster.
		const { outs } = this;
		diagnostics.push(...outs.flatMap((out) => rendered.crashes.get(out) ?? []));
		this.made = new Map(outs.flatMap((out) => pair(out, this.made.get(out))));
		const facts = new Map([...this.made].flatMap(([out, { facts }]) => pair(out, facts)));
		diagnostics.push(...this.renderLate(facts));
		this.options.progress?.('Checking links');
		if (virtual.state !== 'failed')
			diagnostics.push(...checkPages({ sites, outOf: plan.outOf, outputs: this.made, facts, parts }));
		diagnostics.push(...this.foreign());
		const findings = withExcerpts(applySeverity(diagnostics, config), this.session.inputs);
		const isBad = ({ severity }: Diagnostic): boolean =>
			severity === 'error' || (this.options.strict === true && severity === 'warning');
		const ok = !findings.some(isBad);
		const kept = [...this.made].flatMap(([out, { hash }]) => (this.isUnchanged(out, hash) ? out : []));
		const removed = Object.keys(this.ledger.outputs).filter((out) => !this.made.has(out)).length;
		const written = this.made.size - kept.length;
		const pages = sites.reduce((count, { routes }) => count + routes.length, 0);
		if (ok && this.staging) {
			this.options.progress?.('Writing outputs');
			const versions = new Map(kept.map((out) => [out, this.ledger.outputs[out]?.[2] ?? '']));
			let { identity } = this.ledger;
			if (written > 0 || removed > 0) {
				this.staging.keep(kept);
				const committed = this.staging.commit(this.known);
				if (committed === undefined) return undefined;
				identity = committed;
			}
			this.remember({ identity, diagnostics: findings, pages }, facts, parts, versions);
		}
		saveSession(this.session);
		return {
			ok,
			pages,
			written: this.options.checkOnly ? 0 : written,
			unchanged: kept.length,
			removed,
			jobs: this.staleKinds.length + this.copies.length,
			diagnostics: findings,
		};
	}

	/** Names of all outputs but those that are computed from all pages. */
	private get outs(): string[] {
		return [...this.updated.plan.jobs.keys()];
	}

	private async render(): Promise<RenderOutcome> {
		const { plan } = this.updated;
		this.options.progress?.('Comparing outputs');
		const immediate = [...this.staleOf(plan.jobs.immediate())];
		const rendered = await renderJobs(this.session, this.updated, immediate, this.staleOf(plan.jobs.deferred()), {
			tree: this.staging?.tree,
			progress: (done) => this.options.progress?.('Rendering', done, this.staleKinds.length),
			receive: (out, { hash, facts }, bytes) =>
				this.addOutput(out, { key: plan.jobs.key(out) ?? '', hash, facts }, bytes),
		});
		// Frees its memory.
		await stopSecondThread(this.session);
		this.options.explain?.(madeLine(this.staleKinds, this.outs.length));
		for (const { out, key, path, hash } of this.copies) {
			this.made.set(out, { key, hash });
			if (!this.isUnchanged(out, hash)) this.staging?.copy(out, this.session.inputs.pathOf(path));
		}
		return rendered;
	}

	/** The jobs that must run; the results of the others are remembered. */
	private *staleOf(outs: Iterable<string>): Generator<Stale> {
		for (const out of outs) {
			const job = this.updated.plan.jobs.get(out);
			if (!job) continue;
			if (this.staging) this.edits.note(job);
			const remembered = this.remembered(job);
			if (remembered) this.made.set(job.out, remembered);
			else if (job.kind === 'copy') this.copies.push({ out: job.out, key: job.key, ...job.input });
			else {
				this.staleKinds.push(job.kind);
				yield { out: job.out, kind: job.kind };
			}
		}
	}

	/** The result of an unchanged job in the last build, if its output still exists (or if this is a check). */
	private remembered(job: KeyedJob): Made | undefined {
		const { ledger } = this;
		const { key } = job;
		const facts = job.kind === 'page' ? this.facts.get(key) : undefined;
		if (job.kind === 'page' && !facts?.parts.every((part) => this.hasPart(part))) return undefined;
		if (this.options.checkOnly) return facts && { key, hash: '', facts };
		const hash = ledger.outputs[job.out]?.[0] === key ? this.intact.get(job.out) : undefined;
		return hash === undefined ? undefined : { key, hash, facts };
	}

	private hasPart(name: string): boolean {
		const facts = this.shownParts.get(name) ?? this.parts.get(name);
		if (facts) this.shownParts.set(name, facts);
		return facts !== undefined;
	}

	private isUnchanged(out: string, hash: string): boolean {
		return this.intact.get(out) === hash;
	}

	/** Keeps the facts, not the bytes, to save memory. Without bytes, the file is in the tree already. */
	private addOutput(out: string, made: Made, bytes: Uint8Array | undefined): void {
		this.made.set(out, made);
		if (bytes && !this.isUnchanged(out, made.hash)) this.staging?.write(out, bytes);
	}

	/** Makes the outputs computed from all pages; returns what their hosts would drop. */
	private renderLate(facts: Map<string, PageInspection>): Diagnostic[] {
		const { finalJobs, names } = this.updated.plan;
		const texts = new Map<string, string>();
		for (const [out, plan] of finalJobs) {
			const job = plan(facts.values());
			if (job.kind === 'text') texts.set(out, job.input.text);
			const key = keyOf(job, names);
			const { bytes, hash } = runJob({ ...job, key }, environmentOf(this.session, this.updated));
			this.addOutput(out, { key, hash }, bytes);
		}
		return checkHostLimits(this.updated.config, { texts, files: this.made.size });
	}

	/** Files in the output folder that docsgen did not write; the next output will not contain them. */
	private foreign(): Diagnostic[] {
		const { ours } = this.ledger;
		const found = ours.length === 0 || this.known ? [] : this.session.project.output.unknownFiles(ours);
		return found.map((out) => ({
			code: 'foreign-file',
			severity: 'warning',
			message: `The file ${out} in the output folder was not written by docsgen; the next build removes it.`,
			hint: `Put it in content/static/${out}, which is published unchanged.`,
		}));
	}

	/** Saves the ledger of this build, with the `versions` of kept files. */
	private remember(
		about: Pick<OutputLedger, 'identity' | 'diagnostics' | 'pages'>,
		facts: Map<string, PageInspection>,
		parts: Map<string, PageInspection>,
		versions: Map<string, string>,
	): void {
		const { project, inputs } = this.session;
		const made = [...this.made];
		const used = new Set([...facts.values()].flatMap((page) => page.parts));
		for (const [name, part] of parts) if (used.has(name)) this.parts.add(name, () => part);
		for (const { key, facts } of this.made.values()) if (facts) this.facts.add(key, () => facts);
		this.parts.sweep(used);
		this.facts.sweep(made.flatMap(([, { key, facts }]) => (facts ? key : [])));
		const edits = this.edits.save(this.session, this.updated);
		// What the ledger refers to must not be older than it is.
		project.store.save();
		saveLedger(project, 'outputs', {
			...about,
			edits,
			outDir: this.options.outDir,
			options: optionsHash(this.options),
			looked: inputs.looked(),
			outputs: Object.fromEntries(
				made.map(([out, { key, hash }]) => [
					out,
					[key, hash, versions.get(out) ?? project.output.fileVersion(out)] as const,
				]),
			),
			folders: project.output.foldersVersion(this.made.keys()),
			ours: [],
		});
	}
}

/** An entry of a map; none without a value. */
function pair<T>(key: string, value: T | undefined): [string, T][] {
	return value === undefined ? [] : [[key, value]];
}

/** Runs jobs: in this thread, and if there are many, in a second one as well. The result is the same. */
import type { Diagnostic } from '../../content/model/page.ts';
import { inspectShared, runJob } from '../../render/jobs.ts';
import type { Job, JobEnvironment, KeyedJob, OutputFile, PageInspection } from '../../render/model/job.ts';
import { drawsWith } from '../bundle/extension-files.ts';
import { type LoadedTemplates, placeInModule } from '../bundle/templates.ts';
import { CacheLost } from '../disk/disk.ts';
import type { Update } from './pipeline.ts';
import { type Crash, type Outcome, type SecondWorker, splitWork, THREAD_MINIMUM } from './second-thread.ts';
import { type Session, secondThread } from './session.ts';

/** Jobs per block for the second thread. */
const JOBS_PER_BLOCK = 24;
/** Fraction of all blocks sent in advance, for the time when this thread runs the jobs that only it can run. */
const AHEAD_FRACTION = 1 / 2;
/** Maximum number of blocks sent in advance, because each is in memory twice. */
const MAX_AHEAD_BLOCKS = 128;
/** Kinds of jobs that the second thread has all data for. */
const SHARED_KINDS = new Set<Job['kind']>(['page', 'markdown', 'search-page', 'image']);

export interface RenderOptions {
	/** Absolute folder that the second thread writes files to; undefined: it sends their bytes. */
	tree: string | undefined;
	/** Called with the number of finished jobs. */
	progress(done: number): void;
	/** Takes a finished file; without bytes, it is in `tree` already. */
	receive(out: string, file: Pick<OutputFile, 'hash' | 'facts'>, bytes: Uint8Array | undefined): void;
}

export interface RenderOutcome {
	/** B-182: pages with a template that threw, by output path; the other pages are made. */
	crashes: Map<string, Diagnostic>;
	/** Facts of the texts that pages share, by name. */
	parts: Map<string, PageInspection>;
}

/** An output to make. Its job is planned again when it runs, to save memory. */
export type Stale = Pick<Job, 'out' | 'kind'>;

/**
 * Runs all these jobs; plans the jobs of `slow` one by one as it runs them. Throws `CacheLost` and disk errors.
 */
export async function renderJobs(
	session: Session,
	updated: Update,
	stale: Stale[],
	deferred: Iterable<Stale>,
	options: RenderOptions,
): Promise<RenderOutcome> {
	const environment = environmentOf(session, updated);
	const crashes = new Map<string, Diagnostic>();
	const { plan } = updated;
	let done = 0;
	const settle = (out: string, outcome: Outcome): void => {
		if (outcome.kind === 'crashed') crashes.set(out, withPlace(outcome, updated.templates));
		else options.receive(out, outcome, outcome.bytes);
		options.progress(++done);
	};
	const make = ({ out }: Stale): void => {
		const job = plan.jobs.get(out);
		if (job) settle(out, attempt(job, environment));
	};
	const shared = stale.filter(({ kind }) => SHARED_KINDS.has(kind));
	const second = shared.length < THREAD_MINIMUM.jobs ? undefined : secondThread(session);
	const secondWorker: SecondWorker<Stale> | undefined = second && {
		size: JOBS_PER_BLOCK,
		ahead: Math.min(Math.ceil((shared.length / JOBS_PER_BLOCK) * AHEAD_FRACTION), MAX_AHEAD_BLOCKS),
		async run(block) {
			const jobs = block.flatMap(({ out }) => plan.jobs.get(out) ?? []);
			const outcomes = await second.ask('render', { jobs });
			for (const [index, outcome] of outcomes.entries()) settle(jobs[index]?.out ?? '', outcome);
		},
	};
	if (second) {
		// The second thread reads bodies and annotations from the disk.
		session.project.store.save();
		const { sidebars, siteViews: sites } = plan;
		void second.ask('prepare', { templates: updated.templates.code, sidebars, sites, tree: options.tree });
	}
	await splitWork(shared, make, secondWorker, () => {
		// Both threads finish at about the same time.
		for (const own of deferred) make(own);
		for (const own of stale) if (!SHARED_KINDS.has(own.kind)) make(own);
	});
	const parts = inspectShared(environment);
	if (second) for (const [name, facts] of await second.ask('parts', {})) parts.set(name, facts);
	return { crashes, parts };
}

function attempt(job: KeyedJob, environment: JobEnvironment): Outcome {
	try {
		return { kind: 'made', ...runJob(job, environment) };
	} catch (error) {
		if (error instanceof CacheLost) throw error;
		return { kind: 'crashed', ...crashOf(job, error) };
	}
}

/** The environment of jobs, for one state of the site. */
export function environmentOf(
	{ bodies, project, inputs, annotations }: Session,
	{ templates: { templates }, plan }: Update,
): JobEnvironment {
	return {
		templates,
		site: (hash) => plannedEntry(plan.siteViews, hash),
		body: bodies.get,
		annotations: annotations.get,
		sidebar: (hash) => plannedEntry(plan.sidebars, hash),
		text: (name) => plannedEntry(plan.texts, name),
		bytes: (hash) => plannedEntry(plan.bytes, hash),
		file: (path) => project.read(path) ?? Buffer.alloc(0),
		draw: drawsWith(inputs),
		shared: new Map(),
	};
}

/** An entry that the plan must have. */
export function plannedEntry<T>(all: Map<string, T>, name: string): T {
	const found = all.get(name);
	if (found === undefined) throw new Error(`The plan has no ${name}`);
	return found;
}

/* ---------------------------------------------------------------- B-182: a page whose template throws */

/** The finding at its position in the site's own template, if that is known. */
export function withPlace({ finding, at }: Crash, templates: Pick<LoadedTemplates, 'placeOf'>): Diagnostic {
	const place = at ? templates.placeOf(at) : {};
	if (place.file === undefined) return finding;
	const notes = finding.file === undefined ? finding.notes : [`On the page ${finding.file}.`, ...(finding.notes ?? [])];
	const hint = 'Fix it there. Without the file, the built-in one with its name is used, if there is one.';
	return { ...finding, ...place, notes, hint };
}

/** Describes a job that threw. */
export function crashOf(job: Job, error: unknown): Crash {
	const chain: string[] = [];
	for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) chain.push(cause.message);
	const [message = String(error), ...causes] = chain;
	const route = job.kind === 'page' ? job.input.route : job.out;
	const finding: Diagnostic = {
		code: 'render-crash',
		severity: 'error',
		file: job.kind === 'page' ? job.input.bodies[0]?.page : undefined,
		message: `The page ${route} could not be rendered: ${message}`,
		notes: causes.map((cause) => `Cause: ${cause}`),
	};
	return { finding, at: error instanceof Error ? placeInModule(error) : undefined };
}

/** Runs jobs: in this thread, and where there are many in a second one beside it. The result is the same. */
import type { Diagnostic } from '../../content/model/page.ts';
import { inspectShared, runJob } from '../../render/jobs.ts';
import type { Job, JobEnvironment, KeyedJob, OutputFile, PageFacts } from '../../render/model/job.ts';
import { CacheLost } from '../machine/store.ts';
import { crash, placed } from './crash.ts';
import type { Update } from './pipeline.ts';
import { type Beside, type Outcome, share, type ThreadJob, WORTH_A_THREAD } from './second-thread.ts';
import { secondThread, type Workshop } from './workshop.ts';

/** Jobs of a block for the second thread. */
const BLOCK = 24;
/** The part of all blocks that it gets in advance, for as long as this thread makes what only it can. */
const AHEAD = 1 / 4;
/** At most so many: each is in memory twice. */
const AHEAD_LIMIT = 128;
/** Jobs that need nothing but what the second thread is given. */
const SHARED = new Set<Job['kind']>(['page', 'markdown', 'search-page']);

export interface RenderOptions {
	/** Absolute folder that the second thread may write files to; absent: it sends their bytes. */
	tree: string | undefined;
	/** Hears how many jobs have been run. */
	progress(done: number): void;
	/** Takes a finished file; without bytes it has been written to `tree`. */
	receive(out: string, file: Pick<OutputFile, 'hash' | 'facts'>, bytes: Uint8Array | undefined): void;
}

export interface RenderOutcome {
	/** B-182: pages whose template failed, by output path; the others are made all the same. */
	crashes: Map<string, Diagnostic>;
	/** Facts of the texts that pages share, by name. */
	parts: Map<string, PageFacts>;
}

/** An output that is to be made, and what it reads most of. */
export interface Stale {
	out: string;
	kind: Job['kind'];
	/** Hash of the first body that it reads; jobs that read the same one stand together. */
	body: string;
}

/** A job as the list of what is to be made has it. */
export function staleJob({ out, kind, input }: Job): Stale {
	if (kind === 'page') return { out, kind, body: input.bodies[0]?.hash ?? '' };
	if (kind === 'search-page') return { out, kind, body: input.page.bodyHash ?? '' };
	return { out, kind, body: kind === 'markdown' ? input.bodyHash : '' };
}

/**
 * Runs all these jobs; those of `slow` are planned when they are asked for. Throws `CacheLost`, and what the disk
 * throws.
 */
export async function renderJobs(
	workshop: Workshop,
	updated: Update,
	stale: Stale[],
	slow: Iterable<Stale>,
	options: RenderOptions,
): Promise<RenderOutcome> {
	const environment = environmentOf(workshop, updated);
	const crashes = new Map<string, Diagnostic>();
	const { plan } = updated;
	let done = 0;
	const settle = (out: string, outcome: Outcome): void => {
		if (outcome.kind === 'crashed') crashes.set(out, placed(outcome, updated.templates));
		else options.receive(out, outcome, outcome.bytes);
		options.progress(++done);
	};
	const make = ({ out }: Stale): void => {
		const job = plan.jobs.get(out);
		if (job) settle(out, attempt(job, environment));
	};
	const shared = byBody(stale.filter(({ kind }) => SHARED.has(kind)));
	const second = shared.length < WORTH_A_THREAD.jobs ? undefined : secondThread(workshop);
	const beside: Beside<Stale> | undefined = second && {
		size: BLOCK,
		ahead: Math.min(Math.ceil((shared.length / BLOCK) * AHEAD), AHEAD_LIMIT),
		async run(block) {
			const jobs = block.flatMap(({ out }) => plan.jobs.get(out) ?? []);
			const outcomes = await second.ask('render', { jobs: jobs.map((job) => threadJob(job, workshop.samples)) });
			for (const [index, outcome] of outcomes.entries()) settle(jobs[index]?.out ?? '', outcome);
		},
	};
	if (second) {
		// Bodies that are not in the memory of the other thread, it reads from the disk.
		workshop.project.store.save();
		const { sidebars, siteView: site } = plan;
		void second.ask('prepare', { templates: updated.templates.code, sidebars, site, tree: options.tree });
	}
	await share(shared, make, beside, () => {
		// In the end both have something to do for as long as the other.
		for (const own of slow) make(own);
		for (const own of stale) if (!SHARED.has(own.kind)) make(own);
	});
	const parts = inspectShared(environment);
	if (second) for (const [name, facts] of await second.ask('parts', {})) parts.set(name, facts);
	return { crashes, parts };
}

/** A job as another thread can take it: with the answers to the samples that its page shows. */
function threadJob(job: KeyedJob, samples: Workshop['samples']): ThreadJob {
	const asked = job.kind === 'page' ? job.input.bodies.flatMap(({ answers }) => answers ?? []) : [];
	return asked.length === 0 ? { job } : { job, answers: new Map(asked.map((hash) => [hash, samples.answers(hash)])) };
}

/** Jobs that read the same body stand together: it is read once. */
function byBody(stale: Stale[]): Stale[] {
	const groups = new Map<string, Stale[]>();
	for (const one of stale) {
		const group = groups.get(one.body);
		if (group) group.push(one);
		else groups.set(one.body, [one]);
	}
	return [...groups.values()].flat();
}

function attempt(job: KeyedJob, environment: JobEnvironment): Outcome {
	try {
		return { kind: 'made', ...runJob(job, environment) };
	} catch (error) {
		if (error instanceof CacheLost) throw error;
		return { kind: 'crashed', ...crash(job, error) };
	}
}

/** The environment of jobs, for one state of the site. */
export function environmentOf(
	{ bodies, inputs, samples }: Workshop,
	{ templates: { templates }, plan }: Update,
): JobEnvironment {
	return {
		templates,
		site: plan.siteView,
		body: (hash) => bodies.get(hash),
		markdown: (hash) => bodies.markdown(hash),
		answers: (hash) => samples.answers(hash),
		sidebar: (hash) => known(plan.sidebars, hash),
		text: (name) => known(plan.texts, name),
		bytes: (hash) => known(plan.bytes, hash),
		file: (path) => inputs.read(path) ?? Buffer.alloc(0),
		shared: new Map(),
	};
}

/** What a plan says there is. */
export function known<T>(all: Map<string, T>, name: string): T {
	const found = all.get(name);
	if (found === undefined) throw new Error(`The plan has no ${name}`);
	return found;
}

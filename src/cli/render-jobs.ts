/** Runs jobs: in this thread, and where there are many in a second one beside it. The result is the same. */
import type { Diagnostic } from '../content/types.ts';
import { inspectShared, runJob } from '../render/jobs.ts';
import type { Job, JobEnvironment, OutputFile, PageFacts } from '../render/types.ts';
import { crash } from './crash.ts';
import { CacheLost } from './packs.ts';
import type { Update } from './pipeline.ts';
import type { Outcome, ThreadJob } from './thread/protocol.ts';
import { type SecondThread, WORTH_A_THREAD } from './thread/second.ts';
import { secondThread, type Workshop } from './workshop.ts';

/** Jobs that the second thread is given at once. */
const BLOCK = 24;
/** Jobs after which this thread looks for what the other one has made. */
const PAUSE = 6;
/** Jobs that need nothing but what the second thread is given. */
const SHARED = new Set<Job['kind']>(['page', 'markdown', 'search-page']);

export interface RenderOptions {
	/** Absolute folder that the second thread may write files to; absent: it sends their bytes. */
	tree: string | undefined;
	/** Hears how many jobs have been run. */
	progress(done: number): void;
	/** Takes a finished file; without bytes it has been written to `tree`. */
	receive(job: Job, file: Pick<OutputFile, 'hash' | 'facts'>, bytes: Uint8Array | undefined): void;
}

export interface RenderOutcome {
	/** B-182: pages whose template failed, by output path; the others are made all the same. */
	crashes: Map<string, Diagnostic>;
	/** Facts of the texts that pages share, by name. */
	parts: Map<string, PageFacts>;
}

/** Runs all these jobs. Throws `CacheLost`, and what the disk throws. */
export async function renderJobs(
	workshop: Workshop,
	updated: Update,
	jobs: Job[],
	options: RenderOptions,
): Promise<RenderOutcome> {
	const environment = environmentOf(workshop, updated);
	const crashes = new Map<string, Diagnostic>();
	let done = 0;
	const settle = (job: Job, outcome: Outcome): void => {
		if (outcome.kind === 'crashed') crashes.set(job.out, outcome.finding);
		else options.receive(job, outcome, outcome.bytes);
		options.progress(++done);
	};
	const shared = byBody(jobs.filter((job) => SHARED.has(job.kind)));
	const own = jobs.filter((job) => !SHARED.has(job.kind));
	const second = shared.length < WORTH_A_THREAD ? undefined : secondThread(workshop);
	let next = 0;
	const beside = second && renderBeside(second);
	// What only this thread can do comes first: in the end both have something to do for as long as the other.
	for (const job of own) settle(job, attempt(job, environment));
	for (let count = 0; next < shared.length; count++) {
		const job = shared[next++];
		if (job) settle(job, attempt(job, environment));
		if (beside && count % PAUSE === 0) await new Promise((resume) => setImmediate(resume));
	}
	await beside;
	const parts = inspectShared(environment);
	if (second) for (const [name, facts] of await second.parts()) parts.set(name, facts);
	return { crashes, parts };

	function renderBeside(thread: SecondThread): Promise<void> {
		const { bodies, samples } = workshop;
		const { plan, templates } = updated;
		const { sidebars, siteView } = plan;
		const footer = siteView.footer;
		thread.prepare({ templates: templates.code, bodies: bodies.share(), sidebars, footer, tree: options.tree });
		const block = (): Job[] => {
			const from = next;
			next += BLOCK;
			return shared.slice(from, next);
		};
		return thread.render(block, (job) => threadJob(job, samples), settle);
	}
}

/** A job as another thread can take it: plain data, with the answers to the samples that its page shows. */
function threadJob(job: Job, samples: Workshop['samples']): ThreadJob {
	if (job.kind !== 'page') return { job };
	const view = job.view();
	const asked = view.bodies.filter(({ answers }) => answers !== undefined);
	const answers = new Map(asked.map(({ page }) => [page, samples.answers(page) ?? []]));
	return { job: { ...job, view }, ...(asked.length > 0 ? { answers } : {}) };
}

/** Jobs that read the same body stand together: it is read once. */
function byBody(jobs: Job[]): Job[] {
	const groups = new Map<string, Job[]>();
	for (const job of jobs) {
		const hash = bodyOf(job);
		const group = groups.get(hash);
		if (group) group.push(job);
		else groups.set(hash, [job]);
	}
	return [...groups.values()].flat();
}

function bodyOf(job: Job): string {
	if (job.kind === 'page') return job.body ?? '';
	if (job.kind === 'search-page') return job.page.bodyHash ?? '';
	return job.kind === 'markdown' ? job.bodyHash : '';
}

function attempt(job: Job, environment: JobEnvironment): Outcome {
	try {
		return { kind: 'made', ...runJob(job, environment) };
	} catch (error) {
		if (error instanceof CacheLost) throw error;
		return { kind: 'crashed', finding: crash(job, error) };
	}
}

/** The environment of jobs, for one state of the site. */
export function environmentOf(
	{ bodies, files, samples }: Workshop,
	{ templates: { templates }, plan }: Update,
): JobEnvironment {
	return {
		templates,
		body: (hash) => bodies.get(hash),
		markdown: (hash) => bodies.markdown(hash),
		answers: (page) => samples.answers(page),
		sidebars: plan.sidebars,
		footer: plan.siteView.footer,
		file: (path) => files.read(path) ?? Buffer.alloc(0),
		shared: new Map(),
	};
}

/** What the second thread runs: it parses, renders and writes what the first one asks for, in the order it is asked. */
import { parentPort } from 'node:worker_threads';
import { inspectShared, runJob } from '../../render/jobs.ts';
import type { JobEnvironment } from '../../render/model/job.ts';
import { openBodies, packBody } from '../machine/bodies.ts';
import { openInputs } from '../machine/inputs.ts';
import { Tree } from '../machine/output.ts';
import { CacheLost } from '../machine/packs.ts';
import { languageOf } from '../machine/plugins.ts';
import { diskProject, type Project } from '../machine/project.ts';
import { templatesOf } from '../machine/templates.ts';
import { crash } from './crash.ts';
import { parseFrom } from './pages.ts';
import { known } from './render-jobs.ts';
import type {
	Outcome,
	ParseRequest,
	PrepareRequest,
	Reply,
	Request,
	ThreadData,
	ThreadJob,
} from './thread-protocol.ts';

function post(reply: Reply, transfer: ArrayBuffer[] = []): void {
	parentPort?.postMessage(reply, transfer);
}

/** Answers requests until the first thread stops this one. */
export function runThread({ root, cacheFolder }: ThreadData): Promise<void> {
	const thread = new Thread(diskProject(root, '', cacheFolder));
	parentPort?.on('message', (request: Request) => {
		thread.answer(request).catch((error: NodeJS.ErrnoException) => {
			post({ kind: 'failed', message: error.message, code: error.code, isCacheLost: error instanceof CacheLost });
		});
	});
	return new Promise(() => {});
}

class Thread {
	private environment: JobEnvironment | undefined;
	private tree: Tree | undefined;
	private answers: ThreadJob['answers'];
	private ready: Promise<void> = Promise.resolve();

	constructor(private readonly project: Project) {}

	async answer(request: Request): Promise<void> {
		// Each request waits for the one before: templates are loaded by a promise.
		const before = this.ready;
		this.ready = before.then(() => this.run(request));
		await this.ready;
	}

	private run(request: Request): void | Promise<void> {
		switch (request.kind) {
			case 'parse':
				return this.parse(request);
			case 'prepare':
				return this.prepare(request);
			case 'render':
				return post({ kind: 'rendered', outcomes: request.jobs.map((job) => this.render(job)) });
			case 'parts':
				return post({ kind: 'parts', parts: this.environment ? inspectShared(this.environment) : new Map() });
		}
	}

	private async parse(request: ParseRequest): Promise<void> {
		const language = await languageOf(request.options.plugins);
		for (const { index, page, body } of parseFrom(request, openInputs(this.project), language)) {
			const packed = packBody(body);
			// Copies, because small buffers are pieces of one that cannot be given away.
			const own = {
				body: Uint8Array.from(packed.body),
				markdown: Uint8Array.from(packed.markdown),
				terms: Uint8Array.from(packed.terms),
			};
			post({ kind: 'page', index, page, packed: own }, [own.body.buffer, own.markdown.buffer, own.terms.buffer]);
		}
		post({ kind: 'parsed' });
	}

	private async prepare({ templates, bodies: index, sidebars, site, tree }: PrepareRequest): Promise<void> {
		const bodies = openBodies(this.project.cache, index);
		this.tree = tree === undefined ? undefined : new Tree(tree);
		this.environment = {
			templates: await templatesOf(templates),
			body: bodies.get,
			markdown: bodies.markdown,
			site,
			answers: (hash) => known(this.answers ?? new Map(), hash),
			sidebar: (hash) => known(sidebars, hash),
			// Jobs of these kinds stay in the first thread.
			text: beyond,
			bytes: beyond,
			file: beyond,
			shared: new Map(),
		};
	}

	private render({ job, answers }: ThreadJob): Outcome {
		if (!this.environment) throw new Error('Jobs came before what they need');
		this.answers = answers;
		try {
			const { bytes, hash, facts } = runJob(job, this.environment);
			this.tree?.write(job.out, bytes);
			return { kind: 'made', hash, facts, ...(this.tree ? {} : { bytes }) };
		} catch (error) {
			// Not a template's mistake, but one of the disk.
			if (error instanceof CacheLost || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
			return { kind: 'crashed', ...crash(job, error) };
		}
	}
}

function beyond(): never {
	throw new Error('The second thread has no files');
}

/** The program of the second thread: it parses, renders and writes as requested, in the order of the requests. */
import { parentPort } from 'node:worker_threads';
import { inspectShared, runJob } from '../../render/jobs.ts';
import type { JobEnvironment, KeyedJob } from '../../render/model/job.ts';
import { drawsWith } from '../bundle/extension-files.ts';
import { grammarOf } from '../bundle/plugins.ts';
import { templatesOf } from '../bundle/templates.ts';
import { openAnnotations } from '../cache/annotations.ts';
import { openBodies } from '../cache/bodies.ts';
import { CacheLost } from '../disk/disk.ts';
import { openInputs } from '../disk/inputs.ts';
import { OutputTree } from '../disk/output.ts';
import { diskProject } from '../disk/project.ts';
import { parseSource } from './pages.ts';
import { crashOf, plannedEntry } from './render-jobs.ts';
import type { Outcome, ParsedPage, Requests, ThreadData, ThreadReply, ThreadRequest } from './second-thread.ts';

/** Handles requests one after another, until the first thread stops this one. */
export function runThread({ root, cacheFolder }: ThreadData): Promise<void> {
	const project = diskProject(root, '', cacheFolder);
	const inputs = openInputs(project);
	const thread = new Thread(inputs, openBodies(project.store), openAnnotations(project.store));
	const post = (reply: ThreadReply): void => parentPort?.postMessage(reply);
	let before: Promise<unknown> = Promise.resolve();
	parentPort?.on('message', (request: ThreadRequest) => {
		before = before
			.then(() => thread.answer(request))
			.then((value) => post({ value }))
			.catch((error: NodeJS.ErrnoException) => {
				post({ failure: error.message, code: error.code, isCacheLost: error instanceof CacheLost });
			});
	});
	return new Promise(() => {});
}

class Thread {
	private environment: JobEnvironment | undefined;
	private tree: OutputTree | undefined;

	constructor(
		private readonly inputs: ReturnType<typeof openInputs>,
		private readonly bodies: ReturnType<typeof openBodies>,
		private readonly annotations: ReturnType<typeof openAnnotations>,
	) {}

	answer(request: ThreadRequest): unknown {
		switch (request.kind) {
			case 'parse':
				return this.parse(request);
			case 'prepare':
				return this.prepare(request);
			case 'render':
				return request.jobs.map((job) => this.render(job));
			case 'parts':
				return this.environment ? inspectShared(this.environment) : new Map();
		}
	}

	private async parse({ options, sources }: Requests['parse']['request']): Promise<(ParsedPage | undefined)[]> {
		const language = await grammarOf(options);
		return sources.map((source) => parseSource(source, options, this.inputs, language));
	}

	private async prepare({ templates, sidebars, sites, tree }: Requests['prepare']['request']): Promise<void> {
		this.tree = tree === undefined ? undefined : new OutputTree(tree);
		this.environment = {
			templates: await templatesOf(templates),
			body: this.bodies.get,
			site: (hash) => plannedEntry(sites, hash),
			annotations: this.annotations.get,
			sidebar: (hash) => plannedEntry(sidebars, hash),
			// Jobs that need these run in the first thread.
			text: unavailableInThread,
			bytes: unavailableInThread,
			file: unavailableInThread,
			draw: drawsWith(this.inputs),
			shared: new Map(),
		};
	}

	private render(job: KeyedJob): Outcome {
		if (!this.environment) throw new Error('Jobs came before what they need');
		try {
			const { bytes, hash, facts } = runJob(job, this.environment);
			this.tree?.write(job.out, bytes);
			return { kind: 'made', hash, facts, ...(this.tree ? {} : { bytes }) };
		} catch (error) {
			// An error of the disk, not of a template.
			if (error instanceof CacheLost || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
			return { kind: 'crashed', ...crashOf(job, error) };
		}
	}
}

function unavailableInThread(): never {
	throw new Error('The second thread has no files');
}

/**
 * The check of samples as a step of a site's build: decides which pages need it, caches the others, and provides the
 * results for rendering. The compiler runs in a separate process, and only after a change.
 */

import type { Config } from '../../content/model/config.ts';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import type { Diagnostic, Page } from '../../content/model/page.ts';
import type { Sample, SampleAnswer } from '../../content/model/sample.ts';
import type { Site } from '../../content/site/site.ts';
import type { CheckedSamples } from '../../render/model/plan.ts';
import type { Bodies } from '../machine/bodies.ts';
import { CacheLost } from '../machine/disk.ts';
import { startHelper } from '../machine/helper-process.ts';
import type { Inputs } from '../machine/inputs.ts';
import { missingPackage } from '../machine/package.ts';
import type { Project } from '../machine/project.ts';
import { SampleChecker } from './check.ts';
import { type ChildCompiler, compileInChild } from './child.ts';
import { withoutRepeats } from './report.ts';
import type { PageReport, SamplePage } from './types.ts';
import { type Reading, readWorkspace, type Workspace } from './workspace.ts';

/** A cached page; `key` is the hash of its samples and of everything they are checked against. */
interface Remembered extends CheckedSamples {
	key: string;
	diagnostics: Diagnostic[];
}

/** The parts of a site that the check needs: it can begin before pages are linked. */
export type SampledSite = Pick<Site, 'config' | 'pages'>;

export interface SampleOutcome {
	/** Results by source path, for all checked pages. */
	checked: Map<string, CheckedSamples>;
	diagnostics: Diagnostic[];
	/** Number of pages that are not checked yet. */
	pending: number;
	/** Why pages could not be checked. */
	failures: Diagnostic[];
}

/** A page with samples; an error if the folder of its version is unusable. */
interface SampledPage {
	page: Page;
	workspace: Workspace | Error;
	key: string;
}

/** Kinds of entries: the cached pages, as one entry, and the results for the samples of a page, by their hash. */
const SAMPLES = 'samples';
const ANSWERS = 'answers';

/** Maximum number of changed pages that a pass plans, to look whether their code was compiled before. */
const MAX_PLANNED = 20;

export class SampleStep {
	private remembered: Map<string, Remembered> | undefined;
	private readonly workspaces = new Map<string, Workspace>();
	/** The samples of pages by path, with their hash. */
	private readonly samples = new Map<string, { hash: string | undefined; samples: Sample[] }>();
	private compiler: (ChildCompiler & { checker: SampleChecker }) | undefined;
	/** Reads through the inputs, so that a change of anything read here is a change of the site. */
	private readonly reading: Reading;

	constructor(
		private readonly project: Project,
		inputs: Inputs,
		private readonly bodies: Bodies,
	) {
		this.reading = {
			text: (path) => inputs.read(inputs.nameOf(path))?.toString(),
			names: (folder) => {
				const name = inputs.nameOf(folder);
				return inputs.list(name).map(({ path }) => path.slice(name.length + 1));
			},
		};
	}

	/** Cached results, without running the compiler. */
	known(site: SampledSite): SampleOutcome {
		const remembered = this.load();
		const pages = this.pagesOf(site);
		const stale = pages.filter(({ page, key }) => remembered.get(page.path)?.key !== key);
		// Most edits only move samples, or take back a change.
		if (stale.length <= MAX_PLANNED && stale.every(({ workspace }) => !(workspace instanceof Error)))
			this.remember(stale, this.open().checker.known(this.request(stale)));
		const found = pages.flatMap(({ page, key }): [string, Remembered][] => {
			const entry = remembered.get(page.path);
			return entry?.key === key ? [[page.path, entry]] : [];
		});
		return {
			checked: new Map(found),
			diagnostics: withoutRepeats(found.flatMap(([, entry]) => entry.diagnostics)),
			pending: pages.length - found.length,
			failures: [],
		};
	}

	/** Checks all pages that are not cached. An unusable folder of libraries is a finding. */
	async check(site: SampledSite): Promise<SampleOutcome> {
		const known = this.known(site);
		if (known.pending === 0) return known;
		const missing = missingPackage('typescript', 'The check of code samples');
		if (missing) return { ...known, failures: [missing] };
		try {
			await this.compile(this.pagesOf(site));
			return this.known(site);
		} catch (error) {
			if (error instanceof CacheLost) throw error;
			const message = `Samples could not be checked: ${(error as Error).message}`;
			const finding: Diagnostic = {
				code: 'sample-check',
				severity: 'error',
				message,
				hint: 'Are the libraries of the samples installed? Run npm ci.',
			};
			return { ...known, failures: [finding] };
		}
	}

	/** The results for the samples of a page, by the hash in `CheckedSamples`. */
	answers(hash: string): SampleAnswer[] {
		const text = this.project.store.get(ANSWERS, hash)?.toString();
		if (text === undefined) throw new CacheLost('the results for the samples of a page');
		return JSON.parse(text) as SampleAnswer[];
	}

	/** Ends the compiler's processes. */
	stop(): void {
		this.compiler?.stop();
	}

	private open(): NonNullable<SampleStep['compiler']> {
		if (!this.compiler) {
			const child = compileInChild(() => startHelper('__check-samples'), 2);
			this.compiler = { ...child, checker: new SampleChecker(child.compile, this.project.store) };
		}
		return this.compiler;
	}

	private load(): Map<string, Remembered> {
		const text = this.remembered ? '[]' : (this.project.store.get(SAMPLES, SAMPLES)?.toString() ?? '[]');
		this.remembered ??= new Map(JSON.parse(text) as [string, Remembered][]);
		return this.remembered;
	}

	private pagesOf({ config, pages }: SampledSite): SampledPage[] {
		const workspaces = new Map<string, Workspace | Error>();
		return [...pages.values()].flatMap((page) => {
			const version = page.version ?? 'current';
			if (page.samplesHash === undefined || !Object.hasOwn(config.samples, version)) return [];
			const workspace = workspaces.get(version) ?? this.workspace(config, version);
			workspaces.set(version, workspace);
			const key = hashOf(page.samplesHash + (workspace instanceof Error ? workspace.message : workspace.hash));
			return [{ page, workspace, key }];
		});
	}

	private workspace({ samples }: Config, name: string): Workspace | Error {
		try {
			const { folder = '', package: main = '' } = samples[name] ?? {};
			const found = readWorkspace(this.project.root, { name, folder, package: main }, this.reading);
			const known = this.workspaces.get(name);
			// The same object as long as nothing has changed: the checker keeps its plans.
			if (known?.hash === found.hash) return known;
			this.workspaces.set(name, found);
			return found;
		} catch (error) {
			return error as Error;
		}
	}

	private request(pages: SampledPage[]): SamplePage[] {
		return pages.map(({ page, workspace }) => {
			if (workspace instanceof Error) throw workspace;
			let known = this.samples.get(page.path);
			// The same object for the same samples: the checker keeps its plans.
			if (!known || known.hash !== page.samplesHash) {
				known = { hash: page.samplesHash, samples: this.bodies.get('samples', page.bodyHash) };
				this.samples.set(page.path, known);
			}
			return { file: page.path, workspace, samples: known.samples };
		});
	}

	private async compile(pages: SampledPage[]): Promise<void> {
		const { store } = this.project;
		const reports = await this.open().checker.check(this.request(pages));
		this.remembered = new Map();
		this.remember(pages, reports);
		// Another process checks failed pages again: installing what a package misses may repair them, and changes no key.
		const lasting = [...this.remembered].filter(([, { diagnostics }]) => diagnostics.length === 0);
		store.put(SAMPLES, SAMPLES, JSON.stringify(lasting));
		store.sweep(ANSWERS, new Set([...this.remembered.values()].map(({ hash }) => hash)));
	}

	/** Keeps the reports of pages; undefined for a page that is not compiled. */
	private remember(pages: SampledPage[], reports: (PageReport | undefined)[]): void {
		const { store } = this.project;
		for (const [index, { page, workspace, key }] of pages.entries()) {
			const report = reports[index];
			if (!report || workspace instanceof Error) continue;
			const { answers, diagnostics } = report;
			const hash = hashOfValue(answers);
			if (page.annotated && !store.has(ANSWERS, hash)) store.put(ANSWERS, hash, JSON.stringify(answers));
			this.load().set(page.path, { key, hash, against: workspace.against, diagnostics });
		}
	}
}

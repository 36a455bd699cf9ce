/**
 * The check of samples as a step of a site's build: decides which pages need it, caches the others, and provides the
 * results for rendering. The compiler runs in a separate process, and only after a change.
 */

import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AnnotationCache } from '../../../cli/cache/annotations.ts';
import type { Bodies } from '../../../cli/cache/bodies.ts';
import { CacheLost } from '../../../cli/disk/disk.ts';
import { DEBUG_HINT } from '../../../cli/disk/helper-process.ts';
import type { Inputs } from '../../../cli/disk/inputs.ts';
import type { Project } from '../../../cli/disk/project.ts';
import type { AnnotatedFence, PageAnnotations } from '../../../content/model/annotation.ts';
import type { Config } from '../../../content/model/config.ts';
import { hashOf } from '../../../content/model/hash.ts';
import { CONFIG_FILE } from '../../../content/model/identity.ts';
import type { Diagnostic, Page } from '../../../content/model/page.ts';
import { problemsIn } from '../../../content/model/places.ts';
import type { AnnotationNews, Annotations, WrittenSite } from '../../../extension.ts';
import { readingOf, type SourceReading, StampedReads } from '../compiler/reads.ts';
import { missingTypescript } from '../compiler/typescript.ts';
import { SampleChecker } from './check.ts';
import { type ChildCompiler, compileInChild } from './child.ts';
import { type PageReport, withoutRepeats } from './report.ts';
import type { Compile, SamplePage } from './types.ts';
import { readWorkspace, type Workspace, WorkspaceError } from './workspace.ts';

/** A cached page; `key` is the hash of its samples and of everything they are checked against. */
interface Remembered extends PageAnnotations {
	key: string;
	diagnostics: Diagnostic[];
}

/** A page with samples, and what they are checked against. */
export interface SampledPage {
	page: Page;
	workspace: Workspace;
	key: string;
}

interface SampledPages {
	pages: SampledPage[];
	/** Number of pages in docs versions that cannot be checked, and a finding for each version. */
	blocked: number;
	problems: Diagnostic[];
}

/** Kind and keys of two entries: the cached pages, and what was read for the samples of each folder. */
const SAMPLES = 'samples';
const READS = 'reads';

/** Attempts to check samples while files change that the compiler reads. */
const TURNS = 2;

/** Maximum number of changed pages that a pass plans, to look whether their code was compiled before. */
const MAX_PLANNED = 20;

export class SampleStep {
	/** The pages with samples, as they were when they were last asked for. */
	pages: readonly SampledPage[] = [];
	private remembered: Map<string, Remembered> | undefined;
	private readonly workspaces = new Map<string, Workspace>();
	/** The samples of pages by path, with their hash. */
	private readonly samples = new Map<string, { hash: string | undefined; samples: AnnotatedFence[] }>();
	/** Keys of the pages in the running check: others make it end early. */
	private current = '';
	/** Paths of pages that the compiler is ready for. */
	private readonly prepared = new Set<string>();
	private compiler: (ChildCompiler & { checker: SampleChecker }) | undefined;
	/** By the folder of a docs version. */
	private readonly reads: StampedReads;
	private readonly reading: SourceReading;

	constructor(
		private readonly project: Project,
		private readonly inputs: Inputs,
		private readonly bodies: Bodies,
		private readonly cache: AnnotationCache,
		/** Hashes of annotations that are made from those of this step. */
		private readonly otherAnnotations: () => string[],
	) {
		const text = project.store.get(SAMPLES, READS)?.toString();
		this.reads = new StampedReads(inputs, text === undefined ? {} : JSON.parse(text));
		this.reading = readingOf(inputs);
	}

	/**
	 * The cached annotations; with `wait`, of all pages. A version that cannot be checked is a finding. Calls `told` with
	 * findings before they are annotations.
	 */
	async annotations(site: WrittenSite, wait: boolean, told?: (news: AnnotationNews) => void): Promise<Annotations> {
		for (let turn = 1; ; turn++) {
			const sampled = this.pagesOf(site);
			this.pages = sampled.pages;
			const current = sampled.pages.map(({ key }) => key).join();
			this.current = current;
			const known = this.known(sampled);
			if (!wait || known.state === 'made') return known;
			const missing = missingTypescript(this.project.root, 'samples', 'The check of code samples');
			const isNew = known.pages.size < sampled.pages.length;
			const failure = missing ?? (isNew ? await this.compile(sampled.pages, known, told) : undefined);
			if (told && this.current !== current) return this.known(sampled);
			// A file may have changed while the compiler read it.
			const isOutdated = !failure && sampled.pages.some(({ workspace }) => this.isOutdated(workspace));
			if (isOutdated && turn < TURNS) continue;
			const after = this.known(sampled);
			const failures = [...sampled.problems, ...(failure ? [failure] : [])];
			return { ...after, state: after.state === 'made' ? 'made' : 'failed', failures };
		}
	}

	private isOutdated({ folder, stamp }: Workspace): boolean {
		return this.reads.stampOf(this.inputs.nameOf(folder)) !== stamp;
	}

	/** The reports of checked pages. Without `wait`, undefined for a page that would have to be compiled. */
	async reports(pages: SampledPage[], wait: boolean): Promise<(PageReport | undefined)[]> {
		const { checker } = this.open();
		const known = checker.known(this.request(pages));
		if (!wait || known.every((report) => report !== undefined)) return known;
		// The cache has the answers of a page, but not the results that they were made from: another process was ended
		// between the two, or has dropped them. The check keeps the results of the pages that it gets, so it gets all.
		await checker.check(this.request(this.pages));
		return checker.known(this.request(pages));
	}

	private known({ pages, blocked }: SampledPages): Annotations {
		const remembered = this.load();
		const stale = pages.filter(({ page, key }) => remembered.get(page.path)?.key !== key);
		// Most edits only move samples, or take back a change.
		if (stale.length <= MAX_PLANNED) this.remember(stale, this.open().checker.known(this.request(stale)));
		const found = pages.flatMap(({ page, key }): [string, Remembered][] => {
			const entry = remembered.get(page.path);
			return entry?.key === key ? [[page.path, entry]] : [];
		});
		return {
			state: found.length === pages.length + blocked ? 'made' : 'pending',
			pages: new Map(found),
			diagnostics: withoutRepeats(found.flatMap(([, entry]) => entry.diagnostics)),
			failures: [],
			files: new Map(),
			notes: [],
		};
	}

	/** Ends the compiler's processes. */
	stop(): void {
		this.compiler?.stop();
	}

	private open(): NonNullable<SampleStep['compiler']> {
		if (!this.compiler) {
			const child = compileInChild(this.project, 2);
			const compile: Compile = async (works) => {
				const made = await child.compile(works);
				for (const [folder, reads] of Object.entries(made.reads)) this.reads.add(this.inputs.nameOf(folder), reads);
				return made;
			};
			this.compiler = { ...child, checker: new SampleChecker(compile, this.project.store) };
		}
		return this.compiler;
	}

	private load(): Map<string, Remembered> {
		const text = this.remembered ? '[]' : (this.project.store.get(SAMPLES, SAMPLES)?.toString() ?? '[]');
		this.remembered ??= new Map(JSON.parse(text) as [string, Remembered][]);
		return this.remembered;
	}

	private pagesOf({ config, pages }: WrittenSite): SampledPages {
		const workspaces = new Map<string, Workspace | WorkspaceError>();
		const found: SampledPages = { pages: [], blocked: 0, problems: [] };
		for (const page of pages.values()) {
			const { version = 'current', fences } = page;
			if (!fences || !Object.hasOwn(config.samples, version)) continue;
			const known = workspaces.get(version);
			const workspace = known ?? this.workspace(config, version);
			workspaces.set(version, workspace);
			if (!(workspace instanceof WorkspaceError)) {
				found.pages.push({ page, workspace, key: hashOf(fences.hash + workspace.hash) });
				continue;
			}
			found.blocked++;
			if (!known) found.problems.push(...this.problemOf(version, workspace));
		}
		return found;
	}

	private workspace({ samples }: Config, name: string): Workspace | WorkspaceError {
		try {
			const { folder = '', package: main = '', live } = samples[name] ?? {};
			const stamp = this.reads.stampOf(this.inputs.nameOf(join(this.project.root, folder)));
			const found = readWorkspace(this.project.root, { folder, package: main, live }, this.reading, stamp);
			const known = this.workspaces.get(name);
			// The same object as long as nothing has changed: the checker keeps its plans.
			if (known?.hash === found.hash && isDeepStrictEqual(known.live, found.live)) return known;
			this.workspaces.set(name, found);
			return found;
		} catch (error) {
			if (error instanceof WorkspaceError) return error;
			throw error;
		}
	}

	private problemOf(version: string, { field, message, hint }: WorkspaceError): Diagnostic[] {
		const text = this.inputs.read(CONFIG_FILE)?.toString() ?? '';
		const about = { file: CONFIG_FILE, text, code: 'sample-check', root: CONFIG_FILE };
		return problemsIn(about, [{ path: ['samples', version, field], message }]).map((found) => ({ ...found, hint }));
	}

	private request(pages: readonly Pick<SampledPage, 'page' | 'workspace'>[]): SamplePage[] {
		return pages.map(({ page, workspace }) => {
			let known = this.samples.get(page.path);
			// The same object for the same samples: the checker keeps its plans.
			if (!known || known.hash !== page.fences?.hash) {
				known = { hash: page.fences?.hash, samples: this.bodies.get('fences', page.bodyHash) };
				this.samples.set(page.path, known);
			}
			return { file: page.path, workspace, samples: known.samples };
		});
	}

	/** Loads the compiler for a page, because whoever opens it may edit it next. */
	async prepare(site: WrittenSite, { path, fences }: Page): Promise<void> {
		if (!fences || this.prepared.has(path)) return;
		const { pages } = this.pagesOf(site);
		const same = pages.find(({ page }) => page.path === path)?.workspace;
		if (!same) return;
		this.prepared.add(path);
		const all = pages.filter(({ workspace }) => workspace === same);
		await this.open().checker.prepare(this.request(all), path);
	}

	/** Compiles the samples of pages; the finding if the compiler fails. */
	private async compile(
		pages: SampledPage[],
		known: Annotations,
		told?: (news: AnnotationNews) => void,
	): Promise<Diagnostic | undefined> {
		const { current } = this;
		const watcher = told && {
			isOver: () => this.current !== current,
			found: (unchecked: number, reports?: (PageReport | undefined)[]) => {
				const found = (reports ?? []).flatMap((report) => report?.diagnostics ?? []);
				const all = withoutRepeats([...known.diagnostics, ...found]);
				told({ unchecked, ...(reports && { diagnostics: all.slice(known.diagnostics.length) }) });
			},
		};
		try {
			const reports = await this.open().checker.check(this.request(pages), watcher);
			this.remembered = new Map();
			this.remember(pages, reports);
			this.save();
			return undefined;
		} catch (error) {
			if (error instanceof CacheLost) throw error;
			const message = `Samples could not be checked: ${(error as Error).message}`;
			return { code: 'sample-check', severity: 'error', message, hint: DEBUG_HINT };
		}
	}

	/** Keeps the reports of pages; undefined for a page that is not compiled. */
	private remember(pages: SampledPage[], reports: (PageReport | undefined)[]): void {
		for (const [index, { page, workspace, key }] of pages.entries()) {
			const report = reports[index];
			if (!report) continue;
			const { answers, diagnostics } = report;
			const hash = this.cache.put(answers, page.fences?.shows !== 'nothing');
			const names = [...new Set(answers.flatMap(({ hovers }) => hovers.flatMap(({ name }) => name ?? [])))];
			this.load().set(page.path, { key, hash, against: workspace.against, diagnostics, names });
		}
	}

	private save(): void {
		const { store } = this.project;
		const remembered = [...this.load()];
		// Another process checks failed pages again: installing what a package misses may repair them, and changes no key.
		const lasting = remembered.filter(([, { diagnostics }]) => diagnostics.length === 0);
		store.put(SAMPLES, SAMPLES, JSON.stringify(lasting));
		store.put(SAMPLES, READS, JSON.stringify(this.reads.all));
		this.cache.sweep(new Set([...remembered.map(([, { hash }]) => hash), ...this.otherAnnotations()]));
	}
}

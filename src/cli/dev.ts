/**
 * `docsgen dev`: the same plan as a build, but a page is rendered when a browser requests it, and open browsers are
 * notified of every change. Each page differs from the built one in one tag.
 */
import type { Diagnostic } from '../content/model/page.ts';
import { policy } from '../render/hosts.ts';
import { keyOf, runJob } from '../render/jobs.ts';
import type { KeyedJob, OutputFile } from '../render/model/job.ts';
import { SEARCH_FOLDER } from '../render/search/plan.ts';
import { findOutput } from './http/address.ts';
import { createEvents } from './http/events.ts';
import { contentType, type Reply } from './http/send.ts';
import { createServer, type Serving } from './http/server.ts';
import { loadDevScript } from './machine/assets.ts';
import { createBoundedCache } from './machine/bounded-cache.ts';
import { attempt, CacheLost, explainDiskError } from './machine/disk.ts';
import { applySeverity, withExcerpts } from './machine/findings.ts';
import { type Inputs, openInputs } from './machine/inputs.ts';
import { load } from './machine/ledger.ts';
import type { Project } from './machine/project.ts';
import { OVERLAY_CSS, toOverlayHtml } from './machine/report.ts';
import { type Watcher, watchSite } from './machine/watch.ts';
import { PageChecks, type State } from './page-checks.ts';
import { type Update, type UpdateOptions, update } from './pipeline/pipeline.ts';
import { crash, environmentOf, placed } from './pipeline/render-jobs.ts';
import { openWorkshop, saveWorkshop, stopHelpers, stopSecondThread, type Workshop } from './pipeline/workshop.ts';

export interface DevOptions extends UpdateOptions {
	host?: string;
	allowedHosts?: readonly string[];
	port?: number;
	/** Default: the environment variables of the process. */
	env?: Record<string, string | undefined>;
	/** Absolute output folder of builds: not watched. */
	outDir: string;
	/**
	 * Called after every pass with the findings, the duration in milliseconds, and the changed files; the list is empty
	 * if they are unknown.
	 */
	onUpdate(findings: Diagnostic[], milliseconds: number, changed: string[]): void;
	/** False for tests that change files themselves and call `refresh`. Default true. */
	watch?: boolean;
	/** Called after each step, in order. */
	onStep?(step: DevStep): void;
}

/** Steps of the server after a change, for tests and benchmarks. */
export type DevStep =
	/** All pages are up to date; `parsed` counts the pages parsed for it. */
	| { kind: 'pass'; parsed: number }
	| { kind: 'job'; out: string }
	/** Samples have been compiled. */
	| { kind: 'samples' }
	/** The pages of the API reference have been made. */
	| { kind: 'reference' }
	/** All links have been checked. */
	| { kind: 'checked' }
	/** The cache is on disk for the next start. */
	| { kind: 'saved' };

export type DevServer =
	| { kind: 'serving'; url: string; others: string[]; refresh(): Promise<void>; close(): Promise<void> }
	| { kind: 'failed'; diagnostic: Diagnostic };

/** Paths reserved for the dev server, below the base URL. */
const DEV_SCRIPT = '/__docsgen/dev.js';
const DEV_EVENTS = '/__docsgen/events';
const DEV_STATE = '/__docsgen/state';

/** Idle milliseconds before the cache is written to disk; shorter after a pass that parsed many pages. */
const SAVE_MS = 5000;
const SAVE_SOON_MS = 200;
/** Milliseconds between scans of all files when the system does not report changes. */
const POLL_MS = 1000;
/** Number of parsed pages from which a pass is saved sooner. */
const MANY_PAGES = 50;
/** Bytes of old styles and scripts kept for pages that were rendered with them. */
const FORMER_BYTES = 64 * 1024 ** 2;
/**
 * Milliseconds that a connection may be idle: longer than the longest pass, during which the server does not read the
 * next request on the connection.
 */
const IDLE_MS = 60_000;

/** Starts the server. A site with errors is served as far as possible, with the findings on every page. */
export async function startDev(project: Project, options: DevOptions): Promise<DevServer> {
	const site = new DevSite(project, options);
	await site.refresh();
	const served = await serve(site, options);
	if (served.kind === 'failed') return served;
	const watcher =
		options.watch === false
			? undefined
			: await watchSite(project, { outDir: options.outDir, inputs: site.inputs }, site);
	if (watcher) site.watchSourcesWith(watcher);
	return {
		kind: 'serving',
		url: served.url,
		others: served.others,
		refresh: () => site.refresh(),
		async close() {
			await Promise.all([watcher?.close(), site.close(), served.close()]);
		},
	};
}

/** Sources of findings in the order of the report; the source `checks` is last. */
const SOURCES = ['pass', 'reference', 'watch', 'save', 'samples'] as const;
type Source = (typeof SOURCES)[number] | 'checks';

class DevSite {
	readonly events = createEvents();
	private workshop: Workshop;
	private state: State | undefined;
	/** Styles, scripts and types of earlier states, by output path: an open page may still request them. */
	private readonly former = createBoundedCache<Uint8Array>(FORMER_BYTES);
	private script = '';
	/** Each source replaces its own findings. */
	private readonly findings = new Map<Source, Diagnostic[]>();
	private checkingSamples = false;
	private readonly rendered = new Map<string, OutputFile>();
	private readonly crashes = new Map<string, Diagnostic>();
	private readonly checks = new PageChecks(
		(job, state) => this.run(job, state),
		(findings) => this.checked(findings),
		() => this.startOver(),
	);
	/** Increases with each state of the site; an open page with an older revision updates itself. */
	private revision = 0;
	/** The findings last reported, as JSON. */
	private reported = '';
	/** The running passes, which follow one another while `isStale` is set. */
	private running: Promise<void> | undefined;
	private isStale = false;
	/** Settles when the pages of the API reference are made and served. */
	private reference: Promise<void> | undefined;
	private watcher: Watcher | undefined;
	private saving: NodeJS.Timeout | undefined;
	private polling: NodeJS.Timeout | undefined;
	/** Files changed since the last report. */
	private readonly edited = new Set<string>();
	private closed = false;

	constructor(
		private readonly project: Project,
		private readonly options: DevOptions,
	) {
		this.workshop = this.open();
	}

	private open(): Workshop {
		const { project } = this;
		return openWorkshop(project, openInputs(project, { known: load(project, 'inputs'), env: this.options.env }));
	}

	/** Runs a pass; all calls during a pass share one pass after it. */
	refresh(): Promise<void> {
		this.isStale = true;
		this.running ??= this.loop();
		return this.running;
	}

	private async loop(): Promise<void> {
		try {
			while (this.isStale && !this.closed) {
				this.isStale = false;
				await this.pass();
			}
		} finally {
			this.running = undefined;
		}
	}

	get inputs(): Inputs {
		return this.workshop.inputs;
	}

	changed(paths: string[] | undefined): void {
		if (this.closed) return;
		// The next pass reports a disk that fails here.
		const real = paths?.filter((path) => attempt(() => this.workshop.inputs.hasChanged(path)) ?? true);
		if (real?.length === 0) return;
		for (const path of real ?? []) this.edited.add(path);
		void this.refresh();
	}

	/** The system has no more watches: scan the files every second from now on. */
	watchFailed(finding: Diagnostic): void {
		if (this.polling || this.closed) return;
		this.polling = setInterval(() => this.settled(), POLL_MS).unref();
		this.findings.set('watch', [finding]);
		this.report(0);
	}

	/** Finds changes that the system did not report. */
	settled(): void {
		if (this.running || this.closed) return;
		const paths = attempt(() => this.workshop.inputs.changed());
		if (paths?.length !== 0) this.changed(paths);
	}

	private async pass(): Promise<void> {
		this.pauseIdleWork();
		const start = performance.now();
		this.workshop.inputs.refresh();
		this.findings.delete('reference');
		try {
			this.script = await loadDevScript(this.workshop);
			const updated = await update(this.workshop, { ...this.options, apiLater: true });
			// Pages are rendered on request, so the second thread has no more work.
			await stopSecondThread(this.workshop);
			const { diagnostics } = updated;
			this.findings.set('pass', 'plan' in updated ? applySeverity(diagnostics, updated.config) : diagnostics);
			// While the configuration is broken, keep serving the last good state.
			if ('plan' in updated) this.accept(updated);
		} catch (error) {
			if (error instanceof CacheLost) return this.startOver();
			this.findings.set('pass', [internalError(error)]);
		}
		this.watchSources();
		this.report(performance.now() - start);
		// Links to API pages that are not made yet would be reported as broken.
		if (this.state && this.state.update.reference !== 'pending' && !this.closed) this.checks.begin(this.state);
	}

	private accept(updated: Update): void {
		this.show(updated);
		this.options.onStep?.({ kind: 'pass', parsed: updated.parsedNow });
		this.saving = setTimeout(() => this.save(), updated.parsedNow >= MANY_PAGES ? SAVE_SOON_MS : SAVE_MS).unref();
		if (updated.reference === 'pending') this.makeReference(updated);
		this.checkSamples(updated).catch(() => this.startOver());
	}

	/** Stops the work that waits for idle times. */
	private pauseIdleWork(): void {
		this.checks.stop();
		clearTimeout(this.saving);
	}

	private save(): void {
		this.findings.set('save', this.keep());
		this.reportIfNew();
		this.options.onStep?.({ kind: 'saved' });
	}

	/** A cache that cannot be written is a warning: the next process makes its contents again. */
	private keep(): Diagnostic[] {
		try {
			saveWorkshop(this.workshop);
			return [];
		} catch (error) {
			return [{ ...internalError(error), severity: 'warning' }];
		}
	}

	private show(update: Update): void {
		this.revision++;
		const { state } = this;
		const environment = environmentOf(this.workshop, update);
		// The names of sidebars are hashes of their content; the page frame must be the same as well.
		const isSameFrame =
			state?.update.templates === update.templates &&
			JSON.stringify(footersOf(state.update)) === JSON.stringify(footersOf(update));
		if (isSameFrame) environment.shared = state.environment.shared;
		if (state) this.keepFormer(state, update);
		this.state = { update, environment };
		for (const out of this.rendered.keys()) if (!update.plan.jobs.has(out)) this.rendered.delete(out);
		this.crashes.clear();
	}

	/** Keeps files with hashed names for open pages of earlier states. */
	private keepFormer({ update: { plan }, environment }: State, next: Update): void {
		for (const out of plan.jobs.names()) {
			// Whether a file of the search index exists is known only after building the whole index.
			if (!out.startsWith('assets/') || out.startsWith(SEARCH_FOLDER) || next.plan.jobs.has(out)) continue;
			try {
				const job = plan.jobs.get(out);
				if (job?.kind !== 'bytes' && job?.kind !== 'types') continue;
				const { bytes } = runJob(job, environment);
				this.former.set(out, bytes, bytes.length);
			} catch {
				// The compiler's results are gone, so no open page shows the types of these samples.
			}
		}
	}

	/** Makes the API reference in its own process; the server keeps serving meanwhile. */
	private makeReference({ config }: Update): void {
		this.reference ??= this.workshop.api.pages(config).then(
			() => {
				this.reference = undefined;
				this.options.onStep?.({ kind: 'reference' });
				return this.closed ? undefined : this.refresh();
			},
			(error: unknown) => {
				this.findings.set('reference', [internalError(error)]);
				this.report(0);
			},
		);
	}

	watchSourcesWith(watcher: Watcher): void {
		this.watcher = watcher;
		this.watchSources();
	}

	/** Watches the inputs of the last pass and the sources of local packages. */
	private watchSources(): void {
		const config = this.state?.update.config;
		this.watcher?.follow(this.workshop.inputs, config && this.workshop.api.sourceFolders(config));
	}

	/** Compiles samples in the background: pages are served without types first, and again once there are results. */
	private async checkSamples(updated: Update): Promise<void> {
		if (this.checkingSamples || updated.samplesPending === 0) return;
		this.checkingSamples = true;
		const outcome = await this.workshop.samples.check(updated);
		this.checkingSamples = false;
		this.options.onStep?.({ kind: 'samples' });
		// Another pass would fail in the same way for samples that cannot be checked at all.
		const failures = outcome.diagnostics.filter(({ code }) => code === 'sample-check' || code === 'missing-package');
		this.findings.set('samples', outcome.pending > 0 ? failures : []);
		if (!this.closed && (outcome.pending < updated.samplesPending || updated !== this.state?.update))
			void this.refresh();
		else this.report(0);
	}

	private allFindings(): Diagnostic[] {
		const of = (source: Source): Diagnostic[] => this.findings.get(source) ?? [];
		return withExcerpts([...SOURCES.flatMap(of), ...this.crashes.values(), ...of('checks')], this.workshop.inputs);
	}

	/** A server that is closed reports nothing: its interrupted work would look like failures. */
	private report(milliseconds: number): void {
		if (this.closed) return;
		const findings = this.allFindings();
		this.reported = JSON.stringify(findings);
		this.options.onUpdate(findings, milliseconds, [...this.edited]);
		this.edited.clear();
		this.events.send('update', { overlay: overlayOf(findings) });
	}

	/** Reports a crash, or the end of one, right after rendering. */
	private reportIfNew(): void {
		if (JSON.stringify(this.allFindings()) !== this.reported) this.report(0);
	}

	private checked(findings: Diagnostic[]): void {
		this.findings.set('checks', findings);
		this.options.onStep?.({ kind: 'checked' });
		this.reportIfNew();
		if (this.state && !this.checkingSamples) void this.workshop.samples.warm(this.state.update);
	}

	private run(job: KeyedJob, { environment, update }: State): OutputFile | undefined {
		try {
			this.options.onStep?.({ kind: 'job', out: job.out });
			const file = runJob(job, environment);
			this.checks.learn(file);
			this.crashes.delete(job.out);
			return file;
		} catch (error) {
			if (error instanceof CacheLost) throw error;
			this.crashes.set(job.out, placed(crash(job, error), update.templates));
			return undefined;
		}
	}

	/** Starts over with an empty cache. */
	private startOver(): void {
		void stopHelpers(this.workshop);
		this.project.store.clear();
		this.workshop = this.open();
		void this.refresh();
	}

	/** The reply to a browser for a path below the base URL. */
	async reply(path: string): Promise<Reply | undefined> {
		await this.running;
		try {
			return await this.answer(path);
		} catch (error) {
			if (!(error instanceof CacheLost)) throw error;
			this.startOver();
			await this.running;
			return this.answer(path);
		}
	}

	private async answer(path: string): Promise<Reply | undefined> {
		if (path === DEV_SCRIPT) return { bytes: Buffer.from(this.script), type: contentType('dev.js') };
		if (path === DEV_STATE) {
			const state = { overlay: overlayOf(this.allFindings()), css: OVERLAY_CSS, revision: this.revision };
			return { bytes: Buffer.from(JSON.stringify(state)), type: contentType('state.json') };
		}
		const found = await this.find(path);
		if (found || !this.reference || !this.isReference(path)) return found ?? this.missing(path);
		await this.reference;
		return (await this.find(path)) ?? this.missing(path);
	}

	private async find(path: string): Promise<Reply | undefined> {
		const { state } = this;
		const found = state && (await findOutput(path, (out) => this.output(out, state, 200)));
		const former = found ? undefined : this.former.get(path.slice(1));
		return former ? { bytes: former, type: contentType(path) } : found;
	}

	/** Whether a path may belong to the API reference. */
	private isReference(path: string): boolean {
		const place = `${path.replace(/\.\w+$/, '')}/`;
		const packages = this.state?.update.config.api ?? [];
		return packages.some((found) => place.includes(`/${found.path ?? `api/${found.id}`}/`));
	}

	private missing(path: string): Reply | undefined {
		if (this.state) return this.output(this.notFoundOut(path, this.state.update), this.state, 404);
		return path.includes('.') ? undefined : this.bare(503);
	}

	/** The not-found page in the language of a path. */
	private notFoundOut(path: string, { sites }: Update): string {
		const site = sites.find(({ first, config }) => first && path.startsWith(`/${config.locale.path}/`));
		return `${site ? `${site.config.locale.path}/` : ''}404.html`;
	}

	private output(out: string, state: State, status: number): Reply | undefined {
		const { plan } = state.update;
		const key = plan.jobs.key(out);
		const known = this.rendered.get(out);
		const job = known !== undefined && known.key === key ? undefined : (plan.jobs.get(out) ?? this.lateJob(out, state));
		if (key === undefined && !job) return undefined;
		const file = job ? this.run(job, state) : known;
		if (!file) {
			this.reportIfNew();
			return this.bare(500);
		}
		if (job?.kind === 'page') this.rendered.set(out, file);
		if (!out.endsWith('.html')) return { bytes: file.bytes, type: contentType(out), status };
		const csp = policy(state.update.config, file.facts?.scripts ?? [], file.facts?.styles ?? []);
		return {
			bytes: this.withScript(file.bytes),
			type: contentType(out),
			status,
			headers: { 'Content-Security-Policy': csp },
		};
	}

	/** An output computed from all pages; renders those that were not requested yet. */
	private lateJob(out: string, state: State): KeyedJob | undefined {
		const { late, names } = state.update.plan;
		const job = late.get(out)?.(this.checks.all(state));
		return job && { ...job, key: keyOf(job, names) };
	}

	/** Adds the one tag that built pages do not have. */
	private withScript(bytes: Uint8Array): Buffer {
		const tag = `<script type="module" src="${this.address(DEV_SCRIPT)}?${this.revision}"></script>`;
		const html = Buffer.from(bytes).toString();
		const end = html.lastIndexOf('</body>');
		return Buffer.from(end < 0 ? html + tag : html.slice(0, end) + tag + html.slice(end));
	}

	/** An empty page that shows findings when the site has no page for it. */
	private bare(status: number): Reply {
		const html =
			'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>docsgen</title><link rel="icon" href="data:,"></head><body></body></html>';
		return { bytes: this.withScript(Buffer.from(html)), type: contentType('index.html'), status };
	}

	private address(path: string): string {
		return this.baseUrl.replace(/\/$/, '') + path;
	}

	get baseUrl(): string {
		return this.state?.update.config.baseUrl ?? this.options.baseUrl ?? '/';
	}

	/** Resolves when nothing is running: a pass that continues would start helpers again. */
	async close(): Promise<void> {
		this.closed = true;
		this.pauseIdleWork();
		clearInterval(this.polling);
		this.events.close();
		await this.running;
		this.pauseIdleWork();
		await stopHelpers(this.workshop);
		this.keep();
	}
}

function footersOf({ plan }: Update): unknown[] {
	return [...plan.siteViews.values()].map(({ footer }) => footer);
}

function internalError(error: unknown): Diagnostic {
	const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
	return (
		explainDiskError(error) ?? {
			code: 'internal-error',
			severity: 'error',
			message: `docsgen failed: ${message}`,
			notes: [stack],
		}
	);
}

function overlayOf(findings: Diagnostic[]): string {
	return toOverlayHtml(findings.filter((finding) => finding.severity === 'error'));
}

function serve(site: DevSite, options: DevOptions): Promise<Serving> {
	return createServer({
		resolve: (path) => site.reply(path),
		routes: { [DEV_EVENTS]: (request, response) => site.events.subscribe(request, response) },
		baseUrl: () => site.baseUrl,
		host: options.host,
		allowedHosts: options.allowedHosts,
		port: options.port,
		timeouts: { idle: IDLE_MS },
	});
}

/**
 * `docsgen dev`: the same plan as a build, but a page is rendered when a browser asks for it, and open browsers
 * hear of every change. It differs from the build in one tag per page.
 */
import { basename, join, relative } from 'node:path';
import { CONTENT } from '../content/identity.ts';
import { isRecord } from '../content/schema.ts';
import type { Diagnostic } from '../content/types.ts';
import { checkOutputs, checkPages } from '../render/check.ts';
import { policy } from '../render/headers.ts';
import { inspectShared, runJob } from '../render/jobs.ts';
import type { Job, JobEnvironment, OutputFile, PageFacts } from '../render/types.ts';
import { applySeverity, crash, environmentOf } from './build.ts';
import { bundleFolders, loadDevScript } from './bundle.ts';
import { withExcerpts } from './excerpts.ts';
import { findOutput } from './http/address.ts';
import { contentType } from './http/content-type.ts';
import { createEvents } from './http/events.ts';
import type { Reply } from './http/send.ts';
import { CacheLost } from './packs.ts';
import { type Update, type UpdateOptions, update } from './pipeline.ts';
import type { Project } from './project.ts';
import { OVERLAY_CSS, toOverlayHtml } from './report.ts';
import { createServer, type Serving } from './server.ts';
import { openWorkshop, saveWorkshop, type Workshop } from './workshop.ts';

export interface DevOptions extends UpdateOptions {
	host?: string;
	port?: number;
	/** Absolute output folder of builds: not watched. */
	outDir: string;
	/** Hears of every pass: the findings, and how long it took in milliseconds. */
	onUpdate(findings: Diagnostic[], milliseconds: number): void;
	/** False for tests that change files themselves and call `refresh`. Default true. */
	watch?: boolean;
}

export type DevServer =
	| { kind: 'serving'; url: string; refresh(): Promise<void>; close(): Promise<void> }
	| { kind: 'failed'; diagnostic: Diagnostic };

/** Paths of the server itself, below the base URL. */
const DEV_SCRIPT = '/__docsgen/dev.js';
const DEV_EVENTS = '/__docsgen/events';
const DEV_STATE = '/__docsgen/state';

/** Milliseconds without an event before a pass begins, and the longest it is put off by more events. */
const SETTLE = 15;
const PATIENCE = 250;
/** Milliseconds of quiet after which it is made sure that no change was missed. */
const CERTAIN = 1200;
/** Milliseconds of quiet before pages nobody asked for are checked, and of work at a stretch. */
const IDLE = 400;
const SLICE = 8;

/** One consistent state of the site and what has been rendered of it. */
interface State {
	update: Update;
	environment: JobEnvironment;
}

/** Starts the server. A broken site is served as far as it goes, with its findings on every page. */
export async function startDev(project: Project, options: DevOptions): Promise<DevServer> {
	const site = new DevSite(project, options);
	await site.refresh();
	const served = await serve(site, options);
	if (served.kind === 'failed') return served;
	const watcher = options.watch === false ? undefined : await watch(project, options, site);
	return {
		kind: 'serving',
		url: served.url,
		refresh: () => site.refresh(),
		async close() {
			await watcher?.close();
			site.close();
			await served.close();
		},
	};
}

class DevSite {
	readonly events = createEvents();
	private workshop: Workshop;
	private state: State | undefined;
	private script = '';
	/** Findings of the last pass, and those of the last check of all pages. */
	private findings: Diagnostic[] = [];
	private pageFindings: Diagnostic[] = [];
	private sampleFindings: Diagnostic[] = [];
	private checkingSamples = false;
	private readonly rendered = new Map<string, OutputFile>();
	private readonly crashes = new Map<string, Diagnostic>();
	private readonly factsByKey = new Map<string, PageFacts>();
	/** Counts the states of the site: an open page that was made from an older one brings itself up to date. */
	private revision = 0;
	/** The findings that were last told to anyone. */
	private reported = '';
	private running: Promise<void> | undefined;
	private again = false;
	private idle: NodeJS.Timeout | undefined;
	private closed = false;

	constructor(
		private readonly project: Project,
		private readonly options: DevOptions,
	) {
		this.workshop = openWorkshop(project, Date.now);
	}

	/** One more pass; a call during a pass leads to exactly one after it. */
	refresh(): Promise<void> {
		if (this.running) {
			this.again = true;
			return this.running;
		}
		this.running = this.pass().finally(() => {
			this.running = undefined;
		});
		return this.running;
	}

	/** For changes that nobody was told of. */
	refreshIfStale(): void {
		if (!this.running && !this.closed && this.workshop.files.changed(CONTENT)) void this.refresh();
	}

	private async pass(): Promise<void> {
		do {
			this.again = false;
			await this.passOnce();
		} while (this.again && !this.closed);
	}

	private async passOnce(): Promise<void> {
		clearTimeout(this.idle);
		const start = performance.now();
		this.workshop.files.refresh();
		try {
			this.script = await loadDevScript(this.project);
			const updated = await update(this.workshop, this.options);
			this.findings = 'plan' in updated ? applySeverity(updated.diagnostics, updated.config) : updated.diagnostics;
			// With a broken configuration the last good state goes on being served.
			if ('plan' in updated) {
				this.accept(updated);
				this.checkSamples(updated).catch(() => this.beginAnew());
			}
		} catch (error) {
			this.findings = [
				{
					code: 'internal-error',
					severity: 'error',
					message: `docsgen failed: ${(error as Error).message}`,
					notes: [(error as Error).stack ?? ''],
				},
			];
		}
		this.report(performance.now() - start);
		if (!this.closed) this.idle = setTimeout(() => this.checkSlice(this.state, 0), IDLE).unref();
	}

	private accept(updated: Update): void {
		this.revision++;
		this.state = { update: updated, environment: environmentOf(this.workshop, updated) };
		for (const [out, file] of this.rendered)
			if (updated.plan.jobs.get(out)?.key !== file.key) this.rendered.delete(out);
		this.crashes.clear();
	}

	/** Compiles samples beside everything else: pages show without types first, and again when there are answers. */
	private async checkSamples(updated: Update): Promise<void> {
		if (this.checkingSamples || updated.samplesPending === 0) return;
		this.checkingSamples = true;
		const outcome = await this.workshop.samples.check(updated.site);
		this.checkingSamples = false;
		// With samples that cannot be checked at all, another pass would find the same.
		this.sampleFindings =
			outcome.pending > 0 ? outcome.diagnostics.filter((finding) => finding.code === 'sample-check') : [];
		if (!this.closed && (outcome.pending === 0 || updated !== this.state?.update)) void this.refresh();
		else this.report(0);
	}

	private allFindings(): Diagnostic[] {
		return withExcerpts(
			[...this.findings, ...this.sampleFindings, ...this.crashes.values(), ...this.pageFindings],
			this.project,
		);
	}

	private report(milliseconds: number): void {
		const findings = this.allFindings();
		this.reported = JSON.stringify(findings);
		this.options.onUpdate(findings, milliseconds);
		this.events.send('update', { overlay: overlayOf(findings) });
	}

	/** After a page has been made: a crash is told at once, and so is its end. */
	private reportIfNew(): void {
		if (JSON.stringify(this.allFindings()) !== this.reported) this.report(0);
	}

	/** Renders and inspects pages that nobody asked for, a little at a time, and checks the links of all. */
	private checkSlice(state: State | undefined, from: number): void {
		if (!state || state !== this.state || this.closed) return;
		const jobs = [...state.update.plan.jobs.values()].filter((job) => job.kind === 'page');
		const until = performance.now() + SLICE;
		let index = from;
		for (; index < jobs.length && performance.now() < until; index++) {
			const job = jobs[index];
			if (job && !this.factsByKey.has(job.key)) this.run(job, state);
		}
		if (index < jobs.length) {
			this.idle = setTimeout(() => this.checkSlice(state, index), 0).unref();
			return;
		}
		this.finishCheck(state);
	}

	private finishCheck({ update: { plan, site, config }, environment }: State): void {
		const facts = new Map(
			[...plan.outOf.values()].flatMap((out): [string, PageFacts][] => {
				const found = this.factsByKey.get(plan.jobs.get(out)?.key ?? '');
				return found ? [[out, found]] : [];
			}),
		);
		const keys = new Set([...plan.jobs.values()].map((job) => job.key));
		for (const key of this.factsByKey.keys()) if (!keys.has(key)) this.factsByKey.delete(key);
		const found = checkPages({ site, outOf: plan.outOf, outputs: plan.jobs, facts, parts: inspectShared(environment) });
		this.pageFindings = applySeverity([...checkOutputs(plan.jobs), ...found], config);
		saveWorkshop(this.workshop);
		this.reportIfNew();
	}

	private run(job: Job, { environment }: State): OutputFile | undefined {
		try {
			const file = runJob(job, environment);
			if (file.facts) this.factsByKey.set(job.key, file.facts);
			this.crashes.delete(job.out);
			return file;
		} catch (error) {
			if (error instanceof CacheLost) this.beginAnew();
			else this.crashes.set(job.out, crash(job, error));
			return undefined;
		}
	}

	/** With an empty cache everything can be made again. */
	private beginAnew(): void {
		this.workshop.samples.stop();
		for (const name of this.project.cache.names()) if (!name.startsWith('output-')) this.project.cache.remove(name);
		this.workshop = openWorkshop(this.project, Date.now);
		void this.refresh();
	}

	/** What a browser gets for a path below the base URL. */
	async reply(path: string): Promise<Reply | undefined> {
		await this.running;
		if (path === DEV_SCRIPT) return { bytes: Buffer.from(this.script), type: contentType('dev.js') };
		if (path === DEV_STATE) {
			const state = { overlay: overlayOf(this.allFindings()), css: OVERLAY_CSS, revision: this.revision };
			return { bytes: Buffer.from(JSON.stringify(state)), type: contentType('state.json') };
		}
		const { state } = this;
		if (!state) return path.includes('.') ? undefined : this.bare(503);
		return (await findOutput(path, (out) => this.output(out, state, 200))) ?? this.output('404.html', state, 404);
	}

	private output(out: string, state: State, status: number): Reply | undefined {
		const job = state.update.plan.jobs.get(out);
		if (!job) return undefined;
		const known = this.rendered.get(out);
		const file = known?.key === job.key ? known : this.run(job, state);
		if (!file) {
			this.reportIfNew();
			return this.bare(500);
		}
		if (job.kind === 'page') this.rendered.set(out, file);
		if (!out.endsWith('.html')) return { bytes: file.bytes, type: contentType(out), status };
		const csp = policy(state.update.config, file.facts?.scripts ?? [], file.facts?.styles ?? []);
		return {
			bytes: this.withScript(file.bytes),
			type: contentType(out),
			status,
			headers: { 'Content-Security-Policy': csp },
		};
	}

	/** The one tag in which a page of dev differs from a built one. */
	private withScript(bytes: Uint8Array): Buffer {
		const tag = `<script type="module" src="${this.address(DEV_SCRIPT)}?${this.revision}"></script>`;
		const html = Buffer.from(bytes).toString();
		const end = html.lastIndexOf('</body>');
		return Buffer.from(end < 0 ? html + tag : html.slice(0, end) + tag + html.slice(end));
	}

	/** A page to show findings on, where the site has none. */
	private bare(status: number): Reply {
		const html =
			'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>docsgen</title></head><body></body></html>';
		return { bytes: this.withScript(Buffer.from(html)), type: contentType('index.html'), status };
	}

	private address(path: string): string {
		return this.baseUrl.replace(/\/$/, '') + path;
	}

	get baseUrl(): string {
		return this.state?.update.config.baseUrl ?? this.options.baseUrl ?? '/';
	}

	close(): void {
		this.closed = true;
		clearTimeout(this.idle);
		this.events.close();
		this.workshop.samples.stop();
		saveWorkshop(this.workshop);
	}
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
		port: options.port,
		compress: false,
	});
}

/**
 * Watches what a site is made from. Any number of events at once make one pass. The library's own events leave out
 * changes that follow each other closely, so those of the system beneath it count too; and when all is quiet, the
 * files are compared with what the last pass saw.
 */
async function watch(
	project: Project,
	options: DevOptions,
	site: Pick<DevSite, 'refresh' | 'refreshIfStale'>,
): Promise<{ close(): Promise<void> }> {
	const { watch: chokidar } = await import('chokidar');
	const folders = [join(project.root, CONTENT), ...bundleFolders(project)];
	const ignored = ignoredPaths(project.root, options.outDir, folders);
	// The folder itself, too: content and configuration may vanish and come back.
	const watcher = chokidar([project.root, ...folders], {
		ignoreInitial: true,
		followSymlinks: false,
		ignored,
		atomic: false,
	});
	let timer: NodeJS.Timeout | undefined;
	let last: NodeJS.Timeout | undefined;
	let first = 0;
	const go = (): void => {
		first = 0;
		void site.refresh();
	};
	const lookAgain = (): void => {
		clearTimeout(last);
		last = setTimeout(() => site.refreshIfStale(), CERTAIN).unref();
	};
	const stir = (): void => {
		const now = performance.now();
		first ||= now;
		clearTimeout(timer);
		timer = setTimeout(go, Math.max(0, Math.min(SETTLE, first + PATIENCE - now)));
		lookAgain();
	};
	watcher.on('all', stir);
	watcher.on('raw', (_event, name: unknown, details) => {
		const folder = isRecord(details) ? details.watchedPath : undefined;
		if (typeof folder !== 'string' || typeof name !== 'string') return;
		// A watched folder names what is in it, a watched file itself.
		if (!ignored(basename(folder) === name ? folder : join(folder, name))) stir();
	});
	// A folder that vanishes under the watcher is no reason to stop.
	watcher.on('error', () => undefined);
	await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
	// Said to be ready, it may still be on its way into folders.
	lookAgain();
	return {
		async close() {
			clearTimeout(timer);
			clearTimeout(last);
			await watcher.close();
		},
	};
}

/** Of the site's folder, only these folders and the files beside them count; outputs and what programs hide never. */
function ignoredPaths(
	root: string,
	outDir: string,
	folders: string[],
): (path: string, stat?: { isFile(): boolean }) => boolean {
	const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
	return (path, stat) => {
		const inside = relative(root, path).split('\\').join('/');
		if (inside === '' || inside.startsWith('..')) return false;
		if (/(?:^|\/)(?:node_modules|\.[^/]+)(?:\/|$)/.test(inside)) return true;
		if (isIn(path, outDir) || path.startsWith(`${outDir}.`)) return true;
		if (folders.some((folder) => isIn(path, folder))) return false;
		return inside.includes('/') || (stat !== undefined && !stat.isFile());
	};
}

/**
 * `docsgen dev`: the same plan as a build, but a page is rendered when a browser requests it, and open browsers are
 * notified of every change. Each page differs from the built one in one tag.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodedOrSame } from '../../content/model/address.ts';
import { CONFIG_FILE } from '../../content/model/identity.ts';
import type { Diagnostic, Page } from '../../content/model/page.ts';
import { runJob } from '../../render/jobs.ts';
import type { KeyedJob, OutputFile } from '../../render/model/job.ts';
import { loadDevScript } from '../bundle/assets.ts';
import { noConfiguration } from '../bundle/configuration.ts';
import { attempt, CacheLost } from '../disk/disk.ts';
import type { Project } from '../disk/project.ts';
import { stripBase } from '../http/address.ts';
import { contentType, type HttpReply } from '../http/send.ts';
import { createServer, type Serving } from '../http/server.ts';
import { unconfigured } from '../pipeline/pass.ts';
import { type Update, type UpdateOptions, update } from '../pipeline/pipeline.ts';
import { crashOf, environmentOf, withPlace } from '../pipeline/render-jobs.ts';
import { stopSecondThread } from '../pipeline/session.ts';
import { applySeverity } from '../terminal/findings.ts';
import { inCommandsOf } from '../terminal/package-manager.ts';
import { leaveToSystem } from '../terminal/signals.ts';
import { Board, internalError } from './board.ts';
import { FileChanges } from './changes.ts';
import { openInEditor } from './editor.ts';
import { NOTHING_TAKEN, type TakenEdits, takeEdits } from './edits.ts';
import { Rehearsal } from './idle.ts';
import { Kept } from './kept.ts';
import { createLinking } from './linking.ts';
import { Moves } from './moves.ts';
import { PageChecks, type State } from './page-checks.ts';
import { DEV_SCRIPT, Pages } from './pages.ts';
import { type Cause, type DevStep, Passes } from './passes.ts';
import type { DevNews } from './printer.ts';
import { Provided } from './provided.ts';
import { Reports } from './reports.ts';

export type { DevStep } from './passes.ts';
export { createPrinter } from './printer.ts';

export interface DevOptions extends Omit<UpdateOptions, 'waitFor' | 'link'> {
	host?: string;
	allowedHosts?: readonly string[];
	port?: number;
	/** Default: the environment variables of the process. */
	env?: Record<string, string | undefined>;
	/** Absolute output folder of builds: not watched. */
	outDir: string;
	/** Called after every pass, and whenever other work has ended. */
	onUpdate(findings: Diagnostic[], news: DevNews): void;
	/** Whether to scan the files every second instead of waiting for events of the system. */
	poll?: boolean;
	/** False for tests that change files themselves and call `refresh`. Default true. */
	watch?: boolean;
	/** Called after each step, in order. */
	onStep?(step: DevStep): void;
}

export type DevServer =
	| { kind: 'serving'; url: string; others: string[]; refresh(): Promise<void>; close(): Promise<void> }
	| { kind: 'failed'; diagnostic: Diagnostic };

/** Paths reserved for the dev server, below the base URL, besides its script. */
const DEV_EVENTS = '/__docsgen/events';
const DEV_STATE = '/__docsgen/state';
const DEV_OPEN = '/__docsgen/open';

/** Milliseconds before an open page is parsed in advance. */
const REHEARSAL_MS = 50;
/**
 * Milliseconds that a connection may be idle: longer than the longest pass, during which the server does not read the
 * next request on the connection.
 */
const IDLE_MS = 60_000;

/** Starts the server. A site with errors is served as far as possible, with the findings on every page. */
export async function startDev(project: Project, options: DevOptions): Promise<DevServer> {
	if (!project.stat(CONFIG_FILE)) return { kind: 'failed', diagnostic: noConfiguration(project) };
	const site = new DevSite(project, options);
	await site.passes.request('start');
	const served = await serve(site, options);
	if (served.kind === 'failed') return served;
	if (options.poll) site.changes.poll();
	else if (options.watch !== false) await site.changes.watch(project, options.outDir);
	return {
		kind: 'serving',
		url: served.url,
		others: served.others,
		refresh: () => site.passes.request('author'),
		async close() {
			await Promise.all([site.close(), served.close()]);
		},
	};
}

/** Makes passes over a site, and answers browsers with what the last one has made. */
class DevSite {
	readonly passes = new Passes((causes) => leaveToSystem(() => this.pass(causes)));
	readonly board = new Board();
	readonly moves = new Moves((page) => this.textOf(page));
	readonly kept: Kept;
	readonly pages: Pages;
	readonly reports: Reports;
	readonly provided: Provided;
	readonly changes: FileChanges;
	private readonly checks: PageChecks;
	private readonly link = createLinking();
	private readonly rehearsal = new Rehearsal();
	private script = '';
	/** Whether the state is that of all files but the edited ones. */
	private isCurrent = false;

	constructor(
		private readonly project: Project,
		private readonly options: DevOptions,
	) {
		const run = (job: KeyedJob, state: State): OutputFile | undefined => this.run(job, state);
		this.kept = new Kept(project, options.env, (findings) => this.reports.set('save', findings));
		this.checks = new PageChecks(
			run,
			(findings) => this.checked(findings),
			(error) => this.failed('checks', error),
		);
		this.pages = new Pages({ run, facts: (state) => this.checks.all(state) }, options.baseUrl);
		this.reports = new Reports(this, options.onUpdate, inCommandsOf(project.root));
		this.provided = new Provided(this);
		this.changes = new FileChanges(this);
	}

	/** Whether nothing is running or due. */
	get isSettled(): boolean {
		return this.passes.isIdle && this.checks.isDone && !this.provided.isBusy;
	}

	/* ------------------------------------------------------------ passes */

	private async pass(causes: ReadonlySet<Cause>): Promise<void> {
		const isEdit = this.isCurrent && causes.size === 1 && causes.has('edit');
		const changed = this.changes.take();
		// The last pass was asked for by a comparison, and has begun after the event.
		if (isEdit && changed.length === 0) return;
		this.pauseIdleWork();
		const start = performance.now();
		const before = this.kept.inputs.names();
		this.isCurrent = false;
		try {
			const { parsed, isAll } = isEdit ? await this.takeEdits(changed) : NOTHING_TAKEN;
			if (!isAll) await this.readAll(parsed);
			else this.isCurrent = true;
		} catch (error) {
			if (error instanceof CacheLost && this.startOver()) return;
			this.board.set('pass', [internalError(error)]);
		}
		const { state } = this.pages;
		if (state) this.provided.askAfterAnswers();
		// Links to pages that are not made yet would be reported as broken.
		if (state && state.update.virtual.state !== 'pending') this.checks.begin(state);
		const { inputs } = this.kept;
		const read = new Set([...before, ...inputs.names()]);
		const named = changed.filter((name) => read.has(name)).map((name) => inputs.shown(name));
		this.reports.report({ causes, milliseconds: performance.now() - start, changed: named });
	}

	/** Shows edits if they need no links and no plan. */
	private async takeEdits(paths: readonly string[]): Promise<TakenEdits> {
		const { board, kept, pages } = this;
		if (!pages.state) return NOTHING_TAKEN;
		const { update } = pages.state;
		const taken = await takeEdits(kept.session, update, paths, board.beforeChecks(kept.inputs));
		if (!taken.isAll) return taken;
		if (taken.isRestated) board.set('pass', applySeverity(update.diagnostics, update.config));
		if (taken.restyled) pages.show(taken.restyled, environmentOf(kept.session, taken.restyled));
		else pages.revision++;
		this.shown(taken.parsed);
		return taken;
	}

	/** Makes all again; `parsed` pages were parsed for it already. */
	private async readAll(parsed: number): Promise<void> {
		const { session } = this.kept;
		session.inputs.refresh();
		try {
			this.script = await loadDevScript(unconfigured(session));
			const updated = await update(session, { ...this.options, waitFor: 'nothing', link: this.link });
			// Pages are rendered on request, so the second thread has no more work.
			await stopSecondThread(session);
			const { diagnostics } = updated;
			this.board.set('pass', 'plan' in updated ? applySeverity(diagnostics, updated.config) : diagnostics);
			// While the configuration is broken, keep serving the last good state.
			if ('plan' in updated) this.accept(updated, parsed);
		} finally {
			this.changes.follow();
		}
	}

	private accept(updated: Update, parsed: number): void {
		this.pages.show(updated, environmentOf(this.kept.session, updated));
		this.moves.look(updated.sites);
		this.isCurrent = true;
		this.board.forgetCrashes();
		if (updated.annotations.state === 'made') this.board.set('annotations', []);
		this.shown(parsed + updated.parsedNow);
		this.provided.askForPages();
	}

	/** The pages are up to date after `parsed` of them were parsed. */
	private shown(parsed: number): void {
		this.step({ kind: 'pass', parsed });
		this.kept.saveLater(parsed);
	}

	/** Stops the work that waits for idle times. */
	private pauseIdleWork(): void {
		for (const work of [this.checks, this.changes.comparing, this.rehearsal, this.provided, this.kept]) work.stop();
	}

	/** Starts over with an empty cache. Undefined if that was tried already: the disk loses what is written to it. */
	private startOver(): Promise<void> | undefined {
		if (!this.passes.allows('cache')) return undefined;
		this.provided.drop();
		this.kept.startOver();
		return this.passes.request('cache');
	}

	private textOf({ bodyHash }: Page): string {
		// Without the text, a page is the same as itself only.
		return attempt(() => JSON.stringify(this.kept.session.bodies.get('markdown', bodyHash))) ?? bodyHash;
	}

	/* ------------------------------------------------------------ other work */

	step(step: DevStep): void {
		this.options.onStep?.(step);
	}

	failed(step: 'pages' | 'annotations' | 'checks', error: unknown): void {
		if (error instanceof CacheLost && this.startOver()) return;
		if (step === 'annotations') this.reports.checking(0);
		this.reports.set(step, [internalError(error)]);
	}

	private checked(findings: Diagnostic[]): void {
		this.step({ kind: 'checked' });
		this.reports.set('checks', findings);
	}

	private run(job: KeyedJob, { environment, update }: State): OutputFile | undefined {
		try {
			this.step({ kind: 'job', out: job.out });
			const file = runJob(job, environment);
			this.checks.recordInspection(file);
			this.board.rendered(job.out);
			return file;
		} catch (error) {
			if (error instanceof CacheLost) throw error;
			this.board.rendered(job.out, withPlace(crashOf(job, error), update.templates));
			return undefined;
		}
	}

	/* ------------------------------------------------------------ answers */

	/** The reply to a browser for a path below the base URL. */
	async reply(path: string): Promise<HttpReply | undefined> {
		// For this pass only: edits in quick succession must not keep a browser waiting.
		await this.passes.current;
		return leaveToSystem(async () => {
			try {
				return await this.answer(path);
			} catch (error) {
				const again = error instanceof CacheLost ? this.startOver() : undefined;
				if (!again) throw error;
				await again;
				return this.answer(path);
			}
		});
	}

	private async answer(path: string): Promise<HttpReply | undefined> {
		if (path === DEV_SCRIPT) return { bytes: Buffer.from(this.script), type: contentType('dev.js') };
		if (path === DEV_STATE || path.startsWith(`${DEV_STATE}/`)) return this.stateFor(path.slice(DEV_STATE.length));
		let found = await this.pages.find(path);
		const making = found ? undefined : this.provided.making(path);
		if (making) {
			await making;
			found = await this.pages.find(path);
		}
		if (found) this.provided.expectEdit(this.pages.sourceAt(path));
		const reply = found ?? this.pages.missing(path);
		// A crash, or the end of one.
		if (this.board.isNew) this.reports.report();
		return reply;
	}

	/** Opens the place of a finding in the author's editor. */
	open(request: IncomingMessage, response: ServerResponse, env: DevOptions['env']): Promise<void> {
		const { inputs } = this.kept;
		const files = this.board.all(inputs).map(({ file }) => file);
		return openInEditor(request, response, { inputs, files, env });
	}

	/** The news that the page at a URL asks for when it opens. */
	private stateFor(url: string): HttpReply {
		const place = stripBase(url, decodedOrSame(this.pages.baseUrl));
		const source = place.kind === 'inside' ? this.pages.opened(place.path) : undefined;
		this.rehearsal.begin(REHEARSAL_MS, this.pages.state?.update.ways.get(source ?? ''), this.project);
		return { bytes: Buffer.from(JSON.stringify(this.reports.state())), type: contentType('state.json') };
	}

	/** Resolves when nothing is running: a pass that continues would start helpers again. */
	async close(): Promise<void> {
		const unwatched = this.changes.close();
		this.pauseIdleWork();
		this.reports.close();
		this.provided.drop();
		await this.passes.close();
		this.pauseIdleWork();
		await Promise.all([unwatched, this.kept.close()]);
	}
}

function serve(site: DevSite, options: DevOptions): Promise<Serving> {
	return createServer({
		resolve: (path) => site.reply(path),
		routes: {
			[DEV_EVENTS]: (request, response) => site.reports.events.subscribe(request, response),
			[DEV_OPEN]: (request, response) => void site.open(request, response, options.env),
		},
		baseUrl: () => site.pages.baseUrl,
		host: options.host,
		allowedHosts: options.allowedHosts,
		port: options.port,
		timeouts: { idle: IDLE_MS },
	});
}

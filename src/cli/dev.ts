/**
 * `docsgen dev`: the same plan as a build, but a page is rendered when a browser requests it, and open browsers are
 * notified of every change. Each page differs from the built one in one tag.
 */
import { isDeepStrictEqual } from 'node:util';
import { decodedOrSame } from '../content/model/address.ts';
import { CONFIG_FILE } from '../content/model/identity.ts';
import type { Diagnostic, Page } from '../content/model/page.ts';
import { withBase } from '../content/site/links.ts';
import type { AnnotationNews } from '../extension.ts';
import { EXTENSIONS } from '../extensions/registered.ts';
import { runJob } from '../render/jobs.ts';
import type { KeyedJob, OutputFile } from '../render/model/job.ts';
import { loadDevScript } from './bundle/assets.ts';
import { noConfiguration } from './bundle/configuration.ts';
import { loadLedger } from './cache/ledger.ts';
import { Board, internalError } from './dev/board.ts';
import { NOTHING_TAKEN, type TakenEdits, takeEdits } from './dev/edits.ts';
import { comparison, Idle, Rehearsal } from './dev/idle.ts';
import { createLinking } from './dev/linking.ts';
import { Moves } from './dev/moves.ts';
import { PageChecks, type State } from './dev/page-checks.ts';
import { DEV_SCRIPT, Pages } from './dev/pages.ts';
import { Background, type Cause, type DevStep, Passes } from './dev/passes.ts';
import { checkingLine, type DevNews } from './dev/printer.ts';
import { attempt, CacheLost } from './disk/disk.ts';
import { type Inputs, openInputs } from './disk/inputs.ts';
import type { Project } from './disk/project.ts';
import { type Watcher, watchSite } from './disk/watch.ts';
import { stripBase } from './http/address.ts';
import { createEvents } from './http/events.ts';
import { contentType, type HttpReply } from './http/send.ts';
import { createServer, type Serving } from './http/server.ts';
import { type Update, type UpdateOptions, update } from './pipeline/pipeline.ts';
import { crashOf, environmentOf, withPlace } from './pipeline/render-jobs.ts';
import { openSession, type Session, saveSession, stopHelpers, stopSecondThread } from './pipeline/session.ts';
import { applySeverity } from './terminal/findings.ts';
import { inCommandsOf } from './terminal/package-manager.ts';
import { OVERLAY_CSS } from './terminal/report.ts';
import { leaveToSystem } from './terminal/signals.ts';

export type { DevStep } from './dev/passes.ts';
export { createPrinter } from './dev/printer.ts';

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

/** Idle milliseconds before the cache is written to disk; shorter after a pass that parsed many pages. */
const SAVE_MS = 5000;
const SAVE_SOON_MS = 200;
/** Milliseconds after a pass before annotations are made: time to answer the open pages. */
const ANSWER_MS = 50;
/** Milliseconds between scans of all files when the system does not report changes. */
const POLL_MS = 1000;
/** Number of parsed pages from which a pass is saved sooner. */
const MANY_PAGES = 50;
/**
 * Milliseconds that a connection may be idle: longer than the longest pass, during which the server does not read the
 * next request on the connection.
 */
const IDLE_MS = 60_000;

/** Starts the server. A site with errors is served as far as possible, with the findings on every page. */
export async function startDev(project: Project, options: DevOptions): Promise<DevServer> {
	if (!project.stat(CONFIG_FILE)) return { kind: 'failed', diagnostic: noConfiguration(project) };
	const site = new DevSite(project, options);
	await site.refresh('start');
	const served = await serve(site, options);
	if (served.kind === 'failed') return served;
	if (options.poll) site.poll();
	const watcher =
		options.watch === false || options.poll
			? undefined
			: await watchSite(project, { outDir: options.outDir, inputs: site.inputs }, site);
	if (watcher) site.followWith(watcher);
	return {
		kind: 'serving',
		url: served.url,
		others: served.others,
		refresh: () => site.refresh('author'),
		async close() {
			await Promise.all([watcher?.close(), site.close(), served.close()]);
		},
	};
}

class DevSite {
	readonly events = createEvents();
	private session: Session;
	private readonly passes = new Passes((causes) => this.pass(causes));
	private readonly pages: Pages;
	private readonly board = new Board();
	private readonly checks: PageChecks;
	private readonly moves = new Moves((page) => this.textOf(page));
	private script = '';
	private readonly virtual = new Background(this.passes, 'pages', (error) => this.failed('pages', error));
	private readonly annotations = new Background(this.passes, 'annotations', (error) =>
		this.failed('annotations', error),
	);
	private readonly link = createLinking();
	private readonly comparing = new Idle();
	private readonly rehearsal = new Rehearsal();
	private watcher: Watcher | undefined;
	private asking: NodeJS.Timeout | undefined;
	private saving: NodeJS.Timeout | undefined;
	private polling: NodeJS.Timeout | undefined;
	/** Files changed since the last pass began. */
	private edited = new Set<string>();
	/** Whether the state is that of all files but the edited ones. */
	private isCurrent = false;
	private reported: Diagnostic[] = [];
	/** Number of blocks of code that are being checked. */
	private unchecked = 0;
	private closed = false;

	constructor(
		private readonly project: Project,
		private readonly options: DevOptions,
	) {
		this.session = this.open();
		this.checks = new PageChecks(
			(job, state) => this.run(job, state),
			(findings) => this.checked(findings),
			(error) => this.failed('checks', error),
		);
		const facts = (state: State) => this.checks.all(state);
		this.pages = new Pages({ run: (job, state) => this.run(job, state), facts }, options.baseUrl);
	}

	get inputs(): Inputs {
		return this.session.inputs;
	}

	get baseUrl(): string {
		return this.pages.baseUrl;
	}

	refresh(cause: Cause): Promise<void> {
		return this.passes.request(cause);
	}

	/* ------------------------------------------------------------ what comes from outside */

	changed(paths: string[] | undefined): void {
		if (this.closed) return;
		// The next pass reports a disk that fails here.
		const real = paths?.filter((path) => attempt(() => this.inputs.hasChanged(path)) ?? true);
		if (real?.length === 0) {
			// The last pass may have read the change before its event came, and not have asked about its fences.
			this.passes.renew();
			if (!this.passes.isIdle) return;
			this.askForPages();
			this.askForAnnotations();
			return;
		}
		for (const path of real ?? []) this.edited.add(path);
		void this.refresh(real ? 'edit' : 'author');
	}

	/** The system has no more watches: scan the files every second from now on. */
	watchFailed(finding: Diagnostic): void {
		if (this.polling || this.closed) return;
		this.poll();
		this.board.set('watch', [finding]);
		this.report();
	}

	/** Scans the files every second. */
	poll(): void {
		this.polling = setInterval(() => this.settled(), POLL_MS).unref();
	}

	/** Looks for changes that the system did not report, until the next pass; calls `found` if there are some. */
	settled(found = (): void => {}): void {
		if (this.passes.isIdle && !this.closed && !this.comparing.isBusy)
			this.comparing.begin(
				0,
				comparison(this.inputs, (paths) => this.changed(paths), found),
			);
	}

	followWith(watcher: Watcher): void {
		this.watcher = watcher;
		watcher.follow(this.inputs);
	}

	/* ------------------------------------------------------------ passes */

	private async pass(causes: ReadonlySet<Cause>): Promise<void> {
		const resume = await leaveToSystem();
		try {
			await this.makePass(causes);
		} finally {
			resume();
		}
	}

	private async makePass(causes: ReadonlySet<Cause>): Promise<void> {
		const isEdit = this.isCurrent && causes.size === 1 && causes.has('edit');
		// The last pass was asked for by a comparison, and has begun after the event.
		if (isEdit && this.edited.size === 0) return;
		this.pauseIdleWork();
		const start = performance.now();
		const changed = [...this.edited];
		this.edited = new Set();
		const before = this.inputs.names();
		this.isCurrent = false;
		try {
			const { parsed, isAll } = isEdit ? await this.takeEdits(changed) : NOTHING_TAKEN;
			if (isAll) this.isCurrent = true;
			else await this.readAll(parsed);
		} catch (error) {
			if (error instanceof CacheLost && this.startOver()) return;
			this.board.set('pass', [internalError(error)]);
		}
		const { state } = this.pages;
		if (state) this.asking = setTimeout(() => this.afterAnswers(), ANSWER_MS).unref();
		// Links to pages that are not made yet would be reported as broken.
		if (state && state.update.virtual.state !== 'pending' && !this.closed) this.checks.begin(state);
		const read = new Set([...before, ...this.inputs.names()]);
		const named = changed.filter((name) => read.has(name)).map((name) => this.inputs.shown(name));
		this.report({ causes, milliseconds: performance.now() - start, changed: named });
	}

	/** Shows edits if they need no links and no plan. */
	private async takeEdits(paths: readonly string[]): Promise<TakenEdits> {
		const { state } = this.pages;
		if (!state) return NOTHING_TAKEN;
		const taken = await takeEdits(this.session, state.update, paths, this.board.beforeChecks(this.inputs));
		if (!taken.isAll) return taken;
		if (taken.isRestated) this.board.set('pass', applySeverity(state.update.diagnostics, state.update.config));
		if (taken.restyled) this.pages.show(taken.restyled, environmentOf(this.session, taken.restyled));
		else this.pages.revision++;
		this.shown(taken.parsed);
		return taken;
	}

	/** Makes all again; `parsed` pages were parsed for it already. */
	private async readAll(parsed: number): Promise<void> {
		this.inputs.refresh();
		try {
			this.script = await loadDevScript(this.session);
			const updated = await update(this.session, { ...this.options, waitFor: 'nothing', link: this.link });
			// Pages are rendered on request, so the second thread has no more work.
			await stopSecondThread(this.session);
			const { diagnostics } = updated;
			this.board.set('pass', 'plan' in updated ? applySeverity(diagnostics, updated.config) : diagnostics);
			// While the configuration is broken, keep serving the last good state.
			if ('plan' in updated) this.accept(updated, parsed);
		} finally {
			this.watcher?.follow(this.inputs);
		}
	}

	private accept(updated: Update, parsed: number): void {
		this.pages.show(updated, environmentOf(this.session, updated));
		this.moves.look(updated.sites);
		this.isCurrent = true;
		this.board.forgetCrashes();
		if (updated.annotations.state === 'made') this.board.set('annotations', []);
		this.shown(parsed + updated.parsedNow);
		this.askForPages();
	}

	/** The pages are up to date after `parsed` of them were parsed. */
	private shown(parsed: number): void {
		this.options.onStep?.({ kind: 'pass', parsed });
		this.saving = setTimeout(() => this.save(), parsed >= MANY_PAGES ? SAVE_SOON_MS : SAVE_MS).unref();
	}

	/** Stops the work that waits for idle times. */
	private pauseIdleWork(): void {
		this.checks.stop();
		this.comparing.stop();
		this.rehearsal.stop();
		clearTimeout(this.asking);
		clearTimeout(this.saving);
	}

	private open(): Session {
		const { project } = this;
		const inputs = openInputs(project, { known: loadLedger(project, 'inputs'), env: this.options.env });
		return openSession(project, inputs, EXTENSIONS);
	}

	/** Starts over with an empty cache. Undefined if that was tried already: the disk loses what is written to it. */
	private startOver(): Promise<void> | undefined {
		if (!this.passes.allows('cache')) return undefined;
		void stopHelpers(this.session);
		this.annotations.drop();
		this.virtual.drop();
		this.project.store.clear();
		this.session = this.open();
		return this.refresh('cache');
	}

	private textOf({ bodyHash }: Page): string {
		// Without the text, a page is the same as itself only.
		return attempt(() => JSON.stringify(this.session.bodies.get('markdown', bodyHash))) ?? bodyHash;
	}

	/* ------------------------------------------------------------ providers */

	private afterAnswers(): void {
		this.asking = undefined;
		this.askForAnnotations();
	}

	/** Makes virtual pages in the background; the server keeps serving meanwhile. */
	private askForPages(): void {
		const { update } = this.pages.state ?? {};
		if (update?.virtual.state !== 'pending' || this.closed) return;
		const make = () => this.session.providers.pages(update.config, true);
		this.virtual.begin(make, ({ state }) => {
			this.options.onStep?.({ kind: 'pages' });
			return state !== 'pending';
		});
	}

	/** Annotates fences in the background: pages are served without annotations first, and again once there are some. */
	private askForAnnotations(): void {
		const { update } = this.pages.state ?? {};
		if (!update || update.annotations.state === 'made' || this.closed) return;
		const make = () => this.session.providers.annotations(update.written, true, (news) => this.checking(news, update));
		this.annotations.begin(make, ({ state, pages, failures }) => {
			this.options.onStep?.({ kind: 'annotations' });
			// What was found before a check was out of date is shown until it is checked again.
			if (state !== 'pending') this.board.set('annotations', failures);
			this.setUnchecked(0);
			if (pages.size > update.annotations.pages.size) return true;
			this.report();
			// A pass may have found other fences meanwhile.
			if (this.pages.state?.update !== update) this.askForAnnotations();
			return false;
		});
	}

	/** Shows what is wrong with code before the types of its names are known. */
	private checking({ unchecked, diagnostics }: AnnotationNews, { config }: Update): void {
		if (this.closed) return;
		this.setUnchecked(unchecked);
		if (diagnostics) this.board.set('annotations', applySeverity(diagnostics, config));
		this.report();
	}

	private setUnchecked(count: number): void {
		if (this.unchecked !== count) this.events.send('checking', checkingLine(count));
		this.unchecked = count;
	}

	/** Makes providers ready for an edit of the page at a path: a page that was just opened is often edited next. */
	private expectEdit(path: string): void {
		const { update } = this.pages.state ?? {};
		if (update?.annotations.state !== 'made') return;
		const page = update.pages.get(this.pages.sourceAt(path) ?? '');
		// What can't be loaded now, the next check reports.
		if (page) this.session.providers.prepare?.(update.written, page).catch(() => undefined);
	}

	private failed(step: 'pages' | 'annotations' | 'checks', error: unknown): void {
		if (error instanceof CacheLost && this.startOver()) return;
		if (step === 'annotations') this.setUnchecked(0);
		this.board.set(step, [internalError(error)]);
		this.report();
	}

	/* ------------------------------------------------------------ idle work */

	private save(): void {
		this.board.set('save', this.keep());
		this.report();
	}

	/** A cache that cannot be written is a warning: the next process makes its contents again. */
	private keep(): Diagnostic[] {
		try {
			saveSession(this.session);
			return [];
		} catch (error) {
			return [{ ...internalError(error), severity: 'warning' }];
		}
	}

	private checked(findings: Diagnostic[]): void {
		this.board.set('checks', findings);
		this.options.onStep?.({ kind: 'checked' });
		this.report();
	}

	/* ------------------------------------------------------------ pages and findings */

	private run(job: KeyedJob, { environment, update }: State): OutputFile | undefined {
		try {
			this.options.onStep?.({ kind: 'job', out: job.out });
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

	private get isSettled(): boolean {
		return (
			this.passes.isIdle && this.checks.isDone && !this.asking && !this.virtual.running && !this.annotations.running
		);
	}

	/**
	 * Reports the findings; notifies open pages of new ones and of each pass. A closed server reports nothing: its
	 * interrupted work would look like failures.
	 */
	private report(pass?: DevNews['pass']): void {
		if (this.closed) return;
		const findings = this.board.all(this.inputs);
		if (pass || !isDeepStrictEqual(findings, this.reported))
			this.events.send('update', { ...this.told(findings), ...this.pages.news(this.events.size > 0) });
		this.reported = findings;
		this.options.onUpdate(findings, { pass, isSettled: this.isSettled, unchecked: this.unchecked });
	}

	/** The news for open pages: the overlay, and the new URLs of moved pages by their old ones. */
	private told(findings: Diagnostic[]): { overlay: string; moved: Record<string, string> } {
		const url = (route: string): string => withBase(this.baseUrl, route);
		const moved = Object.fromEntries([...this.moves.all].map(([from, to]) => [url(from), url(to)]));
		return { overlay: this.board.overlay(findings, inCommandsOf(this.project.root)), moved };
	}

	/** The reply to a browser for a path below the base URL. */
	async reply(path: string): Promise<HttpReply | undefined> {
		// For this pass only: edits in quick succession must not keep a browser waiting.
		await this.passes.current;
		const resume = await leaveToSystem();
		try {
			return await this.answer(path);
		} catch (error) {
			if (!(error instanceof CacheLost)) throw error;
			const again = this.startOver();
			if (!again) throw error;
			await again;
			return this.answer(path);
		} finally {
			resume();
		}
	}

	private async answer(path: string): Promise<HttpReply | undefined> {
		if (path === DEV_SCRIPT) return { bytes: Buffer.from(this.script), type: contentType('dev.js') };
		if (path === DEV_STATE || path.startsWith(`${DEV_STATE}/`)) {
			const place = stripBase(path.slice(DEV_STATE.length), decodedOrSame(this.baseUrl));
			const source = place.kind === 'inside' ? this.pages.opened(place.path) : undefined;
			this.rehearsal.begin(ANSWER_MS, this.pages.state?.update.ways.get(source ?? ''), this.project);
			const { revision } = this.pages;
			const checking = checkingLine(this.unchecked);
			const state = { ...this.told(this.board.all(this.inputs)), css: OVERLAY_CSS, revision, checking };
			return { bytes: Buffer.from(JSON.stringify(state)), type: contentType('state.json') };
		}
		let found = await this.pages.find(path);
		if (!found && this.virtual.running && this.pages.state?.update.virtual.covers(path)) {
			await this.virtual.running;
			found = await this.pages.find(path);
		}
		if (found) this.expectEdit(path);
		const reply = found ?? this.pages.missing(path);
		// A crash, or the end of one.
		if (this.board.isNew) this.report();
		return reply;
	}

	/** Resolves when nothing is running: a pass that continues would start helpers again. */
	async close(): Promise<void> {
		this.closed = true;
		this.pauseIdleWork();
		clearInterval(this.polling);
		this.events.close();
		for (const work of [this.annotations, this.virtual]) work.drop();
		await this.passes.close();
		this.pauseIdleWork();
		await stopHelpers(this.session);
		this.keep();
	}
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

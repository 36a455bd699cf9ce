/**
 * What providers make while `docsgen dev` serves: virtual pages, and annotations of fences. Pages are served without
 * annotations first, and again once there are some.
 */
import type { AnnotationNews } from '../../extension.ts';
import type { Update } from '../pipeline/pipeline.ts';
import { applySeverity } from '../terminal/findings.ts';
import type { Board } from './board.ts';
import { Background, type DevStep, type Passes } from './passes.ts';
import type { Reports } from './reports.ts';

/** Milliseconds after a pass before annotations are made: time to answer the open pages. */
const ANSWER_MS = 50;

/** The server, as this work knows it. */
interface Served {
	readonly passes: Passes;
	readonly pages: { readonly state?: { readonly update: Update } | undefined };
	readonly board: Pick<Board, 'set'>;
	readonly reports: Pick<Reports, 'checking' | 'report'>;
	step(step: DevStep): void;
	failed(step: 'pages' | 'annotations', error: unknown): void;
}

export class Provided {
	private readonly pages: Background;
	private readonly annotations: Background;
	private asking: NodeJS.Timeout | undefined;

	constructor(private readonly site: Served) {
		const work = (step: 'pages' | 'annotations'): Background =>
			new Background(site.passes, step, (error) => site.failed(step, error));
		this.pages = work('pages');
		this.annotations = work('annotations');
	}

	private get update(): Update | undefined {
		return this.site.pages.state?.update;
	}

	/** Whether work is running or due. */
	get isBusy(): boolean {
		return Boolean(this.asking || this.pages.running || this.annotations.running);
	}

	/** Asks for what the last pass had to do without. */
	ask(): void {
		this.askForPages();
		this.askForAnnotations();
	}

	/** Asks for annotations as soon as open pages have their answers. */
	askAfterAnswers(): void {
		this.asking = setTimeout(() => {
			this.asking = undefined;
			this.askForAnnotations();
		}, ANSWER_MS).unref();
	}

	/** Asks nothing before the next pass. */
	stop(): void {
		clearTimeout(this.asking);
		this.asking = undefined;
	}

	/** Ignores the results of what is running. */
	drop(): void {
		this.pages.drop();
		this.annotations.drop();
	}

	/** The work that may make a page at a path. */
	making(path: string): Promise<void> | undefined {
		return this.update?.virtual.covers(path) ? this.pages.running : undefined;
	}

	/** Makes ready for an edit of a page: one that was just opened is often edited next. */
	expectEdit(path: string | undefined): void {
		const { update } = this;
		if (update?.annotations.state !== 'made') return;
		const page = update.pages.get(path ?? '');
		// What can't be loaded now, the next check reports.
		if (page) update.pass.provider.prepare?.(update.written, page).catch(() => undefined);
	}

	askForPages(): void {
		const { update } = this;
		if (update?.virtual.state !== 'pending') return;
		const make = () => update.pass.provider.pages(update.config, true);
		this.pages.begin(make, ({ state }) => {
			this.site.step({ kind: 'pages' });
			return state !== 'pending';
		});
	}

	private askForAnnotations(): void {
		const { update } = this;
		const { board, reports } = this.site;
		if (!update || update.annotations.state === 'made') return;
		const make = () => update.pass.provider.annotations(update.written, true, (news) => this.told(news, update));
		this.annotations.begin(make, ({ state, pages, failures }) => {
			this.site.step({ kind: 'annotations' });
			// What was found before a check was out of date is shown until it is checked again.
			if (state !== 'pending') board.set('annotations', failures);
			reports.checking(0);
			if (pages.size > update.annotations.pages.size) return true;
			reports.report();
			// A pass may have found other fences meanwhile.
			if (this.update !== update) this.askForAnnotations();
			return false;
		});
	}

	/** Shows what is wrong with code before the types of its names are known. */
	private told({ unchecked, diagnostics }: AnnotationNews, { config }: Update): void {
		const { board, reports } = this.site;
		if (diagnostics) board.set('annotations', applySeverity(diagnostics, config));
		reports.checking(unchecked);
		reports.report();
	}
}

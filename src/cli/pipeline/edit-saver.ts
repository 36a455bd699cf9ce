/** Saves the jobs of a build and their data for edits of texts. */
import { hashOfValue } from '../../content/model/hash.ts';
import type { Page, ParseOptions } from '../../content/model/page.ts';
import { withBase } from '../../content/site/links.ts';
import { stated } from '../../content/site/translations.ts';
import type { KeyedJob } from '../../render/model/job.ts';
import { outsShowing } from '../../render/plan.ts';
import type { OutputLedger } from '../cache/ledger.ts';
import { CODE, openEdits, type ShowingJob, type ShownPage } from './edits.ts';
import type { Update } from './pipeline.ts';
import type { Session } from './session.ts';

export class EditSaver {
	private readonly saved: ReturnType<typeof openEdits>;
	/** Output → key of its job. */
	private readonly keys = new Map<string, string>();
	/** URL → outputs with the data for its results. */
	private readonly results = new Map<string, string[]>();
	/** Full URL → the full text with the copy of its page. */
	private readonly texts = new Map<string, ShownPage['text']>();
	/** Output of a copy → full URL of its page. */
	private readonly homes = new Map<string, string>();
	private readonly options = new Map<ParseOptions, string>();

	constructor({ project }: Session) {
		this.saved = openEdits(project.store);
	}

	/** Call it for each job of the plan. */
	note({ key, ...job }: KeyedJob): void {
		const { out } = job;
		if (job.kind === 'full-text')
			for (const [index, { home }] of job.input.entries.entries()) this.texts.set(home, { out, number: index + 1 });
		if (job.kind === 'markdown') this.homes.set(out, job.input.home);
		if (job.kind === 'search-page') {
			const { url } = job.input.page;
			this.results.set(url, [...(this.results.get(url) ?? []), out]);
		}
		const shows = job.kind === 'page' ? job.input.bodies.length === 1 : /^(?:markdown|search-page)$/.test(job.kind);
		if (!shows) return;
		this.keys.set(out, key);
		this.saved.jobs.add(key, () => job as ShowingJob);
	}

	/** Saves all that the plan of a build knows of pages. */
	save({ parsed, project: { store } }: Session, update: Update): OutputLedger['edits'] {
		const { plan, annotations, virtual, templates, config } = update;
		// The next build tries again what has failed.
		if (annotations.failures.length > 0 || annotations.state !== 'made' || virtual.state !== 'made') return undefined;
		const { saved } = this;
		const read = new Set([...parsed.values()].flatMap(({ page }) => page.reads.map(({ path }) => path)));
		const shown: string[] = [];
		for (const page of update.pages.values()) {
			const found = page.collection === 'blog' || read.has(page.path) ? undefined : this.shown(page, update);
			if (!found) continue;
			saved.pages.put(page.path, found);
			shown.push(page.path);
		}
		for (const [hash, view] of plan.siteViews) saved.sites.add(hash, () => view);
		for (const [hash, view] of plan.sidebars) saved.sidebars.add(hash, () => view);
		if (!store.has(CODE, templates.hash)) store.put(CODE, templates.hash, templates.code);
		saved.pages.sweep(shown);
		saved.jobs.sweep(this.keys.values());
		saved.sites.sweep(plan.siteViews.keys());
		saved.sidebars.sweep(plan.sidebars.keys());
		store.sweep(CODE, new Set([templates.hash]));
		saved.options.sweep(this.options.values());
		return { templates: templates.hash, hosts: config.hosts };
	}

	private shown(page: Page, { plan, sites, ways }: Update): ShownPage | undefined {
		const way = ways.get(page.path);
		const results = sites.flatMap(({ config, routeOf }) => {
			const route = routeOf.get(page.path);
			return (route && this.results.get(withBase(config.baseUrl, route.path))) ?? [];
		});
		const outs = [...outsShowing(plan, sites, [page]), ...new Set(results)].flatMap((out): [string, string][] => {
			const key = this.keys.get(out);
			return key === undefined ? [] : [[out, key]];
		});
		if (!way || outs.length === 0) return undefined;
		const [text] = outs.flatMap(([out]) => this.texts.get(this.homes.get(out) ?? '') ?? []);
		const found = sites.flatMap(({ translations }) => translations.get(page.translationKey) ?? []);
		return {
			facts: page.facts,
			bodyHash: page.bodyHash,
			source: way.source,
			options: this.optionsHash(way.options),
			outs,
			text,
			translations: found.filter((one) => one.page?.data.translated_from !== undefined).map(stated),
		};
	}

	private optionsHash(options: ParseOptions): string {
		const known = this.options.get(options);
		if (known !== undefined) return known;
		const hash = hashOfValue(options);
		this.saved.options.add(hash, () => options);
		this.options.set(options, hash);
		return hash;
	}
}

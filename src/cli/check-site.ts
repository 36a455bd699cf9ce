/**
 * What docsgen says of a site, as values: for the migration, which checks and corrects the site that it writes, and knows
 * nothing of passes, plans and caches.
 */
import { join } from 'node:path';
import type { Diagnostic, Route } from '../content/model/page.ts';
import { EXTENSIONS } from '../extensions/registered.ts';
import { checkOutputs, checkPages } from '../render/check.ts';
import type { PageInspection } from '../render/model/job.ts';
import { loadTemplates } from './bundle/templates.ts';
import { openInputs } from './disk/inputs.ts';
import { diskProject } from './disk/project.ts';
import { unconfigured } from './pipeline/pass.ts';
import { type Update, type UpdateOptions, update } from './pipeline/pipeline.ts';
import { renderJobs, type Stale } from './pipeline/render-jobs.ts';
import { openSession, saveSession, stopHelpers } from './pipeline/session.ts';
import { applySeverity, withExcerpts } from './terminal/findings.ts';

/** As for a published site, but without waiting for annotations: a migrated site configures no provider of them. */
const OPTIONS = { drafts: false, production: true, waitFor: 'pages' } as const;

export type CheckedRoute = Pick<Route, 'path' | 'pagePath'>;

/** A site that is checked again after each correction: only what has changed is parsed and rendered again. */
export class CheckedSite {
	readonly #session;
	#last: Update | undefined;
	/** Facts of finished pages by job key, and of the texts that pages share by name. */
	readonly #facts = new Map<string, PageInspection>();
	readonly #parts = new Map<string, PageInspection>();

	/** `folder` is the absolute folder of the site. */
	constructor(folder: string) {
		const project = diskProject(folder, join(folder, 'build'));
		this.#session = openSession(project, openInputs(project), EXTENSIONS);
	}

	/** Names of the components that pages can use: docsgen's own and those in its templates. */
	async components(): Promise<readonly string[]> {
		this.#session.inputs.refresh();
		return (await loadTemplates(unconfigured(this.#session), {})).templates.components;
	}

	/** What is known before pages are rendered; `unusable` are the configuration or a template. */
	async sources() {
		const updated = await this.#updated();
		if (!('plan' in updated)) return { kind: 'unusable' as const, findings: this.#shown(updated.diagnostics) };
		const { sites, config, templates, diagnostics } = updated;
		return {
			kind: 'linked' as const,
			/** With the severities of the site's configuration, and excerpts. */
			findings: this.#shown(applySeverity(diagnostics, config)),
			/** Of all languages, the first one first; a page without a translation has a route in each of them. */
			routes: sites.flatMap(({ routes }): CheckedRoute[] => routes),
			/** Translations that don't record the state of their original, each with the record of today. */
			unrecorded: sites.flatMap(({ translations }) =>
				[...translations.values()].flatMap(({ path, state, original }) =>
					state === 'unrecorded' && original?.record ? { file: path, record: original.record } : [],
				),
			),
			/** Names of the components that pages can use. */
			components: templates.templates.components,
		};
	}

	/**
	 * The findings of `docsgen check --json`. Calls `look` with the URL path and the HTML of each page that has changed since
	 * the last call. A page that is not translated has the facts of its original.
	 */
	async pages(progress: UpdateOptions['progress'], look: (path: string, html: string) => void): Promise<Diagnostic[]> {
		const updated = await this.#updated(progress);
		if (!('plan' in updated)) return this.#shown(updated.diagnostics);
		const { plan, sites, config, virtual } = updated;
		const outAt = (path: string): string => plan.outOf.get(path) ?? '';
		const factsOf = (out: string): PageInspection | undefined => this.#facts.get(plan.jobs.key(out) ?? '');
		const own = sites.flatMap(({ locale, routes }) => routes.filter((route) => route.locale === locale));
		const pathOf = new Map(own.map(({ path }) => [outAt(path), path]));
		const stale = [...pathOf.keys()].flatMap((out): Stale[] => (factsOf(out) ? [] : [{ out, kind: 'page' }]));
		const { crashes, parts } = await renderJobs(this.#session, updated, stale, [], {
			tree: undefined,
			progress: (done) => progress?.('Rendering', done, stale.length),
			receive: (out, { facts }, bytes) => {
				if (facts) this.#facts.set(plan.jobs.key(out) ?? '', facts);
				look(pathOf.get(out) ?? '', Buffer.from(bytes ?? []).toString());
			},
		});
		for (const [name, facts] of parts) this.#parts.set(name, facts);
		progress?.('Checking links');
		const facts = new Map<string, PageInspection>();
		for (const { path, translationKey } of sites.flatMap(({ routes }) => routes)) {
			const found = factsOf(outAt(path)) ?? factsOf(outAt(translationKey));
			if (found) facts.set(outAt(path), found);
		}
		const input = { sites, outOf: plan.outOf, outputs: plan.jobs, facts, parts: this.#parts };
		// In the order of the plan, whichever thread was faster.
		const crashed = stale.flatMap(({ out }) => crashes.get(out) ?? []);
		const found = [...crashed, ...(virtual.state === 'failed' ? [] : checkPages(input))];
		return this.#shown(applySeverity([...updated.diagnostics, ...checkOutputs(plan, config), ...found], config));
	}

	/** Saves what the next command can use. */
	async close(): Promise<void> {
		if (this.#last) saveSession(this.#session);
		await stopHelpers(this.#session);
	}

	async #updated(progress?: UpdateOptions['progress']): ReturnType<typeof update> {
		const { inputs } = this.#session;
		if (this.#last && [...inputs.changed()].every((name) => name === undefined)) return this.#last;
		inputs.refresh();
		const updated = await update(this.#session, { ...OPTIONS, progress });
		this.#last = 'plan' in updated ? updated : undefined;
		return updated;
	}

	#shown(findings: Diagnostic[]): Diagnostic[] {
		return withExcerpts(findings, this.#session.inputs);
	}
}

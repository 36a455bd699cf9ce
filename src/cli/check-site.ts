/**
 * What docsgen says of a site, as values: for the migration, which checks and corrects the site that it writes, and knows
 * nothing of passes, plans and caches.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../content/model/page.ts';
import { EXTENSIONS } from '../extensions/registered.ts';
import { build } from './build.ts';
import { loadTemplates } from './bundle/templates.ts';
import { openInputs } from './disk/inputs.ts';
import { slashed } from './disk/paths.ts';
import { diskProject, type Project } from './disk/project.ts';
import { update } from './pipeline/pipeline.ts';
import { openSession, saveSession, stopHelpers } from './pipeline/session.ts';
import { applySeverity, withExcerpts } from './terminal/findings.ts';

/** As for a published site, but without waiting for annotations: a migrated site configures no provider of them. */
const OPTIONS = { drafts: false, production: true, waitFor: 'pages' } as const;

export interface CheckedRoute {
	/** Path of its URL, without the base URL. */
	path: string;
	/** Source of the page, relative to the site; undefined for a generated page. */
	file?: string;
}

export type SourceCheck =
	/** The configuration or a template is unusable. */
	| { kind: 'unusable'; findings: Diagnostic[] }
	| {
			kind: 'linked';
			/** With the severities of the site's configuration, and excerpts. */
			findings: Diagnostic[];
			/** Of all languages, the first one first; a page without a translation has a route in each of them. */
			routes: CheckedRoute[];
			/** Translations that don't record the state of their original, each with the record of today. */
			unrecorded: { file: string; record: string }[];
			/** Names of the components that pages can use. */
			components: readonly string[];
	  };

/** Checks all that is known before pages are rendered. `folder` is the absolute folder of the site. */
export async function checkSources(folder: string): Promise<SourceCheck> {
	const project = projectIn(folder);
	const inputs = openInputs(project);
	const session = openSession(project, inputs, EXTENSIONS);
	try {
		const updated = await update(session, OPTIONS);
		if (!('plan' in updated)) return { kind: 'unusable', findings: withExcerpts(updated.diagnostics, inputs) };
		saveSession(session);
		const { sites, config, templates, diagnostics } = updated;
		return {
			kind: 'linked',
			findings: withExcerpts(applySeverity(diagnostics, config), inputs),
			routes: sites.flatMap(({ routes }) => routes.map(({ path, pagePath }) => ({ path, file: pagePath }))),
			unrecorded: sites.flatMap(({ translations }) =>
				[...translations.values()].flatMap(({ path, state, original }) =>
					state === 'unrecorded' && original?.record ? { file: path, record: original.record } : [],
				),
			),
			components: templates.templates.components,
		};
	} finally {
		await stopHelpers(session);
	}
}

export interface SiteCheck {
	findings: Diagnostic[];
	/** The URL path and the HTML of each page; none if there are errors. */
	pages(): Iterable<[path: string, html: string]>;
}

/**
 * The findings of `docsgen check --json`, from a build in `outDir`. In the same folder, the next build writes only what
 * has changed.
 */
export async function checkSite(
	folder: string,
	outDir: string,
	progress: (label: string, done?: number, total?: number) => void,
): Promise<SiteCheck> {
	const { ok, diagnostics } = await build(diskProject(folder, outDir), { ...OPTIONS, outDir, progress });
	return { findings: diagnostics, pages: () => (ok ? pagesIn(outDir) : []) };
}

function* pagesIn(outDir: string): Generator<[path: string, html: string]> {
	for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' }).map((found) => slashed(found)))
		if (/(?:^|\/)index\.html$/.test(name))
			yield [`/${name.slice(0, -'index.html'.length)}`, readFileSync(join(outDir, name), 'utf8')];
}

/** Runs `work` with a temporary folder for builds, and removes it. */
export async function withOutput<T>(work: (outDir: string) => Promise<T>): Promise<T> {
	const outDir = mkdtempSync(join(tmpdir(), 'docsgen-check-'));
	try {
		return await work(outDir);
	} finally {
		rmSync(outDir, { recursive: true, force: true });
	}
}

/** Names of the components that pages of a site can use: docsgen's own and those in its templates. */
export async function componentNames(folder: string): Promise<readonly string[]> {
	const project = projectIn(folder);
	const { templates } = await loadTemplates(openSession(project, openInputs(project), EXTENSIONS), {});
	return templates.components;
}

function projectIn(folder: string): Project {
	return diskProject(folder, join(folder, 'build'));
}

/** The site for commands that need its pages, but not its output: linked and planned, not rendered. */
import { DOCS_PLUGIN_ID } from '../../content/model/contract.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { withBase } from '../../content/site/links.ts';
import type { Site } from '../../content/site/site.ts';
import type { LinkedSite, SearchedPage } from '../../extension.ts';
import { EXTENSIONS } from '../../extensions/registered.ts';
import type { ReadBody } from '../../render/model/job.ts';
import { pagesOf, sectionsOf } from '../../render/search/pages.ts';
import { loadLedger } from '../cache/ledger.ts';
import { type Inputs, openInputs } from '../disk/inputs.ts';
import type { Project } from '../disk/project.ts';
import { type Update, update } from '../pipeline/pipeline.ts';
import { openSession, saveSession, stopHelpers } from '../pipeline/session.ts';
import { applySeverity, withExcerpts } from '../terminal/findings.ts';

/** Reads and links a site; only findings if it cannot be linked. */
export async function linkedSite(
	project: Project,
	env: Record<string, string | undefined>,
): Promise<{ updated: Update; body: ReadBody; inputs: Inputs } | { diagnostics: Diagnostic[] }> {
	const inputs = openInputs(project, { known: loadLedger(project, 'inputs'), env });
	const session = openSession(project, inputs, EXTENSIONS);
	const updated = await update(session, { drafts: false, production: true, waitFor: 'pages' });
	await stopHelpers(session);
	if (!('plan' in updated)) return { diagnostics: withExcerpts(updated.diagnostics, inputs) };
	saveSession(session);
	return { updated, body: session.bodies.get, inputs };
}

/** Does the work of an extension's command; only the findings of the site if it has mistakes. */
export async function workOnPages(
	project: Project,
	env: Record<string, string | undefined>,
	work: (site: LinkedSite) => Promise<Diagnostic[]>,
): Promise<Diagnostic[]> {
	const linked = await linkedSite(project, env);
	if ('diagnostics' in linked) return linked.diagnostics;
	const { inputs, updated, body } = linked;
	const { config, sites } = updated;
	const errors = applySeverity(updated.diagnostics, config).filter(({ severity }) => severity === 'error');
	const pages = (): SearchedPage[] => sites.flatMap((site) => searchedPages(site, body));
	return withExcerpts(errors.length > 0 ? errors : await work({ root: project.root, config, pages }), inputs);
}

/** Pages that belong to no version are in the search of each, but in the result once. */
function searchedPages(site: Site, body: ReadBody): SearchedPage[] {
	const { config, routes } = site;
	const sources = new Map(routes.map(({ path, pagePath }) => [withBase(config.baseUrl, path), pagePath]));
	const loose = pagesOf(site, undefined);
	const looseUrls = new Set(loose.map(({ url }) => url));
	const sets = [
		{ tag: 'default', versions: site.versions.map(({ name }) => name), pages: loose },
		...site.versions.map((version) => ({
			tag: `docs-${DOCS_PLUGIN_ID}-${version.name}`,
			versions: [version.name],
			pages: pagesOf(site, version).filter(({ url }) => !looseUrls.has(url)),
		})),
	];
	return sets.flatMap(({ pages, ...set }) =>
		pages.map((page) => {
			const { url, title, group, kind } = page;
			const source = site.pages.get(sources.get(url) ?? '');
			return {
				...set,
				title,
				group,
				kind,
				url: config.url + url,
				path: url.slice(config.baseUrl.length - 1),
				language: config.locale.locale,
				file: source?.path,
				lineOf: (id: string) => source?.headings.find((heading) => heading.id === id)?.line ?? 1,
				sections: () => sectionsOf(page, body),
			};
		}),
	);
}

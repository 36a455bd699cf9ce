/** `docsgen search try <query>`: prints the results that a reader would get from the offline index. */

import { posix } from 'node:path';
import type { Diagnostic } from '../../content/model/page.ts';
import { type FoundSection, SearchIndex } from '../../content/search/engine.ts';
import { findVersion, type SearchSettings } from '../../content/search/format.ts';
import { plainOf, type Span } from '../../content/search/marks.ts';
import { renderSearchPage } from '../../render/search/pages.ts';
import { settingsOut } from '../../render/search/plan.ts';
import { loadLanguage } from '../disk/languages.ts';
import type { Project } from '../disk/project.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { linkedSite } from './linked.ts';

export interface TryOptions {
	env: Record<string, string | undefined>;
	/** Name or label of a docs version; default: the last released one. */
	version?: string;
	/** Tag of a language; default: the first. */
	locale?: string;
	limit: number;
	/** Receives hits as JSON lines; absent: prints text. */
	json?: ((text: string) => void) | undefined;
}

const NONE: Pick<SearchSettings, 'versions' | 'baseUrl'> = { versions: [], baseUrl: '/' };

/** Prints the hits for a query. Findings are about the site, or report that it has no search. */
export async function trySearch(
	project: Project,
	query: string,
	options: TryOptions,
	terminal: Terminal,
): Promise<Diagnostic[]> {
	const linked = await linkedSite(project, options.env);
	if ('diagnostics' in linked) return linked.diagnostics;
	const { sites, plan } = linked.updated;
	const site =
		options.locale === undefined ? sites[0] : sites.find(({ config }) => config.locale.locale === options.locale);
	if (!site) {
		const hint = `Its languages: ${sites.map(({ config }) => config.locale.locale).join(', ')}.`;
		return [{ code: 'no-search', severity: 'error', message: `The site has no language "${options.locale}".`, hint }];
	}
	const settings = plan.jobs.get(settingsOut(site));
	const { versions, baseUrl } = settings?.kind === 'text' ? (JSON.parse(settings.input.text) as SearchSettings) : NONE;
	const version = findVersion(versions, options.version);
	if (!version) {
		const hint = site.config.search
			? `Its versions: ${versions.map(({ name, label }) => (label === name ? name : `${label} (${name})`)).join(', ')}.`
			: 'Remove "search: false" from the configuration.';
		const message = site.config.search ? `There is no docs version "${options.version}".` : 'The site has no search.';
		return [{ code: 'no-search', severity: 'error', message, hint }];
	}
	const folder = posix.dirname(version.index.slice(baseUrl.length));
	const index = await SearchIndex.open(async (name) => {
		const job = plan.jobs.get(name === '' ? version.index.slice(baseUrl.length) : `${folder}/${name}`);
		if (job?.kind === 'index') return JSON.parse(plan.texts.get(job.input.name) ?? '') as unknown;
		if (job?.kind === 'search-page') return JSON.parse(renderSearchPage(job.input.page, linked.body)) as unknown;
		throw new Error(`The index has no ${name}`);
	}, loadLanguage);
	const start = performance.now();
	const { hits, count } = await index.search(query, { limit: options.limit });
	const milliseconds = performance.now() - start;
	for (const hit of options.json ? hits : []) options.json?.(`${JSON.stringify(plainHit(hit))}\n`);
	for (const [number, hit] of hits.entries()) for (const line of linesOf(hit, number + 1)) terminal.line(line);
	terminal.line(
		`${count} ${count === 1 ? 'result' : 'results'} for "${query}" in ${version.name || 'the site'} (${milliseconds.toFixed(1)} ms)`,
	);
	return [];
}

/** A hit as plain text, without marks. */
function plainHit({ title, headings, excerpt, ...hit }: FoundSection): Record<string, unknown> {
	return { ...hit, title: plainOf(title), headings: headings.map(plainOf), excerpt: plainOf(excerpt) };
}

function linesOf({ title, headings, excerpt, url, group }: FoundSection, number: number): string[] {
	const trail = [group, ...[title, ...headings].map(withMarks)].join(' › ');
	return [`${String(number).padStart(2)}  ${trail}`, `    ${withMarks(excerpt)}`, `    ${url}`];
}

/** Shows marks as brackets, which are visible in pipes and without colors. */
function withMarks(spans: readonly Span[]): string {
	return spans.map(({ text, mark }) => (mark ? `[${text}]` : text)).join('');
}

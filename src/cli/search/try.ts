/** `docsgen search try <query>`: what a reader would get from the offline index, in the terminal. */
import { type FoundSection, SearchIndex } from '../../content/search/engine.ts';
import type { Span } from '../../content/search/marks.ts';
import type { Diagnostic } from '../../content/types.ts';
import { makeIndex, renderSearchPage } from '../../render/search.ts';
import type { Job } from '../../render/types.ts';
import type { Project } from '../project.ts';
import type { Terminal } from '../terminal.ts';
import { linkForSearch } from './linked.ts';

export interface TryOptions {
	env: Record<string, string | undefined>;
	/** Name of a docs version; default the last released one. */
	version?: string;
	limit: number;
}

/** Prints the hits for a query. Findings are about the site, or that it has no search. */
export async function trySearch(
	project: Project,
	query: string,
	options: TryOptions,
	terminal: Terminal,
): Promise<Diagnostic[]> {
	const linked = await linkForSearch(project, options.env);
	if (linked.kind === 'failed') return linked.diagnostics;
	const { site, plan } = linked.updated;
	const names = site.versions.map(({ name }) => name);
	const version = options.version ?? site.versions.find(({ isLast }) => isLast)?.name ?? 'site';
	const jobs = [...plan.jobs.values()];
	const meta = jobs.find((job) => job.kind === 'search-index' && job.out.startsWith(`assets/search/${version}-`));
	if (meta?.kind !== 'search-index') {
		const hint = site.config.search
			? `Its versions: ${names.join(', ')}.`
			: 'Remove "search: false" from the configuration.';
		const message = site.config.search ? `There is no docs version "${version}".` : 'The site has no search.';
		return [{ code: 'no-search', severity: 'error', message, hint }];
	}
	const files = makeIndex(meta.index, linked.body);
	const pages = new Map(jobs.flatMap((job): [string, Job][] => (job.kind === 'search-page' ? [[job.out, job]] : [])));
	const index = await SearchIndex.open(async (name) => {
		const page = pages.get(name.replace(/^\.\.\//, 'assets/search/'));
		const text =
			page?.kind === 'search-page' ? renderSearchPage(page.page, linked.body) : files.get(name.replace('.json', ''));
		if (text === undefined) throw new Error(`The index has no ${name}`);
		return JSON.parse(text) as unknown;
	});
	const start = performance.now();
	const { hits, count } = await index.search(query, { limit: options.limit });
	const milliseconds = performance.now() - start;
	for (const [number, hit] of hits.entries()) for (const line of linesOf(hit, number + 1)) terminal.line(line);
	terminal.line(`${count} results for "${query}" in ${version} (${milliseconds.toFixed(1)} ms)`);
	return [];
}

function linesOf({ title, headings, excerpt, url, group }: FoundSection, number: number): string[] {
	const trail = [group, ...[title, ...headings].map(withMarks)].join(' › ');
	return [`${String(number).padStart(2)}  ${trail}`, `    ${withMarks(excerpt)}`, `    ${url}`];
}

/** Marks as brackets: they show in pipes and without colours, too. */
function withMarks(spans: readonly Span[]): string {
	return spans.map(({ text, mark }) => (mark ? `[${text}]` : text)).join('');
}

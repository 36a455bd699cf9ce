/**
 * Edits of texts. Linking, planning and checks read facts, so after an edit that leaves the facts of its page as they were,
 * only those outputs are others that show its body. `docsgen dev` keeps its plan then; a build has saved the jobs of these
 * outputs, and needs no plan.
 */
import type { Diagnostic, Page, ParseOptions } from '../../content/model/page.ts';
import { keepsState, type StatedPage, type Translation } from '../../content/site/translations.ts';
import type { Job } from '../../render/model/job.ts';
import type { SidebarView, SiteView } from '../../render/model/view.ts';
import { openEntries, SHOWN } from '../cache/entries.ts';
import type { Store } from '../disk/store.ts';
import type { SourceToParse } from './second-thread.ts';

/** Whether nothing but the body of a page has changed since it had these facts. Posts are more than their own pages. */
export function isTextAlone(facts: string, now: Page, translations: Iterable<Translation<StatedPage>>): boolean {
	return (
		now.facts === facts &&
		now.collection !== 'blog' &&
		now.diagnostics.length === 0 &&
		[...translations].every((one) => keepsState(one, now))
	);
}

/** Whether one of the findings names one of the files: their lines may have moved. */
export function areNamed(findings: readonly Diagnostic[], paths: readonly string[]): boolean {
	const text = JSON.stringify(findings);
	return paths.some((path) => text.includes(JSON.stringify(path).slice(1, -1)));
}

/** A page, and the outputs that show its text. */
export interface ShownPage {
	facts: string;
	bodyHash: string;
	source: SourceToParse;
	/** Hash of the options for parsing. */
	options: string;
	/** The outputs that show its body, with the keys of their jobs. */
	outs: [out: string, key: string][];
	/** The full text with its copy, and its place in it. */
	text?: { out: string; number: number };
	/** Those with a record of their original, in which the page takes part. */
	translations: Translation<StatedPage>[];
}

/** The input of a job, under its key. */
export type ShowingJob = Extract<Job, { kind: 'page' | 'markdown' | 'search-page' }>;

/** Kind in the store of the code of templates, by the hash of the templates. */
export const CODE = 'code';

/** The entries that builds save for edits of texts. */
export function openEdits(store: Store) {
	return {
		pages: openEntries<ShownPage>(store, SHOWN),
		jobs: openEntries<ShowingJob>(store, 'jobs'),
		options: openEntries<ParseOptions>(store, 'parsing'),
		sites: openEntries<SiteView>(store, 'sites'),
		sidebars: openEntries<SidebarView>(store, 'sidebars'),
	};
}

/** `Made 13 of 1923 outputs (page 4, markdown 4, search-page 5)`. */
export function madeLine(kinds: readonly string[], total: number): string {
	const count = (kind: string): number => kinds.filter((one) => one === kind).length;
	const list = [...new Set(kinds)].map((kind) => `${kind} ${count(kind)}`).join(', ');
	return `Made ${kinds.length} of ${total} outputs${list ? ` (${list})` : ''}`;
}

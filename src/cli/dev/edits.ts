/**
 * Edits of texts. Linking and planning read facts, so an edit that leaves its page's facts unchanged needs neither: the
 * existing plan keeps its jobs, with a new body.
 */
import type { Diagnostic, Page } from '../../content/model/page.ts';
import { keepsState } from '../../content/site/translations.ts';
import { outsShowing } from '../../render/plan.ts';
import type { Update } from '../pipeline/pipeline.ts';
import type { Session } from '../pipeline/session.ts';

/** The number of pages that were parsed for edits, and whether nothing else is to be done for them. */
export interface TakenEdits {
	parsed: number;
	isAll: boolean;
}

export const NOTHING_TAKEN: TakenEdits = { parsed: 0, isAll: false };

/**
 * Parses pages whose files have changed since the pass. If nothing but their bodies has changed, brings the results of
 * the pass up to date. `findings` are all known ones of the site: one that names an edited file needs a whole pass,
 * because its lines have moved.
 */
export async function takeEdits(
	session: Session,
	update: Update,
	paths: readonly string[],
	findings: readonly Diagnostic[],
): Promise<TakenEdits> {
	const { inputs, parsed } = session;
	const isNamed = (text: string): boolean => paths.some((path) => text.includes(path));
	const known = paths.flatMap((path) => parsed.get(path)?.page ?? []);
	const isShared = [...parsed.values()].some(({ page }) => page.reads.some(({ path }) => paths.includes(path)));
	if (known.length < paths.length || isShared || isNamed(JSON.stringify(findings))) return NOTHING_TAKEN;
	inputs.refresh(paths);
	const pages = await update.parseAgain(paths);
	const isAlike = (page: Page, index: number): boolean => {
		const before = known[index];
		return (
			before?.facts === page.facts &&
			[before, page].every(isPlain) &&
			update.pages.has(page.path) &&
			keepsStates(update, page)
		);
	};
	if (!pages?.every(isAlike)) return { parsed: paths.length, isAll: false };
	// In place, because all that is linked and planned refers to these objects; each language has its own.
	for (const page of pages)
		for (const site of update.sites) Object.assign(site.pages.get(page.path) ?? {}, bodyOf(page));
	update.plan.texts.clear();
	update.plan.jobs.renew(outsShowing(update.plan, update.sites, pages));
	return { parsed: paths.length, isAll: true };
}

/** Posts are more than their own pages. */
function isPlain({ collection, diagnostics }: Page): boolean {
	return collection !== 'blog' && diagnostics.length === 0;
}

function keepsStates({ sites }: Update, page: Page): boolean {
	return sites.every(({ translations }) => {
		const translation = translations.get(page.translationKey);
		return translation === undefined || keepsState(translation, page);
	});
}

/** The parts of a page that change with its text alone. */
function bodyOf({ bodyHash, words, record, lines, headings, links }: Page): Partial<Page> {
	return { bodyHash, words, record, lines, headings, links };
}

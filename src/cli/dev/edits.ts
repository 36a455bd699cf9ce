/**
 * Edits of texts. Linking and planning read facts, so an edit that leaves its page's facts unchanged needs neither: the
 * existing plan keeps its jobs, with a new body.
 */
import { factsOf } from '../../content/model/hash.ts';
import type { Diagnostic, Page } from '../../content/model/page.ts';
import { outsShowing } from '../../render/plan.ts';
import { areNamed, isTextAlone } from '../pipeline/edits.ts';
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
	const known = paths.flatMap((path) => parsed.get(path)?.page ?? []);
	const isShared = [...parsed.values()].some(({ page }) => page.reads.some(({ path }) => paths.includes(path)));
	if (known.length < paths.length || isShared || areNamed(findings, paths)) return NOTHING_TAKEN;
	inputs.refresh(paths);
	const pages = await update.parseAgain(paths);
	const isAlike = (page: Page, index: number): boolean => {
		const before = known[index];
		const found = update.sites.flatMap(({ translations }) => translations.get(page.translationKey) ?? []);
		const isSame = before !== undefined && (before.facts === page.facts || isAlikeWithoutFences(before, page));
		return isSame && update.pages.has(page.path) && isTextAlone(page.facts, page, found);
	};
	/** A line added above a block of code moves the block. That only shows if a provider has annotated it. */
	const isAlikeWithoutFences = (before: Page, page: Page): boolean => {
		const { state, pages } = update.annotations;
		const [one, other] = [before, page].map(({ fences: _, facts: __, ...rest }) => factsOf(rest));
		return state === 'made' && !pages.has(page.path) && one === other;
	};
	if (!pages?.every(isAlike)) return { parsed: paths.length, isAll: false };
	// In place, because all that is linked and planned refers to these objects; each language has its own.
	for (const page of pages)
		for (const site of update.sites) Object.assign(site.pages.get(page.path) ?? {}, bodyOf(page));
	update.plan.texts.clear();
	update.plan.jobs.renew(outsShowing(update.plan, update.sites, pages));
	return { parsed: paths.length, isAll: true };
}

/** The parts of a page that change with its text alone. */
function bodyOf({ bodyHash, words, record, lines, headings, links, fences, facts }: Page): Partial<Page> {
	return { bodyHash, words, record, lines, headings, links, fences, facts };
}

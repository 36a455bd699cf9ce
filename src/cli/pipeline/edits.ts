/** Edits of texts since the last build, which leave most outputs as they are. */
import { isDeepStrictEqual } from 'node:util';
import type { Page } from '../../content/model/page.ts';
import { outsShowing } from '../../render/plan.ts';
import type { OutputLedger } from '../cache/ledger.ts';
import type { Update } from './pipeline.ts';
import type { Session } from './session.ts';

/**
 * The pages whose bodies alone have changed since the last build; undefined if anything else has, so that the keys of
 * other outputs may differ from those in the ledger.
 */
export function editedSince(session: Session, update: Update, ledger: OutputLedger): Page[] | undefined {
	const { inputs, parsed } = session;
	const { annotations, sites, virtual } = update;
	const { files, ...others } = inputs.looked();
	const { files: before, ...othersBefore } = ledger.looked;
	const isMade = annotations.failures.length === 0 && annotations.state === 'made' && virtual.state === 'made';
	if (!isMade || !isDeepStrictEqual(others, othersBefore)) return undefined;
	const names = Object.keys({ ...before, ...files });
	const changed = names.filter((name) => (files[name] ?? inputs.hash(name) ?? null) !== before[name]);
	const pages = changed.flatMap((name) => parsed.get(name)?.page ?? []);
	/** The state of a translation with a record depends on both texts. */
	const hasRecord = ({ translationKey }: Page): boolean =>
		sites.some(({ translations }) => translations.get(translationKey)?.page?.data.translated_from !== undefined);
	const isSame = (page: Page): boolean =>
		page.collection !== 'blog' && ledger.linked[page.path] === page.facts && !hasRecord(page);
	return pages.length === changed.length && pages.every(isSame) ? pages : undefined;
}

/** Limits the groups of a plan to those that show these docs and pages. Returns whether an output shows them. */
export function limitTo(
	{ plan, sites }: Pick<Update, 'plan' | 'sites'>,
	pages: readonly Page[],
): (out: string) => boolean {
	const shown = new Set([...outsShowing(plan, sites, pages), ...plan.finalJobs.keys()]);
	const groups = plan.jobs.limitGroups(pages.map(({ path }) => path));
	return (out) => shown.has(out) || groups.some(({ contains }) => contains(out));
}

/**
 * Edits of texts. Linking and planning read facts, so an edit that leaves its page's facts unchanged needs neither: the
 * existing plan keeps its jobs, with a new body. An edit of the author's style sheet needs a plan alone.
 */
import { isDeepStrictEqual } from 'node:util';
import { factsOf } from '../../content/model/hash.ts';
import type { Diagnostic, Page } from '../../content/model/page.ts';
import { checkTranslations, OF_STATES, translationsOf } from '../../content/site/translations.ts';
import { outsShowing } from '../../render/plan.ts';
import { stylesName } from '../bundle/assets.ts';
import { madeOf, THEME_FOLDER } from '../bundle/compile.ts';
import type { FileStat } from '../disk/project.ts';
import { areNamed, isTextAlone } from '../pipeline/edits.ts';
import type { Update } from '../pipeline/pipeline.ts';
import type { Session } from '../pipeline/session.ts';
import { BundleError } from '../terminal/findings.ts';

/** The number of pages that were parsed for edits, and whether nothing else is to be done for them. */
export interface TakenEdits {
	parsed: number;
	isAll: boolean;
	/** The state with another style sheet, or with other notices. */
	restyled?: Update;
	/** Whether the findings of the state are others. */
	isRestated?: boolean;
}

export const NOTHING_TAKEN: TakenEdits = { parsed: 0, isAll: false };

/**
 * Parses pages whose files have changed since the pass. If nothing but their bodies has changed, brings the results of
 * the pass up to date. `findings` are all known ones of the site: one with a place in an edited file needs a whole pass.
 */
export async function takeEdits(
	session: Session,
	update: Update,
	paths: readonly string[],
	findings: readonly Diagnostic[],
): Promise<TakenEdits> {
	const { inputs, parsed } = session;
	if (havePlaces(findings, paths)) return NOTHING_TAKEN;
	const restyled = await restyle(update, paths);
	if (restyled) return { parsed: 0, isAll: true, restyled };
	const known = paths.flatMap((path) => parsed.get(path)?.page ?? []);
	const isShared = [...parsed.values()].some(({ page }) => page.reads.some(({ path }) => paths.includes(path)));
	if (known.length < paths.length || isShared) return NOTHING_TAKEN;
	inputs.refresh(paths);
	const pages = await update.parseAgain(paths);
	const isAlike = (page: Page, index: number): boolean => {
		const before = known[index];
		const isSame = before !== undefined && (before.facts === page.facts || isAlikeWithoutFences(before, page));
		return isSame && update.pages.has(page.path) && isTextAlone(page.facts, page, []);
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
	const { isRestated, isNoticed } = restate(update, pages);
	// A notice has styles that its page may not have loaded.
	if (isNoticed)
		return { parsed: paths.length, isAll: true, restyled: { ...update, plan: await update.restyle() }, isRestated };
	update.plan.texts.clear();
	update.plan.jobs.renew(outsShowing(update.plan, update.sites, pages));
	return { parsed: paths.length, isAll: true, isRestated };
}

/**
 * Whether findings have places in files, which may have moved. One that only names a file stays: of a translation and its
 * original, say. Those about changes of the original are made again.
 */
function havePlaces(findings: readonly Diagnostic[], paths: readonly string[]): boolean {
	const kept = findings.filter(({ code }) => !OF_STATES.includes(code));
	const places = paths.map((path) => `${path}:`);
	return kept.some(({ file }) => paths.includes(file ?? '')) || areNamed(kept, places);
}

/** Brings the states of translations up to date with pages of which only the text has changed. */
function restate(update: Update, pages: readonly Page[]): { isRestated: boolean; isNoticed: boolean } {
	let [isRestated, isNoticed] = [false, false];
	for (const { translationKey } of pages)
		for (const { locale, pages: own, translations } of update.sites) {
			const before = translations.get(translationKey);
			const shown = before && own.get((before.page ?? before.original)?.path ?? '');
			const now = shown && translationsOf(update.site.pages, [shown], locale).get(translationKey);
			if (!before || !now) continue;
			translations.set(translationKey, now);
			isNoticed ||= before.state !== now.state;
			const { diagnostics } = update;
			const at = diagnostics.findIndex(({ code, file }) => OF_STATES.includes(code) && file === now.path);
			const [fresh] = checkTranslations([now]);
			// The line of the finding may have moved, although the translation is as outdated as before.
			if (isDeepStrictEqual(diagnostics[at], fresh)) continue;
			isRestated = true;
			const others = fresh ? [fresh] : [];
			if (at < 0) diagnostics.push(...others);
			else diagnostics.splice(at, 1, ...others);
		}
	return { isRestated, isNoticed };
}

/**
 * The state after an edit of the author's style sheet. Undefined if more has changed: it imports other files than before, is
 * invalid, or a template may read it as well.
 */
async function restyle(update: Update, paths: readonly string[]): Promise<Update | undefined> {
	const { inputs, templates } = update.pass;
	const readsSheets = ({ path }: FileStat): boolean => /\.css\b/.test(path + (inputs.read(path)?.toString() ?? ''));
	const isAlone = paths.join() === THEME_FOLDER && inputs.has(THEME_FOLDER);
	if (!isAlone || inputs.list(templates).some(readsSheets)) return undefined;
	const name = stylesName(update.pass.languages[0].theme.look);
	const files = madeOf(update.pass, name).join();
	inputs.refresh(paths);
	try {
		const plan = await update.restyle();
		return inputs.has(THEME_FOLDER) && madeOf(update.pass, name).join() === files ? { ...update, plan } : undefined;
	} catch (error) {
		// The next pass reports it.
		if (error instanceof BundleError) return undefined;
		throw error;
	}
}

/** The parts of a page that change with its text alone. */
function bodyOf({ bodyHash, words, record, lines, headings, links, fences, facts }: Page): Partial<Page> {
	return { bodyHash, words, record, lines, headings, links, fences, facts };
}

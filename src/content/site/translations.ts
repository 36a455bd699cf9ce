/**
 * The state of translations: which pages of a language are translated, and from which state of their originals.
 */
import { CONTENT } from '../model/identity.ts';
import { compareNames } from '../model/names.ts';
import type { Diagnostic, Page } from '../model/page.ts';
import { type Changes, changesSince } from '../model/record.ts';

/** `unrecorded`: translated, but without a record of the original's state; `orphan`: the original is gone. */
export const STATES = ['current', 'outdated', 'unrecorded', 'untranslated', 'orphan'] as const;

/** The fields that the state of a translation depends on. */
export type StatedPage = Pick<Page, 'path' | 'locale' | 'translationKey' | 'collection' | 'record'> & {
	data: Pick<Page['data'], 'translated_from'>;
};

/** A page in another language than the first. */
export interface Translation<P = Page> {
	locale: string;
	/** Where the translation is or would be. */
	path: string;
	state: (typeof STATES)[number];
	/** The file of the translation, unless there is none. */
	page?: P;
	original?: P;
	changes?: Changes;
}

/**
 * The state of all pages of a language by translation key, in the order of their paths; without posts that only this
 * language has, and the API reference.
 */
export function translationsOf(
	originals: ReadonlyMap<string, Page>,
	pages: Page[],
	locale: string,
): Map<string, Translation> {
	const found = pages.flatMap((page): [string, Translation][] => {
		const translation = page.virtual ? undefined : stateOf(page, originals.get(page.translationKey), locale);
		return translation ? [[page.translationKey, translation]] : [];
	});
	return new Map(found.sort(([, a], [, b]) => compareNames(a.path, b.path)));
}

function stateOf<P extends StatedPage>(page: P, original: P | undefined, locale: string): Translation<P> | undefined {
	if (page.locale !== locale)
		return {
			locale,
			path: `${CONTENT}/${locale}${page.path.slice(CONTENT.length)}`,
			state: 'untranslated',
			original: page,
		};
	const record = page.data.translated_from;
	const found = { locale, path: page.path, page, original };
	if (!original) return page.collection === 'blog' ? undefined : { ...found, state: 'orphan' };
	if (record === undefined) return { ...found, state: 'unrecorded' };
	const changes = changesSince(record, original.record ?? '');
	// A copy of the original is yet to be translated.
	const same = page.record === original.record ? 'untranslated' : 'current';
	return { ...found, state: changes ? 'outdated' : same, changes };
}

/** Whether a translation has the same state with another text of one of its pages. */
export function keepsState({ page, original, ...last }: Translation<StatedPage>, fresh: StatedPage): boolean {
	const now = (one: StatedPage | undefined): StatedPage | undefined => (one?.path === fresh.path ? fresh : one);
	const shown = now(page ?? original);
	const found = shown && stateOf(shown, now(original), last.locale);
	return JSON.stringify([found?.state, found?.changes]) === JSON.stringify([last.state, last.changes]);
}

/** A translation with no other fields than these. */
export function stated({ page, original, ...about }: Translation): Translation<StatedPage> {
	const short = (one: Page | undefined): StatedPage | undefined => {
		if (!one) return undefined;
		const { path, locale, translationKey, collection, record, data } = one;
		return { path, locale, translationKey, collection, record, data: { translated_from: data.translated_from } };
	};
	return { ...about, page: short(page), original: short(original) };
}

/** The changes in the original, as text: `2 of 9 sections: "On Windows" changed, "Upgrade" is new`. */
export function changesText({ changed, added, removed }: Changes, original: Page): string {
	const open = [
		...changed.map((number) => `"${sectionName(original, number)}" changed`),
		...added.map((number) => `"${sectionName(original, number)}" is new`),
	];
	const parts =
		open.length > 0 ? [`${open.length} of ${original.headings.length + 1} sections: ${open.join(', ')}`] : [];
	return [...parts, ...(removed > 0 ? [`sections removed: ${removed}`] : [])].join('; ');
}

/** Heading of a section by its number in a record; the text above the headings has the page's title. */
export function sectionName({ title, headings }: Page, number: number): string {
	return number === 0 ? title : (headings[number - 1]?.text ?? '');
}

/** The codes of `checkTranslations`, which finds one thing at most about a translation. */
export const OF_STATES: readonly string[] = ['translation-outdated', 'translation-headings'];

/** Findings about translations that are outdated, or say that they are not, but have other headings than the original. */
export function checkTranslations(translations: Iterable<Translation>): Diagnostic[] {
	return [...translations].flatMap(({ path, page, state, original, changes }): Diagnostic[] => {
		if (original && page && state === 'current') return otherHeadings(page, original);
		if (!original || !changes) return [];
		const message = `${original.path} has changed since it was translated: ${changesText(changes, original)}.`;
		const hint = `Translate the changes, then run "npx docsgen translate mark ${path}".`;
		const line = page?.lines.translated_from;
		return [{ code: 'translation-outdated', severity: 'info', file: path, line, column: 1, message, hint }];
	});
}

/** The first heading that a translation has on another level than its original, or that one of them lacks. */
function otherHeadings(page: Page, original: Page): Diagnostic[] {
	const count = Math.max(page.headings.length, original.headings.length);
	const levelAt = ({ headings }: Page, index: number): number | undefined => headings[index]?.level;
	const at = Array.from({ length: count }).findIndex((_, index) => levelAt(page, index) !== levelAt(original, index));
	if (at < 0) return [];
	const shown = ({ headings }: Page): string => {
		const heading = headings[at];
		return heading ? `"${'#'.repeat(heading.level)} ${heading.text}"` : 'no more headings';
	};
	const message = `${original.path} has ${shown(original)} where its translation has ${shown(page)}.`;
	const hint =
		'Write its headings in the same number and on the same levels, or remove "translated_from" if it is of an older original.';
	const line = page.lines.translated_from;
	return [{ code: 'translation-headings', severity: 'warning', file: page.path, line, column: 1, message, hint }];
}

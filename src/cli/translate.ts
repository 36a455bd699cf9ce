/**
 * `docsgen translate status | add | mark`: which pages of each language are translated, and from which state of their
 * originals. Writes front matter of translations only, and overwrites no file.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Diagnostic } from '../content/model/page.ts';
import { keptSince } from '../content/model/record.ts';
import { isRecord } from '../content/model/schema.ts';
import { changesText, STATES, sectionName, type Translation } from '../content/site/translations.ts';
import type { ReadBody } from '../render/model/job.ts';
import { textsFile, textsToTranslate } from './bundle/configuration.ts';
import { atomically, attempt } from './disk/disk.ts';
import type { Inputs } from './disk/inputs.ts';
import type { Project } from './disk/project.ts';
import { linkedSite } from './search/linked.ts';
import { withExcerpts } from './terminal/findings.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface TranslateOptions {
	/** Tag of a language; absent: all. */
	locale?: string | undefined;
	/** Paths from the current folder or from the site's; none: all pages. */
	files?: string[];
	env: Record<string, string | undefined>;
	/** Receives each open page as a JSON line; absent: prints text. */
	json?: ((text: string) => void) | undefined;
}

/** `translate status [locale]`: a table, and below it the open pages with the sections that changed. */
async function status(
	project: Project,
	{ locale, env, json }: TranslateOptions,
	terminal: Terminal,
): Promise<Diagnostic[]> {
	const read = await readLanguages(project, locale, env);
	if ('diagnostics' in read) return read.diagnostics;
	const { languages, inputs } = read;
	for (const { list } of json ? languages : [])
		for (const translation of list) {
			if (translation.state === 'current') continue;
			const open = { ...openWork(translation, read), movedTo: movedTo(translation, list) };
			json?.(`${JSON.stringify(open)}\n`);
		}
	for (const { locale, file: path, texts } of languages) {
		const { translated, missing } = texts;
		const open = { locale, path, state: 'untranslated', translated: translated.length, missing };
		if (missing.length > 0) json?.(`${JSON.stringify(open)}\n`);
	}
	const rows = languages.map(({ label, list, texts: { translated, missing } }) => [
		label,
		...STATES.map((state) => String(list.filter((one) => one.state === state).length)),
		`${translated.length} of ${translated.length + missing.length}`,
	]);
	for (const line of table([['', ...STATES, 'texts outside of pages'], ...rows])) terminal.line(line);
	for (const { list } of languages)
		for (const translation of list) {
			const text = workOf(translation, movedTo(translation, list));
			if (text) terminal.line(inputs.shown(`${translation.path}  ${text}`));
		}
	return [];
}

/**
 * `translate add <locale> [file…]`: copies originals, with their record, to the place of their translation; without
 * files, also adds the texts outside pages to `texts.json`.
 */
async function add(
	project: Project,
	{ locale, files = [], env }: TranslateOptions,
	terminal: Terminal,
): Promise<Diagnostic[]> {
	const read = await readLanguages(project, locale, env);
	if ('diagnostics' in read) return read.diagnostics;
	const { inputs } = read;
	const list = read.languages.flatMap(({ list }) => list);
	const { chosen, diagnostics } = choose(list, files, inputs, ({ original }) => original?.path);
	const moved = new Map(list.map((one) => [movedTo(one, list), one.path]));
	for (const { path, original, state } of chosen) {
		const target = inputs.pathOf(path);
		const old = moved.get(path);
		if (old !== undefined && files.length === 0) {
			terminal.line(inputs.shown(`${path}  not copied; move ${old} there`));
			continue;
		}
		if (state !== 'untranslated' || !original || existsSync(target)) {
			if (files.length > 0) terminal.line(inputs.shown(`${path} exists already.`));
			continue;
		}
		const text = inputs.read(original.path);
		// A page that was read a moment ago and is gone has nothing to copy.
		if (!text) continue;
		mkdirSync(dirname(target), { recursive: true });
		atomically(target, (to) => writeFileSync(to, withRecord(String(text), original.record ?? '')));
		terminal.line(inputs.shown(`${path}  copied from ${original.path}; translate it`));
	}
	for (const { file, texts } of files.length > 0 ? [] : read.languages) {
		if (texts.missing.length === 0) continue;
		const text = String(inputs.read(file) ?? '');
		const added = withKeys(text.trim() === '' ? '{}\n' : text, texts.missing);
		if (added === undefined) {
			const message = `${file} is not JSON, so no texts were added.`;
			diagnostics.push({
				code: 'invalid-texts',
				severity: 'error',
				file,
				message,
				hint: 'Remove its comments, then run "npx docsgen translate add" again, or add the texts yourself.',
			});
		} else if (added.count > 0) {
			mkdirSync(dirname(inputs.pathOf(file)), { recursive: true });
			atomically(inputs.pathOf(file), (to) => writeFileSync(to, added.text));
			terminal.line(inputs.shown(`${file}  texts to translate: ${added.count}`));
		}
	}
	return diagnostics;
}

/** Adds keys with empty values to the end of a JSON object, and leaves the rest as it is; undefined if it is none. */
export function withKeys(text: string, keys: readonly string[]): { text: string; count: number } | undefined {
	const data = attempt((): unknown => JSON.parse(text.replace(/^\uFEFF/, '')));
	if (!isRecord(data)) return undefined;
	const fresh = keys.filter((key) => !Object.hasOwn(data, key));
	const end = text.includes('\r\n') ? '\r\n' : '\n';
	const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '\t';
	const [, before = '', rest = ''] = /^([\s\S]*?)\s*(\}\s*)$/.exec(text) ?? [];
	const lines = fresh.map((key) => `${end}${indent}${JSON.stringify(key)}: ""`).join(',');
	const comma = Object.keys(data).length > 0 ? ',' : '';
	return { text: fresh.length > 0 ? `${before}${comma}${lines}${end}${rest}` : text, count: fresh.length };
}

/** `translate mark [file…]`: records that these translations are of the originals as they are now. */
async function mark(
	project: Project,
	{ files = [], env }: TranslateOptions,
	terminal: Terminal,
): Promise<Diagnostic[]> {
	const read = await readLanguages(project, undefined, env);
	if ('diagnostics' in read) return read.diagnostics;
	const translated = read.languages
		.flatMap(({ list }) => list)
		.filter(({ page, state }) => page !== undefined && state !== 'orphan');
	const { inputs } = read;
	const { chosen, diagnostics } = choose(translated, files, inputs, ({ path }) => path);
	let count = 0;
	for (const { path, page, original, state } of chosen) {
		// Text of the front matter that can't be read may be anywhere: a record in it could break more.
		const broken = page?.diagnostics.filter(({ code }) => code === 'front-matter') ?? [];
		diagnostics.push(...withExcerpts(broken, inputs));
		if (broken.length > 0 || /^(?:current|untranslated)$/.test(state) || !original?.record) continue;
		const text = inputs.read(path);
		if (!text) continue;
		const marked = withRecord(String(text), original.record);
		atomically(inputs.pathOf(path), (to) => writeFileSync(to, marked));
		count++;
	}
	terminal.line(`${count} of ${chosen.length} translations marked as up to date.`);
	return diagnostics;
}

export const TRANSLATE_COMMANDS = { status, add, mark };

/** Sets `translated_from` in the front matter of a text, and leaves the rest as it is. */
export function withRecord(text: string, record: string): string {
	const end = text.includes('\r\n') ? '\r\n' : '\n';
	const line = `translated_from: "${record}"${end}`;
	const [, start = '', fields = '', rest] =
		/^(\uFEFF?---[ \t]*\r?\n)((?:[^\n]*\n)*?)(---[ \t]*(?:\r?\n[\s\S]*)?)$/.exec(text) ?? [];
	if (rest === undefined) return `---${end}${line}---${end}${end}${text}`;
	const old = /^translated_from:[^\n]*\n/m;
	return start + (old.test(fields) ? fields.replace(old, line) : fields + line) + rest;
}

interface Language {
	label: string;
	locale: string;
	list: Translation[];
	/** Path of its `texts.json`. */
	file: string;
	texts: ReturnType<typeof textsToTranslate>;
}

/** Bodies of pages, and all files of the site. */
interface Sources {
	body: ReadBody;
	inputs: Inputs;
}

async function readLanguages(
	project: Project,
	locale: string | undefined,
	env: TranslateOptions['env'],
): Promise<({ languages: Language[] } & Sources) | { diagnostics: Diagnostic[] }> {
	const linked = await linkedSite(project, env);
	if ('diagnostics' in linked) return linked;
	const [, ...others] = linked.updated.sites;
	const chosen = others.filter((site) => locale === undefined || site.locale === locale);
	if (chosen.length === 0) {
		const names = others.map((site) => site.locale).join(', ');
		const message =
			locale === undefined ? 'The site has one language.' : `The site is not translated into "${locale}".`;
		const hint = `Add it to "locales" in the configuration${names === '' ? '' : `; its translations are ${names}`}.`;
		return { diagnostics: [{ code: 'no-language', severity: 'error', message, hint }] };
	}
	const { site, files } = linked.updated;
	const languages = chosen.map((one): Language => {
		const { locale } = one.config;
		const [list, texts] = [[...one.translations.values()], textsToTranslate(one, site, files)];
		return { label: locale.label, locale: locale.locale, list, file: textsFile(locale), texts };
	});
	return { languages, body: linked.body, inputs: linked.inputs };
}

/** The translations of the named files; all without names. */
function choose(
	list: Translation[],
	files: string[],
	inputs: Inputs,
	nameOf: (one: Translation) => string | undefined,
): { chosen: Translation[]; diagnostics: Diagnostic[] } {
	if (files.length === 0) return { chosen: list, diagnostics: [] };
	const known = new Set(list.flatMap((one) => nameOf(one) ?? []));
	// As a shell completes it, or as findings show it.
	const names = files.map((file) => {
		const [here = file, ...inSite] = [resolve(file), inputs.pathOf(file)].map((path) => inputs.nameOf(path));
		return inSite.find((name) => known.has(name)) ?? here;
	});
	const diagnostics = names
		.filter((name) => !known.has(name))
		.map((name): Diagnostic => {
			const file = inputs.shown(name);
			const hint = 'Name Markdown files of the site, with their path from the current folder or from that of the site.';
			return { code: 'no-page', severity: 'error', file, message: `${file} is not such a page.`, hint };
		});
	return { chosen: list.filter((one) => names.includes(nameOf(one) ?? '')), diagnostics };
}

/**
 * The place of a translation that has lost its original: the new original is the page without a translation which has kept
 * the most sections of the record, and at least half of them. Undefined if there is none, or if two pages have kept as many.
 */
function movedTo({ state, page }: Translation, list: readonly Translation[]): string | undefined {
	const record = page?.data.translated_from;
	if (state !== 'orphan' || record === undefined) return undefined;
	const [best, next] = list
		.filter((one) => one.page === undefined)
		.map(({ path, original }) => ({ path, kept: keptSince(record, original?.record ?? '') }))
		.sort((a, b) => b.kept - a.kept);
	return best && best.kept >= 0.5 && best.kept > (next?.kept ?? 0) ? best.path : undefined;
}

/** The remaining work, as text; undefined for pages that are current or not begun. */
function workOf({ state, original, changes }: Translation, target: string | undefined): string | undefined {
	if (state === 'orphan') return target ? `its original has moved; move it to ${target}` : 'its original is gone';
	if (state === 'unrecorded') return 'no record of its original; run "npx docsgen translate mark" if it is up to date';
	return changes && original && changesText(changes, original);
}

/** An open page for programs, with the original's text of each section to translate: all if nothing is translated. */
function openWork(
	{ locale, path, state, original, changes }: Translation,
	{ body, inputs }: Sources,
): Record<string, unknown> {
	const all = state === 'untranslated' ? [0, ...(original?.headings.map((_, index) => index + 1) ?? [])] : undefined;
	const numbers = changes ? [...changes.changed, ...changes.added].sort((a, b) => a - b) : all;
	const sections = original ? body('sections', original.bodyHash) : [];
	const hasIntro = sections[0]?.id === '';
	const open = numbers?.map((number) => ({
		heading: original ? sectionName(original, number) : '',
		text: sections[hasIntro ? number : number - 1]?.text ?? '',
	}));
	return { locale, path, state, original: original && inputs.shown(original.path), sections: open };
}

/** Rows as lines; all columns but the first are aligned to the right. */
function table(rows: string[][]): string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return rows.map((row) =>
		row
			.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
			.join('  '),
	);
}

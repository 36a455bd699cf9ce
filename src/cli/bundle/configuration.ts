/** The configuration of a site, and its words and texts in each language. */
import { isExample } from '../../content/model/address.ts';
import { type Config, type LocaleConfig, resolveConfig } from '../../content/model/config.ts';
import { checkTexts, checkWords, lostInTexts, lostPlaceholders } from '../../content/model/fields.ts';
import { readYaml } from '../../content/model/frontmatter.ts';
import { CONFIG_FILE, CONTENT } from '../../content/model/identity.ts';
import type { Mount } from '../../content/model/mounts.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { problemsIn } from '../../content/model/places.ts';
import { type Check, isRecord, nearest, type Problem } from '../../content/model/schema.ts';
import { isTranslated, type Texts, withTexts } from '../../content/model/texts.ts';
import type { Words } from '../../content/model/words.ts';
import { filesWith, overlayFolders, type TranslatedFiles } from '../../content/site/locale.ts';
import type { Site, SiteFiles } from '../../content/site/site.ts';
import type { Extension } from '../../extension.ts';
import { EXTENSIONS } from '../../extensions/registered.ts';
import { openInputs } from '../disk/inputs.ts';
import type { Project } from '../disk/project.ts';
import { BundleError } from '../terminal/findings.ts';
import { type CompileContext, TEMPLATES } from './compile.ts';
import { loadModule } from './modules.ts';
import { loadOwnExtensions, type OwnExtensions } from './site-extensions.ts';
import { allWords, packagedWords } from './words.ts';

/** The configuration in each language of the site, or findings about it; and the site's own extensions. */
export async function loadConfig(
	context: CompileContext,
	{ url, baseUrl }: { url?: string; baseUrl?: string },
	extensions: readonly Extension[],
): Promise<{ languages?: Config[]; own?: OwnExtensions; diagnostics: Diagnostic[] }> {
	const { inputs, project } = context;
	const raw = await loadModule(context, CONFIG_FILE);
	if (raw === undefined) return { diagnostics: [noConfiguration(project)] };
	const diagnostics: Diagnostic[] = [];
	const overrides = { url, baseUrl, env: (name: string) => inputs.env(name) };
	const own = await loadOwnExtensions(context, raw);
	const all = [...extensions, ...own.extensions];
	const speech = (locale: LocaleConfig) => ({
		words: readWords(context, locale, diagnostics, all),
		texts: readTexts(context, locale, diagnostics),
	});
	const { languages, problems } = resolveConfig(raw, overrides, speech, all);
	const text = inputs.read(CONFIG_FILE)?.toString() ?? '';
	const about = { file: CONFIG_FILE, text, code: 'invalid-configuration', root: 'The configuration' };
	const isGiven = ({ path: [field] }: Problem): boolean =>
		(field === 'url' && url !== undefined) || (field === 'baseUrl' && baseUrl !== undefined);
	const wrong = problems.filter(isGiven).map(({ path, message, found }): Diagnostic => {
		const option = path[0] === 'url' ? '--url' : '--base-url';
		return { code: about.code, severity: 'error', message: `${option} ${message}, but is ${found}.` };
	});
	const written = problems.filter((problem) => !isGiven(problem));
	return { languages, own, diagnostics: [...wrong, ...problemsIn(about, written), ...diagnostics] };
}

/** The finding for a site that is about to be published with an example as its URL, from the configuration or an option. */
export function placeholderUrl({ inputs }: CompileContext, { url }: Config, option?: string): Diagnostic[] {
	if (!isExample(url)) return [];
	const message = `The URL of the site is ${url}, so canonical URLs, the sitemap and link previews lead there.`;
	const hint =
		'Set "url" to the origin that readers see, or name it when you build: --url https://docs.bakery.example.';
	const finding: Diagnostic = { code: 'placeholder-url', severity: 'warning', message, hint };
	if (option !== undefined) return [finding];
	const about = { file: CONFIG_FILE, text: inputs.read(CONFIG_FILE)?.toString() ?? '', code: finding.code, root: '' };
	return problemsIn(about, [{ path: ['url'], message }]).map((place) => ({ ...place, ...finding }));
}

/** The finding for a folder that is not a site. */
export function noConfiguration(project: Project): Diagnostic {
	const { root } = project;
	const has = (name: string): boolean => project.stat(name) !== undefined;
	const other = OTHER_CONFIGS.find(has);
	const folder = OTHER_FOLDERS.find((name) => has(`${name}/${CONFIG_FILE}`));
	const found =
		other !== undefined
			? `Rename ${other} to ${CONFIG_FILE}${other.endsWith('.json') ? ', and write "export default" in front' : ''}.`
			: folder !== undefined && `The site is in ${folder}: go there, or name it with --site ${folder}.`;
	return {
		code: 'no-configuration',
		severity: 'error',
		file: CONFIG_FILE,
		message: `There is no ${CONFIG_FILE} in ${root}.`,
		hint: found || 'Run "npx docsgen init" to start a site, or name the folder of one with --site.',
	};
}

/** Names of a configuration that other tools accept, and in other places. */
const OTHER_CONFIGS = [
	...['mts', 'cts', 'js', 'mjs', 'cjs', 'json'].map((end) => `site.config.${end}`),
	...['ts', 'js', 'mjs'].map((end) => `docsgen.config.${end}`),
];
/** Folders in which a site may be from where a command is run: above, or in a repository. */
const OTHER_FOLDERS = ['..', '../..', '../../..', '../../../..', 'docs', 'website', 'site', 'documentation'];

/** The file with the site's own words of the interface in a language. */
export function wordsFile({ locale, path }: Pick<LocaleConfig, 'locale' | 'path'>): string {
	return `${path === '' ? CONTENT : `${CONTENT}/${locale}`}/words.json`;
}

/** The words of a language: the site's words replace the packaged ones. */
function readWords(
	context: CompileContext,
	language: LocaleConfig,
	diagnostics: Diagnostic[],
	extensions: readonly Extension[],
): Words {
	const all = allWords(extensions);
	const { inputs } = context;
	const { locale } = language;
	const file = wordsFile(language);
	const own = inputs.has(file)
		? (readYamlFile(context, file, 'invalid-words', checkWords(all), diagnostics) ?? {})
		: {};
	const text = inputs.read(file)?.toString() ?? '';
	for (const { english, ...problem } of lostPlaceholders(own, locale, all)) {
		const about = { file, text, code: 'text-placeholder', root: file };
		const hint = `The English text is "${english}".`;
		diagnostics.push(...problemsIn(about, [problem]).map((finding) => ({ ...finding, hint })));
	}
	const words = packagedWords(inputs, locale, extensions);
	return Object.keys(own).length === 0 ? words : { ...words, ...own };
}

/** The file that translates texts outside pages into a language. */
export function textsFile({ locale }: LocaleConfig): string {
	return `${CONTENT}/${locale}/texts.json`;
}

function readTexts(context: CompileContext, locale: LocaleConfig, diagnostics: Diagnostic[]): Texts {
	const file = textsFile(locale);
	if (locale.path === '' || !context.inputs.has(file)) return {};
	const texts = readYamlFile(context, file, 'invalid-texts', checkTexts, diagnostics) ?? {};
	const about = { file, text: context.inputs.read(file)?.toString() ?? '', code: 'text-placeholder', root: file };
	for (const { english, ...problem } of lostInTexts(texts)) {
		const hint = `The text is "${english}".`;
		diagnostics.push(...problemsIn(about, [problem]).map((finding) => ({ ...finding, hint })));
	}
	return texts;
}

/** Translations of texts that are not, or no longer, in the configuration and the other files. */
export function unusedTexts(
	{ inputs }: CompileContext,
	languages: Config[],
	[config, files]: [Config, SiteFiles],
): Diagnostic[] {
	const asked = textsIn(config, files);
	for (const known of files.tags.values()) for (const key of Object.keys(known)) asked.add(key);
	return languages.flatMap(({ locale, texts }) => {
		const file = textsFile(locale);
		const about = { file, text: inputs.read(file)?.toString() ?? '', code: 'unused-text', root: file };
		const missing = [...asked].filter((text) => !Object.hasOwn(texts, text));
		return Object.keys(texts)
			.filter((text) => !asked.has(text))
			.flatMap((text) => {
				const near = nearest(text, missing);
				const hint = near ? `Is it "${near}" now?` : 'Remove it.';
				const message = `The site has no text "${text}".`;
				const found = problemsIn(about, [{ path: [text], message }]);
				return found.map((one): Diagnostic => ({ ...one, severity: 'warning', message, hint }));
			});
	});
}

function textsIn(config: Config, { sidebars, folders, tags, authors }: TranslatedFiles): Set<string> {
	const asked = new Set<string>();
	const ask = (text: string): string => {
		asked.add(text);
		return text;
	};
	withTexts([config, sidebars, folders, tags, authors], ask, config.extended.untranslated);
	return asked;
}

/** The texts outside pages that a language translates, and those that it takes from the first one (`original`). */
export function textsToTranslate(
	{ config: { locale, texts }, config, ownTexts }: Pick<Site, 'config' | 'ownTexts'>,
	original: Pick<Site, 'config'>,
	files: SiteFiles,
): { translated: string[]; missing: string[] } {
	const own = files.translatedFolders.get(locale.locale);
	const folders = [...files.folders].map(([name, all]) => [name, overlayFolders(all, own?.get(name))] as const);
	const shown = textsIn(config, filesWith({ ...files, folders: new Map(folders) }, texts));
	const asked = [...textsIn(original.config, filesWith(files, {}))].filter((text) => /\p{L}/u.test(text));
	return {
		translated: asked.filter((text) => isTranslated(texts, text)),
		// Words of docsgen that are defaults of the configuration have translations of their own.
		missing: asked.filter((text) => shown.has(text) && !isTranslated(texts, text) && !ownTexts?.has(text)),
	};
}

/** Configured values for commands that do not read the site; the defaults without a configuration. */
export async function configured(
	project: Project,
): Promise<
	| { kind: 'read'; baseUrl: string; templates: string; mounts: readonly Mount[] }
	| { kind: 'failed'; diagnostic: Diagnostic }
> {
	const context = { project, inputs: openInputs(project), templates: TEMPLATES };
	try {
		const raw = await loadModule(context, CONFIG_FILE);
		const all = [...EXTENSIONS, ...(await loadOwnExtensions(context, raw)).extensions];
		const { baseUrl, theme } = isRecord(raw) ? raw : {};
		const folder = isRecord(theme) ? theme.folder : undefined;
		return {
			kind: 'read',
			baseUrl: typeof baseUrl === 'string' ? baseUrl : '/',
			templates: typeof folder === 'string' ? folder : TEMPLATES,
			mounts: resolveConfig(raw, {}, undefined, all).config?.include.mounts ?? [],
		};
	} catch (error) {
		const [diagnostic] = error instanceof BundleError ? error.diagnostics : [];
		if (!diagnostic) throw error;
		return { kind: 'failed', diagnostic };
	}
}

/** The data of a YAML or JSON file; undefined if it is invalid, or an empty YAML file. */
export function readYamlFile<T>(
	{ inputs }: CompileContext,
	file: string,
	code: string,
	check: Check<T, unknown>,
	diagnostics: Diagnostic[],
): T | undefined {
	const text = inputs.read(file)?.toString() ?? '';
	const about = { file, text, code, root: file };
	const { written, problem } = readYaml(text);
	if (problem) {
		const { line, column, hint } = problem;
		const message = `${file} is not valid: ${problem.message}.`;
		diagnostics.push({
			code,
			severity: 'error',
			file,
			line,
			column,
			message,
			hint: file.endsWith('.json') ? undefined : hint,
		});
	}
	const empty = written === null && !file.endsWith('.json');
	return problem || empty ? undefined : checked(written, about, check, diagnostics);
}

/** A value that passes a check, which reports its problems; undefined otherwise. */
export function checked<T>(
	value: unknown,
	about: Parameters<typeof problemsIn>[0],
	check: Check<T, unknown>,
	diagnostics: Diagnostic[],
): T | undefined {
	const problems: Problem[] = [];
	const result = check(value, [], (problem) => problems.push(problem));
	diagnostics.push(...problemsIn(about, problems));
	return result;
}

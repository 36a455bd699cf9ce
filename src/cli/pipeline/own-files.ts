/**
 * Checks the site's own files: those named in the configuration must exist and parse, and style sheets that replace
 * packaged ones must set the same custom properties.
 */
import { Script } from 'node:vm';
import { type ComponentManifest, misfit } from '../../content/model/component.ts';
import { type Config, imagesOf } from '../../content/model/config.ts';
import { readYaml } from '../../content/model/frontmatter.ts';
import { CONFIG_FILE, CONTENT, STATIC } from '../../content/model/identity.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { problemsIn } from '../../content/model/places.ts';
import { isRecord, nearest, type Path } from '../../content/model/schema.ts';
import { leavesSite, nearestFile, withoutBase } from '../../content/site/links.ts';
import type { Extension } from '../../extension.ts';
import { isHostFile } from '../../render/hosts.ts';
import type { CssBlock } from '../../render/model/plan.ts';
import type { CompileContext } from '../bundle/compile.ts';
import { wordsFile } from '../bundle/configuration.ts';
import { packagedName } from '../bundle/overrides.ts';
import { allWords, packagedLanguage, pseudoWords } from '../bundle/words.ts';
import type { Inputs } from '../disk/inputs.ts';
import type { FileStat } from '../disk/project.ts';
import type { Pass } from './pass.ts';

/** Findings about these files. External URLs are not checked. */
export function checkOwnFiles(
	config: Config,
	content: FileStat[],
	{ inputs, extensions }: Pick<Pass, 'inputs' | 'extensions'>,
): Diagnostic[] {
	const there = new Set(content.map(({ path }) => path));
	const missing = ({ path, file, code, message }: Missing, kind: RegExp): Diagnostic[] => {
		const text = inputs.read(CONFIG_FILE)?.toString() ?? '';
		const near = nearestFile(
			file,
			[...there].filter((name) => kind.test(name)),
		);
		const hint = near ? `Did you mean ${near}?` : `Put it in ${STATIC}, which is published unchanged.`;
		const about = { file: CONFIG_FILE, text, code, root: CONFIG_FILE };
		return problemsIn(about, [{ path, message }]).map((finding) => ({ ...finding, hint }));
	};
	const scripts = config.scripts.flatMap(({ src }, index) => {
		const file = fileOf(config, src);
		if (file === undefined) return [];
		const code = inputs.read(file)?.toString();
		if (code !== undefined) return syntaxProblem(file, code);
		const message = `There is no script at ${src}: the file ${file} is missing.`;
		const found = missing({ path: ['scripts', index], file, code: 'missing-script', message }, /\.js$/);
		return found.map((finding) => ({ ...finding, about: { name: src } }));
	});
	const images = imagesOf(config).flatMap(([path, src]) => {
		const file = src === undefined ? undefined : fileOf(config, src);
		if (file === undefined || there.has(file)) return [];
		const message = `There is no image at ${src}: the file ${file} is missing.`;
		return missing({ path, file, code: 'missing-image', message }, IMAGE);
	});
	return [
		...scripts,
		...images,
		...missingLanguages(config, there, inputs),
		...missingWords(config, inputs, extensions),
	];
}

/** Icons in the navbar that its template cannot draw. */
export function unknownIcons(
	{ navbar }: Config,
	manifest: ComponentManifest | undefined,
	inputs: Inputs,
): Diagnostic[] {
	const rule = manifest?.props.icon;
	const about = { file: CONFIG_FILE, text: inputs.read(CONFIG_FILE)?.toString() ?? '', code: 'unknown-icon' };
	return iconsIn(navbar.items, ['navbar', 'items']).flatMap(([path, name]): Diagnostic[] => {
		const instead = rule && misfit('icon', rule, name);
		if (instead === undefined) return [];
		const near = Array.isArray(rule) ? nearest(name, rule) : undefined;
		const hint = near === undefined ? instead : `Did you mean "${near}"?`;
		const found = problemsIn({ ...about, root: CONFIG_FILE }, [{ path, message: `names no icon: "${name}"` }]);
		return found.map((finding) => ({ ...finding, severity: 'warning', hint }));
	});
}

/** Names of icons with their paths, in a part of the configuration. */
function iconsIn(value: unknown, path: Path): [path: Path, name: string][] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, part]): [path: Path, name: string][] => {
		const place = [...path, Array.isArray(value) ? Number(key) : key];
		return key === 'icon' && typeof part === 'string' ? [[place, part]] : iconsIn(part, place);
	});
}

/** Languages without a file. Pseudo-languages need none. */
function missingLanguages({ locales }: Config, there: Set<string>, inputs: Inputs): Diagnostic[] {
	return locales.flatMap(({ locale, path, url }, index): Diagnostic[] => {
		const folder = `${CONTENT}/${locale}/`;
		const isThere = [...there].some((file) => file.startsWith(folder));
		if (path === '' || url !== undefined || isThere || pseudoWords(locale)) return [];
		const text = inputs.read(CONFIG_FILE)?.toString() ?? '';
		const about = { file: CONFIG_FILE, text, code: 'no-translations', root: CONFIG_FILE };
		const message = `has no translation: there is no ${folder.slice(0, -1)}`;
		const hint = `Run "npx docsgen translate add ${locale}", or translate content/docs/x.md in ${folder}docs/x.md. If the language is a site of its own, set its "url".`;
		const found = problemsIn(about, [{ path: ['locales', index], message }]);
		return found.map((finding) => ({ ...finding, severity: 'warning', hint }));
	});
}

/** Languages without packaged words whose `words.json` lacks some. */
function missingWords({ locales }: Config, inputs: Inputs, extensions: readonly Extension[]): Diagnostic[] {
	return locales.flatMap((language, index): Diagnostic[] => {
		const { locale, path, url } = language;
		const isElsewhere = path !== '' && url !== undefined;
		if (isElsewhere || pseudoWords(locale) || packagedLanguage(locale) !== undefined) return [];
		const file = wordsFile(language);
		const { written } = readYaml(inputs.read(file)?.toString() ?? '');
		const own = isRecord(written) ? written : {};
		const missing = Object.keys(allWords(extensions)).filter((key) => !Object.hasOwn(own, key));
		if (missing.length === 0) return [];
		const text = inputs.read(CONFIG_FILE)?.toString() ?? '';
		const about = { file: CONFIG_FILE, text, code: 'missing-words', root: CONFIG_FILE };
		const message = `is a language without packaged words, so texts of the interface stay in English: ${firstOf(missing)}`;
		const spoken = languageOfCountry(locale);
		const hint = spoken
			? `Did you mean "${spoken}"? "${locale}" is the code of a country.`
			: `Write them in ${file}, with the keys of node_modules/docsgen/templates/words/de.json.`;
		// An author who has written most of them needs the whole list.
		const isLong = missing.length > MAX_NAMES && missing.length < Object.keys(own).length;
		const notes = isLong ? [`These are in English: ${missing.join(', ')}.`] : [];
		const found = problemsIn(about, [{ path: ['locales', index], message }]);
		return found.map((finding) => ({ ...finding, severity: 'warning', hint, notes }));
	});
}

/** The main language of a country whose code is taken for a language's: `ua` → `uk`, `jp` → `ja`. */
function languageOfCountry(locale: string): string | undefined {
	const nameOf = (type: 'language' | 'region', code: string): string | undefined =>
		new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code);
	if (!/^[a-z]{2}$/.test(locale) || nameOf('language', locale) !== undefined) return undefined;
	const isCountry = nameOf('region', locale.toUpperCase()) !== undefined;
	return isCountry ? new Intl.Locale(`und-${locale}`).maximize().language : undefined;
}

/** Static files that would configure the host without the site configuration allowing it. */
export function checkHostFiles(config: Config, content: FileStat[]): Diagnostic[] {
	return content.flatMap(({ path }): Diagnostic[] => {
		const out = path.slice(STATIC.length + 1);
		if (!path.startsWith(`${STATIC}/`) || !isHostFile(out) || config.ownHostFiles.includes(out)) return [];
		return [
			{
				code: 'host-file',
				severity: 'error',
				file: path,
				message: `${path} configures your host: it can remove the security policy or redirect the whole site.`,
				hint: `Remove it and use "redirects", "hosts" and "contentSecurityPolicy", or allow it in the configuration: ownHostFiles: ['${out}'].`,
			},
		];
	});
}

interface Missing {
	/** The configuration field that names the file. */
	path: Path;
	file: string;
	code: string;
	message: string;
}

/** File names of images. */
export const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico)$/i;

/** The static file for a URL of the site. */
function fileOf(config: Config, src: string): string | undefined {
	return leavesSite(src) ? undefined : `${STATIC}/${withoutBase(config, src).replace(/^\/|[?#].*$/g, '')}`;
}

/** Reports syntax errors, which otherwise only readers' browsers would report. */
function syntaxProblem(file: string, code: string): Diagnostic[] {
	try {
		new Script(code, { filename: file });
		return [];
	} catch (error) {
		const { message, stack = '' } = error as Error;
		// Node prints the position above the message: file:line, the source line, and a marker below it.
		const [place = '', excerpt, mark = ''] = stack.split('\n');
		return [
			{
				code: 'script-syntax',
				severity: 'error',
				file,
				line: Number(/:(\d+)$/.exec(place)?.[1] ?? 1),
				column: mark.indexOf('^') + 1,
				excerpt,
				message: `Not a script that browsers can run: ${message}.`,
				hint: 'Scripts in the configuration are published unchanged: plain JavaScript, without import and export.',
			},
		];
	}
}

/** Maximum number of names in a message. */
const MAX_NAMES = 6;

/** The first of many names, and how many more there are. */
function firstOf(names: readonly string[]): string {
	const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
	return names.slice(0, MAX_NAMES).join(', ') + more;
}

/**
 * Own style sheets that omit custom properties of the packaged sheets they replace. `styles` are all rules of the site:
 * a property that another rule sets, or that none reads, is not reported.
 */
export function lostProperties(context: CompileContext, styles: readonly CssBlock[]): Diagnostic[] {
	const css = styles.map(({ text }) => text).join('');
	return context.inputs.list(`${context.templates}/styles`).flatMap(({ path }) => {
		const own = context.inputs.read(path)?.toString() ?? '';
		const packaged = path.endsWith('.css') ? context.inputs.read(packagedName(context, path))?.toString() : undefined;
		if (packaged === undefined || packaged === own) return [];
		const set = new Set([...namesSet(css), ...namesSet(own)]);
		const isRead = (name: string): boolean => css.includes(`var(${name})`) || css.includes(`var(${name},`);
		const lost = [...namesSet(packaged)].filter((name) => !set.has(name) && isRead(name));
		return lost.length === 0 ? [] : [lostFinding(path, lost)];
	});
}

function lostFinding(file: string, lost: string[]): Diagnostic {
	return {
		code: 'lost-properties',
		severity: 'warning',
		file,
		message: `${file} replaces the built-in style sheet, and nothing sets ${firstOf(lost)} now.`,
		hint: 'Move your rules to content/theme.css, which is added to the built-in styles, or set these properties.',
		...(lost.length <= MAX_NAMES ? {} : { notes: [`These have no value: ${lost.join(', ')}.`] }),
	};
}

/** Custom properties that a style sheet gives a value. */
function namesSet(css: string): Set<string> {
	const plain = css.replace(/\/\*[\s\S]*?\*\//g, ' ');
	// Properties set inside drawings apply to the drawings only.
	const shared = plain.replace(/\bsvg\s*\{[^{}]*\}/g, '');
	return new Set([...shared.matchAll(/(?<=[{;\s])--[\w-]+(?=\s*:)/g)].map(([name]) => name));
}

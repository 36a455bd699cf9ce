/** Styles and client scripts, compiled to files with hashed names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import type { Config } from '../../content/model/config.ts';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import { ENGLISH_WORDS, type Words } from '../../content/model/words.ts';
import type { Extension } from '../../extension.ts';
import { EXTENSIONS } from '../../extensions/registered.ts';
import type { BundledAssets, CssBlock } from '../../render/model/plan.ts';
import { themeCss } from '../../render/views/sheets.ts';
import { languageScripts } from '../disk/languages.ts';
import { CLIENT, MODULES, moduleOf, PACKAGE_ROOT } from '../disk/package.ts';
import {
	type CompileContext,
	compiled,
	filesByNumber,
	installation,
	type Look,
	runEsbuild,
	THEME_FOLDER,
	textOfModule,
} from './compile.ts';
import { blocksOf, smallCss } from './css.ts';
import type { FontFiles } from './fonts.ts';
import { type IslandFiles, loadIslands } from './islands.ts';
import { messagesFile, withWords, wordKeys } from './messages.ts';
import { overrides, SHEETS } from './overrides.ts';
import { type AssetFile, FOR_BROWSERS, namedScript, stylesAsText, wordsInScripts } from './scripts.ts';
import { loadTemplates } from './templates.ts';
import { allWords } from './words.ts';

export interface ClientScripts {
	/** Locale → output paths of the scripts that every page loads, in order. */
	scripts: Record<string, string[]>;
	startScript: string;
	/** By name. */
	islands: Record<string, IslandFiles>;
	files: AssetFile[];
}

type Language = Pick<Config, 'locale' | 'words'>;

/** Compiles the client scripts, including the site's islands: one set for all languages, with the first one's words. */
export async function loadScripts(
	context: CompileContext,
	config: Config,
	others: readonly Language[],
	extensions: readonly Extension[],
): Promise<ClientScripts> {
	const { locale, words } = config;
	const isShared = others.length > 0;
	const scripts = await compileScripts(context, words, isShared);
	const islands = await loadIslands(context, scripts.life, { words, isShared });
	const english = allWords(extensions);
	const keys = [...scripts.words, ...wordsOfExtensions(config, extensions)];
	const messages = others.map((other) => ({
		...other.locale,
		file: messagesFile(other.locale.locale, { words: other.words, english }, keys, islands.useWords),
	}));
	const languages = languageScripts([locale.locale, ...others.map((other) => other.locale.locale)]);
	const inOthers = messages.map((other) => [other.locale, [other.file.out, ...scripts.entries]]);
	return {
		scripts: { ...Object.fromEntries(inOthers), [locale.locale]: scripts.entries },
		startScript: scripts.startScript,
		islands: islands.byName,
		files: [...scripts.files, ...islands.files, ...messages.map(({ file }) => file), ...languages],
	};
}

/** Keys of the words in scripts that extensions compile for the site. */
function wordsOfExtensions(config: Config, extensions: readonly Extension[]): string[] {
	return extensions.flatMap(({ name, client }) => {
		if (!client?.isCompiled?.(config)) return [];
		const folder = moduleOf(`extensions/${name}/client`);
		const modules = readdirSync(folder).filter((file) => file.endsWith('.js'));
		return modules.flatMap((file) => wordKeys(readFileSync(join(folder, file), 'utf8')));
	});
}

/** English ones are compiled when docsgen is installed. */
function compileScripts(context: CompileContext, words: Words, isShared: boolean): Promise<Scripts> {
	const name = `${isShared ? 'shared-' : ''}scripts${words === ENGLISH_WORDS ? '' : `-${hashOfValue(words)}`}`;
	const make = (look: Look): Promise<Scripts> => clientScripts(context, look, words, isShared);
	return compiled(context, name, make, [`${context.templates}/styles`]);
}

type LookName = Config['theme']['look'];

/** Name of the style sheet of all pages among the compiled results. */
export function stylesName(name: LookName): string {
	return name === 'plain' ? 'styles' : `styles-${name}`;
}

/** Compiles the style sheet of all pages, followed by `more`. */
async function loadStyles(context: CompileContext, name: LookName, more: string): Promise<CssBlock[]> {
	const css = await compiled(context, stylesName(name), (look) => styles(context, name, look));
	const small = async (): Promise<CssBlock[]> => blocksOf(await smallCss('site.css', more, { forgiving: true }));
	return more === '' ? css : [...css, ...(await compiled(context, `css-${hashOf(more)}`, small))];
}

/** Scripts and styles of the pages of a language; `css` is the style sheet of the site's own templates. */
export async function loadAssets(
	context: CompileContext,
	config: Config,
	{ scripts, startScript, files }: ClientScripts,
	fonts: FontFiles,
	css: string,
): Promise<BundledAssets> {
	return {
		scripts: scripts[config.locale.locale] ?? [],
		startScript,
		styles: await loadStyles(context, config.theme.look, fonts.css + themeCss(config) + css),
		fonts: fonts.preloads,
		files: new Map([...files.map(inBytes), ...fonts.files.map(named)]),
	};
}

function inBytes({ text, ...file }: AssetFile) {
	return named({ ...file, bytes: Buffer.from(text) });
}

function named<T extends { out: string }>({ out, ...file }: T): [string, Omit<T, 'out'>] {
	return [out, file];
}

const THEME = 'docsgen:theme/';

async function styles(context: CompileContext, name: LookName, look: Look): Promise<CssBlock[]> {
	const { inputs } = context;
	const theme = [inputs.pathOf(THEME_FOLDER)].filter((path) => look(path));
	const imports = theme.map((_, index) => `@import '${THEME}${index}';`);
	const sheets = SHEETS.map(({ file, layer }) => `@import 'docsgen:templates/styles/${file}' layer(${layer});`);
	const ofLook = name === 'plain' ? [] : [`@import 'docsgen:templates/styles/looks/${name}.css';`];
	const contents = `@import 'docsgen:templates/styles/index.css';${[...sheets, ...ofLook, ...imports].join('')}`;
	const result = await runEsbuild(context, look, PACKAGE_ROOT, {
		stdin: { contents, resolveDir: PACKAGE_ROOT, loader: 'css' },
		plugins: [filesByNumber(THEME, theme), overrides(context, look)],
		target: 'esnext',
	});
	return blocksOf(await smallCss('site.css', textOfModule(result)));
}

interface Scripts {
	entries: string[];
	startScript: string;
	/** Output path of the script that hydrates islands. */
	life: string;
	/** Keys of the words that they show. */
	words: string[];
	files: AssetFile[];
}

/** The start script is inlined; the main script and the modules it imports on demand become files. */
async function clientScripts(context: CompileContext, look: Look, words: Words, isShared: boolean): Promise<Scripts> {
	const keys = new Set<string>();
	const speech = { words, english: allWords(EXTENSIONS) };
	const say = (source: string): string => {
		for (const key of wordKeys(source)) keys.add(key);
		return withWords(source, speech, isShared);
	};
	const run = (options: BuildOptions) =>
		runEsbuild(context, look, PACKAGE_ROOT, {
			...FOR_BROWSERS,
			...options,
			plugins: [stylesAsText(context, look), scriptsOfExtensions(), wordsInScripts(look, say)],
		});
	const start = await run({ entryPoints: [join(CLIENT, 'start.js')], format: 'iife' });
	const pages = namedScript(await run({ entryPoints: [join(CLIENT, 'main.js')], splitting: true }));
	// Built separately, so that it shares no chunk with pages: a worker runs in its own context.
	const worker = namedScript(await run({ entryPoints: { 'search-worker': join(CLIENT, 'search/worker.js') } }));
	const { main, life } = pages.entries;
	return {
		entries: main ? [...main.imports, main.out] : [],
		startScript: textOfModule(start).trim(),
		life: life?.out ?? '',
		words: [...keys],
		files: [...pages.files, ...worker.files],
	};
}

/** The modules `docsgen:widgets`, `docsgen:hashes` and `docsgen:services`: what extensions add to the scripts of all sites. */
function scriptsOfExtensions(): Plugin {
	const modules = (kind: 'widgets' | 'hashes' | 'services'): [name: string, module: string][] =>
		EXTENSIONS.flatMap(({ name, client }) =>
			Object.entries(client?.[kind] ?? {}).map(([key, module]): [string, string] => [
				key,
				JSON.stringify(moduleOf(`extensions/${name}/${module}`)),
			]),
		);
	const loaders = (kind: 'hashes' | 'services'): string =>
		`export default { ${modules(kind).map(([key, module]) => `${JSON.stringify(key)}: () => import(${module})`)} };`;
	const widgets = modules('widgets');
	const imports = widgets.map(([, module], index) => `import { mountWidget as mount${index} } from ${module};`);
	const texts = {
		widgets: `${imports.join('')}export default { ${widgets.map(([key], index) => `${JSON.stringify(key)}: mount${index}`)} };`,
		hashes: loaders('hashes'),
		services: loaders('services'),
	};
	return {
		name: 'scripts-of-extensions',
		setup(build) {
			build.onResolve({ filter: /^docsgen:(?:widgets|hashes|services)$/ }, ({ path }) => ({
				path,
				namespace: 'extensions',
			}));
			build.onLoad({ filter: /./, namespace: 'extensions' }, ({ path }) => ({
				contents: texts[path.slice('docsgen:'.length) as keyof typeof texts],
				resolveDir: MODULES,
			}));
		},
	};
}

/** The script that `docsgen dev` adds to pages. */
export async function loadDevScript(context: CompileContext): Promise<string> {
	const entryPoints = [join(CLIENT, 'dev.js')];
	const options: BuildOptions = { entryPoints, format: 'esm', platform: 'browser', minify: true };
	return compiled(context, 'dev-script', async (look) =>
		textOfModule(await runEsbuild(context, look, PACKAGE_ROOT, options)),
	);
}

/** Runs once, when docsgen is installed: compiles its own templates, styles and scripts. */
export async function install(): Promise<void> {
	const context = installation();
	context.project.store.clear();
	await Promise.all([
		loadTemplates(context, {}),
		...[false, true].map((isShared) => compileScripts(context, ENGLISH_WORDS, isShared)),
		loadStyles(context, 'plain', ''),
		loadDevScript(context),
	]);
	context.project.store.save();
}

/** Styles and client scripts, compiled to files with hashed names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import type { Config } from '../../content/model/config.ts';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import { ENGLISH_WORDS, type WordKey, type Words } from '../../content/model/words.ts';
import type { CssBlock } from '../../render/model/plan.ts';
import { languageScripts } from '../disk/languages.ts';
import { CLIENT, PACKAGE_ROOT } from '../disk/package.ts';
import { isIn } from '../disk/paths.ts';
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
import { type IslandFiles, loadIslands } from './islands.ts';
import { messagesFile, withWords, wordKeys } from './messages.ts';
import { overrides, PACKAGED_TEMPLATES, SHEETS } from './overrides.ts';
import { type AssetFile, FOR_BROWSERS, namedScript } from './scripts.ts';
import { loadTemplates } from './templates.ts';

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
	{ locale: { locale }, words, samples }: Language & Pick<Config, 'samples'>,
	others: readonly Language[],
): Promise<ClientScripts> {
	const isShared = others.length > 0;
	const scripts = await compileScripts(context, words, isShared);
	const islands = await loadIslands(context, scripts.life, { words, isShared });
	const isLive = Object.values(samples).some(({ live }) => live !== undefined);
	const keys = isLive ? [...scripts.words, ...editorWords()] : scripts.words;
	const messages = others.map((other) => ({
		...other.locale,
		file: messagesFile(other.locale.locale, other.words, keys, islands.useWords),
	}));
	const languages = languageScripts([locale, ...others.map((other) => other.locale.locale)]);
	const inOthers = messages.map((other) => [other.locale, [other.file.out, ...scripts.entries]]);
	return {
		scripts: { ...Object.fromEntries(inOthers), [locale]: scripts.entries },
		startScript: scripts.startScript,
		islands: islands.byName,
		files: [...scripts.files, ...islands.files, ...messages.map(({ file }) => file), ...languages],
	};
}

/** Keys of the words in the editor of live samples, whose script is compiled for a site that has some. */
function editorWords(): WordKey[] {
	const folder = join(CLIENT, 'live');
	const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
	return names.flatMap((name) => wordKeys(readFileSync(join(folder, name), 'utf8')));
}

/** English ones are compiled when docsgen is installed. */
function compileScripts(context: CompileContext, words: Words, isShared: boolean): Promise<Scripts> {
	const name = `${isShared ? 'shared-' : ''}scripts${words === ENGLISH_WORDS ? '' : `-${hashOfValue(words)}`}`;
	const make = (look: Look): Promise<Scripts> => clientScripts(context, look, words, isShared);
	return compiled(context, name, make, [`${context.templates}/styles`]);
}

/** Compiles the style sheet of all pages, followed by `more`. */
export async function loadStyles(context: CompileContext, more: string): Promise<CssBlock[]> {
	const css = await compiled(context, 'styles', (look) => styles(context, look));
	const small = async (): Promise<CssBlock[]> => blocksOf(await smallCss('site.css', more, { forgiving: true }));
	return more === '' ? css : [...css, ...(await compiled(context, `css-${hashOf(more)}`, small))];
}

const THEME = 'docsgen:theme/';

async function styles(context: CompileContext, look: Look): Promise<CssBlock[]> {
	const { inputs } = context;
	const theme = [inputs.pathOf(THEME_FOLDER)].filter((path) => look(path));
	const imports = theme.map((_, index) => `@import '${THEME}${index}';`);
	const sheets = SHEETS.map(({ file, layer }) => `@import 'docsgen:templates/styles/${file}' layer(${layer});`);
	const contents = `@import 'docsgen:templates/styles/index.css';${[...sheets, ...imports].join('')}`;
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
	words: WordKey[];
	files: AssetFile[];
}

/** The start script is inlined; the main script and the modules it imports on demand become files. */
async function clientScripts(context: CompileContext, look: Look, words: Words, isShared: boolean): Promise<Scripts> {
	const keys = new Set<WordKey>();
	const say = (source: string): string => {
		for (const key of wordKeys(source)) keys.add(key);
		return withWords(source, words, isShared);
	};
	const run = (options: BuildOptions) =>
		runEsbuild(context, look, PACKAGE_ROOT, {
			...FOR_BROWSERS,
			...options,
			plugins: [stylesAsText(context, look), wordsInScripts(look, say)],
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

/** Replaces the words in docsgen's own scripts. */
export function wordsInScripts(look: Look, say: (source: string) => string): Plugin {
	return {
		name: 'words-in-scripts',
		setup(build) {
			build.onLoad({ filter: /\.js$/ }, ({ path }) =>
				isIn(path, CLIENT) && look(path) ? { contents: say(readFileSync(path, 'utf8')) } : undefined,
			);
		},
	};
}

/** Style sheets imported by a script: `import css from 'docsgen:styles/search.css'` is the minified text. */
export function stylesAsText({ inputs, templates }: CompileContext, look: Look): Plugin {
	return {
		name: 'styles-as-text',
		setup(build) {
			build.onResolve({ filter: /^docsgen:styles\// }, ({ path }) => {
				const name = path.slice('docsgen:'.length);
				const found = [inputs.pathOf(`${templates}/${name}`), join(PACKAGED_TEMPLATES, name)].find(look);
				if (found === undefined) return { errors: [{ text: `No style sheet is called "${name}".` }] };
				return { path: name, namespace: 'styles-as-text', pluginData: found };
			});
			build.onLoad({ filter: /.*/, namespace: 'styles-as-text' }, async ({ pluginData }) => {
				const file = inputs.nameOf(pluginData as string);
				return { contents: await smallCss(file, inputs.read(file)?.toString() ?? ''), loader: 'text' };
			});
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
		loadStyles(context, ''),
		loadDevScript(context),
	]);
	context.project.store.save();
}

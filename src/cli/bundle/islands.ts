/**
 * Islands: components of a site, `templates/components/Name.island.tsx`, that run in the browser. The server renders
 * them in a frame (`templates/island.tsx`) that names their script; each script is an entry point of the client.
 */
import { createRequire } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import type { Metafile, OutputFile, Plugin } from 'esbuild';
import { hashOfValue } from '../../content/model/hash.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { placeAt } from '../../content/model/places.ts';
import type { Words } from '../../content/model/words.ts';
import { moduleOf, PACKAGE_ROOT } from '../disk/package.ts';
import { BundleError } from '../terminal/findings.ts';
import { type CompileContext, compiled, runEsbuild } from './compile.ts';
import { smallCss } from './css.ts';
import { wordsOfIslands } from './messages.ts';
import { overrides } from './overrides.ts';
import { type AssetFile, FOR_BROWSERS, namedScript } from './scripts.ts';

/** Suffix of their file names. */
export const ISLAND_FILE = '.island.tsx';

/** Names of a site's islands. Throws if a component has the same name. */
export function islandNames({ inputs, templates }: CompileContext): string[] {
	const folder = `${templates}/components`;
	const names = inputs
		.list(folder)
		.flatMap(({ path }) => /^\/([A-Z]\w*)\.island\.tsx$/.exec(path.slice(folder.length))?.[1] ?? []);
	const twice = names.filter((name) => inputs.has(`${folder}/${name}.tsx`));
	if (twice.length > 0) throw new BundleError(twice.map((name) => namedTwice(`${folder}/${name}`, name)));
	return names;
}

function namedTwice(file: string, name: string): Diagnostic {
	return {
		code: 'component-twice',
		severity: 'error',
		file: file + ISLAND_FILE,
		message: `<${name}> is two components: this island, and ${file}.tsx.`,
		hint: 'Rename one of them.',
	};
}

/** Output paths of the files that an island needs in the browser. */
export interface IslandFiles {
	script: string;
	/** The imported style sheets, as one file. */
	sheet?: string;
}

export interface Islands {
	byName: Record<string, IslandFiles>;
	/** Whether one may show words of the interface. */
	useWords: boolean;
	files: AssetFile[];
}

/**
 * Compiles the islands of a site. Each script exports its component by default and imports React from `life`, the output
 * path of the script that hydrates islands: so there is one React, and docsgen's own scripts do not change.
 */
export async function loadIslands(
	context: CompileContext,
	life: string,
	{ words, isShared }: { words: Words; isShared: boolean },
): Promise<Islands> {
	const names = islandNames(context);
	if (names.length === 0) return { byName: {}, useWords: false, files: [] };
	return compiled(context, `islands-${hashOfValue([names, life, words, isShared])}`, async (look) => {
		const result = await runEsbuild(context, look, PACKAGE_ROOT, {
			...FOR_BROWSERS,
			minify: false,
			entryPoints: Object.fromEntries(names.map((name) => [`island-${name}`, `docsgen:island/${name}`])),
			splitting: true,
			plugins: [entry, reactFrom(`./${basename(life)}`), wordsInIslands(words, isShared), overrides(context, look)],
		});
		const outputFiles = await Promise.all((result.outputFiles ?? []).map(minified));
		const { files, entries } = namedScript({ ...result, outputFiles });
		const filesOf = (name: string): IslandFiles => {
			const { out: script = '', sheet } = entries[`island-${name}`] ?? {};
			return { script, sheet };
		};
		const shown = Object.values(result.metafile?.outputs ?? {}).flatMap(({ inputs }) => Object.entries(inputs));
		const useWords = shown.some(([input, { bytesInOutput }]) => input.startsWith('words:') && bytesInOutput > 0);
		return { byName: Object.fromEntries(names.map((name) => [name, filesOf(name)])), useWords, files };
	});
}

/** Minifies each output separately: names in a script must not depend on the content of a style sheet. */
async function minified({ path, text }: OutputFile): Promise<{ path: string; text: string }> {
	if (path.endsWith('.css')) return { path, text: await smallCss('islands.css', text, { forgiving: true }) };
	const { transform } = await import('esbuild');
	const { minify, format, target, legalComments } = FOR_BROWSERS;
	return { path, text: (await transform(text, { minify, format, target, legalComments })).code };
}

const entry: Plugin = {
	name: 'islands',
	setup(build) {
		build.onResolve({ filter: /^docsgen:island\// }, ({ path }) => ({ path: basename(path), namespace: 'island' }));
		build.onLoad({ filter: /./, namespace: 'island' }, ({ path: name }) => ({
			contents: `import * as island from 'docsgen:templates/components/${name}${ISLAND_FILE}'; export default island.${name} ?? island.default;`,
		}));
	},
};

/** React's modules, and their names in `src/client/islands/life.tsx`. */
const REACT: Record<string, string> = { react: 'React', 'react-dom': 'ReactDOM', 'react/jsx-runtime': 'JSX' };

function reactFrom(life: string): Plugin {
	const load = createRequire(import.meta.url);
	return {
		name: 'one-react',
		setup(build) {
			// One module per importer: a shared module would change for all islands as soon as one of them needs more of it.
			build.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, ({ path, importer }) =>
				path in REACT ? { path, suffix: `?${importer}`, namespace: 'react' } : undefined,
			);
			build.onResolve({ filter: /./, namespace: 'react' }, ({ path }) => ({ path, external: true }));
			build.onLoad({ filter: /./, namespace: 'react' }, ({ path }) => {
				const names = Object.keys(load(path) as object).filter((name) => name !== 'default');
				// An island's script includes only the parts that it uses.
				const parts = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => all.${name})();`);
				return { contents: `import { ${REACT[path]} as all } from '${life}'; export default all; ${parts.join(' ')}` };
			});
		},
	};
}

/** Packaged components inside an island have the words of the site: in the browser, no renderer provides them. */
function wordsInIslands(words: Words, isShared: boolean): Plugin {
	return {
		name: 'words-in-islands',
		setup(build) {
			build.onResolve({ filter: /\/src\/content\/model\/words\.ts$/ }, () => ({
				path: moduleOf('content/model/words.ts'),
				namespace: 'words',
			}));
			build.onLoad({ filter: /./, namespace: 'words' }, ({ path }) => ({
				contents: `export * from ${JSON.stringify(path)}; export const ENGLISH_WORDS = ${wordsOfIslands(words, isShared)};`,
				resolveDir: dirname(path),
			}));
		},
	};
}

/** On the server, an import of an island returns the component inside its frame. */
export function framed(islands: Record<string, IslandFiles>): Plugin {
	return inPlaceOfIslands(
		(name, path) => `import * as island from ${JSON.stringify(path)};
import { frame } from 'docsgen:templates/island.tsx';
export const ${name} = frame('${name}', ${JSON.stringify(islands[name] ?? { script: '' })}, island.${name} ?? island.default);
export default ${name};`,
	);
}

/** Replaces islands by empty texts, to compile the site's code without them. */
export const withoutIslands: Plugin = inPlaceOfIslands((name) => `export const ${name} = ''; export default '';`);

function inPlaceOfIslands(codeOf: (name: string, path: string) => string): Plugin {
	return {
		name: 'in-place-of-islands',
		setup(build) {
			build.onResolve({ filter: /\.island(?:\.tsx)?$/ }, async ({ path, pluginData, namespace, ...more }) => {
				if (namespace === 'island') return { path };
				if (pluginData === UNFRAMED) return undefined;
				const found = await build.resolve(path, { ...more, namespace, pluginData: UNFRAMED });
				return found.errors.length > 0 ? found : { path: found.path, namespace: 'island' };
			});
			build.onLoad({ filter: /./, namespace: 'island' }, ({ path }) => {
				const name = /(\w+)\.island\.tsx$/.exec(path)?.[1] ?? '';
				return { contents: codeOf(name, path), resolveDir: dirname(path) };
			});
		},
	};
}

/** Marks imports to resolve without this plugin. */
const UNFRAMED = { bare: true };

/** Hooks and event handlers, which have no effect on the server. */
const INTERACTIVE =
	/\buse(?:State|Reducer|Effect|LayoutEffect|InsertionEffect|SyncExternalStore|Optimistic|ActionState)(?=\s*[<(])|\bon[A-Z]\w*(?==\{)/;

/** Warns about each file of the site that is interactive but not part of an island. */
export function staticHandlers({ inputs, templates }: CompileContext, metafile: Metafile | undefined): Diagnostic[] {
	const onServer = new Set<string>();
	const visit = (path: string): void => {
		if (onServer.has(path) || path.startsWith('island:')) return;
		onServer.add(path);
		for (const next of metafile?.inputs[path]?.imports ?? []) visit(next.path);
	};
	for (const { entryPoint } of Object.values(metafile?.outputs ?? {})) if (entryPoint) visit(entryPoint);
	const paths = new Set([...onServer].map((path) => resolve(PACKAGE_ROOT, path)));
	const own = inputs.list(templates).filter(({ path }) => paths.has(inputs.pathOf(path)));
	return own.flatMap(({ path }) => firstHandler(path, inputs.read(path)?.toString() ?? '', `${templates}/components/`));
}

function firstHandler(file: string, text: string, folder: string): Diagnostic[] {
	const found = INTERACTIVE.exec(text);
	if (!found) return [];
	const [what] = found;
	const name = file.startsWith(folder) ? /^(\w+)\.tsx$/.exec(file.slice(folder.length))?.[1] : undefined;
	return [
		{
			code: 'static-component',
			severity: 'warning',
			file,
			...placeAt(text, found.index),
			length: what.length,
			message: `${what} has no effect here: this file is rendered once, on the server.`,
			hint:
				name === undefined
					? `Move the interactive part to ${folder}Name.island.tsx.`
					: `Rename the file to ${name}${ISLAND_FILE} to make it interactive.`,
		},
	];
}

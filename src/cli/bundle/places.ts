/**
 * Modules of a site run as if Node ran each file in its own place, although they are bundled: `import.meta.url`, `dirname`,
 * `filename` and `resolve`, `__dirname`, `__filename`, and `require` of what is not bundled. Files that they read while
 * they are loaded are inputs. Positions of errors are those in the files of the site.
 */
import { SourceMap, type SourceMapPayload } from 'node:module';
import { extname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Loader, Plugin } from 'esbuild';
import type { Diagnostic } from '../../content/model/page.ts';
import { type CompileContext, defaultOf, type Look, runEsbuild, textOfModule } from './compile.ts';

/** A bundled module: valid for any folder of the site until `run` puts in the present one. */
export interface PlacedModule {
	code: string;
	/** Source map, as JSON. */
	map: string;
}

/** Stands for the absolute folder of the site. */
const ROOT = '__docsgen_root__';

const VALUES = ['url', 'dirname', 'filename', 'resolve'];
const NAMES: Record<string, string> = {
	...Object.fromEntries(VALUES.map((name) => [`import.meta.${name}`, `docsgen_${name}`])),
	__dirname: 'docsgen_dirname',
	__filename: 'docsgen_filename',
};
const USED = /\bimport\.meta\b|\b__(?:dir|file)name\b/;
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Bundles a module of the site, with its packages. */
export async function bundleModule(
	context: CompileContext,
	look: Look,
	{ plugins = [], ...options }: BuildOptions,
): Promise<PlacedModule> {
	const { root } = context.project;
	const result = await runEsbuild(context, look, root, {
		...options,
		platform: 'node',
		format: 'esm',
		define: { 'process.env.NODE_ENV': '"production"', ...NAMES },
		// esbuild asks `require` for what it does not bundle.
		banner: {
			js: `import { createRequire as docsgenRequire } from 'node:module'; const require = docsgenRequire('${ROOT}/site.config.ts');`,
		},
		sourcemap: 'external',
		sourcesContent: false,
		outfile: join(root, 'module.js'),
		plugins: [...plugins, places(context, look), READS],
	});
	return { code: textOfModule(result, '.js'), map: textOfModule(result, '.map') };
}

/** The code for the present folder of the site, which may have any character in its name: `O'Brien`. */
export function placedCode({ code }: PlacedModule, root: string): string {
	const inAnyQuotes = JSON.stringify(root)
		.slice(1, -1)
		.replace(/['`$]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`);
	return code.replaceAll(ROOT, () => inAnyQuotes);
}

/** The default export of a module. `name` is its name for authors; `told` gets the absolute paths that it reads meanwhile. */
export async function runModule(code: string, name: string, told?: (path: string) => void): Promise<unknown> {
	const all = globalThis as Record<symbol, unknown>;
	const before = all[HOOK];
	all[HOOK] = (path: unknown) => {
		const file = path instanceof URL ? fileURLToPath(path) : path;
		if (typeof file === 'string') told?.(resolve(file));
	};
	try {
		return await defaultOf(`${code}\n//# sourceURL=${SOURCE}`, name);
	} finally {
		all[HOOK] = before;
	}
}

const SOURCE = 'docsgen:module';

/** Where an error of a module was thrown in a file of the site, or where the site's file called a package that threw it. */
export function placeOfError(
	error: unknown,
	{ map }: PlacedModule,
	{ inputs, project }: CompileContext,
): Pick<Diagnostic, 'file' | 'line' | 'column'> | undefined {
	const stack = error instanceof Error ? (error.stack ?? '') : '';
	const sources = new SourceMap(JSON.parse(map) as SourceMapPayload);
	for (const [, line, column] of stack.matchAll(/\bdocsgen:module:(\d+):(\d+)/g)) {
		const entry = sources.findEntry(Number(line) - 1, Number(column) - 1);
		if (!('originalSource' in entry) || entry.originalSource.includes('docsgen:')) continue;
		const path = resolve(project.root, entry.originalSource);
		if (/[\\/]node_modules[\\/]/.test(path)) continue;
		return { file: inputs.nameOf(path), line: entry.originalLine + 1, column: entry.originalColumn + 1 };
	}
	return undefined;
}

/** Gives each file that asks for it the values of its own place. */
function places({ inputs }: CompileContext, look: Look): Plugin {
	return {
		name: 'places',
		setup(build) {
			build.onResolve({ filter: /^docsgen:place:/ }, ({ path }) => ({ path, namespace: 'place' }));
			build.onLoad({ filter: /./, namespace: 'place' }, ({ path }) => ({
				contents: placeOf(path.slice('docsgen:place:'.length)),
			}));
			build.onLoad({ filter: SCRIPT, namespace: 'file' }, ({ path }) => {
				if (!look(path)) return undefined;
				const text = inputs.read(inputs.nameOf(path))?.toString() ?? '';
				if (!USED.test(text)) return undefined;
				const from = JSON.stringify(`docsgen:place:${inputs.nameOf(path)}`);
				const values = VALUES.map((name) => `docsgen_${name}`).join(', ');
				// At the end, imports move no position.
				const isModule = /^\s*(?:import|export)\b/m.test(text);
				const contents = isModule
					? `${text}\nimport { ${values} } from ${from};`
					: `var { ${values} } = require(${from}); ${text}`;
				return { contents, loader: extname(path).replace(/^\.[cm]?/, '') as Loader };
			});
		},
	};
}

function placeOf(name: string): string {
	const path = isAbsolute(name) || name.startsWith('docsgen:') ? name : `${ROOT}/${name}`;
	return `import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
export const docsgen_filename = resolve(${JSON.stringify(path)});
export const docsgen_dirname = dirname(docsgen_filename);
export const docsgen_url = pathToFileURL(docsgen_filename).href;
export const docsgen_resolve = (name) => pathToFileURL(createRequire(docsgen_url).resolve(name)).href;`;
}

const HOOK = Symbol.for('docsgen.reads');

/** Node's functions that read a whole file, which say so. */
const READS: Plugin = {
	name: 'reads',
	setup(build) {
		build.onResolve({ filter: /^(?:node:)?fs(?:\/promises)?$/ }, ({ path, namespace, importer }) =>
			namespace === 'reads' || /[\\/]node_modules[\\/]/.test(importer)
				? { path, external: true }
				: { path: path.replace('node:', ''), namespace: 'reads' },
		);
		build.onLoad({ filter: /./, namespace: 'reads' }, ({ path }) => {
			const told = path === 'fs' ? ['readFileSync', 'readFile'] : ['readFile'];
			const functions = told.map(
				(name) => `export const ${name} = (path, ...more) => (told(path), real.${name}(path, ...more));`,
			);
			const promises =
				path === 'fs'
					? 'export const promises = { ...real.promises, readFile: (path, ...more) => (told(path), real.promises.readFile(path, ...more)) };'
					: '';
			return {
				contents: `import * as real from "node:${path}";
export * from "node:${path}";
const told = (path) => globalThis[Symbol.for("docsgen.reads")]?.(path);
${functions.join('\n')}
${promises}
export default { ...real.default, ${[...told, ...(promises && ['promises'])].join(', ')} };`,
			};
		});
	},
};

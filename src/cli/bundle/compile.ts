/**
 * Compiles TypeScript and CSS of the site and of docsgen with esbuild. Results are cached with the names and hashes of
 * all files that esbuild looked for, found or not; while those are the same, no compiler starts. docsgen's own files
 * are compiled at install. Compile errors become findings with a file, line and column.
 */
import { dirname, extname, isAbsolute, join, parse, resolve } from 'node:path';
import type { BuildOptions, BuildResult, Loader, Message, PartialMessage, Plugin } from 'esbuild';
import { isMarker, RESOLVE } from '../../content/model/conflicts.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { type Inputs, openInputs } from '../disk/inputs.ts';
import { docsgenVersion, isOfPackage, PACKAGE_ROOT } from '../disk/package.ts';
import { FILE_IMPORT, isIn } from '../disk/paths.ts';
import { diskProject, type Project } from '../disk/project.ts';
import { DiskStore, type Store } from '../disk/store.ts';
import { BundleError } from '../terminal/findings.ts';
import { checkDepth, cssModule, DATA_URL_LOADERS } from './css.ts';

/** Where compiling reads from, and where it stores results. */
export interface CompileContext {
	project: Project;
	inputs: Inputs;
	/** Folder of the site's own templates; `TEMPLATES` until the configuration is known. */
	templates: string;
	/** Whether to ignore cached results. */
	ignoreCache?: boolean;
}

/** Whether a file exists, by absolute path. Records the file as an input of the result. */
export type Look = (path: string) => boolean;

interface Compiled<T> {
	/** Version of the compiler. */
	by: string;
	/** The site's own files that had a say: a file of another folder replaces the same packaged one. */
	places: readonly string[];
	/** Hashes by name; null for files that were looked for and do not exist. */
	inputs: Record<string, string | null>;
	value: T;
}

/** Versions of docsgen and of the cached form; increase the number when the form changes. */
const COMPILER = `${docsgenVersion()} 10`;

/** Folder of the results compiled at install. */
const INSTALLED = join(PACKAGE_ROOT, 'dist/compiled');
const installed = new DiskStore(INSTALLED);
const KIND = 'compiled';

/**
 * The compiled result of this name; runs `make` if there is none, or if one of its inputs has changed. A result compiled
 * at install is valid for sites without their own files in `places`.
 */
export async function compiled<T>(
	{ project, inputs, templates, ignoreCache = false }: CompileContext,
	name: string,
	make: (look: Look) => Promise<T>,
	places: readonly string[] = [templates, THEME_FOLDER],
): Promise<T> {
	const isSame = ([input, hash]: [string, string | null]): boolean => (inputs.hash(input) ?? null) === hash;
	const isFresh = (known: Compiled<T>, same = isSame): boolean =>
		known.by === COMPILER && Object.entries(known.inputs).every(same);
	const cached = ignoreCache ? undefined : readCompiled<T>(project.store, name);
	if (cached && isFresh(cached) && cached.places.join() === places.join()) return cached.value;
	const bundled = ignoreCache || hasAny(inputs, places) ? undefined : readCompiled<T>(installed, name);
	// Packages may be installed elsewhere, or in a newer version: so their hashes do not matter for a bundled result.
	if (bundled && isFresh(bundled, (entry) => isOfPackage(entry[0]) || isSame(entry))) return bundled.value;
	const looked: Compiled<T>['inputs'] = {};
	const value = await make((path) => {
		const input = inputs.nameOf(path);
		looked[input] = inputs.hash(input) ?? null;
		return looked[input] !== null;
	});
	project.store.put(KIND, name, JSON.stringify({ by: COMPILER, places, inputs: looked, value } satisfies Compiled<T>));
	return value;
}

/** Names of the files that a cached result was made of. */
export function madeOf({ project }: CompileContext, name: string): string[] {
	return Object.keys(readCompiled(project.store, name)?.inputs ?? {});
}

/** Folder of a site's own templates, unless the configuration names another one. */
export const TEMPLATES = 'templates';

/** The author's style sheet, loaded after all others. */
export const THEME_FOLDER = 'content/theme.css';

function hasAny(inputs: Inputs, places: readonly string[]): boolean {
	return places.some((place) => inputs.has(place) || inputs.list(place).length > 0);
}

function readCompiled<T>(store: Store, name: string): Compiled<T> | undefined {
	const json = store.get(KIND, name);
	return json && (JSON.parse(json.toString()) as Compiled<T>);
}

/** A build context with docsgen's own templates only; results go into the installation, never from a cache. */
export function installation(): CompileContext {
	const disk = diskProject(PACKAGE_ROOT, '');
	const project = { ...disk, list: () => [], store: new DiskStore(INSTALLED) };
	return { project, inputs: openInputs(project), templates: TEMPLATES, ignoreCache: true };
}

/* ---------------------------------------------------------------- esbuild */

/** Extensions that an import may omit, in the order in which they are tried. */
const EXTENSIONS = ['', '.tsx', '.ts', '.jsx', '.js', '.mjs', '.css', '.json'];

/** An esbuild plugin that reads all files through `look` and `Inputs`. With `asIs`, packages are what they are. */
function readingFrom({ project, inputs }: CompileContext, look: Look, asIs: boolean): Plugin {
	return {
		name: 'inputs',
		setup(build) {
			build.onResolve({ filter: FILE_IMPORT }, ({ path, resolveDir, namespace }) => {
				if (asIs || !['file', '', SHEET].includes(namespace)) return undefined;
				const found = moduleFiles(resolve(resolveDir, path)).find(look);
				return found === undefined ? undefined : { path: found };
			});
			// A page has one React: templates of a site import docsgen's copy.
			build.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, async ({ path, kind, importer, pluginData }) => {
				if (asIs || pluginData === RESOLVED || isIn(importer, PACKAGE_ROOT)) return undefined;
				return build.resolve(path, { kind, resolveDir: PACKAGE_ROOT, pluginData: RESOLVED });
			});
			build.onResolve({ filter: /^docsgen:sheet$/ }, ({ importer, pluginData }) => ({
				path: importer,
				namespace: SHEET,
				pluginData,
			}));
			build.onLoad({ filter: /./, namespace: SHEET }, ({ path, pluginData }) => ({
				contents: String(pluginData),
				loader: 'css',
				resolveDir: dirname(path),
			}));
			build.onLoad({ filter: /./, namespace: 'file' }, async ({ path }) => {
				if (!look(path)) return undefined;
				const loader = LOADERS[extname(path)];
				const isModule = path.endsWith('.module.css');
				const isOurs = !/[\\/]node_modules[\\/]/.test(path) && isIn(path, project.root);
				if (!isModule && (!isOurs || !loader)) return undefined;
				const file = inputs.nameOf(path);
				const contents = inputs.read(file) ?? Buffer.alloc(0);
				try {
					if (loader === 'css') checkDepth(file, contents.toString());
					if (!isModule) return { contents, loader, resolveDir: dirname(path) };
					const { css, script } = await cssModule(file, contents.toString(), 'docsgen:sheet');
					return { contents: script, resolveDir: dirname(path), pluginData: css };
				} catch (error) {
					if (!(error instanceof BundleError)) throw error;
					return { errors: error.diagnostics.map((finding) => asMessage(finding, path)) };
				}
			});
		},
	};
}

/** Namespace of the style sheets of CSS modules, under the paths of the modules. */
const SHEET = 'sheet';

/** A finding as a message of esbuild. */
function asMessage({ message, line = 1, column = 1, excerpt = '' }: Diagnostic, file: string): PartialMessage {
	return { text: message, location: { file, line, column: column - 1, lineText: excerpt } };
}

/** Marks imports resolved from docsgen's own folder. */
export const RESOLVED = { docsgen: true };

const LOADERS: Partial<Record<string, Loader>> = {
	'.ts': 'ts',
	'.mts': 'ts',
	'.tsx': 'tsx',
	'.js': 'js',
	'.mjs': 'js',
	'.jsx': 'jsx',
	'.json': 'json',
	'.css': 'css',
	...DATA_URL_LOADERS,
};

/** Files that an import path may refer to, most likely first. */
export function moduleFiles(path: string): string[] {
	return [
		...EXTENSIONS.map((extension) => path + extension),
		...EXTENSIONS.slice(1).map((extension) => join(path, `index${extension}`)),
	];
}

/**
 * Runs esbuild in a folder, and records what it looks for. Throws its errors as findings, and its warnings about style
 * sheets of the site. `asIs` is for code that has its own React, and packages that have other files for browsers.
 */
export async function runEsbuild(
	context: CompileContext,
	look: Look,
	folder: string,
	options: BuildOptions,
	asIs = false,
): Promise<BuildResult> {
	const { project, inputs } = context;
	const { build } = await import('esbuild');
	const fail = (messages: Message[]): never => {
		throw new BundleError(messages.map((message) => finding(message, folder, inputs)));
	};
	const entries = namedEntries(options.entryPoints);
	let result: BuildResult;
	try {
		result = await build({
			absWorkingDir: folder,
			bundle: true,
			write: false,
			logLevel: 'silent',
			target: 'es2022',
			loader: DATA_URL_LOADERS,
			define: { 'process.env.NODE_ENV': '"production"' },
			// Ignore tsconfig.json: it is for editors, and not recorded as an input.
			tsconfigRaw: '{}',
			...options,
			...(options.entryPoints ? { entryPoints: entries.points } : {}),
			plugins: [filesByNumber(ENTRY, entries.files), ...(options.plugins ?? []), readingFrom(context, look, asIs)],
		});
	} catch (error) {
		const messages = (error as { errors?: Message[] }).errors;
		if (!messages) throw error;
		return fail(messages);
	}
	const isAboutSiteStyle = ({ location }: Message): boolean => {
		const path = location ? resolve(folder, location.file) : '';
		return path.endsWith('.css') && isIn(path, project.root);
	};
	const styleWarnings = result.warnings.filter(isAboutSiteStyle);
	return styleWarnings.length > 0 ? fail(styleWarnings) : result;
}

/** Names of entry points, in place of paths. */
const ENTRY = 'docsgen:entry/';

/** Entry points without paths: esbuild takes a star for a pattern, and gives no way to escape it. */
function namedEntries(entryPoints: BuildOptions['entryPoints'] = []): {
	points: { in: string; out: string }[];
	files: string[];
} {
	const given = Array.isArray(entryPoints)
		? entryPoints
		: Object.entries(entryPoints).map(([out, path]) => ({ in: path, out }));
	const all = given.map((entry) => (typeof entry === 'string' ? { in: entry, out: parse(entry).name } : entry));
	return {
		points: all.map((entry, index) => ({ ...entry, in: isAbsolute(entry.in) ? `${ENTRY}${index}` : entry.in })),
		files: all.map((entry) => entry.in),
	};
}

/** Resolves `<prefix>0` to the first of the files, by its absolute path: no path becomes a part of code or of a pattern. */
export function filesByNumber(prefix: string, files: readonly string[]): Plugin {
	return {
		name: 'files-by-number',
		setup(build) {
			build.onResolve({ filter: /^docsgen:/ }, ({ path }) => {
				const file = path.startsWith(prefix) ? files[Number(path.slice(prefix.length))] : undefined;
				return file === undefined ? undefined : { path: file };
			});
		},
	};
}

/** The text of the first output file with this ending. */
export function textOfModule({ outputFiles = [] }: BuildResult, ending = ''): string {
	return outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
}

/** Turns a message into a finding; a missing export is reported in the site's file that lacks it. */
function finding({ text, location, notes }: Message, folder: string, inputs: Inputs): Diagnostic {
	const nameOf = (file: string): string => inputs.nameOf(resolve(folder, file));
	const missing = /^No matching export in "(.+)" for import "(.+)"$/.exec(text);
	const file = missing?.[1] === undefined ? '' : nameOf(missing[1]);
	if (missing && location && !file.startsWith('docsgen:') && nameOf(location.file).startsWith('docsgen:')) {
		return {
			code: 'compile-error',
			severity: 'error',
			file,
			line: 1,
			column: 1,
			message: `${file} has no export "${missing[2]}", which the packaged templates import.`,
			hint: `Write "export function ${missing[2]}(…)".`,
		};
	}
	const isConflict = location !== null && isMarker(location.lineText);
	return {
		code: isConflict ? 'merge-conflict' : 'compile-error',
		severity: 'error',
		message: isConflict ? 'Git could not merge this part, and the conflict is not resolved.' : text,
		...(isConflict ? { hint: RESOLVE } : {}),
		file: location ? nameOf(location.file) : undefined,
		line: location?.line,
		column: location ? location.column + 1 : undefined,
		length: location?.length,
		excerpt: location?.lineText,
		notes: notes.map(({ text: note, location: at }) =>
			at ? `${note.replace(/:$/, '')}: ${nameOf(at.file)}:${at.line}:${at.column + 1}` : note,
		),
	};
}

/**
 * Runs a compiled module; returns its default export, or undefined. `name` is the module's name for authors, reported if
 * the process ends while the module runs: because it calls exit, or because nothing pending can finish it.
 */
export async function defaultOf(code: string, name: string): Promise<unknown> {
	const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
	const report = (): void => {
		process.exitCode ||= 1;
		process.stderr.write(
			`docsgen stopped while it ran ${name}: the module does not finish, or calls process.exit().\n`,
		);
	};
	process.once('exit', report);
	try {
		return ((await import(url)) as { default?: unknown }).default;
	} finally {
		process.off('exit', report);
	}
}

/**
 * TypeScript and CSS of a site and of docsgen, compiled by esbuild and remembered together with the names and hashes
 * of all files that were looked at for it, found or not: as long as those are the same, no compiler starts. What
 * docsgen brings itself is compiled when it is installed. Mistakes become findings with places.
 */
import { dirname, extname, join, resolve } from 'node:path';
import type { BuildOptions, BuildResult, Loader, Message, PartialMessage, Plugin } from 'esbuild';
import type { Diagnostic } from '../../content/model/page.ts';
import { cssModule, TAKEN_IN } from './css.ts';
import { BundleError } from './findings.ts';
import { type Inputs, openInputs } from './inputs.ts';
import { docsgenVersion, isOfPackage, PACKAGE_ROOT } from './package.ts';
import { FILE_IMPORT, isIn } from './paths.ts';
import { diskProject, type Project } from './project.ts';
import { DiskStore, type Store } from './store.ts';

/** Where compiling reads from, and keeps what it has made. */
export interface Workbench {
	project: Project;
	inputs: Inputs;
	/** Folder of the site's own templates; `TEMPLATES` until the configuration is known. */
	templates: string;
	/** What has been compiled before counts for nothing. */
	anew?: boolean;
}

/** Looks at a file by its absolute path: whether it is there. What is made depends on the answer. */
export type Look = (path: string) => boolean;

interface Compiled<T> {
	/** Names the way of compiling. */
	by: string;
	/** Hashes by name; null for files that were looked for and not there. */
	inputs: Record<string, string | null>;
	value: T;
}

/** The version of docsgen, and that of what is remembered: to be raised with its form. */
const COMPILER = `${docsgenVersion()} 5`;

/** What is compiled at install. */
const INSTALLED = join(PACKAGE_ROOT, 'dist/compiled');
const installed = new DiskStore(INSTALLED);
const KIND = 'compiled';

/**
 * A compiled result of this name; `make` runs where it, or anything that was looked at for it, is new. What docsgen
 * brings compiled is good for a site that has nothing of its own in these places.
 */
export async function compiled<T>(
	{ project, inputs, templates, anew = false }: Workbench,
	name: string,
	make: (look: Look) => Promise<T>,
	places: readonly string[] = [templates, THEME],
): Promise<T> {
	const isSame = ([input, hash]: [string, string | null]): boolean => (inputs.hash(input) ?? null) === hash;
	const isFresh = (known: Compiled<T>, same = isSame): boolean =>
		known.by === COMPILER && Object.entries(known.inputs).every(same);
	const own = anew ? undefined : readCompiled<T>(project.store, name);
	if (own && isFresh(own)) return own.value;
	const brought = anew || hasAny(inputs, places) ? undefined : readCompiled<T>(installed, name);
	// The packages it was made from may lie elsewhere here, and be newer: what docsgen brings is made already.
	if (brought && isFresh(brought, (entry) => isOfPackage(entry[0]) || isSame(entry))) return brought.value;
	const looked: Compiled<T>['inputs'] = {};
	const value = await make((path) => {
		const input = inputs.nameOf(path);
		looked[input] = inputs.hash(input) ?? null;
		return looked[input] !== null;
	});
	project.store.put(KIND, name, JSON.stringify({ by: COMPILER, inputs: looked, value } satisfies Compiled<T>));
	return value;
}

/** Where a site's own templates are, unless its configuration names another folder. */
export const TEMPLATES = 'templates';

/** A style sheet of the site's author, after all others. */
export const THEME = 'content/theme.css';

function hasAny(inputs: Inputs, places: readonly string[]): boolean {
	return places.some((place) => inputs.has(place) || inputs.list(place).length > 0);
}

function readCompiled<T>(store: Store, name: string): Compiled<T> | undefined {
	const json = store.get(KIND, name);
	return json && (JSON.parse(json.toString()) as Compiled<T>);
}

/** A site of nothing but docsgen's own templates; what is compiled for it, always anew, goes into the installation. */
export function installation(): Workbench {
	const disk = diskProject(PACKAGE_ROOT, '');
	const project = { ...disk, list: () => [], store: new DiskStore(INSTALLED) };
	return { project, inputs: openInputs(project), templates: TEMPLATES, anew: true };
}

/* ---------------------------------------------------------------- esbuild */

/** Extensions that an import may leave out, in the order in which they are tried. */
const EXTENSIONS = ['', '.tsx', '.ts', '.jsx', '.js', '.mjs', '.css', '.json'];

/** Everything esbuild would read, by `look` and `Inputs`. */
export function readingFrom({ project, inputs }: Workbench, look: Look): Plugin {
	return {
		name: 'inputs',
		setup(build) {
			build.onResolve({ filter: FILE_IMPORT }, ({ path, resolveDir, namespace }) => {
				if (!['file', '', SHEET].includes(namespace)) return undefined;
				const found = candidates(resolve(resolveDir, path)).find(look);
				return found === undefined ? undefined : { path: found };
			});
			// There is one React: what a site's own templates import is the one that docsgen brings.
			build.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, async ({ path, kind, importer, pluginData }) => {
				if (pluginData === RESOLVED || isIn(importer, PACKAGE_ROOT)) return undefined;
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
			build.onLoad({ filter: /\.module\.css$/, namespace: 'file' }, async ({ path }) => {
				if (!look(path)) return undefined;
				const file = inputs.nameOf(path);
				const source = inputs.read(file)?.toString() ?? '';
				try {
					const { css, script } = await cssModule(file, source, 'docsgen:sheet');
					return { contents: script, resolveDir: dirname(path), pluginData: css };
				} catch (error) {
					if (!(error instanceof BundleError)) throw error;
					return { errors: error.diagnostics.map((finding) => asMessage(finding, path)) };
				}
			});
			build.onLoad({ filter: /./, namespace: 'file' }, ({ path }) => {
				if (!look(path)) return undefined;
				const loader = LOADERS[extname(path)];
				const isOurs = !/[\\/]node_modules[\\/]/.test(path) && isIn(path, project.root);
				if (!isOurs || !loader) return undefined;
				return { contents: inputs.read(inputs.nameOf(path)) ?? '', loader, resolveDir: dirname(path) };
			});
		},
	};
}

/** Where the style sheets of modules of styles are, under the paths of those. */
const SHEET = 'sheet';

/** A finding in a file as the compiler says it. */
function asMessage({ message, line = 1, column = 1, excerpt = '' }: Diagnostic, file: string): PartialMessage {
	return { text: message, location: { file, line, column: column - 1, lineText: excerpt } };
}

/** Marks what has been resolved from docsgen's own folder. */
const RESOLVED = { docsgen: true };

const LOADERS: Partial<Record<string, Loader>> = {
	'.ts': 'ts',
	'.mts': 'ts',
	'.tsx': 'tsx',
	'.js': 'js',
	'.mjs': 'js',
	'.jsx': 'jsx',
	'.json': 'json',
	'.css': 'css',
	...TAKEN_IN,
};

/** Files that a path in an import may mean, the likeliest first. */
export function candidates(path: string): string[] {
	return [
		...EXTENSIONS.map((extension) => path + extension),
		...EXTENSIONS.slice(1).map((extension) => join(path, `index${extension}`)),
	];
}

/** Runs esbuild in a folder. Its errors are findings, and so are warnings about files of the site. */
export async function runEsbuild(
	{ project, inputs }: Workbench,
	folder: string,
	options: BuildOptions,
): Promise<BuildResult> {
	const { build } = await import('esbuild');
	const fail = (messages: Message[]): never => {
		throw new BundleError(messages.map((message) => finding(message, folder, inputs)));
	};
	let result: BuildResult;
	try {
		result = await build({
			absWorkingDir: folder,
			bundle: true,
			write: false,
			logLevel: 'silent',
			target: 'es2022',
			loader: TAKEN_IN,
			define: { 'process.env.NODE_ENV': '"production"' },
			// A tsconfig.json is for editors: nobody would notice that it has changed.
			tsconfigRaw: '{}',
			...options,
		});
	} catch (error) {
		const messages = (error as { errors?: Message[] }).errors;
		if (!messages) throw error;
		return fail(messages);
	}
	const isAboutStyle = ({ location }: Message): boolean => {
		const path = location ? resolve(folder, location.file) : '';
		return path.endsWith('.css') && isIn(path, project.root);
	};
	const wrong = result.warnings.filter(isAboutStyle);
	return wrong.length > 0 ? fail(wrong) : result;
}

/** A message at its place: in a file of the site wherever it is about one. */
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
	return {
		code: 'compile-error',
		severity: 'error',
		message: text,
		file: location ? nameOf(location.file) : undefined,
		line: location?.line,
		column: location ? location.column + 1 : undefined,
		length: location?.length,
		excerpt: location?.lineText,
		notes: notes.map((note) => note.text),
	};
}

/**
 * Runs a compiled module; returns its default export, undefined where it has none. `name` is what an author calls it,
 * for a module during which the process ends: by itself, or because nothing is left that could finish it.
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

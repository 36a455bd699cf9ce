/**
 * Scripts of live samples: the editor, the compiler and the sandbox, which all sites share, and the packages that the
 * programs of a docs version import.
 */
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import {
	type CompileContext,
	compiled,
	type Look,
	RESOLVED,
	runEsbuild,
	textOfModule,
} from '../../../cli/bundle/compile.ts';
import { withWords } from '../../../cli/bundle/messages.ts';
import {
	type AssetFile,
	FOR_BROWSERS,
	namedScript,
	stylesAsText,
	wordsInScripts,
} from '../../../cli/bundle/scripts.ts';
import { attempt } from '../../../cli/disk/disk.ts';
import { DOCSGEN_HASH, MODULES, PACKAGE_ROOT } from '../../../cli/disk/package.ts';
import { hashOf, hashOfValue } from '../../../content/model/hash.ts';
import { ENGLISH, type Words } from '../../../content/model/words.ts';
import { LIVE_WORDS } from '../client/words.ts';

/** Folder of the extension's scripts. */
const SCRIPTS = join(MODULES, 'extensions/typescript/client');

/** Folder of their files in the output. */
export const LIVE_FOLDER = 'assets/live/';

/** Packages that a site with live samples installs, besides TypeScript. */
export const LIVE_PEERS = ['codemirror', '@codemirror/lang-javascript', '@typescript/vfs'];

/** Names of those that the site in `root`, an absolute folder, lacks. */
export function missingPeers(root: string): string[] {
	const { resolve } = createRequire(join(root, 'package.json'));
	return LIVE_PEERS.filter((name) => attempt(() => resolve(name)) === undefined);
}

/** Output paths, and the files. */
export interface LiveScripts {
	editor: string;
	compiler: string;
	sandbox: string;
	files: AssetFile[];
}

/**
 * Compiles the scripts of live samples. `typescript` is the absolute path of the compiler; the other packages are those
 * of the site.
 */
export async function loadLiveScripts(
	context: CompileContext,
	{ words, isShared, typescript }: { words: Words; isShared: boolean; typescript: string },
): Promise<LiveScripts> {
	const sandbox = await compiled(context, `live-sandbox-${DOCSGEN_HASH}`, (look) => sandboxOf(context, look), []);
	const name = `live-${hashOfValue([DOCSGEN_HASH, words, isShared, context.inputs.nameOf(typescript)])}`;
	const own = await compiled(context, name, (look) => editorOf(context, look, words, isShared, typescript));
	return { ...own, sandbox: sandbox.out, files: [...own.files, ...sandbox.files] };
}

async function editorOf(
	context: CompileContext,
	look: Look,
	words: Words,
	isShared: boolean,
	typescript: string,
): Promise<Omit<LiveScripts, 'sandbox'>> {
	const speech = { words, english: { ...ENGLISH, ...LIVE_WORDS } };
	const make = async (name: string, file: string): Promise<{ out: string; files: AssetFile[] }> => {
		const { files, entries } = namedScript(
			await runEsbuild(context, look, PACKAGE_ROOT, {
				...FOR_BROWSERS,
				entryPoints: { [name]: join(SCRIPTS, file) },
				// Only functions of the compiler and of `@typescript/vfs` that the editor never calls import them.
				external: ['fs', 'path', 'module'],
				// Yarn gives its compiler code for Plug'n'Play, which asks for the process of Node.
				define: { 'process.env.NODE_ENV': '"production"', 'process.versions.pnp': 'undefined' },
				plugins: [
					peersOf(context.project.root, typescript),
					stylesAsText(context, look),
					wordsInScripts(look, (source) => withWords(source, speech, isShared)),
				],
			}),
		);
		return {
			out: inFolder(entries[name]?.out ?? ''),
			files: files.map((file) => ({ ...file, out: inFolder(file.out) })),
		};
	};
	const [editor, compiler] = await Promise.all([make('editor', 'editor.js'), make('compiler', 'compiler-worker.js')]);
	return { editor: editor.out, compiler: compiler.out, files: [...editor.files, ...compiler.files] };
}

function inFolder(out: string): string {
	return LIVE_FOLDER + basename(out);
}

/** Packages of the site for docsgen's scripts. Those that CodeMirror is made of may be installed below it. */
function peersOf(root: string, typescript: string): Plugin {
	const { resolve } = createRequire(join(root, 'package.json'));
	const below = LIVE_PEERS.flatMap((name) => attempt(() => dirname(resolve(name))) ?? []);
	return {
		name: 'peers',
		setup(build) {
			build.onResolve({ filter: /^[@a-z]/ }, async ({ path, kind, importer, pluginData }) => {
				if (pluginData === RESOLVED || !importer.startsWith(MODULES) || path.startsWith('docsgen:')) return undefined;
				if (path === 'typescript') return { path: typescript };
				for (const resolveDir of [root, ...below]) {
					const found = await build.resolve(path, { kind, resolveDir, pluginData: RESOLVED });
					if (found.errors.length === 0) return found;
				}
				return undefined;
			});
		},
	};
}

/**
 * The document of the sandbox, which loads its script and then forbids everything except workers from blobs: programs
 * run in one, which inherits that.
 */
export async function sandboxOf(context: CompileContext, look: Look): Promise<{ out: string; files: AssetFile[] }> {
	const run = async (name: string, more: BuildOptions): Promise<string> => {
		const entryPoints = [join(SCRIPTS, 'sandbox', name)];
		return textOfModule(
			await runEsbuild(context, look, PACKAGE_ROOT, { ...FOR_BROWSERS, format: 'iife', entryPoints, ...more }),
		);
	};
	const runtime = await run('worker.js', { globalName: 'start' });
	const frame = await run('frame.js', { plugins: [textModule('docsgen:worker', runtime)] });
	// In the document itself: without an origin, it's a stranger to the server, which may refuse to give it a file.
	const script = frame.trim().replaceAll('</script', '<\\/script');
	const policy = "default-src 'none'; worker-src blob:";
	const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandbox</title><script>${script}</script><meta http-equiv="Content-Security-Policy" content="${policy}"></head></html>\n`;
	const document = named('sandbox', 'html', html);
	return { out: document.out, files: [document] };
}

/** A module with a text as its default export. */
function textModule(name: string, text: string): Plugin {
	return {
		name: 'text-module',
		setup(build) {
			build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: 'text-module' }));
			build.onLoad({ filter: /./, namespace: 'text-module' }, () => ({ contents: text, loader: 'text' }));
		},
	};
}

/** A file of live samples, named by its content. */
export function named(name: string, extension: string, text: string): AssetFile {
	const hash = hashOf(text);
	return { out: `${LIVE_FOLDER}${name}-${hash.slice(0, 8)}.${extension}`, hash, text };
}

/* ---------------------------------------------------------------- packages of programs */

/** Modules of Node that programs can import, and the files with what the sandbox has of them. */
const OF_NODE: Record<string, string> = {
	'node:assert': 'assert.js',
	'node:assert/strict': 'assert-strict.js',
	'node:crypto': 'crypto.js',
	'node:test': 'test.js',
};

/** The scripts with the packages of programs. */
export interface LiveLoads {
	/** Output path of the script with the packages. */
	packages: string;
	/** A longer one with modules of Node, and the specifiers that are in it alone. */
	withNode: { packages: string; specifiers: string[] };
	/** Specifier → why a browser cannot load it. */
	refused: Record<string, string>;
}

export interface LivePackages {
	loads: LiveLoads;
	files: AssetFile[];
	/** Of the modules with a file in their place, those that nothing imports. */
	unused: string[];
}

export interface PackagesRequest {
	/** Absolute folder from which they are resolved. */
	folder: string;
	/** The imports of programs. */
	specifiers: string[];
	/** Module → absolute path of the file that is loaded in its place; false: it is refused. */
	modules: Record<string, string | false>;
	/** Changes with the versions of packages. */
	salt: string;
}

/**
 * Bundles packages for the sandbox, as a function from the sandbox's interface to modules: `{ zod: () => Promise }`. A
 * specifier that needs a module of Node is refused, and left out; the sandbox has some for programs, but not for packages.
 */
export function loadLivePackages(context: CompileContext, request: PackagesRequest): Promise<LivePackages> {
	const { folder, specifiers, modules, salt } = request;
	const { nameOf } = context.inputs;
	const files = Object.entries(modules).map(([name, path]) => [name, path && nameOf(path)]);
	const key = hashOfValue([DOCSGEN_HASH, nameOf(folder), specifiers, files, salt]);
	return compiled(context, `live-packages-${key}`, (look) => packagesOf(context, look, request), []);
}

async function packagesOf(
	context: CompileContext,
	look: Look,
	{ folder, specifiers, modules }: PackagesRequest,
): Promise<LivePackages> {
	const used = new Set<string>();
	const ownFile = (name: string): string | undefined => {
		const file = OF_NODE[isBuiltin(name) ? name.replace(/^(?:node:)?/, 'node:') : ''];
		return file !== undefined && nameIn(modules, name) === undefined ? join(SCRIPTS, 'node', file) : undefined;
	};
	const loadOf = (name: string): string => {
		const file = ownFile(name);
		// A module has to be a proxy to name what it lacks, and only its default export can be one.
		return `import(${JSON.stringify(file ?? name)})${file === undefined ? '' : '.then((own) => own.default)'}`;
	};
	const run = (names: string[]) => {
		const list = names.map((name) => `${JSON.stringify(name)}: () => ${loadOf(name)}`);
		const options: BuildOptions = {
			...FOR_BROWSERS,
			format: 'iife',
			globalName: 'packages',
			// Node prints the names of classes.
			keepNames: true,
			define: {},
			banner: { js: '((live) => {' },
			footer: { js: 'return packages.default; })' },
			// Like a module of Node: the default export of CommonJS is `module.exports`.
			stdin: { contents: `export default { ${list.join(', ')} };`, resolveDir: folder, sourcefile: 'packages.mjs' },
			plugins: [replaced(modules, used)],
		};
		return runEsbuild(context, look, folder, options, true);
	};
	const tried = await run(specifiers);
	const refused = Object.fromEntries(
		specifiers.flatMap((name) => {
			const why = whyRefused(tried.metafile, name);
			return why === undefined ? [] : [[name, why]];
		}),
	);
	const loaded = specifiers.filter((name) => !Object.hasOwn(refused, name));
	const specifiersOfNode = loaded.filter(ownFile);
	const plain = loaded.filter((name) => !specifiersOfNode.includes(name));
	const files = [named('packages', 'js', textOfModule(await run(plain)))];
	if (specifiersOfNode.length > 0) files.push(named('packages', 'js', textOfModule(await run(loaded))));
	const [packages = '', withNode = packages] = files.map(({ out }) => out);
	return {
		loads: { packages, withNode: { packages: withNode, specifiers: specifiersOfNode }, refused },
		files,
		unused: Object.keys(modules).filter((name) => !used.has(name)),
	};
}

/** The name by which `modules` has a module, with or without `node:`. */
function nameIn(modules: PackagesRequest['modules'], path: string): string | undefined {
	return [path, path.replace(/^node:/, ''), `node:${path}`].find((one) => Object.hasOwn(modules, one));
}

/** Resolves as in a browser; what it lacks stays an import, which `whyRefused` finds. */
function replaced(modules: PackagesRequest['modules'], used: Set<string>): Plugin {
	return {
		name: 'packages',
		setup(build) {
			build.onResolve({ filter: /./ }, async ({ path, pluginData, ...from }) => {
				if (pluginData === RESOLVED) return undefined;
				// The sandbox has these itself; the library for printing asks for `eval`, which is gone by then.
				if (
					path === 'docsgen/live' ||
					(from.importer.startsWith(SCRIPTS) && path.endsWith('node-inspect-extracted.js'))
				)
					return { path: 'docsgen/live', namespace: 'live' };
				const name = nameIn(modules, path);
				const file = name === undefined ? undefined : modules[name];
				if (name !== undefined && file !== undefined && from.importer !== file) {
					used.add(name);
					return file === false ? { path, external: true } : { path: file };
				}
				const found = await build.resolve(path, { ...from, pluginData: RESOLVED });
				return found.errors.length > 0 || isBuiltin(found.path) ? { path, external: true } : undefined;
			});
			build.onLoad({ filter: /./, namespace: 'live' }, () => ({
				contents: 'export const { inspect, listen } = live;',
			}));
		},
	};
}

/** The module that a specifier needs, directly or not, and a browser lacks. */
function whyRefused(metafile: Metafile | undefined, specifier: string): string | undefined {
	const inputs = metafile?.inputs ?? {};
	const [entry] = Object.keys(inputs).filter((path) => path.endsWith('packages.mjs'));
	const own = inputs[entry ?? '']?.imports.filter(({ original, path }) => (original ?? path) === specifier) ?? [];
	const reached = new Set<string>();
	const queue = [...own];
	for (const { path, external } of queue) {
		if (path === '<runtime>') continue;
		if (external) return path;
		if (reached.has(path)) continue;
		reached.add(path);
		queue.push(...(inputs[path]?.imports ?? []));
	}
	return undefined;
}

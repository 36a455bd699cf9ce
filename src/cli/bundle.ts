/**
 * TypeScript and CSS of a site and of docsgen, compiled for use: configuration and sidebars to values, templates to
 * functions, styles and client scripts to files with hashed names. Every result is cached with the hashes of the
 * files it was made from, so a second build starts no compiler.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { hashOf, hashOfValue } from '../content/hash.ts';
import type { Diagnostic } from '../content/types.ts';
import type { Templates } from '../render/view.ts';
import { type Compiled, cached, hashFile, PACKAGE_ROOT } from './compiled.ts';
import type { Project } from './project.ts';

export class BundleError extends Error {
	constructor(readonly diagnostics: Diagnostic[]) {
		super(diagnostics.map((finding) => finding.message).join('\n'));
	}
}

/** Every file a site's styles, templates and scripts are made from: what `docsgen dev` watches besides content. */
export function bundleFolders(project: Project): string[] {
	return [join(project.root, 'templates'), join(PACKAGE_ROOT, 'templates'), join(PACKAGE_ROOT, 'src/client')];
}

/* ---------------------------------------------------------------- configuration */

/** The default export of a TypeScript module of the site; undefined where there is no such file. */
export async function loadModule(project: Project, path: string): Promise<unknown> {
	const source = project.read(path)?.toString();
	if (source === undefined) return undefined;
	const code = await cached(project, `module-${hashOf(path)}`, async () => {
		const entry = join(project.root, path);
		return bundleText(
			project,
			{ stdin: { contents: source, sourcefile: entry, resolveDir: dirname(entry), loader: 'ts' } },
			entry,
			project.root,
		);
	});
	try {
		const exported = await defaultOf(code);
		if (exported === undefined) {
			throw new BundleError([
				{
					code: 'invalid-module',
					severity: 'error',
					file: path,
					message: `${path} has no default export.`,
					hint: 'Write "export default …".',
				},
			]);
		}
		// Data it must be: circles, and properties that throw when they are read, show here.
		JSON.stringify(exported);
		return exported;
	} catch (error) {
		if (error instanceof BundleError) throw error;
		throw new BundleError([
			{
				code: 'invalid-module',
				severity: 'error',
				file: path,
				message: `${path} could not be run: ${(error as Error).message}`,
			},
		]);
	}
}

/** What `import … from 'docsgen'` means in a configuration file: the types, and functions that return their argument. */
const SELF: Plugin = {
	name: 'docsgen',
	setup(build) {
		build.onResolve({ filter: /^docsgen$/ }, () => ({ path: 'docsgen', namespace: 'docsgen' }));
		build.onLoad({ filter: /.*/, namespace: 'docsgen' }, () => ({
			contents: 'export const defineConfig = (config) => config; export const defineSidebars = (sidebars) => sidebars;',
		}));
	},
};

async function bundleText(
	project: Project,
	options: import('esbuild').BuildOptions,
	entry: string,
	root: string,
): Promise<Compiled<string>> {
	const result = await run(
		{
			platform: 'node',
			...options,
			write: false,
			metafile: true,
			format: 'esm',
			plugins: [SELF, ...(options.plugins ?? [])],
		},
		root,
	);
	const [file] = result.outputFiles ?? [];
	const inputs = { ...inputsOf(project, result.metafile, root), [entry]: hashFile(project, entry) };
	return { inputs, value: file?.text ?? '' };
}

function inputsOf(
	project: Project,
	metafile: import('esbuild').Metafile | undefined,
	root: string,
): Record<string, string> {
	const paths = Object.keys(metafile?.inputs ?? {}).filter((path) => !path.includes(':') && !path.startsWith('<'));
	return Object.fromEntries(
		paths
			.map((path) => resolve(root, path))
			.filter((path) => !path.includes('/node_modules/'))
			.map((path) => [path, hashFile(project, path)]),
	);
}

/** Runs esbuild; its messages become findings with places. */
async function run(options: import('esbuild').BuildOptions, root: string): Promise<import('esbuild').BuildResult> {
	const { build } = await import('esbuild');
	try {
		return await build({
			absWorkingDir: root,
			bundle: true,
			logLevel: 'silent',
			target: 'es2022',
			define: { 'process.env.NODE_ENV': '"production"' },
			...options,
		});
	} catch (error) {
		const messages = (error as { errors?: import('esbuild').Message[] }).errors;
		if (!messages) throw error;
		throw new BundleError(
			messages.map(
				(message): Diagnostic => ({
					code: 'compile-error',
					severity: 'error',
					message: message.text,
					file: message.location ? relativeTo(root, message.location.file) : undefined,
					line: message.location?.line,
					column: message.location === null ? undefined : message.location.column + 1,
					length: message.location?.length,
					excerpt: message.location?.lineText,
					notes: message.notes.map((note) => note.text),
				}),
			),
		);
	}
}

function relativeTo(root: string, file: string): string {
	const path = isAbsolute(file) ? relative(root, file) : file;
	return path.split('\\').join('/');
}

/* ---------------------------------------------------------------- templates and styles */

/** Resolves files of the templates folder: the site's own file wins over the packaged one, file by file. */
function overrides(project: Project, looked: Record<string, string>): Plugin {
	const own = join(project.root, 'templates');
	const packaged = join(PACKAGE_ROOT, 'templates');
	return {
		name: 'templates',
		setup(build) {
			build.onResolve({ filter: /^(?:\.|docsgen:templates\/)/ }, ({ path, importer, resolveDir }) => {
				const base = path.startsWith('docsgen:')
					? packaged
					: [own, packaged].find((folder) => importer.startsWith(`${folder}/`));
				if (base === undefined) return undefined;
				const target = path.startsWith('docsgen:')
					? path.slice('docsgen:templates/'.length)
					: relative(base, resolve(resolveDir, path));
				if (target.startsWith('..')) return undefined;
				const mine = join(own, target);
				if (own !== packaged) looked[mine] = hashFile(project, mine);
				return { path: existsSync(mine) ? mine : join(packaged, target) };
			});
		},
	};
}

/** A site's own components join the registry: every `templates/components/Name.tsx` that the package has not. */
function ownComponents(project: Project): string[] {
	if (join(project.root, 'templates') === join(PACKAGE_ROOT, 'templates')) return [];
	return project
		.list('templates/components')
		.flatMap(({ path }) => /^templates\/components\/([A-Z]\w*)\.tsx$/.exec(path)?.[1] ?? [])
		.filter((name) => !existsSync(join(PACKAGE_ROOT, 'templates/components', `${name}.tsx`)));
}

export interface LoadedTemplates {
	templates: Templates;
	hash: string;
	/** The module they come from: another thread loads them from it. */
	code: string;
}

/** Compiles and loads the templates. React comes with them, in production mode. */
export async function loadTemplates(project: Project): Promise<LoadedTemplates> {
	const own = ownComponents(project);
	const code = await cached(project, `templates-${hashOfValue(own)}`, async () => {
		const looked: Record<string, string> = {};
		const contents = `import { createTemplates } from 'docsgen:templates/index.tsx';
import { layers, registry } from 'docsgen:templates/components/index.ts';
${own.map((name) => `import * as ${name} from 'docsgen:templates/components/${name}.tsx';`).join('\n')}
const own = { ${own.map((name) => `${name}: ${name}.${name} ?? ${name}.default`).join(', ')} };
export default createTemplates({ ...registry, ...own }, layers);`;
		const compiled = await bundleText(
			project,
			{
				stdin: { contents, resolveDir: PACKAGE_ROOT, sourcefile: 'templates-entry.js', loader: 'js' },
				jsx: 'automatic',
				plugins: [overrides(project, looked), reactServer],
				minifySyntax: true,
				minifyWhitespace: true,
				legalComments: 'none',
				banner: {
					js: "import { createRequire } from 'node:module'; const require = createRequire('file:///docsgen/');",
				},
				nodePaths: [join(PACKAGE_ROOT, 'node_modules')],
			},
			join(PACKAGE_ROOT, 'templates/index.tsx'),
			PACKAGE_ROOT,
		);
		return { inputs: { ...compiled.inputs, ...looked }, value: compiled.value };
	});
	return { templates: await templatesOf(code), hash: hashOf(code), code };
}

/** Runs the module of compiled templates. */
export async function templatesOf(code: string): Promise<Templates> {
	return (await defaultOf(code)) as Templates;
}

/** Runs a compiled module; returns its default export, undefined where it has none. */
async function defaultOf(code: string): Promise<unknown> {
	const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
	return ((await import(url)) as { default?: unknown }).default;
}

/** Only the renderer to static markup is needed of `react-dom/server`: the streaming one doubles the start-up. */
const reactServer: Plugin = {
	name: 'react-server',
	setup(build) {
		build.onResolve({ filter: /^react-dom\/server$/ }, async () => {
			const server = await build.resolve('react-dom/package.json', { kind: 'require-call', resolveDir: PACKAGE_ROOT });
			return { path: join(dirname(server.path), 'cjs/react-dom-server-legacy.node.production.js') };
		});
	},
};

export interface ClientAssets {
	/** Output paths of style sheets and of scripts every page loads, in order. */
	styles: string[];
	scripts: string[];
	startScript: string;
	files: { out: string; hash: string; text: string }[];
}

/** Compiles styles and client scripts. `extraCss` is appended to the style sheet. */
export async function loadAssets(project: Project, extraCss: string): Promise<ClientAssets> {
	const { css, scripts } = await cached(project, 'assets', async () => {
		const looked: Record<string, string> = {};
		const css = await styles(project, looked);
		const scripts = await clientScripts(project, looked);
		return {
			inputs: { ...css.inputs, ...scripts.inputs, ...looked },
			value: { css: css.value, scripts: scripts.value },
		};
	});
	const more =
		extraCss === ''
			? ''
			: await cached(project, `css-${hashOf(extraCss)}`, async () => ({
					inputs: {},
					value: await smallCss('site.css', extraCss, true),
				}));
	const text = css + more;
	const hash = hashOf(text);
	const sheet = { out: `assets/site-${hash.slice(0, 8)}.css`, hash, text };
	return {
		styles: [sheet.out],
		scripts: scripts.entries,
		startScript: scripts.startScript,
		files: [sheet, ...scripts.files],
	};
}

/** Browsers that styles are made for. */
const TARGETS = ['chrome 111', 'safari 16.4', 'firefox 115'];

async function styles(project: Project, looked: Record<string, string>): Promise<Compiled<string>> {
	const entry = join(PACKAGE_ROOT, 'templates/styles/index.css');
	const result = await run(
		{
			stdin: { contents: "@import 'docsgen:templates/styles/index.css';", resolveDir: PACKAGE_ROOT, loader: 'css' },
			plugins: [overrides(project, looked)],
			write: false,
			metafile: true,
			target: 'esnext',
			loader: { '.woff2': 'dataurl', '.svg': 'dataurl' },
		},
		PACKAGE_ROOT,
	);
	return {
		inputs: { ...inputsOf(project, result.metafile, PACKAGE_ROOT), [entry]: hashFile(project, entry) },
		value: await smallCss('site.css', result.outputFiles?.[0]?.text ?? ''),
	};
}

/** CSS made small. With `forgiving`, declarations that are none are left out; else they are an error. */
async function smallCss(filename: string, source: string, forgiving = false): Promise<string> {
	const { transform, browserslistToTargets } = await import('lightningcss');
	const { code } = transform({
		filename,
		code: Buffer.from(source),
		minify: true,
		errorRecovery: forgiving,
		targets: browserslistToTargets(TARGETS),
	});
	return Buffer.from(code).toString();
}

interface Scripts {
	entries: string[];
	startScript: string;
	files: { out: string; hash: string; text: string }[];
}

/** The start script is inlined; the main script and what it imports on demand become files. */
async function clientScripts(project: Project, looked: Record<string, string>): Promise<Compiled<Scripts>> {
	const folder = join(PACKAGE_ROOT, 'src/client');
	const shared: import('esbuild').BuildOptions = {
		write: false,
		metafile: true,
		minify: true,
		format: 'esm',
		platform: 'browser',
		target: ['chrome111', 'safari16.4', 'firefox115'],
		legalComments: 'none',
	};
	const start = await run({ ...shared, entryPoints: [join(folder, 'start.ts')], format: 'iife' }, PACKAGE_ROOT);
	const main = existsSync(join(folder, 'main.ts'))
		? await run(
				{
					...shared,
					entryPoints: [join(folder, 'main.ts')],
					plugins: [stylesAsText(project, looked)],
					jsx: 'automatic',
					splitting: true,
					outdir: join(PACKAGE_ROOT, 'assets'),
					entryNames: '[name]-[hash]',
					chunkNames: '[name]-[hash]',
				},
				PACKAGE_ROOT,
			)
		: undefined;
	// Alone, so that nothing is shared with pages: a worker is another world.
	const worker = await run(
		{
			...shared,
			entryPoints: { 'search-worker': join(folder, 'search/worker.ts') },
			outdir: join(PACKAGE_ROOT, 'assets'),
			entryNames: '[name]-[hash]',
		},
		PACKAGE_ROOT,
	);
	const files = [...(main?.outputFiles ?? []), ...(worker.outputFiles ?? [])].map((file) => ({
		out: `assets/${file.path.split('/').at(-1) ?? ''}`,
		hash: hashOf(file.contents),
		text: file.text,
	}));
	const entries = eager(main?.metafile);
	return {
		inputs: {
			...inputsOf(project, start.metafile, PACKAGE_ROOT),
			...inputsOf(project, main?.metafile, PACKAGE_ROOT),
			...inputsOf(project, worker.metafile, PACKAGE_ROOT),
			[join(folder, 'main.ts')]: hashFile(project, join(folder, 'main.ts')),
		},
		value: { entries, startScript: start.outputFiles?.[0]?.text.trim() ?? '', files },
	};
}

/** Style sheets that come with a script: `import css from 'docsgen:styles/search.css'` is the text, made small. */
function stylesAsText(project: Project, looked: Record<string, string>): Plugin {
	return {
		name: 'styles-as-text',
		setup(build) {
			build.onResolve({ filter: /^docsgen:styles\// }, ({ path }) => {
				const name = path.slice('docsgen:'.length);
				const mine = join(project.root, 'templates', name);
				const packaged = join(PACKAGE_ROOT, 'templates', name);
				for (const file of [mine, packaged]) looked[file] = hashFile(project, file);
				// Not the file's path: esbuild takes it into the names of chunks, and they would differ from folder to folder.
				return { path: name, namespace: 'styles-as-text', pluginData: existsSync(mine) ? mine : packaged };
			});
			build.onLoad({ filter: /.*/, namespace: 'styles-as-text' }, async ({ path, pluginData }) => ({
				contents: await smallCss(path, readFileSync(pluginData as string, 'utf8')),
				loader: 'text',
			}));
		},
	};
}

/** The main script, and before it what it cannot begin without: browsers fetch them side by side. */
function eager(metafile: import('esbuild').Metafile | undefined): string[] {
	const outputs = Object.entries(metafile?.outputs ?? {});
	const main = outputs.find(([, output]) => output.entryPoint?.endsWith('src/client/main.ts'));
	const name = (path: string): string => `assets/${path.split('/').at(-1) ?? ''}`;
	if (!main) return [];
	const imports = main[1].imports.filter(({ kind }) => kind === 'import-statement');
	return [...imports.map(({ path }) => name(path)), name(main[0])];
}

/** The script that `docsgen dev` adds to pages. */
export async function loadDevScript(project: Project): Promise<string> {
	return cached(project, 'dev-script', async () => {
		const entry = join(PACKAGE_ROOT, 'src/client/dev.ts');
		return bundleText(project, { entryPoints: [entry], platform: 'browser', minify: true }, entry, PACKAGE_ROOT);
	});
}

/**
 * Run by `npm run prepare`: compiles docsgen into `dist`, with every package that a user's machine does not install.
 *
 * - the program as one script, `docsgen.js`, which starts it, and `docsgen` as a module for configurations
 * - `packages/`: large packages that few commands load
 * - `languages/`: forms of words, one language a file
 * - `modules/`: the modules that become part of sites, one file each: all scripts for browsers, what they import, and
 *   what templates import; and the style sheets and words of extensions. A user's machine bundles these, so it needs no source of
 *   ours.
 * - `typefaces/`: the one in which pictures are drawn
 * - `LICENSES.txt`: the licenses of the packages that are compiled in
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const MODULES = 'dist/modules';
const TYPEFACE = '@fontsource/inter';

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Whether a user's machine resolves an import, so that it stays one. */
function isInstalled(path) {
	// The parts of the editor, which a site installs as one package.
	if (/^(?:docsgen:|@codemirror\/|@lezer\/)/.test(path)) return true;
	const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
	// A module of an optional package other than its main one, such as a small client, is compiled in.
	return name in dependencies || path in peerDependencies;
}

/** Files below a folder whose names match. */
function filesIn(folder, pattern) {
	const names = readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
	return names.filter((path) => pattern.test(path));
}

const OPTIONS = {
	bundle: true,
	format: 'esm',
	target: 'es2022',
	minifySyntax: true,
	minifyWhitespace: true,
	legalComments: 'none',
	logLevel: 'warning',
	metafile: true,
	outdir: 'dist',
};
/** Packages that are files of their own, because most processes do without them. */
const APART = ['undici'];
const installed = {
	name: 'installed packages',
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /^[@a-z]/ }, ({ path }) => (isInstalled(path) ? { path, external: true } : undefined));
		// The script can't import, see `start.ts`. What is compiled into it isn't imported.
		onLoad({ filter: /\/src\/(?:cli|extensions)\/.*\.ts$/ }, ({ path }) => ({
			loader: 'ts',
			contents: readFileSync(path, 'utf8').replace(/(?<=await )import\((?!'\.)(?:'([^']+)')?/g, (call, name) => {
				if (APART.includes(name)) return `import.meta.load('./packages/${name}.js'`;
				return name && !isInstalled(name) ? call : call.replace('import', 'import.meta.load');
			}),
		}));
	},
};

async function script() {
	const result = await build({
		...OPTIONS,
		entryPoints: ['bin/docsgen.ts'],
		entryNames: 'script-[hash]',
		outExtension: { '.js': '.cjs' },
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		define: { 'import.meta': 'start' },
		plugins: [installed],
	});
	const [file] = Object.keys(result.metafile.outputs);
	// esbuild escapes all but ASCII, except in regular expressions, where an escape means the same.
	const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
	writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, escaped));
	return result;
}

/** The file that runs the script. */
function starter({ outputs }) {
	const [name] = Object.keys(outputs).map((path) => path.slice('dist/'.length));
	return build({
		...OPTIONS,
		entryPoints: { docsgen: 'bin/start.ts' },
		platform: 'node',
		banner: { js: '#!/usr/bin/env node' },
		define: { SCRIPT: JSON.stringify(name) },
	});
}

const apart = () =>
	build({
		...OPTIONS,
		entryPoints: APART,
		platform: 'node',
		target: 'node20',
		outdir: 'dist/packages',
		banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
	});

const languages = () =>
	build({
		...OPTIONS,
		entryPoints: filesIn('src/content/search/languages', /\.ts$/),
		minify: true,
		outdir: 'dist/languages',
	});

async function modules() {
	const options = {
		...OPTIONS,
		target: 'esnext',
		minifySyntax: false,
		jsx: 'automatic',
		tsconfigRaw: '{}',
		outdir: MODULES,
	};
	const { metafile } = await build({
		...options,
		entryPoints: [
			...filesIn('src/client', /(?<!\.d)\.tsx?$/),
			...filesIn('src/extensions', /\/client\/.*\.tsx?$/),
			...filesIn('templates', /\.tsx?$/),
		],
		packages: 'external',
		external: ['docsgen:*'],
		write: false,
	});
	const ours = Object.entries(metafile.inputs).filter(([path]) => path.startsWith('src/'));
	const imported = ours.flatMap(([, { imports }]) => imports.flatMap(({ path, external }) => (external ? [path] : [])));
	const packages = [...new Set(imported)].filter((path) => !isInstalled(path));
	/** An import of a module, as it is in the compiled one. */
	const compiledImport = (path, importer) => {
		if (path.startsWith('.')) return path.replace(/\.tsx?$/, '.js');
		if (!packages.includes(path)) return path;
		return `${relative(dirname(importer), resolve('src'))}/packages/${path}.js`.replaceAll('\\', '/');
	};
	return build({
		...options,
		entryPoints: [
			...ours.map(([path]) => ({ in: path, out: path.slice('src/'.length).replace(/\.tsx?$/, '') })),
			...packages.map((name) => ({ in: name, out: `packages/${name}` })),
		],
		plugins: [
			{
				name: 'modules',
				setup({ onResolve }) {
					onResolve({ filter: /./ }, ({ path, kind, importer }) =>
						kind === 'entry-point' || /[\\/]node_modules[\\/]/.test(importer)
							? undefined
							: { path: compiledImport(path, importer), external: true },
					);
				},
			},
		],
	});
}

/** React, which the packaged templates are compiled with. */
const templates = () => build({ ...OPTIONS, entryPoints: ['templates/index.tsx'], platform: 'node', write: false });

function licenseOf(name) {
	const folder = join('node_modules', name);
	const { license, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
	return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}`.trim();
}

for (const path of filesIn('src/extensions', /\/(?:styles\/.*\.css|words\/.*\.json)$/))
	cpSync(path, path.replace('src', MODULES));

/** The weight of headings; each file has the letters of a part of Unicode. */
for (const path of filesIn(`node_modules/${TYPEFACE}/files`, /\/inter-[a-z-]+-600-normal\.woff2$/))
	cpSync(path, join('dist/typefaces', basename(path)));

const index = build({ ...OPTIONS, entryPoints: { index: 'src/content/model/public.ts' } });
const program = script().then(async (made) => [made, await starter(made.metafile)]);
const results = (await Promise.all([program, index, languages(), apart(), modules(), templates()])).flat();
// What is of an earlier version goes last, because tests of another run may be using the rest.
const made = new Set(results.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
for (const path of filesIn('dist', /^dist\/(?!compiled\/).*\.c?js$/)) if (!made.has(path)) rmSync(path);
const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
const names = inputs.flatMap((path) => /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
const texts = [...new Set([...names, TYPEFACE])].sort().map(licenseOf);
writeFileSync('dist/LICENSES.txt', `${texts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`);

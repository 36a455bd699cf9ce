/** Scripts for browsers: options for compiling them, and their file names. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import { MODULES, PACKAGE_ROOT, PACKAGED_TEMPLATES } from '../disk/package.ts';
import { isIn } from '../disk/paths.ts';
import type { CompileContext, Look } from './compile.ts';
import { smallCss } from './css.ts';

/** A file of the output. */
export interface AssetFile {
	out: string;
	hash: string;
	text: string;
}

export const FOR_BROWSERS = {
	metafile: true,
	minify: true,
	format: 'esm',
	platform: 'browser',
	target: ['chrome111', 'safari16.4', 'firefox115'],
	legalComments: 'none',
	outdir: join(PACKAGE_ROOT, 'assets'),
	entryNames: '[name]-[hash]',
	chunkNames: '[name]-[hash]',
	jsx: 'automatic',
} as const satisfies BuildOptions;

export interface Named {
	files: AssetFile[];
	/**
	 * By name. `imports` are the scripts that it imports statically, so browsers can preload them; `sheet` is the style
	 * sheet of everything that it imports.
	 */
	entries: Record<string, { out: string; imports: string[]; sheet?: string }>;
}

/** The parts of an esbuild result that `named` reads. */
interface Outputs {
	outputFiles?: { path: string; text: string }[];
	metafile?: Metafile;
}

/** The hash that esbuild adds to file names. */
const HASH = /-[A-Z\d]{8}(?=\.\w+$)/;

/**
 * Renames scripts by the hash of their content and of everything they import: esbuild's hashes depend on the folder of
 * the sources, and a copied site must get the same names.
 */
export function namedScript({ outputFiles = [], metafile }: Outputs): Named {
	const outputs = Object.entries(metafile?.outputs ?? {}).map(([path, output]) => [baseOf(path), output] as const);
	const texts = new Map(outputFiles.map(({ path, text }) => [baseOf(path), text]));
	const isOutput = (base: string): boolean => texts.has(base);
	const importsOf = new Map(
		outputs.map(([base, { imports }]) => [base, imports.map(({ path }) => baseOf(path)).filter(isOutput)]),
	);
	const rename = (base: string, nameOf: (base: string) => string): string =>
		(importsOf.get(base) ?? []).reduce((text, one) => text.replaceAll(one, nameOf(one)), texts.get(base) ?? '');
	const nameOf = (base: string): string => {
		const reached = new Set([base]);
		for (const one of reached) for (const next of importsOf.get(one) ?? []) reached.add(next);
		const hash = hashOfValue([...reached].map((one) => rename(one, (other) => other.replace(HASH, ''))));
		return base.replace(HASH, `-${hash.slice(0, 8)}`);
	};
	const names = new Map([...texts.keys()].map((base) => [base, nameOf(base)]));
	const outOf = (base: string): string => `assets/${names.get(base)}`;
	const entries = outputs.flatMap(
		([base, { entryPoint, imports, cssBundle }]): [string, Named['entries'][string]][] => {
			if (entryPoint === undefined) return [];
			const eager = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => outOf(baseOf(path)));
			const sheet = cssBundle === undefined ? undefined : outOf(baseOf(cssBundle));
			return [[base.replace(/-[A-Z\d]{8}\.\w+$/, ''), { out: outOf(base), imports: eager, sheet }]];
		},
	);
	const files = [...texts.keys()].map((base) => {
		const text = rename(base, (other) => names.get(other) ?? other);
		return { out: outOf(base), hash: hashOf(text), text };
	});
	return { files, entries: Object.fromEntries(entries) };
}

function baseOf(path: string): string {
	return path.split(/[\\/]/).at(-1) ?? '';
}

/** Replaces the words in docsgen's own scripts. */
export function wordsInScripts(look: Look, say: (source: string) => string): Plugin {
	return {
		name: 'words-in-scripts',
		setup(build) {
			build.onLoad({ filter: /\.js$/ }, ({ path }) =>
				isIn(path, MODULES) && look(path) ? { contents: say(readFileSync(path, 'utf8')) } : undefined,
			);
		},
	};
}

/** Style sheets imported by a script: `import css from 'docsgen:styles/search.css'` is the minified text. */
export function stylesAsText({ inputs, templates }: CompileContext, look: Look): Plugin {
	return {
		name: 'styles-as-text',
		setup(build) {
			build.onResolve({ filter: /^docsgen:styles\// }, ({ path, importer }) => {
				const name = path.slice('docsgen:'.length);
				// The sheets of an extension are in `styles`, next to the folder of its scripts.
				const folders = [inputs.pathOf(templates), join(dirname(importer), '..'), PACKAGED_TEMPLATES];
				const found = folders.map((folder) => join(folder, name)).find(look);
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

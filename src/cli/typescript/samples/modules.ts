/**
 * Resolves relative imports among names that exist in memory only. Planning and compiling share these functions, so that
 * the hash of a sample covers all files that the compiler sees.
 */
import { posix } from 'node:path';

/** Compiler options of samples in the terms of a tsconfig.json; part of the key of each result. */
export const OPTIONS = {
	target: 'es2022',
	lib: ['es2022', 'dom', 'dom.iterable'],
	module: 'esnext',
	moduleResolution: 'bundler',
	moduleDetection: 'force',
	jsx: 'react-jsx',
	strict: true,
	esModuleInterop: true,
	resolveJsonModule: true,
	noUncheckedSideEffectImports: true,
	stableTypeOrdering: true,
	skipLibCheck: true,
	noEmit: true,
	types: ['node'],
};

const SPECIFIER = /['"`](\.{1,2}(?:\/[^'"`\n]*)?)['"`]/g;
const SUFFIXES = ['.ts', '.tsx', '.d.ts', '/index.ts', '/index.tsx', '/index.d.ts'];

/** The name among `has` that `specifier` refers to in the file `from`; undefined if there is none. */
export function resolveRelative(from: string, specifier: string, has: (name: string) => boolean): string | undefined {
	const base = posix.join(posix.dirname(from), specifier).replace(/\/$/, '');
	const source = base.replace(/\.([mc]?)js(x?)$/, '.$1ts$2');
	const candidates = [base, ...SUFFIXES.map((suffix) => (base === '.' ? suffix.slice(1) : base + suffix)), source];
	if (source.endsWith('.ts')) candidates.push(`${source}x`);
	return candidates.find(has);
}

/** Names among `has` that a file imports by relative specifiers. May include too many, never too few. */
export function sampleImports(name: string, text: string, has: (name: string) => boolean): string[] {
	return [...text.matchAll(SPECIFIER)].flatMap(([, specifier = '']) => resolveRelative(name, specifier, has) ?? []);
}

/** Names reachable from `start` by relative imports, `start` included, sorted. */
export function reachable(start: string[], texts: ReadonlyMap<string, string>): string[] {
	const found = new Set(start);
	for (const name of found)
		for (const target of sampleImports(name, texts.get(name) ?? '', (candidate) => texts.has(candidate)))
			found.add(target);
	return [...found].sort();
}

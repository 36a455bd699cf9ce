/**
 * Resolves relative imports among names that exist in memory only. Planning and compiling share these functions, so that
 * the hash of a sample covers all files that the compiler sees.
 */
import { resolveRelative } from '../model/live.ts';

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

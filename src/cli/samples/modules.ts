/**
 * How a relative import finds a file among names that exist in memory only. Planning and compiling both ask
 * here, so that what is hashed is what is seen.
 */
import { posix } from 'node:path';

/** How samples are compiled, in the words of a tsconfig.json: part of every answer's key, so no compiler is needed here. */
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

/** The name among `has` that `specifier` means in the file `from`; undefined where there is none. */
export function resolveRelative(from: string, specifier: string, has: (name: string) => boolean): string | undefined {
	const base = posix.join(posix.dirname(from), specifier).replace(/\/$/, '');
	const source = base.replace(/\.([mc]?)js(x?)$/, '.$1ts$2');
	const candidates = [base, ...SUFFIXES.map((suffix) => (base === '.' ? suffix.slice(1) : base + suffix)), source];
	if (source.endsWith('.ts')) candidates.push(`${source}x`);
	return candidates.find(has);
}

/** Names among `has` that a file imports by relative specifiers. Sees too much rather than too little. */
export function importsOf(name: string, text: string, has: (name: string) => boolean): string[] {
	return [...text.matchAll(SPECIFIER)].flatMap(([, specifier = '']) => resolveRelative(name, specifier, has) ?? []);
}

/** Names reachable from `start` by relative imports, `start` included, sorted. */
export function reachable(start: string[], texts: ReadonlyMap<string, string>): string[] {
	const found = new Set(start);
	for (const name of found)
		for (const target of importsOf(name, texts.get(name) ?? '', (candidate) => texts.has(candidate))) found.add(target);
	return [...found].sort();
}

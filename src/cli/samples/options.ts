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

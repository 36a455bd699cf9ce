/** The imports of a live sample: with its types, and when it runs. */
import { tsc } from '../compiler/typescript.ts';
import type { SampleHost } from './host.ts';
import { OPTIONS } from './modules.ts';
import type { SampleImports } from './types.ts';

interface FileImports {
	all: string[];
	values: string[];
}

/** By text of a file and whether it has JSX, because most files are part of many samples. */
const known = new Map<string, FileImports>();

/** `reached` has the paths of all files by name. */
export function importedBy(reached: Record<string, string>, host: Pick<SampleHost, 'readFile'>): SampleImports {
	const files = Object.entries(reached).map(
		([name, path]) => [name, readImports(name, host.readFile(path) ?? '')] as const,
	);
	const all = files.flatMap(([, { all, values }]) => [...all, ...values]);
	return {
		packages: [...new Set(all.filter((specifier) => !isRelative(specifier)))].sort(),
		values: Object.fromEntries(files.map(([name, { values }]) => [name, values])),
	};
}

function readImports(name: string, text: string): FileImports {
	const key = `${name.endsWith('x')}${text}`;
	const found = known.get(key) ?? {
		all: tsc.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName),
		values: valuesOf(name, text),
	};
	known.set(key, found);
	return found;
}

const REGISTERED = /^System\.register\((\[[^\]]*\])/m;
const DYNAMIC = /\bcontext_\d+\.import\(("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\)/g;

/** The imports that remain in JavaScript, as the page's compiler makes it. */
function valuesOf(name: string, text: string): string[] {
	if (name.endsWith('.d.ts')) return [];
	const { options } = tsc.convertCompilerOptionsFromJson({ ...OPTIONS, noEmit: false, module: 'system' }, '/');
	const compilerOptions = { ...options, ignoreDeprecations: '6.0' };
	const { outputText } = tsc.transpileModule(text, { compilerOptions, fileName: name });
	const registered: unknown = JSON.parse(REGISTERED.exec(outputText)?.[1] ?? '[]');
	const dynamic = [...outputText.matchAll(DYNAMIC)].map(([, literal = '']) => literal.slice(1, -1));
	return [...new Set([...(Array.isArray(registered) ? registered.map(String) : []), ...dynamic])];
}

export function isRelative(specifier: string): boolean {
	return /^\.{1,2}(?:\/|$)/.test(specifier);
}

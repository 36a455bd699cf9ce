/**
 * Live samples: what the build writes for them in `assets/live`, and a page's scripts load after a click on Edit or
 * Run. All paths are output paths, below the base URL.
 */

/** The live samples of a page, as JSON. */
export interface LivePage {
	/** The script with the editor; its default export opens it. */
	editor: string;
	/** The worker with the compiler. */
	compiler: string;
	/** The document of the sandbox. */
	sandbox: string;
	/** Compiler options of all samples, in the terms of a tsconfig.json. */
	options: Record<string, unknown>;
	/** By the index in the block's attribute. */
	samples: LiveSample[];
}

export interface LiveSample {
	/** The program's files: the block's own first, then those that the page shows, in its order, then hidden setups. */
	files: LiveFile[];
	/** Declarations that the compiler reads for it: files with a `LiveTypes` each. */
	types: string[];
	/** Codes of the errors that the sample must produce. */
	errors: number[];
	/** Absent if a browser can't run the program. */
	run?: LiveRun;
}

export interface LiveFile {
	/** As in imports of other files, e.g. `server/trpc.ts`. */
	name: string;
	/**
	 * Whole lines, in order, each with its line end; concatenated they are the file, whose last line has none. What is
	 * hidden on the page is folded, and read-only.
	 */
	parts: { text: string; isShown: boolean }[];
	/** `own`: shown in this block; `page`: shown in another block of the page; `setup`: not shown. Readers edit the first two. */
	from: 'own' | 'page' | 'setup';
}

export interface LiveRun {
	/** Names of the files that start, in order: servers, then the program itself. */
	entries: string[];
	/** The packages, as one script for the sandbox. */
	packages: string;
}

/** Declarations of one package, or of the language itself, as JSON. */
export interface LiveTypes {
	/** Path in the compiler's file system → text. */
	files: Record<string, string>;
	/** Path of a folder in it → specifier that its files import → path of the declarations. `''`: of the samples. */
	resolutions: Record<string, Record<string, string>>;
	/** Paths that are part of every program. */
	roots: string[];
}

const SUFFIXES = ['.ts', '.tsx', '.d.ts', '/index.ts', '/index.tsx', '/index.d.ts'];

/**
 * The name among `has` that a relative `specifier` in the file `from` refers to; undefined if there is none. The check of
 * samples, the editor and the sandbox resolve alike.
 */
export function resolveRelative(from: string, specifier: string, has: (name: string) => boolean): string | undefined {
	const base = joined([...from.split('/').slice(0, -1), ...specifier.split('/')]);
	const source = base.replace(/\.([mc]?)js(x?)$/, '.$1ts$2');
	const candidates = [base, ...SUFFIXES.map((suffix) => (base === '.' ? suffix.slice(1) : base + suffix)), source];
	if (source.endsWith('.ts')) candidates.push(`${source}x`);
	return candidates.find(has);
}

/** The path of these segments without `.` and, where possible, `..`; `.` for none. */
function joined(segments: readonly string[]): string {
	const path: string[] = [];
	for (const segment of segments) {
		if (segment === '..' && ![undefined, '..'].includes(path.at(-1))) path.pop();
		else if (segment !== '' && segment !== '.') path.push(segment);
	}
	return path.join('/') || '.';
}

/** The package of an import: `@trpc/server` of `@trpc/server/adapters/ws`. */
export function packageName(specifier: string): string {
	return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

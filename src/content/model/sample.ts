/** Code samples as plain data: the fence, and the compiler's results. */
import type { Diagnostic } from './diagnostic.ts';

/** A mistake in the info string of a fence, or in its comments. */
export interface FenceProblem {
	message: string;
	hint: string;
	/** Index of its line in the code; absent if it is about the info string or the whole code. */
	line?: number;
}

/** A fence in TypeScript. Plain data; lines and columns are 1-based. */
export interface Sample {
	lang: 'ts' | 'tsx';
	/** `''` when the fence has no title. */
	title: string;
	/** The Markdown file, relative to the site's folder. */
	file: string;
	/** Line of the Markdown file with the first line of code. */
	line: number;
	/** Characters of indentation that Markdown removed from every line (a fence inside a list item). */
	indent: number;
	code: string;
	/** The fence's modules, at least one; without title and `@filename` it is `sample.ts` or `.tsx`. */
	files: SampleFile[];
	/** The title is a file name, so later fences of the page may import `files`. */
	named: boolean;
	/** The code as readers see it: without hidden parts, directives, `^?` and highlight comments. */
	shown: string;
	/** For each line of `shown`, the line in the Markdown file. */
	shownLines: number[];
	/** Line of `shown` → its marks: `hl`, `ins`, `del`, `focus`, `error`, `warning`. */
	marks: Record<number, string>;
	/** Line of `shown` → texts to mark in it. */
	words?: Record<number, string[]>;
	queries: SampleQuery[];
	/** Compiler error codes the fence must produce, ascending; empty when it must compile. */
	errors: number[];
	includes: SampleInclude[];
	/** Why the fence is not checked; absent when it is checked. */
	nocheck?: string;
	/** Name of the fence's variant; absent for the default. */
	variant?: string;
	/** Readers can see the type of every identifier. */
	twoslash: boolean;
	/** Mistakes in what readers see, on any site: hidden parts, variants, and marks. The info string has its own. */
	problems: FenceProblem[];
	/** Mistakes in what the compiler sees, for sites that check samples. */
	diagnostics: Diagnostic[];
}

export interface SampleFile {
	/** Path relative to the page's virtual folder, e.g. `server/trpc.ts`. */
	name: string;
	/** Directive lines are empty, so that line n of the text is line `line + n - 1` of the Markdown file. */
	text: string;
	line: number;
}

/**
 * A place in `Sample.shown`. `^?` shows the type of its identifier below the line; `^|` (`completes`) shows an
 * editor's completions.
 */
export interface SampleQuery {
	line: number;
	column: number;
	completes?: true;
}

/** `// @include: name`: a file in the version's folder `setups`. */
export interface SampleInclude {
	name: string;
	/** Line in the Markdown file. */
	line: number;
}

/** The compiler's results for a sample. Lines and columns are 1-based, in `Sample.shown`. */
export interface SampleAnswer {
	status: 'ok' | 'failed' | 'unchecked';
	/** The package and version it was checked against, e.g. `@trpc/server 10.27.1`; empty when unchecked. */
	against: string;
	/** One per `Sample.queries`, in its order; the text is empty if the compiler found no type. */
	queries: { line: number; column: number; text: string }[];
	/** Expected errors. `line` is absent if the line is hidden. */
	errors: { code: number; message: string; line?: number; column?: number; length?: number }[];
	/** `twoslash` samples: the types; `hovers` maps places in `shown` to them. */
	types: string[];
	hovers: Hover[];
}

export interface Hover {
	/** 0-based, in `Sample.shown`. */
	offset: number;
	length: number;
	/** Index into `types`. */
	type: number;
}

/** Code samples as plain data: what is read from a fence, and what the compiler says of it. */
import type { Diagnostic } from './diagnostic.ts';

/** A fence in TypeScript. Plain data; lines and columns count from 1. */
export interface Sample {
	lang: 'ts' | 'tsx';
	/** `''` when the fence has no title. */
	title: string;
	/** The Markdown file, relative to the site's folder. */
	file: string;
	/** Line of the Markdown file on which the first line of code stands. */
	line: number;
	/** Characters that Markdown took away in front of every line (a fence inside a list item). */
	indent: number;
	code: string;
	/** The modules the fence consists of, at least one; without title and `@filename` it is `sample.ts` or `.tsx`. */
	files: SampleFile[];
	/** Whether later fences of the page may import `files`: the fence has a file name as title. */
	named: boolean;
	/** What readers see: without hidden parts, directives, `^?` and highlight comments. */
	shown: string;
	/** For each line of `shown`, the line in the Markdown file. */
	shownLines: number[];
	/** Lines of `shown` to highlight, ascending. */
	highlighted: number[];
	/** Marks of lines of `shown`, from 1: `ins`, `del`, `focus`, `error`, `warning`. */
	marks?: Record<number, string>;
	queries: SampleQuery[];
	/** Compiler error codes the fence must produce, ascending; empty when it must compile. */
	errors: number[];
	includes: SampleInclude[];
	/** Why the fence is not checked; absent when it is checked. */
	nocheck?: string;
	/** Of which variant of the fence this is; absent for the fence as it is at first. */
	variant?: string;
	/** Readers can see the type of every identifier. */
	twoslash: boolean;
	/** Mistakes in directives and in the info string. */
	diagnostics: Diagnostic[];
}

export interface SampleFile {
	/** Path relative to the page's virtual folder, e.g. `server/trpc.ts`. */
	name: string;
	/** Directive lines are empty here, so that line n of the text is line `line + n - 1` of the Markdown file. */
	text: string;
	line: number;
}

/**
 * `^?`: the type of the identifier at this place of `Sample.shown` is shown below its line. `^|`: what an editor
 * would offer there.
 */
export interface SampleQuery {
	line: number;
	column: number;
	completes?: true;
}

/** `// @include: name`, to be looked up in the version's folder `setups`. */
export interface SampleInclude {
	name: string;
	/** Line in the Markdown file. */
	line: number;
}

/** What readers may be shown beside a sample. Lines and columns count from 1, in `Sample.shown`. */
export interface SampleAnswer {
	status: 'ok' | 'failed' | 'unchecked';
	/** The package and version it was checked against, e.g. `@trpc/server 10.27.1`; empty when unchecked. */
	against: string;
	/** One per `Sample.queries`, in its order; empty text where the compiler knows nothing. */
	queries: { line: number; column: number; text: string }[];
	/** Expected errors, as the reader of the fence sees them. `line` is absent where the line is hidden. */
	errors: { code: number; message: string; line?: number; column?: number; length?: number }[];
	/** `twoslash` samples: texts, and the places in `shown` (0-based offset) to which they belong. */
	types: string[];
	hovers: Hover[];
}

export interface Hover {
	offset: number;
	length: number;
	/** Index into `types`. */
	type: number;
}

/** Fences as plain data, for providers, and what stands beside their text: types, errors, output, version. */
import type { Diagnostic } from './diagnostic.ts';

/** A mistake in the info string of a fence, or in its comments. */
export interface FenceProblem {
	message: string;
	hint: string;
	/** Index of its line in the code; absent if it is about the info string or the whole code. */
	line?: number;
}

/** A fence that a provider may annotate. Lines and columns are 1-based. */
export interface AnnotatedFence {
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
	files: FenceFile[];
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
	queries: FenceQuery[];
	/** It is compiled below the code of the fence above it. */
	continues?: true;
	/** Codes of the errors that it must produce, ascending; empty if there must be none. */
	errors: number[];
	includes: FenceInclude[];
	/** Why no provider checks it; absent if one may. */
	nocheck?: string;
	/** Name of the fence's variant; absent for the default. */
	variant?: string;
	/** Readers can see the type of every identifier. */
	twoslash: boolean;
	/** It is a program: names of files that start before it. */
	run?: string[];
	/** Readers cannot edit it, although they edit others. */
	isFixed?: true;
	/** Mistakes in what readers see, on any site: hidden parts, variants, and marks. The info string has its own. */
	problems: FenceProblem[];
	/** Mistakes in what a provider sees, for sites that have one. */
	diagnostics: Diagnostic[];
}

export interface FenceFile {
	/** Path relative to the page's virtual folder, e.g. `server/trpc.ts`. */
	name: string;
	/** Directive lines are empty, so that line n of the text is line `line + n - 1` of the Markdown file. */
	text: string;
	line: number;
}

/**
 * A place in `AnnotatedFence.shown`. `^?` shows the type of its identifier below the line; `^|` (`completes`) shows an
 * editor's completions.
 */
export interface FenceQuery {
	line: number;
	column: number;
	completes?: true;
}

/** `// @include: name`: a file in the version's folder `setups`. */
export interface FenceInclude {
	name: string;
	/** Line in the Markdown file. */
	line: number;
}

/** What stands beside a fence. Lines and columns are 1-based, in `AnnotatedFence.shown`. */
export interface FenceAnnotation {
	status: 'ok' | 'failed' | 'unchecked';
	/** The package and version it was checked against, e.g. `@trpc/server 10.27.1`; empty when unchecked. */
	against: string;
	/** One per `AnnotatedFence.queries`, in its order; the text is empty if nothing was found. */
	queries: { line: number; column: number; text: string }[];
	/** Expected errors. `line` is absent if the line is hidden. */
	errors: { code: number; message: string; line?: number; column?: number; length?: number }[];
	/** Of a fence that shows types: the types; `hovers` maps places in `shown` to them. */
	types: string[];
	hovers: Hover[];
	/** A script of the extension that adds to the block of code. */
	widget?: BlockWidget;
}

export interface Hover {
	/** 0-based, in `AnnotatedFence.shown`. */
	offset: number;
	length: number;
	/** Index into `types`. */
	type: number;
	/** Module and name, if the identifier names an import from a package: `@trpc/server/initTRPC`. */
	name?: string;
}

export interface BlockWidget {
	/** In `client.widgets` of the extension; the script gets the element with the version, which has these attributes. */
	name: string;
	/** Output path of a file, whose URL is the attribute `data-<name>`. */
	file: string;
	/** Attribute without `data-` → value. */
	attributes: Record<string, string>;
}

/** The fences of a page; `hash` is that of `Body.fences`. */
export interface PageFences {
	hash: string;
	/** The most that one of them shows readers: answers to queries and errors, or the types of all names as well. */
	shows: 'nothing' | 'results' | 'types';
}

/** The annotations of a page. */
export interface PageAnnotations {
	/** Hash of the list of annotations, one per fence. They are stored only if the page shows any. */
	hash: string;
	/** As in each annotation. */
	against: string;
	/** Whether some of its fences have a widget. */
	hasWidgets?: true;
	/** The imports that its fences show, as in `Hover`, each once. */
	names?: string[];
}

/**
 * What goes into the sample checker, what comes out, and what travels between the process that plans and the
 * one that compiles. All plain data: it is posted, hashed and cached.
 */

import type { Diagnostic } from '../../content/model/page.ts';
import type { Hover, Sample, SampleAnswer } from '../../content/model/sample.ts';

export type { Hover, SampleAnswer };

/** Everything that is to be checked together: the samples of a whole site, or of a few pages. */
export interface SampleRequest {
	/** Absolute path of the site's folder. */
	root: string;
	pages: SamplePage[];
	versions: SampleVersion[];
}

/** The fences of one page in order of appearance; later ones may import files that earlier ones name. */
export interface SamplePage {
	/** Unique, relative to the site's folder. */
	file: string;
	/** Name of one of the request's versions. */
	version: string;
	samples: Sample[];
}

/** The libraries that a docs version is checked against. */
export interface SampleVersion {
	name: string;
	/** Folder with package.json, node_modules and setups, relative to the site's folder. */
	folder: string;
	/** The package whose version readers see. */
	package: string;
	/** Packages that an earlier check looked for in vain. */
	sought?: string[];
}

export interface SampleReport {
	/** One entry per page of the request, in its order. */
	pages: PageReport[];
	/** All findings in order of pages and lines, misuse of directives included. */
	diagnostics: Diagnostic[];
	/** Samples that were looked at, and how many of them needed the compiler. */
	counts: { samples: number; unchecked: number; compiled: number };
	/** Packages that failed samples looked for in vain, by version. */
	missing: Record<string, string[]>;
	/** Version of the main package by name of the docs version, e.g. `{ '10.x': '10.27.1' }`. */
	packages: Record<string, string>;
}

export interface PageReport {
	file: string;
	version: string;
	/** One per sample of the page, in its order. */
	samples: SampleAnswer[];
}

/* ------------------------------------------------------- between planning and compiling */

/** Samples of one docs version that have no answer yet, and what they see. */
export interface Work {
	version: string;
	/** Absolute path of the version's folder. */
	folder: string;
	/** Absolute path of the site's folder, above which no package is looked for. */
	root: string;
	/** Packages that samples may import, with installed versions: dependencies in the folder's package.json. */
	packages: Record<string, string>;
	/** Packages that were missing once and are installed now, with their versions. */
	sought: Record<string, string>;
	/** Paths of the declaration files that every sample sees; their text is in `files`. */
	ambient: string[];
	files: VirtualFile[];
	/** Which name leads to which file, per virtual folder. */
	folders: Record<string, Record<string, string>>;
	/** Files to have in the program even where nothing is asked about them, so that it stays the same program. */
	roots: string[];
	/** What is asked; may be empty: then the program is only made ready. */
	units: Unit[];
}

/** A module that exists in memory only. */
export interface VirtualFile {
	path: string;
	/** The virtual folder in which its relative imports are looked up. */
	folder: string;
	/** Its path in that folder, e.g. `server/trpc.ts`. */
	name: string;
	text: string;
}

/** One sample for the compiler. */
export interface Unit {
	/** Hash of everything its answer depends on. */
	key: string;
	/** Paths of its own files, set-ups included; findings name them by index. */
	files: string[];
	/** It changes global types or foreign modules, so it needs a program of its own. */
	isolated: boolean;
	queries: (Place & { completes?: true })[];
	/** Lines of own files that readers see, for hovers; empty when the sample has none. */
	shown: ShownLine[];
}

/** Index into `Unit.files`; line and column from 1. */
export interface Place {
	file: number;
	line: number;
	column: number;
}

export interface ShownLine {
	file: number;
	line: number;
	/** Offset of the line's first character in `Sample.shown`. */
	offset: number;
}

/** The compiler's answer for one unit; independent of where in the Markdown file the fence stands. */
export interface UnitResult {
	/** Packages that were looked for in vain while it was compiled. */
	missing?: string[];
	findings: Finding[];
	queries: string[];
	types: string[];
	hovers: Hover[];
}

export interface Finding extends Place {
	length: number;
	code: number;
	message: string;
	hint?: string;
}

/** Runs the compiler over works, here or in another process; one list of results per work, one result per unit. */
export type Compile = (works: Work[]) => Promise<UnitResult[][]>;

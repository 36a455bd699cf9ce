/**
 * Types of the sample checker: its input, its output, and the messages between the process that plans and the one that
 * compiles. All values are plain data: they are posted, hashed and cached.
 */

import type { Diagnostic } from '../../content/model/page.ts';
import type { Hover, Sample, SampleAnswer } from '../../content/model/sample.ts';

export type { Hover, SampleAnswer };

/** Samples to check together: of a whole site, or of a few pages. */
export interface SampleRequest {
	/** Absolute path of the site's folder. */
	root: string;
	pages: SamplePage[];
	versions: SampleVersion[];
}

/** The fences of one page in order of appearance; later ones may import files of earlier ones. */
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
	/** The package whose version is shown to readers. */
	package: string;
	/** Packages that an earlier check did not find. */
	sought?: string[];
}

export interface SampleReport {
	/** One entry per page of the request, in its order. */
	pages: PageReport[];
	/** All findings in order of pages and lines, misuse of directives included. */
	diagnostics: Diagnostic[];
	/** Numbers of all samples, of unchecked ones, and of compiled units. */
	counts: { samples: number; unchecked: number; compiled: number };
	/** Packages that failed samples import but that were not found, by version. */
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

/** Samples of one docs version without a cached result, and the files that they see. */
export interface Work {
	version: string;
	/** Absolute path of the version's folder. */
	folder: string;
	/** Absolute path of the site's folder; packages are not looked up above it. */
	root: string;
	/** Packages that samples may import, with installed versions: the dependencies in the folder's package.json. */
	packages: Record<string, string>;
	/** Packages that an earlier check did not find, but that are installed now, with their versions. */
	sought: Record<string, string>;
	/** Paths of the declaration files that every sample sees; `files` contains their text. */
	ambient: string[];
	files: VirtualFile[];
	/** Paths of files by name, per virtual folder. */
	folders: Record<string, Record<string, string>>;
	/** Files of the program even if no unit needs them, so that the program stays the same. */
	roots: string[];
	/** Units to compile; if it is empty, the program is only prepared. */
	units: Unit[];
}

/** A module that exists in memory only. */
export interface VirtualFile {
	path: string;
	/** The virtual folder that its relative imports refer to. */
	folder: string;
	/** Its path in that folder, e.g. `server/trpc.ts`. */
	name: string;
	text: string;
}

/** One sample for the compiler. */
export interface Unit {
	/** Hash of everything that its result depends on. */
	key: string;
	/** Paths of its own files, setups included; findings refer to them by index. */
	files: string[];
	/** Whether it changes global types or foreign modules, and so needs a separate program. */
	isolated: boolean;
	queries: (Place & { completes?: true })[];
	/** Lines of its own files that readers see, for hovers; empty if the sample has none. */
	shown: ShownLine[];
}

/** `file` is an index into `Unit.files`; line and column start at 1. */
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

/** The compiler's result for one unit; independent of the fence's position in the Markdown file. */
export interface UnitResult {
	/** Packages that were not found while it was compiled. */
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

/** Compiles works, here or in another process; returns one list of results per work, one result per unit. */
export type Compile = (works: Work[]) => Promise<UnitResult[][]>;

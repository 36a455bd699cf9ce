/**
 * Types of the sample checker: its input, its output, and the messages between the process that plans and the one that
 * compiles. All values are plain data: they are posted, hashed and cached.
 */

import type { AnnotatedFence, Hover } from '../../../content/model/annotation.ts';
import type { Reads } from '../compiler/reads.ts';
import type { Workspace } from './workspace.ts';

/** The fences of one page in order of appearance; later ones may import files of earlier ones. */
export interface SamplePage {
	/** Unique, relative to the site's folder. */
	file: string;
	samples: AnnotatedFence[];
	/** The packages and setups that they are checked against. */
	workspace: Workspace;
}

/** A file of the sample, with the sources of its lines. */
export interface OwnFile {
	name: string;
	text: string;
	origins: SampleOrigin[];
}

/** `count` lines of `file`, starting at `line`, indented by `indent` characters, and the fence or setup with them. */
export interface SampleOrigin {
	sample: AnnotatedFence;
	file: string;
	line: number;
	count: number;
	indent: number;
}

/* ------------------------------------------------------- between planning and compiling */

/** Samples of one docs version without a cached result, and the files that they see. */
export interface Work extends Pick<Workspace, 'root' | 'folder' | 'packages'> {
	/** Paths of the declaration files that every sample sees; `files` contains their text. */
	ambient: string[];
	files: VirtualFile[];
	/** Paths of files by name, per virtual folder. */
	folders: Record<string, Record<string, string>>;
	/** Files of the program even if no unit needs them, so that the program stays the same. */
	roots: string[];
	/** Units to compile; if it is empty, the program is only prepared. */
	units: Unit[];
	/** Whether results may be without hovers, which take as long as all else. */
	withoutHovers?: true;
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
	queries: (SamplePlace & { completes?: true })[];
	/** Lines of its own files that readers see, for hovers; empty if the sample has none. */
	shown: ShownLine[];
	/** The program of a change that runs: the files to start, in order, and the text of all by name. */
	program?: { entries: string[]; files: Record<string, string> };
	/** Paths by name of all files that it can reach, if readers can edit it. */
	reached?: Record<string, string>;
}

/** `file` is an index into `Unit.files`; line and column start at 1. */
export interface SamplePlace {
	file: number;
	line: number;
	column: number;
}

export interface ShownLine {
	file: number;
	line: number;
	/** Offset of the line's first character in `AnnotatedFence.shown`. */
	offset: number;
}

/** The compiler's result for one unit; independent of the fence's position in the Markdown file. */
export interface UnitResult {
	findings: SampleFinding[];
	queries: string[];
	types: string[];
	hovers: Hover[];
	/** What its program prints; absent if it didn't run. */
	printed?: string;
	/** Of a sample that readers can edit. */
	imports?: SampleImports;
}

/** What the files of a sample import. Names of packages, with their entries. */
export interface SampleImports {
	/** Specifiers in all files, types included. */
	packages: string[];
	/** By file, what it imports when it runs: specifiers, relative ones included. */
	values: Record<string, string[]>;
}

export interface SampleFinding extends SamplePlace {
	length: number;
	code: number;
	message: string;
	hint?: string;
}

/** The results of all units with their keys, and what was read for all samples of a folder, by its absolute path. */
export interface Compiled {
	results: [key: string, result: UnitResult][];
	reads: Record<string, Reads>;
}

/** Compiles works, here or in other processes. */
export type Compile = (works: Work[]) => Promise<Compiled>;

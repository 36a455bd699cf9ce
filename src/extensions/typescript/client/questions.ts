/** Questions of the page to the compiler, which runs in a worker. Positions are offsets in a file. */
export type CompilerQuestion =
	/** Before other questions about a sample, and again after a failure. */
	| { kind: 'open'; sample: string; files: Record<string, string>; types: string[]; options: Record<string, unknown> }
	| { kind: 'update'; sample: string; file: string; text: string }
	| { kind: 'diagnostics'; sample: string }
	| { kind: 'hover'; sample: string; file: string; at: number }
	| { kind: 'completions'; sample: string; file: string; at: number }
	| { kind: 'close'; sample: string }
	/** Needs no open sample. */
	| { kind: 'compile'; files: Record<string, string>; options: Record<string, unknown> };

export interface Answers {
	open: undefined;
	update: undefined;
	close: undefined;
	/** Errors of all files, as the site words them. */
	diagnostics: SampleProblem[];
	hover: { from: number; to: number; text: string } | undefined;
	completions: { label: string; kind: string; isNear: boolean }[];
	/** System modules by file name; `lines` has the line that each of the module's lines comes from, and 0 for none. */
	compile: Record<string, { code: string; lines: number[] }>;
}

export interface SampleProblem {
	file: string;
	code: number;
	message: string;
	from: number;
	to: number;
	/** 1-based. */
	line: number;
}

/** From the worker: bytes of declarations so far, an answer, or why there is none. */
export type Reply =
	| { kind: 'bytes'; bytes: number }
	| { kind: 'answer'; id: number; answer: Answers[keyof Answers] }
	| { kind: 'failure'; id: number; message: string };

export type Ask = <K extends keyof Answers>(question: Extract<CompilerQuestion, { kind: K }>) => Promise<Answers[K]>;

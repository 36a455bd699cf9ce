/**
 * What docsgen remembers between builds. All of it can be made again: a ledger of another docsgen, or one that
 * cannot be read, counts as empty.
 */
import { isRecord } from '../content/schema.ts';
import type { Diagnostic, Page } from '../content/types.ts';
import type { PageFacts } from '../render/types.ts';
import { type BodiesIndex, NO_BODIES } from './bodies.ts';
import type { FileRecord } from './files.ts';
import type { Project } from './project.ts';
import { DOCSGEN_HASH } from './version.ts';

/** Facts that parsing needs again; written when pages were parsed. */
export interface PagesLedger {
	files: Record<string, FileRecord>;
	pages: Record<string, { key: string; page: Page }>;
	bodies: BodiesIndex;
}

/** What was written where, and what it says. */
export interface OutputLedger {
	/** Where the outputs lie; the ledger says nothing about another folder. */
	outDir: string;
	/** Identity of the output that it is about. */
	identity: string;
	/** Names everything that the last build depended on; equal again: nothing to do. */
	signature: string;
	/** Time of the build in milliseconds since 1970. */
	time: number;
	/** [key, hash] by output path. */
	outputs: Record<string, [key: string, hash: string]>;
	/** By job key. */
	facts: Record<string, PageFacts>;
	/** By name of the shared text. */
	parts: Record<string, PageFacts>;
	/** Warnings of the last build: a build that has nothing to do says the same as the one that had. */
	diagnostics: Diagnostic[];
	pages: number;
}

const PAGES = 'pages.json';
const OUTPUTS = 'outputs.json';

function load<T>(project: Project, name: string, empty: T): T {
	const text = project.cache.read(name)?.toString();
	if (text === undefined) return empty;
	try {
		const value = JSON.parse(text) as { docsgen: string } & T;
		return value.docsgen === DOCSGEN_HASH ? value : empty;
	} catch {
		return empty;
	}
}

export function loadPages(project: Project): PagesLedger {
	const empty: PagesLedger = { files: {}, pages: {}, bodies: NO_BODIES };
	const ledger = load(project, PAGES, empty);
	const { files, pages, bodies } = ledger;
	const isWhole = [files, pages, bodies, bodies?.body, bodies?.markdown, bodies?.terms].every(isRecord);
	return isWhole ? ledger : empty;
}

export function savePages(project: Project, ledger: PagesLedger): void {
	project.cache.write(PAGES, JSON.stringify({ docsgen: DOCSGEN_HASH, ...ledger }));
}

/** What is known of the present output: nothing, where somebody else has put it there, or a build was killed meanwhile. */
export function loadOutputs(project: Project, outDir: string): OutputLedger {
	const identity = project.output.identity();
	const empty: OutputLedger = {
		outDir,
		identity,
		signature: '',
		time: 0,
		outputs: {},
		facts: {},
		parts: {},
		diagnostics: [],
		pages: 0,
	};
	const ledger = load(project, OUTPUTS, empty);
	if (!isRecord(ledger.outputs) || !isRecord(ledger.facts) || !isRecord(ledger.parts)) return empty;
	const isOfThis = ledger.outDir === outDir && ledger.identity === identity;
	return isOfThis ? ledger : { ...empty, facts: ledger.facts, parts: ledger.parts };
}

export function saveOutputs(project: Project, ledger: OutputLedger): void {
	project.cache.write(OUTPUTS, JSON.stringify({ docsgen: DOCSGEN_HASH, ...ledger }));
}

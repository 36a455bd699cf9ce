/** What docsgen remembers of a site as a whole between builds. A ledger of another docsgen counts as empty. */

import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import type { Diagnostic, Page } from '../../content/model/page.ts';
import type { PageFacts } from '../../render/model/job.ts';
import type { FileRecord, Looked } from './inputs.ts';
import { DOCSGEN_HASH } from './package.ts';
import type { Project } from './project.ts';
import type { Store } from './store.ts';

/** Parsed pages by source path, with the key they were parsed under. */
export type PagesLedger = Record<string, { key: string; page: Page }>;

/** What was written where, and what it says. */
export interface OutputLedger {
	/** Where the outputs lie; the ledger says nothing about another folder. */
	outDir: string;
	/** Identity of the output that it is about. */
	identity: string;
	/** The options of the last build, and all that it looked at; the same again: nothing to do. */
	options: string;
	looked: Looked;
	/** By output path; `stamp` is of `Output`. */
	outputs: Record<string, readonly [key: string, hash: string, stamp: string]>;
	/** Names of what the last build put there, also where somebody has changed the folder since. */
	ours: string[];
	/** By job key. */
	facts: Record<string, PageFacts>;
	/** By name of the shared text. */
	parts: Record<string, PageFacts>;
	/** Warnings of the last build: a build that has nothing to do says the same as the one that had. */
	diagnostics: Diagnostic[];
	pages: number;
}

/** Options that change what a site says. */
interface Named {
	baseUrl?: string;
	drafts: boolean;
	production: boolean;
}

type Kind = 'inputs' | 'pages' | 'outputs';

function load<T>(store: Store, kind: Kind): T | undefined {
	const bytes = store.get(kind, DOCSGEN_HASH);
	return bytes && (JSON.parse(bytes.toString()) as T);
}

function save(store: Store, kind: Kind, value: unknown): void {
	store.put(kind, DOCSGEN_HASH, JSON.stringify(value));
	store.sweep(kind, new Set([DOCSGEN_HASH]));
}

/** What is known of files, by name. */
export function loadInputs({ store }: Project): Record<string, FileRecord> {
	return load(store, 'inputs') ?? {};
}

export function saveInputs({ store }: Project, files: Record<string, FileRecord>): void {
	save(store, 'inputs', files);
}

export function loadPages({ store }: Project): PagesLedger {
	return load(store, 'pages') ?? {};
}

export function savePages({ store }: Project, pages: PagesLedger): void {
	save(store, 'pages', pages);
}

/** What is known of the present output: nothing, where somebody else has put it there, or a build was killed meanwhile. */
export function loadOutputs(project: Project, outDir: string): OutputLedger {
	const identity = project.output.identity();
	const empty: OutputLedger = {
		outDir,
		identity,
		options: '',
		looked: { files: {}, folders: {}, values: {}, include: [] },
		outputs: {},
		ours: [],
		facts: {},
		parts: {},
		diagnostics: [],
		pages: 0,
	};
	const ledger = load<OutputLedger>(project.store, 'outputs') ?? empty;
	const isOfThis = ledger.outDir === outDir && ledger.identity === identity;
	const ours = ledger.outDir === outDir ? Object.keys(ledger.outputs) : [];
	return isOfThis ? { ...ledger, ours } : { ...empty, ours, facts: ledger.facts, parts: ledger.parts };
}

export function saveOutputs({ store }: Project, ledger: OutputLedger): void {
	save(store, 'outputs', ledger);
}

/** Names what a remembered result is only good for. */
export function optionsHash({ baseUrl, drafts, production }: Named): string {
	return hashOf(hashOfValue([baseUrl, drafts, production]));
}

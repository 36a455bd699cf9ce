/**
 * What docsgen remembers between builds. All of it can be made again: a ledger of another docsgen, or one that
 * cannot be read, counts as empty.
 */

import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import type { Diagnostic, Page } from '../../content/model/page.ts';
import { isRecord } from '../../content/model/schema.ts';
import type { PageFacts } from '../../render/model/job.ts';
import type { BodiesIndex } from './bodies.ts';
import type { FileRecord, Looked } from './inputs.ts';
import { DOCSGEN_HASH } from './package.ts';
import type { Project } from './project.ts';

/** Facts that parsing needs again; written when pages were parsed. */
export interface PagesLedger {
	pages: Record<string, { key: string; page: Page }>;
	bodies: BodiesIndex;
}

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
	outputs: Record<string, [key: string, hash: string, stamp: string]>;
	/** Names of what the last build put there, also where somebody has changed the folder since. */
	ours: string[];
	/** What `Output.folders` said after it. */
	folders: Record<string, string>;
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

const INPUTS = 'inputs.json';
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

/** What is known of files, by name. */
export function loadInputs(project: Project): Record<string, FileRecord> {
	const { files } = load<{ files: Record<string, FileRecord> }>(project, INPUTS, { files: {} });
	return isRecord(files) ? files : {};
}

export function saveInputs(project: Project, files: Record<string, FileRecord>): void {
	project.cache.write(INPUTS, JSON.stringify({ docsgen: DOCSGEN_HASH, files }));
}

export function loadPages(project: Project): PagesLedger {
	const empty: PagesLedger = { pages: {}, bodies: { body: {}, markdown: {}, terms: {} } };
	const ledger = load(project, PAGES, empty);
	const { pages, bodies } = ledger;
	const isWhole = [pages, bodies, bodies?.body, bodies?.markdown, bodies?.terms].every(isRecord);
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
		options: '',
		looked: { files: {}, folders: {}, values: {}, include: [] },
		outputs: {},
		ours: [],
		folders: {},
		facts: {},
		parts: {},
		diagnostics: [],
		pages: 0,
	};
	const ledger = load(project, OUTPUTS, empty);
	if (!isRecord(ledger.outputs) || !isRecord(ledger.facts) || !isRecord(ledger.parts)) return empty;
	const isOfThis = ledger.outDir === outDir && ledger.identity === identity;
	const ours = ledger.outDir === outDir ? Object.keys(ledger.outputs) : [];
	return isOfThis ? { ...ledger, ours } : { ...empty, ours, facts: ledger.facts, parts: ledger.parts };
}

export function saveOutputs(project: Project, ledger: OutputLedger): void {
	project.cache.write(OUTPUTS, JSON.stringify({ docsgen: DOCSGEN_HASH, ...ledger }));
}

/** Names what a remembered result is only good for. */
export function optionsHash({ baseUrl, drafts, production }: Named): string {
	return hashOf(hashOfValue([baseUrl, drafts, production]));
}

/** Forgets everything but outputs: with an empty cache all of it can be made again. */
export function forget({ cache }: Project): void {
	for (const name of cache.names()) if (!name.startsWith('output-')) cache.remove(name);
}

/** The site-wide part of the cache between builds. A ledger of another docsgen version is treated as empty. */

import type { Config } from '../../content/model/config.ts';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import { NOTHING_INCLUDED } from '../../content/model/mounts.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import type { FileRecord, InputSnapshot } from '../disk/inputs.ts';
import { DOCSGEN_HASH } from '../disk/package.ts';
import type { Project } from '../disk/project.ts';

/** The files of the output folder, and facts about them. */
export interface OutputLedger {
	/** The output folder; the ledger is not valid for another one. */
	outDir: string;
	/** Identity of this output. */
	identity: string;
	/** The options and inputs of the last build; if both are the same again, there is nothing to do. */
	options: string;
	looked: InputSnapshot;
	/** By output path; `version` is that of `OutputFolder.fileVersion`. */
	outputs: Record<string, readonly [key: string, hash: string, version: string]>;
	/** `OutputFolder.foldersVersion` of the outputs. */
	folders: string;
	/** For edits of texts alone; absent if they need a whole build. */
	edits?: { templates: string; hosts: Config['hosts'] };
	/** Names of the files written by the last build, even if the folder has changed since. */
	ours: string[];
	/** Warnings of the last build, to report again when there is nothing to build. */
	diagnostics: Diagnostic[];
	pages: number;
}

/** Options that change the content of a site or its findings. */
interface Named {
	url?: string;
	baseUrl?: string;
	drafts: boolean;
	production: boolean;
	published?: boolean;
}

interface Ledgers {
	/** By name of the file. */
	inputs: Record<string, FileRecord>;
	outputs: OutputLedger;
}

export function loadLedger<K extends keyof Ledgers>(
	{ store }: Pick<Project, 'store'>,
	kind: K,
): Ledgers[K] | undefined {
	const bytes = store.get(kind, DOCSGEN_HASH);
	return bytes && (JSON.parse(bytes.toString()) as Ledgers[K]);
}

export function saveLedger<K extends keyof Ledgers>(
	{ store }: Pick<Project, 'store'>,
	kind: K,
	value: Ledgers[K],
): void {
	store.put(kind, DOCSGEN_HASH, JSON.stringify(value));
	store.sweep(kind, new Set([DOCSGEN_HASH]));
}

/** The ledger of the present output; empty if another program has written it, or if a build was killed. */
export function loadOutputs(project: Project, outDir: string): OutputLedger {
	const identity = project.output.identity();
	const empty: OutputLedger = {
		outDir,
		identity,
		options: '',
		looked: { files: {}, folders: {}, values: {}, include: NOTHING_INCLUDED },
		outputs: {},
		folders: '',
		ours: [],
		diagnostics: [],
		pages: 0,
	};
	const ledger = loadLedger(project, 'outputs') ?? empty;
	const isOfThis = ledger.outDir === outDir && ledger.identity === identity;
	const ours = ledger.outDir === outDir ? Object.keys(ledger.outputs) : [];
	return isOfThis ? { ...ledger, ours } : { ...empty, ours };
}

/** Hash of the options that a cached result depends on. */
export function optionsHash({ url, baseUrl, drafts, production, published }: Named): string {
	return hashOf(hashOfValue([url, baseUrl, drafts, production, published]));
}

/** Whether all outputs are as the last build left them. */
export function areIntact({ output }: Pick<Project, 'output'>, { outputs }: OutputLedger): boolean {
	return Object.entries(outputs).every(([out, [, , version]]) => output.fileVersion(out) === version);
}

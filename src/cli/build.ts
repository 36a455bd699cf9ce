/**
 * `docsgen build` and `docsgen check`: builds the whole site once. If nothing has changed, the modules that build a site
 * are not loaded.
 */
import { isDeepStrictEqual } from 'node:util';
import { EXTENSIONS } from '../extensions/registered.ts';
import { type CompileContext, TEMPLATES } from './bundle/compile.ts';
import { openEntries, SHOWN } from './cache/entries.ts';
import { areIntact, loadLedger, loadOutputs, type OutputLedger, optionsHash } from './cache/ledger.ts';
import { CacheLost } from './disk/disk.ts';
import { changedFiles, openInputs } from './disk/inputs.ts';
import type { Project } from './disk/project.ts';
import type { BuildOptions, BuildResult } from './pipeline/full-build.ts';
import { readValues } from './pipeline/values.ts';

export type { BuildOptions, BuildResult };

/** Attempts at a build: another build may replace the output meanwhile. */
const TURNS = 5;

/** Builds or checks a site. Findings are in the result; exceptions are bugs of docsgen. */
export async function build(project: Project, options: BuildOptions): Promise<BuildResult> {
	for (let turn = 1; ; turn++) {
		try {
			const result = await buildOnce(project, options);
			if (result) return result;
			if (turn === TURNS) throw new Error('Other builds keep replacing the same output.');
		} catch (error) {
			if (!(error instanceof CacheLost) || turn > 1) throw error;
			project.store.clear();
		}
	}
}

/** Undefined if another build has replaced the output meanwhile. */
async function buildOnce(project: Project, options: BuildOptions): Promise<BuildResult | undefined> {
	const ledger = loadOutputs(project, options.outDir);
	const inputs = openInputs(project, { known: loadLedger(project, 'inputs'), env: options.env, now: options.now });
	const changed = await changedSince({ project, inputs, templates: TEMPLATES }, ledger, options);
	if (changed?.length === 0 && (options.checkOnly || areIntact(project, ledger))) {
		const count = Object.keys(ledger.outputs).length;
		const { pages, diagnostics } = ledger;
		return { ok: true, pages, written: 0, unchanged: count, removed: 0, jobs: 0, diagnostics };
	}
	if (changed && changed.length > 0) {
		const { buildEdit } = await import('./pipeline/edit-build.ts');
		const built = await buildEdit(project, inputs, ledger, options, EXTENSIONS, changed);
		if (built) return built === 'replaced' ? undefined : built;
	}
	// Forget the inputs read by the failed check: they are not inputs of this build.
	inputs.refresh();
	const { fullBuild } = await import('./pipeline/full-build.ts');
	return fullBuild(project, inputs, ledger, options, EXTENSIONS);
}

/** The files that have changed since the last build; undefined if anything else has, values included. */
async function changedSince(
	context: CompileContext,
	ledger: OutputLedger,
	options: BuildOptions,
): Promise<string[] | undefined> {
	const { values } = ledger.looked;
	const changed = ledger.options === optionsHash(options) ? changedFiles(context.inputs, ledger.looked) : undefined;
	// Reading values would compile a changed configuration.
	const texts = openEntries(context.project.store, SHOWN);
	if (!changed?.every((path) => texts.has(path))) return undefined;
	await readValues(context, EXTENSIONS, Object.keys(values));
	return isDeepStrictEqual(context.inputs.looked().values, values) ? changed : undefined;
}

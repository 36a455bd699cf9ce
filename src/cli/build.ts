/**
 * `docsgen build` and `docsgen check`: builds the whole site once. If nothing has changed, the modules that build a site
 * are not loaded.
 */

import { type CompileContext, TEMPLATES } from './bundle/compile.ts';
import { loadLedger, loadOutputs, type OutputLedger, optionsHash } from './cache/ledger.ts';
import { CacheLost } from './disk/disk.ts';
import { areUnchanged, openInputs } from './disk/inputs.ts';
import type { Project } from './disk/project.ts';
import type { BuildOptions, BuildResult } from './pipeline/full-build.ts';
import { readValues } from './pipeline/values.ts';
import { PROVIDERS } from './providers/registered.ts';

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
	if (await isUpToDate({ project, inputs, templates: TEMPLATES }, ledger, options)) {
		const count = Object.keys(ledger.outputs).length;
		const { pages, diagnostics } = ledger;
		return { ok: true, pages, written: 0, unchanged: count, removed: 0, jobs: 0, diagnostics };
	}
	// Forget the inputs read by the failed check: they are not inputs of this build.
	inputs.refresh();
	const { fullBuild } = await import('./pipeline/full-build.ts');
	return fullBuild(project, inputs, ledger, options, PROVIDERS);
}

/** Whether all inputs of the last build, values included, are unchanged and its output is still there. */
async function isUpToDate(context: CompileContext, ledger: OutputLedger, options: BuildOptions): Promise<boolean> {
	const { inputs, project } = context;
	const { values } = ledger.looked;
	// Sources first: after an edit there is no need to check the outputs.
	if (ledger.options !== optionsHash(options) || !areUnchanged(inputs, ledger.looked)) return false;
	await readValues(context, PROVIDERS, Object.keys(values));
	const isSame = JSON.stringify(sorted(inputs.looked().values)) === JSON.stringify(sorted(values));
	return isSame && isComplete(project, ledger, options);
}

function sorted(values: Record<string, string>): [string, string][] {
	return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}

function isComplete(project: Project, ledger: OutputLedger, options: BuildOptions): boolean {
	return (
		options.checkOnly === true ||
		Object.entries(ledger.outputs).every(([out, [, , version]]) => project.output.fileVersion(out) === version)
	);
}

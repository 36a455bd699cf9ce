/** Computed inputs: the exports of configuration and sidebars, the installed packages, and a git that fails. */
import { CONFIG_FILE } from '../../content/model/identity.ts';
import type { CompileContext } from '../bundle/compile.ts';
import { loadModule } from '../bundle/modules.ts';
import { packagesSignature } from '../typescript/reference/packages.ts';
import { HISTORY, historyProblem } from './last-changes.ts';

/** Recomputes the values among a pass's inputs, to compare them. */
export async function readValues(context: CompileContext, names: string[]): Promise<void> {
	for (const name of names) {
		// A module that fails now has no value, so the build is not up to date and reports the failure.
		const value = context.inputs.has(name) ? await loadModule(context, name).catch(() => undefined) : undefined;
		if (name === CONFIG_FILE) recordPackages(context, value);
		if (name === HISTORY) context.inputs.value(HISTORY, historyProblem(context));
	}
}

/** Records the packages of the API reference as an input, from a configuration that is not checked yet. */
export function recordPackages({ inputs, project }: CompileContext, configuration: unknown): void {
	inputs.value('packages', packagesSignature(project.root, configuration));
}

/** Inputs that are computed: what configuration and sidebars are when they are run, and which packages are installed. */
import type { Workbench } from '../machine/compile.ts';
import { loadModule } from '../machine/modules.ts';
import { packagesSignature } from '../reference/packages.ts';

export const CONFIG_FILE = 'site.config.ts';

/** Asks again for the values among a pass's inputs: whether they are what they were. */
export async function readValues(bench: Workbench, names: string[]): Promise<void> {
	for (const name of names) {
		const value = bench.inputs.has(name) ? await loadModule(bench, name).catch(() => undefined) : undefined;
		if (name === CONFIG_FILE) lookAtPackages(bench, value);
	}
}

/** The packages that the API reference of a configuration, as it is written, is about: an input, too. */
export function lookAtPackages({ inputs, project }: Workbench, configuration: unknown): void {
	inputs.value('packages', packagesSignature(project.root, configuration));
}

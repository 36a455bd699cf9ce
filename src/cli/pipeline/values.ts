/** Computed inputs: the exports of configuration and sidebars, what providers read, and a git that fails. */
import { resolveConfig } from '../../content/model/config.ts';
import { CONFIG_FILE } from '../../content/model/identity.ts';
import type { Extension } from '../../extension.ts';
import type { CompileContext } from '../bundle/compile.ts';
import { loadModule } from '../bundle/modules.ts';
import { loadOwnExtensions } from '../bundle/site-extensions.ts';
import { HISTORY, historyProblem } from './last-changes.ts';
import { recordSignatures } from './providers.ts';

/** Recomputes the values among a pass's inputs, to compare them. */
export async function readValues(
	context: CompileContext,
	extensions: readonly Extension[],
	names: string[],
): Promise<void> {
	for (const name of names) {
		// A module that fails now has no value, so the build is not up to date and reports the failure.
		const value = context.inputs.has(name) ? await loadModule(context, name).catch(() => undefined) : undefined;
		if (name === CONFIG_FILE) {
			// Extensions that can't be loaded now are reported by the build.
			const own = await loadOwnExtensions(context, value).catch(() => undefined);
			const all = [...extensions, ...(own?.extensions ?? [])];
			await recordSignatures(context, all, resolveConfig(value, {}, undefined, all).config);
		}
		if (name === HISTORY) context.inputs.value(HISTORY, historyProblem(context));
	}
}

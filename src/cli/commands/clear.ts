/** `docsgen clear`. */
import type { CliCommand } from '../../extension.ts';
import { common, type SiteOptions, withOutDir } from './command.ts';
import { openSite, withTerminal } from './run.ts';

export const clearCommand: CliCommand = {
	name: 'clear',
	description: 'remove the output folder and the cache',
	examples: ['docsgen clear'],
	define: (command) => withOutDir(common(command)),
	run: (options: SiteOptions) =>
		withTerminal(options, async (terminal) => {
			const { project, outDir } = await openSite(options);
			return (await import('../clear.ts')).clear(project, outDir, terminal);
		}),
};

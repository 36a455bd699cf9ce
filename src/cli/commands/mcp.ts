/** `docsgen mcp`. */

import { standardOutputStream } from '../terminal/standard-output.ts';
import type { CliCommand } from './command.ts';
import { openSite, withTerminal } from './run.ts';

export const mcpCommand: CliCommand = {
	name: 'mcp',
	description: 'serve a site to an assistant over the Model Context Protocol',
	examples: ['docsgen mcp https://trpc.io', 'docsgen mcp .', 'docsgen mcp build'],
	define: (command) =>
		command.argument('<site>', 'URL of a site made with docsgen, or a folder: of its sources, or of the built site'),
	/** Standard output belongs to the protocol: findings go to standard error. */
	async run(target: string) {
		const { serveAssistant } = await import('../mcp/server.ts');
		return withTerminal({ site: target, quiet: true }, (terminal) =>
			serveAssistant(target, standardOutputStream(), async (site) => {
				const { createPrinter, startDev } = await import('../dev.ts');
				const { project, outDir } = await openSite({ site });
				return startDev(project, {
					outDir,
					drafts: false,
					production: false,
					port: 0,
					onUpdate: createPrinter(terminal),
				});
			}),
		);
	},
};

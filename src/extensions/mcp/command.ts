/** `docsgen mcp`. */
import type { CliCommand, CommandHost } from '../../extension.ts';

export function mcpCommand({ withTerminal, output, ...serving }: CommandHost): CliCommand {
	return {
		name: 'mcp',
		description: 'serve a site to an assistant over the Model Context Protocol',
		examples: ['docsgen mcp https://trpc.io', 'docsgen mcp .', 'docsgen mcp build'],
		isServer: true,
		define: (command) =>
			command.argument('<site>', 'URL of a site made with docsgen, or a folder: of its sources, or of the built site'),
		/** Standard output belongs to the protocol: findings go to standard error. */
		async run(target: string) {
			const { serveAssistant } = await import('./server.ts');
			return withTerminal({ site: target, quiet: true }, (terminal) =>
				serveAssistant(target, output(), {
					sources: (site) => serving.serveSources(site, terminal),
					output: serving.serveOutput,
				}),
			);
		},
	};
}

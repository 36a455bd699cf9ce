/** `docsgen dev`. */
import type { CliCommand } from '../../extension.ts';
import { common, type ServeOptions, type SiteOptions, withServerOptions, withSiteOptions } from './command.ts';
import { openSite, terminalFor } from './run.ts';
import { started, untilStopped } from './server.ts';

export const devCommand: CliCommand = {
	name: 'dev',
	isServer: true,
	description: 'serve the site while you write: every saved change shows in the open browser',
	examples: ['docsgen dev', 'docsgen dev --port 4000 --open', 'docsgen dev --drafts'],
	define: (command) =>
		withServerOptions(withSiteOptions(common(command))).option('--poll', 'look for changes every second'),
	async run(options: SiteOptions & ServeOptions & { poll?: boolean }) {
		const start = performance.now();
		const { createPrinter, startDev } = await import('../dev/dev.ts');
		const terminal = terminalFor(options);
		const server = await started(async () => {
			const { project, outDir } = await openSite(options);
			return startDev(project, {
				outDir,
				baseUrl: options.baseUrl,
				drafts: options.drafts ?? false,
				production: false,
				host: options.host,
				allowedHosts: options.allowedHost,
				port: options.port,
				poll: options.poll,
				onUpdate: createPrinter(terminal),
			});
		});
		if (server.kind === 'failed') {
			terminal.diagnostics([server.diagnostic]);
			return 1;
		}
		const ready = `(ready in ${Math.round(performance.now() - start)} ms)`;
		const line = `docsgen dev: ${[server.url, ...server.others].join(' ')} ${ready}`;
		return untilStopped(server, line, options, terminal, {
			r: { does: 'rebuilds from all files', run: () => void server.refresh() },
		});
	},
};

/** `docsgen serve`. */
import type { CliCommand } from '../../extension.ts';
import { common, type ServeOptions, type SiteOptions, withOutDir, withServerOptions } from './command.ts';
import { openSite, terminalFor } from './run.ts';
import { started, untilStopped } from './server.ts';

export const serveCommand: CliCommand = {
	name: 'serve',
	isServer: true,
	description: 'preview the built site as a host would serve it',
	examples: ['docsgen serve', 'docsgen serve --port 8080 --host 0.0.0.0'],
	define: (command) =>
		withServerOptions(
			withOutDir(common(command)).option(
				'--base-url <path>',
				'path the site was built for, if it differs from the configuration',
			),
		),
	async run(options: SiteOptions & ServeOptions) {
		const { createPreview } = await import('../http/server.ts');
		const { configured } = await import('../bundle/configuration.ts');
		const terminal = terminalFor(options);
		const server = await started(async () => {
			const { project, outDir } = await openSite(options);
			const config = options.baseUrl === undefined ? await configured(project) : options;
			if ('diagnostic' in config) return config;
			return createPreview({
				root: outDir,
				baseUrl: config.baseUrl,
				host: options.host,
				allowedHosts: options.allowedHost,
				port: options.port,
			});
		});
		if (server.kind === 'failed') {
			terminal.diagnostics([server.diagnostic]);
			return 1;
		}
		return untilStopped(server, `docsgen serve: ${[server.url, ...server.others].join(' ')}`, options, terminal);
	},
};

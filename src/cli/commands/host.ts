/** Lends the work of commands to extensions. */
import type { CommandHost } from '../../extension.ts';
import { standardOutputStream } from '../terminal/standard-output.ts';
import { common } from './command.ts';
import { openSite, withTerminal } from './run.ts';

export const COMMAND_HOST: CommandHost = {
	withTerminal,
	common,
	withPages: (options, work) =>
		withTerminal(options, async (terminal) => {
			const { workOnPages } = await import('../search/linked.ts');
			return workOnPages((await openSite(options)).project, process.env, (site) => work(site, terminal));
		}),
	output: standardOutputStream,
	async serveSources(site, terminal) {
		const { createPrinter, startDev } = await import('../dev/dev.ts');
		const { project, outDir } = await openSite({ site });
		return startDev(project, { outDir, drafts: false, production: false, port: 0, onUpdate: createPrinter(terminal) });
	},
	async serveOutput(root, baseUrl) {
		const { createPreview } = await import('../http/server.ts');
		return createPreview({ root, baseUrl, port: 0 });
	},
};

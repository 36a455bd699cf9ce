/** `docsgen search push`. */
import type { CliCommand, CommandHost, LinkedOptions } from '../../extension.ts';

export function pushCommand({ common, withPages }: CommandHost): CliCommand {
	return {
		name: 'search push',
		description: 'send the records to the hosted search service',
		examples: ['docsgen search push', 'DOCSGEN_SEARCH_ADMIN_KEY=… docsgen search push --send'],
		define: (command) =>
			common(command)
				.option('--dry-run', 'show what a push would change in the index')
				.option('--send', 'replace the index; without it, only report what would be sent'),
		async run({
			send = false,
			dryRun: compare = false,
			...options
		}: LinkedOptions & { send?: boolean; dryRun?: boolean }) {
			const { pushSearch } = await import('./push.ts');
			const settings = { env: process.env, send: send && !compare, compare };
			return withPages(options, (site, terminal) => pushSearch(site, settings, terminal));
		},
	};
}

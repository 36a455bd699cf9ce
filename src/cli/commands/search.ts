/** `docsgen search try`. */

import { Option } from 'commander';
import type { CliCommand } from '../../extension.ts';
import { type CommonOptions, common } from './command.ts';
import { jsonWriter, openSite, withTerminal } from './run.ts';

export const searchTryCommand: CliCommand = {
	name: 'search try',
	description: 'print what a reader would get from the offline index',
	examples: ['docsgen search try batch link', 'docsgen search try --docs-version 9.x context'],
	define: (command) =>
		common(command)
			.argument('<query...>', 'what a reader would type')
			.option('--docs-version <name>', 'name or label of a docs version (default: the last released one)')
			.option('--locale <tag>', 'language, such as fr (default: the first)')
			.addOption(new Option('--limit <number>', 'results shown').argParser(Number).default(10)),
	async run(query: string[], options: CommonOptions & { docsVersion?: string; locale?: string; limit: number }) {
		const { trySearch } = await import('../search/try.ts');
		const { docsVersion: version, locale, limit } = options;
		const settings = { env: process.env, version, locale, limit, json: jsonWriter(options) };
		return withTerminal(options, async (terminal) =>
			trySearch((await openSite(options)).project, query.join(' '), settings, terminal),
		);
	},
};

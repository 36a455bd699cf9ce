/** `docsgen version`. */

import { resolve } from 'node:path';
import type { CliCommand } from '../../extension.ts';
import { type CommonOptions, common } from './command.ts';
import { withTerminal } from './run.ts';

export const versionCommand: CliCommand = {
	name: 'version',
	description: 'freeze the current docs as a version',
	examples: ['docsgen version 1.x'],
	define: (command) =>
		common(command, { withCache: false, withStrict: true }).argument('<label>', 'name of the version, e.g. 1.x'),
	run: (label: string, options: CommonOptions) =>
		withTerminal(options, async (terminal) =>
			(await import('../version.ts')).freeze(resolve(options.site), label, terminal),
		),
};

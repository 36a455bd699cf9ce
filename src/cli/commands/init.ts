/** `docsgen init`. */
import { resolve } from 'node:path';
import { type CliCommand, common, type ReportOptions } from './command.ts';
import { withTerminal } from './run.ts';

export const initCommand: CliCommand = {
	name: 'init',
	description: 'start a small working site',
	examples: ['docsgen init my-docs'],
	define: (command) => common(command, { withSite: false }).argument('[dir]', 'folder to start the site in', '.'),
	run: (dir: string, options: ReportOptions) =>
		withTerminal(options, async (terminal) => (await import('../init.ts')).init(resolve(dir), terminal)),
};

/** `docsgen eject`. */

import { resolve } from 'node:path';
import type { CliCommand } from '../../extension.ts';
import { type CommonOptions, common } from './command.ts';
import { withTerminal } from './run.ts';

export const ejectCommand: CliCommand = {
	name: 'eject',
	description: 'copy a packaged template into the site, to change it there',
	examples: ['docsgen eject Footer', 'docsgen eject components/Hero', 'docsgen eject styles/code.css'],
	define: (command) =>
		common(command, { withCache: false }).argument(
			'[template]',
			'name of a template, a component or a style sheet; without one they are listed',
		),
	run: (name: string | undefined, options: CommonOptions) =>
		withTerminal(options, async (terminal) =>
			(await import('../eject.ts')).eject(resolve(options.site), name, terminal),
		),
};

/** `docsgen init`. */

import { resolve } from 'node:path';
import type { CliCommand } from '../../extension.ts';
import type { InitOptions } from '../init/init.ts';
import { common, type ReportOptions } from './command.ts';
import { withTerminal } from './run.ts';

export const initCommand: CliCommand = {
	name: 'init',
	description: 'start a small working site',
	examples: ['docsgen init my-docs', 'docsgen init my-docs --title "My project" --look warm'],
	define: (command) =>
		common(command, { withSite: false })
			.argument('[dir]', 'folder to start the site in', '.')
			.option('--title <text>', 'title of the site; asked for in a terminal')
			.option('--look <name>', 'plain, warm or compact; asked for in a terminal')
			.option('--accent <color>', 'blue, green, violet or brick, or a color in CSS; asked for in a terminal'),
	run: (dir: string, options: ReportOptions & Pick<InitOptions, 'title' | 'look' | 'accent'>) =>
		withTerminal(options, async (terminal) => {
			const { init } = await import('../init/init.ts');
			const { packedIn } = await import('../init/pack.ts');
			const { title, look, accent } = options;
			const docsgen = (folder: string) => packedIn(folder, terminal);
			return init(resolve(dir), terminal, { title, look, accent, docsgen, ask: options.quiet ? undefined : asking() });
		}),
};

/** Asks the person at the terminal, if there is one. */
function asking(): InitOptions['ask'] {
	if (!process.stdin.isTTY || !process.stderr.isTTY || process.env.CI) return undefined;
	return async (question, usual) => {
		const { createInterface } = await import('node:readline/promises');
		const lines = createInterface({ input: process.stdin, output: process.stderr });
		lines.on('SIGINT', () => process.exit(130));
		try {
			return (await lines.question(`${question} (${usual}): `)).trim() || usual;
		} finally {
			lines.close();
		}
	};
}

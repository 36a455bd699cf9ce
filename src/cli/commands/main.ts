/** The command line: a table of commands. The code of a command is loaded when the command runs. */
import { Command } from 'commander';
import type { CliCommand } from '../../extension.ts';
import { EXTENSIONS } from '../../extensions/registered.ts';
import { docsgenVersion, plugAndPlay } from '../disk/package.ts';
import { claimStandardOutput } from '../terminal/standard-output.ts';
import { buildCommand, checkCommand } from './build.ts';
import { clearCommand } from './clear.ts';
import type { CommonOptions } from './command.ts';
import { devCommand } from './dev.ts';
import { ejectCommand } from './eject.ts';
import { COMMAND_HOST } from './host.ts';
import { initCommand } from './init.ts';
import { migrateCommand } from './migrate.ts';
import { withTerminal } from './run.ts';
import { searchTryCommand } from './search.ts';
import { serveCommand } from './serve.ts';
import { translateAddCommand, translateMarkCommand, translateStatusCommand } from './translate.ts';
import { versionCommand } from './version.ts';

/** Groups of commands, with their descriptions. */
const GROUPS: Readonly<Record<string, string>> = {
	search: 'try the search, or send its records to a service',
	translate: 'show and record the state of translations',
};

/** All commands, in the order of the help. */
export const COMMANDS: readonly CliCommand[] = [
	buildCommand,
	checkCommand,
	devCommand,
	serveCommand,
	initCommand,
	ejectCommand,
	versionCommand,
	migrateCommand,
	searchTryCommand,
	...EXTENSIONS.flatMap(({ commands }) => commands?.(COMMAND_HOST) ?? []),
	translateStatusCommand,
	translateAddCommand,
	translateMarkCommand,
	clearCommand,
];

/** Runs the command line; resolves to the exit code. */
export async function main(argv: string[]): Promise<number> {
	let code = 0;
	const { write } = claimStandardOutput();
	const program = new Command('docsgen')
		.configureOutput({ writeOut: write })
		.description('Markdown in, a complete, fast documentation site out.')
		.version(docsgenVersion(), '-V, --version', 'print the version')
		.helpOption('-h, --help', 'print help')
		.showSuggestionAfterError()
		.showHelpAfterError('(add --help for usage)')
		.exitOverride();
	const groups = new Map<string, Command>();
	for (const { name, description, define, examples, run } of COMMANDS) {
		const [own = '', group] = name.split(' ').reverse();
		if (group !== undefined && !groups.has(group))
			groups.set(group, program.command(group).description(GROUPS[group] ?? ''));
		const command = (groups.get(group ?? '') ?? program).command(own).description(description);
		define(command)
			.addHelpText(
				'after',
				`\nExamples:\n${examples.map((line) => `  $ ${line.replace('docsgen', 'npx docsgen')}`).join('\n')}`,
			)
			.action(async (...given: unknown[]) => {
				const options = command.opts<CommonOptions>();
				const refusal = options.site === undefined ? undefined : plugAndPlay();
				code = await (refusal ? withTerminal(options, async () => [refusal]) : run(...given));
			});
	}
	try {
		await program.parseAsync(argv, { from: 'user' });
	} catch (error) {
		if (isCommanderError(error)) return error.exitCode;
		throw error;
	}
	return code;
}

function isCommanderError(error: unknown): error is { exitCode: number } {
	return error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number';
}

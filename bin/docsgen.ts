#!/usr/bin/env node
/** The program. Compiled at install (`npm run prepare`), in parts that a command loads as it needs them. */
import { main } from '../src/cli/main.ts';
import { threadData } from '../src/cli/pipeline/second-thread.ts';
import { API_COMMAND } from '../src/cli/reference/command.ts';
import { CHECKER_COMMAND } from '../src/cli/samples/command.ts';

/** The word that makes the program compile what it brings itself; said by `npm run prepare` only. */
const INSTALL_COMMAND = '__install';

// Whoever reads the output may have seen enough: docsgen … | head.
for (const stream of [process.stdout, process.stderr]) {
	stream.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EPIPE') throw error;
		process.exit();
	});
}

/** What this process or thread is for; the exit code, where it says one. */
async function run(): Promise<number | undefined> {
	const [command] = process.argv.slice(2);
	const thread = threadData();
	if (thread) await (await import('../src/cli/pipeline/thread.ts')).runThread(thread);
	else if (command === CHECKER_COMMAND) await (await import('../src/cli/samples/child.ts')).main();
	else if (command === API_COMMAND) await (await import('../src/cli/reference/child.ts')).main();
	else if (command === INSTALL_COMMAND) await (await import('../src/cli/machine/install.ts')).install();
	else return main(process.argv.slice(2));
	return undefined;
}

run().then(
	(code) => {
		if (code !== undefined) process.exitCode = code;
	},
	(error: unknown) => {
		const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
		process.stderr.write(
			`docsgen failed: ${message}\n${process.env.DOCSGEN_DEBUG ? `${stack}\n` : 'Run again with DOCSGEN_DEBUG=1 to see where.\n'}`,
		);
		process.exitCode = 1;
	},
);

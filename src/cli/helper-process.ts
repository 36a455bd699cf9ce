/** Compilers run in processes of their own, beside the build and without its limits. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './compiled.ts';

/**
 * Starts this program for one task, named by a hidden command. A limit of the heap on the build's own command line is
 * not handed on: a compiler of types needs what it needs. What NODE_OPTIONS says is for all.
 */
export function startHelper(command: string): ChildProcess {
	return fork(join(PACKAGE_ROOT, 'dist/docsgen.js'), [command], {
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		execArgv: process.execArgv.filter((option) => !option.startsWith('--max-old-space-size')),
	});
}

/** Compilers run in processes of their own, beside the build and without its limits. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT, PROGRAM } from './package.ts';

const HEAP_LIMIT = /\s*--max[-_]old[-_]space[-_]size(?:=|\s+)\d+/g;

/**
 * Options without a limit of the heap, which is meant for the build: what a compiler of types needs is its own affair,
 * and with less it gives no answer at all.
 */
export function withoutHeapLimit(options: string): string {
	return options.replace(HEAP_LIMIT, '').trim();
}

/** Starts this program for one task, named by a hidden command. */
export function startHelper(command: string): ChildProcess {
	const { NODE_OPTIONS = '' } = process.env;
	return fork(PROGRAM ?? join(PACKAGE_ROOT, 'dist/docsgen.js'), [command], {
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		execArgv: process.execArgv.filter((option) => withoutHeapLimit(option) !== ''),
		env: { ...process.env, NODE_OPTIONS: withoutHeapLimit(NODE_OPTIONS) },
	});
}

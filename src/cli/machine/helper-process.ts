/** Compilers run in separate processes, without the build's heap limit. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT, PROGRAM } from './package.ts';

const HEAP_LIMIT = /\s*--max[-_]old[-_]space[-_]size(?:=|\s+)\d+/g;

/**
 * Removes the heap limit from Node's options: the limit is meant for the build, and a type checker that exceeds it
 * returns nothing at all.
 */
export function withoutHeapLimit(options: string): string {
	return options.replace(HEAP_LIMIT, '').trim();
}

/** Starts this program for one task, selected by a hidden command. Its standard output goes to standard error. */
export function startHelper(command: '__api-reference' | '__check-samples', ending?: AbortSignal): ChildProcess {
	const { NODE_OPTIONS = '' } = process.env;
	return fork(PROGRAM ?? join(PACKAGE_ROOT, 'dist/docsgen.js'), [command], {
		stdio: ['ignore', 2, 2, 'ipc'],
		execArgv: process.execArgv.filter((option) => withoutHeapLimit(option) !== ''),
		env: { ...process.env, NODE_OPTIONS: withoutHeapLimit(NODE_OPTIONS) },
		...(ending ? { signal: ending } : {}),
	});
}

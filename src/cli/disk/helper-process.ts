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

/** The failure of a helper process in one line or, with DOCSGEN_DEBUG set, with its place. */
export function failureOf(error: unknown): string {
	const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
	return (process.env.DOCSGEN_DEBUG ? stack : undefined) ?? message;
}

/** The way out for a failure that docsgen cannot explain. */
export const DEBUG_HINT = 'Run again with DOCSGEN_DEBUG=1 to see where.';

/** The part of a child process that its starter needs. */
export type HelperProcess = Pick<ChildProcess, 'send' | 'on' | 'kill'>;

/** The hidden command of the process that an extension starts. */
export function helperCommand(extension: string): string {
	return `__${extension}`;
}

/**
 * Starts this program for the work of an extension, with the arguments that name the folder of the cache. Its standard
 * output goes to standard error.
 */
export function startHelper(extension: string): HelperProcess {
	const { NODE_OPTIONS = '' } = process.env;
	return fork(PROGRAM ?? join(PACKAGE_ROOT, 'dist/docsgen.js'), [helperCommand(extension), ...process.argv.slice(3)], {
		stdio: ['ignore', 2, 2, 'ipc'],
		execArgv: process.execArgv.filter((option) => withoutHeapLimit(option) !== ''),
		env: { ...process.env, NODE_OPTIONS: withoutHeapLimit(NODE_OPTIONS) },
	});
}

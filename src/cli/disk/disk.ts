/** Creates folders, replaces files so that a killed process never leaves a partial result, and explains errors. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Diagnostic } from '../../content/model/page.ts';

/** A listed entry of the cache is missing or damaged; the command succeeds with an empty cache. */
export class CacheLost extends Error {
	constructor(what: string) {
		super(`The cache no longer has ${what}.`);
	}
}

/** Lets `make` write a file or folder next to its target, then renames it. First removes the remains of a killed run. */
export function atomically(target: string, make: (path: string) => void): void {
	// The leading dot hides the unfinished file from the site.
	const making = join(dirname(target), `.${basename(target)}.new`);
	rmSync(making, { recursive: true, force: true });
	makeFolder(dirname(target));
	make(making);
	renameSync(making, target);
}

/** The nearest folder with a Git repository, a worktree or a submodule; without one, the folder itself, which is absolute. */
export function repositoryOf(folder: string): string {
	for (let at = folder; ; at = dirname(at)) {
		if (existsSync(join(at, '.git'))) return at;
		if (dirname(at) === at) return folder;
	}
}

/**
 * Makes the missing folders of a path. Node's recursive `mkdir` never returns if the system reports ENOENT for a folder
 * although its parent exists, as `/proc` does.
 */
export function makeFolder(path: string): void {
	if (made(path)) return;
	makeFolder(dirname(path));
	if (!made(path)) mkdirSync(path);
}

/** Whether the folder exists now; false if its parent is missing. */
function made(path: string): boolean {
	try {
		mkdirSync(path);
		return true;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT' && dirname(path) !== path) return false;
		if (code === 'EEXIST' && statSync(path).isDirectory()) return true;
		throw error;
	}
}

/** The result, or undefined if the disk fails: for optional data. */
export function attempt<T>(ask: () => T): T | undefined {
	try {
		return ask();
	} catch {
		return undefined;
	}
}

/** Error codes for a path that does not exist, or is not a file. */
const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'];
/**
 * Undefined if the file does not exist, or for one of the codes in `more`. Other errors are thrown: a temporary failure
 * of the disk must not remove pages from the site.
 */
export function unlessMissing<T>(ask: () => T, more: readonly string[] = []): T | undefined {
	try {
		return ask();
	} catch (error) {
		const { code = '' } = error as NodeJS.ErrnoException;
		if (MISSING.includes(code) || more.includes(code)) return undefined;
		throw error;
	}
}

/** Errors of the disk or the system are findings: they are not failures of docsgen. */
const REASONS: Record<string, [what: string, hint: string]> = {
	ENOSPC: ['The disk is full', 'Free some space, and run the command again.'],
	EDQUOT: ['Your disk quota is used up', 'Free some space, and run the command again.'],
	EACCES: ['Permission denied', 'Check the permissions of the file and of the folders above it.'],
	EPERM: ['The system does not permit this', 'Check the permissions of the file and of the folders above it.'],
	EROFS: ['The disk is read-only', 'Choose a writable folder with --out-dir.'],
	EBUSY: ['Another program has this file open', 'Close it, and run the command again.'],
	EMFILE: ['Too many files are open', 'Raise the limit: ulimit -n 4096.'],
	ENFILE: ['Too many files are open on this machine', 'Close other programs, and run the command again.'],
	EFBIG: ['This file is too large', 'Make it smaller than 50 MB.'],
	EIO: ['The disk reports an error', 'Check the disk: the site is not at fault.'],
	ENOTDIR: ['A file is in the place of a folder', 'Choose another folder with --out-dir.'],
	ENAMETOOLONG: ['This name is too long for the disk', 'Choose a shorter one.'],
	EXDEV: ['A file cannot be moved between disks', 'Choose an output folder on the disk of the site.'],
	ENOENT: ['This file or folder is gone', 'Another program may have removed it. Run the command again.'],
	ELOOP: ['Symbolic links form a circle', 'Fix the links.'],
};

/** The finding for an error of a system call; undefined for every other error. */
export function explainDiskError(error: unknown): Diagnostic | undefined {
	if (!(error instanceof Error)) return undefined;
	if (error instanceof CacheLost) {
		const hint = 'Run "npx docsgen clear", then the command again.';
		return { code: 'disk-error', severity: 'error', message: error.message, hint };
	}
	const { code = '', syscall, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
	const [what, hint] = REASONS[code] ?? [];
	if (syscall === undefined || what === undefined) return undefined;
	const place = dest ?? path;
	const message = `${what}${place === undefined ? '' : `: ${place}`} (${code}, ${syscall}).`;
	return { code: 'disk-error', severity: 'error', message, hint };
}

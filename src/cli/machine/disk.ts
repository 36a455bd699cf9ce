/** Creates folders and replaces files so that a killed process never leaves a partial result. */
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Lets `make` write a file or folder next to its target, then renames it. First removes the remains of a killed run. */
export function atomically(target: string, make: (path: string) => void): void {
	// The leading dot hides the unfinished file from the site.
	const making = join(dirname(target), `.${basename(target)}.new`);
	rmSync(making, { recursive: true, force: true });
	makeFolder(dirname(target));
	make(making);
	renameSync(making, target);
}

/**
 * Makes the missing folders of a path. Node's recursive `mkdir` never returns if the system reports ENOENT for a folder
 * whose parent exists, as `/proc` does.
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

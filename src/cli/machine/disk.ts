/** How folders are made and files replaced, so that no process that is killed leaves half of anything. */
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Lets `make` write a file or folder beside its place, and then renames it. What a killed command left goes first. */
export function whole(target: string, make: (path: string) => void): void {
	// The dot keeps it out of the site while it is being made.
	const making = join(dirname(target), `.${basename(target)}.new`);
	rmSync(making, { recursive: true, force: true });
	makeFolder(dirname(target));
	make(making);
	renameSync(making, target);
}

/**
 * Makes what is missing of a path. Node's own way never ends where the system refuses a folder by saying that the one
 * above is not there, as `/proc` does.
 */
export function makeFolder(path: string): void {
	if (made(path)) return;
	makeFolder(dirname(path));
	if (!made(path)) mkdirSync(path);
}

/** Whether a folder is there now; false where one above it is missing. */
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

/** Undefined where the disk refuses: for what can be missed. */
export function attempt<T>(ask: () => T): T | undefined {
	try {
		return ask();
	} catch {
		return undefined;
	}
}

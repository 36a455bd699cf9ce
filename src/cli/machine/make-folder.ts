/** A folder and those above it. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

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

/** What commands write among the author's files is there whole or not at all, whenever they are killed. */
import { renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** Lets `make` write a file or folder beside its place, and then renames it. What a killed command left goes first. */
export function whole(target: string, make: (path: string) => void): void {
	// The dot keeps it out of the site while it is being made.
	const making = join(dirname(target), `.${basename(target)}.new`);
	rmSync(making, { recursive: true, force: true });
	makeFolder(dirname(target));
	make(making);
	renameSync(making, target);
}

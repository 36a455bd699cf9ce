/**
 * The folder of the new site. A file in it lists all written files with their hashes: a second run replaces unchanged
 * files only, and keeps files that the author has changed or removed.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atomically, digestFile, hashOf, isRecord } from './docsgen.ts';

const LIST = 'migration/files.json';

export class Target {
	readonly folder: string;
	readonly #hashes: Record<string, string>;
	/** Files that the author has changed. */
	readonly kept = new Set<string>();
	written = 0;

	constructor(folder: string) {
		this.folder = folder;
		this.#hashes = readList(join(folder, LIST));
	}

	/** Whether to write into a folder: it is new, empty, or from an earlier run. */
	static isFree(folder: string): boolean {
		if (!existsSync(folder) || existsSync(join(folder, LIST))) return true;
		return readdirSync(folder).every((name) => name === '.git');
	}

	/** Writes a text, or the bytes of an old file; returns whether the file now has this content. */
	write(path: string, { source, text }: { source?: string; text?: string }): boolean {
		const file = join(this.folder, path);
		const hash = text === undefined ? digestFile(source ?? '') : hashOf(text);
		const present = existsSync(file) ? digestFile(file) : undefined;
		if (hash === undefined) return false;
		if (present !== hash) {
			if (present !== this.#hashes[path]) {
				this.kept.add(path);
				return false;
			}
			atomically(file, (path) => (text === undefined ? copyFileSync(source ?? '', path) : writeFileSync(path, text)));
			this.written++;
		}
		this.#hashes[path] = hash;
		return true;
	}

	/** Text of a file written by a run; undefined for the author's files. */
	read(path: string): string | undefined {
		if (this.kept.has(path) || this.#hashes[path] === undefined) return undefined;
		return readFileSync(join(this.folder, path), 'utf8');
	}

	/** Removes a file written by a run; returns whether it was removed. */
	remove(path: string): boolean {
		const file = join(this.folder, path);
		if (this.kept.has(path) || this.#hashes[path] === undefined) return false;
		rmSync(file, { force: true });
		delete this.#hashes[path];
		return true;
	}

	save(): void {
		const sorted = Object.fromEntries(Object.entries(this.#hashes).sort(([a], [b]) => (a < b ? -1 : 1)));
		const text = `${JSON.stringify(sorted, undefined, '\t')}\n`;
		atomically(join(this.folder, LIST), (path) => writeFileSync(path, text));
	}
}

function readList(file: string): Record<string, string> {
	try {
		const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
		return isRecord(list) ? (list as Record<string, string>) : {};
	} catch {
		// Without the list, every file counts as edited, and is left alone.
		return {};
	}
}

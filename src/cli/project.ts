/**
 * The one seam to the machine: a site's files, docsgen's cache beside them, and the output. On disk here; in
 * memory for tests (`memoryProject`). Paths are POSIX, relative to the site's folder.
 */
import {
	closeSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { diskOutput, type Output } from './output.ts';
import { hasEnded } from './processes.ts';

export interface FileStat {
	path: string;
	/** Bytes. */
	size: number;
	/** Milliseconds since 1970. */
	modified: number;
}

export interface Project {
	/** Absolute folder of the site, or a name for messages. */
	readonly root: string;
	/** Every file below a folder, sorted by path; dotfiles and node_modules left out. Empty where there is no such folder. */
	list(folder: string): FileStat[];
	stat(path: string): FileStat | undefined;
	read(path: string): Buffer | undefined;
	readonly cache: Cache;
	readonly output: Output;
}

/** Files that can be made again; never the only copy of anything. */
export interface Cache {
	read(name: string): Buffer | undefined;
	/** Part of a file; undefined where it has fewer bytes. */
	readRange(name: string, offset: number, length: number): Buffer | undefined;
	/** Appears whole or not at all. */
	write(name: string, bytes: Uint8Array | string): void;
	names(): string[];
	remove(name: string): void;
}

export const CACHE_FOLDER = '.docsgen';

/** A site's folder on disk. `outDir` is absolute. */
export function diskProject(root: string, outDir: string): Project {
	return {
		root,
		list: (folder) => listFiles(root, folder),
		stat: (path) => statFile(root, path),
		read: (path) => readIfThere(join(root, path)),
		cache: diskCache(join(root, CACHE_FOLDER)),
		output: diskOutput(root, outDir, join(root, CACHE_FOLDER)),
	};
}

function listFiles(root: string, folder: string): FileStat[] {
	const found: FileStat[] = [];
	const visit = (path: string): void => {
		let entries: import('node:fs').Dirent[];
		try {
			entries = readdirSync(join(root, path), { withFileTypes: true });
		} catch {
			return;
		}
		for (const entry of entries) {
			if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
			const child = path === '' ? entry.name : `${path}/${entry.name}`;
			// Linked folders are not followed: a link to a folder above would never end.
			if (entry.isDirectory()) visit(child);
			else {
				const stat = statFile(root, child);
				if (stat) found.push(stat);
			}
		}
	};
	visit(folder);
	return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function statFile(root: string, path: string): FileStat | undefined {
	try {
		const stat = statSync(join(root, path), { throwIfNoEntry: false });
		return stat?.isFile() ? { path, size: stat.size, modified: stat.mtimeMs } : undefined;
	} catch {
		// A link in a circle, or a folder above that is closed to us.
		return undefined;
	}
}

function readIfThere(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch {
		return undefined;
	}
}

/** Removes files that processes were writing when they were killed. */
function sweep(folder: string): void {
	for (const name of readdirSync(folder)) {
		const pid = /\.(\d+)\.\d+$/.exec(name)?.[1];
		if (pid !== undefined && hasEnded(Number(pid))) rmSync(join(folder, name), { force: true });
	}
}

/** Files in a folder on disk. */
export function diskCache(folder: string): Cache {
	let scratch = 0;
	return {
		read: (name) => readIfThere(join(folder, name)),
		readRange(name, offset, length) {
			let file: number;
			try {
				file = openSync(join(folder, name), 'r');
			} catch {
				return undefined;
			}
			try {
				const bytes = Buffer.allocUnsafe(length);
				return readSync(file, bytes, 0, length, offset) === length ? bytes : undefined;
			} finally {
				closeSync(file);
			}
		},
		write(name, bytes) {
			const target = join(folder, name);
			mkdirSync(dirname(target), { recursive: true });
			if (scratch === 0) sweep(folder);
			const temporary = `${target}.${process.pid}.${scratch++}`;
			writeFileSync(temporary, bytes);
			renameSync(temporary, target);
		},
		names: () => {
			try {
				return readdirSync(folder);
			} catch {
				return [];
			}
		},
		remove: (name) => rmSync(join(folder, name), { force: true, recursive: true }),
	};
}

/** A site in memory: names to text or bytes. Files may be changed between builds. */
export function memoryProject(
	files: Record<string, string | Uint8Array>,
): Project & { files: typeof files; built: Map<string, Buffer> } {
	const cache = new Map<string, Buffer>();
	const clock = new Map<string, { content: string | Uint8Array; modified: number }>();
	let built = new Map<string, Buffer>();
	let commits = 0;
	let now = 0;
	const stat = (path: string): FileStat | undefined => {
		const content = files[path];
		if (content === undefined) return undefined;
		const known = clock.get(path);
		// A changed content is a changed file: time passes only where something happens.
		if (known?.content !== content) clock.set(path, { content, modified: ++now });
		return { path, size: content.length, modified: clock.get(path)?.modified ?? 0 };
	};
	return {
		// Compilers want an absolute folder; none of this name has files.
		root: '/site',
		files,
		get built() {
			return built;
		},
		list: (folder) =>
			Object.keys(files)
				.filter((path) => folder === '' || path.startsWith(`${folder}/`))
				.sort()
				.flatMap((path) => stat(path) ?? []),
		stat,
		read: (path) => (files[path] === undefined ? undefined : Buffer.from(files[path])),
		cache: {
			read: (name) => cache.get(name),
			readRange: (name, offset, length) => cache.get(name)?.subarray(offset, offset + length),
			write: (name, bytes) => void cache.set(name, Buffer.from(bytes as string)),
			names: () => [...cache.keys()],
			remove: (name) => void cache.delete(name),
		},
		output: {
			refusal: () => undefined,
			identity: () => `${commits}`,
			has: (path) => built.has(path),
			read: (path) => built.get(path),
			prepare: () => undefined,
			stage() {
				const next = new Map<string, Buffer>();
				return {
					write: (path, bytes) => void next.set(path, Buffer.from(bytes)),
					emptyTree: () => undefined,
					adopt: () => undefined,
					keep: (path) => void next.set(path, built.get(path) ?? Buffer.alloc(0)),
					commit() {
						built = next;
						return `${++commits}`;
					},
					discard: () => next.clear(),
				};
			},
		},
	};
}

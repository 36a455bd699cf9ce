/** A project in memory, for tests that need no disk. */
import { type Links, refusalOf } from '../src/cli/disk/access.ts';
import { startHelper } from '../src/cli/disk/helper-process.ts';
import type { FileStat, Project } from '../src/cli/disk/project.ts';
import { diskProject } from '../src/cli/disk/project.ts';
import type { Store } from '../src/cli/disk/store.ts';
import { hashOf } from '../src/content/model/hash.ts';

/** A store that keeps its entries in memory. */
export function memoryStore(): Store {
	const entries = new Map<string, Buffer>();
	return {
		get: (kind, key) => entries.get(`${kind} ${key}`),
		has: (kind, key) => entries.has(`${kind} ${key}`),
		keys: (kind) =>
			[...entries.keys()].flatMap((name) => (name.startsWith(`${kind} `) ? name.slice(kind.length + 1) : [])),
		put: (kind, key, bytes) => void entries.set(`${kind} ${key}`, Buffer.from(bytes as string)),
		sweep(kind, used) {
			const isUnused = (name: string): boolean => name.startsWith(`${kind} `) && !used.has(name.slice(kind.length + 1));
			for (const name of [...entries.keys()]) if (isUnused(name)) entries.delete(name);
		},
		save: () => undefined,
		clear: () => entries.clear(),
	};
}

/** Compiled templates, styles and scripts, shared by all sites of a test process that do not override them. */
const compiled = memoryStore();

/** A store that shares compiled entries with the stores of other sites; `isShared` decides by name. */
export function sharing(store: Store, isShared: (name: string) => boolean): Store {
	const of = (kind: string, key: string): Store => (kind === 'compiled' && isShared(key) ? compiled : store);
	return {
		get: (kind, key) => of(kind, key).get(kind, key),
		has: (kind, key) => of(kind, key).has(kind, key),
		keys: (kind) => store.keys(kind),
		put: (kind, key, bytes) => of(kind, key).put(kind, key, bytes),
		sweep: (kind, used) => store.sweep(kind, used),
		save: () => store.save(),
		clear: () => store.clear(),
	};
}

/** docsgen's own files, on the disk. They do not change during a run, and each site asks for all of them. */
const disk = diskProject('/', '');
const digests = new Map<string, string | undefined>();

function ownDigest(path: string): string | undefined {
	if (!digests.has(path)) digests.set(path, disk.digest(path));
	return digests.get(path);
}

const nowhere = (): never => {
	throw new Error('Nothing is on the disk');
};
const NO_LINKS: Links = { real: nowhere, stat: nowhere };

/** A site in memory: file names to text or bytes, which may change between builds. */
export function memoryProject(
	files: Record<string, string | Uint8Array>,
): Project & { files: typeof files; built: Map<string, Buffer> } {
	const clock = new Map<string, { content: string | Uint8Array; modified: number }>();
	let built = new Map<string, Buffer>();
	let commits = 0;
	let now = 0;
	const stat = (path: string): FileStat | undefined => {
		const content = Object.hasOwn(files, path) ? files[path] : undefined;
		if (content === undefined) return undefined;
		const known = clock.get(path);
		// The clock advances only when content changes.
		if (known?.content !== content) clock.set(path, { content, modified: ++now });
		const modified = clock.get(path)?.modified ?? 0;
		return { path, size: content.length, modified, changed: modified, inode: 0 };
	};
	const isPackaged = (path: string): boolean => path.startsWith('docsgen:');
	const read = (path: string): Buffer | undefined => {
		if (isPackaged(path)) return disk.read(path);
		return Object.hasOwn(files, path) ? Buffer.from(files[path] ?? '') : undefined;
	};
	return {
		// Compilers need an absolute folder; this one has no files.
		root: '/site',
		cacheFolder: '/site/.docsgen',
		files,
		get built() {
			return built;
		},
		list: (folder) =>
			Object.keys(files)
				.filter((path) => folder === '' || path.startsWith(`${folder}/`))
				.sort()
				.flatMap((path) => stat(path) ?? []),
		refusal: (name, include) => refusalOf('/site', name, include, NO_LINKS),
		stat: (path) => (isPackaged(path) ? disk.stat(path) : stat(path)),
		read,
		digest: (path) => {
			if (isPackaged(path)) return ownDigest(path);
			const bytes = read(path);
			return bytes && hashOf(bytes);
		},
		store: memoryStore(),
		startHelper,
		output: {
			refusal: () => undefined,
			identity: () => `${commits}`,
			fileVersion: (path) => (built.has(path) ? 'there' : ''),
			foldersVersion: () => 'same',
			unknownFiles: (files) => [...built.keys()].filter((path) => !new Set(files).has(path)),
			read: (path) => built.get(path),
			stage() {
				const next = new Map<string, Buffer>();
				return {
					tree: '',
					write: (path, bytes) => void next.set(path, Buffer.from(bytes)),
					copy: (path, source) => void next.set(path, read(source.slice('/site/'.length)) ?? Buffer.alloc(0)),
					keep(paths) {
						for (const path of paths) next.set(path, built.get(path) ?? Buffer.alloc(0));
					},
					commit() {
						built = next;
						return `${++commits}`;
					},
					discard: () => undefined,
				};
			},
		},
	};
}

/**
 * The output folder, replaced as a whole. The next output is staged in a folder next to it, with hard links to unchanged
 * files; two renames then put it in place. The tree that it replaces has nearly all of these links, so it is kept in the
 * cache, and the next edit starts from it. Several builds may run at once, and any may be killed at any time: the name of
 * a work folder contains the process id, and the next command removes what a dead process left.
 */
import {
	constants,
	copyFileSync,
	type Dirent,
	existsSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	renameSync,
	rmdirSync,
	rmSync,
	statSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { OWN_MARK } from '../../render/views/output-paths.ts';
import { attempt, makeFolder } from './disk.ts';
import { isIn } from './paths.ts';
import { hasEnded } from './processes.ts';

/** Name of the folder in the cache for the tree of the former output. */
const FORMER = 'former';
/** The former tree is used if it has more than this many files for each changed one; changed files are linked twice. */
const FORMER_RATIO = 4;

/** The built site. */
export interface OutputFolder {
	/** Why the output folder must not be replaced, or undefined. `folders`: more folders that belong to the site. */
	refusal(folders?: readonly string[]): string | undefined;
	/** Identity of the current output; every commit, by any process, changes it. Empty if there is no output. */
	identity(): string;
	/** Status of an output file; every change of the file changes it. `''` if there is no such file. */
	fileVersion(path: string): string;
	/** Files in the output folder other than these and our own mark. */
	unknownFiles(files: Iterable<string>): string[];
	read(path: string): Buffer | undefined;
	/** Begins the next output. `identity`: the current output's, when the caller read its files. */
	stage(identity: string): Staging;
}

/** The next output in progress. Nothing is written to the disk before the first file. */
export interface Staging {
	/** The absolute folder of its files: a second thread writes there as well. */
	readonly tree: string;
	write(path: string, bytes: Uint8Array): void;
	/** Copies a file by its absolute path. */
	copy(path: string, source: string): void;
	/**
	 * Reuses these files of the current output, given with their versions; returns their versions in the next output. Call
	 * it once, when all others are written.
	 */
	keep(versions: ReadonlyMap<string, string>): Map<string, string>;
	/**
	 * Replaces the current output by the staged one, and returns the new identity. Returns undefined without a change if
	 * another build has replaced the output meanwhile: reused files may be from that build.
	 */
	commit(): string | undefined;
	/** Removes the staged files. */
	discard(): void;
}

const OWNER_TEXT = 'docsgen replaces this folder at each build. Other files in it are removed.\n';

/** An output folder on disk; `cache` is the folder of the site's cache. All absolute. */
export function diskOutput(root: string, outDir: string, cache: string): OutputFolder {
	// If the author made the folder a link, keep the link.
	const real = realPath(outDir);
	if (outDir !== '') for (const folder of [real, cache]) removeLeft(folder);
	return {
		refusal: (folders = []) => whyNotWritable(root, ['content', 'templates', ...folders], real, cache),
		identity: () => identityOf(real),
		fileVersion: (path) => versionOf(join(real, path)),
		unknownFiles: (files) => {
			const ours = new Set([...files, OWN_MARK]);
			return filesIn(real).filter((path) => !ours.has(path));
		},
		read: (path) => attempt(() => readFileSync(join(real, path))),
		stage: (identity) => new DiskStaging(real, identity, join(cache, FORMER)),
	};
}

/** Resolves symbolic links, including those to folders that do not exist yet. */
function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
		if (isLink) return resolve(dirname(path), readlinkSync(path));
		return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
	}
}

function whyNotWritable(root: string, folders: readonly string[], outDir: string, cache: string): string | undefined {
	if (isIn(root, outDir) || isIn(realPath(root), outDir)) return `The output folder ${outDir} contains the site.`;
	for (const own of folders.map((folder) => join(root, folder))) {
		if (isIn(outDir, realPath(own))) return `The output folder ${outDir} is inside ${own}, which belongs to the site.`;
	}
	if (isIn(outDir, realPath(cache))) return `The output folder ${outDir} is in docsgen's cache.`;
	if (!existsSync(outDir)) return undefined;
	if (!statSync(outDir).isDirectory()) return `The output ${outDir} is a file.`;
	if (readdirSync(outDir).length === 0) return undefined;
	return existsSync(join(outDir, OWN_MARK))
		? undefined
		: `The output folder ${outDir} contains files that docsgen did not write.`;
}

/** The version of a file; empty if it does not exist, or if one of its folders is a file. */
function versionOf(file: string): string {
	const stat = attempt(() => statSync(file));
	return stat?.isFile() ? `${stat.size}.${stat.mtimeMs}` : '';
}

function identityOf(folder: string): string {
	const stat = statSync(folder, { throwIfNoEntry: false, bigint: true });
	return stat ? `${stat.ino}.${stat.birthtimeNs}.${stat.mtimeNs}` : '';
}

/** All files below a folder, hidden ones included, as sorted paths. One that cannot be read cannot be replaced either. */
function filesIn(folder: string, below = ''): string[] {
	const entries: Dirent[] = attempt(() => readdirSync(join(folder, below), { withFileTypes: true })) ?? [];
	const found = entries.flatMap((entry) => {
		const path = below === '' ? entry.name : `${below}/${entry.name}`;
		return entry.isDirectory() ? filesIn(folder, path) : [path];
	});
	return below === '' ? found.sort() : found;
}

/* ---------------------------------------------------------------- work folders of processes */

/** Work folders of this process. */
const openFolders = new Set<string>();
let count = 0;

function workFolder(folder: string): string {
	return join(dirname(folder), `${basename(folder)}.work-${process.pid}-${count++}`);
}

/** All files below a folder of our own; throws if it contains something that no build makes: a link, an empty folder. */
function ownFilesIn(folder: string, below = ''): string[] {
	const entries = readdirSync(join(folder, below), { withFileTypes: true });
	if (entries.length === 0) throw new Error(`${below} is empty`);
	return entries.flatMap((entry) => {
		const path = below === '' ? entry.name : `${below}/${entry.name}`;
		if (entry.isDirectory()) return ownFilesIn(folder, path);
		if (!entry.isFile()) throw new Error(`${path} is not a file`);
		return [path];
	});
}

/** Restores an output after a kill interrupted its replacement, and removes the work folders of ended processes. */
function removeLeft(folder: string): void {
	const parent = dirname(folder);
	const prefix = `${basename(folder)}.work-`;
	for (const name of attempt(() => readdirSync(parent)) ?? []) {
		const pid = name.startsWith(prefix) ? Number(/^(\d+)-\d+$/.exec(name.slice(prefix.length))?.[1] ?? 0) : 0;
		const path = join(parent, name);
		const isOver = pid === process.pid ? !openFolders.has(path) : pid !== 0 && hasEnded(pid);
		if (!isOver) continue;
		if (!existsSync(folder) && existsSync(oldIn(path))) renameSync(oldIn(path), folder);
		remove(path);
	}
}

/** Removes a folder: one rename hides it. If the process is killed, the next command removes the rest. */
export function removeFolder(folder: string): void {
	const doomed = workFolder(folder);
	renameSync(folder, doomed);
	remove(doomed);
}

/** Anything the disk refuses to remove now is left to a later command. */
function remove(folder: string): void {
	attempt(() => removeAll(folder));
}

/** Twice as fast as `rmSync` of Node.js, which tries to remove each folder before it is empty. */
function removeAll(folder: string): void {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) removeAll(path);
		else unlinkSync(path);
	}
	rmdirSync(folder);
}

const oldIn = (work: string): string => join(work, 'old');

/* ---------------------------------------------------------------- the next output */

class DiskStaging implements Staging {
	readonly tree: string;
	private readonly work: string;
	private readonly files: OutputTree;
	private keeps = false;
	/** Whether a file to reuse has vanished. */
	private isLost = false;

	constructor(
		private readonly outDir: string,
		private readonly identity: string,
		private readonly former: string,
	) {
		this.work = workFolder(outDir);
		openFolders.add(this.work);
		this.tree = join(this.work, 'next');
		this.files = new OutputTree(this.tree);
	}

	write(path: string, bytes: Uint8Array): void {
		this.reportedAsOutput(() => this.files.write(path, bytes));
	}

	copy(path: string, source: string): void {
		// Shares the blocks with the source if the file system supports it; never reads the whole file into memory.
		this.reportedAsOutput(() => copyFileSync(source, this.files.placeFor(path), constants.COPYFILE_FICLONE));
	}

	keep(versions: ReadonlyMap<string, string>): Map<string, string> {
		this.keeps = true;
		return this.reportedAsOutput(() => {
			const former = this.startFromFormer(versions);
			return new Map(
				[...versions].map(([path, version]) => [path, former.has(path) ? version : this.linked(path, version)]),
			);
		});
	}

	/** Links a file of the current output; returns its version. */
	private linked(path: string, version: string): string {
		const source = join(this.outDir, path);
		const target = this.files.placeFor(path);
		const isLinked = (): boolean => attempt(() => linkSync(source, target) ?? true) ?? false;
		if (isLinked()) return version;
		// A job that ran again produced the same bytes: keep the old file and its time.
		rmSync(target, { force: true });
		if (isLinked()) return version;
		// Some file systems have no hard links.
		this.isLost ||= !succeeds(() => copyFileSync(source, target), 'ENOENT', 'ENOTDIR');
		return versionOf(target);
	}

	commit(): string | undefined {
		if (this.isLost || (this.keeps && identityOf(this.outDir) !== this.identity)) {
			this.discard();
			return undefined;
		}
		const identity = this.reportedAsOutput(() => {
			this.files.write(OWN_MARK, Buffer.from(OWNER_TEXT));
			return this.swap();
		});
		// Without a cache, or with one on another disk, the former tree is removed.
		attempt(() => renameSync(oldIn(this.work), this.former));
		this.discard();
		return identity;
	}

	/**
	 * Adds the changed files to the tree of the former output, which becomes the next tree. Returns its files that are kept
	 * and the same in the current output; all others are gone. If anything is unusual, the whole tree is, because the
	 * changed files are complete without it.
	 */
	private startFromFormer(versions: ReadonlyMap<string, string>): Set<string> {
		const base = join(this.work, 'base');
		makeFolder(this.work);
		const kept = attempt(() => {
			renameSync(this.former, base);
			return this.adapted(base, versions);
		});
		if (kept === undefined) {
			remove(base);
			return new Set();
		}
		if (existsSync(this.tree)) renameSync(this.tree, join(this.work, 'changed'));
		renameSync(base, this.tree);
		return kept;
	}

	/** Links the changed files to a former tree, and removes what is not kept or not in the current output. */
	private adapted(base: string, versions: ReadonlyMap<string, string>): Set<string> | undefined {
		const changed = existsSync(this.tree) ? ownFilesIn(this.tree) : [];
		const kept = new Set(ownFilesIn(base));
		if (changed.length * FORMER_RATIO > kept.size) return undefined;
		const files = new OutputTree(base);
		for (const path of changed) {
			if (kept.delete(path)) unlinkSync(join(base, path));
			linkSync(join(this.tree, path), files.placeFor(path));
		}
		for (const path of kept) {
			if (versions.has(path) && isSameFile(join(base, path), join(this.outDir, path))) continue;
			removeFile(base, path);
			kept.delete(path);
		}
		return kept;
	}

	discard(): void {
		remove(this.work);
		openFolders.delete(this.work);
	}

	/** Two builds may swap at the same time: the last one wins, and neither leaves a partial output. */
	private swap(): string {
		const { tree, outDir } = this;
		const old = oldIn(this.work);
		const identity = identityOf(tree);
		for (;;) {
			rmSync(old, { recursive: true, force: true });
			const isAside = succeeds(() => renameSync(outDir, old), 'ENOENT');
			try {
				if (succeeds(() => renameSync(tree, outDir), 'ENOTEMPTY', 'EEXIST')) return identity;
			} catch (error) {
				if (isAside) renameSync(old, outDir);
				throw error;
			}
		}
	}

	/** Reports disk errors in the work folder under the path of the output, which is the one that the author knows. */
	private reportedAsOutput<T>(act: () => T): T {
		try {
			return act();
		} catch (error) {
			const { path, dest } = error as NodeJS.ErrnoException & { dest?: string };
			const ours = [dest, path].find((name) => name !== undefined && isIn(name, this.work));
			const place = ours && join(this.outDir, ours.slice(this.work.length).replace(/^.(?:next|old)/, ''));
			throw place === undefined ? error : Object.assign(error as Error, { path: place, dest: undefined });
		}
	}
}

/** Writes files to a new tree, and makes its folders as needed. */
export class OutputTree {
	private readonly folders = new Set<string>();

	/** `root` is absolute. */
	constructor(private readonly root: string) {}

	write(path: string, bytes: Uint8Array): void {
		writeFileSync(this.placeFor(path), bytes);
	}

	/** The absolute path for a file, in a folder that exists. */
	placeFor(path: string): string {
		const folder = dirname(path);
		if (!this.folders.has(folder)) {
			if (this.folders.size === 0) makeFolder(this.root);
			mkdirSync(join(this.root, folder), { recursive: true });
			this.folders.add(folder);
		}
		return join(this.root, path);
	}
}

function isSameFile(one: string, other: string): boolean {
	const [first, second] = [one, other].map((path) => attempt(() => statSync(path)));
	return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/** Removes a file of a tree, and the folders that become empty. */
function removeFile(tree: string, path: string): void {
	unlinkSync(join(tree, path));
	for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
		if (!succeeds(() => rmdirSync(join(tree, folder)), 'ENOTEMPTY', 'EEXIST')) return;
}

/** Whether `act` succeeded; false if it failed with one of the expected error codes. */
function succeeds(act: () => void, ...expected: string[]): boolean {
	try {
		act();
		return true;
	} catch (error) {
		if (expected.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
		throw error;
	}
}

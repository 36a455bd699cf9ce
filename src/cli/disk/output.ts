/**
 * The output folder. The folder itself stays: it may be a mount, a container may have bound it, and another server may
 * serve it. The next output is staged in a hidden folder inside, with the files that differ; then each of them is renamed
 * into its place, pages after what they refer to, and what is left over is removed. Several builds may run at once, and
 * any may be killed at any time: the name of a work folder contains the process id, one build replaces files at a time,
 * and the next command completes what a dead process had begun to replace.
 */
import {
	chmodSync,
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
import { basename, dirname, extname, join, posix, resolve } from 'node:path';
import { hashOf } from '../../content/model/hash.ts';
import { OWN_MARK } from '../../render/views/output-paths.ts';
import { attempt, makeFolder, unlessMissing } from './disk.ts';
import { isIn } from './paths.ts';
import { hasEnded } from './processes.ts';

/** In the output: names of the work folders of builds, and of the one whose files are being put into their places. */
const WORK = `${OWN_MARK}.work-`;
export const COMMIT = `${OWN_MARK}.commit`;
/** Milliseconds to wait for another build that replaces files, and after which that build must have been killed. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 5;
const DEAD_MS = 60_000;

/** The built site. */
export interface OutputFolder {
	/** Why the content of the output folder must not be replaced, or undefined. `folders`: more folders that belong to the site. */
	refusal(folders?: readonly string[]): string | undefined;
	/** Identity of the current output; every commit, by any process, changes it. Empty if there is no output. */
	identity(): string;
	/** Status of an output file; every change of the file changes it. `''` if there is no such file. */
	fileVersion(path: string): string;
	/** Status of the folders of these files. It changes when a file is added, or a folder becomes a link. */
	foldersVersion(files: Iterable<string>): string;
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
	/** Leaves these files of the current output as they are. Call it once, when all others are written. */
	keep(paths: Iterable<string>): void;
	/**
	 * Replaces the current output by the staged one, and returns the new identity. Returns undefined without a change if
	 * another build has replaced the output meanwhile: kept files may be from that build. If the disk fails, the current
	 * output is put back. `known` are all files of the current output if its folders are unchanged: they aren't listed again.
	 */
	commit(known?: readonly string[]): string | undefined;
	/** Removes the staged files. */
	discard(): void;
}

const OWNER_TEXT = 'docsgen replaces the files in this folder at each build, and removes all others.\n';
const HIDDEN_TEXT = 'Published files with a name that starts with a dot:\n';

/** The text of our mark, which lists the hidden files that are published: a server must not show any others. */
function markOf(paths: readonly string[]): string {
	const hidden = paths.filter((path) => /(?:^|\/)\./.test(path) && path !== OWN_MARK).sort();
	return OWNER_TEXT + (hidden.length === 0 ? '' : `${HIDDEN_TEXT}${hidden.join('\n')}\n`);
}

/** The hidden files that the text of a mark lists. */
export function hiddenFiles(mark: string): ReadonlySet<string> {
	return new Set(mark.split(HIDDEN_TEXT)[1]?.split('\n') ?? []);
}

/** An output folder on disk; `cache` is the folder of the site's cache. All absolute. */
export function diskOutput(root: string, outDir: string, cache: string): OutputFolder {
	// If the author made the folder a link, keep the link.
	const real = realPath(outDir);
	if (outDir !== '') {
		for (const folder of [real, cache]) removeLeft(dirname(folder), `${basename(folder)}.work-`);
		completeLeft(real);
		removeLeft(real, WORK);
	}
	return {
		refusal: (folders = []) => whyNotWritable(root, ['content', 'templates', ...folders], real, cache),
		identity: () => identityOf(real),
		// Paths of outputs are normal: `join` would take as long as the disk.
		fileVersion: (path) => versionOf(`${real}/${path}`),
		foldersVersion: (files) => foldersVersionOf(real, files),
		unknownFiles: (files) => {
			const ours = new Set([...files, OWN_MARK]);
			return foundIn(real).filter((path) => !ours.has(path));
		},
		read: (path) => attempt(() => readFileSync(join(real, path))),
		stage: (identity) => new DiskStaging(real, identity),
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
	if (readdirSync(outDir).every(isWork)) return undefined;
	return existsSync(join(outDir, OWN_MARK))
		? undefined
		: `The output folder ${outDir} contains files that docsgen did not write.`;
}

/** The version of a file; empty if it does not exist or is a link, or if one of its folders is a file. */
function versionOf(file: string): string {
	const stat = attempt(() => lstatSync(file));
	return stat?.isFile() ? `${stat.size}.${stat.mtimeMs}` : '';
}

/** The top is left out: work folders change its time, and its names are a part of the identity. */
function foldersVersionOf(root: string, files: Iterable<string>): string {
	const times = [...foldersOf(Array.from(files, posix.dirname))].map((folder) => {
		const stat = attempt(() => lstatSync(`${root}/${folder}`));
		return stat?.isDirectory() ? `${folder} ${stat.mtimeMs}` : folder;
	});
	return hashOf(times.sort().join('\n'));
}

/** These folders, and the folders that contain them, without the top. */
function foldersOf(paths: Iterable<string>): Set<string> {
	const found = new Set<string>();
	for (const path of paths)
		for (let folder = path; folder !== '.' && !found.has(folder); folder = posix.dirname(folder)) found.add(folder);
	return found;
}

/** Each commit replaces the mark; a file that somebody adds changes the names. */
function identityOf(folder: string): string {
	const stat = unlessMissing(() => statSync(join(folder, OWN_MARK), { bigint: true }));
	if (!stat) return '';
	const names = readdirSync(folder).filter((name) => !isWork(name));
	return `${stat.ino}.${stat.birthtimeNs}.${stat.mtimeNs}.${hashOf(names.sort().join('/'))}`;
}

function isWork(name: string): boolean {
	return name === COMMIT || name.startsWith(WORK);
}

/**
 * All files below a folder, hidden ones included, as sorted paths, and the folders without files, each after those in it.
 * Work folders at the top are left out.
 */
function entriesIn(
	root: string,
	read = (path: string): Dirent[] => readdirSync(path, { withFileTypes: true }),
): { files: string[]; empty: string[] } {
	const files: string[] = [];
	const empty: string[] = [];
	const visit = (below: string): void => {
		const count = files.length;
		for (const entry of read(join(root, below))) {
			const path = posix.join(below, entry.name);
			if (below === '' && isWork(entry.name)) continue;
			if (entry.isDirectory()) visit(path);
			else files.push(path);
		}
		if (files.length === count && below !== '') empty.push(below);
	};
	visit('');
	return { files: files.sort(), empty };
}

/** As `entriesIn`; a folder that cannot be read has none. */
function foundIn(folder: string): string[] {
	return entriesIn(folder, (path) => attempt(() => readdirSync(path, { withFileTypes: true })) ?? []).files;
}

/* ---------------------------------------------------------------- work folders of processes */

/** Work folders of this process. */
const openFolders = new Set<string>();
let count = 0;

function workFolder(start: string): string {
	return `${start}${process.pid}-${count++}`;
}

/** Whether the work folder is of a process that has ended, or of a build of this one. */
function isLeft(path: string, prefix: string): boolean {
	const name = basename(path);
	const pid = name.startsWith(prefix) ? Number(/^(\d+)-\d+$/.exec(name.slice(prefix.length))?.[1] ?? 0) : 0;
	return pid === process.pid ? !openFolders.has(path) : pid !== 0 && hasEnded(pid);
}

/** Removes the work folders of ended processes. */
function removeLeft(parent: string, prefix: string): void {
	for (const name of attempt(() => readdirSync(parent)) ?? [])
		if (isLeft(join(parent, name), prefix)) remove(join(parent, name));
}

/**
 * Removes a folder: one rename hides it. If the process is killed, the next command removes the rest. A mount and the
 * target of a link stay, empty. Returns what became of it.
 */
export function removeFolder(folder: string): 'removed' | 'emptied' {
	const doomed = workFolder(`${folder}.work-`);
	const isLink = lstatSync(folder).isSymbolicLink();
	if (!isLink && succeeds(() => renameSync(folder, doomed), ...FIXED)) {
		remove(doomed);
		return 'removed';
	}
	const inside = workFolder(join(folder, WORK));
	mkdirSync(inside);
	for (const name of readdirSync(folder)) if (!isWork(name)) renameSync(join(folder, name), join(inside, name));
	remove(inside);
	return 'emptied';
}

/** Codes for a folder that cannot be renamed: a mount, or one whose parent is not ours. */
const FIXED = ['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS'];

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

/* ---------------------------------------------------------------- the next output */

class DiskStaging implements Staging {
	readonly tree: string;
	private readonly work: string;
	private readonly files: OutputTree;
	private readonly isNew: boolean;
	private kept: Set<string> | undefined;

	constructor(
		private readonly outDir: string,
		private readonly identity: string,
	) {
		this.work = workFolder(join(outDir, WORK));
		openFolders.add(this.work);
		this.tree = join(this.work, 'next');
		this.files = new OutputTree(this.tree);
		this.isNew = !existsSync(outDir);
	}

	write(path: string, bytes: Uint8Array): void {
		this.reportedAsOutput(() => this.files.write(path, bytes));
	}

	copy(path: string, source: string): void {
		this.reportedAsOutput(() => {
			const place = this.files.placeFor(path);
			// Shares the blocks with the source if the file system supports it; never reads the whole file into memory.
			copyFileSync(source, place, constants.COPYFILE_FICLONE);
			// A file that only its author may read would be none for a web server.
			chmodSync(place, 0o666 & ~process.umask());
		});
	}

	keep(paths: Iterable<string>): void {
		this.kept = new Set(paths);
		// A job that ran again produced the same bytes: keep the old file and its time.
		const staged = existsSync(this.tree) ? entriesIn(this.tree).files : [];
		this.reportedAsOutput(() => {
			for (const path of staged) if (this.kept?.has(path)) unlinkSync(join(this.tree, path));
		});
	}

	commit(known?: readonly string[]): string | undefined {
		const { outDir, kept = new Set() } = this;
		try {
			return this.reportedAsOutput(() => {
				const staged = existsSync(this.tree) ? entriesIn(this.tree).files : [];
				this.files.write(OWN_MARK, Buffer.from(markOf([...staged, ...kept])));
				if (!this.begin()) return undefined;
				if (this.kept && identityOf(outDir) !== this.identity) return undefined;
				const present = known ? { files: known, empty: [] } : entriesIn(outDir);
				if (this.kept && isMissing(outDir, kept, present.files)) return undefined;
				const next = new Set([...staged, ...kept, OWN_MARK]);
				const plan: CommitPlan = {
					changed: [...staged.sort((a, b) => rankOf(a) - rankOf(b)), OWN_MARK],
					removed: present.files.filter((path) => !next.has(path)),
					empty: present.empty,
				};
				writeFileSync(join(outDir, COMMIT, PLAN), JSON.stringify(plan));
				replaceFiles(outDir, plan);
				endCommit(outDir, this.work);
				return identityOf(outDir);
			});
		} finally {
			this.discard();
		}
	}

	/** Waits until no other build replaces files, then hides the work folder under the name of the one that does. */
	private begin(): boolean {
		writeFileSync(join(this.work, OWNER), basename(this.work));
		for (let waited = 0; waited < PATIENCE_MS; waited += PAUSE_MS) {
			try {
				renameSync(this.work, join(this.outDir, COMMIT));
				return true;
			} catch (error) {
				if (!existsSync(join(this.outDir, COMMIT))) throw error;
			}
			completeLeft(this.outDir);
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
		}
		return false;
	}

	discard(): void {
		const isOurs = ownerOf(this.outDir) === this.work;
		// What could not be put back is completed by the next command.
		if (isOurs && !existsSync(join(this.outDir, COMMIT, PLAN))) endCommit(this.outDir, this.work);
		remove(this.work);
		openFolders.delete(this.work);
		if (this.isNew) attempt(() => rmdirSync(this.outDir));
	}

	/** Reports disk errors in the work folder under the path of the output, which is the one that the author knows. */
	private reportedAsOutput<T>(act: () => T): T {
		try {
			return act();
		} catch (error) {
			const { path, dest } = error as NodeJS.ErrnoException & { dest?: string };
			const places = [this.work, join(this.outDir, COMMIT)].flatMap((work) =>
				[dest, path].flatMap((name) => (name !== undefined && isIn(name, work) ? name.slice(work.length) : [])),
			);
			const place = places[0]?.replace(/^.(?:next|old)/, '');
			throw place === undefined
				? error
				: Object.assign(error as Error, { path: join(this.outDir, place), dest: undefined });
		}
	}
}

/* ---------------------------------------------------------------- replacing files */

/** Files in the folder of a commit: the name of the work folder that it was, and what it replaces. */
const OWNER = 'owner';
const PLAN = 'plan';

interface CommitPlan {
	/** In the order in which they get into their places. */
	changed: string[];
	removed: string[];
	/** Folders without files. */
	empty?: string[];
}

/** Readers may come at any time, so pages come after the files that they refer to. */
function rankOf(path: string): number {
	return path.startsWith('assets/') ? 0 : extname(path) === '.html' ? 2 : 1;
}

/** The work folder that became the folder of the commit. */
function ownerOf(outDir: string): string | undefined {
	const name = attempt(() => readFileSync(join(outDir, COMMIT, OWNER), 'utf8'));
	return name === undefined ? undefined : join(outDir, name);
}

/** Ends a commit with one rename; its folder holds what it replaced. */
function endCommit(outDir: string, work: string): void {
	const commit = join(outDir, COMMIT);
	const isHidden = attempt(() => renameSync(commit, work) ?? true) ?? false;
	// Without a plan, nobody repeats it.
	if (!isHidden) attempt(() => rmSync(join(commit, PLAN), { force: true }));
	remove(isHidden ? work : commit);
}

/** Completes the commit of a process that has ended. A process of another container may have the number of one of ours. */
function completeLeft(outDir: string): void {
	const owner = ownerOf(outDir);
	const begun = attempt(() => statSync(join(outDir, COMMIT)).mtimeMs) ?? Number.POSITIVE_INFINITY;
	if (owner === undefined || !(isLeft(owner, WORK) || Date.now() - begun > DEAD_MS)) return;
	attempt(() => {
		const plan = attempt(() => readFileSync(join(outDir, COMMIT, PLAN), 'utf8'));
		if (plan !== undefined) replaceFiles(outDir, JSON.parse(plan) as CommitPlan);
		endCommit(outDir, owner);
	});
}

/**
 * Whether a kept file is not there itself, but behind a link that somebody has put into the output. The links are
 * removed, so that the next attempt makes the files.
 */
function isMissing(outDir: string, kept: ReadonlySet<string>, present: readonly string[]): boolean {
	const there = new Set(present);
	if ([...kept].every((path) => there.has(path))) return false;
	for (const path of present) if (lstatSync(join(outDir, path)).isSymbolicLink()) unlinkSync(join(outDir, path));
	return true;
}

/** Puts the staged files into their places and removes others; continues where a killed process stopped. */
function replaceFiles(outDir: string, { changed, removed, empty = [] }: CommitPlan): void {
	const commit = join(outDir, COMMIT);
	const [next, old] = [join(commit, 'next'), new OutputTree(join(commit, 'old'))];
	const folders = new Set<string>(['.']);
	const kindOf = (path: string): 'none' | 'file' | 'folder' | 'other' => {
		const stat = unlessMissing(() => lstatSync(join(outDir, path)));
		if (!stat) return 'none';
		return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
	};
	const setAside = (path: string): void => moveFile(join(outDir, path), old.placeFor(path));
	const makeFolderOf = (path: string): void => {
		const folder = posix.dirname(path);
		if (folders.has(folder)) return;
		makeFolderOf(folder);
		const kind = kindOf(folder);
		if (kind === 'file' || kind === 'other') setAside(folder);
		if (kind !== 'folder') mkdirSync(join(outDir, folder));
		folders.add(folder);
	};
	try {
		for (const path of changed) {
			if (!existsSync(join(next, path))) continue;
			makeFolderOf(path);
			const kind = kindOf(path);
			if (kind === 'file') linkOrCopy(join(outDir, path), old.placeFor(path));
			else if (kind !== 'none') setAside(path);
			moveFile(join(next, path), join(outDir, path));
		}
		for (const path of removed) if (['file', 'other'].includes(kindOf(path))) setAside(path);
		removeEmptyFolders(outDir, [...empty, ...removed.map(posix.dirname)]);
	} catch (error) {
		attempt(() => putBack(outDir, changed));
		throw error;
	}
}

/** Undoes the replacement as far as it came. */
function putBack(outDir: string, changed: readonly string[]): void {
	const [next, old] = ['next', 'old'].map((name) => join(outDir, COMMIT, name)) as [string, string];
	for (const path of changed) {
		const isFile = attempt(() => lstatSync(join(old, path)).isFile()) ?? false;
		if (!existsSync(join(next, path)) && !isFile) attempt(() => unlinkSync(join(outDir, path)));
	}
	removeEmptyFolders(outDir, entriesIn(outDir).empty);
	const restore = (below: string): void => {
		for (const entry of readdirSync(join(old, below), { withFileTypes: true })) {
			const path = posix.join(below, entry.name);
			const isThere = entry.isDirectory() && existsSync(join(outDir, path));
			if (isThere) restore(path);
			else renameSync(join(old, path), join(outDir, path));
		}
	};
	if (existsSync(old)) restore('');
	// Without a plan, nobody continues.
	unlinkSync(join(outDir, COMMIT, PLAN));
}

/** Keeps a file of the output under a second name; some file systems have no hard links. */
function linkOrCopy(source: string, target: string): void {
	if (existsSync(target)) return;
	if (attempt(() => linkSync(source, target) ?? true)) return;
	rmSync(target, { force: true });
	copyFileSync(source, target);
}

/** Renames a file; copies it first if its place is on a mount of its own. */
function moveFile(source: string, target: string): void {
	if (succeeds(() => renameSync(source, target), 'EXDEV')) return;
	const near = join(dirname(target), `.${basename(target)}.new`);
	copyFileSync(source, near);
	renameSync(near, target);
	unlinkSync(source);
}

/** Removes the folders that are empty, and then those that contain them. One that is a mount stays. */
function removeEmptyFolders(outDir: string, folders: readonly string[]): void {
	for (const folder of [...foldersOf(folders)].sort().reverse()) attempt(() => rmdirSync(join(outDir, folder)));
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

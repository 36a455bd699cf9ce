/**
 * The output folder: replaced whole. The next one is staged in a folder beside it, with hard links to the files that
 * stay, then two renames put it in its place. Several builds may run at once, and any may be killed at any moment: the
 * folder that one works in has the id of its process in its name, and what a dead process left goes with the next
 * command.
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
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { OWN_MARK } from '../../render/views/out.ts';
import { attempt, makeFolder } from './disk.ts';
import { isIn } from './paths.ts';
import { hasEnded } from './processes.ts';

/** The built site. */
export interface Output {
	/** Why the output folder must not be replaced, or undefined; `folders` of the site are its own, too. */
	refusal(folders?: readonly string[]): string | undefined;
	/** Names the output that is there now: another name after each commit, whoever made it. Empty where there is none. */
	identity(): string;
	/** What a file of the output looks like: another text after each change of it, `''` where there is none. */
	stamp(path: string): string;
	/** Files of the output that are none of these, nor our own mark. */
	foreign(files: Iterable<string>): string[];
	read(path: string): Buffer | undefined;
	/** Begins the next output; `identity` names the present one, as it was when the caller looked at its files. */
	stage(identity: string): Staging;
}

/** The next output in the making. Nothing is on the disk before the first file. */
export interface Staging {
	/** The absolute folder of its files: a second thread writes there, too. */
	readonly tree: string;
	write(path: string, bytes: Uint8Array): void;
	/** Copies a file by its absolute path. */
	copy(path: string, source: string): void;
	/** Takes over a file of the present output that looks like `stamp`; returns what it looks like in the next one. */
	keep(path: string, stamp: string): string;
	/**
	 * Puts what was staged, and nothing else, in the place of the present output, and returns its identity. Undefined, and
	 * nothing is done, where another build has replaced the output meanwhile: what was kept may be theirs.
	 */
	commit(): string | undefined;
	/** Drops what was staged. */
	discard(): void;
}

const OWNER_TEXT = 'docsgen replaces this folder at each build. Other files in it are removed.\n';

/** An output folder on disk; `cache` is the folder of the site's cache. All absolute. */
export function diskOutput(root: string, outDir: string, cache: string): Output {
	// A link to the folder is the author's, and stays.
	const real = realPath(outDir);
	if (outDir !== '') for (const folder of [real, cache]) removeLeft(folder);
	return {
		refusal: (folders = []) => refusal(root, ['content', 'templates', ...folders], real, cache),
		identity: () => identityOf(real),
		stamp: (path) => stampOf(join(real, path)),
		foreign: (files) => {
			const ours = new Set([...files, OWN_MARK]);
			return filesIn(real).filter((path) => !ours.has(path));
		},
		read: (path) => attempt(() => readFileSync(join(real, path))),
		stage: (identity) => new DiskStaging(real, identity),
	};
}

/** Follows links, also those to folders that are not there yet. */
function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
		if (isLink) return resolve(dirname(path), readlinkSync(path));
		return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
	}
}

function refusal(root: string, folders: readonly string[], outDir: string, cache: string): string | undefined {
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

/** Where a file stands in the place of a folder, what would be in it is not there. */
function stampOf(file: string): string {
	const stat = attempt(() => statSync(file));
	return stat?.isFile() ? `${stat.size}.${stat.mtimeMs}` : '';
}

function identityOf(folder: string): string {
	const stat = statSync(folder, { throwIfNoEntry: false, bigint: true });
	return stat ? `${stat.ino}.${stat.birthtimeNs}.${stat.mtimeNs}` : '';
}

/** Every file below a folder, dotfiles too, by path, sorted. */
function filesIn(folder: string, below = ''): string[] {
	const entries: Dirent[] = attempt(() => readdirSync(join(folder, below), { withFileTypes: true })) ?? [];
	const found = entries.flatMap((entry) => {
		const path = below === '' ? entry.name : `${below}/${entry.name}`;
		return entry.isDirectory() ? filesIn(folder, path) : [path];
	});
	return below === '' ? found.sort() : found;
}

/* ---------------------------------------------------------------- folders that a process works in */

/** Those of this process. */
const open = new Set<string>();
let count = 0;

function workFolder(folder: string): string {
	return join(dirname(folder), `${basename(folder)}.work-${process.pid}-${count++}`);
}

/** Puts an output back that a process was just replacing when it was killed, and removes what such processes left. */
function removeLeft(folder: string): void {
	const beside = dirname(folder);
	const prefix = `${basename(folder)}.work-`;
	for (const name of attempt(() => readdirSync(beside)) ?? []) {
		const pid = name.startsWith(prefix) ? Number(/^(\d+)-\d+$/.exec(name.slice(prefix.length))?.[1] ?? 0) : 0;
		const path = join(beside, name);
		const isOver = pid === process.pid ? !open.has(path) : pid !== 0 && hasEnded(pid);
		if (!isOver) continue;
		if (!existsSync(folder) && existsSync(oldIn(path))) renameSync(oldIn(path), folder);
		remove(path);
	}
}

/** Removes a folder: first, in one step, it is not there any more. What is left when it is killed goes with the next command. */
export function removeFolder(folder: string): void {
	const doomed = workFolder(folder);
	renameSync(folder, doomed);
	remove(doomed);
}

/** What the disk does not let go now goes with another command. */
function remove(path: string): void {
	attempt(() => rmSync(path, { recursive: true, force: true }));
}

const oldIn = (work: string): string => join(work, 'old');

/* ---------------------------------------------------------------- the next output */

class DiskStaging implements Staging {
	readonly tree: string;
	private readonly work: string;
	private readonly files: Tree;
	private keeps = false;
	/** What was to be kept is not there any more. */
	private isLost = false;

	constructor(
		private readonly outDir: string,
		private readonly identity: string,
	) {
		this.work = workFolder(outDir);
		open.add(this.work);
		this.tree = join(this.work, 'next');
		this.files = new Tree(this.tree);
	}

	write(path: string, bytes: Uint8Array): void {
		this.named(() => this.files.write(path, bytes));
	}

	copy(path: string, source: string): void {
		// Shared with the source where the file system can; never in memory whole.
		this.named(() => copyFileSync(source, this.files.placeFor(path), constants.COPYFILE_FICLONE));
	}

	keep(path: string, stamp: string): string {
		this.keeps = true;
		const source = join(this.outDir, path);
		return this.named(() => {
			const target = this.files.placeFor(path);
			const isLinked = (): boolean => attempt(() => linkSync(source, target) ?? true) ?? false;
			if (isLinked()) return stamp;
			// A job was run again and gave the same bytes: the old file stays, with its time.
			rmSync(target, { force: true });
			if (isLinked()) return stamp;
			// Not every file system has links.
			this.isLost ||= !done(() => copyFileSync(source, target), 'ENOENT', 'ENOTDIR');
			return stampOf(target);
		});
	}

	commit(): string | undefined {
		if (this.isLost || (this.keeps && identityOf(this.outDir) !== this.identity)) {
			this.discard();
			return undefined;
		}
		const identity = this.named(() => {
			this.files.write(OWN_MARK, Buffer.from(OWNER_TEXT));
			return this.swap();
		});
		this.discard();
		return identity;
	}

	discard(): void {
		remove(this.work);
		open.delete(this.work);
	}

	/** Another build may do the same at the same time: the last one wins, and neither sees half of anything. */
	private swap(): string {
		const { tree, outDir } = this;
		const old = oldIn(this.work);
		const identity = identityOf(tree);
		for (;;) {
			rmSync(old, { recursive: true, force: true });
			const isAside = done(() => renameSync(outDir, old), 'ENOENT');
			try {
				if (done(() => renameSync(tree, outDir), 'ENOTEMPTY', 'EEXIST')) return identity;
			} catch (error) {
				if (isAside) renameSync(old, outDir);
				throw error;
			}
		}
	}

	/** What the disk says of the folder beside the output is said of the output: its author knows of no other. */
	private named<T>(act: () => T): T {
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

/** A new tree that files are written to: folders are made as they are needed. */
export class Tree {
	private readonly folders = new Set<string>();

	/** `root` is absolute. */
	constructor(private readonly root: string) {}

	write(path: string, bytes: Uint8Array): void {
		writeFileSync(this.placeFor(path), bytes);
	}

	/** The absolute path to write to: its folder is there. */
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

/** False where it failed for one of these reasons. */
function done(act: () => void, ...expected: string[]): boolean {
	try {
		act();
		return true;
	} catch (error) {
		if (expected.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
		throw error;
	}
}

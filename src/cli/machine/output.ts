/**
 * The output folder: replaced whole, in one step, at the cost of what changed. Two trees take turns: the one that is
 * out, and a spare that was out before it. A build brings the spare up to date (files that both have are links to
 * one another) and then the two change places. So nothing is copied, and no tree is ever thrown away.
 *
 * Several builds may run at once, and any may be killed at any moment: each takes the spare to itself by a rename,
 * and works in a folder that bears its process id. What a dead process left is put right by the next command.
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
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { hashOf } from '../../content/model/hash.ts';
import { OWN_MARK } from '../../render/views/out.ts';
import { makeFolder } from './make-folder.ts';
import { isIn } from './paths.ts';
import { hasEnded } from './processes.ts';

/** The built site. What is staged replaces it in one step. */
export interface Output {
	/** Why the output folder must not be replaced, or undefined. */
	refusal(): string | undefined;
	/** Names the output that is there now: another name after each commit, whoever made it. Empty where there is none. */
	identity(): string;
	/** What a file of the output looks like: another text after each change of it, `''` where there is none. */
	stamp(path: string): string;
	/** What the folders of these files look like, by path: another text when an entry has come or gone. */
	folders(files: Iterable<string>): Record<string, string>;
	/** Files of the output that are none of these, nor our own mark. A folder that looks as it did has none. */
	foreign(files: Iterable<string>, folders: Record<string, string>): string[];
	read(path: string): Buffer | undefined;
	/**
	 * Begins the next output. `present` says what is out now and known to be whole, by path. `identity` names the output
	 * that it is of; default: the present one.
	 */
	stage(present: Files, identity?: string): Staging;
}

/** What files hold, and what they look like, by path. */
export type Files = Record<string, [hash: string, stamp: string]>;

/** The next output in the making. */
export interface Staging {
	write(path: string, bytes: Uint8Array, hash: string): void;
	/** Copies a file by its absolute path. */
	copy(path: string, source: string, hash: string): void;
	/** The absolute folder that everything is staged in, for others to write to; undefined where files lie in it already. */
	emptyTree(): string | undefined;
	/** Takes over a file that somebody has written to that folder. */
	adopt(path: string): void;
	/** Takes over a file of the present output, unread. */
	keep(path: string, hash: string): void;
	/**
	 * Puts what was staged, and nothing else, in the place of the present output. Undefined, and nothing is done, where
	 * another build has replaced the output meanwhile: what was kept may be of theirs.
	 */
	commit(): Commit | undefined;
	/** Drops what was staged. */
	discard(): void;
}

/** An output that has just been put in place. */
export interface Commit {
	identity: string;
	/** As `Output.stamp`, without asking the disk again for what was kept. */
	stamp(path: string): string;
}

const OWNER_TEXT = 'docsgen makes this folder anew at each build. What others put here is removed.\n';

/** An output folder on disk, absolute; `cache` is where the spare tree lives, absolute too. */
export function diskOutput(root: string, outDir: string, cache: string): Output {
	// A link to the folder is the author's, and stays.
	const real = realPath(outDir);
	const place: Place = { outDir: real, folder: join(cache, `output-${hashOf(relative(root, outDir)).slice(0, 8)}`) };
	if (outDir !== '') recover(place);
	return {
		refusal: () => refusal(root, real, cache),
		identity: () => identityOf(real),
		stamp: (path) => stampOf(join(real, path)),
		folders: (files) => Object.fromEntries(Array.from(foldersOf(files), (path) => [path, lookOf(join(real, path))])),
		foreign: (files, folders) => foreignIn(real, new Set(files), folders),
		read: (path) => readIfThere(join(real, path)),
		stage: (present, identity = identityOf(real)) => new DiskStaging(place, present, identity),
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

function stampOf(file: string): string {
	const stat = statSync(file, { throwIfNoEntry: false });
	return stat?.isFile() ? `${stat.size}.${stat.mtimeMs}` : '';
}

function lookOf(folder: string): string {
	const stat = statSync(folder, { throwIfNoEntry: false });
	return stat?.isDirectory() ? `${stat.ino}.${stat.mtimeMs}` : '';
}

/** Every folder that one of these files is in, however deep, and the root of all (`''`). */
function foldersOf(files: Iterable<string>): Set<string> {
	const folders = new Set(['']);
	for (const file of files) {
		for (
			let end = file.lastIndexOf('/');
			end > 0 && !folders.has(file.slice(0, end));
			end = file.lastIndexOf('/', end - 1)
		)
			folders.add(file.slice(0, end));
	}
	return folders;
}

function foreignIn(root: string, files: Set<string>, looks: Record<string, string>): string[] {
	const folders = foldersOf(files);
	const isOurs = (path: string): boolean => files.has(path) || folders.has(path) || path === OWN_MARK;
	return [...folders]
		.filter((folder) => looks[folder] !== lookOf(join(root, folder)))
		.flatMap((folder) =>
			entriesIn(join(root, folder))
				.map((entry) => ({ entry, path: folder === '' ? entry.name : `${folder}/${entry.name}` }))
				.filter(({ path }) => !isOurs(path))
				.flatMap(({ entry, path }) => (entry.isDirectory() ? filesIn(root, path) : [path])),
		)
		.sort();
}

function identityOf(folder: string): string {
	const stat = statSync(folder, { throwIfNoEntry: false, bigint: true });
	return stat ? `${stat.ino}.${stat.birthtimeNs}.${stat.mtimeNs}` : '';
}

/** The output folder, and the folder of the cache with its spare tree and the trees in the making. */
interface Place {
	outDir: string;
	folder: string;
}

/** Paths of the spare, or of a tree in the making, by its folder. */
const treeIn = (folder: string): string => join(folder, 'tree');
/** The `Files` of a tree; absent while it is being changed. */
const indexIn = (folder: string): string => join(folder, 'index.json');

const spareOf = ({ folder }: Place): string => join(folder, 'spare');
const workIn = ({ folder }: Place): string => join(folder, `work-${process.pid}-${count++}`);
const WORK = /^work-(\d+)-\d+$/;
/** Trees that this process is making. */
const open = new Set<string>();
let count = 0;

/** Puts an output back that a process was just replacing when it was killed, and removes what such processes left. */
function recover(place: Place): void {
	const { outDir, folder } = place;
	const left = [
		...namesIn(folder)
			.filter((name) => isOver(name, folder))
			.map((name) => join(folder, name)),
		...leftBeside(outDir),
		...leftBeside(dirname(folder)),
	];
	for (const path of left) {
		const aside = join(path, 'aside');
		if (!existsSync(outDir) && existsSync(aside)) renameSync(aside, outDir);
		removeRest(path);
	}
}

/** Removes what is of no use any more; what the disk does not let go now goes with another command. */
function removeRest(path: string): void {
	try {
		rmSync(path, { recursive: true, force: true });
	} catch {}
}

/** What processes that have ended left beside a folder. */
function leftBeside(folder: string): string[] {
	return namesIn(dirname(folder))
		.filter((name) => name.startsWith(`${basename(folder)}.work-`) && isOver(name.slice(basename(folder).length + 1)))
		.map((name) => join(dirname(folder), name));
}

/** Removes a folder: first, in one step, it is not there any more. What is left when it is killed goes with the next command. */
export function removeFolder(folder: string): void {
	const doomed = `${folder}.work-${process.pid}-${count++}`;
	renameSync(folder, doomed);
	removeRest(doomed);
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** Whether the process that a work folder is named after has ended. */
function isOver(name: string, folder?: string): boolean {
	const pid = Number(WORK.exec(name)?.[1] ?? 0);
	if (pid === 0 || (folder !== undefined && open.has(join(folder, name)))) return false;
	return pid === process.pid ? ![...open].some((path) => path.endsWith(name)) : hasEnded(pid);
}

function refusal(root: string, outDir: string, cache: string): string | undefined {
	if (isIn(root, outDir) || isIn(realPath(root), outDir)) return `The output folder ${outDir} holds the site itself.`;
	for (const own of [join(root, 'content'), join(root, 'templates')]) {
		if (isIn(outDir, realPath(own))) return `The output folder ${outDir} lies in ${own}, which belongs to the site.`;
	}
	if (isIn(outDir, realPath(cache))) return `The output folder ${outDir} lies in docsgen's own cache.`;
	if (!existsSync(outDir)) return undefined;
	if (!statSync(outDir).isDirectory()) return `The output ${outDir} is a file.`;
	if (readdirSync(outDir).length === 0) return undefined;
	return existsSync(join(outDir, OWN_MARK))
		? undefined
		: `The output folder ${outDir} has files that docsgen did not make.`;
}

function readIfThere(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch {
		return undefined;
	}
}

class DiskStaging implements Staging {
	/** What the spare tree had when it was out. A file of it may be a link to one that is out now, and change with it. */
	private readonly spare: Map<string, Files[string]>;
	private readonly wanted = new Set<string>();
	/** Of files that are as they were. */
	private readonly stamps = new Map<string, string>();
	private readonly files: Tree;

	private readonly folder: string;
	private readonly tree: string;
	private keeps = false;
	/** What was to be kept is not there any more. */
	private isLost = false;

	constructor(
		private readonly place: Place,
		private readonly present: Files,
		/** Of the output that `present` is about. */
		private readonly identity: string,
	) {
		this.folder = workIn(place);
		this.tree = treeIn(this.folder);
		open.add(this.folder);
		makeFolder(place.folder);
		rmSync(this.folder, { recursive: true, force: true });
		try {
			renameSync(spareOf(place), this.folder);
		} catch {
			// There is none yet, or another build has it.
			mkdirSync(this.folder);
		}
		this.spare = readIndex(this.folder);
		// From here on the spare is neither what it was nor what it will be.
		rmSync(indexIn(this.folder), { force: true });
		if (this.spare.size === 0) rmSync(this.tree, { recursive: true, force: true });
		mkdirSync(this.tree, { recursive: true });
		this.files = new Tree(this.tree, this.spare);
		writeFileSync(join(this.tree, OWN_MARK), OWNER_TEXT);
	}

	write(path: string, bytes: Uint8Array, hash: string): void {
		this.wanted.add(path);
		if (!this.isSpare(path, hash)) this.files.write(path, bytes);
	}

	copy(path: string, source: string, hash: string): void {
		this.wanted.add(path);
		// Shared with the source where the file system can; never in memory whole.
		if (!this.isSpare(path, hash)) copyFileSync(source, this.files.placeFor(path), constants.COPYFILE_FICLONE);
	}

	emptyTree(): string | undefined {
		return this.spare.size === 0 ? this.tree : undefined;
	}

	adopt(path: string): void {
		this.wanted.add(path);
	}

	keep(path: string, hash: string): void {
		this.wanted.add(path);
		this.keeps = true;
		if (this.isSpare(path, hash)) return;
		const source = join(this.place.outDir, path);
		const target = this.files.placeFor(path);
		try {
			linkSync(source, target);
			this.stamps.set(path, this.present[path]?.[1] ?? stampOf(target));
		} catch {
			// Not every file system has links, and the output may lie on another one.
			this.isLost ||= !done(() => copyFileSync(source, target), 'ENOENT');
		}
	}

	/** Whether the spare tree has this file, and nobody has changed it since. */
	private isSpare(path: string, hash: string): boolean {
		const [known, stamp = ''] = this.spare.get(path) ?? [];
		if (known !== hash) return false;
		// What looks like the file that is out is a link to it.
		if (stamp !== this.present[path]?.[1] && stamp !== stampOf(join(this.tree, path))) return false;
		this.stamps.set(path, stamp);
		return true;
	}

	commit(): Commit | undefined {
		const { outDir } = this.place;
		if (this.isLost || (this.keeps && identityOf(outDir) !== this.identity)) {
			this.discard();
			return undefined;
		}
		for (const path of this.spare.keys()) if (!this.wanted.has(path)) this.drop(path);
		makeFolder(dirname(outDir));
		// Trees take turns and may look alike: the time tells each turn from the one before.
		const now = (performance.timeOrigin + performance.now()) / 1000;
		utimesSync(this.tree, now, now);
		const isNear = statSync(dirname(outDir)).dev === statSync(this.tree).dev;
		const identity = isNear ? this.exchange() : this.replaceFar();
		this.release();
		return { identity, stamp: (path) => this.stamps.get(path) ?? stampOf(join(outDir, path)) };
	}

	discard(): void {
		open.delete(this.folder);
		removeRest(this.folder);
	}

	/** The tree goes out, and what was out becomes the spare. */
	private exchange(): string {
		const aside = join(this.folder, 'aside');
		const { identity, old } = swap(this.tree, this.place.outDir, aside);
		if (old !== '') {
			renameSync(aside, this.tree);
			if (old === this.identity) writeFileSync(indexIn(this.folder), JSON.stringify(this.present));
		}
		return identity;
	}

	/** On another file system the tree goes out as a copy, made beside the output first; it is itself the next spare. */
	private replaceFar(): string {
		const { outDir } = this.place;
		const near = join(dirname(outDir), `${basename(outDir)}.${basename(this.folder)}`);
		rmSync(near, { recursive: true, force: true });
		copyTree(this.tree, treeIn(near));
		this.stamps.clear();
		const { identity } = swap(treeIn(near), outDir, join(near, 'aside'));
		removeRest(near);
		return identity;
	}

	/** Hands the spare to the next build, unless another build has been quicker. */
	private release(): void {
		try {
			renameSync(this.folder, spareOf(this.place));
		} catch {
			removeRest(this.folder);
		}
		open.delete(this.folder);
	}

	/** Removes a file that is not wanted any more, and the folders that are empty without it. */
	private drop(path: string): void {
		// Where a folder has become a file, what was in it is gone already.
		if (!existsSync(join(this.tree, path))) return;
		unlinkSync(join(this.tree, path));
		for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
			try {
				rmdirSync(join(this.tree, folder));
			} catch {
				return;
			}
		}
	}
}

/** A tree that files are written to: folders are made as they are needed, and what is in the way goes. */
export class Tree {
	private readonly folders = new Set<string>();

	constructor(
		/** Absolute. */
		private readonly root: string,
		/** By path, the files that lie there already; what is replaced is taken out. */
		private readonly present: Map<string, unknown> = new Map(),
	) {}

	write(path: string, bytes: Uint8Array): void {
		writeFileSync(this.placeFor(path), bytes);
	}

	/** The absolute path to write to: its folder is there, and nothing is in its place, least of all a link to a file that is out. */
	placeFor(path: string): string {
		const target = join(this.root, path);
		if (this.present.delete(path)) rmSync(target, { recursive: true, force: true });
		const folder = dirname(path);
		if (!this.folders.has(folder)) {
			this.makeFolder(folder);
			this.folders.add(folder);
		}
		if (existsSync(target)) rmSync(target, { recursive: true, force: true });
		return target;
	}

	/** What was a file may have become a folder. */
	private makeFolder(folder: string): void {
		for (let ancestor = folder; ancestor !== '.'; ancestor = dirname(ancestor)) {
			this.present.delete(ancestor);
			const stat = lstatSync(join(this.root, ancestor), { throwIfNoEntry: false });
			if (stat && !stat.isDirectory()) unlinkSync(join(this.root, ancestor));
			if (stat?.isDirectory()) break;
		}
		mkdirSync(join(this.root, folder), { recursive: true });
	}
}

function readIndex(folder: string): DiskStaging['spare'] {
	try {
		const entries = Object.entries(JSON.parse(readFileSync(indexIn(folder), 'utf8')) as Files);
		return new Map(entries.filter(([, file]) => Array.isArray(file)));
	} catch {
		return new Map();
	}
}

/**
 * Puts a tree in the place of the output, and the output aside; returns the identities of both. Another build may do
 * the same at the same time: the last one wins, and neither sees half of anything.
 */
function swap(tree: string, outDir: string, aside: string): { identity: string; old: string } {
	const identity = identityOf(tree);
	for (;;) {
		rmSync(aside, { recursive: true, force: true });
		const isAside = done(() => renameSync(outDir, aside), 'ENOENT');
		try {
			const old = isAside ? identityOf(aside) : '';
			if (done(() => renameSync(tree, outDir), 'ENOTEMPTY', 'EEXIST')) return { identity, old };
		} catch (error) {
			if (isAside) renameSync(aside, outDir);
			throw error;
		}
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

/** Every file below a folder, dotfiles too, by path. */
function filesIn(folder: string, below = ''): string[] {
	return entriesIn(join(folder, below)).flatMap((entry) => {
		const path = below === '' ? entry.name : `${below}/${entry.name}`;
		return entry.isDirectory() ? filesIn(folder, path) : [path];
	});
}

function entriesIn(folder: string): Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}

function copyTree(from: string, to: string): void {
	makeFolder(to);
	for (const entry of readdirSync(from, { withFileTypes: true })) {
		if (entry.isDirectory()) copyTree(join(from, entry.name), join(to, entry.name));
		else copyFileSync(join(from, entry.name), join(to, entry.name));
	}
}

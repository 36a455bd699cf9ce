/**
 * Everything that can change a result is read through one object that records each access: files, files that do not
 * exist, the names in folders, and computed values. The "nothing changed" shortcut, the cache and the watcher rely on it
 * alone. No recorded name is an absolute path, so the records of a site are valid for a copy of the site.
 */
import { posix } from 'node:path';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import { CONTENT } from '../../content/model/identity.ts';
import { type Included, NOTHING_INCLUDED } from '../../content/model/mounts.ts';
import type { Refusal } from '../../content/model/page.ts';
import { namedFiles } from './mounted.ts';
import { isIn } from './paths.ts';
import { type FileStat, isListed, MANIFEST, type Project } from './project.ts';

/** Status of a file when it was hashed, at the time `seen`. Times in milliseconds since 1970. */
export type FileRecord = [size: number, modified: number, changed: number, inode: number, hash: string, seen: number];

/** Inputs of a pass, as hashes by name: files (null: does not exist), the names in folders, and values. */
export interface InputSnapshot {
	files: Record<string, string | null>;
	folders: Record<string, string>;
	values: Record<string, string>;
	/** Folders outside of `content/` that authors may use. */
	include: Included;
}

/** Maximum size in bytes of a file that is read whole. Larger files are hashed and copied in chunks. */
const MAX_READ = 50_000_000;

/** If a file changed within this many milliseconds before it was hashed, it may have changed again in the same tick. */
const CLOCK_TICK_MS = 2000;

export interface Inputs {
	/** All files below a folder, sorted by path. */
	list(folder: string): FileStat[];
	has(name: string): boolean;
	/** Hash of a file's bytes; undefined if it does not exist. */
	hash(name: string): string | undefined;
	/** Throws for a file that `isLarge`. */
	read(name: string): Buffer | undefined;
	/** Whether a file is too large to be read whole. */
	isLarge(name: string): boolean;
	/** Records the hash of a file that was read in this pass. */
	recordHash(name: string, hash: string): void;
	/** Whether the hash or bytes of a file were read in this pass; a file that was only listed is not. */
	wasRead(name: string): boolean;
	/** Lets authors use folders besides `content/`, as configured, and takes some as part of it; call it in each pass. */
	include(included: Included): void;
	/** Why an author may not use a file. Call it before `hash` and `read` for every path that an author wrote. */
	refusal(name: string): Refusal | undefined;
	/** `hash` of a file that authors may use; otherwise undefined. */
	admittedHash(name: string): string | undefined;
	/** An environment variable. */
	env(name: string): string | undefined;
	/** Records a value computed from more than files, such as the export of a module. */
	value(name: string, value: unknown): void;
	/** The name of an absolute path: relative to the site, or a special name for docsgen's own files. */
	nameOf(path: string): string;
	/** The absolute path of a name. */
	pathOf(name: string): string;
	/** A text for authors, with the real paths of files in folders that are taken as part of `content/`. */
	shown(text: string): string;
	/** Forgets what was read in this pass, or only these files; hashes remain. */
	refresh(names?: readonly string[]): void;
	/**
	 * Names of inputs of this pass that have changed, appeared or vanished, and undefined for every other one: a file is
	 * looked at when its turn comes. Does not recompute values. A pass ends it.
	 */
	changed(): Iterable<string | undefined>;
	/**
	 * Whether a file that a watcher reported differs from the one in this pass. False if the pass read the change
	 * already, or if neither the pass nor the disk has such a file or folder, like an editor's temporary file.
	 */
	hasChanged(name: string): boolean;
	/** Whether a name, or a folder that contains it, was read in this pass. */
	isTracked(name: string): boolean;
	/** Names of all files that were looked up in this pass, whether they exist or not. */
	names(): string[];
	/** The inputs of this pass. */
	looked(): InputSnapshot;
	/** Hashes of the files of this pass, for `openInputs`. */
	records(): Record<string, FileRecord>;
}

interface InputOptions {
	/** Records of an earlier pass. */
	known?: Record<string, FileRecord>;
	/** Default: the environment variables of the process. */
	env?: Record<string, string | undefined>;
	/** The current time in milliseconds. */
	now?: () => number;
}

/** Opens the inputs of a site. */
export function openInputs(project: Project, options: InputOptions = {}): Inputs {
	const { known = {}, env = process.env, now = Date.now } = options;
	const records = new Map(Object.entries(known));
	let stats = new Map<string, FileStat | undefined>();
	/** Of the pass before: the one that runs has not looked at all files yet. */
	let statsBefore = stats;
	let folders = new Map<string, FileStat[]>();
	let values = new Map<string, string>();
	let readNames = new Set<string>();
	let included = NOTHING_INCLUDED;
	let files = namedFiles(project, included);
	let refusals = new Map<string, Refusal | undefined>();

	const refusal = (name: string): Refusal | undefined => {
		if (!refusals.has(name)) refusals.set(name, files.refusal(name));
		return refusals.get(name);
	};
	/** The status of a file for a pass: none if authors may not use it. Comparisons must see the same. */
	const look = (name: string, refused = refusal): FileStat | undefined =>
		isIn(name, CONTENT, posix) && !MANIFEST.test(name) && refused(name) ? undefined : files.stat(name);
	/** The current status, even if the links in its path point elsewhere than in this pass. */
	const lookAgain = (name: string): FileStat | undefined => look(name, (path) => files.refusal(path));
	const statOf = (name: string): FileStat | undefined => {
		if (!stats.has(name)) stats.set(name, look(name));
		return stats.get(name);
	};
	const isLarge = (name: string): boolean => (statOf(name)?.size ?? 0) > MAX_READ;
	const hash = (name: string): string | undefined => {
		readNames.add(name);
		const stat = statOf(name);
		if (!stat) return undefined;
		const record = records.get(name);
		if (record && isTrusted(record, stat)) return record[4];
		const found = files.digest(name);
		if (found !== undefined) note(name, stat, found);
		return found;
	};
	const note = (name: string, { size, modified, changed, inode }: FileStat, hash: string): void => {
		records.set(name, [size, modified, changed, inode, hash, now()]);
	};

	return {
		list(folder) {
			const found = folders.get(folder) ?? files.list(folder);
			if (!folders.has(folder))
				for (const stat of found) stats.set(stat.path, stat.refused === undefined ? stat : undefined);
			folders.set(folder, found);
			return found;
		},
		has: (name) => statOf(name) !== undefined,
		hash,
		read(name) {
			readNames.add(name);
			const about = { code: 'EFBIG', syscall: 'read', path: name };
			if (isLarge(name)) throw Object.assign(new Error(`${name} is too large.`), about);
			return statOf(name) ? files.read(name) : undefined;
		},
		isLarge,
		recordHash(name, hash) {
			readNames.add(name);
			const stat = statOf(name);
			if (stat) note(name, stat, hash);
		},
		wasRead: (name) => readNames.has(name),
		include(now) {
			included = now;
			files = namedFiles(project, now);
		},
		refusal,
		admittedHash: (name) => (refusal(name) === undefined ? hash(name) : undefined),
		env(name) {
			values.set(`${ENVIRONMENT}${name}`, hashOfValue(env[name]));
			return env[name];
		},
		value: (name, value) => void values.set(name, hashOfValue(value)),
		nameOf: (path) => files.nameOf(path),
		pathOf: (name) => files.pathOf(name),
		shown: (text) => files.shown(text),
		refresh(names) {
			for (const name of names ?? []) for (const known of [stats, refusals]) known.delete(name);
			if (names) return;
			[statsBefore, stats] = [stats, new Map()];
			folders = new Map();
			values = new Map();
			readNames = new Set();
			refusals = new Map();
		},
		*changed() {
			const listed = new Map<string, FileStat>();
			for (const folder of folders.keys()) {
				for (const stat of files.walk(folder)) {
					if (stat.refused === undefined) listed.set(stat.path, stat);
					yield undefined;
				}
			}
			for (const name of listed.keys()) yield stats.has(name) ? undefined : name;
			for (const [name, stat] of stats) yield isSame(stat, listed.get(name) ?? lookAgain(name)) ? undefined : name;
		},
		hasChanged(name) {
			const stat = lookAgain(name);
			const looked = [stats, statsBefore].find((one) => one.has(name));
			if (looked) {
				const was = looked.get(name);
				const record = records.get(name);
				// The hash of an earlier pass says nothing: an edit may have been taken back.
				const known = record && isSame(lookOf(record), was) ? record[4] : undefined;
				// A file written again with the same content is unchanged.
				return was && stat && known !== undefined ? known !== files.digest(name) : !isSame(was, stat);
			}
			const isHere = (path: string): boolean => path.startsWith(`${name}/`);
			return !!stat || files.list(name).length > 0 || [...stats].some(([path, was]) => was && isHere(path));
		},
		isTracked: (name) => stats.has(name) || [...folders.keys()].some((folder) => isListed(name, folder)),
		names: () => [...stats.keys()],
		looked: () => ({
			files: Object.fromEntries([...stats.keys()].map((name) => [name, hash(name) ?? null])),
			folders: Object.fromEntries([...folders].map(([folder, files]) => [folder, hashOfNames(files)])),
			values: Object.fromEntries(values),
			include: included,
		}),
		records: () =>
			Object.fromEntries(
				[...stats.keys()].flatMap((name): [string, FileRecord][] => {
					const record = records.get(name);
					return record ? [[name, record]] : [];
				}),
			),
	};
}

/** Prefix of environment variables among the values. */
const ENVIRONMENT = 'env:';

/**
 * The files that have changed; undefined if folders or environment variables have. The caller compares the other values. A
 * file with inconclusive times is hashed again: after a checkout, a copy or a restored cache, every file is read but
 * nothing is built.
 */
export function changedFiles(inputs: Inputs, { files, folders, values, include }: InputSnapshot): string[] | undefined {
	inputs.include(include);
	for (const name of Object.keys(values)) if (name.startsWith(ENVIRONMENT)) inputs.env(name.slice(ENVIRONMENT.length));
	if (Object.entries(folders).some(([folder, names]) => hashOfNames(inputs.list(folder)) !== names)) return undefined;
	return Object.keys(files).filter((name) => (inputs.hash(name) ?? null) !== files[name]);
}

function isTrusted(record: FileRecord, stat: FileStat): boolean {
	const { modified, changed } = lookOf(record);
	return isSame(lookOf(record), stat) && record[5] - Math.max(modified, changed) > CLOCK_TICK_MS;
}

function lookOf([size, modified, changed, inode]: FileRecord): FileLook {
	return { size, modified, changed, inode };
}

type FileLook = Pick<FileStat, 'size' | 'modified' | 'changed' | 'inode'>;

function isSame(a: FileLook | undefined, b: FileLook | undefined): boolean {
	return a?.size === b?.size && a?.modified === b?.modified && a?.changed === b?.changed && a?.inode === b?.inode;
}

function hashOfNames(files: FileStat[]): string {
	return hashOf(files.map(({ path }) => path).join('\n'));
}

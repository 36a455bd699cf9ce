/**
 * Everything that can change a result, read through one object that remembers what was looked at: files, files that
 * were looked for and not there, the names in folders, and values that were computed. The shortcut "nothing changed",
 * the cache and the watcher ask it and nothing else. No name in it is an absolute path, so what was remembered of a
 * site is true of its copy, too.
 */
import { posix } from 'node:path';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import { CONTENT } from '../../content/model/identity.ts';
import type { Refusal } from '../../content/model/page.ts';
import { nameOf, pathOf } from './package.ts';
import { isIn } from './paths.ts';
import type { FileStat, Project } from './project.ts';

/** What a file looked like when its hash was taken; `seen` is that time. Times in milliseconds since 1970. */
export type FileRecord = [size: number, modified: number, changed: number, inode: number, hash: string, seen: number];

/** What was looked at, as hashes by name: files (null: there was none), the names in folders, and values. */
export interface Looked {
	files: Record<string, string | null>;
	folders: Record<string, string>;
	values: Record<string, string>;
	/** Folders beside `content/` that authors may read from. */
	include: readonly string[];
}

/** A file changed less than this before it was hashed may have changed again within the same tick of its clock. */
const CLOCK_DOUBT = 2000;

export interface Inputs {
	/** Every file below a folder, sorted by path. */
	list(folder: string): FileStat[];
	has(name: string): boolean;
	/** Hash of a file's bytes; undefined where there is none. */
	hash(name: string): string | undefined;
	read(name: string): Buffer | undefined;
	/** Notes the hash of a file that has been read in this pass. */
	learn(name: string, hash: string): void;
	/** Whether hash or bytes of a file were asked for in this pass: it is not only there. */
	asked(name: string): boolean;
	/** Offers authors folders beside `content/`; the configuration says which, in each pass. */
	include(folders: readonly string[]): void;
	/** Why an author may not use a file. Asked before `hash` and `read` for every path that an author wrote. */
	refusal(name: string): Refusal | undefined;
	/** `hash` of a file that an author may read or publish. */
	admittedHash(name: string): string | undefined;
	/** An environment variable. */
	env(name: string): string | undefined;
	/** Notes a value that was computed from more than files, such as that of a module that has been run. */
	value(name: string, value: unknown): void;
	/** The name of an absolute path: inside the site as it is, of docsgen's own files, or from the site's folder. */
	nameOf(path: string): string;
	/** The absolute path of a name. */
	pathOf(name: string): string;
	/** Forgets what was looked at in this pass; hashes stay. */
	refresh(): void;
	/** Names of what was looked at in this pass and is another now, came or went. Values are not asked for again. */
	changed(): string[];
	/**
	 * Whether a name that a change was told of is another than in this pass. It is not where that pass saw the change
	 * already, and where no file or folder of files is or was: an editor's passing thought.
	 */
	isNews(name: string): boolean;
	/** Whether a name was looked at in this pass, or lies in a folder that was. */
	concerns(name: string): boolean;
	/** Names of all files that were looked at in this pass, there or not. */
	names(): string[];
	/** What was looked at in this pass. */
	looked(): Looked;
	/** Hashes of the files of this pass, for `openInputs`. */
	records(): Record<string, FileRecord>;
}

export interface InputOptions {
	/** What an earlier pass has learnt. */
	known?: Record<string, FileRecord>;
	/** Environment variables. Default: those of the process. */
	env?: Record<string, string | undefined>;
	/** The present time. */
	now?: () => number;
}

/** The inputs of a site. */
export function openInputs(project: Project, options: InputOptions = {}): Inputs {
	const { known = {}, env = process.env, now = Date.now } = options;
	const records = new Map(Object.entries(known));
	let stats = new Map<string, FileStat | undefined>();
	let folders = new Map<string, FileStat[]>();
	let values = new Map<string, string>();
	let asked = new Set<string>();
	let included: readonly string[] = [];
	let refusals = new Map<string, Refusal | undefined>();

	const refusal = (name: string): Refusal | undefined => {
		if (!refusals.has(name)) refusals.set(name, project.refusal(name, included));
		return refusals.get(name);
	};
	const statOf = (name: string): FileStat | undefined => {
		if (!stats.has(name)) stats.set(name, isIn(name, CONTENT, posix) && refusal(name) ? undefined : project.stat(name));
		return stats.get(name);
	};
	const hash = (name: string): string | undefined => {
		asked.add(name);
		const stat = statOf(name);
		if (!stat) return undefined;
		const record = records.get(name);
		if (record && isTrusted(record, stat)) return record[4];
		const found = project.digest(name);
		if (found !== undefined) note(name, stat, found);
		return found;
	};
	const note = (name: string, { size, modified, changed, inode }: FileStat, hash: string): void => {
		records.set(name, [size, modified, changed, inode, hash, now()]);
	};

	return {
		list(folder) {
			const found = folders.get(folder) ?? project.list(folder, included);
			if (!folders.has(folder))
				for (const stat of found) stats.set(stat.path, stat.refused === undefined ? stat : undefined);
			folders.set(folder, found);
			return found;
		},
		has: (name) => statOf(name) !== undefined,
		hash,
		read(name) {
			asked.add(name);
			return statOf(name) ? project.read(name) : undefined;
		},
		learn(name, hash) {
			asked.add(name);
			const stat = statOf(name);
			if (stat) note(name, stat, hash);
		},
		asked: (name) => asked.has(name),
		include(folders) {
			included = folders;
		},
		refusal,
		admittedHash: (name) => (refusal(name) === undefined ? hash(name) : undefined),
		env(name) {
			values.set(`${ENVIRONMENT}${name}`, hashOfValue(env[name]));
			return env[name];
		},
		value: (name, value) => void values.set(name, hashOfValue(value)),
		nameOf: (path) => nameOf(project.root, path),
		pathOf: (name) => pathOf(project.root, name),
		refresh() {
			stats = new Map();
			folders = new Map();
			values = new Map();
			asked = new Set();
			refusals = new Map();
		},
		changed() {
			const listed = new Map<string, FileStat>();
			for (const folder of folders.keys()) {
				for (const stat of project.list(folder, included)) if (stat.refused === undefined) listed.set(stat.path, stat);
			}
			return [
				...[...listed.keys()].filter((name) => !stats.has(name)),
				...[...stats].flatMap(([name, stat]) => (isSame(stat, listed.get(name) ?? project.stat(name)) ? [] : name)),
			];
		},
		isNews(name) {
			const stat = project.stat(name);
			if (stats.has(name)) {
				const was = stats.get(name);
				const known = records.get(name)?.[4];
				// Written again as it was, it is the same.
				return was && stat && known !== undefined ? known !== project.digest(name) : !isSame(was, stat);
			}
			const isHere = (path: string): boolean => path.startsWith(`${name}/`);
			return !!stat || project.list(name).length > 0 || [...stats].some(([path, was]) => was && isHere(path));
		},
		concerns: (name) => stats.has(name) || [...folders.keys()].some((folder) => isIn(name, folder, posix)),
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

/** Begins the names of environment variables among values. */
const ENVIRONMENT = 'env:';

/**
 * Whether all files, folders and environment variables are what they were; other values are the caller's to compare.
 * A file whose times say nothing certain is read: a checkout, a copy or a restored cache costs a look at every file,
 * not a build.
 */
export function areUnchanged(inputs: Inputs, { files, folders, values, include }: Looked): boolean {
	inputs.include(include);
	for (const name of Object.keys(values)) if (name.startsWith(ENVIRONMENT)) inputs.env(name.slice(ENVIRONMENT.length));
	return (
		Object.entries(folders).every(([folder, names]) => hashOfNames(inputs.list(folder)) === names) &&
		Object.entries(files).every(([name, hash]) => (inputs.hash(name) ?? null) === hash)
	);
}

function isTrusted([size, modified, changed, inode, , seen]: FileRecord, stat: FileStat): boolean {
	return isSame({ size, modified, changed, inode }, stat) && seen - Math.max(modified, changed) > CLOCK_DOUBT;
}

type Look = Pick<FileStat, 'size' | 'modified' | 'changed' | 'inode'>;

function isSame(a: Look | undefined, b: Look | undefined): boolean {
	return a?.size === b?.size && a?.modified === b?.modified && a?.changed === b?.changed && a?.inode === b?.inode;
}

function hashOfNames(files: FileStat[]): string {
	return hashOf(files.map(({ path }) => path).join('\n'));
}

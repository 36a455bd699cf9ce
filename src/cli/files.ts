/**
 * What is known of the site's files: hashes by path, trusted while size and time of change are what they were.
 */
import { hashOf } from '../content/hash.ts';
import type { FileStat, Project } from './project.ts';

/** [size, modified, hash, seen]: `seen` is when the hash was taken. Times in milliseconds since 1970. */
export type FileRecord = [size: number, modified: number, hash: string, seen: number];

/** A file changed less than this before it was hashed may have changed again within the same tick of its clock. */
const CLOCK_DOUBT = 2000;

export interface FileIndex {
	/** The files of a folder; `found` where somebody has just listed them. */
	list(folder: string, found?: FileStat[]): FileStat[];
	/** Hash of a file's bytes; undefined where there is none. */
	hash(path: string): string | undefined;
	read(path: string): Buffer | undefined;
	/** Whether a folder's files are others now than when `list` last looked. */
	changed(folder: string): boolean;
	/** Forgets what was learnt in this pass; records stay. */
	refresh(): void;
	/** Forgets it of one file: it is known to have changed. */
	lookAgain(path: string): void;
	/** Whether neither a file nor a folder of files is here, and none was in this pass: an editor's passing thought. */
	isNothing(path: string): boolean;
	/** Records of every file asked for since the last refresh. */
	records(): Record<string, FileRecord>;
}

/** An index over a project's files; `known` are records of an earlier build, `now` the present time. */
export function indexFiles(project: Project, known: Record<string, FileRecord>, now: () => number): FileIndex {
	const records = new Map(Object.entries(known));
	let asked = new Set<string>();
	let stats = new Map<string, FileStat | undefined>();
	const statOf = (path: string): FileStat | undefined => {
		if (!stats.has(path)) stats.set(path, project.stat(path));
		return stats.get(path);
	};
	return {
		list(folder, found = project.list(folder)) {
			for (const stat of found) stats.set(stat.path, stat);
			return found;
		},
		hash(path) {
			const stat = statOf(path);
			if (!stat) return undefined;
			asked.add(path);
			const record = records.get(path);
			if (record && record[0] === stat.size && record[1] === stat.modified && record[3] - stat.modified > CLOCK_DOUBT)
				return record[2];
			const bytes = project.read(path);
			if (!bytes) return undefined;
			const hash = hashOf(bytes);
			records.set(path, [stat.size, stat.modified, hash, now()]);
			return hash;
		},
		read: (path) => project.read(path),
		changed(folder) {
			const now = project.list(folder);
			const same = ({ path, size, modified }: FileStat): boolean => {
				const known = stats.get(path);
				return known?.size === size && known.modified === modified;
			};
			const known = [...stats].filter(([path, stat]) => stat !== undefined && path.startsWith(`${folder}/`));
			return known.length !== now.length || !now.every(same);
		},
		refresh() {
			asked = new Set();
			stats = new Map();
		},
		lookAgain: (path) => void stats.delete(path),
		isNothing(path) {
			const isHere = (known: string): boolean => known === path || known.startsWith(`${path}/`);
			if (project.stat(path) || project.list(path).length > 0) return false;
			return ![...stats].some(([known, stat]) => stat !== undefined && isHere(known));
		},
		records: () =>
			Object.fromEntries(
				[...asked].flatMap((path): [string, FileRecord][] => {
					const record = records.get(path);
					return record ? [[path, record]] : [];
				}),
			),
	};
}

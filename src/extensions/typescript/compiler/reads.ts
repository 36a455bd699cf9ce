/**
 * The results of a compiler depend on the files that it reads: those outside of `node_modules` by their content, and those inside
 * by the package.json of their package. Files that it looks for and does not find count as well, because they would come
 * first. A result without these is never reused.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../../../cli/disk/disk.ts';
import type { Inputs } from '../../../cli/disk/inputs.ts';
import { stateOf } from '../../../cli/disk/project.ts';
import { hashOfValue } from '../../../content/model/hash.ts';
import { packageName } from '../model/live.ts';

/** States of files, by absolute path or by the name of the input; null: does not exist. */
export type Reads = Record<string, string | null>;

/** Reads what a compiler is told to read; each access is an input of the site. Paths are absolute. */
export interface SourceReading {
	/** Undefined if the file does not exist. */
	text(path: string): string | undefined;
	has(path: string): boolean;
	/** Paths of the files below a folder, relative to it; without hidden ones and `node_modules`. */
	names(folder: string): string[];
}

/** Whether a path is inside of an installed package, which changes with its package.json only. */
export function isInstalled(path: string): boolean {
	return /[\\/]node_modules[\\/]/.test(path);
}

const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** The file whose state stands for a file: the package.json of its package, or itself. */
function inputOf(path: string): string {
	const folder = PACKAGE.exec(path)?.[1];
	const manifest = folder === undefined ? path : join(folder, 'package.json');
	return manifest !== path && existsSync(manifest) ? manifest : path;
}

/** The states of files as a compiler in this process has read them. */
export class ReadLog {
	readonly #states = new Map<string, { state: string | null; status: string }>();
	/** By path, because most files of a package have the same input. */
	readonly #inputs = new Map<string, string>();
	/** By package and place, the files that stand for the places where it is looked for. */
	readonly #lookups = new Map<string, string[]>();

	/** Call it before a file is read, so that a change meanwhile is noticed. Returns the file that stands for it. */
	note(path: string): string {
		const input = this.#inputs.get(path) ?? inputOf(path);
		this.#inputs.set(path, input);
		if (!this.#states.has(input)) this.#states.set(input, { status: statusOf(input), state: stateOf(input) ?? null });
		return input;
	}

	/**
	 * Notes the places where a package is looked for that a file imports, up to the one where it is found. Returns the
	 * files that stand for them.
	 */
	noteLookup(specifier: string, from: string, found: string | undefined): string[] {
		if (/^[./#]|^\w+:/.test(specifier)) return [];
		const name = packageName(specifier);
		const types = `@types/${name.replace(/^@(.*)\//, '$1__')}`;
		const start = PACKAGE.exec(from)?.[1] ?? dirname(from);
		const key = [start, name].join('\n');
		const known = this.#lookups.get(key);
		if (known) return known;
		const noted: string[] = [];
		this.#lookups.set(key, noted);
		const isFound = (manifest: string): boolean => this.#states.get(manifest)?.state !== null;
		for (let folder = start; ; folder = dirname(folder)) {
			const manifests = [name, types].map((one) => join(folder, 'node_modules', one, 'package.json'));
			for (const manifest of manifests) noted.push(this.note(manifest));
			const last = found?.includes('/@types/') ? manifests.slice(1) : manifests;
			if (folder === dirname(folder) || (found !== undefined && last.some(isFound))) return noted;
		}
	}

	/** The states of these files; by default, of all. */
	states(inputs: Iterable<string> = this.#states.keys()): Reads {
		return Object.fromEntries([...inputs].sort().map((input) => [input, this.#states.get(input)?.state ?? null]));
	}

	/**
	 * Forgets files of which only the content has changed, and returns them; undefined if a file has appeared or vanished or
	 * a package has changed, which may lead any import to another file.
	 */
	changed(): string[] | undefined {
		const changed = [...this.#states].filter(([path, { status }]) => statusOf(path) !== status);
		if (
			changed.some(([path, { status }]) => status === '' || /(?:^|[\\/])package\.json$/.test(path) || !existsSync(path))
		)
			return undefined;
		for (const [path] of changed) this.#states.delete(path);
		return changed.map(([path]) => path);
	}
}

function statusOf(path: string): string {
	const stat = statSync(path, { throwIfNoEntry: false });
	return stat ? [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino].join() : '';
}

/** The same states by the names of inputs. */
export function namedReads(reads: Reads, inputs: Inputs): Reads {
	return Object.fromEntries(Object.entries(reads).map(([path, state]) => [inputs.nameOf(path), state]));
}

/** Whether files are as they were read. Records them as inputs of the site. */
export function areSame(reads: Reads, inputs: Inputs): boolean {
	const changed = Object.entries(reads).filter(([name, state]) => (inputs.hash(name) ?? null) !== state);
	return changed.length === 0;
}

/** The files that were read for each of several results, and a stamp for each: a text that changes with them. */
export class StampedReads {
	constructor(
		private readonly inputs: Inputs,
		/** By the name of the result. */
		readonly all: Record<string, { stamp: string; reads: Reads }> = {},
	) {}

	stampOf(result: string): string {
		const known = this.all[result];
		if (!known || areSame(known.reads, this.inputs)) return known?.stamp ?? '';
		const now = Object.keys(known.reads).map((name) => [name, this.inputs.hash(name) ?? null] as const);
		const stamp = hashOfValue([known.stamp, now]);
		this.all[result] = { stamp, reads: Object.fromEntries(now) };
		return stamp;
	}

	/** Adds what was read for a result, by absolute path. */
	add(result: string, reads: Reads): void {
		const known = this.all[result] ?? { stamp: '', reads: {} };
		this.all[result] = { ...known, reads: { ...known.reads, ...namedReads(reads, this.inputs) } };
	}
}

/** Reads through the inputs; files of installed packages, which are known by their package.json, from the disk. */
export function readingOf(inputs: Inputs): SourceReading {
	const isInput = (path: string): boolean => !isInstalled(path) || /[\\/]package\.json$/.test(path);
	return {
		text: (path) =>
			isInput(path) ? inputs.read(inputs.nameOf(path))?.toString() : attempt(() => readFileSync(path, 'utf8')),
		has: (path) => (isInput(path) ? inputs.has(inputs.nameOf(path)) : existsSync(path)),
		names: (folder) => {
			const name = inputs.nameOf(folder);
			// The folder of the site holds the output as well, which is no input.
			return isInstalled(folder) || name === ''
				? filesBelow(folder)
				: inputs.list(name).map(({ path }) => path.slice(name.length + 1));
		},
	};
}

function filesBelow(folder: string, subfolder = ''): string[] {
	return (attempt(() => readdirSync(join(folder, subfolder), { withFileTypes: true })) ?? []).flatMap((entry) => {
		if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
		return entry.isDirectory() ? filesBelow(folder, `${subfolder}${entry.name}/`) : [subfolder + entry.name];
	});
}

/**
 * Compiled results, remembered together with the hashes of the files they were made from: as long as those are the
 * same, no compiler starts. What docsgen brings itself is compiled when it is installed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf } from '../content/hash.ts';
import { diskCache, diskProject, type Project } from './project.ts';
import { seal, unseal } from './sealed.ts';

/** The folder that docsgen is installed in. */
export const PACKAGE_ROOT = packageRoot();

function packageRoot(): string {
	let folder = dirname(fileURLToPath(import.meta.url));
	while (!existsSync(join(folder, 'templates', 'index.tsx'))) {
		const parent = dirname(folder);
		if (parent === folder) throw new Error('docsgen is not installed completely: its templates are missing');
		folder = parent;
	}
	return folder;
}

/** A compiled result and what it was made from. */
export interface Compiled<T> {
	/** Absolute path → hash, empty for files that were looked for and not there. On disk, see `nameOf`. */
	inputs: Record<string, string>;
	value: T;
}

/** Hash of a file by absolute path, empty where there is none. The site's own files are the project's to read. */
export function hashFile(project: Project, path: string): string {
	if (path.startsWith(`${project.root}/`)) {
		const bytes = project.read(path.slice(project.root.length + 1));
		return bytes ? hashOf(bytes) : '';
	}
	try {
		return hashOf(readFileSync(path));
	} catch {
		return '';
	}
}

/** Takes a compiled result from the cache, or from the installation, while its inputs are unchanged; else makes it. */
export async function cached<T>(project: Project, name: string, make: () => Promise<Compiled<T>>): Promise<T> {
	const file = `${name}.json`;
	const isFresh = ({ inputs }: Compiled<T>): boolean =>
		Object.entries(inputs).every(([path, hash]) => hashFile(project, path) === hash);
	const own = readCompiled<T>(project.cache.read(file));
	if (own && isFresh(own)) return own.value;
	const installed = hasOwnTemplates(project) ? undefined : readCompiled<T>(diskCache(INSTALLED).read(file));
	if (installed && isFresh(installed)) return installed.value;
	const compiled = await make();
	const written = { ...compiled, inputs: renamed(compiled.inputs, nameOf) };
	project.cache.write(file, seal(JSON.stringify(written)));
	return compiled.value;
}

/** A result as it was written; undefined where it is not what was written. */
function readCompiled<T>(bytes: Buffer | undefined): Compiled<T> | undefined {
	const json = unseal(bytes);
	if (!json) return undefined;
	const written = JSON.parse(json.toString()) as Compiled<T>;
	return { ...written, inputs: renamed(written.inputs, (name) => resolve(PACKAGE_ROOT, name)) };
}

/** The installation may be moved: its own files are named from its folder, all others by their absolute paths. */
function nameOf(path: string): string {
	return path.startsWith(`${PACKAGE_ROOT}/`) ? path.slice(PACKAGE_ROOT.length + 1) : path;
}

function renamed(inputs: Record<string, string>, rename: (path: string) => string): Record<string, string> {
	return Object.fromEntries(Object.entries(inputs).map(([path, hash]) => [rename(path), hash]));
}

/** Whether a site may have replaced templates or styles by its own. */
function hasOwnTemplates(project: Project): boolean {
	return project.root !== PACKAGE_ROOT && project.list('templates').length > 0;
}

/** What is compiled at install. */
const INSTALLED = join(PACKAGE_ROOT, 'dist/compiled');

/** A site of nothing but docsgen's own templates; what is compiled for it, always anew, goes into the installation. */
export function installation(): Project {
	return { ...diskProject(PACKAGE_ROOT, ''), cache: { ...diskCache(INSTALLED), read: () => undefined } };
}

/** Loaders of data, as VitePress has them: a module that reads files when the site is built. */
import { dirname, join } from 'node:path';
import { called, fieldsOf, filesBelow, globPattern, isFile } from './old-site.ts';
import { Code } from './value.ts';
import { ModuleReader } from './values.ts';

const LOADER = /\.data\.[cm]?[jt]s$/;

/** What a loader gives today; undefined where `path`, maybe without its ending, is none, or cannot be read. */
export function loadedBy(path: string, root: string): unknown {
	const file = ['', '.js', '.ts', '.mjs', '.mts']
		.map((end) => path + end)
		.find((one) => LOADER.test(one) && isFile(one));
	if (file === undefined) return undefined;
	try {
		return loaded(new ModuleReader(root).exports(file).default, dirname(file));
	} catch {
		return undefined;
	}
}

/** What `{ watch, load(files) { … } }` loads; its tool gives it the files that it watches. */
function loaded(given: unknown, folder: string): unknown {
	const { load, watch } = fieldsOf(given instanceof Code ? given.args[0] : given);
	if (typeof load !== 'function') return undefined;
	const globs = [watch].flat().filter((glob) => typeof glob === 'string');
	const files = [...new Set(globs.flatMap((glob) => matching(glob, folder)))];
	return called(load, files);
}

/** Absolute paths of the files that a pattern names, which counts from `folder`. */
function matching(glob: string, folder: string): string[] {
	const [, up = '', rest = ''] = /^((?:\.\.?\/)*)(.*)$/.exec(glob) ?? [];
	const from = join(folder, up);
	const pattern = globPattern(rest);
	return filesBelow(from)
		.filter((file) => pattern.test(file))
		.map((file) => join(from, file));
}

/** Data loaders of VitePress: modules that read files during the build. */
import { dirname, join } from 'node:path';
import { called, fieldsOf, filesBelow, globPattern, isFile } from './old-site.ts';
import { Code } from './value.ts';
import { ModuleReader } from './values.ts';

const LOADER = /\.data\.[cm]?[jt]s$/;

/** The data of a loader; undefined if `path` (extension optional) is not a loader, or cannot be evaluated. */
export function loadedBy(path: string, root: string): unknown {
	const file = ['', '.js', '.ts', '.mjs', '.mts']
		.map((end) => path + end)
		.find((one) => LOADER.test(one) && isFile(one));
	if (file === undefined) return undefined;
	try {
		return loaded(new ModuleReader(root).exports(file).default, dirname(file));
	} catch {
		// The import of the page is reported as one that docsgen does not read.
		return undefined;
	}
}

/** Runs `{ watch, load(files) { … } }` with the files that match `watch`, as VitePress does. */
function loaded(given: unknown, folder: string): unknown {
	const { load, watch } = fieldsOf(given instanceof Code ? given.args[0] : given);
	if (typeof load !== 'function') return undefined;
	const globs = [watch].flat().filter((glob) => typeof glob === 'string');
	const files = [...new Set(globs.flatMap((glob) => matching(glob, folder)))];
	return called(load, files);
}

/** Absolute paths of the files that match a pattern, which is relative to `folder`. */
function matching(glob: string, folder: string): string[] {
	const [, up = '', rest = ''] = /^((?:\.\.?\/)*)(.*)$/.exec(glob) ?? [];
	const from = join(folder, up);
	const pattern = globPattern(rest);
	return filesBelow(from)
		.filter((file) => pattern.test(file))
		.map((file) => join(from, file));
}

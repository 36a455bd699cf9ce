/**
 * Modules of data that pages import and cannot read as they are: they change values, ask Node, or are loaders of
 * VitePress. What they give today is written in their place.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Code } from '../../content/markdown/engine/value.ts';
import { called, fieldsOf, filesBelow, globPattern } from './old-site.ts';
import { literal } from './print.ts';
import { plain } from './prune.ts';
import { ModuleReader } from './values.ts';

const LOADER = /\.data\.[cm]?[jt]s$/;
/** What a page does not do with its data. */
const NEEDS_MORE =
	/\bimport\.meta\b|\bprocess\.|\bfrom\s*['"](?:node:)?(?:fs|path|url)['"]|\.(?:push|forEach|reduce|sort)\(|[\w)\]]\.\w+\s*=[^=>]|\]\s*=[^=>]|\bfor\s*\(/;
/** Characters: more is none of a page's data. */
const LIMIT = 200_000;

/** The text of a module with nothing but the data of `file`; undefined where pages read it as it is, or it has none. */
export function frozen(file: string, root: string): string | undefined {
	const isLoader = LOADER.test(file);
	if (!isLoader && !NEEDS_MORE.test(readFileSync(file, 'utf8'))) return undefined;
	const found = exportsOf(file, root);
	const exports = isLoader ? { data: loaded(found.default, dirname(file)) } : found;
	const lines = Object.entries(exports).flatMap(([name, value]) => {
		const isData = value !== undefined && typeof value !== 'function' && !(value instanceof Code);
		if (!isData || !/^[A-Za-z_$][\w$]*$/.test(name)) return [];
		return [`export ${name === 'default' ? 'default' : `const ${name} =`} ${literal(plain(value))};\n`];
	});
	const text = lines.join('\n');
	return text === '' || text.length > LIMIT ? undefined : text;
}

function exportsOf(file: string, root: string): Record<string, unknown> {
	try {
		return new ModuleReader(root).exports(file);
	} catch {
		return {};
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

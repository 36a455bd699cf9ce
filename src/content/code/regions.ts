/**
 * Regions of a file, in the notation of VS Code: a comment `#region name` starts one, `#endregion` ends it, and `#` is
 * optional; C# and C++ have directives for them. Regions nest. As in VitePress, regions with the same name are parts of
 * one.
 */
import { nearest } from '../model/schema.ts';
import { onlyComment } from './comments.ts';

interface Region {
	/** The words after the mark. */
	name: string;
	/** Index of the line of its mark. */
	start: number;
	/** Index of the line that ends it; undefined if there is none. */
	end?: number;
}

const MARK = /^(?:#|pragma\s+)?(end\s?)?region\b:?\s*(.*)$/i;
/** Without these, several words after "region" are a sentence. */
const UNMISTAKABLE = /#(?:end\s?)?region\b|#pragma\b/i;

/** Which lines of a file to show, or why there are none. */
export type RegionRead =
	| { kind: 'lines'; isShown: readonly boolean[] }
	| { kind: 'unclosed' }
	| { kind: 'missing'; names: string[] };

/** The mistake of a file without the region `name`. */
export function lostRegion(path: string, name: string, read: RegionRead): { message: string; hint: string } {
	if (read.kind === 'unclosed')
		return { message: `The region "${name}" of ${path} is not closed.`, hint: 'Add #endregion where it ends.' };
	const names = read.kind === 'missing' ? read.names : [];
	const near = nearest(name, names);
	const hint =
		near === undefined
			? 'A region starts with a comment that contains #region and its name, and ends with #endregion.'
			: `Did you mean "${near}"?`;
	return { message: `${path} has no region "${name}".`, hint };
}

/** Reads the lines of the regions `name`, without marks; of the whole file if it is undefined. */
export function readRegion(lines: readonly string[], name?: string): RegionRead {
	const regions = regionsOf(lines);
	const wanted = regions.filter((region) => name === undefined || isCalled(region, name));
	if (name !== undefined && wanted.length === 0)
		return { kind: 'missing', names: [...new Set(regions.map((region) => region.name))] };
	if (name !== undefined && wanted.some(({ end }) => end === undefined)) return { kind: 'unclosed' };
	const isShown = lines.map(() => name === undefined);
	if (name !== undefined) for (const { start, end = start } of wanted) isShown.fill(true, start, end);
	for (const { start, end } of regions) if (end !== undefined) isShown[start] = isShown[end] = false;
	return { kind: 'lines', isShown };
}

/** A region can have words after its name. */
function isCalled({ name }: Region, wanted: string): boolean {
	return name === wanted || name.split(/\s/, 1)[0] === wanted;
}

function regionsOf(lines: readonly string[]): Region[] {
	const regions: Region[] = [];
	const open: Region[] = [];
	for (const [index, line] of lines.entries()) {
		if (!/region/i.test(line)) continue;
		const [, ending, words] = MARK.exec(onlyComment(line) ?? '') ?? [];
		if (words === undefined || (/\s/.test(words) && !UNMISTAKABLE.test(line))) continue;
		// Visual Basic writes the name in quotation marks.
		const name = words.replace(/^"(.*)"$/, '$1');
		if (ending === undefined) {
			const region: Region = { name, start: index };
			regions.push(region);
			open.push(region);
			continue;
		}
		// An end without the name of an open region ends the innermost one.
		const named = name === '' ? -1 : open.findLastIndex((region) => isCalled(region, name));
		const [ended] = open.splice(named < 0 ? -1 : named, 1);
		if (ended) ended.end = index;
	}
	return regions;
}

/** The part of a long list that a plain `npm test` tries. */
import { execFileSync } from 'node:child_process';
import { IS_ALL } from './properties.ts';

/** One in this many is tried. */
const PARTS = 4;

/** Differs with each commit, so that a few runs try all. */
function drawn(): number {
	try {
		return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).slice(0, 6), 16);
	} catch {
		return 0;
	}
}

/** A quarter of a list, drawn by the commit; all of it with `--all`. */
export function partOf<T>(list: readonly T[]): T[] {
	const first = drawn();
	return list.filter((_, index) => IS_ALL || (index + first) % PARTS === 0);
}

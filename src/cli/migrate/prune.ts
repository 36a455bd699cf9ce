/** Removes from other tools' values everything that docsgen's checks reject, and returns the removed paths. */

import { type Check, isRecord, type Path, type Problem, pathText } from './docsgen.ts';
import { Code } from './value.ts';

/** Pure data: omits code, functions and undefined values, and replaces patterns by their text. */
export function plain(value: unknown): unknown {
	if (value instanceof Code || typeof value === 'function') return undefined;
	if (value instanceof RegExp) return value.source;
	if (Array.isArray(value)) return value.map(plain).filter((item) => item !== undefined);
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
			const data = plain(inner);
			return data === undefined ? [] : [[key, data]];
		}),
	);
}

const MAX_ROUNDS = 50;

/** The result of `check` without the parts it rejects, and the paths of those parts. */
export function pruned<T>(value: unknown, check: Check<T, unknown>): { raw: unknown; value?: T; removed: string[] } {
	return prunedBy(value, (raw, problems) => check(raw, [], (problem) => problems.push(problem)));
}

/** The same for a check that appends problems to a list. */
export function prunedBy<T>(
	value: unknown,
	check: (raw: unknown, problems: Problem[]) => T | undefined,
): { raw: unknown; value?: T; removed: string[] } {
	const raw = structuredClone(plain(value));
	const removed: string[] = [];
	for (let round = 0; round < MAX_ROUNDS; round++) {
		const problems: Problem[] = [];
		const checked = check(raw, problems);
		const wrong = problems.filter(({ severity }) => severity === undefined);
		if (wrong.length === 0) return { raw, value: checked, removed };
		// From the end, so that earlier indexes remain valid.
		const paths = wrong.map(({ path }) => presentPart(raw, path)).sort(byPlace);
		if (paths.every((path) => path.length === 0)) return { raw, removed };
		for (const [index, path] of paths.entries()) {
			if (path.length === 0 || (index > 0 && pathText(path) === pathText(paths[index - 1] ?? []))) continue;
			removed.push(pathText(path));
			remove(raw, path);
		}
	}
	return { raw, removed };
}

/** The longest existing prefix of a path; for a missing field, the object that lacks it. */
function presentPart(value: unknown, path: Path): Path {
	let inner = value;
	for (const [index, part] of path.entries()) {
		const next: unknown = Object.hasOwn(Object(inner), part) ? Reflect.get(Object(inner), part) : undefined;
		if (next === undefined) return path.slice(0, index);
		inner = next;
	}
	return path;
}

function byPlace(a: Path, b: Path): number {
	for (let index = 0; index < Math.max(a.length, b.length); index++) {
		const [one, other] = [a[index], b[index]];
		if (one === other) continue;
		if (typeof one === 'number' && typeof other === 'number') return other - one;
		return b.length - a.length || (String(one) < String(other) ? -1 : 1);
	}
	return 0;
}

function remove(value: unknown, path: Path): void {
	const parent = path.slice(0, -1).reduce((inner: unknown, part) => Reflect.get(Object(inner), part) as unknown, value);
	const last = path.at(-1);
	if (Array.isArray(parent)) parent.splice(Number(last), 1);
	else if (isRecord(parent)) Reflect.deleteProperty(parent, String(last));
}
